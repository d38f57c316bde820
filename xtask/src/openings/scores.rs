//! Values of positions at two depths, kept in a file during the run.
//!
//! The file is a journal. Its first line has the settings of the run, each other one the number of a
//! position and its two values. A run that was stopped resumes from it.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use wane_board::{Board, Objective};
use wane_eval::{Value, Weights};
use wane_files::{Journal, LineForm};
use wane_search::{Control, Engine, Limits, Question};

/// Search depths: an odd and an even one, since an evaluation favours the side that moved last.
pub(super) const DEPTHS: [u32; 2] = [9, 10];

/// Size of a transposition table in megabytes. Each position has its own, so that its values depend on
/// nothing else.
const TABLE_MB: usize = 4;

/// How many positions are searched at a time.
const THREADS: usize = 2;

/// How often the progress is reported.
const REPORT_INTERVAL: Duration = Duration::from_secs(10);

/// The values of a position for the side to move, one for each depth.
pub(super) type Scores = [Value; DEPTHS.len()];

/// The evaluation of a search: learned weights, or the hand-made one.
pub(super) type Evaluation = Option<Arc<Weights>>;

/// Searches one position with a fresh engine on one thread.
pub(super) fn score(board: Board<8>, evaluation: &Evaluation) -> Result<Scores> {
    let limits = Limits { depth: Some(DEPTHS[1]), ..Limits::default() };
    let objective = Objective::FewestDiscs;
    let question = Question { board: board.into(), objective, limits, lines: 1, only: None };
    let engine = Engine::try_new(TABLE_MB)?;
    let engine = match evaluation {
        Some(weights) => engine.weights(Arc::clone(weights)),
        None => engine,
    };
    let mut at_depth = BTreeMap::new();
    engine.search(&question, &|| Duration::ZERO, &Control::new(), &mut |report| {
        at_depth.insert(report.depth, report.best().value);
    });
    match DEPTHS.map(|depth| at_depth.get(&depth).copied()) {
        [Some(first), Some(second)] => Ok([first, second]),
        _ => bail!("the engine did not reach depth {} in {board:?}", DEPTHS[1]),
    }
}

/// Searches all positions that are not in the file yet.
pub(super) fn score_all(
    boards: &[Board<8>],
    evaluation: &Evaluation,
    bench: u64,
    path: &Path,
) -> Result<Vec<Scores>> {
    let title = format!("openings, depths {DEPTHS:?}, table {TABLE_MB}, bench {bench}");
    let (mut journal, lines) = Journal::open(path, LineForm::Text)?;
    let mut scores = vec![None; boards.len()];
    match lines.split_first() {
        Some((first, kept)) if *first == title => {
            for (number, values) in kept.iter().filter_map(|line| parse(line)) {
                if let Some(place) = scores.get_mut(number) {
                    *place = Some(values);
                }
            }
        }
        _ => {
            journal.keep(0)?;
            journal.begin(&[&title])?;
        }
    }
    let left: Vec<usize> = (0..boards.len()).filter(|&number| scores[number].is_none()).collect();
    let progress = Mutex::new(Progress { scores, journal, reported: Instant::now() });
    let (next, start) = (AtomicUsize::new(0), Instant::now());
    let work = || -> Result<()> {
        while let Some(&number) = left.get(next.fetch_add(1, Relaxed)) {
            let values = score(boards[number], evaluation)?;
            let mut progress = progress.lock().expect("no thread panics");
            progress.scores[number] = Some(values);
            let line = format!("{number} {} {}", values[0].parts(), values[1].parts());
            progress.journal.append(&line)?;
            if progress.reported.elapsed() > REPORT_INTERVAL {
                progress.reported = Instant::now();
                report(next.load(Relaxed), left.len(), start.elapsed());
            }
        }
        Ok(())
    };
    thread::scope(|scope| {
        let threads = [(); THREADS].map(|()| scope.spawn(work));
        threads.into_iter().try_for_each(|thread| thread.join().expect("no thread panics"))
    })?;
    let scores = progress.into_inner().expect("no thread panics").scores;
    scores.into_iter().collect::<Option<_>>().context("a position was left out")
}

/// The state that the threads share.
struct Progress {
    scores: Vec<Option<Scores>>,
    journal: Journal,
    reported: Instant,
}

fn parse(line: &str) -> Option<(usize, Scores)> {
    let mut words = line.split(' ');
    let number = words.next()?.parse().ok()?;
    let mut value = || Some(Value::new(words.next()?.parse().ok()?));
    Some((number, [value()?, value()?]))
}

#[expect(clippy::print_stderr, reason = "this command reports to the terminal")]
fn report(done: usize, all: usize, spent: Duration) {
    let share = f64::from(u32::try_from(done).unwrap_or(u32::MAX))
        / f64::from(u32::try_from(all).unwrap_or(u32::MAX));
    let left = spent.mul_f64(1.0 / share - 1.0);
    eprintln!(
        "{done} of {all} positions, {} s elapsed, {} s to go",
        spent.as_secs(),
        left.as_secs()
    );
}

#[cfg(test)]
mod tests {
    use std::fs;

    use wane_board::Game;
    use wane_testkit::temp_dir::TempDir;

    use super::*;

    #[test]
    fn scores_in_the_file_are_kept_and_a_line_that_was_cut_is_made_again() {
        let boards = [["f5", "d6"], ["f5", "f4"], ["f5", "f6"]].map(|squares| {
            let mut game = Game::<8>::new();
            for square in squares {
                game.play(square.parse().unwrap()).unwrap();
            }
            game.position().board
        });
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("scores");
        let scores = score_all(&boards, &None, 7, &path).unwrap();
        let title = "openings, depths [9, 10], table 4, bench 7";
        assert!(fs::read_to_string(&path).unwrap().starts_with(title));

        fs::write(&path, format!("{title}\n1 5 -6\n2 1")).unwrap();
        let known = [Value::new(5), Value::new(-6)];
        assert_eq!(score_all(&boards, &None, 7, &path).unwrap(), [scores[0], known, scores[2]]);
        assert_eq!(score_all(&boards, &None, 7, &path).unwrap(), [scores[0], known, scores[2]]);
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 4);
        // Another bench signature means another engine.
        assert_eq!(score_all(&boards, &None, 8, &path).unwrap(), scores);
    }
}
