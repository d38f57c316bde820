//! `wane check`: finds the problems of an agent before a contest does; docs/check.md.

pub(crate) mod evidence;
mod words;

use std::collections::BTreeSet;
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
use crate::exit::{Ending, Usage};
use crate::interrupt;
use crate::output::{DOUBTFUL, ERROR, FAINT, GOOD, Output, STRONG, paint, write_file};
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
    /// The checks that failed.
    failed_checks: Vec<Check>,
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
        let (mut agents, runtime) = entry::ready(entries, args.time, &args.hosting.hosting())?;
        Ok(Self { agent: agents.remove(0), runtime, stop: interrupt::stop()? })
    }

    /// Its answer on the last of these boards; `None` if it was stopped.
    pub(super) fn ask(&self, examiner: &Examiner, games: &[AnyGame]) -> Option<AgentAnswer> {
        examiner.ask(&self.agent, &self.runtime, &self.stop, games)
    }
}

pub(crate) fn run(args: &CheckArgs, output: &mut Output) -> Result<Ending> {
    let (agents, runtime) = entry::ready(&args.agents, args.time, &args.hosting.hosting())?;
    let stop = interrupt::stop()?;
    let candidates = agents.into_iter().map(|agent| {
        let (runtime, stop) = (Arc::clone(&runtime), stop.clone());
        Candidate { agent, runtime, stop }
    });
    let mut candidates: Vec<Candidate> = candidates.collect();
    let examiner = Examiner { size: args.size, tolerance: Tolerance::default() };
    if candidates.len() > 1 {
        if args.board.is_some() || args.verbose {
            let why = "--board and --verbose are for one agent: name no other one";
            return Err(Usage(why.into()).into());
        }
        return many(&candidates, &examiner, args.keep.as_deref(), output);
    }
    let candidate = candidates.remove(0);
    match args.board {
        Some(number) => one_board(&candidate, &examiner, number, output),
        None => one(&candidate, &examiner, args, output),
    }
}

/// Examines one agent, and shows everything.
fn one(
    candidate: &Candidate,
    examiner: &Examiner,
    args: &CheckArgs,
    output: &mut Output,
) -> Result<Ending> {
    let Candidate { agent, runtime, stop } = candidate;
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
        output.text(&findings_text(&checks, is_contest, output.has_colour()))?;
    }
    if args.verbose || args.keep.is_some() {
        let wanted = Wanted { show: args.verbose, keep: args.keep.as_deref() };
        if !again(candidate, examiner, &checks, wanted, output)? {
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

/// Examines several agents, and shows a line for each. All that is found is in a file for each author, if there is a
/// folder for that.
fn many(
    candidates: &[Candidate],
    examiner: &Examiner,
    keep: Option<&Path>,
    output: &mut Output,
) -> Result<Ending> {
    let width = candidates.iter().map(|it| it.agent.name.chars().count()).max().unwrap_or(0);
    let mut progress = Progress::new(candidates.len() * examiner.steps(), "check");
    let (mut ending, mut names) = (Ending::Done, BTreeSet::new());
    for candidate in candidates {
        let Candidate { agent, runtime, stop } = candidate;
        let is_contest = matches!(agent.protocol, Protocol::Contest(_));
        let began = Instant::now();
        let checks = examiner.examine(agent, runtime, stop, &mut |event| {
            if matches!(event, CheckEvent::Step) {
                progress.step();
            }
        });
        let Some(checks) = checks else { return Ok(Ending::Stopped) };
        let text = agent_text(agent, &checks, began.elapsed());
        if text.verdict > CheckVerdict::Warning {
            ending = Ending::No;
        }
        if let Some(folder) = keep {
            let mut name = plain(&agent.name);
            while !names.insert(name.clone()) {
                name.push('_');
            }
            let folder = folder.join(name);
            make_folder(&folder)?;
            let lines: Vec<String> = checks.iter().map(|result| line(result, is_contest)).collect();
            let findings = findings_text(&checks, is_contest, false);
            let whole = format!("{}\n{findings}{}", lines.join("\n"), end(agent, &checks));
            write_file(
                &folder.join("check.txt"),
                anstream::adapter::strip_str(&whole).to_string(),
            )?;
            let wanted = Wanted { show: false, keep: Some(&folder) };
            if !again(candidate, examiner, &checks, wanted, output)? {
                return Ok(Ending::Stopped);
            }
        }
        progress.suspend(|| {
            if output.is_json() {
                output.json(&text)?;
            } else {
                output.line(agent_line(agent, &checks, text.verdict, width))?;
            }
            output.finish()
        })?;
    }
    progress.finish();
    Ok(ending)
}

/// An agent in one line: its verdict, and the worst that was found.
fn agent_line(
    agent: &AgentProgram,
    checks: &[CheckResult],
    verdict: CheckVerdict,
    width: usize,
) -> String {
    let is_contest = matches!(agent.protocol, Protocol::Contest(_));
    let found = checks.iter().filter(|result| result.verdict == verdict);
    let findings: Vec<(Check, &Finding)> =
        found.flat_map(|result| result.findings.iter().map(|it| (result.check, it))).collect();
    let worst = match findings.as_slice() {
        _ if verdict == CheckVerdict::Passed => String::new(),
        [] => "not everything was checked".into(),
        [(check, finding), others @ ..] => {
            let text = words::finding(finding, is_contest);
            let text = text.lines().next().unwrap_or_default();
            let more = if others.is_empty() {
                String::new()
            } else {
                format!(", and {} more", others.len())
            };
            format!("{check}: {text}{more}")
        }
    };
    let line = format!("{}  {:width$}  {worst}", painted(verdict), agent.name.as_str());
    line.trim_end().to_owned()
}

/// The name of an agent as that of a folder.
fn plain(name: &str) -> String {
    let letter = |letter: char| {
        if letter.is_alphanumeric() || "-_ ".contains(letter) { letter } else { '_' }
    };
    let plain: String = name.chars().map(letter).collect();
    if plain.trim().is_empty() { "agent".into() } else { plain }
}

fn make_folder(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("making {}", Foreign::path(folder)))
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
            make_folder(folder)?;
            evidence::keep(folder, &format!("{}-{}", index + 1, result.check), &evidence)?;
        }
    }
    Ok(true)
}

/// The result of a check in one line.
fn line(result: &CheckResult, is_contest: bool) -> String {
    let CheckResult { check, verdict, summary, .. } = result;
    format!("{}  {:7}  {}", painted(*verdict), check.name(), words::summary(summary, is_contest))
}

fn painted(verdict: CheckVerdict) -> String {
    let style = match verdict {
        CheckVerdict::Passed => GOOD,
        CheckVerdict::Skipped => FAINT,
        CheckVerdict::Warning => DOUBTFUL,
        CheckVerdict::Failed => ERROR,
    };
    paint(style, &format!("{:7}", verdict.name()))
}

/// The findings, each with advice.
fn findings_text(checks: &[CheckResult], is_contest: bool, has_colour: bool) -> String {
    let mut text = String::new();
    for result in checks {
        for finding in &result.findings {
            let name = paint(STRONG, result.check.name());
            text += &format!("\n{name}: {}\n", words::finding(finding, is_contest));
            if let Some(game) = &finding.game {
                let record = GameRecord::new(game.clone(), Objective::FewestDiscs);
                text += &draw::game(&record, has_colour);
            }
            let advice = words::advice(finding, is_contest);
            text += &format!("{} {advice}\n", paint(FAINT, "What to do:"));
        }
    }
    text
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
        failed_checks: (checks.iter())
            .filter(|result| result.verdict == CheckVerdict::Failed)
            .map(|result| result.check)
            .collect(),
        seconds: taken.as_secs_f64(),
    }
}

fn count(checks: &[CheckResult], verdict: CheckVerdict) -> usize {
    checks.iter().filter(|result| result.verdict == verdict).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_an_agent_stays_in_its_place() {
        for (name, folder) in [
            ("ann", "ann"),
            ("../../etc", "______etc"),
            ("..", "__"),
            ("a/b #2", "a_b _2"),
            ("", "agent"),
        ] {
            assert_eq!(plain(name), folder);
        }
    }
}
