//! Writes a recipe as TOML, as a person would.

use std::fmt::Write as _;

use wane_gallery::recipe::{
    Change, Condition, End, Evaluation, Feature, Method, ONE, Order, Passes, Recipe, Scale, Search,
    Sides, Stage, StageValue, Table, Term,
};

use super::NamedRecipe;

/// The text of a recipe; [`read_recipe`](super::read_recipe) reads the same recipe from it.
#[must_use]
pub fn write_recipe(NamedRecipe { name, recipe }: &NamedRecipe) -> String {
    let tables = Tables::of(recipe);
    let mut text = String::new();
    if !name.is_empty() {
        line(&mut text, &format!("name = {}", quoted(name)));
    }
    head(&mut text, &recipe.evaluation);
    tables.write(&mut text);
    for stage in &recipe.evaluation.stages {
        write_stage(&mut text, stage, &tables);
    }
    write_search(&mut text, &recipe.search, &tables);
    text.trim_start().to_owned()
}

fn line(text: &mut String, line: &str) {
    writeln!(text, "{line}").expect("a string takes everything");
}

/// A string of TOML. JSON's are the same, but for one character that TOML wants escaped.
fn quoted(name: &str) -> String {
    serde_json::Value::from(name).to_string().replace('\u{7f}', "\\u007f")
}

fn head(text: &mut String, evaluation: &Evaluation) {
    if evaluation.scale == Scale::Shares {
        line(text, "scale = \"shares\"");
    }
    match evaluation.change {
        Change::Hard => {}
        Change::AtRoot => line(text, "change = \"at-root\""),
        Change::Sigmoid { width } => line(text, &format!("change = {{ sigmoid = {width} }}")),
    }
}

/// The different tables of a recipe, in the order in which it uses them, with their names.
struct Tables<'r>(Vec<(String, &'r Table)>);

impl<'r> Tables<'r> {
    fn of(recipe: &'r Recipe) -> Self {
        let mut tables = Self(Vec::new());
        for stage in &recipe.evaluation.stages {
            let StageValue::Terms(terms) = &stage.value else { continue };
            for term in terms {
                let is_of_moves = matches!(term.feature, Feature::WeightedMobility(_));
                let purpose = if is_of_moves { "moves" } else { "squares" };
                for table in term.feature.tables().into_iter().flatten() {
                    tables.add(purpose, table);
                }
            }
        }
        if let Order::Squares(table) = &recipe.search.order {
            tables.add("order", table);
        }
        tables
    }

    fn add(&mut self, purpose: &str, table: &'r Table) {
        if self.0.iter().any(|(_, known)| *known == table) {
            return;
        }
        let count = self.0.iter().filter(|(name, _)| name.starts_with(purpose)).count();
        let name = if count == 0 { purpose.to_owned() } else { format!("{purpose}-{}", count + 1) };
        self.0.push((name, table));
    }

    fn name(&self, table: &Table) -> &str {
        let known = self.0.iter().find(|(_, known)| *known == table);
        known.map_or("", |(name, _)| name)
    }

    fn write(&self, text: &mut String) {
        if !self.0.is_empty() {
            line(text, "\n[tables]");
        }
        for (name, table) in &self.0 {
            line(text, &format!("{name} = ["));
            // The upper left quarter is enough for a table that is the same on all sides.
            let side = if table.classes().is_some() { 4 } else { 8 };
            let rows = table.weights().chunks(8).take(side);
            let rows: Vec<Vec<String>> =
                rows.map(|row| row[..side].iter().map(|&it| decimal(it)).collect()).collect();
            let width = rows.iter().flatten().map(String::len).max().unwrap_or(0);
            for row in rows {
                let cells: Vec<String> = row.iter().map(|cell| format!("{cell:>width$}")).collect();
                line(text, &format!("  [{}],", cells.join(", ")));
            }
            line(text, "]");
        }
    }
}

/// A weight as a decimal number, with as many decimals as it has.
#[must_use]
pub fn decimal(weight: i64) -> String {
    let (whole, rest) =
        (weight.unsigned_abs() / ONE.unsigned_abs(), weight.unsigned_abs() % ONE.unsigned_abs());
    let sign = if weight < 0 { "-" } else { "" };
    let text = format!("{sign}{whole}.{rest:08}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn condition(condition: Condition) -> String {
    match condition {
        Condition::Discs(discs) => format!("{{ discs = {discs} }}"),
        Condition::Empties(empties) => format!("{{ empties = {empties} }}"),
        Condition::HalfFull => "\"half-full\"".to_owned(),
        Condition::EdgeTaken => "\"edge-taken\"".to_owned(),
        Condition::Corners(corners) => format!("{{ corners = {corners} }}"),
    }
}

fn write_stage(text: &mut String, stage: &Stage, tables: &Tables<'_>) {
    line(text, "\n[[stage]]");
    if let Some(from) = stage.from {
        line(text, &format!("from = {}", condition(from)));
    }
    match &stage.value {
        StageValue::Won => line(text, "value = \"won\""),
        StageValue::Terms(terms) => {
            for term in terms {
                line(text, &write_term(term, tables));
            }
        }
    }
}

fn write_term(term: &Term, tables: &Tables<'_>) -> String {
    let (name, weight) = (term.feature.name(), decimal(term.weight));
    let mut more = match term.sides {
        Sides::Difference => String::new(),
        Sides::Own => ", sides = \"own\"".to_owned(),
        Sides::Opponent => ", sides = \"opponent\"".to_owned(),
        Sides::White => ", sides = \"white\"".to_owned(),
    };
    for (key, table) in ["table", "taken"].into_iter().zip(term.feature.tables()) {
        if let Some(table) = table {
            more += &format!(", {key} = {}", quoted(tables.name(table)));
        }
    }
    if more.is_empty() {
        format!("{name} = {weight}")
    } else {
        format!("{name} = {{ weight = {weight}{more} }}")
    }
}

fn write_search(text: &mut String, search: &Search, tables: &Tables<'_>) {
    line(text, "\n[search]");
    match &search.method {
        Method::Random => line(text, "method = \"random\""),
        Method::Greedy => line(text, "method = \"greedy\""),
        Method::AlphaBeta(depths) => {
            line(text, "method = \"alpha-beta\"");
            let mut later = Vec::new();
            for depth in depths {
                let plies = depth.plies.map(|plies| format!("depth = {plies}"));
                match depth.from {
                    None => line(text, &plies.unwrap_or_default()),
                    Some(from) => {
                        let plies = plies.map_or_else(String::new, |plies| format!(", {plies}"));
                        later.push(format!("{{ from = {}{plies} }}", condition(from)));
                    }
                }
            }
            if !later.is_empty() {
                line(text, &format!("later = [{}]", later.join(", ")));
            }
        }
    }
    match &search.order {
        Order::Rows => {}
        Order::Replies => line(text, "order = \"replies\""),
        Order::Value => line(text, "order = \"value\""),
        Order::Squares(table) => {
            line(text, &format!("order = {{ table = {} }}", quoted(tables.name(table))));
        }
    }
    match search.end {
        End::Result => {}
        End::Score => line(text, "end = \"score\""),
        End::Discs => line(text, "end = \"discs\""),
        End::Evaluation => line(text, "end = \"evaluation\""),
    }
    if search.passes == Passes::Lost {
        line(text, "passes = \"lost\"");
    }
    if let Some(exact) = search.exact {
        let wld = if exact.wld { ", wld = true" } else { "" };
        line(text, &format!("exact = {{ empties = {}{wld} }}", exact.empties));
    }
    if search.time_percent != 90 {
        line(text, &format!("time = {}", search.time_percent));
    }
}

#[cfg(test)]
mod tests {
    use wane_gallery::Kind;

    use super::super::read_recipe;
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for kind in Kind::ALL {
            let Some(recipe) = kind.recipe() else { continue };
            let named = NamedRecipe { name: kind.name().to_owned(), recipe };
            let text = write_recipe(&named);
            assert_eq!(read_recipe(&text), Ok(named), "{text}");
        }
    }

    #[test]
    fn any_name_is_read_again() {
        for name in ["", "a \"b\" \\", "\u{0}\u{1f}\u{7f}\u{85}", "é \u{1f600}\n\t"] {
            let recipe = Kind::Greedy.recipe().unwrap();
            let named = NamedRecipe { name: name.to_owned(), recipe };
            assert_eq!(read_recipe(&write_recipe(&named)), Ok(named));
        }
    }

    #[test]
    fn numbers_have_as_many_decimals_as_they_need() {
        for (weight, text) in [(0, "0"), (ONE, "1"), (-ONE / 4, "-0.25"), (5_829_467, "0.05829467")]
        {
            assert_eq!(decimal(weight), text);
        }
    }
}
