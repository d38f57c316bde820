//! Blocks of self-play as jobs for other processes.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wane_eval::Weights;
use wane_files::Checksum;
use wane_match::{JobRequest, JobResult, RemoteError, RemoteJob, Site};

use super::{Block, Description, Selfplay, SelfplayJob, SelfplaySettings, VERSION};
use crate::Record;

/// The input with the weights.
const WEIGHTS: &str = "weights.bin";

/// How many games a request may ask for: more would not end before a worker is taken for dead.
const MAX_GAMES: u64 = 10_000;

/// The body of a request.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    games: Range<u64>,
    selfplay: Description,
}

impl RemoteJob for SelfplayJob {
    const KIND: &'static str = "selfplay";

    fn number(&self) -> u64 {
        self.games.start
    }

    fn request(&self, _program: &Path) -> Result<JobRequest, RemoteError> {
        let body = Body { games: self.games.clone(), selfplay: self.selfplay.description() };
        let mut request = JobRequest::new(serde_json::to_value(body)?);
        if let Some(weights) = &self.selfplay.weights {
            request.inputs.insert(WEIGHTS.into(), weights.to_bytes().into());
        }
        Ok(request)
    }

    fn from_request(body: &Value, site: &Site) -> Result<Self, RemoteError> {
        let Body { games, selfplay } = Body::deserialize(body)?;
        if games.end.saturating_sub(games.start) > MAX_GAMES {
            return Err(RemoteError::new(format!("more than {MAX_GAMES} games")));
        }
        let selfplay = Arc::new(from_description(&selfplay, site)?);
        Ok(Self { selfplay, games })
    }

    fn write_result(result: &JobResult<Self>) -> Result<Vec<u8>, RemoteError> {
        let block = result.as_ref().map_err(RemoteError::new)?;
        Ok(block.records.iter().flat_map(Record::to_bytes).collect())
    }

    fn read_result(&self, bytes: &[u8]) -> Result<JobResult<Self>, RemoteError> {
        let (records, rest) = bytes.as_chunks();
        if !rest.is_empty() {
            return Err(RemoteError::new("half a record at the end"));
        }
        let records: Result<Vec<Record>, _> = records.iter().map(Record::from_bytes).collect();
        let records = records.map_err(RemoteError::new)?;
        let is_ours = |record: &Record| {
            let objective = self.selfplay.settings.objective;
            record.objective == objective
                && self.games.clone().any(|it| it & 0xffff == u64::from(record.game))
        };
        if !records.iter().all(is_ours) {
            return Err(RemoteError::new("a record of another game"));
        }
        Ok(Ok(Block { games: self.games.clone(), records }))
    }
}

/// The settings and the weights of a request.
fn from_description(description: &Description, site: &Site) -> Result<Selfplay, RemoteError> {
    let &Description { depth, exact_from, opening, seed, selectivity, stray, v, .. } = description;
    if v != VERSION {
        return Err(RemoteError::new(format!("self-play of version {v}, and this is {VERSION}")));
    }
    let objective = description.objective.parse().map_err(RemoteError::new)?;
    let weights = description.weights.as_ref().map(|checksum| {
        let bytes = site.read(WEIGHTS)?;
        if Checksum::of(&bytes).to_hex() != *checksum {
            return Err(RemoteError::new("these are other weights"));
        }
        Weights::from_bytes(&bytes).map(Arc::new).map_err(RemoteError::new)
    });
    let settings =
        SelfplaySettings { objective, depth, selectivity, exact_from, opening, stray, seed };
    Ok(Selfplay::new(settings, weights.transpose()?))
}
