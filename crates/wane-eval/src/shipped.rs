//! The weights that come with the program. Whoever does not ask for them does not carry them.

use wane_board::Objective;

use crate::Weights;

/// For the reversed game; made by `wane climb`, as its manifest tells.
const FEWEST: &[u8] = include_bytes!("../../../weights/fewest.bin");

/// The weights that come with the program, for the game that there are some for.
#[must_use]
pub fn shipped(objective: Objective) -> Option<Weights> {
    match objective {
        Objective::FewestDiscs => {
            Some(Weights::from_bytes(FEWEST).expect("a test has read this file"))
        }
        Objective::MostDiscs => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shipped_can_be_read_and_is_small_enough_for_a_browser() {
        let weights = Weights::from_bytes(FEWEST);
        assert!(weights.is_ok_and(|it| it.objective() == Objective::FewestDiscs));
        assert!(FEWEST.len() <= 3 << 20, "{}", FEWEST.len());
        assert!(shipped(Objective::MostDiscs).is_none());
    }
}
