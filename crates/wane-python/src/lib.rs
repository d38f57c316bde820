//! Wane in Python: the native part of the package `wane`, which `python/wane` completes.
//!
//! A file here is a class of the package, or functions on one subject; it converts arguments and results and leaves
//! the work to the crates below. `argument` reads what Python passes, `array` boards in numpy arrays, `failure` makes
//! exceptions, and `task` runs a search on a thread while Python's signal handlers run.

#![deny(unsafe_code)]
#![expect(clippy::doc_link_with_quotes, reason = "the documentation is that of Python")]
#![expect(clippy::needless_pass_by_value, reason = "arguments of Python are made for the call")]

mod argument;
mod array;
mod batch;
mod board;
mod board_picture;
mod contest;
mod engine;
mod evaluate;
mod failure;
mod game;
mod player;
mod record;
mod report;
mod review;
mod solve;
mod task;
mod weights;

/// The native part of the package.
#[pyo3::pymodule]
mod _wane {
    #[pymodule_export]
    use crate::batch::BoardBatch;
    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::contest::{Flooded, Stuck, referee};
    #[pymodule_export]
    use crate::engine::{Analysis, Engine};
    #[pymodule_export]
    use crate::evaluate::{evaluate, evaluate_batch};
    #[pymodule_export]
    use crate::failure::IllegalMove;
    #[pymodule_export]
    use crate::game::{Game, read_games};
    #[pymodule_export]
    use crate::player::Player;
    #[pymodule_export]
    use crate::record::check_records;
    #[pymodule_export]
    use crate::report::{Line, Report};
    #[pymodule_export]
    use crate::review::{Accuracy, MoveReview, Review, review};
    #[pymodule_export]
    use crate::solve::{Solution, solve};
    #[pymodule_export]
    use crate::weights::Weights;

    #[pymodule_export]
    const BLACK: i8 = crate::array::BLACK;
    #[pymodule_export]
    const CONTEST_HOST: &str = crate::contest::HOST;
    #[pymodule_export]
    const WHITE: i8 = crate::array::WHITE;
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
