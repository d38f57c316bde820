//! One socket: messages in, messages out, one task at a time.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::ws::{Message, WebSocket};
use tokio::sync::mpsc::{self, Receiver};
use tokio::time::{self, Instant as Moment};
use wane_search::Control;
use wane_service::message::{FromEngine, Task, ToEngine};

use crate::limits::Rate;
use crate::pool::{Job, Told};
use crate::routes::App;

/// How many events may wait to be sent. A task has fewer.
const EVENTS: usize = 512;

/// What a client is told when all engines and the queue are taken.
const BUSY: &str = "too many others are waiting; try again in a few seconds";

/// A task that is waiting or under way.
struct Thought {
    id: u32,
    control: Arc<Control<'static>>,
    told: Receiver<Told>,
    cut: bool,
}

/// Nobody wants to know any more.
impl Drop for Thought {
    fn drop(&mut self) {
        self.control.stop();
    }
}

/// The other side is gone, or does not listen.
struct Gone;

/// Talks until the other side goes, says nothing for too long, or the server ends.
pub(crate) async fn talk(mut socket: WebSocket, app: &App) {
    let limits = app.limits;
    let mut rate = Rate::new(limits.messages_a_second, Instant::now());
    let mut thought: Option<Thought> = None;
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
                        hear(&mut socket, app, &mut rate, &mut thought, message).await
                    }
                    _ => Err(Gone),
                }
            }
            message = next_message(&mut thought) => say(&mut socket, app, &message).await,
            // Whoever thinks is not idle.
            () = idle, if thought.is_none() => Err(Gone),
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
    thought: &mut Option<Thought>,
    message: Message,
) -> Result<(), Gone> {
    let text = match message {
        Message::Text(text) => text,
        Message::Binary(_) => {
            let text = "messages are text, not bytes".to_string();
            return say(socket, app, &FromEngine::Wrong { text }).await;
        }
        // Answered by the library.
        Message::Ping(_) | Message::Pong(_) => return Ok(()),
        Message::Close(_) => return Err(Gone),
    };
    if !rate.allows(Instant::now()) {
        let text = "too many messages; slow down".to_string();
        return say(socket, app, &FromEngine::Wrong { text }).await;
    }
    match serde_json::from_str(&text) {
        Ok(ToEngine::Query { id, query }) => {
            let answer = wane_service::answer(&query);
            say(socket, app, &FromEngine::Answer { id, answer }).await
        }
        Ok(ToEngine::Task { id, task }) => {
            *thought = None;
            match begin(app, id, task) {
                Some(begun) => {
                    *thought = Some(begun);
                    Ok(())
                }
                None => say(socket, app, &FromEngine::Busy { id, text: BUSY.to_string() }).await,
            }
        }
        Ok(ToEngine::Stop { id }) => {
            if let Some(thought) = thought.as_ref().filter(|thought| thought.id == id) {
                thought.control.stop();
            }
            Ok(())
        }
        Err(error) => {
            let text = format!("this is no message: {error}");
            say(socket, app, &FromEngine::Wrong { text }).await
        }
    }
}

/// Gives a task to the engines, unless too many are waiting.
fn begin(app: &App, id: u32, task: Task) -> Option<Thought> {
    let (tell, told) = mpsc::channel(EVENTS);
    let control = Arc::new(Control::new());
    let job = Job { task: app.limits.bound(task), tell, control: Arc::clone(&control) };
    app.pool.submit(job).ok()?;
    Some(Thought { id, control, told, cut: false })
}

/// What is told next about a task, which is over with its end; never anything if there is none.
async fn next_message(thought: &mut Option<Thought>) -> FromEngine {
    let Some(present) = thought else { return std::future::pending().await };
    let id = present.id;
    loop {
        match present.told.recv().await {
            Some(Told::Event(event)) => return FromEngine::Event { id, event },
            Some(Told::Cut) => present.cut = true,
            None => {
                let cut = present.cut;
                *thought = None;
                return FromEngine::End { id, cut };
            }
        }
    }
}

/// Sends a message; a client that does not take it in time is gone.
async fn say(socket: &mut WebSocket, app: &App, message: &FromEngine) -> Result<(), Gone> {
    let text = serde_json::to_string(message).expect("every key is a string");
    let sent = time::timeout(app.limits.send, socket.send(Message::text(text))).await;
    match sent {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(Gone),
    }
}
