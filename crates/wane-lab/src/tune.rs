//! Tuning: better numbers for a recipe, found by games.
//!
//! | task | module |
//! |---|---|
//! | the numbers of a recipe | [`parameters`] |
//! | how good a candidate is, by games or by exact scores | [`fitness`], [`exact`] |
//! | better ones, generation by generation | [`tuner`] |
//! | a run that can be resumed | [`run`] |

pub mod exact;
pub mod fitness;
pub mod parameters;
pub mod run;
pub mod tuner;

pub use exact::ExactError;
pub use fitness::{Against, Duel, DuelJob, DuelWorker, Fitness, RoundRobin};
pub use parameters::Parameters;
pub use run::{Generation, TuneError, TuneRun};
pub use tuner::TunerKind;
