//! The chart of the articles, with a column of 100% for each pairing: from the bottom X's wins by number of moves, then
//! draws, then O's wins by number of moves.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{self, Write},
};

use perfect_play_analysis::{Chance, Pairing};
use perfect_play_core::Player;
use svg::node::element::{Group, Rectangle};

use crate::{
    drawing::figure::{self, FAINT, INK, LINE, PAPER, PENCIL, TEXT, centred, text},
    text::numbers,
};

/// The width of a column.
const COLUMN: i32 = 84;
/// The space between two columns.
const GAP: i32 = 36;
/// The height of a column.
const FULL: i32 = 260;
const MARGIN: i32 = 20;
/// The space left of the columns, which holds the scale.
const SCALE: i32 = 44;
/// The largest width of a chart, unless its words are wider.
const MOST_WIDTH: i32 = 900;
/// The space below a row of columns.
const FOOT: i32 = 3 * LINE;
/// The size of a colour sample in the legend.
const SWATCH: i32 = 12;
/// The share of the colour that is left in a draw.
const DRAWN: f64 = 0.3;

/// A result of a game: a winner with this many moves, a winner with any number of moves, or a draw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct End {
    winner: Option<Player>,
    moves: Option<u16>,
}

pub(super) fn write(out: &mut dyn Write, pairings: &[Pairing]) -> io::Result<()> {
    let ends = Ends::of(pairings);
    let titles: Vec<_> =
        pairings.iter().map(|pairing| format!("{} – {}", pairing.x, pairing.o)).collect();
    let pitch = titles.iter().map(|title| figure::width_of(title)).fold(COLUMN, i32::max) + GAP;
    let room = MOST_WIDTH - 2 * MARGIN - SCALE;
    let count = i32::try_from(pairings.len()).unwrap_or(i32::MAX / pitch);
    let columns = (room / pitch).clamp(1, count.max(1));
    let rows = (count + columns - 1) / columns;
    let game = pairings.first().map_or("", |pairing| &pairing.game);
    let title = format!("{game}: how games end, X's level – O's level");
    let how = how(pairings);
    let words = figure::width_of(&title).max(figure::width_of(&how));
    let width = (SCALE + columns * pitch).max(words) + 2 * MARGIN;
    let (legend, legend_height) = ends.legend(MARGIN + 3 * LINE, width);
    let head = MARGIN + 3 * LINE + legend_height + LINE;
    let height = head + rows * (FULL + FOOT + LINE) - 2 * LINE + MARGIN;
    let mut chart = figure::figure(width, height, &title)
        .add(text(MARGIN, MARGIN + TEXT, title).set("font-weight", "bold"))
        .add(text(MARGIN, MARGIN + TEXT + LINE, how).set("fill", PENCIL))
        .add(legend);
    for row in 0..rows {
        chart = chart.add(scale(head + row * (FULL + FOOT + LINE), width));
    }
    // Centred in the space beside the scale.
    let first = MARGIN + SCALE + (width - 2 * MARGIN - SCALE - columns * pitch) / 2;
    for ((pairing, title), i) in pairings.iter().zip(titles).zip(0..) {
        let middle = first + (i % columns) * pitch + pitch / 2;
        let top = head + (i / columns) * (FULL + FOOT + LINE);
        let label = centred(middle, top + FULL + 3 * LINE / 2, title).set("font-weight", "bold");
        chart = chart.add(ends.column(pairing, (middle - COLUMN / 2, top))).add(label);
    }
    figure::write(out, &chart)
}

fn how(pairings: &[Pairing]) -> String {
    match pairings.first().and_then(|pairing| pairing.games.zip(pairing.seed)) {
        Some((games, seed)) => {
            let each = if pairings.len() > 1 { " each" } else { "" };
            let games = numbers::grouped(games);
            format!(
                "Games: {games}{each}, seed {seed}. The thin lines are 95% intervals of X's and O's wins."
            )
        }
        None => "Exactly computed.".to_owned(),
    }
}

/// The lines of 0%, 20% and so on.
fn scale(top: i32, width: i32) -> Group {
    (0..=5).fold(Group::new().set("fill", PENCIL), |group, fifth| {
        let y = top + FULL - fifth * FULL / 5;
        group
            .add(
                figure::line((MARGIN + SCALE, y), (width - MARGIN, y), 1)
                    .set("stroke", if fifth == 0 { INK } else { FAINT }),
            )
            .add(text(MARGIN, y + TEXT / 3, format!("{}%", 20 * fifth)))
    })
}

/// All results of some pairings, from the bottom of a column to its top, with the strength of the winner's colour for
/// each.
struct Ends(Vec<(End, f64)>);

impl Ends {
    fn of(pairings: &[Pairing]) -> Self {
        let seen: BTreeSet<End> =
            pairings.iter().flat_map(|pairing| shares(pairing).into_keys()).collect();
        let of = |winner| seen.iter().filter(move |end| end.winner == Some(winner)).copied();
        let [x, o] = [Player::X, Player::O].map(|winner| shaded(of(winner).collect()));
        let draw = End { winner: None, moves: None };
        let draws = seen.contains(&draw).then_some((draw, DRAWN));
        Self(x.into_iter().chain(draws).chain(o.into_iter().rev()).collect())
    }

    /// The legend: the results with their colours, from left to right on as many lines as necessary. Also returns its
    /// height.
    fn legend(&self, top: i32, width: i32) -> (Group, i32) {
        let (mut left, mut y) = (MARGIN, top);
        let group = self.0.iter().fold(Group::new(), |group, &(end, part)| {
            let words = end.words();
            let wide = SWATCH + TEXT / 2 + figure::width_of(&words);
            if left > MARGIN && left + wide > width - MARGIN {
                (left, y) = (MARGIN, y + 3 * LINE / 2);
            }
            let group = group.add(end.ground((left, y), (SWATCH, SWATCH), part)).add(text(
                left + SWATCH + TEXT / 2,
                y + SWATCH - 2,
                words,
            ));
            left += wide + TEXT;
            group
        });
        (group, y + SWATCH - top)
    }

    /// The column of a pairing, placed by its top left corner.
    fn column(&self, pairing: &Pairing, (left, top): (i32, i32)) -> Group {
        let shares = shares(pairing);
        let mut below = 0.0;
        let mut column = Group::new();
        for &(end, part) in &self.0 {
            let Some(share) = shares.get(&end).map(|share| share.value()) else { continue };
            let bottom = top + height_of(below);
            below += share;
            let upper = top + height_of(below);
            let height = bottom - upper;
            column = column.add(end.ground((left, upper), (COLUMN, height), part));
            if height > LINE {
                let ink = if part > 0.9 { PAPER } else { INK };
                let percent = format!("{}%", numbers::percent(share, 1));
                let middle = i32::midpoint(upper, bottom) + TEXT / 3;
                column = column.add(centred(left + COLUMN / 2, middle, percent).set("fill", ink));
            }
        }
        let x = left + COLUMN - TEXT / 2;
        for (wins, from_top) in [(&pairing.x_wins, false), (&pairing.o_wins, true)] {
            if let Chance::Sampled { low, high, .. } = *wins {
                let ends = [low, high].map(|share| if from_top { 1.0 - share } else { share });
                let [from, to] = ends.map(|share| (x, top + height_of(share)));
                // The interval has a background of its own, because its line is as dark as some columns.
                column = column
                    .add(figure::line(from, to, 4).set("stroke", PAPER))
                    .add(figure::line(from, to, 1));
            }
        }
        column
    }
}

/// The wins of one player. The fastest win has the full colour.
fn shaded(wins: Vec<End>) -> Vec<(End, f64)> {
    let rest = f64::from(u16::try_from(wins.len().saturating_sub(2)).unwrap_or(u16::MAX).max(1));
    let part = |i: u16| if i == 0 { 1.0 } else { 0.5 - 0.35 * f64::from(i - 1) / rest };
    wins.into_iter().zip(0..).map(|(end, i)| (end, part(i))).collect()
}

/// How often each result occurs, without those that do not.
fn shares(pairing: &Pairing) -> BTreeMap<End, &Chance> {
    let Pairing { x_wins, o_wins, draws, x_wins_by_moves, o_wins_by_moves, .. } = pairing;
    let mut shares = BTreeMap::from([(End { winner: None, moves: None }, draws)]);
    for (winner, wins, by_moves) in
        [(Player::X, x_wins, x_wins_by_moves), (Player::O, o_wins, o_wins_by_moves)]
    {
        let winner = Some(winner);
        if by_moves.is_empty() {
            shares.insert(End { winner, moves: None }, wins);
        }
        let by_moves = by_moves.iter();
        shares.extend(by_moves.map(|(&moves, share)| (End { winner, moves: Some(moves) }, share)));
    }
    shares.retain(|_, share| share.value() > 0.0);
    shares
}

impl End {
    /// `X wins in 3 moves`, `draw`.
    fn words(self) -> String {
        match (self.winner, self.moves) {
            (None, _) => "draw".to_owned(),
            (Some(winner), None) => format!("{winner} wins"),
            (Some(winner), Some(moves)) => {
                let moves = numbers::counted(moves.into(), "move", "moves");
                format!("{winner} wins in {moves}")
            }
        }
    }

    /// A part of a column, with this share of its colour.
    fn ground(self, (left, top): (i32, i32), (width, height): (i32, i32), part: f64) -> Rectangle {
        Rectangle::new()
            .set("x", left)
            .set("y", top)
            .set("width", width)
            .set("height", height)
            .set("fill", self.winner.map_or(PENCIL, figure::colour))
            .set("fill-opacity", (part * 100.0).round() / 100.0)
            .set("stroke", PAPER)
    }
}

/// The distance from the top of a column to the end of a share.
#[expect(clippy::cast_possible_truncation, reason = "a share is from 0 to 1")]
fn height_of(share: f64) -> i32 {
    FULL - (share.clamp(0.0, 1.0) * f64::from(FULL)).round() as i32
}
