//! [`Reviews`]: what the moves of the games of a match have lost, in `reviews.jsonl` of its folder. Each game is searched
//! once; a stopped review resumes.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};
use wane_board::{Colour, Move, Square};
use wane_files::{Journal, LineForm, good_lines};
use wane_match::FinishedGame;
use wane_match::report::MoveLoss;
use wane_search::{Control, NoMemory};
use wane_service::opponent::Setup;
use wane_service::{Effort, MoveReview, Review, judge, played_moves};
use wane_text::Foreign;

use crate::progress::Progress;

/// The name of the file.
const FILE: &str = "reviews.jsonl";

/// The reviews by the number of the game.
pub(crate) type Reviews = BTreeMap<usize, GameReview>;

/// What the moves of a game have lost.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct GameReview {
    game: usize,
    /// The ply from 1, its loss in hundredths of a disc, and the best move.
    losses: Vec<(usize, i32, String)>,
    /// The ply after which one side stayed ahead, and whether that is Black.
    turn: Option<(usize, bool)>,
}

impl GameReview {
    fn new(game: &FinishedGame, moves: Vec<MoveReview>) -> Self {
        let record = &game.record;
        // Passes have no review; a ply counts them.
        let history = record.game.history().iter().zip(1..);
        let plies: Vec<usize> = history
            .filter(|(played, _)| matches!(played.mv, Move::Place(_)))
            .map(|(_, ply)| ply)
            .collect();
        let ply = |review: &MoveReview| plies[review.number - 1];
        // Those of the opening were not the players' choice: only their moves have a time.
        let is_own = |ply: usize| record.notes.contains_key(&(ply - 1));
        let review = Review::new(&record.game, record.objective, moves);
        let turn = review.turn().map(|(at, ahead)| (ply(at), ahead == Colour::Black));
        let losses = review.moves.iter().filter(|review| is_own(ply(review)));
        let losses = losses.map(|it| (ply(it), it.loss.centidiscs(), it.best.to_string()));
        Self {
            game: game.number,
            losses: losses.collect(),
            turn: turn.filter(|(ply, _)| game.fault.is_none() && is_own(*ply)),
        }
    }

    /// The losses, for the report.
    pub(crate) fn losses(&self) -> Vec<MoveLoss> {
        let loss = |(ply, centidiscs, best): &(usize, i32, String)| {
            let best: Square = best.parse().ok()?;
            Some(MoveLoss { ply: *ply, centidiscs: *centidiscs, best })
        };
        self.losses.iter().filter_map(loss).collect()
    }

    /// The ply that decided the game, and who was ahead after it.
    pub(crate) fn turn(&self) -> Option<(usize, Colour)> {
        self.turn.map(|(ply, is_black)| (ply, if is_black { Colour::Black } else { Colour::White }))
    }
}

/// The reviews in the folder of a match; none if there is no such file.
pub(crate) fn read(folder: &Path) -> Result<Reviews> {
    let path = folder.join(FILE);
    let shown = || Foreign::path(&path).to_string();
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Reviews::new()),
        Err(error) => return Err(error).with_context(shown),
    };
    match good_lines(&bytes, LineForm::Json) {
        Ok(good) => parse(&good.lines).with_context(shown),
        Err(line) => bail!("{}, line {line}: its checksum is wrong; remove the file", shown()),
    }
}

fn parse(lines: &[String]) -> Result<Reviews> {
    let review = |line: &String| {
        let review: GameReview = serde_json::from_str(line)?;
        Ok((review.game, review))
    };
    lines.iter().map(review).collect()
}

/// Reviews the games that have no review yet, each on one of `setup.threads` threads, until all are done or `control`
/// is stopped.
pub(crate) fn complete(
    folder: &Path,
    games: &[FinishedGame],
    setup: &Setup,
    control: &Control<'_>,
) -> Result<Reviews> {
    let (mut journal, lines) = Journal::open(&folder.join(FILE), LineForm::Json)?;
    let mut reviews = parse(&lines).with_context(|| Foreign::path(journal.path()).to_string())?;
    let open: Vec<&FinishedGame> =
        games.iter().filter(|game| !reviews.contains_key(&game.number)).collect();
    let mut progress = Progress::new(open.len(), "review");
    let next = AtomicUsize::new(0);
    let (send, receive) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..setup.threads.min(open.len()) {
            let (send, open, next) = (send.clone(), &open, &next);
            scope.spawn(move || {
                while let Some(game) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let done = review(game, setup, control);
                    let is_last = !matches!(done, Ok(Some(_)));
                    if send.send(done).is_err() || is_last {
                        break;
                    }
                }
            });
        }
        drop(send);
        for done in receive {
            let Some(review) = done? else { continue };
            journal.append(&serde_json::to_string(&review)?)?;
            reviews.insert(review.game, review);
            progress.step();
        }
        anyhow::Ok(())
    })?;
    journal.sync()?;
    progress.finish();
    Ok(reviews)
}

/// The review of a game; `None` if it was stopped.
fn review(
    game: &FinishedGame,
    setup: &Setup,
    control: &Control<'_>,
) -> Result<Option<GameReview>, NoMemory> {
    let (begun, objective) = (Instant::now(), game.record.objective);
    let clock = || begun.elapsed();
    let mut moves = Vec::new();
    for played in played_moves(&game.record.game) {
        let report = judge(setup, &played.position, objective, Effort::QUICK, &clock, control)?;
        let Some(report) = report else { return Ok(None) };
        moves.push(MoveReview::judged(&played, &report));
    }
    Ok(Some(GameReview::new(game, moves)))
}
