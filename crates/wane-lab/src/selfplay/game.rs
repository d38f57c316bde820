//! One game of the engine with itself.

use std::sync::Arc;
use std::time::Duration;

use wane_board::{Board, Move, Score, Square};
use wane_eval::Value;
use wane_random::Rng;
use wane_search::{Control, Engine, Limits, NoMemory, Question, Solver, Table, Window};

use super::{Selfplay, Settings};
use crate::Record;

/// The size of each of the two tables that a game has for itself: more would be no faster, and takes
/// time to empty.
const MEGABYTES: usize = 1;

/// So many random moves do not end every game.
const MOST_RANDOM: u32 = 50;

impl Selfplay {
    /// The records of the game with this number, in their order; `None` if `control` stopped it.
    ///
    /// # Errors
    /// If there is no memory for the tables of the search.
    pub fn game(
        &self,
        number: u64,
        control: &Control<'_>,
    ) -> Result<Option<Vec<Record>>, NoMemory> {
        let Settings { objective, depth, exact_from, seed, .. } = self.settings;
        let mut rng = Rng::new(Rng::new(Rng::new(seed).bits() ^ number).bits());
        let mut engine = Engine::try_new(MEGABYTES)?;
        if let Some(weights) = &self.weights {
            engine = engine.weights(Arc::clone(weights)).selectivity(self.settings.selectivity);
        }
        let [low, high, ..] = number.to_le_bytes();
        let mut course = Course {
            settings: &self.settings,
            game: u16::from_le_bytes([low, high]),
            board: self.opening(&mut rng),
            is_first: true,
            records: Vec::with_capacity(60),
        };
        let strays = self.strays(&mut rng);
        let last_stray = strays.trailing_zeros();
        let score = loop {
            let (board, moves) = (course.board, course.board.legal_moves());
            let empties = board.empties().len();
            if board.is_game_over() {
                break board.final_score(objective);
            } else if moves.is_empty() {
                course.pass();
            } else if empties <= exact_from {
                let Some(score) = course.solve(control)? else { return Ok(None) };
                break score;
            } else if strays >> empties & 1 != 0 {
                course.play(rng.pick(moves).expect("there is a move"));
            } else if empties > last_stray {
                // What leads to a random move is not kept, so it need not be the best.
                let Some((square, _)) = course.search(&engine, depth.div_ceil(2), control) else {
                    return Ok(None);
                };
                course.play(square);
            } else {
                let Some((square, value)) = course.search(&engine, depth, control) else {
                    return Ok(None);
                };
                course.keep(square, value, false);
                course.play(square);
            }
        };
        Ok(Some(course.ended(score)))
    }

    /// A position after random moves, in which the game is not over.
    fn opening(&self, rng: &mut Rng) -> Board<8> {
        let (fewest, most) = self.settings.opening;
        let (fewest, most) = (fewest.min(MOST_RANDOM), most.min(MOST_RANDOM));
        loop {
            let mut board = Board::START;
            for _ in 0..fewest + rng.below(most.saturating_sub(fewest) + 1) {
                if board.must_pass() {
                    board = board.passed();
                }
                let Some(square) = rng.pick(board.legal_moves()) else { break };
                board.play_flips(square, board.flips(square));
            }
            if !board.is_game_over() {
                return board;
            }
        }
    }

    /// Where a move is random: a bit for each number of empty squares.
    fn strays(&self, rng: &mut Rng) -> u64 {
        let Settings { exact_from, stray, .. } = self.settings;
        if stray == 0 {
            return 0;
        }
        let is_stray = |_: &u32| rng.below(stray) == 0;
        (exact_from + 1..=60).filter(is_stray).fold(0, |bits, empties| bits | 1 << empties)
    }
}

/// A game so far.
struct Course<'s> {
    settings: &'s Settings,
    game: u16,
    board: Board<8>,
    /// Whether the side that began is to move.
    is_first: bool,
    /// What is kept, and whether the side that began was to move; not yet with its score.
    records: Vec<(Record, bool)>,
}

impl Course<'_> {
    /// The best move and its value; `None` if the search was stopped.
    fn search(
        &self,
        engine: &Engine,
        depth: u32,
        control: &Control<'_>,
    ) -> Option<(Square, Value)> {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let objective = self.settings.objective;
        let question =
            Question { board: self.board.into(), objective, limits, lines: 1, only: None };
        let report = engine.search(&question, &|| Duration::ZERO, control, &mut |_| {})?;
        match report.best().moves.first() {
            Some(&Move::Place(square)) if !control.is_stopped() => {
                Some((square, report.best().value))
            }
            _ => None,
        }
    }

    /// Plays perfectly to the end: the score for the side that is to move then, or `None` if the
    /// search was stopped.
    fn solve(&mut self, control: &Control<'_>) -> Result<Option<Score>, NoMemory> {
        let table = Table::try_new(MEGABYTES)?;
        let solver = Solver::new(self.settings.objective, &table);
        let Ok(solution) = solver.solve(self.board, Window::EXACT, control, &|_| {}) else {
            return Ok(None);
        };
        let mut score = solution.bounds.lower;
        for mv in solution.line {
            match mv {
                Move::Pass => self.pass(),
                Move::Place(square) => {
                    self.keep(square, Value::from(score), true);
                    self.play(square);
                }
            }
            score = -score;
        }
        Ok(Some(score))
    }

    fn keep(&mut self, best: Square, value: Value, is_exact: bool) {
        let Self { board, game, settings: Settings { objective, .. }, .. } = *self;
        let score = Score::default();
        let record = Record { board, value, score, best, is_exact, objective: *objective, game };
        self.records.push((record, self.is_first));
    }

    fn play(&mut self, square: Square) {
        self.board.play_flips(square, self.board.flips(square));
        self.is_first = !self.is_first;
    }

    fn pass(&mut self) {
        self.board = self.board.passed();
        self.is_first = !self.is_first;
    }

    /// The records of the game, which has ended so for the side that is to move.
    fn ended(self, score: Score) -> Vec<Record> {
        let is_first = self.is_first;
        let with_score = |(record, it): (Record, bool)| {
            let score = if it == is_first { score } else { -score };
            Record { score, ..record }
        };
        self.records.into_iter().map(with_score).collect()
    }
}
