//! [`Recipe`]: an evaluation and a search as values, which is an agent without a line of code.
//!
//! A recipe is checked once, by [`Recipe::check`]; then it plays whatever its numbers are, without an overflow and
//! within its time. How a recipe is written as text is for others.

mod agent;
mod check;
mod evaluator;
mod explain;
mod seen;
mod table;

pub use agent::{build_recipe, count_nodes};
pub use check::{MOST_STAGES, MOST_TERMS, MOST_WEIGHT, RecipeError};
pub use explain::{ExplainedTerm, Explanation, explain};
pub use table::Table;

#[cfg(test)]
pub(crate) use agent::Planned;
pub(crate) use evaluator::{Evaluator, SHARE};

/// The weight 1: weights are numbers with eight decimals.
pub const ONE: i64 = 100_000_000;

/// An agent as values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// How it values a position.
    pub evaluation: Evaluation,
    /// How it looks ahead.
    pub search: Search,
}

/// The value of a position for the agent: the higher, the better.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// How the terms become a value.
    pub scale: Scale,
    /// How one stage follows another.
    pub change: Change,
    /// The stages in their order; the first has no condition.
    pub stages: Vec<Stage>,
}

/// How the terms of a stage become a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Their weighted sum.
    Sum,
    /// Each feature as a share of its greatest value, and their weighted average: between -1 and 1, the values of a
    /// lost and of a won game.
    Shares,
}

/// How one stage follows another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A position is in the last stage whose condition holds.
    Hard,
    /// The same, but the condition is that of the position from which the search started.
    AtRoot,
    /// Each stage comes in along a sigmoid curve around its number of discs; with this many discs more, 73 % of it are
    /// there. Only for conditions about discs and empty squares.
    Sigmoid {
        /// The number of discs.
        width: u32,
    },
}

/// A stage of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// When it begins; the first stage has `None`.
    pub from: Option<Condition>,
    /// What a position is worth in it.
    pub value: StageValue,
}

/// What a position is worth in a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StageValue {
    /// The sum of terms.
    Terms(Vec<Term>),
    /// A win if the agent has fewer discs than its opponent, a loss otherwise.
    Won,
}

/// When a stage begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// With this many discs or more.
    Discs(u32),
    /// With this many empty squares or fewer.
    Empties(u32),
    /// With no more empty squares than discs.
    HalfFull,
    /// There is a disc on the edge.
    EdgeTaken,
    /// One side has this many corners or more.
    Corners(u32),
}

/// A feature with its weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The feature.
    pub feature: Feature,
    /// The weight, in units of 1 / [`ONE`].
    pub weight: i64,
    /// Whose it is.
    pub sides: Sides,
}

/// Whose features count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// Those of the agent minus those of its opponent.
    Difference,
    /// Those of the agent.
    Own,
    /// Those of its opponent.
    Opponent,
    /// Those of White minus those of Black, whichever the agent plays.
    White,
}

/// Something that is counted in a position for one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Feature {
    /// The weights of the squares of its discs.
    Squares(Table),
    /// The same, but in a quarter of the board whose corner is taken the weights are those of another table.
    SquaresByCorner {
        /// The weights while the corner is empty.
        open: Table,
        /// The weights after that.
        taken: Table,
    },
    /// Its legal moves.
    Mobility,
    /// The weights of the squares of its legal moves.
    WeightedMobility(Table),
    /// The empty squares next to discs of the other side.
    PotentialMobility,
    /// Its discs next to an empty square.
    Frontier,
    /// Its discs that can never be flipped.
    Stability,
    /// Its discs that are connected to a corner by its discs, along rows and columns.
    CornerStability,
    /// The same along the edge.
    EdgeStability,
    /// Its discs on the edge.
    Edge,
    /// Its corners.
    Corners,
    /// Its discs.
    Discs,
    /// 1 if it makes the last move of the game, should no side pass.
    Parity,
}

impl Feature {
    /// The name of the feature, as a recipe has it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Squares(_) | Self::SquaresByCorner { .. } => "squares",
            Self::Mobility => "mobility",
            Self::WeightedMobility(_) => "weighted-mobility",
            Self::PotentialMobility => "potential-mobility",
            Self::Frontier => "frontier",
            Self::Stability => "stability",
            Self::CornerStability => "corner-stability",
            Self::EdgeStability => "edge-stability",
            Self::Edge => "edge",
            Self::Corners => "corners",
            Self::Discs => "discs",
            Self::Parity => "parity",
        }
    }

    /// Its table of weights, and the one for quarters of the board whose corner is taken.
    #[must_use]
    pub const fn tables(&self) -> [Option<&Table>; 2] {
        match self {
            Self::Squares(table) | Self::WeightedMobility(table) => [Some(table), None],
            Self::SquaresByCorner { open, taken } => [Some(open), Some(taken)],
            _ => [None, None],
        }
    }
}

/// How an agent looks ahead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// How it chooses.
    pub method: Method,
    /// The order of moves in the search.
    pub order: Order,
    /// The value of a finished game.
    pub end: End,
    /// What a position is worth in which a side must pass.
    pub passes: Passes,
    /// The last moves of the game, which are searched to its end at once.
    pub exact: Option<Exact>,
    /// How much of the time for a move is used, in percent.
    pub time_percent: u32,
}

/// How an agent chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Method {
    /// Any legal move.
    Random,
    /// The move after which the position is worth the most; any of several.
    Greedy,
    /// Alpha-beta. It deepens from depth 1, so that there is a move however little time there is.
    AlphaBeta(Vec<Depth>),
}

/// The depth of a search in a part of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth {
    /// From when on; the first depth has `None`. The last one whose condition holds counts.
    pub from: Option<Condition>,
    /// The number of plies, or `None` for the end of the game.
    pub plies: Option<u32>,
}

/// The order of moves in the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// By row and column.
    Rows,
    /// By the weights of their squares, the highest first.
    Squares(Table),
    /// By the number of the opponent's replies, the fewest first.
    Replies,
    /// By the value of the position after them.
    Value,
}

/// The value of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A win, a draw or a loss.
    Result,
    /// The score.
    Score,
    /// The difference of the discs on the board, as if they were a term with the weight 1.
    Discs,
    /// The evaluation, as of any other position.
    Evaluation,
}

/// What a position is worth in which a side must pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    /// As much as after the pass, which uses up a ply.
    Played,
    /// The side has lost: a mistake of several reports.
    Lost,
}

/// An exact search of the last moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact {
    /// With this many empty squares or fewer.
    pub empties: u32,
    /// Whether only win, draw and loss count.
    pub wld: bool,
}
