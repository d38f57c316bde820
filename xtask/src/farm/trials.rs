//! What goes wrong.

use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use wane_farm::Layout;
use wane_testkit::Rng;

use super::proxy::Proxy;
use super::run::{ACK_WAIT, Course, FarmRun, WORKERS};
use super::site::{FarmSite, signal};

/// How often a trial looks at the course of the run.
const LOOK: Duration = Duration::from_millis(20);

/// How long a cluster has to choose its leaders, or a server to catch up, before another is killed.
const SETTLE: Duration = Duration::from_secs(5);

fn layout() -> Layout {
    Layout { ack_wait: ACK_WAIT, ..Layout::default() }
}

/// Kills a worker each second, and the server when a quarter, a half and three quarters of the jobs are done.
pub(super) fn kills(run: &FarmRun, seed: u64, forgets: bool) -> Result<()> {
    let mut site = run.site(layout())?;
    site.start_workers(WORKERS)?;
    run.far(&mut site, layout(), |site, course| {
        let mut rng = Rng::new(seed);
        let (mut workers, mut servers) = (0, 0);
        let mut last = Instant::now();
        while course.goes_on() {
            sleep(LOOK);
            if servers < 3 && course.percent() >= 25 * (servers + 1) {
                servers += 1;
                site.kill_server(0)?;
                site.revive_server(0, servers == 2 && forgets)?;
            }
            if last.elapsed() > Duration::from_secs(1) {
                last = Instant::now();
                workers += 1;
                site.kill_worker(rng.below(4) as usize)?;
            }
        }
        ensure!(servers == 3, "the server was killed {servers} times only");
        let store = if forgets { ", once without its store" } else { "" };
        Ok(format!("{workers} workers killed, the server {servers} times{store}"))
    })
}

/// Freezes a worker until another has its jobs, wakes it, and freezes the next.
pub(super) fn freeze(run: &FarmRun, seed: u64) -> Result<()> {
    let mut site = run.site(layout())?;
    site.start_workers(WORKERS)?;
    run.far(&mut site, layout(), |site, course| {
        let mut rng = Rng::new(seed);
        let mut frozen = 0;
        while course.goes_on() {
            let worker = site.worker(rng.below(4) as usize);
            signal("-STOP", worker)?;
            frozen += 1;
            let began = Instant::now();
            while began.elapsed() < ACK_WAIT + Duration::from_secs(2) {
                sleep(LOOK);
            }
            signal("-CONT", worker)?;
            // It gives the results of jobs that others have now.
            sleep(Duration::from_millis(500));
        }
        Ok(format!("workers were frozen {frozen} times"))
    })
}

/// Cuts the network between the workers and the server.
pub(super) fn cut(run: &FarmRun, seconds: u64) -> Result<()> {
    let mut site = run.site(layout())?;
    let proxy = Proxy::start(site.listens(0))?;
    site.workers_connect_to(proxy.address());
    site.start_workers(WORKERS)?;
    run.far(&mut site, layout(), |_, course| {
        wait_for(course, 30);
        proxy.cut(true);
        sleep(Duration::from_secs(seconds));
        proxy.cut(false);
        Ok(format!("the network was cut for {seconds} s"))
    })
}

/// Kills one server of three, and another once the first is back.
pub(super) fn cluster(run: &FarmRun) -> Result<()> {
    let layout = Layout { replicas: 3, ..layout() };
    let mut site = FarmSite::with_servers(run.folder.join("site"), run.wane.clone(), layout, 3)?;
    site.start_workers(WORKERS)?;
    run.far(&mut site, layout, |site, course| {
        for (node, percent) in [(0, 20), (1, 50)] {
            wait_for(course, percent);
            while_idle(site, |site| site.kill_server(node))?;
            // Two servers are enough.
            wait_for(course, percent + 20);
            ensure!(course.goes_on(), "the run was over before the server was back");
            while_idle(site, |site| site.revive_server(node, false))?;
        }
        Ok("one of three servers was away, then another".into())
    })
}

/// Changes the cluster and lets it settle. The workers rest meanwhile: a fast machine would be done before.
fn while_idle(site: &mut FarmSite, change: impl FnOnce(&mut FarmSite) -> Result<()>) -> Result<()> {
    site.signal_workers("-STOP")?;
    change(site)?;
    sleep(SETTLE);
    site.signal_workers("-CONT")
}

/// Waits until this part of the jobs is done.
fn wait_for(course: &Course, percent: u64) {
    while course.goes_on() && course.percent() < percent {
        sleep(LOOK);
    }
}
