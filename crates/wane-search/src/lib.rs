//! The engine: a midgame search that hands over to an exact endgame solver.
//!
//! It never parses text and never prints: positions and windows go in, bounds and lines come out,
//! and what happens on the way is told to a callback. On one thread it starts no thread, looks at
//! no clock and opens no file, so that it runs in a browser.
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
mod shallow;
mod solver;
#[allow(unsafe_code, reason = "prefetching, and zeroed memory on large pages; each with its proof")]
mod table;
mod team;
mod worker;

pub use bench::{Bench, Reach, bench, reach};
pub use bounds::{Bounds, Window};
pub use clock::GameClock;
pub use control::Control;
pub use engine::{Clock, Engine, Question};
pub use event::{Event, Proof};
pub use level::{Level, UnknownLevel};
pub use limits::{Budget, Limits};
pub use player::Player;
pub use report::{Certainty, Line, Report};
pub use solver::{Solution, Solver, Stopped};
pub use table::{NoMemory, Table};
