//! [`Plot`]: a picture of an experiment as SVG, which follows the colours of the page around it.

use serde::{Deserialize, Serialize};

use super::statistics::{Interval, count};

const HEIGHT: f64 = 380.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 560.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 330.0;

/// Colours that are told apart by people who see colours differently, on light and on dark ground.
const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#56b4e9", "#7a5bb0", "#999999"];

/// A picture: lines over a number, or a bar for each name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Plot {
    /// What it shows.
    pub title: String,
    /// What goes from left to right.
    pub x: String,
    /// What goes from bottom to top.
    pub y: String,
    /// The names below the bars; empty for lines.
    pub names: Vec<String>,
    /// The lines, or the groups of bars.
    pub series: Vec<Series>,
}

/// A line, or a group of bars.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Series {
    /// Its name.
    pub name: String,
    /// Its points, or its bars.
    pub points: Vec<PlotPoint>,
}

/// A point of a line, or a bar.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlotPoint {
    /// The number from left to right.
    pub x: f64,
    /// The value with its interval.
    pub y: Interval,
}

impl Series {
    /// A line.
    #[must_use]
    pub fn new(name: &str, points: impl IntoIterator<Item = (f64, Interval)>) -> Self {
        let points = points.into_iter().map(|(x, y)| PlotPoint { x, y }).collect();
        Self { name: name.to_owned(), points }
    }
}

impl Plot {
    /// Lines over a number.
    #[must_use]
    pub fn lines(title: &str, x: &str, y: &str, series: Vec<Series>) -> Self {
        let [title, x, y] = [title, x, y].map(ToOwned::to_owned);
        Self { title, x, y, names: Vec::new(), series }
    }

    /// A bar for each name.
    #[must_use]
    pub fn bars(title: &str, y: &str, bars: Vec<(String, Interval)>) -> Self {
        let names = bars.iter().map(|(name, _)| name.clone()).collect();
        let points = (0..).map(count).zip(bars.into_iter().map(|(_, value)| value));
        let series = vec![Series::new("", points)];
        Self { title: title.to_owned(), x: String::new(), y: y.to_owned(), names, series }
    }

    /// The picture.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let frame = Frame::around(self);
        let marks: String = self
            .series
            .iter()
            .enumerate()
            .map(|(index, series)| {
                let colour = COLOURS[index % COLOURS.len()];
                let marks = if self.names.is_empty() {
                    frame.line(series, colour)
                } else {
                    frame.bars(series, colour)
                };
                marks + &Frame::key(index, series, colour)
            })
            .collect();
        let [title, x, y] = [&self.title, &self.x, &self.y].map(|text| escaped(text));
        let middle = f64::midpoint(TOP, BOTTOM);
        let width = self.width();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {HEIGHT}\" \
             font-family=\"sans-serif\" font-size=\"12\" fill=\"currentColor\" role=\"img\" aria-label=\"{title}\">\n\
             <style>:root {{ color-scheme: light dark; color: #222 }} \
             @media (prefers-color-scheme: dark) {{ :root {{ color: #ddd }} }}</style>\n\
             <text x=\"{LEFT}\" y=\"22\" font-size=\"14\" font-weight=\"bold\">{title}</text>\n\
             {}{}\
             <text x=\"{:.1}\" y=\"{HEIGHT}\" dy=\"-8\" text-anchor=\"middle\">{x}</text>\n\
             <text transform=\"translate(14 {middle:.1}) rotate(-90)\" text-anchor=\"middle\">{y}</text>\n\
             {marks}</svg>\n",
            frame.grid(),
            self.labels(&frame),
            f64::midpoint(LEFT, RIGHT),
        )
    }

    /// The width with room for the names of the lines.
    fn width(&self) -> f64 {
        let longest = self.series.iter().map(|series| series.name.chars().count()).max();
        (RIGHT + 38.0 + 6.6 * count(longest.unwrap_or(0) as u64)).max(720.0)
    }

    /// The names below the bars, or the numbers of the axis.
    fn labels(&self, frame: &Frame) -> String {
        if self.names.is_empty() {
            return steps(frame.x).map(|value| frame.label(value, &number(value))).collect();
        }
        let at = (0..).map(count);
        at.zip(&self.names).map(|(at, name)| frame.slanted(at, name)).collect()
    }
}

/// The edges of a picture, as values.
struct Frame {
    x: [f64; 2],
    y: [f64; 2],
}

impl Frame {
    fn around(plot: &Plot) -> Self {
        let points = || plot.series.iter().flat_map(|series| &series.points);
        let fold = |of: fn(&PlotPoint) -> [f64; 2]| {
            let ends = points().map(of);
            ends.fold([f64::MAX, f64::MIN], |[low, high], [a, b]| [low.min(a), high.max(b)])
        };
        let [mut left, mut right] = fold(|it| [it.x, it.x]);
        let [mut low, mut high] = fold(|it| [it.y.low, it.y.high]);
        if !plot.names.is_empty() {
            (left, right) = (left - 0.6, right + 0.6);
        }
        // Bars begin at 0, and so do lines that are not far from it.
        if low > 0.0 && (!plot.names.is_empty() || low < high / 2.0) {
            low = 0.0;
        }
        if left >= right {
            (left, right) = (left - 1.0, left + 1.0);
        }
        if low >= high {
            high = low + 1.0;
        }
        Self { x: [left, right], y: [low, high + (high - low) * 0.05] }
    }

    fn at_x(&self, value: f64) -> f64 {
        LEFT + (RIGHT - LEFT) * (value - self.x[0]) / (self.x[1] - self.x[0])
    }

    fn at_y(&self, value: f64) -> f64 {
        BOTTOM - (BOTTOM - TOP) * (value - self.y[0]) / (self.y[1] - self.y[0])
    }

    fn grid(&self) -> String {
        let lines = steps(self.y).map(|value| {
            let y = self.at_y(value);
            format!(
                "<line x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"currentColor\" \
                 stroke-opacity=\"0.15\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\n",
                LEFT - 6.0,
                y + 4.0,
                number(value)
            )
        });
        lines.collect()
    }

    fn label(&self, value: f64, text: &str) -> String {
        let (x, y) = (self.at_x(value), BOTTOM + 18.0);
        format!("<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{text}</text>\n")
    }

    fn slanted(&self, value: f64, name: &str) -> String {
        let (x, y) = (self.at_x(value), BOTTOM + 14.0);
        format!(
            "<text transform=\"translate({x:.1} {y}) rotate(-20)\" text-anchor=\"end\" font-size=\"11\">{}</text>\n",
            escaped(name)
        )
    }

    /// A line with its intervals as a band.
    fn line(&self, Series { points, .. }: &Series, colour: &str) -> String {
        let at = |x: f64, y: f64| format!("{:.1},{:.1}", self.at_x(x), self.at_y(y));
        let upper = points.iter().map(|it| at(it.x, it.y.high));
        let lower = points.iter().rev().map(|it| at(it.x, it.y.low));
        let band: Vec<String> = upper.chain(lower).collect();
        let line: Vec<String> = points.iter().map(|it| at(it.x, it.y.value)).collect();
        format!(
            "<polygon points=\"{}\" fill=\"{colour}\" fill-opacity=\"0.15\"/>\n\
             <polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\n",
            band.join(" "),
            line.join(" ")
        )
    }

    /// Bars with their intervals as whiskers.
    fn bars(&self, Series { points, .. }: &Series, colour: &str) -> String {
        let bar = |&PlotPoint { x, y: it }: &PlotPoint| {
            let (left, right) = (self.at_x(x - 0.35), self.at_x(x + 0.35));
            let (top, zero) = (self.at_y(it.value), self.at_y(self.y[0].max(0.0)));
            let (y, height) = (top.min(zero), (top - zero).abs());
            let (middle, high, low) = (self.at_x(x), self.at_y(it.high), self.at_y(it.low));
            format!(
                "<rect x=\"{left:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{height:.1}\" fill=\"{colour}\" \
                 fill-opacity=\"0.75\"/><line x1=\"{middle:.1}\" x2=\"{middle:.1}\" y1=\"{high:.1}\" y2=\"{low:.1}\" \
                 stroke=\"currentColor\" stroke-width=\"1.5\"/>\n",
                right - left
            )
        };
        points.iter().map(bar).collect()
    }

    /// The name of a line beside the picture.
    fn key(index: usize, series: &Series, colour: &str) -> String {
        if series.name.is_empty() {
            return String::new();
        }
        let y = TOP + 10.0 + 18.0 * count(index as u64);
        let x = RIGHT + 12.0;
        format!(
            "<rect x=\"{x}\" y=\"{:.1}\" width=\"12\" height=\"4\" fill=\"{colour}\"/>\
             <text x=\"{}\" y=\"{:.1}\">{}</text>\n",
            y - 6.0,
            x + 18.0,
            y,
            escaped(&series.name)
        )
    }
}

/// Round numbers between two, five to ten of them.
fn steps([low, high]: [f64; 2]) -> impl Iterator<Item = f64> {
    let raw = (high - low) / 6.0;
    let power = 10_f64.powf(raw.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|it| it * power).into_iter().find(|&it| it >= raw);
    let step = step.unwrap_or(power);
    let first = (low / step).ceil();
    (0..20)
        .map(move |index| (first + count(index)) * step)
        .take_while(move |&it| it <= high + step / 1e6)
}

/// A number of an axis, without needless decimals.
fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A text as HTML and SVG have it.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_numbers() {
        let steps = |low, high| steps([low, high]).map(number).collect::<Vec<_>>().join(" ");
        assert_eq!(steps(0.0, 1.0), "0 0.2 0.4 0.6 0.8 1");
        assert_eq!(steps(1.0, 10.0), "2 4 6 8 10");
        assert_eq!(steps(-3.0, 58.0), "0 20 40");
    }

    #[test]
    fn a_picture_is_well_formed_whatever_its_values_are() {
        let point = |x, value| (x, Interval { value, low: value - 0.1, high: value + 0.1 });
        let series = |points| vec![Series::new("a < b", points)];
        for points in [vec![], vec![point(1.0, 2.0)], vec![point(0.0, 0.5), point(3.0, -2.0)]] {
            let svg = Plot::lines("t & u", "x", "y", series(points)).to_svg();
            assert!(svg.contains("a &lt; b") && svg.contains("t &amp; u"));
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
        let bars = Plot::bars("t", "y", vec![("one".into(), Interval::exactly(0.0))]).to_svg();
        assert!(bars.contains("<rect") && !bars.contains("NaN"));
    }
}
