//! How wrong weights were, from epoch to epoch, as a picture.

use super::{Epoch, Loss};

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 48.0;
const RIGHT: f64 = 656.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 404.0;
/// From one label to the next, at least.
const LABEL: f64 = 12.0;

/// An SVG picture: the error on what is held out and on what is learned from, and in the background
/// that of each phase on what is held out.
#[must_use]
pub fn loss_by_epoch(epochs: &[Epoch]) -> String {
    let mut lines: Vec<Line> = Vec::new();
    for phase in 0..epochs.first().map_or(0, |epoch| epoch.held_out.phases.len()) {
        lines.push(Line {
            points: points(epochs, |epoch| epoch.held_out.phases[phase]),
            label: format!("from {} discs", 4 + 4 * phase),
            look: "stroke=\"#bbb\"",
            colour: "#888",
        });
    }
    lines.push(Line {
        points: points(epochs, |epoch| epoch.learned_from.total()),
        label: "all, learned from".into(),
        look: "stroke=\"#c2571a\" stroke-width=\"2\" stroke-dasharray=\"6 4\"",
        colour: "#c2571a",
    });
    lines.push(Line {
        points: points(epochs, |epoch| epoch.held_out.total()),
        label: "all, held out".into(),
        look: "stroke=\"#1a5fb4\" stroke-width=\"3\"",
        colour: "#1a5fb4",
    });
    lines.retain(|line| !line.points.is_empty());
    let scale = Scale::around(&lines);
    let drawn: String = lines.iter().map(|line| line.draw(&scale)).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n\
         <title>Error by epoch</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"22\" font-size=\"13\" fill=\"#222\">Root of the mean squared error in \
         discs, by epoch</text>\n\
         {}{drawn}{}</svg>\n",
        scale.axes(),
        labels(&lines, &scale)
    )
}

/// The epochs with an error, and the error. Before the first epoch it is so large that nothing else
/// could be seen.
fn points(epochs: &[Epoch], loss: impl Fn(&Epoch) -> Loss) -> Vec<(usize, f64)> {
    let point = |(number, epoch)| Some((number, loss(epoch).rms()?));
    epochs.iter().enumerate().skip(1).filter_map(point).collect()
}

struct Line {
    points: Vec<(usize, f64)>,
    label: String,
    look: &'static str,
    colour: &'static str,
}

impl Line {
    fn draw(&self, scale: &Scale) -> String {
        let mut places = String::new();
        for &(epoch, discs) in &self.points {
            places += &format!(" {:.1},{:.1}", scale.x(epoch), scale.y(discs));
        }
        format!("<polyline points=\"{}\" fill=\"none\" {}/>\n", places.trim_start(), self.look)
    }
}

/// The labels of all lines, moved apart where they would cover each other.
fn labels(lines: &[Line], scale: &Scale) -> String {
    let end = |line: &Line| line.points.last().map_or(BOTTOM, |&(_, discs)| scale.y(discs));
    let mut places: Vec<(f64, &Line)> = lines.iter().map(|line| (end(line), line)).collect();
    places.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut least = TOP;
    for (y, _) in &mut places {
        *y = y.max(least);
        least = *y + LABEL;
    }
    let mut most = BOTTOM;
    for (y, _) in places.iter_mut().rev() {
        *y = y.min(most);
        most = *y - LABEL;
    }
    let mut svg = String::new();
    for (y, Line { label, colour, .. }) in places {
        let (x, y) = (RIGHT + 8.0, y + 4.0);
        svg += &format!("<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{colour}\">{label}</text>\n");
    }
    svg
}

/// Where things are in the picture.
struct Scale {
    /// The last epoch.
    last: usize,
    /// The discs at the bottom and at the top, whole ones.
    least: f64,
    most: f64,
}

impl Scale {
    fn around(lines: &[Line]) -> Self {
        let all = || lines.iter().flat_map(|line| &line.points);
        let least = all().map(|point| point.1).fold(f64::INFINITY, f64::min).floor();
        let most = all().map(|point| point.1).fold(0.0, f64::max).ceil();
        let least = if least < most { least } else { most - 1.0 };
        Self { last: all().map(|point| point.0).max().unwrap_or(1), least, most }
    }

    #[expect(clippy::cast_precision_loss, reason = "there are not that many epochs")]
    fn x(&self, epoch: usize) -> f64 {
        let share = (epoch - 1) as f64 / (self.last - 1).max(1) as f64;
        LEFT + (RIGHT - LEFT) * share
    }

    fn y(&self, discs: f64) -> f64 {
        BOTTOM - (BOTTOM - TOP) * (discs - self.least) / (self.most - self.least)
    }

    fn axes(&self) -> String {
        let mut svg = String::new();
        let step = ((self.most - self.least) / 10.0).ceil();
        let mut discs = self.least;
        while discs <= self.most {
            let (y, x) = (self.y(discs), LEFT - 8.0);
            svg += &format!(
                "<line x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#eee\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#555\">{discs}</text>\n",
                y + 4.0
            );
            discs += step;
        }
        for epoch in (1..=self.last).step_by(self.last.div_ceil(12)) {
            let (x, y) = (self.x(epoch), BOTTOM + 20.0);
            svg += &format!(
                "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" fill=\"#555\">{epoch}</text>\n"
            );
        }
        svg
    }
}
