//! [`Guest`]: a player that the front end brings along, such as the contest file of a student. Wane knows its name
//! alone; how it is started and asked is the matter of the front end.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use wane_board::{AnyPosition, Move};
use wane_search::Control;
use wane_text::Foreign;

/// What the name of a guest begins with in messages, so that it hides no player of Wane.
pub(crate) const GUEST: char = '@';

/// A player that the front end brings along.
#[derive(Clone)]
pub struct Guest {
    name: Arc<str>,
    start: Arc<dyn Fn() -> Box<dyn GuestPlayer> + Send + Sync>,
}

/// A guest at the board.
pub trait GuestPlayer: Send {
    /// Its move, which is legal, or a forced pass; `None` if it was stopped.
    ///
    /// # Errors
    /// If it makes a mistake that loses a game.
    fn choose(
        &mut self,
        position: &AnyPosition,
        limit: Duration,
        control: &Control<'_>,
    ) -> Result<Option<Move>, GuestFault>;
}

/// A mistake of a guest that loses a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct GuestFault(pub Foreign);

impl Guest {
    /// A guest of this name; each start is another process, or whatever it is.
    pub fn new(
        name: &str,
        start: impl Fn() -> Box<dyn GuestPlayer> + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), start: Arc::new(start) }
    }

    /// Its name, which differs from that of the other guests.
    #[must_use]
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// Starts it.
    pub(crate) fn start(&self) -> Box<dyn GuestPlayer> {
        (self.start)()
    }
}

impl fmt::Debug for Guest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guest").field("name", &self.name).finish_non_exhaustive()
    }
}
