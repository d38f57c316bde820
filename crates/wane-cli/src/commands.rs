//! What is known of every command beside its arguments.

/// The commands that print no JSON, and what they print instead.
pub(crate) const WITHOUT_JSON: [(&str, &str); 5] = [
    ("play", "a game on the screen"),
    ("judge", "the lines of a protocol"),
    ("nboard", "the lines of a protocol"),
    ("gtp", "the lines of a protocol"),
    ("ugi", "the lines of a protocol"),
];
