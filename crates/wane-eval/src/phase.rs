//! The phases of a game; each has its own weights.

/// The number of phases of a game; each lasts four discs.
pub const PHASES: usize = 15;

/// The phase of a position with this number of discs.
#[must_use]
#[inline(always)]
pub const fn phase(discs: u32) -> usize {
    let phase = (discs.saturating_sub(4) / 4) as usize;
    if phase < PHASES { phase } else { PHASES - 1 }
}
