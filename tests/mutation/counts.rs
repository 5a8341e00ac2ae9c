//! Counts as a forger would adapt them to changed entries.

use perfect_play_generator::{
    core::{Game, Layout, Mnk, Value},
    index::Index,
};
use perfect_play_table::Numbering;

use crate::{file::Parts, stones::Stones};

/// With counts of the entries that are there, symmetric images counted one by one.
pub(crate) fn recounted(parts: &Parts) -> Parts {
    let mut parts = parts.clone();
    match (parts.header.numbering, parts.header.game.parse::<Mnk>()) {
        (Numbering::Index, Ok(game)) => recount_slots(&mut parts, &game),
        (Numbering::Codes(layout), Ok(game)) => recount_codes(&mut parts, &game, layout),
        (Numbering::Codes(layout), Err(_)) => {
            let game = Stones::named(&parts.header.game).unwrap();
            recount_codes(&mut parts, &game, layout);
        }
        (Numbering::Index, Err(_)) => unreachable!("only boards are numbered by index"),
    }
    parts.add_up();
    parts
}

fn recount_slots(parts: &mut Parts, game: &Mnk) {
    let index = Index::of(game).unwrap();
    let mut slots = 0..;
    for (entries, counts) in parts.levels.iter().zip(&mut parts.counts) {
        counts.fill(0);
        for (&byte, slot) in entries.iter().zip(&mut slots) {
            let board = index.board(slot).unwrap();
            if byte != Value::NONE && game.check(board).is_ok() {
                counts[usize::from(game.ply(board))] += index.images(board).count() as u64;
            }
        }
    }
}

fn recount_codes<G: Game>(parts: &mut Parts, game: &G, layout: Layout) {
    let slot_bytes = usize::try_from(layout.slot_bytes()).unwrap();
    let no_entry = match layout {
        Layout::Words => vec![0, 0],
        Layout::Bytes => vec![Value::NONE],
    };
    let counts = &mut parts.counts[0];
    counts.fill(0);
    for (code, slot) in (0..).zip(parts.levels[0].chunks(slot_bytes)) {
        if let Ok(position) = game.decode(code)
            && slot != no_entry
        {
            counts[usize::from(game.ply(position))] += 1;
        }
    }
}
