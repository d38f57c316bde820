//! What positions are worth, by proof or by a deep search.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use wane_board::{Board, Objective, Score};
use wane_eval::{Value, Weights};
use wane_formats::obf::Scored;
use wane_search::{Control, Engine, Limits, Question, Solver, Table, Window};

use super::suite::{self, SuiteFile};

/// How often the file is written, and said how far it has come.
const SAVE: Duration = Duration::from_secs(10);

/// Memory of a table in megabytes.
const TABLE: usize = 128;

/// Who knows what a position is worth.
pub(super) trait Oracle {
    fn score(&self, board: Board<8>) -> Result<Score>;
}

/// Finds the scores that are missing in a file, one after another.
#[expect(clippy::print_stderr, reason = "a chore talks to the person who runs it")]
pub(super) fn fill(file: &SuiteFile, oracle: &impl Oracle) -> Result<()> {
    let mut suite = file.read()?;
    let (all, start, mut saved) = (suite.problems.len(), Instant::now(), Instant::now());
    for number in 0..all {
        let problem = &suite.problems[number];
        if !problem.scores.is_empty() {
            continue;
        }
        let board = suite::board(problem)?;
        let score = oracle.score(board)?;
        suite.problems[number].scores.push(Scored { mv: None, score });
        if saved.elapsed() > SAVE {
            file.write(&suite)?;
            saved = Instant::now();
            let (empties, gone) = (board.empties().len(), start.elapsed().as_secs());
            eprintln!("{} of {all} positions, {empties} empty squares, {gone} s gone", number + 1);
        }
    }
    file.write(&suite)
}

/// The solver.
pub(super) struct Exact {
    table: Table,
}

impl Exact {
    pub(super) fn new() -> Result<Self> {
        Ok(Self { table: Table::try_new(TABLE)? })
    }
}

impl Oracle for Exact {
    fn score(&self, board: Board<8>) -> Result<Score> {
        let solver = Solver::new(Objective::FewestDiscs, &self.table);
        let solution = solver.solve(board, Window::EXACT, &Control::new(), &|_| {})?;
        solution.exact().context("nobody stops the solver")
    }
}

/// The engine, which looks at every move so far ahead. Each position has an engine of its own, so that
/// its score depends on nothing else.
pub(super) struct Deep {
    pub(super) depth: u32,
    pub(super) weights: Option<Arc<Weights>>,
}

impl Oracle for Deep {
    /// The mean of two depths, since the side that moves last looks better than it is; in whole discs.
    fn score(&self, board: Board<8>) -> Result<Score> {
        let mut engine = Engine::try_new(TABLE)?;
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
            bail!("the engine did not come to depth {} of {board:?}", self.depth);
        };
        Ok(Score::new((before + last + Value::PER_DISC).div_euclid(2 * Value::PER_DISC)))
    }
}
