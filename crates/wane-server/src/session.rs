//! One WebSocket session: it answers queries, and does one task at a time.

use std::time::Instant;

use axum::extract::ws::{Message, WebSocket};
use tokio::time::{self, Instant as Moment};
use wane_service::message::{EventText, FromEngine, ToEngine, VERSION, Versioned};
use wane_service::{Busy, Desk, Event, Problem, Update};

use crate::app::App;
use crate::limits::RateLimit;
use crate::pool::PoolHost;

/// The desk of a session, with the id that the client gave its task.
struct Tasks {
    desk: Desk<PoolHost>,
    id: u32,
}

/// The client is gone, or does not read.
struct Disconnected;

/// Serves a session until the client leaves or is idle for too long, or the server ends.
pub(crate) async fn run(mut socket: WebSocket, app: &App) {
    let limits = app.limits;
    let mut rate = RateLimit::new(limits.messages_per_second, Instant::now());
    let mut tasks = Tasks { desk: Desk::new(app.pool.host()), id: 0 };
    let mut last_message = Moment::now();
    let mut shutdown = app.shutdown();
    loop {
        let idle = time::sleep_until(last_message + limits.idle);
        let done = tokio::select! {
            biased;
            () = shutdown.wait() => Err(Disconnected),
            message = socket.recv() => {
                last_message = Moment::now();
                match message {
                    Some(Ok(message)) => {
                        handle(&mut socket, app, &mut rate, &mut tasks, message).await
                    }
                    _ => Err(Disconnected),
                }
            }
            message = next_message(&mut tasks) => send_message(&mut socket, app, &message).await,
            // A session with a task is not idle.
            () = idle, if tasks.desk.current().is_none() => Err(Disconnected),
        };
        if done.is_err() {
            break;
        }
    }
}

async fn handle(
    socket: &mut WebSocket,
    app: &App,
    rate: &mut RateLimit,
    tasks: &mut Tasks,
    message: Message,
) -> Result<(), Disconnected> {
    let text = match message {
        Message::Text(text) => text,
        Message::Binary(_) => {
            return send_message(socket, app, &FromEngine::Wrong { problem: Problem::NotText })
                .await;
        }
        // The library answers these.
        Message::Ping(_) | Message::Pong(_) => return Ok(()),
        Message::Close(_) => return Err(Disconnected),
    };
    if !rate.allows(Instant::now()) {
        let problem = Problem::TooManyMessages;
        return send_message(socket, app, &FromEngine::Wrong { problem }).await;
    }
    match read(&text) {
        Ok(ToEngine::Query { id, query }) => {
            let answer = move || {
                let answer = wane_service::answer(&query);
                Versioned::new(FromEngine::Answer { id, answer }).to_json()
            };
            let text = app.run_query(text.len(), answer).await.map_err(|_| Disconnected)?;
            send(socket, app, text).await
        }
        Ok(ToEngine::Task { id, task }) => {
            tasks.desk.drop_task();
            tasks.id = id;
            let task = match app.limits.bound(task).read() {
                Ok(task) => task,
                Err(problem) => {
                    let event = EventText::Failed { problem };
                    send_message(socket, app, &FromEngine::Event { id, event }).await?;
                    return send_message(socket, app, &FromEngine::End { id, cut: false }).await;
                }
            };
            match tasks.desk.ask(task) {
                Ok(_) => Ok(()),
                Err(Busy) => {
                    send_message(socket, app, &FromEngine::Busy { id, problem: Problem::Busy })
                        .await
                }
            }
        }
        Ok(ToEngine::Stop { id }) => {
            if tasks.id == id {
                tasks.desk.stop();
            }
            Ok(())
        }
        Err(problem) => send_message(socket, app, &FromEngine::Wrong { problem }).await,
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
async fn next_message(tasks: &mut Tasks) -> FromEngine {
    let id = tasks.id;
    loop {
        if tasks.desk.current().is_none() {
            return std::future::pending().await;
        }
        let Some(events) = &mut tasks.desk.host().events else {
            return std::future::pending().await;
        };
        let Some((ticket, update)) = events.recv().await else {
            // The channel was full when the task ended.
            tasks.desk.drop_task();
            return FromEngine::End { id, cut: false };
        };
        let is_stopped = tasks.desk.is_stopped();
        match tasks.desk.receive(ticket, update) {
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

/// Sends a message.
async fn send_message(
    socket: &mut WebSocket,
    app: &App,
    message: &FromEngine,
) -> Result<(), Disconnected> {
    send(socket, app, Versioned::new(message).to_json()).await
}

/// Sends the text of a message, within the timeout.
async fn send(socket: &mut WebSocket, app: &App, text: String) -> Result<(), Disconnected> {
    let sent = time::timeout(app.limits.send, socket.send(Message::text(text))).await;
    match sent {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(Disconnected),
    }
}
