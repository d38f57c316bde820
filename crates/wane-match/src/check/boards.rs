//! The ten boards that an agent is asked about, each with another difficulty.
//!
//! They are found in random games from fixed seeds, so they are the same in every run, exist on every size, and
//! have a history that a protocol can replay.

use wane_board::{AnyGame, AnyPosition, Bitboard, Colour, Size, Square};
use wane_random::Rng;

use super::finding::TestBoard;

/// The seed of the random games; board n uses this seed plus n.
const SEED: u64 = 5;

/// How many games are searched for a board. All boards are found in far fewer.
const MAX_GAMES: usize = 100_000;

/// One of the ten boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TestPosition {
    /// From 1.
    pub(super) number: usize,
    /// What is special about it.
    pub(super) kind: TestBoard,
    /// A game that ends with the board.
    pub(super) game: AnyGame,
    /// Whether its game continues the game of the board before, by one move of each side.
    pub(super) is_continuation: bool,
}

/// The board that is asked about several times, from 0.
pub(super) const REPEATED: usize = 2;

/// The ten boards.
pub(super) fn ten(size: Size) -> Vec<TestPosition> {
    use Colour::{Black, White};
    let all = size.squares().len();
    let many = match size {
        Size::Four => 5,
        Size::Six => 10,
        Size::Eight => 16,
    };
    let find = |number: u64, side: Colour, is_right: &dyn Fn(&AnyPosition, u32) -> bool| {
        first(size, SEED + number, |game| {
            let position = game.position();
            let moves = position.legal_moves().len();
            (position.side() == side && is_right(&position, moves)).then(|| game.clone())
        })
    };
    let (one_move, no_move) = forced_twice(size, SEED + 8);
    let games = [
        (TestBoard::Start, AnyGame::new(size)),
        (TestBoard::WhitesFirstMove, find(2, White, &|_, moves| moves > 0)),
        (TestBoard::Middle, find(3, Black, &|at, moves| 2 * empties(at) == all && moves > 3)),
        (TestBoard::ManyMoves, find(4, White, &|_, moves| moves >= many)),
        (TestBoard::Corner, find(5, Black, &|at, _| takes_corner(at))),
        (TestBoard::OppositeEdges, find(6, White, &|at, moves| moves > 0 && can_wrap(at))),
        (TestBoard::TwoMoves, find(7, Black, &|at, moves| 5 * empties(at) < all && moves == 2)),
        (TestBoard::OneMove, one_move),
        (TestBoard::NoMove, no_move),
        (TestBoard::OneEmpty, find(10, Black, &|at, moves| empties(at) == 1 && moves == 1)),
    ];
    let numbered = games.into_iter().zip(1..).map(|((kind, game), number)| {
        let is_continuation = game.position().must_pass();
        TestPosition { number, kind, game, is_continuation }
    });
    numbered.collect()
}

/// The illegal squares that would be legal if lines continued past the upper and the left edge, as they do for a
/// program in Python that reads row or column -1.
pub(super) fn wrapped(position: &AnyPosition) -> Bitboard {
    let legal = position.legal_moves();
    let is_free = |square: &Square| position.disc_at(*square).is_none() && !legal.contains(*square);
    let steps = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
    let turns = |square: &Square| steps.into_iter().any(|step| wraps(position, *square, step));
    position.size().squares().into_iter().filter(is_free).filter(turns).collect()
}

/// Whether a line past an edge brackets discs of the opponent.
fn wraps(position: &AnyPosition, square: Square, (down, right): (i8, i8)) -> bool {
    let rows = i8::try_from(position.size().rows()).expect("it is 8 at most");
    let (row, column) = (square.row().cast_signed(), square.column().cast_signed());
    let at = |distance: i8| {
        let (row, column) = (row + distance * down, column + distance * right);
        let is_found = row < rows && column < rows;
        let index = |place: i8| place.rem_euclid(rows).cast_unsigned();
        Square::at(index(column), index(row)).filter(|_| is_found)
    };
    let discs = (1..rows).map_while(|distance| position.disc_at(at(distance)?));
    let run = discs.clone().take_while(|&disc| disc != position.side()).count();
    run > 0 && discs.count() > run
}

/// White has one move, and after Black's reply none.
fn forced_twice(size: Size, seed: u64) -> (AnyGame, AnyGame) {
    first(size, seed, |game| {
        let position = game.position();
        let only = position.legal_moves().first()?;
        if position.side() == Colour::Black || position.legal_moves().len() > 1 {
            return None;
        }
        let mut next = game.clone();
        next.play(only).ok()?;
        next.position().legal_moves().into_iter().find_map(|reply| {
            let mut later = next.clone();
            later.play(reply).ok()?;
            let position = later.position();
            let is_found = position.must_pass() && 8 * empties(&position) > size.squares().len();
            is_found.then(|| (game.clone(), later))
        })
    })
}

/// The first result of `look` in random games, move by move.
fn first<T>(size: Size, seed: u64, mut look: impl FnMut(&AnyGame) -> Option<T>) -> T {
    let mut rng = Rng::new(seed);
    for _ in 0..MAX_GAMES {
        let mut game = AnyGame::new(size);
        while !game.position().is_game_over() {
            if let Some(found) = look(&game) {
                return found;
            }
            random_move(&mut rng, &mut game);
        }
    }
    unreachable!("the tests find all boards of all sizes")
}

/// Plays a random move, or passes if there is none.
pub(super) fn random_move(rng: &mut Rng, game: &mut AnyGame) {
    let played = match rng.pick(game.position().legal_moves()) {
        Some(square) => game.play(square).is_ok(),
        None => game.pass().is_ok(),
    };
    debug_assert!(played, "there is a legal move or a pass");
}

fn takes_corner(position: &AnyPosition) -> bool {
    let is_end = |place: u8| place == 0 || usize::from(place) + 1 == position.size().rows();
    position.legal_moves().into_iter().any(|square| is_end(square.row()) && is_end(square.column()))
}

fn can_wrap(position: &AnyPosition) -> bool {
    !wrapped(position).is_empty()
}

fn empties(position: &AnyPosition) -> u32 {
    let discs = position.discs(Colour::Black).len() + position.discs(Colour::White).len();
    position.size().squares().len() - discs
}

#[cfg(test)]
mod tests {
    use wane_formats::board_text;

    use super::*;

    #[test]
    fn all_boards_are_found_on_all_sizes_and_are_what_their_names_say() {
        for size in Size::ALL {
            let boards = ten(size);
            assert_eq!(boards, ten(size));
            let positions: Vec<AnyPosition> =
                boards.iter().map(|board| board.game.position()).collect();
            let moves = |index: usize| positions[index].legal_moves();
            assert_eq!(positions[0], AnyPosition::start(size));
            assert_eq!(boards[1].game.history().len(), 1);
            assert_eq!(2 * empties(&positions[REPEATED]), size.squares().len());
            assert!(moves(3).len() > moves(2).len().min(4));
            assert_eq!((moves(6).len(), moves(7).len(), moves(9).len()), (2, 1, 1));
            assert!(positions[8].must_pass() && boards[8].is_continuation);
            assert_eq!(boards[8].game.history().len(), boards[7].game.history().len() + 2);
            assert_eq!(boards.iter().filter(|board| board.is_continuation).count(), 1);
            assert_eq!(empties(&positions[9]), 1);
            assert!(empties(&positions[8]) > 2);
            let white = positions.iter().filter(|position| position.side() == Colour::White);
            assert_eq!(white.count(), 5);
            for board in &boards {
                assert!(!board.game.position().is_game_over(), "{size} {:?}", board.kind);
            }
        }
    }

    #[test]
    fn lines_past_the_upper_and_the_left_edge_are_seen_and_no_others() {
        let squares = |text| wrapped(&board_text::parse(text).unwrap()).to_string();
        // From b4 to the left there is a4, and where the row ends d4.
        assert_eq!(squares("------------O--X X"), "b4");
        // From c4 to the right there is d4 and then an error.
        assert_eq!(squares("------------X--O X"), "");
        assert_eq!(wrapped(&AnyPosition::start(Size::Eight)), Bitboard::default());
    }
}
