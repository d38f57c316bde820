//! Puzzles: the end of a game in which one move wins and no other does, found by chance and proved by the
//! solver.

use std::time::Duration;

use wane_board::{AnyGame, AnyPosition, Objective, Size};
use wane_eval::Value;
use wane_random::Rng;
use wane_search::{Certainty, Control, Engine, Limits, Question, Report};

/// The most empty squares of a puzzle: with more, neither people nor the solver see the end at once.
const MOST_EMPTIES: u32 = 14;

/// How many games to play before giving up.
const TRIES: u32 = 400;

/// How far the players of a game look ahead.
const DEPTH: u32 = 2;

/// One of so many moves is left to chance.
const STRAY: u32 = 3;

/// Which puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// The size of the board.
    pub size: Size,
    /// Who wins.
    pub objective: Objective,
    /// How many squares are empty.
    pub empties: u32,
}

/// A position with one winning move, and the exact values of all its moves. The same seed finds the same.
pub(crate) fn find(
    engine: &Engine,
    wanted: Wanted,
    seed: u64,
    control: &Control<'_>,
) -> Option<(AnyPosition, Report)> {
    if wanted.empties > MOST_EMPTIES {
        return None;
    }
    let mut rng = Rng::new(seed);
    (0..TRIES).find_map(|_| {
        let position = play(engine, wanted, &mut rng, control)?;
        if position.legal_moves().len() < 3 {
            return None;
        }
        let report = ask(engine, &position, wanted, wanted.empties, usize::MAX, control)?;
        let [best, second, ..] = &report.lines[..] else { return None };
        let nothing = Value::default();
        let is_puzzle =
            report.certainty == Certainty::Exact && best.value > nothing && second.value <= nothing;
        (is_puzzle && !control.is_stopped()).then_some((position, report))
    })
}

/// A game between weak players, as far as the puzzle begins; `None` if it ends before.
fn play(
    engine: &Engine,
    wanted: Wanted,
    rng: &mut Rng,
    control: &Control<'_>,
) -> Option<AnyPosition> {
    let mut game = AnyGame::new(wanted.size);
    loop {
        let position = game.position();
        if empties(&position) == wanted.empties {
            return Some(position);
        }
        if position.is_game_over() || control.is_stopped() {
            return None;
        }
        if position.must_pass() {
            game.pass().ok()?;
            continue;
        }
        let square = if rng.below(STRAY) == 0 {
            rng.pick(position.legal_moves())?
        } else {
            ask(engine, &position, wanted, DEPTH, 1, control)?.best().moves[0].square()?
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
    wanted: Wanted,
    depth: u32,
    lines: usize,
    control: &Control<'_>,
) -> Option<Report> {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let question = Question {
        board: position.board(),
        objective: wanted.objective,
        limits,
        lines,
        only: None,
    };
    engine.search(&question, &|| Duration::ZERO, control, &mut |_| {})
}
