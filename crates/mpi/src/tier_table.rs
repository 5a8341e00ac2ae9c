//! The table by tiers in a folder.

use std::path::Path;

use perfect_play_engine::AnyGame;
use perfect_play_file::{FileSections, TableFile};
use perfect_play_games::Mnk;
use perfect_play_numbering::TierTable;

/// Opens the table in a folder. `None` if it is of one piece.
///
/// # Errors
///
/// If it cannot be opened.
pub(crate) fn open(folder: &Path) -> Result<Option<TierTable<Mnk, FileSections>>, String> {
    let file = TableFile::open(folder).map_err(|error| error.to_string())?;
    if !file.header().numbering.is_by_tier() {
        return Ok(None);
    }
    let game: AnyGame = file.header().game.parse().map_err(|error| format!("{error}"))?;
    let game = game.mnk().ok_or_else(|| format!("{game} has no tiers"))?;
    file.into_table(game).map(Some).map_err(|error| error.to_string())
}
