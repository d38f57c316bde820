//! The difficulty of a puzzle: how the levels do.

use std::time::Duration;

use anyhow::{Context as _, Result};
use wane_board::{AnyGame, AnyPosition, Move, Score};
use wane_match::score_of_elo;
use wane_search::{Control, Level, Limits, Player, Question};

use super::kind::Kind;
use super::solution::{Solution, apply, solve};
use super::{Maker, OBJECTIVE};

/// How often each level tries a puzzle.
const TRIES: u64 = 4;

/// What the highest level may take for a move, since nothing else limits it.
const NODES: u64 = 300_000;

/// The rating of a player who solves half of such puzzles: the most likely one, rounded to tens.
pub(super) fn rate(
    maker: &Maker,
    kind: Kind,
    position: &AnyPosition,
    solution: &Solution,
) -> Result<i32> {
    let mut solved = 0.0;
    for level in Level::all() {
        for seed in 0..TRIES {
            let mut player = Player::new(maker.new_engine()?, level, seed);
            let is_solved = match kind {
                Kind::Hold => wins(maker, &mut player, position)?,
                Kind::Win | Kind::Quiet | Kind::Small => {
                    choose(&mut player, position)? == Move::Place(solution.square)
                }
            };
            solved += f64::from(u8::from(is_solved));
        }
    }
    Ok(fit(solved))
}

fn choose(player: &mut Player, position: &AnyPosition) -> Result<Move> {
    let question = Question {
        board: position.board(),
        objective: OBJECTIVE,
        limits: Limits { nodes: Some(NODES), ..Limits::default() },
        lines: 1,
        only: None,
    };
    let clock = || Duration::ZERO;
    let report = player.choose(&question, &clock, &Control::new(), &mut |_| {});
    Ok(report.context("the game is not over")?.best().moves[0])
}

/// Whether a player wins a won position to its end against the best defence.
fn wins(maker: &Maker, player: &mut Player, position: &AnyPosition) -> Result<bool> {
    let (winner, mut game) = (position.side(), AnyGame::from_position(*position));
    loop {
        let at = game.position();
        if at.is_game_over() {
            let score = at.final_score(OBJECTIVE);
            // The score is for the side to move.
            let of_winner = if at.side() == winner { score } else { -score };
            return Ok(of_winner > Score::new(0));
        }
        let next = if at.must_pass() {
            Move::Pass
        } else if at.side() == winner {
            choose(player, &at)?
        } else {
            solve(maker, &at).context("the game is not over")?.best().moves[0]
        };
        apply(&mut game, next).context("players play legal moves")?;
    }
}

/// The rating at which the levels are expected to solve as many. Half a puzzle more and half a puzzle less, for the
/// weakest and the strongest level, keep it finite.
fn fit(solved: f64) -> i32 {
    let expected = |rating: f64| {
        let of = |level: Level| score_of_elo(f64::from(level.rating()) - rating);
        #[expect(clippy::cast_precision_loss, reason = "a small number")]
        let all: f64 = Level::all().map(|level| TRIES as f64 * of(level)).sum();
        all + of(Level::MAX) / 2.0
    };
    let wanted = solved + 0.25;
    let (mut low, mut high) = (0.0, 4000.0);
    for _ in 0..40 {
        let middle = f64::midpoint(low, high);
        if expected(middle) > wanted {
            low = middle;
        } else {
            high = middle;
        }
    }
    #[expect(clippy::cast_possible_truncation, reason = "at most 4000")]
    let tens = (low / 10.0).round() as i32;
    tens * 10
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_that_more_players_solve_is_easier() {
        let all: Vec<i32> = [0.0, 10.0, 40.0, 70.0, 80.0].map(fit).into();
        assert!(all.is_sorted_by(|harder, easier| harder > easier), "{all:?}");
        assert!(all[0] < 4000 && all[4] > 0, "{all:?}");
    }

    #[test]
    fn half_of_the_tries_is_the_middle_of_the_levels() {
        let middle = fit(40.0);
        let [low, high] =
            [Level::try_from(7), Level::try_from(14)].map(|level| level.unwrap().rating());
        assert!((low..high).contains(&middle), "{middle}");
    }
}
