//! Games in files: the extension of the name says in which format a game is saved.

use std::io;
use std::path::Path;

use anyhow::{Context as _, Result};
use wane_files::{write_atomically, write_new_atomically};
use wane_formats::{Context, Format, GameRecord};

use crate::input;
use crate::play::state::Event;

/// Saves a game in a folder, and returns the event.
pub(crate) fn save(folder: &Path, name: &str, game: &GameRecord, may_replace: bool) -> Event {
    match write(&folder.join(name), game, may_replace) {
        Ok(()) => Event::Saved(name.into()),
        Err(error) if exists(&error) => Event::Exists(name.into()),
        Err(error) => Event::Failed(format!("Not saved: {error:#}")),
    }
}

/// Opens the first game of a file in a folder, and returns the event.
pub(crate) fn open(folder: &Path, name: &str, context: Context) -> Event {
    let read = input::file_games(&folder.join(name), None, context);
    match read.and_then(|games| games.into_iter().next().context("there is no game in it")) {
        Ok(game) => Event::Opened(name.into(), Box::new(game)),
        Err(error) => Event::Failed(format!("Not opened: {error:#}")),
    }
}

fn write(path: &Path, game: &GameRecord, may_replace: bool) -> Result<()> {
    let format = match path.extension().map(|extension| extension.to_string_lossy()) {
        None => Format::Json,
        Some(extension) if extension == "txt" => Format::Transcript,
        Some(extension) => extension.parse()?,
    };
    let text = format.write_games(std::slice::from_ref(game))?;
    let write = if may_replace { write_atomically } else { write_new_atomically };
    Ok(write(path, text.as_bytes())?)
}

fn exists(error: &anyhow::Error) -> bool {
    let kind = |cause: &io::Error| cause.kind() == io::ErrorKind::AlreadyExists;
    error.downcast_ref::<io::Error>().is_some_and(kind)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::play::session::state;

    #[test]
    fn a_game_is_saved_as_its_name_ends_and_replaces_no_file_unasked() {
        let folder = std::env::temp_dir().join(format!("wane-files-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let game = state("1", "2s", "f5d6").course.record().clone();
        for (name, begins) in [
            ("g", "{\"format\""),
            ("g.json", "{"),
            ("g.ggf", "(;GM[O"),
            ("g.sgf", "(;FF"),
            ("g.txt", "f5d6"),
        ] {
            assert!(matches!(save(&folder, name, &game, false), Event::Saved(_)), "{name}");
            assert!(fs::read_to_string(folder.join(name)).unwrap().starts_with(begins), "{name}");
            assert!(matches!(save(&folder, name, &game, false), Event::Exists(_)), "{name}");
            assert!(matches!(save(&folder, name, &game, true), Event::Saved(_)), "{name}");
            let opened = open(&folder, name, Context::default());
            assert!(matches!(opened, Event::Opened(_, read) if read.game == game.game), "{name}");
        }
        for name in ["g.png", "g.wthor", "no/g.json"] {
            assert!(matches!(save(&folder, name, &game, false), Event::Failed(_)), "{name}");
            assert!(matches!(open(&folder, name, Context::default()), Event::Failed(_)), "{name}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
