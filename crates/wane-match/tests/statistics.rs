//! The statistics of matches on random and simulated results.

use wane_match::{
    Anchor, CrossTable, Decision, EloModel, Estimate, GameResult, Pairs, Sprt, Tally,
};
use wane_random::Rng;

const SEED: u64 = 20_261_115;

/// Pairs in a thousand of two equal players, as openings that favour one side make them.
const EQUAL: Pairs = Pairs { ll: 140, ld: 40, wl: 600, dd: 40, dw: 40, ww: 140 };

/// And of a better player.
const BETTER: Pairs = Pairs { ll: 90, ld: 30, wl: 590, dd: 30, dw: 50, ww: 210 };

/// Plays a pair as likely as in `thousand`.
fn play_pair(rng: &mut Rng, thousand: &Pairs) -> Tally {
    let Pairs { ll, ld, wl, dd, dw, .. } = *thousand;
    let mut one = Pairs::default();
    let number = rng.below(thousand.count());
    *match number {
        _ if number < ll => &mut one.ll,
        _ if number < ll + ld => &mut one.ld,
        _ if number < ll + ld + wl => &mut one.wl,
        _ if number < ll + ld + wl + dd => &mut one.dd,
        _ if number < ll + ld + wl + dd + dw => &mut one.dw,
        _ => &mut one.ww,
    } = 1;
    one.into()
}

fn sprt(elo: [f64; 2], model: EloModel) -> Sprt {
    Sprt::try_new(elo, [0.05, 0.05], model).expect("hypotheses and risks make sense")
}

fn is_close(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-6 * one.abs().max(1.0)
}

#[test]
fn the_sum_of_tallies_is_the_tally_of_all() {
    let mut rng = Rng::new(SEED);
    let result = |rng: &mut Rng| {
        [None, Some(GameResult::Loss), Some(GameResult::Draw), Some(GameResult::Win)]
            [rng.below(4) as usize]
    };
    for _ in 0..200 {
        let rounds: Vec<_> =
            (0..rng.below(40)).map(|_| [result(&mut rng), result(&mut rng)]).collect();
        let cut = rng.below(u32::try_from(rounds.len()).unwrap() + 1) as usize;
        let tally = |rounds: &[[Option<GameResult>; 2]]| -> Tally {
            rounds.iter().copied().map(Tally::from).sum()
        };
        let all = tally(&rounds);
        assert_eq!(tally(&rounds[..cut]) + tally(&rounds[cut..]), all);
        assert_eq!(-(-all), all);
        let games = rounds.iter().flatten().flatten();
        assert_eq!(all.games() as usize, games.clone().count());
        assert_eq!(all.wins() as usize, games.filter(|game| **game == GameResult::Win).count());
        let whole = rounds.iter().filter(|round| round.iter().all(Option::is_some));
        assert_eq!(all.pairs().count() as usize, whole.count());
    }
}

#[test]
fn the_other_side_sees_the_same_with_the_sign_changed() {
    let mut rng = Rng::new(SEED);
    for _ in 0..500 {
        let count = 1 + rng.below(300);
        let tally: Tally = (0..count).map(|_| play_pair(&mut rng, &BETTER)).sum();
        let (elo, other) = (tally.elo(), (-tally).elo());
        assert!(is_close(elo.value, -other.value) && is_close(elo.error, other.error));
        assert!(is_close(tally.los(), 1.0 - (-tally).los()));
        for model in EloModel::ALL {
            let (low, high) = (f64::from(rng.below(50)) - 30.0, f64::from(rng.below(50)) + 20.0);
            let llr = sprt([low, high], model).llr(&tally);
            let other = sprt([-high, -low], model).llr(&-tally);
            assert!(is_close(llr, -other), "{tally:?} {model} {low} {high}: {llr} {other}");
        }
    }
}

#[test]
fn llr_rises_with_every_half_point() {
    let mut rng = Rng::new(SEED);
    for _ in 0..500 {
        let mut count = || 20 + rng.below(200);
        let counts: [u32; 5] = std::array::from_fn(|_| count());
        let tally =
            |[ll, ld, wl, dw, ww]: [u32; 5]| Tally::from(Pairs { ll, ld, wl, dd: 0, dw, ww });
        let class = rng.below(4) as usize;
        let mut better = counts;
        better[class] -= 1;
        better[class + 1] += 1;
        for model in EloModel::ALL {
            let sprt = sprt([0.0, 10.0], model);
            let [before, after] = [counts, better].map(|counts| sprt.llr(&tally(counts)));
            assert!(after > before, "{counts:?} {class} {model}: {before} {after}");
        }
    }
}

#[test]
fn extreme_results_give_finite_numbers() {
    let hypotheses = [[0.0, 5.0], [-5.0, 0.0], [-1500.0, -500.0], [-2000.0, 2000.0]];
    let tests: Vec<Sprt> = (hypotheses.into_iter())
        .flat_map(|elo| EloModel::ALL.map(|model| sprt(elo, model)))
        .collect();
    let counts = [0, 1, 1_000_000];
    for number in 0..3_usize.pow(6) {
        let count = |place| counts[number / 3_usize.pow(place) % 3];
        let pairs = Pairs {
            ll: count(0),
            ld: count(1),
            wl: count(2),
            dd: count(3),
            dw: count(4),
            ww: count(5),
        };
        for tally in [Tally::from(pairs), Tally::from_games(count(0), count(1), count(2))] {
            let Estimate { value, error } = tally.elo();
            assert!(value.abs() < 1200.0 && (0.0..2400.0).contains(&error), "{tally:?}");
            assert!((0.0..=1.0).contains(&tally.los()), "{tally:?}");
            if let Some(Estimate { value, error }) = tally.normalized_elo() {
                assert!(value.is_finite() && error.is_finite(), "{tally:?}");
            }
            for sprt in &tests {
                assert!(sprt.llr(&tally).is_finite(), "{tally:?} {sprt:?}");
            }
        }
    }
}

#[test]
fn the_interval_covers_the_true_elo_in_95_of_100_matches() {
    let mut rng = Rng::new(SEED);
    for thousand in [EQUAL, BETTER] {
        let truth = Tally::from(thousand).elo().value;
        let matches = 2000;
        let covered = (0..matches).filter(|_| {
            let tally: Tally = (0..200).map(|_| play_pair(&mut rng, &thousand)).sum();
            let Estimate { value, error } = tally.elo();
            (value - truth).abs() <= error
        });
        let share = f64::from(u32::try_from(covered.count()).unwrap()) / f64::from(matches);
        assert!((0.935..0.965).contains(&share), "{share} of matches at {truth} Elo");
    }
}

#[test]
fn a_test_is_wrong_as_often_as_its_risks_allow() {
    let mut rng = Rng::new(SEED);
    for model in EloModel::ALL {
        let elo = [EQUAL, BETTER].map(|thousand| {
            let tally = Tally::from(thousand);
            match model {
                EloModel::Normalized => tally.normalized_elo().unwrap().value,
                EloModel::Logistic => tally.elo().value,
            }
        });
        let sprt = sprt(elo, model);
        for (truth, wrong) in [(EQUAL, Decision::AcceptH1), (BETTER, Decision::AcceptH0)] {
            let tests = 300;
            let errors = (0..tests).filter(|_| {
                let mut tally = Tally::default();
                let decision = loop {
                    tally += play_pair(&mut rng, &truth);
                    match sprt.decision(&tally) {
                        Decision::Continue => {}
                        decision => break decision,
                    }
                };
                decision == wrong
            });
            let share = f64::from(u32::try_from(errors.count()).unwrap()) / f64::from(tests);
            assert!((0.025..0.07).contains(&share), "{share}, {model} {elo:?}, {wrong:?}");
        }
    }
}

#[test]
fn intervals_of_ratings_cover_the_true_ones() {
    let mut rng = Rng::new(SEED);
    let truth = [-250.0, -100.0, -50.0, 0.0, 100.0, 300.0_f64];
    let (mut covered, mut all) = (0.0, 0.0);
    for _ in 0..300 {
        let mut table = CrossTable::new(truth.len());
        for first in 0..truth.len() {
            for second in 0..first {
                let chance = 1.0 / (1.0 + 10.0_f64.powf((truth[second] - truth[first]) / 400.0));
                for _ in 0..20 {
                    let is_won = f64::from(rng.below(1_000_000)) < 1e6 * chance;
                    let result = if is_won { GameResult::Win } else { GameResult::Loss };
                    table.add(first, second, Tally::game(result));
                }
            }
        }
        for (rating, truth) in table.ratings(Anchor::Mean).iter().zip(truth) {
            covered += f64::from(u8::from((rating.value - truth).abs() <= rating.error));
            all += 1.0;
        }
    }
    let share: f64 = covered / all;
    assert!((0.935..0.97).contains(&share), "{share}");
}
