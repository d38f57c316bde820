//! The weights that are embedded in the program. The linker drops them from programs that do not
//! use them.

use wane_board::Objective;

use crate::Weights;

/// For the reversed game, made by `wane climb`; the manifest in the file says how.
const FEWEST: &[u8] = include_bytes!("../../../weights/fewest.bin");

/// The embedded weights for an objective, or `None` if there are none.
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
    fn the_embedded_weights_can_be_read_and_are_small_enough_for_a_browser() {
        let weights = Weights::from_bytes(FEWEST);
        assert!(weights.is_ok_and(|it| it.objective() == Objective::FewestDiscs));
        assert!(FEWEST.len() <= 3 << 20, "{}", FEWEST.len());
        assert!(shipped(Objective::MostDiscs).is_none());
    }
}
