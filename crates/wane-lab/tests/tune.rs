//! A tuner that is stopped and resumed does what it would have done without that.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::path::Path;
use std::sync::Arc;

use wane_gallery::Kind;
use wane_lab::tune::{Against, DuelWorker, Fitness, Parameters, RoundRobin, TuneRun, TunerKind};
use wane_match::Stop;
use wane_testkit::temp_dir::TempDir;

fn fitness(kind: TunerKind) -> Arc<dyn Fitness> {
    let opponents = vec![Kind::Random.recipe().unwrap()];
    match kind {
        TunerKind::Binary => Arc::new(RoundRobin { pairs: 1, rivals: Some(1), nodes: 1, seed: 1 }),
        _ => Arc::new(Against { opponents, pairs: 1, nodes: 1, seed: 1 }),
    }
}

/// Does generations, and returns the best recipe after them.
fn run(kind: TunerKind, journal: &Path, generations: u64, threads: usize) -> String {
    let parameters = Parameters::of(Kind::Seed004.recipe().unwrap());
    let log = Some((journal, "a test"));
    let mut run = TuneRun::open(kind, 1, parameters, fitness(kind), log).unwrap();
    let stop = Stop::default();
    let mut executor = DuelWorker::threads(threads, &stop);
    while run.progress().0 < generations {
        run.generation(&mut executor, &stop).unwrap().unwrap();
    }
    format!("{:?}", run.best())
}

#[test]
fn a_run_in_parts_is_the_same_run() {
    for kind in TunerKind::ALL {
        let folder = TempDir::new().unwrap();
        let [parts, whole] = ["parts", "whole"].map(|name| folder.path().join(name));
        run(kind, &parts, 1, 1);
        run(kind, &parts, 2, 2);
        assert_eq!(run(kind, &parts, 3, 1), run(kind, &whole, 3, 2), "{kind}");
        assert_eq!(std::fs::read(&parts).unwrap(), std::fs::read(&whole).unwrap(), "{kind}");
    }
}

#[test]
fn a_journal_of_another_run_is_refused() {
    let folder = TempDir::new().unwrap();
    let journal = folder.path().join("log");
    run(TunerKind::Spsa, &journal, 1, 1);
    let parameters = Parameters::of(Kind::Seed004.recipe().unwrap());
    let fitness = fitness(TunerKind::Spsa);
    let log = Some((journal.as_path(), "another"));
    let error = TuneRun::open(TunerKind::Spsa, 1, parameters, fitness, log).err().unwrap();
    assert!(error.to_string().contains("another recipe, tuner, opponent or seed"), "{error}");
}
