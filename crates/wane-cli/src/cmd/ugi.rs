//! `wane ugi`: an engine for hosts that speak UGI; docs/protocols.md says what it keeps to.

use std::mem;
use std::ops::ControlFlow;
use std::time::Duration;

use anyhow::Result;
use wane_board::{AnyGame, Colour, Objective, with_size};
use wane_formats::ugi::{self, Command, EngineOption, Info, OptionType, QueryResponse, Response};
use wane_formats::{Context, GameRecord, Text, variant_name, variant_named};
use wane_gallery::Kind as Agent;
use wane_match::option;
use wane_search::{GameClock, Level, Limits, Question, Report};
use wane_service::opponent::{Name, Setup};
use wane_service::{Found, Task};

use crate::args::HostArgs;
use crate::output::Output;
use crate::pace::Pace;
use crate::parse;
use crate::protocol_values as values;
use crate::session::{self, ProtocolEngine, Session};

pub(crate) fn run(args: &HostArgs, output: &mut Output) -> Result<()> {
    let (player, setup, context) = (args.player.clone(), args.setup()?, args.context.context());
    let seed = setup.seed;
    session::run(Ugi {
        session: Session::start(&player, &setup)?,
        output,
        player,
        setup,
        pace: args.pace(),
        context,
        game: AnyGame::new(context.size),
        seed,
        is_new_game: false,
        is_endless: false,
        held: None,
    })
}

/// Spreads seeds that follow each other.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

struct Ugi<'o> {
    session: Session,
    output: &'o mut Output,
    player: Name,
    setup: Setup,
    pace: Pace,
    context: Context,
    game: AnyGame,
    /// The seed of this game.
    seed: u64,
    /// Whether the host has announced a game and not yet said where it starts.
    is_new_game: bool,
    /// Whether the search runs until the host stops it.
    is_endless: bool,
    /// The result of such a search that has ended before it was stopped.
    held: Option<Response>,
}

impl ProtocolEngine for Ugi<'_> {
    fn session(&mut self) -> &mut Session {
        &mut self.session
    }

    fn line(&mut self, line: &str) -> Result<ControlFlow<()>> {
        session::obey_line(self, line, &Command::Quit, Self::obey, Self::complain)
    }

    fn report(&mut self, report: &Report) -> Result<()> {
        self.say(&Response::Info(info(report)))
    }

    fn found(&mut self, found: Option<Found>) -> Result<()> {
        let best = Response::BestMove(found.map(|found| found.mv));
        if self.is_endless {
            self.held = Some(best);
            return Ok(());
        }
        self.say(&best)
    }
}

impl Ugi<'_> {
    fn obey(&mut self, command: Command) -> Result<()> {
        match command {
            Command::Ugi => self.introduce(),
            Command::IsReady => self.say(&Response::ReadyOk),
            Command::UgiNewGame => {
                self.game = AnyGame::new(self.context.size);
                self.is_new_game = true;
                Ok(())
            }
            Command::SetOption { name, value } => {
                let value = value.unwrap_or_default();
                match self.set(name.as_str(), value.as_str()) {
                    Ok(()) => Ok(()),
                    Err(why) => self.complain(&why),
                }
            }
            Command::Position(position) => match position.play(self.context.size) {
                Ok(game) => {
                    self.game = game;
                    self.begin_game()
                }
                Err(error) => self.complain(&error.to_string()),
            },
            Command::Go(_) if self.session.is_thinking() || self.held.is_some() => {
                self.complain("the last search is still under way")
            }
            Command::Go(limits) => {
                self.go(&limits);
                Ok(())
            }
            Command::Stop => {
                self.is_endless = false;
                self.session.stop();
                self.held.take().map_or(Ok(()), |held| self.say(&held))
            }
            Command::Query(query) => {
                let answer = self.reply(query);
                self.say(&Response::Answer(answer))
            }
            Command::Quit | Command::Unknown(_) => Ok(()),
        }
    }

    /// Forgets the last game, so that a game depends on its start and the seed, and not on the games before it.
    fn begin_game(&mut self) -> Result<()> {
        if !mem::take(&mut self.is_new_game) {
            return Ok(());
        }
        let start = with_size!(self.game.position().board(), board => board.key().bits());
        self.seed = self.setup.seed.wrapping_mul(MIX) ^ start;
        let setup = Setup { seed: self.seed, ..self.setup.clone() };
        self.session.set_player(&self.player, &setup)
    }

    fn introduce(&mut self) -> Result<()> {
        self.say(&Response::Name(self.player.title().as_str().into()))?;
        self.say(&Response::Author("the Wane developers".into()))?;
        for (name, kind) in self.options() {
            self.say(&Response::Option(EngineOption { name: name.into(), kind }))?;
        }
        self.say(&Response::UgiOk)
    }

    fn options(&self) -> [(&'static str, OptionType); 4] {
        let variants = [Objective::FewestDiscs, Objective::MostDiscs];
        let levels = (1..=20).filter_map(|level| Level::try_from(level).ok()).map(Name::Level);
        let recipe = Some(self.player.clone()).filter(|player| matches!(player, Name::Recipe(_)));
        let players = levels.chain(Agent::ALL.map(Name::Agent)).chain(recipe);
        let text = |name: String| Text::from(name.as_str());
        let number = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        let spin = |default: usize, most: usize| OptionType::Spin {
            default: number(default),
            min: 1,
            max: number(most),
        };
        [
            (
                "variant",
                OptionType::Combo {
                    default: variant_name(self.context.objective).into(),
                    values: variants.map(|objective| variant_name(objective).into()).into(),
                },
            ),
            (
                option::PLAYER,
                OptionType::Combo {
                    default: text(self.player.to_string()),
                    values: players.map(|name| text(name.to_string())).collect(),
                },
            ),
            (option::THREADS, spin(self.setup.threads, parse::MAX_THREADS)),
            (option::HASH, spin(self.setup.hash_megabytes, parse::MAX_MEGABYTES)),
        ]
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let (mut player, mut setup) = (self.player.clone(), self.setup.clone());
        match name.to_ascii_lowercase().as_str() {
            "variant" => {
                let objective = variant_named(value);
                self.context.objective =
                    objective.ok_or_else(|| format!("{value:?} is not a variant"))?;
                return Ok(());
            }
            option::PLAYER if value == player.to_string() => {}
            option::PLAYER => {
                player = value.parse().map_err(|error| format!("{error}"))?;
            }
            option::THREADS => setup.threads = parse::threads(value)?,
            option::HASH => setup.hash_megabytes = parse::megabytes(value)?,
            _ => return Err(format!("there is no option {name:?}")),
        }
        self.session.set_player(&player, &setup).map_err(|error| format!("{error:#}"))?;
        (self.player, self.setup) = (player, setup);
        Ok(())
    }

    fn go(&mut self, asked: &ugi::GoLimits) {
        let position = self.game.position();
        let (left_ms, increment_ms) = match position.side() {
            Colour::Black => (asked.p1_time_ms, asked.p1_increment_ms),
            Colour::White => (asked.p2_time_ms, asked.p2_increment_ms),
        };
        let clock = left_ms.map(|left_ms| GameClock {
            left: Some(Duration::from_millis(left_ms)),
            increment: Duration::from_millis(increment_ms.unwrap_or(0)),
            per_move: None,
        });
        let pace = Pace {
            depth: asked.depth.or(self.pace.depth),
            nodes: asked.nodes.or(self.pace.nodes),
            move_time: asked.move_time_ms.map(Duration::from_millis).or(self.pace.move_time),
        };
        let board = position.board();
        let limits = if asked.infinite { Limits::default() } else { pace.limits(clock, &board) };
        self.is_endless = asked.infinite;
        let objective = self.context.objective;
        let question = Question { board, objective, limits, lines: 1, only: None };
        let (side, player, seed) = (position.side(), self.player.clone(), self.seed);
        self.session.ask(Task::Choose { question, side, player, seed });
    }

    fn reply(&self, query: ugi::GameQuery) -> QueryResponse {
        let position = self.game.position();
        match query {
            ugi::GameQuery::GameOver => position.is_game_over().into(),
            ugi::GameQuery::P1Turn => (position.side() == Colour::Black).into(),
            ugi::GameQuery::Result => {
                let record = GameRecord::new(self.game.clone(), self.context.objective);
                match record.outcome().map(|outcome| outcome.winner()) {
                    None => QueryResponse::None,
                    Some(None) => QueryResponse::Draw,
                    Some(Some(Colour::Black)) => QueryResponse::P1Win,
                    Some(Some(Colour::White)) => QueryResponse::P2Win,
                }
            }
        }
    }

    fn complain(&mut self, why: &str) -> Result<()> {
        self.say(&Response::InfoString(why.into()))
    }

    fn say(&mut self, response: &Response) -> Result<()> {
        self.output.line(response)
    }
}

fn info(report: &Report) -> Info {
    Info {
        depth: Some(report.depth),
        score: Some(values::eval(report.best())),
        nodes: Some(report.nodes),
        time_ms: Some(values::ms(report.time)),
        pv: report.best().moves.clone(),
    }
}
