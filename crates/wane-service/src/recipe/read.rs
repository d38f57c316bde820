//! Reads a recipe from TOML.

use std::collections::BTreeMap;
use std::ops::Range;

use thiserror::Error;
use toml::Spanned;
use wane_gallery::recipe::{
    Change, Condition, Depth, End, Evaluation, Exact, Feature, Method, ONE, Order, Passes, Recipe,
    Scale, Search, Sides, Stage, StageValue, Table, Term,
};

use super::text::{
    ChangeText, ConditionText, EndText, MethodText, OrderText, PassesText, RecipeText, ScaleText,
    SearchText, SidesText, StageText, TableText, TermText,
};
use super::{MOST_BYTES, NamedRecipe};

/// What is wrong with the text of a recipe.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {message}")]
pub struct RecipeProblem {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong, and what is allowed.
    pub message: String,
}

/// Reads a recipe and checks it.
///
/// # Errors
/// If the text is not TOML, has unknown or missing keys, or is no recipe that can be played.
pub fn read_recipe(text: &str) -> Result<NamedRecipe, RecipeProblem> {
    if text.len() > MOST_BYTES {
        let message = format!("a recipe has at most {MOST_BYTES} bytes");
        return Err(RecipeProblem { line: 1, column: 1, message });
    }
    let parsed: RecipeText = toml::from_str(text).map_err(|error| {
        Fault { span: error.span().unwrap_or(0..0), message: error.message().to_owned() }.at(text)
    })?;
    convert(parsed).map_err(|fault| fault.at(text))
}

/// Something wrong at a place of the text.
struct Fault {
    span: Range<usize>,
    message: String,
}

impl Fault {
    fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        Self { span, message: message.into() }
    }

    /// The problem, with the line and the column.
    fn at(self, text: &str) -> RecipeProblem {
        let before = text.get(..self.span.start).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or(before).chars().count() + 1;
        RecipeProblem { line, column, message: self.message }
    }
}

type Tables = BTreeMap<String, Table>;

fn convert(text: RecipeText) -> Result<NamedRecipe, Fault> {
    let mut tables = Tables::new();
    for (name, table) in text.tables {
        let span = table.span();
        tables.insert(name, read_table(&table.into_inner(), &span)?);
    }
    let first = text.stage.first().map_or(0..0, Spanned::span);
    let stages = text.stage.into_iter().map(|stage| read_stage(stage, &tables));
    let evaluation = Evaluation {
        scale: match text.scale {
            ScaleText::Sum => Scale::Sum,
            ScaleText::Shares => Scale::Shares,
        },
        change: match text.change {
            ChangeText::Hard => Change::Hard,
            ChangeText::AtRoot => Change::AtRoot,
            ChangeText::Sigmoid(width) => Change::Sigmoid { width },
        },
        stages: stages.collect::<Result<_, _>>()?,
    };
    let span = text.search.span();
    let search = read_search(text.search.into_inner(), &span, &tables)?;
    let recipe = Recipe { evaluation, search };
    recipe.evaluation.check().map_err(|error| Fault::new(first, error.to_string()))?;
    recipe.search.check().map_err(|error| Fault::new(span, error.to_string()))?;
    Ok(NamedRecipe { name: text.name, recipe })
}

/// A weight with eight decimals.
fn read_weight(weight: f64, span: &Range<usize>) -> Result<i64, Fault> {
    #[expect(clippy::cast_precision_loss, reason = "a power of ten, exactly")]
    let scaled = (weight * ONE as f64).round();
    if scaled.abs() <= 1e15 {
        #[expect(clippy::cast_possible_truncation, reason = "within 10^15")]
        Ok(scaled as i64)
    } else {
        Err(Fault::new(
            span.clone(),
            format!("{weight} is no weight: write a number up to a million"),
        ))
    }
}

fn read_table(TableText(numbers): &TableText, span: &Range<usize>) -> Result<Table, Fault> {
    let weights: Vec<i64> =
        numbers.iter().map(|&number| read_weight(number, span)).collect::<Result<_, _>>()?;
    if let Ok(classes) = <[i64; 10]>::try_from(weights.as_slice()) {
        return Ok(Table::symmetric(classes));
    }
    let side = if weights.len() == 16 { 4 } else { 8 };
    let fold = |at: usize| if at < side { at } else { 7 - at };
    Ok(Table::new(std::array::from_fn(|index| weights[fold(index / 8) * side + fold(index % 8)])))
}

fn find_table(name: &str, tables: &Tables, span: &Range<usize>) -> Result<Table, Fault> {
    tables.get(name).cloned().ok_or_else(|| {
        let names: Vec<&str> = tables.keys().map(String::as_str).collect();
        let known = if names.is_empty() { "there are none".to_owned() } else { names.join(", ") };
        Fault::new(span.clone(), format!("there is no table {name:?} below [tables]: {known}"))
    })
}

fn read_condition(condition: ConditionText) -> Condition {
    match condition {
        ConditionText::Discs(discs) => Condition::Discs(discs),
        ConditionText::Empties(empties) => Condition::Empties(empties),
        ConditionText::HalfFull => Condition::HalfFull,
        ConditionText::EdgeTaken => Condition::EdgeTaken,
        ConditionText::Corners(corners) => Condition::Corners(corners),
    }
}

fn read_stage(stage: Spanned<StageText>, tables: &Tables) -> Result<Stage, Fault> {
    let span = stage.span();
    let stage = stage.into_inner();
    let (from, is_won) = (stage.from.map(read_condition), stage.value.is_some());
    let with_table = [("squares", stage.squares), ("weighted-mobility", stage.weighted_mobility)];
    let plain = [
        (Feature::Mobility, stage.mobility),
        (Feature::PotentialMobility, stage.potential_mobility),
        (Feature::Frontier, stage.frontier),
        (Feature::Stability, stage.stability),
        (Feature::CornerStability, stage.corner_stability),
        (Feature::EdgeStability, stage.edge_stability),
        (Feature::Edge, stage.edge),
        (Feature::Corners, stage.corners),
        (Feature::Discs, stage.discs),
        (Feature::Parity, stage.parity),
    ];
    let mut terms = Vec::new();
    for (name, term) in with_table {
        let Some(term) = term else { continue };
        let Some(table) = &term.table else {
            let message =
                format!("{name} needs a table: {name} = {{ weight = 1, table = \"name\" }}");
            return Err(Fault::new(term.span, message));
        };
        let table = find_table(table, tables, &term.span)?;
        let taken = term.taken.as_ref().map(|taken| find_table(taken, tables, &term.span));
        let feature = match (name, taken.transpose()?) {
            ("squares", None) => Feature::Squares(table),
            ("squares", Some(taken)) => Feature::SquaresByCorner { open: table, taken },
            (_, None) => Feature::WeightedMobility(table),
            (_, Some(_)) => {
                return Err(Fault::new(term.span, "only squares have a table for taken corners"));
            }
        };
        terms.push(read_term(feature, &term)?);
    }
    for (feature, term) in plain {
        let Some(term) = term else { continue };
        if term.table.is_some() || term.taken.is_some() {
            return Err(Fault::new(term.span, "only squares and weighted-mobility have a table"));
        }
        terms.push(read_term(feature, &term)?);
    }
    match (is_won, terms.is_empty()) {
        (true, false) => Err(Fault::new(span, "a stage with value = \"won\" has no features")),
        (true, true) => Ok(Stage { from, value: StageValue::Won }),
        (false, true) => Err(Fault::new(span, "a stage needs a feature, such as mobility = 5")),
        (false, false) => Ok(Stage { from, value: StageValue::Terms(terms) }),
    }
}

fn read_term(feature: Feature, term: &TermText) -> Result<Term, Fault> {
    let sides = match term.sides {
        SidesText::Difference => Sides::Difference,
        SidesText::Own => Sides::Own,
        SidesText::Opponent => Sides::Opponent,
        SidesText::White => Sides::White,
    };
    Ok(Term { feature, weight: read_weight(term.weight, &term.span)?, sides })
}

fn read_search(search: SearchText, span: &Range<usize>, tables: &Tables) -> Result<Search, Fault> {
    let method = match (search.method, search.depth, search.later.is_empty()) {
        (MethodText::AlphaBeta, Some(plies), _) => {
            let mut depths = vec![Depth { from: None, plies: Some(plies) }];
            depths.extend(
                search.later.iter().map(|later| Depth {
                    from: Some(read_condition(later.from)),
                    plies: later.depth,
                }),
            );
            Method::AlphaBeta(depths)
        }
        (MethodText::AlphaBeta, None, _) => {
            return Err(Fault::new(span.clone(), "alpha-beta needs a depth, such as depth = 4"));
        }
        (MethodText::Random, None, true) => Method::Random,
        (MethodText::Greedy, None, true) => Method::Greedy,
        _ => return Err(Fault::new(span.clone(), "only alpha-beta has a depth")),
    };
    let order = match search.order {
        OrderText::Rows => Order::Rows,
        OrderText::Replies => Order::Replies,
        OrderText::Value => Order::Value,
        OrderText::Table(name) => Order::Squares(find_table(&name, tables, span)?),
    };
    let end = match search.end {
        EndText::Result => End::Result,
        EndText::Score => End::Score,
        EndText::Discs => End::Discs,
        EndText::Evaluation => End::Evaluation,
    };
    let passes = match search.passes {
        PassesText::Played => Passes::Played,
        PassesText::Lost => Passes::Lost,
    };
    let exact = search.exact.map(|exact| Exact { empties: exact.empties, wld: exact.wld });
    Ok(Search { method, order, end, passes, exact, time_percent: search.time.unwrap_or(90) })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = r#"
name = "mine"

[tables]
edge = [[9, -2, 3, 1], [-2, -4, 1, 1], [3, 1, 2, 1], [1, 1, 1, 0.5]]

[[stage]]
squares = { weight = -1, table = "edge" }
mobility = 5

[[stage]]
from = { discs = 40 }
discs = { weight = -1.25, sides = "own" }

[search]
method = "alpha-beta"
depth = 4
later = [{ from = { empties = 8 } }]
order = { table = "edge" }
exact = { empties = 10, wld = true }
"#;

    #[test]
    fn a_recipe_is_read() {
        let NamedRecipe { name, recipe } = read_recipe(SMALL).unwrap();
        assert_eq!(name, "mine");
        let table = Table::symmetric([9, -2, 3, 1, -4, 1, 1, 2, 1, 0].map(|it| it * ONE));
        let mut weights = *table.weights();
        for middle in [27, 28, 35, 36] {
            weights[middle] = ONE / 2;
        }
        let table = Table::new(weights);
        let of = |feature, weight, sides| Term { feature, weight, sides };
        let first = vec![
            of(Feature::Squares(table.clone()), -ONE, Sides::Difference),
            of(Feature::Mobility, 5 * ONE, Sides::Difference),
        ];
        let second = vec![of(Feature::Discs, -ONE * 5 / 4, Sides::Own)];
        let stages = &recipe.evaluation.stages;
        assert_eq!(stages[0], Stage { from: None, value: StageValue::Terms(first) });
        assert_eq!(stages[1].from, Some(Condition::Discs(40)));
        assert_eq!(stages[1].value, StageValue::Terms(second));
        assert_eq!(recipe.search.order, Order::Squares(table));
        assert_eq!(recipe.search.exact, Some(Exact { empties: 10, wld: true }));
        let depths = vec![
            Depth { from: None, plies: Some(4) },
            Depth { from: Some(Condition::Empties(8)), plies: None },
        ];
        assert_eq!(recipe.search.method, Method::AlphaBeta(depths));
    }

    #[test]
    fn a_table_has_ten_numbers_or_rows() {
        let table = |rows: &str| {
            let text = SMALL
                .replace("[[9, -2, 3, 1], [-2, -4, 1, 1], [3, 1, 2, 1], [1, 1, 1, 0.5]]", rows);
            read_recipe(&text)
        };
        let rows = ["[1, 2, 3, 4, 5, 6, 7, 8]"; 8].join(", ");
        for good in ["[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]", &format!("[{rows}]")] {
            assert!(table(good).is_ok(), "{good}");
        }
        for bad in [
            "[1, 2]",
            "[[1, 2], [3, 4]]",
            "[[1], [2], [3], [4], [5], [6], [7], [8], [9], [10]]",
            "7",
        ] {
            let problem = table(bad).unwrap_err();
            assert_eq!(problem.line, 5, "{bad}: {problem}");
        }
    }

    #[test]
    fn every_problem_names_its_place_and_what_is_allowed() {
        for (from, to, expected) in [
            (
                "mobility = 5",
                "mobilty = 5",
                "line 9, column 1: unknown field `mobilty`, expected one of",
            ),
            (
                "mobility = 5",
                "mobility = \"5\"",
                "line 9, column 12: invalid type: string \"5\", expected a weight such as",
            ),
            ("mobility = 5", "mobility = 2e9", "line 9, column 12: 2000000000 is no weight"),
            ("mobility = 5", "mobility = nan", "line 9, column 12: NaN is no weight"),
            (
                "mobility = 5",
                "mobility = { weight = 5, table = \"edge\" }",
                "line 9, column 12: only squares and weighted",
            ),
            (
                "table = \"edge\" }\nm",
                "table = \"corner\" }\nm",
                "line 8, column 11: there is no table \"corner\" below [tables]: edge",
            ),
            (", table = \"edge\" }\nm", " }\nm", "line 8, column 11: squares needs a table"),
            ("depth = 4\n", "", "line 15, column 1: alpha-beta needs a depth"),
            ("depth = 4", "depth = 400", "line 15, column 1: a depth is 1 to 60 plies"),
            (
                "\"alpha-beta\"",
                "\"alphabeta\"",
                "unknown variant `alphabeta`, expected one of `random`, `greedy`, `alpha-beta`",
            ),
            ("name = \"mine\"", "name = mine", "line 2, column 8: "),
            ("[search]", "[seek]", "unknown field `seek`"),
        ] {
            assert!(SMALL.contains(from), "{from}");
            let problem = read_recipe(&SMALL.replacen(from, to, 1)).unwrap_err().to_string();
            assert!(problem.contains(expected), "{problem}, not {expected}");
        }
        let long = "#".repeat(MOST_BYTES + 1);
        assert!(read_recipe(&long).unwrap_err().message.contains("at most"));
    }
}
