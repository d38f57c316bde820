//! Positions to score as jobs for other processes.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wane_formats::board_text;
use wane_match::{JobRequest, JobResult, RemoteError, RemoteJob, Site};

use super::{CHUNK, ScoreJob, Scoring};

/// The body of a request.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    first: usize,
    positions: Vec<String>,
    objective: String,
    how: String,
}

impl RemoteJob for ScoreJob {
    const KIND: &'static str = "score";

    fn number(&self) -> u64 {
        self.first as u64
    }

    fn request(&self, _program: &Path) -> Result<JobRequest, RemoteError> {
        let body = Body {
            first: self.first,
            positions: self.positions.iter().map(board_text::write).collect(),
            objective: self.objective.to_string(),
            how: self.how.to_string(),
        };
        Ok(JobRequest::new(serde_json::to_value(body)?))
    }

    fn from_request(body: &Value, _site: &Site) -> Result<Self, RemoteError> {
        let Body { first, positions, objective, how } = Body::deserialize(body)?;
        if positions.len() > CHUNK {
            return Err(RemoteError::new("too many positions"));
        }
        let read = |text: &String| board_text::parse(text).map_err(RemoteError::new);
        Ok(Self {
            first,
            positions: positions.iter().map(read).collect::<Result<_, _>>()?,
            objective: objective.parse().map_err(RemoteError::new)?,
            how: how.parse().map_err(RemoteError::new)?,
        })
    }

    fn write_result(result: &JobResult<Self>) -> Result<Vec<u8>, RemoteError> {
        let (_, scores) = result.as_ref().map_err(RemoteError::new)?;
        Ok(serde_json::to_vec(scores)?)
    }

    fn read_result(&self, bytes: &[u8]) -> Result<JobResult<Self>, RemoteError> {
        let scores: Vec<i32> = serde_json::from_slice(bytes)?;
        let most = match self.how {
            Scoring::Exact => 64,
            Scoring::Depth(_) => 6400,
        };
        let are_possible = scores.iter().all(|score| (-most..=most).contains(score));
        if scores.len() != self.positions.len() || !are_possible {
            return Err(RemoteError::new("other scores than were asked for"));
        }
        Ok(Ok((self.first, scores)))
    }
}
