//! The class `Board`.

use numpy::ndarray::Array2;
use numpy::{AllowTypeChange, PyArray2, PyArrayLike2, PyArrayMethods, ToPyArray};
use pyo3::prelude::*;
use wane_board::{AnyGame, AnyPosition, Bitboard, Colour, Move, Objective, Symmetry, with_size};
use wane_formats::board_text;

use crate::argument::{
    action, name, names, pair, parse_move, pass_action, read_move, read_objective, read_side,
    read_size, side, square_names,
};
use crate::array::{read_board, write_board};
use crate::board_picture::{svg, text};
use crate::failure::{illegal_move, value_error};

/// A position with the side to move, and the moves that led to it.
///
/// Sides are `wane.BLACK` (-1) and `wane.WHITE` (1). A move is a name such as `'f5'` or `'pass'`, a pair
/// `(row, column)`, or an action, `row * size + column`. Two boards are equal if their discs and their side to move
/// are, whatever was played before; do not change a board that is a key of a dictionary.
///
/// >>> import wane
/// >>> board = wane.Board()
/// >>> board.legal_moves()
/// ['d3', 'c4', 'f5', 'e6']
/// >>> board.play('f5')
/// >>> board.side == wane.WHITE
/// True
/// >>> board.undo()
/// 'f5'
#[pyclass(module = "wane")]
#[derive(Clone)]
pub(crate) struct Board {
    game: AnyGame,
}

impl From<AnyGame> for Board {
    fn from(game: AnyGame) -> Self {
        Self { game }
    }
}

impl From<AnyPosition> for Board {
    fn from(position: AnyPosition) -> Self {
        Self { game: AnyGame::from_position(position) }
    }
}

impl Board {
    pub(crate) fn game(&self) -> &AnyGame {
        &self.game
    }

    pub(crate) fn position(&self) -> AnyPosition {
        self.game.position()
    }
}

/// Plays a move of any kind.
pub(crate) fn play(game: &mut AnyGame, mv: Move) -> PyResult<()> {
    match mv {
        Move::Place(square) => game.play(square).map_err(illegal_move),
        Move::Pass => game.pass().map_err(illegal_move),
    }
}

#[pymethods]
impl Board {
    /// The start position, Black to move.
    #[new]
    #[pyo3(signature = (size=8))]
    fn new(size: usize) -> PyResult<Self> {
        Ok(AnyGame::new(read_size(size)?).into())
    }

    /// The position of a text: the squares row by row, X for Black, O for White and - for empty, then the side to
    /// move.
    ///
    /// >>> wane.Board.from_text('-----OX--XO----- X').size
    /// 4
    #[staticmethod]
    fn from_text(text: &str) -> PyResult<Self> {
        Ok(board_text::parse(text).map_err(value_error)?.into())
    }

    /// The position of a square array: -1 is a black disc, 1 a white one, 0 an empty square.
    ///
    /// >>> import numpy as np
    /// >>> array = np.zeros((8, 8), dtype=np.int8)
    /// >>> array[3, 3] = array[4, 4] = wane.WHITE
    /// >>> array[3, 4] = array[4, 3] = wane.BLACK
    /// >>> wane.Board.from_array(array, wane.BLACK) == wane.Board()
    /// True
    #[staticmethod]
    #[pyo3(signature = (array, side=-1), text_signature = "(array, side=-1)")]
    fn from_array(
        #[pyo3(from_py_with = integers)] array: Array2<i64>,
        side: i64,
    ) -> PyResult<Self> {
        Ok(read_board(array.view(), read_side(side)?)?.into())
    }

    /// The position of two sets of squares; bit `row * 8 + column` is a square, on every size.
    ///
    /// >>> start = wane.Board()
    /// >>> wane.Board.from_bits(start.black, start.white) == start
    /// True
    #[staticmethod]
    #[pyo3(signature = (black, white, side=-1, size=8), text_signature = "(black, white, side=-1, size=8)")]
    fn from_bits(black: u64, white: u64, side: i64, size: usize) -> PyResult<Self> {
        let discs = (Bitboard::from_bits(black), Bitboard::from_bits(white));
        let position =
            AnyPosition::from_discs(read_size(size)?, discs.0, discs.1, read_side(side)?);
        Ok(position.map_err(value_error)?.into())
    }

    /// The number of rows: 4, 6 or 8.
    #[getter]
    fn size(&self) -> usize {
        self.game.size().rows()
    }

    /// The side to move: `wane.BLACK` or `wane.WHITE`.
    #[getter]
    fn side(&self) -> i8 {
        side(self.position().side())
    }

    /// The black discs; bit `row * 8 + column` is a square.
    #[getter]
    fn black(&self) -> u64 {
        self.position().discs(Colour::Black).bits()
    }

    /// The white discs; bit `row * 8 + column` is a square.
    #[getter]
    fn white(&self) -> u64 {
        self.position().discs(Colour::White).bits()
    }

    /// The number of black and of white discs.
    ///
    /// >>> wane.Board().discs
    /// (2, 2)
    #[getter]
    fn discs(&self) -> (u32, u32) {
        let position = self.position();
        (position.discs(Colour::Black).len(), position.discs(Colour::White).len())
    }

    /// The number of empty squares.
    #[getter]
    fn empties(&self) -> u32 {
        with_size!(self.position().board(), board => board.empties().len())
    }

    /// Whether neither side has a legal move.
    #[getter]
    fn is_over(&self) -> bool {
        self.position().is_game_over()
    }

    /// Whether the side to move has no legal move and the other side has one.
    #[getter]
    fn must_pass(&self) -> bool {
        self.position().must_pass()
    }

    /// The side with fewer discs at the end of the game, 0 for a draw; `None` before the end.
    #[getter]
    fn winner(&self) -> Option<i8> {
        let position = self.position();
        position.is_game_over().then(|| {
            match position.final_score(Objective::FewestDiscs).discs() {
                ..0 => side(!position.side()),
                0 => 0,
                1.. => side(position.side()),
            }
        })
    }

    /// The score of a finished game for a side, by default Black; positive if it has won. Empty squares count for
    /// the side with more discs.
    #[pyo3(signature = (side=-1, objective="fewest"), text_signature = "($self, side=-1, objective=\"fewest\")")]
    fn final_score(&self, side: i64, objective: &str) -> PyResult<i32> {
        let position = self.position();
        if !position.is_game_over() {
            return Err(value_error("the game is not over, so it has no score yet"));
        }
        let score = position.final_score(read_objective(objective)?).discs();
        Ok(if read_side(side)? == position.side() { score } else { -score })
    }

    /// The legal moves by name, in reading order; `['pass']` if there is nothing else, and nothing if the game is
    /// over.
    fn legal_moves(&self) -> Vec<String> {
        let position = self.position();
        if position.must_pass() {
            return names(&[Move::Pass]);
        }
        square_names(position.legal_moves())
    }

    /// The legal squares as pairs `(row, column)`, as the contest wants them.
    ///
    /// >>> wane.Board().legal_pairs()
    /// [(2, 3), (3, 2), (4, 5), (5, 4)]
    fn legal_pairs(&self) -> Vec<(u8, u8)> {
        self.position().legal_moves().into_iter().map(pair).collect()
    }

    /// The legal moves as actions: `row * size + column`, and `size * size` for a forced pass.
    ///
    /// >>> wane.Board().legal_actions()
    /// [19, 26, 37, 44]
    fn legal_actions(&self) -> Vec<usize> {
        let (position, size) = (self.position(), self.game.size());
        if position.must_pass() {
            return vec![pass_action(size.rows())];
        }
        position.legal_moves().into_iter().map(|square| action(square, size.rows())).collect()
    }

    /// The legal squares as a set; bit `row * 8 + column` is a square.
    fn legal_bits(&self) -> u64 {
        self.position().legal_moves().bits()
    }

    /// The legal squares as an array of truth values.
    ///
    /// >>> wane.Board().legal_array().sum()
    /// np.int64(4)
    fn legal_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let legal = self.position().legal_moves();
        let squares = self.game.size().squares().into_iter();
        square_array(py, squares.map(|square| legal.contains(square)).collect(), self.size())
    }

    /// Plays a move for the side to move. If that side must pass and the move is one of the other side, the pass
    /// is played first.
    ///
    /// >>> board = wane.Board()
    /// >>> for move in ['f5', (5, 3), 18]: board.play(move)
    /// >>> board.moves()
    /// ['f5', 'd6', 'c3']
    fn play(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let mv = read_move(r#move, self.game.size())?;
        play(&mut self.game, mv)
    }

    /// Takes back the last move or pass and returns it; `None` if there is none.
    fn undo(&mut self) -> Option<String> {
        self.game.undo().map(name)
    }

    /// The moves and passes that were played on this board.
    fn moves(&self) -> Vec<String> {
        self.game.history().iter().map(|played| name(played.mv)).collect()
    }

    /// The discs that a move would flip, by name.
    ///
    /// >>> wane.Board().flips('f5')
    /// ['e5']
    fn flips(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        Ok(match read_move(r#move, self.game.size())? {
            Move::Place(square) => square_names(self.position().flips(square)),
            Move::Pass => Vec::new(),
        })
    }

    /// The discs as an array: -1 is black, 1 is white, 0 is empty.
    ///
    /// >>> wane.Board(4).to_array()
    /// array([[ 0,  0,  0,  0],
    ///        [ 0,  1, -1,  0],
    ///        [ 0, -1,  1,  0],
    ///        [ 0,  0,  0,  0]], dtype=int8)
    fn to_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        square_array(py, write_board(&self.position()), self.size())
    }

    /// The position as a text, which `from_text` reads.
    ///
    /// >>> wane.Board(4).to_text()
    /// '-----OX--XO----- X'
    fn to_text(&self) -> String {
        board_text::write(&self.position())
    }

    /// A 64-bit hash of discs and side to move, the same in every process.
    #[getter]
    fn key(&self) -> u64 {
        let position = self.position();
        let key = with_size!(position.board(), board => board.key().bits());
        // The board is seen by the side to move, so both colours have the same key.
        if position.side() == Colour::Black { key } else { !key }
    }

    /// The eight symmetric positions, this one first; some may be equal.
    fn symmetries(&self) -> Vec<Self> {
        let position = self.position();
        let turned = |symmetry: Symmetry| {
            let board = with_size!(BySize: position.board(), board => symmetry.apply(&board));
            AnyPosition::new(board, position.side()).into()
        };
        Symmetry::ALL.into_iter().map(turned).collect()
    }

    /// The same position for all symmetric ones.
    ///
    /// >>> first = [wane.Board() for _ in range(4)]
    /// >>> for board, move in zip(first, first[0].legal_moves()): board.play(move)
    /// >>> len({board.canonical() for board in first})
    /// 1
    fn canonical(&self) -> Self {
        let position = self.position();
        let board = with_size!(BySize: position.board(), board => board.canonical().0);
        AnyPosition::new(board, position.side()).into()
    }

    /// A copy with its own moves.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.borrow().position() == self.position())
    }

    fn __hash__(&self) -> u64 {
        self.key()
    }

    fn __getstate__(&self) -> (String, Vec<String>) {
        (board_text::write(&self.game.start()), self.moves())
    }

    fn __setstate__(&mut self, state: (String, Vec<String>)) -> PyResult<()> {
        let (start, moves) = state;
        let mut game = AnyGame::from_position(board_text::parse(&start).map_err(value_error)?);
        for mv in &moves {
            let mv = parse_move(mv, game.size())?;
            play(&mut game, mv)?;
        }
        self.game = game;
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("Board.from_text('{}')", self.to_text())
    }

    fn __str__(&self) -> String {
        text(&self.game)
    }

    fn _repr_svg_(&self) -> String {
        svg(&self.game)
    }

    fn _repr_html_(&self) -> String {
        format!("<div style=\"max-width:20em\">{}</div>", svg(&self.game))
    }
}

/// Values, row by row, as an array with as many rows as columns.
fn square_array<T: numpy::Element>(
    py: Python<'_>,
    values: Vec<T>,
    rows: usize,
) -> PyResult<Bound<'_, PyArray2<T>>> {
    values.to_pyarray(py).reshape([rows, rows])
}

/// An array of whole numbers of any type, or nested lists.
fn integers(value: &Bound<'_, PyAny>) -> PyResult<Array2<i64>> {
    let array: PyArrayLike2<'_, i64, AllowTypeChange> = value
        .extract()
        .map_err(|_| value_error("a board is an array of rows and columns with whole numbers"))?;
    Ok(array.as_array().to_owned())
}
