//! The class `Weights`, and which weights a search uses.

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use numpy::ndarray::{ArrayView2, Axis};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2, ToPyArray};
use pyo3::prelude::*;
use wane_board::Objective;
use wane_eval::weights::{PHASES, WEIGHTS, representatives};
use wane_eval::{WeightSet, Weights as Table};

use crate::argument::read_objective;
use crate::failure::{file_error, value_error};

/// The learned weights of an evaluation, for boards of 8x8.
///
/// >>> weights = wane.Weights.shipped()
/// >>> weights.array.shape[0], weights.objective
/// (15, 'fewest')
#[pyclass(module = "wane", frozen)]
pub(crate) struct Weights {
    table: Arc<Table>,
}

#[pymethods]
impl Weights {
    /// The weights that come with the package.
    #[staticmethod]
    #[pyo3(signature = (objective="fewest"))]
    fn shipped(objective: &str) -> PyResult<Self> {
        Ok(Self { table: shipped(read_objective(objective)?) })
    }

    /// Reads a file of weights, as `wane train` writes it.
    #[staticmethod]
    fn load(path: PathBuf) -> PyResult<Self> {
        let bytes = fs::read(&path).map_err(|error| file_error(&error, &path))?;
        let table = Table::from_bytes(&bytes);
        let table = table
            .map_err(|error| value_error(format_args!("reading {}: {error}", path.display())))?;
        Ok(Self { table: Arc::new(table) })
    }

    /// Writes the weights to a file, which `wane match weights=FILE` and `Weights.load` read.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        wane_files::write_atomically(&path, &self.table.to_bytes())
            .map_err(|error| file_error(&error, &path))
    }

    /// A copy of the weights in 1/128 disc: one row for each phase of the game, that is for each number of discs
    /// from 4 on, four at a time.
    #[getter]
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i16>>> {
        let all: Vec<i16> =
            (0..PHASES).flat_map(|phase| self.table.phase(phase).iter().copied()).collect();
        all.to_pyarray(py).reshape([PHASES, WEIGHTS])
    }

    /// The same with other numbers. Symmetric configurations share a weight, so `array[:, i]` must equal
    /// `array[:, Weights.representatives()[i]]`.
    ///
    /// >>> weights = wane.Weights.shipped()
    /// >>> half = weights.replace(weights.array // 2)
    /// >>> wane.evaluate(wane.Board(), half) <= 64
    /// True
    fn replace(&self, array: PyReadonlyArray2<'_, i16>) -> PyResult<Self> {
        let array = array.as_array();
        check(&array)?;
        let phases: Vec<Vec<i16>> =
            array.axis_iter(Axis(0)).map(|phase| phase.iter().copied().collect()).collect();
        let manifest = self.table.manifest().to_owned();
        let table = Table::new(self.table.objective(), &phases, manifest.clone());
        let table = match self.table.fits() {
            Some(fits) => table.with_fits(fits.clone(), manifest),
            None => table,
        };
        Ok(Self { table: Arc::new(table) })
    }

    /// For each weight, the index of the one that stands for all configurations symmetric to it.
    #[staticmethod]
    fn representatives(py: Python<'_>) -> Bound<'_, PyArray1<u32>> {
        representatives().to_pyarray(py)
    }

    /// The objective that they are for: 'fewest' or 'most'.
    #[getter]
    fn objective(&self) -> String {
        self.table.objective().to_string()
    }

    /// The text that says how they were made.
    #[getter]
    fn manifest(&self) -> &str {
        self.table.manifest()
    }

    fn __repr__(&self) -> String {
        format!("<Weights for the {} discs>", self.table.objective())
    }
}

/// Checks the shape, and that symmetric configurations share a weight.
fn check(array: &ArrayView2<'_, i16>) -> PyResult<()> {
    if array.dim() != (PHASES, WEIGHTS) {
        let (rows, columns) = array.dim();
        return Err(value_error(format_args!(
            "the array is {rows}x{columns}, and weights are {PHASES}x{WEIGHTS}"
        )));
    }
    for (index, representative) in representatives().into_iter().enumerate() {
        if array.column(index) != array.column(representative as usize) {
            return Err(value_error(format_args!(
                "weights {index} and {representative} are of symmetric configurations and must be equal: pass \
                 array[:, Weights.representatives()]"
            )));
        }
    }
    Ok(())
}

/// The weights that a search uses: those that were given, or those of the package.
pub(crate) fn chosen(weights: Option<&Weights>, objective: Objective) -> PyResult<WeightSet> {
    Ok(WeightSet::from(one(weights, objective)?))
}

/// The same for one objective.
pub(crate) fn one(weights: Option<&Weights>, objective: Objective) -> PyResult<Arc<Table>> {
    match weights {
        None => Ok(shipped(objective)),
        Some(weights) if weights.table.objective() == objective => Ok(Arc::clone(&weights.table)),
        Some(weights) => Err(value_error(format_args!(
            "the weights are for the {} discs, and the objective is {objective}",
            weights.table.objective()
        ))),
    }
}

/// The weights of the package, decoded once in a process: a constant of eight megabytes.
fn shipped(objective: Objective) -> Arc<Table> {
    static FEWEST: OnceLock<Arc<Table>> = OnceLock::new();
    static MOST: OnceLock<Arc<Table>> = OnceLock::new();
    let cell = match objective {
        Objective::FewestDiscs => &FEWEST,
        Objective::MostDiscs => &MOST,
    };
    Arc::clone(cell.get_or_init(|| Arc::new(wane_eval::shipped(objective))))
}
