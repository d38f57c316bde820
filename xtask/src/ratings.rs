//! `cargo xtask ratings`: rates the players that `wane rank` plays against. All that are near each other play; the
//! ratings are the likeliest by the model of Bradley and Terry, with level 1 at 1000. They belong into
//! `Level::rating` and `Kind::rating`; from new ones, the command finds better ones.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use wane_board::{Objective, Size};
use wane_match::{
    AgentProgram, AgentRuntime, Anchor, CrossTable, EnginePlayer, GameJob, GameResult, GameWorker,
    Hosting, Openings, Referee, Stop, Tally, Tolerance, execute, score_of_elo,
};
use wane_service::{RatedPlayer, rated_players};

/// Players above this rating take seconds for a game, so they play a fifth of the games with each other, and only if they
/// are nearer than half of what is near for others.
const SLOW: i32 = 2400;

#[derive(Args)]
pub(crate) struct RatingsArgs {
    /// How many games each pairing plays; an even number
    #[arg(long, default_value_t = 60)]
    games: usize,
    /// The largest difference of players who meet, in Elo by the ratings so far
    #[arg(long, default_value_t = 450)]
    reach: i32,
    /// How many games at a time
    #[arg(long, default_value_t = 2)]
    concurrency: usize,
    /// Seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(crate) fn run(args: &RatingsArgs) -> Result<()> {
    let wane = crate::build::release()?.join("release/wane");
    let rated = rated_players();
    let agent = |player: &RatedPlayer| {
        EnginePlayer::rated(&player.name.to_string(), player.nodes, &player.to_string(), &wane)
    };
    let agents: Vec<AgentProgram> = rated.iter().map(agent).collect();
    let pairings = pairings(&rated, args.reach);
    let objective = Objective::FewestDiscs;
    let openings = Openings::usual(Size::Eight, objective, 0, args.seed).games;
    let referee = Referee { objective, tolerance: Tolerance::default() };
    let is_slow = |&[first, _]: &[usize; 2]| rated[first].rating >= SLOW;
    let round = |round: usize| {
        let all = pairings.iter().filter(move |it| round.is_multiple_of(5) || !is_slow(it));
        all.map(move |it| (round, *it))
    };
    let pairs: Vec<(usize, [usize; 2])> = (0..args.games / 2).flat_map(round).collect();
    let job = |pair: usize, is_swapped: bool| {
        let (round, [first, second]) = pairs[pair];
        let (black, white) = if is_swapped { (second, first) } else { (first, second) };
        let number = 2 * pair + 1 + usize::from(is_swapped);
        let (black, white) = (agents[black].clone(), agents[white].clone());
        let opening = openings[round % openings.len()].clone();
        GameJob { number, black, white, opening, referee, adjudicator: None }
    };
    let batches = (0..pairs.len()).map(|pair| vec![job(pair, false), job(pair, true)]);
    let runtime = Arc::new(AgentRuntime::for_agents(&agents, &Hosting::default())?);
    let stop = Stop::default();
    let mut executor = GameWorker::threads(args.concurrency, &runtime, &stop);
    let mut tallies: BTreeMap<[usize; 2], Tally> = BTreeMap::new();
    let (mut played, mut reported, all) = (0, Instant::now(), 2 * pairs.len());
    let ended = execute(&mut executor, batches, &stop, &mut |game| {
        if let Some((colour, fault)) = &game.fault {
            let name = &game.record.player(*colour).name;
            return ControlFlow::Break(anyhow::anyhow!("{name} lost by a fault: {fault}"));
        }
        let black = GameResult::from(game.black_score());
        let is_swapped = game.number % 2 == 0;
        let result = if is_swapped { -black } else { black };
        *tallies.entry(pairs[(game.number - 1) / 2].1).or_default() += Tally::game(result);
        played += 1;
        if reported.elapsed() > Duration::from_secs(30) {
            println!("{played} of {all} games");
            reported = Instant::now();
        }
        ControlFlow::Continue(())
    });
    if let ControlFlow::Break(error) = ended {
        return Err(error);
    }
    print(&rated, &tallies);
    Ok(())
}

/// The players who meet: those that are near each other, and each with its neighbour.
fn pairings(rated: &[RatedPlayer], reach: i32) -> Vec<[usize; 2]> {
    let all =
        (0..rated.len()).flat_map(|first| (first + 1..rated.len()).map(move |it| [first, it]));
    let is_near = |&[first, second]: &[usize; 2]| {
        let reach = if rated[first].rating >= SLOW { reach / 2 } else { reach };
        second == first + 1 || rated[second].rating - rated[first].rating <= reach
    };
    all.filter(is_near).collect()
}

#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
fn print(rated: &[RatedPlayer], tallies: &BTreeMap<[usize; 2], Tally>) {
    let results = tallies.iter().map(|(&[first, second], tally)| (first, second, *tally));
    let table = CrossTable::from_results(rated.len(), results);
    let level_1 = rated.iter().position(|it| it.to_string() == "level 1");
    let ratings = table.ratings(Anchor::Player(level_1.expect("it is rated")));
    println!("{:20} {:>6} {:>6} {:>5}", "player", "before", "now", "±");
    for (player, found) in rated.iter().zip(&ratings) {
        let now = 1000.0 + found.value;
        println!("{:20} {:>6} {now:>6.0} {:>5.0}", player.to_string(), player.rating, found.error);
    }
    println!("pairings deviate by {:.0} Elo", deviation(&ratings_of(&ratings), tallies));
}

fn ratings_of(estimates: &[wane_match::Estimate]) -> Vec<f64> {
    estimates.iter().map(|estimate| estimate.value).collect()
}

/// The standard deviation, in Elo, of what two players do against each other from what their ratings say, beyond
/// chance.
fn deviation(ratings: &[f64], tallies: &BTreeMap<[usize; 2], Tally>) -> f64 {
    let (mut excess, mut weight) = (0.0, 0.0);
    for (&[first, second], tally) in tallies {
        let expected = score_of_elo(ratings[first] - ratings[second]);
        let games = f64::from(tally.games());
        // The slope of the expected points, and the variance of the points by chance; draws make it smaller.
        let slope = games * expected * (1.0 - expected) * std::f64::consts::LN_10 / 400.0;
        let chance = games * expected * (1.0 - expected);
        excess += (tally.points() - games * expected).powi(2) - chance;
        weight += slope * slope;
    }
    (excess / weight).max(0.0).sqrt()
}
