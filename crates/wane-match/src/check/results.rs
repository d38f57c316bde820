//! What came of an examination, check by check.

use std::time::Duration;

use wane_board::Move;

use super::mistake::{self, MEMORY, wall};
use super::sheet::{Sheet, name};
use super::subject::{Notes, Timed};
use super::{Check, Checked, Finding, Verdict, lists};
use crate::agent::Agent;
use crate::{Fault, TimeControl};

/// Longer than this a file should not take to be loaded.
const LONG_LOADING: Duration = Duration::from_secs(3);

/// How much may be printed before it is very much, in bytes.
const MUCH: usize = 1 << 20;

/// Whether there is an agent.
pub(super) fn load(begun: Result<(), Fault>, notes: &Notes) -> Checked {
    if let Err(fault) = begun {
        let advice = advice_for_loading(&fault.text);
        let finding = Finding::new(Verdict::Failed, &fault.text, advice);
        return checked(Check::Load, "there is no agent to play with", vec![finding]);
    }
    let loaded_in = notes.loaded_in.unwrap_or_default();
    let mut text = format!("in {}", seconds(loaded_in));
    if let Some(hello) = &notes.hello {
        text += &format!(", with Python {}", hello.python);
        for (name, version) in [("numpy", &hello.numpy), ("numba", &hello.numba)] {
            text += &version.as_ref().map_or(String::new(), |it| format!(", {name} {it}"));
        }
    }
    let is_long = loaded_in > LONG_LOADING;
    let finding = is_long.then(|| {
        let text = format!("loading took {}", seconds(loaded_in));
        let advice = "Do less when the file is loaded and in __init__: everybody waits for it before \
                      each match.";
        Finding::new(Verdict::Warning, &text, advice)
    });
    checked(Check::Load, text, finding.into_iter().collect())
}

/// What to do about a file or a program that cannot be loaded.
fn advice_for_loading(error: &str) -> &'static str {
    let says = |words: &str| error.contains(words);
    if says("SyntaxError") || says("IndentationError") || says("TabError") {
        "Python cannot read the file: mend that line, or the one before it."
    } else if says("ModuleNotFoundError") || says("ImportError") {
        "The standard library, numpy and numba are there, and files of your own in the same folder: do \
         without anything else."
    } else if says("no class AI") {
        "The class must be called AI, in capitals, and stand at the top level of the file."
    } else if says("AI takes") {
        "Write def __init__(self, chessboard_size, color, time_out)."
    } else if says("AI.go takes") || says("no method go") {
        "Write def go(self, chessboard) in the class AI."
    } else if let Some(advice) = wall(error) {
        advice
    } else if says(" raised ") {
        "Look at that line: it is run when the file is loaded or an AI is made."
    } else {
        "Start it by hand with the same words, and see whether it answers."
    }
}

/// Whether it has a legal move on every board.
pub(super) fn boards(sheet: &Sheet) -> Checked {
    let legal = sheet.boards.iter().filter(|board| board.mv.is_some()).count();
    let all = sheet.boards.len();
    let findings = findings(sheet, Check::Boards);
    if legal == all {
        return checked(Check::Boards, format!("a legal move on all {all} boards"), findings);
    }
    let elsewhere = elsewhere(sheet, Check::Boards);
    failed(Check::Boards, format!("a legal move on {legal} of {all} boards{elsewhere}"), findings)
}

/// Where the mistakes of a stage are told that are not told there.
fn elsewhere(sheet: &Sheet, stage: Check) -> String {
    let mut others: Vec<&str> = Vec::new();
    for slip in sheet.slips.iter().filter(|slip| slip.stage == stage && slip.check() != stage) {
        if !others.contains(&slip.check().name()) {
            others.push(slip.check().name());
        }
    }
    if others.is_empty() { String::new() } else { format!("; see {}", others.join(", ")) }
}

/// Whether it is left to chance what it plays.
pub(super) fn repeat(sheet: &Sheet) -> Checked {
    let moves: Option<Vec<Move>> = sheet.repeated.iter().copied().collect();
    let text = match moves.as_deref() {
        None => "not seen: it has not answered each time".into(),
        Some([first, others @ ..]) if others.iter().all(|mv| mv == first) => {
            "the same board, the same move".into()
        }
        Some(moves) => {
            let names: Vec<String> = moves.iter().map(ToString::to_string).collect();
            format!("the same board, other moves, which is allowed: {}", names.join(", "))
        }
    };
    checked(Check::Repeat, text, Vec::new())
}

/// Whether it plays games to their ends.
pub(super) fn games(sheet: &Sheet) -> Checked {
    let findings = findings(sheet, Check::Games);
    let broken = sheet.games.iter().filter(|played| played.is_broken).map(|played| {
        let number = played.game.history().len() + 1;
        format!("as {} at move {number}", name(played.colour))
    });
    let broken: Vec<String> = broken.collect();
    if broken.is_empty() {
        let text = "two games played to the end, against random moves";
        return checked(Check::Games, text, findings);
    }
    let text = format!("lost {}{}", broken.join(", "), elsewhere(sheet, Check::Games));
    failed(Check::Games, text, findings)
}

/// What is known only at the end.
pub(super) fn rest(sheet: &Sheet, notes: &Notes, agent: &Agent) -> [Checked; 5] {
    [
        state(sheet, notes),
        output(sheet, notes),
        time(sheet, notes, agent.time),
        memory(sheet, notes, agent.memory),
        sandbox(sheet, agent),
    ]
}

fn state(sheet: &Sheet, notes: &Notes) -> Checked {
    let mut findings = findings(sheet, Check::State);
    let is_well = findings.is_empty();
    findings.extend(notes.changed.as_ref().map(|game| {
        let advice =
            "Work on a copy, board = chessboard.copy(): the contest may go on with its own.";
        Finding::new(Verdict::Warning, "it changed the board that it was given", advice).on(game)
    }));
    let text = match (is_well, &notes.changed) {
        (false, _) => "something is left from one game to the next",
        (true, Some(_)) => "games go well one after the other, but it changes the board",
        (true, None) => "nothing is left from one game to the next",
    };
    checked(Check::State, text, findings)
}

fn output(sheet: &Sheet, notes: &Notes) -> Checked {
    let mut findings = findings(sheet, Check::Output);
    // First things first; and what the host says about exceptions is printed too.
    if sheet.is_contest && sheet.slips.is_empty() {
        findings.extend(lists::findings(sheet));
        findings.extend(notes.forgiven.as_ref().map(|raised| {
            let text = format!("go raised {raised}, which was forgiven");
            let advice =
                "By the rules of the contest an exception loses the game: look at that line.";
            Finding::new(Verdict::Warning, &text, advice)
        }));
        findings.extend(prints(notes));
    }
    let text = match findings.iter().map(|finding| finding.verdict).max() {
        Some(Verdict::Failed) => "not every answer was a move",
        Some(Verdict::Warning) => "every answer was a move, and yet something is wrong",
        _ if notes.times.is_empty() => "not seen: no answer came",
        _ => "every answer was a move",
    };
    checked(Check::Output, text, findings)
}

/// That it prints, which does no harm.
fn prints(notes: &Notes) -> Option<Finding> {
    let line = notes.last_line.as_ref()?;
    let text = format!("it prints, {} bytes in all, at last: {line}", notes.printed);
    Some(if notes.printed > MUCH {
        let advice = "Print less: it takes time, and much more of it would lose.";
        Finding::new(Verdict::Warning, &text, advice)
    } else {
        let advice = "Nobody reads it in the contest: take it out in the end.";
        Finding::new(Verdict::Passed, &text, advice)
    })
}

fn time(sheet: &Sheet, notes: &Notes, limits: TimeControl) -> Checked {
    let mut findings = findings(sheet, Check::Time);
    let times = &notes.times;
    let Some(longest) = times.iter().map(|timed| timed.taken).max() else {
        return checked(Check::Time, "not seen: no answer came", findings);
    };
    let count = u32::try_from(times.len()).unwrap_or(u32::MAX);
    let average = times.iter().map(|timed| timed.taken).sum::<Duration>() / count;
    let mut text = format!("longest {}, average {}", seconds(longest), seconds(average));
    if let Some(limit) = limits.per_move {
        text += &format!(" of {} for a move", seconds(limit));
        findings.extend(long_moves(times, longest, limit));
        findings.extend(slow_start(times, limit));
    }
    let whole = sheet.games.iter().filter(|played| !played.is_broken);
    if let (Some(total), Some(limit)) = (whole.map(|played| played.total).max(), limits.game) {
        text += &format!("; {} of {} for a game", seconds(total), seconds(limit));
        findings.extend((total * 5 > limit * 4).then(|| {
            let text = format!("a game took {} of {}", seconds(total), seconds(limit));
            let advice = "Leave more of the time for the game: other games are longer, and the machine \
                          of the contest may be slower.";
            Finding::new(Verdict::Warning, &text, advice)
        }));
    }
    checked(Check::Time, text, findings)
}

/// Moves that took all their time, or nearly.
fn long_moves(times: &[Timed], longest: Duration, limit: Duration) -> Option<Finding> {
    let interrupted = times.iter().filter(|timed| timed.is_interrupted).count();
    if interrupted > 0 {
        let text = format!(
            "it was interrupted at the limit on {interrupted} of {} moves, where its last candidate \
             counts",
            times.len()
        );
        let advice = "That is allowed; but end the search yourself a little before self.time_out, so \
                      that what you append last is what you want.";
        return Some(Finding::new(Verdict::Warning, &text, advice));
    }
    (longest * 10 > limit * 9).then(|| {
        let text = format!("a move took {} of {}", seconds(longest), seconds(limit));
        let advice = "Leave a tenth of the time: the machine of the contest may be slower.";
        Finding::new(Verdict::Warning, &text, advice)
    })
}

/// A first move that is much slower than all others, as where code is compiled in it.
fn slow_start(times: &[Timed], limit: Duration) -> Option<Finding> {
    let slowest = |is_first: bool| {
        let some = times.iter().filter(|timed| timed.is_first == is_first);
        some.map(|timed| timed.taken).max()
    };
    let (first, others) = (slowest(true)?, slowest(false)?);
    (first * 4 > limit && first > others * 4).then(|| {
        let text = format!(
            "the first move of a process took {}, all others {} at most",
            seconds(first),
            seconds(others)
        );
        let advice = "Something is compiled or read at the first call: do it in __init__ or when the \
                      file is loaded, which takes none of the time for moves.";
        Finding::new(Verdict::Warning, &text, advice)
    })
}

fn memory(sheet: &Sheet, notes: &Notes, limit: Option<u64>) -> Checked {
    let mut findings = findings(sheet, Check::Memory);
    let mb = |bytes: u64| bytes.div_ceil(1 << 20);
    let mut text = format!("{} MB", mb(notes.memory));
    if let Some(limit) = limit {
        text += &format!(" of {} MB", mb(limit));
        if findings.is_empty() && notes.memory > limit / 5 * 4 {
            let verdict = if notes.memory > limit { Verdict::Failed } else { Verdict::Warning };
            let text = format!("it took {} MB of {} MB", mb(notes.memory), mb(limit));
            findings.push(Finding::new(verdict, &text, MEMORY));
        }
    }
    if sheet.is_contest {
        text += ", on top of Python and its libraries";
    }
    checked(Check::Memory, text, findings)
}

fn sandbox(sheet: &Sheet, agent: &Agent) -> Checked {
    let mut findings = findings(sheet, Check::Sandbox);
    let text = if !findings.is_empty() {
        "it wants what the sandbox does not allow"
    } else if sheet.is_in_sandbox {
        "it wants nothing that the sandbox does not allow"
    } else if agent.is_untrusted {
        let advice = "In the contest it finds no network and no files but its own: check it with the \
                      sandbox as well.";
        findings.push(Finding::new(Verdict::Warning, "it was checked without the sandbox", advice));
        "not seen: there was no sandbox"
    } else {
        "not needed: it is trusted"
    };
    checked(Check::Sandbox, text, findings)
}

/// What the mistakes say about a check.
fn findings(sheet: &Sheet, check: Check) -> Vec<Finding> {
    let all = mistake::findings(&sheet.slips).into_iter();
    all.filter(|(of, _)| *of == check).map(|(_, finding)| finding).collect()
}

/// A check that is as bad as what was found.
fn checked(check: Check, text: impl Into<String>, findings: Vec<Finding>) -> Checked {
    let verdict = findings.iter().map(|finding| finding.verdict).max().unwrap_or(Verdict::Passed);
    Checked { check, verdict, text: text.into(), findings }
}

/// A check that failed, wherever it is told why.
fn failed(check: Check, text: String, findings: Vec<Finding>) -> Checked {
    Checked { check, verdict: Verdict::Failed, text, findings }
}

fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let digits = match seconds {
        10.0.. => 0,
        1.0.. if seconds.fract() == 0.0 => 0,
        0.1.. => 2,
        _ => 3,
    };
    format!("{seconds:.digits$} s")
}
