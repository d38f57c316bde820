//! The table of the commands.

use super::{CommandPage, Example};

/// The commands in groups, in the order of the help.
pub(crate) const PAGES: &[(&str, &[CommandPage])] = &[
    (
        "Play",
        &[
            CommandPage {
                name: "play",
                description: "Play against a level of the engine or an agent, with a clock, hints, \
                    undo and files. It needs a terminal of 80x24 characters or more.",
                examples: [
                    Example { line: "wane play", meaning: "Play Black against level 5" },
                    Example {
                        line: "wane play --opponent uct --colour white --time 5m+3s",
                        meaning: "Play White against an agent, with a clock",
                    },
                ],
                documents: &["docs/play.md", "docs/levels.md"],
                instead_of_json: Some("a game on the screen"),
            },
            CommandPage {
                name: "serve",
                description: "Listen for browsers on this machine and serve the page, with this engine \
                    for the opponent, the analysis and the puzzles. Ctrl-C ends it.",
                examples: [
                    Example { line: "wane serve", meaning: "Serve on http://127.0.0.1:7878/" },
                    Example {
                        line: "wane serve --port 0 --engines 2 --threads 1",
                        meaning: "Serve on any free port, with two engines",
                    },
                ],
                documents: &["docs/serve.md", "docs/web.md"],
                instead_of_json: None,
            },
        ],
    ),
    (
        "Analyse",
        &[
            CommandPage {
                name: "show",
                description: "Draw the board with the last move, the legal moves, the number of discs \
                    and the side to move, or the result of a game that is over.",
                examples: [
                    Example {
                        line: "wane show f5d6c3",
                        meaning: "Draw the position after three moves",
                    },
                    Example {
                        line: "wane show --game 2 games.ggf",
                        meaning: "Draw the end of the second game of a file",
                    },
                ],
                documents: &["docs/formats.md", "docs/rules.md"],
                instead_of_json: None,
            },
            CommandPage {
                name: "moves",
                description: "List every legal move with the discs that it flips and the number of \
                    replies that it leaves to the opponent.",
                examples: [
                    Example { line: "wane moves f5", meaning: "List the replies to f5" },
                    Example {
                        line: "wane moves --json start",
                        meaning: "List the first moves as JSON",
                    },
                ],
                documents: &["docs/rules.md"],
                instead_of_json: None,
            },
            CommandPage {
                name: "analyze",
                description: "Search a position and print the best line at each depth, then every move \
                    with its value. Of a game, value every move, draw a graph and print a \
                    summary of both sides.",
                examples: [
                    Example {
                        line: "wane analyze f5d6c3 --last --time 5",
                        meaning: "Evaluate the moves of a position for five seconds",
                    },
                    Example {
                        line: "wane analyze --depth 10 game.ggf",
                        meaning: "Review the moves of a game at depth 10",
                    },
                ],
                documents: &["docs/analyse.md", "docs/search.md"],
                instead_of_json: None,
            },
            CommandPage {
                name: "solve",
                description: "Find the score that a position has when both sides play perfectly, and a \
                    line that leads to it. A score that a suite states is compared; a wrong \
                    one ends the command with 1.",
                examples: [
                    Example { line: "wane solve --size 4 start", meaning: "Solve the 4x4 board" },
                    Example {
                        line: "wane solve --wld --checkpoint proofs.txt suite.obf",
                        meaning: "Find who wins each position of a suite, and keep the proofs",
                    },
                ],
                documents: &["docs/solved.md", "docs/formats.md"],
                instead_of_json: None,
            },
        ],
    ),
    (
        "Arena",
        &[
            CommandPage {
                name: "match",
                description: "Play games between two or more players under the eyes of a referee, who \
                    applies the rules, the clock and the limits. Print the results with Elo, \
                    or a table of all players.",
                examples: [
                    Example {
                        line: "wane match 20 uct --games 20",
                        meaning: "Play 20 games between the engine and an agent",
                    },
                    Example {
                        line: "wane match me.py random greedy --gauntlet --out games",
                        meaning: "Play a contest file against two agents, and keep the games",
                    },
                ],
                documents: &["docs/arena.md", "docs/openings.md", "docs/sandbox.md"],
                instead_of_json: None,
            },
            CommandPage {
                name: "report",
                description: "Write the page of a match and its tables, standings.csv, \
                    standings.json and games.csv, into its folder, also while it is played. With \
                    --review an engine looks at every move once: the page shows what it lost, and \
                    where each game was lost.",
                examples: [
                    Example { line: "wane report cup", meaning: "Write the page and the tables" },
                    Example {
                        line: "wane report cup --review",
                        meaning: "Show what each move lost; Ctrl-C and again continues",
                    },
                ],
                documents: &["docs/arena.md"],
                instead_of_json: None,
            },
            CommandPage {
                name: "new",
                description: "Write an agent that plays well enough to begin with, and can be \
                    read in ten minutes: a contest file in Python, or a recipe, in which numbers \
                    are changed and no code.",
                examples: [
                    Example { line: "wane new me.py", meaning: "Write a contest file" },
                    Example { line: "wane new my.toml", meaning: "Write a recipe" },
                ],
                documents: &["docs/check.md", "docs/recipes.md"],
                instead_of_json: None,
            },
            CommandPage {
                name: "check",
                description: "Load an agent, let it play and examine it for what loses a contest: \
                    errors, illegal moves, time, memory. Print each finding with advice; a \
                    failed check ends the command with 1.",
                examples: [
                    Example {
                        line: "wane check me.py",
                        meaning: "Check a contest file by the rules of the contest",
                    },
                    Example {
                        line: "wane check me.py --board 9",
                        meaning: "Ask about one board again, and show all that is seen",
                    },
                ],
                documents: &["docs/check.md", "docs/sandbox.md"],
                instead_of_json: None,
            },
            CommandPage {
                name: "ask",
                description: "Ask an agent about a position, or the last one of a game. Print its \
                    answer, its candidate list, what it printed, its time and memory, and the \
                    engine's value of every move. An answer that loses the game ends the \
                    command with 1.",
                examples: [
                    Example {
                        line: "wane ask me.py f5d6c3",
                        meaning: "Ask a contest file after three moves",
                    },
                    Example {
                        line: "wane ask uct start --size 6",
                        meaning: "Ask an agent at the start on a small board",
                    },
                ],
                documents: &["docs/check.md"],
                instead_of_json: None,
            },
            CommandPage {
                name: "rank",
                description: "Rate an agent in Elo, with the interval in which its rating lies \
                    with 95 % confidence, by games against levels of the engine and agents of \
                    known ratings. After each game the next opponent is the one that is \
                    expected to tell most.",
                examples: [
                    Example { line: "wane rank me.py", meaning: "Rate a contest file in a minute" },
                    Example {
                        line: "wane rank uct --time 50ms/move --minutes 5 --concurrency 2",
                        meaning: "Rate an agent more exactly",
                    },
                ],
                documents: &["docs/levels.md"],
                instead_of_json: None,
            },
            CommandPage {
                name: "agent",
                description: "Without a name, list the levels of the engine and the agents. With a \
                    name, run that player as an engine that speaks UGI, like `wane ugi \
                    --player NAME`.",
                examples: [
                    Example { line: "wane agent", meaning: "List the agents" },
                    Example { line: "wane agent uct --seed 1", meaning: "Run an agent for a host" },
                ],
                documents: &["docs/levels.md", "docs/protocols.md"],
                instead_of_json: None,
            },
            CommandPage {
                name: "recipe",
                description: "A recipe is a small TOML file that makes an agent: an evaluation out of \
                    square tables and features, and a search. It is a player wherever an agent is: \
                    `wane match my.toml seed-001`, `wane play --opponent my.toml`. `explain` shows \
                    where the value of a position comes from.",
                examples: [
                    Example {
                        line: "wane recipe new my.toml",
                        meaning: "Write a recipe to begin with",
                    },
                    Example {
                        line: "wane recipe explain seed-003 f5d6c3",
                        meaning: "Split the value of a position by feature and square",
                    },
                ],
                documents: &["docs/recipes.md"],
                instead_of_json: None,
            },
            CommandPage {
                name: "judge",
                description: "Read lines such as `anti BOARD SIDE` from standard input, and answer \
                    each with `score N`, the exact score for the side to move, or with \
                    `unknown`. `wane match --adjudicate` runs it.",
                examples: [
                    Example { line: "wane judge", meaning: "Answer the lines of standard input" },
                    Example {
                        line: "wane match random greedy --adjudicate 10",
                        meaning: "Let a match use it",
                    },
                ],
                documents: &["docs/arena.md"],
                instead_of_json: Some("the lines of a protocol"),
            },
        ],
    ),
    (
        "Lab",
        &[
            CommandPage {
                name: "selfplay",
                description: "Play games of the engine with itself and append their positions, each \
                    with its value and the result, to a file. The same command resumes where \
                    it was stopped.",
                examples: [
                    Example {
                        line: "wane selfplay --out games.bin --games 1000",
                        meaning: "Record 1000 games",
                    },
                    Example {
                        line: "wane selfplay --out next.bin --games 1000 --weights weights.bin --depth 6",
                        meaning: "Record games with learned weights",
                    },
                ],
                documents: &["docs/lab.md"],
                instead_of_json: None,
            },
            CommandPage {
                name: "label",
                description: "Solve many positions, or search them to a depth, and write a line of JSON for \
                    each: the board, the side to move and the score, in discs if it is exact and in hundredths \
                    of a disc otherwise. Of games, each position is taken. The same command resumes where it \
                    was stopped.",
                examples: [
                    Example {
                        line: "wane label games.ggf --most 20 --out labels.jsonl",
                        meaning: "Solve the last 20 moves of some games",
                    },
                    Example {
                        line: "wane label openings.txt --depth 12 --out openings.jsonl",
                        meaning: "Score openings by a search",
                    },
                ],
                documents: &["docs/lab.md"],
                instead_of_json: None,
            },
            CommandPage {
                name: "train",
                description: "Learn the weights of the patterns from records, and print the error on \
                    the training data and on the validation set after each epoch.",
                examples: [
                    Example {
                        line: "wane train games.bin --out weights.bin",
                        meaning: "Learn weights from one file",
                    },
                    Example {
                        line: "wane train games.bin next.bin --out better.bin --from weights.bin --plot loss.svg",
                        meaning: "Learn on from weights, and draw the error",
                    },
                ],
                documents: &["docs/lab.md"],
                instead_of_json: None,
            },
            CommandPage {
                name: "probcut",
                description: "Search positions at several depths, fit a line from each shallow value \
                    to each deep one, and add the fits to a file of weights. Multi-ProbCut \
                    needs them.",
                examples: [
                    Example {
                        line: "wane probcut games.bin --weights weights.bin --out fitted.bin",
                        meaning: "Add fits to weights",
                    },
                    Example {
                        line: "wane probcut games.bin --weights weights.bin --out fitted.bin --positions 20 --depth 8",
                        meaning: "Do it quickly",
                    },
                ],
                documents: &["docs/methods/004-multi-probcut.md", "docs/lab.md"],
                instead_of_json: None,
            },
            CommandPage {
                name: "gate",
                description: "Play a match between new and old weights until a sequential test has \
                    decided. New weights that are not proved better end the command with 1.",
                examples: [
                    Example {
                        line: "wane gate new.bin --out match",
                        meaning: "Test new weights against the engine's own",
                    },
                    Example {
                        line: "wane gate new.bin --against old.bin --out match --sprt 0,20",
                        meaning: "Test them against other weights, with wider bounds",
                    },
                ],
                documents: &["docs/lab.md", "docs/methods/003-match-statistics.md"],
                instead_of_json: None,
            },
            CommandPage {
                name: "climb",
                description: "In each generation play games, learn weights from all games so far, fit \
                    Multi-ProbCut, and play a match against the best weights. The same \
                    command resumes where it was stopped.",
                examples: [
                    Example { line: "wane climb --out climb", meaning: "Run ten generations" },
                    Example {
                        line: "wane climb --out climb --generations 2 --games 100,200 --minutes 30",
                        meaning: "Run two small generations for at most half an hour",
                    },
                ],
                documents: &["docs/lab.md"],
                instead_of_json: None,
            },
            CommandPage {
                name: "eval-report",
                description: "Compare an evaluation with the scores of the benchmark, whose positions \
                    are never learned from, and print its errors by phase and by the number \
                    of empty squares.",
                examples: [
                    Example {
                        line: "wane eval-report",
                        meaning: "Measure the engine's own weights",
                    },
                    Example {
                        line: "wane eval-report --weights new.bin --against own",
                        meaning: "Compare two evaluations side by side",
                    },
                ],
                documents: &["docs/lab.md"],
                instead_of_json: None,
            },
            CommandPage {
                name: "tune",
                description: "Play candidates with other numbers, generation by generation, and write the best \
                    recipe with what changed and how much it gained. The gain is measured on fresh games that \
                    the tuner never saw. Ctrl-C ends the tuning early; with --log the same command resumes it.",
                examples: [
                    Example {
                        line: "wane tune my.toml --against seed-003 --minutes 10",
                        meaning: "Tune a recipe by matches with an agent",
                    },
                    Example {
                        line: "wane tune my.toml --by texel --generations 20",
                        meaning: "Tune it to predict exact scores",
                    },
                ],
                documents: &["docs/recipes.md"],
                instead_of_json: None,
            },
            CommandPage {
                name: "lab",
                description: "Each experiment answers a question about the game or about agents that are \
                    recipes: `list` names them, `run` does one or all, `report` writes a page with the \
                    results. They are seeded, and the same on any number of threads. Ctrl-C stops a run, the \
                    same command resumes it.",
                examples: [
                    Example {
                        line: "wane lab run mobility --quick",
                        meaning: "Run an experiment at the size of a test",
                    },
                    Example {
                        line: "wane lab report --quick",
                        meaning: "Write the report of what is finished",
                    },
                ],
                documents: &["docs/lab.md"],
                instead_of_json: None,
            },
            CommandPage {
                name: "farm",
                description: "Have self-play, matches, tuning and experiments done by many machines. One \
                    machine runs a server, the others work for it, and a command with --farm gives its \
                    jobs to them. One machine alone needs none of this.",
                examples: [
                    Example {
                        line: "wane farm up --dir farm --listen 0.0.0.0:4222",
                        meaning: "Run a server that other machines can reach",
                    },
                    Example {
                        line: "wane farm members --dir farm",
                        meaning: "List who may work for it",
                    },
                ],
                documents: &["docs/farm.md"],
                instead_of_json: None,
            },
        ],
    ),
    (
        "Protocols",
        &[
            CommandPage {
                name: "nboard",
                description: "Speak NBoard on standard input and output, until the host says quit.",
                examples: [
                    Example { line: "wane nboard", meaning: "Run the engine at level 20" },
                    Example {
                        line: "wane nboard --player 10 --threads 2",
                        meaning: "Run it at level 10 on two threads",
                    },
                ],
                documents: &["docs/protocols.md"],
                instead_of_json: Some("the lines of a protocol"),
            },
            CommandPage {
                name: "gtp",
                description: "Speak GTP on standard input and output, with the extensions of GoGui, \
                    until the host says quit.",
                examples: [
                    Example { line: "wane gtp", meaning: "Run the engine at level 20" },
                    Example {
                        line: "wane gtp --movetime 500 --size 6",
                        meaning: "Run it with half a second per move on a small board",
                    },
                ],
                documents: &["docs/protocols.md"],
                instead_of_json: Some("the lines of a protocol"),
            },
            CommandPage {
                name: "ugi",
                description: "Speak UGI on standard input and output, until the host says quit.",
                examples: [
                    Example { line: "wane ugi", meaning: "Run the engine at level 20" },
                    Example { line: "wane ugi --player uct --seed 1", meaning: "Run an agent" },
                ],
                documents: &["docs/protocols.md"],
                instead_of_json: Some("the lines of a protocol"),
            },
        ],
    ),
    (
        "Tools",
        &[
            CommandPage {
                name: "convert",
                description: "Read games and positions in any format and print them in another one.",
                examples: [
                    Example { line: "wane convert --to sgf game.ggf", meaning: "Convert a file" },
                    Example {
                        line: "wane convert --to json f5d6c3",
                        meaning: "Convert a transcript",
                    },
                ],
                documents: &["docs/formats.md"],
                instead_of_json: None,
            },
            CommandPage {
                name: "perft",
                description: "Count the leaves of the game tree at a depth. A finished game is one \
                    leaf. The numbers are known for the start position, so a mistake in the \
                    rules shows.",
                examples: [
                    Example { line: "wane perft 9", meaning: "Count nine plies from the start" },
                    Example {
                        line: "wane perft 6 --size 6 --backend portable",
                        meaning: "Count on a small board with another backend",
                    },
                ],
                documents: &["docs/rules.md"],
                instead_of_json: None,
            },
            CommandPage {
                name: "bench",
                description: "Search a fixed set of positions at a fixed depth. The number of nodes is \
                    the signature: it changes only if the search does. With weights, search \
                    for a time instead, and print the depth.",
                examples: [
                    Example { line: "wane bench", meaning: "Print the signature and the speed" },
                    Example {
                        line: "wane bench --weights own --time 1",
                        meaning: "Print the depth that is reached in one second",
                    },
                ],
                documents: &["docs/search.md", "docs/testing.md"],
                instead_of_json: None,
            },
            CommandPage {
                name: "self-test",
                description: "Check the rules, the search, the solver and the weights of this program \
                    on this machine, and play an agent in the sandbox. It takes up to half a minute. What \
                    the machine lacks is named, with what that costs and what to do; only a wrong \
                    result is a failure.",
                examples: [
                    Example { line: "wane self-test", meaning: "Test this machine" },
                    Example { line: "wane self-test --json", meaning: "Print each result as JSON" },
                ],
                documents: &["docs/install.md"],
                instead_of_json: None,
            },
            CommandPage {
                name: "version",
                description: "Print the version of the program with its commit, bench signature and weights, \
                    the flip backend that it uses, and those that this CPU can run.",
                examples: [
                    Example { line: "wane version", meaning: "Print the version" },
                    Example { line: "wane version --json", meaning: "Print it as JSON" },
                ],
                documents: &["docs/command-line.md"],
                instead_of_json: None,
            },
            CommandPage {
                name: "completions",
                description: "Print a script that completes commands and options in bash, zsh, fish, \
                    elvish or PowerShell.",
                examples: [
                    Example { line: "wane completions bash", meaning: "Print the script for bash" },
                    Example { line: "wane completions zsh", meaning: "Print the script for zsh" },
                ],
                documents: &["docs/command-line.md"],
                instead_of_json: None,
            },
            CommandPage {
                name: "help",
                description: "Print the manual page of a command, or the list of all commands.",
                examples: [
                    Example {
                        line: "wane help solve",
                        meaning: "Print the manual page of wane solve",
                    },
                    Example {
                        line: "wane help --roff solve",
                        meaning: "Print it for the program man",
                    },
                ],
                documents: &["docs/command-line.md"],
                instead_of_json: Some("the text of a manual page"),
            },
        ],
    ),
];
