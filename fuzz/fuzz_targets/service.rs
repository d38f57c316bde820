//! Any text as a message to the engine, as any client could send it to a server: no panic, and a response.
#![no_main]

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use wane_search::Control;
use wane_service::message::{EventText, TaskText, ToEngine};
use wane_service::{Setup, Thinker, answer};

fuzz_target!(|text: &str| {
    match serde_json::from_str(text) {
        Ok(ToEngine::Query { query, .. }) => {
            let _ = serde_json::to_string(&answer(&query)).unwrap();
        }
        Ok(ToEngine::Task { task, .. }) => run(&task),
        Ok(ToEngine::Stop { .. }) | Err(_) => {}
    }
});

/// Runs a task with a small node limit.
fn run(task: &TaskText) {
    let Ok(task) = task.read() else { return };
    let mut thinker = Thinker::for_analysis(Setup::small()).unwrap();
    let ticks = AtomicU64::new(0);
    let clock = || Duration::from_micros(ticks.fetch_add(100, Relaxed));
    let limit = |nodes| nodes > 2000;
    let control = Control::new().until(&limit);
    thinker.run(&task, &clock, &control, &mut |event| {
        let _ = serde_json::to_string(&EventText::of(&event)).unwrap();
    });
}
