//! The analysis of one position. All values of a report come from one finished depth, and moves that are symmetric
//! in the position share one value.

use wane_board::{AnyBoard, Bitboard, Move, Square, Symmetry, with_size};
use wane_search::{Certainty, Clock, Control, Engine, Line, Question, Report};

/// Searches as [`Engine::search`] does, with two differences. It does not report an unfinished depth, which would
/// mix the values of two depths; only if even the first depth is unfinished does it report what there is. And if
/// several lines are wanted, it searches one of each set of symmetric moves; the others get its value and its
/// mirrored line.
pub fn analyse(
    engine: &Engine,
    question: &Question,
    clock: Clock<'_>,
    control: &Control<'_>,
    on_report: &mut dyn FnMut(&Report),
) -> Option<Analysed> {
    let mut asked = *question;
    let twins = Twins::of(&question.board);
    let is_shared = question.lines > 1 && !twins.is_trivial();
    if is_shared {
        let wanted = question.only.unwrap_or(with_size!(question.board, it => it.legal_moves()));
        asked.only = Some(twins.first_of_each(wanted));
    }
    let whole = |report: &Report| {
        if is_shared { twins.expand(report, question) } else { report.clone() }
    };
    let mut last: Option<Report> = None;
    let found = engine.search(&asked, clock, control, &mut |report| {
        let is_new = last.as_ref().is_none_or(|last| is_further(report, last));
        // Depth 0 is only a static evaluation.
        if is_new && report.depth > 0 {
            let report = whole(report);
            on_report(&report);
            last = Some(report);
        }
    });
    let found = whole(&found?);
    let Some(report) = last else {
        on_report(&found);
        return Some(Analysed { report: found, is_cut: true });
    };
    let is_cut = found.certainty == Certainty::Heuristic && found.lines != report.lines;
    Some(Analysed { report, is_cut })
}

/// The result of an analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysed {
    /// The report of the last finished depth.
    pub report: Report,
    /// Whether a deeper search was started and not finished.
    pub is_cut: bool,
}

/// Whether a report is deeper or more certain than the last one.
fn is_further(report: &Report, last: &Report) -> bool {
    let rank = |report: &Report| match report.certainty {
        Certainty::Heuristic => 0,
        Certainty::Outcome => 1,
        Certainty::Exact => 2,
    };
    (rank(report), report.depth) > (rank(last), last.depth)
}

/// The symmetries of a position, and which of its moves are twins: symmetric to each other.
#[derive(Clone, Debug)]
pub struct Twins {
    board: AnyBoard,
    /// The symmetries that map the position to itself, the identity first.
    symmetries: Vec<Symmetry>,
}

impl Twins {
    /// The symmetries of a position.
    #[must_use]
    pub fn of(board: &AnyBoard) -> Self {
        let symmetries = with_size!(board, board => {
            Symmetry::ALL.into_iter().filter(|symmetry| symmetry.apply(board) == *board).collect()
        });
        Self { board: *board, symmetries }
    }

    /// Whether no two moves are twins.
    #[must_use]
    pub fn is_trivial(&self) -> bool {
        self.symmetries.len() == 1
    }

    /// The representative of the twins of a square.
    #[must_use]
    pub fn first(&self, square: Square) -> Square {
        let images = self.symmetries.iter().map(|&symmetry| self.image(symmetry, square));
        images.min().unwrap_or(square)
    }

    /// One of each set of twins among these squares.
    fn first_of_each(&self, squares: Bitboard) -> Bitboard {
        let mut firsts = Bitboard::EMPTY;
        let mut seen = Vec::new();
        for square in squares {
            if !seen.contains(&self.first(square)) {
                seen.push(self.first(square));
                firsts |= square.bitboard();
            }
        }
        firsts
    }

    /// A line and its mirror images, one for each first move.
    #[must_use]
    pub fn lines(&self, line: &Line) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        for &symmetry in &self.symmetries {
            let turned = |&mv: &Move| match mv {
                Move::Place(square) => Move::Place(self.image(symmetry, square)),
                Move::Pass => Move::Pass,
            };
            let moves: Vec<Move> = line.moves.iter().map(turned).collect();
            if lines.iter().all(|known| known.moves.first() != moves.first()) {
                lines.push(Line { value: line.value, moves });
            }
        }
        lines
    }

    /// Expands a report about representatives to all moves of the question.
    fn expand(&self, report: &Report, question: &Question) -> Report {
        let is_wanted = |line: &Line| {
            let square = line.moves.first().and_then(|mv| mv.square());
            question.only.is_none_or(|only| square.is_none_or(|square| only.contains(square)))
        };
        let lines = report.lines.iter().flat_map(|line| self.lines(line)).filter(is_wanted);
        Report { lines: lines.take(question.lines).collect(), ..report.clone() }
    }

    fn image(&self, symmetry: Symmetry, square: Square) -> Square {
        fn image<const N: usize>(
            _: &wane_board::Board<N>,
            symmetry: Symmetry,
            square: Square,
        ) -> Square {
            symmetry.apply_to_square::<N>(square)
        }
        with_size!(&self.board, board => image(board, symmetry, square))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use wane_board::{Objective, Size};
    use wane_search::{Budget, Limits};

    use super::*;
    use crate::opponent::Setup;

    fn question(limits: Limits, lines: usize) -> Question {
        let board = AnyBoard::start(Size::Eight);
        Question { board, objective: Objective::FewestDiscs, limits, lines, only: None }
    }

    /// The reports of a search in which every look at the clock takes a millisecond.
    fn reports(question: &Question) -> Vec<Report> {
        let engine = Setup::small().engine().unwrap();
        let looks = std::sync::atomic::AtomicU64::new(0);
        let clock =
            || Duration::from_millis(looks.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
        let mut reports = Vec::new();
        let last = analyse(&engine, question, &clock, &Control::new(), &mut |report| {
            reports.push(report.clone());
        });
        assert_eq!(last.map(|last| last.report).as_ref(), reports.last());
        reports
    }

    #[test]
    fn the_four_first_moves_have_one_value_at_every_moment() {
        for ms in [2, 20, 50, 100, 200, 400] {
            let time = Some(Budget::exactly(Duration::from_millis(ms)));
            let reports = reports(&question(Limits { time, ..Limits::default() }, usize::MAX));
            assert!(!reports.is_empty());
            for report in &reports {
                let values: Vec<_> = report.lines.iter().map(|line| line.value).collect();
                assert_eq!(values, [values[0]; 4], "{report:?}");
                let mut firsts: Vec<String> =
                    report.lines.iter().map(|line| line.moves[0].to_string()).collect();
                firsts.sort();
                assert_eq!(firsts, ["c4", "d3", "e6", "f5"]);
            }
            assert!(reports.is_sorted_by(|one, other| one.depth < other.depth), "{reports:?}");
        }
    }

    #[test]
    fn lines_of_twins_are_legal_games() {
        let limits = Limits { depth: Some(5), ..Limits::default() };
        let reports = reports(&question(limits, usize::MAX));
        for line in &reports.last().unwrap().lines {
            let mut game = wane_board::AnyGame::new(Size::Eight);
            for mv in &line.moves {
                game.play(mv.square().unwrap()).unwrap();
            }
            assert!(line.moves.len() >= 5);
        }
    }

    #[test]
    fn a_question_about_some_moves_is_answered_about_those() {
        let only: Bitboard =
            ["d3", "f5"].map(|name| name.parse::<Square>().unwrap()).into_iter().collect();
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let reports = reports(&Question { only: Some(only), ..question(limits, usize::MAX) });
        let firsts =
            reports.last().unwrap().lines.iter().map(|line| line.moves[0].square().unwrap());
        assert_eq!(firsts.collect::<Bitboard>(), only);
    }
}
