//! [`Mistake`]: what is wrong with an answer, in words that its author can act on.

use std::mem::{Discriminant, discriminant};

use wane_board::{AnyGame, AnyPosition, Colour, Move, Square};

use super::boards::wrapped;
use super::{Check, Finding, Verdict};
use crate::contest::line::{Choice as Chosen, Last};
use crate::referee::{self, Asked};
use crate::{Fault, FaultKind};

/// How many legal moves are told at most.
const MOST_TOLD: usize = 8;

/// What is wrong with an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mistake {
    /// A square where it may not play.
    Illegal(Square),
    /// A square, where it must pass.
    MustPass(Square),
    /// A pass, where it has a move.
    MustPlay,
    /// No square of the board.
    OffBoard { row: i64, column: i64 },
    /// No candidate.
    Nothing,
    /// No pair of numbers, as the host of the contest file says it.
    NotAMove(String),
    /// An exception.
    Raised(String),
    /// Whatever else loses a game.
    Fault(Fault),
}

/// A mistake, and where it was made.
#[derive(Clone, Debug)]
pub(super) struct Slip {
    /// `On board 3, "the middle of a game",`.
    pub(super) place: String,
    /// Which stage it belongs to: [`Check::Boards`] or [`Check::Games`].
    pub(super) stage: Check,
    pub(super) game: AnyGame,
    pub(super) mistake: Mistake,
    /// Whether the agent is a contest file.
    pub(super) is_contest: bool,
    /// What the host of a contest file told of it.
    pub(super) chosen: Option<Chosen>,
    /// Whether its list still holds what it held before.
    pub(super) is_left_over: bool,
    /// Whether a new process did not make it.
    pub(super) is_of_state: bool,
}

/// The move that was answered, or what is wrong with the answer.
pub(super) fn judge(
    game: &AnyGame,
    answer: Result<Asked, Fault>,
    chosen: Option<&Chosen>,
) -> Result<Move, Mistake> {
    match (answer, chosen) {
        (Ok(Asked { late: Some(fault), .. }), _) | (Err(fault), None) => Err(Mistake::Fault(fault)),
        (Ok(Asked { choice, .. }), _) => {
            let played = referee::play(&mut game.clone(), choice.mv);
            played.map(|()| choice.mv).map_err(|_| match choice.mv {
                Move::Pass => Mistake::MustPlay,
                Move::Place(square) if game.position().must_pass() => Mistake::MustPass(square),
                Move::Place(square) => Mistake::Illegal(square),
            })
        }
        (Err(_), Some(Chosen { raised: Some(text), .. })) => Err(Mistake::Raised(text.clone())),
        (Err(_), Some(Chosen { last, .. })) => Err(match last {
            &Last::Move { row, column } => Mistake::OffBoard { row, column },
            Last::None => Mistake::Nothing,
            Last::Bad(text) => Mistake::NotAMove(text.clone()),
        }),
    }
}

impl Slip {
    /// Whether it is the same mistake, which is told once.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.kind() == other.kind() && self.is_left_over == other.is_left_over
    }

    fn kind(&self) -> (Discriminant<Mistake>, &str) {
        match &self.mistake {
            // One idea of what is legal.
            Mistake::MustPass(square) => (discriminant(&Mistake::Illegal(*square)), ""),
            Mistake::NotAMove(text) | Mistake::Raised(text) => (discriminant(&self.mistake), text),
            Mistake::Fault(fault) => (discriminant(&self.mistake), fault.kind.name()),
            _ => (discriminant(&self.mistake), ""),
        }
    }

    /// Which check it fails.
    pub(super) fn check(&self) -> Check {
        match &self.mistake {
            _ if self.is_of_state => Check::State,
            _ if self.wall().is_some() => Check::Sandbox,
            Mistake::Illegal(_) | Mistake::MustPass(_) | Mistake::MustPlay => self.stage,
            Mistake::Fault(fault) if is_about_time(fault) => Check::Time,
            Mistake::Fault(Fault { kind: FaultKind::Memory, .. }) => Check::Memory,
            _ => Check::Output,
        }
    }

    /// What to do, if it ran into a wall of the sandbox.
    fn wall(&self) -> Option<&'static str> {
        match &self.mistake {
            Mistake::Raised(text) => wall(text),
            Mistake::Fault(fault) if self.is_contest => wall(&fault.text),
            _ => None,
        }
    }

    /// What happened.
    fn text(&self) -> String {
        let Self { place, game, .. } = self;
        let position = game.position();
        let square = |square: Square| name(square, self.is_contest);
        let legal = legal_moves(&position, self.is_contest);
        match &self.mistake {
            Mistake::Illegal(at) => {
                let is_taken = position.disc_at(*at).is_some();
                let why = if is_taken { "has a disc already" } else { "turns over nothing" };
                format!("{place} it answered {}, which {why}; legal: {legal}", square(*at))
            }
            Mistake::MustPass(at) if self.is_left_over => format!(
                "{place} its candidate_list still held {} from the move before, and there is no \
                 legal move",
                square(*at)
            ),
            Mistake::MustPass(at) => {
                format!("{place} it answered {}, and there is no legal move", square(*at))
            }
            Mistake::MustPlay => format!("{place} it passed; legal: {legal}"),
            Mistake::OffBoard { row, column } => {
                let last = position.size().rows() - 1;
                format!(
                    "{place} it answered ({row}, {column}), which is not on the board: rows and \
                     columns go from 0 to {last}"
                )
            }
            Mistake::Nothing => {
                let chosen = self.chosen.as_ref();
                let is_interrupted = chosen.is_some_and(|chosen| chosen.interrupted);
                let when = if is_interrupted { " when the limit interrupted it" } else { "" };
                let returned = chosen.and_then(|chosen| chosen.returned.as_ref());
                let returned = returned.map(|text| format!("; go returned {text}"));
                format!(
                    "{place} its candidate_list was empty{when}{}; legal: {legal}",
                    returned.unwrap_or_default()
                )
            }
            Mistake::NotAMove(text) if text.contains("candidate_list") => format!("{place} {text}"),
            Mistake::NotAMove(text) => format!(
                "{place} the last of candidate_list was {text}, which is no pair of whole numbers"
            ),
            Mistake::Raised(text) => format!("{place} go raised {text}"),
            // The numbers of the fault are with Python; those of the check are without.
            Mistake::Fault(fault) if fault.kind == FaultKind::Memory => {
                format!("{place} it took too much memory, and was ended")
            }
            Mistake::Fault(fault) => format!("{place} {fault}"),
        }
    }

    /// What to do about it.
    fn advice(&self) -> &'static str {
        match &self.mistake {
            Mistake::Illegal(_) => {
                "A move is legal if it turns over at least one disc: in one of the eight directions \
                 discs of the opponent, and behind them one of your own."
            }
            Mistake::MustPass(_) if self.is_left_over => {
                "Begin go with self.candidate_list.clear()."
            }
            Mistake::MustPass(_) if self.is_contest => {
                "Where there is no legal move, leave self.candidate_list empty."
            }
            Mistake::MustPass(_) => "Where there is no legal move, answer with a pass.",
            Mistake::MustPlay => "A pass is allowed only where there is no legal move.",
            Mistake::OffBoard { .. } => {
                "Before you look at a square or add it, test 0 <= row < self.chessboard_size, and the \
                 column as well."
            }
            Mistake::Nothing => self.advice_for_nothing(),
            Mistake::NotAMove(text) if text.starts_with("no candidate_list") => {
                "Write self.candidate_list = [] in __init__."
            }
            Mistake::NotAMove(_) => {
                "Add moves as two whole numbers: self.candidate_list.append((row, column))."
            }
            Mistake::Raised(_) => self.advice_for_exceptions(),
            Mistake::Fault(fault) => self.advice_for_faults(fault),
        }
    }

    fn advice_for_nothing(&self) -> &'static str {
        match &self.chosen {
            Some(Chosen { returned: Some(_), .. }) => {
                "Append the move to self.candidate_list: what go returns is not looked at."
            }
            Some(Chosen { interrupted: true, .. }) => {
                "Add every legal move to self.candidate_list before you search: then the limit can \
                 never find it empty."
            }
            _ => {
                "Append the move to self.candidate_list before go ends: the last of the list is the \
                 move."
            }
        }
    }

    fn advice_for_exceptions(&self) -> &'static str {
        if self.game.position().must_pass() {
            "There was no legal move: look for that first, and return with self.candidate_list empty."
        } else {
            "An exception in go loses the game, whatever is in self.candidate_list: call go with this \
             board on your own machine, and look at that line."
        }
    }

    fn advice_for_faults(&self, fault: &Fault) -> &'static str {
        match fault.kind {
            _ if is_about_time(fault) && self.is_contest => {
                "Look at the clock while you search, and be done well before the limit; do not catch \
                 everything with a bare except, and let compiled code come back to Python often."
            }
            FaultKind::TimeOut => {
                "Look at the clock while you search, and answer before the limit."
            }
            FaultKind::Memory => MEMORY,
            FaultKind::Crash if fault.text.contains(" raised ") => "Look at that line.",
            FaultKind::Crash => {
                "The program ended by itself: its last words say why, if it had any."
            }
            FaultKind::Resigned => "Play on: giving up loses here too.",
            FaultKind::Output if self.is_contest => {
                "Print much less: nobody reads it, and too much of it loses."
            }
            FaultKind::Output | FaultKind::Illegal => {
                "Answer with a move as the protocol has it, and with nothing else."
            }
        }
    }
}

/// Whether it came too late, or had to be ended by its host for that.
fn is_about_time(fault: &Fault) -> bool {
    fault.kind == FaultKind::TimeOut || fault.text.contains("catches the end of its time")
}

/// What to do about too much memory.
pub(super) const MEMORY: &str = "Keep less: empty tables before they grow too large, and take small \
                                 numbers, such as numpy's int8.";

/// All mistakes of a kind in one finding each.
pub(super) fn findings(slips: &[Slip]) -> Vec<(Check, Finding)> {
    let mut kinds: Vec<Vec<&Slip>> = Vec::new();
    for slip in slips {
        match kinds.iter_mut().find(|kind| kind[0].is_like(slip)) {
            Some(kind) => kind.push(slip),
            None => kinds.push(vec![slip]),
        }
    }
    kinds.iter().map(|kind| (kind[0].check(), finding(kind, slips))).collect()
}

fn finding(kind: &[&Slip], all: &[Slip]) -> Finding {
    // What goes wrong on other boards too has nothing to do with the pass.
    let has_move = |slip: &&&Slip| !slip.game.position().must_pass();
    let first = kind.iter().find(has_move).unwrap_or(&kind[0]);
    let mut text = first.text();
    match kind.len() {
        1 => {}
        2 => text += "; and the like once more",
        more => text += &format!("; and the like {} times more", more - 1),
    }
    let advice = if first.is_of_state {
        text += "; a new process does not do that";
        "Keep what belongs to a game in self and set it in __init__, not in variables of the file or \
         of the class: one process plays many games."
    } else {
        let known = first.wall().or_else(|| suspicion(all, &first.mistake));
        known.unwrap_or_else(|| first.advice())
    };
    Finding::new(Verdict::Failed, &text, advice).on(&first.game)
}

/// What all illegal moves have in common, if that says what is wrong.
fn suspicion(slips: &[Slip], mistake: &Mistake) -> Option<&'static str> {
    let illegal = || {
        slips.iter().filter_map(|slip| match slip.mistake {
            Mistake::Illegal(square) => Some((slip.game.position(), square)),
            _ => None,
        })
    };
    let explains = |rule: &dyn Fn(&AnyPosition, Square) -> bool| {
        illegal().next().is_some() && illegal().all(|(position, square)| rule(&position, square))
    };
    let is_for_other = explains(&|position, square| other_moves(position, square));
    match mistake {
        Mistake::Illegal(_) if explains(&|position, square| wrapped(position).contains(square)) => {
            Some(
                "In Python chessboard[-1] is the last row: test 0 <= row < self.chessboard_size, and \
                 the column as well, before you look at a square.",
            )
        }
        Mistake::Illegal(_) if explains(&transposed) => Some(
            "Row and column seem to be exchanged: chessboard[row][column] is a square, and its \
             candidate is (row, column).",
        ),
        Mistake::Illegal(_) | Mistake::MustPass(_) if is_for_other => Some(
            "It seems to move for the other side: -1 is black, 1 is white, self.color is yours.",
        ),
        _ => None,
    }
}

/// Whether the square with row and column exchanged is legal.
fn transposed(position: &AnyPosition, square: Square) -> bool {
    let exchanged = Square::at(square.row(), square.column());
    exchanged.is_some_and(|square| position.legal_moves().contains(square))
}

/// Whether the other side could play there.
fn other_moves(position: &AnyPosition, square: Square) -> bool {
    let [black, white] = [Colour::Black, Colour::White].map(|colour| position.discs(colour));
    let other = AnyPosition::from_discs(position.size(), black, white, !position.side());
    other.is_ok_and(|position| position.legal_moves().contains(square))
}

/// What to do about an error that comes from a wall of the sandbox.
pub(super) fn wall(error: &str) -> Option<&'static str> {
    let says = |words: &[&str]| words.iter().any(|word| error.contains(word));
    if says(&["Read-only file system", "Permission denied"]) {
        Some("No file can be written in the contest, but in /tmp: take that out, or print instead.")
    } else if says(&["No such file or directory: '/", "No such file or directory: 'C:"]) {
        Some(
            "Only the folder of the agent is there: put the file into it, and open it by its name \
             alone.",
        )
    } else if says(&["Operation not permitted", "name resolution", "Network is unreachable"]) {
        Some(
            "There is no network in the contest, and no other program can be started: take that out.",
        )
    } else {
        None
    }
}

/// The legal moves, some of them if there are many.
fn legal_moves(position: &AnyPosition, is_contest: bool) -> String {
    let moves = position.legal_moves();
    let mut names: Vec<String> =
        moves.into_iter().take(MOST_TOLD).map(|square| name(square, is_contest)).collect();
    if let Some(more @ 1..) = (moves.len() as usize).checked_sub(MOST_TOLD) {
        names.push(format!("and {more} more"));
    }
    names.join(", ")
}

/// A square, for contest files as they see it too.
pub(super) fn name(square: Square, is_contest: bool) -> String {
    if is_contest {
        format!("{square} ({}, {})", square.row(), square.column())
    } else {
        square.to_string()
    }
}

#[cfg(test)]
mod tests {
    use wane_board::Size;

    use super::*;

    fn slip(is_contest: bool, kind: FaultKind, text: &str) -> Slip {
        Slip {
            place: "On board 1, \"the start\",".into(),
            stage: Check::Boards,
            game: AnyGame::new(Size::Eight),
            mistake: Mistake::Fault(Fault::new(kind, text)),
            is_contest,
            chosen: None,
            is_left_over: false,
            is_of_state: false,
        }
    }

    #[test]
    fn faults_fail_the_check_that_they_are_about() {
        use FaultKind::{Crash, Memory, Output, TimeOut};
        let ended = "it ended with status 3; its last words: the agent catches the end of its time \
                     and goes on";
        let no_file = "making an AI raised OSError: [Errno 30] Read-only file system: 'a.txt'";
        for (is_contest, kind, text, check, advice) in [
            (true, TimeOut, "3 s for a move", Check::Time, "a bare except"),
            (false, TimeOut, "3 s for a move", Check::Time, "answer before the limit"),
            (true, Crash, ended, Check::Time, "a bare except"),
            (true, Crash, no_file, Check::Sandbox, "No file can be written"),
            (false, Crash, no_file, Check::Output, "Look at that line"),
            (true, Crash, "it was killed by signal 11", Check::Output, "its last words"),
            (true, Memory, "130 MB taken", Check::Memory, "Keep less"),
            (true, Output, "it writes without end", Check::Output, "Print much less"),
            (false, Output, "it writes without end", Check::Output, "as the protocol has it"),
        ] {
            let (of, finding) = findings(&[slip(is_contest, kind, text)]).remove(0);
            assert_eq!(of, check, "{text}");
            let said = finding.advice.unwrap_or_default();
            assert!(said.contains(advice), "{text}: {said}");
        }
    }

    #[test]
    fn mistakes_of_a_kind_are_told_once_and_without_what_is_not_for_reading() {
        let first = slip(true, FaultKind::Crash, "\u{1b}[2Jgone");
        let slips = [first.clone(), first.clone(), slip(true, FaultKind::Memory, ""), first];
        let texts: Vec<String> =
            findings(&slips).into_iter().map(|(_, finding)| finding.text).collect();
        let place = "On board 1, \"the start\",";
        assert_eq!(texts[0], format!("{place} crash: [2Jgone; and the like 2 times more"));
        assert_eq!(texts[1], format!("{place} it took too much memory, and was ended"));
        assert_eq!(texts.len(), 2);
    }
}
