//! What is asked and told as JSON. The page's worker, the server's sockets and the command line's `--json`
//! use these; `web/src/wane/messages.ts` is made from them.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use wane_board::{Bitboard, Move, Objective};
use wane_eval::Value;
use wane_search::{Budget, Certainty, Limits, Line, Question, Report};

use crate::puzzle;
use crate::review::{Accuracy, Judged, Review};
use crate::rules::{Nonsense, read, read_game, read_size, read_squares, write};
use crate::task::{Event, Task};

/// Which game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Variant {
    /// The fewest discs win.
    #[default]
    Anti,
    /// The most discs win.
    Standard,
}

/// A position of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Place {
    /// The squares row by row, `X` for Black, `O` for White and `-` for empty; a space; and the letter of
    /// the side to move. The number of squares tells the size of the board.
    pub position: String,
    /// Which game is played.
    #[serde(default)]
    pub variant: Variant,
}

/// What ends a search; the first that is reached counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields))]
pub struct Within {
    /// How many moves to look ahead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// How many positions to look at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "number"))]
    pub nodes: Option<u64>,
    /// How many milliseconds it may take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "number"))]
    pub ms: Option<u64>,
}

/// What needs no thinking.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Query {
    /// Where a game begins on a board of so many rows.
    Start {
        /// 4, 6 or 8.
        size: usize,
        /// Which game is played.
        #[serde(default)]
        variant: Variant,
    },
    /// All there is to see of a position.
    Look(Place),
    /// The same after a move.
    Play {
        /// The position before it.
        #[serde(flatten)]
        place: Place,
        /// A square such as `f5`, or `pass`.
        #[serde(rename = "move")]
        mv: String,
    },
    /// The games of a text in whatever format it is.
    Paste {
        /// The text.
        text: String,
        /// The size of the board where the text does not say.
        size: usize,
        /// Which game is played where the text does not say.
        #[serde(default)]
        variant: Variant,
    },
    /// A game in another format.
    Write {
        /// In the native format.
        #[cfg_attr(test, ts(type = "GameText"))]
        game: serde_json::Value,
        /// `transcript`, `board`, `obf`, `ggf`, `sgf` or `json`.
        format: String,
    },
}

/// What comes back at once.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "tell", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Answer {
    /// A position.
    Look(Look),
    /// The games of a text.
    Games {
        /// The format that was recognised.
        format: String,
        /// In the native format.
        #[cfg_attr(test, ts(type = "GameText[]"))]
        games: Vec<serde_json::Value>,
    },
    /// A game in the format that was asked for.
    Text {
        /// The text.
        text: String,
    },
    /// It cannot be answered.
    Failed {
        /// Why, for people.
        text: String,
    },
}

/// All there is to see of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Look {
    /// The position itself.
    #[serde(flatten)]
    pub place: Place,
    /// How many rows the board has.
    pub size: usize,
    /// Whose turn it is, `X` or `O`.
    pub side: String,
    /// How many discs Black has.
    pub black: u32,
    /// How many discs White has.
    pub white: u32,
    /// The legal moves.
    pub moves: Vec<Choice>,
    /// Whether the side to move has none, though the game is not over.
    pub must_pass: bool,
    /// If the game is over, by how much Black has won.
    pub score: Option<i32>,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Choice {
    /// Where the disc is placed.
    pub square: String,
    /// The discs that it turns over.
    pub flips: Vec<String>,
    /// Of the moves that a symmetry of the position turns into this one, the one that stands for all of them.
    pub twin: String,
}

/// What needs thinking.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "Task"))]
pub enum TaskText {
    /// What a position is worth, deeper and deeper.
    Analyse {
        /// The position.
        #[serde(flatten)]
        place: Place,
        /// When to stop; only when all is known if nothing is said.
        #[serde(default)]
        within: Within,
        /// For how many moves a value is wanted.
        #[serde(default = "one")]
        lines: usize,
        /// The moves that count, if not all of them do.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
        only: Vec<String>,
    },
    /// The move of an opponent.
    Choose {
        /// The position.
        #[serde(flatten)]
        place: Place,
        /// A level from 1 to 20, or an agent of the gallery.
        player: String,
        /// When to stop; after a second if nothing is said.
        #[serde(default)]
        within: Within,
        /// Where the moves come from that are left to chance.
        #[serde(default)]
        #[cfg_attr(test, ts(type = "number"))]
        seed: u64,
    },
    /// What every move of a game has lost, from the last to the first.
    Review {
        /// In the native format.
        #[cfg_attr(test, ts(type = "GameText"))]
        game: serde_json::Value,
        /// When to stop with each position.
        #[serde(default)]
        within: Within,
    },
    /// A position with one move that is better than all others.
    Puzzle {
        /// 4, 6 or 8.
        size: usize,
        /// Which game is played.
        #[serde(default)]
        variant: Variant,
        /// How many squares are empty.
        empties: u32,
        /// Another one, another puzzle.
        #[cfg_attr(test, ts(type = "number"))]
        seed: u64,
    },
}

const fn one() -> usize {
    1
}

/// What thinking brings to light.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "tell", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "Event"))]
pub enum EventText {
    /// What is known of a position by now.
    Report(ReportText),
    /// The opponent's move.
    Chosen {
        /// A square, or `pass`.
        #[serde(rename = "move")]
        mv: String,
    },
    /// A move of a game.
    Judged(JudgedText),
    /// What a game says about its players.
    Summary(Summary),
    /// A puzzle.
    Puzzle {
        /// The position.
        #[serde(flatten)]
        place: Place,
        /// What every move is worth, the best first; all of them exact.
        lines: Vec<LineText>,
    },
    /// It cannot be done.
    Failed {
        /// Why, for people.
        text: String,
    },
}

/// What a page says to an engine elsewhere, in a worker or behind a socket. An id is new for each question.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ToEngine {
    /// Think; what is being thought about is dropped.
    Task {
        /// What the events will carry.
        id: u32,
        /// What to think about.
        task: TaskText,
    },
    /// Answer at once.
    Query {
        /// What the answer will carry.
        id: u32,
        /// What to answer.
        query: Query,
    },
    /// Stop thinking.
    Stop {
        /// About this.
        id: u32,
    },
}

/// What an engine elsewhere says to a page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum FromEngine {
    /// Something came to light.
    Event {
        /// Of which task.
        id: u32,
        /// What.
        event: EventText,
    },
    /// A task is done, or was stopped.
    End {
        /// Which.
        id: u32,
        /// Whether it had to make way for others, or took longer than anybody may.
        cut: bool,
    },
    /// An answer.
    Answer {
        /// To which query.
        id: u32,
        /// What it is.
        answer: Answer,
    },
    /// It cannot be thought about now, since too many others are waiting.
    Busy {
        /// Which task.
        id: u32,
        /// What to do about it.
        text: String,
    },
    /// That was no message, or too much at once.
    Wrong {
        /// Why.
        text: String,
    },
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReportText {
    /// How many moves it looked ahead.
    pub depth: u32,
    /// How many of a hundred lines that were left out may have mattered; 0 if none was left out.
    pub selectivity: u32,
    /// The best lines.
    pub lines: Vec<LineText>,
    /// How many positions were looked at.
    #[cfg_attr(test, ts(type = "number"))]
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
}

/// A move, what it is worth, and what is expected to follow.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LineText {
    /// In discs, for the side to move.
    pub score: f64,
    /// Whether that is proved.
    pub exact: bool,
    /// Whether it is proved who wins.
    pub wld: bool,
    /// The move: a square, or `pass`.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The move and what is expected to follow.
    pub pv: Vec<String>,
}

/// A move of a game, and what it has lost.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct JudgedText {
    /// Counted from 1, without passes.
    pub number: usize,
    /// Whose move it was, `black` or `white`.
    pub side: String,
    /// The move.
    pub played: String,
    /// What it gave away, in discs.
    pub loss: f64,
    /// The best line of the position before it.
    #[serde(flatten)]
    pub best: LineText,
    /// How many moves the search looked ahead.
    pub depth: u32,
}

/// What a game says about its players.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Summary {
    /// How well Black played.
    pub black: AccuracyText,
    /// How well White played.
    pub white: AccuracyText,
    /// The numbers of the moves that lost most, the worst first.
    pub worst: Vec<usize>,
    /// The number of the move after which one side was ahead for good.
    pub turn: Option<usize>,
    /// What the last position is worth to Black.
    pub score: Option<f64>,
}

/// How well a side played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AccuracyText {
    /// How many moves it made.
    pub moves: i32,
    /// How many of them lost less than half a disc.
    pub good: i32,
    /// Those of a hundred.
    pub percent: i32,
    /// What a move lost on average, in discs.
    pub average_loss: f64,
}

/// A value in discs, with two decimals.
#[must_use]
pub fn discs(value: Value) -> f64 {
    f64::from(value.centidiscs()) / 100.0
}

impl From<Variant> for Objective {
    fn from(variant: Variant) -> Self {
        match variant {
            Variant::Anti => Self::FewestDiscs,
            Variant::Standard => Self::MostDiscs,
        }
    }
}

impl From<Objective> for Variant {
    fn from(objective: Objective) -> Self {
        match objective {
            Objective::FewestDiscs => Self::Anti,
            Objective::MostDiscs => Self::Standard,
        }
    }
}

impl LineText {
    /// A line of so certain a report.
    #[must_use]
    pub fn new(line: &Line, certainty: Certainty) -> Self {
        let pv: Vec<String> = line.moves.iter().map(Move::to_string).collect();
        Self {
            score: discs(line.value),
            exact: certainty == Certainty::Exact,
            wld: certainty != Certainty::Heuristic,
            mv: pv.first().cloned(),
            pv,
        }
    }
}

impl TaskText {
    /// The task that the text stands for.
    ///
    /// # Errors
    /// If it makes no sense.
    pub fn read(&self) -> Result<Task, Nonsense> {
        Ok(match self {
            Self::Analyse { place, within, lines, only } => {
                let only = read_squares(only)?;
                Task::Analyse { question: question(place, *within, *lines, only)?, with: None }
            }
            Self::Choose { place, player, within, seed } => {
                let player = player.parse().map_err(|error| Nonsense::new(&error))?;
                let mut question = question(place, *within, 1, None)?;
                let limits = &mut question.limits;
                if *limits == Limits::default() {
                    limits.time = Some(Budget::exactly(MOVE));
                }
                if let Some(time) = &mut limits.time {
                    time.forced_at_once = true;
                }
                Task::Choose { question, player, seed: *seed }
            }
            Self::Review { game, within } => {
                Task::Review { record: Box::new(read_game(game)?), limits: within.limits() }
            }
            Self::Puzzle { size, variant, empties, seed } => {
                let (size, objective) = (read_size(*size)?, (*variant).into());
                let wanted = puzzle::Wanted { size, objective, empties: *empties };
                Task::Puzzle { wanted, seed: *seed }
            }
        })
    }
}

/// What a move takes if nothing else is said.
const MOVE: Duration = Duration::from_secs(1);

fn question(
    place: &Place,
    within: Within,
    lines: usize,
    only: Option<Bitboard>,
) -> Result<Question, Nonsense> {
    let (board, objective) = (read(place)?.board(), place.variant.into());
    Ok(Question { board, objective, limits: within.limits(), lines, only })
}

impl Within {
    /// The limits of a search; none of a thing that is not said.
    #[must_use]
    pub fn limits(self) -> Limits {
        let Self { depth, nodes, ms } = self;
        let time = ms.map(|ms| Budget::exactly(Duration::from_millis(ms)));
        Limits { depth, nodes, time }
    }
}

impl EventText {
    /// The text of an event about a task of this objective; the end of an analysis has none, since its last
    /// report was told.
    #[must_use]
    pub fn of(event: &Event) -> Option<Self> {
        Some(match event {
            Event::Report(report) => Self::Report(report.into()),
            Event::Analysed(_) => return None,
            Event::Chosen(found) => Self::Chosen { mv: found.mv.to_string() },
            Event::Judged(judged, report) => Self::Judged(JudgedText::new(judged, report)),
            Event::Reviewed(review) => Self::Summary(review.into()),
            Event::Puzzle { position, objective, report } => {
                let line = |line| LineText::new(line, report.certainty);
                let lines = report.lines.iter().map(line).collect();
                Self::Puzzle { place: write(position, (*objective).into()), lines }
            }
            Event::Failed(error) => Self::Failed { text: error.to_string() },
        })
    }
}

impl From<&Report> for ReportText {
    fn from(report: &Report) -> Self {
        let Report { depth, selectivity, certainty, lines, nodes, time } = report;
        Self {
            depth: *depth,
            selectivity: *selectivity,
            lines: lines.iter().map(|line| LineText::new(line, *certainty)).collect(),
            nodes: *nodes,
            seconds: time.as_secs_f64(),
        }
    }
}

impl JudgedText {
    /// A move and the report about the position before it.
    #[must_use]
    pub fn new(judged: &Judged, report: &Report) -> Self {
        Self {
            number: judged.number,
            side: judged.side.to_string(),
            played: judged.played.to_string(),
            loss: discs(judged.loss),
            best: LineText::new(report.best(), report.certainty),
            depth: report.depth,
        }
    }
}

impl From<&Review> for Summary {
    fn from(review: &Review) -> Self {
        use wane_board::Colour::{Black, White};
        Self {
            black: review.accuracy(Black).into(),
            white: review.accuracy(White).into(),
            worst: review.worst().iter().map(|judged| judged.number).collect(),
            turn: review.turn().map(|(judged, _)| judged.number),
            score: review.end.map(discs),
        }
    }
}

impl From<Accuracy> for AccuracyText {
    fn from(accuracy: Accuracy) -> Self {
        Self {
            moves: accuracy.moves,
            good: accuracy.good,
            percent: accuracy.percent(),
            average_loss: discs(accuracy.average()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{env, fs};

    use ts_rs::TS;

    use super::*;

    const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/wane/messages.ts");

    const HEAD: &str = "\
// What the page asks of Wane and is told. Written by the tests of wane-service; to write it anew:
// UPDATE=1 cargo nextest run -p wane-service messages

/** A game in the native format. */
export type GameText = {
  format: \"wane-game\";
  v: number;
  variant?: Variant;
  start?: { board: string; side: \"X\" | \"O\" };
  moves?: string[];
  players?: { black?: PlayerText; white?: PlayerText };
  [more: string]: unknown;
};

export type PlayerText = { name?: string; [more: string]: unknown };
";

    fn declared<T: TS>() -> String {
        format!("\n{}export {}\n", T::docs().unwrap_or_default(), T::decl())
    }

    #[test]
    fn the_page_knows_the_messages() {
        let types = [
            declared::<Variant>(),
            declared::<Place>(),
            declared::<Within>(),
            declared::<Query>(),
            declared::<Answer>(),
            declared::<Look>(),
            declared::<Choice>(),
            declared::<TaskText>(),
            declared::<EventText>(),
            declared::<ToEngine>(),
            declared::<FromEngine>(),
            declared::<ReportText>(),
            declared::<LineText>(),
            declared::<JudgedText>(),
            declared::<Summary>(),
            declared::<AccuracyText>(),
        ];
        let text = HEAD.to_owned() + &types.concat();
        if env::var_os("UPDATE").is_some() {
            fs::write(FILE, &text).expect("the file can be written");
        }
        let present = fs::read_to_string(FILE).expect("the page has the file");
        assert!(present == text, "web/src/wane/messages.ts is old; its first lines say what to do");
    }
}
