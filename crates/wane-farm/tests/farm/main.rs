//! A farm with a real server: `nats-server` must be in the path.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod attacks;
mod site;
mod trust;

use std::collections::{BTreeMap, BTreeSet};
use std::iter;
use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use wane_farm::{
    Farm, FarmAddress, FarmError, FarmSettings, Fingerprint, Members, Settled, reload,
};
use wane_match::{Executor as _, Stop, execute};

use site::{Site, Square, honest, squares};

#[test]
fn every_job_has_its_result_once() {
    let mut site = Site::new();
    let farm = site.farm();
    for _ in 0..2 {
        site.worker("1");
    }
    let stop = Stop::default();
    let mut executor = farm.executor::<Square>(&stop);
    let mut results = BTreeMap::new();
    let ended = execute(&mut executor, squares(100..600), &stop, &mut |(number, result)| {
        assert_eq!(results.insert(number, result), None);
        ControlFlow::<()>::Continue(())
    });
    assert!(ended.is_continue());
    assert!(farm.failure().is_none());
    assert!(results.iter().all(|(number, result)| *result == number * number * (1 + number % 2)));
    assert_eq!(results.len(), 500);
}

#[test]
fn a_member_that_is_revoked_is_told_and_only_the_owner_starts_runs() {
    let mut site = Site::new();
    let farm = site.farm_folder();
    let lisa = site.volunteer("lisa");
    for address in [lisa.clone(), site.server.house().unwrap()] {
        let error = Farm::open(Site::settings(address)).unwrap_err();
        assert!(matches!(error, FarmError::NotTheOwner { .. }), "{error}");
    }
    site.worker_of(lisa.clone(), "1", honest());
    thread::sleep(Duration::from_millis(500));
    Members::open(&farm).unwrap().revoke("lisa").unwrap();
    reload(&farm, "nats-server".as_ref()).unwrap();
    let ended = site.workers.pop().unwrap().join().unwrap();
    assert!(matches!(ended, Err(FarmError::NotAMember { .. })), "{ended:?}");
    let error = Farm::open(Site::settings(lisa)).unwrap_err();
    assert!(matches!(error, FarmError::NotAMember { .. }), "{error}");
}

#[test]
fn a_job_that_fails_three_times_is_parked() {
    let mut site = Site::new();
    let farm = site.farm();
    site.worker("1");
    // One of another version refuses everything.
    site.worker("2");
    let stop = Stop::default();
    let mut executor = farm.executor::<Square>(&stop);
    executor.submit(vec![Square { number: 13, factor: 1 }]);
    assert_eq!(executor.next(), None);
    let failure = farm.failure().unwrap().to_string();
    assert!(failure.contains("house: unlucky; house: unlucky; house: unlucky"), "{failure}");
}

#[test]
fn a_run_goes_on_without_what_nobody_can_do() {
    let mut site = Site::new();
    site.worker("1");
    let ledger = site.folder.path().join("run.farm");
    let settings = Site::settings(site.server.owner().unwrap());
    let run = || {
        let farm = Farm::open(FarmSettings { ledger: Some(ledger.clone()), ..settings.clone() });
        let (farm, stop) = (farm.unwrap(), Stop::default());
        let mut executor = farm.executor::<Square>(&stop);
        executor.submit(squares(10..20).flatten().collect());
        let numbers: BTreeSet<u64> = iter::from_fn(|| executor.next().map(|it| it.0)).collect();
        drop(executor);
        (numbers, farm.failure().map(|error| error.to_string()).unwrap_or_default())
    };
    let others: BTreeSet<u64> = (10..20).filter(|it| *it != 13).collect();
    let is_parked = |(numbers, failure): &(BTreeSet<u64>, String)| {
        assert!(failure.contains("nobody could do 1 of the jobs, house: unlucky"), "{failure}");
        *numbers == others
    };
    assert!(is_parked(&run()));
    let [parked] = &*Farm::parked(&ledger).unwrap() else { panic!("more than one") };
    assert_eq!((&*parked.kind, parked.number, parked.errors.len()), ("square", 13, 3));
    assert!(is_parked(&run()), "it is not tried again");
    Farm::settle(&ledger, Settled::Retry).unwrap();
    assert!(is_parked(&run()), "nobody can do it now either");
    Farm::settle(&ledger, Settled::Drop).unwrap();
    assert_eq!(run(), (others.clone(), String::new()));
}

#[test]
fn once_a_build_is_admitted_others_are_refused() {
    let mut site = Site::new();
    let farm = site.farm();
    // The builds of the workers are the hashes of their numbers.
    let [other, admitted] = ["0", "1"].map(|number| Fingerprint::of(number.as_bytes()));
    site.worker("1");
    farm.admit(admitted, &"the second worker".into()).unwrap();
    let do_one = |farm: &Farm, patience: Duration| {
        let stop = Stop::default();
        let mut executor = farm.executor::<Square>(&stop);
        executor.submit(vec![Square { number: 5, factor: 1 }]);
        thread::spawn(move || {
            thread::sleep(patience);
            stop.stop();
        });
        executor.next()
    };
    let farm = site.farm();
    assert_eq!(farm.builds().keys().collect::<Vec<_>>(), [&admitted]);
    assert_eq!(do_one(&farm, Duration::from_secs(3)), None);
    let status = farm.status().unwrap();
    let [(_, worker)] = &*status.workers else { panic!("{status:?}") };
    assert_eq!(worker.build, other);
    site.worker("1");
    assert_eq!(do_one(&farm, Duration::from_mins(1)), Some((5, 25)));
    farm.dismiss(admitted).unwrap();
    assert!(site.farm().builds().is_empty());
}

#[test]
fn only_the_server_of_the_address_is_believed() {
    let site = Site::new();
    let owner = site.server.owner().unwrap();
    assert!(owner.tls.is_some());
    let another = FarmAddress { tls: Some(Fingerprint::of(b"another")), ..owner.clone() };
    let error = Farm::open(Site::settings(another)).unwrap_err();
    assert!(matches!(error, FarmError::AnotherServer { .. }), "{error}");
    // Without a fingerprint there is nothing to believe.
    let plain = FarmAddress { tls: None, ..owner };
    let error = Farm::open(Site::settings(plain)).unwrap_err();
    assert!(matches!(error, FarmError::Unreachable { .. }), "{error}");
}
