//! [`residuals`]: do the games of a machine differ from those of the others?
//!
//! Games by the clock are not the same each time, so they cannot be compared byte for byte. But who plays them must not
//! matter. What the games of all other machines predict is compared with what happened: games that ended by a fault, the
//! time that moves took, and the points of each player. A machine that is slow, overloaded or dishonest stands out.

use std::collections::{BTreeMap, BTreeSet};

use wane_board::Colour;

use crate::FinishedGame;
use crate::stats::{Anchor, CrossTable, GameResult, Tally, score_of_elo};

/// A residual as large as this, in standard deviations, is no accident: one in 16,000.
pub const SUSPECT: f64 = 4.0;

/// What is added to each variance: that of one game. So one odd game among few makes no suspect.
const ONE_GAME: f64 = 0.25;

/// The least spread of the times of a player between games: factors of the logarithm.
const LEAST_SPREAD: f64 = 0.05;

/// A difference between what was predicted and what happened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Residual {
    /// What happened.
    pub seen: f64,
    /// What was predicted.
    pub expected: f64,
    /// The difference in standard deviations.
    pub deviations: f64,
}

impl Residual {
    fn new(seen: f64, expected: f64, variance: f64) -> Self {
        Self { seen, expected, deviations: (seen - expected) / (variance + ONE_GAME).sqrt() }
    }

    fn is_suspect(&self) -> bool {
        self.deviations.abs() >= SUSPECT
    }
}

/// The games of one machine, compared with those of the others.
#[derive(Clone, Debug, PartialEq)]
pub struct Residuals {
    /// How many games.
    pub games: usize,
    /// The games that ended by a fault.
    pub faults: Residual,
    /// The time of the moves, as a multiple of that on other machines; none if no time is known.
    pub time: Option<Residual>,
    /// The player whose points differ most, and its points.
    pub points: Option<(String, Residual)>,
}

impl Residuals {
    /// Whether the difference is no accident.
    #[must_use]
    pub fn is_suspect(&self) -> bool {
        let points = self.points.as_ref().map(|(_, points)| points);
        [Some(&self.faults), self.time.as_ref(), points]
            .into_iter()
            .flatten()
            .any(Residual::is_suspect)
    }
}

/// The residuals of each machine, by name; `machine` says where a game was played, by its number. With one machine there
/// is nothing to compare.
#[must_use]
pub fn residuals<'m>(
    games: &[FinishedGame],
    machine: &dyn Fn(usize) -> Option<&'m str>,
) -> BTreeMap<&'m str, Residuals> {
    let names: BTreeSet<&str> = games.iter().filter_map(|game| machine(game.number)).collect();
    let of = |name: &'m str| {
        let (own, others): (Vec<_>, Vec<_>) =
            games.iter().partition(|game| machine(game.number) == Some(name));
        (!others.is_empty()).then(|| (name, compare(&own, &others)))
    };
    names.into_iter().filter_map(of).collect()
}

/// Compares games with what others predict.
fn compare(own: &[&FinishedGame], others: &[&FinishedGame]) -> Residuals {
    Residuals {
        games: own.len(),
        faults: compare_faults(own, others),
        time: compare_times(own, others),
        points: compare_points(own, others),
    }
}

fn compare_faults(own: &[&FinishedGame], others: &[&FinishedGame]) -> Residual {
    let count =
        |games: &[&FinishedGame]| real(games.iter().filter(|it| it.fault.is_some()).count());
    let (games, rate) = (real(own.len()), (count(others) + 0.5) / (real(others.len()) + 1.0));
    Residual::new(count(own), games * rate, games * rate * (1.0 - rate))
}

/// The mean time of the moves of each side of a game, in milliseconds.
fn times<'g>(games: &[&'g FinishedGame]) -> Vec<(&'g str, f64)> {
    let mut times = Vec::new();
    for game in games {
        for colour in [Colour::Black, Colour::White] {
            let (moves, ms) = side_time(game, colour);
            if moves > 0 {
                let mean = (real(ms) + 1.0) / real(moves);
                times.push((&*game.record.player(colour).name, mean));
            }
        }
    }
    times
}

/// How many moves of a side have a time, and all of it in milliseconds.
fn side_time(game: &FinishedGame, colour: Colour) -> (usize, usize) {
    let history = game.record.game.history();
    let is_own = |ply: usize| history.get(ply).is_some_and(|played| played.side == colour);
    let known = game.record.notes.iter().filter(|(ply, _)| is_own(**ply));
    known
        .filter_map(|(_, note)| note.time_ms)
        .fold((0, 0), |(moves, sum), ms| (moves + 1, sum + usize::try_from(ms).unwrap_or(0)))
}

fn compare_times(own: &[&FinishedGame], others: &[&FinishedGame]) -> Option<Residual> {
    let mut known: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for (player, ms) in times(others) {
        known.entry(player).or_default().push(ms.ln());
    }
    let mean = |logs: &[f64]| logs.iter().sum::<f64>() / real(logs.len());
    let (mut sum, mut variance, mut count) = (0.0, 0.0, 0.0);
    for (player, ms) in times(own) {
        let Some(logs) = known.get(player) else { continue };
        let usual = mean(logs);
        let squares: f64 = logs.iter().map(|log| (log - usual).powi(2)).sum();
        sum += ms.ln() - usual;
        variance += (squares / real(logs.len())).max(LEAST_SPREAD * LEAST_SPREAD);
        count += 1.0;
    }
    (count > 0.0).then(|| Residual {
        seen: (sum / count).exp(),
        expected: 1.0,
        deviations: sum / (variance + ONE_GAME).sqrt(),
    })
}

fn compare_points(own: &[&FinishedGame], others: &[&FinishedGame]) -> Option<(String, Residual)> {
    let mut players: BTreeMap<&str, usize> = BTreeMap::new();
    for game in own.iter().chain(others) {
        for colour in [Colour::Black, Colour::White] {
            let next = players.len();
            players.entry(&game.record.player(colour).name).or_insert(next);
        }
    }
    let sides = |game: &FinishedGame| {
        [Colour::Black, Colour::White].map(|it| players[&*game.record.player(it).name])
    };
    let mut table = CrossTable::new(players.len());
    for game in others {
        let [black, white] = sides(game);
        if black != white {
            table.add(black, white, Tally::game(GameResult::from(game.black_score())));
        }
    }
    let ratings = table.ratings(Anchor::Mean);
    // Points seen, points expected, variance.
    let mut sums = vec![[0.0; 3]; players.len()];
    for game in own {
        let [black, white] = sides(game);
        if black == white {
            continue;
        }
        let expected = score_of_elo(ratings[black].value - ratings[white].value);
        let points = Tally::game(GameResult::from(game.black_score())).points();
        for (player, points, expected) in
            [(black, points, expected), (white, 1.0 - points, 1.0 - expected)]
        {
            let more = [points, expected, expected * (1.0 - expected)];
            sums[player].iter_mut().zip(more).for_each(|(sum, it)| *sum += it);
        }
    }
    let residual = |(name, number): (&&str, &usize)| {
        let [seen, expected, variance] = sums[*number];
        (String::from(*name), Residual::new(seen, expected, variance))
    };
    let all = players.iter().map(residual);
    all.max_by(|(_, one), (_, other)| one.deviations.abs().total_cmp(&other.deviations.abs()))
}

#[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 games and milliseconds")]
const fn real(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use wane_board::{AnyGame, Objective, Score};
    use wane_formats::{GameRecord, MoveNote, Outcome, PlayerInfo, Reason};
    use wane_testkit::{Rng, random_game};

    use super::*;
    use crate::{Fault, FaultKind};

    const MACHINES: [&str; 4] = ["room/a", "room/b", "room/c", "room/d"];

    /// Whose games are changed, and how.
    type Change = fn(&mut FinishedGame, &mut Rng);

    /// A game of two players, of which the first wins seven of ten; moves of the second take twice as long.
    fn game(number: usize, rng: &mut Rng) -> FinishedGame {
        let game = AnyGame::from(random_game::<8>(rng, 20));
        let mut record = GameRecord::new(game, Objective::FewestDiscs);
        let names = if number.is_multiple_of(2) { ["one", "two"] } else { ["two", "one"] };
        let [black, white] =
            names.map(|name| PlayerInfo { name: name.into(), ..PlayerInfo::default() });
        (record.black, record.white) = (black, white);
        let sides: Vec<Colour> = record.game.history().iter().map(|it| it.side).collect();
        for (ply, side) in sides.into_iter().enumerate() {
            let usual = if &*record.player(side).name == "one" { 100 } else { 200 };
            let time_ms = Some(usual + u64::from(rng.below(50)));
            record.notes.insert(ply, MoveNote { time_ms, ..MoveNote::default() });
        }
        let one_wins = rng.below(10) < 7;
        let black_score = Score::new(if one_wins == (number.is_multiple_of(2)) { 10 } else { -10 });
        record.ended = Some(Outcome { black_score, reason: Reason::Normal });
        FinishedGame { number, record, fault: None, remarks: Vec::new(), logs: Default::default() }
    }

    /// The machines that stand out if the games of the last one are changed.
    fn suspects(seed: u64, change: Change) -> Vec<&'static str> {
        let mut rng = Rng::new(seed);
        let games: Vec<FinishedGame> = (0..400)
            .map(|number| {
                let mut game = game(number, &mut rng);
                if number % 4 == 3 {
                    change(&mut game, &mut rng);
                }
                game
            })
            .collect();
        let machine = |number: usize| Some(MACHINES[number % 4]);
        let found = residuals(&games, &machine);
        assert_eq!(found.len(), 4);
        found.into_iter().filter(|(_, it)| it.is_suspect()).map(|(name, _)| name).collect()
    }

    #[test]
    fn honest_machines_are_not_suspect() {
        for seed in 0..100 {
            assert!(suspects(seed, |_, _| {}).is_empty(), "{seed}");
        }
    }

    #[test]
    fn a_slow_machine_one_with_faults_and_one_that_takes_sides_stand_out() {
        let slow: Change = |game, _| {
            for note in game.record.notes.values_mut() {
                note.time_ms = note.time_ms.map(|ms| ms * 3 / 2);
            }
        };
        let faulty: Change = |game, rng| {
            if rng.below(8) == 0 {
                game.fault = Some((Colour::Black, Fault::new(FaultKind::TimeOut, "late")));
            }
        };
        let partial: Change = |game, rng| {
            if rng.below(2) == 0 {
                let two_is_black = &*game.record.black.name == "two";
                let black_score = Score::new(if two_is_black { 10 } else { -10 });
                game.record.ended = Some(Outcome { black_score, reason: Reason::Normal });
            }
        };
        for change in [slow, faulty, partial] {
            for seed in 0..10 {
                assert!(suspects(seed, change).contains(&"room/d"), "{seed}");
            }
        }
    }

    #[test]
    fn one_machine_has_nothing_to_be_compared_with() {
        let games = [game(1, &mut Rng::new(1))];
        assert!(residuals(&games, &|_| Some("room/a")).is_empty());
    }
}
