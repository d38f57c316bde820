//! [`Dialog`]: the questions that the program asks in a box, and the keys that answer them.

use ratatui::crossterm::event::KeyCode;
use wane_board::{Colour, Objective, Size};
use wane_formats::TimeControl;
use wane_gallery::Kind;
use wane_search::Level;
use wane_service::opponent::Name;

use crate::draw;

/// A box on the screen that takes all keys.
#[derive(Clone, Debug)]
pub(crate) enum Dialog {
    Help,
    New(NewGame),
    /// The name of a file to save to.
    Save(String),
    /// The file of this name exists: is it to be replaced?
    Replace(String),
    /// The name of a file to open.
    Open(String),
    Quit,
}

/// The settings of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    pub(crate) opponent: Name,
    /// The player's own colour.
    pub(crate) colour: Colour,
    pub(crate) size: Size,
    pub(crate) objective: Objective,
    pub(crate) time: TimeControl,
}

/// Settings that are being chosen, and the line that the arrows change.
#[derive(Clone, Debug)]
pub(crate) struct NewGame {
    pub(crate) settings: Settings,
    /// The opponent at first, which may be a recipe or a guest.
    first: Name,
    pub(crate) line: usize,
}

const LINES: usize = 5;

/// The time controls that the arrows go through; `--time` takes any.
const TIMES: [&str; 7] = ["1s/move", "2s/move", "5s/move", "1m+1s", "5m+3s", "15m+10s", "30m/game"];

/// The name of an opponent on the screen.
pub(crate) fn title(opponent: &Name) -> String {
    match opponent {
        Name::Level(level) => format!("level {level}"),
        Name::Agent(_) | Name::Recipe(_) | Name::Guest(_) => opponent.to_string(),
    }
}

/// An opponent in one line.
pub(crate) fn description(opponent: &Name) -> String {
    match opponent {
        Name::Level(Level::MAX) => "the engine at full strength".into(),
        Name::Level(level) => {
            let discs = f64::from(level.loss().centidiscs()) / 100.0;
            format!("the engine, losing {discs:.2} discs a move on average")
        }
        Name::Agent(kind) => kind.description().into(),
        Name::Recipe(_) => "the agent of a recipe".into(),
        Name::Guest(_) => "the agent that you brought along".into(),
    }
}

impl NewGame {
    /// The form with these settings, on its first line.
    pub(crate) fn new(settings: Settings) -> Self {
        Self { first: settings.opponent.clone(), settings, line: 0 }
    }

    /// The lines of the form: a title and the chosen value.
    pub(crate) fn lines(&self) -> [(&'static str, String); LINES] {
        let Settings { ref opponent, colour, size, objective, time } = self.settings;
        let whose = if time.game.is_some() { "for both" } else { "for the opponent only" };
        let time = format!("{time} {whose}");
        [
            ("Opponent", title(opponent)),
            ("You play", draw::name(colour).into()),
            ("Board", format!("{size}x{size}")),
            ("Who wins", draw::won_by(objective).into()),
            ("Clock", time),
        ]
    }

    /// The arrows: up and down choose a line, left and right change it.
    pub(crate) fn key(&mut self, key: KeyCode) {
        match key {
            KeyCode::Up => self.line = (self.line + LINES - 1) % LINES,
            KeyCode::Down | KeyCode::Tab => self.line = (self.line + 1) % LINES,
            KeyCode::Left => self.change(Direction::Back),
            KeyCode::Right | KeyCode::Char(' ') => self.change(Direction::Forward),
            _ => {}
        }
    }

    fn change(&mut self, direction: Direction) {
        let Settings { opponent, colour, size, objective, time } = &mut self.settings;
        match self.line {
            0 => direction.step(opponent, &opponents(&self.first)),
            1 => direction.step(colour, &[Colour::Black, Colour::White]),
            2 => direction.step(size, &Size::ALL),
            3 => direction.step(objective, &[Objective::FewestDiscs, Objective::MostDiscs]),
            _ => direction.step(time, &TIMES.map(|text| text.parse().expect("a constant"))),
        }
    }
}

#[derive(Clone, Copy)]
enum Direction {
    Back,
    Forward,
}

impl Direction {
    /// Goes to the next choice, and from the last one to the first; to the first from a value that is no choice.
    fn step<T: Clone + PartialEq>(self, now: &mut T, choices: &[T]) {
        let at = choices.iter().position(|choice| choice == now);
        let next = at.map_or(0, |at| match self {
            Self::Back => (at + choices.len() - 1) % choices.len(),
            Self::Forward => (at + 1) % choices.len(),
        });
        *now = choices[next].clone();
    }
}

/// The levels, then the agents, then the recipe or the guest that was given.
fn opponents(given: &Name) -> Vec<Name> {
    let levels = (1..).map_while(|number| Level::try_from(number).ok()).map(Name::Level);
    let own = Some(given).filter(|name| matches!(name, Name::Recipe(_) | Name::Guest(_))).cloned();
    levels.chain(Kind::ALL.map(Name::Agent)).chain(own).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> NewGame {
        let settings = Settings {
            opponent: "20".parse().unwrap(),
            colour: Colour::Black,
            size: Size::Eight,
            objective: Objective::FewestDiscs,
            time: "3s".parse().unwrap(),
        };
        NewGame::new(settings)
    }

    #[test]
    fn the_arrows_reach_every_line_and_every_choice() {
        let mut form = form();
        for key in [
            KeyCode::Right,
            KeyCode::Down,
            KeyCode::Right,
            KeyCode::Down,
            KeyCode::Left,
            KeyCode::Down,
            KeyCode::Right,
            KeyCode::Down,
            KeyCode::Right,
            KeyCode::Right,
        ] {
            form.key(key);
        }
        let chosen = form.lines().map(|(_, value)| value);
        let expected =
            ["random", "White", "6x6", "Most discs win", "2s/move for the opponent only"];
        assert_eq!(chosen, expected);
        form.key(KeyCode::Down);
        form.key(KeyCode::Left);
        assert_eq!(form.lines()[0].1, "level 20");
        assert_eq!(opponents(&form.first).len(), 33);
    }

    #[test]
    fn every_opponent_is_described_within_the_box() {
        for opponent in opponents(&form().first) {
            let text = description(&opponent);
            assert!((10..=70).contains(&text.len()), "{text}");
        }
    }
}
