//! The ladder of a climb: how far each generation is above the hand-made evaluation.

use wane_match::{Anchor, CrossTable, Estimate};

use super::Manifest;
use crate::svg::{Chart, number, text};

/// A player of the ladder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rung {
    /// The generation; 0 is the hand-made evaluation.
    pub generation: usize,
    /// Its lead over the hand-made evaluation, in Elo, with its 95 % error.
    pub lead: Estimate,
    /// Whether it became the best.
    pub is_passed: bool,
}

/// The hand-made evaluation and all generations, rated by all matches of the climb together.
#[must_use]
pub fn ladder(past: &[Manifest]) -> Vec<Rung> {
    let mut table = CrossTable::new(past.len() + 1);
    for manifest in past {
        table.add(manifest.generation, manifest.gate.against, manifest.gate.tally());
    }
    let leads = table.ratings(Anchor::Player(0));
    let is_passed =
        |generation: usize| generation.checked_sub(1).is_none_or(|it| past[it].gate.is_passed);
    let rung = |(generation, lead)| Rung { generation, lead, is_passed: is_passed(generation) };
    leads.into_iter().enumerate().map(rung).collect()
}

/// The ladder as an SVG chart. A line joins the generations that passed their gate; the others are grey.
#[must_use]
pub fn ladder_picture(rungs: &[Rung]) -> String {
    let high = |rung: &Rung| rung.lead.value + rung.lead.error;
    let low = |rung: &Rung| rung.lead.value - rung.lead.error;
    let most = rungs.iter().map(high).fold(100.0, f64::max);
    let least = rungs.iter().map(low).fold(0.0, f64::min);
    let step = [50.0, 100.0, 200.0, 500.0].into_iter().find(|step| (most - least) / step <= 10.0);
    let step = step.unwrap_or(1000.0);
    let last = rungs.iter().map(|rung| rung.generation).max().unwrap_or(1).max(1);
    let chart = Chart {
        title: "Elo by generation",
        heading: "Elo above the hand-made evaluation, by generation, with 95 % errors",
        left: 56.0,
        right: 736.0,
        bottom: 396.0,
        x: [-0.5, number(last) + 0.5],
        y: [(least / step).floor() * step, (most / step).ceil() * step],
    };
    let passed = rungs.iter().filter(|rung| rung.is_passed);
    let points = passed.map(|rung| [number(rung.generation), rung.lead.value]);
    let line = chart.polyline(points, &format!("stroke=\"{PASSED}\" stroke-width=\"2\""));
    let mut svg = chart.grid(step) + &line;
    for rung in rungs {
        let colour = if rung.is_passed { PASSED } else { NOT_PASSED };
        let x = chart.x(number(rung.generation));
        let (top, bottom) = (chart.y(high(rung)), chart.y(low(rung)));
        svg += &format!(
            "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{top:.1}\" y2=\"{bottom:.1}\" stroke=\"{colour}\"/>\
             <circle cx=\"{x:.1}\" cy=\"{:.1}\" r=\"4\" fill=\"{colour}\"/>",
            chart.y(rung.lead.value),
        );
        svg += &text([x, top - 6.0], "middle", "#222", &format!("{:+.0}", rung.lead.value));
        let label =
            if rung.generation == 0 { "hand-made".into() } else { rung.generation.to_string() };
        svg += &chart.x_label(number(rung.generation), &label);
        svg += "\n";
    }
    chart.document(&svg)
}

/// The colours of generations.
const PASSED: &str = "#1a5fb4";
const NOT_PASSED: &str = "#bbb";
