//! What a table says of itself.

use perfect_play_core::{DirectTable, Game, Layout, Objective, Probe};
use serde::{Deserialize, Serialize};

/// The header of a `.perfect` file. It depends on the table alone: no time, no machine, no version
/// of a tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The game's name, with its parameters.
    pub game: String,
    /// Which moves the table calls optimal.
    pub objective: Objective,
    /// How the payload's slots are written.
    pub layout: Layout,
    /// How many positions have an entry, for each ply from 0 to the game's longest play.
    pub positions_by_ply: Vec<u64>,
    /// Bytes of payload.
    pub payload_bytes: u64,
    /// CRC-32 (IEEE) of the payload.
    pub payload_crc32: u32,
    /// Whether the writing came to its end. A file where it did not is refused.
    pub finished: bool,
}

impl Header {
    /// The header of this table's file.
    pub fn of<G: Game, B: AsRef<[u8]>>(table: &DirectTable<G, B>) -> Self {
        let game = table.game();
        let mut positions_by_ply = vec![0; usize::from(game.max_plies()) + 1];
        for position in table.positions() {
            if let Some(count) = positions_by_ply.get_mut(usize::from(game.ply(position))) {
                *count += 1;
            }
        }
        Self {
            game: game.to_string(),
            objective: table.objective(),
            layout: table.layout(),
            positions_by_ply,
            payload_bytes: table.slots().len() as u64,
            payload_crc32: crc32fast::hash(table.slots()),
            finished: true,
        }
    }

    /// How many positions have an entry.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions_by_ply.iter().fold(0, |sum, count| sum.saturating_add(*count))
    }
}
