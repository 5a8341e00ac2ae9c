//! The table by tiers in a folder.

use std::path::Path;

use perfect_play_core::Shown;
use perfect_play_engine::AnyGame;
use perfect_play_file::{FileSections, TableFile};
use perfect_play_games::Mnk;
use perfect_play_numbering::TierTable;

/// Opens the table in a folder, for this command.
///
/// # Errors
///
/// If it cannot be opened, or if the work cannot be divided among the ranks.
pub(crate) fn open(folder: &Path, command: &str) -> Result<TierTable<Mnk, FileSections>, String> {
    let file = TableFile::open(folder).map_err(|error| error.to_string())?;
    let header = file.header();
    if !header.numbering.is_by_tier() {
        return Err(format!(
            "the work of `{command}` for {} cannot be divided among ranks: use one machine, with `perfect-play {command} {}`",
            Shown(&header.game),
            Shown(folder.display())
        ));
    }
    let game: AnyGame = header.game.parse().map_err(|error| format!("{error}"))?;
    let game = game.mnk().ok_or_else(|| format!("{game} has no tiers"))?;
    file.into_table(game).map_err(|error| error.to_string())
}
