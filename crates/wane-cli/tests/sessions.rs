//! Terminal sessions: the commands of the README, the book and `tests/cmd`, with what they print.

#[test]
fn the_documented_commands_print_what_is_documented() {
    trycmd::TestCases::new()
        .case("tests/cmd/*.trycmd")
        .case("../../README.md")
        .case("../../docs/*.md");
}
