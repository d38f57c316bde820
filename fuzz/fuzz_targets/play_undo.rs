//! Any discs and any sequence of moves, passes and undos: the invariants of the rules hold.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wane_board::{
    AnyBackend, Backend, Bitboard, Board, Colour, Game, Kernel, Position, Reference, Square,
};

/// Legal moves and flips of a board with the fastest backend of this CPU.
struct Fast<const N: usize>(Board<N>, Square);

impl<const N: usize> Kernel for Fast<N> {
    type Output = (Bitboard, Bitboard);

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> (Bitboard, Bitboard) {
        (self.0.legal_moves_by(backend), self.0.flips_by(backend, self.1))
    }
}

fn play<const N: usize>(discs: [u64; 2], steps: &[u8]) {
    let own = Bitboard::from_bits(discs[0]) & Board::<N>::SQUARES;
    let opp = (Bitboard::from_bits(discs[1]) & Board::<N>::SQUARES) - own;
    let is_empty = own.is_empty() && opp.is_empty();
    let board = if is_empty { Board::<N>::START } else { Board::new(own, opp) };
    let start = Game::from_position(Position { board, side: Colour::Black });
    let mut game = start.clone();
    for step in steps {
        let square = Square::new(step & 63);
        let before = game.clone();
        let board = game.position().board;
        let (moves, flips) = AnyBackend::best().run(Fast(board, square));
        assert_eq!(moves, board.legal_moves_by(Reference));
        assert_eq!(flips, board.flips_by(Reference, square));
        match step >> 6 {
            0 | 1 => match game.play(square) {
                Ok(()) => assert!(game.history().len() > before.history().len()),
                Err(error) => {
                    assert!(!error.legal.contains(square));
                    assert_eq!(game, before);
                }
            },
            2 => assert_eq!(game.pass().is_ok(), board.must_pass()),
            _ => assert_eq!(game.undo().is_some(), !before.history().is_empty()),
        }
        let now = game.position().board;
        assert!(now.own().is_disjoint(now.opp()));
        let (stable_own, stable_opp) = now.stable_discs();
        assert!(stable_own.is_subset(now.own()) && stable_opp.is_subset(now.opp()));
        assert_eq!(now.canonical().0.canonical().0, now.canonical().0);
    }
    assert_eq!(game.positions().last(), Some(game.position()));
    while game.undo().is_some() {}
    assert_eq!(game, start);
}

fuzz_target!(|input: (u8, [u64; 2], Vec<u8>)| {
    let (size, discs, steps) = input;
    match size % 3 {
        0 => play::<4>(discs, &steps),
        1 => play::<6>(discs, &steps),
        _ => play::<8>(discs, &steps),
    }
});
