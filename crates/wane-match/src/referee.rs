//! [`Referee`]: plays one game between two players, whatever they do.
//!
//! The referee applies the rules and the clocks. A player that breaks a rule or exceeds its time loses, and the
//! record says why.

use std::time::Duration;

use wane_board::{AnyGame, Colour, Move, Objective, Score, Size};
use wane_formats::{GameRecord, MoveNote, Outcome, PlayerInfo, Reason};
use wane_text::Foreign;

use crate::adjudicator::Adjudicator;
use crate::agent::AgentProgram;
use crate::clock::{NO_LIMIT, Overrun, PlayerClock, Tolerance, whole_ms};
use crate::contest::MoveClock;
use crate::driver::{MoveChoice, PROMPT, Terms};
use crate::process::NoReply;
use crate::running_agent::RunningAgent;
use crate::stopwatch::Deadline;
use crate::{Fault, FaultKind, FinishedGame};

/// Plays games by the rules.
#[derive(Clone, Copy, Debug)]
pub struct Referee {
    /// The objective.
    pub objective: Objective,
    /// How much later than its limit a move may be, since the machine may be busy.
    pub tolerance: Tolerance,
}

/// Why a game ended early.
enum Abort {
    Fault(Colour, Fault),
    Stopped,
}

/// A game that is being played.
struct RunningGame<'g> {
    referee: Referee,
    game: AnyGame,
    players: [&'g mut RunningAgent; 2],
    clocks: [PlayerClock; 2],
    /// The time of each ply that was played here.
    times: Vec<(usize, Duration)>,
    remarks: Vec<(Colour, Foreign)>,
}

impl Referee {
    /// Plays a game from its opening to its end, or until it is adjudicated; `None` if it was stopped.
    pub fn play(
        &self,
        number: usize,
        opening: &AnyGame,
        black: &mut RunningAgent,
        white: &mut RunningAgent,
        adjudicator: Option<&mut Adjudicator>,
    ) -> Option<FinishedGame> {
        self.play_watched(number, opening, [black, white], adjudicator, &mut |_| {})
    }

    /// The same; `on_move` is called with the opening and after each move.
    pub(crate) fn play_watched(
        &self,
        number: usize,
        opening: &AnyGame,
        [black, white]: [&mut RunningAgent; 2],
        adjudicator: Option<&mut Adjudicator>,
        on_move: &mut dyn FnMut(&AnyGame),
    ) -> Option<FinishedGame> {
        let clocks = [PlayerClock::new(black.agent.time), PlayerClock::new(white.agent.time)];
        black.start_log();
        white.start_log();
        let mut running = RunningGame {
            referee: *self,
            game: opening.clone(),
            players: [black, white],
            clocks,
            times: Vec::new(),
            remarks: Vec::new(),
        };
        let (adjudicated, fault) = match running.play(adjudicator, on_move) {
            Ok(adjudicated) => (adjudicated, None),
            Err(Abort::Fault(colour, fault)) => (None, Some((colour, fault))),
            Err(Abort::Stopped) => return None,
        };
        let mut record = running.record();
        let adjudicated =
            adjudicated.map(|black_score| Outcome { black_score, reason: Reason::Adjudicated });
        let lost = fault.as_ref().map(|(colour, fault)| lost_by(*colour, fault, opening.size()));
        record.ended = adjudicated.or(lost);
        let RunningGame { players, remarks, .. } = running;
        let logs = players.each_ref().map(|player| player.log());
        if let Some((colour, _)) = &fault {
            // Its state is unknown: a new process plays the next game.
            players[colour.index()].shut_down();
        }
        Some(FinishedGame { number, record, fault, remarks, logs })
    }
}

impl RunningGame<'_> {
    /// Plays the game; the score for Black if it was adjudicated.
    fn play(
        &mut self,
        mut adjudicator: Option<&mut Adjudicator>,
        on_move: &mut dyn FnMut(&AnyGame),
    ) -> Result<Option<Score>, Abort> {
        on_move(&self.game);
        for colour in [Colour::Black, Colour::White] {
            let terms = Terms { objective: self.referee.objective, colour, clocks: self.clocks };
            let game = self.game.clone();
            self.call(colour, |player| promptly(player.driver()?.new_game(&game, &terms)))?;
        }
        while !self.game.position().is_game_over() {
            let position = self.game.position();
            let objective = self.referee.objective;
            if let Some(adjudicator) = &mut adjudicator
                && let Some(score) = adjudicator.score(&position, objective)
            {
                return Ok(Some(if position.side() == Colour::Black { score } else { -score }));
            }
            let colour = self.game.position().side();
            let (mv, taken) = self.turn(colour)?;
            on_move(&self.game);
            for listener in [colour, !colour] {
                self.call(listener, |player| promptly(player.driver()?.played(colour, mv, taken)))?;
            }
        }
        Ok(None)
    }

    /// The game so far, with its players and the times of the moves.
    fn record(&self) -> GameRecord {
        let mut record = GameRecord::new(self.game.clone(), self.referee.objective);
        [record.black, record.white] =
            self.players.each_ref().map(|player| player_info(&player.agent));
        for &(ply, taken) in &self.times {
            let time_ms = Some(whole_ms(taken));
            record.notes.insert(ply, MoveNote { time_ms, ..MoveNote::default() });
        }
        record
    }

    /// Calls a player; a failure is its own fault.
    fn call<T>(
        &mut self,
        colour: Colour,
        act: impl FnOnce(&mut RunningAgent) -> Result<T, Failure>,
    ) -> Result<T, Abort> {
        act(self.players[colour.index()]).map_err(|failure| match failure {
            Failure::Fault(fault) => Abort::Fault(colour, fault),
            Failure::Stopped => Abort::Stopped,
        })
    }

    /// Asks a player for a move and plays it; the move and its time.
    fn turn(&mut self, colour: Colour) -> Result<(Move, Duration), Abort> {
        let (game, tolerance) = (self.game.clone(), self.referee.tolerance);
        self.players[colour.index()].head_log(game.history().len());
        let mut clocks = self.clocks;
        let asked = self.call(colour, |player| ask(player, &game, &mut clocks, tolerance));
        self.clocks = clocks;
        let Asked { choice: MoveChoice { mv, remark, .. }, taken, late } = asked?;
        // The same remark is stored once.
        let remark = remark.map(|remark| (colour, remark));
        self.remarks.extend(remark.filter(|remark| !self.remarks.contains(remark)));
        if let Some(fault) = late {
            return Err(Abort::Fault(colour, fault));
        }
        let ply = self.game.history().len();
        play(&mut self.game, mv).map_err(|why| {
            let text = format!("move {}, {mv}: {why}", ply + 1);
            Abort::Fault(colour, Fault::new(FaultKind::Illegal, text))
        })?;
        self.times.push((ply, taken));
        Ok((mv, taken))
    }
}

/// The answer of a player.
pub(crate) struct Asked {
    pub(crate) choice: MoveChoice,
    /// The time that is charged.
    pub(crate) taken: Duration,
    /// The fault, if it took too long.
    pub(crate) late: Option<Fault>,
}

/// Asks the player whose turn it is for a move, and charges its clock.
pub(crate) fn ask(
    player: &mut RunningAgent,
    game: &AnyGame,
    clocks: &mut [PlayerClock; 2],
    tolerance: Tolerance,
) -> Result<Asked, Failure> {
    let margin = tolerance.of(player.agent.protocol);
    promptly(player.driver()?.prepare(game, clocks))?;
    let own = &mut clocks[game.position().side().index()];
    let clock = *own;
    let limit = clock.limit();
    let charged = player.agent.protocol.clock();
    let driver = player.driver()?;
    let most = limit.unwrap_or(NO_LIMIT);
    let most = if charged == MoveClock::Cpu { most * MoveClock::CPU_SLACK } else { most };
    let deadline = Deadline::within(most + margin);
    let used_before = driver.cpu_time();
    let choice = driver.choose(limit, &deadline).map_err(|no_reply| match no_reply {
        NoReply::Late => Failure::Fault(no_move(deadline.elapsed(), clock.overrun())),
        NoReply::Fault(fault) => Failure::Fault(fault),
        NoReply::Stopped => Failure::Stopped,
    })?;
    let measured = match charged {
        MoveClock::Wall => deadline.elapsed(),
        MoveClock::Cpu => driver.cpu_time().saturating_sub(used_before),
    };
    // A player that was interrupted at the limit has used exactly the limit.
    let taken = if choice.is_interrupted { limit.unwrap_or(measured) } else { measured };
    let is_out_of_game = choice.is_interrupted && clock.left.is_some() && clock.left == limit;
    let late = match own.charge(taken, margin) {
        Err(overrun) => Some(no_move(measured, overrun)),
        Ok(()) => is_out_of_game
            .then(|| Fault::new(FaultKind::TimeOut, "the time for the game is used up")),
    };
    Ok(Asked { choice, taken, late })
}

/// Plays a move, or explains why it is illegal.
pub(crate) fn play(game: &mut AnyGame, mv: Move) -> Result<(), String> {
    match mv {
        Move::Place(_) if game.position().must_pass() => {
            Err("it has no move and must pass".to_owned())
        }
        Move::Place(square) => game.play(square).map_err(|error| error.to_string()),
        Move::Pass => game.pass().map_err(|error| error.to_string()),
    }
}

/// Why a player did not answer.
pub(crate) enum Failure {
    Fault(Fault),
    Stopped,
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// Treats a late answer to a question that needs no thinking as a fault.
pub(crate) fn promptly<T>(done: Result<T, NoReply>) -> Result<T, Failure> {
    done.map_err(|no_reply| match no_reply {
        NoReply::Fault(fault) => Failure::Fault(fault),
        NoReply::Stopped => Failure::Stopped,
        NoReply::Late => {
            let text = format!(
                "no answer within {} s to a command that needs no thinking",
                PROMPT.as_secs()
            );
            Failure::Fault(Fault::new(FaultKind::TimeOut, text))
        }
    })
}

/// The fault of a move that did not come in time.
fn no_move(taken: Duration, overrun: Overrun) -> Fault {
    let text = format!("no move after {:.3} s; {overrun}", taken.as_secs_f64());
    Fault::new(FaultKind::TimeOut, text)
}

/// The outcome of a game that a side lost by a fault: all discs count for the other side.
fn lost_by(colour: Colour, fault: &Fault, size: Size) -> Outcome {
    let all = i32::try_from(size.squares().len()).unwrap_or(i32::MAX);
    let black_score = Score::new(if colour == Colour::Black { -all } else { all });
    Outcome { black_score, reason: fault.kind.reason() }
}

/// A player with its clock at the start, as a record has it.
fn player_info(agent: &AgentProgram) -> PlayerInfo {
    let clock = PlayerClock::new(agent.time).recorded();
    PlayerInfo { name: agent.name.clone(), clock, ..PlayerInfo::default() }
}
