//! The class `BoardBatch`: many boards that are stepped together, with numpy arrays in and out.

use numpy::ndarray::ArrayView1;
use numpy::{
    AllowTypeChange, IntoPyArray, PyArray1, PyArrayLike1, PyReadonlyArray1, PyReadwriteArray2,
    PyReadwriteArray3,
};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use wane_board::{
    AnyBackend, Backend, Bitboard, Board, BySize, Colour, Kernel, Objective, Size, with_size,
};
use wane_random::Rng;

use crate::argument::{action, pass_action, read_side, read_size, side, square_of};
use crate::array::{contiguous, contiguous_mut};
use crate::failure::{illegal_move, value_error};

/// Many boards of one size, which are stepped together.
///
/// Actions are `row * size + column`, and `size * size` for a pass, which is legal only if it is forced. A finished
/// game stays as it is, whatever its action.
///
/// >>> boards = wane.BoardBatch(1000)
/// >>> while not boards.is_over().all():
/// ...     boards.step(boards.random_actions(seed=7))
/// >>> boards.black_scores().shape
/// (1000,)
#[pyclass(module = "wane")]
#[derive(Clone)]
pub(crate) struct BoardBatch {
    boards: Boards,
    rng: Option<(u64, Rng)>,
}

type Boards = BySize<Vec<Slot<4>>, Vec<Slot<6>>, Vec<Slot<8>>>;

/// A board with what is known about it.
#[derive(Clone, Copy)]
struct Slot<const N: usize> {
    board: Board<N>,
    legal: Bitboard,
    side: Colour,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Move,
    Pass,
    Over,
}

impl<const N: usize> Slot<N> {
    fn start() -> Self {
        let (board, side) = (Board::START, Colour::Black);
        Self { board, legal: board.legal_moves(), side, state: State::Move }
    }

    #[inline(always)]
    fn new<B: Backend>(backend: B, board: Board<N>, side: Colour) -> Self {
        let legal = board.legal_moves_by(backend);
        let state = if !legal.is_empty() {
            State::Move
        } else if board.passed().legal_moves_by(backend).is_empty() {
            State::Over
        } else {
            State::Pass
        };
        Self { board, legal, side, state }
    }

    /// Plays an action; `false` if it is illegal.
    #[inline(always)]
    fn step<B: Backend>(&mut self, backend: B, action: i64) -> bool {
        let after = match self.state {
            State::Over => return true,
            State::Pass if action == element(pass_action(N)) => self.board.passed(),
            State::Pass => return false,
            State::Move => {
                let Some(square) = square_of(action, N).filter(|&it| self.legal.contains(it))
                else {
                    return false;
                };
                self.board.after(square.bitboard(), self.board.flips_by(backend, square))
            }
        };
        *self = Self::new(backend, after, !self.side);
        true
    }

    /// A random legal action; -1 if the game is over.
    #[inline(always)]
    fn random_action(&self, rng: &mut Rng) -> i64 {
        match self.state {
            State::Over => -1,
            State::Pass => element(pass_action(N)),
            State::Move => {
                let mut squares = self.legal.bits();
                for _ in 0..rng.below(squares.count_ones()) {
                    squares &= squares - 1;
                }
                Bitboard::from_bits(squares).first().map_or(-1, |it| element(action(it, N)))
            }
        }
    }

    fn black_score(&self, objective: Objective) -> i8 {
        if self.state != State::Over {
            return 0;
        }
        let score = self.board.final_score(objective).discs();
        let score = if self.side == Colour::Black { score } else { -score };
        i8::try_from(score).expect("a board has 64 squares")
    }
}

/// An action as an element of an array.
#[inline(always)]
fn element(action: usize) -> i64 {
    i64::try_from(action).expect("a board has few squares")
}

#[pymethods]
impl BoardBatch {
    /// This many boards at the start, Black to move.
    #[new]
    #[pyo3(signature = (count, size=8))]
    fn new(count: usize, size: usize) -> PyResult<Self> {
        let boards = match read_size(size)? {
            Size::Four => BySize::Four(starts(count)?),
            Size::Six => BySize::Six(starts(count)?),
            Size::Eight => BySize::Eight(starts(count)?),
        };
        Ok(Self { boards, rng: None })
    }

    /// Boards from sets of squares: the discs of the side to move, and those of the other side. All have the same side
    /// to move.
    #[staticmethod]
    #[pyo3(signature = (own, opp, side=-1, size=8), text_signature = "(own, opp, side=-1, size=8)")]
    fn from_bits(
        own: PyReadonlyArray1<'_, u64>,
        opp: PyReadonlyArray1<'_, u64>,
        side: i64,
        size: usize,
    ) -> PyResult<Self> {
        let (own, opp, side) = (own.as_array(), opp.as_array(), read_side(side)?);
        check_shape(opp.shape(), own.shape())?;
        let backend = AnyBackend::best();
        let boards = match read_size(size)? {
            Size::Four => BySize::Four(backend.run(FromBits { own, opp, side })?),
            Size::Six => BySize::Six(backend.run(FromBits { own, opp, side })?),
            Size::Eight => BySize::Eight(backend.run(FromBits { own, opp, side })?),
        };
        Ok(Self { boards, rng: None })
    }

    fn __len__(&self) -> usize {
        with_size!(&self.boards, boards => boards.len())
    }

    /// The number of rows: 4, 6 or 8.
    #[getter]
    fn size(&self) -> usize {
        self.boards.size().rows()
    }

    /// Plays an action on each board.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions: PyArrayLike1<'_, i64, AllowTypeChange> =
            actions.extract().map_err(|_| value_error("actions are an array of whole numbers"))?;
        let actions = &*contiguous(&actions);
        let (count, found) = (self.__len__(), actions.len());
        if count != found {
            return Err(value_error(format_args!("there are {count} boards, and {found} actions")));
        }
        let boards = &mut self.boards;
        let wrong = py.detach(|| {
            let backend = AnyBackend::best();
            with_size!(boards, boards => backend.run(Step { boards, actions }))
        });
        match wrong {
            None => Ok(()),
            Some(index) => Err(illegal_move(format_args!(
                "action {} is illegal on board {index}; the boards before it were stepped",
                actions[index]
            ))),
        }
    }

    /// A random legal action for each board, -1 where the game is over. Calls with the same seed continue one
    /// sequence of random numbers.
    fn random_actions<'py>(&mut self, py: Python<'py>, seed: u64) -> Bound<'py, PyArray1<i64>> {
        let rng = match &mut self.rng {
            Some((of, rng)) if *of == seed => rng,
            rng => &mut rng.insert((seed, Rng::new(seed))).1,
        };
        let backend = AnyBackend::best();
        let actions =
            with_size!(&self.boards, boards => backend.run(RandomActions { boards, rng }));
        actions.into_pyarray(py)
    }

    /// Which games are over.
    fn is_over<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let over: Vec<bool> = with_size!(&self.boards, boards => {
            boards.iter().map(|slot| slot.state == State::Over).collect()
        });
        over.into_pyarray(py)
    }

    /// The side to move on each board.
    fn sides<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let sides: Vec<i8> = with_size!(&self.boards, boards => {
            boards.iter().map(|slot| side(slot.side)).collect()
        });
        sides.into_pyarray(py)
    }

    /// The discs of the side to move on each board; bit `row * 8 + column` is a square.
    fn own<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        let own: Vec<u64> = with_size!(&self.boards, boards => {
            boards.iter().map(|slot| slot.board.own().bits()).collect()
        });
        own.into_pyarray(py)
    }

    /// The discs of the other side on each board.
    fn opp<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        let opp: Vec<u64> = with_size!(&self.boards, boards => {
            boards.iter().map(|slot| slot.board.opp().bits()).collect()
        });
        opp.into_pyarray(py)
    }

    /// The legal squares of each board, as a set.
    fn legal_bits<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        let legal: Vec<u64> = with_size!(&self.boards, boards => {
            boards.iter().map(|slot| slot.legal.bits()).collect()
        });
        legal.into_pyarray(py)
    }

    /// The scores of finished games for Black, positive if Black has won; 0 for the others.
    #[pyo3(signature = (objective="fewest"))]
    fn black_scores<'py>(
        &self,
        py: Python<'py>,
        objective: &str,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let objective = crate::argument::read_objective(objective)?;
        let scores: Vec<i8> = with_size!(&self.boards, boards => {
            boards.iter().map(|slot| slot.black_score(objective)).collect()
        });
        Ok(scores.into_pyarray(py))
    }

    /// Writes the boards into an int8 array of N x size x size: 1 is a disc of the side to move, -1 one of the other
    /// side.
    fn write_boards(&self, mut out: PyReadwriteArray3<'_, i8>) -> PyResult<()> {
        let (count, rows) = (self.__len__(), self.size());
        check_shape(out.as_array().shape(), &[count, rows, rows])?;
        let out = contiguous_mut(&mut out)?;
        with_size!(&self.boards, boards => write_boards(boards, out));
        Ok(())
    }

    /// Writes the legal actions into a bool array of N x (size * size + 1); the last column is a pass.
    fn write_masks(&self, mut out: PyReadwriteArray2<'_, bool>) -> PyResult<()> {
        let (count, rows) = (self.__len__(), self.size());
        check_shape(out.as_array().shape(), &[count, rows * rows + 1])?;
        let out = contiguous_mut(&mut out)?;
        with_size!(&self.boards, boards => write_masks(boards, out));
        Ok(())
    }

    /// Starts the games of a mask of truth values again.
    fn restart(&mut self, which: PyReadonlyArray1<'_, bool>) -> PyResult<()> {
        check_shape(which.as_array().shape(), &[self.__len__()])?;
        with_size!(&mut self.boards, boards => {
            let chosen = boards.iter_mut().zip(which.as_array()).filter(|(_, is_chosen)| **is_chosen);
            chosen.for_each(|(slot, _)| *slot = Slot::start());
        });
        Ok(())
    }

    /// The boards of these indices, which may repeat, as a new batch.
    ///
    /// >>> boards = wane.BoardBatch(1)
    /// >>> children = boards.take([0, 0, 0, 0])
    /// >>> children.step(wane.Board().legal_actions())
    /// >>> len(set(children.opp().tolist()))
    /// 4
    fn take(&self, indices: &Bound<'_, PyAny>) -> PyResult<Self> {
        let indices: PyArrayLike1<'_, i64, AllowTypeChange> =
            indices.extract().map_err(|_| value_error("indices are an array of whole numbers"))?;
        let (indices, count) = (indices.as_array(), self.__len__());
        let checked = indices.iter().map(|&index| {
            let checked = usize::try_from(index).ok().filter(|&it| it < count);
            checked.ok_or_else(|| {
                value_error(format_args!("there is no board {index}, the batch has {count}"))
            })
        });
        let checked: Vec<usize> = checked.collect::<PyResult<_>>()?;
        let boards = with_size!(BySize: &self.boards, boards => {
            checked.iter().map(|&index| boards[index]).collect()
        });
        Ok(Self { boards, rng: None })
    }

    /// A copy.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __repr__(&self) -> String {
        let (count, rows) = (self.__len__(), self.size());
        format!("<BoardBatch of {count} boards, {rows}x{rows}>")
    }
}

/// Boards at the start, if there is memory for them.
fn starts<const N: usize>(count: usize) -> PyResult<Vec<Slot<N>>> {
    let mut boards = Vec::new();
    if boards.try_reserve_exact(count).is_err() {
        return Err(PyMemoryError::new_err(format!("there is no memory for {count} boards")));
    }
    boards.resize(count, Slot::start());
    Ok(boards)
}

fn check_shape(found: &[usize], wanted: &[usize]) -> PyResult<()> {
    if found == wanted {
        return Ok(());
    }
    let text = |shape: &[usize]| shape.iter().map(usize::to_string).collect::<Vec<_>>().join(" x ");
    Err(value_error(format_args!("the array is {}, and must be {}", text(found), text(wanted))))
}

fn write_boards<const N: usize>(boards: &[Slot<N>], out: &mut [i8]) {
    for (slot, out) in boards.iter().zip(out.chunks_exact_mut(N * N)) {
        let [own, opp] = [slot.board.own(), slot.board.opp()].map(Bitboard::bits);
        for (row, out) in out.chunks_exact_mut(N).enumerate() {
            for (column, out) in out.iter_mut().enumerate() {
                let bit = 8 * row + column;
                *out = i8::from(own >> bit & 1 != 0) - i8::from(opp >> bit & 1 != 0);
            }
        }
    }
}

fn write_masks<const N: usize>(boards: &[Slot<N>], out: &mut [bool]) {
    for (slot, out) in boards.iter().zip(out.chunks_exact_mut(N * N + 1)) {
        let legal = slot.legal.bits();
        for (row, out) in out.chunks_exact_mut(N).take(N).enumerate() {
            for (column, out) in out.iter_mut().enumerate() {
                *out = legal >> (8 * row + column) & 1 != 0;
            }
        }
        out[N * N] = slot.state == State::Pass;
    }
}

/// Boards from sets of squares.
struct FromBits<'a, const N: usize> {
    own: ArrayView1<'a, u64>,
    opp: ArrayView1<'a, u64>,
    side: Colour,
}

impl<const N: usize> Kernel for FromBits<'_, N> {
    type Output = PyResult<Vec<Slot<N>>>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Self::Output {
        let slot = |(&own, &opp): (&u64, &u64)| {
            let sets = (Bitboard::from_bits(own), Bitboard::from_bits(opp));
            Ok(Slot::new(backend, Board::try_from(sets).map_err(value_error)?, self.side))
        };
        self.own.iter().zip(&self.opp).map(slot).collect()
    }
}

/// Plays an action on each board; the index of the first that is illegal.
struct Step<'a, const N: usize> {
    boards: &'a mut [Slot<N>],
    actions: &'a [i64],
}

impl<const N: usize> Kernel for Step<'_, N> {
    type Output = Option<usize>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Option<usize> {
        let mut steps = self.boards.iter_mut().zip(self.actions);
        steps.position(|(slot, &action)| !slot.step(backend, action))
    }
}

/// A random legal action for each board.
struct RandomActions<'a, const N: usize> {
    boards: &'a [Slot<N>],
    rng: &'a mut Rng,
}

impl<const N: usize> Kernel for RandomActions<'_, N> {
    type Output = Vec<i64>;

    #[inline(always)]
    fn run<B: Backend>(self, _: B) -> Vec<i64> {
        let mut actions = vec![0; self.boards.len()];
        for (action, slot) in actions.iter_mut().zip(self.boards) {
            *action = slot.random_action(self.rng);
        }
        actions
    }
}
