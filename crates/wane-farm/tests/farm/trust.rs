//! Volunteers that lie.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use wane_farm::{Farm, FarmError, FarmSettings, Members, reload};
use wane_match::{JobKind, Stop, execute};

use crate::site::{Site, honest, squarers, squares};

/// Where numbers begin, which are as many jobs as messages.
const JOBS: std::ops::Range<u64> = 1000..1400;

/// A run with a ledger: each job is a message.
fn open(site: &Site, ledger: &Path) -> Result<Farm, FarmError> {
    let settings = Site::settings(site.server.owner().unwrap());
    let (ledger, parcel) = (Some(ledger.into()), Duration::ZERO);
    Farm::open(FarmSettings { ledger, parcel, ..settings })
}

/// Squares all numbers as often as it takes, as a command does; what came out, and how often it began anew.
fn square_all(site: &Site) -> (BTreeMap<u64, u64>, u32) {
    let (stop, ledger) = (Stop::default(), site.folder.path().join("run.farm"));
    for attempt in 0.. {
        let mut results = BTreeMap::new();
        let failure = match open(site, &ledger) {
            Err(failure) => Some(failure),
            Ok(farm) => {
                let mut executor = farm.executor(&stop);
                let ended =
                    execute(&mut executor, squares(JOBS), &stop, &mut |(number, square)| {
                        assert_eq!(results.insert(number, square), None);
                        ControlFlow::<()>::Continue(())
                    });
                assert!(ended.is_continue());
                drop(executor);
                farm.failure()
            }
        };
        match failure {
            None => return (results, attempt),
            Some(FarmError::Forged { member, .. }) => {
                let member = member.to_string();
                Farm::forget(&ledger, &member).unwrap();
                // As `wane farm up` does.
                Members::open(&site.farm_folder()).unwrap().revoke(&member).unwrap();
                reload(&site.farm_folder(), "nats-server".as_ref()).unwrap();
            }
            Some(other) => panic!("{other}"),
        }
    }
    unreachable!("the numbers are endless")
}

fn is_right((&number, &square): (&u64, &u64)) -> bool {
    square == number * number * (1 + number % 2)
}

/// A run with an honest house and one volunteer, who must be excluded for the expected reason. How many of its results
/// had counted.
fn run_with(volunteer: JobKind, expected: &str) -> usize {
    let mut site = Site::new();
    let lisa = site.volunteer("lisa");
    site.worker_of(lisa, "1", volunteer);
    site.worker("1");
    let (results, _) = square_all(&site);
    assert!(results.iter().all(is_right), "a forged result is left");
    assert_eq!(results.len() as u64, JOBS.end - JOBS.start);
    let excluded = site.farm().excluded().unwrap();
    let why = excluded.get("lisa").map(ToString::to_string).unwrap_or_default();
    assert!(why.contains(expected), "{why:?}");
    let ledger = fs::read_to_string(site.folder.path().join("run.farm")).unwrap();
    ledger.lines().filter(|line| line.contains(r#""member":"lisa""#)).count()
}

#[test]
fn a_wrong_result_is_found_and_everything_of_the_volunteer_is_done_again() {
    let counted = run_with(squarers(|_, square| square + 1, Duration::ZERO), "wrong result");
    assert!(counted < 50, "{counted} forged results were taken");
}

#[test]
fn a_result_that_cannot_be_one_is_enough() {
    let counted = run_with(squarers(|_, _| u64::MAX, Duration::ZERO), "no square is so large");
    assert_eq!(counted, 0);
}

#[test]
fn one_that_lies_sometimes_is_found_too() {
    let forge = |number: u64, square: u64| square + u64::from(number.is_multiple_of(4));
    run_with(squarers(forge, Duration::ZERO), "wrong result");
}

#[test]
fn an_honest_volunteer_without_others_is_checked_by_the_run() {
    let mut site = Site::new();
    let lisa = site.volunteer("lisa");
    site.worker_of(lisa, "1", honest());
    let (results, attempts) = square_all(&site);
    assert!(results.iter().all(is_right));
    assert_eq!(attempts, 0);
    assert!(site.farm().excluded().unwrap().is_empty());
}

#[test]
fn two_volunteers_check_each_other_and_the_run_finds_out_who_lies() {
    let mut site = Site::new();
    let (lisa, max) = (site.volunteer("lisa"), site.volunteer("max"));
    site.worker_of(lisa, "1", honest());
    site.worker_of(max, "1", squarers(|_, square| square + 2, Duration::ZERO));
    let (results, _) = square_all(&site);
    assert!(results.iter().all(is_right));
    let excluded = site.farm().excluded().unwrap();
    assert_eq!(excluded.keys().collect::<Vec<_>>(), ["max"]);
}
