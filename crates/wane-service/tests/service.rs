//! What a front end can rely on: messages in, messages out, as JSON.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use serde_json::{Value as Json, json};
use wane_board::{AnyPosition, Size};
use wane_formats::board_text;
use wane_search::Control;
use wane_service::message::{EventText, TaskText};
use wane_service::{Setup, Thinker, answer};

/// The answer to a query.
fn ask(query: Json) -> Json {
    json!(answer(&serde_json::from_value(query).expect("it is a query")))
}

/// What a task tells, on a service of its own.
fn run(task: Json) -> Vec<Json> {
    let mut service = Thinker::for_analysis(Setup::small()).expect("there is memory for 1 MB");
    run_on(&mut service, task, &Control::new())
}

fn run_on(service: &mut Thinker, task: Json, control: &Control<'_>) -> Vec<Json> {
    let task: TaskText = serde_json::from_value(task).expect("it is a task");
    let mut told = Vec::new();
    match task.read() {
        Ok(task) => service.run(&task, &|| Duration::ZERO, control, &mut |event| {
            told.extend(EventText::of(&event).map(|event| json!(event)));
        }),
        Err(problem) => told.push(json!(EventText::Failed { problem })),
    }
    told
}

fn start(size: Size) -> String {
    board_text::write(&AnyPosition::start(size))
}

#[test]
fn a_game_begins_with_four_moves_that_say_what_they_turn_over() {
    let look = ask(json!({"ask": "start", "size": 8}));
    assert_eq!(look["tell"], "look");
    assert_eq!(
        (&look["side"], &look["black"], &look["white"]),
        (&json!("black"), &json!(2), &json!(2))
    );
    assert_eq!(look["moves"][0], json!({"square": "d3", "flips": ["d4"], "twin": "d3"}));
    assert!(look["moves"].as_array().is_some_and(|all| all.iter().all(|it| it["twin"] == "d3")));
    assert_eq!(look["moves"].as_array().map(Vec::len), Some(4));
    assert_eq!((&look["must_pass"], &look["score"]), (&json!(false), &Json::Null));
    assert_eq!(look["objective"], "fewest");
}

#[test]
fn a_move_leads_to_the_next_position_and_an_illegal_one_is_refused() {
    let place = json!({"ask": "play", "position": start(Size::Eight), "move": "f5"});
    let look = ask(place.clone());
    assert_eq!(
        (&look["side"], &look["black"], &look["white"]),
        (&json!("white"), &json!(4), &json!(1))
    );
    for (mv, code) in [("a1", "illegal-move"), ("pass", "illegal-pass"), ("z9", "not-a-move")] {
        let mut place = place.clone();
        place["move"] = json!(mv);
        let failed = ask(place);
        assert_eq!(failed["tell"], "failed");
        assert_eq!(failed["problem"]["code"], code, "{failed}");
    }
}

#[test]
fn a_finished_game_says_who_has_won_for_either_objective() {
    // Black has 3 discs and White 2; neither side can move.
    for (objective, score) in [("fewest", -1), ("most", 1)] {
        for side in ["X", "O"] {
            let position = format!("XX-------------O {side}");
            let look = ask(json!({"ask": "look", "position": position, "objective": objective}));
            assert_eq!(look["black"], 2);
            assert_eq!(look["white"], 1);
            assert_eq!(look["score"].as_i64().map(i64::signum), Some(score), "{look}");
        }
    }
}

#[test]
fn texts_are_recognised_and_games_written_in_every_format() {
    let pasted = ask(json!({"ask": "paste", "text": "f5d6c3", "size": 8}));
    assert_eq!((&pasted["tell"], &pasted["format"]), (&json!("games"), &json!("transcript")));
    let game = &pasted["games"][0];
    for format in ["transcript", "board", "obf", "ggf", "sgf", "json"] {
        let written = ask(json!({"ask": "write", "game": game, "format": format}));
        assert_eq!(written["tell"], "text", "{written}");
        let text = &written["text"];
        let again = ask(json!({"ask": "paste", "text": text, "size": 8}));
        assert_eq!(
            (&again["tell"], &again["format"]),
            (&json!("games"), &json!(format)),
            "{again}"
        );
        if !["board", "obf"].contains(&format) {
            let back =
                ask(json!({"ask": "write", "game": again["games"][0], "format": "transcript"}));
            assert_eq!(back["text"].as_str().map(str::trim), Some("f5d6c3"), "{format}");
        }
    }
    let failed = ask(json!({"ask": "paste", "text": "what is this?", "size": 8}));
    assert_eq!(failed["tell"], "failed");
}

#[test]
fn an_insight_names_the_squares_of_both_sides() {
    let position = "XX---OX--XO----- X";
    let told = ask(json!({"ask": "insight", "position": position, "objective": "fewest"}));
    assert_eq!(told["tell"], "insight");
    assert_eq!(told["black"]["stable"], json!(["a1", "b1"]));
    assert_eq!(told["black"]["frontier"], json!(["a1", "b1", "c2", "b3"]));
    assert_eq!(told["white"]["frontier"], json!(["b2", "c3"]));
    let position = "-OX------XO----- X";
    let told = ask(json!({"ask": "insight", "position": position, "objective": "fewest"}));
    let forcing = json!([{"square": "a1", "reply": "a3"}, {"square": "d3", "reply": "d1"}]);
    assert_eq!(told["forcing"], forcing);
}

#[test]
fn a_worse_move_is_explained() {
    let position = "-OX--XX--XO----- X";
    let query = json!({
        "ask": "explain", "position": position, "objective": "fewest", "played": ["a1"], "better": ["d3"],
    });
    let told = ask(query);
    assert_eq!(told["reasons"][0], json!({"code": "corner", "square": "a1"}), "{told}");
    let query = json!({
        "ask": "explain", "position": position, "objective": "fewest", "played": ["z9"], "better": [],
    });
    assert_eq!(ask(query)["tell"], "failed");
}

#[test]
fn an_analysis_tells_more_and_more_and_ends_with_the_exact_score() {
    let told = run(json!({"ask": "analyse", "position": start(Size::Four), "lines": 2}));
    let (last, before) = told.split_last().expect("it tells something");
    assert!(before.iter().all(|event| event["tell"] == "report"));
    assert!(before.iter().any(|event| event["lines"][0]["exact"] == false));
    // The reversed game on 4x4 is worth 4 discs to the first player.
    let best = &last["lines"][0];
    assert_eq!((&best["score"], &best["exact"]), (&json!(4.0), &json!(true)), "{last}");
    assert_eq!(best["move"], best["pv"][0]);
    let depths = told.iter().map(|event| event["depth"].as_u64().expect("a depth"));
    assert!(depths.is_sorted());
    let limited = json!({"ask": "analyse", "position": start(Size::Eight), "within": {"depth": 5}});
    assert_eq!(run(limited).last().expect("it tells something")["depth"], 5);
}

#[test]
fn an_analysis_of_some_moves_says_nothing_of_the_others() {
    let position = start(Size::Eight);
    let task = |only: &[&str]| json!({"ask": "analyse", "position": position, "within": {"depth": 3}, "lines": 9, "only": only});
    let told = run(task(&["d3", "f5"]));
    let lines = told.last().expect("a report")["lines"].as_array().expect("lines").clone();
    let mut moves: Vec<&str> = lines.iter().filter_map(|line| line["move"].as_str()).collect();
    moves.sort_unstable();
    assert_eq!(moves, ["d3", "f5"]);
    assert_eq!(run(task(&["pass"]))[0]["problem"], json!({"code": "not-a-square", "word": "pass"}));
}

#[test]
fn every_opponent_chooses_a_legal_move_and_the_same_seed_the_same() {
    for player in ["1", "12", "20", "random", "greedy", "seed-002"] {
        let task = json!({
            "ask": "choose", "position": start(Size::Six), "player": player,
            "within": {"nodes": 2000, "ms": 5}, "seed": 7,
        });
        // An agent of the gallery looks at the clock, so there must be one.
        let mut service = Thinker::for_analysis(Setup::small()).expect("there is memory for 1 MB");
        let mut choose = || {
            let task: TaskText = serde_json::from_value(task.clone()).expect("it is a task");
            let task = task.read().expect("it makes sense");
            let ticks = AtomicU64::new(0);
            let clock = || Duration::from_micros(ticks.fetch_add(1, Relaxed));
            let mut last = Json::Null;
            service.run(&task, &clock, &Control::new(), &mut |event| {
                last = json!(EventText::of(&event));
            });
            last
        };
        let chosen = choose();
        assert_eq!(chosen["tell"], "chosen", "{player}: {chosen}");
        let moves = ["c2", "b3", "e4", "d5"];
        assert!(moves.contains(&chosen["move"].as_str().expect("a move")), "{player}: {chosen}");
    }
    let failed = run(json!({"ask": "choose", "position": start(Size::Four), "player": "nobody"}));
    assert_eq!(failed[0]["tell"], "failed");
}

#[test]
fn a_review_judges_every_move_in_order_and_sums_up() {
    let pasted = ask(json!({"ask": "paste", "text": "b1a3b4c1d2", "size": 4}));
    let told = run(json!({"ask": "review", "game": pasted["games"][0]}));
    let numbers: Vec<u64> = told.iter().filter_map(|event| event["number"].as_u64()).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5]);
    let summary = told.last().expect("a summary");
    assert_eq!(summary["tell"], "summary");
    assert_eq!((&summary["black"]["moves"], &summary["white"]["moves"]), (&json!(3), &json!(2)));
    // The parts of a review are the same one by one, and their summary is the same outside.
    let (moves, _) = told.split_at(told.len() - 1);
    let mut position = start(Size::Four);
    for reviewed in moves {
        let (number, played) = (&reviewed["number"], &reviewed["played"]);
        let task = json!({
            "ask": "review_move", "position": position, "number": number, "played": played,
        });
        assert_eq!(&run(task)[0], reviewed);
        let next = ask(json!({"ask": "play", "position": position, "move": played}));
        position = next["position"].as_str().expect("a position").to_owned();
    }
    assert_eq!(&ask(json!({"ask": "summarize", "moves": moves})), summary);
}

#[test]
fn an_agent_is_not_asked_for_a_move_of_the_normal_game() {
    let task = json!({
        "ask": "choose", "position": start(Size::Eight), "objective": "most", "player": "greedy",
    });
    assert_eq!(run(task)[0]["problem"]["code"], "reversed-only");
}

#[test]
fn a_puzzle_has_one_winning_move_and_every_value_is_proved() {
    for (size, empties) in [(4, 6), (6, 8), (8, 8)] {
        let task = json!({"ask": "puzzle", "size": size, "empties": empties, "seed": 3});
        let told = run(task.clone());
        let puzzle = &told[0];
        assert_eq!(puzzle["tell"], "puzzle", "{puzzle}");
        let position = puzzle["position"].as_str().expect("a position");
        assert_eq!(position.matches('-').count(), empties);
        let lines = puzzle["lines"].as_array().expect("lines");
        let scores: Vec<f64> =
            lines.iter().map(|line| line["score"].as_f64().expect("a score")).collect();
        assert!(scores[0] > 0.0 && scores[1..].iter().all(|&score| score <= 0.0), "{scores:?}");
        assert!(scores.len() >= 3 && lines.iter().all(|line| line["exact"] == true));
        assert_eq!(run(task), told);
    }
}

#[test]
fn a_task_that_is_stopped_answers_with_what_it_has() {
    let control = Control::new();
    control.stop();
    let mut service = Thinker::for_analysis(Setup::small()).expect("there is memory for 1 MB");
    let task = json!({"ask": "choose", "position": start(Size::Eight), "player": "20"});
    let told = run_on(&mut service, task, &control);
    assert_eq!(told.last().expect("there is a move in hand")["tell"], "chosen", "{told:?}");
}

#[test]
fn nonsense_is_refused_with_a_reason() {
    for task in [
        json!({"ask": "analyse", "position": "XO"}),
        json!({"ask": "analyse", "position": ""}),
        json!({"ask": "review", "game": {"format": "wane-game", "v": 1, "moves": ["a1"]}}),
        json!({"ask": "review", "game": {"format": "wane-game", "v": 7}}),
        json!({"ask": "puzzle", "size": 5, "empties": 4, "seed": 0}),
        json!({"ask": "puzzle", "size": 4, "empties": 99, "seed": 0}),
        json!({"ask": "puzzle", "size": 8, "empties": 60, "seed": 0}),
        json!({"ask": "puzzle", "size": 8, "empties": 0, "seed": 0}),
    ] {
        let told = run(task.clone());
        assert_eq!(told[0]["tell"], "failed", "{task}: {told:?}");
        assert!(told[0]["problem"]["code"].is_string(), "{told:?}");
    }
}

#[test]
fn a_game_of_another_shape_is_no_task() {
    for game in [json!({"moves": "a1"}), json!([]), json!("f5d6"), json!({"format": 3, "v": 1})] {
        let task = json!({"ask": "review", "game": game});
        assert!(serde_json::from_value::<TaskText>(task).is_err(), "{game}");
    }
}
