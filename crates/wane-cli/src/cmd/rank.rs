//! `wane rank`: how strong an agent is, by games against players whose ratings are known; docs/levels.md.

use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use serde::Serialize;
use wane_board::{Objective, Size};
use wane_match::{
    GameWorker, Openings, Rank, RatingInterval, Referee, Stop, Tally, Tolerance, rounded,
};
use wane_service::{RatedPlayer, rated_players};
use wane_text::Foreign;

use crate::arena::entry;
use crate::arena::references::references;
use crate::args::{RankArgs, SingleAgentArgs};
use crate::exit::Ending;
use crate::interrupt;
use crate::output::{FAINT, Output, STRONG, paint};
use crate::place::Place;
use crate::progress::Progress;

/// How many faults are listed.
const MOST_FAULTS: usize = 5;

/// The rating of an agent, with its 95 % interval.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Ranked {
    /// The name of the agent.
    agent: Foreign,
    /// Its rating in Elo: level 1 of the engine has 1000.
    rating: f64,
    /// The lower bound of the 95 % interval.
    low: f64,
    /// The upper bound.
    high: f64,
    /// The player whose rating is nearest.
    nearest: String,
    /// How many of the rated players have a lower rating.
    stronger_than: usize,
    /// How many rated players there are.
    rated_players: usize,
    /// How many games ended.
    games: u32,
    /// How many of them it lost by a fault.
    faults: usize,
    /// How long that took.
    seconds: f64,
    /// The players that it met, the weakest first.
    opponents: Vec<RankedAgainst>,
}

/// The results against one player.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RankedAgainst {
    /// The level or the agent.
    name: String,
    /// Its rating in Elo.
    rating: i32,
    /// Games won.
    wins: u32,
    /// Games drawn.
    draws: u32,
    /// Games lost.
    losses: u32,
}

pub(crate) fn run(args: &RankArgs, output: &mut Output) -> Result<Ending> {
    let begun = Instant::now();
    let SingleAgentArgs { agent, time, hosting } = &args.agent;
    let (mut agents, runtime) =
        entry::ready(std::slice::from_ref(agent), *time, &hosting.hosting())?;
    let player = agents.remove(0);
    let name = player.name.clone();
    let rated = rated_players();
    let references = references(&rated)?;
    let objective = Objective::FewestDiscs;
    // There are balanced ones, so none is made at random.
    let openings = Openings::usual(Size::Eight, objective, 0, args.seed);
    let referee = Referee { objective, tolerance: Tolerance::default() };
    let mut rank = Rank::new(player, references, openings, referee);
    let stop = interrupt::stop()?;
    let place = Place::open(&args.place, args.concurrency, None)?;
    if matches!(place, Place::Here(_)) {
        // Each worker of a farm finds out whether it can start a player.
        rank.greet(&runtime, &stop)?;
    }
    let in_time = stop.child();
    let so_far = Mutex::new(String::from("no game has ended yet"));
    let mut progress = Progress::new(1, "rank");
    progress.during(
        || so_far.lock().map(|text| text.clone()).unwrap_or_default(),
        || {
            let threads =
                |threads: usize, stop: &Stop| GameWorker::threads(threads, &runtime, stop);
            let mut executor = place.executor(&in_time, threads);
            let end = begun + args.minutes;
            stopping_at(end, &in_time, || {
                rank.play(&mut *executor, &in_time, &mut |rank| {
                    let left = end.saturating_duration_since(Instant::now()).as_secs();
                    if let Ok(mut text) = so_far.lock() {
                        *text = format!("{}, {left} s to go", headline(rank.search().rating()));
                    }
                });
            });
        },
    );
    progress.finish();
    place.check()?;
    let ranked = Ranked::new(name, &rank, &rated, begun.elapsed());
    if ranked.games == 0 && !stop.is_stopped() {
        bail!(
            "no game ended in {} s: give it more time with --minutes 10, or let it think less with --time 500ms/move",
            args.minutes.as_secs()
        );
    }
    if output.is_json() {
        output.json(&ranked)?;
    } else {
        output.text(&text(&ranked, &rank))?;
    }
    Ok(if stop.is_stopped() { Ending::Stopped } else { Ending::Done })
}

/// Does work, and sets the flag at this moment if it has not ended before.
fn stopping_at(end: Instant, stop: &Stop, work: impl FnOnce()) {
    let done = Stop::default();
    thread::scope(|scope| {
        let timer = scope.spawn(|| {
            while !done.is_stopped() {
                let left = end.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    return stop.stop();
                }
                thread::park_timeout(left);
            }
        });
        work();
        done.stop();
        timer.thread().unpark();
    });
}

impl Ranked {
    fn new(agent: Foreign, rank: &Rank, rated: &[RatedPlayer], took: Duration) -> Self {
        let (search, RatingInterval { rating, low, high }) =
            (rank.search(), rank.search().rating());
        let distance = |it: &RatedPlayer| (f64::from(it.rating) - rating).abs();
        let nearest = rated.iter().min_by(|one, other| distance(one).total_cmp(&distance(other)));
        let met = |(it, tally): (&RatedPlayer, &Tally)| {
            (tally.games() > 0).then(|| RankedAgainst {
                name: it.to_string(),
                rating: it.rating,
                wins: tally.wins(),
                draws: tally.draws(),
                losses: tally.losses(),
            })
        };
        Self {
            agent,
            rating: rounded(rating, 1),
            low: rounded(low, 1),
            high: rounded(high, 1),
            nearest: nearest.expect("there are rated players").to_string(),
            stronger_than: rated.iter().filter(|it| f64::from(it.rating) < rating).count(),
            rated_players: rated.len(),
            games: search.tallies().iter().map(Tally::games).sum(),
            faults: rank.faults().len(),
            seconds: rounded(took.as_secs_f64(), 1),
            opponents: rated.iter().zip(search.tallies()).filter_map(met).collect(),
        }
    }
}

/// The rating in a few words.
fn headline(RatingInterval { rating, low, high }: RatingInterval) -> String {
    format!("{rating:.0} Elo, between {low:.0} and {high:.0}")
}

fn text(ranked: &Ranked, rank: &Rank) -> String {
    if ranked.games == 0 {
        return "no game ended\n".into();
    }
    let rating = headline(rank.search().rating());
    let mut text = format!(
        "{}: {} with 95 % confidence, after {} games in {:.0} s\n\
         nearest to {}, stronger than {} of {} rated players\n\n",
        paint(STRONG, &ranked.agent),
        paint(STRONG, &rating),
        ranked.games,
        ranked.seconds,
        paint(STRONG, &ranked.nearest),
        ranked.stronger_than,
        ranked.rated_players,
    );
    let width = ranked.opponents.iter().map(|it| it.name.len()).max().unwrap_or(0).max(8);
    text += &format!("{:width$}  rating   won  drawn  lost\n", "opponent");
    for RankedAgainst { name, rating, wins, draws, losses } in &ranked.opponents {
        text += &format!("{name:width$}  {rating:>6}  {wins:>4}  {draws:>5}  {losses:>4}\n");
    }
    for fault in rank.faults().iter().take(MOST_FAULTS) {
        text += &paint(FAINT, &format!("it lost a game: {fault}\n"));
    }
    if let Some(more @ 1..) = ranked.faults.checked_sub(MOST_FAULTS) {
        text += &format!("and {more} more games were lost by faults\n");
    }
    text
}
