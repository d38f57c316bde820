//! Contest files as students hand them in, each with one thing wrong: the check names it.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use wane_board::Size;
use wane_match::check::{
    Cause, Check, CheckResult, CheckSummary, CheckVerdict, Examiner, Finding, FindingPlace, Issue,
    TestBoard,
};
use wane_match::{
    AgentProgram, AgentRuntime, ContestRules, FaultKind, Hosting, Protocol, Stop, TimeControl,
    Tolerance,
};

/// The agent of a student, by the rules of the contest.
fn student(name: &str) -> AgentProgram {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/students"));
    AgentProgram {
        name: name.into(),
        protocol: Protocol::Contest(ContestRules::default()),
        program: folder.join(name).with_extension("py"),
        folder: Some(folder.into()),
        args: Vec::new(),
        time: TimeControl::CONTEST,
        memory: Some(100 << 20),
        is_untrusted: true,
    }
}

/// The same with another time: 1s, 1s/5.
fn hurried(name: &str, time: &str) -> AgentProgram {
    AgentProgram { time: time.parse().expect("a time"), ..student(name) }
}

fn examine(agent: &AgentProgram, size: Size) -> Vec<CheckResult> {
    let runtime = AgentRuntime::for_agents(std::slice::from_ref(agent), &Hosting::default());
    let runtime = Arc::new(runtime.unwrap_or_else(|error| panic!("{error}")));
    examine_at(&runtime, agent, size)
}

fn examine_at(runtime: &Arc<AgentRuntime>, agent: &AgentProgram, size: Size) -> Vec<CheckResult> {
    // Machines have other things to do.
    let examiner = Examiner { size, tolerance: Tolerance::equal(Duration::from_secs(1)) };
    examiner.examine(agent, runtime, &Stop::default(), &mut |_| {}).expect("it is not stopped")
}

/// The check has the verdict and a finding like this one.
fn assert_found(
    agent: &AgentProgram,
    checks: &[CheckResult],
    check: Check,
    verdict: CheckVerdict,
    is_it: impl Fn(&Finding) -> bool,
) {
    let result = checks.iter().find(|result| result.check == check);
    let result = result.unwrap_or_else(|| panic!("{}: there is no check {check}", agent.name));
    assert_eq!(result.verdict, verdict, "{}: {result:?}", agent.name);
    assert!(result.findings.iter().any(is_it), "{}: {result:?}", agent.name);
}

/// All that has not passed.
fn complaints(checks: &[CheckResult]) -> Vec<(Check, CheckVerdict)> {
    let complaints = checks.iter().filter(|result| result.verdict > CheckVerdict::Passed);
    complaints.map(|result| (result.check, result.verdict)).collect()
}

#[test]
fn a_good_agent_passes_everything_on_all_sizes() {
    for size in Size::ALL {
        let checks = examine(&student("good"), size);
        let names: Vec<Check> = checks.iter().map(|result| result.check).collect();
        assert_eq!(names, Check::ALL);
        for result in checks {
            assert_eq!(result.verdict, CheckVerdict::Passed, "{size}: {result:?}");
            assert_eq!(result.findings, [], "{size}");
        }
    }
}

#[test]
fn files_that_cannot_be_loaded_are_asked_nothing() {
    for (name, cause) in [
        ("unfinished", Some(Cause::Syntax)),
        ("misnamed", Some(Cause::NoClass)),
        ("timeless", Some(Cause::ConstructorParameters)),
        ("not_there", None),
    ] {
        let agent = student(name);
        let checks = examine(&agent, Size::Eight);
        assert_eq!(checks.len(), 1, "{name}");
        assert_eq!(checks[0].summary, CheckSummary::NotLoaded, "{name}");
        assert_found(&agent, &checks, Check::Load, CheckVerdict::Failed, |finding| {
            matches!(finding.issue, Issue::NotLoaded { .. }) && finding.cause == cause
        });
    }
}

#[test]
fn illegal_moves_are_reported_with_what_they_have_in_common() {
    for (name, cause) in [
        ("exchanged", Some(Cause::Transposed)),
        ("other_colour", Some(Cause::OtherSide)),
        ("past_the_edge", Some(Cause::PastTheEdge)),
        ("from_one", Some(Cause::OneBased)),
    ] {
        let agent = student(name);
        let checks = examine(&agent, Size::Eight);
        assert_found(&agent, &checks, Check::Boards, CheckVerdict::Failed, |finding| {
            matches!(finding.issue, Issue::IllegalMove { .. }) && finding.cause == cause
        });
    }
    let agent = student("stale");
    let checks = examine(&agent, Size::Eight);
    assert_found(&agent, &checks, Check::Boards, CheckVerdict::Failed, |finding| {
        matches!(finding.issue, Issue::MustPass { is_left_over: true, .. })
    });
}

#[test]
fn answers_that_are_no_moves_are_told_apart() {
    for (name, size, is_it) in [
        ("undecided", Size::Eight, &is_undecided as &dyn Fn(&Finding) -> bool),
        ("returning", Size::Eight, &is_returned),
        ("never_passes", Size::Eight, &|it| it.cause == Some(Cause::NoLegalMove)),
        ("unready", Size::Eight, &|it| {
            let last = FindingPlace::Board { number: 10, board: TestBoard::OneEmpty };
            is_index_error(it) && it.place == Some(last)
        }),
        ("spelling", Size::Eight, &|it| matches!(it.issue, Issue::NotAMove { .. })),
        ("eight", Size::Six, &is_index_error),
    ] {
        let agent = student(name);
        let checks = examine(&agent, size);
        assert_found(&agent, &checks, Check::Output, CheckVerdict::Failed, is_it);
    }
}

fn is_undecided(finding: &Finding) -> bool {
    matches!(finding.issue, Issue::NoCandidate { is_interrupted: false, returned: None, .. })
}

fn is_returned(finding: &Finding) -> bool {
    matches!(finding.issue, Issue::NoCandidate { returned: Some(_), .. })
}

fn is_index_error(finding: &Finding) -> bool {
    matches!(&finding.issue, Issue::Exception { detail } if detail.starts_with("IndexError"))
}

#[test]
fn an_endless_search_is_a_warning_only_if_it_chooses() {
    let agent = hurried("searching", "100ms");
    let checks = examine(&agent, Size::Four);
    assert_found(&agent, &checks, Check::Time, CheckVerdict::Failed, |finding| {
        finding.cause == Some(Cause::EndlessLoop) && finding.line.is_some()
    });
    let skipped = checks.iter().filter(|result| result.summary == CheckSummary::Skipped);
    assert_eq!(skipped.count(), 3, "{checks:?}");
    let agent = hurried("deepening", "100ms");
    let checks = examine(&agent, Size::Four);
    assert_found(&agent, &checks, Check::Time, CheckVerdict::Warning, |finding| {
        matches!(finding.issue, Issue::Interrupted { .. })
    });
    assert_eq!(complaints(&checks), [(Check::Time, CheckVerdict::Warning)]);
}

#[test]
fn the_first_move_and_the_whole_game_are_timed() {
    let agent = hurried("slow_first_move", "3s");
    let checks = examine(&agent, Size::Four);
    assert_found(&agent, &checks, Check::Time, CheckVerdict::Warning, |finding| {
        matches!(finding.issue, Issue::SlowFirstMove { .. })
    });
    let agent = hurried("plodding", "1s/0.25");
    let checks = examine(&agent, Size::Four);
    assert_found(&agent, &checks, Check::Time, CheckVerdict::Failed, is_out_of_time);
    // A new process would be in time; whether a machine would, nobody knows.
    let agent = hurried("slower_each_time", "1s/1");
    let checks = examine(&agent, Size::Four);
    assert_found(&agent, &checks, Check::Time, CheckVerdict::Failed, is_out_of_time);
    assert!(!complaints(&checks).contains(&(Check::State, CheckVerdict::Failed)), "{checks:?}");
}

fn is_out_of_time(finding: &Finding) -> bool {
    let words = "the time for the game is used up";
    let is_late = |text: &str| text.contains(words);
    matches!(&finding.issue, Issue::Fault { kind: FaultKind::TimeOut, detail } if is_late(detail))
}

#[test]
fn what_is_kept_is_told_apart_from_what_is_wrong() {
    let agent = student("remembering");
    let checks = examine(&agent, Size::Eight);
    assert_found(&agent, &checks, Check::State, CheckVerdict::Failed, |finding| {
        finding.cause == Some(Cause::SharedState)
    });
    let agent = student("painting");
    let checks = examine(&agent, Size::Eight);
    assert_found(&agent, &checks, Check::State, CheckVerdict::Warning, |finding| {
        finding.issue == Issue::ChangedBoard
    });
    assert_eq!(complaints(&checks), [(Check::State, CheckVerdict::Warning)]);
}

#[test]
fn too_much_memory_is_reported_without_that_of_python() {
    let agent = student("hoarding");
    let checks = examine(&agent, Size::Four);
    let memory = checks.iter().find(|result| result.check == Check::Memory).unwrap();
    assert_eq!(memory.verdict, CheckVerdict::Failed, "{memory:?}");
    let limit =
        matches!(memory.summary, CheckSummary::Memory { limit_bytes: Some(104_857_600), .. });
    assert!(limit, "{memory:?}");
}

#[test]
fn slow_loading_is_a_warning() {
    let agent = student("slow_loading");
    let checks = examine(&agent, Size::Four);
    assert_found(&agent, &checks, Check::Load, CheckVerdict::Warning, |finding| {
        matches!(finding.issue, Issue::SlowLoading { .. })
    });
    assert_eq!(complaints(&checks), [(Check::Load, CheckVerdict::Warning)]);
}

#[test]
fn what_the_sandbox_does_not_allow_is_reported_as_that() {
    let agent = student("logging_to_a_file");
    let checks = examine(&agent, Size::Four);
    assert_found(&agent, &checks, Check::Sandbox, CheckVerdict::Failed, |finding| {
        finding.cause == Some(Cause::FileWrite)
    });
    let agent = student("good");
    let runtime = AgentRuntime::for_agents(std::slice::from_ref(&agent), &Hosting::TRUSTING);
    let checks = examine_at(&Arc::new(runtime.expect("Python is there")), &agent, Size::Four);
    assert_eq!(complaints(&checks), [(Check::Sandbox, CheckVerdict::Warning)]);
}

#[test]
fn what_does_no_harm_is_a_warning_or_a_remark() {
    let agent = student("terse");
    let checks = examine(&agent, Size::Eight);
    assert_found(&agent, &checks, Check::Output, CheckVerdict::Warning, |finding| {
        matches!(finding.issue, Issue::MissingCandidates { .. })
    });
    assert_found(&agent, &checks, Check::Output, CheckVerdict::Warning, |finding| {
        matches!(finding.issue, Issue::Prints { .. }) && finding.verdict == CheckVerdict::Passed
    });
    assert_eq!(complaints(&checks), [(Check::Output, CheckVerdict::Warning)]);
    let checks = examine(&student("chance"), Size::Eight);
    let is_different = |it: &CheckResult| matches!(it.summary, CheckSummary::DifferentMoves { .. });
    assert!(checks.iter().any(is_different), "{checks:?}");
    assert_eq!(complaints(&checks), []);
    let rules = ContestRules { forgives_exceptions: true, ..ContestRules::default() };
    let agent = AgentProgram { protocol: Protocol::Contest(rules), ..student("never_passes") };
    let checks = examine(&agent, Size::Eight);
    assert_found(&agent, &checks, Check::Output, CheckVerdict::Warning, |finding| {
        matches!(finding.issue, Issue::ForgivenException { .. })
    });
}

#[test]
fn programs_that_speak_a_protocol_are_checked_as_well() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fakes/ugi.py");
    let is_fault = |finding: &Finding, kind: FaultKind, words: &str| {
        let is_it = |of: FaultKind, text: &str| of == kind && text.contains(words);
        matches!(&finding.issue, Issue::Fault { kind, detail } if is_it(*kind, detail))
    };
    for (how, check, is_it) in [
        ("liar", Check::Boards, &is_a1 as &dyn Fn(&Finding) -> bool),
        ("passer", Check::Boards, &|it| matches!(it.issue, Issue::MustMove { .. })),
        ("babbler", Check::Output, &|it| {
            is_fault(it, FaultKind::Output, "\"bestmove somewhere nice\" is no move")
        }),
        ("quitter", Check::Output, &|it| is_fault(it, FaultKind::Crash, "it ended with status 7")),
    ] {
        let agent = AgentProgram {
            protocol: Protocol::Ugi,
            program: "python3".into(),
            args: [script, how].map(str::to_owned).into(),
            is_untrusted: false,
            memory: None,
            ..student(how)
        };
        let checks = examine(&agent, Size::Four);
        assert_found(&agent, &checks, check, CheckVerdict::Failed, is_it);
    }
}

fn is_a1(finding: &Finding) -> bool {
    let a1 = "a1".parse().expect("it is a square");
    matches!(finding.issue, Issue::IllegalMove { square, is_occupied: false, .. } if square == a1)
}

#[test]
fn findings_are_json_with_codes_and_names() {
    let checks = examine(&student("stale"), Size::Eight);
    let boards = checks.iter().find(|result| result.check == Check::Boards).unwrap();
    let json = serde_json::to_value(boards).unwrap();
    assert_eq!(json["summary"]["code"], "boards");
    let finding = &json["findings"][0];
    assert_eq!((&finding["code"], &finding["square"]), (&"must-pass".into(), &"a4".into()));
    assert_eq!(finding["place"]["board"], "no-move");
    assert!(finding["board"].as_str().unwrap().ends_with(" O"), "{finding}");
}
