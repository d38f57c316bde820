//! [`Pace`]: how long to think about a move: what was asked for, and what the clock of the game allows.

use std::time::Duration;

use wane_board::{AnyBoard, with_size};
use wane_search::{Budget, GameClock, Limits};

/// The time for a move where nothing at all limits it.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// What may pass between the end of a search and the host's reading of the answer; a game clock has
/// this of its own.
const LAG: Duration = Duration::from_millis(20);

/// The limits for each move; all of them count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Pace {
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    /// What a move takes at most.
    pub(crate) move_time: Option<Duration>,
}

impl Pace {
    /// The limits for a move in this position with so much on the clock, if there is one.
    pub(crate) fn limits(&self, clock: Option<GameClock>, board: &AnyBoard) -> Limits {
        let Self { depth, nodes, move_time } = *self;
        let exactly = |time: Duration| Budget {
            forced_at_once: true,
            ..Budget::exactly(nearly(time).saturating_sub(LAG.min(time / 10)))
        };
        let empties = with_size!(board, board => board.empties().len());
        let time = match clock {
            Some(clock) => {
                let per_move = [clock.per_move, move_time].into_iter().flatten().min();
                GameClock { per_move: per_move.map(nearly), ..clock }.budget(empties)
            }
            None => move_time.map(exactly),
        };
        let is_limited = depth.is_some() || nodes.is_some() || time.is_some();
        let time = if is_limited { time } else { Some(exactly(DEFAULT_TIME)) };
        Limits { depth, nodes, time }
    }
}

/// A time without a fiftieth, which is for a machine that has other things to do.
fn nearly(time: Duration) -> Duration {
    time.saturating_sub(time / 50)
}

#[cfg(test)]
mod tests {
    use wane_board::Size;

    use super::*;

    const START: AnyBoard = AnyBoard::start(Size::Eight);

    #[test]
    fn a_move_is_limited_though_nobody_asks_for_it() {
        let limits = Pace::default().limits(None, &START);
        assert!(limits.time.is_some_and(|time| time.hard < DEFAULT_TIME));
        let deep = Pace { depth: Some(8), ..Pace::default() };
        assert_eq!(deep.limits(None, &START).time, None);
    }

    #[test]
    fn both_the_time_of_a_move_and_that_of_the_game_are_kept() {
        let second = Duration::from_secs(1);
        let pace = Pace { move_time: Some(5 * second), ..Pace::default() };
        let hard = |left: Option<Duration>| {
            let clock = left.map(|left| GameClock { left: Some(left), ..GameClock::default() });
            pace.limits(clock, &START).time.map(|time| time.hard.as_millis())
        };
        assert_eq!(hard(None), Some(4880));
        assert_eq!(hard(Some(180 * second)), Some(4880));
        assert_eq!(hard(Some(2 * second)), Some(301));
    }
}
