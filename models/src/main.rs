//! Models of what threads share, run in every order that the memory model allows with at most three preemptions. The
//! files are those of the search, compiled with the atomics and locks of loom:
//!
//! ```text
//! cd models && cargo run
//! ```

mod sync {
    pub(crate) use loom::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
    pub(crate) use loom::sync::{Condvar, Mutex, MutexGuard};
}

#[path = "../../crates/wane-search/src/control.rs"]
mod control;
#[path = "../../crates/wane-search/src/signal.rs"]
mod signal;
#[path = "../../crates/wane-search/src/table/slot.rs"]
mod slot;

use loom::sync::Arc;
use loom::thread;

use control::Control;
use signal::{Signal, locked};
use sync::{AtomicU64, Mutex};

const MODELS: [(&str, fn()); 5] = [
    ("a slot gives only what was written for its position", slot_is_never_torn),
    ("a stop is seen, and no node is lost", stop_is_seen),
    ("a limit that two threads reach together stops both", limit_stops_all),
    ("no notification is missed", no_notification_is_missed),
    ("all who wait see the end", all_see_the_end),
];

fn main() {
    for (name, run) in MODELS {
        run();
        println!("{name}");
    }
    println!("{} models", MODELS.len());
}

/// Runs a model. Three preemptions are enough for nearly all mistakes, and more take hours.
fn model(steps: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(steps);
}

/// Check words and data, such that no two of them XORed make another check word.
const POSITIONS: [(u64, u64); 3] = [(0x10, 1), (0x20, 2), (0x40, 4)];

fn slot_is_never_torn() {
    model(|| {
        let slot = Arc::new([AtomicU64::new(0), AtomicU64::new(0)]);
        let writers = [0, 1].map(|index| {
            let slot = Arc::clone(&slot);
            thread::spawn(move || {
                let (check, data) = POSITIONS[index];
                slot::write(&slot, check, data);
            })
        });
        let (check, data) = POSITIONS[0];
        let found = slot::read(&slot, check);
        assert!(found.is_none_or(|found| found == data), "{found:?}");
        let _ = writers.map(|writer| writer.join().expect("it only writes"));
        // Afterwards the slot has one of the entries, or one word of each and matches nothing.
        let found = POSITIONS.map(|(check, _)| slot::read(&slot, check));
        assert!(found.iter().flatten().count() <= 1, "{found:?}");
    });
}

fn stop_is_seen() {
    model(|| {
        let control = Arc::new(Control::new());
        let searchers = [1, 2].map(|nodes| {
            let whole = Arc::clone(&control);
            thread::spawn(move || {
                let part = Control::part_of(&whole);
                part.add_nodes(nodes);
                assert_eq!(part.nodes(), nodes);
                part.is_stopped()
            })
        });
        control.stop();
        assert!(control.is_stopped());
        let _ = searchers.map(|searcher| searcher.join().expect("no assertion failed"));
        assert_eq!(control.nodes(), 3);
        assert!(Control::part_of(&control).is_stopped());
    });
}

fn limit_stops_all() {
    model(|| {
        let searchers = {
            let control = Arc::new(Control::new().until(&|nodes| nodes >= 2));
            [(); 2].map(|()| {
                let control = Arc::clone(&control);
                thread::spawn(move || {
                    control.add_nodes(1);
                    control
                })
            })
        };
        let controls = searchers.map(|searcher| searcher.join().expect("it only counts"));
        assert!(controls.iter().all(|control| control.is_stopped() && control.nodes() == 2));
    });
}

/// The helper of a split point and the thread that waits for it: the count is not the value of the signal.
fn no_notification_is_missed() {
    model(|| {
        let shared = Arc::new((Signal::new(()), Mutex::new(2)));
        let helpers = [(); 2].map(|()| {
            let shared = Arc::clone(&shared);
            thread::spawn(move || {
                let (signal, working) = &*shared;
                *locked(working) -= 1;
                signal.wake();
            })
        });
        let (signal, working) = &*shared;
        // Would never return if a notification were lost, which loom reports.
        signal.wait_for(|()| (*locked(working) == 0).then_some(()));
        let _ = helpers.map(|helper| helper.join().expect("it only counts"));
    });
}

fn all_see_the_end() {
    model(|| {
        let signal = Arc::new(Signal::new(false));
        let helpers = [(); 2].map(|()| {
            let signal = Arc::clone(&signal);
            thread::spawn(move || signal.wait_for(|is_over| is_over.then_some(())))
        });
        *signal.lock() = true;
        signal.wake();
        let _ = helpers.map(|helper| helper.join().expect("it only waits"));
    });
}
