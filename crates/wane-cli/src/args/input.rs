//! Games and positions as input.

use anyhow::Result;
use clap::Args as ClapArgs;
use wane_board::{Objective, Size};
use wane_formats::{Context, GameRecord};

use crate::input;

/// The games of an input, all of them or one.
#[derive(ClapArgs)]
pub(crate) struct GamesArgs {
    /// Read a transcript (f5d6c3), a board, OBF, GGF, SGF or JSON; a file of these; standard input, if -; or the
    /// start position, if start or nothing is given
    pub(crate) input: Option<String>,
    /// Take only game K of the input, counted from 1
    #[arg(long, value_name = "K")]
    pub(crate) game: Option<usize>,
    #[command(flatten)]
    pub(crate) context: ContextArgs,
}

impl GamesArgs {
    /// The games, or the start position if nothing is given.
    pub(crate) fn games(&self) -> Result<Vec<GameRecord>> {
        input::games(self.input.as_deref(), self.game, self.context.context())
    }
}

/// The context of an input that does not state it.
#[derive(ClapArgs)]
pub(crate) struct ContextArgs {
    /// Set the board size where the input does not: 4, 6 or 8
    #[arg(long, value_name = "N", default_value_t)]
    pub(crate) size: Size,
    /// Set the objective where the input does not: fewest or most discs
    #[arg(long, value_name = "DISCS", default_value_t)]
    pub(crate) objective: Objective,
}

impl ContextArgs {
    pub(crate) fn context(&self) -> Context {
        Context { size: self.size, objective: self.objective }
    }
}
