//! What a volunteer tries with its own credentials and another program.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

use async_nats::jetstream;
use async_nats::{Client, ConnectOptions, Message};
use futures_util::StreamExt as _;
use tokio::runtime::Runtime;
use tokio::time::timeout;
use wane_farm::{Farm, FarmAddress, FarmSettings};
use wane_match::{Stop, execute};

use crate::site::{Site, honest, squarers, squares};

/// How long the server has to answer what it does not answer.
const SILENCE: Duration = Duration::from_millis(700);

/// A member that speaks to the server without the program.
struct Bare {
    runtime: Runtime,
    client: Client,
}

impl Bare {
    fn new(FarmAddress { name, seed, servers, .. }: &FarmAddress) -> Self {
        let runtime = Runtime::new().unwrap();
        let options = ConnectOptions::with_nkey(seed.clone())
            .custom_inbox_prefix(format!("_INBOX_{name}"))
            .event_callback(|_| async {});
        let client = runtime.block_on(options.connect(servers.clone())).unwrap();
        Self { runtime, client }
    }

    /// What the server says to this; nothing if nobody listens, or if the member may not.
    fn answer(&self, subject: &str, payload: &str) -> Option<Message> {
        let request = self.client.request(subject.to_owned(), payload.to_owned().into());
        let answer = self.runtime.block_on(async { timeout(SILENCE, request).await });
        answer.ok()?.ok()
    }

    fn publish(&self, subject: &str, payload: impl Into<bytes::Bytes>) {
        let payload = payload.into();
        let published = async {
            self.client.publish(subject.to_owned(), payload).await.unwrap();
            self.client.flush().await.unwrap();
        };
        self.runtime.block_on(published);
    }

    /// Takes a job, if one comes soon.
    fn take_job(&self) -> Option<Message> {
        let inbox = self.client.new_inbox();
        self.runtime.block_on(async {
            let mut heard = self.client.subscribe(inbox.clone()).await.unwrap();
            let next = "$JS.API.CONSUMER.MSG.NEXT.WANE_JOBS.open";
            let request = r#"{"batch":1,"expires":300000000}"#;
            self.client.publish_with_reply(next, inbox, request.into()).await.unwrap();
            timeout(SILENCE, heard.next()).await.ok().flatten()
        })
    }

    /// What a subscription hears while something happens.
    fn hears(&self, subject: &str, meanwhile: impl FnOnce()) -> usize {
        let mut heard = self.runtime.block_on(self.client.subscribe(subject.to_owned())).unwrap();
        self.runtime.block_on(self.client.flush()).unwrap();
        meanwhile();
        let mut count = 0;
        self.runtime.block_on(async {
            while let Ok(Some(_)) = timeout(SILENCE, heard.next()).await {
                count += 1;
            }
        });
        count
    }

    /// The streams with their numbers of messages.
    fn streams(&self) -> BTreeMap<String, u64> {
        self.runtime.block_on(async {
            let jetstream = jetstream::new(self.client.clone());
            let mut found = BTreeMap::new();
            let mut streams = jetstream.streams();
            while let Some(Ok(stream)) = streams.next().await {
                found.insert(stream.config.name, stream.state.messages);
            }
            found
        })
    }
}

/// Squares some numbers, and calls something at each result.
fn run(farm: &Farm, numbers: std::ops::Range<u64>, mut on_result: impl FnMut(usize)) {
    let stop = Stop::default();
    let mut executor = farm.executor(&stop);
    let mut results = BTreeMap::new();
    let count = usize::try_from(numbers.end - numbers.start).unwrap();
    let ended = execute(&mut executor, squares(numbers), &stop, &mut |(number, square)| {
        assert_eq!(square, number * number * (1 + number % 2));
        assert_eq!(results.insert(number, square), None);
        on_result(results.len());
        ControlFlow::<()>::Continue(())
    });
    assert!(ended.is_continue());
    drop(executor);
    assert!(farm.failure().is_none());
    assert_eq!(results.len(), count);
}

/// The name of the run whose results have a stream.
fn run_name(owner: &Bare) -> String {
    let streams = owner.streams();
    let name = streams.keys().find_map(|name| name.strip_prefix("WANE_RESULTS_"));
    name.expect("a run").to_owned()
}

#[test]
fn a_volunteer_can_neither_read_results_nor_purge_nor_submit() {
    let mut site = Site::plain();
    let farm = site.farm();
    let lisa = Bare::new(&site.volunteer("lisa"));
    let owner = Bare::new(&site.server.owner().unwrap());
    site.worker_of(
        site.server.house().unwrap(),
        "1",
        squarers(|_, square| square, Duration::from_millis(20)),
    );
    // All of this happens during a run.
    let numbers = 100..400;
    run(&farm, numbers, |count| {
        if count != 5 {
            return;
        }
        let run = run_name(&owner);
        let (results, jobs) = (format!("WANE_RESULTS_{run}"), "WANE_JOBS");
        for subject in [
            format!("wane.job.open.{run}"),
            format!("wane.job.marked.{run}"),
            format!("wane.result.{run}.house.house"),
            format!("wane.result.{run}.house.lisa"),
            format!("wane.result.{run}.volunteer.max"),
            format!("$JS.API.STREAM.PURGE.{jobs}"),
            format!("$JS.API.STREAM.PURGE.{results}"),
            format!("$JS.API.STREAM.DELETE.{jobs}"),
            format!("$JS.API.STREAM.INFO.{results}"),
            format!("$JS.API.STREAM.MSG.GET.{results}"),
            format!("$JS.API.STREAM.MSG.GET.{jobs}"),
            format!("$JS.API.STREAM.MSG.DELETE.{jobs}"),
            format!("$JS.API.DIRECT.GET.{results}"),
            format!("$JS.API.DIRECT.GET.{jobs}"),
            format!("$JS.API.CONSUMER.CREATE.{results}.spy"),
            format!("$JS.API.CONSUMER.CREATE.{jobs}.spy"),
            format!("$JS.API.CONSUMER.DELETE.{jobs}.open"),
            format!("$JS.API.CONSUMER.INFO.{jobs}.open"),
            format!("$JS.API.CONSUMER.MSG.NEXT.{jobs}.marked"),
            format!("$JS.API.CONSUMER.MSG.NEXT.{results}.run"),
            format!("$JS.ACK.{results}.run.1.1.1.1.1"),
            "$JS.API.STREAM.LIST".into(),
            "$JS.API.INFO".into(),
            "$KV.wane-excluded.house".into(),
            "$KV.wane-workers.house.1".into(),
            "$O.wane-inputs.M.x".into(),
            "$SYS.REQ.SERVER.PING".into(),
        ] {
            assert!(
                lisa.answer(&subject, r#"{"seq":1,"batch":1,"no_wait":true}"#).is_none(),
                "{subject}"
            );
        }
        for subject in ["wane.>", ">", "_INBOX_house.>", "_INBOX_owner.>", "$JS.>", "$KV.>"] {
            assert_eq!(lisa.hears(subject, || thread::sleep(SILENCE)), 0, "{subject}");
        }
        // The same by those who may shows that silence means something.
        assert!(owner.answer(&format!("$JS.API.STREAM.INFO.{results}"), "").is_some());
        let inputs = "$JS.API.DIRECT.GET.OBJ_wane-inputs";
        assert!(lisa.answer(inputs, r#"{"seq":1}"#).is_some());
    });
    assert!(site.farm().excluded().unwrap().is_empty(), "what is not let through proves nothing");
}

/// A result message for a job that was never sent.
fn forged() -> Vec<u8> {
    let nothing = "0".repeat(64);
    let head = format!(
        r#"{{"v":1,"ticket":"{nothing}","token":"{nothing}","worker":"w","build":"{nothing}","ms":1,"lengths":[8]}}"#
    );
    let length = u32::try_from(head.len()).unwrap();
    [&length.to_le_bytes(), head.as_bytes(), &[0; 8]].concat()
}

#[test]
fn a_forged_result_and_a_flood_are_reasons_to_be_excluded() {
    let mut site = Site::plain();
    let farm = site.farm();
    let lisa = Bare::new(&site.volunteer("lisa"));
    let max = Bare::new(&site.volunteer("max"));
    let owner = Bare::new(&site.server.owner().unwrap());
    site.worker_of(
        site.server.house().unwrap(),
        "1",
        squarers(|_, square| square, Duration::from_millis(5)),
    );
    run(&farm, 100..400, |count| {
        if count == 5 {
            let run = run_name(&owner);
            lisa.publish(&format!("wane.result.{run}.volunteer.lisa"), forged());
            for _ in 0..2000 {
                max.publish(&format!("wane.result.{run}.volunteer.max"), "flood");
            }
        }
    });
    let excluded = site.farm().excluded().unwrap();
    assert!(excluded["lisa"].to_string().contains("never sent"), "{excluded:?}");
    assert!(excluded["max"].to_string().contains("of no use"), "{excluded:?}");
}

#[test]
fn acknowledging_the_jobs_of_others_only_costs_time() {
    let mut site = Site::plain();
    let settings = Site::settings(site.server.owner().unwrap());
    // Each job is a message.
    let farm = Farm::open(FarmSettings { parcel: Duration::ZERO, ..settings }).unwrap();
    let lisa = Bare::new(&site.volunteer("lisa"));
    site.worker_of(
        site.server.house().unwrap(),
        "1",
        squarers(|_, square| square, Duration::from_millis(20)),
    );
    let began = Instant::now();
    let lost = thread::scope(|scope| {
        let attack = scope.spawn(|| {
            let mut lost = 0;
            for guess in 1..50 {
                // Those that the worker has; it finishes them nevertheless.
                lisa.publish(&format!("$JS.ACK.WANE_JOBS.open.1.{guess}.{guess}.1.0"), "+TERM");
                // And those that wait: nobody has them then.
                if let Some(reply) = lisa.take_job().and_then(|taken| taken.reply) {
                    lisa.publish(&reply, "+ACK");
                    lost += 1;
                }
                if lost == 5 {
                    break;
                }
            }
            lost
        });
        run(&farm, 100..200, |_| {});
        attack.join().unwrap()
    });
    assert!(lost > 0 && began.elapsed() > Duration::from_secs(5), "{lost} jobs were lost");
}

#[test]
fn a_volunteer_that_only_fails_stops_no_run() {
    let mut site = Site::plain();
    let lisa = site.volunteer("lisa");
    let fail = squarers(|_, _| panic!("it does not want to"), Duration::ZERO);
    site.worker_of(lisa, "1", fail);
    let settings = Site::settings(site.server.owner().unwrap());
    // Each job is a message.
    let farm = Farm::open(FarmSettings { parcel: Duration::ZERO, ..settings }).unwrap();
    thread::scope(|scope| {
        scope.spawn(|| run(&farm, 100..300, |_| {}));
        // While there is nobody else: or those who do it right could be done before it has failed often enough.
        let excluded = (0..600).find_map(|_| {
            thread::sleep(Duration::from_millis(100));
            site.farm().excluded().unwrap().remove("lisa")
        });
        site.worker_of(site.server.house().unwrap(), "1", honest());
        let excluded = excluded.expect("lisa is excluded");
        assert!(excluded.to_string().contains("of no use"), "{excluded}");
    });
}
