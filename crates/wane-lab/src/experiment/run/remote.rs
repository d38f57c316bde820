//! Units of experiments as jobs for other processes.

use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wane_match::{JobRequest, JobResult, RemoteError, RemoteJob, Site};

use super::{Extent, LabJob};
use crate::experiment::{AnyExperiment, Size};
use crate::experiments;

/// The body of a request.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    experiment: String,
    size: String,
    seed: u64,
    unit: usize,
}

impl RemoteJob for LabJob {
    const KIND: &'static str = "unit";

    fn number(&self) -> u64 {
        self.unit as u64
    }

    fn request(&self, _program: &Path) -> Result<JobRequest, RemoteError> {
        let Self { experiment, extent: Extent { size, seed }, unit } = self;
        let experiment = experiment.about().name.to_owned();
        let body = Body { experiment, size: size.name().into(), seed: *seed, unit: *unit };
        Ok(JobRequest::new(serde_json::to_value(body)?))
    }

    fn from_request(body: &Value, _site: &Site) -> Result<Self, RemoteError> {
        let Body { experiment, size, seed, unit } = Body::deserialize(body)?;
        let named = |it: &Arc<dyn AnyExperiment>| it.about().name == experiment;
        let experiment = experiments::all().into_iter().find(named);
        let experiment = experiment.ok_or_else(|| RemoteError::new("no such experiment"))?;
        let size = [Size::Quick, Size::Full].into_iter().find(|it| it.name() == size);
        let size = size.ok_or_else(|| RemoteError::new("no such size"))?;
        if unit >= experiment.units(size) {
            return Err(RemoteError::new("no such unit"));
        }
        Ok(Self { experiment, extent: Extent { size, seed }, unit })
    }

    fn write_result((_, measured): &JobResult<Self>) -> Result<Vec<u8>, RemoteError> {
        Ok(serde_json::to_vec(measured)?)
    }

    fn read_result(&self, bytes: &[u8]) -> Result<JobResult<Self>, RemoteError> {
        let measured: Value = serde_json::from_slice(bytes)?;
        // What is not a unit of this experiment would end it.
        self.experiment.check(&measured)?;
        Ok((self.unit, measured))
    }
}
