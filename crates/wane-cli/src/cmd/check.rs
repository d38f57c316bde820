//! `wane check`: finds the problems of an agent before a contest does; docs/check.md.

mod words;

use std::iter;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde::Serialize;
use wane_board::Objective;
use wane_formats::GameRecord;
use wane_match::check::{
    Check, CheckEvent, CheckResult, CheckSummary, CheckVerdict, Examiner, Finding,
};
use wane_match::{AgentProgram, AgentRuntime, Protocol, Tolerance};
use wane_text::Foreign;

use crate::args::CheckArgs;
use crate::draw;
use crate::exit::Ending;
use crate::interrupt;
use crate::output::{DOUBTFUL, ERROR, FAINT, GOOD, Output, STRONG, paint};
use crate::progress::Progress;

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
    /// The time in seconds.
    seconds: f64,
}

pub(crate) fn run(args: &CheckArgs, output: &mut Output) -> Result<Ending> {
    let agent = args.agent.agent(args.time, args.no_sandbox)?;
    let is_contest = matches!(agent.protocol, Protocol::Contest(_));
    if is_contest && !agent.program.is_file() {
        bail!("there is no file {}", Foreign::path(&agent.program));
    }
    let runtime = AgentRuntime::for_agents(std::slice::from_ref(&agent), args.no_sandbox);
    let runtime =
        Arc::new(runtime.context("to check without a sandbox all the same, say --no-sandbox")?);
    let stop = interrupt::stop()?;
    let examiner = Examiner { size: args.size, tolerance: Tolerance::default() };
    let began = Instant::now();
    let mut progress = Progress::new(examiner.steps(), "check");
    let mut written = Ok(());
    let checks = examiner.examine(&agent, &runtime, &stop, &mut |event| match event {
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
    if output.is_json() {
        output.json(&agent_text(&agent, &checks, began.elapsed()))?;
    } else {
        write_findings(&agent, &checks, is_contest, output)?;
    }
    let is_failed = count(&checks, CheckVerdict::Failed) > 0;
    Ok(if is_failed { Ending::No } else { Ending::Done })
}

/// The result of a check in one line.
fn line(result: &CheckResult, is_contest: bool) -> String {
    let CheckResult { check, verdict, summary, .. } = result;
    let style = match verdict {
        CheckVerdict::Passed => GOOD,
        CheckVerdict::Warning => DOUBTFUL,
        CheckVerdict::Failed => ERROR,
    };
    let verdict = paint(style, &format!("{:7}", verdict.name()));
    format!("{verdict}  {:7}  {}", check.name(), words::summary(summary, is_contest))
}

/// Writes the findings, each with advice, and the end result.
fn write_findings(
    agent: &AgentProgram,
    checks: &[CheckResult],
    is_contest: bool,
    output: &mut Output,
) -> Result<()> {
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
    let (failed, warnings) =
        (count(checks, CheckVerdict::Failed), count(checks, CheckVerdict::Warning));
    let warnings = match warnings {
        0 => "no warnings".to_owned(),
        1 => "1 warning".to_owned(),
        _ => format!("{warnings} warnings"),
    };
    let name = &agent.name;
    output.text(&match failed {
        0 => format!("\n{name} is ready to play: {warnings}\n"),
        _ => format!(
            "\n{name} is not ready to play: {failed} of {} checks failed, {warnings}\n",
            checks.len()
        ),
    })
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
        seconds: taken.as_secs_f64(),
    }
}

fn count(checks: &[CheckResult], verdict: CheckVerdict) -> usize {
    checks.iter().filter(|result| result.verdict == verdict).count()
}
