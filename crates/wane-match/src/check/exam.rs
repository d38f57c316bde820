//! [`Exam`]: the steps of an examination: loading, ten boards, one of them again, two games.
//!
//! It asks the questions and records the answers; [`results`] interprets them.

use std::sync::Arc;
use std::time::Duration;

use wane_board::{AnyGame, Colour, Move, Size};
use wane_random::Rng;

use super::boards::{REPEATED, TestPosition, random_move, ten};
use super::finding::FindingPlace;
use super::mistake::Mistake;
use super::record::{BoardAnswer, ExamRecord, TestGame};
use super::subject::{EndsEarly, Reply, Subject};
use super::{Check, CheckEvent, CheckResult, CheckSummary, Examiner, results};
use crate::Stop;
use crate::agent::{AgentProgram, Protocol};
use crate::referee;
use crate::runtime::AgentRuntime;

/// A running examination.
pub(super) struct Exam<'a, 'h> {
    examiner: Examiner,
    agent: &'a AgentProgram,
    runtime: &'a Arc<AgentRuntime>,
    stop: &'a Stop,
    subject: Subject<'a>,
    record: ExamRecord,
    /// The question before.
    last_asked: Option<(FindingPlace, AnyGame)>,
    done: Vec<CheckResult>,
    on_event: &'h mut dyn FnMut(CheckEvent<'_>),
}

impl<'a, 'h> Exam<'a, 'h> {
    pub(super) fn new(
        examiner: Examiner,
        agent: &'a AgentProgram,
        runtime: &'a Arc<AgentRuntime>,
        stop: &'a Stop,
        on_event: &'h mut dyn FnMut(CheckEvent<'_>),
    ) -> Self {
        let record = ExamRecord {
            is_contest: matches!(agent.protocol, Protocol::Contest(_)),
            is_in_sandbox: agent.is_untrusted && runtime.has_sandbox(),
            ..ExamRecord::default()
        };
        let subject = Subject::new(agent, runtime, stop, examiner.tolerance);
        let (last_asked, done) = (None, Vec::new());
        Self { examiner, agent, runtime, stop, subject, record, last_asked, done, on_event }
    }

    /// The results; `None` if the user has stopped it.
    pub(super) fn run(mut self) -> Option<Vec<CheckResult>> {
        if let Err(EndsEarly::Stopped) = self.examine() {
            return None;
        }
        let is_loaded = self.done.iter().any(|it| it.summary != CheckSummary::NotLoaded);
        if is_loaded {
            self.report_rest();
        }
        Some(self.done)
    }

    /// Asks all questions, and reports what is known before the last one.
    fn examine(&mut self) -> Result<(), EndsEarly> {
        let begun = self.subject.new_game(&AnyGame::new(self.examiner.size), Colour::Black)?;
        let is_loaded = begun.is_ok();
        let failure = self.subject.reported.failure.clone();
        self.record.has_numpy = self.subject.measured.has_numpy();
        self.report(results::load(begun, failure.as_ref(), &self.subject.measured));
        if !is_loaded {
            return Ok(());
        }
        let boards = ten(self.examiner.size);
        self.ask_boards(&boards)?;
        self.report(results::boards(&self.record));
        self.ask_again(&boards[REPEATED])?;
        self.report(results::repeat(&self.record));
        for (colour, seed) in [(Colour::Black, 1), (Colour::White, 2)] {
            self.play(colour, seed)?;
        }
        self.report(results::games(&self.record));
        Ok(())
    }

    /// Reports the checks that are still open.
    fn report_rest(&mut self) {
        for stage in [Check::Boards, Check::Repeat, Check::Games] {
            if self.done.iter().all(|result| result.check != stage) {
                self.report(results::skipped(&self.record, stage));
            }
        }
        for result in results::rest(&self.record, &self.subject.measured, self.agent) {
            self.report(result);
        }
    }

    fn report(&mut self, result: CheckResult) {
        (self.on_event)(CheckEvent::Done(&result));
        self.done.push(result);
    }

    fn ask_boards(&mut self, boards: &[TestPosition]) -> Result<(), EndsEarly> {
        for boards in boards.chunk_by(|_, next| next.is_continuation) {
            let replies = ask_boards_of_game(&mut self.subject, boards, self.on_event)?;
            for (index, (board, reply)) in boards.iter().zip(replies).enumerate() {
                let place = FindingPlace::Board { number: board.number, board: board.kind };
                self.record.boards.push(BoardAnswer {
                    place,
                    game: board.game.clone(),
                    mv: reply.outcome.as_ref().ok().copied(),
                    chosen: reply.reported.chosen.clone(),
                });
                self.record_mistake(place, &board.game, reply, |fresh| {
                    let replies = ask_boards_of_game(fresh, boards, &mut |_| {})?;
                    Ok(replies[index].outcome.is_ok())
                })?;
            }
        }
        Ok(())
    }

    fn ask_again(&mut self, board: &TestPosition) -> Result<(), EndsEarly> {
        self.record.repeated.push(self.record.boards[REPEATED].mv);
        for is_new in [false, true] {
            if is_new {
                self.subject.restart();
            }
            let boards = std::slice::from_ref(board);
            for reply in ask_boards_of_game(&mut self.subject, boards, self.on_event)? {
                self.record.repeated.push(reply.outcome.as_ref().ok().copied());
                let place = FindingPlace::Again { number: board.number };
                self.record_mistake(place, &board.game, reply, |fresh| {
                    let replies = ask_boards_of_game(fresh, boards, &mut |_| {})?;
                    Ok(replies.iter().all(|reply| reply.outcome.is_ok()))
                })?;
            }
        }
        Ok(())
    }

    fn play(&mut self, colour: Colour, seed: u64) -> Result<(), EndsEarly> {
        let size = self.examiner.size;
        let (played, last) = play(&mut self.subject, size, colour, seed, self.on_event)?;
        if let Some(reply) = last {
            let move_number = played.game.history().len() + 1;
            let place = FindingPlace::Game { side: colour, move_number };
            self.record_mistake(place, &played.game, reply, |fresh| {
                Ok(play(fresh, size, colour, seed, &mut |_| {})?.1.is_none())
            })?;
            // A referee ends the process after a fault, too.
            self.subject.restart();
        }
        self.record.games.push(played);
        Ok(())
    }

    /// Records a mistake, if the reply was one. If the process had begun other games before, `is_well` tries the
    /// same with a new process: that shows whether the other games are the cause. A time-out shows nothing: the
    /// next try takes another time on a busy machine, too.
    fn record_mistake(
        &mut self,
        place: FindingPlace,
        game: &AnyGame,
        reply: Reply,
        is_well: impl FnOnce(&mut Subject<'a>) -> Result<bool, EndsEarly>,
    ) -> Result<(), EndsEarly> {
        let asked = self.last_asked.replace((place, game.clone()));
        let is_alone = reply.is_alone;
        let Some(mut mistake) = Mistake::of(reply, place, game) else { return Ok(()) };
        if mistake.is_stuck
            && let Some((place, game)) = asked
        {
            // It ended at this question, but it was the one before that it could not be interrupted in.
            let last = self.subject.measured.times.last();
            let stopped_at = last.and_then(|timed| timed.stopped_at.clone());
            mistake = Mistake { place, game, stopped_at, ..mistake };
        }
        mistake.is_of_state =
            match self.record.mistakes.iter().find(|known| known.is_like(&mistake)) {
                Some(known) => known.is_of_state,
                None if is_alone || mistake.is_time_out() => false,
                None => {
                    let tolerance = self.examiner.tolerance;
                    is_well(&mut Subject::new(self.agent, self.runtime, self.stop, tolerance))?
                }
            };
        self.record.mistakes.push(mistake);
        Ok(())
    }
}

/// Asks about boards that follow each other in one game.
fn ask_boards_of_game(
    subject: &mut Subject<'_>,
    boards: &[TestPosition],
    on_event: &mut dyn FnMut(CheckEvent<'_>),
) -> Result<Vec<Reply>, EndsEarly> {
    let games = boards.iter().map(|board| &board.game);
    subject.ask_in_turn(games, &mut || on_event(CheckEvent::Step))
}

/// Plays a game against random moves; also returns the reply that ended it early, if one did.
fn play(
    subject: &mut Subject<'_>,
    size: Size,
    colour: Colour,
    seed: u64,
    on_event: &mut dyn FnMut(CheckEvent<'_>),
) -> Result<(TestGame, Option<Reply>), EndsEarly> {
    let mut rng = Rng::new(seed);
    let game = AnyGame::new(size);
    let mut played =
        TestGame { colour, game, total: Duration::ZERO, left_over: None, is_broken: true };
    let mut informed = subject.new_game(&played.game, colour)?;
    while !played.game.position().is_game_over() {
        if let Err(fault) = informed {
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
            referee::play(&mut played.game, mv).expect("it was found to be legal");
        } else {
            random_move(&mut rng, &mut played.game);
        }
        let mv = played.game.history().last().map_or(Move::Pass, |played| played.mv);
        informed = subject.played(side, mv, taken)?;
    }
    played.is_broken = false;
    Ok((played, None))
}
