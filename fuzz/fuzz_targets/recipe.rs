//! Any text as a recipe: no panic, the written form is read again, and a sound recipe plays within its time.
#![no_main]

use std::cell::Cell;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use wane_board::{AnyPosition, Position, Size};
use wane_gallery::recipe::{build_recipe, explain};
use wane_service::recipe::{export_contest, read_recipe, write_recipe};

fuzz_target!(|text: &str| {
    let Ok(named) = read_recipe(text) else { return };
    let written = write_recipe(&named);
    assert_eq!(read_recipe(&written).as_ref(), Ok(&named), "{written}");
    assert!(export_contest(&named).contains("class AI"));
    explain(&named.recipe.evaluation, &Position::<8>::START).expect("what is read is sound");
    let mut agent = build_recipe(named.recipe, 1).expect("what is read is sound");
    for size in Size::ALL {
        let readings = Cell::new(0);
        let clock = || {
            readings.set(readings.get() + 1);
            Duration::from_millis(readings.get())
        };
        agent.choose(&AnyPosition::start(size), Duration::from_millis(20), &clock);
        assert!(readings.get() <= 21, "{} readings of the clock", readings.get());
    }
});
