//! The class `Game`, and reading games of any format.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use pyo3::prelude::*;
use wane_board::AnyGame;
use wane_formats::paste::{PasteError, Pasted, paste_bytes, read_bytes};
use wane_formats::{Context, Format, GameRecord};

use crate::argument::{name, read_move, read_objective, read_size, side};
use crate::board::{Board, play};
use crate::failure::{file_error, value_error};

/// A game with its players, its result and its notes, in any of the formats.
///
/// >>> game = wane.Game.parse('f5d6c3d3c4')
/// >>> game.moves
/// ['f5', 'd6', 'c3', 'd3', 'c4']
/// >>> wane.Game.parse(game.to_text('sgf')) == game
/// True
#[pyclass(module = "wane")]
#[derive(Clone)]
pub(crate) struct Game {
    record: GameRecord,
}

impl Game {
    pub(crate) fn record(&self) -> &GameRecord {
        &self.record
    }
}

impl From<GameRecord> for Game {
    fn from(record: GameRecord) -> Self {
        Self { record }
    }
}

#[pymethods]
impl Game {
    /// A game from the start position of a size, or from a board with the moves that were played on it.
    #[new]
    #[pyo3(signature = (board=None, *, size=8, objective="fewest"))]
    fn new(board: Option<&Board>, size: usize, objective: &str) -> PyResult<Self> {
        let game = match board {
            Some(board) => board.game().clone(),
            None => AnyGame::new(read_size(size)?),
        };
        Ok(Self { record: GameRecord::new(game, read_objective(objective)?) })
    }

    /// The first game of a text; its format is detected unless it is named: 'transcript', 'board', 'obf', 'ggf',
    /// 'sgf', 'pgn', 'json' or 'wthor'. Size and objective are for texts that do not say them.
    #[staticmethod]
    #[pyo3(signature = (text, *, format=None, size=8, objective="fewest"))]
    fn parse(text: &str, format: Option<&str>, size: usize, objective: &str) -> PyResult<Self> {
        let pasted = parse(text.as_bytes(), format, size, objective)?;
        let first = pasted.map_err(value_error)?.into_games().into_iter().next();
        first.map(Self::from).ok_or_else(|| value_error("the text has no game"))
    }

    /// Plays a move; see `Board.play`.
    fn play(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let mv = read_move(r#move, self.record.game.size())?;
        play(&mut self.record.game, mv)?;
        self.record.ended = None;
        Ok(())
    }

    /// Takes back the last move or pass and returns it; `None` if there is none.
    fn undo(&mut self) -> Option<String> {
        self.record.ended = None;
        self.record.game.undo().map(name)
    }

    /// The board at the end of the moves. It is a copy: what is played on it is not played in the game.
    #[getter]
    fn board(&self) -> Board {
        self.record.game.clone().into()
    }

    /// The boards from the start to the end, one more than there are moves.
    fn boards(&self) -> Vec<Board> {
        let mut game = self.record.game.clone();
        let mut boards = vec![Board::from(game.position())];
        while game.undo().is_some() {
            boards.push(game.position().into());
        }
        boards.reverse();
        boards
    }

    /// The moves, passes included.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.record.game.history().iter().map(|played| name(played.mv)).collect()
    }

    /// The objective: 'fewest' or 'most'.
    #[getter]
    fn objective(&self) -> String {
        self.record.objective.to_string()
    }

    /// The name of the black player.
    #[getter]
    fn black(&self) -> String {
        self.record.black.name.to_string()
    }

    #[setter]
    fn set_black(&mut self, name: &str) {
        self.record.black.name = name.into();
    }

    /// The name of the white player.
    #[getter]
    fn white(&self) -> String {
        self.record.white.name.to_string()
    }

    #[setter]
    fn set_white(&mut self, name: &str) {
        self.record.white.name = name.into();
    }

    /// Where it was played; `None` if the text did not say it.
    #[getter]
    fn place(&self) -> Option<String> {
        self.record.place.as_ref().map(ToString::to_string)
    }

    /// When it was played, in the words of the text.
    #[getter]
    fn date(&self) -> Option<String> {
        self.record.date.as_ref().map(ToString::to_string)
    }

    /// The score for Black, positive if Black has won; `None` if the game has no result.
    #[getter]
    fn black_score(&self) -> Option<i32> {
        self.record.outcome().map(|outcome| outcome.black_score.discs())
    }

    /// The side that has won, 0 for a draw, `None` if the game has no result.
    #[getter]
    fn winner(&self) -> Option<i8> {
        self.record.outcome().map(|outcome| outcome.winner().map_or(0, side))
    }

    /// The evaluations that the text has, in discs for the side to move, by the number of moves before.
    #[getter]
    fn evals(&self) -> BTreeMap<usize, f64> {
        let notes = self.record.notes.iter();
        notes.filter_map(|(&ply, note)| Some((ply, note.eval?.discs()))).collect()
    }

    /// The game as a text: 'transcript', 'board', 'obf', 'ggf', 'sgf' or 'json'.
    #[pyo3(signature = (format="transcript"))]
    fn to_text(&self, format: &str) -> PyResult<String> {
        let format: Format = format.parse().map_err(value_error)?;
        let text = format.write_games(std::slice::from_ref(&self.record)).map_err(value_error)?;
        Ok(text.trim_end_matches('\n').to_owned())
    }

    /// A copy.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __len__(&self) -> usize {
        self.record.game.history().len()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.borrow().record == self.record)
    }

    fn __getstate__(&self) -> PyResult<String> {
        self.to_text(Format::Json.name())
    }

    fn __setstate__(&mut self, state: &str) -> PyResult<()> {
        *self = Self::parse(state, Some(Format::Json.name()), 8, "fewest")?;
        Ok(())
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<Game {}>", self.to_text(Format::Transcript.name())?))
    }

    fn __str__(&self) -> String {
        crate::board_picture::text(&self.record.game)
    }

    fn _repr_svg_(&self) -> String {
        crate::board_picture::svg(&self.record.game)
    }
}

/// Reads all games of a file, whose format is detected unless it is named. Positions are games without moves.
#[pyfunction]
#[pyo3(signature = (path, *, format=None, size=8, objective="fewest"))]
pub(crate) fn read_games(
    path: PathBuf,
    format: Option<&str>,
    size: usize,
    objective: &str,
) -> PyResult<Vec<Game>> {
    let bytes = fs::read(&path).map_err(|error| file_error(&error, &path))?;
    let pasted = parse(&bytes, format, size, objective)?
        .map_err(|error| value_error(format_args!("reading {}: {error}", path.display())))?;
    Ok(pasted.into_games().into_iter().map(Game::from).collect())
}

fn parse(
    bytes: &[u8],
    format: Option<&str>,
    size: usize,
    objective: &str,
) -> PyResult<Result<Pasted, PasteError>> {
    let context = Context { size: read_size(size)?, objective: read_objective(objective)? };
    Ok(match format {
        Some(format) => read_bytes(bytes, format.parse().map_err(value_error)?, context),
        None => paste_bytes(bytes, context),
    })
}
