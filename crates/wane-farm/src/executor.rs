//! [`FarmExecutor`]: the jobs of a run on the workers of a farm.

mod check;
mod pace;
mod parked;

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use wane_match::{Executor, JobRequest, JobResult, RemoteError, RemoteJob, Stop};

use crate::dispatch::{Crew, Delivery, Dispatcher, News, Order, Parcel};
use crate::entropy;
use crate::error::FarmError;
use crate::farm::Farm;
use crate::fingerprint::Fingerprint;
use crate::ledger::Given;
use crate::members::Role;
use crate::message::{JobMessage, job_ticket};
use check::Held;
use pace::Pace;

/// How long the jobs of a message should take together: long enough that nobody waits for the next one, short enough
/// that little is lost with a worker.
pub const PARCEL: Duration = Duration::from_secs(8);

/// How many parcels should be at the server for each thread of the farm.
const PARCELS_PER_THREAD: usize = 3;

/// The most jobs that a run gives away before it has their results.
const MAX_PENDING: usize = 1_000_000;

/// A parcel whose results the run has.
struct Stored {
    token: Fingerprint,
    given: Given,
}

/// A parcel at the server.
struct OpenParcel<J> {
    jobs: Vec<J>,
    parcel: Parcel,
}

/// An executor whose workers are on a farm.
pub struct FarmExecutor<'f, J: RemoteJob> {
    farm: &'f Farm,
    dispatcher: Option<JoinHandle<()>>,
    run: String,
    secret: String,
    orders: UnboundedSender<Order>,
    news: UnboundedReceiver<News>,
    stop: Stop,
    /// Jobs that are not in a parcel yet.
    waiting: Vec<(J, JobRequest)>,
    /// Parcels at the server.
    open: HashMap<Fingerprint, OpenParcel<J>>,
    /// Results that are being checked, by the token of the copy.
    held: HashMap<Fingerprint, Held>,
    /// The members whose results count.
    accepted: BTreeSet<String>,
    /// Results, the last one of a parcel with what the ledger says about it.
    ready: VecDeque<(JobResult<J>, Option<Stored>)>,
    /// The parcel whose last result was given away.
    to_store: Option<Stored>,
    pending: usize,
    /// Jobs that nobody could do.
    parked: usize,
    crew: Crew,
    pace: Pace,
    is_cancelled: bool,
    has_failed: bool,
}

impl<'f, J: RemoteJob> FarmExecutor<'f, J> {
    pub(crate) fn new(farm: &'f Farm, stop: &Stop) -> Self {
        let (orders, heard) = unbounded_channel();
        let (tell, news) = unbounded_channel();
        let (run, secret) =
            (format!("{}-{}", farm.ledger().run, J::KIND), farm.ledger().secret.clone());
        let dispatcher = Dispatcher::start(
            farm.connection.clone(),
            farm.settings.layout,
            (run.clone(), secret.clone()),
            Arc::clone(&farm.expected),
            heard,
            tell,
        );
        Self {
            dispatcher: Some(farm.runtime.spawn(dispatcher)),
            farm,
            run,
            secret,
            orders,
            news,
            stop: stop.clone(),
            waiting: Vec::new(),
            open: HashMap::new(),
            held: HashMap::new(),
            accepted: BTreeSet::new(),
            ready: VecDeque::new(),
            to_store: None,
            pending: 0,
            parked: 0,
            crew: Crew::default(),
            pace: Pace::default(),
            is_cancelled: false,
            has_failed: false,
        }
    }

    /// How many jobs make a parcel of the right length.
    fn parcel(&self) -> usize {
        self.pace.parcel(self.farm.settings.parcel)
    }

    /// Makes parcels of the jobs that wait. Those of one parcel have the same inputs and needs.
    fn send_waiting(&mut self) {
        let share = self.waiting.len().div_ceil(PARCELS_PER_THREAD * self.crew.threads.max(1));
        let size = self.parcel().min(share).max(1);
        let mut parcel: Vec<(J, JobRequest)> = Vec::new();
        for (job, request) in std::mem::take(&mut self.waiting) {
            let fits = parcel.last().is_none_or(|(_, last)| {
                parcel.len() < size && last.inputs == request.inputs && last.needs == request.needs
            });
            if !fits {
                self.send(std::mem::take(&mut parcel));
            }
            parcel.push((job, request));
        }
        self.send(parcel);
    }

    fn send(&mut self, parcel: Vec<(J, JobRequest)>) {
        let Some((_, first)) = parcel.first() else { return };
        let inputs = first.inputs.clone();
        let needs = first.needs;
        let (jobs, bodies): (Vec<J>, Vec<_>) =
            parcel.into_iter().map(|(job, request)| (job, request.body)).unzip();
        let blank = Fingerprint::of(b"");
        let mut message = JobMessage {
            v: JobMessage::VERSION,
            run: self.run.clone(),
            ticket: blank,
            token: blank,
            kind: J::KIND.into(),
            bodies,
            inputs: fingerprints(&inputs),
            needs,
            signature: self.farm.settings.signature.clone(),
            builds: self.farm.builds().keys().copied().collect(),
            ack_wait_ms: u64::try_from(self.farm.settings.layout.ack_wait.as_millis())
                .unwrap_or(u64::MAX),
            not_by: None,
        };
        message.sign(&self.secret);
        let parcel = Parcel { message, inputs: inputs.into_values().collect() };
        self.order(Order::Submit(Box::new(parcel.clone())));
        self.open.insert(parcel.message.token, OpenParcel { jobs, parcel });
    }

    /// Takes the results of a parcel: they count, must be checked, or cannot be results.
    fn take(&mut self, delivery: Delivery) {
        if self.compare(&delivery) {
            return;
        }
        let is_volunteer = delivery.role == Role::Volunteer;
        let is_excluded = self.farm.trust().is_excluded(&delivery.owner);
        match self.read(delivery.token, &delivery.results) {
            _ if is_excluded => self.order(Order::Reject(delivery.token)),
            Err(error) if is_volunteer => {
                self.exclude(&delivery.owner, &format!("it gave what cannot be a result: {error}"));
                self.order(Order::Reject(delivery.token));
            }
            Err(error) => self.fail(FarmError::NotAResult { member: delivery.owner.into(), error }),
            Ok(_) if is_volunteer && self.must_check(&delivery.owner) => self.hold(delivery),
            Ok(_) => self.accept(delivery),
        }
    }

    /// Whether a message of a volunteer must be checked.
    fn must_check(&mut self, owner: &str) -> bool {
        match entropy::number() {
            Ok(dice) => self.farm.trust().must_check(owner, dice),
            Err(error) => {
                self.fail(error);
                true
            }
        }
    }

    /// The results of a parcel, unless they cannot be.
    fn read(
        &self,
        token: Fingerprint,
        results: &[Vec<u8>],
    ) -> Result<Vec<JobResult<J>>, RemoteError> {
        let jobs = self.open.get(&token).map_or(&[][..], |open| &open.jobs);
        if jobs.len() != results.len() {
            return Err(RemoteError::new("another number of results"));
        }
        jobs.iter().zip(results).map(|(job, bytes)| job.read_result(bytes)).collect()
    }

    /// Gives the results of a parcel to the run.
    fn accept(&mut self, delivery: Delivery) {
        let read = self.read(delivery.token, &delivery.results);
        let Some(OpenParcel { jobs, parcel }) = self.open.remove(&delivery.token) else { return };
        let Delivery { token, owner, role, worker, took, results } = delivery;
        let tickets = parcel.message.tickets();
        let results: Vec<_> = tickets.into_iter().zip(results.iter().map(Vec::as_slice)).collect();
        let kept = self.farm.ledger().keep((role, &owner), &results);
        let read = match (read, kept) {
            (Ok(read), Ok(())) => read,
            (Err(error), _) => {
                return self.fail(FarmError::NotAResult { member: owner.into(), error });
            }
            (_, Err(error)) => return self.fail(error),
        };
        self.pace.add(jobs.len(), took);
        self.accepted.insert(owner.clone());
        let numbers = jobs.iter().map(RemoteJob::number).collect();
        let given = Given { kind: J::KIND.into(), numbers, member: owner, worker };
        self.ready.extend(read.into_iter().map(|result| (result, None)));
        if let Some((_, last)) = self.ready.back_mut() {
            *last = Some(Stored { token, given });
        }
    }

    /// A run that asks for the next result has stored the last one.
    fn note_stored(&mut self) {
        if let Some(Stored { token, given }) = self.to_store.take() {
            let noted = self.farm.ledger().add(given);
            self.order(Order::Stored(token));
            if let Err(error) = noted {
                self.fail(error);
            }
        }
    }

    fn order(&self, order: Order) {
        // It fails only if the dispatcher has failed, which is in the news.
        let _ = self.orders.send(order);
    }

    fn fail(&mut self, error: FarmError) {
        self.farm.fail(error);
        (self.has_failed, self.is_cancelled) = (true, true);
    }

    /// Waits for news for a moment.
    fn listen(&mut self) {
        let heard = self
            .farm
            .runtime
            .block_on(async { timeout(Duration::from_millis(50), self.news.recv()).await });
        match heard {
            Ok(Some(News::Done(delivery))) => self.take(delivery),
            Ok(Some(News::Parked(parked))) => self.park(&parked),
            Ok(Some(News::Useless(owner))) => {
                if self.farm.trust().is_flooding(&owner) {
                    self.exclude(&owner, "it gave too much that is of no use");
                }
            }
            Ok(Some(News::Forged(owner))) => {
                self.exclude(&owner, "it gave a result for a job that was never sent");
            }
            Ok(Some(News::Crew(crew))) => self.crew = crew,
            Ok(None) => self.is_cancelled = true,
            Err(_) => {}
        }
        self.judge_the_rest();
    }

    /// The ticket of a job.
    fn ticket(&self, request: &JobRequest) -> Fingerprint {
        let inputs = fingerprints(&request.inputs);
        job_ticket(J::KIND, &self.farm.settings.signature, &inputs, &request.body)
    }

    /// A result that is kept from before.
    fn kept(&self, job: &J, request: &JobRequest) -> Option<JobResult<J>> {
        if !self.farm.ledger().keeps() {
            return None;
        }
        let bytes = self.farm.ledger().kept(self.ticket(request))?;
        job.read_result(&bytes).ok()
    }
}

/// What inputs are called on the server.
fn fingerprints(inputs: &BTreeMap<String, Arc<[u8]>>) -> BTreeMap<String, Fingerprint> {
    inputs.iter().map(|(name, content)| (name.clone(), Fingerprint::of(content))).collect()
}

impl<J: RemoteJob> Executor<J> for FarmExecutor<'_, J> {
    fn capacity(&self) -> usize {
        (PARCELS_PER_THREAD * self.crew.threads.max(1) * self.parcel()).min(MAX_PENDING)
    }

    fn pending(&self) -> usize {
        self.pending
    }

    fn submit(&mut self, batch: Vec<J>) {
        self.pending += batch.len();
        for job in batch {
            match job.request(&self.farm.settings.program) {
                Ok(request) if self.is_set_aside(&request) => self.pending -= 1,
                Ok(request) => match self.kept(&job, &request) {
                    Some(result) => self.ready.push_back((result, None)),
                    None => self.waiting.push((job, request)),
                },
                Err(error) => self.fail(FarmError::Job(error)),
            }
        }
    }

    fn next(&mut self) -> Option<JobResult<J>> {
        self.note_stored();
        while self.pending > 0 && !self.is_cancelled && !self.stop.is_stopped() {
            if let Some((result, stored)) = self.ready.pop_front() {
                self.to_store = stored;
                self.pending -= 1;
                return Some(result);
            }
            // While results are handed out one by one, jobs come one by one: they travel together.
            self.send_waiting();
            self.listen();
        }
        if self.pending == 0 {
            self.note_parked();
        }
        None
    }

    fn cancel(&mut self) {
        self.is_cancelled = true;
    }
}

impl<J: RemoteJob> Drop for FarmExecutor<'_, J> {
    fn drop(&mut self) {
        self.note_stored();
        let is_complete = !self.stop.is_stopped() && !self.has_failed;
        self.order(Order::End { is_complete });
        if let Some(dispatcher) = self.dispatcher.take() {
            let end = async { timeout(Duration::from_secs(10), dispatcher).await };
            // What is left at the server does no harm.
            let _ = self.farm.runtime.block_on(end);
        }
    }
}
