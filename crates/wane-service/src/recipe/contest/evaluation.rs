//! The evaluation of a recipe in Python.

use wane_gallery::recipe::{
    Change, Condition, Evaluation, Feature, ONE, Order, Recipe, Scale, Sides, Stage, StageValue,
    Table, Term,
};

/// What is known of a board in the functions of the evaluation.
const LAYOUT: &str =
    "squares, zone, corner_of, tables, greatest, shares, mark, safe, facts = layout";

/// Weights of shares are rounded to this, as in the recipe.
const WEIGHT_STEP: i64 = ONE / 10_000;

/// The terms of all stages, in their order.
fn all_terms(evaluation: &Evaluation) -> impl Iterator<Item = &Term> {
    evaluation.stages.iter().flat_map(terms)
}

fn terms(stage: &Stage) -> &[Term] {
    match &stage.value {
        StageValue::Terms(terms) => terms,
        StageValue::Won => &[],
    }
}

/// The tables of the recipe: those of its terms, multiplied with their weights if values are sums, then that of the
/// order of moves.
pub(super) fn tables(recipe: &Recipe) -> String {
    let mut text = String::from("# The weights of the squares of 8 x 8, row by row.\nTABLES = [\n");
    let is_sum = recipe.evaluation.scale == Scale::Sum;
    for term in all_terms(&recipe.evaluation) {
        for table in term.feature.tables().into_iter().flatten() {
            write(&mut text, term.feature.name(), table, if is_sum { term.weight } else { ONE });
        }
    }
    if let Order::Squares(table) = &recipe.search.order {
        write(&mut text, "the order of moves", table, ONE);
    }
    text + "]\n"
}

fn write(text: &mut String, what: &str, table: &Table, weight: i64) {
    let weights = table.weights().map(|square| {
        let product = i128::from(square) * i128::from(weight) / i128::from(ONE);
        i64::try_from(product).expect("the recipe has been checked")
    });
    // Whole numbers are easier to read.
    let unit = if weights.iter().all(|weight| weight % ONE == 0) { ONE } else { 1 };
    let (begin, end) =
        if unit == ONE { ("[ONE * weight for weight in [", "]]") } else { ("[", "]") };
    *text += &format!("    {begin}  # {what}\n");
    let width = weights.iter().map(|weight| (weight / unit).to_string().len()).max().unwrap_or(1);
    for row in weights.chunks(8) {
        let row = row.iter().map(|weight| format!("{:>width$}", weight / unit));
        *text += &format!("        {},\n", row.collect::<Vec<String>>().join(", "));
    }
    *text += &format!("    {end},\n");
}

/// The functions: the stage of a position, the value of each stage, and the value of a position.
pub(super) fn functions(evaluation: &Evaluation) -> String {
    let mut text = stage_of(evaluation);
    let mut counter = Counter { term: 0, table: 0 };
    for (index, stage) in evaluation.stages.iter().enumerate() {
        text += "\n\n";
        text += &stage_function(index, stage, evaluation.scale, &mut counter);
    }
    text + "\n\n" + &evaluate(evaluation)
}

/// The function with the number of the stage of a position.
fn stage_of(evaluation: &Evaluation) -> String {
    let conditions = evaluation.stages.iter().map(|stage| stage.from);
    let body = last_that_holds("stage", conditions.enumerate().map(|(index, from)| (from, index)));
    format!(
        "@compiled\ndef stage_of(board, layout):\n    \"\"\"The stage of the game: the last whose condition holds.\"\"\"\n    \
         {LAYOUT}\n{body}    return stage\n"
    )
}

/// Assigns the value of the last condition that holds.
pub(super) fn last_that_holds(
    name: &str,
    values: impl Iterator<Item = (Option<Condition>, usize)>,
) -> String {
    let mut text = String::new();
    for (from, value) in values {
        match from {
            None => text += &format!("    {name} = {value}\n"),
            Some(from) => {
                text += &format!("    if {}:\n        {name} = {value}\n", condition(from));
            }
        }
    }
    if text.contains("empties") {
        text.insert_str(0, "    empties = count_discs(board, EMPTY, squares)\n");
    }
    text
}

fn condition(condition: Condition) -> String {
    let count = |side, zone| format!("count_zone(board, {side}, squares, zone, {zone})");
    match condition {
        Condition::Discs(discs) => format!("len(squares) - empties >= {discs}"),
        Condition::Empties(empties) => format!("empties <= {empties}"),
        Condition::HalfFull => "2 * empties <= len(squares)".to_owned(),
        Condition::EdgeTaken => {
            format!("{} + {} > 0", count("AGENT", "EDGE"), count("OPPONENT", "EDGE"))
        }
        Condition::Corners(corners) => {
            let (own, other) = (count("AGENT", "CORNER"), count("OPPONENT", "CORNER"));
            format!("{own} >= {corners} or {other} >= {corners}")
        }
    }
}

/// The numbers of terms and tables that have been written.
struct Counter {
    term: usize,
    table: usize,
}

/// The function with the value of a stage.
fn stage_function(index: usize, stage: &Stage, scale: Scale, counter: &mut Counter) -> String {
    let mut text = format!(
        "@inner\ndef value_of_stage_{index}(board, agent_to_move, layout):\n    \
         \"\"\"The value in stage {} of the game.\"\"\"\n    {LAYOUT}\n",
        index + 1
    );
    let StageValue::Terms(terms) = &stage.value else {
        text += "    has_fewer = count_discs(board, AGENT, squares) < count_discs(board, OPPONENT, squares)\n    \
                 return INFINITY if has_fewer else -INFINITY\n";
        return text;
    };
    text += "    value = 0\n";
    for term in terms {
        let counted = term_value(term, counter);
        let summand = match (scale, term.feature.tables()[0]) {
            (Scale::Sum, Some(_)) => counted,
            (Scale::Sum, None) if term.weight % ONE == 0 => {
                format!("{} * ONE * ({counted})", term.weight / ONE)
            }
            (Scale::Sum, None) => format!("{} * ({counted})", term.weight),
            (Scale::Shares, _) => {
                let weight = term.weight / WEIGHT_STEP;
                format!("{weight} * share({counted}, greatest[{}])", counter.term)
            }
        };
        text += &format!("    # {}\n    value += {summand}\n", term.feature.name());
        counter.term += 1;
    }
    let all = terms.iter().map(|term| (term.weight / WEIGHT_STEP).abs()).sum::<i64>().max(1);
    text += &match scale {
        Scale::Sum => "    return value\n".to_owned(),
        Scale::Shares => format!("    return divided(value, {all})\n"),
    };
    text
}

/// What a term counts, for the sides that it is about.
fn term_value(term: &Term, counter: &mut Counter) -> String {
    let table = counter.table;
    counter.table += term.feature.tables().into_iter().flatten().count();
    let of = |side| counted(&term.feature, side, table);
    let (own, other) = (of("AGENT"), of("OPPONENT"));
    match term.sides {
        Sides::Difference => format!("{own} - {other}"),
        Sides::Own => own,
        Sides::Opponent => other,
        Sides::White => format!("facts[0] * ({own} - {other})"),
    }
}

/// The call that counts a feature for a side.
fn counted(feature: &Feature, side: &str, table: usize) -> String {
    let call = |function: &str, more: &str| format!("{function}(board, {side}, squares{more})");
    match feature {
        Feature::Squares(_) => call("weigh_discs", &format!(", tables, {table}")),
        Feature::SquaresByCorner { .. } => {
            let more = format!(", corner_of, tables, {table}, {}", table + 1);
            call("weigh_discs_by_corner", &more)
        }
        Feature::WeightedMobility(_) => call("weigh_moves", &format!(", tables, {table}")),
        Feature::Mobility => call("count_moves", ""),
        Feature::PotentialMobility => format!("count_beside(board, EMPTY, squares, -{side})"),
        Feature::Frontier => call("count_beside", ", EMPTY"),
        Feature::Stability => call("count_stable", ", mark, safe"),
        Feature::CornerStability => call("count_connected", ", zone, mark, False"),
        Feature::EdgeStability => call("count_connected", ", zone, mark, True"),
        Feature::Edge => call("count_zone", ", zone, EDGE"),
        Feature::Corners => call("count_zone", ", zone, CORNER"),
        Feature::Discs => call("count_discs", ""),
        Feature::Parity => call("has_last_move", ", agent_to_move"),
    }
}

/// The function with the value of a position.
fn evaluate(evaluation: &Evaluation) -> String {
    let mut text = String::from(
        "@compiled\ndef evaluate(board, agent_to_move, stage, layout):\n    \
         \"\"\"The value of a position for the agent.\"\"\"\n",
    );
    let stages = 0..evaluation.stages.len();
    let call = |stage| format!("value_of_stage_{stage}(board, agent_to_move, layout)");
    match evaluation.change {
        Change::Sigmoid { .. } => {
            text += &format!(
                "    {LAYOUT}\n    discs = len(squares) - count_discs(board, EMPTY, squares)\n    value = 0\n"
            );
            for stage in stages {
                let share = format!("shares[{} + discs]", 65 * stage);
                text += &format!(
                    "    if {share} != 0:\n        value += part({}, {share})\n",
                    call(stage)
                );
            }
            text + "    return value\n"
        }
        change => {
            if change == Change::Hard {
                text += "    stage = stage_of(board, layout)\n";
            }
            for stage in stages.rev() {
                text += &match stage {
                    0 => format!("    return {}\n", call(stage)),
                    _ => format!("    if stage == {stage}:\n        return {}\n", call(stage)),
                };
            }
            text
        }
    }
}

/// What the layout has for this evaluation: the greatest values of features, the shares of stages.
pub(super) fn layout(evaluation: &Evaluation) -> String {
    let mut text = String::new();
    if evaluation.scale == Scale::Shares {
        text += &greatest(evaluation);
    }
    if let Change::Sigmoid { width } = evaluation.change {
        let begins: Vec<String> = evaluation.stages.iter().map(|stage| begin(stage.from)).collect();
        text += &format!(
            "# How much of each stage counts with 0 to 64 discs: it comes in as the one before goes out.\n\
             begins = [{}]\n\
             begun = [[65536 if at is None else logistic(discs - at, {width}) for discs in range(65)] for at in begins]\n\
             begun.append([0] * 65)\n\
             pairs = zip(begun, begun[1:])\n\
             shares = [max(now - after, 0) for stage, following in pairs for now, after in zip(stage, following)]\n",
            begins.join(", ")
        );
    }
    text
}

/// The number of discs with which a stage begins.
fn begin(from: Option<Condition>) -> String {
    match from {
        Some(Condition::Discs(discs)) => discs.to_string(),
        Some(Condition::Empties(empties)) => format!("size * size - {empties}"),
        _ => "None".to_owned(),
    }
}

/// The greatest value of each term.
fn greatest(evaluation: &Evaluation) -> String {
    let mut table = 0;
    let of_term = |term: &Term| {
        let count = term.feature.tables().into_iter().flatten().count();
        let first = table;
        table += count;
        match (&term.feature, count) {
            (_, 1) => format!("sum(abs(weight) for weight in tables[{first}])"),
            (_, 2) => format!(
                "sum(max(sum(abs(tables[table][at]) for at in squares if corner_of[at] == corner) for table in \
                 ({first}, {})) for corner in set(corner_of) - {{0}})",
                first + 1
            ),
            (Feature::Edge | Feature::EdgeStability, _) => "4 * size - 4".to_owned(),
            (Feature::Corners, _) => "4".to_owned(),
            (Feature::Parity, _) => "1".to_owned(),
            _ => "size * size".to_owned(),
        }
    };
    let values: Vec<String> = all_terms(evaluation).map(of_term).collect();
    format!(
        "# The greatest value of each feature.\ngreatest = [\n    {},\n]\ngreatest = [max(1, value) for value in greatest]\n",
        values.join(",\n    ")
    )
}
