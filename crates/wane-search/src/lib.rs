//! The engine: a midgame search that hands over to an exact endgame solver.
//!
//! The crate never parses text and never prints: it takes positions and windows, returns bounds and
//! lines, and reports progress to a callback. With one thread it starts no thread, reads no clock
//! and opens no file, so it runs in a browser.
//!
//! ```
//! use wane_board::{Board, Objective, Score};
//! use wane_search::{Control, Solver, Table, Window};
//!
//! let table = Table::new(1);
//! let solver = Solver::new(Objective::FewestDiscs, &table);
//! let solution = solver.solve(Board::<4>::START, Window::EXACT, &Control::new(), &|_| {})?;
//! assert_eq!(solution.exact(), Some(Score::new(4)));
//! # Ok::<(), wane_search::Stopped>(())
//! ```

#![deny(unsafe_code)]

mod bench;
mod bounds;
mod candidate;
mod clock;
mod control;
mod endgame;
mod engine;
mod event;
mod level;
mod limits;
mod midgame;
mod order;
mod player;
mod report;
mod root;
mod shallow_search;
mod signal;
mod solver;
mod split;
mod sync;
#[allow(unsafe_code, reason = "prefetching, and zeroed memory on large pages; each with its proof")]
mod table;
mod worker;

pub use bench::{Bench, Reach, SIGNATURE, bench, reach};
pub use bounds::{Bounds, Window};
pub use clock::GameClock;
pub use control::Control;
pub use engine::{Clock, Engine, Question};
pub use event::{Event, Proof};
pub use level::{Level, UnknownLevel};
pub use limits::{Budget, Limits};
pub use midgame::MAX_SELECTIVITY;
pub use player::Player;
pub use report::{Certainty, Line, Report};
pub use solver::{Solution, Solver, Stopped};
pub use table::{NoMemory, Table};
