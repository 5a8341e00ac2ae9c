//! The chart of the articles: wins in so many moves, losses and draws, a group of bars a pairing.

use std::{
    collections::BTreeSet,
    io::{self, Write},
};

use svg::node::element::{Group, Rectangle};

use super::report::Pairing;
use crate::{
    figure::{self, BLUE, INK, ORANGE, PAPER, PENCIL, TEXT, centred, text},
    number,
    share::Share,
};

const BAR: i32 = 46;
/// Between two bars of a group.
const GAP: i32 = 6;
/// Between two groups.
const GROUP_GAP: i32 = 40;
/// The height of the bar of what always happens.
const FULL: i32 = 240;
const MARGIN: i32 = 20;
/// Left of the bars, where the scale is.
const SCALE: i32 = 40;
const HEAD: i32 = 70;

pub(super) fn write(out: &mut dyn Write, pairings: &[Pairing]) -> io::Result<()> {
    let moves: BTreeSet<u16> =
        pairings.iter().flat_map(|pairing| pairing.x_wins_by_moves.keys().copied()).collect();
    let bars = i32::try_from(moves.len() + 2).unwrap_or(i32::MAX / BAR);
    let titles: Vec<_> =
        pairings.iter().map(|pairing| format!("{} – {}", pairing.x, pairing.o)).collect();
    let widest = titles.iter().map(|title| figure::width_of(title)).max().unwrap_or(0);
    let group_width = (bars * (BAR + GAP) - GAP).max(widest);
    let groups = i32::try_from(pairings.len()).unwrap_or(i32::MAX / group_width);
    let game = pairings.first().map_or("", |pairing| &pairing.game);
    let title = format!("{game}: how games end for X, X's level – O's level");
    let how = how(pairings);
    let width = (2 * MARGIN + SCALE + groups * (group_width + GROUP_GAP))
        .max(2 * MARGIN + figure::width_of(&title).max(figure::width_of(&how)));
    let height = HEAD + FULL + 6 * TEXT + MARGIN;
    let mut chart = figure::figure(width, height, &title)
        .add(text(MARGIN, MARGIN + TEXT, title).set("font-weight", "bold"))
        .add(text(MARGIN, MARGIN + 5 * TEXT / 2, how).set("fill", PENCIL))
        .add(scale(width));
    for ((pairing, title), i) in pairings.iter().zip(titles).zip(0..) {
        let left = MARGIN + SCALE + GROUP_GAP / 2 + i * (group_width + GROUP_GAP);
        chart = chart.add(group(pairing, &moves, left)).add(
            centred(left + group_width / 2, HEAD + FULL + 5 * TEXT, title)
                .set("font-weight", "bold"),
        );
    }
    figure::write(out, &chart)
}

fn how(pairings: &[Pairing]) -> String {
    match pairings.first().and_then(|pairing| pairing.games.zip(pairing.seed)) {
        Some((games, seed)) => {
            let each = if pairings.len() > 1 { " each" } else { "" };
            let games = number::grouped(games);
            format!("games: {games}{each}, seed {seed}; the thin lines are 95% intervals")
        }
        None => "exactly computed".to_owned(),
    }
}

/// The lines of 0%, 20% and so on.
fn scale(width: i32) -> Group {
    (0..=5).fold(Group::new().set("fill", PENCIL), |group, fifth| {
        let y = HEAD + FULL - fifth * FULL / 5;
        group
            .add(
                figure::line((MARGIN + SCALE, y), (width - MARGIN, y), 1)
                    .set("stroke", if fifth == 0 { INK } else { "#dddddd" }),
            )
            .add(text(MARGIN, y + TEXT / 3, format!("{}%", 20 * fifth)))
    })
}

/// The bars of a pairing.
fn group(pairing: &Pairing, moves: &BTreeSet<u16>, left: i32) -> Group {
    let none = Share::none();
    let wins = moves.iter().map(|moves| {
        let wins = pairing.x_wins_by_moves.get(moves).unwrap_or(&none);
        (format!("won in {moves}"), BLUE, wins)
    });
    let others = [
        ("lost".to_owned(), ORANGE, &pairing.o_wins),
        ("drawn".to_owned(), PENCIL, &pairing.draws),
    ];
    wins.chain(others).zip(0..).fold(Group::new(), |group, ((name, colour, share), i)| {
        group.add(bar(left + i * (BAR + GAP), &name, colour, share))
    })
}

fn bar(left: i32, name: &str, colour: &str, share: &Share) -> Group {
    let (bottom, middle) = (HEAD + FULL, left + BAR / 2);
    let top = height_of(share.value());
    let mut group = Group::new().add(
        Rectangle::new()
            .set("x", left)
            .set("y", top)
            .set("width", BAR)
            .set("height", bottom - top)
            .set("fill", colour),
    );
    if let Share::Sampled { low, high, .. } = *share {
        let ends = ((middle, height_of(low)), (middle, height_of(high)));
        // On its own ground, for the line is as dark as some bars.
        group = group
            .add(figure::line(ends.0, ends.1, 4).set("stroke", PAPER))
            .add(figure::line(ends.0, ends.1, 1));
    }
    let percent = format!("{}%", number::percent(share.value(), 1));
    (1..).zip([name.to_owned(), percent]).fold(group, |group, (line, words)| {
        let y = bottom + line * 5 * TEXT / 4;
        group.add(centred(middle, y, words).set("font-size", TEXT - 2))
    })
}

/// How far down a share's bar begins.
#[expect(clippy::cast_possible_truncation, reason = "a share is from 0 to 1")]
fn height_of(share: f64) -> i32 {
    HEAD + FULL - (share * f64::from(FULL)).round() as i32
}
