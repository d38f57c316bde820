//! Duels as jobs for other processes.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wane_gallery::recipe::Recipe;
use wane_match::{JobRequest, JobResult, RemoteError, RemoteJob, Site};
use wane_service::recipe::{NamedRecipe, read_recipe, write_recipe};

use super::{Duel, DuelJob, Opponent};
use crate::experiment::statistics::PairPoints;

/// The body of a request.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    number: usize,
    one: String,
    other: OtherBody,
    seed: u64,
    pairs: usize,
    nodes: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum OtherBody {
    Recipe(String),
    Learned(u32),
}

impl RemoteJob for DuelJob {
    const KIND: &'static str = "duel";

    fn number(&self) -> u64 {
        self.number as u64
    }

    fn request(&self, _program: &Path) -> Result<JobRequest, RemoteError> {
        let Duel { one, other, seed, pairs, nodes } = &self.duel;
        let other = match other {
            Opponent::Recipe(recipe) => OtherBody::Recipe(text(recipe)),
            Opponent::Learned { empties } => OtherBody::Learned(*empties),
        };
        let (number, one) = (self.number, text(one));
        let body = Body { number, one, other, seed: *seed, pairs: *pairs, nodes: *nodes };
        Ok(JobRequest::new(serde_json::to_value(body)?))
    }

    fn from_request(body: &Value, _site: &Site) -> Result<Self, RemoteError> {
        let Body { number, one, other, seed, pairs, nodes } = Body::deserialize(body)?;
        let other = match other {
            OtherBody::Recipe(text) => Opponent::Recipe(recipe(&text)?),
            OtherBody::Learned(empties) => Opponent::Learned { empties },
        };
        Ok(Self { number, duel: Duel { one: recipe(&one)?, other, seed, pairs, nodes } })
    }

    fn write_result((_, points): &JobResult<Self>) -> Result<Vec<u8>, RemoteError> {
        Ok(serde_json::to_vec(points)?)
    }

    fn read_result(&self, bytes: &[u8]) -> Result<JobResult<Self>, RemoteError> {
        let points: PairPoints = serde_json::from_slice(bytes)?;
        if points.games() != 2 * self.duel.pairs as u64 {
            return Err(RemoteError::new("another number of games"));
        }
        Ok((self.number, points))
    }
}

fn text(recipe: &Recipe) -> String {
    write_recipe(&NamedRecipe { name: String::new(), recipe: recipe.clone() })
}

fn recipe(text: &str) -> Result<Recipe, RemoteError> {
    Ok(read_recipe(text).map_err(RemoteError::new)?.recipe)
}
