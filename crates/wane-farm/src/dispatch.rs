//! [`Dispatcher`]: the jobs of a run at the server: submits them, hears the results, and submits again what was lost.
//!
//! A job is lost if its message has left the server and no result has come: the server was killed before it had written,
//! its store was deleted, or a worker acknowledged the job of another. So messages of open jobs are looked for again and
//! again, and a job may be done twice; only its first result counts.

mod hearing;
mod lost;
mod news;

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use async_nats::jetstream::Message;
use async_nats::jetstream::message::PublishMessage;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::watch;
use tokio::task::{JoinError, JoinSet};
use tokio::time::{MissedTickBehavior, interval};
use wane_text::Foreign;

use crate::connection::{Connection, Link};
use crate::entropy;
use crate::error::FarmError;
use crate::fingerprint::Fingerprint;
use crate::inputs;
use crate::members::Role;
use crate::message::{Failure, ResultMessage};
use crate::names::{JOBS, Queue, RUNS, giver, results};
use crate::status::RunStatus;
use crate::streams::Layout;

use hearing::{count_crew, hear};
use lost::{Found, Search};
pub(crate) use news::{Crew, Delivery, News, Order, Parcel, Parked};

/// How many jobs are on their way to the server at a time.
const IN_FLIGHT: usize = 256;

/// How often open jobs are looked after, and how many are looked for at a time.
const TICK: Duration = Duration::from_secs(1);
const LOOKED_FOR: usize = 200;

/// How often the workers are counted, unless there are thousands, and the run says how far it is.
const COUNTED: Duration = Duration::from_secs(5);

/// How long a message may have left the server before its result must be there.
const GRACE: Duration = Duration::from_secs(5);

/// How long a job that was refused waits before it is offered again.
const AGAIN: Duration = Duration::from_secs(2);

/// How many reasons of refusals are told apart.
const MAX_REASONS: usize = 20;

/// A job that has failed this often is parked.
const MAX_ERRORS: usize = 3;

/// A parcel without an accepted result.
struct Open {
    parcel: Parcel,
    state: State,
    /// Who could not do it, and why.
    errors: Vec<(String, Foreign)>,
}

/// Where a parcel is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    /// Waits for its turn, or for a better moment.
    Here { not_before: Instant },
    /// On its way to the server.
    Sending,
    /// At the server, under this number.
    There { number: u64, gone_since: Option<Instant> },
}

/// The jobs of a run at the server.
pub(crate) struct Dispatcher {
    connection: Connection,
    layout: Layout,
    run: String,
    secret: String,
    orders: UnboundedReceiver<Order>,
    news: UnboundedSender<News>,
    open: HashMap<Fingerprint, Open>,
    queue: VecDeque<Fingerprint>,
    sending: JoinSet<(Fingerprint, Option<u64>)>,
    /// Parcels with results that are not stored yet.
    unstored: HashMap<Fingerprint, Message>,
    excluded: HashSet<String>,
    uploaded: HashSet<Fingerprint>,
    /// How often each message was sent, and what makes its names new: the server drops what it has seen before, and a run
    /// that is resumed must not be mistaken for itself.
    nonce: String,
    attempts: HashMap<Fingerprint, u32>,
    /// When the stream of the jobs was made, as the server says.
    made: Option<String>,
    /// A look for what the server has lost, one at a time.
    searches: JoinSet<Result<Found, FarmError>>,
    link: watch::Receiver<Link>,
    status: RunStatus,
    began: Instant,
    /// How many jobs the run has, or 0.
    expected: Arc<AtomicU64>,
}

impl Dispatcher {
    /// Starts to look after the jobs of a run.
    pub(crate) async fn start(
        connection: Connection,
        layout: Layout,
        (run, secret): (String, String),
        expected: Arc<AtomicU64>,
        orders: UnboundedReceiver<Order>,
        news: UnboundedSender<News>,
    ) {
        let mut dispatcher = Self {
            link: connection.link(),
            connection,
            layout,
            run,
            secret,
            orders,
            news,
            open: HashMap::new(),
            queue: VecDeque::new(),
            sending: JoinSet::new(),
            unstored: HashMap::new(),
            excluded: HashSet::new(),
            uploaded: HashSet::new(),
            nonce: entropy::token(4).unwrap_or_default(),
            attempts: HashMap::new(),
            made: None,
            searches: JoinSet::new(),
            status: RunStatus::default(),
            began: Instant::now(),
            expected,
        };
        dispatcher.serve().await;
    }

    async fn serve(&mut self) {
        let (sender, mut heard) = unbounded_channel();
        // They end with this function.
        let mut helpers = JoinSet::new();
        helpers.spawn(hear(self.connection.clone(), self.run.clone(), self.layout, sender));
        helpers.spawn(count_crew(self.connection.clone(), self.news.clone()));
        let (mut tick, mut telling) = (interval(TICK), interval(COUNTED));
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            self.send_some().await;
            tokio::select! {
                order = self.orders.recv() => match order {
                    Some(Order::Submit(parcel)) => self.submit(*parcel),
                    Some(Order::Stored(token)) => self.stored(token).await,
                    Some(Order::Reject(token)) => self.reject(token).await,
                    Some(Order::Exclude(member)) => drop(self.excluded.insert(member)),
                    Some(Order::End { is_complete }) => {
                        helpers.abort_all();
                        self.end(is_complete).await;
                        return;
                    }
                    None => return,
                },
                Some(message) = heard.recv() => self.hear_result(message).await,
                Some(sent) = self.sending.join_next() => self.sent(sent.ok()),
                Some(found) = self.searches.join_next() => self.found(found),
                _ = telling.tick() => self.say_how_far().await,
                _ = tick.tick() => self.look_after(),
            }
        }
    }

    fn submit(&mut self, parcel: Parcel) {
        let token = parcel.message.token;
        let state = State::Here { not_before: Instant::now() };
        self.open.insert(token, Open { parcel, state, errors: Vec::new() });
        self.queue.push_back(token);
    }

    /// Puts a parcel into the queue again.
    fn again(&mut self, token: Fingerprint, pause: Duration) {
        if let Some(open) = self.open.get_mut(&token) {
            open.state = State::Here { not_before: Instant::now() + pause };
            self.queue.push_back(token);
            self.status.retries += 1;
        }
    }

    /// Sends parcels whose time has come.
    async fn send_some(&mut self) {
        if !self.connection.is_connected() {
            return;
        }
        for _ in 0..self.queue.len() {
            if self.sending.len() >= IN_FLIGHT {
                return;
            }
            let Some(token) = self.queue.pop_front() else { return };
            let Some(open) = self.open.get(&token) else { continue };
            let State::Here { not_before } = open.state else { continue };
            if not_before > Instant::now() {
                self.queue.push_back(token);
                continue;
            }
            let inputs = open.parcel.inputs.clone();
            if self.upload(&inputs).await.is_err() {
                self.queue.push_back(token);
                return;
            }
            self.send(token);
        }
    }

    fn send(&mut self, token: Fingerprint) {
        let Some(open) = self.open.get_mut(&token) else { return };
        open.state = State::Sending;
        let attempt = self.attempts.entry(token).or_default();
        *attempt += 1;
        let message = &open.parcel.message;
        let queue = if message.needs.house { Queue::Marked } else { Queue::Open };
        let (subject, name) =
            (queue.subject(&self.run), format!("{token}-{}-{attempt}", self.nonce));
        let publish = PublishMessage::build().payload(message.to_bytes().into()).message_id(name);
        let jetstream = self.connection.jetstream.clone();
        self.sending.spawn(async move {
            let Ok(sent) = jetstream.send_publish(subject, publish).await else {
                return (token, None);
            };
            (token, sent.await.ok().map(|answer| answer.sequence))
        });
    }

    /// Puts inputs on the server that are not there yet.
    async fn upload(&mut self, contents: &[Arc<[u8]>]) -> Result<(), FarmError> {
        for content in contents {
            let name = Fingerprint::of(content);
            if !self.uploaded.contains(&name) {
                inputs::upload(&self.connection, name, content).await?;
                self.uploaded.insert(name);
            }
        }
        Ok(())
    }

    /// A parcel has arrived at the server, or not.
    fn sent(&mut self, sent: Option<(Fingerprint, Option<u64>)>) {
        let Some((token, number)) = sent else { return };
        match (number, self.open.get_mut(&token)) {
            (Some(number), Some(open)) if open.state == State::Sending => {
                open.state = State::There { number, gone_since: None };
            }
            // The server is away, or full: the run waits.
            (None, Some(open)) if open.state == State::Sending => self.again(token, GRACE / 5),
            _ => {}
        }
    }

    /// A result, or why there is none.
    async fn hear_result(&mut self, message: Message) {
        let Some((role, owner)) = giver(&message.subject) else { return };
        let owner = owner.to_owned();
        let is_new = message.info().is_ok_and(|info| info.delivered == 1);
        let Ok(result) = ResultMessage::from_bytes(&message.payload) else {
            let _ = message.ack().await;
            return self.useless(role, owner);
        };
        let ResultMessage { head, results } = result;
        let token = head.token;
        let is_wanted = self.open.contains_key(&token) && !self.unstored.contains_key(&token);
        let admits = |open: &Open| open.parcel.message.admits(head.build);
        let is_admitted = self.open.get(&token).is_none_or(admits);
        if !is_wanted || !is_admitted || self.excluded.contains(&owner) {
            if is_wanted && !is_admitted {
                // An honest worker would have refused.
                self.again(token, AGAIN);
                self.useless(role, owner);
            } else if is_wanted {
                self.again(token, Duration::ZERO);
            } else if role == Role::Volunteer && !head.is_answer_to(&self.secret) {
                self.tell(News::Forged(owner));
            } else if is_new {
                // Some jobs are done twice.
                self.useless(role, owner);
            }
            let _ = message.ack().await;
            return;
        }
        if let Some(failure) = head.failure {
            self.failed(token, (role, owner), failure);
            let _ = message.ack().await;
        } else {
            self.unstored.insert(token, message);
            let took = Duration::from_millis(head.ms);
            let worker = head.worker;
            self.tell(News::Done(Delivery { token, owner, role, worker, took, results }));
        }
    }

    /// A worker could not do a job. Two errors of one volunteer count once, and a volunteer does not know how many
    /// workers were lost: or it could stop the run.
    fn failed(&mut self, token: Fingerprint, (role, owner): (Role, String), failure: Failure) {
        let Some(open) = self.open.get_mut(&token) else { return };
        let (why, is_parked) = match failure {
            Failure::Refused(why) => {
                let counts = &mut self.status.refusals;
                if counts.len() < MAX_REASONS || counts.contains_key(&*why.to_string()) {
                    *counts.entry(why.to_string()).or_default() += 1;
                }
                return self.again(token, AGAIN);
            }
            Failure::Error(why) => (why, false),
            Failure::Lost(workers) => {
                (format!("{workers} workers were lost with it").into(), role == Role::House)
            }
        };
        let is_known = role == Role::Volunteer && open.errors.iter().any(|(it, _)| *it == owner);
        if !is_known {
            open.errors.push((owner.clone(), why));
        }
        if is_parked || open.errors.len() >= MAX_ERRORS {
            self.park(token);
        } else {
            self.again(token, if is_known { AGAIN } else { Duration::ZERO });
        }
        self.useless(role, owner);
    }

    /// A member has given something of no use.
    fn useless(&self, role: Role, owner: String) {
        if role == Role::Volunteer {
            self.tell(News::Useless(owner));
        }
    }

    fn park(&mut self, token: Fingerprint) {
        if let Some(open) = self.open.remove(&token) {
            self.status.parked += open.parcel.message.bodies.len() as u64;
            let words = |(owner, why): (String, Foreign)| format!("{owner}: {why}").into();
            let errors = open.errors.into_iter().map(words).collect();
            self.tell(News::Parked(Parked { token, errors }));
        }
    }

    async fn stored(&mut self, token: Fingerprint) {
        if let Some(Parcel { message, .. }) = self.open.remove(&token).map(|open| open.parcel) {
            // A copy is done for the sake of another.
            self.status.done +=
                if message.not_by.is_none() { message.bodies.len() as u64 } else { 0 };
        }
        self.attempts.remove(&token);
        if let Some(message) = self.unstored.remove(&token) {
            let _ = message.ack().await;
        }
    }

    /// What a member gave does not count: another does it.
    async fn reject(&mut self, token: Fingerprint) {
        if let Some(message) = self.unstored.remove(&token) {
            let _ = message.ack().await;
        }
        self.again(token, Duration::ZERO);
    }

    /// Tells the farm how far the run is.
    #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
    async fn say_how_far(&self) {
        let open = self.open.values().map(|open| open.parcel.message.bodies.len() as u64).sum();
        let kind = self.open.values().next().map(|open| open.parcel.message.kind.clone());
        let expected = Some(self.expected.load(Relaxed)).filter(|&it| it > 0);
        let rate = self.status.done as f64 / self.began.elapsed().as_secs_f64().max(0.1);
        let kind = kind.unwrap_or_default();
        let status = RunStatus { kind, open, expected, rate, ..self.status.clone() };
        let text = serde_json::to_vec(&status).expect("names and numbers");
        let subject = format!("$KV.{RUNS}.{}", self.run);
        // The next one says the same.
        let _ = self.connection.client.publish(subject, text.into()).await;
    }

    /// Begins to look for what the server has lost.
    fn look_after(&mut self) {
        if !self.connection.is_connected() || !self.searches.is_empty() {
            return;
        }
        let there = |(token, open): (&Fingerprint, &Open)| match open.state {
            State::There { number, .. } => Some((number, *token)),
            _ => None,
        };
        let mut messages: Vec<_> = self.open.iter().filter_map(there).collect();
        messages.retain(|(_, token)| !self.unstored.contains_key(token));
        // The oldest are the most likely ones.
        messages.sort_unstable();
        messages.truncate(LOOKED_FOR);
        let search = Search {
            connection: self.connection.clone(),
            layout: self.layout,
            made: self.made.clone(),
            is_new_connection: self.link.has_changed().unwrap_or(true),
            messages,
        };
        self.link.mark_unchanged();
        self.searches.spawn(search.search());
    }

    /// Sends parcels again that have left the server without a result.
    fn found(&mut self, found: Result<Result<Found, FarmError>, JoinError>) {
        let Ok(Ok(Found { made, has_forgotten, parcels })) = found else {
            // The server is away: it is asked again, and for everything.
            self.link.mark_changed();
            return;
        };
        self.made = Some(made);
        if has_forgotten {
            self.uploaded.clear();
            self.queue.clear();
            let all: Vec<Fingerprint> = self.open.keys().copied().collect();
            for token in all {
                self.again(token, Duration::ZERO);
            }
        }
        for (token, is_there) in parcels {
            let Some(Open { state: State::There { gone_since, .. }, .. }) =
                self.open.get_mut(&token)
            else {
                continue;
            };
            if is_there {
                *gone_since = None;
                continue;
            }
            let since = *gone_since.get_or_insert_with(Instant::now);
            if since.elapsed() > GRACE && !self.unstored.contains_key(&token) {
                self.again(token, Duration::ZERO);
            }
        }
    }

    /// Takes the jobs off the server that nobody has begun; and the results, if all are stored.
    async fn end(&mut self, is_complete: bool) {
        let jetstream = &self.connection.jetstream;
        if let Ok(stream) = jetstream.get_stream(JOBS).await {
            for queue in [Queue::Open, Queue::Marked] {
                let _ = stream.purge().filter(queue.subject(&self.run)).await;
            }
        }
        if is_complete {
            let _ = jetstream.delete_stream(results(&self.run)).await;
        }
        let _ = self.connection.client.flush().await;
    }

    fn tell(&self, news: News) {
        // It fails only if the run has ended.
        let _ = self.news.send(news);
    }
}
