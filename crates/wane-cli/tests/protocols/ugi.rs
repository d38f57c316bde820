use std::time::Instant;

use wane_formats::ugi::Response;

use super::{AT_ONCE, LONG, answers, assert_at_once, start};

#[test]
fn the_engine_introduces_itself_with_its_options() {
    let mut child = start("ugi", &["--player", "7"]);
    let lines = answers(&mut child, &["ugi"], "ugiok");
    assert_eq!(lines[0], "id name Wane");
    for option in [
        "option name variant type combo default anti var anti var standard",
        "option name threads type spin default 1 min 1 max 1024",
        "option name hash type spin default 4 min 1 max 1048576",
    ] {
        assert!(lines.iter().any(|line| line == option), "{option}");
    }
    assert!(lines.iter().any(|line| line.starts_with("option name player type combo default 7 ")));
    assert_eq!(answers(&mut child, &["", "castle", "isready"], "readyok"), ["readyok"]);
}

#[test]
fn a_move_is_chosen_with_information_on_the_way() {
    let mut child = start("ugi", &[]);
    let lines = answers(&mut child, &["position startpos moves f5", "go depth 8"], "bestmove");
    assert_eq!(lines.len(), 9);
    for (line, depth) in lines.iter().zip(1..=8) {
        let Ok(Response::Info(info)) = line.parse() else { panic!("{line}") };
        assert_eq!(info.depth, Some(depth));
        assert!(info.score.is_some() && info.nodes.is_some() && info.pv.len() <= 8);
    }
    assert_eq!(lines[8], "bestmove d6");
}

#[test]
fn the_rules_can_be_asked_for() {
    let mut child = start("ugi", &[]);
    let mut ask = |position: &str, questions: [&str; 3]| {
        child.say(position);
        questions.map(|question| {
            let lines = answers(&mut child, &[&format!("query {question}")], "response ");
            lines.concat().replace("response ", "")
        })
    };
    let all = ["gameover", "p1turn", "result"];
    assert_eq!(ask("position startpos", all), ["false", "true", "none"]);
    assert_eq!(ask("position startpos moves f5", all), ["false", "false", "none"]);
    assert_eq!(ask("position fen XXXXXXXXXXXXXXXX O", all), ["true", "false", "p2win"]);
    assert_eq!(ask("setoption name variant value standard", all), ["true", "false", "p1win"]);
    assert_eq!(ask("position fen XXXXXXXXOOOOOOOO O", all), ["true", "false", "draw"]);
}

#[test]
fn a_stop_is_answered_at_once_and_an_endless_search_waits_for_it() {
    let mut child = start("ugi", &[]);
    let mut times = Vec::new();
    for _ in 0..5 {
        answers(&mut child, &["go infinite"], "info depth 6");
        for (line, answer) in [("isready", "readyok"), ("stop", "bestmove")] {
            let asked = Instant::now();
            let lines = answers(&mut child, &[line], answer);
            times.push(asked.elapsed());
            assert!(!lines.last().unwrap().contains("none"));
        }
    }
    assert_at_once(times);
    // Four squares are solved in no time.
    child.say("position fen XOXO-XXO-XOO--OX X");
    child.say("go infinite");
    while let Some(line) = child.line(3 * AT_ONCE) {
        assert!(!line.starts_with("bestmove"), "{line}");
    }
    assert_eq!(answers(&mut child, &["go", "stop"], "bestmove").len(), 2);
}

#[test]
fn a_pass_is_a_move_and_a_finished_game_has_none() {
    let mut child = start("ugi", &[]);
    let passes = ["position fen OX-------------- X", "go depth 3"];
    assert_eq!(answers(&mut child, &passes, "bestmove").last().unwrap(), "bestmove pass");
    let over = ["position fen XXXXXXXXXXXXXXXX O", "go"];
    assert_eq!(answers(&mut child, &over, "bestmove"), ["bestmove none"]);
}

#[test]
fn what_is_wrong_is_said_and_changes_nothing() {
    let mut child = start("ugi", &["--depth", "2"]);
    for wrong in [
        "position startpos moves a1",
        "position fen XX X",
        "go depth deep",
        "setoption name threads value 0",
        "setoption name player value nobody",
        "setoption name colour value blue",
    ] {
        let lines = answers(&mut child, &[wrong], "info string");
        assert_eq!(lines.len(), 1, "{wrong}");
    }
    for right in ["player value seed-001", "player value 3", "threads value 2", "hash value 1"] {
        child.say(format!("setoption name {right}"));
        let lines = answers(&mut child, &["go"], "bestmove");
        let last = lines.last().unwrap();
        assert!(["d3", "c4", "f5", "e6"].iter().any(|mv| last.ends_with(mv)), "{right}: {last}");
    }
    child.say("quit");
    assert_eq!(child.line(LONG), None);
}
