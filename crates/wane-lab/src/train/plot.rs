//! The error by epoch, as an SVG chart.

use super::{Epoch, Loss};
use crate::svg::{self, Chart, number};

/// The least distance between two labels.
const LABEL_HEIGHT: f64 = 12.0;

/// An SVG chart: the errors on the validation set and on the training data, and in the background the
/// validation error of each phase.
#[must_use]
pub fn loss_by_epoch(epochs: &[Epoch]) -> String {
    let mut lines: Vec<Line> = Vec::new();
    for phase in 0..epochs.first().map_or(0, |epoch| epoch.validation.phases.len()) {
        lines.push(Line {
            points: points(epochs, |epoch| epoch.validation.phases[phase]),
            label: format!("from {} discs", 4 + 4 * phase),
            style: "stroke=\"#bbb\"",
            label_colour: "#888",
        });
    }
    lines.push(Line {
        points: points(epochs, |epoch| epoch.training.total()),
        label: "all, training data".into(),
        style: "stroke=\"#c2571a\" stroke-width=\"2\" stroke-dasharray=\"6 4\"",
        label_colour: "#c2571a",
    });
    lines.push(Line {
        points: points(epochs, |epoch| epoch.validation.total()),
        label: "all, validation set".into(),
        style: "stroke=\"#1a5fb4\" stroke-width=\"3\"",
        label_colour: "#1a5fb4",
    });
    lines.retain(|line| !line.points.is_empty());
    let chart = chart(&lines);
    let [low, high] = chart.y;
    let mut svg = chart.grid(((high - low) / 10.0).ceil());
    let last = epochs.len().saturating_sub(1).max(1);
    for epoch in (1..=last).step_by(last.div_ceil(12)) {
        svg += &chart.x_label(number(epoch), &epoch.to_string());
        svg += "\n";
    }
    for line in &lines {
        svg += &chart.polyline(line.points.iter().copied(), line.style);
    }
    chart.document(&(svg + &labels(&lines, &chart)))
}

struct Line {
    /// Epochs and errors.
    points: Vec<[f64; 2]>,
    label: String,
    style: &'static str,
    label_colour: &'static str,
}

/// The epochs that have an error, with it. The error before the first epoch is left out: next to it, no
/// other difference could be seen.
fn points(epochs: &[Epoch], loss: impl Fn(&Epoch) -> Loss) -> Vec<[f64; 2]> {
    let point = |(epoch, result)| Some([number(epoch), loss(result).rms()?]);
    epochs.iter().enumerate().skip(1).filter_map(point).collect()
}

/// A chart whose axes contain all lines, from whole discs to whole discs.
fn chart(lines: &[Line]) -> Chart {
    let points = || lines.iter().flat_map(|line| &line.points);
    let low = points().map(|point| point[1]).fold(f64::INFINITY, f64::min).floor();
    let high = points().map(|point| point[1]).fold(0.0, f64::max).ceil();
    Chart {
        title: "Error by epoch",
        heading: "RMS error in discs, by epoch",
        left: 48.0,
        right: 656.0,
        bottom: 404.0,
        x: [1.0, points().map(|point| point[0]).fold(2.0, f64::max)],
        y: [if low < high { low } else { high - 1.0 }, high],
    }
}

/// The labels at the ends of the lines, moved apart where they would overlap.
fn labels(lines: &[Line], chart: &Chart) -> String {
    let end = |line: &Line| line.points.last().map_or(chart.bottom, |point| chart.y(point[1]));
    let mut labels: Vec<(f64, &Line)> = lines.iter().map(|line| (end(line), line)).collect();
    labels.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut least = Chart::TOP;
    for (y, _) in &mut labels {
        *y = y.max(least);
        least = *y + LABEL_HEIGHT;
    }
    let mut most = chart.bottom;
    for (y, _) in labels.iter_mut().rev() {
        *y = y.min(most);
        most = *y - LABEL_HEIGHT;
    }
    let mut svg = String::new();
    for (y, Line { label, label_colour, .. }) in labels {
        svg += &svg::text([chart.right + 8.0, y + 4.0], "start", label_colour, label);
        svg += "\n";
    }
    svg
}
