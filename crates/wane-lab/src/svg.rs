//! [`Chart`]: the frame of an SVG chart, with its axes and the scale of its values.
//!
//! The marks in it are left to the callers.

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 440.0;
const TOP: f64 = 44.0;

/// The colour of the labels of an axis.
const LABEL_COLOUR: &str = "#555";

/// A chart of 760 by 440 units.
pub(crate) struct Chart {
    /// For screen readers and tooltips.
    pub(crate) title: &'static str,
    /// The text above the plot.
    pub(crate) heading: &'static str,
    /// The edges of the plot, which leave space for labels.
    pub(crate) left: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
    /// The values at the left and at the right edge.
    pub(crate) x: [f64; 2],
    /// The values at the bottom and at the top edge.
    pub(crate) y: [f64; 2],
}

impl Chart {
    pub(crate) const TOP: f64 = TOP;

    /// Where a value lies from left to right.
    pub(crate) fn x(&self, value: f64) -> f64 {
        let [low, high] = self.x;
        self.left + (self.right - self.left) * (value - low) / (high - low)
    }

    /// Where a value lies from top to bottom.
    pub(crate) fn y(&self, value: f64) -> f64 {
        let [low, high] = self.y;
        self.bottom - (self.bottom - TOP) * (value - low) / (high - low)
    }

    /// Horizontal grid lines with their values, `step` apart.
    pub(crate) fn grid(&self, step: f64) -> String {
        let Self { left, right, y: [low, high], .. } = *self;
        let (mut svg, mut value) = (String::new(), low);
        while value <= high {
            let y = self.y(value);
            svg += &format!(
                "<line x1=\"{left}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#eee\"/>"
            );
            svg += &text([left - 8.0, y + 4.0], "end", LABEL_COLOUR, &value.to_string());
            svg += "\n";
            value += step;
        }
        svg
    }

    /// A label below the plot.
    pub(crate) fn x_label(&self, value: f64, label: &str) -> String {
        text([self.x(value), self.bottom + 20.0], "middle", LABEL_COLOUR, label)
    }

    /// Straight lines from point to point. `style` has further attributes.
    pub(crate) fn polyline(
        &self,
        points: impl IntoIterator<Item = [f64; 2]>,
        style: &str,
    ) -> String {
        let point = |[x, y]: [f64; 2]| format!("{:.1},{:.1}", self.x(x), self.y(y));
        let points: Vec<String> = points.into_iter().map(point).collect();
        format!("<polyline points=\"{}\" fill=\"none\" {style}/>\n", points.join(" "))
    }

    /// The whole picture, with the plot in it.
    pub(crate) fn document(&self, plot: &str) -> String {
        let Self { title, heading, left, .. } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             font-family=\"sans-serif\" font-size=\"11\">\n\
             <title>{title}</title>\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
             <text x=\"{left}\" y=\"22\" font-size=\"13\" fill=\"#222\">{heading}</text>\n\
             {plot}</svg>\n"
        )
    }
}

/// A text whose `anchor`, "start", "middle" or "end", is at a point.
pub(crate) fn text([x, y]: [f64; 2], anchor: &str, colour: &str, text: &str) -> String {
    format!(
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{colour}\">{text}</text>"
    )
}

/// A count as a value of an axis.
#[expect(clippy::cast_precision_loss, reason = "an axis has few numbers")]
pub(crate) fn number(count: usize) -> f64 {
    count as f64
}
