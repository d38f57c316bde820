//! The search of a recipe in Python.

use wane_gallery::recipe::{
    Depth, End, Exact, Method, Order, Passes, Recipe, Scale, Search, StageValue,
};

use super::evaluation::last_that_holds;

/// Whether the search is too deep for plain Python, which sees some thousand positions a second.
pub(super) fn wants_numba(search: &Search) -> &'static str {
    let is_deep = match &search.method {
        Method::AlphaBeta(depths) => depths.iter().any(|depth| depth.plies.is_none_or(|it| it > 3)),
        Method::Random | Method::Greedy => false,
    };
    if is_deep || search.exact.is_some_and(|exact| exact.empties > 10) { "True" } else { "False" }
}

/// The function with the value of a finished game for the agent.
pub(super) fn end_value(end: End, scale: Scale) -> String {
    let win = match scale {
        Scale::Sum => "INFINITY",
        Scale::Shares => "SHARE",
    };
    let (what, value) = match end {
        End::Result => ("its result", format!("{win} * sign(final_score(board, layout[0]))")),
        End::Score => ("its score", "ONE * final_score(board, layout[0])".to_owned()),
        End::Discs => (
            "the difference of discs",
            "ONE * (count_discs(board, OPPONENT, layout[0]) - count_discs(board, AGENT, layout[0]))".to_owned(),
        ),
        End::Evaluation => {
            ("the evaluation", "evaluate(board, agent_to_move, stage, layout)".to_owned())
        }
    };
    format!(
        "@inner\ndef end_value(board, agent_to_move, stage, layout):\n    \
         \"\"\"The value of a finished game for the agent: {what}.\"\"\"\n    return {value}\n"
    )
}

/// The keys of the moves; the lowest is searched first.
pub(super) fn order(recipe: &Recipe) -> String {
    let each = "for index in range(first, first + count):\n";
    match &recipe.search.order {
        Order::Rows => "pass  # By row and column.\n".to_owned(),
        Order::Squares(_) => {
            let tables = tables_of_terms(recipe);
            format!("{each}    keys[index] = -tables[{} + moves[index]]\n", 100 * tables)
        }
        Order::Replies => format!(
            "if count_discs(board, EMPTY, squares) > 4:\n    {each}        \
             keys[index] = count_replies(board, side, moves[index], squares, trail, top)\n"
        ),
        Order::Value => format!(
            "if depth > 1:\n    {each}        \
             end = play(board, moves[index], side, trail, top)\n        \
             keys[index] = -side * evaluate(board, side == OPPONENT, stage, layout)\n        \
             take_back(board, side, trail, top, end)\n"
        ),
    }
}

/// How many tables the terms have; that of the order of moves comes after them.
fn tables_of_terms(recipe: &Recipe) -> usize {
    let stages = recipe.evaluation.stages.iter();
    let terms = stages.filter_map(|stage| match &stage.value {
        StageValue::Terms(terms) => Some(terms),
        StageValue::Won => None,
    });
    terms.flatten().flat_map(|term| term.feature.tables()).flatten().count()
}

/// What a search does where a side must pass.
pub(super) fn pass(passes: Passes) -> String {
    match passes {
        Passes::Played => "return -negamax(\n    \
             board, -side, depth - 1, -beta, -alpha, ply + 1, top, is_exact, stage, layout, work\n)\n"
            .to_owned(),
        Passes::Lost => "if is_exact:\n    return -negamax(\n        \
             board, -side, depth - 1, -beta, -alpha, ply + 1, top, is_exact, stage, layout, work\n    )\n\
             return -INFINITY  # The recipe wants it so: a side that must pass has lost.\n"
            .to_owned(),
    }
}

/// The value of a finished game in the exact search of the last moves.
pub(super) fn exact_value(exact: Option<Exact>) -> String {
    let score = "final_score(board, squares)";
    if exact.is_some_and(|exact| exact.wld) { format!("sign({score})") } else { score.to_owned() }
}

/// The lines that choose a move.
pub(super) fn choose(recipe: &Recipe) -> String {
    let search = &recipe.search;
    let mut text = String::from("stage = stage_of(board, self.layout)\n");
    text += match &search.method {
        Method::Random => "self.add(random.choice(legal))\n",
        Method::Greedy => {
            "values = []\n\
             for square in legal:\n    \
                 end = play(board, square, AGENT, self.work[2], 0)\n    \
                 values.append(evaluate(board, False, stage, self.layout))\n    \
                 take_back(board, AGENT, self.work[2], 0, end)\n\
             best = max(values)\n\
             self.add(random.choice([square for square, value in zip(legal, values) if value == best]))\n"
        }
        Method::AlphaBeta(_) => "self.add(legal[0])\n",
    };
    if let Some(Exact { empties, .. }) = search.exact {
        text += &format!(
            "# The last moves are searched to the end of the game.\n\
             if count_discs(board, EMPTY, squares) <= {empties}:\n    \
                 move, _, gave_up = self.search(board, TO_THE_END, 1, stage, deadline)\n    \
                 if move and not gave_up:\n        \
                     self.add(move)\n    \
                 return\n"
        );
    }
    if let Method::AlphaBeta(depths) = &search.method {
        text += &plies(depths);
        text += "# Deeper and deeper, so that there is a move at any time.\n\
                 for depth in range(1, plies + 1):\n    \
                     move, has_evaluated, gave_up = self.search(board, depth, 0, stage, deadline)\n    \
                     if gave_up:\n        \
                         return\n    \
                     if move:\n        \
                         self.add(move)\n    \
                     if not has_evaluated:\n        \
                         return\n";
    }
    text
}

/// The lines that find the depth of the search.
fn plies(depths: &[Depth]) -> String {
    let values = depths.iter().map(|depth| {
        let plies = depth.plies.and_then(|plies| usize::try_from(plies).ok());
        (depth.from, plies.unwrap_or(128))
    });
    let text = last_that_holds("plies", values);
    let zone = if text.contains("zone,") { "zone = self.layout[1]\n" } else { "" };
    let lines = text.lines().map(|line| format!("{}\n", line.strip_prefix("    ").unwrap_or(line)));
    zone.to_owned() + &lines.collect::<Vec<String>>().concat()
}
