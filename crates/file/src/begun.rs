//! The headers of files to which nothing is written yet.

use std::sync::Arc;

use perfect_play_core::{Board, Game, Objective};
use perfect_play_numbering::{TierNumbering, Tiers};

use crate::{Header, Meaning, Settings, Stored, identity::fingerprint};

impl Header {
    /// The header of a file to which nothing is written yet.
    pub(crate) fn begun<G: Game, N: Stored<G>>(
        game: &G,
        objective: Objective,
        numbering: &N,
        settings: Settings,
        (sections, entry_bytes): (u64, u64),
    ) -> Self {
        let described = numbering.described();
        Self {
            game: game.to_string(),
            rules: fingerprint(game, numbering),
            objective,
            scheme: Meaning::of(game.scheme(), described),
            numbering: described,
            // At most 64.
            key_bytes: u8::try_from(numbering.key_bytes()).unwrap_or(u8::MAX),
            settings,
            sections,
            entry_bytes,
            positions_by_ply: Vec::new(),
            stored_bytes: 0,
            index_crc32: 0,
            finished: false,
            part: None,
        }
    }

    /// The header of a table with two sections for each tier, to which nothing is written yet.
    ///
    /// # Panics
    ///
    /// If `tiers` is the numbering of another game, or if `frame_slots` is 0 or above [`Settings::MAX_FRAME_SLOTS`].
    pub(crate) fn begun_by_tiers<G: Game<Position = Board>>(
        game: &G,
        objective: Objective,
        tiers: &Arc<Tiers>,
        settings: Settings,
    ) -> Self {
        assert!(tiers.is_of(game), "the numbering is that of another game");
        assert!((1..=Settings::MAX_FRAME_SLOTS).contains(&settings.frame_slots));
        let counts = (2 * tiers.len() as u64, tiers.slots());
        Self::begun(game, objective, &TierNumbering::from(Arc::clone(tiers)), settings, counts)
    }
}
