//! What the engine says about positions at two depths, kept in a file while it works.
//!
//! A line of the file is the number of a position and its two values. Lines are only ever added, so
//! a run that was stopped goes on where it was; the first line says which run it is.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use wane_board::{Board, Objective};
use wane_eval::Value;
use wane_search::{Control, Engine, Limits, Question};

/// How far the engine looks ahead: an odd depth and an even one, since the side that moves last looks
/// better than it is.
pub(super) const DEPTHS: [u32; 2] = [9, 10];

/// Memory of the table in megabytes. Each position has its own, so that its values depend on nothing
/// else.
const TABLE: usize = 4;

/// How many positions are in work at a time.
const THREADS: usize = 2;

/// How often it says how far it has come.
const TELL: Duration = Duration::from_secs(10);

/// What a position is worth to the side to move, at each depth.
pub(super) type Scores = [Value; DEPTHS.len()];

/// Looks at one position with a fresh engine on one thread.
pub(super) fn score(board: Board<8>) -> Result<Scores> {
    let limits = Limits { depth: Some(DEPTHS[1]), ..Limits::default() };
    let objective = Objective::FewestDiscs;
    let question = Question { board: board.into(), objective, limits, lines: 1, only: None };
    let engine = Engine::try_new(TABLE)?;
    let mut at_depth = BTreeMap::new();
    engine.search(&question, &|| Duration::ZERO, &Control::new(), &mut |report| {
        at_depth.insert(report.depth, report.best().value);
    });
    match DEPTHS.map(|depth| at_depth.get(&depth).copied()) {
        [Some(first), Some(second)] => Ok([first, second]),
        _ => bail!("the engine did not come to depth {} of {board:?}", DEPTHS[1]),
    }
}

/// Looks at all of them, except those that are in the file already.
pub(super) fn score_all(boards: &[Board<8>], bench: u64, path: &Path) -> Result<Vec<Scores>> {
    let title = format!("openings, depths {DEPTHS:?}, table {TABLE}, bench {bench}");
    let text = fs::read_to_string(path).unwrap_or_default();
    let mut scores = vec![None; boards.len()];
    let finished = text.rfind('\n').map_or("", |end| &text[..=end]);
    let kept = finished.strip_prefix(&title).unwrap_or_default();
    for (number, values) in kept.lines().filter_map(parse) {
        if let Some(place) = scores.get_mut(number) {
            *place = Some(values);
        }
    }
    let mut file = if kept.is_empty() { File::create(path) } else { open_at_end(path, finished) }
        .with_context(|| format!("writing {}", path.display()))?;
    if kept.is_empty() {
        writeln!(file, "{title}")?;
    }
    let left: Vec<usize> = (0..boards.len()).filter(|&number| scores[number].is_none()).collect();
    let sheet = Mutex::new(Sheet { scores, file, told: Instant::now() });
    let (next, start) = (AtomicUsize::new(0), Instant::now());
    let work = || -> Result<()> {
        while let Some(&number) = left.get(next.fetch_add(1, Relaxed)) {
            let values = score(boards[number])?;
            let mut sheet = sheet.lock().expect("no thread panics");
            sheet.scores[number] = Some(values);
            writeln!(sheet.file, "{number} {} {}", values[0].parts(), values[1].parts())?;
            if sheet.told.elapsed() > TELL {
                sheet.told = Instant::now();
                tell(next.load(Relaxed), left.len(), start.elapsed());
            }
        }
        Ok(())
    };
    thread::scope(|scope| {
        let threads = [(); THREADS].map(|()| scope.spawn(work));
        threads.into_iter().try_for_each(|thread| thread.join().expect("no thread panics"))
    })?;
    let scores = sheet.into_inner().expect("no thread panics").scores;
    scores.into_iter().collect::<Option<_>>().context("a position was left out")
}

/// What the threads write on.
struct Sheet {
    scores: Vec<Option<Scores>>,
    file: File,
    told: Instant,
}

/// The file without the line that a stop has cut short.
fn open_at_end(path: &Path, finished: &str) -> std::io::Result<File> {
    let file = OpenOptions::new().append(true).open(path)?;
    file.set_len(finished.len() as u64)?;
    Ok(file)
}

fn parse(line: &str) -> Option<(usize, Scores)> {
    let mut words = line.split(' ');
    let number = words.next()?.parse().ok()?;
    let mut value = || Some(Value::new(words.next()?.parse().ok()?));
    Some((number, [value()?, value()?]))
}

#[expect(clippy::print_stderr, reason = "a chore talks to the person who runs it")]
fn tell(done: usize, all: usize, spent: Duration) {
    let share = f64::from(u32::try_from(done).unwrap_or(u32::MAX))
        / f64::from(u32::try_from(all).unwrap_or(u32::MAX));
    let left = spent.mul_f64(1.0 / share - 1.0);
    eprintln!("{done} of {all} positions, {} s gone, {} s to go", spent.as_secs(), left.as_secs());
}

#[cfg(test)]
mod tests {
    use wane_board::Game;
    use wane_testkit::temp_dir::TempDir;

    use super::*;

    #[test]
    fn what_is_in_the_file_is_believed_and_the_line_that_was_cut_is_made_again() {
        let boards = [["f5", "d6"], ["f5", "f4"], ["f5", "f6"]].map(|squares| {
            let mut game = Game::<8>::new();
            for square in squares {
                game.play(square.parse().unwrap()).unwrap();
            }
            game.position().board
        });
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("scores");
        let scores = score_all(&boards, 7, &path).unwrap();
        let title = "openings, depths [9, 10], table 4, bench 7\n";
        assert!(fs::read_to_string(&path).unwrap().starts_with(title));

        fs::write(&path, format!("{title}1 5 -6\n2 1")).unwrap();
        let known = [Value::new(5), Value::new(-6)];
        assert_eq!(score_all(&boards, 7, &path).unwrap(), [scores[0], known, scores[2]]);
        assert_eq!(score_all(&boards, 7, &path).unwrap(), [scores[0], known, scores[2]]);
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 4);
        // That was another engine.
        assert_eq!(score_all(&boards, 8, &path).unwrap(), scores);
    }
}
