//! A position as lines of text, in the drawing that its game defines. Cells show the names that moves use for them. The
//! last move is in brackets, and the line that ended the game in parentheses. Colours repeat this.

mod boxes;
mod pits;
mod points;
mod squares;

use anstyle::Style;
use perfect_play_core::{Drawing, Game, MoveCells, Moves, Piece, Player, Shown};
use perfect_play_engine::{AnyGame, AnyPosition};
use perfect_play_games::Mnk;

use crate::{positions::move_name, terminal::paint, text::wrap::WIDTH};

/// A position to draw.
pub(crate) struct Drawn<'a> {
    game: &'a AnyGame,
    position: AnyPosition,
    /// The cells of the last move.
    last: Moves,
    /// Whether the position is one of O's, drawn from O's view.
    is_exchanged: bool,
    has_colours: bool,
}

/// The name of a cell, for people: on boards of marks its number from 1, on any other board the name that moves use.
pub(crate) fn cell_name(game: &AnyGame, cell: u8) -> String {
    match game.mnk() {
        Some(_) => (u16::from(cell) + 1).to_string(),
        None => game.cell_text(cell).to_string(),
    }
}

/// The game's own text for a position.
pub(crate) fn text(game: &AnyGame, position: AnyPosition) -> Vec<String> {
    let text = format!("{:#}", game.notation(position));
    text.lines().map(|line| Shown(line.trim_end()).to_string()).collect()
}

impl<'a> Drawn<'a> {
    /// The position alone.
    pub(crate) fn new(game: &'a AnyGame, position: AnyPosition) -> Self {
        Self { game, position, last: Moves::EMPTY, is_exchanged: false, has_colours: false }
    }

    /// Adds colours, and draws the position from the view of this player, who is to move.
    pub(crate) fn for_player(self, player: Player) -> Self {
        let is_exchanged = self.game.is_seen_by_mover() && player == Player::O;
        Self { is_exchanged, has_colours: true, ..self }
    }

    /// Marks the cells of the last move.
    pub(crate) fn after(self, cells: MoveCells) -> Self {
        Self { last: cells.iter().collect(), ..self }
    }

    /// The lines of the drawing. If there is no board, or if it is too wide, these are the game's own text.
    pub(crate) fn lines(&self) -> Vec<String> {
        let drawing = self.game.drawing();
        let board = match drawing {
            Drawing::Squares { columns, rows, falls } => self.squares(columns, rows, falls),
            Drawing::Hexagons { columns, rows } => Some(self.hexagons(columns, rows)),
            Drawing::Points { places, links } => Some(self.points(places, links)),
            Drawing::Boxes { columns, rows } => Some(self.boxes(columns, rows)),
            Drawing::Pits { pits } => Some(self.pits(pits)),
            _ => None,
        };
        let fits = |line: &String| paint::width(line) < WIDTH;
        match board {
            Some(board) if board.iter().all(fits) || self.game.mnk().is_some() => {
                let lines = board.into_iter().map(|line| line.trim_end().to_owned());
                lines.chain(self.caption()).collect()
            }
            _ => text(self.game, self.position),
        }
    }

    /// The last line of the game's own text: the side to move, and in some games what each player has.
    fn caption(&self) -> Option<String> {
        text(self.game, self.position).pop().filter(|last| last.ends_with("to move"))
    }

    /// The piece on a cell.
    fn piece(&self, cell: u8) -> Option<Piece> {
        let piece = self.game.piece(self.position, cell)?;
        Some(if self.is_exchanged { piece.of_opponent() } else { piece })
    }

    /// The characters to the left and to the right of a cell.
    fn marks(&self, cell: u8) -> [char; 2] {
        if self.last.contains(cell) {
            ['[', ']']
        } else if self.game.line(self.position).contains(cell) {
            ['(', ')']
        } else {
            [' ', ' ']
        }
    }

    /// The text of a cell and its style: its piece, or this name if it is empty.
    fn content(&self, cell: u8, name: &str) -> (String, Style) {
        let Some(piece) = self.piece(cell) else {
            return (name.to_owned(), Style::new().dimmed());
        };
        let style = piece.owner().map_or(Style::new(), paint::player);
        let is_marked = self.marks(cell) != [' ', ' '];
        (format!("{piece:#}"), if is_marked { style.bold() } else { style })
    }

    /// A cell with the characters beside it, two columns wider than `width`. An empty cell shows this name.
    fn cell(&self, cell: u8, name: &str, width: usize) -> String {
        let [left, right] = self.marks(cell);
        let (content, style) = self.content(cell, name);
        let text = format!("{left}{content}{right}");
        let blank = " ".repeat((width + 2).saturating_sub(text.len()));
        format!("{blank}{}", self.styled(style, &text))
    }

    /// Text in this style, if there are colours. The blanks around it have no style.
    fn styled(&self, style: Style, text: &str) -> String {
        let inner = text.trim();
        if !self.has_colours || inner.is_empty() || style == Style::new() {
            return text.to_owned();
        }
        text.replacen(inner, &format!("{style}{inner}{style:#}"), 1)
    }

    /// The name of a cell or a column, beside the board.
    fn name(&self, name: &str) -> String {
        self.styled(Style::new().dimmed(), name)
    }

    /// The names of all cells, for people.
    fn names(&self) -> Vec<String> {
        let cells = 0..self.game.drawing().cells();
        cells.map(|cell| cell_name(self.game, cell)).collect()
    }
}

/// The cells of the line that ended the game, as a list in words: `with 1, 2 and 3`; where marks fall, their columns:
/// `in columns 1 to 3`. `None` if no line ended it.
pub(crate) fn line_named(game: &AnyGame, position: AnyPosition) -> Option<String> {
    let line = game.line(position);
    let names = |and| {
        let names: Vec<_> = line.iter().map(|cell| cell_name(game, cell)).collect();
        move_name::enumeration(&names, and)
    };
    if line.is_empty() || matches!(game.drawing(), Drawing::Hexagons { .. }) {
        return None;
    }
    let Some(columns) = game.mnk().filter(Mnk::has_gravity) else {
        return Some(format!("with {}", names("and")));
    };
    let columns: Moves = line.iter().map(|cell| columns.move_to_cell(cell)).collect();
    Some(match (columns.first(), columns.last()) {
        (Some(first), Some(last)) if first < last => format!("in columns {first} to {last}"),
        _ => format!("in column {columns}"),
    })
}

#[cfg(test)]
mod tests;
