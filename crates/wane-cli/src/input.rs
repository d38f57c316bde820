//! Input: a text on the command line, a file, or standard input, in any format.

use std::fs;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use wane_board::AnyGame;
use wane_eval::Weights;
use wane_formats::paste::{Content, Pasted, paste_bytes, read_bytes};
use wane_formats::{Context, Format, GameRecord};
use wane_text::Foreign;

/// The word for the start position.
const START: &str = "start";

/// Files above this size are refused: no collection of games is so large.
const MAX_BYTES: u64 = 1 << 30;

/// The games of an input, or the start position if there is none; all of them or the chosen one.
pub(crate) fn games(
    input: Option<&str>,
    number: Option<usize>,
    context: Context,
) -> Result<Vec<GameRecord>> {
    let mut games = read(input.unwrap_or(START), None, context)?.into_games();
    if let Some(number) = number {
        if number == 0 || number > games.len() {
            bail!("there is no game {number}, the input has {}", games.len());
        }
        games = vec![games.swap_remove(number - 1)];
    }
    Ok(games)
}

/// Reads standard input for `-`, a file by its name, the start position for `start`, and any other text itself.
pub(crate) fn read(input: &str, from: Option<Format>, context: Context) -> Result<Pasted> {
    if input == START {
        let start = GameRecord::new(AnyGame::new(context.size), context.objective);
        return Ok(Pasted { format: Format::Board, content: Content::Games(vec![start]) });
    }
    let (bytes, name) = if input == "-" {
        (standard_input()?, "standard input".to_string())
    } else if Path::new(input).is_file() {
        (file(Path::new(input))?, input.to_string())
    } else {
        let pasted = parse(input.as_bytes(), from, context);
        return pasted.with_context(|| text_context(input));
    };
    parse(&bytes, from, context).with_context(|| format!("reading {name}"))
}

/// The games of a file.
pub(crate) fn file_games(
    path: &Path,
    from: Option<Format>,
    context: Context,
) -> Result<Vec<GameRecord>> {
    let pasted = parse(&file(path)?, from, context);
    Ok(pasted.with_context(|| format!("reading {}", Foreign::path(path)))?.into_games())
}

/// The weights of an evaluation.
pub(crate) fn weights(path: &Path) -> Result<Weights> {
    let weights = Weights::from_bytes(&file(path)?);
    weights.with_context(|| format!("reading {}", Foreign::path(path)))
}

fn parse(bytes: &[u8], from: Option<Format>, context: Context) -> Result<Pasted> {
    Ok(match from {
        Some(format) => read_bytes(bytes, format, context)?,
        None => paste_bytes(bytes, context)?,
    })
}

/// The context of an error in a text of the command line; a name with a dot was meant as a file.
fn text_context(input: &str) -> String {
    let short: String = input.chars().take(40).collect();
    let dots = if short.len() < input.len() { "…" } else { "" };
    let looks_like_file = !input.contains(char::is_whitespace)
        && (input.contains(std::path::MAIN_SEPARATOR) || Path::new(input).extension().is_some());
    if looks_like_file {
        format!("there is no file {short:?}{dots}, and as a game it cannot be read")
    } else {
        format!("reading {short:?}{dots}")
    }
}

fn standard_input() -> Result<Vec<u8>> {
    let stdin = io::stdin();
    if stdin.is_terminal() {
        anstream::eprintln!("reading a game from the terminal, end it with Ctrl-D");
    }
    let mut bytes = Vec::new();
    let read = stdin.lock().take(MAX_BYTES + 1).read_to_end(&mut bytes);
    read.context("reading standard input")?;
    if bytes.len() as u64 > MAX_BYTES {
        bail!("standard input is larger than {MAX_BYTES} bytes");
    }
    Ok(bytes)
}

fn file(path: &Path) -> Result<Vec<u8>> {
    let name = Foreign::path(path);
    let size = fs::metadata(path).with_context(|| format!("reading {name}"))?.len();
    if size > MAX_BYTES {
        bail!("{name} has {size} bytes, more than {MAX_BYTES} are not read: split it");
    }
    fs::read(path).with_context(|| format!("reading {name}"))
}
