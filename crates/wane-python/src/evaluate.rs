//! The functions `evaluate` and `evaluate_batch`.

use numpy::ndarray::ArrayView2;
use numpy::{
    AllowTypeChange, IntoPyArray, PyArray1, PyArrayLike1, PyArrayLike3, PyReadonlyArray2,
    PyReadonlyArray3,
};
use pyo3::prelude::*;
use wane_board::{
    AnyBackend, AnyBoard, Backend, Bitboard, Board as Discs, Kernel, Objective, with_size,
};
use wane_eval::{Evaluator, HandMade, Learned, Value};

use crate::argument::{read_objective, read_side};
use crate::array::{BLACK, WHITE, contiguous, read_bits};
use crate::board::Board;
use crate::failure::{type_error, value_error};
use crate::report::discs;
use crate::weights::{Weights, one};

/// The static evaluation of a board in discs, positive if it is good for the side to move. Boards of 8x8 have
/// learned weights, others a hand-made evaluation; a finished game has its score.
///
/// >>> wane.evaluate(wane.Board()) == wane.evaluate(wane.Board().canonical())
/// True
#[pyfunction]
#[pyo3(signature = (board, weights=None, objective="fewest"))]
pub(crate) fn evaluate(board: &Board, weights: Option<&Weights>, objective: &str) -> PyResult<f64> {
    let objective = read_objective(objective)?;
    let backend = AnyBackend::best();
    let value = match board.position().board() {
        AnyBoard::Eight(board) => {
            let evaluator = Learned::new(one(weights, objective)?);
            backend.run(One { evaluator: &evaluator, board: &board, objective })
        }
        board => with_size!(board, board => {
            backend.run(One { evaluator: &HandMade::new(objective), board: &board, objective })
        }),
    };
    Ok(discs(value))
}

/// The static evaluations of many boards of 8x8, in discs for the side to move, as float32.
///
/// `boards` is an array of N x 8 x 8 numbers, -1 for black, 1 for white and 0 for empty, and `sides` the side to move
/// of all of them or of each; or `boards` is an array of N x 2 sets of type uint64, the discs of the side to move and
/// those of the other side, where bit `row * 8 + column` is a square.
///
/// >>> import numpy as np
/// >>> boards = np.stack([wane.Board().to_array()] * 3)
/// >>> values = wane.evaluate_batch(boards)
/// >>> values.shape, bool((values == wane.evaluate(wane.Board())).all())
/// ((3,), True)
#[pyfunction]
#[pyo3(signature = (boards, sides=None, weights=None, objective="fewest"))]
pub(crate) fn evaluate_batch<'py>(
    boards: &Bound<'py, PyAny>,
    sides: Option<&Bound<'py, PyAny>>,
    weights: Option<&Weights>,
    objective: &str,
) -> PyResult<Bound<'py, PyArray1<f32>>> {
    let py = boards.py();
    let objective = read_objective(objective)?;
    let evaluator = Learned::new(one(weights, objective)?);
    if let Ok(sets) = boards.extract::<PyReadonlyArray2<'_, u64>>() {
        let boards = Sets { sets: sets.as_array() };
        return Ok(values(py, &boards, &evaluator, objective)?.into_pyarray(py));
    }
    let array: PyArrayLike3<'_, i8, AllowTypeChange> = boards.extract().map_err(|_| {
        type_error("boards are an array of N x 8 x 8 numbers, or of N x 2 sets of type uint64")
    })?;
    let array: &PyReadonlyArray3<'_, i8> = &array;
    let view = array.as_array();
    let (count, rows, columns) = view.dim();
    if (rows, columns) != (8, 8) {
        return Err(value_error(format_args!("boards are 8x8 here, and not {rows}x{columns}")));
    }
    let numbers = contiguous(array);
    let sides = Sides::read(sides, count)?;
    let boards = Numbers { boards: numbers.as_chunks::<64>().0, sides };
    Ok(values(py, &boards, &evaluator, objective)?.into_pyarray(py))
}

/// The values of all boards; other threads of Python run meanwhile.
fn values(
    py: Python<'_>,
    boards: &(impl Boards + Sync),
    evaluator: &Learned,
    objective: Objective,
) -> PyResult<Vec<f32>> {
    let all = py.detach(|| AnyBackend::best().run(All { evaluator, boards, objective }));
    all.map_err(|wrong| value_error(boards.fault(wrong)))
}

/// Boards that are read one after another.
trait Boards {
    fn len(&self) -> usize;

    /// The board of this index, seen by its side to move; `None` if there is no such board.
    fn get(&self, index: usize) -> Option<Discs<8>>;

    /// What is wrong with a board.
    fn fault(&self, index: usize) -> String;
}

/// Boards as numbers.
struct Numbers<'a> {
    boards: &'a [[i8; 64]],
    sides: Sides,
}

/// The sides to move.
enum Sides {
    All { is_black: bool },
    Each { are_black: Vec<bool> },
}

impl Sides {
    fn read(sides: Option<&Bound<'_, PyAny>>, count: usize) -> PyResult<Self> {
        let Some(sides) = sides else { return Ok(Self::All { is_black: true }) };
        if let Ok(side) = sides.extract::<i64>() {
            return Ok(Self::All { is_black: read_side(side)? == wane_board::Colour::Black });
        }
        let sides: PyArrayLike1<'_, i8, AllowTypeChange> =
            sides.extract().map_err(|_| type_error("sides are one side, or an array of sides"))?;
        let sides = sides.as_array();
        if sides.len() != count {
            let found = sides.len();
            return Err(value_error(format_args!("there are {count} boards, and {found} sides")));
        }
        if let Some(&wrong) = sides.iter().find(|&&side| side != BLACK && side != WHITE) {
            read_side(wrong.into())?;
        }
        Ok(Self::Each { are_black: sides.iter().map(|&side| side == BLACK).collect() })
    }

    #[inline(always)]
    fn is_black(&self, index: usize) -> bool {
        match self {
            Self::All { is_black } => *is_black,
            Self::Each { are_black } => are_black[index],
        }
    }
}

impl Boards for Numbers<'_> {
    fn len(&self) -> usize {
        self.boards.len()
    }

    #[inline(always)]
    fn get(&self, index: usize) -> Option<Discs<8>> {
        let (black, white) = read_bits(&self.boards[index])?;
        Some(if self.sides.is_black(index) {
            Discs::new(black, white)
        } else {
            Discs::new(white, black)
        })
    }

    fn fault(&self, index: usize) -> String {
        format!("board {index} has a number that is no disc: -1 is black, 1 is white, 0 is empty")
    }
}

/// Boards as sets: the discs of the side to move, and those of the other side.
struct Sets<'a> {
    sets: ArrayView2<'a, u64>,
}

impl Boards for Sets<'_> {
    fn len(&self) -> usize {
        self.sets.nrows()
    }

    #[inline(always)]
    fn get(&self, index: usize) -> Option<Discs<8>> {
        if self.sets.ncols() != 2 {
            return None;
        }
        let sets = [self.sets[(index, 0)], self.sets[(index, 1)]].map(Bitboard::from_bits);
        Discs::try_from((sets[0], sets[1])).ok()
    }

    fn fault(&self, index: usize) -> String {
        match self.sets.ncols() {
            2 => format!("on board {index} both sides have a disc on the same square"),
            columns => format!("a board is two sets, and not {columns}"),
        }
    }
}

/// The value of one board.
struct One<'a, E, const N: usize> {
    evaluator: &'a E,
    board: &'a Discs<N>,
    objective: Objective,
}

impl<const N: usize, E: Evaluator<N>> Kernel for One<'_, E, N> {
    type Output = Value;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Value {
        let Self { evaluator, board, objective } = self;
        let moves = board.legal_moves_by(backend);
        if moves.is_empty() && board.passed().legal_moves_by(backend).is_empty() {
            return board.final_score(objective).into();
        }
        evaluator.value(backend, board, moves, &evaluator.features(board))
    }
}

/// The values of all boards in discs; the index of a board that is none.
struct All<'a, S> {
    evaluator: &'a Learned,
    boards: &'a S,
    objective: Objective,
}

impl<S: Boards> Kernel for All<'_, S> {
    type Output = Result<Vec<f32>, usize>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Self::Output {
        let Self { evaluator, boards, objective } = self;
        let mut values = vec![0.0; boards.len()];
        for (index, out) in values.iter_mut().enumerate() {
            let board = boards.get(index).ok_or(index)?;
            let value = One { evaluator, board: &board, objective }.run(backend);
            #[expect(clippy::cast_precision_loss, reason = "values have fewer than 24 bits")]
            let discs = value.parts() as f32 / Value::PER_DISC as f32;
            *out = discs;
        }
        Ok(values)
    }
}
