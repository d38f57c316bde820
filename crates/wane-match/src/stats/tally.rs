//! [`Tally`]: the results of a pairing, counted from the first player's side.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg};

use wane_board::Score;

/// The result of a game for the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GameResult {
    /// The second player won.
    Loss,
    /// The game was drawn.
    Draw,
    /// The first player won.
    Win,
}

impl From<Score> for GameResult {
    /// From the score of a finished game, as the first player sees it.
    fn from(score: Score) -> Self {
        match score.discs() {
            ..0 => Self::Loss,
            0 => Self::Draw,
            1.. => Self::Win,
        }
    }
}

impl Neg for GameResult {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// Pairs of games with the same opening and colours changed, by their results for the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pairs {
    /// Two losses.
    pub ll: u32,
    /// A loss and a draw.
    pub ld: u32,
    /// A win and a loss.
    pub wl: u32,
    /// Two draws.
    pub dd: u32,
    /// A draw and a win.
    pub dw: u32,
    /// Two wins.
    pub ww: u32,
}

impl Pairs {
    /// How many there are.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.ll + self.ld + self.wl + self.dd + self.dw + self.ww
    }

    /// Pairs with 0, 1/2, 1, 3/2 and 2 points. The statistics use nothing else.
    #[must_use]
    pub const fn by_points(&self) -> [u32; 5] {
        [self.ll, self.ld, self.wl + self.dd, self.dw, self.ww]
    }
}

/// The results of a pairing from the first player's side.
///
/// Tallies add up, and `-tally` is how the second player sees it.
///
/// ```
/// use wane_match::{GameResult::{Draw, Loss, Win}, Tally};
///
/// let first_day = Tally::pair([Win, Win]) + Tally::pair([Loss, Win]);
/// let second_day = Tally::pair([Draw, Win]) + Tally::game(Loss);
/// let tally = first_day + second_day;
/// assert_eq!((tally.wins(), tally.draws(), tally.losses()), (4, 1, 2));
/// assert_eq!(tally.pairs().by_points(), [0, 0, 1, 1, 1]);
/// assert_eq!((-tally).pairs().by_points(), [1, 1, 1, 0, 0]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tally {
    wins: u32,
    draws: u32,
    losses: u32,
    pairs: Pairs,
}

impl Tally {
    /// One game that belongs to no pair, or to one whose other game is not there.
    #[must_use]
    pub fn game(result: GameResult) -> Self {
        Self::from_games(
            u32::from(result == GameResult::Win),
            u32::from(result == GameResult::Draw),
            u32::from(result == GameResult::Loss),
        )
    }

    /// One pair with both of its games.
    #[must_use]
    pub fn pair(mut results: [GameResult; 2]) -> Self {
        use GameResult::{Draw, Loss, Win};
        results.sort();
        let [worse, better] = results;
        let mut pairs = Pairs::default();
        *match (worse, better) {
            (Loss, Loss) => &mut pairs.ll,
            (Loss, Draw) => &mut pairs.ld,
            (Loss, Win) => &mut pairs.wl,
            (Draw, Draw) => &mut pairs.dd,
            (Draw, _) => &mut pairs.dw,
            (Win, _) => &mut pairs.ww,
        } = 1;
        pairs.into()
    }

    /// Games that belong to no pair.
    #[must_use]
    pub const fn from_games(wins: u32, draws: u32, losses: u32) -> Self {
        let pairs = Pairs { ll: 0, ld: 0, wl: 0, dd: 0, dw: 0, ww: 0 };
        Self { wins, draws, losses, pairs }
    }

    /// Games that the first player won.
    #[must_use]
    pub const fn wins(&self) -> u32 {
        self.wins
    }

    /// Games that were drawn.
    #[must_use]
    pub const fn draws(&self) -> u32 {
        self.draws
    }

    /// Games that the first player lost.
    #[must_use]
    pub const fn losses(&self) -> u32 {
        self.losses
    }

    /// All games, in pairs or not.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Pairs of which both games were played.
    #[must_use]
    pub const fn pairs(&self) -> Pairs {
        self.pairs
    }

    /// A point for a win, half a point for a draw.
    #[must_use]
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// Points a game, from 0 to 1; one half where there is no game.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { self.points() / f64::from(self.games()) }
    }

    /// The share of drawn games; 0 if there is no game.
    #[must_use]
    pub fn draw_ratio(&self) -> f64 {
        share(self.draws, self.games())
    }

    /// The share of pairs in which both players got one point; 0 where there is no pair.
    #[must_use]
    pub fn even_pairs_ratio(&self) -> f64 {
        share(self.pairs.wl + self.pairs.dd, self.pairs.count())
    }

    /// Pairs that the first player won for each that the first player lost; `None` where none was
    /// lost.
    #[must_use]
    pub fn pairs_ratio(&self) -> Option<f64> {
        let Pairs { ll, ld, dw, ww, .. } = self.pairs;
        (ll + ld > 0).then(|| f64::from(dw + ww) / f64::from(ll + ld))
    }
}

fn share(part: u32, all: u32) -> f64 {
    if all == 0 { 0.0 } else { f64::from(part) / f64::from(all) }
}

impl From<Pairs> for Tally {
    fn from(pairs: Pairs) -> Self {
        let Pairs { ll, ld, wl, dd, dw, ww } = pairs;
        let (wins, draws, losses) = (2 * ww + dw + wl, ld + 2 * dd + dw, 2 * ll + ld + wl);
        Self { wins, draws, losses, pairs }
    }
}

impl From<[Option<GameResult>; 2]> for Tally {
    /// The two games of a pair as far as they were played.
    fn from(results: [Option<GameResult>; 2]) -> Self {
        match results {
            [Some(one), Some(other)] => Self::pair([one, other]),
            [Some(only), None] | [None, Some(only)] => Self::game(only),
            [None, None] => Self::default(),
        }
    }
}

impl Add for Pairs {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            ll: self.ll + other.ll,
            ld: self.ld + other.ld,
            wl: self.wl + other.wl,
            dd: self.dd + other.dd,
            dw: self.dw + other.dw,
            ww: self.ww + other.ww,
        }
    }
}

impl Neg for Pairs {
    type Output = Self;

    fn neg(self) -> Self {
        Self { ll: self.ww, ld: self.dw, dw: self.ld, ww: self.ll, ..self }
    }
}

impl Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            pairs: self.pairs + other.pairs,
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), Add::add)
    }
}

impl Neg for Tally {
    type Output = Self;

    fn neg(self) -> Self {
        Self { wins: self.losses, losses: self.wins, pairs: -self.pairs, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use GameResult::{Draw, Loss, Win};

    #[test]
    fn every_pair_of_results_has_its_place_whichever_came_first() {
        let pairs = |results| Tally::pair(results).pairs();
        let none = Pairs::default();
        for (results, expected) in [
            ([Loss, Loss], Pairs { ll: 1, ..none }),
            ([Loss, Draw], Pairs { ld: 1, ..none }),
            ([Loss, Win], Pairs { wl: 1, ..none }),
            ([Draw, Draw], Pairs { dd: 1, ..none }),
            ([Draw, Win], Pairs { dw: 1, ..none }),
            ([Win, Win], Pairs { ww: 1, ..none }),
        ] {
            let [one, other] = results;
            assert_eq!(pairs([one, other]), expected);
            assert_eq!(pairs([other, one]), expected);
            assert_eq!(Tally::pair(results) + Tally::default(), Tally::from(expected));
            assert_eq!(-Tally::pair(results), Tally::pair(results.map(Neg::neg)));
            let games = Tally::game(one) + Tally::game(other);
            let counts = |tally: Tally| (tally.wins(), tally.draws(), tally.losses());
            assert_eq!(counts(Tally::pair(results)), counts(games));
        }
    }

    #[test]
    fn a_pair_counts_only_with_both_of_its_games() {
        let tally = Tally::from([Some(Win), None]) + Tally::from([None, Some(Loss)]);
        assert_eq!((tally.games(), tally.pairs().count()), (2, 0));
        let tally = tally + Tally::from([Some(Win), Some(Draw)]) + Tally::from([None, None]);
        assert_eq!((tally.games(), tally.pairs().count()), (4, 1));
    }

    #[test]
    fn the_score_of_a_game_says_who_won() {
        let result = |discs| GameResult::from(Score::new(discs));
        assert_eq!([-64, -2, 0, 2, 64].map(result), [Loss, Loss, Draw, Win, Win]);
    }

    /// The lines of two matches in commits 5f3dcb92e and 4b71d8e20 of Stockfish: points, drawn pairs
    /// and pairs ratio as fishtest and fastchess print them.
    #[test]
    fn ratios_equal_published_ones() {
        let fishtest = Tally::from(Pairs { ld: 87, dd: 4819, dw: 94, ..Pairs::default() });
        assert_eq!(format!("{:.2}", fishtest.pairs_ratio().unwrap()), "1.08");
        let pairs = Pairs { ll: 0, ld: 4, wl: 13, dd: 15, dw: 15, ww: 3 };
        let fastchess = Tally::from(pairs);
        assert_eq!(format!("{:.2}", fastchess.pairs_ratio().unwrap()), "4.50");
        assert_eq!(format!("{:.2}", fastchess.even_pairs_ratio()), "0.56");
        assert_eq!((fastchess.wins(), fastchess.losses(), fastchess.draws()), (34, 17, 49));
        assert_eq!((fastchess.points(), fastchess.score()), (58.5, 0.585));
        assert_eq!(format!("{:.2}", fastchess.draw_ratio()), "0.49");
    }

    #[test]
    fn nothing_is_divided_by_nothing() {
        let nothing = Tally::default();
        assert_eq!((nothing.score(), nothing.draw_ratio()), (0.5, 0.0));
        assert_eq!((nothing.even_pairs_ratio(), nothing.pairs_ratio()), (0.0, None));
        assert_eq!(Tally::pair([Win, Win]).pairs_ratio(), None);
    }
}
