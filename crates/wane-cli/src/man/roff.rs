//! A manual page for the program `man`, in roff.

use super::{Block, ManPage};

/// The page.
pub(crate) fn render(page: &ManPage) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let title = escape(&page.name.to_uppercase());
    let mut text = format!(".TH \"{title}\" 1 \"\" \"wane {version}\" \"Wane\"\n");
    for (title, blocks) in &page.sections {
        text += &format!(".SH \"{title}\"\n");
        text.extend(blocks.iter().map(|block| block_text(title, block)));
    }
    text
}

fn block_text(section: &str, block: &Block) -> String {
    match block {
        // `man -k` reads the name of a page as one word.
        Block::Paragraph(text) if section == "NAME" => {
            let (name, about) = text.split_once(" - ").unwrap_or((text, ""));
            format!("{} \\- {}\n", escape(&name.replace(' ', "-")), escape(about))
        }
        Block::Paragraph(text) => format!("{}\n", escape(text)),
        Block::Term(term, meaning) => {
            format!(".TP\n\\fB{}\\fR\n{}\n", escape(term), escape(meaning))
        }
        Block::Code(code, meaning) => format!(".TP\n{code}\n{}\n", escape(meaning)),
        Block::Example(line, meaning) => {
            format!(".PP\n{}:\n.PP\n.RS 4\n.nf\n{}\n.fi\n.RE\n", escape(meaning), escape(line))
        }
    }
}

/// A text that roff prints as it is: a backslash and a hyphen are written differently, and no line begins with a
/// control character.
fn escape(text: &str) -> String {
    let text = text.replace('\\', "\\(rs").replace('-', "\\-");
    if text.starts_with(['.', '\'']) { format!("\\&{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::{self, CommandPage};
    use crate::man::{overview, page};

    #[test]
    fn no_text_of_a_page_is_taken_for_a_request() {
        let known = [".TH ", ".SH ", ".TP", ".PP", ".RS 4", ".RE", ".nf", ".fi"];
        let pages = commands::pages().map(|CommandPage { name, .. }| page(name).unwrap());
        for page in pages.chain([overview()]) {
            let text = render(&page);
            for line in text.lines().filter(|line| line.starts_with(['.', '\''])) {
                assert!(known.iter().any(|it| line.starts_with(it)), "{}: {line}", page.name);
            }
            assert!(text.lines().all(|line| !line.is_empty()), "{}", page.name);
        }
        assert_eq!(escape(r".a \n -b"), r"\&.a \(rsn \-b");
    }

    #[test]
    fn a_page_begins_with_its_name_in_one_word() {
        let text = render(&page("eval-report").unwrap());
        assert!(text.contains(".SH \"NAME\"\nwane\\-eval\\-report \\- measure"), "{text}");
    }
}
