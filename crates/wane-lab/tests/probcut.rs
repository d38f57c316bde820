//! The fits of Multi-ProbCut.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use wane_board::Objective;
use wane_eval::Weights;
use wane_eval::fits::Depths;
use wane_eval::weights::PHASES;
use wane_lab::probcut::{Measurement, ProbcutSettings, measure};
use wane_lab::selfplay::{Selfplay, SelfplaySettings, SelfplayWorker};
use wane_lab::train::{Data, Training, TrainingSettings};
use wane_match::Stop;
use wane_search::Control;

/// The records of some games.
fn data() -> Data {
    let settings = SelfplaySettings {
        objective: Objective::FewestDiscs,
        depth: 1,
        selectivity: 0,
        exact_from: 6,
        opening: (4, 12),
        stray: 0,
        seed: 5,
    };
    let mut data = Data::new();
    let (selfplay, stop) = (Selfplay::new(settings, None), Stop::default());
    let mut executor = SelfplayWorker::threads(1, &stop);
    let played = selfplay.play(0..40, &mut executor, &stop, &mut |block| {
        assert!(block.records.iter().all(|record| data.add(record)));
        Ok(())
    });
    played.unwrap();
    data
}

fn weights(data: &Data) -> Arc<Weights> {
    let settings = TrainingSettings { epochs: 1, ..TrainingSettings::default() };
    let mut training = Training::new(data.clone(), settings, None);
    training.epoch(1, &|| false);
    training.finish().weights.into()
}

fn measured(
    weights: &Arc<Weights>,
    data: &Data,
    settings: ProbcutSettings,
    threads: usize,
) -> Measurement {
    let measured = measure(weights, data, settings, threads, &Control::new(), &|_, _| {});
    measured.unwrap().unwrap()
}

#[test]
fn the_result_depends_on_the_seed_but_not_on_the_number_of_threads() {
    let data = data();
    let weights = weights(&data);
    let settings = ProbcutSettings { positions: 6, depth: 6, seed: 1 };
    let bytes = |settings, threads| {
        measured(&weights, &data, settings, threads).added_to(&weights, &data).to_bytes()
    };
    let one = bytes(settings, 1);
    assert!(one == bytes(settings, 3));
    assert!(one != bytes(ProbcutSettings { seed: 2, ..settings }, 1));
    let read = Weights::from_bytes(&one).unwrap();
    assert!((0..PHASES).all(|phase| read.phase(phase) == weights.phase(phase)));
    assert!(read.manifest().contains("\"probcut\":{"), "{}", read.manifest());
    assert!(read.manifest().contains("\"rms_after\":"), "{}", read.manifest());
}

#[test]
fn every_pair_of_depths_has_a_fit_in_every_phase_and_close_depths_predict_best() {
    let data = data();
    let weights = weights(&data);
    let settings = ProbcutSettings { positions: 10, depth: 6, seed: 1 };
    let measured = measured(&weights, &data, settings, 2);
    assert_eq!(measured.pairs.len(), 21);
    assert_eq!(measured.fits.iter().count(), 21);
    assert_eq!(measured.fits.deepest(), 6);
    let sigma = |deep, shallow| measured.fits.get(Depths { deep, shallow }, 6).unwrap().sigma;
    assert!(sigma(6, 4) < sigma(6, 0), "{} {}", sigma(6, 4), sigma(6, 0));
    let r = measured.pairs.iter().map(|(_, fits)| fits[6].r).fold(1.0, f64::min);
    assert!(r > 0.5, "the values of a position correlate: {r}");
}

#[test]
fn a_measurement_reports_progress_and_can_be_stopped() {
    let data = data();
    let weights = weights(&data);
    let settings = ProbcutSettings { positions: 6, depth: 6, seed: 1 };
    let (control, calls) = (Control::new(), AtomicUsize::new(0));
    let stopped = measure(&weights, &data, settings, 2, &control, &|done, of| {
        assert!(done <= of && of <= 6 * PHASES);
        if calls.fetch_add(1, Relaxed) == 3 {
            control.stop();
        }
    });
    assert!(stopped.unwrap().is_none() && calls.into_inner() >= 4);
    let nothing = measure(&weights, &Data::new(), settings, 2, &Control::new(), &|_, _| {});
    assert!(nothing.unwrap().is_none());
}
