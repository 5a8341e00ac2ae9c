//! Counts as a forger would adapt them to changed entries.

use perfect_play_games::Mnk;
use perfect_play_generator::core::{Layout, Solvable, Value};
use perfect_play_table::Numbering;

use crate::{file::Parts, stones::Stones};

/// With counts of the entries that are there, symmetric images counted one by one. A table by tiers has no
/// counts.
pub(crate) fn recounted(parts: &Parts) -> Parts {
    let mut parts = parts.clone();
    if let Numbering::Codes(layout) = parts.header.numbering {
        if let Ok(game) = parts.header.game.parse::<Mnk>() {
            recount(&mut parts, &game, layout);
        } else {
            let game = Stones::named(&parts.header.game).unwrap();
            recount(&mut parts, &game, layout);
        }
    }
    parts
}

fn recount<G: Solvable>(parts: &mut Parts, game: &G, layout: Layout) {
    let slot_bytes = usize::try_from(layout.slot_bytes()).unwrap();
    let no_entry = match layout {
        Layout::Words => vec![0, 0],
        Layout::Bytes => vec![Value::NONE],
    };
    let counts = &mut parts.header.positions_by_ply;
    counts.fill(0);
    for (code, slot) in (0..).zip(parts.sections[0].chunks(slot_bytes)) {
        if let Ok(position) = game.decode(code)
            && slot != no_entry
        {
            counts[usize::from(game.ply(position))] += 1;
        }
    }
}
