//! The Python file of a recipe plays the same moves as the recipe, in the contest host with the real Python: 200
//! positions, and recipes with every feature, order, end and kind of stage. With `WANE_TEST_NUMBA` every file is
//! compiled, which takes a minute.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::env;
use std::process::Stdio;
use std::time::Duration;

use wane_board::{AnyPosition, Colour, Square};
use wane_gallery::Kind;
use wane_gallery::recipe::{Depth, Method, Recipe, build_recipe};
use wane_match::contest::line::{Answer, BoardKind, Command, Question, Reply};
use wane_match::contest::{MoveClock, Python};
use wane_service::recipe::{NamedRecipe, export_contest, read_recipe};
use wane_testkit::child::Child;
use wane_testkit::temp_dir::TempDir;
use wane_testkit::{Rng, random_game};

/// Every feature that no agent of the gallery has, a smooth change, a table that changes with its corner.
const RICH: &str = r#"
name = "rich"
change = { sigmoid = 5 }

[tables]
open = [[9, -2, 3, 1], [-2, -4, 1, 1], [3, 1, 2, 1], [1, 1, 1, 0.5]]
taken = [1.25, 0, 3, -1, 5, 1, 0, 2, 1, -3]
skew = [
  [1, 2, 3, 4, 5, 6, 7, 8], [8, 7, 6, 5, 4, 3, 2, 1], [0, 1, 0, 1, 0, 1, 0, 1], [2, 2, 2, 2, 2, 2, 2, 2],
  [1, 0, 3, 0, 5, 0, 7, 0], [9, 7, 6, 5, 4, 3, 2, 1], [3, 1, 4, 1, 5, 9, 2, 6], [2, 7, 1, 8, 2, 8, 1, 8],
]

[[stage]]
squares = { weight = -1, table = "open", taken = "taken" }
potential-mobility = { weight = 1.5, sides = "opponent" }
parity = 3

[[stage]]
from = { empties = 30 }
squares = { weight = 0.5, sides = "white", table = "skew" }
corner-stability = -2
corners = { weight = -9, sides = "own" }

[[stage]]
from = { discs = 50 }
mobility = 2
edge = 1
discs = -1

[search]
method = "alpha-beta"
depth = 2
order = { table = "skew" }
end = "score"
exact = { empties = 5, wld = true }
"#;

/// Shares, with both kinds of tables and counts.
const SHARES: &str = r#"
scale = "shares"
change = "at-root"

[tables]
open = [9, -2, 3, 1, -4, 1, 1, 2, 1, 0.5]
taken = [1.25, 0, 3, -1, 5, 1, 0, 2, 1, -3]

[[stage]]
squares = { weight = -0.7, table = "open", taken = "taken" }
edge-stability = -0.2
corners = 0.1
parity = 0.05
mobility = 0.33

[[stage]]
from = "edge-taken"
stability = -1
frontier = 1

[search]
method = "alpha-beta"
depth = 2
order = "value"
end = "discs"
"#;

/// The host of an exported file.
struct Host {
    child: Child,
    questions: u64,
    _folder: TempDir,
}

impl Host {
    fn new(named: &NamedRecipe) -> Self {
        let folder = TempDir::new().unwrap();
        let mut text = export_contest(named);
        if env::var_os("WANE_TEST_NUMBA").is_some() {
            text = text.replace("USE_NUMBA = False", "USE_NUMBA = True");
        }
        let file = folder.write("agent.py", &text).unwrap();
        let mut command = Python::find("python3".as_ref()).unwrap().command(&file).unwrap();
        command.stderr(Stdio::inherit());
        let mut host =
            Self { child: Child::spawn(command).unwrap(), questions: 0, _folder: folder };
        assert!(matches!(host.answer(), Reply::Hello(_)));
        assert_eq!(host.ask(Command::Load), Reply::Loaded);
        host
    }

    fn answer(&self) -> Reply {
        let line = self.child.line(Duration::from_mins(2)).expect("the host answers");
        line.parse::<Answer>().unwrap().reply
    }

    fn ask(&mut self, command: Command) -> Reply {
        self.questions += 1;
        self.child.say(Question { token: self.questions, command });
        self.answer()
    }

    /// The move of the agent, which has as much time as it wants.
    fn choose(&mut self, position: AnyPosition) -> Square {
        let (size, colour) = (position.size(), position.side());
        let time_out_ms = 60_000;
        let new = Command::New { size, colour, time_out_ms, board: BoardKind::Array };
        assert_eq!(self.ask(new), Reply::Ready);
        let go = Command::Go { position, limit_ms: time_out_ms, clock: MoveClock::Wall };
        let Reply::Choice(choice) = self.ask(go) else { panic!("no choice") };
        assert_eq!(choice.raised, None);
        choice.last.square(size).unwrap_or_else(|| panic!("{:?}", choice.last))
    }
}

/// A recipe of the gallery at this depth, so that plain Python has time enough.
fn at_depth(kind: Kind, plies: u32) -> NamedRecipe {
    let mut recipe: Recipe = kind.nearest_recipe().unwrap();
    if let Method::AlphaBeta(depths) = &mut recipe.search.method {
        for depth in depths.iter_mut() {
            *depth = Depth { plies: depth.plies.map(|it| it.min(plies)), ..*depth };
        }
    }
    if let Some(exact) = &mut recipe.search.exact {
        exact.empties = 5;
    }
    NamedRecipe { name: kind.name().to_owned(), recipe }
}

/// Positions of all sizes and both colours, from the whole game but for the first moves of a search to the end.
fn positions(count: usize, seed: u64) -> Vec<AnyPosition> {
    let mut rng = Rng::new(seed);
    let mut found: Vec<AnyPosition> = Vec::new();
    while found.len() < count {
        let plies = usize::try_from(rng.below(58)).unwrap();
        let position: AnyPosition = match found.len() % 8 {
            6 => random_game::<6>(&mut rng, plies % 30).position().into(),
            7 => random_game::<4>(&mut rng, plies % 10).position().into(),
            _ => random_game::<8>(&mut rng, plies).position().into(),
        };
        // Agents search to the end from ten empty squares on, which takes plain Python long.
        let empties = position.size().squares().len()
            - position.discs(Colour::Black).len()
            - position.discs(Colour::White).len();
        if !position.legal_moves().is_empty() && !(6..=12).contains(&empties) {
            found.push(position);
        }
    }
    found
}

/// Compares the moves of a recipe and of its file.
fn compare(named: &NamedRecipe, count: usize, seed: u64) {
    let mut host = Host::new(named);
    for position in positions(count, seed) {
        let mut agent = build_recipe(named.recipe.clone(), 1).unwrap();
        let square = agent.choose(&position, Duration::from_mins(1), &|| Duration::ZERO);
        assert_eq!(host.choose(position), square, "{} {position:?}", named.name);
    }
}

#[test]
fn the_agents_of_the_reports_play_the_same_moves_in_python() {
    for (seed, (kind, plies)) in [
        (Kind::Seed000, 3),
        (Kind::Seed001, 3),
        (Kind::Seed002, 3),
        (Kind::Seed003, 3),
        (Kind::Seed004, 3),
        (Kind::Seed002Literal, 3),
        (Kind::Seed004Literal, 3),
    ]
    .into_iter()
    .enumerate()
    {
        compare(&at_depth(kind, plies), 25, u64::try_from(seed).unwrap());
    }
}

#[test]
fn recipes_with_every_feature_play_the_same_moves_in_python() {
    for (seed, text) in [RICH, SHARES].into_iter().enumerate() {
        compare(&read_recipe(text).unwrap(), 44, 100 + u64::try_from(seed).unwrap());
    }
}

#[test]
fn a_greedy_recipe_plays_one_of_its_best_moves_in_python() {
    let greedy = at_depth(Kind::GreedyInvincible, 1);
    let mut host = Host::new(&greedy);
    for position in positions(12, 200) {
        // What any seed may choose.
        let choices: Vec<Square> = (0..60)
            .map(|seed| {
                let mut agent = build_recipe(greedy.recipe.clone(), seed).unwrap();
                agent.choose(&position, Duration::from_mins(1), &|| Duration::ZERO)
            })
            .collect();
        assert!(choices.contains(&host.choose(position)), "{position:?}");
    }
}
