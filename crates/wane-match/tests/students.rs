//! Contest files as students hand them in, each with one thing wrong: the check names it.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use wane_board::Size;
use wane_match::check::{Check, Checked, Examiner, Verdict};
use wane_match::{Agent, ContestRules, Protocol, Stop, TimeControl, Venue};

/// The agent of a student, by the rules of the contest.
fn student(name: &str) -> Agent {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/students"));
    Agent {
        name: name.into(),
        protocol: Protocol::Contest(ContestRules::default()),
        program: folder.join(name).with_extension("py"),
        args: Vec::new(),
        time: TimeControl::CONTEST,
        memory: Some(100 << 20),
        is_untrusted: true,
    }
}

/// The same with another time: 1s, 1s/5.
fn hurried(name: &str, time: &str) -> Agent {
    Agent { time: time.parse().expect("a time"), ..student(name) }
}

fn examine(agent: &Agent, size: Size) -> Vec<Checked> {
    let venue = Venue::for_agents(std::slice::from_ref(agent), false);
    let venue = Arc::new(venue.unwrap_or_else(|error| panic!("{error}")));
    examine_at(&venue, agent, size)
}

fn examine_at(venue: &Arc<Venue>, agent: &Agent, size: Size) -> Vec<Checked> {
    // Machines have other things to do.
    let examiner = Examiner { size, margin: Duration::from_secs(1) };
    examiner.examine(agent, venue, &Stop::default(), &mut |_| {}).expect("nobody stops it")
}

/// The check has the verdict, and says these words in a finding or in an advice.
fn assert_named(agent: &Agent, checks: &[Checked], named: Check, verdict: Verdict, words: &str) {
    let checked = checks.iter().find(|checked| checked.check == named);
    let checked = checked.unwrap_or_else(|| panic!("{}: there is no check {named}", agent.name));
    let mut told = format!("{}: {}", agent.name, checked.text);
    for finding in &checked.findings {
        told += &format!("\n{} {:?}", finding.text, finding.advice);
    }
    assert_eq!(checked.verdict, verdict, "{told}");
    assert!(told.contains(words), "{words:?} is not in {told}");
}

/// All that has not passed.
fn complaints(checks: &[Checked]) -> Vec<(Check, Verdict)> {
    let complaints = checks.iter().filter(|checked| checked.verdict > Verdict::Passed);
    complaints.map(|checked| (checked.check, checked.verdict)).collect()
}

#[test]
fn a_good_agent_passes_everything_on_all_sizes() {
    for size in Size::ALL {
        let checks = examine(&student("good"), size);
        let names: Vec<Check> = checks.iter().map(|checked| checked.check).collect();
        assert_eq!(names, Check::ALL);
        for checked in checks {
            assert_eq!(checked.verdict, Verdict::Passed, "{size}: {}", checked.text);
            assert_eq!(checked.findings, [], "{size}");
        }
    }
}

#[test]
fn files_that_cannot_be_loaded_are_asked_nothing() {
    for (name, words) in [
        ("unfinished", "Python cannot read the file"),
        ("misnamed", "The class must be called AI"),
        ("timeless", "def __init__(self, chessboard_size, color, time_out)"),
        ("not_there", "there is no"),
    ] {
        let agent = student(name);
        let checks = examine(&agent, Size::Eight);
        assert_eq!(checks.len(), 1, "{name}");
        assert_named(&agent, &checks, Check::Load, Verdict::Failed, words);
    }
}

#[test]
fn illegal_moves_are_told_with_what_they_have_in_common() {
    for (name, words) in [
        ("exchanged", "Row and column seem to be exchanged"),
        ("other_colour", "It seems to move for the other side"),
        ("past_the_edge", "chessboard[-1] is the last row"),
        ("stale", "Begin go with self.candidate_list.clear()"),
        ("from_one", "turns over nothing; legal: "),
    ] {
        let agent = student(name);
        let checks = examine(&agent, Size::Eight);
        assert_named(&agent, &checks, Check::Boards, Verdict::Failed, words);
    }
}

#[test]
fn answers_that_are_no_moves_are_told_with_what_to_do() {
    for (name, size, words) in [
        ("undecided", Size::Eight, "Append the move to self.candidate_list before go ends"),
        ("returning", Size::Eight, "what go returns is not looked at"),
        ("never_passes", Size::Eight, "There was no legal move: look for that first"),
        ("unready", Size::Eight, "On board 10, \"one empty square\", go raised IndexError"),
        ("spelling", Size::Eight, "self.candidate_list.append((row, column))"),
        ("eight", Size::Six, "go raised IndexError"),
    ] {
        let agent = student(name);
        let checks = examine(&agent, size);
        assert_named(&agent, &checks, Check::Output, Verdict::Failed, words);
    }
}

#[test]
fn whoever_searches_for_ever_loses_only_with_an_empty_list() {
    let agent = hurried("searching", "100ms");
    let checks = examine(&agent, Size::Four);
    let advice = "Add every legal move to self.candidate_list before you search";
    assert_named(&agent, &checks, Check::Output, Verdict::Failed, advice);
    let agent = hurried("deepening", "100ms");
    let checks = examine(&agent, Size::Four);
    let words = "interrupted at the limit";
    assert_named(&agent, &checks, Check::Time, Verdict::Warning, words);
    assert_eq!(complaints(&checks), [(Check::Time, Verdict::Warning)]);
}

#[test]
fn time_is_told_for_the_first_move_and_for_a_whole_game() {
    let agent = hurried("slow_first_move", "3s");
    let checks = examine(&agent, Size::Four);
    let words = "Something is compiled or read at the first call";
    assert_named(&agent, &checks, Check::Time, Verdict::Warning, words);
    let agent = hurried("plodding", "1s/0.25");
    let checks = examine(&agent, Size::Four);
    let words = "the time for the game is used up";
    assert_named(&agent, &checks, Check::Time, Verdict::Failed, words);
}

#[test]
fn what_is_kept_is_told_apart_from_what_is_wrong() {
    let agent = student("remembering");
    let checks = examine(&agent, Size::Eight);
    let words = "Keep what belongs to a game in self";
    assert_named(&agent, &checks, Check::State, Verdict::Failed, words);
    let agent = student("painting");
    let checks = examine(&agent, Size::Eight);
    assert_named(&agent, &checks, Check::State, Verdict::Warning, "Work on a copy");
    assert_eq!(complaints(&checks), [(Check::State, Verdict::Warning)]);
}

#[test]
fn too_much_memory_is_told_without_that_of_python() {
    let agent = student("hoarding");
    let checks = examine(&agent, Size::Four);
    assert_named(&agent, &checks, Check::Memory, Verdict::Failed, "MB of 100 MB, on top of");
}

#[test]
fn slow_loading_is_a_warning() {
    let agent = student("slow_loading");
    let checks = examine(&agent, Size::Four);
    assert_named(&agent, &checks, Check::Load, Verdict::Warning, "Do less");
    assert_eq!(complaints(&checks), [(Check::Load, Verdict::Warning)]);
}

#[test]
fn what_the_sandbox_does_not_allow_is_told_as_that() {
    let agent = student("logging_to_a_file");
    let checks = examine(&agent, Size::Four);
    let words = "No file can be written in the contest";
    assert_named(&agent, &checks, Check::Sandbox, Verdict::Failed, words);
    let agent = student("good");
    let venue = Venue::for_agents(std::slice::from_ref(&agent), true);
    let checks = examine_at(&Arc::new(venue.expect("Python is there")), &agent, Size::Four);
    assert_eq!(complaints(&checks), [(Check::Sandbox, Verdict::Warning)]);
}

#[test]
fn what_does_no_harm_is_a_warning_or_a_remark() {
    let agent = student("terse");
    let checks = examine(&agent, Size::Eight);
    for words in ["legal moves are not in its candidate_list", "it prints"] {
        assert_named(&agent, &checks, Check::Output, Verdict::Warning, words);
    }
    assert_eq!(complaints(&checks), [(Check::Output, Verdict::Warning)]);
    let agent = student("chance");
    let checks = examine(&agent, Size::Eight);
    assert_named(&agent, &checks, Check::Repeat, Verdict::Passed, "which is allowed");
    assert_eq!(complaints(&checks), []);
    let rules = ContestRules { forgives_exceptions: true, ..ContestRules::default() };
    let agent = Agent { protocol: Protocol::Contest(rules), ..student("never_passes") };
    let checks = examine(&agent, Size::Eight);
    assert_named(&agent, &checks, Check::Output, Verdict::Warning, "which was forgiven");
}

#[test]
fn programs_that_speak_a_protocol_are_checked_as_well() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fakes/ugi.py");
    for (how, named, words) in [
        ("liar", Check::Boards, "it answered a1, which turns over nothing"),
        ("passer", Check::Boards, "it passed; legal: "),
        ("babbler", Check::Output, "\"bestmove somewhere nice\" is no move"),
        ("quitter", Check::Output, "it ended with status 7"),
    ] {
        let agent = Agent {
            protocol: Protocol::Ugi,
            program: "python3".into(),
            args: [script, how].map(str::to_owned).into(),
            is_untrusted: false,
            memory: None,
            ..student(how)
        };
        let checks = examine(&agent, Size::Four);
        assert_named(&agent, &checks, named, Verdict::Failed, words);
    }
}
