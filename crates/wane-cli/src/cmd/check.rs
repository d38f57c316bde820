//! `wane check`: what is wrong with an agent, before a contest finds out; docs/check.md.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Color, Style};
use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use wane_board::Objective;
use wane_formats::GameRecord;
use wane_match::check::{Checked, Examiner, Finding, News, Verdict};
use wane_match::{Agent, Protocol, Venue};

use crate::args::CheckArgs;
use crate::draw;
use crate::exit::Ending;
use crate::interrupt;
use crate::output::{ERROR, FAINT, Output, STRONG, paint};
use crate::progress::Progress;

const GOOD: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::Green)));
const DOUBTFUL: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::Yellow)));

/// How much later than its limit a move may be, as in a match.
const MARGIN: Duration = Duration::from_millis(200);

pub(crate) fn run(args: &CheckArgs, output: &mut Output) -> Result<Ending> {
    let agent = args.agent.agent(args.time)?;
    if matches!(agent.protocol, Protocol::Contest(_)) && !agent.program.is_file() {
        bail!("there is no file {}", agent.program.display());
    }
    let venue = Venue::for_agents(std::slice::from_ref(&agent), args.no_sandbox);
    let venue =
        Arc::new(venue.context("to check without a sandbox all the same, say --no-sandbox")?);
    let stop = interrupt::stop()?;
    let examiner = Examiner { size: args.size, margin: MARGIN };
    let began = Instant::now();
    let mut progress = Progress::new(examiner.steps(), "check");
    let mut written = Ok(());
    let checks = examiner.examine(&agent, &venue, &stop, &mut |news| match news {
        News::Step => progress.step(),
        News::Done(checked) => {
            let line = if output.is_json() { as_json(checked).to_string() } else { line(checked) };
            let wrote = progress.suspend(|| output.line(line));
            written = std::mem::replace(&mut written, Ok(())).and(wrote);
        }
    });
    progress.finish();
    written?;
    let Some(checks) = checks else { return Ok(Ending::Stopped) };
    if output.is_json() {
        output.json(&summary(&agent, &checks, began.elapsed()))?;
    } else {
        tell(&agent, &checks, output)?;
    }
    let is_failed = count(&checks, Verdict::Failed) > 0;
    Ok(if is_failed { Ending::No } else { Ending::Done })
}

/// What came of a check, in one line.
fn line(checked: &Checked) -> String {
    let Checked { check, verdict, text, .. } = checked;
    let style = match verdict {
        Verdict::Passed => GOOD,
        Verdict::Warning => DOUBTFUL,
        Verdict::Failed => ERROR,
    };
    let verdict = paint(style, &format!("{:7}", verdict.name()));
    format!("{verdict}  {:7}  {text}", check.name())
}

/// What was found, with what to do about it, and how it came out.
fn tell(agent: &Agent, checks: &[Checked], output: &mut Output) -> Result<()> {
    for checked in checks {
        for finding in &checked.findings {
            let Finding { text, advice, game, .. } = finding;
            let name = paint(STRONG, checked.check.name());
            output.text(&format!("\n{name}: {text}\n"))?;
            if let Some(game) = game {
                let record = GameRecord::new(game.clone(), Objective::FewestDiscs);
                output.text(&draw::game(&record, output.has_colour()))?;
            }
            if let Some(advice) = advice {
                output.text(&format!("{} {advice}\n", paint(FAINT, "What to do:")))?;
            }
        }
    }
    let (failed, warnings) = (count(checks, Verdict::Failed), count(checks, Verdict::Warning));
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

fn as_json(checked: &Checked) -> Value {
    let texts = checked.findings.iter().map(|finding| finding.text.as_str());
    let texts: Vec<&str> = std::iter::once(checked.text.as_str()).chain(texts).collect();
    let advice: Vec<&str> =
        checked.findings.iter().filter_map(|finding| finding.advice.as_deref()).collect();
    json!({
        "check": checked.check.name(),
        "verdict": checked.verdict.name(),
        "text": texts.join("\n"),
        "advice": (!advice.is_empty()).then(|| advice.join("\n")),
    })
}

fn summary(agent: &Agent, checks: &[Checked], taken: Duration) -> Value {
    let worst = checks.iter().map(|checked| checked.verdict).max().unwrap_or(Verdict::Passed);
    json!({
        "agent": agent.name,
        "verdict": worst.name(),
        "passed": count(checks, Verdict::Passed),
        "warnings": count(checks, Verdict::Warning),
        "failed": count(checks, Verdict::Failed),
        "seconds": taken.as_secs_f64(),
    })
}

fn count(checks: &[Checked], verdict: Verdict) -> usize {
    checks.iter().filter(|checked| checked.verdict == verdict).count()
}
