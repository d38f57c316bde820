//! A recipe as an agent.

use std::time::Duration;

use wane_board::{AnyPosition, Bitboard, Board, Objective, Square, with_size};
use wane_random::Rng;

use super::evaluator::last_that_holds;
use super::table::Weights;
use super::{
    Depth, End, Evaluator, Exact, Method, ONE, Order, Passes, Recipe, RecipeError, Search,
};
use crate::Agent;
use crate::alpha_beta::{AlphaBeta, Heuristics, TO_THE_END, outcome, sorted};
use crate::deadline::Deadline;
use crate::features::{AgentValue, disc_difference};

/// With this number of empty squares or fewer, sorting the moves by replies costs more than it saves.
const FEW_EMPTIES: u32 = 4;

/// Builds the agent of a recipe. The same seed gives the same moves if the clock gives the same readings.
///
/// # Errors
/// If the recipe is not sound: [`Recipe::check`].
pub fn build_recipe(recipe: Recipe, seed: u64) -> Result<Box<dyn Agent>, RecipeError> {
    recipe.check()?;
    Ok(Box::new(RecipeAgent { recipe, rng: Rng::new(seed) }))
}

/// The nodes of one alpha-beta search to this depth with the evaluation and the order of moves of a recipe, whatever its
/// method is.
///
/// # Errors
/// If the recipe is not sound: [`Recipe::check`].
pub fn count_nodes(
    recipe: &Recipe,
    position: &AnyPosition,
    plies: u32,
) -> Result<u64, RecipeError> {
    recipe.check()?;
    let clock = || Duration::ZERO;
    Ok(with_size!(position, position => {
        let planned = Planned::new(Evaluator::new(&recipe.evaluation, position), recipe);
        let mut search = AlphaBeta::new(planned, Deadline::new(Duration::MAX, &clock));
        // A clock that stands still stops nothing.
        let _ = search.best_move(&position.board, plies.max(1));
        search.deadline().nodes()
    }))
}

struct RecipeAgent {
    recipe: Recipe,
    rng: Rng,
}

impl Agent for RecipeAgent {
    fn choose(
        &mut self,
        position: &AnyPosition,
        budget: Duration,
        clock: &dyn Fn() -> Duration,
    ) -> Square {
        let search = &self.recipe.search;
        let deadline = || Deadline::within(budget, search.time_percent, clock);
        with_size!(position, position => {
            let board = &position.board;
            let evaluator = Evaluator::new(&self.recipe.evaluation, position);
            let at_once = match &search.method {
                Method::Random => self.rng.pick(board.legal_moves()),
                Method::Greedy => self.rng.pick(greediest(&evaluator, board)),
                Method::AlphaBeta(_) => board.legal_moves().first(),
            };
            let at_once = at_once.expect("there is a legal move");
            if let Some(exact) = search.exact.filter(|it| board.empties().len() <= it.empties) {
                return match AlphaBeta::new(exact, deadline()).best_move(board, TO_THE_END) {
                    Ok(Some((square, _))) => square,
                    _ => at_once,
                };
            }
            let Method::AlphaBeta(depths) = &search.method else {
                return at_once;
            };
            let plies = plies(depths, board).unwrap_or(TO_THE_END);
            let heuristics = Planned::new(evaluator, &self.recipe);
            AlphaBeta::new(heuristics, deadline()).deepen(board, plies)
        })
    }
}

/// The depth of a search from this board; `None` is the end of the game.
fn plies<const N: usize>(depths: &[Depth], board: &Board<N>) -> Option<u32> {
    depths[last_that_holds(depths.iter().map(|depth| depth.from), board)].plies
}

/// The legal moves after which the position is worth the most.
fn greediest<const N: usize>(evaluator: &Evaluator<N>, board: &Board<N>) -> Bitboard {
    let value = |square: Square| {
        let child = board.after(square.bitboard(), board.flips(square));
        evaluator.evaluate(&child.passed(), false)
    };
    let best = board.legal_moves().into_iter().map(value).max();
    board.legal_moves().into_iter().filter(|&square| Some(value(square)) == best).collect()
}

/// The evaluation and the search of a recipe on boards of one size.
pub(crate) struct Planned<'r, const N: usize> {
    evaluator: Evaluator<N>,
    order: &'r Order,
    /// The weights of the order.
    weights: Option<Weights>,
    end: End,
    passes: Passes,
}

impl<'r, const N: usize> Planned<'r, N> {
    pub(crate) fn new(evaluator: Evaluator<N>, recipe: &'r Recipe) -> Self {
        let weights = match &recipe.search.order {
            Order::Squares(table) => Some(Weights::of::<N>(table)),
            Order::Rows | Order::Replies | Order::Value => None,
        };
        let Search { order, end, passes, .. } = &recipe.search;
        Self { evaluator, order, weights, end: *end, passes: *passes }
    }
}

impl<const N: usize> Heuristics<N> for Planned<'_, N> {
    fn evaluate(&self, board: &Board<N>, agent_to_move: bool) -> AgentValue {
        self.evaluator.evaluate(board, agent_to_move)
    }

    fn terminal_value(&self, board: &Board<N>, agent_to_move: bool) -> AgentValue {
        match self.end {
            End::Result => self.evaluator.win() * outcome(board),
            End::Score => ONE * AgentValue::from(board.final_score(Objective::FewestDiscs).discs()),
            End::Discs => -ONE * disc_difference(board),
            End::Evaluation => self.evaluator.evaluate(board, agent_to_move),
        }
    }

    fn loses_by_pass(&self) -> bool {
        self.passes == Passes::Lost
    }

    fn order(
        &self,
        board: &Board<N>,
        moves: Bitboard,
        depth: u32,
        agent_to_move: bool,
    ) -> Vec<Square> {
        match (self.order, &self.weights) {
            (Order::Squares(_), Some(weights)) => {
                sorted(moves, &|square| -weights.sum::<N>(square.bitboard()))
            }
            (Order::Replies, _) => by_replies(moves, board),
            (Order::Value, _) if depth > 1 => sorted(moves, &|square| {
                // For the agent; its opponent wants the lowest.
                let child = board.after(square.bitboard(), board.flips(square));
                if agent_to_move {
                    -self.evaluator.evaluate(&child.passed(), false)
                } else {
                    self.evaluator.evaluate(&child, true)
                }
            }),
            _ => moves.into_iter().collect(),
        }
    }
}

/// The exact search of the last moves.
impl<const N: usize> Heuristics<N> for Exact {
    fn evaluate(&self, board: &Board<N>, _agent_to_move: bool) -> AgentValue {
        -disc_difference(board)
    }

    fn terminal_value(&self, board: &Board<N>, _agent_to_move: bool) -> AgentValue {
        let score = board.final_score(Objective::FewestDiscs).discs();
        if self.wld { score.signum().into() } else { score.into() }
    }

    fn order(
        &self,
        board: &Board<N>,
        moves: Bitboard,
        _depth: u32,
        _agent_to_move: bool,
    ) -> Vec<Square> {
        by_replies(moves, board)
    }
}

/// Moves by the number of the opponent's replies, the fewest first.
fn by_replies<const N: usize>(moves: Bitboard, board: &Board<N>) -> Vec<Square> {
    if board.empties().len() <= FEW_EMPTIES {
        return moves.into_iter().collect();
    }
    let after = |square: Square| board.after(square.bitboard(), board.flips(square));
    sorted(moves, &|square| after(square).legal_moves().len().into())
}

#[cfg(test)]
mod tests {
    use wane_board::{Colour, Size};
    use wane_testkit::{plain, random_game};

    use super::*;
    use crate::alpha_beta::INFINITY;
    use crate::features::samples::{half_full, opening, set};
    use crate::recipes::{greedy, greedy_invincible, random, seed_002};

    fn choose(recipe: &Recipe, seed: u64, board: &Board<8>, budget: Duration) -> Square {
        let mut agent = build_recipe(recipe.clone(), seed).unwrap();
        agent.choose(&AnyPosition::new((*board).into(), Colour::Black), budget, &|| {
            Duration::from_millis(1)
        })
    }

    #[test]
    fn random_moves_are_equally_likely() {
        let mut agent = build_recipe(random(), 20_261_115).unwrap();
        let mut counts = [0_u32; 64];
        for _ in 0..4000 {
            let start = AnyPosition::start(Size::Eight);
            counts[agent.choose(&start, Duration::ZERO, &|| Duration::ZERO).index()] += 1;
        }
        for name in ["d3", "c4", "f5", "e6"] {
            let count = counts[name.parse::<Square>().unwrap().index()];
            assert!((900..1100).contains(&count), "{name}: {count}");
        }
    }

    #[test]
    fn greedy_flips_as_few_discs_as_it_can() {
        let best =
            |board: &Board<8>| greediest(&Evaluator::for_black(&greedy().evaluation, board), board);
        // a4 flips b4 and c4, f4 only e4.
        assert_eq!(best(&Board::new(set("d4"), set("b4 c4 e4"))), set("f4"));
        // a6 flips a5 and b5; b6 b5 and c5; c6 b5, c5 and d5; d6 c5 and d5; e6 only d5.
        assert_eq!(best(&half_full()), set("e6"));
    }

    #[test]
    fn the_last_plies_are_played_without_a_mistake() {
        let mut rng = Rng::new(20_261_115);
        let mut wld = random();
        wld.search.exact = Some(Exact { empties: 12, wld: true });
        for plies in (50..60).cycle().take(100) {
            let board = random_game::<8>(&mut rng, plies).position().board;
            if board.legal_moves().is_empty() || board.empties().len() > 9 {
                continue;
            }
            let value = plain::minimax(&board, Objective::FewestDiscs).discs();
            let after = |recipe: &Recipe| {
                let mut child = board;
                child.play(choose(recipe, 1, &board, Duration::MAX)).unwrap();
                -plain::minimax(&child, Objective::FewestDiscs).discs()
            };
            assert_eq!(after(&greedy_invincible()), value, "{board:?}");
            assert_eq!(after(&wld).signum(), value.signum(), "{board:?}");
        }
    }

    #[test]
    fn before_the_last_plies_and_without_time_it_is_greedy() {
        let mut rng = Rng::new(20_261_115);
        for plies in 30..55 {
            let board = random_game::<8>(&mut rng, plies).position().board;
            if board.legal_moves().is_empty() || board.empties().len() <= 9 {
                continue;
            }
            let budget = Duration::from_millis(1);
            let square = choose(&greedy_invincible(), 1, &board, budget);
            assert_eq!(square, choose(&greedy(), 1, &board, budget), "{board:?}");
        }
    }

    #[test]
    fn the_nodes_of_a_search_are_counted_and_a_better_order_needs_fewer() {
        let start = AnyPosition::start(Size::Eight);
        let nodes = |recipe: &Recipe, plies| count_nodes(recipe, &start, plies).unwrap();
        // Four moves; three replies to each.
        assert_eq!(nodes(&greedy(), 1), 4);
        assert!((4 + 4..=4 + 12).contains(&nodes(&greedy(), 2)));
        let mut rng = Rng::new(20_261_117);
        let positions: Vec<AnyPosition> =
            (20..30).map(|plies| random_game::<8>(&mut rng, plies).position().into()).collect();
        let all = |order| {
            let mut recipe = seed_002();
            recipe.search.order = order;
            positions.iter().map(|position| count_nodes(&recipe, position, 4).unwrap()).sum::<u64>()
        };
        assert!(all(Order::Value) < all(Order::Rows));
    }

    #[test]
    fn moves_are_ordered_as_the_recipe_wants() {
        let board = Board::<8>::new(set("d4"), set("b4 c4 e4"));
        let first = |order, agent_to_move| {
            let mut recipe = greedy();
            recipe.search.order = order;
            let planned = Planned::new(Evaluator::for_black(&recipe.evaluation, &board), &recipe);
            planned.order(&board, board.legal_moves(), 2, agent_to_move)[0].to_string()
        };
        // a4 flips two discs, f4 one; the agent wants few of its own, and so does its opponent.
        assert_eq!(first(Order::Rows, true), "a4");
        assert_eq!(first(Order::Value, true), "f4");
        assert_eq!(first(Order::Value, false), "f4");
        let recipe = seed_002();
        let planned = Planned::new(Evaluator::for_black(&recipe.evaluation, &board), &recipe);
        let order = planned.order(&board, set("a1 c3 a4 b1 d4 b2 c4"), 1, true);
        let names: Vec<String> = order.iter().map(Square::to_string).collect();
        assert_eq!(names.join(" "), "b1 b2 c4 d4 c3 a4 a1");
    }

    #[test]
    fn a_finished_game_has_the_value_that_the_recipe_wants() {
        let board = opening();
        let value = |end| {
            let mut recipe = greedy();
            recipe.search.end = end;
            let planned = Planned::new(Evaluator::for_black(&recipe.evaluation, &board), &recipe);
            planned.terminal_value(&board, true)
        };
        assert_eq!(value(End::Result), INFINITY);
        assert_eq!(value(End::Score), (3 + 60 - 1) * ONE);
        assert_eq!(value(End::Discs), 2 * ONE);
        assert_eq!(value(End::Evaluation), 2 * ONE);
    }
}
