//! The class `Player`: an opponent by name, as a function of a board.

use std::convert::Infallible;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use wane_board::Objective;
use wane_gallery::Kind;
use wane_search::{Budget, Control, Level, Limits, Question};
use wane_service::recipe::read_recipe;
use wane_service::{Name, Opponent, Setup, TaskError};

use crate::argument::name;
use crate::board::Board;
use crate::engine::read_seconds;
use crate::failure::{file_error, no_memory, value_error};
use crate::task::Task;
use crate::weights::{Weights, chosen};

/// A player of the reversed game, as a function: `player(board)` returns a move.
///
/// The name is a level of the engine from 1 to 20, an agent of the gallery such as 'seed-003', or the path of a recipe
/// that ends in .toml. The same seed gives the same moves, unless the time limits the search.
///
/// >>> player = wane.Player('greedy', seed=7)
/// >>> board = wane.Board()
/// >>> board.play(player(board))
/// >>> len(board.moves())
/// 1
#[pyclass(module = "wane", frozen)]
pub(crate) struct Player {
    name: String,
    opponent: Arc<Mutex<Opponent>>,
    limits: Limits,
}

#[pymethods]
impl Player {
    /// A player with limits for each move. Without limits, a level searches to its depth, level 20 takes a second,
    /// and so do agents that search.
    #[new]
    #[pyo3(signature = (name, *, seed=1, seconds=None, nodes=None, depth=None, hash_mb=16, weights=None))]
    fn new(
        name: &Bound<'_, PyAny>,
        seed: u64,
        seconds: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        hash_mb: usize,
        weights: Option<&Weights>,
    ) -> PyResult<Self> {
        let name = name.str()?.to_cow()?.into_owned();
        let parsed = read_name(&name)?;
        let setup = Setup {
            threads: 1,
            hash_megabytes: hash_mb,
            seed,
            weights: chosen(weights, Objective::FewestDiscs)?,
            selectivity: None,
        };
        let opponent = Opponent::new(&parsed, &setup, &[]).map_err(|error| match error {
            TaskError::Memory(error) => no_memory(error),
            error => value_error(error),
        })?;
        let has_limit = seconds.is_some() || nodes.is_some() || depth.is_some();
        let is_best = parsed == Name::Level(Level::MAX);
        let seconds = seconds.or((!has_limit && is_best).then_some(1.0));
        let time = seconds.map(read_seconds).transpose()?;
        let time = time.map(|time| Budget { forced_at_once: true, ..Budget::exactly(time) });
        let limits = Limits { depth, nodes, time };
        Ok(Self { name, opponent: Arc::new(Mutex::new(opponent)), limits })
    }

    /// The names of all players but recipes, the weakest level first.
    #[staticmethod]
    fn names() -> Vec<String> {
        let levels = Level::all().map(|level| level.to_string());
        levels.chain(Kind::ALL.map(|kind| kind.to_string())).collect()
    }

    /// The name.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Chooses a move; 'pass' if there is no other. The game must not be over.
    fn __call__(&self, py: Python<'_>, board: &Board) -> PyResult<String> {
        let position = board.position();
        let question = Question {
            board: position.board(),
            objective: Objective::FewestDiscs,
            limits: self.limits,
            lines: 1,
            only: None,
        };
        let opponent = Arc::clone(&self.opponent);
        let task = Task::<Infallible, _>::start(Arc::new(Control::new()), move |control, _| {
            let began = Instant::now();
            let mut opponent = opponent.lock().unwrap_or_else(PoisonError::into_inner);
            let clock = || began.elapsed();
            let chosen = opponent.choose(&question, position.side(), &clock, control, &mut |_| {});
            chosen.expect("a player of Wane makes no mistake").map(|(mv, _)| mv)
        })?;
        let chosen = task.finish(py)?;
        chosen.map(name).ok_or_else(|| PyRuntimeError::new_err("the game is over"))
    }

    fn __repr__(&self) -> String {
        format!("<Player {}>", self.name)
    }
}

/// Reads a name, or the recipe that it names.
fn read_name(name: &str) -> PyResult<Name> {
    let path = Path::new(name);
    if path.extension().is_none_or(|extension| extension != "toml") {
        return name.parse().map_err(value_error);
    }
    let text = fs::read_to_string(path).map_err(|error| file_error(&error, path))?;
    let recipe = read_recipe(&text)
        .map_err(|problem| value_error(format_args!("{}: {problem}", path.display())))?;
    Ok(Name::Recipe(Arc::new(recipe)))
}
