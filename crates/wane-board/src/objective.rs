//! [`Objective`]: who wins, and the score of a finished game. No other file negates a score for the
//! reversed game.
//!
//! Moves and flips are the same in both games; only the final score differs. Every score in the
//! program is positive if it is good for the side to move under the objective being played.

use std::fmt;
use std::ops::Neg;
use std::str::FromStr;

use crate::Board;

/// A score in discs, positive if it is good for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

impl Score {
    /// A score of this number of discs.
    #[must_use]
    pub const fn new(discs: i32) -> Self {
        Self(discs)
    }

    /// The score as a number of discs.
    #[must_use]
    pub const fn discs(self) -> i32 {
        self.0
    }
}

/// The same score for the other side.
impl Neg for Score {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// Always with its sign: `+14`, `-2`, `+0`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:+}", self.0))
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Which side wins: the one with fewer discs or the one with more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Objective {
    /// Reversed Reversi: the side with fewer discs wins.
    #[default]
    FewestDiscs,
    /// Reversi (Othello): the side with more discs wins.
    MostDiscs,
}

impl Objective {
    /// The score of a finished game for a side with `own` discs, if the other side has `opp` discs
    /// and `empty` squares are empty. Empty squares count as discs of the side with more discs.
    #[must_use]
    #[inline(always)]
    pub fn final_score(self, own: u32, opp: u32, empty: u32) -> Score {
        let difference = own.cast_signed() - opp.cast_signed();
        let score = Score(difference + difference.signum() * empty.cast_signed());
        match self {
            Self::FewestDiscs => -score,
            Self::MostDiscs => score,
        }
    }

    /// The lowest and the highest score that a side can still reach on a board of `squares`
    /// squares, given the number of stable discs of each side.
    #[must_use]
    #[inline(always)]
    pub fn bounds(self, stable_own: u32, stable_opp: u32, squares: u32) -> (Score, Score) {
        let all = squares.cast_signed();
        let least = Score(2 * stable_own.cast_signed() - all);
        let greatest = Score(all - 2 * stable_opp.cast_signed());
        match self {
            Self::FewestDiscs => (-greatest, -least),
            Self::MostDiscs => (least, greatest),
        }
    }
}

/// `fewest` or `most`, as [`Objective::from_str`] reads it.
impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::FewestDiscs => "fewest",
            Self::MostDiscs => "most",
        })
    }
}

impl FromStr for Objective {
    type Err = UnknownObjective;

    fn from_str(name: &str) -> Result<Self, UnknownObjective> {
        match name {
            "fewest" => Ok(Self::FewestDiscs),
            "most" => Ok(Self::MostDiscs),
            _ => Err(UnknownObjective { name: name.into() }),
        }
    }
}

/// No objective has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownObjective {
    /// The name that was given.
    pub name: String,
}

impl fmt::Display for UnknownObjective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not an objective, write fewest or most", self.name)
    }
}

impl std::error::Error for UnknownObjective {}

impl<const N: usize> Board<N> {
    /// The score of this finished game for the side to move.
    #[must_use]
    #[inline(always)]
    pub fn final_score(&self, objective: Objective) -> Score {
        objective.final_score(self.own().len(), self.opp().len(), self.empties().len())
    }

    /// The lowest and the highest score that the side to move can still reach, as bounded by the
    /// stable discs.
    #[must_use]
    pub fn score_bounds(&self, objective: Objective) -> (Score, Score) {
        let (own, opp) = self.stable_discs();
        objective.bounds(own.len(), opp.len(), Self::SQUARES.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bitboard;

    #[test]
    fn the_empties_count_for_the_side_with_more_discs() {
        assert_eq!(Objective::FewestDiscs.final_score(25, 36, 3), Score::new(14));
        assert_eq!(Objective::MostDiscs.final_score(25, 36, 3), Score::new(-14));
        assert_eq!(Objective::FewestDiscs.final_score(30, 30, 4), Score::new(0));
    }

    #[test]
    fn an_unknown_objective_is_told_the_known_ones() {
        let error = "chess".parse::<Objective>().unwrap_err();
        assert_eq!(error.to_string(), "\"chess\" is not an objective, write fewest or most");
        assert_eq!(format!("{:?}", Score::new(14)), "+14");
    }

    #[test]
    fn a_wiped_out_side_has_won_by_the_whole_board() {
        let board = Board::<8>::new(Bitboard::EMPTY, Board::<8>::START.opp());
        assert_eq!(board.final_score(Objective::FewestDiscs), Score::new(64));
        let board = Board::<6>::new(Bitboard::EMPTY, Board::<6>::START.opp());
        assert_eq!(board.final_score(Objective::FewestDiscs), Score::new(36));
    }

    #[test]
    fn stable_discs_bound_the_score_on_opposite_ends_in_the_two_games() {
        assert_eq!(Objective::FewestDiscs.bounds(5, 3, 64), (Score::new(-58), Score::new(54)));
        assert_eq!(Objective::MostDiscs.bounds(5, 3, 64), (Score::new(-54), Score::new(58)));
    }

    #[test]
    fn names_read_back() {
        for objective in [Objective::FewestDiscs, Objective::MostDiscs] {
            assert_eq!(objective.to_string().parse(), Ok(objective));
        }
        assert!("fewer".parse::<Objective>().is_err());
    }
}
