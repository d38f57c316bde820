//! What a player has printed in a game, move by move: the referee has a line put into its log above what it prints for
//! each move.

use std::iter;

/// The line above what a player prints for the move after `plies` plies.
pub(crate) fn heading(plies: usize) -> String {
    format!("[move {}]\n", plies + 1)
}

/// The number of the move in such a line.
fn number(line: &str) -> Option<usize> {
    line.strip_prefix("[move ")?.strip_suffix(']')?.parse().ok()
}

/// The parts of a log, each with the number of its move, from 1; what was printed before the first move has the number
/// 0. A player can print such lines as well, but its numbers can only go up, and nobody is fooled but its author.
#[must_use]
pub fn printed(log: &str) -> Vec<(usize, String)> {
    let mut parts: Vec<(usize, String)> = Vec::new();
    let mut now = 0;
    for line in log.lines() {
        match number(line).filter(|&number| number > now) {
            Some(number) => now = number,
            None => match parts.last_mut().filter(|(number, _)| *number == now) {
                Some((_, text)) => text.extend(iter::once("\n").chain([line])),
                None => parts.push((now, line.into())),
            },
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_split_at_its_headings_and_numbers_only_go_up() {
        let log = "loading\n[move 2]\nI see 64\n\n[move 1]\n[move x]\n[move 10]\nbye";
        let parts = printed(log);
        let parts: Vec<(usize, &str)> =
            parts.iter().map(|(number, text)| (*number, text.as_str())).collect();
        let second = "I see 64\n\n[move 1]\n[move x]";
        assert_eq!(parts, [(0, "loading"), (2, second), (10, "bye")]);
        assert_eq!(printed(""), []);
        assert_eq!(heading(1), "[move 2]\n");
    }
}
