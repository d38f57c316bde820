//! [`Source`]: the queue from which a worker takes jobs. One request waits at the server at a time, however many threads
//! the worker has: a server of thousands of workers has little else to do than to keep such requests.

use std::time::Duration;

use async_nats::jetstream::consumer::pull::BatchConfig;
use async_nats::jetstream::{AckKind, Message};
use async_nats::{Client, StatusCode, Subscriber};
use futures_util::StreamExt as _;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::connection::{Connection, Link};
use crate::error::FarmError;
use crate::names::{JOBS, Queue};

/// How long a request waits at the server where a job has come before. One that a server has lost is noticed after this
/// time too, if the connection was to another server of a cluster.
const WAIT: Duration = Duration::from_secs(30);

/// The same where nothing comes: each wait is twice as long as the last one, up to this. The server looks at all that
/// wait whenever one comes or goes, so thousands that come and go often take it a core.
const LONGEST_WAIT: Duration = Duration::from_mins(4);

/// How much longer the answer may take.
const GRACE: Duration = Duration::from_secs(2);

/// The pause after an answer that there is no such queue: the server has forgotten it, and a run makes it again.
const PAUSE: Duration = Duration::from_millis(500);

/// A queue of jobs, for one worker.
pub(super) struct Source {
    connection: Connection,
    /// Where requests are sent, and where the answers come.
    queue: String,
    inbox: String,
    answers: Subscriber,
    link: watch::Receiver<Link>,
    /// Whether a request waits at the server.
    is_asked: bool,
    /// How long the next one waits.
    wait: Duration,
}

impl Source {
    pub(super) async fn open(connection: &Connection, queue: Queue) -> Result<Self, FarmError> {
        let client: &Client = &connection.client;
        let inbox = client.new_inbox();
        let answers = client.subscribe(inbox.clone()).await.map_err(FarmError::server)?;
        Ok(Self {
            connection: connection.clone(),
            queue: format!("$JS.API.CONSUMER.MSG.NEXT.{JOBS}.{}", queue.name()),
            inbox,
            answers,
            link: connection.link(),
            is_asked: false,
            wait: LONGEST_WAIT,
        })
    }

    /// Waits for a job; `None` if the connection was given up. Nothing is lost if the wait is broken off.
    pub(super) async fn next(&mut self) -> Option<Message> {
        loop {
            self.ask().await;
            tokio::select! {
                answer = timeout(self.wait + GRACE, self.answers.next()) => {
                    let Ok(answer) = answer else {
                        self.forget_request().await;
                        continue;
                    };
                    self.is_asked = false;
                    let message = answer?;
                    match message.status {
                        None | Some(StatusCode::OK) => {
                            self.wait = WAIT;
                            let context = self.connection.jetstream.clone();
                            return Some(Message { message, context });
                        }
                        Some(StatusCode::TIMEOUT) => self.wait = LONGEST_WAIT.min(2 * self.wait),
                        Some(_) => sleep(PAUSE).await,
                    }
                }
                // The server has forgotten a request that came by an earlier connection.
                _ = self.link.changed() => self.forget_request().await,
            }
        }
    }

    /// Gives a request up that may be lost. If it is not, its answer must not come beside that to the next one: a job
    /// that nobody has time for would wait here. So the next answer comes elsewhere.
    async fn forget_request(&mut self) {
        let client = &self.connection.client;
        let inbox = client.new_inbox();
        if let Ok(answers) = client.subscribe(inbox.clone()).await {
            let before = std::mem::replace(&mut self.answers, answers);
            (self.inbox, self.is_asked) = (inbox, false);
            hand_back(&self.connection, before).await;
        }
    }

    /// Asks for a job, unless that was done.
    async fn ask(&mut self) {
        if self.is_asked {
            return;
        }
        while !self.connection.is_connected() {
            // What is sent now would be sent later, and then twice.
            let _ = timeout(PAUSE, self.link.changed()).await;
        }
        let request = BatchConfig { batch: 1, expires: Some(self.wait), ..BatchConfig::default() };
        let request = serde_json::to_vec(&request).expect("two numbers");
        let client = &self.connection.client;
        let (queue, inbox) = (self.queue.clone(), self.inbox.clone());
        self.is_asked = client.publish_with_reply(queue, inbox, request.into()).await.is_ok();
    }

    /// Takes no more jobs. One that is on its way goes to another worker.
    pub(super) async fn close(self) {
        hand_back(&self.connection, self.answers).await;
    }
}

/// Hears no more answers; the server forgets the request then. A job that has come already goes to another worker.
async fn hand_back(connection: &Connection, mut answers: Subscriber) {
    let _ = answers.unsubscribe().await;
    while let Ok(Some(message)) = timeout(PAUSE, answers.next()).await {
        let message = Message { message, context: connection.jetstream.clone() };
        let _ = message.ack_with(AckKind::Nak(None)).await;
    }
}
