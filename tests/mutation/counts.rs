//! Counts as a forger would adapt them to changed entries.

use perfect_play_file::StoredNumbering;
use perfect_play_games::Mnk;
use perfect_play_generator::core::{Game, Value};

use super::{file::Parts, stones};

/// With counts of the entries that are there, symmetric images counted one by one. A table by tiers has no
/// counts.
pub(crate) fn recounted(parts: &Parts) -> Parts {
    let mut parts = parts.clone();
    if parts.header.numbering == StoredNumbering::Codes {
        if let Ok(game) = parts.header.game.parse::<Mnk>() {
            recount(&mut parts, &game);
        } else {
            let game = stones::named(&parts.header.game).unwrap();
            recount(&mut parts, &game);
        }
    }
    parts
}

fn recount<G: Game>(parts: &mut Parts, game: &G) {
    let counts = &mut parts.header.positions_by_ply;
    counts.fill(0);
    for (code, &byte) in (0..).zip(&parts.sections[0]) {
        if let Ok(position) = game.decode(code)
            && byte != Value::NONE
        {
            counts[usize::from(game.ply(position).unwrap_or(0))] += 1;
        }
    }
}
