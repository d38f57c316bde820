//! One socket: messages in, messages out, one task at a time.

use std::time::Instant;

use axum::extract::ws::{Message, WebSocket};
use tokio::time::{self, Instant as Moment};
use wane_service::message::{EventText, FromEngine, ToEngine, VERSION, Versioned};
use wane_service::{Busy, Desk, Event, Problem, Told};

use crate::app::App;
use crate::limits::Rate;
use crate::pool::Place;

/// The desk of a socket, with the id that the client gave its task.
struct Tasks {
    desk: Desk<Place>,
    id: u32,
}

/// The other side is gone, or does not listen.
struct Gone;

/// Talks until the other side goes, says nothing for too long, or the server ends.
pub(crate) async fn talk(mut socket: WebSocket, app: &App) {
    let limits = app.limits;
    let mut rate = Rate::new(limits.messages_a_second, Instant::now());
    let mut tasks = Tasks { desk: Desk::new(app.pool.place()), id: 0 };
    let mut heard_last = Moment::now();
    let mut end = app.end();
    loop {
        let idle = time::sleep_until(heard_last + limits.idle);
        let done = tokio::select! {
            biased;
            () = end.wait() => Err(Gone),
            message = socket.recv() => {
                heard_last = Moment::now();
                match message {
                    Some(Ok(message)) => {
                        hear(&mut socket, app, &mut rate, &mut tasks, message).await
                    }
                    _ => Err(Gone),
                }
            }
            message = next_message(&mut tasks) => say(&mut socket, app, &message).await,
            // A socket with a task is not idle.
            () = idle, if tasks.desk.current().is_none() => Err(Gone),
        };
        if done.is_err() {
            break;
        }
    }
}

async fn hear(
    socket: &mut WebSocket,
    app: &App,
    rate: &mut Rate,
    tasks: &mut Tasks,
    message: Message,
) -> Result<(), Gone> {
    let text = match message {
        Message::Text(text) => text,
        Message::Binary(_) => {
            return say(socket, app, &FromEngine::Wrong { problem: Problem::NotText }).await;
        }
        // Answered by the library.
        Message::Ping(_) | Message::Pong(_) => return Ok(()),
        Message::Close(_) => return Err(Gone),
    };
    if !rate.allows(Instant::now()) {
        let problem = Problem::TooManyMessages;
        return say(socket, app, &FromEngine::Wrong { problem }).await;
    }
    match read(&text) {
        Ok(ToEngine::Query { id, query }) => {
            let answer = move || {
                let answer = wane_service::answer(&query);
                text_of(&FromEngine::Answer { id, answer })
            };
            let text = app.run_query(text.len(), answer).await.map_err(|_| Gone)?;
            send(socket, app, text).await
        }
        Ok(ToEngine::Task { id, task }) => {
            tasks.desk.drop_task();
            tasks.id = id;
            let task = match app.limits.bound(task).read() {
                Ok(task) => task,
                Err(problem) => {
                    let event = EventText::Failed { problem };
                    say(socket, app, &FromEngine::Event { id, event }).await?;
                    return say(socket, app, &FromEngine::End { id, cut: false }).await;
                }
            };
            match tasks.desk.ask(task) {
                Ok(_) => Ok(()),
                Err(Busy) => {
                    say(socket, app, &FromEngine::Busy { id, problem: Problem::Busy }).await
                }
            }
        }
        Ok(ToEngine::Stop { id }) => {
            if tasks.id == id {
                tasks.desk.stop();
            }
            Ok(())
        }
        Err(problem) => say(socket, app, &FromEngine::Wrong { problem }).await,
    }
}

/// The message of a text, if it is of our version.
fn read(text: &str) -> Result<ToEngine, Problem> {
    let broken = |error: serde_json::Error| Problem::NotAMessage { detail: error.to_string() };
    let Versioned { v: given, message } = serde_json::from_str(text).map_err(broken)?;
    if given == VERSION { Ok(message) } else { Err(Problem::Version { given, expected: VERSION }) }
}

/// What is told next about a task, which is over with its end; never anything if there is none.
async fn next_message(tasks: &mut Tasks) -> FromEngine {
    let id = tasks.id;
    loop {
        if tasks.desk.current().is_none() {
            return std::future::pending().await;
        }
        let Some(told) = &mut tasks.desk.host().told else { return std::future::pending().await };
        let Some((ticket, told)) = told.recv().await else {
            // Its end did not fit among the events that wait.
            tasks.desk.drop_task();
            return FromEngine::End { id, cut: false };
        };
        let is_stopped = tasks.desk.is_stopped();
        match tasks.desk.hear(ticket, told) {
            // A move that is not wanted any more.
            Some(Told::Event(Event::Chosen(_))) if is_stopped => {}
            Some(Told::Event(event)) => {
                if let Some(event) = EventText::of(&event) {
                    return FromEngine::Event { id, event };
                }
            }
            Some(Told::End { is_cut }) => return FromEngine::End { id, cut: is_cut },
            None => {}
        }
    }
}

/// Sends a message.
async fn say(socket: &mut WebSocket, app: &App, message: &FromEngine) -> Result<(), Gone> {
    send(socket, app, text_of(message)).await
}

fn text_of(message: &FromEngine) -> String {
    serde_json::to_string(&Versioned::new(message)).expect("every key is a string")
}

/// Sends the text of a message; a client that does not take it in time is gone.
async fn send(socket: &mut WebSocket, app: &App, text: String) -> Result<(), Gone> {
    let sent = time::timeout(app.limits.send, socket.send(Message::text(text))).await;
    match sent {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(Gone),
    }
}
