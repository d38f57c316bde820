//! `cargo xtask coverage`: how many lines of each crate the tests run. Every parser of outside input must have 90 %.
//!
//! Needs cargo-llvm-cov, cargo-nextest and the component llvm-tools. The lines of tests themselves do not count, so a
//! file has only the lines above its `mod tests`. Documentation examples and fuzz targets are not run.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use clap::Args;

use crate::build;

/// The share of lines that the tests of a parser must run, in percent.
const LEAST: f64 = 90.0;

/// Files and folders that parse what comes from outside, in `crates`.
const PARSERS: [&str; 17] = [
    "wane-board/src/objective.rs",
    "wane-board/src/square.rs",
    "wane-eval/src/fits.rs",
    "wane-eval/src/weights.rs",
    "wane-files/src/journal.rs",
    "wane-files/src/seal.rs",
    "wane-formats/src/",
    "wane-lab/src/record.rs",
    "wane-match/src/contest/failure.rs",
    "wane-match/src/contest/line.rs",
    "wane-match/src/fault.rs",
    "wane-match/src/finished_game.rs",
    "wane-match/src/match_folder.rs",
    "wane-server/src/forwarded.rs",
    "wane-server/src/origin.rs",
    "wane-service/src/message/",
    "wane-text/src/",
];

/// The tests that are run: not the comparison of the search with plain minimax, which takes minutes when every line is
/// counted, and runs no line of a parser.
const NOT_SLOW: &str = "not binary_id(wane-search::plain)";

/// The arguments of `cargo xtask coverage`.
#[derive(Args)]
pub(crate) struct CoverageArgs {
    /// Arguments for cargo nextest instead of --workspace, such as -p wane-formats; then nothing fails
    #[arg(last = true)]
    tests: Vec<String>,
}

/// The lines of a file, or of several, that a test could run and those that one ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
struct Lines {
    all: usize,
    run: usize,
}

/// Runs the tests and prints the shares.
pub(crate) fn run(args: &CoverageArgs) -> Result<()> {
    let report = build::target().join("coverage.lcov");
    let is_whole = args.tests.is_empty();
    let whole = ["--workspace", "-E", NOT_SLOW].map(String::from);
    let tests = if is_whole { &whole } else { args.tests.as_slice() };
    let status = Command::new("cargo")
        .current_dir(build::root())
        // Tests kill programs, which then leave half a profile.
        .args(["llvm-cov", "nextest", "--failure-mode", "all", "--lcov", "--output-path"])
        .arg(&report)
        .args(["--cargo-quiet", "--status-level", "fail", "--final-status-level", "fail"])
        .args(tests)
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        // Without it the tests take half an hour, and those about clocks fail on a busy machine.
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "1")
        .status()
        .context("running cargo llvm-cov")?;
    ensure!(status.success(), "a test failed, or cargo-llvm-cov or llvm-tools is missing");
    let crates = build::root().join("crates");
    let text = fs::read_to_string(&report).context("reading the report")?;
    let files = files(&text, &crates, &|file| Ok(fs::read_to_string(file)?))?;
    let (by_crate, parsers, low) = (by_crate(&files), parsers(&files), low(&files));
    print_table("lines that the tests run, by crate", by_crate);
    print_table("by parser", parsers.clone());
    print_table(&format!("files of parsers below {LEAST} %"), low.clone());
    if is_whole {
        let gone: Vec<_> = parsers.iter().filter(|(_, lines)| lines.all == 0).collect();
        ensure!(gone.is_empty(), "these parsers have no lines: {gone:?}");
        ensure!(low.is_empty(), "{} files of parsers are below {LEAST} %", low.len());
    }
    Ok(())
}

/// The lines of each file in `crates`, from a report in the format of lcov: `SF:` names a file, and `DA:12,3` says that
/// its line 12 was run 3 times. Lines of tests are left out; `read` returns a file.
fn files(
    report: &str,
    crates: &Path,
    read: &dyn Fn(&Path) -> Result<String>,
) -> Result<BTreeMap<String, Lines>> {
    let mut files = BTreeMap::new();
    for section in report.split("end_of_record") {
        let Some(file) = section.lines().find_map(|line| line.strip_prefix("SF:")) else {
            continue;
        };
        let Ok(name) = Path::new(file).strip_prefix(crates) else { continue };
        if name.file_name().is_some_and(|name| name == "tests.rs") {
            continue;
        }
        let end = first_line_of_tests(&read(Path::new(file))?);
        let mut lines = Lines::default();
        for line in section.lines().filter_map(|line| line.strip_prefix("DA:")) {
            let (number, count) = line.split_once(',').context("a line without a count")?;
            if number.parse::<usize>().context("the number of a line")? < end {
                lines.all += 1;
                lines.run += usize::from(count != "0");
            }
        }
        files.insert(name.to_string_lossy().into_owned(), lines);
    }
    ensure!(!files.is_empty(), "the report has no files of {}", crates.display());
    Ok(files)
}

/// The number of the line where the tests of a file begin, counted from 1.
fn first_line_of_tests(text: &str) -> usize {
    let lines: Vec<&str> = text.lines().collect();
    let begin = lines.windows(2).position(|pair| pair == ["#[cfg(test)]", "mod tests {"]);
    begin.map_or(usize::MAX, |index| index + 1)
}

fn by_crate(files: &BTreeMap<String, Lines>) -> Vec<(String, Lines)> {
    let name = |file: &str| file.split('/').next().map(str::to_string).unwrap_or_default();
    let names: BTreeSet<String> = files.keys().map(|file| name(file)).collect();
    let mut rows: Vec<_> = names.into_iter().map(|name| sum(files, &format!("{name}/"))).collect();
    rows.push(("all".into(), sum(files, "").1));
    rows
}

fn parsers(files: &BTreeMap<String, Lines>) -> Vec<(String, Lines)> {
    PARSERS.iter().map(|parser| sum(files, parser)).collect()
}

/// The lines of all files whose names begin so.
fn sum(files: &BTreeMap<String, Lines>, begin: &str) -> (String, Lines) {
    let mut sum = Lines::default();
    for (_, lines) in files.iter().filter(|(file, _)| file.starts_with(begin)) {
        sum.all += lines.all;
        sum.run += lines.run;
    }
    (begin.into(), sum)
}

/// The files of parsers with too few lines run.
fn low(files: &BTreeMap<String, Lines>) -> Vec<(String, Lines)> {
    let is_parser = |file: &str| PARSERS.iter().any(|parser| file.starts_with(parser));
    let low = files.iter().filter(|(file, lines)| is_parser(file) && lines.percent() < LEAST);
    low.map(|(file, lines)| (file.clone(), *lines)).collect()
}

impl Lines {
    #[expect(clippy::cast_precision_loss, reason = "there are fewer than 2^52 lines")]
    fn percent(self) -> f64 {
        if self.all == 0 { 100.0 } else { 100.0 * self.run as f64 / self.all as f64 }
    }
}

#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
fn print_table(title: &str, rows: Vec<(String, Lines)>) {
    println!("\n{title}");
    for (name, lines) in rows {
        println!("{:7.1} %  {:6} of {:6}  {name}", lines.percent(), lines.run, lines.all);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = "\
        SF:/w/crates/wane-text/src/json.rs\nDA:1,5\nDA:2,0\nDA:4,1\nend_of_record\n\
        SF:/w/crates/wane-text/src/x/tests.rs\nDA:1,5\nend_of_record\n\
        SF:/w/crates/wane-lab/src/fit.rs\nDA:7,0\nend_of_record\n\
        SF:/w/xtask/src/main.rs\nDA:7,0\nend_of_record\n";

    #[test]
    fn lines_are_counted_by_file_without_those_of_tests() {
        let read = |_: &Path| Ok("fn a() {\n}\n#[cfg(test)]\nmod tests {\n".to_string());
        let files = files(REPORT, Path::new("/w/crates"), &read).unwrap();
        let names: Vec<_> = files.keys().map(String::as_str).collect();
        assert_eq!(names, ["wane-lab/src/fit.rs", "wane-text/src/json.rs"]);
        assert_eq!(files["wane-text/src/json.rs"], Lines { all: 2, run: 1 });
        assert_eq!(low(&files), [("wane-text/src/json.rs".to_string(), Lines { all: 2, run: 1 })]);
        assert_eq!(by_crate(&files).last().unwrap().1, Lines { all: 2, run: 1 });
    }

    #[test]
    fn every_parser_is_a_file_or_a_folder() {
        for parser in PARSERS {
            assert!(build::root().join("crates").join(parser).exists(), "{parser}");
        }
    }
}
