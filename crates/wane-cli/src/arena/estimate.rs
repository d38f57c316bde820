//! What a match costs at most, before it begins.

use std::time::Duration;

use wane_board::Size;
use wane_formats::TimeControl;
use wane_match::MatchSettings;

/// Less than this needs no announcement.
const WORTH_TELLING: Duration = Duration::from_mins(10);

/// The cost of `games` games with some at a time, in a line; `None` if they are over soon.
pub(crate) fn line(settings: &MatchSettings, games: usize, at_a_time: usize) -> Option<String> {
    let size = settings.openings.games[0].size();
    let players = u32::try_from(settings.players.len()).ok()?;
    let all: Duration = settings.players.iter().map(|player| longest(player.time, size)).sum();
    let game = 2 * all / players;
    let cost = game.checked_mul(u32::try_from(games).ok()?)?;
    (cost >= WORTH_TELLING).then(|| {
        let whole = cost / u32::try_from(at_a_time).unwrap_or(u32::MAX).max(1);
        format!(
            "{games} games, each at most {}: at most {} of a processor, and {} with {at_a_time} at a time",
            text(game),
            text(cost),
            text(whole)
        )
    })
}

/// How long a player can think in a game.
fn longest(time: TimeControl, size: Size) -> Duration {
    // Half of the squares that are empty at the start; who moves more often has an opponent who moves less often.
    let moves = u32::try_from(size.rows().pow(2) / 2 - 2).unwrap_or(u32::MAX);
    let by_moves = time.per_move.map(|time| moves * time);
    let by_game = time.game.map(|game| game + moves * time.increment);
    by_moves.into_iter().chain(by_game).min().unwrap_or_default()
}

fn text(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", seconds.div_ceil(60)),
        _ => format!("{} h", seconds.div_ceil(3600)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_thinks_no_longer_than_both_limits_allow() {
        let longest = |time: &str| longest(time.parse().unwrap(), Size::Eight).as_secs();
        assert_eq!(longest("5s/180s"), 150);
        assert_eq!(longest("10s/180s"), 180);
        assert_eq!(longest("100ms/move"), 3);
        assert_eq!(longest("1m+2s"), 120);
    }

    #[test]
    fn times_are_in_the_unit_that_people_use() {
        let times = [5, 119, 120, 7199, 7200, 3_564_000].map(|it| text(Duration::from_secs(it)));
        assert_eq!(times, ["5 s", "119 s", "2 min", "120 min", "2 h", "990 h"]);
    }
}
