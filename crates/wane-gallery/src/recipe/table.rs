//! [`Table`]: a weight for every square.

use wane_board::{Bitboard, Board};

use super::ONE;

/// A weight for every square of 8x8, in units of 1 / [`ONE`], row by row. A smaller board has the squares around the four
/// corners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table(Box<[i64; 64]>);

impl Table {
    /// A table with these weights, row by row.
    #[must_use]
    pub fn new(weights: [i64; 64]) -> Self {
        Self(Box::new(weights))
    }

    /// A table that every symmetry of the board maps to itself, by [`Board::SYMMETRY_CLASSES`]: the first row from the
    /// corner to the middle, the second from the diagonal, and so on.
    #[must_use]
    pub fn symmetric(classes: [i64; 10]) -> Self {
        let mut weights = [0; 64];
        for (weight, class) in classes.into_iter().zip(Board::<8>::SYMMETRY_CLASSES) {
            for square in class {
                weights[square.index()] = weight;
            }
        }
        Self::new(weights)
    }

    /// The same with whole numbers.
    #[must_use]
    pub(crate) fn symmetric_whole(classes: [i64; 10]) -> Self {
        Self::symmetric(classes.map(|weight| weight * ONE))
    }

    /// The weights, row by row.
    #[must_use]
    pub fn weights(&self) -> &[i64; 64] {
        &self.0
    }

    /// The ten weights of a table that is symmetric.
    #[must_use]
    pub fn classes(&self) -> Option<[i64; 10]> {
        let classes = Board::<8>::SYMMETRY_CLASSES
            .map(|class| class.first().map_or(0, |square| self.0[square.index()]));
        (Self::symmetric(classes) == *self).then_some(classes)
    }

    /// The weights on a board of this size, by the index of the square.
    fn on_board<const N: usize>(&self) -> [i64; 64] {
        let mut weights = [0; 64];
        let unfold = |at: usize| if at < N / 2 { at } else { at + 8 - N };
        for square in Board::<N>::SQUARES {
            let (row, column) = (square.index() / 8, square.index() % 8);
            weights[square.index()] = self.0[unfold(row) * 8 + unfold(column)];
        }
        weights
    }
}

/// The weights of a table on a board, ready to be summed.
#[derive(Clone, Debug)]
pub(crate) enum Weights {
    /// Of a symmetric table, by class.
    Classes([i64; 10]),
    /// By the index of the square.
    Squares(Box<[i64; 64]>),
}

impl Weights {
    pub(crate) fn of<const N: usize>(table: &Table) -> Self {
        match table.classes() {
            Some(classes) => Self::Classes(classes),
            None => Self::Squares(Box::new(table.on_board::<N>())),
        }
    }

    /// Each weight by a function.
    pub(crate) fn map(&self, change: impl Fn(i64) -> i64) -> Self {
        match self {
            Self::Classes(classes) => Self::Classes(classes.map(change)),
            Self::Squares(squares) => Self::Squares(Box::new(squares.map(change))),
        }
    }

    /// The sum of the weights of these squares.
    pub(crate) fn sum<const N: usize>(&self, squares: Bitboard) -> i64 {
        match self {
            Self::Classes(weights) => {
                let classes = weights.iter().zip(Board::<N>::SYMMETRY_CLASSES);
                classes.map(|(weight, class)| weight * i64::from((squares & class).len())).sum()
            }
            Self::Squares(weights) => {
                squares.into_iter().map(|square| weights[square.index()]).sum()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::samples::set;

    /// No symmetry maps this table to itself.
    fn skew() -> Table {
        Table::new(std::array::from_fn(|index| i64::try_from(index * index).unwrap()))
    }

    #[test]
    fn classes_and_squares_give_the_same_sums() {
        let classes = [-9, 2, 3, 4, 5, 6, 7, 8, 90, 100];
        let table = Table::symmetric(classes);
        assert_eq!(table.classes(), Some(classes));
        assert_eq!(skew().classes(), None);
        let squares = set("a1 b1 h8 d4 e5 g7 c6");
        let plain: i64 = squares.into_iter().map(|square| table.weights()[square.index()]).sum();
        assert_eq!(Weights::of::<8>(&table).sum::<8>(squares), plain);
        assert_eq!(Weights::Squares(Box::new(table.on_board::<8>())).sum::<8>(squares), plain);
        let small = set("a1 b2 d4 c3 a4");
        assert_eq!(Weights::of::<4>(&table).sum::<4>(small), -9 + 5 - 9 + 5 - 9);
        let each = Weights::Squares(Box::new(table.on_board::<4>()));
        assert_eq!(each.sum::<4>(small), -9 + 5 - 9 + 5 - 9);
    }

    #[test]
    fn a_smaller_board_has_the_squares_around_the_corners() {
        let weights = skew().on_board::<4>();
        let square = |name: &str| set(name).first().unwrap().index();
        for (small, large) in [("a1", "a1"), ("b1", "b1"), ("c1", "g1"), ("d4", "h8"), ("b3", "b7")]
        {
            assert_eq!(weights[square(small)], skew().weights()[square(large)], "{small}");
        }
    }
}
