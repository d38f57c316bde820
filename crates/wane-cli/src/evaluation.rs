//! [`EvaluationName`]: an evaluation, as it is named on the command line.

use std::convert::Infallible;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use anyhow::Result;
use wane_eval::WeightSet;
use wane_text::Foreign;

use crate::input;

/// The word for the weights that come with the program.
const OWN: &str = "own";

/// The word for the hand-made evaluation.
const HAND_MADE: &str = "hand-made";

/// The name of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) enum EvaluationName {
    /// The weights that come with the program; other boards than 8x8 have the hand-made evaluation.
    #[default]
    Own,
    /// A linear evaluation of a few features.
    HandMade,
    /// Learned weights.
    File(PathBuf),
}

impl EvaluationName {
    /// The weights; none for the hand-made evaluation.
    pub(crate) fn weights(&self) -> Result<WeightSet> {
        Ok(match self {
            Self::Own => WeightSet::shipped(),
            Self::HandMade => WeightSet::default(),
            Self::File(path) => Arc::new(input::weights(path)?).into(),
        })
    }
}

impl FromStr for EvaluationName {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text {
            OWN => Self::Own,
            HAND_MADE => Self::HandMade,
            path => Self::File(path.into()),
        })
    }
}

impl fmt::Display for EvaluationName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own => f.write_str(OWN),
            Self::HandMade => f.write_str(HAND_MADE),
            Self::File(path) => write!(f, "{}", Foreign::path(path)),
        }
    }
}
