//! Experiments give the same bytes on any number of threads, and after any number of kills.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::fs;
use std::path::Path;

use wane_lab::experiment::{ExperimentRun, Extent, LabError, LabWorker, Size};
use wane_lab::experiments;
use wane_match::Stop;
use wane_testkit::temp_dir::TempDir;

const QUICK: Extent = Extent { size: Size::Quick, seed: 1 };

/// Runs an experiment until it has done this many units more.
fn run(index: usize, out: &Path, threads: usize, units: usize) -> bool {
    let stop = Stop::default();
    let experiment = experiments::all().swap_remove(index);
    let mut run = ExperimentRun::open(experiment, QUICK, out).unwrap();
    let (before, _) = run.progress();
    let mut executor = LabWorker::threads(threads, &stop);
    let result = run.run(&mut executor, &stop, &mut |done, _| {
        if done - before >= units {
            stop.stop();
        }
    });
    result.unwrap().is_some()
}

/// The files of a finished experiment but for its journal, which is in the order in which units ended.
fn files(out: &Path, index: usize) -> Vec<(String, String)> {
    let name = experiments::all()[index].about().name;
    let folder = out.join("quick").join(name);
    let mut files: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().extension().is_some_and(|end| end != "jsonl"))
        .filter(|entry| entry.file_type().unwrap().is_file())
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, fs::read_to_string(entry.path()).unwrap())
        })
        .collect();
    files.sort();
    files
}

#[test]
fn threads_and_stops_change_no_byte() {
    for index in 0..experiments::all().len() {
        let (at_once, in_parts) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        assert!(run(index, at_once.path(), 2, usize::MAX));
        for _ in 0..5 {
            run(index, in_parts.path(), 1, 1);
        }
        assert!(run(index, in_parts.path(), 1, usize::MAX));
        let expected = files(at_once.path(), index);
        assert!(expected.iter().any(|(name, _)| name == "result.json"), "{expected:?}");
        assert!(expected.iter().any(|(name, _)| name == "plot-1.svg"));
        assert_eq!(files(in_parts.path(), index), expected);
    }
}

#[test]
fn a_run_with_another_seed_is_not_continued() {
    let folder = TempDir::new().unwrap();
    run(0, folder.path(), 1, 1);
    let other = Extent { seed: 2, ..QUICK };
    let error = ExperimentRun::open(experiments::all().swap_remove(0), other, folder.path());
    let Err(LabError::Other { why, .. }) = error else { panic!("it is continued") };
    assert_eq!(why, "the seed was 1, not 2");
}
