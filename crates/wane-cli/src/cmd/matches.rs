//! `wane match`: games between agents, with a referee; docs/arena.md.

use std::env;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use wane_match::{
    AdjudicatorProgram, AgentRuntime, FaultRule, FinishedGame, GameWorker, LiveGames, Match,
    MatchEnd, MatchFolder, MatchSettings, PairingSummary, Referee, StoredMatch, Tolerance,
};
use wane_text::Foreign;

use crate::arena::contest::{Contest, Field};
use crate::arena::{concurrency, entry, estimate, openings, results_files, running, table};
use crate::args::MatchArgs;
use crate::exit::{Ending, Usage};
use crate::interrupt;
use crate::output::{FAINT, Output, paint};
use crate::place::{Place, honestly};
use crate::progress::Progress;

/// How often the standings are shown on a terminal while games are played.
const SHOW_EVERY: Duration = Duration::from_secs(10);

/// How often the page and the tables are written while games are played; less often if that takes long.
const WRITE_EVERY: Duration = Duration::from_secs(30);

/// How many faults are listed at the end.
const MOST_FAULTS: usize = 10;

pub(crate) fn run(args: &MatchArgs, output: &mut Output) -> Result<Ending> {
    honestly(args.out.as_deref(), || run_once(args, output))
}

fn run_once(args: &MatchArgs, output: &mut Output) -> Result<Ending> {
    let out = args.out.as_deref();
    let settings = settings(args)?;
    if args.sprt.is_some() && settings.players.len() != 2 {
        return Err(Usage("--sprt tests one player against one other".into()).into());
    }
    let stop = interrupt::stop()?;
    let at_a_time = args.concurrency.count()?;
    let place = Place::open(&args.place, at_a_time, out)?;
    let mut games = match out.filter(|_| args.update) {
        Some(folder) => Match::update(settings, folder)?,
        None => Match::open(settings, out)?,
    };
    let left = games.scheduled().saturating_sub(games.games().len());
    if let Some(line) = estimate::line(games.settings(), left, at_a_time) {
        anstream::eprintln!("{line}");
    }
    let mut progress = Progress::new(games.scheduled(), "match");
    progress.advance(games.games().len());
    place.expect(left as u64);
    let mut shown = Instant::now();
    // In a pipe or a file, tables that are out of date are of no use.
    let shows_standings = io::stderr().is_terminal();
    let (mut written, mut pause) = (Instant::now(), WRITE_EVERY);
    let mut on_game = |games: &Match| {
        progress.step();
        if let Some(folder) = games.folder().filter(|_| written.elapsed() > pause) {
            let begun = Instant::now();
            // At the end it is tried again, and an error shown.
            let _ = write_files(folder, games);
            (written, pause) = (Instant::now(), WRITE_EVERY.max(20 * begun.elapsed()));
        }
        if shows_standings && shown.elapsed() > SHOW_EVERY {
            shown = Instant::now();
            let text = table::standings(games);
            progress.suspend(|| anstream::eprint!("{text}"));
        }
    };
    let ended = match &place {
        Place::Here(threads) => {
            if let Some(line) = concurrency::warning(*threads, &games.settings().players) {
                anstream::eprintln!("{line}");
            }
            let runtime = runtime(&games, args)?;
            games.handshake(&runtime, *threads, &stop)?;
            let live = LiveGames::default();
            let place = args.concurrency.place(Some(live.clone()))?;
            let mut executor = GameWorker::threads_at(place, &runtime, &stop);
            running::while_shown(out, &live, || games.play_on(&mut executor, &stop, &mut on_game))
        }
        // Each worker finds out whether it can start a player.
        Place::Farm(farm) => games.play_on(&mut farm.executor(&stop), &stop, &mut on_game),
    };
    progress.finish();
    let ended = ended?;
    place.check()?;
    print(&games, output)?;
    Ok(if ended == MatchEnd::Stopped { Ending::Stopped } else { Ending::Done })
}

/// What the players run in.
fn runtime(games: &Match, args: &MatchArgs) -> Result<Arc<AgentRuntime>> {
    let runtime = AgentRuntime::for_agents(&games.settings().players, &args.hosting.hosting());
    let runtime = runtime.context("to play without a sandbox all the same, say --no-sandbox")?;
    if runtime.has_cgroups() {
        anstream::eprintln!("each agent has a control group, and the kernel limits its memory");
    }
    Ok(Arc::new(runtime))
}

/// The settings of a match by the rules of a contest, or by the options.
fn settings(args: &MatchArgs) -> Result<MatchSettings> {
    let context = args.context.context();
    if args.contest {
        let contest = Contest::open(args.out.as_deref())?;
        let field = contest.field(&args.players)?;
        let tolerance = tolerance(contest.margin, contest.grace);
        let (count, seed) = (contest.games / 2, contest.seed);
        return Ok(MatchSettings {
            players: entry::agents(&field.entries, contest.time, &args.hosting.hosting())?,
            format: field.format,
            games: contest.games,
            openings: openings::read(contest.openings(), count, seed, context)?,
            referee: Referee { objective: context.objective, tolerance },
            adjudicator: None,
            sprt: None,
            seed,
            faults: FaultRule::LoseGame,
        });
    }
    let adjudicator = args.adjudicate.map(|empties| {
        // The adjudicator is this program, as a process of its own.
        let program = env::current_exe().context("finding this program itself")?;
        anyhow::Ok(AdjudicatorProgram { program, args: vec!["judge".into()], empties })
    });
    let field = Field::of(args)?;
    let tolerance = tolerance(args.margin, args.grace);
    Ok(MatchSettings {
        players: entry::agents(&field.entries, args.time, &args.hosting.hosting())?,
        format: field.format,
        games: args.games,
        openings: openings::read(args.openings.as_deref(), args.games / 2, args.seed, context)?,
        referee: Referee { objective: context.objective, tolerance },
        adjudicator: adjudicator.transpose()?,
        sprt: args.sprt,
        seed: args.seed,
        faults: FaultRule::LoseGame,
    })
}

/// In milliseconds.
fn tolerance(margin: u64, grace: u64) -> Tolerance {
    Tolerance { margin: Duration::from_millis(margin), grace: Duration::from_millis(grace) }
}

/// Prints the results.
fn print(games: &Match, output: &mut Output) -> Result<()> {
    let MatchSettings { players, sprt, .. } = games.settings();
    let table = games.cross_table();
    let names: Vec<&str> = players.iter().map(|agent| agent.name.as_str()).collect();
    let report = games.folder().map(|folder| write_files(folder, games)).transpose()?;
    if output.is_json() {
        for (first, second, tally) in table.pairings() {
            let summary = PairingSummary::new(names[first], names[second], &tally, sprt.as_ref());
            output.json(&summary)?;
        }
        return Ok(());
    }
    output.text(&table::standings(games))?;
    print_faults(games, output)?;
    match report {
        Some(path) => output.text(&format!("{}\n", Foreign::path(&path))),
        None => Ok(()),
    }
}

/// Writes the page and the tables. With a sequential test, games beyond its end do not count.
fn write_files(folder: &MatchFolder, games: &Match) -> Result<PathBuf> {
    let mut stored = StoredMatch::read(folder.path())?;
    if games.settings().sprt.is_some() {
        stored.games.retain(|game| game.number <= games.games().len());
    }
    results_files::write(folder.path(), &stored)
}

/// Lists the first games that were lost by faults.
fn print_faults(games: &Match, output: &mut Output) -> Result<()> {
    let mut faults: Vec<(usize, String)> = games.games().iter().filter_map(fault_line).collect();
    faults.sort_by_key(|(number, _)| *number);
    for (_, fault) in faults.iter().take(MOST_FAULTS) {
        output.text(&format!("{}\n", paint(FAINT, fault)))?;
    }
    match faults.len().checked_sub(MOST_FAULTS) {
        Some(more @ 1..) => output.text(&format!("and {more} more games were lost by faults\n")),
        _ => Ok(()),
    }
}

fn fault_line(game: &FinishedGame) -> Option<(usize, String)> {
    let (colour, fault) = game.fault.as_ref()?;
    let who = &game.record.player(*colour).name;
    Some((game.number, format!("game {}: {who} lost: {fault}", game.number)))
}
