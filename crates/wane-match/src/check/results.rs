//! The result of each check, from the answers and the measurements.

use std::time::Duration;

use wane_board::Move;

use super::finding::{Cause, Finding, Issue};
use super::record::ExamRecord;
use super::subject::{Measurements, Timed, Unfinished};
use super::summary::{CheckSummary, GameTime, LostGame, PythonVersions};
use super::{Check, CheckResult, CheckVerdict, cause, lists, mistake};
use crate::agent::AgentProgram;
use crate::contest::{CodeLine, HostFailure};
use crate::{Fault, TimeControl};

/// Longer than this a file should not take to be loaded.
const LONG_LOADING: Duration = Duration::from_secs(3);

/// How many lines of a loop that does not end may be seen apart.
const SHORT_LOOP: u32 = 3;

/// How many bytes an agent may print without a warning.
const MANY_BYTES: usize = 1 << 20;

/// Whether there is an agent.
pub(super) fn load(
    begun: Result<(), Fault>,
    failure: Option<&HostFailure>,
    measured: &Measurements,
) -> CheckResult {
    if let Err(Fault { text: detail, .. }) = begun {
        let has_numpy = measured.has_numpy();
        let cause = failure.and_then(|failure| cause::of_loading(failure, has_numpy));
        // Nobody knows what it would do with numpy.
        let is_ours = cause == Some(Cause::NoNumpy);
        let verdict = if is_ours { CheckVerdict::Skipped } else { CheckVerdict::Failed };
        let finding = Finding::new(verdict, Issue::NotLoaded { detail });
        let line = failure.and_then(|failure| failure.error()?.place.clone());
        let finding = Finding { cause, line, ..finding };
        return result(Check::Load, CheckSummary::NotLoaded, vec![finding]);
    }
    let time = measured.loaded_in.unwrap_or_default();
    let python = measured.hello.as_ref().map(|hello| PythonVersions {
        python: hello.python.clone(),
        numpy: hello.numpy.version().cloned(),
        numba: hello.numba.version().cloned(),
    });
    let slow = Finding::new(CheckVerdict::Warning, Issue::SlowLoading { time });
    let mut findings = if time > LONG_LOADING { vec![slow] } else { Vec::new() };
    if !measured.has_numpy() {
        findings.push(Finding::new(CheckVerdict::Warning, Issue::NoNumpy));
    }
    result(Check::Load, CheckSummary::Loaded { time, python }, findings)
}

/// A stage that was not begun, or not ended.
pub(super) fn skipped(record: &ExamRecord, stage: Check) -> CheckResult {
    let findings = findings(record, stage);
    let result = result(stage, CheckSummary::Skipped, findings);
    CheckResult { verdict: result.verdict.max(CheckVerdict::Skipped), ..result }
}

/// Whether it has a legal move on every board.
pub(super) fn boards(record: &ExamRecord) -> CheckResult {
    let legal = record.boards.iter().filter(|board| board.mv.is_some()).count();
    let boards = record.boards.len();
    let findings = findings(record, Check::Boards);
    if legal == boards {
        let summary = CheckSummary::Boards { legal, boards, see: Vec::new() };
        return result(Check::Boards, summary, findings);
    }
    let see = elsewhere(record, Check::Boards);
    failed(Check::Boards, CheckSummary::Boards { legal, boards, see }, findings)
}

/// The other checks that the mistakes of a stage fail.
fn elsewhere(record: &ExamRecord, stage: Check) -> Vec<Check> {
    let mut others: Vec<Check> = Vec::new();
    for mistake in record.mistakes.iter().filter(|mistake| mistake.place.check() == stage) {
        let check = mistake.check();
        if check != stage && !others.contains(&check) {
            others.push(check);
        }
    }
    others
}

/// Whether it plays the same move each time.
pub(super) fn repeat(record: &ExamRecord) -> CheckResult {
    let moves: Option<Vec<Move>> = record.repeated.iter().copied().collect();
    let summary = match moves {
        None => CheckSummary::NotRepeated,
        Some(moves) if moves.iter().all(|mv| *mv == moves[0]) => CheckSummary::SameMove,
        Some(moves) => CheckSummary::DifferentMoves { moves },
    };
    result(Check::Repeat, summary, Vec::new())
}

/// Whether it plays games to their ends.
pub(super) fn games(record: &ExamRecord) -> CheckResult {
    let findings = findings(record, Check::Games);
    let lost = record.games.iter().filter(|played| played.is_broken).map(|played| LostGame {
        side: played.colour,
        move_number: played.game.history().len() + 1,
    });
    let lost: Vec<LostGame> = lost.collect();
    if lost.is_empty() {
        return result(Check::Games, CheckSummary::GamesPlayed, findings);
    }
    let see = elsewhere(record, Check::Games);
    failed(Check::Games, CheckSummary::GamesLost { lost, see }, findings)
}

/// The checks whose results are known only at the end.
pub(super) fn rest(
    record: &ExamRecord,
    measured: &Measurements,
    agent: &AgentProgram,
) -> [CheckResult; 5] {
    [
        state(record, measured),
        output(record, measured),
        time(record, measured, agent.time),
        memory(record, measured, agent.memory),
        sandbox(record, agent),
    ]
}

fn state(record: &ExamRecord, measured: &Measurements) -> CheckResult {
    let mut findings = findings(record, Check::State);
    let summary = match &measured.changed {
        _ if !findings.is_empty() => CheckSummary::SharedState,
        Some(_) => CheckSummary::ChangesBoard,
        None => CheckSummary::NoSharedState,
    };
    let changed = measured.changed.as_ref();
    findings.extend(
        changed.map(|game| Finding::new(CheckVerdict::Warning, Issue::ChangedBoard).on(game)),
    );
    result(Check::State, summary, findings)
}

fn output(record: &ExamRecord, measured: &Measurements) -> CheckResult {
    let mut findings = findings(record, Check::Output);
    if measured.never_ends() {
        // The list is empty because it came to no end, which is reported as that.
        findings.retain(|it| !matches!(it.issue, Issue::NoCandidate { is_interrupted: true, .. }));
    }
    // Only without mistakes: these matter more, and the host prints exceptions, too.
    if record.is_contest && record.mistakes.is_empty() {
        findings.extend(lists::findings(record));
        findings.extend(measured.forgiven.as_ref().map(|raised| {
            Finding::new(
                CheckVerdict::Warning,
                Issue::ForgivenException { detail: raised.as_str().into() },
            )
        }));
        findings.extend(prints(measured));
    }
    let summary = match findings.iter().map(|finding| finding.verdict).max() {
        Some(CheckVerdict::Failed) => CheckSummary::NotAllMoves,
        Some(CheckVerdict::Warning) => CheckSummary::DoubtfulMoves,
        _ if measured.times.is_empty() => CheckSummary::NoAnswer,
        _ => CheckSummary::AllMoves,
    };
    result(Check::Output, summary, findings)
}

/// A finding that it prints, which does no harm.
fn prints(measured: &Measurements) -> Option<Finding> {
    let (bytes, last_line) = (measured.printed, measured.last_line.as_deref()?.into());
    let verdict = if bytes > MANY_BYTES { CheckVerdict::Warning } else { CheckVerdict::Passed };
    Some(Finding::new(verdict, Issue::Prints { bytes, last_line }))
}

fn time(record: &ExamRecord, measured: &Measurements, limits: TimeControl) -> CheckResult {
    let mut findings = findings(record, Check::Time);
    let times = &measured.times;
    // One that cannot be interrupted is reported as that.
    let is_known = findings.iter().any(|finding| finding.cause == Some(Cause::CatchesTimeout));
    if measured.never_ends() && !is_known {
        findings.extend(never_ends(&measured.unfinished));
    }
    let Some(longest) = times.iter().map(|timed| timed.taken).max() else {
        return result(Check::Time, CheckSummary::NoAnswer, findings);
    };
    let count = u32::try_from(times.len()).unwrap_or(u32::MAX);
    let average = times.iter().map(|timed| timed.taken).sum::<Duration>() / count;
    if let Some(limit) = limits.per_move.filter(|_| findings.is_empty()) {
        findings.extend(long_moves(times, longest, limit));
        findings.extend(slow_start(times, limit));
    }
    let whole = record.games.iter().filter(|played| !played.is_broken);
    let game = whole.map(|played| played.total).max().zip(limits.game);
    let game = game.map(|(longest, limit)| GameTime { longest, limit });
    if let Some(GameTime { longest: time, limit }) = game
        && time * 5 > limit * 4
    {
        findings.push(Finding::new(CheckVerdict::Warning, Issue::LongGame { time, limit }));
    }
    let summary = CheckSummary::Time { longest, average, limit: limits.per_move, game };
    result(Check::Time, summary, findings)
}

/// Calls of `go` in a row that came to no end.
fn never_ends(unfinished: &[Unfinished]) -> Option<Finding> {
    let first = unfinished.first()?;
    let issue = Issue::NeverEnds { boards: unfinished.len() };
    let is_one_loop = first.line.as_ref().is_some_and(|first| {
        let mut lines = unfinished.iter().map(|it| it.line.as_ref());
        lines.all(|line| line.is_some_and(|it| is_near(it, first)))
    });
    Some(Finding {
        cause: is_one_loop.then_some(Cause::EndlessLoop),
        line: first.line.clone(),
        ..Finding::new(CheckVerdict::Failed, issue).on(&first.game)
    })
}

/// Whether two lines may be in one short loop.
fn is_near(line: &CodeLine, other: &CodeLine) -> bool {
    line.file == other.file && line.line.abs_diff(other.line) <= SHORT_LOOP
}

/// Moves that took all their time, or nearly.
fn long_moves(times: &[Timed], longest: Duration, limit: Duration) -> Option<Finding> {
    let moves = times.iter().filter(|timed| timed.is_interrupted).count();
    let issue = if moves > 0 {
        Issue::Interrupted { moves, all_moves: times.len() }
    } else if longest * 10 > limit * 9 {
        Issue::LongMove { time: longest, limit }
    } else {
        return None;
    };
    let line = times.iter().find_map(|timed| timed.stopped_at.clone());
    Some(Finding { line, ..Finding::new(CheckVerdict::Warning, issue) })
}

/// A first move that is much slower than all others, for example because it compiles code.
fn slow_start(times: &[Timed], limit: Duration) -> Option<Finding> {
    let slowest = |is_first: bool| {
        let some = times.iter().filter(|timed| timed.is_first == is_first);
        some.map(|timed| timed.taken).max()
    };
    let (time, others) = (slowest(true)?, slowest(false)?);
    let is_slow = time * 4 > limit && time > others * 4;
    is_slow.then(|| Finding::new(CheckVerdict::Warning, Issue::SlowFirstMove { time, others }))
}

fn memory(record: &ExamRecord, measured: &Measurements, limit: Option<u64>) -> CheckResult {
    let mut findings = findings(record, Check::Memory);
    let bytes = measured.memory;
    if let (Some(limit_bytes), Some(bytes)) = (limit, bytes)
        && findings.is_empty()
        && bytes > limit_bytes / 5 * 4
    {
        let verdict =
            if bytes > limit_bytes { CheckVerdict::Failed } else { CheckVerdict::Warning };
        findings.push(Finding::new(verdict, Issue::MuchMemory { bytes, limit_bytes }));
    }
    let summary = match bytes {
        Some(bytes) => CheckSummary::Memory { bytes, limit_bytes: limit },
        None => CheckSummary::MemoryNotMeasured,
    };
    result(Check::Memory, summary, findings)
}

fn sandbox(record: &ExamRecord, agent: &AgentProgram) -> CheckResult {
    let mut findings = findings(record, Check::Sandbox);
    let summary = if !findings.is_empty() {
        CheckSummary::Blocked
    } else if record.is_in_sandbox {
        CheckSummary::NothingBlocked
    } else if agent.is_untrusted {
        findings.push(Finding::new(CheckVerdict::Warning, Issue::NoSandbox));
        CheckSummary::NoSandbox
    } else {
        CheckSummary::Trusted
    };
    result(Check::Sandbox, summary, findings)
}

/// The findings about the mistakes that fail a check.
fn findings(record: &ExamRecord, check: Check) -> Vec<Finding> {
    let all = mistake::findings(&record.mistakes).into_iter();
    let of_check = all.filter(|(of, _)| *of == check).map(|(_, finding)| finding);
    of_check
        .map(|finding| if record.has_numpy { finding } else { without_numpy(finding) })
        .collect()
}

/// An exception where there is no numpy says nothing: it got lists in place of arrays.
fn without_numpy(finding: Finding) -> Finding {
    if !matches!(finding.issue, Issue::Exception { .. }) {
        return finding;
    }
    Finding { verdict: CheckVerdict::Skipped, cause: Some(Cause::NoNumpy), ..finding }
}

/// The result of a check with the verdict of its worst finding.
fn result(check: Check, summary: CheckSummary, findings: Vec<Finding>) -> CheckResult {
    let verdict =
        findings.iter().map(|finding| finding.verdict).max().unwrap_or(CheckVerdict::Passed);
    CheckResult { check, verdict, summary, findings }
}

/// The result of a check that failed, though its findings may belong to other checks.
fn failed(check: Check, summary: CheckSummary, findings: Vec<Finding>) -> CheckResult {
    CheckResult { check, verdict: CheckVerdict::Failed, summary, findings }
}
