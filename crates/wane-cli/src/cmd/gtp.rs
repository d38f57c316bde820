//! `wane gtp`: an engine for hosts that speak GTP; docs/protocols.md says what it keeps to.
//!
//! Each request has one answer, in their order: a request that comes in during a search waits for its end.

mod clock;

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use wane_board::{AnyGame, AnyPosition, Colour, Move, Objective, Score, Size, Square};
use wane_formats::gtp::{
    AnalysedMove, COMMANDS, ClockSetting, Command, FinalScore, GeneratedMove, Limit, Request,
    Response,
};
use wane_formats::{Context, Format, GameRecord};
use wane_search::{GameClock, Level, Line, Question, Report};
use wane_service::opponent::{Name, Setup};
use wane_service::{Found, Task};

use crate::args::HostArgs;
use crate::output::Output;
use crate::pace::Pace;
use crate::protocol_values as values;
use crate::session::{self, ProtocolEngine, Session};
use crate::{draw, input};
use clock::Clock;

/// The text after `=` or after `?`.
type Answer = Result<String, String>;

/// The names that hosts have for the games.
const GAMES: [(&str, Objective); 2] =
    [("Antiothello", Objective::FewestDiscs), ("Othello", Objective::MostDiscs)];

pub(crate) fn run(args: &HostArgs, output: &mut Output) -> Result<()> {
    let (player, setup, context) = (args.player.clone(), args.setup()?, args.context.context());
    session::run(Gtp {
        session: Session::start(&player, &setup)?,
        output,
        player,
        setup,
        pace: args.pace(),
        objective: context.objective,
        game: AnyGame::new(context.size),
        steps: Vec::new(),
        full: Clock::default(),
        clocks: [Clock::default(); 2],
    })
}

struct Gtp<'o> {
    session: Session,
    output: &'o mut Output,
    player: Name,
    setup: Setup,
    pace: Pace,
    objective: Objective,
    game: AnyGame,
    /// The moves and passes before each `play` and `genmove`, which may have added a pass of its own.
    steps: Vec<usize>,
    /// A clock at the beginning of a game.
    full: Clock,
    /// Black's and White's now.
    clocks: [Clock; 2],
}

impl ProtocolEngine for Gtp<'_> {
    fn session(&mut self) -> &mut Session {
        &mut self.session
    }

    fn line(&mut self, line: &str) -> Result<ControlFlow<()>> {
        let mut flow = ControlFlow::Continue(());
        let response = match Request::parse(line) {
            Ok(None) => return Ok(flow),
            Ok(Some(Request { id, command })) => {
                if command == Command::Quit {
                    flow = ControlFlow::Break(());
                }
                match self.answer(command) {
                    Ok(text) => Response::success(id, &text),
                    Err(why) => Response::failure(id, &why),
                }
            }
            Err(refused) => refused.to_response(),
        };
        self.output.text(&response.to_string())?;
        self.output.finish()?;
        Ok(flow)
    }
}

impl Gtp<'_> {
    fn answer(&mut self, command: Command) -> Answer {
        let done = Ok(String::new());
        match command {
            Command::ProtocolVersion => Ok("2".into()),
            Command::Name => Ok(self.player.title()),
            Command::Version => Ok(env!("CARGO_PKG_VERSION").into()),
            Command::KnownCommand { name } => Ok(COMMANDS.contains(&name.as_str()).to_string()),
            Command::ListCommands => Ok(COMMANDS.join("\n")),
            Command::Quit | Command::Komi { .. } => done,
            Command::BoardSize { rows } => {
                let size = usize::try_from(rows).ok().and_then(|rows| Size::try_from(rows).ok());
                self.set_game(AnyGame::new(size.ok_or("unacceptable size")?));
                done
            }
            Command::ClearBoard => {
                self.set_game(AnyGame::new(self.game.size()));
                done
            }
            Command::Play { colour, mv } => self.play(colour, mv).map(|()| String::new()),
            Command::GenMove { colour } => {
                let mv = self.choose(colour)?;
                if !self.game.position().is_game_over() {
                    self.play(colour, mv)?;
                }
                Ok(GeneratedMove::Move(mv).to_string())
            }
            Command::RegGenMove { colour } => {
                Ok(GeneratedMove::Move(self.choose(colour)?).to_string())
            }
            Command::Undo => self.undo(),
            Command::LoadSgf { file, number } => self.load(file.as_str(), number),
            Command::ShowBoard => {
                let record = GameRecord::new(self.game.clone(), self.objective);
                let drawn = draw::game(&record, false);
                Ok(format!("\n{}", anstream::adapter::strip_str(&drawn)))
            }
            Command::SetGame { name } => {
                let game = GAMES.iter().find(|(known, _)| *known == name.as_str());
                self.objective = game.ok_or("unknown game")?.1;
                done
            }
            Command::ListGames => Ok(GAMES.map(|(name, _)| name).join("\n")),
            Command::FinalScore => {
                let black_score = self.black_score().ok_or("cannot score")?;
                Ok(FinalScore { black_score }.to_string())
            }
            Command::GoguiGameId => {
                let game = GAMES.iter().find(|(_, objective)| *objective == self.objective);
                Ok(game.map_or("", |(name, _)| name).into())
            }
            Command::GoguiBoard => Ok(gogui_board(&self.game.position())),
            Command::GoguiBoardSize => Ok(self.game.size().to_string()),
            Command::GoguiLegalMoves | Command::Legal => Ok(legal_moves(&self.game.position())),
            Command::GoguiSideToMove => Ok(self.game.position().side().to_string()),
            Command::GoguiFinalResult => Ok(self.result()),
            Command::Variant { objective } => {
                self.objective = objective;
                done
            }
            Command::SetBoard { position } => {
                self.set_game(AnyGame::from_position(position));
                done
            }
            Command::Level { level } => {
                let level = Level::try_from(level).map_err(|error| error.to_string())?;
                self.set_player(Name::Level(level))
            }
            Command::ClearHash => self.set_player(self.player.clone()),
            Command::Limits { limit } => {
                match limit {
                    Limit::Depth(depth) => self.pace.depth = Some(depth),
                    Limit::Nodes(nodes) => self.pace.nodes = Some(nodes),
                    Limit::MoveTime { ms } => self.pace.move_time = Some(Duration::from_millis(ms)),
                }
                done
            }
            Command::TimeSettings { main, byo_yomi, stones } => {
                self.set_clocks(Clock::canadian(main, byo_yomi, stones));
                done
            }
            Command::TimeLeft { colour, time, stones } => {
                self.clocks[colour.index()].show(time, stones);
                done
            }
            Command::SetTimeControl { control } => {
                self.set_clocks(match control {
                    ClockSetting::Fischer { main, increment } => Clock::fischer(main, increment),
                    ClockSetting::PerMove { time } => Clock::per_move(time),
                });
                done
            }
            Command::Analyze { colour, count } => self.analyse(colour, count),
            Command::Unknown(_) => Err("unknown command".into()),
        }
    }

    fn set_game(&mut self, game: AnyGame) {
        self.steps = (0..game.history().len()).collect();
        self.game = game;
        self.clocks = [self.full; 2];
    }

    fn set_clocks(&mut self, full: Clock) {
        self.full = full;
        self.clocks = [full; 2];
    }

    fn set_player(&mut self, player: Name) -> Answer {
        self.session.set_player(&player, &self.setup).map_err(|error| format!("{error:#}"))?;
        self.player = player;
        Ok(String::new())
    }

    /// Plays for a side, after the other side's pass where that is forced.
    fn play(&mut self, colour: Colour, mv: Move) -> Result<(), String> {
        let position = self.position_for(colour).ok_or("illegal move")?;
        let is_legal = match mv {
            Move::Place(square) => position.legal_moves().contains(square),
            Move::Pass => position.must_pass(),
        };
        if !is_legal {
            return Err("illegal move".into());
        }
        self.steps.push(self.game.history().len());
        let why = "it is legal for the side whose turn it is, or comes to be by a forced pass";
        match mv {
            Move::Place(square) => self.game.play(square).expect(why),
            Move::Pass => self.game.pass().expect(why),
        }
        Ok(())
    }

    /// The position with this side to move, after the other's pass where that is forced.
    fn position_for(&self, colour: Colour) -> Option<AnyPosition> {
        let mut game = self.game.clone();
        if game.position().side() != colour {
            game.pass().ok()?;
        }
        Some(game.position())
    }

    fn choose(&mut self, colour: Colour) -> Result<Move, String> {
        if self.game.position().is_game_over() {
            return Ok(Move::Pass);
        }
        let position = self.position_for(colour).ok_or("wrong color")?;
        let clock = &self.clocks[colour.index()];
        let question = self.question(&position, 1, clock.game_clock());
        let found = self.think(self.choice(question, position.side()))?;
        let Found { mv, time, .. } = found.ok_or("the game is over")?;
        self.clocks[colour.index()].run(time);
        Ok(mv)
    }

    fn analyse(&mut self, colour: Colour, count: u32) -> Answer {
        let position = self.position_for(colour).ok_or("wrong color")?;
        let lines = usize::try_from(count).unwrap_or(usize::MAX).max(1);
        let question = self.question(&position, lines, None);
        let with = Some((self.player.clone(), position.side()));
        let Some(found) = self.think(Task::Analyse { question, with })? else {
            return Ok(String::new());
        };
        let report = found.report.ok_or_else(|| format!("{} has no values", self.player))?;
        let analysed = |line| analysed(&report, line).to_string();
        Ok(report.lines.iter().map(analysed).collect::<Vec<_>>().join("\n"))
    }

    fn choice(&self, question: Question, side: Colour) -> Task {
        Task::Choose { question, side, player: self.player.clone(), seed: self.setup.seed }
    }

    fn question(&self, position: &AnyPosition, lines: usize, clock: Option<GameClock>) -> Question {
        let (board, objective) = (position.board(), self.objective);
        let limits = self.pace.limits(clock, &board);
        Question { board, objective, limits, lines, only: None }
    }

    fn think(&mut self, task: Task) -> Result<Option<Found>, String> {
        self.session.ask(task);
        self.session.wait().map_err(|error| format!("{error:#}"))
    }

    fn undo(&mut self) -> Answer {
        let before = self.steps.pop().ok_or("cannot undo")?;
        while self.game.history().len() > before {
            self.game.undo();
        }
        Ok(String::new())
    }

    /// Goes to the position before move `number` of the first game in a file.
    fn load(&mut self, file: &str, number: Option<u32>) -> Answer {
        let context = Context { size: self.game.size(), objective: self.objective };
        let games = input::file_games(Path::new(file), Some(Format::Sgf), context);
        let games = games.map_err(|error| format!("cannot load file: {error:#}"))?;
        let record = games.into_iter().next().ok_or("cannot load file: it has no game")?;
        let mut game = record.game;
        let most = number.map_or(usize::MAX, |number| number.saturating_sub(1) as usize);
        while game.history().len() > most {
            game.undo();
        }
        self.objective = record.objective;
        self.set_game(game);
        Ok(String::new())
    }

    /// The score of a finished game, for Black.
    fn black_score(&self) -> Option<Score> {
        let record = GameRecord::new(self.game.clone(), self.objective);
        record.outcome().map(|outcome| outcome.black_score)
    }

    fn result(&self) -> String {
        match self.black_score().map(Score::discs) {
            None => "The game is not over".into(),
            Some(0) => "Draw".into(),
            Some(discs) => {
                let winner = if discs > 0 { Colour::Black } else { Colour::White };
                format!("{} wins by {}", draw::name(winner), discs.abs())
            }
        }
    }
}

fn analysed(report: &Report, line: &Line) -> AnalysedMove {
    AnalysedMove {
        mv: line.moves[0],
        eval: values::eval(line),
        depth: values::depth(report),
        nodes: report.nodes,
        pv: line.moves.clone(),
    }
}

/// The rows for GoGui, which has row 1 at the bottom.
fn gogui_board(position: &AnyPosition) -> String {
    let symbol = |square: Square| match position.disc_at(square) {
        Some(Colour::Black) => 'X',
        Some(Colour::White) => 'O',
        None => '.',
    };
    let symbols: Vec<char> = position.size().squares().into_iter().map(symbol).collect();
    let rows = symbols.chunks(position.size().rows()).rev().map(String::from_iter);
    rows.collect::<Vec<String>>().join("\n")
}

/// The legal moves, a pass where it is forced, and nothing when the game is over.
fn legal_moves(position: &AnyPosition) -> String {
    if position.must_pass() {
        return Move::Pass.to_string();
    }
    position.legal_moves().to_string()
}
