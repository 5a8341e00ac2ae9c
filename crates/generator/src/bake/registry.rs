//! A map from names of games to their tables.

use std::{collections::BTreeMap, path::Path};

use perfect_play_core::Game;

use super::{BakeError, name::check_name, out_dir};

/// Writes `registry.rs` into cargo's `OUT_DIR`, for `include!`. It is an expression of type `phf::Map<&str,
/// &T>`. Each element of `games` is the name of a constant, and a game. The map leads from the name of the game to
/// a reference to the constant.
///
/// ```no_run
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::registry;
///
/// // In build.rs.
/// registry(&[("TICTACTOE", Mnk::TICTACTOE), ("MISERE", Mnk::TICTACTOE_MISERE)])?;
/// # Ok::<(), perfect_play_generator::BakeError>(())
/// ```
///
/// # Errors
///
/// If a constant is not an identifier, if two games have the same name, or if the file cannot be written.
pub fn registry<G: Game>(games: &[(&str, G)]) -> Result<(), BakeError> {
    write_registry(&out_dir::of_build_script()?, games)
}

fn write_registry<G: Game>(folder: &Path, games: &[(&str, G)]) -> Result<(), BakeError> {
    let mut constants = BTreeMap::new();
    for (constant, game) in games {
        check_name(constant)?;
        let game = game.to_string();
        if constants.insert(game.clone(), format!("&{constant}")).is_some() {
            return Err(BakeError::TwoGamesOfOneName { game });
        }
    }
    let mut map = phf_codegen::Map::<String>::new();
    for (game, constant) in constants {
        map.entry(game, constant);
    }
    out_dir::write(&folder.join("registry.rs"), map.build().to_string().as_bytes())
}

#[cfg(test)]
mod tests {
    use perfect_play_games::Mnk;

    use super::*;

    #[test]
    fn two_games_of_one_name_are_refused_and_nothing_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let twice = [("A", Mnk::TICTACTOE), ("B", Mnk::TICTACTOE)];
        let error = write_registry(folder.path(), &twice).unwrap_err();
        assert_eq!(
            error.to_string(),
            "two games are called `tictactoe`: let `Display` print another name for one of them"
        );
        assert!(write_registry(folder.path(), &[("../A", Mnk::TICTACTOE)]).is_err());
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
    }
}
