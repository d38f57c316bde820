//! [`FinishedGame`]: a game of a match, and the line that stores it.
//!
//! The line is a game in the native format of wane-formats with an additional field `match`, so programs
//! that read games can read those of a match:
//!
//! ```json
//! {"format":"wane-game","v":1,…,"match":{"number":17,"fault":{"by":"black","kind":"illegal","text":"a1 …"}}}
//! ```

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;
use wane_board::{Colour, Score};
use wane_formats::{Context, GameRecord, Outcome, json};
use wane_text::Foreign;

use crate::Fault;

/// The name of the field.
const FIELD: &str = "match";

/// A game that has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct FinishedGame {
    /// Its number in the schedule, from 1.
    pub number: usize,
    /// The game: the players, every move with its time, and how it ended.
    pub record: GameRecord,
    /// The side that lost it by a fault, and the fault.
    pub fault: Option<(Colour, Fault)>,
    /// Remarks for the authors of the players, each about one side.
    pub remarks: Vec<(Colour, Foreign)>,
    /// What Black and White wrote to standard error; not a part of the line.
    pub logs: [String; 2],
}

impl FinishedGame {
    /// The score for Black; a whole board if a fault ended the game.
    #[must_use]
    pub fn black_score(&self) -> Score {
        self.record.outcome().map_or_else(Score::default, |Outcome { black_score, .. }| black_score)
    }

    /// The line of the game, without a line break.
    #[must_use]
    pub fn to_line(&self) -> String {
        let fault = self
            .fault
            .as_ref()
            .map(|(by, fault)| FaultText { by: (*by).into(), fault: fault.clone() });
        let remark = |(about, text): &(Colour, Foreign)| RemarkText {
            about: (*about).into(),
            text: text.clone(),
        };
        let remarks = self.remarks.iter().map(remark).collect();
        let text = MatchText { number: self.number, fault, remarks };
        let mut record = self.record.clone();
        let value = serde_json::to_value(text).expect("every key is a string");
        record.extra.insert(FIELD.into(), value);
        json::write(&record)
    }

    /// Reads a line.
    ///
    /// # Errors
    /// If it is not exactly one game of a match.
    pub fn from_line(line: &str) -> Result<Self, NotAMatchGame> {
        let wrong = |text: String| NotAMatchGame { text: text.into() };
        let mut games =
            json::parse(line, Context::default()).map_err(|error| wrong(error.to_string()))?;
        let (Some(mut record), true) = (games.pop(), games.is_empty()) else {
            return Err(wrong("more than one game in a line".into()));
        };
        let value = record.extra.remove(FIELD).unwrap_or(Value::Null);
        let MatchText { number, fault, remarks } =
            serde_json::from_value(value).map_err(|error| wrong(format!("{FIELD:?}: {error}")))?;
        let fault = fault.map(|FaultText { by, fault }| (by.into(), fault));
        let remarks =
            remarks.into_iter().map(|remark| (remark.about.into(), remark.text)).collect();
        Ok(Self { number, record, fault, remarks, logs: Default::default() })
    }
}

/// A line is not a game of a match.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("not a game of a match: {text}")]
pub struct NotAMatchGame {
    text: Foreign,
}

/// The field as it is written.
#[derive(Serialize, Deserialize)]
struct MatchText {
    number: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fault: Option<FaultText>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<RemarkText>,
}

#[derive(Serialize, Deserialize)]
struct FaultText {
    by: Side,
    #[serde(flatten)]
    fault: Fault,
}

#[derive(Serialize, Deserialize)]
struct RemarkText {
    about: Side,
    text: Foreign,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Side {
    Black,
    White,
}

impl From<Colour> for Side {
    fn from(colour: Colour) -> Self {
        match colour {
            Colour::Black => Self::Black,
            Colour::White => Self::White,
        }
    }
}

impl From<Side> for Colour {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }
}

#[cfg(test)]
mod tests {
    use wane_board::{AnyGame, Objective};
    use wane_formats::{MoveNote, Reason};
    use wane_testkit::{Rng, random_game};

    use super::*;
    use crate::FaultKind;

    fn finished() -> FinishedGame {
        let game = AnyGame::from(random_game::<8>(&mut Rng::new(5), 12));
        let mut record = GameRecord::new(game, Objective::FewestDiscs);
        record.black.name = "one".into();
        record.white.name = "two, the other".into();
        record.ended = Some(Outcome { black_score: Score::new(-64), reason: Reason::Illegal });
        record.notes.insert(3, MoveNote { time_ms: Some(12), ..MoveNote::default() });
        let fault = Fault::new(FaultKind::Illegal, "a1 turns over nothing");
        FinishedGame {
            number: 17,
            record,
            fault: Some((Colour::Black, fault)),
            remarks: vec![(Colour::White, "overran 3 of 6 moves".into())],
            logs: Default::default(),
        }
    }

    #[test]
    fn a_game_reads_back_from_its_line() {
        let game = finished();
        let line = game.to_line();
        assert!(!line.contains('\n'));
        assert_eq!(FinishedGame::from_line(&line).unwrap(), game);
        assert_eq!(game.black_score(), Score::new(-64));
    }

    #[test]
    fn other_lines_are_refused() {
        let game = finished();
        let plain = json::write(&game.record);
        let two = format!("{}{}", game.to_line(), game.to_line());
        let cut = game.to_line();
        let cut = &cut[..cut.len() - 9];
        for line in ["", "{}", plain.as_str(), two.as_str(), cut] {
            assert!(FinishedGame::from_line(line).is_err(), "{line:?}");
        }
    }
}
