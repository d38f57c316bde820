//! [`Experiment`]: a question about the game or about agents, and the work that answers it.
//!
//! The work is a number of units, each a function of its number, the size and the seed alone. So they can be done in any
//! order and on any number of threads, and a run that was killed continues: [`run`]. What the units measured is put
//! together at the end: [`findings`]. The experiments themselves are in [`crate::experiments`].

pub mod findings;
pub(crate) mod learned;
pub(crate) mod matchups;
pub mod plot;
pub mod report;
pub mod run;
pub mod statistics;

use serde::de::DeserializeOwned;
use serde::{Deserialize as _, Serialize};
use serde_json::Value;
use wane_match::Stop;
use wane_random::Rng;

pub use findings::{Comparison, Findings, FindingsTable, Verdict};
pub use plot::{Plot, Series};
pub use run::{ExperimentRun, LabError, LabJob, LabWorker};

/// How much work an experiment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Seconds, so that tests can run it: the figures mean little.
    Quick,
    /// What the report is made of.
    Full,
}

impl Size {
    /// The name of the folder with the results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Full => "full",
        }
    }

    /// One of two numbers.
    #[must_use]
    pub const fn of(self, quick: usize, full: usize) -> usize {
        match self {
            Self::Quick => quick,
            Self::Full => full,
        }
    }
}

/// What an experiment is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// A short name, for the command line and for files.
    pub name: &'static str,
    /// The question in a sentence.
    pub question: &'static str,
    /// How it is answered.
    pub method: &'static str,
}

/// The size and the seed of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// How much work it is.
    pub size: Size,
    /// The seed of all random choices.
    pub seed: u64,
}

impl Extent {
    /// The random numbers of a unit.
    #[must_use]
    pub fn rng(&self, unit: usize) -> Rng {
        // Two units must not have the same numbers one after the other.
        let unit = u64::try_from(unit).unwrap_or(u64::MAX);
        let mixed = Rng::new(self.seed.wrapping_mul(0x9e37_79b9).wrapping_add(unit)).bits();
        Rng::new(mixed)
    }
}

/// A question and the work that answers it.
pub trait Experiment: Send + Sync {
    /// What a unit measures: whole numbers, so that it is the same on every machine.
    type Measured: Serialize + DeserializeOwned;

    /// What it is about.
    fn about(&self) -> About;

    /// The number of units.
    fn units(&self, size: Size) -> usize;

    /// Does a unit, in some seconds at most; `None` if it was stopped.
    fn measure(&self, extent: Extent, unit: usize, stop: &Stop) -> Option<Self::Measured>;

    /// What all units have found, in their order.
    fn conclude(&self, extent: Extent, measured: &[Self::Measured]) -> Findings;
}

/// An experiment whose units are JSON, so that different ones can be in one list.
pub trait AnyExperiment: Send + Sync {
    /// What it is about.
    fn about(&self) -> About;

    /// The number of units.
    fn units(&self, size: Size) -> usize;

    /// Does a unit; `None` if it was stopped.
    fn measure(&self, extent: Extent, unit: usize, stop: &Stop) -> Option<Value>;

    /// Checks that a unit of this experiment can have measured that.
    ///
    /// # Errors
    /// If it cannot.
    fn check(&self, measured: &Value) -> serde_json::Result<()>;

    /// What all units have found.
    ///
    /// # Errors
    /// If a unit is not one of this experiment.
    fn conclude(&self, extent: Extent, measured: Vec<Value>) -> serde_json::Result<Findings>;
}

impl<T: Experiment> AnyExperiment for T {
    fn about(&self) -> About {
        Experiment::about(self)
    }

    fn units(&self, size: Size) -> usize {
        Experiment::units(self, size)
    }

    fn measure(&self, extent: Extent, unit: usize, stop: &Stop) -> Option<Value> {
        let measured = Experiment::measure(self, extent, unit, stop)?;
        Some(serde_json::to_value(measured).expect("whole numbers and names"))
    }

    fn check(&self, measured: &Value) -> serde_json::Result<()> {
        T::Measured::deserialize(measured).map(drop)
    }

    fn conclude(&self, extent: Extent, measured: Vec<Value>) -> serde_json::Result<Findings> {
        let measured: Vec<T::Measured> =
            measured.into_iter().map(serde_json::from_value).collect::<Result<_, _>>()?;
        Ok(Experiment::conclude(self, extent, &measured))
    }
}
