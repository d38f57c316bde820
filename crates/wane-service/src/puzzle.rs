//! Puzzles: endgame positions in which exactly one move wins. They come from random games, and the solver proves
//! them.

use std::time::Duration;

use wane_board::{AnyGame, AnyPosition, Objective, Size};
use wane_eval::Value;
use wane_random::Rng;
use wane_search::{Certainty, Control, Engine, Limits, Question, Report};

/// The most empty squares of a puzzle: with more, it is too hard for people and too slow for the solver.
const MOST_EMPTIES: u32 = 14;

/// The number of games before the search gives up.
const TRIES: u32 = 400;

/// The search depth of the players.
const DEPTH: u32 = 2;

/// One in this number of moves is random.
const RANDOM_ONE_IN: u32 = 3;

/// The kind of puzzle.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleSpec {
    /// The size of the board.
    pub size: Size,
    /// The objective.
    pub objective: Objective,
    /// The number of empty squares.
    pub empties: u32,
}

/// A position with one winning move, and the exact values of all its moves; `None` if none was found. The same seed
/// finds the same.
#[must_use]
pub fn find(
    engine: &Engine,
    spec: PuzzleSpec,
    seed: u64,
    control: &Control<'_>,
) -> Option<(AnyPosition, Report)> {
    if spec.empties > MOST_EMPTIES {
        return None;
    }
    let mut rng = Rng::new(seed);
    (0..TRIES).find_map(|_| {
        let position = play(engine, spec, &mut rng, control)?;
        if position.legal_moves().len() < 3 {
            return None;
        }
        let report = ask(engine, &position, spec, spec.empties, usize::MAX, control)?;
        let [best, second, ..] = &report.lines[..] else { return None };
        let nothing = Value::default();
        let is_puzzle =
            report.certainty == Certainty::Exact && best.value > nothing && second.value <= nothing;
        (is_puzzle && !control.is_stopped()).then_some((position, report))
    })
}

/// Plays a game between weak players up to the spec number of empty squares; `None` if it ends before.
fn play(
    engine: &Engine,
    spec: PuzzleSpec,
    rng: &mut Rng,
    control: &Control<'_>,
) -> Option<AnyPosition> {
    let mut game = AnyGame::new(spec.size);
    loop {
        let position = game.position();
        if empties(&position) == spec.empties {
            return Some(position);
        }
        if position.is_game_over() || control.is_stopped() {
            return None;
        }
        if position.must_pass() {
            game.pass().ok()?;
            continue;
        }
        let square = if rng.below(RANDOM_ONE_IN) == 0 {
            rng.pick(position.legal_moves())?
        } else {
            ask(engine, &position, spec, DEPTH, 1, control)?.best().moves[0].square()?
        };
        game.play(square).ok()?;
    }
}

fn empties(position: &AnyPosition) -> u32 {
    use wane_board::Colour::{Black, White};
    position.size().squares().len() - position.discs(Black).len() - position.discs(White).len()
}

fn ask(
    engine: &Engine,
    position: &AnyPosition,
    spec: PuzzleSpec,
    depth: u32,
    lines: usize,
    control: &Control<'_>,
) -> Option<Report> {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let question =
        Question { board: position.board(), objective: spec.objective, limits, lines, only: None };
    engine.search(&question, &|| Duration::ZERO, control, &mut |_| {})
}
