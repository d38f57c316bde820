//! `wane match`: games between agents, with a referee; docs/arena.md.

use std::env;
use std::ops::ControlFlow;
use std::time::{Duration, Instant, UNIX_EPOCH};

use anyhow::{Context as _, Result, bail};
use serde_json::json;
use wane_board::AnyGame;
use wane_match::{
    Agent, CrossTable, Decision, Finished, Fixture, Folder, Format, JudgeProgram, PairingSummary,
    Referee, Results, Schedule, Sprt, Stop, Tournament, Venue, report::Report,
};

use super::Ending;
use crate::arena::{entry, openings, table};
use crate::args::MatchArgs;
use crate::output::{FAINT, Output, paint};
use crate::progress::Progress;

/// How often the standings are shown while it goes on.
const TELL: Duration = Duration::from_secs(10);

/// How many faults are told at the end.
const FAULTS: usize = 10;

pub(crate) fn run(args: &MatchArgs, output: &mut Output) -> Result<Ending> {
    if args.players.len() < 2 {
        bail!("a match needs two players at least");
    }
    if args.games == 0 || args.games % 2 == 1 {
        bail!("--games must be even: each opening is played twice, with the colours exchanged");
    }
    if args.sprt.is_some() && args.players.len() != 2 {
        bail!("--sprt tests one player against one other");
    }
    let context = args.context.context();
    let agents = entry::agents(&args.players, args.time)?;
    let pairs = args.games / 2;
    let openings = openings::read(args.openings.as_deref(), pairs, args.seed, context)?;
    let format = if args.gauntlet { Format::Gauntlet } else { Format::RoundRobin };
    let schedule = Schedule::new(agents.len(), format, pairs, openings.games.len());
    let settings = json!({
        "v": 1,
        "players": agents,
        "format": format,
        "games": args.games,
        "openings": openings.name,
        "size": context.size.rows(),
        "objective": args.context.objective.to_string(),
        "seed": args.seed,
        "margin_ms": args.margin,
        "adjudicate": args.adjudicate,
    });
    let kept = args.out.as_ref().map(|path| Folder::open(path, &settings)).transpose()?;
    let (folder, played) =
        kept.map_or((None, Vec::new()), |(folder, played)| (Some(folder), played));
    let mut sheet = Sheet {
        agents: &agents,
        schedule: &schedule,
        sprt: args.sprt,
        results: Results::default(),
        folder,
        games: Vec::new(),
        stop: Stop::default(),
        told: Instant::now(),
        progress: Progress::new(schedule.games(), "match"),
    };
    for game in played {
        let fixture = schedule.fixture(game.number);
        let fixture = fixture.with_context(|| too_short(game.number))?;
        // What was played after the decision could only blur it.
        if !sheet.is_decided() {
            sheet.count(&fixture, game);
        }
    }
    let venue = Venue::for_agents(&agents, args.no_sandbox, &sheet.stop);
    let venue = venue.context("to play without a sandbox all the same, say --no-sandbox")?;
    let handler = sheet.stop.clone();
    ctrlc::set_handler(move || handler.stop()).context("listening for Ctrl-C")?;
    let is_stopped_by_hand = play(args, &openings.games, &venue, &mut sheet)?;
    sheet.tell(settings_for_people(args, &openings.name), output)?;
    Ok(if is_stopped_by_hand { Ending::Stopped } else { Ending::Done })
}

/// What was set, for the report.
fn settings_for_people(args: &MatchArgs, openings: &str) -> Vec<(String, String)> {
    let MatchArgs { games, time, concurrency, seed, .. } = args;
    [
        ("Games a pairing", games.to_string()),
        ("Time, where a player has no other", time.to_string()),
        ("Openings", openings.to_owned()),
        ("Seed", seed.to_string()),
        ("Games at a time", concurrency.to_string()),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into()
}

/// Plays what is left; whether somebody stopped it.
fn play(
    args: &MatchArgs,
    openings: &[AnyGame],
    venue: &Venue,
    sheet: &mut Sheet<'_>,
) -> Result<bool> {
    // The judge is this program, as a process of its own.
    let judge = args.adjudicate.map(|empties| {
        let program = env::current_exe().context("finding this program itself")?;
        anyhow::Ok(JudgeProgram { program, args: vec!["judge".into()], empties })
    });
    let judge = judge.transpose()?;
    let tournament = Tournament {
        agents: sheet.agents,
        schedule: sheet.schedule,
        openings,
        venue,
        referee: Referee {
            objective: args.context.objective,
            margin: Duration::from_millis(args.margin),
        },
        judge: judge.as_ref(),
        concurrency: args.concurrency,
    };
    let done = sheet.results.numbers();
    if sheet.is_decided() {
        return Ok(false);
    }
    let ended = tournament.play(&done, &mut |fixture, game| match sheet.add(fixture, game) {
        Err(error) => ControlFlow::Break(Err(error)),
        Ok(()) if sheet.is_decided() => ControlFlow::Break(Ok(())),
        Ok(()) => ControlFlow::Continue(()),
    });
    match ended {
        ControlFlow::Break(decided) => decided.map(|()| false),
        ControlFlow::Continue(()) => Ok(sheet.stop.is_stopped()),
    }
}

/// Where the results are noted.
struct Sheet<'a> {
    agents: &'a [Agent],
    schedule: &'a Schedule,
    sprt: Option<Sprt>,
    results: Results,
    folder: Option<Folder>,
    /// All of them, sorted when they are told about.
    games: Vec<Finished>,
    stop: Stop,
    told: Instant,
    progress: Progress,
}

impl Sheet<'_> {
    /// Keeps a game that has just ended.
    fn add(&mut self, fixture: &Fixture, game: Finished) -> Result<()> {
        if let Some(folder) = &mut self.folder {
            folder.add(&game)?;
        }
        self.count(fixture, game);
        if self.told.elapsed() > TELL {
            self.told = Instant::now();
            let text = self.standings(&self.table());
            self.progress.suspend(|| anstream::eprint!("{text}"));
        }
        Ok(())
    }

    fn count(&mut self, fixture: &Fixture, game: Finished) {
        self.results.add(fixture, &game);
        self.games.push(game);
        self.progress.step();
    }

    fn table(&self) -> CrossTable {
        self.results.cross_table(self.schedule, self.agents.len())
    }

    fn standings(&self, table: &CrossTable) -> String {
        table::standings(self.agents, table, self.sprt.as_ref())
    }

    /// Whether the test has come to its end.
    fn is_decided(&self) -> bool {
        let goes_on = |sprt: &Sprt| sprt.decision(&self.table().tally(0, 1)) == Decision::Continue;
        self.sprt.as_ref().is_some_and(|sprt| !goes_on(sprt))
    }

    /// Tells how it all came out.
    fn tell(mut self, settings: Vec<(String, String)>, output: &mut Output) -> Result<()> {
        let table = self.table();
        let text = self.standings(&table);
        self.progress.finish();
        self.games.sort_by_key(|game| game.number);
        let names: Vec<&str> = self.agents.iter().map(|agent| agent.name.as_str()).collect();
        let mut report = None;
        if let Some(folder) = &self.folder {
            let (title, sprt) = (title(&names), self.sprt.as_ref());
            let page = Report::new(&title, &today(), settings, &names, &table, sprt, &self.games);
            report = Some(folder.write_report(&page.to_html())?);
        }
        if output.is_json() {
            for (first, second, tally) in table.pairings() {
                let sprt = self.sprt.as_ref();
                let summary = PairingSummary::new(names[first], names[second], &tally, sprt);
                output.json(&serde_json::to_value(summary).context("writing the summary")?)?;
            }
            return Ok(());
        }
        output.text(&text)?;
        let faults = self.games.iter().filter_map(|game| {
            let (colour, fault) = game.fault.as_ref()?;
            let who = &game.record.player(*colour).name;
            Some(format!("game {}: {who} lost: {fault}", game.number))
        });
        let faults: Vec<String> = faults.collect();
        for fault in faults.iter().take(FAULTS) {
            output.text(&format!("{}\n", paint(FAINT, fault)))?;
        }
        if let Some(more @ 1..) = faults.len().checked_sub(FAULTS) {
            output.text(&format!("and {more} more games were lost by faults\n"))?;
        }
        match report {
            Some(path) => output.text(&format!("{}\n", path.display())),
            None => Ok(()),
        }
    }
}

fn title(names: &[&str]) -> String {
    match names {
        [first, second] => format!("{first} against {second}"),
        _ => format!("A tournament of {} players", names.len()),
    }
}

fn too_short(number: usize) -> String {
    format!(
        "the folder has a game {number}, and this match is not that long: say --games as before"
    )
}

/// The date in Greenwich.
fn today() -> String {
    let days = UNIX_EPOCH.elapsed().map_or(0, |time| time.as_secs() / 86_400);
    // Years begin in March here, so that a leap day is the last of its year.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = 400 * era + year_of_era + u64::from(month <= 2);
    format!("{year}-{month:02}-{day:02}")
}

/// Reads a test: `0,5`, or with its risks `0,5,0.05,0.05`.
pub(crate) fn read_sprt(text: &str) -> Result<Sprt, String> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|number| number.parse().ok()).collect();
    let (elo, risks) = match numbers.as_deref() {
        Some(&[elo0, elo1]) => ([elo0, elo1], [0.05, 0.05]),
        Some(&[elo0, elo1, alpha, beta]) => ([elo0, elo1], [alpha, beta]),
        _ => return Err("write 0,5 or 0,5,0.05,0.05: Elo, Elo, risk, risk".into()),
    };
    Sprt::try_new(elo, risks, wane_match::EloModel::default()).map_err(|error| error.to_string())
}
