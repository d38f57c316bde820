//! The values of options. Each has one range and one error text, on the command line and in the settings of a player
//! of a match.

use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use wane_board::Colour;
use wane_farm::{FarmAddress, NotAnAddress};
use wane_formats::read_duration;
use wane_match::{EloModel, MoveClock, Sprt};
use wane_search::MAX_SELECTIVITY;
use wane_service::opponent::Name;

use crate::recipe_file;

/// More threads than any machine runs at once.
pub(crate) const MAX_THREADS: usize = 1024;
/// A terabyte.
pub(crate) const MAX_MEGABYTES: usize = 1 << 20;
/// The empty squares of the largest board at the start.
const MAX_PLIES: u32 = 60;

/// A player: a level, an agent, or the file of a recipe.
pub(crate) fn player(text: &str) -> Result<Name, String> {
    if recipe_file::is_named(Path::new(text)) {
        return recipe_file::player(Path::new(text)).map_err(|error| format!("{error:#}"));
    }
    text.parse().map_err(|error| format!("{error}, or the file of a recipe, which ends with .toml"))
}

/// A number of threads, games or engines at a time.
pub(crate) fn threads(text: &str) -> Result<usize, String> {
    number(text, 1..=MAX_THREADS)
}

/// The size of a table or the memory of a player.
pub(crate) fn megabytes(text: &str) -> Result<usize, String> {
    number(text, 1..=MAX_MEGABYTES)
}

/// The depth of a search, in plies.
pub(crate) fn depth(text: &str) -> Result<u32, String> {
    number(text, 1..=MAX_PLIES)
}

/// The nodes of a search.
pub(crate) fn nodes(text: &str) -> Result<u64, String> {
    number(text, 1..=u64::MAX)
}

/// The selectivity of a search, in percent.
pub(crate) fn selectivity(text: &str) -> Result<u32, String> {
    number(text, 0..=MAX_SELECTIVITY)
}

/// The lines of a search.
pub(crate) fn lines(text: &str) -> Result<usize, String> {
    number(text, 1..=64)
}

/// The seed of random choices.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    number(text, 0..=u64::MAX)
}

/// A number of games: each opening is played twice, with the colours exchanged.
pub(crate) fn games(text: &str) -> Result<usize, String> {
    let even = number(text, 2..=1_000_000_000).ok().filter(|games| games % 2 == 0);
    even.ok_or_else(|| {
        "write an even number: each opening is played twice, with the colours exchanged".into()
    })
}

/// Which time a move costs.
pub(crate) fn move_clock(text: &str) -> Result<MoveClock, String> {
    match text {
        "wall" => Ok(MoveClock::Wall),
        "cpu" => Ok(MoveClock::Cpu),
        _ => Err("write wall or cpu".into()),
    }
}

/// A colour.
pub(crate) fn colour(text: &str) -> Result<Colour, String> {
    let colour = [Colour::Black, Colour::White].into_iter().find(|c| c.to_string() == text);
    colour.ok_or_else(|| "write black or white".into())
}

/// A time in seconds.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = read_duration(text).or_else(|| time(text, 1.0));
    seconds.ok_or_else(|| "write a time, such as 0.5 for half a second, or 200ms".into())
}

/// A time in minutes.
pub(crate) fn minutes(text: &str) -> Result<Duration, String> {
    time(text, 60.0).ok_or_else(|| "write a number of minutes, such as 15".into())
}

/// A yes or a no.
pub(crate) fn yes_or_no(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("write yes or no".into()),
    }
}

/// The hypotheses of a sequential test, or these and its risks.
pub(crate) fn sprt(text: &str) -> Result<Sprt, String> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|number| number.parse().ok()).collect();
    let (elo, risks) = match numbers.as_deref() {
        Some(&[elo0, elo1]) => ([elo0, elo1], [0.05, 0.05]),
        Some(&[elo0, elo1, alpha, beta]) => ([elo0, elo1], [alpha, beta]),
        _ => return Err("write 0,5 or 0,5,0.05,0.05: Elo, Elo, risk, risk".into()),
    };
    Sprt::try_new(elo, risks, EloModel::default()).map_err(|error| error.to_string())
}

/// The fewest and the most random moves of an opening.
pub(crate) fn opening(text: &str) -> Result<(u32, u32), String> {
    let numbers = text.split_once('-').and_then(|(fewest, most)| {
        let numbers: (u32, u32) = (fewest.parse().ok()?, most.parse().ok()?);
        (numbers.0 <= numbers.1 && numbers.1 <= 50).then_some(numbers)
    });
    numbers.ok_or_else(|| "write the fewest and the most, such as 4-24, at most 50".into())
}

fn number<N>(text: &str, range: RangeInclusive<N>) -> Result<N, String>
where
    N: FromStr + PartialOrd + ToString + Bounded,
{
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        let least = range.start().to_string();
        if *range.end() == N::MAX {
            return format!("write a number from {least} on");
        }
        format!("write a number from {least} to {}", range.end().to_string())
    })
}

/// A type of numbers with a largest one.
trait Bounded {
    const MAX: Self;
}

impl Bounded for u32 {
    const MAX: Self = Self::MAX;
}

impl Bounded for u64 {
    const MAX: Self = Self::MAX;
}

impl Bounded for usize {
    const MAX: Self = Self::MAX;
}

fn time(text: &str, unit_seconds: f64) -> Option<Duration> {
    let number: f64 = text.parse().ok()?;
    let time = Duration::try_from_secs_f64(number * unit_seconds).ok()?;
    (!time.is_zero()).then_some(time)
}

/// The address of a farm, or `@` and the file that it is in.
pub(crate) fn farm_address(text: &str) -> Result<FarmAddress, String> {
    match text.strip_prefix('@') {
        Some(path) => FarmAddress::read(Path::new(path)).map_err(|error| error.to_string()),
        None => text.parse().map_err(|error: NotAnAddress| error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_outside_their_range_are_refused_with_the_range() {
        assert_eq!(selectivity("30"), Ok(30));
        assert_eq!(selectivity("50").unwrap_err(), "write a number from 0 to 30");
        assert_eq!(threads("0").unwrap_err(), "write a number from 1 to 1024");
        assert_eq!(nodes("0").unwrap_err(), "write a number from 1 on");
        assert!(games("3").is_err() && games("0").is_err() && games("4").is_ok());
        assert!(seconds("0").is_err() && seconds("nan").is_err() && seconds("1e400").is_err());
    }
}
