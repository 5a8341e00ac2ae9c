//! The board on the screen: cells, or where marks fall columns, numbered from 1, the last move in
//! brackets, colours besides.

use anstyle::{AnsiColor, Style};
use perfect_play_core::{Board, Move, Moves, Player, Printable, Shown};
use perfect_play_engine::{AnyGame, AnyPosition};
use perfect_play_games::Mnk;

/// The number under which a person knows the move.
pub(super) fn number(game: &Mnk, mv: Move) -> u8 {
    if game.has_gravity() { mv } else { mv.saturating_add(1) }
}

/// The moves' numbers, enumerated.
pub(super) fn list(game: &Mnk, moves: Moves, and: &str) -> String {
    let numbers: Vec<_> = moves.iter().map(|mv| number(game, mv).to_string()).collect();
    enumeration(&numbers, and)
}

/// The moves of any game, enumerated: by their numbers on a board, elsewhere as the game writes them.
pub(super) fn list_any(game: &AnyGame, at: AnyPosition, moves: Moves, and: &str) -> String {
    match game {
        AnyGame::Mnk(game) => list(game, moves, and),
        AnyGame::Found(_) => {
            let texts = moves.iter().map(|mv| Shown(game.move_text(at, mv)).to_string());
            enumeration(&texts.collect::<Vec<_>>(), and)
        }
    }
}

/// `3`, `3 and 5`, `3, 5 and 7`; with another word for "and" where another is needed.
pub(super) fn enumeration(parts: &[String], and: &str) -> String {
    match parts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {and} {last}", rest.join(", ")),
        _ => parts.concat(),
    }
}

/// How the player's mark is printed where there is colour.
fn style(player: Player) -> Style {
    match player {
        Player::X => AnsiColor::Cyan,
        Player::O => AnsiColor::Magenta,
    }
    .on_default()
}

/// The player's letter, in its colour.
pub(super) fn letter(player: Player) -> String {
    let style = style(player).bold();
    format!("{style}{player}{style:#}")
}

/// The board: `last` is the cell of the last move, `line` the line that ended the game. In an empty
/// cell stands its number, or above a column that is not full.
pub(super) fn board(game: &Mnk, board: Board, last: Option<u8>, line: Moves) -> String {
    let shape = game.shape();
    let numbers = if game.has_gravity() { shape.columns() } else { shape.cells() };
    let width = numbers.to_string().len();
    let dim = Style::new().dimmed();
    let number = |mv| format!(" {dim}{:>width$}{dim:#} ", number(game, mv));
    let blank = " ".repeat(width + 2);
    let cell = |cell: u8| {
        let Some(player) = board.at(cell) else {
            return if game.has_gravity() { blank.clone() } else { number(cell) };
        };
        let mut style = style(player);
        if last == Some(cell) || line.contains(cell) {
            style = style.bold();
        }
        let blank = " ".repeat(width - 1);
        if last == Some(cell) {
            format!("{blank}{style}[{player}]{style:#}")
        } else {
            format!("{blank} {style}{player}{style:#} ")
        }
    };
    let rule = vec!["-".repeat(width + 2); shape.columns().into()].join("+");
    let cells: Vec<_> = (0..shape.cells()).map(cell).collect();
    let rows: Vec<_> = cells
        .chunks(shape.columns().into())
        .map(|row| format!(" {}\n", row.join("|").trim_end()))
        .collect();
    let drawing = rows.join(&format!(" {rule}\n"));
    if !game.has_gravity() {
        return drawing;
    }
    let columns = (1..=shape.columns()).map(|column| match game.cell_of_move(board, column) {
        Some(_) => number(column),
        None => blank.clone(),
    });
    let columns: Vec<_> = columns.collect();
    format!(" {}\n{drawing}", columns.join(" ").trim_end())
}

/// The cells of a complete line, the first of several; none if there is no line.
pub(super) fn line(game: &Mnk, board: Board) -> Moves {
    let mut players = [Player::X, Player::O].into_iter();
    let line = players.find_map(|player| game.lines().within(board.marks(player)).next());
    line.map_or(Moves::EMPTY, Moves::from_low_bits)
}

#[cfg(test)]
mod tests {
    use anstream::adapter::strip_str;

    use super::*;

    #[test]
    fn the_line_is_found_among_other_marks() {
        let game = Mnk::TICTACTOE;
        for (board, cells) in [
            ("X1OX4XOO8", ""),
            ("XXXOO....", "1, 2 and 3"),
            ("XOXOXO..X", "1, 5 and 9"),
            // Two lines at once: one is enough.
            ("XXXXOOXOO", "1, 2 and 3"),
        ] {
            let line = line(&game, game.parse(board).unwrap());
            assert_eq!(list(&game, line, "and"), cells, "{board}");
        }
    }

    #[test]
    fn the_last_move_is_marked_on_wide_boards_too() {
        let game: Mnk = "mnk:4,3,3".parse().unwrap();
        let marks = game.parse("X.../..../...O").unwrap();
        let drawing = board(&game, marks, Some(11), Moves::EMPTY);
        assert_eq!(
            strip_str(&drawing).to_string(),
            "   X |  2 |  3 |  4\n ----+----+----+----\n   5 |  6 |  7 |  8\n ----+----+----+----\n   \
             9 | 10 | 11 | [O]\n"
        );
    }

    #[test]
    fn columns_that_are_not_full_have_their_number_above() {
        let game: Mnk = "connect:3,2,2".parse().unwrap();
        let marks = game.parse("..X/O.X").unwrap();
        let drawing = board(&game, marks, Some(2), Moves::EMPTY);
        assert_eq!(
            strip_str(&drawing).to_string(),
            "  1   2\n    |   |[X]\n ---+---+---\n  O |   | X\n"
        );
    }

    #[test]
    fn no_board_is_wider_than_a_terminal() {
        for name in ["mnk:16,1,3", "connect:16,1,3"] {
            let game: Mnk = name.parse().unwrap();
            for last in [None, Some(15)] {
                let marks = Board::EMPTY.with(15, Player::X).unwrap();
                let drawing = board(&game, marks, last, Moves::EMPTY);
                let drawing = strip_str(&drawing).to_string();
                assert!(drawing.lines().all(|line| line.len() <= 80), "{drawing}");
            }
        }
    }
}
