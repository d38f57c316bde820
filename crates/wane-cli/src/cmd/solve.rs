//! `wane solve`: exact scores of positions, checked against those that a file states.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Result, bail};
use serde::Serialize;
use wane_board::{AnyPosition, Move, Objective, Score, with_size};
use wane_eval::WeightSet;
use wane_formats::board_text;
use wane_formats::paste::Content;
use wane_search::{Bounds, Control, Event, Solution, Solver, Stopped, Table, Window};
use wane_service::message::{ObjectiveName, SideName};
use wane_text::Foreign;

use crate::args::SolveArgs;
use crate::checkpoint::Checkpoint;
use crate::evaluation::EvaluationName;
use crate::exit::Ending;
use crate::input;
use crate::interrupt;
use crate::output::{ERROR, FAINT, Output, STRONG, grouped, paint};
use crate::progress::Progress;

/// Proofs that cost fewer nodes than this are not worth a line of the checkpoint.
const PROOF_NODES: u64 = 500_000;

/// A solved position. Scores are for the side to move.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SolvedText {
    /// The number of the position in the input, from 1.
    position: usize,
    /// The size of the board.
    size: usize,
    /// The squares row by row: `X` for Black, `O` for White and `-` for empty.
    board: String,
    /// The side to move.
    side: SideName,
    /// The number of empty squares.
    empties: u32,
    /// The objective.
    objective: ObjectiveName,
    /// The exact score; null if only bounds are known.
    score: Option<i32>,
    /// The lower bound of the score.
    lower: i32,
    /// The upper bound of the score.
    upper: i32,
    /// The result for the side to move.
    outcome: OutcomeName,
    /// The best move.
    best: Option<String>,
    /// The principal variation.
    line: Vec<String>,
    /// The number of nodes.
    nodes: u64,
    /// The time in seconds.
    seconds: f64,
    /// The score that the input states.
    expected: Option<i32>,
    /// Whether the input states the right score.
    correct: Option<bool>,
}

/// A result for the side to move.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
enum OutcomeName {
    Win,
    Draw,
    Loss,
}

impl OutcomeName {
    const fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
        }
    }
}

/// The sums over all positions; the last line.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SolveSummary {
    /// The positions that were solved.
    positions: usize,
    /// The positions whose score is the stated one.
    correct: usize,
    /// The positions whose score is another one.
    wrong: usize,
    /// The number of nodes, with those of earlier runs of a checkpoint.
    nodes: u64,
    /// The time in seconds, with that of earlier runs of a checkpoint.
    seconds: f64,
}

/// A position to solve.
struct Problem {
    position: AnyPosition,
    objective: Objective,
    /// The score that the file states.
    expected: Option<Score>,
}

/// A solved position.
struct Solved {
    solution: Solution,
    seconds: f64,
    /// Whether it is the score that the file states.
    is_correct: Option<bool>,
}

pub(crate) fn run(args: &SolveArgs, output: &mut Output) -> Result<Ending> {
    let problems = problems(args)?;
    let run = Run::new(args, &problems)?;
    let (mut correct, mut wrong, mut solved) = (0, 0, 0);
    let mut progress = Progress::new(problems.len(), "solve");
    let mut stopped = None;
    for (index, problem) in problems.iter().enumerate() {
        match run.solve(index, problem, &mut progress)? {
            Ok(answer) => {
                correct += usize::from(answer.is_correct == Some(true));
                wrong += usize::from(answer.is_correct == Some(false));
                solved += 1;
                progress.suspend(|| -> Result<()> {
                    run.print(index, problem, &answer, output)?;
                    output.finish()
                })?;
            }
            Err(why) => {
                stopped = Some((index, why));
                break;
            }
        }
        progress.step();
    }
    progress.finish();
    if let Some((index, Stopped { bounds: Bounds { lower, upper }, .. })) = stopped {
        anstream::eprintln!(
            "stopped: position {} has a score between {lower} and {upper}{}",
            index + 1,
            if args.checkpoint.is_some() { "; the same command resumes from here" } else { "" },
        );
    }
    run.print_summary(solved, correct, wrong, output)?;
    Ok(match (stopped, wrong) {
        (Some(_), _) => Ending::Stopped,
        (None, 0) => Ending::Done,
        (None, _) => Ending::No,
    })
}

/// The settings and the state that all positions share.
struct Run<'a> {
    args: &'a SolveArgs,
    table: Table,
    weights: WeightSet,
    checkpoint: Option<Checkpoint>,
    control: Arc<Control<'static>>,
    positions: usize,
    started: Instant,
}

impl<'a> Run<'a> {
    fn new(args: &'a SolveArgs, problems: &[Problem]) -> Result<Self> {
        let table = Table::try_new(args.engine.hash)?;
        let objective =
            problems.first().map_or(args.context.objective, |problem| problem.objective);
        if args.checkpoint.is_some() && problems.iter().any(|other| other.objective != objective) {
            bail!("a checkpoint is about one objective, the input has games of both: split it");
        }
        let weights = weights(args, problems)?;
        let open = |path| Checkpoint::open(Path::new(path), objective);
        let checkpoint = args.checkpoint.as_ref().map(open).transpose()?;
        if let Some(checkpoint) = &checkpoint {
            checkpoint.load_into(&table);
        }
        let control = interrupt::control()?;
        let positions = problems.len();
        let started = Instant::now();
        Ok(Self { args, table, weights, checkpoint, control, positions, started })
    }

    fn solve(
        &self,
        index: usize,
        problem: &Problem,
        progress: &mut Progress,
    ) -> Result<Result<Solved, Stopped>> {
        let started = Instant::now();
        let solution = self.search(index, problem, progress);
        if let Some(checkpoint) = &self.checkpoint {
            checkpoint.ensure_written()?;
        }
        let seconds = started.elapsed().as_secs_f64();
        Ok(solution.map(|solution| {
            let is_correct = problem.expected.map(|expected| self.agrees(&solution, expected));
            Solved { solution, seconds, is_correct }
        }))
    }

    fn search(
        &self,
        index: usize,
        problem: &Problem,
        progress: &mut Progress,
    ) -> Result<Solution, Stopped> {
        let threads = self.args.engine.threads();
        let mut solver = Solver::new(problem.objective, &self.table).threads(threads);
        if let Some(weights) = self.weights.get(problem.objective) {
            solver = solver.weights(weights);
        }
        if self.checkpoint.is_some() {
            solver = solver.report_proofs(PROOF_NODES);
        }
        let known = Mutex::new(None::<Bounds>);
        let report = |event: Event| match (event, &self.checkpoint) {
            (Event::Bounds(bounds), _) => {
                *known.lock().unwrap_or_else(PoisonError::into_inner) = Some(bounds);
            }
            (Event::Proof(proof), Some(checkpoint)) => {
                if !checkpoint.add(&proof, self.control.nodes(), self.started.elapsed()) {
                    self.control.stop();
                }
            }
            (Event::Proof(_), None) => {}
        };
        let note = || {
            let known = *known.lock().unwrap_or_else(PoisonError::into_inner);
            self.note(index, known)
        };
        let board = problem.position.board();
        progress.during(note, || solver.solve(board, self.window(), &self.control, &report))
    }

    /// The text of the progress bar.
    fn note(&self, index: usize, known: Option<Bounds>) -> String {
        #[expect(clippy::cast_precision_loss, reason = "a speed for people")]
        let speed = self.control.nodes() as f64 / self.started.elapsed().as_secs_f64() / 1e6;
        if self.positions > 1 {
            return format!("position {}/{}, {speed:.1} M nodes/s", index + 1, self.positions);
        }
        let known = known.map(|Bounds { lower, upper }| format!("score {lower} to {upper}, "));
        let (known, nodes) = (known.unwrap_or_default(), grouped(self.control.nodes()));
        format!("{known}{nodes} nodes, {speed:.1} M nodes/s")
    }

    fn window(&self) -> Window {
        if self.args.wld { Window::OUTCOME } else { Window::EXACT }
    }

    fn agrees(&self, solution: &Solution, expected: Score) -> bool {
        let Window { alpha, beta } = self.window();
        let clip = |score: Score| score.clamp(alpha, beta);
        clip(solution.bounds.lower) == clip(expected)
            && clip(solution.bounds.upper) == clip(expected)
    }

    fn print(
        &self,
        index: usize,
        problem: &Problem,
        solved: &Solved,
        output: &mut Output,
    ) -> Result<()> {
        if output.is_json() {
            return output.json(&solved_text(index, problem, solved));
        }
        let Solved { solution, seconds, is_correct } = solved;
        let score = if self.args.wld {
            outcome(solution).name().to_string()
        } else {
            solution.bounds.lower.to_string()
        };
        let verdict = match (is_correct, problem.expected) {
            (Some(true), _) => "ok".to_string(),
            (Some(false), Some(expected)) => {
                paint(ERROR, &format!("WRONG, the file says {expected}"))
            }
            _ => String::new(),
        };
        let line: String = solution.line.iter().copied().filter_map(square_name).collect();
        output.text(&format!(
            "{:>4}  {:>2} empties  {}  {:>14} nodes  {seconds:>8.2} s  {verdict:2}  {}\n",
            index + 1,
            empties(&problem.position),
            paint(STRONG, &format!("{score:>4}")),
            grouped(solution.nodes),
            paint(FAINT, &line),
        ))
    }

    fn print_summary(
        &self,
        positions: usize,
        correct: usize,
        wrong: usize,
        output: &mut Output,
    ) -> Result<()> {
        let (mut nodes, mut seconds) = (self.control.nodes(), self.started.elapsed().as_secs_f64());
        if let Some(checkpoint) = &self.checkpoint {
            nodes += checkpoint.nodes_before();
            seconds += checkpoint.seconds_before();
        }
        if output.is_json() {
            return output.json(&SolveSummary { positions, correct, wrong, nodes, seconds });
        }
        output.text(&format!(
            "positions {positions}  correct {correct}  wrong {wrong}  nodes {}  seconds {seconds:.2}\n",
            grouped(nodes)
        ))
    }
}

fn solved_text(index: usize, problem: &Problem, solved: &Solved) -> SolvedText {
    let &Solved { ref solution, seconds, is_correct } = solved;
    let position = &problem.position;
    let line: Vec<String> = solution.line.iter().copied().map(move_name).collect();
    SolvedText {
        position: index + 1,
        size: position.size().rows(),
        board: board_text::write_squares(position),
        side: position.side().into(),
        empties: empties(position),
        objective: problem.objective.into(),
        score: solution.exact().map(Score::discs),
        lower: solution.bounds.lower.discs(),
        upper: solution.bounds.upper.discs(),
        outcome: outcome(solution),
        best: line.first().cloned(),
        line,
        nodes: solution.nodes,
        seconds,
        expected: problem.expected.map(Score::discs),
        correct: is_correct,
    }
}

/// The positions of the input: those of a suite, the ends of games, or the start.
fn problems(args: &SolveArgs) -> Result<Vec<Problem>> {
    let context = args.context.context();
    let problem = |position, objective| Problem { position, objective, expected: None };
    Ok(match input::read(&args.input, None, context)?.content {
        Content::Games(games) => {
            games.iter().map(|record| problem(record.game.position(), record.objective)).collect()
        }
        Content::Suite { suite, .. } => {
            let objective = suite.objective.unwrap_or(context.objective);
            let problems = suite.problems.iter().map(|line| Problem {
                expected: line.best_score(),
                ..problem(line.position, objective)
            });
            problems.collect()
        }
    })
}

/// The weights that order the moves; those of a file must be for the game of all problems.
fn weights(args: &SolveArgs, problems: &[Problem]) -> Result<WeightSet> {
    let evaluation = &args.engine.evaluation.weights;
    let weights = evaluation.weights()?;
    let other = problems.iter().position(|problem| weights.get(problem.objective).is_none());
    if let (EvaluationName::File(path), Some(index)) = (evaluation, other) {
        bail!(
            "{}: these weights are not for position {}, which is played for {}: leave them out",
            Foreign::path(path),
            index + 1,
            problems[index].objective
        );
    }
    Ok(weights)
}

/// The result for the side to move.
fn outcome(solution: &Solution) -> OutcomeName {
    let Bounds { lower, upper } = solution.bounds;
    match (lower.discs(), upper.discs()) {
        (1.., _) => OutcomeName::Win,
        (_, ..=-1) => OutcomeName::Loss,
        _ => OutcomeName::Draw,
    }
}

fn empties(position: &AnyPosition) -> u32 {
    with_size!(position, position => position.board.empties().len())
}

fn square_name(mv: Move) -> Option<String> {
    match mv {
        Move::Place(square) => Some(square.to_string()),
        Move::Pass => None,
    }
}

fn move_name(mv: Move) -> String {
    square_name(mv).unwrap_or_else(|| "pass".into())
}
