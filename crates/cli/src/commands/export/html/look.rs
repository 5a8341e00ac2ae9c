//! What a board looks like on the page, beyond its cells: its surface, its pieces, and the words of its game. The scripts
//! of the page know no game; they draw what stands here.

use perfect_play_core::{Drawing, Game};
use perfect_play_engine::{AnyGame, DrawnBoard};
use perfect_play_games::Family;
use serde::Serialize;

/// A board and its look.
#[derive(Serialize)]
pub(super) struct PageBoard {
    #[serde(flatten)]
    board: DrawnBoard,
    #[serde(flatten)]
    look: Look,
}

impl PageBoard {
    pub(super) fn of(game: &AnyGame, board: DrawnBoard) -> Self {
        Self { board, look: Look::of(game) }
    }
}

/// The names of the two sides on the page, after what its readers see.
pub(super) fn sides(game: &AnyGame) -> [&'static str; 2] {
    let look = Look::of(game);
    // Both players have the same pieces.
    let is_shared = game.is_impartial() && !game.is_seen_by_mover();
    match (look.surface, look.style) {
        _ if game.drawing().cells() == 0 => ["X", "O"],
        _ if is_shared || game.family() == Some(Family::Wild) => ["Player 1", "Player 2"],
        ("chess", _) => ["White", "Black"],
        ("felt", _) => ["Black", "White"],
        ("frame", _) => ["Red", "Yellow"],
        (_, "mark") => ["X", "O"],
        _ => ["Blue", "Orange"],
    }
}

#[derive(Serialize)]
struct Look {
    /// What the board is made of: the name of a style of the page.
    surface: &'static str,
    /// `mark` if players write marks, `disc` if they put pieces.
    style: &'static str,
    /// Whether the names of columns and rows stand around the board.
    rim: bool,
    /// The owner of the upper and the lower edge, and the owner of the left and the right edge. Empty if edges have no
    /// owners.
    goals: &'static [&'static str],
    /// What each player has more or less of, in the plural: `discs`. Empty if nothing is counted.
    counts: &'static str,
    /// How pieces move, if a move is more than its two cells: `push` or `sow`.
    motion: &'static str,
    /// How a move is chosen, or what the reader sees before it is. Empty if the board shows it.
    #[serde(skip_serializing_if = "str::is_empty")]
    guide: &'static str,
    /// What has happened if a player has won, as a sentence with `{loser}`, or with `{winner}` and that it wins. Empty if it is
    /// seen.
    ending: &'static str,
}

impl Look {
    fn of(game: &AnyGame) -> Self {
        let drawing = game.drawing();
        let starts_empty =
            (0..drawing.cells()).all(|cell| game.piece(game.start(), cell).is_none());
        let is_written = matches!(drawing, Drawing::Squares { falls: false, .. }) && starts_empty;
        let is_lettered = game.cell_text(0).to_string().starts_with('a');
        let of_kind = Self {
            surface: match drawing {
                Drawing::Squares { falls: true, .. } => "frame",
                Drawing::Hexagons { .. } => "hexes",
                Drawing::Points { .. } => "lines",
                Drawing::Boxes { .. } => "dots",
                Drawing::Pits { .. } => "tray",
                _ => "tiles",
            },
            style: if is_written { "mark" } else { "disc" },
            rim: matches!(drawing, Drawing::Squares { .. } | Drawing::Points { .. }) && is_lettered,
            goals: &[],
            counts: "",
            motion: if matches!(drawing, Drawing::Pits { .. }) { "sow" } else { "" },
            guide: "",
            ending: "",
        };
        let Some(family) = game.family() else { return of_kind };
        let ending = "{loser} cannot move.";
        match family {
            Family::Mnk | Family::Wild | Family::Notakto => Self { surface: "paper", ..of_kind },
            Family::Krk | Family::Chess => {
                Self { surface: "chess", ending: "{loser} is mated.", ..of_kind }
            }
            Family::FoxAndHounds => Self { surface: "chess", ..of_kind },
            Family::Othello => Self {
                surface: "felt",
                counts: "discs",
                guide: "Choose a marked square: the discs that you enclose turn.",
                ..of_kind
            },
            Family::Quixo => Self {
                surface: "cubes",
                motion: "push",
                guide: "Choose a cube, then the side where it is pushed in.",
                ..of_kind
            },
            Family::NineHoles | Family::ThreeMensMorris | Family::Tapatan | Family::Achi => Self {
                guide: "Put a stone on a point. When all stones are on the board, they move.",
                ..of_kind
            },
            Family::Teeko => Self {
                guide: "Drop a man on a point. When all men are on the board, they move.",
                ..of_kind
            },
            Family::Mills => Self {
                counts: "men",
                guide: "Three men in a row take a man. After such a move, choose the man that you take.",
                ending: "{loser} has too few men, or cannot move.",
                ..of_kind
            },
            Family::GobbletGobblers => Self {
                guide: "Choose a cell for a new piece, or a piece and where it goes. It may cover smaller pieces.",
                ..of_kind
            },
            Family::Nim => Self {
                surface: "heaps",
                guide: "You take a stone with all to its right.",
                ending: "{winner} took the last stone and wins.",
                ..of_kind
            },
            Family::Chomp => Self { ending: "{loser} had to eat the poison.", ..of_kind },
            Family::Hex => Self {
                goals: &["x", "o"],
                ending: "{winner} connected its two edges and wins.",
                ..of_kind
            },
            Family::Dots => Self { counts: "boxes", ..of_kind },
            Family::Kalah => Self {
                counts: "seeds",
                guide: "Choose one of your pits, at the bottom; seeds are sown counterclockwise.",
                ..of_kind
            },
            Family::Domineering => Self { style: "disc", ending, ..of_kind },
            Family::Isolation => Self {
                guide: "Choose your piece, then where it steps, then a square to remove.",
                ending,
                ..of_kind
            },
            Family::MuTorere | Family::PongHauKi | Family::Clobber => Self { ending, ..of_kind },
            _ => of_kind,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::figure;

    #[test]
    fn each_board_looks_like_its_game() {
        for (name, surface, style, rim, motion) in [
            ("tictactoe", "paper", "mark", false, ""),
            ("connect:5,4,4", "frame", "disc", false, ""),
            ("krk:4", "chess", "disc", true, ""),
            ("dots:1,1", "dots", "disc", false, ""),
            ("hex:3", "hexes", "disc", false, ""),
            ("kalah:3,2", "tray", "disc", false, "sow"),
            ("nim:1,2", "heaps", "disc", false, ""),
            ("quixo:3,3,3", "cubes", "mark", true, "push"),
            ("othello:4,4", "felt", "disc", true, ""),
            ("three-mens-morris", "lines", "disc", true, ""),
            ("morris:nine", "lines", "disc", true, ""),
            ("hexapawn:3,3", "tiles", "disc", true, ""),
        ] {
            let look = Look::of(&name.parse().unwrap());
            let of = (look.surface, look.style, look.rim, look.motion);
            assert_eq!(of, (surface, style, rim, motion), "{name}");
        }
    }

    #[test]
    fn what_the_winner_did_says_that_it_wins() {
        for name in ["nim:1,2", "hex:3", "krk:4", "domineering:3,3", "chomp:2,2"] {
            let ending = Look::of(&name.parse().unwrap()).ending;
            let of_winner = ending.starts_with("{winner} ") && ending.ends_with(" and wins.");
            assert!(of_winner || ending.starts_with("{loser} "), "{name}: {ending}");
        }
    }

    #[test]
    fn sides_are_called_after_what_is_seen() {
        for (name, expected) in [
            ("tictactoe", ["X", "O"]),
            ("quixo:3,3,3", ["X", "O"]),
            ("connect:5,4,4", ["Red", "Yellow"]),
            ("krk:4", ["White", "Black"]),
            ("fox-and-hounds:4", ["White", "Black"]),
            ("othello:4,4", ["Black", "White"]),
            ("domineering:3,3", ["Blue", "Orange"]),
            ("kalah:3,2", ["Blue", "Orange"]),
            ("nim:1,2", ["Player 1", "Player 2"]),
            ("wild:3,3,3", ["Player 1", "Player 2"]),
            ("notakto:3,3,3", ["Player 1", "Player 2"]),
        ] {
            assert_eq!(sides(&name.parse().unwrap()), expected, "{name}");
        }
    }

    /// The page and the posters have the same colours, in light and in dark.
    #[test]
    fn the_page_has_the_palette_of_the_posters() {
        let style = include_str!("../../../../page/page.css");
        let (light, dark) = style.split_once("prefers-color-scheme").unwrap();
        let colour = |style: &str, name: &str| {
            let (_, rest) = style.split_once(&format!("--{name}: ")).unwrap();
            rest.split_once(';').unwrap().0.to_owned()
        };
        for (name, poster) in [
            ("paper", figure::PAPER),
            ("ink", figure::INK),
            ("pencil", figure::PENCIL),
            ("line", figure::FAINT),
            ("x", figure::BLUE),
            ("o", figure::ORANGE),
            ("draw", figure::LAST),
            ("loss", figure::RED),
        ] {
            assert_eq!(colour(light, name), poster, "{name}");
            assert_eq!(colour(dark, name), figure::in_dark(poster), "{name} in dark");
        }
    }
}
