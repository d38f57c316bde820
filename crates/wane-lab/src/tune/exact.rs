//! [`ExactError`]: how well an evaluation predicts exact scores.

use wane_board::{Objective, Position};
use wane_gallery::recipe::{Recipe, explain};
use wane_random::Rng;
use wane_search::{Control, Solver, Table, Window};

use super::duel::Duel;
use super::fitness::{Candidate, Fitness};
use crate::experiment::matchups::random_opening;
use crate::experiment::statistics::{PairPoints, count};

/// The empty squares of the positions.
const EMPTIES: usize = 11;

/// Positions with their exact results, and the scale of values.
#[derive(Clone, Debug)]
pub struct ExactError {
    /// A position, and 1 for a win of its side to move, 1/2 for a draw, 0 for a loss.
    positions: Vec<(Position<8>, f64)>,
    /// The value that counts as a safe win.
    scale: f64,
}

impl ExactError {
    /// Solves this many random positions. The scale is that of the values of a recipe.
    #[must_use]
    pub fn new(recipe: &Recipe, positions: usize, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let table = Table::new(1);
        let solver = Solver::new(Objective::FewestDiscs, &table);
        let solved = (0..positions).filter_map(|_| {
            let position = random_opening(&mut rng, 60 - EMPTIES);
            let solution = solver.solve(position.board, Window::EXACT, &Control::new(), &|_| {});
            let score = solution.ok()?.bounds.lower.discs();
            Some((position, f64::from(1 + score.signum()) / 2.0))
        });
        let positions: Vec<(Position<8>, f64)> = solved.collect();
        let sum: f64 = positions.iter().map(|(position, _)| value(recipe, position).powi(2)).sum();
        let scale = (sum / count(positions.len().max(1) as u64)).sqrt().max(1e-9);
        Self { positions, scale }
    }

    /// The mean squared error of a recipe: 1/4 for one that knows nothing.
    #[must_use]
    pub fn error(&self, recipe: &Recipe) -> f64 {
        let error = |(position, result): &(Position<8>, f64)| {
            let predicted = 1.0 / (1.0 + (-2.0 * value(recipe, position) / self.scale).exp());
            (predicted - result).powi(2)
        };
        self.positions.iter().map(error).sum::<f64>() / count(self.positions.len().max(1) as u64)
    }
}

/// The value of a position for its side to move.
#[expect(clippy::cast_precision_loss, reason = "values have at most 15 digits that matter")]
fn value(recipe: &Recipe, position: &Position<8>) -> f64 {
    explain(&recipe.evaluation, position).map_or(0.0, |it| it.value as f64)
}

impl Fitness for ExactError {
    fn duels(&self, _candidates: &[Candidate], _round: u64) -> Vec<Duel> {
        Vec::new()
    }

    /// The error turned: 1 is perfect, 0 is nothing better than a guess.
    fn scores(&self, candidates: &[Candidate], _points: &[PairPoints]) -> Vec<f64> {
        candidates.iter().map(|it| 1.0 - 4.0 * self.error(&it.recipe)).collect()
    }
}

#[cfg(test)]
mod tests {
    use wane_gallery::Kind;

    use super::*;

    #[test]
    fn an_evaluation_that_is_turned_predicts_the_wrong_side() {
        let greedy = Kind::Greedy.recipe().unwrap();
        let exact = ExactError::new(&greedy, 60, 1);
        let mut turned = greedy.clone();
        if let wane_gallery::recipe::StageValue::Terms(terms) =
            &mut turned.evaluation.stages[0].value
        {
            terms[0].weight = -terms[0].weight;
        }
        assert!(exact.error(&greedy) < 0.25, "{}", exact.error(&greedy));
        assert!(exact.error(&turned) > 0.25, "{}", exact.error(&turned));
    }
}
