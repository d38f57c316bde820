//! One game of self-play.

use std::sync::Arc;
use std::time::Duration;

use wane_board::{Board, Move, Score, Square};
use wane_eval::Value;
use wane_random::Rng;
use wane_search::{Control, Engine, Limits, NoMemory, Question, Solver, Table, Window};

use super::{Selfplay, SelfplaySettings};
use crate::Record;

/// The size of each of the two transposition tables of a game. A larger one is not faster, and takes
/// longer to clear.
const MEGABYTES: usize = 1;

/// With more random moves, hardly any game would be left to play.
const MOST_RANDOM_MOVES: u32 = 50;

impl Selfplay {
    /// Plays the game with this number and returns its records; `None` if `control` stopped it.
    ///
    /// # Errors
    /// If there is no memory for the tables of the search.
    pub fn game(
        &self,
        number: u64,
        control: &Control<'_>,
    ) -> Result<Option<Vec<Record>>, NoMemory> {
        let SelfplaySettings { objective, depth, exact_from, seed, .. } = self.settings;
        let mut rng = Rng::new(Rng::new(Rng::new(seed).bits() ^ number).bits());
        let mut engine = Engine::try_new(MEGABYTES)?;
        if let Some(weights) = &self.weights {
            engine = engine.weights(Arc::clone(weights)).selectivity(self.settings.selectivity);
        }
        let [low, high, ..] = number.to_le_bytes();
        let mut game = GameInProgress {
            settings: &self.settings,
            game: u16::from_le_bytes([low, high]),
            board: self.opening(&mut rng),
            is_first: true,
            records: Vec::with_capacity(60),
        };
        let random_moves = self.random_moves(&mut rng);
        // In empty squares, which count down.
        let last_random_move = random_moves.trailing_zeros();
        let score = loop {
            let (board, moves) = (game.board, game.board.legal_moves());
            let empties = board.empties().len();
            if board.is_game_over() {
                break board.final_score(objective);
            } else if moves.is_empty() {
                game.pass();
            } else if empties <= exact_from {
                let Some(score) = game.solve(control)? else { return Ok(None) };
                break score;
            } else if random_moves >> empties & 1 != 0 {
                game.play(rng.pick(moves).expect("the side to move has a move"));
            } else if empties > last_random_move {
                // Positions before a random move make no records, so a shallow search is enough.
                let Some((square, _)) = game.search(&engine, depth.div_ceil(2), control) else {
                    return Ok(None);
                };
                game.play(square);
            } else {
                let Some((square, value)) = game.search(&engine, depth, control) else {
                    return Ok(None);
                };
                game.record(square, value, false);
                game.play(square);
            }
        };
        Ok(Some(game.finish(score)))
    }

    /// A position after random moves in which the game is not over.
    fn opening(&self, rng: &mut Rng) -> Board<8> {
        let (fewest, most) = self.settings.opening;
        let (fewest, most) = (fewest.min(MOST_RANDOM_MOVES), most.min(MOST_RANDOM_MOVES));
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

    /// The random moves after the opening, as a bit for each number of empty squares.
    fn random_moves(&self, rng: &mut Rng) -> u64 {
        let SelfplaySettings { exact_from, stray, .. } = self.settings;
        if stray == 0 {
            return 0;
        }
        let is_random = |_: &u32| rng.below(stray) == 0;
        (exact_from + 1..=60).filter(is_random).fold(0, |bits, empties| bits | 1 << empties)
    }
}

/// A game while it is played.
struct GameInProgress<'s> {
    settings: &'s SelfplaySettings,
    game: u16,
    board: Board<8>,
    /// Whether the side to move is the one that moved first.
    is_first: bool,
    /// The records, still without the score, each with `is_first` of its position.
    records: Vec<(Record, bool)>,
}

impl GameInProgress<'_> {
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

    /// Plays perfectly to the end and returns the score of the side that is to move then; `None` if the
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
                    self.record(square, Value::from(score), true);
                    self.play(square);
                }
            }
            score = -score;
        }
        Ok(Some(score))
    }

    fn record(&mut self, best: Square, value: Value, is_exact: bool) {
        let Self { board, game, settings: SelfplaySettings { objective, .. }, .. } = *self;
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

    /// The records, with the score of the game, which is that of the side to move at its end.
    fn finish(self, score: Score) -> Vec<Record> {
        let last_is_first = self.is_first;
        let with_score = |(record, is_first): (Record, bool)| {
            let score = if is_first == last_is_first { score } else { -score };
            Record { score, ..record }
        };
        self.records.into_iter().map(with_score).collect()
    }
}
