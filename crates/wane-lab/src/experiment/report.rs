//! The report of all experiments, as Markdown and as one page of HTML that needs no other file.

use std::fmt::Write as _;

use super::findings::{Comparison, FindingsTable, Verdict, decimals};
use super::plot::escaped;
use super::run::ExperimentResult;
use super::statistics::Interval;

/// What the reports wish for and the experiments leave open.
const OPEN: [&str; 3] = [
    "An agent in the style of AlphaZero, which won the contest of one report: it needs days of training on a graphics card.",
    "An opening book for agents that are recipes; the page and the engine have one.",
    "Genetic programming, which would find the features themselves.",
];

/// The report as Markdown. Pictures are beside it, as `NAME-1.svg` and so on.
#[must_use]
pub fn to_markdown(results: &[ExperimentResult]) -> String {
    let mut text = String::from(
        "# The lab report\n\nWhat five reports of a course claim about Reversed Reversi and their agents, measured again. \
         Each figure of ours has its interval of 95 %. `wane lab run all` repeats the experiments, `wane lab report` \
         writes this page.\n\n",
    );
    text += &markdown_summary(results);
    for result in results {
        let name = &result.manifest.experiment;
        write(&mut text, format_args!("\n## {}\n\n{}\n\n", title(name), result.question));
        write(&mut text, format_args!("{}\n\n", result.method));
        if !result.findings.comparisons.is_empty() {
            text += &markdown_table(&comparisons(&result.findings.comparisons));
            text += "\n";
        }
        for (index, plot) in (1..).zip(&result.findings.plots) {
            write(&mut text, format_args!("![{}]({name}-{index}.svg)\n\n", plot.title));
        }
        for table in &result.findings.tables {
            text += &markdown_table(table);
            text += "\n";
        }
        write(&mut text, format_args!("**{}** {}\n", verdict_of(result), result.findings.words));
    }
    text += "\n## What is open\n\n";
    for line in OPEN {
        write(&mut text, format_args!("- {line}\n"));
    }
    text
}

/// The report as one page.
#[must_use]
pub fn to_html(results: &[ExperimentResult]) -> String {
    let mut body = String::from(
        "<h1>The lab report</h1>\n<p>What five reports of a course claim about Reversed Reversi and their agents, measured \
         again. Each figure of ours has its interval of 95&nbsp;%.</p>\n",
    );
    body += &html_summary(results);
    for result in results {
        let name = &result.manifest.experiment;
        write(
            &mut body,
            format_args!(
                "<section id=\"{name}\">\n<h2>{}</h2>\n<p class=\"question\">{}</p>\n<p>{}</p>\n",
                title(name),
                escaped(&result.question),
                escaped(&result.method)
            ),
        );
        if !result.findings.comparisons.is_empty() {
            body += &html_table(&comparisons(&result.findings.comparisons));
        }
        for plot in &result.findings.plots {
            // The page has the colours; a style in the picture would be one for the whole page.
            let svg = plot.to_svg();
            let style = svg.find("<style>").zip(svg.find("</style>\n"));
            let plain = style.map_or_else(
                || svg.clone(),
                |(begin, end)| svg[..begin].to_owned() + &svg[end + "</style>\n".len()..],
            );
            write(&mut body, format_args!("<figure>\n{plain}</figure>\n"));
        }
        for table in &result.findings.tables {
            body += &html_table(table);
        }
        write(
            &mut body,
            format_args!(
                "<p><b>{}</b> {}</p>\n</section>\n",
                verdict_of(result),
                escaped(&result.findings.words)
            ),
        );
    }
    body += "<h2>What is open</h2>\n<ul>\n";
    for line in OPEN {
        write(&mut body, format_args!("<li>{line}</li>\n"));
    }
    body += "</ul>\n";
    include_str!("report.html").replace("BODY", &body)
}

/// A line for each experiment, which leads to it, as Markdown.
fn markdown_summary(results: &[ExperimentResult]) -> String {
    let mut table = FindingsTable::new("", &SUMMARY);
    for result in results {
        let [name, question, size, verdict] = summary(result);
        let link = format!("[{name}](#{})", result.manifest.experiment);
        table.row([link, question, size, verdict]);
    }
    markdown_table(&table)
}

/// The same as HTML.
fn html_summary(results: &[ExperimentResult]) -> String {
    let row = |result: &ExperimentResult| {
        let [name, rest @ ..] = summary(result);
        let link = format!("<a href=\"#{}\">{name}</a>", result.manifest.experiment);
        format!("<tr><td class=\"short\">{link}</td>{}</tr>\n", html_cells(&rest, "td"))
    };
    let rows: String = results.iter().map(row).collect();
    let heads = html_cells(&SUMMARY.map(ToOwned::to_owned), "th");
    format!("<div class=\"table\"><table>\n<tr>{heads}</tr>\n{rows}</table></div>\n")
}

/// The heads of the summary.
const SUMMARY: [&str; 4] = ["experiment", "question", "size", "verdict"];

/// An experiment in a line.
fn summary(result: &ExperimentResult) -> [String; 4] {
    let verdict = verdict_of(result).to_owned();
    let size = result.manifest.size.clone();
    [title(&result.manifest.experiment), result.question.clone(), size, verdict]
}

/// The figures of the reports beside ours.
fn comparisons(comparisons: &[Comparison]) -> FindingsTable {
    let mut table =
        FindingsTable::new("", &["figure", "report", "there", "ours, 95 % interval", "verdict"]);
    for it in comparisons {
        let Interval { value, low, high } = it.ours;
        table.row([
            it.what.clone(),
            it.source.clone(),
            it.reported.clone(),
            format!("{} ({} to {})", decimals(value, 3), decimals(low, 3), decimals(high, 3)),
            word(it.verdict).to_owned(),
        ]);
    }
    table
}

/// The verdict on an experiment: that of its comparisons, if they agree.
fn verdict_of(result: &ExperimentResult) -> &'static str {
    let mut verdicts = result.findings.comparisons.iter().map(|it| it.verdict);
    match verdicts.next() {
        None => "New.",
        Some(first) if verdicts.all(|it| it == first) => word(first),
        Some(_) => "Confirmed in part.",
    }
}

const fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Confirmed => "Confirmed.",
        Verdict::Refuted => "Refuted.",
        Verdict::NotComparable => "Not comparable.",
        Verdict::New => "New.",
    }
}

/// The name of an experiment as a heading.
fn title(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    first + &letters.as_str().replace('-', " ")
}

fn markdown_table(table: &FindingsTable) -> String {
    let mut text = String::new();
    if !table.title.is_empty() {
        write(&mut text, format_args!("{}:\n\n", table.title));
    }
    write(&mut text, format_args!("| {} |\n", table.columns.join(" | ")));
    write(&mut text, format_args!("|{}\n", "---|".repeat(table.columns.len())));
    for row in &table.rows {
        write(&mut text, format_args!("| {} |\n", row.join(" | ")));
    }
    text
}

fn html_table(table: &FindingsTable) -> String {
    let mut text = String::from("<div class=\"table\"><table>\n");
    if !table.title.is_empty() {
        write(&mut text, format_args!("<caption>{}</caption>\n", escaped(&table.title)));
    }
    write(&mut text, format_args!("<tr>{}</tr>\n", html_cells(&table.columns, "th")));
    for row in &table.rows {
        write(&mut text, format_args!("<tr>{}</tr>\n", html_cells(row, "td")));
    }
    text + "</table></div>\n"
}

/// Cells; a short one stays on a line.
fn html_cells(row: &[String], tag: &str) -> String {
    let cell = |text: &String| {
        let class = if text.chars().count() <= 16 { " class=\"short\"" } else { "" };
        format!("<{tag}{class}>{}</{tag}>", escaped(text))
    };
    row.iter().map(cell).collect()
}

fn write(text: &mut String, part: std::fmt::Arguments<'_>) {
    text.write_fmt(part).expect("a string takes everything");
}
