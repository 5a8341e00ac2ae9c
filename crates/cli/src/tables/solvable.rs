//! Which games can be solved, and the error for games that cannot.

use std::fmt;

use perfect_play_games::{Family, Mnk};

use crate::text::numbers::counted;

/// The most cells of a board that can be solved. For `connect` this is the board of Connect Four. Most `connect` boards
/// of up to 36 cells can be solved, if they have at most 14 rows.
pub(crate) const fn most_cells(family: Family) -> u8 {
    match family {
        Family::Connect => 42,
        _ => 25,
    }
}

/// Says which boards can be solved.
pub(crate) const fn solvable(family: Family) -> &'static str {
    match family {
        Family::Connect => {
            "where marks fall, most boards of up to 36 cells and 14 rows can be solved, such as \
             connect:6,6,4, and 7 columns by 6 rows"
        }
        _ => "boards of up to 25 cells can be solved, such as mnk:5,5,4",
    }
}

/// The error for a game whose board is too large. It prints in two sentences: which game it is, and which games can be
/// solved.
pub(crate) struct TooLarge<'a> {
    /// The game's name, as the user wrote it.
    pub(crate) name: &'a str,
    pub(crate) family: Family,
    pub(crate) columns: u8,
    pub(crate) rows: u8,
    pub(crate) k: u8,
    pub(crate) misere: bool,
}

impl<'a> TooLarge<'a> {
    pub(crate) fn new(name: &'a str, game: &Mnk) -> Self {
        let (family, misere) = (game.family(), game.is_misere());
        let (columns, rows, k) = (game.shape().columns(), game.shape().rows(), game.k());
        Self { name, family, columns, rows, k, misere }
    }
}

impl fmt::Display for TooLarge<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, family, columns, rows, k, misere } = *self;
        write!(f, "{name} is ")?;
        match (family, [columns, rows, k]) {
            (Family::Connect, [_, _, 4]) => f.write_str("Connect Four on")?,
            (Family::Connect, _) => write!(f, "Connect Four with {k} in a row, on")?,
            _ => write!(f, "{k} in a row on")?,
        }
        write!(
            f,
            " {} by {}",
            counted(columns.into(), "column", "columns"),
            counted(rows.into(), "row", "rows")
        )?;
        if misere {
            f.write_str(", where a line loses")?;
        }
        let cells = u16::from(columns) * u16::from(rows);
        write!(
            f,
            ". That board has {cells} cells and is too large to solve here: {}.",
            solvable(family)
        )
    }
}

#[cfg(test)]
mod tests {
    use perfect_play_generator::numbering::Tiers;

    use super::*;

    fn has_numbering(name: &str) -> bool {
        Tiers::of(&name.parse::<Mnk>().unwrap()).is_ok()
    }

    #[test]
    #[ignore = "takes long: `.ci/full` runs it"]
    fn what_is_said_to_be_solvable_has_a_numbering() {
        for rows in 1..=25 {
            let name = format!("mnk:{},{rows},1", most_cells(Family::Mnk) / rows);
            assert!(has_numbering(&name), "{name}");
        }
        let shapes = (1..=14).flat_map(|rows| (1..=36 / rows).map(move |columns| (columns, rows)));
        let shapes: Vec<_> =
            shapes.map(|(columns, rows)| format!("connect:{columns},{rows},1")).collect();
        let (can, cannot): (Vec<_>, Vec<_>) =
            shapes.into_iter().partition(|name| has_numbering(name));
        assert!(can.len() > 5 * cannot.len(), "{cannot:?}");
        assert!(["mnk:5,5,4", "connect:6,6,4", "connect:7,6,4"].into_iter().all(has_numbering));
        for columns in 1..=42 {
            let name = format!("connect:{columns},{},1", 42 / columns);
            assert!(42 % columns != 0 || has_numbering(&name) == (columns == 7), "{name}");
        }
        assert!(!has_numbering("connect:1,20,4"));
    }
}
