//! The numbers of a farm at `/metrics`, in the text format of Prometheus.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result};
use wane_farm::{Farm, FarmStatus, RunStatus};
use wane_match::Stop;

/// How long a client may take.
const PATIENCE: Duration = Duration::from_secs(2);

/// The longest request that is read.
const MAX_REQUEST: u64 = 8 << 10;

/// Serves the numbers until `stop` is set, one client after the other.
pub(super) fn serve(listen: SocketAddr, farm: &Farm, stop: &Stop) -> Result<()> {
    let listener = TcpListener::bind(listen).with_context(|| format!("listening on {listen}"))?;
    listener.set_nonblocking(true)?;
    anstream::eprintln!("http://{}/metrics; Ctrl-C ends it", listener.local_addr()?);
    while !stop.is_stopped() {
        match listener.accept() {
            // A client that goes away is of no interest.
            Ok((client, _)) => drop(answer(client, farm)),
            Err(_) => thread::sleep(Duration::from_millis(50)),
        }
    }
    Ok(())
}

fn answer(mut client: TcpStream, farm: &Farm) -> std::io::Result<()> {
    client.set_nonblocking(false)?;
    client.set_read_timeout(Some(PATIENCE))?;
    client.set_write_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new(client.try_clone()?.take(MAX_REQUEST)).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    // What follows is read, so that the client hears the answer; it is as short as the bound.
    lines.map_while(Result::ok).take_while(|line| !line.is_empty()).for_each(drop);
    let (status, text) = if first.starts_with("GET /metrics ") {
        match farm.status() {
            Ok(status) => ("200 OK", text(&status)),
            Err(error) => ("503 Service Unavailable", format!("{error}\n")),
        }
    } else {
        ("404 Not Found", "the numbers are at /metrics\n".into())
    };
    write!(
        client,
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; version=0.0.4\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{text}",
        text.len()
    )
}

/// A number of a run.
type Number = fn(&RunStatus) -> f64;

/// All numbers. The labels are names that the owner has given or made.
#[expect(clippy::cast_precision_loss, reason = "the format has floating point numbers")]
pub(super) fn text(status: &FarmStatus) -> String {
    let threads: usize = status.workers.iter().map(|(_, it)| it.threads).sum();
    let resting = status.workers.iter().filter(|(_, it)| it.is_paused).count();
    let mut text = String::new();
    for (name, help, value) in [
        ("workers", "Workers heard of in the last minute.", status.workers.len() as f64),
        ("threads", "Their threads.", threads as f64),
        ("workers_resting", "Workers on machines that others need.", resting as f64),
        ("jobs_waiting", "Messages with jobs that wait.", status.queues.waiting as f64),
        ("jobs_working", "Messages with jobs that workers have.", status.queues.working as f64),
        ("members_excluded", "Members whose results are not taken.", status.excluded.len() as f64),
    ] {
        text += &format!("# HELP wane_farm_{name} {help}\n# TYPE wane_farm_{name} gauge\n");
        text += &format!("wane_farm_{name} {value}\n");
    }
    let numbers: [(&str, &str, Number); 5] = [
        ("done", "Jobs that are done.", |run| run.done as f64),
        ("open", "Jobs that were given away.", |run| run.open as f64),
        ("retries", "Jobs that were sent again.", |run| run.retries as f64),
        ("parked", "Jobs that nobody could do.", |run| run.parked as f64),
        ("refusals", "Jobs that workers refused.", |run| run.refusals.values().sum::<u64>() as f64),
    ];
    for (name, help, number) in numbers {
        text += &format!("# HELP wane_farm_run_{name} {help}\n# TYPE wane_farm_run_{name} gauge\n");
        for (run, status) in &status.runs {
            text += &format!("wane_farm_run_{name}{{run=\"{run}\"}} {}\n", number(status));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use wane_farm::QueueStatus;

    use super::*;

    #[test]
    fn numbers_have_names_and_help() {
        let run = RunStatus { done: 7, ..RunStatus::default() };
        let status = FarmStatus {
            runs: vec![("ab12-selfplay".into(), run)],
            workers: Vec::new(),
            queues: QueueStatus { waiting: 3, working: 2 },
            excluded: BTreeMap::new(),
        };
        let text = text(&status);
        assert!(text.contains("# TYPE wane_farm_jobs_waiting gauge\nwane_farm_jobs_waiting 3\n"));
        assert!(text.contains("wane_farm_run_done{run=\"ab12-selfplay\"} 7\n"), "{text}");
    }
}
