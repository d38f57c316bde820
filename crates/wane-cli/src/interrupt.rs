//! Ctrl-C: ends long work cleanly instead of killing it.

use std::sync::Arc;

use anyhow::{Context as _, Result};
use wane_match::Stop;
use wane_search::Control;

/// A stop flag that Ctrl-C sets, for games and training.
pub(crate) fn stop() -> Result<Stop> {
    let stop = Stop::default();
    let handler = stop.clone();
    ctrlc::set_handler(move || handler.stop()).context("listening for Ctrl-C")?;
    Ok(stop)
}

/// The control of a search that Ctrl-C stops.
pub(crate) fn control() -> Result<Arc<Control<'static>>> {
    let control = Arc::new(Control::new());
    let handler = Arc::clone(&control);
    ctrlc::set_handler(move || handler.stop()).context("listening for Ctrl-C")?;
    Ok(control)
}
