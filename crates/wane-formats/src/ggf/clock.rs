//! The time controls and times of GGF.

use crate::record::ClockInfo;

/// Reads `time[/[increment][/[grace]]]`; a missing grace time is two minutes.
pub(super) fn read_clock(value: &str) -> Option<ClockInfo> {
    let mut parts = value.split('/').map(str::trim);
    let main_ms = read_time(parts.next()?)?;
    let mut part_or = |default| match parts.next() {
        None | Some("") => Some(default),
        Some(part) => read_time(part),
    };
    Some(ClockInfo { main_ms, increment_ms: part_or(0)?, grace_ms: part_or(120_000)? })
}

/// Writes the canonical form.
pub(super) fn write_clock(clock: ClockInfo) -> String {
    let increment = if clock.increment_ms == 0 { String::new() } else { time(clock.increment_ms) };
    format!("{}/{increment}/{}", time(clock.main_ms), time(clock.grace_ms))
}

/// Reads `[[[days.]hours:]minutes:]seconds` in milliseconds. Seconds may have decimals.
pub(crate) fn read_time(value: &str) -> Option<u64> {
    let units = |text: &str, unit_ms| text.parse::<u64>().ok()?.checked_mul(unit_ms);
    let mut parts = value.rsplit(':');
    let last = parts.next()?;
    let (seconds, fraction) = last.split_once('.').unwrap_or((last, ""));
    let thousandths: String = fraction.chars().chain("000".chars()).take(3).collect();
    let mut total_ms = units(seconds, 1000)?.checked_add(units(&thousandths, 1)?)?;
    if let Some(minutes) = parts.next() {
        total_ms = total_ms.checked_add(units(minutes, 60_000)?)?;
    }
    if let Some(hours) = parts.next() {
        let (days, hours) = hours.split_once('.').unwrap_or(("0", hours));
        total_ms = total_ms.checked_add(units(hours, 3_600_000)?)?;
        total_ms = total_ms.checked_add(units(days, 24 * 3_600_000)?)?;
    }
    parts.next().is_none().then_some(total_ms)
}

/// Writes the time of a move: seconds with two decimals, or three if needed.
pub(crate) fn write_seconds(ms: u64) -> String {
    let text = format!("{}.{:03}", ms / 1000, ms % 1000);
    text.strip_suffix('0').unwrap_or(&text).to_string()
}

/// Writes a canonical time: minutes and seconds, and hours or decimals only if needed.
fn time(ms: u64) -> String {
    let (seconds, fraction) = (ms / 1000, ms % 1000);
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    let mut text = match hours {
        0 => format!("{minutes:02}:{:02}", seconds % 60),
        _ => format!("{hours:02}:{:02}:{:02}", minutes % 60, seconds % 60),
    };
    if fraction != 0 {
        text += &format!(".{fraction:03}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_and_written() {
        let clock =
            |main_ms, increment_ms, grace_ms| Some(ClockInfo { main_ms, increment_ms, grace_ms });
        assert_eq!(read_clock("05:00//02:00"), clock(300_000, 0, 120_000));
        assert_eq!(read_clock("15"), clock(15_000, 0, 120_000));
        assert_eq!(read_clock("1.02:03:04.5/2/0"), clock(93_784_500, 2_000, 0));
        assert_eq!(read_clock("soon"), None);
        assert_eq!(read_clock("1:2:3:4"), None);
        assert_eq!(read_clock("99999999999999999999"), None);
        assert_eq!(read_clock("9999999999999999.0:0:3"), None);
        for text in ["05:00//02:00", "00:10/00:00.100/00:00", "26:03:04.500/00:02/00:00"] {
            assert_eq!(write_clock(read_clock(text).unwrap()), text);
        }
    }

    #[test]
    fn every_time_that_is_written_is_read_back() {
        let edges = [0, 1, 10, 999, 1000, 59_999, 60_000, 3_599_999, 3_600_000, u64::MAX];
        for ms in edges.into_iter().chain((0..64).map(|bit| 1 << bit)) {
            assert_eq!(read_time(&time(ms)), Some(ms));
            assert_eq!(read_time(&write_seconds(ms)), Some(ms));
        }
    }
}
