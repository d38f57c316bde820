//! The ladder of a climb: how far each generation is above the hand-made evaluation.

use std::fmt::Write as _;

use wane_match::{Anchor, CrossTable, Estimate};

use super::Manifest;

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

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 736.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 396.0;

/// The ladder as a picture, SVG: those who became the best are joined by a line, the others stand by
/// themselves.
#[must_use]
pub fn ladder_picture(rungs: &[Rung]) -> String {
    let top = |rung: &Rung| rung.lead.value + rung.lead.error;
    let bottom = |rung: &Rung| rung.lead.value - rung.lead.error;
    let most = rungs.iter().map(top).fold(100.0, f64::max);
    let least = rungs.iter().map(bottom).fold(0.0, f64::min);
    let step = [50.0, 100.0, 200.0, 500.0].into_iter().find(|step| (most - least) / step <= 10.0);
    let step = step.unwrap_or(1000.0);
    let (most, least) = ((most / step).ceil() * step, (least / step).floor() * step);
    let last = rungs.iter().map(|rung| rung.generation).max().unwrap_or(1).max(1);
    #[expect(clippy::cast_precision_loss, reason = "there are not that many generations")]
    let x =
        |generation: usize| LEFT + (RIGHT - LEFT) * (generation as f64 + 0.5) / (last + 1) as f64;
    let y = |elo: f64| BOTTOM - (BOTTOM - TOP) * (elo - least) / (most - least);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n<title>Elo by generation</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"22\" font-size=\"13\" fill=\"#222\">Elo above the hand-made evaluation, \
         by generation, with 95 % errors</text>\n"
    );
    let mut elo = least;
    while elo <= most {
        let at = y(elo);
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"#eee\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#555\">{elo}</text>",
            LEFT - 8.0,
            at + 4.0,
        );
        elo += step;
    }
    let best = rungs.iter().filter(|rung| rung.is_passed);
    let points: Vec<String> =
        best.map(|rung| format!("{:.1},{:.1}", x(rung.generation), y(rung.lead.value))).collect();
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#1a5fb4\" stroke-width=\"2\"/>",
        points.join(" ")
    );
    for rung in rungs {
        let (x, colour) = (x(rung.generation), if rung.is_passed { "#1a5fb4" } else { "#bbb" });
        let (high, low, middle) = (y(top(rung)), y(bottom(rung)), y(rung.lead.value));
        let label =
            if rung.generation == 0 { "hand-made".into() } else { rung.generation.to_string() };
        let _ = writeln!(
            svg,
            "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{high:.1}\" y2=\"{low:.1}\" stroke=\"{colour}\"/>\
             <circle cx=\"{x:.1}\" cy=\"{middle:.1}\" r=\"4\" fill=\"{colour}\"/>\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#222\">{:+.0}</text>\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#555\">{label}</text>",
            high - 6.0,
            rung.lead.value,
            BOTTOM + 20.0,
        );
    }
    svg + "</svg>\n"
}
