//! [`TournamentFormat`]: which players meet, and in which order.
//!
//! A format plans pairs of games from those that are planned already and their results, so a match can get longer, and
//! players can join it or leave it: what is missing is planned. All pairs of a round begin with the same opening.

use std::collections::BTreeMap;
use std::f64::consts::PI;

use serde::{Deserialize, Serialize};

use crate::results::Results;
use crate::schedule::{Pair, Schedule};
use crate::stats::{Anchor, CrossTable, ELO_PER_UNIT, Standing, score_of_elo};

/// A ladder plans a pair at a time for this number of players: more at a time would be from older ratings.
const PLAYERS_A_PAIR: usize = 16;

/// Which players meet, and in which order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentFormat {
    /// All players meet each other.
    RoundRobin,
    /// This number of players, the first ones, meet all others, but not each other.
    Gauntlet(usize),
    /// In each round, each player meets one that is near it by the games so far and that it has met least.
    Swiss,
    /// Always those meet whose games tell most about the ratings. No player waits for the end of a round.
    Ladder,
}

impl TournamentFormat {
    /// How many games there will be. `games` is how many each pairing plays, and for [`Swiss`](Self::Swiss) and
    /// [`Ladder`](Self::Ladder) each player.
    #[must_use]
    pub fn games(self, players: usize, games: usize) -> usize {
        match self {
            Self::RoundRobin => games * players * players.saturating_sub(1) / 2,
            Self::Gauntlet(references) => games * references * players.saturating_sub(references),
            Self::Swiss | Self::Ladder => 2 * (players * (games / 2)).div_ceil(2),
        }
    }

    /// How many games there will be, with those of a schedule, which may have more already.
    pub(crate) fn games_of(self, games: usize, schedule: &Schedule) -> usize {
        self.games(schedule.players(), games).max(schedule.fixtures().count())
    }

    /// Whether each pairing has its number of games, so that points are comparable.
    #[must_use]
    pub fn is_even(self) -> bool {
        matches!(self, Self::RoundRobin | Self::Gauntlet(_))
    }

    /// The players in order: by points, where these are comparable, and by rating otherwise.
    #[must_use]
    pub fn standings(self, table: &CrossTable) -> Vec<Standing> {
        let mut standings = table.standings();
        if !self.is_even() {
            let ratings = table.ratings(Anchor::Mean);
            let rating = |standing: &Standing| ratings[standing.player].value;
            // Those without games stay at the end.
            standings.sort_by(|one, other| {
                let played = |it: &Standing| it.tally.games() > 0;
                played(other).cmp(&played(one)).then(rating(other).total_cmp(&rating(one)))
            });
        }
        standings
    }

    /// More pairs of players; none if all are planned, or if the results of the planned ones are needed first. `games` is
    /// the same as in [`Self::games`].
    #[must_use]
    pub fn plan(self, games: usize, schedule: &Schedule, results: &Results) -> Vec<Pair> {
        let (players, rounds) = (schedule.players(), games / 2);
        match self {
            Self::RoundRobin => missing(&circle(players), rounds, schedule),
            Self::Gauntlet(references) => {
                let others = references..players;
                let pairings = others.flat_map(|it| (0..references).map(move |own| [own, it]));
                missing(&pairings.collect::<Vec<_>>(), rounds, schedule)
            }
            Self::Swiss => swiss_round(rounds, schedule, results),
            Self::Ladder => ladder_pairs(rounds, schedule, results),
        }
    }
}

/// All pairings, so that all players meet somebody before one meets a second one: by the circle method.
fn circle(players: usize) -> Vec<[usize; 2]> {
    // With an odd number of players, one of each round would meet an imaginary one.
    let last = players.next_multiple_of(2).saturating_sub(1);
    let round = |&[first, second]: &[usize; 2]| {
        let sum = if second == last { 2 * first } else { first + second };
        (sum % last.max(1), first)
    };
    let all = (0..players).flat_map(|first| (first + 1..players).map(move |it| [first, it]));
    let mut all: Vec<[usize; 2]> = all.collect();
    all.sort_by_key(round);
    all
}

/// What these pairings have not planned yet of these rounds, round by round.
fn missing(pairings: &[[usize; 2]], rounds: usize, schedule: &Schedule) -> Vec<Pair> {
    let planned = Planned::new(schedule);
    let round = |opening: usize| {
        pairings.iter().map(move |&[first, second]| Pair { first, second, opening })
    };
    let all = (0..rounds).flat_map(round);
    all.filter(|pair| planned.of_pairing(pair.first, pair.second) <= pair.opening).collect()
}

/// How many pairs are planned.
struct Planned {
    players: Vec<usize>,
    /// By the players, the one with the smaller number first.
    pairings: BTreeMap<[usize; 2], usize>,
}

impl Planned {
    fn new(schedule: &Schedule) -> Self {
        let mut planned = Self { players: vec![0; schedule.players()], pairings: BTreeMap::new() };
        schedule.pairs().for_each(|pair| planned.add(pair));
        planned
    }

    fn add(&mut self, Pair { first, second, .. }: Pair) {
        self.players[first] += 1;
        self.players[second] += 1;
        *self.pairings.entry([first.min(second), first.max(second)]).or_default() += 1;
    }

    fn of_pairing(&self, first: usize, second: usize) -> usize {
        self.pairings.get(&[first.min(second), first.max(second)]).copied().unwrap_or(0)
    }

    /// The next pair of two players, with an opening that neither has played.
    fn pair(&self, first: usize, second: usize) -> Pair {
        Pair { first, second, opening: self.players[first].max(self.players[second]) }
    }
}

/// A round, if the one before has ended. Of an odd number of players one sits out, and plays more in the last rounds.
fn swiss_round(rounds: usize, schedule: &Schedule, results: &Results) -> Vec<Pair> {
    if schedule.fixtures().any(|game| !results.contains(game.number)) {
        return Vec::new();
    }
    let planned = Planned::new(schedule);
    let ratings = results.cross_table(schedule).ratings(Anchor::Mean);
    let rating = |player: usize| ratings[player].value;
    let by_rating = |one: &usize, other: &usize| rating(*other).total_cmp(&rating(*one));
    let mut waiting: Vec<usize> =
        (0..schedule.players()).filter(|&it| planned.players[it] < rounds).collect();
    waiting.sort_by(by_rating);
    if waiting.len() > 1 && !waiting.len().is_multiple_of(2) {
        // The weakest of those that have played most.
        let most = waiting.iter().map(|&it| planned.players[it]).max();
        waiting
            .remove(waiting.iter().rposition(|&it| Some(planned.players[it]) == most).unwrap_or(0));
    }
    let mut pairs = Vec::new();
    while !waiting.is_empty() {
        let player = waiting.remove(0);
        let least_met = |&&other: &&usize| planned.of_pairing(player, other);
        // The waiting ones are in order, so the first is the nearest.
        let opponent = waiting.iter().min_by_key(least_met).copied();
        let opponent = opponent.or_else(|| {
            let mut others: Vec<usize> =
                (0..schedule.players()).filter(|&it| it != player).collect();
            let distance = |it: usize| (rating(it) - rating(player)).abs();
            others.sort_by(|one, other| distance(*one).total_cmp(&distance(*other)));
            others.iter().min_by_key(least_met).copied()
        });
        let Some(opponent) = opponent else { break };
        waiting.retain(|&it| it != opponent);
        pairs.push(planned.pair(player, opponent));
    }
    pairs
}

/// The pairs that tell most: those whose results are open, of players about whom little is known.
fn ladder_pairs(rounds: usize, schedule: &Schedule, results: &Results) -> Vec<Pair> {
    let mut planned = Planned::new(schedule);
    let table = results.cross_table(schedule);
    let ratings = table.ratings(Anchor::Mean);
    let played: Vec<f64> =
        (0..schedule.players()).map(|it| f64::from(table.total(it).games()) / 2.0).collect();
    let mut pairs = Vec::new();
    while pairs.len() < schedule.players().div_ceil(PLAYERS_A_PAIR) {
        let is_waiting = |&player: &usize| planned.players[player] < rounds;
        let waiting: Vec<usize> = (0..schedule.players()).filter(is_waiting).collect();
        // The last one meets a player who has had all its games.
        let others: Vec<usize> =
            if waiting.len() > 1 { waiting.clone() } else { (0..schedule.players()).collect() };
        // The variance of a rating in natural units, as it will be after the planned games.
        let variance = |player: usize| {
            let after = (played[player] + 1.0) / (count(planned.players[player]) + 1.0);
            (ratings[player].standard_error() / ELO_PER_UNIT).powi(2) * after
        };
        let gain = |one: usize, other: usize| {
            let variance = variance(one) + variance(other);
            let lead = ratings[one].value - ratings[other].value;
            // The chance to win when the lead is as uncertain as this.
            let win = score_of_elo(lead / (1.0 + PI * variance / 8.0).sqrt());
            win * (1.0 - win) * variance / (1.0 + count(planned.of_pairing(one, other)))
        };
        let pairings = waiting.iter().flat_map(|&one| others.iter().map(move |&it| (one, it)));
        let best = pairings
            .filter(|(one, other)| one != other)
            .map(|(one, other)| (gain(one, other), one, other))
            .reduce(|best, it| if it.0 > best.0 { it } else { best });
        let Some((_, one, other)) = best else { break };
        let pair = planned.pair(one.min(other), one.max(other));
        planned.add(pair);
        pairs.push(pair);
    }
    pairs
}

fn count(pairs: usize) -> f64 {
    f64::from(u32::try_from(pairs).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use wane_random::Rng;

    use super::*;
    use crate::stats::GameResult;

    const ALL: [TournamentFormat; 4] = [
        TournamentFormat::RoundRobin,
        TournamentFormat::Gauntlet(2),
        TournamentFormat::Swiss,
        TournamentFormat::Ladder,
    ];

    fn index(rng: &mut Rng, length: usize) -> usize {
        rng.below(u32::try_from(length).unwrap()) as usize
    }

    /// Plays a tournament to its end by the Elo model; some games are always in progress.
    fn play(
        format: TournamentFormat,
        ratings: &[f64],
        games: usize,
        schedule: &mut Schedule,
        results: &mut Results,
        rng: &mut Rng,
    ) {
        let mut begun: Vec<usize> = Vec::new();
        let mut next = 1;
        loop {
            while begun.len() < 8 {
                if next > schedule.numbers() {
                    let pairs = format.plan(games, schedule, results);
                    if pairs.is_empty() {
                        break;
                    }
                    let pairs: Vec<Pair> =
                        pairs.into_iter().map(|pair| schedule.of_entrants(pair)).collect();
                    schedule.extend(pairs);
                }
                if schedule.fixture(next).is_some() && !results.contains(next) {
                    begun.push(next);
                }
                next += 1;
            }
            if begun.is_empty() {
                return;
            }
            let number = begun.remove(index(rng, begun.len()));
            let fixture = schedule.fixture(number).unwrap();
            let win = score_of_elo(ratings[fixture.black] - ratings[fixture.white]);
            let is_won = f64::from(rng.below(1 << 20)) / f64::from(1 << 20) < win;
            let black = if is_won { GameResult::Win } else { GameResult::Loss };
            results.set(&fixture, black);
        }
    }

    fn all(format: TournamentFormat, players: usize, games: usize) -> Schedule {
        let mut schedule = Schedule::new((0..players).collect());
        let (mut results, ratings) = (Results::default(), vec![0.0; players]);
        play(format, &ratings, games, &mut schedule, &mut results, &mut Rng::new(1));
        schedule
    }

    #[test]
    fn in_a_round_robin_all_pairings_play_the_same_openings_and_rounds_are_interleaved() {
        for players in 2..=9 {
            let schedule = all(TournamentFormat::RoundRobin, players, 6);
            let pairs: Vec<Pair> = schedule.pairs().collect();
            let mut seen = BTreeMap::new();
            for pair in &pairs {
                let openings: &mut Vec<usize> = seen.entry((pair.first, pair.second)).or_default();
                openings.push(pair.opening);
            }
            assert_eq!(seen.len(), players * (players - 1) / 2);
            assert!(seen.values().all(|openings| openings == &[0, 1, 2]));
            // Within a round nobody has played twice more than another.
            let mut played = vec![0_usize; players];
            for pair in &pairs {
                played[pair.first] += 1;
                played[pair.second] += 1;
                let (least, most) = (played.iter().min(), played.iter().max());
                assert!(most.unwrap() - least.unwrap() <= 2, "{players} {played:?}");
            }
        }
    }

    #[test]
    fn in_a_gauntlet_the_first_meet_all_others_and_not_each_other() {
        let pairs = |references| {
            let schedule = all(TournamentFormat::Gauntlet(references), 5, 2);
            schedule.pairs().map(|pair| (pair.first, pair.second)).collect::<Vec<_>>()
        };
        assert_eq!(pairs(1), [(0, 1), (0, 2), (0, 3), (0, 4)]);
        assert_eq!(pairs(2), [(0, 2), (1, 2), (0, 3), (1, 3), (0, 4), (1, 4)]);
    }

    #[test]
    fn the_number_of_games_is_known_before() {
        for format in ALL {
            for (players, games) in [(3, 2), (4, 10), (7, 4), (12, 6)] {
                let schedule = all(format, players, games);
                assert_eq!(
                    schedule.fixtures().count(),
                    format.games(players, games),
                    "{format:?} {players} {games}"
                );
                if !format.is_even() {
                    let planned = Planned::new(&schedule);
                    assert!(planned.players.iter().all(|&pairs| pairs >= games / 2));
                }
            }
        }
    }

    #[test]
    fn only_what_is_missing_is_planned_when_a_player_is_replaced_and_the_match_made_longer() {
        for format in ALL {
            let mut rng = Rng::new(3);
            let mut schedule = Schedule::new((0..6).collect());
            let mut results = Results::default();
            let ratings = [300.0, 200.0, 100.0, 0.0, -100.0, -200.0];
            play(format, &ratings, 4, &mut schedule, &mut results, &mut rng);
            let before = schedule.fixtures().count();
            // Player 3 is another one now.
            let mut changed = Schedule::new(vec![0, 1, 2, 6, 4, 5]);
            changed.extend(schedule.of_all().iter().copied());
            let kept = changed.fixtures().count();
            assert!(kept < before);
            play(format, &ratings, 4, &mut changed, &mut results, &mut rng);
            let new = changed.numbers() - before;
            assert_eq!(changed.fixtures().count(), kept + new);
            assert!(changed.fixtures().all(|game| results.contains(game.number)));
            let played = Planned::new(&changed);
            let least = if format.is_even() { 0 } else { 2 };
            assert!(played.players.iter().all(|&pairs| pairs >= least), "{format:?}");
            if format.is_even() {
                assert_eq!(changed.fixtures().count(), before);
                assert_eq!(format.plan(6, &changed, &results).len() * 2, before / 2);
            }
        }
    }

    /// Kendall's tau of two orders, and how far down the ten best are.
    fn order(ratings: &[f64], found: &[usize]) -> (f64, usize) {
        let pairs =
            || (0..found.len()).flat_map(|at| (at + 1..found.len()).map(move |it| (at, it)));
        let right =
            pairs().filter(|&(one, other)| ratings[found[one]] > ratings[found[other]]).count();
        let mut best: Vec<usize> = (0..ratings.len()).collect();
        best.sort_by(|one, other| ratings[*other].total_cmp(&ratings[*one]));
        let last = best[..10].iter().map(|it| found.iter().position(|at| at == it).unwrap()).max();
        (2.0 * count(right) / count(pairs().count()) - 1.0, last.unwrap() + 1)
    }

    #[test]
    #[expect(clippy::print_stdout, reason = "docs/arena.md has the figures")]
    fn a_class_of_100_is_in_order_after_a_part_of_the_games() {
        let mut rng = Rng::new(11);
        // A normal distribution with 300 Elo, as the sum of twelve even ones.
        let mut normal = || {
            (0..12).map(|_| f64::from(rng.below(1 << 20)) / f64::from(1 << 20)).sum::<f64>() - 6.0
        };
        let ratings: Vec<f64> = (0..100).map(|_| 300.0 * normal()).collect();
        let round_robin = TournamentFormat::RoundRobin.games(100, 2);
        for format in [TournamentFormat::Swiss, TournamentFormat::Ladder] {
            for (games, part, least) in [(18, 10, 0.75), (66, 3, 0.87)] {
                assert!(format.games(100, games) * part <= round_robin);
                let (mut taus, mut lasts) = (Vec::new(), Vec::new());
                for seed in 0..3 {
                    let mut schedule = Schedule::new((0..100).collect());
                    let mut results = Results::default();
                    play(format, &ratings, games, &mut schedule, &mut results, &mut Rng::new(seed));
                    let table = results.cross_table(&schedule);
                    let found: Vec<usize> =
                        format.standings(&table).iter().map(|standing| standing.player).collect();
                    let (tau, last) = order(&ratings, &found);
                    assert!(tau >= least, "{format:?} {games} {seed}: {tau}");
                    taus.push(tau);
                    lasts.push(last);
                }
                println!(
                    "{format:?}, {games} games each: tau {taus:.3?}, the ten best within {lasts:?}"
                );
                lasts.sort_unstable();
                assert!(lasts[1] <= 15, "{format:?} {games}: {lasts:?}");
            }
        }
    }
}
