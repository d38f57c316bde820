//! All positions after a number of moves, up to symmetry.

use std::collections::BTreeSet;

use wane_board::Game;

/// One game for every position after a number of moves, up to symmetry, sorted by their squares. Of all
/// games that lead to a position it is the first.
pub(super) fn positions(moves: usize) -> Vec<Game<8>> {
    let mut games = vec![Game::new()];
    for _ in 0..moves {
        let mut seen = BTreeSet::new();
        let mut longer = Vec::new();
        for game in &games {
            for square in game.position().legal_moves() {
                let mut game = game.clone();
                game.play(square).expect("the move is legal");
                if seen.insert(game.position().board.canonical().0) {
                    longer.push(game);
                }
            }
        }
        games = longer;
    }
    games
}

#[cfg(test)]
mod tests {
    use wane_board::{Colour, Square};

    use super::*;

    #[test]
    fn the_numbers_of_positions_are_the_published_ones() {
        let counts: Vec<usize> = (0..=8).map(|moves| positions(moves).len()).collect();
        assert_eq!(counts, [1, 1, 3, 14, 60, 322, 1773, 10_649, 67_245]);
    }

    #[test]
    fn the_games_are_sorted_and_have_no_pass() {
        let games = positions(6);
        let squares = |game: &Game<8>| game.squares().map(Square::index).collect::<Vec<_>>();
        assert!(games.is_sorted_by(|one, next| squares(one) < squares(next)));
        assert!(games.iter().all(|game| game.position().side == Colour::Black));
    }
}
