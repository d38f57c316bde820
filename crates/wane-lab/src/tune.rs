//! Tuning: better numbers for a recipe, found by games.
//!
//! | task | module |
//! |---|---|
//! | the numbers of a recipe | [`parameters`] |
//! | how good a candidate is, by games or by exact scores | [`fitness`], [`exact`] |
//! | the games | [`duel`] |
//! | better ones, generation by generation | [`tuner`] |
//! | a run that can be resumed | [`run`] |

pub mod duel;
pub mod exact;
pub mod fitness;
pub mod parameters;
pub mod run;
pub mod tuner;

pub use duel::{Duel, DuelJob, DuelWorker, Opponent, fresh_duels};
pub use exact::ExactError;
pub use fitness::{Against, Fitness, NeighbourKilling, RoundRobin};
pub use parameters::Parameters;
pub use run::{Generation, TuneError, TuneRun};
pub use tuner::TunerKind;
