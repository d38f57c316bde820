//! Standard output: coloured on a terminal, plain in a pipe, JSON on request; and files.

use std::fmt::Display;
use std::io::{self, BufWriter, Stdout, Write};
use std::path::Path;

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Color, Style};
use anyhow::{Context as _, Result};
use serde::Serialize;
use wane_files::write_atomically;
use wane_service::message::Versioned;
use wane_text::Foreign;

/// The word before an error message.
pub(crate) const ERROR: Style = Style::new().bold().fg_color(Some(Color::Ansi(AnsiColor::Red)));
/// A check that has passed.
pub(crate) const GOOD: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::Green)));
/// A check that has neither passed nor failed.
pub(crate) const DOUBTFUL: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::Yellow)));
/// Less important text.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// The text that the reader looks for.
pub(crate) const STRONG: Style = Style::new().bold();

/// The output of a command.
pub(crate) struct Output {
    stream: BufWriter<AutoStream<Stdout>>,
    is_json: bool,
    has_colour: bool,
}

impl Output {
    pub(crate) fn stdout(is_json: bool) -> Self {
        let stdout = io::stdout();
        let has_colour = AutoStream::choice(&stdout) != ColorChoice::Never;
        Self { stream: BufWriter::new(AutoStream::auto(stdout)), is_json, has_colour }
    }

    /// Whether the reader is a program that asked for JSON.
    pub(crate) fn is_json(&self) -> bool {
        self.is_json
    }

    /// Whether the reader sees colours.
    pub(crate) fn has_colour(&self) -> bool {
        self.has_colour
    }

    /// Writes text as it is.
    pub(crate) fn text(&mut self, text: &str) -> Result<()> {
        self.stream.write_all(text.as_bytes()).context("writing the answer")
    }

    /// Writes an object as a line of JSON, with the version of all that `--json` prints.
    pub(crate) fn json(&mut self, object: &impl Serialize) -> Result<()> {
        let line = Versioned::new(object).to_json();
        self.text(&format!("{line}\n"))
    }

    /// Writes a line of a protocol, which the host waits for.
    pub(crate) fn line(&mut self, line: impl Display) -> Result<()> {
        self.text(&format!("{line}\n"))?;
        self.finish()
    }

    /// Flushes the buffer.
    pub(crate) fn finish(&mut self) -> Result<()> {
        self.stream.flush().context("writing the answer")
    }
}

/// Writes a file as a whole or leaves what was there.
pub(crate) fn write_file(path: &Path, bytes: impl AsRef<[u8]>) -> Result<()> {
    write_atomically(path, bytes.as_ref())
        .with_context(|| format!("writing {}", Foreign::path(path)))
}

/// Checks before the work that its result can be written to a file.
pub(crate) fn ensure_writable(path: &Path) -> Result<()> {
    wane_files::ensure_writable(path).with_context(|| format!("writing {}", Foreign::path(path)))
}

/// A text in a style; the stream removes the style where it cannot be seen.
pub(crate) fn paint(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// A number with its digits in groups of three.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Whether the reader of the output has closed the pipe.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kind = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
    error.downcast_ref::<io::Error>().is_some_and(kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        let cases = [(0, "0"), (999, "999"), (1000, "1,000"), (1_939_886_636, "1,939,886,636")];
        for (number, text) in cases {
            assert_eq!(grouped(number), text);
        }
    }
}
