//! The proof of a puzzle: the exact score of every move.

use std::time::Duration;

use wane_board::{AnyGame, AnyPosition, Move, Square};
use wane_eval::Value;
use wane_search::{Certainty, Control, Limits, Question, Report};

use super::{Maker, OBJECTIVE};

/// The only move that wins, with the line of best play.
pub(super) struct Solution {
    pub(super) square: Square,
    line: Vec<Move>,
}

impl Solution {
    /// Solves a position; `None` unless exactly one of its moves wins.
    pub(super) fn prove(maker: &Maker, position: &AnyPosition) -> Option<Self> {
        let report = solve(maker, position)?;
        (winning(&report) == 1 && report.lines.len() > 1).then_some(())?;
        let best = report.best();
        Some(Self { square: best.moves[0].square()?, line: best.moves.clone() })
    }

    /// How often the winner has only one winning move on the line of best play.
    pub(super) fn only_moves(&self, maker: &Maker, position: &AnyPosition) -> usize {
        let (winner, mut game) = (position.side(), AnyGame::from_position(*position));
        let mut found = 0;
        for &next in &self.line {
            let at = game.position();
            if at.side() == winner && next != Move::Pass && at.legal_moves().len() > 1 {
                found += usize::from(solve(maker, &at).is_some_and(|it| winning(&it) == 1));
            }
            if apply(&mut game, next).is_none() {
                break;
            }
        }
        found
    }
}

/// Plays a move or a pass; `None` if it is not legal.
pub(super) fn apply(game: &mut AnyGame, next: Move) -> Option<()> {
    match next {
        Move::Place(square) => game.play(square).ok(),
        Move::Pass => game.pass().ok(),
    }
}

/// The exact scores of all moves.
pub(super) fn solve(maker: &Maker, position: &AnyPosition) -> Option<Report> {
    let question = Question {
        board: position.board(),
        objective: OBJECTIVE,
        limits: Limits { depth: Some(60), ..Limits::default() },
        lines: usize::MAX,
        only: None,
    };
    let clock = || Duration::ZERO;
    let report = maker.engine.search(&question, &clock, &Control::new(), &mut |_| {})?;
    (report.certainty == Certainty::Exact).then_some(report)
}

fn winning(report: &Report) -> usize {
    report.lines.iter().filter(|line| line.value > Value::default()).count()
}
