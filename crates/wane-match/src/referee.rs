//! [`Referee`]: one game between two players, whatever they do.
//!
//! The referee has the rules and the clocks. A player that breaks either loses, and the record says
//! which and how.

use std::time::{Duration, Instant};

use wane_board::{AnyGame, Colour, Move, Objective, Score};
use wane_formats::{GameRecord, MoveNote, Outcome, PlayerInfo as Name, Reason};

use crate::judge::Judge;
use crate::player::Player;
use crate::process::Silence;
use crate::seat::{Choice, PROMPT, Terms, index};
use crate::time::{Clock, NO_LIMIT, whole_ms};
use crate::{Fault, FaultKind, Finished};

/// How much later than its limit a player that was interrupted may answer.
const UNWIND: Duration = Duration::from_secs(1);

/// Who watches over games.
#[derive(Clone, Copy, Debug)]
pub struct Referee {
    /// What is played for.
    pub objective: Objective,
    /// How much later than its limit a move may be: machines have other things to do.
    pub margin: Duration,
}

/// Why a game did not end on the board.
enum Broken {
    By(Colour, Fault),
    Stopped,
}

/// A game that is being played.
struct Table<'t> {
    referee: Referee,
    game: AnyGame,
    players: [&'t mut Player; 2],
    clocks: [Clock; 2],
    record: Vec<(usize, Duration)>,
    remarks: Vec<(Colour, String)>,
}

impl Referee {
    /// Plays a game on from its opening, to its end or until a judge knows how it ends; `None` if it
    /// was stopped before that.
    pub fn play(
        &self,
        number: usize,
        opening: &AnyGame,
        black: &mut Player,
        white: &mut Player,
        judge: Option<&mut Judge>,
    ) -> Option<Finished> {
        let clocks = [Clock::new(black.agent.time), Clock::new(white.agent.time)];
        let names = [&black.agent.name, &white.agent.name].map(Clone::clone);
        black.begin_log();
        white.begin_log();
        let mut table = Table {
            referee: *self,
            game: opening.clone(),
            players: [black, white],
            clocks,
            record: Vec::new(),
            remarks: Vec::new(),
        };
        let (known, fault) = match table.play(judge) {
            Ok(known) => (known, None),
            Err(Broken::By(colour, fault)) => (None, Some((colour, fault))),
            Err(Broken::Stopped) => return None,
        };
        let Table { game, players, record: times, remarks, .. } = table;
        let logs = players.each_ref().map(|player| player.log());
        if let Some((colour, _)) = &fault {
            // Nobody knows what it will do next: another one plays the next game.
            players[index(*colour)].leave();
        }
        let mut record = GameRecord::new(game, self.objective);
        let [black, white] = names;
        record.black = named(black, clocks[0]);
        record.white = named(white, clocks[1]);
        for (ply, taken) in times {
            let time_ms = Some(whole_ms(taken));
            record.notes.insert(ply, MoveNote { time_ms, ..MoveNote::default() });
        }
        let judged = known.map(|black_score| Outcome { black_score, reason: Reason::Adjudicated });
        let lost = fault.as_ref().map(|(colour, fault)| {
            let all = i32::try_from(record.game.size().squares().len()).unwrap_or(i32::MAX);
            let black_score = Score::new(if *colour == Colour::Black { -all } else { all });
            Outcome { black_score, reason: fault.kind.reason() }
        });
        record.ended = judged.or(lost);
        Some(Finished { number, record, fault, remarks, logs })
    }
}

impl Table<'_> {
    /// Plays; the score for Black if a judge has told it before the end.
    fn play(&mut self, mut judge: Option<&mut Judge>) -> Result<Option<Score>, Broken> {
        for colour in [Colour::Black, Colour::White] {
            let terms = Terms { objective: self.referee.objective, colour, clocks: self.clocks };
            let game = self.game.clone();
            self.at(colour, |player| promptly(player.seat()?.begin(&game, &terms)))?;
        }
        while !self.game.position().is_game_over() {
            let position = self.game.position();
            let objective = self.referee.objective;
            if let Some(judge) = &mut judge
                && let Some(score) = judge.score(&position, objective)
            {
                return Ok(Some(if position.side() == Colour::Black { score } else { -score }));
            }
            let colour = self.game.position().side();
            let (mv, taken) = self.turn(colour)?;
            for listener in [colour, !colour] {
                self.at(listener, |player| promptly(player.seat()?.hear(colour, mv, taken)))?;
            }
        }
        Ok(None)
    }

    /// Has a player do something; what goes wrong is its own fault.
    fn at<T>(
        &mut self,
        colour: Colour,
        act: impl FnOnce(&mut Player) -> Result<T, Fell>,
    ) -> Result<T, Broken> {
        act(self.players[index(colour)]).map_err(|fell| match fell {
            Fell::Fault(fault) => Broken::By(colour, fault),
            Fell::Stopped => Broken::Stopped,
        })
    }

    /// A move and the time that it took.
    fn turn(&mut self, colour: Colour) -> Result<(Move, Duration), Broken> {
        let (game, margin) = (self.game.clone(), self.referee.margin);
        let mut clocks = self.clocks;
        let asked = self.at(colour, |player| ask(player, &game, &mut clocks, margin));
        self.clocks = clocks;
        let Asked { choice: Choice { mv, remark, .. }, taken, late } = asked?;
        // What happens in many moves is said once.
        let remark = remark.map(|remark| (colour, remark));
        self.remarks.extend(remark.filter(|remark| !self.remarks.contains(remark)));
        if let Some(fault) = late {
            return Err(Broken::By(colour, fault));
        }
        let ply = self.game.history().len();
        play(&mut self.game, mv).map_err(|why| {
            let text = format!("move {}, {mv}: {why}", ply + 1);
            Broken::By(colour, Fault::new(FaultKind::Illegal, text))
        })?;
        self.record.push((ply, taken));
        Ok((mv, taken))
    }
}

/// What a player answered.
pub(crate) struct Asked {
    pub(crate) choice: Choice,
    /// The time that counts.
    pub(crate) taken: Duration,
    /// That it was too long.
    pub(crate) late: Option<Fault>,
}

/// Asks the player whose turn it is for a move, and charges its clock.
pub(crate) fn ask(
    player: &mut Player,
    game: &AnyGame,
    clocks: &mut [Clock; 2],
    margin: Duration,
) -> Result<Asked, Fell> {
    promptly(player.seat()?.prepare(game, clocks))?;
    let own = &mut clocks[index(game.position().side())];
    let clock = *own;
    let limit = clock.limit();
    let asked = Instant::now();
    let deadline = asked + limit.unwrap_or(NO_LIMIT) + margin + UNWIND;
    let choice = player.seat()?.choose(limit, deadline).map_err(|silence| match silence {
        Silence::Late => Fell::Fault(late(asked.elapsed(), clock, margin)),
        Silence::Fault(fault) => Fell::Fault(fault),
        Silence::Stopped => Fell::Stopped,
    })?;
    let measured = asked.elapsed();
    // Whoever was interrupted at the limit has used just that.
    let taken = if choice.is_interrupted { limit.unwrap_or(measured) } else { measured };
    let is_out_of_game = choice.is_interrupted && clock.left.is_some() && clock.left == limit;
    let is_late = own.charge(taken, margin).is_err() || is_out_of_game;
    Ok(Asked { choice, taken, late: is_late.then(|| late(measured, clock, margin)) })
}

/// Plays a move, or says what is wrong with it.
pub(crate) fn play(game: &mut AnyGame, mv: Move) -> Result<(), String> {
    match mv {
        Move::Place(_) if game.position().must_pass() => {
            Err("it has no move and must pass".to_owned())
        }
        Move::Place(square) => game.play(square).map_err(|error| error.to_string()),
        Move::Pass => game.pass().map_err(|error| error.to_string()),
    }
}

/// Why a player did not do what it should.
pub(crate) enum Fell {
    Fault(Fault),
    Stopped,
}

impl From<Fault> for Fell {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// What needs no thinking must not take long.
pub(crate) fn promptly<T>(done: Result<T, Silence>) -> Result<T, Fell> {
    done.map_err(|silence| match silence {
        Silence::Fault(fault) => Fell::Fault(fault),
        Silence::Stopped => Fell::Stopped,
        Silence::Late => {
            let text = format!("no answer within {} s, before any thinking", PROMPT.as_secs());
            Fell::Fault(Fault::new(FaultKind::TimeOut, text))
        }
    })
}

/// A move that came too late or not at all.
fn late(taken: Duration, mut clock: Clock, margin: Duration) -> Fault {
    let text = match clock.charge(taken, margin) {
        Err(overrun) => format!("{:.3} s for a move; {overrun}", taken.as_secs_f64()),
        Ok(()) => "the time for the game is used up".to_owned(),
    };
    Fault::new(FaultKind::TimeOut, text)
}

fn named(name: String, clock: Clock) -> Name {
    Name { name, clock: clock.recorded(), ..Name::default() }
}
