//! [`Parameters`]: the numbers of a recipe that a tuner changes.

use wane_board::{Board, Square};
use wane_gallery::recipe::{Feature, MOST_WEIGHT, ONE, Recipe, StageValue, Table, Term};

/// The numbers of a recipe: the weights of its tables, and those of its terms.
///
/// A table that several terms have is one table. A symmetric one has ten weights, another one 64. The weight of a term
/// counts only beside other terms: alone, it changes no move.
#[derive(Clone, Debug)]
pub struct Parameters {
    recipe: Recipe,
    /// The different tables of its terms.
    tables: Vec<Table>,
    list: Vec<Parameter>,
}

/// A number that a tuner changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// What it is, for people.
    pub name: String,
    /// Its value in the recipe.
    pub start: f64,
    /// How far a first step goes.
    pub step: f64,
    place: Place,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// A weight of a symmetric table.
    Class { table: usize, class: usize },
    /// A weight of another table.
    Square { table: usize, square: usize },
    /// The weight of a term.
    Term { stage: usize, term: usize },
}

/// The names of the squares of a symmetric table.
const CLASSES: [&str; 10] = ["corner", "c", "cc", "ccc", "x", "xc", "xcc", "xx", "xxc", "xxx"];

impl Parameters {
    /// The parameters of a recipe, which is sound.
    #[must_use]
    pub fn of(recipe: Recipe) -> Self {
        let mut tables: Vec<Table> = Vec::new();
        for table in all_terms(&recipe).flat_map(|(_, _, term)| term.feature.tables()).flatten() {
            if !tables.contains(table) {
                tables.push(table.clone());
            }
        }
        let mut list = Vec::new();
        for (index, table) in tables.iter().enumerate() {
            list.extend(of_table(index, table));
        }
        for (stage, term, it) in all_terms(&recipe) {
            let StageValue::Terms(all) = &recipe.evaluation.stages[stage].value else { continue };
            if all.len() > 1 {
                let name = format!("stage {}: {}", stage + 1, it.feature.name());
                list.push(Parameter::new(name, it.weight, Place::Term { stage, term }));
            }
        }
        Self { recipe, tables, list }
    }

    /// The parameters, in their order.
    #[must_use]
    pub fn list(&self) -> &[Parameter] {
        &self.list
    }

    /// The values in the recipe.
    #[must_use]
    pub fn start(&self) -> Vec<f64> {
        self.list.iter().map(|parameter| parameter.start).collect()
    }

    /// The values of another recipe with the same tables and terms.
    #[must_use]
    pub fn values_of(&self, recipe: &Recipe) -> Vec<f64> {
        let other = Self::of(recipe.clone());
        if other.list.len() == self.list.len() { other.start() } else { self.start() }
    }

    /// The recipe with other values; those that no recipe can have are cut off.
    #[must_use]
    pub fn apply(&self, values: &[f64]) -> Recipe {
        let mut tables = self.tables.clone();
        let mut recipe = self.recipe.clone();
        for (parameter, &value) in self.list.iter().zip(values) {
            let value = weight(value);
            match parameter.place {
                Place::Class { table, class } => {
                    let mut classes = tables[table].classes().unwrap_or_default();
                    classes[class] = value;
                    tables[table] = Table::symmetric(classes);
                }
                Place::Square { table, square } => {
                    let mut weights = *tables[table].weights();
                    weights[square] = value;
                    tables[table] = Table::new(weights);
                }
                Place::Term { stage, term } => {
                    if let StageValue::Terms(terms) = &mut recipe.evaluation.stages[stage].value {
                        terms[term].weight = value;
                    }
                }
            }
        }
        let changed = |table: &Table| {
            let index = self.tables.iter().position(|it| it == table);
            index.map_or_else(|| table.clone(), |index| tables[index].clone())
        };
        for stage in &mut recipe.evaluation.stages {
            let StageValue::Terms(terms) = &mut stage.value else { continue };
            for Term { feature, .. } in terms {
                match feature {
                    Feature::Squares(table) | Feature::WeightedMobility(table) => {
                        *table = changed(table);
                    }
                    Feature::SquaresByCorner { open, taken } => {
                        (*open, *taken) = (changed(open), changed(taken));
                    }
                    _ => {}
                }
            }
        }
        recipe
    }
}

impl Parameter {
    fn new(name: String, start: i64, place: Place) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "weights have at most 15 digits")]
        let start = start as f64 / ONE as f64;
        // Three tenths of it, but not nothing.
        Self { name, start, step: (0.3 * start.abs()).max(0.1), place }
    }
}

/// The terms of a recipe, with the numbers of their stage and of themselves.
fn all_terms(recipe: &Recipe) -> impl Iterator<Item = (usize, usize, &Term)> {
    recipe.evaluation.stages.iter().enumerate().flat_map(|(stage, it)| {
        let terms = match &it.value {
            StageValue::Terms(terms) => terms.as_slice(),
            StageValue::Won => &[],
        };
        terms.iter().enumerate().map(move |(term, it)| (stage, term, it))
    })
}

/// The weights of a table.
fn of_table(table: usize, it: &Table) -> Vec<Parameter> {
    let name = |square: &str| format!("table {}: {square}", table + 1);
    match it.classes() {
        Some(classes) => (0..10)
            .map(|class| {
                let place = Place::Class { table, class };
                Parameter::new(name(CLASSES[class]), classes[class], place)
            })
            .collect(),
        None => Board::<8>::SQUARES
            .into_iter()
            .map(|square: Square| {
                let place = Place::Square { table, square: square.index() };
                Parameter::new(name(&square.to_string()), it.weights()[square.index()], place)
            })
            .collect(),
    }
}

/// A weight with eight decimals, within what a recipe allows of products of two.
#[expect(clippy::cast_possible_truncation, reason = "it is clamped")]
#[expect(clippy::cast_precision_loss, reason = "a power of ten, exactly")]
fn weight(value: f64) -> i64 {
    let most = ((MOST_WEIGHT / ONE) as f64).sqrt();
    (value.clamp(-most, most) * ONE as f64).round() as i64
}

#[cfg(test)]
mod tests {
    use wane_gallery::Kind;

    use super::*;

    #[test]
    fn a_recipe_with_its_own_values_is_itself() {
        for kind in Kind::ALL
            .into_iter()
            .filter(|&kind| kind != Kind::Seed001 && kind != Kind::Seed001Literal)
        {
            let Some(recipe) = kind.nearest_recipe() else { continue };
            let parameters = Parameters::of(recipe.clone());
            assert_eq!(parameters.apply(&parameters.start()), recipe, "{kind}");
        }
    }

    #[test]
    fn the_two_stages_of_seed_000_have_sixteen_numbers() {
        let parameters = Parameters::of(Kind::Seed000.nearest_recipe().unwrap());
        let names: Vec<&str> = parameters.list().iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names.len(), 16);
        assert_eq!((names[0], names[10]), ("table 1: corner", "stage 1: squares"));
        let mut values = parameters.start();
        (values[0], values[15]) = (5.0, -3.5);
        let changed = parameters.apply(&values);
        assert_eq!(changed.check(), Ok(()));
        let again = Parameters::of(changed);
        assert_eq!(again.start(), values);
    }

    #[test]
    fn values_that_no_recipe_has_are_cut_off() {
        let parameters = Parameters::of(Kind::Seed003.recipe().unwrap());
        for wild in [f64::INFINITY, -1e300, 1e9] {
            let recipe = parameters.apply(&vec![wild; parameters.list().len()]);
            assert_eq!(recipe.check(), Ok(()));
        }
    }
}
