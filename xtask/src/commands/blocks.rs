//! Finds the commands in a document: the lines of its `sh` blocks.

/// The commands of all blocks, without comments, continued lines as one.
pub(crate) fn commands(document: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut inside = false;
    let mut begun = String::new();
    for line in document.lines().map(str::trim) {
        if line.starts_with("```") {
            inside = line == "```sh";
            continue;
        }
        let line = without_comment(line);
        if !inside || line.is_empty() {
            continue;
        }
        if let Some(part) = line.strip_suffix('\\') {
            begun.push_str(part);
        } else {
            begun.push_str(line);
            found.push(std::mem::take(&mut begun));
        }
    }
    found
}

fn without_comment(line: &str) -> &str {
    if line.starts_with('#') {
        return "";
    }
    line.split_once(" # ").map_or(line, |(command, _)| command).trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_the_lines_of_sh_blocks() {
        let document = "Text\n```sh\nwane play   # a game\n# nothing\nwane match 1 \\\n    2\n```\n\
            ```console\n$ wane show\n```\n   ```sh\n   wane \"ugi:a # b\"\n   ```\n";
        assert_eq!(commands(document), ["wane play", "wane match 1 2", "wane \"ugi:a"]);
    }
}
