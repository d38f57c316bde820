//! `wane nboard`: an engine for hosts that speak NBoard; docs/protocols.md says what it keeps to.
//!
//! A new question and a new position drop the question before: no line about an old position is written, and no move
//! is chosen for it.

use std::ops::ControlFlow;
use std::time::Duration;

use anyhow::Result;
use wane_board::{AnyPosition, Colour, Move, Objective, with_size};
use wane_formats::nboard::{
    Command, Depth, EvalPair, Hint, HintSource, MoveItem, Response, Setting,
};
use wane_formats::{Eval, GameRecord, MoveNote, Text, variant_name};
use wane_search::{GameClock, Level, Limits, Line, Question, Report};
use wane_service::opponent::{Name, Setup};
use wane_service::{Found, Task};

use crate::args::HostArgs;
use crate::output::Output;
use crate::pace::Pace;
use crate::protocol_values as values;
use crate::session::{self, ProtocolEngine, Session};

pub(crate) fn run(args: &HostArgs, output: &mut Output) -> Result<()> {
    let (player, setup, context) = (args.player.clone(), args.setup()?, args.context.context());
    session::run(Nboard {
        session: Session::start(&player, &setup)?,
        output,
        player,
        setup,
        pace: args.pace(),
        plain: context.objective,
        record: GameRecord::from_position(AnyPosition::start(context.size), context.objective),
        asked: None,
        chosen: None,
    })
}

struct Nboard<'o> {
    session: Session,
    output: &'o mut Output,
    player: Name,
    setup: Setup,
    pace: Pace,
    /// The objective of a game whose type does not state it.
    plain: Objective,
    /// The game so far, with the time that each move took.
    record: GameRecord,
    asked: Option<Asked>,
    /// The answer to the last `go`, for a host that does not say how long it took.
    chosen: Option<(Move, Duration)>,
}

/// The question that the host waits for.
enum Asked {
    Hint,
    Go,
    /// The values of the position that is searched, and of these after it.
    Analysis(Vec<AnyPosition>),
}

impl ProtocolEngine for Nboard<'_> {
    fn session(&mut self) -> &mut Session {
        &mut self.session
    }

    fn line(&mut self, line: &str) -> Result<ControlFlow<()>> {
        session::obey_line(self, line, &Command::Quit, Self::obey, Self::status)
    }

    fn report(&mut self, report: &Report) -> Result<()> {
        let shown = match self.asked {
            Some(Asked::Hint) => report.lines.as_slice(),
            Some(Asked::Go) => &report.lines[..1],
            Some(Asked::Analysis(_)) | None => return Ok(()),
        };
        for line in shown {
            self.say(&Response::Hint(hint(report, line)))?;
        }
        self.say(&Response::NodeStats { nodes: report.nodes, time_ms: values::ms(report.time) })
    }

    fn found(&mut self, found: Option<Found>) -> Result<()> {
        match (self.asked.take(), found) {
            (Some(Asked::Analysis(positions)), found) => {
                let report = found.and_then(|found| found.report);
                self.say_analysis(
                    positions.len(),
                    report.map(|report| values::eval(report.best())),
                )?;
                return self.analyse(positions);
            }
            (Some(Asked::Go), Some(Found { mv, report, time })) => {
                let value = report.map(|report| values::eval(report.best()).into());
                self.chosen = Some((mv, time));
                let time_ms = Some(values::ms(time));
                self.say(&Response::Best(MoveItem { mv, value, time_ms }))?;
            }
            // An agent reports nothing during its search.
            (Some(Asked::Hint), Some(Found { mv, report: None, .. })) => {
                self.say(&Response::Hint(Hint {
                    source: HintSource::Search,
                    pv: vec![mv],
                    value: None,
                    depth: Depth::Plies(0),
                    text: Text::default(),
                }))?;
            }
            _ => {}
        }
        self.status("")
    }
}

impl Nboard<'_> {
    fn obey(&mut self, command: Command) -> Result<()> {
        match command {
            Command::NBoard { .. } => self.say(&self.name()),
            Command::Set(setting) => self.set(setting),
            Command::Move(item) => self.play(item),
            Command::Hint { count } => {
                self.drop_question()?;
                let lines = usize::try_from(count).unwrap_or(usize::MAX).max(1);
                let limits = Limits { depth: self.pace.depth, ..Limits::default() };
                self.ask(Asked::Hint, &self.record.game.position(), lines, limits);
                Ok(())
            }
            Command::Go => {
                self.drop_question()?;
                let position = self.record.game.position();
                let clock = clock(&self.record, position.side());
                let limits = self.pace.limits(clock, &position.board());
                self.ask(Asked::Go, &position, 1, limits);
                Ok(())
            }
            Command::Ping(number) => {
                self.drop_question()?;
                self.say(&Response::Pong(number))
            }
            Command::Learn => self.say(&Response::Learned),
            Command::Analyze => {
                self.drop_question()?;
                let game = &self.record.game;
                let positions =
                    with_size!(game, game => game.positions().map(AnyPosition::from).collect());
                self.analyse(positions)
            }
            Command::Clear => self.set_player(self.player.clone()),
            Command::Quit | Command::Unknown(_) => Ok(()),
        }
    }

    fn set(&mut self, setting: Setting) -> Result<()> {
        match setting {
            Setting::Depth(depth) => {
                self.pace.depth = Some(depth);
                self.say(&self.name())
            }
            Setting::Game(record) => {
                self.drop_question()?;
                let is_marked = record.objective == Objective::FewestDiscs;
                let objective = if is_marked { record.objective } else { self.plain };
                self.record = GameRecord { objective, ..*record };
                if is_marked {
                    return Ok(());
                }
                self.status(&format!("variant {}", variant_name(objective)))
            }
            Setting::Variant(objective) => {
                self.drop_question()?;
                self.plain = objective;
                self.record.objective = objective;
                Ok(())
            }
            Setting::Level(level) => match Level::try_from(level) {
                Ok(level) => self.set_player(Name::Level(level)),
                Err(error) => self.status(&error.to_string()),
            },
            Setting::MoveTime { ms } => {
                self.pace.move_time = Some(Duration::from_millis(ms));
                Ok(())
            }
            Setting::Nodes(nodes) => {
                self.pace.nodes = Some(nodes);
                Ok(())
            }
            // A draw is worth the same to both sides.
            Setting::Contempt(_) => Ok(()),
        }
    }

    fn play(&mut self, item: MoveItem) -> Result<()> {
        self.drop_question()?;
        let game = &mut self.record.game;
        let played = match item.mv {
            Move::Place(square) => game.play(square).map_err(|error| error.to_string()),
            Move::Pass => game.pass().map_err(|error| error.to_string()),
        };
        if let Err(why) = played {
            return self.status(&why);
        }
        let measured = self.chosen.take().filter(|(mv, _)| *mv == item.mv);
        let time_ms = item.time_ms.or(measured.map(|(_, time)| values::ms(time)));
        let note = MoveNote { time_ms, ..MoveNote::default() };
        self.record.notes.insert(self.record.game.history().len() - 1, note);
        Ok(())
    }

    fn set_player(&mut self, player: Name) -> Result<()> {
        self.drop_question()?;
        match self.session.set_player(&player, &self.setup) {
            Ok(()) => {
                self.player = player;
                Ok(())
            }
            Err(error) => self.status(&format!("{error:#}")),
        }
    }

    fn ask(&mut self, asked: Asked, position: &AnyPosition, lines: usize, limits: Limits) {
        let (board, objective) = (position.board(), self.record.objective);
        let question = Question { board, objective, limits, lines, only: None };
        let (side, player) = (position.side(), self.player.clone());
        self.session.ask(match asked {
            Asked::Go => Task::Choose { question, side, player, seed: self.setup.seed },
            Asked::Hint | Asked::Analysis(_) => {
                Task::Analyse { question, with: Some((player, side)) }
            }
        });
        self.asked = Some(asked);
    }

    /// Asks about the last of the positions; those that are over have no question.
    fn analyse(&mut self, mut positions: Vec<AnyPosition>) -> Result<()> {
        while let Some(position) = positions.pop() {
            if !position.is_game_over() {
                let limits = self.pace.limits(None, &position.board());
                self.ask(Asked::Analysis(positions), &position, 1, limits);
                return Ok(());
            }
            let centidiscs = position.final_score(self.record.objective).discs() * 100;
            self.say_analysis(positions.len(), Some(Eval { centidiscs }))?;
        }
        self.status("")
    }

    fn drop_question(&mut self) -> Result<()> {
        self.session.drop_task();
        if self.asked.take().is_some() { self.status("") } else { Ok(()) }
    }

    /// The name to show: the engine's with its depth, or that of an agent.
    fn name(&self) -> Response {
        let depth = self.pace.depth.filter(|_| matches!(self.player, Name::Level(_)));
        let depth = depth.map(|depth| depth.to_string()).unwrap_or_default();
        let title = self.player.title().replace(char::is_whitespace, "-");
        let name = format!("{title}{depth}");
        Response::MyName(name.parse().expect("names have no blanks"))
    }

    fn say_analysis(&mut self, plies: usize, value: Option<Eval>) -> Result<()> {
        let ply = u32::try_from(plies).unwrap_or(u32::MAX);
        self.say(&Response::Analysis { ply, value: value.map(EvalPair::from) })
    }

    fn status(&mut self, text: &str) -> Result<()> {
        self.say(&Response::Status(text.into()))
    }

    fn say(&mut self, response: &Response) -> Result<()> {
        self.output.line(response)
    }
}

/// A line of play with its value.
fn hint(report: &Report, line: &Line) -> Hint {
    Hint {
        source: HintSource::Search,
        pv: line.moves.clone(),
        value: Some(values::eval(line).into()),
        depth: values::depth(report),
        text: Text::default(),
    }
}

/// The time that is left on a clock of the game. The grace is a reserve, and is not spent.
fn clock(record: &GameRecord, colour: Colour) -> Option<GameClock> {
    let clock =
        record.player(colour).clock.filter(|clock| clock.main_ms > 0 || clock.increment_ms > 0)?;
    let mut left_ms = clock.main_ms;
    for (index, played) in record.game.history().iter().enumerate() {
        if played.side == colour && played.mv != Move::Pass {
            let taken_ms = record.notes.get(&index).and_then(|note| note.time_ms).unwrap_or(0);
            left_ms = left_ms.saturating_sub(taken_ms).saturating_add(clock.increment_ms);
        }
    }
    let left = Some(Duration::from_millis(left_ms));
    let increment = Duration::from_millis(clock.increment_ms);
    Some(GameClock { left, increment, per_move: None })
}
