//! Scores of positions, by the exact solver or by a deep search.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use wane_board::{Board, Objective, Score};
use wane_eval::{Value, Weights};
use wane_formats::obf::Scored;
use wane_search::{Control, Engine, Limits, Question, Solver, Table, Window};

use super::suite::{self, SuiteFile};

/// How often the file is written and the progress reported.
const SAVE_INTERVAL: Duration = Duration::from_secs(10);

/// Size of a transposition table in megabytes.
const TABLE_MB: usize = 128;

/// A source of scores.
pub(super) trait Scorer {
    fn score(&self, board: Board<8>) -> Result<Score>;
}

/// Adds the scores that are missing in a file, one after another.
#[expect(clippy::print_stderr, reason = "this command reports to the terminal")]
pub(super) fn fill(file: &SuiteFile, scorer: &impl Scorer) -> Result<()> {
    let mut suite = file.read()?;
    let (all, start, mut saved) = (suite.problems.len(), Instant::now(), Instant::now());
    for number in 0..all {
        let problem = &suite.problems[number];
        if !problem.scores.is_empty() {
            continue;
        }
        let board = suite::board(problem)?;
        let score = scorer.score(board)?;
        suite.problems[number].scores.push(Scored { mv: None, score });
        if saved.elapsed() > SAVE_INTERVAL {
            file.write(&suite)?;
            saved = Instant::now();
            let (empties, seconds) = (board.empties().len(), start.elapsed().as_secs());
            eprintln!("{} of {all} positions, {empties} empty squares, {seconds} s", number + 1);
        }
    }
    file.write(&suite)
}

/// Exact scores by the solver.
pub(super) struct Exact {
    table: Table,
}

impl Exact {
    pub(super) fn new() -> Result<Self> {
        Ok(Self { table: Table::try_new(TABLE_MB)? })
    }
}

impl Scorer for Exact {
    fn score(&self, board: Board<8>) -> Result<Score> {
        let solver = Solver::new(Objective::FewestDiscs, &self.table);
        let solution = solver.solve(board, Window::EXACT, &Control::new(), &|_| {})?;
        solution.exact().context("the control never stops the solver")
    }
}

/// Scores by a search to a fixed depth. Each position has an engine of its own, so that its score depends
/// on nothing else.
pub(super) struct Deep {
    pub(super) depth: u32,
    pub(super) weights: Option<Arc<Weights>>,
}

impl Scorer for Deep {
    /// The mean of two depths, in whole discs: an evaluation favours the side that moved last.
    fn score(&self, board: Board<8>) -> Result<Score> {
        let mut engine = Engine::try_new(TABLE_MB)?;
        if let Some(weights) = &self.weights {
            engine = engine.weights(Arc::clone(weights));
        }
        let limits = Limits { depth: Some(self.depth), ..Limits::default() };
        let objective = Objective::FewestDiscs;
        let question = Question { board: board.into(), objective, limits, lines: 1, only: None };
        let mut at_depth = BTreeMap::new();
        engine.search(&question, &|| Duration::ZERO, &Control::new(), &mut |report| {
            at_depth.insert(report.depth, report.best().value.parts());
        });
        let [Some(before), Some(last)] =
            [self.depth - 1, self.depth].map(|depth| at_depth.get(&depth))
        else {
            bail!("the engine did not reach depth {} in {board:?}", self.depth);
        };
        Ok(Score::new((before + last + Value::PER_DISC).div_euclid(2 * Value::PER_DISC)))
    }
}
