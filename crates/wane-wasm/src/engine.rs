//! The engine, which runs tasks.

use std::sync::Arc;
use std::time::Duration;

use wane_eval::{WeightSet, Weights};
use wane_search::Control;
use wane_service::message::{EventText, TaskText};
use wane_service::{Event, Setup, Thinker};
use wasm_bindgen::prelude::*;

use crate::{not_a_message, text};

#[wasm_bindgen]
extern "C" {
    /// The time in milliseconds since some fixed moment.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;

    /// Whether the task was stopped; the worker provides this function.
    #[wasm_bindgen(js_namespace = wane, js_name = isStopped)]
    fn is_stopped() -> bool;

    /// The receiver of events.
    #[wasm_bindgen(typescript_type = "{ hear(event: string): void }")]
    pub type Listener;

    #[wasm_bindgen(method, catch)]
    fn hear(this: &Listener, event: &str) -> Result<(), JsValue>;
}

/// An engine for a worker.
#[wasm_bindgen(js_name = Engine)]
pub struct WasmEngine {
    thinker: Thinker,
}

#[wasm_bindgen(js_class = Engine)]
impl WasmEngine {
    /// An engine with a transposition table of this size and the hand-made evaluation.
    ///
    /// # Errors
    /// If there is not that much memory.
    #[wasm_bindgen(constructor)]
    pub fn new(megabytes: usize) -> Result<WasmEngine, JsError> {
        let setup = Setup {
            threads: 1,
            hash_megabytes: megabytes,
            seed: 0,
            weights: WeightSet::default(),
            selectivity: None,
        };
        Ok(Self { thinker: Thinker::for_analysis(setup)? })
    }

    /// Evaluates with the weights of a file from now on, for their objective.
    ///
    /// # Errors
    /// If the weights cannot be read.
    pub fn learn(&mut self, bytes: &[u8]) -> Result<(), JsError> {
        self.thinker.learn(Arc::new(Weights::from_bytes(bytes)?));
        Ok(())
    }

    /// Runs a task. The listener gets every event.
    pub fn run(&mut self, task: &str, listener: &Listener) {
        let emit = |event: EventText| {
            // An exception in the listener does not stop the task.
            let _ = listener.hear(&text(&event));
        };
        let read = serde_json::from_str::<TaskText>(task).map_err(|error| not_a_message(&error));
        let task = match read.and_then(|task| task.read()) {
            Ok(task) => task,
            Err(problem) => return emit(EventText::Failed { problem }),
        };
        let limit = |_| is_stopped();
        let control = Control::new().until(&limit);
        // Agents of the gallery check the clock alone, so for them a stop is the end of their time.
        let begun = milliseconds(now());
        let clock = || {
            if is_stopped() { Duration::MAX } else { milliseconds(now()).saturating_sub(begun) }
        };
        self.thinker.run(&task, &clock, &control, &mut |event| {
            // The page has stopped the task, and does not want a move.
            if !(matches!(event, Event::Chosen(_)) && is_stopped()) {
                EventText::of(&event).into_iter().for_each(emit);
            }
        });
    }
}

fn milliseconds(time: f64) -> Duration {
    Duration::try_from_secs_f64(time / 1000.0).unwrap_or_default()
}
