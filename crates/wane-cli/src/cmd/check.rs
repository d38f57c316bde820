//! `wane check`: finds the problems of an agent before a contest does; docs/check.md.

pub(crate) mod evidence;
mod words;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{fs, iter};

use anyhow::{Context as _, Result, ensure};
use serde::Serialize;
use wane_board::{AnyGame, Objective};
use wane_formats::GameRecord;
use wane_match::check::{
    AgentAnswer, Check, CheckEvent, CheckResult, CheckSummary, CheckVerdict, Examiner, Finding,
    FindingPlace, NumberedBoard,
};
use wane_match::{AgentProgram, AgentRuntime, Protocol, Stop, Tolerance};
use wane_text::Foreign;

use crate::arena::entry;
use crate::args::{CheckArgs, SingleAgentArgs};
use crate::draw;
use crate::exit::Ending;
use crate::interrupt;
use crate::output::{DOUBTFUL, ERROR, FAINT, GOOD, Output, STRONG, paint};
use crate::progress::Progress;
use evidence::Evidence;

/// The result of a check.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ResultText<'r> {
    /// The check.
    check: Check,
    /// How it ended.
    verdict: CheckVerdict,
    /// The result in short.
    summary: &'r CheckSummary,
    /// The problems.
    findings: Vec<FindingText<'r>>,
    /// The summary and the findings in English, a line each.
    text: String,
    /// The advice of the findings, a line each; null if there is none.
    advice: Option<String>,
}

/// A problem.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FindingText<'r> {
    #[serde(flatten)]
    finding: &'r Finding,
    /// The problem in English.
    text: String,
    /// What to do about it.
    advice: &'static str,
}

/// The result of all checks; the last line.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct AgentText {
    /// The name of the agent.
    agent: Foreign,
    /// The worst verdict of a check.
    verdict: CheckVerdict,
    /// The number of checks that passed.
    passed: usize,
    /// The number of checks with a warning.
    warnings: usize,
    /// The number of checks that failed.
    failed: usize,
    /// The number of checks that were not done.
    skipped: usize,
    /// The time in seconds.
    seconds: f64,
}

/// An agent that is examined, and what it runs in.
pub(super) struct Candidate {
    pub(super) agent: AgentProgram,
    pub(super) runtime: Arc<AgentRuntime>,
    pub(super) stop: Stop,
}

impl Candidate {
    /// The agent of the command line, if there is such a file, a sandbox and a Python.
    pub(super) fn new(args: &SingleAgentArgs) -> Result<Self> {
        let entries = std::slice::from_ref(&args.agent);
        let (mut agents, runtime) = entry::ready(entries, args.time, args.no_sandbox)?;
        Ok(Self { agent: agents.remove(0), runtime, stop: interrupt::stop()? })
    }

    /// Its answer on the last of these boards; `None` if it was stopped.
    pub(super) fn ask(&self, examiner: &Examiner, games: &[AnyGame]) -> Option<AgentAnswer> {
        examiner.ask(&self.agent, &self.runtime, &self.stop, games)
    }
}

pub(crate) fn run(args: &CheckArgs, output: &mut Output) -> Result<Ending> {
    let candidate = Candidate::new(&args.agent)?;
    let examiner = Examiner { size: args.size, tolerance: Tolerance::default() };
    if let Some(number) = args.board {
        return one_board(&candidate, &examiner, number, output);
    }
    if let Some(folder) = &args.keep {
        fs::create_dir_all(folder).with_context(|| format!("making {}", Foreign::path(folder)))?;
    }
    let Candidate { agent, runtime, stop } = &candidate;
    let is_contest = matches!(agent.protocol, Protocol::Contest(_));
    let began = Instant::now();
    let mut progress = Progress::new(examiner.steps(), "check");
    let mut written = Ok(());
    let checks = examiner.examine(agent, runtime, stop, &mut |event| match event {
        CheckEvent::Step => progress.step(),
        CheckEvent::Done(result) => {
            let wrote = progress.suspend(|| {
                if output.is_json() {
                    output.json(&result_text(result, is_contest))?;
                    return output.finish();
                }
                output.line(line(result, is_contest))
            });
            written = std::mem::replace(&mut written, Ok(())).and(wrote);
        }
    });
    progress.finish();
    written?;
    let Some(checks) = checks else { return Ok(Ending::Stopped) };
    if !output.is_json() {
        write_findings(&checks, is_contest, output)?;
    }
    if args.verbose || args.keep.is_some() {
        let wanted = Wanted { show: args.verbose, keep: args.keep.as_deref() };
        if !again(&candidate, &examiner, &checks, wanted, output)? {
            return Ok(Ending::Stopped);
        }
    }
    if output.is_json() {
        output.json(&agent_text(agent, &checks, began.elapsed()))?;
    } else {
        output.text(&end(agent, &checks))?;
    }
    if count(&checks, CheckVerdict::Failed) > 0 {
        return Ok(Ending::No);
    }
    let skipped = count(&checks, CheckVerdict::Skipped);
    ensure!(skipped == 0, "{} was not checked to the end: {skipped} checks skipped", agent.name);
    Ok(Ending::Done)
}

/// Asks about one of the ten boards, and shows all that is seen.
fn one_board(
    candidate: &Candidate,
    examiner: &Examiner,
    number: u8,
    output: &mut Output,
) -> Result<Ending> {
    let NumberedBoard { board, games } =
        examiner.board(number.into()).expect("the option has its range");
    let Some(answer) = candidate.ask(examiner, &games) else { return Ok(Ending::Stopped) };
    let evidence = Evidence { agent: &candidate.agent, answer: &answer };
    if output.is_json() {
        output.json(&evidence.json())?;
    } else {
        let is_before = games.last() != Some(&answer.game);
        let before =
            if is_before { ", was not come to: the board before it went wrong" } else { "" };
        output.text(&format!("Board {number}, \"{}\"{before}\n", words::board_name(board)))?;
        evidence.write(output)?;
        evidence.write_script(output)?;
    }
    Ok(if answer.outcome.is_ok() { Ending::Done } else { Ending::No })
}

/// What to do with the evidence of findings.
#[derive(Clone, Copy)]
struct Wanted<'w> {
    show: bool,
    keep: Option<&'w Path>,
}

/// Asks again about the board of each finding, in a new process; whether it came to the end.
fn again(
    candidate: &Candidate,
    examiner: &Examiner,
    checks: &[CheckResult],
    wanted: Wanted<'_>,
    output: &mut Output,
) -> Result<bool> {
    let findings =
        checks.iter().flat_map(|result| result.findings.iter().map(move |it| (result, it)));
    for (index, (result, finding)) in findings.enumerate() {
        let Some(game) = &finding.game else { continue };
        let games = match finding.place {
            Some(FindingPlace::Board { number, .. }) => examiner.board(number).map(|it| it.games),
            _ => None,
        };
        let games = games.unwrap_or_else(|| vec![game.clone()]);
        let Some(answer) = candidate.ask(examiner, &games) else { return Ok(false) };
        let evidence = Evidence { agent: &candidate.agent, answer: &answer };
        if wanted.show && output.is_json() {
            output.json(&evidence.json())?;
        } else if wanted.show {
            let code = result.check.name();
            output.text(&format!("\n{}\n", paint(STRONG, &format!("{code}, asked again"))))?;
            evidence.write(output)?;
            evidence.write_script(output)?;
        }
        if let Some(folder) = wanted.keep {
            evidence::keep(folder, &format!("{}-{}", index + 1, result.check), &evidence)?;
        }
    }
    Ok(true)
}

/// The result of a check in one line.
fn line(result: &CheckResult, is_contest: bool) -> String {
    let CheckResult { check, verdict, summary, .. } = result;
    let style = match verdict {
        CheckVerdict::Passed => GOOD,
        CheckVerdict::Skipped => FAINT,
        CheckVerdict::Warning => DOUBTFUL,
        CheckVerdict::Failed => ERROR,
    };
    let verdict = paint(style, &format!("{:7}", verdict.name()));
    format!("{verdict}  {:7}  {}", check.name(), words::summary(summary, is_contest))
}

/// Writes the findings, each with advice.
fn write_findings(checks: &[CheckResult], is_contest: bool, output: &mut Output) -> Result<()> {
    for result in checks {
        for finding in &result.findings {
            let name = paint(STRONG, result.check.name());
            output.text(&format!("\n{name}: {}\n", words::finding(finding, is_contest)))?;
            if let Some(game) = &finding.game {
                let record = GameRecord::new(game.clone(), Objective::FewestDiscs);
                output.text(&draw::game(&record, output.has_colour()))?;
            }
            let advice = words::advice(finding, is_contest);
            output.text(&format!("{} {advice}\n", paint(FAINT, "What to do:")))?;
        }
    }
    Ok(())
}

/// The end result.
fn end(agent: &AgentProgram, checks: &[CheckResult]) -> String {
    let (failed, warnings) =
        (count(checks, CheckVerdict::Failed), count(checks, CheckVerdict::Warning));
    let warnings = match warnings {
        0 => "no warnings".to_owned(),
        1 => "1 warning".to_owned(),
        _ => format!("{warnings} warnings"),
    };
    let name = &agent.name;
    match (failed, count(checks, CheckVerdict::Skipped)) {
        (0, 0) => format!("\n{name} is ready to play: {warnings}\n"),
        // An error says so.
        (0, _) => format!("\nnothing failed, {warnings}\n"),
        _ => format!(
            "\n{name} is not ready to play: {failed} of {} checks failed, {warnings}\n",
            checks.len()
        ),
    }
}

fn result_text(result: &CheckResult, is_contest: bool) -> ResultText<'_> {
    let CheckResult { check, verdict, summary, findings } = result;
    let findings: Vec<FindingText<'_>> = findings
        .iter()
        .map(|finding| FindingText {
            finding,
            text: words::finding(finding, is_contest),
            advice: words::advice(finding, is_contest),
        })
        .collect();
    let texts = findings.iter().map(|finding| finding.text.clone());
    let texts: Vec<String> = iter::once(words::summary(summary, is_contest)).chain(texts).collect();
    let advice: Vec<&str> = findings.iter().map(|finding| finding.advice).collect();
    ResultText {
        check: *check,
        verdict: *verdict,
        summary,
        findings,
        text: texts.join("\n"),
        advice: (!advice.is_empty()).then(|| advice.join("\n")),
    }
}

fn agent_text(agent: &AgentProgram, checks: &[CheckResult], taken: Duration) -> AgentText {
    let worst = checks.iter().map(|result| result.verdict).max().unwrap_or(CheckVerdict::Passed);
    AgentText {
        agent: agent.name.clone(),
        verdict: worst,
        passed: count(checks, CheckVerdict::Passed),
        warnings: count(checks, CheckVerdict::Warning),
        failed: count(checks, CheckVerdict::Failed),
        skipped: count(checks, CheckVerdict::Skipped),
        seconds: taken.as_secs_f64(),
    }
}

fn count(checks: &[CheckResult], verdict: CheckVerdict) -> usize {
    checks.iter().filter(|result| result.verdict == verdict).count()
}
