//! [`Exam`]: the course of an examination: loading, ten boards, one of them again, two games.
//!
//! It asks and notes what came of it; what that means is for [`results`] to say.

use std::sync::Arc;
use std::time::Duration;

use wane_board::{AnyGame, Colour, Move, Size};
use wane_random::Rng;

use super::boards::{REPEATED, TestPosition, random_move, ten};
use super::finding::FindingPlace;
use super::mistake::Mistake;
use super::record::{BoardAnswer, ExamRecord, TestGame};
use super::subject::{Reply, Stopped, Subject};
use super::{CheckEvent, CheckResult, Examiner, results};
use crate::Stop;
use crate::agent::{Agent, Protocol};
use crate::referee;
use crate::venue::Venue;

/// An examination under way.
pub(super) struct Exam<'a, 'h> {
    examiner: Examiner,
    agent: &'a Agent,
    venue: &'a Arc<Venue>,
    stop: &'a Stop,
    subject: Subject<'a>,
    record: ExamRecord,
    done: Vec<CheckResult>,
    on_event: &'h mut dyn FnMut(CheckEvent<'_>),
}

impl<'a, 'h> Exam<'a, 'h> {
    pub(super) fn new(
        examiner: Examiner,
        agent: &'a Agent,
        venue: &'a Arc<Venue>,
        stop: &'a Stop,
        on_event: &'h mut dyn FnMut(CheckEvent<'_>),
    ) -> Self {
        let record = ExamRecord {
            is_contest: matches!(agent.protocol, Protocol::Contest(_)),
            is_in_sandbox: agent.is_untrusted && venue.has_sandbox(),
            ..ExamRecord::default()
        };
        let subject = Subject::new(agent, venue, stop, examiner.margin);
        Self { examiner, agent, venue, stop, subject, record, done: Vec::new(), on_event }
    }

    pub(super) fn run(mut self) -> Result<Vec<CheckResult>, Stopped> {
        let begun = self.subject.begin(&AnyGame::new(self.examiner.size), Colour::Black)?;
        let is_loaded = begun.is_ok();
        self.tell(results::load(begun, &self.subject.notes));
        if !is_loaded {
            return Ok(self.done);
        }
        let boards = ten(self.examiner.size);
        self.ask_boards(&boards)?;
        self.tell(results::boards(&self.record));
        self.ask_again(&boards[REPEATED])?;
        self.tell(results::repeat(&self.record));
        for (colour, seed) in [(Colour::Black, 1), (Colour::White, 2)] {
            self.play(colour, seed)?;
        }
        self.tell(results::games(&self.record));
        for result in results::rest(&self.record, &self.subject.notes, self.agent) {
            self.tell(result);
        }
        Ok(self.done)
    }

    fn tell(&mut self, result: CheckResult) {
        (self.on_event)(CheckEvent::Done(&result));
        self.done.push(result);
    }

    fn ask_boards(&mut self, boards: &[TestPosition]) -> Result<(), Stopped> {
        for scene in boards.chunk_by(|_, next| next.goes_on) {
            let replies = ask_scene(&mut self.subject, scene, self.on_event)?;
            for (index, (board, reply)) in scene.iter().zip(replies).enumerate() {
                let place = FindingPlace::Board { number: board.number, board: board.kind };
                self.record.boards.push(BoardAnswer {
                    place,
                    game: board.game.clone(),
                    mv: reply.outcome.as_ref().ok().copied(),
                    chosen: reply.chosen.clone(),
                });
                self.note(place, &board.game, reply, |fresh| {
                    let replies = ask_scene(fresh, scene, &mut |_| {})?;
                    Ok(replies[index].outcome.is_ok())
                })?;
            }
        }
        Ok(())
    }

    fn ask_again(&mut self, board: &TestPosition) -> Result<(), Stopped> {
        self.record.repeated.push(self.record.boards[REPEATED].mv);
        for is_new in [false, true] {
            if is_new {
                self.subject.leave();
            }
            let scene = std::slice::from_ref(board);
            for reply in ask_scene(&mut self.subject, scene, self.on_event)? {
                self.record.repeated.push(reply.outcome.as_ref().ok().copied());
                let place = FindingPlace::Again { number: board.number };
                self.note(place, &board.game, reply, |fresh| {
                    let replies = ask_scene(fresh, scene, &mut |_| {})?;
                    Ok(replies.iter().all(|reply| reply.outcome.is_ok()))
                })?;
            }
        }
        Ok(())
    }

    fn play(&mut self, colour: Colour, seed: u64) -> Result<(), Stopped> {
        let size = self.examiner.size;
        let (played, last) = play(&mut self.subject, size, colour, seed, self.on_event)?;
        if let Some(reply) = last {
            let move_number = played.game.history().len() + 1;
            let place = FindingPlace::Game { side: colour, move_number };
            self.note(place, &played.game, reply, |fresh| {
                Ok(play(fresh, size, colour, seed, &mut |_| {})?.1.is_none())
            })?;
            // As a referee would have it.
            self.subject.leave();
        }
        self.record.games.push(played);
        Ok(())
    }

    /// Notes a mistake, if it was one. Where the process had begun other games before, a new one may
    /// show that it is their fault: `is_well` tries it.
    fn note(
        &mut self,
        place: FindingPlace,
        game: &AnyGame,
        reply: Reply,
        is_well: impl FnOnce(&mut Subject<'a>) -> Result<bool, Stopped>,
    ) -> Result<(), Stopped> {
        let Reply { outcome: Err(issue), is_left_over, is_alone, .. } = reply else {
            return Ok(());
        };
        let mut mistake = Mistake {
            issue,
            place,
            game: game.clone(),
            is_contest: self.record.is_contest,
            is_left_over,
            is_of_state: false,
        };
        mistake.is_of_state =
            match self.record.mistakes.iter().find(|known| known.is_like(&mistake)) {
                Some(known) => known.is_of_state,
                None if is_alone => false,
                None => {
                    let margin = self.examiner.margin;
                    is_well(&mut Subject::new(self.agent, self.venue, self.stop, margin))?
                }
            };
        self.record.mistakes.push(mistake);
        Ok(())
    }
}

/// Asks about boards that come one after the other in a game.
fn ask_scene(
    subject: &mut Subject<'_>,
    scene: &[TestPosition],
    on_event: &mut dyn FnMut(CheckEvent<'_>),
) -> Result<Vec<Reply>, Stopped> {
    let mut replies: Vec<Reply> = Vec::new();
    let mut known = None;
    for TestPosition { game, .. } in scene {
        let colour = game.position().side();
        let begun = match known {
            Some(moves) if subject.is_under_way() => {
                let mut heard = Ok(());
                for played in &game.history()[moves..] {
                    heard = heard.and(subject.hear(played.side, played.mv, Duration::ZERO)?);
                }
                heard
            }
            _ => subject.begin(game, colour)?,
        };
        replies.push(match begun {
            Ok(()) => subject.ask(game)?,
            Err(fault) => subject.failed(fault),
        });
        known = Some(game.history().len());
        on_event(CheckEvent::Step);
    }
    Ok(replies)
}

/// A game against random moves, and the reply that ended it too early.
fn play(
    subject: &mut Subject<'_>,
    size: Size,
    colour: Colour,
    seed: u64,
    on_event: &mut dyn FnMut(CheckEvent<'_>),
) -> Result<(TestGame, Option<Reply>), Stopped> {
    let mut rng = Rng::new(seed);
    let game = AnyGame::new(size);
    let mut played =
        TestGame { colour, game, total: Duration::ZERO, left_over: None, is_broken: true };
    let mut told = subject.begin(&played.game, colour)?;
    while !played.game.position().is_game_over() {
        if let Err(fault) = told {
            return Ok((played, Some(subject.failed(fault))));
        }
        let side = played.game.position().side();
        let mut taken = Duration::ZERO;
        if side == colour {
            let reply = subject.ask(&played.game)?;
            on_event(CheckEvent::Step);
            taken = reply.taken;
            played.total += taken;
            if reply.is_left_over {
                played.left_over.get_or_insert_with(|| played.game.clone());
            }
            let Ok(mv) = reply.outcome else { return Ok((played, Some(reply))) };
            referee::play(&mut played.game, mv).expect("it was judged to be legal");
        } else {
            random_move(&mut rng, &mut played.game);
        }
        let mv = played.game.history().last().map_or(Move::Pass, |played| played.mv);
        told = subject.hear(side, mv, taken)?;
    }
    played.is_broken = false;
    Ok((played, None))
}
