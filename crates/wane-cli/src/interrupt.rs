//! Ctrl-C: ends long work cleanly instead of killing it.

use std::io;
use std::sync::Arc;
use std::thread;

use anyhow::{Context as _, Result};
use tokio::runtime;
#[cfg(unix)]
use tokio::signal::unix as signals;
#[cfg(windows)]
use tokio::signal::windows as signals;
use wane_match::Stop;
use wane_search::Control;

/// A stop flag that Ctrl-C sets, for games and training.
pub(crate) fn stop() -> Result<Stop> {
    let stop = Stop::default();
    let handler = stop.clone();
    on_ctrl_c(move || handler.stop()).context("listening for Ctrl-C")?;
    Ok(stop)
}

/// A stop flag that Ctrl-C sets and, on Unix, SIGTERM: for what runs unattended.
pub(crate) fn end() -> Result<Stop> {
    let stop = stop()?;
    #[cfg(unix)]
    {
        let handler = stop.clone();
        let kind = signals::SignalKind::terminate();
        on(move || signals::signal(kind), move || handler.stop())
            .context("listening for SIGTERM")?;
    }
    Ok(stop)
}

/// The control of a search that Ctrl-C stops.
pub(crate) fn control() -> Result<Arc<Control<'static>>> {
    let control = Arc::new(Control::new());
    let handler = Arc::clone(&control);
    on_ctrl_c(move || handler.stop()).context("listening for Ctrl-C")?;
    Ok(control)
}

/// Calls `handler` on a thread of its own at every Ctrl-C from now on.
fn on_ctrl_c(handler: impl Fn() + Send + 'static) -> io::Result<()> {
    on(presses, handler)
}

#[cfg(unix)]
type Presses = signals::Signal;
#[cfg(windows)]
type Presses = signals::CtrlC;

/// Calls `handler` on a thread of its own at every signal from now on.
fn on(
    presses: impl FnOnce() -> io::Result<Presses>,
    handler: impl Fn() + Send + 'static,
) -> io::Result<()> {
    let runtime = runtime::Builder::new_current_thread().enable_io().build()?;
    let mut presses = {
        let _inside = runtime.enter();
        presses()?
    };
    let listen = move || {
        runtime.block_on(async {
            while presses.recv().await.is_some() {
                handler();
            }
        });
    };
    thread::Builder::new().name("ctrl-c".to_owned()).spawn(listen).map(drop)
}

#[cfg(unix)]
fn presses() -> io::Result<Presses> {
    signals::signal(signals::SignalKind::interrupt())
}

#[cfg(windows)]
fn presses() -> io::Result<Presses> {
    signals::ctrl_c()
}
