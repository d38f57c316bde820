//! The mistakes of tests/students/mistakes.txt, each made in a sound agent: the check finds it, and nothing else. And
//! agents in many styles, in tests/students/correct: the check finds nothing.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use wane_board::Size;
use wane_match::check::{CheckResult, CheckVerdict, Examiner};
use wane_match::{
    AgentProgram, AgentRuntime, ContestRules, Hosting, Protocol, Stop, TimeControl, Tolerance,
};
use wane_testkit::temp_dir::TempDir;

const SOUND: &str = include_str!("students/sound.py");
const MISTAKES: &str = include_str!("students/mistakes.txt");

/// One mistake.
#[derive(Debug)]
struct Mistake {
    name: String,
    /// The verdict, the check, and, if it matters, the code and the cause of the finding.
    expected: Vec<String>,
    size: Size,
    time: TimeControl,
    text: String,
}

/// The mistakes of a kind, by the heading above them.
fn mistakes(kind: &str) -> Vec<Mistake> {
    let heading = format!("\n# {kind}\n");
    let (_, section) = MISTAKES.split_once(&heading).unwrap_or_else(|| panic!("no {kind}"));
    let section = section.split_once("\n# ").map_or(section, |(section, _)| section);
    section.split("\n= ").skip(1).map(read).collect()
}

fn read(text: &str) -> Mistake {
    let (title, changes) = text.split_once('\n').unwrap_or((text, ""));
    let (name, words) = title.split_once(": ").unwrap_or_else(|| panic!("{title}"));
    let (mut expected, mut size, mut time) = (Vec::new(), Size::Eight, TimeControl::CONTEST);
    for word in words.split(' ') {
        match word.split_at_checked(1) {
            Some(("@", rows)) => size = rows.parse().expect("a size"),
            Some(("%", limit)) => time = limit.parse().expect("a time"),
            _ => expected.push(word.to_owned()),
        }
    }
    Mistake { name: name.into(), expected, size, time, text: changed(name, changes) }
}

/// The text of the sound agent with changes.
fn changed(name: &str, changes: &str) -> String {
    let mut text = SOUND.to_owned();
    let mut lines = changes.lines().peekable();
    while lines.peek().is_some() {
        let mut take = |sign: char| {
            let mut taken = String::new();
            while let Some(line) = lines.next_if(|line| line.starts_with(sign)) {
                taken += &line[1..];
                taken.push('\n');
            }
            taken
        };
        let (whole, old, new) = (take('!'), take('-'), take('+'));
        if !whole.is_empty() {
            text = whole;
        } else if old.is_empty() {
            lines.next();
        } else {
            // The last line may be the beginning of one.
            let (old, new) = (old.trim_end_matches('\n'), new.trim_end_matches('\n'));
            assert_eq!(text.matches(old).count(), 1, "{name}: {old}");
            text = text.replace(old, new);
        }
    }
    text
}

fn examine(file: &Path, size: Size, time: TimeControl) -> Vec<CheckResult> {
    let agent = AgentProgram {
        name: "agent".into(),
        protocol: Protocol::Contest(ContestRules::default()),
        program: file.into(),
        folder: None,
        args: Vec::new(),
        time,
        memory: Some(100 << 20),
        is_untrusted: true,
    };
    let runtime = AgentRuntime::for_agents(std::slice::from_ref(&agent), &Hosting::default());
    let runtime = Arc::new(runtime.unwrap_or_else(|error| panic!("{error}")));
    // Machines have other things to do.
    let examiner = Examiner { size, tolerance: Tolerance::equal(Duration::from_secs(1)) };
    examiner.examine(&agent, &runtime, &Stop::default(), &mut |_| {}).expect("it is not stopped")
}

/// What was found that is worse than a remark: verdict, check, code and cause of each.
fn found(checks: &[CheckResult]) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for result in checks {
        for finding in &result.findings {
            if finding.verdict > CheckVerdict::Passed {
                let text = |value: Value| value.as_str().unwrap_or("-").to_owned();
                let json = serde_json::to_value(finding).expect("every key is a string");
                let [code, cause] = ["code", "cause"].map(|key| text(json[key].clone()));
                let verdict = finding.verdict.name().into();
                found.push(vec![verdict, result.check.name().into(), code, cause]);
            }
        }
    }
    found
}

/// Each mistake of a kind gets its finding, and no other agent is "ready to play".
fn assert_all_are_found(kind: &str) {
    let folder = TempDir::new().expect("a folder");
    let mut wrong = Vec::new();
    let mistakes = mistakes(kind);
    assert!(!mistakes.is_empty());
    for Mistake { name, expected, size, time, text } in mistakes {
        let file = folder.write(&format!("{name}.py"), text).expect("it can be written");

        let checks = examine(&file, size, time);
        let found = found(&checks);
        let is_right = match found.as_slice() {
            [found] => found.starts_with(&expected),
            _ => false,
        };
        if !is_right {
            wrong.push(format!("{name}: expected {expected:?}, found {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn sound_agent_has_no_finding() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.write("sound.py", SOUND).unwrap();

    for size in Size::ALL {
        assert_eq!(found(&examine(&file, size, TimeControl::CONTEST)), Vec::<Vec<String>>::new());
    }
}

#[test]
fn correct_agents_in_other_styles_have_no_finding() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/students/correct"));
    let mut files: Vec<PathBuf> =
        folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 30);
    // `.ci/run numba` has a Python with numba.
    let has_numba = env::var_os("WANE_TEST_NUMBA").is_some();
    files.retain(|file| has_numba || !file.ends_with("with_numba.py"));
    let mut wrong = Vec::new();
    for file in files {
        let found = found(&examine(&file, Size::Eight, TimeControl::CONTEST));
        if !found.is_empty() {
            wrong.push(format!("{}: {found:?}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn mistakes_in_the_file_are_found() {
    assert_all_are_found("The file");
}

#[test]
fn mistakes_with_the_rules_are_found() {
    assert_all_are_found("The rules");
}

#[test]
fn mistakes_in_the_answer_are_found() {
    assert_all_are_found("The answer");
}

#[test]
fn exceptions_are_found() {
    assert_all_are_found("Exceptions");
}

#[test]
fn mistakes_with_the_time_are_found() {
    assert_all_are_found("Time");
}

#[test]
fn too_much_memory_is_found() {
    assert_all_are_found("Memory");
}

#[test]
fn what_the_sandbox_refuses_is_found() {
    assert_all_are_found("The sandbox");
}

#[test]
fn what_is_left_from_before_is_found() {
    assert_all_are_found("Left from before");
}
