//! The board on the screen: cells numbered from 1, the last move in brackets, colours besides.

use anstyle::{AnsiColor, Style};
use perfect_play_core::{Board, Mnk, Move, Moves, Player};

/// The number under which a person knows the cell.
pub(super) fn number(cell: Move) -> u8 {
    cell.saturating_add(1)
}

/// The cells' numbers, enumerated.
pub(super) fn list(cells: Moves, and: &str) -> String {
    let numbers: Vec<_> = cells.iter().map(|cell| number(cell).to_string()).collect();
    enumeration(&numbers, and)
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

/// The board: `last` is the cell of the last move, `line` the line that ended the game.
pub(super) fn board(game: &Mnk, board: Board, last: Option<Move>, line: Moves) -> String {
    let shape = game.shape();
    let width = shape.cells().to_string().len();
    let cell = |cell: Move| {
        let Some(player) = board.at(cell) else {
            let dim = Style::new().dimmed();
            return format!(" {dim}{:>width$}{dim:#} ", number(cell));
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
    rows.join(&format!(" {rule}\n"))
}

/// The cells of a complete line, the first of several; none if there is no line.
pub(super) fn line(game: &Mnk, board: Board) -> Moves {
    let mut players = [Player::X, Player::O].into_iter();
    let line = players.find_map(|player| game.lines().within(board.marks(player)).next());
    line.map_or(Moves::EMPTY, Moves::from_bits)
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
            assert_eq!(list(line(&game, game.parse(board).unwrap()), "and"), cells, "{board}");
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
    fn no_board_is_wider_than_a_terminal() {
        let game: Mnk = "mnk:16,1,3".parse().unwrap();
        for last in [None, Some(15)] {
            let marks = Board::EMPTY.with(15, Player::X).unwrap();
            let drawing = board(&game, marks, last, Moves::EMPTY);
            let drawing = strip_str(&drawing).to_string();
            assert!(drawing.lines().all(|line| line.len() <= 80), "{drawing}");
        }
    }
}
