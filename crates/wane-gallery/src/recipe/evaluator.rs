//! [`Evaluator`]: the evaluation of a recipe on boards of one size.

use wane_board::{Bitboard, Board, Colour, Position};

use super::seen::{Seen, Side, quarter};
use super::table::Weights;
use super::{Change, Condition, Evaluation, Feature, ONE, Scale, Sides, StageValue, Term};
use crate::alpha_beta::INFINITY;
use crate::features::{AgentValue, count, edge};

/// The value of a won game if values are shares.
pub(crate) const SHARE: AgentValue = 10_000_000;

/// The whole of a stage.
const WHOLE: i64 = 1 << 16;

/// Weights of shares are rounded to this, so that no sum overflows.
const WEIGHT_STEP: i64 = ONE / 10_000;

/// An evaluation, prepared for boards of one size.
pub(crate) struct Evaluator<const N: usize> {
    scale: Scale,
    pub(super) stages: Vec<Prepared>,
    /// The conditions of the stages.
    from: Vec<Option<Condition>>,
    /// The stage of every position, if it is that of the root.
    root: Option<usize>,
    /// How much of each stage is there with 0 to 64 discs, in units of 1 / [`WHOLE`]; empty without a sigmoid.
    shares: Vec<[i64; 65]>,
}

/// The value of a stage.
pub(super) enum Prepared {
    Terms(Vec<PreparedTerm>),
    Won,
}

/// A term. The weights of squares are multiplied with its own weight if values are sums.
pub(super) struct PreparedTerm {
    pub(super) feature: Feature,
    weights: Option<Weights>,
    /// Other weights for quarters of the board whose corner is taken.
    taken: Option<Weights>,
    weight: i64,
    pub(super) sides: Sides,
    /// The greatest value of the feature.
    greatest: i64,
}

impl<const N: usize> Evaluator<N> {
    /// The evaluation for a search from `root`; the recipe has been checked.
    pub(crate) fn new(evaluation: &Evaluation, root: &Position<N>) -> Self {
        let from: Vec<Option<Condition>> =
            evaluation.stages.iter().map(|stage| stage.from).collect();
        let prepare = |value: &StageValue| match value {
            StageValue::Won => Prepared::Won,
            StageValue::Terms(terms) => Prepared::Terms(
                terms
                    .iter()
                    .map(|it| PreparedTerm::new::<N>(it, evaluation.scale, root.side))
                    .collect(),
            ),
        };
        let stages = evaluation.stages.iter().map(|stage| prepare(&stage.value)).collect();
        let is_fixed = evaluation.change == Change::AtRoot;
        let root = is_fixed.then(|| last_that_holds(from.iter().copied(), &root.board));
        let shares = match evaluation.change {
            Change::Sigmoid { width } => shares::<N>(&from, width),
            Change::Hard | Change::AtRoot => Vec::new(),
        };
        Self { scale: evaluation.scale, stages, from, root, shares }
    }

    /// The evaluation for Black and a search from this board.
    #[cfg(test)]
    pub(crate) fn for_black(evaluation: &Evaluation, root: &Board<N>) -> Self {
        Self::new(evaluation, &Position { board: *root, side: Colour::Black })
    }

    /// The value for the agent, whose discs are `own`.
    pub(crate) fn evaluate(&self, board: &Board<N>, agent_to_move: bool) -> AgentValue {
        let seen = Seen::new(board, agent_to_move);
        if self.shares.is_empty() {
            return self.value(&self.stages[self.stage(board)], &seen);
        }
        let present =
            self.stages.iter().enumerate().map(|(at, stage)| (stage, self.share(at, board)));
        let present = present.filter(|&(_, share)| share != 0);
        present.map(|(stage, share)| part(self.value(stage, &seen), share)).sum()
    }

    /// The stage of a board, if stages follow each other at once.
    fn stage(&self, board: &Board<N>) -> usize {
        self.root.unwrap_or_else(|| last_that_holds(self.from.iter().copied(), board))
    }

    /// How much of a stage counts on a board, in units of 1 / [`WHOLE`].
    pub(super) fn share(&self, stage: usize, board: &Board<N>) -> i64 {
        match self.shares.get(stage) {
            Some(shares) => shares[(board.own() | board.opp()).len() as usize],
            None if stage == self.stage(board) => WHOLE,
            None => 0,
        }
    }

    /// The value of a won game.
    pub(crate) const fn win(&self) -> AgentValue {
        match self.scale {
            Scale::Sum => INFINITY,
            Scale::Shares => SHARE,
        }
    }

    pub(super) fn value(&self, stage: &Prepared, seen: &Seen<'_, N>) -> AgentValue {
        match (stage, self.scale) {
            (Prepared::Won, _) if seen.board.own().len() < seen.board.opp().len() => self.win(),
            (Prepared::Won, _) => -self.win(),
            (Prepared::Terms(terms), Scale::Sum) => {
                terms.iter().map(|term| term.value(term.feature(seen))).sum()
            }
            (Prepared::Terms(terms), Scale::Shares) => {
                let sum: i64 = terms.iter().map(|term| term.share(term.feature(seen))).sum();
                sum / all_weights(terms)
            }
        }
    }

    /// The part of a stage's value that so much of a term's feature makes.
    pub(super) fn part(&self, terms: &[PreparedTerm], term: &PreparedTerm, feature: i64) -> i64 {
        match self.scale {
            Scale::Sum => term.value(feature),
            Scale::Shares => term.share(feature) / all_weights(terms),
        }
    }
}

/// What a weighted average is divided by.
fn all_weights(terms: &[PreparedTerm]) -> i64 {
    terms.iter().map(|term| term.weight.abs() / WEIGHT_STEP).sum::<i64>().max(1)
}

/// A part of a value, in units of 1 / [`WHOLE`].
pub(super) fn part(value: AgentValue, share: i64) -> AgentValue {
    let part = i128::from(value) * i128::from(share) / i128::from(WHOLE);
    i64::try_from(part).expect("a part is no more than the whole")
}

impl PreparedTerm {
    fn new<const N: usize>(term: &Term, scale: Scale, agent: Colour) -> Self {
        let [weights, taken] = term.feature.tables().map(|table| Some(Weights::of::<N>(table?)));
        let greatest = match (&term.feature, &weights) {
            (_, Some(weights)) => {
                let sum = |weights: &Weights, corner| {
                    weights.map(i64::abs).sum::<N>(quarter::<N>(corner))
                };
                let both = |corner| {
                    sum(weights, corner).max(taken.as_ref().map_or(0, |it| sum(it, corner)))
                };
                Board::<N>::CORNERS.into_iter().map(both).sum()
            }
            (Feature::Edge | Feature::EdgeStability, None) => count(edge::<N>()),
            (Feature::Corners, None) => 4,
            (Feature::Parity, None) => 1,
            _ => count(Board::<N>::SQUARES),
        };
        let multiplied = |weight: i64| {
            let product = i128::from(weight) * i128::from(term.weight) / i128::from(ONE);
            i64::try_from(product).expect("the recipe has been checked")
        };
        let prepared = |weights: Option<Weights>| match scale {
            Scale::Sum => weights.map(|weights| weights.map(multiplied)),
            Scale::Shares => weights,
        };
        let sides = match (term.sides, agent) {
            (Sides::White, Colour::White) => Sides::Difference,
            (sides, _) => sides,
        };
        Self {
            feature: term.feature.clone(),
            weights: prepared(weights),
            taken: prepared(taken),
            weight: term.weight,
            sides,
            greatest: greatest.max(1),
        }
    }

    /// So much of the feature with its weight, as a summand.
    fn value(&self, feature: i64) -> i64 {
        let factor = if self.weights.is_some() { 1 } else { self.weight };
        factor * feature
    }

    /// So much of the feature as a share of its greatest value, with its weight.
    fn share(&self, feature: i64) -> i64 {
        let share = i128::from(SHARE) * i128::from(feature) / i128::from(self.greatest);
        let share = i64::try_from(share).expect("no feature exceeds its greatest value");
        self.weight / WEIGHT_STEP * share
    }

    /// The feature for the sides that count.
    pub(super) fn feature<const N: usize>(&self, seen: &Seen<'_, N>) -> i64 {
        match self.sides {
            Sides::Own => self.of_side(seen, Side::Own),
            Sides::Opponent => self.of_side(seen, Side::Opponent),
            Sides::Difference => self.of_side(seen, Side::Own) - self.of_side(seen, Side::Opponent),
            // The agent is Black.
            Sides::White => self.of_side(seen, Side::Opponent) - self.of_side(seen, Side::Own),
        }
    }

    /// The feature for one side.
    pub(super) fn of_side<const N: usize>(&self, seen: &Seen<'_, N>, side: Side) -> i64 {
        if matches!(self.feature, Feature::Parity) {
            return i64::from(seen.has_last_move(side));
        }
        self.sum(seen, seen.squares(&self.feature, side))
    }

    /// The number of these squares, or the sum of their weights.
    pub(super) fn sum<const N: usize>(&self, seen: &Seen<'_, N>, squares: Bitboard) -> i64 {
        match (&self.weights, &self.taken) {
            (None, _) => count(squares),
            (Some(weights), None) => weights.sum::<N>(squares),
            (Some(open), Some(taken)) => {
                let beside_taken = seen.taken_quarters();
                open.sum::<N>(squares - beside_taken) + taken.sum::<N>(squares & beside_taken)
            }
        }
    }
}

/// The last index whose condition holds on the board; the first has none.
pub(crate) fn last_that_holds<const N: usize>(
    conditions: impl DoubleEndedIterator<Item = Option<Condition>> + ExactSizeIterator,
    board: &Board<N>,
) -> usize {
    let holds = |condition: Condition| match condition {
        Condition::Discs(discs) => (board.own() | board.opp()).len() >= discs,
        Condition::Empties(empties) => board.empties().len() <= empties,
        Condition::HalfFull => board.empties().len() <= Board::<N>::SQUARES.len() / 2,
        Condition::EdgeTaken => !edge::<N>().is_disjoint(board.own() | board.opp()),
        Condition::Corners(corners) => [board.own(), board.opp()]
            .iter()
            .any(|&discs| (discs & Board::<N>::CORNERS).len() >= corners),
    };
    let mut last = conditions.enumerate().rev();
    last.find(|(_, from)| from.is_none_or(holds)).map_or(0, |(index, _)| index)
}

/// How much of each stage is there with 0 to 64 discs: each comes in along a sigmoid, and goes out as the next comes in.
fn shares<const N: usize>(from: &[Option<Condition>], width: u32) -> Vec<[i64; 65]> {
    let squares = i64::from(Board::<N>::SQUARES.len());
    let begun = |condition: Option<Condition>, discs: i64| match condition {
        Some(Condition::Discs(at)) => logistic(discs - i64::from(at), width),
        Some(Condition::Empties(at)) => logistic(discs - (squares - i64::from(at)), width),
        _ => WHOLE,
    };
    let of_stage = |stage: usize| {
        std::array::from_fn(|discs| {
            let discs = i64::try_from(discs).expect("at most 64");
            let next = from.get(stage + 1).map_or(0, |&condition| begun(condition, discs));
            (begun(from[stage], discs) - next).max(0)
        })
    };
    (0..from.len()).map(of_stage).collect()
}

/// 1 / (1 + e^(-x / width)) in units of 1 / [`WHOLE`], with whole numbers only, so that it is the same everywhere.
fn logistic(x: i64, width: u32) -> i64 {
    const UNIT: i128 = 1 << 40;
    /// Beyond this nothing is left to come.
    const FAR: i64 = 10_000;
    let x = x.clamp(-FAR, FAR);
    if x < 0 {
        return WHOLE - logistic(-x, width);
    }
    // The series of e^(-1 / width).
    let (mut step, mut term) = (UNIT, UNIT);
    for index in 1..20 {
        term = -term / (i128::from(width) * index);
        step += term;
    }
    let power = (0..x).fold(UNIT, |power, _| power * step / UNIT);
    i64::try_from(i128::from(WHOLE) * UNIT / (UNIT + power)).expect("at most the whole")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::samples::{corner, half_full, opening, set};
    use crate::recipe::{Stage, Table};

    fn evaluation(change: Change, stages: Vec<(Option<Condition>, Feature, Sides)>) -> Evaluation {
        let stage = |(from, feature, sides)| Stage {
            from,
            value: StageValue::Terms(vec![Term { feature, weight: ONE, sides }]),
        };
        Evaluation { scale: Scale::Sum, change, stages: stages.into_iter().map(stage).collect() }
    }

    /// The own and the opponent's count of a feature, with the agent to move.
    fn counts<const N: usize>(feature: &Feature, board: &Board<N>) -> (i64, i64) {
        let of = |sides| {
            let evaluation = evaluation(Change::Hard, vec![(None, feature.clone(), sides)]);
            Evaluator::for_black(&evaluation, board).evaluate(board, true) / ONE
        };
        assert_eq!(of(Sides::Difference), of(Sides::Own) - of(Sides::Opponent));
        (of(Sides::Own), of(Sides::Opponent))
    }

    #[test]
    fn features_are_counted_for_each_side() {
        let weights = Table::symmetric([-9, 2, 3, 4, 5, 6, 7, 8, 90, 100].map(|it| it * ONE));
        let (squares, moves) =
            (Feature::Squares(weights.clone()), Feature::WeightedMobility(weights));
        for (feature, in_opening, in_corner, in_half_full) in [
            (&squares, (100, 280), (0, -1), (40 + 214 + 402, 4 + 7 + 90 + 100)),
            (&moves, (7 + 90, 0), (100, 0), (3 + 6 + 8 + 90 + 90, 0)),
            (&Feature::Mobility, (2, 0), (1, 0), (5, 0)),
            (&Feature::Frontier, (1, 3), (3, 2), (5, 4)),
            (&Feature::Stability, (0, 0), (3, 1), (32, 0)),
            (&Feature::CornerStability, (0, 0), (4, 1), (32, 0)),
            (&Feature::EdgeStability, (0, 0), (3, 1), (14, 0)),
            (&Feature::Edge, (0, 0), (3, 1), (14, 1)),
            (&Feature::Corners, (0, 0), (1, 1), (2, 0)),
            (&Feature::Discs, (1, 3), (4, 2), (32, 4)),
            // 60, 58 and 28 squares are empty, and the agent is to move: its opponent moves last.
            (&Feature::Parity, (0, 1), (0, 1), (0, 1)),
        ] {
            assert_eq!(counts(feature, &opening()), in_opening, "{feature:?}");
            assert_eq!(counts(feature, &corner()), in_corner, "{feature:?}");
            assert_eq!(counts(feature, &half_full()), in_half_full, "{feature:?}");
        }
    }

    #[test]
    fn the_neighbours_of_a_square_end_at_the_edge_of_the_board() {
        // Only h1 is empty: g1, g2 and h2 are next to it, no square of column a.
        let opp = set("a1 a2 a3");
        let board = Board::<8>::new(Bitboard::ALL - opp - set("h1"), opp);
        assert_eq!(counts(&Feature::Frontier, &board), (3, 0));
        assert_eq!(counts(&Feature::PotentialMobility, &board), (0, 1));
        assert_eq!(counts(&Feature::Parity, &board), (1, 0));
        // A full small board has no frontier discs, although the 8x8 grid around it is empty.
        let full = Board::<4>::new(Board::<4>::SQUARES, Bitboard::EMPTY);
        assert_eq!(counts(&Feature::Frontier, &full), (0, 0));
        // c3 is next to b2, b3, b4, c2, c4, d2, d3 and d4; of those b2 and d4 are taken.
        let board = Board::<8>::new(set("b2 d4"), set("c3"));
        assert_eq!(counts(&Feature::PotentialMobility, &board).0, 6);
    }

    #[test]
    fn the_last_stage_whose_condition_holds_counts() {
        let stages = || {
            vec![
                (None, Feature::Discs, Sides::Own),
                (Some(Condition::Empties(30)), Feature::Corners, Sides::Own),
                (Some(Condition::Corners(3)), Feature::Edge, Sides::Own),
            ]
        };
        let three_corners = Board::<8>::new(set("a1 h1 a8 b1"), set("d4"));
        let value = |change, root: Board<8>, board: Board<8>| {
            Evaluator::for_black(&evaluation(change, stages()), &root).evaluate(&board, true) / ONE
        };
        for (board, expected) in [(opening(), 1), (half_full(), 2), (three_corners, 4)] {
            assert_eq!(value(Change::Hard, opening(), board), expected);
        }
        assert_eq!(value(Change::AtRoot, opening(), half_full()), 32);
        assert_eq!(value(Change::AtRoot, half_full(), opening()), 0);
    }

    #[test]
    fn a_sigmoid_joins_the_stages() {
        assert_eq!([0, 1, -1, 64].map(|x| logistic(x, 1)), [32_768, 47_910, 17_626, WHOLE]);
        assert_eq!(logistic(4, 4), logistic(1, 1));
        assert_eq!(logistic(-i64::from(u32::MAX), 64), 0);
        let from = [None, Some(Condition::Discs(20)), Some(Condition::Empties(24))];
        let shares = shares::<8>(&from, 3);
        for discs in 0..=64 {
            assert_eq!(shares.iter().map(|stage| stage[discs]).sum::<i64>(), WHOLE);
        }
        assert_eq!(shares[0][20], WHOLE / 2);
        assert!(shares[1][30] > WHOLE * 9 / 10 && shares[2][60] > WHOLE * 99 / 100);
        let stages = vec![
            (None, Feature::Discs, Sides::Own),
            (Some(Condition::Discs(36)), Feature::Corners, Sides::Own),
        ];
        let smooth = evaluation(Change::Sigmoid { width: 3 }, stages);
        // At 36 discs half of each: 32 discs and 2 corners.
        assert_eq!(
            Evaluator::for_black(&smooth, &opening()).evaluate(&half_full(), true),
            17 * ONE
        );
    }
}
