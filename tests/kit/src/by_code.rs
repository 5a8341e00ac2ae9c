//! Tables by code, made of values.

use perfect_play_core::{BadValues, CodeNumbering, Game, Objective};
use perfect_play_numbering::{SmallNumbering, SmallTable};

/// A table by code with these values, which can be written to a file.
///
/// # Errors
///
/// The errors of [`CodeNumbering::check_values`].
///
/// # Panics
///
/// If the positions of the game have no codes.
pub fn by_code<G: Game>(
    game: G,
    objective: Objective,
    values: Vec<u8>,
) -> Result<SmallTable<G>, BadValues> {
    CodeNumbering::check_values(&game, &values)?;
    Ok(SmallTable::new(game, objective, SmallNumbering::Codes, values).expect("a game with codes"))
}
