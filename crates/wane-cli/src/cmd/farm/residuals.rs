//! `wane farm residuals`: which machine's games by the clock differ from those of the others.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, bail};
use serde::Serialize;
use wane_farm::Farm;
use wane_match::{MatchFolder, Residual, Residuals, residuals};
use wane_text::Foreign;

use super::ledger_of;
use crate::args::farm::ResidualsArgs;
use crate::exit::{Ending, Usage};
use crate::output::Output;

/// The games of a machine, compared with those of the others.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ResidualsText {
    /// The member and its worker.
    machine: Foreign,
    /// How many games.
    games: usize,
    /// The games that ended by a fault.
    faults: ResidualText,
    /// The time of the moves, as a multiple of that on other machines.
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<ResidualText>,
    /// The player whose points differ most.
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<Foreign>,
    /// Its points.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<ResidualText>,
    /// Whether the difference is no accident.
    suspect: bool,
}

/// What happened, and what the games of other machines predict.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ResidualText {
    /// What happened.
    seen: f64,
    /// What was predicted.
    expected: f64,
    /// The difference in standard deviations.
    deviations: f64,
}

impl From<&Residual> for ResidualText {
    fn from(&Residual { seen, expected, deviations }: &Residual) -> Self {
        Self { seen, expected, deviations }
    }
}

impl ResidualsText {
    fn new(machine: &str, residuals: &Residuals) -> Self {
        let points = residuals.points.as_ref();
        Self {
            machine: machine.into(),
            games: residuals.games,
            faults: (&residuals.faults).into(),
            time: residuals.time.as_ref().map(Into::into),
            player: points.map(|(player, _)| player.as_str().into()),
            points: points.map(|(_, points)| points.into()),
            suspect: residuals.is_suspect(),
        }
    }

    fn line(&self) -> String {
        let deviations = |it: &ResidualText| format!("{:+.1}", it.deviations);
        let faults = format!("{} ({})", self.faults.seen, deviations(&self.faults));
        let time = self.time.as_ref().map_or_else(String::new, |time| {
            format!("{:.0} % ({})", 100.0 * time.seen, deviations(time))
        });
        let points = match (&self.player, &self.points) {
            (Some(player), Some(points)) => {
                let (seen, expected) = (points.seen, points.expected);
                format!("{player} {seen:.1} of {expected:.1} ({})", deviations(points))
            }
            _ => String::new(),
        };
        let word = if self.suspect { "suspect" } else { "" };
        row([&self.machine.to_string(), &self.games.to_string(), &faults, &time, &points, word])
    }
}

/// A row of the table.
fn row([machine, games, faults, time, points, word]: [&str; 6]) -> String {
    let row = format!("{machine:<36} {games:>7}  {faults:<12} {time:<16} {points:<36} {word}");
    format!("{}\n", row.trim_end())
}

pub(crate) fn run(args: &ResidualsArgs, output: &mut Output) -> Result<Ending> {
    let ledger = ledger_of(&args.run)?;
    let machines: BTreeMap<u64, String> = Farm::givers(&ledger)?
        .into_iter()
        .map(|(number, (member, worker))| (number, format!("{member}/{worker}")))
        .collect();
    if let Some(again) = &args.again {
        return play_again(args, again, &machines, output);
    }
    let games = MatchFolder::games(&args.run)?;
    let machine = |number: usize| machines.get(&(number as u64)).map(String::as_str);
    let found = residuals(&games, &machine);
    if found.is_empty() {
        bail!("all games are of one machine: there is nothing to compare");
    }
    if !output.is_json() {
        output.text(&row(["machine", "games", "faults", "time", "most unusual", ""]))?;
    }
    let mut suspects = 0;
    for (machine, residuals) in &found {
        let text = ResidualsText::new(machine, residuals);
        suspects += usize::from(text.suspect);
        if output.is_json() {
            output.json(&text)?;
        } else {
            output.text(&text.line())?;
        }
    }
    if !output.is_json() {
        output.text(
            "In brackets: how far that is from what the games of the other machines predict, in standard deviations.\n",
        )?;
    }
    output.finish()?;
    Ok(if suspects == 0 { Ending::Done } else { Ending::No })
}

/// Takes the games of a machine out, so that they are played again.
fn play_again(
    args: &ResidualsArgs,
    again: &str,
    machines: &BTreeMap<u64, String>,
    output: &mut Output,
) -> Result<Ending> {
    let is_meant = |name: &str| {
        name == again || name.strip_prefix(again).is_some_and(|rest| rest.starts_with('/'))
    };
    let numbers = machines.iter().filter(|(_, name)| is_meant(name));
    let numbers: BTreeSet<usize> =
        numbers.filter_map(|(&number, _)| usize::try_from(number).ok()).collect();
    if numbers.is_empty() {
        let names: BTreeSet<&str> = machines.values().map(String::as_str).collect();
        let names: Vec<&str> = names.into_iter().collect();
        let again = Foreign::from(again);
        return Err(
            Usage(format!("no game is of {again}; the machines are {}", names.join(", "))).into()
        );
    }
    let count = MatchFolder::take_out(&args.run, &numbers)?;
    if !output.is_json() {
        output.text(&format!(
            "{count} games are taken out; the command that played the match plays them again\n"
        ))?;
    }
    output.finish()?;
    Ok(Ending::Done)
}
