//! One WebSocket session: it answers queries, and does one task at a time.
//!
//! `rate` bounds how fast a client sends, `queries` how long its messages and answers may take; a session ends if its
//! client is idle, floods it, or does not read.

use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use tokio::time::{self, Instant as Moment};
use wane_service::message::{EventText, FromEngine, TaskText, ToEngine, VERSION, Versioned};
use wane_service::{Busy, Desk, Event, Problem, Update};

use crate::app::App;
use crate::clients::ClientAddress;
use crate::limits::ServerLimits;
use crate::pool::PoolHost;
use crate::queries::{Answers, Panicked};
use crate::rate::RateLimit;

/// The messages over the rate limit that a session may send at once.
const EXCESS_BURST: u32 = 100;

/// The messages over the rate limit that a session may send in a second.
const EXCESS_PER_SECOND: u32 = 10;

/// The time that a client gets to answer a close frame.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// A session.
struct Session<'a> {
    socket: WebSocket,
    app: &'a App,
    client: ClientAddress,
    rate: RateLimit,
    /// Messages over the rate limit.
    excess: RateLimit,
    desk: Desk<PoolHost>,
    /// The id that the client gave its task.
    id: u32,
    last_request: Moment,
}

/// Why a session ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    /// The client is gone, or does not read.
    Disconnected,
    /// The client sends too many messages.
    Flood,
    /// The client has sent no request for too long.
    Idle,
    /// The server ends.
    Shutdown,
}

/// What a message asks for.
enum Request {
    /// A query, with the text of its answer.
    Answered(String),
    Task {
        id: u32,
        task: TaskText,
    },
    Stop {
        id: u32,
    },
    Wrong(Problem),
}

/// Serves a session until the client leaves, is idle for too long or floods it, or the server ends.
pub(crate) async fn run(socket: WebSocket, app: &App, client: ClientAddress) {
    let now = Instant::now();
    let mut session = Session {
        socket,
        app,
        client,
        rate: RateLimit::new(app.limits.messages_per_second, now),
        excess: RateLimit::with_burst(EXCESS_PER_SECOND, EXCESS_BURST, now),
        desk: Desk::new(app.pool.host()),
        id: 0,
        last_request: Moment::now(),
    };
    let ended = session.serve().await;
    // Stops the task.
    session.desk.drop_task();
    session.close(ended).await;
}

impl Session<'_> {
    async fn serve(&mut self) -> Ended {
        let mut shutdown = self.app.shutdown();
        loop {
            let idle = time::sleep_until(self.last_request + self.app.limits.idle);
            let done = tokio::select! {
                biased;
                () = shutdown.wait() => Err(Ended::Shutdown),
                // A session with a task is not idle. Before the messages, so that pings do not put it off.
                () = idle, if self.desk.current().is_none() => Err(Ended::Idle),
                message = self.socket.recv() => match message {
                    Some(Ok(message)) => self.handle(message).await,
                    _ => Err(Ended::Disconnected),
                },
                message = next_message(&mut self.desk, self.id) => self.send_message(&message).await,
            };
            if let Err(ended) = done {
                return ended;
            }
        }
    }

    async fn handle(&mut self, message: Message) -> Result<(), Ended> {
        self.app.metrics.messages.add(1);
        let text = match message {
            Message::Text(text) => Some(text),
            Message::Binary(_) => None,
            Message::Close(_) => return Err(Ended::Disconnected),
            // The library answers a ping.
            Message::Ping(_) | Message::Pong(_) => {
                self.may_send(1)?;
                return Ok(());
            }
        };
        let cost = ServerLimits::cost(text.as_ref().map_or(0, |text| text.len()));
        let problem = match text {
            _ if !self.may_send(cost)? => Problem::TooManyMessages,
            None => Problem::NotText,
            Some(text) => return self.handle_text(text).await,
        };
        self.send_message(&FromEngine::Wrong { problem }).await
    }

    /// Whether a message that counts as this many is within the rate limits.
    ///
    /// # Errors
    /// If too many were not.
    fn may_send(&mut self, cost: u32) -> Result<bool, Ended> {
        let now = Instant::now();
        if self.rate.allows_cost(cost, now) && self.app.clients.allows(self.client, cost) {
            return Ok(true);
        }
        self.app.metrics.refused.rate.add(1);
        if self.excess.allows_cost(cost, now) {
            return Ok(false);
        }
        self.app.metrics.refused.flood.add(1);
        Err(Ended::Flood)
    }

    async fn handle_text(&mut self, text: Utf8Bytes) -> Result<(), Ended> {
        let answers = self.app.queries.answers();
        let request = self.app.queries.run(text.len(), move || understand(&text, &answers)).await;
        let request = request.unwrap_or_else(|Panicked| Request::Wrong(Panicked::problem()));
        if !matches!(request, Request::Wrong(_)) {
            self.last_request = Moment::now();
        }
        match request {
            Request::Answered(text) => {
                let _room = self.app.queries.room(text.len()).await;
                self.send(text).await
            }
            Request::Task { id, task } => self.start(id, task).await,
            Request::Stop { id } => {
                if self.id == id {
                    self.desk.stop();
                }
                Ok(())
            }
            Request::Wrong(problem) => self.send_message(&FromEngine::Wrong { problem }).await,
        }
    }

    async fn start(&mut self, id: u32, task: TaskText) -> Result<(), Ended> {
        self.desk.drop_task();
        self.id = id;
        let task = match self.app.limits.bound(task).read() {
            Ok(task) => task,
            Err(problem) => {
                let event = EventText::Failed { problem };
                self.send_message(&FromEngine::Event { id, event }).await?;
                return self.send_message(&FromEngine::End { id, cut: false }).await;
            }
        };
        match self.desk.ask(task) {
            Ok(_) => Ok(()),
            Err(Busy) => self.send_message(&FromEngine::Busy { id, problem: Problem::Busy }).await,
        }
    }

    /// Sends a message.
    async fn send_message(&mut self, message: &FromEngine) -> Result<(), Ended> {
        self.send(Versioned::new(message).to_json()).await
    }

    /// Sends the text of a message, within the timeout.
    async fn send(&mut self, text: String) -> Result<(), Ended> {
        let send = self.socket.send(Message::text(text));
        match time::timeout(self.app.limits.send, send).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Ended::Disconnected),
        }
    }

    /// Sends a close frame and waits for that of the client, so that a reset does not overtake ours.
    async fn close(mut self, ended: Ended) {
        let (code, reason) = match ended {
            Ended::Disconnected => return,
            Ended::Flood => (close_code::POLICY, "too many messages"),
            Ended::Idle => (close_code::NORMAL, "idle for too long"),
            Ended::Shutdown => (close_code::AWAY, "the server ends"),
        };
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        let closed = async {
            if self.socket.send(Message::Close(Some(frame))).await.is_ok() {
                while let Some(Ok(_)) = self.socket.recv().await {}
            }
        };
        let _ = time::timeout(CLOSE_TIMEOUT, closed).await;
    }
}

/// Parses a message of our version, and answers it if it is a query.
fn understand(text: &str, answers: &Answers) -> Request {
    match read(text) {
        Ok(ToEngine::Query { id, query }) => {
            Request::Answered(answers.text(&query, |answer| FromEngine::Answer { id, answer }))
        }
        Ok(ToEngine::Task { id, task }) => Request::Task { id, task },
        Ok(ToEngine::Stop { id }) => Request::Stop { id },
        Err(problem) => Request::Wrong(problem),
    }
}

/// Parses a message of our version.
fn read(text: &str) -> Result<ToEngine, Problem> {
    let broken =
        |error: serde_json::Error| Problem::NotAMessage { detail: error.to_string().into() };
    let Versioned { v: given, message } = serde_json::from_str(text).map_err(broken)?;
    if given == VERSION { Ok(message) } else { Err(Problem::Version { given, expected: VERSION }) }
}

/// The next message about the task; it waits for ever if there is no task.
async fn next_message(desk: &mut Desk<PoolHost>, id: u32) -> FromEngine {
    loop {
        if desk.current().is_none() {
            return std::future::pending().await;
        }
        let Some(events) = &mut desk.host().events else {
            return std::future::pending().await;
        };
        let Some((ticket, update)) = events.recv().await else {
            // The channel was full when the task ended.
            desk.drop_task();
            return FromEngine::End { id, cut: false };
        };
        let is_stopped = desk.is_stopped();
        match desk.receive(ticket, update) {
            // The client has stopped the task, and does not want a move.
            Some(Update::Event(Event::Chosen(_))) if is_stopped => {}
            Some(Update::Event(event)) => {
                if let Some(event) = EventText::of(&event) {
                    return FromEngine::Event { id, event };
                }
            }
            Some(Update::End { is_cut }) => return FromEngine::End { id, cut: is_cut },
            None => {}
        }
    }
}
