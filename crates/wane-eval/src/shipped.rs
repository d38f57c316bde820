//! The weights that are embedded in the program. The linker drops them from programs that do not
//! use them.

use wane_board::Objective;

use crate::Weights;

/// For the reversed game, made by `wane climb`; the manifest in the file says how.
const FEWEST: &[u8] = include_bytes!("../weights/fewest.bin");

/// For the normal game, made in the same way.
const MOST: &[u8] = include_bytes!("../weights/most.bin");

/// The embedded weights for an objective.
#[must_use]
pub fn shipped(objective: Objective) -> Weights {
    Weights::from_bytes(file(objective)).expect("a test has read this file")
}

/// The checksum of the embedded weights for an objective, which ends their file. It tells two of
/// them apart.
#[must_use]
pub fn shipped_checksum(objective: Objective) -> u64 {
    let end = file(objective).last_chunk().expect("a test has read this file");
    u64::from_le_bytes(*end)
}

fn file(objective: Objective) -> &'static [u8] {
    match objective {
        Objective::FewestDiscs => FEWEST,
        Objective::MostDiscs => MOST,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_weights_can_be_read_and_are_small_enough_for_a_browser() {
        for (objective, bytes) in [(Objective::FewestDiscs, FEWEST), (Objective::MostDiscs, MOST)] {
            let weights = Weights::from_bytes(bytes);
            assert!(weights.is_ok_and(|it| it.objective() == objective));
            assert_eq!(shipped(objective).objective(), objective);
            assert!(bytes.len() <= 3 << 20, "{}", bytes.len());
        }
        assert_ne!(
            shipped_checksum(Objective::FewestDiscs),
            shipped_checksum(Objective::MostDiscs)
        );
    }
}
