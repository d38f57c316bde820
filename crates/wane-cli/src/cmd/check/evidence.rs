//! All that is seen of an agent on one board, for `wane check --verbose`, `--board` and `--keep`, and for `wane ask`:
//! the board, the answer, what was printed, time and memory, and a script that asks the same without Wane.

use std::path::Path;

use anyhow::Result;
use serde::Serialize;
use wane_board::{AnyPosition, Colour, Move, Objective};
use wane_formats::{GameRecord, board_text};
use wane_match::check::{AgentAnswer, Finding};
use wane_match::{AgentProgram, Protocol};
use wane_text::Foreign;

use super::words;
use crate::draw;
use crate::output::{ERROR, FAINT, GOOD, Output, STRONG, paint, write_file};

/// Where the text of a script ends in a shell.
const END: &str = "END";

/// How an agent answers on a board, as JSON.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct AnswerText {
    /// The agent.
    agent: Foreign,
    /// The board.
    board: String,
    /// Its move; null if there is none.
    #[serde(rename = "move")]
    mv: Option<String>,
    /// What is wrong with the answer; null if nothing is.
    finding: Option<Finding>,
    /// The same in English.
    text: Option<String>,
    /// The candidate list of a contest file, as (row, column).
    candidates: Vec<(i64, i64)>,
    /// What `go` returned, as Python shows it.
    returned: Option<Foreign>,
    /// How long it took.
    seconds: f64,
    /// Its peak memory, without that of Python and its libraries; null if the system does not tell.
    memory_bytes: Option<u64>,
    /// What it printed, and its exceptions.
    log: String,
    /// A script for Python that asks the same; null if it is no contest file.
    script: Option<String>,
}

/// An agent, and its answer on a board.
pub(crate) struct Evidence<'e> {
    pub(crate) agent: &'e AgentProgram,
    pub(crate) answer: &'e AgentAnswer,
}

impl Evidence<'_> {
    fn is_contest(&self) -> bool {
        matches!(self.agent.protocol, Protocol::Contest(_))
    }

    pub(crate) fn json(&self) -> AnswerText {
        let AgentAnswer { outcome, candidates, returned, taken, memory, log, .. } = self.answer;
        let finding = outcome.as_ref().err().map(|finding| Finding::clone(finding));
        AnswerText {
            agent: self.agent.name.clone(),
            board: board_text::write(&self.answer.game.position()),
            mv: outcome.as_ref().ok().map(ToString::to_string),
            text: finding.as_ref().map(|finding| words::finding(finding, self.is_contest())),
            finding,
            candidates: candidates.clone(),
            returned: returned.clone(),
            seconds: taken.as_secs_f64(),
            memory_bytes: *memory,
            log: log.clone(),
            script: self.script(),
        }
    }

    /// The board, and what came of it.
    pub(crate) fn write(&self, output: &mut Output) -> Result<()> {
        let record = GameRecord::new(self.answer.game.clone(), Objective::FewestDiscs);
        output.text(&draw::game(&record, output.has_colour()))?;
        output.text(&format!("\n{}", self.answer_lines()))?;
        output.text(&self.log_lines())
    }

    /// The script, as a command of a shell.
    pub(crate) fn write_script(&self, output: &mut Output) -> Result<()> {
        let Some(script) = self.script() else { return Ok(()) };
        let head = paint(FAINT, "The same by hand, without a limit or a sandbox:");
        output.text(&format!("\n{head}\n\npython3 - <<'{END}'\n{script}{END}\n"))
    }

    /// The same as a plain text.
    pub(crate) fn text(&self) -> String {
        let record = GameRecord::new(self.answer.game.clone(), Objective::FewestDiscs);
        let board = draw::game(&record, false);
        anstream::adapter::strip_str(&format!(
            "{board}\n{}{}",
            self.answer_lines(),
            self.log_lines()
        ))
        .to_string()
    }

    fn answer_lines(&self) -> String {
        let AgentAnswer { outcome, candidates, returned, taken, memory, stopped_at, .. } =
            self.answer;
        let is_contest = self.is_contest();
        let mut lines = vec![(
            "answer",
            match outcome {
                Ok(Move::Place(square)) => paint(GOOD, &words::square_name(*square, is_contest)),
                Ok(Move::Pass) => paint(GOOD, "a pass"),
                Err(finding) => paint(ERROR, &words::finding(finding, is_contest)),
            },
        )];
        if is_contest {
            let listed: Vec<String> = candidates.iter().map(|it| format!("{it:?}")).collect();
            lines.push(("list", format!("[{}]", listed.join(", "))));
        }
        lines.extend(returned.iter().map(|it| ("returned", it.to_string())));
        lines.extend(stopped_at.iter().map(|it| ("stopped", format!("at the limit, in {it}"))));
        let limit = self.agent.time.per_move;
        let limit = limit.map_or_else(String::new, |it| format!(" of {}", words::seconds(it)));
        lines.push(("time", words::seconds(*taken) + &limit));
        lines.push(("memory", words::memory(*memory)));
        let line = |(name, text)| format!("{}  {text}\n", paint(STRONG, &format!("{name:8}")));
        lines.into_iter().map(line).collect()
    }

    /// What it has printed and raised.
    fn log_lines(&self) -> String {
        let log = self.answer.log.trim_end();
        if log.is_empty() {
            return String::new();
        }
        let lines = log.lines().map(|line| format!("  {}\n", Foreign::from(line)));
        format!("{}\n{}", paint(STRONG, "printed and raised"), lines.collect::<String>())
    }

    /// A script for Python that asks a contest file the same.
    pub(crate) fn script(&self) -> Option<String> {
        self.is_contest().then(|| script(self.agent, &self.answer.game.position()))
    }
}

fn script(agent: &AgentProgram, position: &AnyPosition) -> String {
    // As Python writes a text.
    let file = agent.program.to_string_lossy().replace('\\', "\\\\").replace('"', "\\\"");
    let rows = position.size().rows();
    let colour = if position.side() == Colour::Black { -1 } else { 1 };
    let number = |square| match position.disc_at(square) {
        Some(Colour::Black) => "-1",
        Some(Colour::White) => " 1",
        None => " 0",
    };
    let squares: Vec<&str> = position.size().squares().into_iter().map(number).collect();
    let board = squares.chunks(rows).map(|row| format!("    [{}],\n", row.join(", ")));
    let board: String = board.collect();
    let limit = agent.time.per_move.or(agent.time.game).map_or(5.0, |it| it.as_secs_f64());
    format!(
        "import runpy\n\nimport numpy\n\nAI = runpy.run_path(\"{file}\")[\"AI\"]\n\
         ai = AI({rows}, {colour}, {limit})\nai.go(numpy.array([\n{board}]))\n\
         print(ai.candidate_list)\n"
    )
}

/// Writes the evidence into a folder that is there: a script, and what was seen.
pub(super) fn keep(folder: &Path, name: &str, evidence: &Evidence<'_>) -> Result<()> {
    write_file(&folder.join(format!("{name}.txt")), evidence.text())?;
    match evidence.script() {
        Some(script) => write_file(&folder.join(format!("{name}.py")), script),
        None => Ok(()),
    }
}
