//! [`Course`]: a game under way: its moves, their times, and the moves that were taken back.

use std::time::Duration;

use wane_board::{AnyPosition, Colour, IllegalMove, Move, Score, Square};
use wane_formats::{Eval, GameRecord, MoveNote, Outcome, Reason, TimeControl};

/// A game with its clocks. A side that must pass has passed.
pub(crate) struct Course {
    record: GameRecord,
    /// The time of the side to move so far.
    thought: Duration,
    /// The moves that were taken back, the next to be played again last.
    taken_back: Vec<(Square, MoveNote)>,
}

impl Course {
    /// A game that continues a record.
    pub(crate) fn new(record: GameRecord) -> Self {
        let mut course = Self { record, thought: Duration::ZERO, taken_back: Vec::new() };
        course.pass_if_forced();
        course
    }

    pub(crate) fn record(&self) -> &GameRecord {
        &self.record
    }

    pub(crate) fn position(&self) -> AnyPosition {
        self.record.game.position()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.record.outcome().is_some()
    }

    /// Plays a move; the side that has to pass then, if there is one.
    pub(crate) fn play(
        &mut self,
        square: Square,
        eval: Option<Eval>,
    ) -> Result<Option<Colour>, IllegalMove> {
        let time_ms = u64::try_from(self.thought.as_millis()).ok();
        let passed = self.place(square, MoveNote { eval, time_ms, ..MoveNote::default() })?;
        self.taken_back.clear();
        Ok(passed)
    }

    /// Takes moves back to the last move of `side`; whether there was one.
    pub(crate) fn undo(&mut self, side: Colour) -> bool {
        let history = self.record.game.history();
        let is_own =
            |index: &usize| history[*index].side == side && history[*index].mv != Move::Pass;
        let Some(target) = (0..history.len()).rev().find(is_own) else { return false };
        while self.record.game.history().len() > target {
            let undone = self.record.game.undo();
            let note = self.record.notes.remove(&self.record.game.history().len());
            if let Some(Move::Place(square)) = undone {
                self.taken_back.push((square, note.unwrap_or_default()));
            }
        }
        self.record.ended = None;
        self.thought = Duration::ZERO;
        true
    }

    /// Plays again what was taken back, until it is the turn of `side`; whether there was a move.
    pub(crate) fn redo(&mut self, side: Colour) -> bool {
        let mut has_played = false;
        while let Some((square, note)) = self.taken_back.pop() {
            // A move is legal in the position that it was taken back to.
            has_played |= self.place(square, note).is_ok();
            if self.position().side() == side {
                break;
            }
        }
        has_played
    }

    /// Lets time pass for the side to move. A side without time loses by the whole board.
    pub(crate) fn wait(&mut self, time: Duration, control: TimeControl) {
        if self.is_over() {
            return;
        }
        self.thought += time;
        let side = self.position().side();
        if self.left(side, control).is_some_and(|left| left.is_zero()) {
            let all = i32::try_from(self.record.game.size().squares().len()).unwrap_or(i32::MAX);
            let black_score = Score::new(if side == Colour::White { all } else { -all });
            self.record.ended = Some(Outcome { black_score, reason: Reason::Time });
        }
    }

    /// The time that a side has used.
    pub(crate) fn used(&self, side: Colour) -> Duration {
        let history = self.record.game.history().iter().enumerate();
        let own = history.filter(|(_, played)| played.side == side);
        let ms = own.filter_map(|(index, _)| self.record.notes.get(&index)?.time_ms);
        let before = ms.map(Duration::from_millis).fold(Duration::ZERO, Duration::saturating_add);
        let is_thinking = self.position().side() == side;
        if is_thinking { before.saturating_add(self.thought) } else { before }
    }

    /// The time that is left on the clock of a side; `None` without a game clock.
    pub(crate) fn left(&self, side: Colour, control: TimeControl) -> Option<Duration> {
        let TimeControl { game: Some(main), increment, .. } = control else { return None };
        let history = self.record.game.history().iter();
        let moves = history.filter(|played| played.side == side && played.mv != Move::Pass).count();
        let given = main + increment * u32::try_from(moves).unwrap_or(u32::MAX);
        Some(given.saturating_sub(self.used(side)))
    }

    fn place(&mut self, square: Square, note: MoveNote) -> Result<Option<Colour>, IllegalMove> {
        let number = self.record.game.history().len();
        self.record.game.play(square)?;
        self.record.notes.insert(number, note);
        self.thought = Duration::ZERO;
        Ok(self.pass_if_forced())
    }

    /// The side that had to pass.
    fn pass_if_forced(&mut self) -> Option<Colour> {
        let side = self.position().side();
        self.record.game.pass().ok().map(|()| side)
    }
}

#[cfg(test)]
mod tests {
    use wane_board::{AnyGame, Objective, Size};
    use wane_formats::{Context, paste::paste};

    use super::*;

    const CLOCK: TimeControl = TimeControl::game(Duration::from_mins(1), Duration::from_secs(3));

    fn course(transcript: &str) -> Course {
        let games = paste(transcript, Context::default()).unwrap().into_games();
        Course::new(games.into_iter().next().unwrap())
    }

    fn moves(course: &Course) -> String {
        let names = course.record.game.history().iter().map(|played| played.mv.to_string());
        names.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn undo_goes_back_to_the_players_own_turn_and_redo_forward() {
        let mut course = course("f5d6c3d3c4");
        assert!(course.undo(Colour::White));
        assert_eq!(moves(&course), "f5 d6 c3");
        assert!(course.undo(Colour::White));
        assert_eq!(moves(&course), "f5");
        assert!(!course.undo(Colour::White), "White has not moved before");
        assert!(course.redo(Colour::White));
        assert_eq!(moves(&course), "f5 d6 c3");
        assert!(course.redo(Colour::White) && !course.redo(Colour::White));
        assert_eq!(moves(&course), "f5 d6 c3 d3 c4");
    }

    #[test]
    fn a_new_move_forgets_what_was_taken_back() {
        let mut course = course("f5d6c3d3");
        course.undo(Colour::Black);
        course.play("c4".parse().unwrap(), None).unwrap();
        assert!(!course.redo(Colour::Black));
    }

    #[test]
    fn a_forced_pass_is_made_told_and_taken_back() {
        // White cannot move after a1, and Black can.
        let mut course = course("-OX--O---------- X;");
        let before = moves(&course);
        let passed = course.play("a1".parse().unwrap(), None);
        assert_eq!(passed, Ok(Some(Colour::White)));
        assert_eq!((course.position().side(), moves(&course).as_str()), (Colour::Black, "a1 pass"));
        course.undo(Colour::Black);
        assert_eq!(moves(&course), before);
        assert!(course.redo(Colour::Black));
        assert_eq!(moves(&course), "a1 pass");
    }

    #[test]
    fn each_move_is_charged_to_its_side_and_given_back_when_taken_back() {
        let mut course =
            Course::new(GameRecord::new(AnyGame::new(Size::Eight), Objective::FewestDiscs));
        let left = |course: &Course| {
            [Colour::Black, Colour::White].map(|side| course.left(side, CLOCK).unwrap().as_secs())
        };
        course.wait(Duration::from_secs(10), CLOCK);
        assert_eq!(left(&course), [50, 60]);
        course.play("f5".parse().unwrap(), None).unwrap();
        course.wait(Duration::from_secs(7), CLOCK);
        assert_eq!(left(&course), [53, 53]);
        course.undo(Colour::Black);
        assert_eq!(left(&course), [60, 60]);
        course.redo(Colour::Black);
        assert_eq!(left(&course), [53, 60]);
        assert_eq!(course.used(Colour::Black), Duration::from_secs(10));
    }

    #[test]
    fn a_clock_that_runs_out_ends_the_game_and_undo_goes_on_with_it() {
        let mut course = course("f5d6");
        course.wait(Duration::from_secs(62), CLOCK);
        assert!(!course.is_over());
        course.wait(Duration::from_secs(1), CLOCK);
        let outcome = course.record.outcome().unwrap();
        assert_eq!((outcome.reason, outcome.winner()), (Reason::Time, Some(Colour::White)));
        assert_eq!(outcome.black_score.discs(), -64);
        course.undo(Colour::Black);
        assert!(!course.is_over());
    }
}
