//! [`Subject`]: the agent that is looked at: it is asked, and what can be measured is noted.

use std::sync::Arc;
use std::time::{Duration, Instant};

use wane_board::{AnyGame, Colour, Move, Objective};

use super::finding::Issue;
use super::mistake::judge;
use crate::agent::Agent;
use crate::contest::line::{Choice as Chosen, Hello};
use crate::player::Player;
use crate::referee::{self, Fell, promptly};
use crate::seat::Terms;
use crate::time::Clock;
use crate::venue::Venue;
use crate::{Fault, Stop};

/// Somebody wants no answer any more.
#[derive(Debug)]
pub(super) struct Stopped;

/// An agent that is looked at.
pub(super) struct Subject<'a> {
    agent: &'a Agent,
    player: Player,
    margin: Duration,
    clocks: [Clock; 2],
    /// How many games its process has begun.
    games: usize,
    /// How many questions its process has been asked.
    questions: usize,
    /// What its list held after the last question of this game.
    listed: Vec<(i64, i64)>,
    pub(super) notes: Notes,
}

/// What was measured.
#[derive(Debug, Default)]
pub(super) struct Notes {
    /// What there was before a contest file was loaded.
    pub(super) hello: Option<Hello>,
    /// How long it took the first time until there was an agent.
    pub(super) loaded_in: Option<Duration>,
    pub(super) times: Vec<Timed>,
    /// The most memory that it was seen to have, without that of the host, in bytes.
    pub(super) memory: u64,
    /// How many bytes it has printed, and the last line of that.
    pub(super) printed: usize,
    pub(super) last_line: Option<String>,
    /// An exception in `go` that was forgiven.
    pub(super) forgiven: Option<String>,
    /// After which game it had changed the board that it was given.
    pub(super) changed: Option<AnyGame>,
}

/// How long a move took.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timed {
    pub(super) taken: Duration,
    pub(super) is_interrupted: bool,
    /// Whether it was the first of its process.
    pub(super) is_first: bool,
}

/// What came of a question.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) outcome: Result<Move, Issue>,
    /// The time that counts, if there was an answer.
    pub(super) taken: Duration,
    pub(super) chosen: Option<Chosen>,
    /// Whether the list still holds what it held after the question before.
    pub(super) is_left_over: bool,
    /// Whether its process had begun no other game before.
    pub(super) is_alone: bool,
}

impl<'a> Subject<'a> {
    pub(super) fn new(agent: &'a Agent, venue: &Arc<Venue>, stop: &Stop, margin: Duration) -> Self {
        Self {
            agent,
            player: Player::new(agent, venue, stop),
            margin,
            clocks: [Clock::new(agent.time); 2],
            games: 0,
            questions: 0,
            listed: Vec::new(),
            notes: Notes::default(),
        }
    }

    /// Sits it down to a game, on the side whose turn it is or on the other.
    pub(super) fn begin(
        &mut self,
        game: &AnyGame,
        colour: Colour,
    ) -> Result<Result<(), Fault>, Stopped> {
        self.clocks = [Clock::new(self.agent.time); 2];
        self.listed.clear();
        let terms = Terms { objective: Objective::FewestDiscs, colour, clocks: self.clocks };
        let began = Instant::now();
        let begun =
            self.player.seat().map_err(Fell::Fault).and_then(|it| promptly(it.begin(game, &terms)));
        self.games += 1;
        self.look();
        self.notes.loaded_in.get_or_insert_with(|| began.elapsed());
        settled(begun)
    }

    /// Asks it for a move.
    pub(super) fn ask(&mut self, game: &AnyGame) -> Result<Reply, Stopped> {
        let began = Instant::now();
        let asked = referee::ask(&mut self.player, game, &mut self.clocks, self.margin);
        let (answer, elapsed) = (settled(asked)?, began.elapsed());
        let chosen = self.look();
        let is_first = self.questions == 0;
        self.questions += 1;
        let taken = answer.as_ref().map_or(Duration::ZERO, |asked| asked.taken);
        let timed = match (&answer, &chosen) {
            (Ok(asked), _) => Some((taken, asked.choice.is_interrupted)),
            (Err(_), chosen) => chosen.as_ref().map(|chosen| (elapsed, chosen.interrupted)),
        };
        let timed = timed.map(|(taken, is_interrupted)| Timed { taken, is_interrupted, is_first });
        self.notes.times.extend(timed);
        if let (Ok(_), Some(Chosen { raised: Some(text), .. })) = (&answer, &chosen) {
            self.notes.forgiven.get_or_insert_with(|| text.clone());
        }
        let is_in_step = answer.is_ok() || chosen.is_some();
        let listed = chosen.as_ref().map_or(Vec::new(), |chosen| chosen.listed.clone());
        let is_left_over = !self.listed.is_empty() && listed.starts_with(&self.listed);
        if chosen.as_ref().is_some_and(|chosen| chosen.changed_board) {
            self.notes.changed.get_or_insert_with(|| game.clone());
        }
        let outcome = judge(game, answer, chosen.as_ref(), is_left_over);
        // A legal move has a disc on it from then on, and is no candidate again.
        self.listed = if outcome.is_ok() { listed } else { Vec::new() };
        let is_alone = self.games == 1;
        if !is_in_step {
            self.leave();
        }
        Ok(Reply { outcome, taken, chosen, is_left_over, is_alone })
    }

    /// What came of a question that could not be asked.
    pub(super) fn failed(&mut self, fault: Fault) -> Reply {
        let is_alone = self.games == 1;
        self.leave();
        Reply {
            outcome: Err(fault.into()),
            taken: Duration::ZERO,
            chosen: None,
            is_left_over: false,
            is_alone,
        }
    }

    /// Whether its process is in the middle of a game.
    pub(super) fn is_under_way(&self) -> bool {
        self.questions > 0
    }

    /// Lets it hear of a move.
    pub(super) fn hear(
        &mut self,
        colour: Colour,
        mv: Move,
        taken: Duration,
    ) -> Result<Result<(), Fault>, Stopped> {
        let heard = self.player.seat().map_err(Fell::Fault);
        settled(heard.and_then(|seat| promptly(seat.hear(colour, mv, taken))))
    }

    /// Ends its process; another one goes on.
    pub(super) fn leave(&mut self) {
        self.player.leave();
        self.games = 0;
        self.questions = 0;
        self.listed.clear();
    }

    /// Notes what its process is like now; what its host told about the last question.
    fn look(&mut self) -> Option<Chosen> {
        let seat = self.player.seat().ok()?;
        let (process, told) = (seat.process(), seat.told());
        let notes = &mut self.notes;
        let hello = told.and_then(|told| told.hello.as_ref());
        let base = hello.map_or(0, |hello| hello.resident_bytes);
        notes.memory = notes.memory.max(process.most_memory().saturating_sub(base));
        let (printed, last_line) = process.complaints();
        if printed >= notes.printed {
            (notes.printed, notes.last_line) = (printed, last_line);
        }
        if notes.hello.is_none() {
            notes.hello = hello.cloned();
        }
        if notes.loaded_in.is_none() {
            notes.loaded_in = told.and_then(|told| told.loaded_in);
        }
        told?.chosen.clone()
    }
}

/// Parts what the agent did from what the user wants.
fn settled<T>(done: Result<T, Fell>) -> Result<Result<T, Fault>, Stopped> {
    match done {
        Ok(done) => Ok(Ok(done)),
        Err(Fell::Fault(fault)) => Ok(Err(fault)),
        Err(Fell::Stopped) => Err(Stopped),
    }
}
