//! The results of `wane check` in English: what a summary and a finding say. What to do is in [`mod@advice`].

mod advice;

use std::time::Duration;

use wane_board::{Bitboard, Colour, Square};
use wane_match::FaultKind;
use wane_match::check::{
    Cause, Check, CheckSummary, Finding, FindingPlace, GameTime, Issue, LostGame, PythonVersions,
    TestBoard,
};
use wane_match::contest::line::CandidateKind;

pub(super) use advice::advice;

/// How many legal moves are listed at most.
const MOST_LISTED: usize = 8;

/// A summary in a few words. `is_contest` says whether the agent is a contest file.
pub(super) fn summary(summary: &CheckSummary, is_contest: bool) -> String {
    match summary {
        CheckSummary::Skipped => "not done: go does not come to its end".into(),
        CheckSummary::NotLoaded => "there is no agent to play with".into(),
        CheckSummary::Loaded { time, python } => loaded(*time, python.as_ref()),
        CheckSummary::Boards { legal, boards, .. } if legal == boards => {
            format!("a legal move on all {boards} boards")
        }
        CheckSummary::Boards { legal, boards, see } => {
            format!("a legal move on {legal} of {boards} boards{}", elsewhere(see))
        }
        CheckSummary::NotRepeated => "not seen: it has not answered each time".into(),
        CheckSummary::SameMove => "the same board, the same move".into(),
        CheckSummary::DifferentMoves { moves } => {
            let names: Vec<String> = moves.iter().map(ToString::to_string).collect();
            format!("the same board, other moves, which is allowed: {}", names.join(", "))
        }
        CheckSummary::GamesPlayed => "two games played to the end, against random moves".into(),
        CheckSummary::GamesLost { lost, see } => {
            let at = |&LostGame { side, move_number }: &LostGame| {
                format!("as {} at move {move_number}", capital(side))
            };
            let lost: Vec<String> = lost.iter().map(at).collect();
            format!("lost {}{}", lost.join(", "), elsewhere(see))
        }
        CheckSummary::NoSharedState => "nothing is left from one game to the next".into(),
        CheckSummary::ChangesBoard => {
            "games go well one after the other, but it changes the board".into()
        }
        CheckSummary::SharedState => "something is left from one game to the next".into(),
        CheckSummary::AllMoves => "every answer was a move".into(),
        CheckSummary::DoubtfulMoves => "every answer was a move, and yet something is wrong".into(),
        CheckSummary::NotAllMoves => "not every answer was a move".into(),
        CheckSummary::NoAnswer => "not seen: no answer came".into(),
        CheckSummary::Time { longest, average, limit, game } => {
            times(*longest, *average, *limit, *game)
        }
        CheckSummary::Memory { bytes, limit_bytes } => {
            let limit = limit_bytes.map_or(String::new(), |it| format!(" of {}", megabytes(it)));
            let base = if is_contest { ", on top of Python and its libraries" } else { "" };
            format!("{}{limit}{base}", megabytes(*bytes))
        }
        CheckSummary::MemoryNotMeasured => "not measured: this system does not tell".into(),
        CheckSummary::NothingBlocked => "it wants nothing that the sandbox does not allow".into(),
        CheckSummary::Blocked => "it wants what the sandbox does not allow".into(),
        CheckSummary::NoSandbox => "not seen: there was no sandbox".into(),
        CheckSummary::Trusted => "not needed: it is trusted".into(),
    }
}

fn loaded(time: Duration, python: Option<&PythonVersions>) -> String {
    let mut text = format!("in {}", seconds(time));
    if let Some(PythonVersions { python, numpy, numba }) = python {
        text += &format!(", with Python {python}");
        for (name, version) in [("numpy", numpy), ("numba", numba)] {
            text += &version.as_ref().map_or(String::new(), |it| format!(", {name} {it}"));
        }
    }
    text
}

fn times(
    longest: Duration,
    average: Duration,
    limit: Option<Duration>,
    game: Option<GameTime>,
) -> String {
    let mut text = format!("longest {}, average {}", seconds(longest), seconds(average));
    if let Some(limit) = limit {
        text += &format!(" of {} for a move", seconds(limit));
    }
    if let Some(GameTime { longest, limit }) = game {
        text += &format!("; {} of {} for a game", seconds(longest), seconds(limit));
    }
    text
}

/// What happened.
pub(in super::super) fn finding(finding: &Finding, is_contest: bool) -> String {
    let mut text = finding.place.map_or_else(String::new, |place| place_text(place) + " ");
    text += &issue(&finding.issue, is_contest);
    match finding.times {
        0 | 1 => {}
        2 => text += "; and the like once more",
        times => text += &format!("; and the like {} times more", times - 1),
    }
    // An exception has its line already.
    if let Some(line) = &finding.line
        && !matches!(finding.issue, Issue::Exception { .. } | Issue::NotLoaded { .. })
    {
        text += &format!("; it was in {line}");
    }
    if finding.cause == Some(Cause::SharedState) {
        text += "; a new process does not do that";
    }
    text
}

fn issue(issue: &Issue, is_contest: bool) -> String {
    let square = |square: Square| square_name(square, is_contest);
    let legal = |legal: Bitboard| legal_moves(legal, is_contest);
    match issue {
        Issue::NotLoaded { detail } => detail.to_string(),
        Issue::SlowLoading { time } => format!("loading took {}", seconds(*time)),
        Issue::IllegalMove { square: at, is_occupied, legal: moves } => {
            let why = if *is_occupied { "has a disc already" } else { "turns over nothing" };
            format!("it answered {}, which {why}; legal: {}", square(*at), legal(*moves))
        }
        Issue::MustPass { square: at, is_left_over: true } => format!(
            "its candidate_list still held {} from the move before, and there is no legal move",
            square(*at)
        ),
        Issue::MustPass { square: at, .. } => {
            format!("it answered {}, and there is no legal move", square(*at))
        }
        Issue::MustMove { legal: moves } => format!("it passed; legal: {}", legal(*moves)),
        Issue::OffBoard { row, column, rows } => format!(
            "it answered ({row}, {column}), which is not on the board: rows and columns go from 0 \
             to {}",
            rows - 1
        ),
        Issue::NoCandidate { is_interrupted, returned, legal: moves } => {
            let when = if *is_interrupted { " when the limit interrupted it" } else { "" };
            let returned = returned.as_ref().map(|text| format!("; go returned {text}"));
            let returned = returned.unwrap_or_default();
            format!("its candidate_list was empty{when}{returned}; legal: {}", legal(*moves))
        }
        Issue::NoCandidateList { detail } => format!("no candidate_list: {detail}"),
        Issue::NotAList { shown } => format!("candidate_list is {shown}"),
        Issue::NotAMove { shown, kind } => {
            format!("the last of candidate_list was {shown}, {}", candidate_text(*kind))
        }
        Issue::FloatCandidate { row, column } => format!(
            "the last of candidate_list was ({row}.0, {column}.0), a pair of floats, which another \
             referee may not take for a square"
        ),
        Issue::IgnoredReturn { returned, counts } => format!(
            "go returned {}, but its last candidate was {}, and that was played",
            square(*returned),
            square(*counts)
        ),
        Issue::InsertedFirst { first, counts } => format!(
            "{} was put before all other candidates, but the last one, {}, was played",
            square(*first),
            square(*counts)
        ),
        Issue::NothingChosen { boards } => format!(
            "its candidate_list was always the legal moves in order, on {boards} boards with \
             several: it plays the last of them, whatever the board"
        ),
        Issue::NeverEnds { boards } => format!(
            "go did not come to its end on {boards} boards in a row, and chose nothing until the \
             limit; no more were tried"
        ),
        Issue::Exception { detail } => format!("go raised {detail}"),
        // The numbers of the fault are with Python; those of the check are without.
        Issue::Fault { kind: FaultKind::Memory, .. } => {
            "it took too much memory, and was ended".into()
        }
        Issue::Fault { kind, detail } => format!("{kind}: {detail}"),
        Issue::IllegalCandidate { row, column } => {
            format!("its candidate_list holds ({row}, {column}), which is not legal")
        }
        Issue::MissingCandidates { missing, legal, boards, all_boards } => format!(
            "{missing} of {legal} legal moves are not in its candidate_list, and on {boards} of \
             {all_boards} boards some are not"
        ),
        Issue::StaleCandidates { move_number } => {
            format!("at move {move_number} of a game its candidate_list still held old moves")
        }
        Issue::ChangedBoard => "it changed the board that it was given".into(),
        Issue::ForgivenException { detail } => format!("go raised {detail}, which was forgiven"),
        Issue::Prints { bytes, last_line } => {
            format!("it prints, {bytes} bytes in all, at last: {last_line}")
        }
        Issue::Interrupted { moves, all_moves } => format!(
            "it was interrupted at the limit on {moves} of {all_moves} moves, where its last \
             candidate counts"
        ),
        Issue::LongMove { time, limit } => {
            format!("a move took {} of {}", seconds(*time), seconds(*limit))
        }
        Issue::SlowFirstMove { time, others } => format!(
            "the first move of a process took {}, all others {} at most",
            seconds(*time),
            seconds(*others)
        ),
        Issue::LongGame { time, limit } => {
            format!("a game took {} of {}", seconds(*time), seconds(*limit))
        }
        Issue::MuchMemory { bytes, limit_bytes } => {
            format!("it took {} of {}", megabytes(*bytes), megabytes(*limit_bytes))
        }
        Issue::NoNumpy => {
            "this machine's Python has no numpy, which the contest has: boards were lists".into()
        }
        Issue::NoSandbox => "it was checked without the sandbox".into(),
    }
}

const fn candidate_text(kind: CandidateKind) -> &'static str {
    match kind {
        CandidateKind::Number => "which is one number and no pair (row, column)",
        CandidateKind::Text => "which is a text and no pair (row, column)",
        CandidateKind::Nothing => "which is no move: nothing was found",
        CandidateKind::Length => "which is no pair: a move is (row, column) and nothing else",
        CandidateKind::Floats => "which is a pair of floats with a fraction",
        CandidateKind::Ints | CandidateKind::Other => "which is no pair of whole numbers",
    }
}

fn place_text(place: FindingPlace) -> String {
    match place {
        FindingPlace::Board { number, board } => {
            format!("On board {number}, \"{}\",", board_name(board))
        }
        FindingPlace::Again { number } => format!("On board {number}, asked again,"),
        FindingPlace::Asked => "On this board,".into(),
        FindingPlace::Game { side, move_number } => {
            format!("In the game as {}, at move {move_number},", capital(side))
        }
    }
}

pub(super) const fn board_name(board: TestBoard) -> &'static str {
    match board {
        TestBoard::Start => "the start",
        TestBoard::WhitesFirstMove => "White's first move",
        TestBoard::Middle => "the middle of a game",
        TestBoard::ManyMoves => "many legal moves",
        TestBoard::Corner => "a corner to take",
        TestBoard::OppositeEdges => "discs on opposite edges",
        TestBoard::TwoMoves => "two legal moves near the end",
        TestBoard::OneMove => "one legal move only",
        TestBoard::NoMove => "no legal move at all",
        TestBoard::OneEmpty => "one empty square",
    }
}

const fn capital(side: Colour) -> &'static str {
    match side {
        Colour::Black => "Black",
        Colour::White => "White",
    }
}

/// Where to read about the mistakes that belong to other checks.
fn elsewhere(see: &[Check]) -> String {
    let names: Vec<&str> = see.iter().map(|check| check.name()).collect();
    if names.is_empty() { String::new() } else { format!("; see {}", names.join(", ")) }
}

/// The legal moves, some of them if there are many.
fn legal_moves(moves: Bitboard, is_contest: bool) -> String {
    let listed = moves.into_iter().take(MOST_LISTED);
    let mut names: Vec<String> = listed.map(|square| square_name(square, is_contest)).collect();
    if let Some(more @ 1..) = (moves.len() as usize).checked_sub(MOST_LISTED) {
        names.push(format!("and {more} more"));
    }
    names.join(", ")
}

/// A square, for contest files with its row and column too.
pub(in super::super) fn square_name(square: Square, is_contest: bool) -> String {
    if is_contest {
        format!("{square} ({}, {})", square.row(), square.column())
    } else {
        square.to_string()
    }
}

/// Memory that may not have been measured.
pub(in super::super) fn memory(bytes: Option<u64>) -> String {
    bytes.map_or_else(|| "not measured".into(), megabytes)
}

pub(in super::super) fn megabytes(bytes: u64) -> String {
    format!("{} MB", bytes.div_ceil(1 << 20))
}

pub(in super::super) fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let digits = match seconds {
        10.0.. => 0,
        1.0.. if seconds.fract() == 0.0 => 0,
        0.1.. => 2,
        _ => 3,
    };
    format!("{seconds:.digits$} s")
}

#[cfg(test)]
mod tests {
    use wane_match::check::CheckVerdict;

    use super::*;

    fn failed(issue: Issue) -> Finding {
        let place = Some(FindingPlace::Board { number: 1, board: TestBoard::Start });
        Finding {
            issue,
            verdict: CheckVerdict::Failed,
            cause: None,
            place,
            line: None,
            times: 1,
            game: None,
        }
    }

    #[test]
    fn a_finding_says_where_how_often_and_nothing_that_changes_a_terminal() {
        let crash = Issue::Fault { kind: FaultKind::Crash, detail: "\u{1b}[2Jgone".into() };
        let place = "On board 1, \"the start\",";
        let shown = r"\u{1b}[2Jgone";
        let once = failed(crash);
        assert_eq!(finding(&once, true), format!("{place} crash: {shown}"));
        let twice = Finding { times: 2, ..once.clone() };
        assert_eq!(
            finding(&twice, true),
            format!("{place} crash: {shown}; and the like once more")
        );
        let often = Finding { times: 3, cause: Some(Cause::SharedState), ..once };
        let more = "; and the like 2 times more; a new process does not do that";
        assert_eq!(finding(&often, true), format!("{place} crash: {shown}{more}"));
        let memory = Issue::Fault { kind: FaultKind::Memory, detail: "130 MB".into() };
        let text = format!("{place} it took too much memory, and was ended");
        assert_eq!(finding(&failed(memory), true), text);
    }

    #[test]
    fn squares_of_contest_files_have_rows_and_columns_and_long_lists_are_cut() {
        let square: Square = "b1".parse().unwrap();
        let legal: Bitboard =
            (0..10).map(|column| Square::at(column % 8, column / 8).unwrap()).collect();
        let place = Some(FindingPlace::Game { side: Colour::White, move_number: 12 });
        let issue = Issue::IllegalMove { square, is_occupied: true, legal };
        let found = Finding { place, ..failed(issue) };
        assert_eq!(
            finding(&found, false),
            "In the game as White, at move 12, it answered b1, which has a disc already; legal: a1, \
             b1, c1, d1, e1, f1, g1, h1, and 2 more"
        );
        let legal = Bitboard::from(square);
        let issue = Issue::IllegalMove { square, is_occupied: false, legal };
        let found = Finding { place: Some(FindingPlace::Again { number: 3 }), ..failed(issue) };
        assert_eq!(
            finding(&found, true),
            "On board 3, asked again, it answered b1 (0, 1), which turns over nothing; legal: b1 (0, 1)"
        );
    }

    #[test]
    fn summaries_have_short_times_and_point_to_other_checks() {
        let time = |ms| Duration::from_millis(ms);
        let game = Some(GameTime { longest: time(12_345), limit: time(180_000) });
        let whole = CheckSummary::Time {
            longest: time(1234),
            average: time(9),
            limit: Some(time(5000)),
            game,
        };
        assert_eq!(
            summary(&whole, true),
            "longest 1.23 s, average 0.009 s of 5 s for a move; 12 s of 180 s for a game"
        );
        let boards =
            CheckSummary::Boards { legal: 9, boards: 10, see: vec![Check::Output, Check::Time] };
        assert_eq!(summary(&boards, true), "a legal move on 9 of 10 boards; see output, time");
        let memory = CheckSummary::Memory { bytes: (3 << 20) + 1, limit_bytes: None };
        assert_eq!(summary(&memory, false), "4 MB");
        let unknown = summary(&CheckSummary::MemoryNotMeasured, false);
        assert_eq!(unknown, "not measured: this system does not tell");
    }
}
