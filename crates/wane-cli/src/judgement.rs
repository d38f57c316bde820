//! [`Judgement`]: what an engine judges positions by, as it stands on the command line.

use std::convert::Infallible;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use anyhow::Result;
use wane_eval::Weights;

use crate::input;

/// The word for the evaluation that people wrote.
const HAND_MADE: &str = "hand-made";

/// What an engine judges positions by.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) enum Judgement {
    /// The evaluation that people wrote.
    #[default]
    HandMade,
    /// Learned weights.
    File(PathBuf),
}

impl Judgement {
    /// The weights, unless the evaluation is the hand-made one.
    pub(crate) fn weights(&self) -> Result<Option<Arc<Weights>>> {
        match self {
            Self::HandMade => Ok(None),
            Self::File(path) => Ok(Some(Arc::new(input::weights(path)?))),
        }
    }
}

impl FromStr for Judgement {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(if text == HAND_MADE { Self::HandMade } else { Self::File(text.into()) })
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HandMade => f.write_str(HAND_MADE),
            Self::File(path) => write!(f, "{}", path.display()),
        }
    }
}
