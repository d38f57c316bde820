//! [`Pace`]: the limits of a move, from the command line, the host and the clock of the game.

use std::time::Duration;

use wane_board::{AnyBoard, with_size};
use wane_search::{Budget, GameClock, Limits};

/// The time of a move without any limit.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// The time between the end of a search and the moment that the host reads the answer; the budget of a game clock has
/// such a reserve already.
const LAG: Duration = Duration::from_millis(20);

/// The limits for each move; all of them count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Pace {
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    /// The most time of a move.
    pub(crate) move_time: Option<Duration>,
}

impl Pace {
    /// The limits of a move in this position, with this clock if there is one.
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

/// A time less a fiftieth, a reserve for a busy machine.
fn nearly(time: Duration) -> Duration {
    time.saturating_sub(time / 50)
}

#[cfg(test)]
mod tests {
    use wane_board::Size;

    use super::*;

    const START: AnyBoard = AnyBoard::start(Size::Eight);

    #[test]
    fn a_move_is_limited_without_being_asked() {
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
