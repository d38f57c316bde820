//! The ladder of a climb: the rating of each generation relative to the hand-made evaluation.

use wane_match::{Anchor, CrossTable, Estimate};

use super::GenerationManifest;
use crate::svg::{Chart, number, text};

/// A generation with its rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedGeneration {
    /// The generation; 0 is the hand-made evaluation.
    pub generation: usize,
    /// Its lead over the hand-made evaluation, in Elo, with its 95 % error.
    pub lead: Estimate,
    /// Whether it passed its gate.
    pub is_passed: bool,
}

/// The hand-made evaluation and all generations, rated by all matches of the climb together.
#[must_use]
pub fn ladder(finished: &[GenerationManifest]) -> Vec<RatedGeneration> {
    let mut table = CrossTable::new(finished.len() + 1);
    for manifest in finished {
        table.add(manifest.generation, manifest.gate.against, manifest.gate.tally());
    }
    let leads = table.ratings(Anchor::Player(0));
    let is_passed = |generation: usize| generation == 0 || finished[generation - 1].gate.is_passed;
    let rated = |(generation, lead)| {
        let is_passed = is_passed(generation);
        RatedGeneration { generation, lead, is_passed }
    };
    leads.into_iter().enumerate().map(rated).collect()
}

/// The ladder as an SVG chart. A line joins the generations that passed their gate; the others are grey.
#[must_use]
pub fn ladder_chart(ladder: &[RatedGeneration]) -> String {
    let high = |rated: &RatedGeneration| rated.lead.value + rated.lead.error;
    let low = |rated: &RatedGeneration| rated.lead.value - rated.lead.error;
    let most = ladder.iter().map(high).fold(100.0, f64::max);
    let least = ladder.iter().map(low).fold(0.0, f64::min);
    let step = [50.0, 100.0, 200.0, 500.0].into_iter().find(|step| (most - least) / step <= 10.0);
    let step = step.unwrap_or(1000.0);
    let last = ladder.iter().map(|rated| rated.generation).max().unwrap_or(1).max(1);
    let chart = Chart {
        title: "Elo by generation",
        heading: "Elo above the hand-made evaluation, by generation, with 95 % errors",
        left: 56.0,
        right: 736.0,
        bottom: 396.0,
        x: [-0.5, number(last) + 0.5],
        y: [(least / step).floor() * step, (most / step).ceil() * step],
    };
    let passed = ladder.iter().filter(|rated| rated.is_passed);
    let points = passed.map(|rated| [number(rated.generation), rated.lead.value]);
    let line = chart.polyline(points, &format!("stroke=\"{PASSED}\" stroke-width=\"2\""));
    let mut svg = chart.grid(step) + &line;
    for rated in ladder {
        let colour = if rated.is_passed { PASSED } else { NOT_PASSED };
        let x = chart.x(number(rated.generation));
        let (top, bottom) = (chart.y(high(rated)), chart.y(low(rated)));
        svg += &format!(
            "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{top:.1}\" y2=\"{bottom:.1}\" stroke=\"{colour}\"/>\
             <circle cx=\"{x:.1}\" cy=\"{:.1}\" r=\"4\" fill=\"{colour}\"/>",
            chart.y(rated.lead.value),
        );
        svg += &text([x, top - 6.0], "middle", "#222", &format!("{:+.0}", rated.lead.value));
        let label =
            if rated.generation == 0 { "hand-made".into() } else { rated.generation.to_string() };
        svg += &chart.x_label(number(rated.generation), &label);
        svg += "\n";
    }
    chart.document(&svg)
}

/// The colours of generations.
const PASSED: &str = "#1a5fb4";
const NOT_PASSED: &str = "#bbb";
