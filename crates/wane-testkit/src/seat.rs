//! [`Seat`]: a player that is another process, and games between two of them with a referee.
//!
//! The referee knows the rules and the time, and has no search: whatever the players do, a game ends
//! with a score or with the fault of one of them.

use std::fmt;
use std::io;
use std::path::Path;
use std::str::FromStr;
use std::time::{Duration, Instant};

use wane_board::{AnyGame, Colour, Move, Objective, Score};
use wane_formats::{Clock, GameRecord, Player, gtp, nboard, ugi};

use crate::child::Child;

/// How long a player may take for what needs no thinking.
const PROMPT: Duration = Duration::from_secs(10);

/// A protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// `wane nboard`.
    NBoard,
    /// `wane gtp`.
    Gtp,
    /// `wane ugi`.
    Ugi,
}

impl Protocol {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::NBoard, Self::Gtp, Self::Ugi];

    /// The name of the subcommand.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NBoard => "nboard",
            Self::Gtp => "gtp",
            Self::Ugi => "ugi",
        }
    }
}

impl FromStr for Protocol {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|protocol| protocol.name() == name);
        known.ok_or_else(|| format!("{name:?} is not nboard, gtp or ugi"))
    }
}

/// The time that a player has.
#[derive(Clone, Copy, Debug)]
pub struct Time {
    /// For a whole game.
    pub game: Option<Duration>,
    /// For each move.
    pub per_move: Duration,
    /// What the referee forgives: machines have other things to do.
    pub slack: Duration,
}

/// What a player did wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It said nothing in time, or ended.
    Silent,
    /// It said something else.
    Unreadable(String),
    /// The move is not legal.
    Illegal(Move),
    /// The move took so long.
    Late(Duration),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Silent => f.write_str("no answer"),
            Self::Unreadable(line) => write!(f, "{line:?} is no answer"),
            Self::Illegal(mv) => write!(f, "{mv} is illegal"),
            Self::Late(time) => write!(f, "{:.3} s are too long", time.as_secs_f64()),
        }
    }
}

impl std::error::Error for Fault {}

/// A player in another process.
#[derive(Debug)]
pub struct Seat {
    child: Child,
    protocol: Protocol,
    colour: Colour,
    time: Time,
    left: Option<Duration>,
    /// The longest that a move took so far.
    pub longest: Duration,
    pings: i64,
}

impl Seat {
    /// Starts `wane PROTOCOL --player NAME` with what else it is told.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(
        program: &Path,
        protocol: Protocol,
        player: &str,
        time: Time,
        options: &[&str],
    ) -> io::Result<Self> {
        let ms = time.per_move.as_millis().to_string();
        let args = [protocol.name(), "--player", player, "--movetime", &ms];
        let child = Child::start(program, args.into_iter().chain(options.iter().copied()))?;
        let (colour, longest) = (Colour::Black, Duration::ZERO);
        let mut seat = Self { child, protocol, colour, time, left: None, longest, pings: 0 };
        match protocol {
            Protocol::NBoard => seat.child.say("nboard 2"),
            Protocol::Gtp => {}
            Protocol::Ugi => seat.child.say("ugi"),
        }
        Ok(seat)
    }

    /// Sits down to a new game.
    fn begin(&mut self, game: &AnyGame, colour: Colour) -> Result<(), Fault> {
        (self.colour, self.left) = (colour, self.time.game);
        match self.protocol {
            Protocol::NBoard => {
                let mut record = GameRecord::new(game.clone(), Objective::FewestDiscs);
                let main_ms =
                    self.left.map(|left| u64::try_from(left.as_millis()).unwrap_or(u64::MAX));
                let clock = main_ms.map(|main_ms| Clock { main_ms, increment_ms: 0, grace_ms: 0 });
                record.black = Player { clock, ..Player::default() };
                record.white = Player { clock, ..Player::default() };
                self.child.say(nboard::Command::Set(nboard::Setting::Game(Box::new(record))));
                Ok(())
            }
            Protocol::Gtp => {
                let position = game.position();
                self.ask_gtp(gtp::Command::SetBoard { position }, PROMPT).map(drop)
            }
            Protocol::Ugi => {
                self.child.say(ugi::Command::UgiNewGame);
                Ok(())
            }
        }
    }

    /// Hears of a move, its own or the other's.
    fn hear(&mut self, colour: Colour, mv: Move, taken: Duration) -> Result<(), Fault> {
        match self.protocol {
            Protocol::NBoard => {
                let time_ms = u64::try_from(taken.as_millis()).ok();
                let item = nboard::MoveItem { time_ms, ..mv.into() };
                self.child.say(nboard::Command::Move(item));
                Ok(())
            }
            Protocol::Gtp if colour != self.colour => {
                self.ask_gtp(gtp::Command::Play { colour, mv }, PROMPT).map(drop)
            }
            Protocol::Gtp | Protocol::Ugi => Ok(()),
        }
    }

    /// Chooses a move and plays it on `game`; the time that it took.
    fn play(&mut self, game: &mut AnyGame) -> Result<(Move, Duration), Fault> {
        if self.protocol == Protocol::NBoard {
            self.pings += 1;
            self.child.say(nboard::Command::Ping(self.pings));
            let pong = nboard::Response::Pong(self.pings).to_string();
            self.child.lines_until(PROMPT, |line| line == pong).ok_or(Fault::Silent)?;
        }
        if let (Protocol::Gtp, Some(left)) = (self.protocol, self.left) {
            let time = gtp::Seconds { ms: u64::try_from(left.as_millis()).unwrap_or(u64::MAX) };
            let command = gtp::Command::TimeLeft { colour: self.colour, time, stones: 0 };
            self.ask_gtp(command, PROMPT)?;
        }
        let asked = Instant::now();
        let mv = self.choose(game)?;
        let taken = asked.elapsed();
        self.longest = self.longest.max(taken);
        let Time { per_move, slack, .. } = self.time;
        if taken > per_move + slack || self.left.is_some_and(|left| taken > left + slack) {
            return Err(Fault::Late(taken));
        }
        self.left = self.left.map(|left| left.saturating_sub(taken));
        let played = match mv {
            Move::Place(_) if game.position().must_pass() => Err(()),
            Move::Place(square) => game.play(square).map_err(drop),
            Move::Pass => game.pass().map_err(drop),
        };
        played.map_err(|()| Fault::Illegal(mv))?;
        Ok((mv, taken))
    }

    fn choose(&mut self, game: &AnyGame) -> Result<Move, Fault> {
        let within = self.time.per_move + self.time.slack + PROMPT;
        match self.protocol {
            Protocol::NBoard => {
                self.child.say(nboard::Command::Go);
                let line = self.await_line(within, |line| line.starts_with("==="))?;
                match line.parse() {
                    Ok(nboard::Response::Best(item)) => Ok(item.mv),
                    _ => Err(Fault::Unreadable(line)),
                }
            }
            Protocol::Gtp => {
                let text = self.ask_gtp(gtp::Command::GenMove { colour: self.colour }, within)?;
                match text.parse() {
                    Ok(gtp::Choice::Move(mv)) => Ok(mv),
                    _ => Err(Fault::Unreadable(text)),
                }
            }
            Protocol::Ugi => {
                let moves = game.history().iter().map(|played| played.mv).collect();
                let start = Some(game.start());
                self.child.say(ugi::Command::Position(ugi::Position { start, moves }));
                let left_ms = self.left.and_then(|left| u64::try_from(left.as_millis()).ok());
                self.child.say(ugi::Command::Go(ugi::Limits {
                    p1_time_ms: left_ms,
                    p2_time_ms: left_ms,
                    ..ugi::Limits::default()
                }));
                let line = self.await_line(within, |line| line.starts_with("bestmove"))?;
                match line.parse() {
                    Ok(ugi::Response::BestMove(Some(mv))) => Ok(mv),
                    _ => Err(Fault::Unreadable(line)),
                }
            }
        }
    }

    fn await_line(
        &self,
        within: Duration,
        is_last: impl Fn(&str) -> bool,
    ) -> Result<String, Fault> {
        let lines = self.child.lines_until(within, is_last).ok_or(Fault::Silent)?;
        lines.into_iter().next_back().ok_or(Fault::Silent)
    }

    /// The text of the answer to a request.
    fn ask_gtp(&mut self, command: gtp::Command, within: Duration) -> Result<String, Fault> {
        self.child.say(gtp::Request { id: None, command });
        let lines = self.child.lines_until(within, str::is_empty).ok_or(Fault::Silent)?;
        let text = lines.join("\n");
        match gtp::Response::parse(&text, None) {
            Ok(gtp::Response { answer: Ok(answer), .. }) => Ok(answer.as_str().into()),
            _ => Err(Fault::Unreadable(text)),
        }
    }
}

/// Plays `game` on to its end; the score for Black.
///
/// # Errors
/// The side that did something wrong, and what.
pub fn play(
    mut game: AnyGame,
    black: &mut Seat,
    white: &mut Seat,
) -> Result<Score, (Colour, Fault)> {
    black.begin(&game, Colour::Black).map_err(|fault| (Colour::Black, fault))?;
    white.begin(&game, Colour::White).map_err(|fault| (Colour::White, fault))?;
    while !game.position().is_game_over() {
        let colour = game.position().side();
        let (own, opp) = match colour {
            Colour::Black => (&mut *black, &mut *white),
            Colour::White => (&mut *white, &mut *black),
        };
        let (mv, taken) = own.play(&mut game).map_err(|fault| (colour, fault))?;
        own.hear(colour, mv, taken).map_err(|fault| (colour, fault))?;
        opp.hear(colour, mv, taken).map_err(|fault| (!colour, fault))?;
    }
    let position = game.position();
    let score = position.final_score(Objective::FewestDiscs);
    Ok(if position.side() == Colour::Black { score } else { -score })
}
