//! Tables that may be wider than the page, or longer.

use super::text::Escaped;

/// A table with its head and its rows.
pub(super) fn write(label: &str, class: &str, heads: &str, rows: &str) -> String {
    format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{label}\">\n\
         <table class=\"{class}\">\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n\
         </table>\n</div>\n"
    )
}

/// Heads of columns of text.
pub(super) fn heads(texts: &[&str]) -> String {
    let mut heads = String::new();
    for text in texts {
        heads += &format!("<th scope=\"col\">{text}</th>");
    }
    heads
}

/// Heads of columns of numbers.
pub(super) fn count_heads(texts: &[&str]) -> String {
    let mut heads = String::new();
    for text in texts {
        heads += &format!("<th scope=\"col\" class=\"count\">{text}</th>");
    }
    heads
}

/// Cells with numbers.
pub(super) fn counts(texts: &[String]) -> String {
    let mut cells = String::new();
    for text in texts {
        cells += &format!("<td class=\"count\">{text}</td>");
    }
    cells
}

/// The name of a player. The element keeps a name that is written from right to left, or pretends
/// to be, from turning its neighbours around.
pub(super) fn name(name: &str) -> String {
    format!("<bdi class=\"name\">{}</bdi>", Escaped(name))
}
