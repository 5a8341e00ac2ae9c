//! Time and efficiency over the number of machines, as a picture.

use svg::{
    Document,
    node::element::{Circle, Polyline},
};

use crate::{
    drawing::figure::{BLUE, INK, ORANGE, PENCIL, centred, figure, line, text},
    text::numbers::duration,
};

const WIDTH: i32 = 640;
const HEIGHT: i32 = 400;
/// The positions of the axes.
const LEFT: i32 = 80;
const RIGHT: i32 = WIDTH - 60;
const TOP: i32 = 60;
const BOTTOM: i32 = HEIGHT - 60;

/// Draws points of machines, seconds and efficiency. Both axes are logarithmic: each mark is twice the one before. The
/// curve is straight where twice the machines take half the time.
pub(super) fn picture(game: &str, cores: u32, points: &[(u32, f64, f64)]) -> Document {
    let title = format!("{game} on machines of {cores} cores");
    let times = || points.iter().map(|it| it.1.log2());
    let (least, most) = (times().fold(f64::INFINITY, f64::min), times().fold(0.0, f64::max));
    let widest = points.iter().map(|it| f64::from(it.0).log2()).fold(1.0, f64::max);
    let x = |machines: u32| place(f64::from(machines).log2() / widest, LEFT, RIGHT);
    let y = |seconds: f64| place((seconds.log2() - least) / (most - least).max(1.0), BOTTOM, TOP);
    let y_of_share = |share: f64| place(share, BOTTOM, TOP);
    let curve = |points: Vec<(i32, i32)>, colour: &str| {
        let points: Vec<_> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
        Polyline::new()
            .set("points", points.join(" "))
            .set("fill", "none")
            .set("stroke", colour)
            .set("stroke-width", 2)
    };
    let mut picture = figure(WIDTH, HEIGHT, &title)
        .add(text(LEFT, 24, title).set("font-weight", "bold"))
        .add(text(LEFT, 44, "time").set("fill", BLUE))
        .add(text(LEFT + 50, 44, "efficiency").set("fill", ORANGE))
        .add(line((LEFT, BOTTOM), (RIGHT, BOTTOM), 1))
        .add(line((LEFT, TOP), (LEFT, BOTTOM), 1))
        .add(centred(i32::midpoint(LEFT, RIGHT), HEIGHT - 14, "machines").set("fill", PENCIL));
    for share in [0.0, 0.5, 1.0] {
        let label = format!("{:.0} %", 100.0 * share);
        picture = picture.add(text(RIGHT + 8, y_of_share(share) + 4, label).set("fill", ORANGE));
    }
    picture = picture
        .add(curve(points.iter().map(|it| (x(it.0), y(it.1))).collect(), BLUE))
        .add(curve(points.iter().map(|it| (x(it.0), y_of_share(it.2))).collect(), ORANGE));
    for it in points {
        let (x, y) = (x(it.0), y(it.1));
        picture = picture
            .add(Circle::new().set("cx", x).set("cy", y).set("r", 3).set("fill", BLUE))
            .add(centred(x, y - 8, duration(it.1)).set("font-size", 10).set("fill", INK))
            .add(centred(x, BOTTOM + 18, it.0.to_string()));
    }
    picture
}

/// A point between two others.
#[expect(clippy::cast_possible_truncation, reason = "pixels")]
fn place(share: f64, from: i32, to: i32) -> i32 {
    (f64::from(from) + share.clamp(0.0, 1.0) * f64::from(to - from)).round() as i32
}
