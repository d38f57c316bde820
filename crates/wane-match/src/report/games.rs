//! Every game: an empty list and a board, and the data with which the script fills them.
//!
//! A move is written as its square and the squares that it flips, `f5e5`; a pass as `-`. The script only puts
//! discs of the mover there; it does not need the rules.

use std::collections::HashMap;
use std::hash::Hash;

use serde::Serialize;
use wane_board::{AnyGame, AnyPosition, Colour, Move, Played};
use wane_formats::{Reason, board_text, transcript};
use wane_text::Foreign;

use super::MatchReport;
use super::comments::{Comments, MOST_PRINTED};
use super::text::script_json;
use crate::{FaultKind, FinishedGame};

pub(super) fn write(report: &MatchReport<'_>) -> String {
    let body = if report.games.is_empty() {
        "<p>No game was played.</p>\n"
    } else {
        include_str!("page/games.html")
    };
    format!(
        "<section aria-labelledby=\"games-title\">\n<h2 id=\"games-title\">Games</h2>\n\
         {body}</section>\n<script type=\"application/json\" id=\"data\">{}</script>\n",
        script_json(&data(report))
    )
}

/// The data of the script. Players, starts and kinds of faults are referred to by their index in these lists; 0 is
/// Black and 1 is White.
#[derive(Serialize)]
struct Data<'a> {
    players: Vec<&'a str>,
    kinds: [&'static str; FaultKind::ALL.len()],
    starts: Vec<Start>,
    games: Vec<Game<'a>>,
}

#[derive(Serialize)]
struct Start {
    /// The squares row by row, `X`, `O` and `-`.
    board: String,
    side: usize,
    /// The beginning of a transcript from here.
    transcript: String,
}

#[derive(Serialize)]
struct Game<'a> {
    number: usize,
    players: [usize; 2],
    /// For Black.
    score: i32,
    discs: [u32; 2],
    start: usize,
    plies: String,
    /// How long each ply took, if that is known of any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ms: Vec<Option<u64>>,
    /// The side, the kind, and the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<(usize, usize, &'a Foreign)>,
    /// The side and the text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<(usize, &'a Foreign)>,
    /// Why the game ended, if neither the board nor a fault ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<&'static str>,
    #[serde(flatten)]
    comments: Comments,
}

fn data<'a>(report: &'a MatchReport<'_>) -> Data<'a> {
    // The players of the standings come first: the tables name them by their place.
    let mut players =
        Numbered::new(report.standings.iter().map(|player| player.name.as_str()).collect());
    let mut starts = Numbered::new(Vec::new());
    let mut room = MOST_PRINTED;
    let mut comments = |game: &FinishedGame| {
        let known = report.comments.get(&game.number)?;
        Some(Comments::new(known, game.record.game.history().len(), &mut room))
    };
    let games = report
        .games
        .iter()
        .map(|game| {
            let comments = comments(game).unwrap_or_default();
            write_game(game, comments, &mut players, &mut starts)
        })
        .collect();
    Data {
        players: players.items,
        kinds: FaultKind::ALL.map(FaultKind::name),
        starts: starts.items.into_iter().map(write_start).collect(),
        games,
    }
}

fn write_game<'a>(
    finished: &'a FinishedGame,
    comments: Comments,
    players: &mut Numbered<&'a str>,
    starts: &mut Numbered<AnyPosition>,
) -> Game<'a> {
    let FinishedGame { number, record, fault, remarks, .. } = finished;
    let (start, last) = (record.game.start(), record.game.position());
    let reason = record.outcome().map(|outcome| outcome.reason);
    Game {
        number: *number,
        players: SIDES.map(|side| players.number(&record.player(side).name)),
        score: finished.black_score().discs(),
        discs: SIDES.map(|side| last.discs(side).len()),
        start: starts.number(start),
        plies: record.game.history().iter().map(write_ply).collect::<Vec<_>>().join(" "),
        ms: times(finished),
        fault: fault.as_ref().map(|(by, fault)| {
            let kind = FaultKind::ALL.iter().position(|kind| *kind == fault.kind);
            (by.index(), kind.expect("all kinds are there"), &fault.text)
        }),
        remarks: remarks.iter().map(|(about, text)| (about.index(), text)).collect(),
        end: if fault.is_some() { None } else { end(reason) },
        comments,
    }
}

/// The square and the squares that the move flips.
fn write_ply(played: &Played) -> String {
    match played.mv {
        Move::Place(square) => {
            std::iter::once(square).chain(played.flips).map(|square| square.to_string()).collect()
        }
        Move::Pass => "-".into(),
    }
}

fn times(finished: &FinishedGame) -> Vec<Option<u64>> {
    let notes = &finished.record.notes;
    if notes.values().all(|note| note.time_ms.is_none()) {
        return Vec::new();
    }
    let plies = 0..finished.record.game.history().len();
    plies.map(|ply| notes.get(&ply).and_then(|note| note.time_ms)).collect()
}

fn end(reason: Option<Reason>) -> Option<&'static str> {
    match reason {
        Some(Reason::Normal) => None,
        Some(Reason::Resigned) => Some("resigned"),
        Some(Reason::Time) => Some("out of time"),
        Some(Reason::Illegal) => Some("illegal move"),
        Some(Reason::Adjudicated) => Some("adjudicated"),
        Some(Reason::Left) => Some("left"),
        None => Some("not finished"),
    }
}

fn write_start(start: AnyPosition) -> Start {
    Start {
        board: board_text::write_squares(&start),
        side: start.side().index(),
        transcript: transcript::write(&AnyGame::from_position(start)),
    }
}

const SIDES: [Colour; 2] = [Colour::Black, Colour::White];

/// Things in a list, found by what they are.
struct Numbered<T> {
    items: Vec<T>,
    numbers: HashMap<T, usize>,
}

impl<T: Copy + Eq + Hash> Numbered<T> {
    fn new(items: Vec<T>) -> Self {
        let numbers = items.iter().copied().zip(0..).collect();
        Self { items, numbers }
    }

    /// The place of a thing in the list, at whose end it is put if it is new.
    fn number(&mut self, item: T) -> usize {
        *self.numbers.entry(item).or_insert_with(|| {
            self.items.push(item);
            self.items.len() - 1
        })
    }
}
