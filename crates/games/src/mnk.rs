//! The rules of the m,n,k-games, with and without gravity.

use core::fmt;

use perfect_play_core::{
    Board, Cells, Drawing, Game, InvalidLines, Kind, Lines, Move, MoveCells, Moves, NO_CODES, Next,
    NotAPosition, Outcome, ParseBoardError, ParsePositionError, Piece, Player, ProbeError, Shape,
    Symmetries, Unreachable, Value, gravity,
};

use crate::{
    Family,
    squares::{first_line, write_rows},
};

#[doc = include_str!("rules/mnk.md")]
///
/// A game with *gravity*, where marks fall, is a `connect` game. In *misère* play, the player who completes a line loses.
/// A game with more than [`Board::MAX_CODED_CELLS`] cells has no codes ([`NO_CODES`]).
///
/// In the library, a move is the number of the cell, from 0, row by row from the top left. With gravity it is the
/// number of the column, from 1 at the left.
///
/// ```
/// use perfect_play_core::{Game, Player};
/// use perfect_play_games::Mnk;
///
/// let game: Mnk = "mnk:3,3,3".parse().unwrap();
/// assert_eq!(game, Mnk::TICTACTOE);
/// assert_eq!(game.to_string(), "tictactoe");
///
/// let board = game.parse("XXXOO....").unwrap();
/// assert_eq!(game.winner(board), Some(Player::X));
/// assert_eq!(game.misere().winner(board), Some(Player::O));
///
/// let connect = Mnk::new(6, 5, 4).unwrap().gravity();
/// assert_eq!(connect.to_string(), "connect:6,5,4");
/// let (first, fourth) = (connect.play(connect.start(), 4), 4 * 6 + 3);
/// assert_eq!(connect.cell_of_move(connect.start(), 4), Some(fourth));
/// assert_eq!(first.x(), 1 << fourth);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mnk {
    lines: Lines,
    gravity: bool,
    symmetries: Symmetries,
}

impl Mnk {
    /// Tic-tac-toe, the 3,3,3-game.
    pub const TICTACTOE: Self = match Self::new(3, 3, 3) {
        Ok(game) => game,
        // This can only happen at compile time.
        Err(_) => panic!("3 columns, 3 rows, 3 in a row make a game"),
    };

    /// Tic-tac-toe in misère play: completing a line loses.
    pub const TICTACTOE_MISERE: Self = Self::TICTACTOE.misere();

    /// The game with `m` columns, `n` rows and `k` in a row.
    ///
    /// # Errors
    ///
    /// [`InvalidLines`] if there is no such game.
    pub const fn new(m: u8, n: u8, k: u8) -> Result<Self, InvalidLines> {
        match Lines::new(m, n, k) {
            Ok(lines) => {
                let symmetries = Symmetries::new(lines.shape());
                Ok(Self { lines, gravity: false, symmetries })
            }
            Err(reason) => Err(reason),
        }
    }

    /// The same game in misère play: the player who completes a line loses.
    #[must_use]
    pub const fn misere(self) -> Self {
        Self { lines: self.lines.misere(), ..self }
    }

    /// The same game with gravity: a mark falls to the lowest empty cell of its column.
    #[must_use]
    pub const fn gravity(self) -> Self {
        Self { gravity: true, symmetries: Symmetries::upright(self.lines.shape()), ..self }
    }

    /// Whether completing a line loses.
    #[must_use]
    pub const fn is_misere(&self) -> bool {
        self.lines.is_misere()
    }

    /// Whether marks fall. Then moves are columns.
    #[must_use]
    pub const fn has_gravity(&self) -> bool {
        self.gravity
    }

    /// The family of the game's name.
    #[must_use]
    pub const fn family(&self) -> Family {
        if self.gravity { Family::Connect } else { Family::Mnk }
    }

    /// The board's columns (M) and rows (N).
    #[inline]
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.lines.shape()
    }

    /// The number of cells of a line (K).
    #[must_use]
    pub const fn k(&self) -> u8 {
        self.lines.k()
    }

    /// The lines that end the game.
    #[must_use]
    pub const fn lines(&self) -> &Lines {
        &self.lines
    }

    /// Reads a position: a board of this game's shape ([`Shape::parse`]). With gravity and up to 9 columns, the
    /// text may also be the columns played from the start, one digit each.
    ///
    /// ```
    /// use perfect_play_core::ParseBoardErrorKind;
    /// use perfect_play_games::Mnk;
    ///
    /// let game: Mnk = "connect:4,3,3".parse().unwrap();
    /// assert_eq!(game.parse("2233"), game.parse("..../.OO./.XX."));
    /// assert_eq!(game.parse(""), game.parse("............"));
    ///
    /// let error = game.parse("2222").unwrap_err();
    /// assert_eq!(error.to_string(), "move 4: column 2 is full");
    /// assert_eq!(error.kind(), ParseBoardErrorKind::FullColumn { column: 2 });
    /// ```
    ///
    /// # Errors
    ///
    /// The first character that does not fit a board, or the first illegal move. This does not check whether
    /// play can lead to a board.
    pub fn parse(&self, text: &str) -> Result<Board, ParseBoardError> {
        if self.is_columns(text) { self.after_columns(text) } else { self.shape().parse(text) }
    }

    /// The cells where the next mark can land. They are the same for both players. This does not check whether the game
    /// is over.
    #[inline]
    #[must_use]
    pub const fn open_cells(&self, board: Board) -> u64 {
        if self.gravity {
            gravity::open_cells(self.shape(), board.occupied())
        } else {
            self.shape().all_cells() & !board.occupied()
        }
    }

    /// The cell that a move marks. With gravity it is the lowest empty cell of the column. `None` if there is
    /// no such cell.
    #[inline]
    #[must_use]
    pub const fn cell_of_move(&self, board: Board, mv: Move) -> Option<u8> {
        let cells = self.cells_of_move(mv);
        Cells::of(self.open_cells(board) & cells).first()
    }

    /// The cell of the last move, given the board after it. With gravity it is the highest mark of the column.
    /// `None` if there is no such mark.
    #[inline]
    #[must_use]
    pub const fn cell_of_last_move(&self, board: Board, mv: Move) -> Option<u8> {
        let cells = self.cells_of_move(mv);
        let last = if self.gravity {
            gravity::top_cells(self.shape(), board.occupied())
        } else {
            board.occupied()
        };
        Cells::of(last & cells).first()
    }

    /// The cells that a move may mark: one cell, or with gravity a column. 0 if no move of the game has this number.
    #[inline]
    const fn cells_of_move(&self, mv: Move) -> u64 {
        if self.gravity {
            gravity::column(self.shape(), mv)
        } else if mv < self.shape().cells() {
            1 << mv
        } else {
            0
        }
    }

    /// The move that marks this cell. With gravity it is the column.
    #[inline]
    #[must_use]
    pub const fn move_to_cell(&self, cell: u8) -> Move {
        if self.gravity { gravity::column_of(self.shape(), cell) } else { cell }
    }

    /// [`Game::decode`], for use in constants.
    ///
    /// # Errors
    ///
    /// The reason why no position has this code.
    #[inline]
    pub const fn position(&self, code: u64) -> Result<Board, NotAPosition> {
        match Board::from_code(code) {
            Some(_) if !self.has_codes() => Err(self.no_such_code(code)),
            Some(board) => match self.check_marks(board) {
                Ok(()) => Ok(board),
                Err(reason) => Err(reason),
            },
            None => Err(self.no_such_code(code)),
        }
    }

    /// Checks that all marks are on the board, and that X has as many marks as O, or one more.
    #[inline]
    const fn check_marks(&self, board: Board) -> Result<(), NotAPosition> {
        if board.occupied() & !self.shape().all_cells() == 0 {
            balance(board)
        } else if self.has_codes() {
            Err(self.no_such_code(board.code()))
        } else {
            Err(NotAPosition::Rules("it has a mark outside the board"))
        }
    }

    /// Whether the boards of this size have codes.
    const fn has_codes(&self) -> bool {
        self.shape().cells() <= Board::MAX_CODED_CELLS
    }

    /// The reason why no position has this code.
    const fn no_such_code(&self, code: u64) -> NotAPosition {
        match Board::codes(self.shape().cells()) {
            Some(codes) => NotAPosition::CodeTooLarge { code, codes },
            None => NotAPosition::Rules("boards of more than 40 cells have no codes"),
        }
    }

    /// [`Game::check`], for use in constants.
    ///
    /// X must have as many marks as O, or one more. Such a board is reachable if it has no line. It is also reachable
    /// if all its lines belong to the player who moved last and share a cell. Then the last move was in that cell, and
    /// the other marks can have been placed in any order.
    ///
    /// With gravity, no mark may lie above an empty cell, and the last mark must be the highest mark of its column. The
    /// other marks need an order in which X and O take turns. Only a search can find such an order. This method does
    /// not search, so a board that passes this check may still be unreachable.
    ///
    /// # Errors
    ///
    /// The reason why the board is not a position, or is unreachable.
    pub const fn check_board(&self, board: Board) -> Result<(), ProbeError> {
        if let Err(reason) = self.check_marks(board) {
            return Err(ProbeError::NotAPosition(reason));
        }
        let to_move = side_to_move(board);
        let last = to_move.opponent();
        let mut last_moves = board.marks(last);
        if self.gravity {
            if let Some(cell) = gravity::first_in_the_air(self.shape(), board.occupied()) {
                return Err(ProbeError::Unreachable(Unreachable::InTheAir { cell }));
            }
            last_moves &= gravity::top_cells(self.shape(), board.occupied());
        }
        let lines =
            (self.lines.any_within(board.marks(last)), self.lines.any_within(board.marks(to_move)));
        let reason = match lines {
            (false, false) => return Ok(()),
            (true, true) => Unreachable::BothHaveLines,
            (false, true) => Unreachable::MoveAfterEnd { by: last },
            (true, false) => {
                while last_moves != 0 {
                    let mark = last_moves & last_moves.wrapping_neg();
                    if !self.lines.any_within(board.marks(last) & !mark) {
                        return Ok(());
                    }
                    last_moves &= !mark;
                }
                Unreachable::NoSingleLastMove { lines_of: last }
            }
        };
        Err(ProbeError::Unreachable(reason))
    }

    #[inline]
    const fn last_mover_has_line(&self, board: Board) -> bool {
        self.lines.any_within(board.marks(side_to_move(board).opponent()))
    }

    const fn number_of_codes(&self) -> u64 {
        match Board::codes(self.shape().cells()) {
            Some(codes) => codes,
            None => NO_CODES,
        }
    }
}

/// Checks that X has as many marks as O, or one more.
#[expect(clippy::cast_possible_truncation, reason = "at most 63 cells")]
const fn balance(board: Board) -> Result<(), NotAPosition> {
    let (x, o) = (board.x().count_ones(), board.o().count_ones());
    if x == o || x == o + 1 {
        Ok(())
    } else {
        let (x, o) = (x as u8, o as u8);
        Err(NotAPosition::Unbalanced { x, o })
    }
}

/// The number of marks on a board, at most 63.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "at most 63 cells")]
const fn marks(board: Board) -> u16 {
    board.occupied().count_ones() as u16
}

/// The side to move on a balanced board.
#[inline]
const fn side_to_move(board: Board) -> Player {
    // On a balanced board the parity is enough, and it is cheaper than two counts.
    if board.occupied().count_ones() & 1 == 0 { Player::X } else { Player::O }
}

impl Game for Mnk {
    type Position = Board;

    #[inline]
    fn start(&self) -> Board {
        Board::EMPTY
    }

    #[inline]
    fn to_move(&self, board: Board) -> Player {
        side_to_move(board)
    }

    #[inline]
    fn legal_moves(&self, board: Board) -> Moves {
        if self.last_mover_has_line(board) {
            Moves::EMPTY
        } else if self.gravity {
            gravity::open_columns(self.shape(), board.occupied())
        } else {
            Moves::from_low_bits(self.open_cells(board))
        }
    }

    #[inline]
    fn play(&self, board: Board, mv: Move) -> Board {
        let cell = if self.gravity { self.cell_of_move(board, mv) } else { Some(mv) };
        cell.and_then(|cell| board.with(cell, side_to_move(board))).unwrap_or(board)
    }

    #[inline]
    fn terminal(&self, board: Board) -> Option<Outcome> {
        if self.last_mover_has_line(board) {
            Some(self.lines.worth_completed().outcome())
        } else if board.occupied() == self.shape().all_cells() {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    /// The value of the outcome of [`Game::terminal`]. There is always a move until the game is over, so
    /// [`Game::blocked`] is not needed.
    #[inline]
    fn end(&self, board: Board) -> Option<Value> {
        self.terminal(board).map(Value::terminal)
    }

    #[inline]
    fn next(&self, _: Board, _: Board) -> Next {
        Next::Opponent
    }

    fn is_called(&self, name: &str) -> bool {
        self.has_name(name)
    }

    fn kind(&self) -> Kind {
        if self.gravity { Kind::Falling(self.lines) } else { Kind::Placement(self.lines) }
    }

    #[inline]
    fn codes(&self) -> u64 {
        self.number_of_codes()
    }

    #[inline]
    fn encode(&self, board: Board) -> u64 {
        board.code()
    }

    #[inline]
    fn decode(&self, code: u64) -> Result<Board, NotAPosition> {
        self.position(code)
    }

    /// Always `true`, even for a board that is not a position. A check is not needed. A table looks up a board by its
    /// code. No position has the code of such a board, so the table has no entry for it.
    #[inline]
    fn is_position(&self, _: Board) -> bool {
        true
    }

    fn check(&self, board: Board) -> Result<(), ProbeError> {
        self.check_board(board)
    }

    fn codes_rise(&self) -> bool {
        true
    }

    fn max_move(&self) -> Move {
        if self.gravity { self.shape().columns() } else { self.shape().cells() - 1 }
    }

    fn max_plies(&self) -> u16 {
        self.shape().cells().into()
    }

    fn ply(&self, board: Board) -> Option<u16> {
        Some(marks(board))
    }

    fn plies_to_draw(&self, board: Board) -> Option<u16> {
        Some(u16::from(self.shape().cells()).saturating_sub(marks(board)))
    }

    fn symmetries(&self) -> u8 {
        self.symmetries.count()
    }

    fn image(&self, board: Board, symmetry: u8) -> Board {
        self.symmetries.image(board, symmetry)
    }

    #[inline]
    fn image_of_move(&self, _: Self::Position, mv: Move, symmetry: u8) -> Move {
        if self.gravity {
            // The image of a column is the column of the image of its top cell.
            match mv.checked_sub(1).filter(|&top| top < self.shape().columns()) {
                Some(top) => self.symmetries.image_of_cell(top, symmetry) + 1,
                None => mv,
            }
        } else {
            self.symmetries.image_of_cell(mv, symmetry)
        }
    }

    fn canonical(&self, board: Board) -> (u64, u8) {
        self.symmetries.canonical(board)
    }

    fn fmt_position(&self, board: Board, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = [self.shape().columns(), self.shape().rows()];
        write_rows(f, size, |cell| {
            board.at(cell).map_or('.', |player| Piece::mark(player).letter())
        })
    }

    fn parse_position(&self, text: &str) -> Result<Board, ParsePositionError> {
        self.parse(text).map_err(|_| ParsePositionError::Wrong("it is not a board of this game"))
    }

    /// With gravity, a move is chosen by the cell that its mark falls to.
    fn drawing(&self) -> Drawing {
        let (columns, rows) = (self.shape().columns(), self.shape().rows());
        Drawing::Squares { columns, rows, falls: self.gravity }
    }

    fn piece(&self, board: Board, cell: u8) -> Option<Piece> {
        board.at(cell).map(Piece::mark)
    }

    fn points_at(&self, board: Board, mv: Move) -> MoveCells {
        self.cell_of_move(board, mv).map_or(MoveCells::NONE, MoveCells::to)
    }

    /// The first line if there are several.
    fn line(&self, board: Board) -> Moves {
        first_line(&self.lines, [board.x(), board.o()])
    }

    fn fmt_cell(&self, cell: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{cell}")
    }
}

/// Prints the name, as [`fmt::Display`] does.
impl fmt::Debug for Mnk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reason_is_given_for_its_board() {
        let game = Mnk::TICTACTOE;
        let check = |board| game.check_board(game.parse(board).unwrap());
        let unbalanced = |x, o| Err(NotAPosition::Unbalanced { x, o }.into());
        assert_eq!(check("XXX......"), unbalanced(3, 0));
        assert_eq!(check("O........"), unbalanced(0, 1));
        assert_eq!(check("XXXOOO..."), Err(Unreachable::BothHaveLines.into()));
        let by = Player::O;
        assert_eq!(check("XXXOO.O.."), Err(Unreachable::MoveAfterEnd { by }.into()));
        let by = Player::X;
        assert_eq!(check("OOOXX.XX."), Err(Unreachable::MoveAfterEnd { by }.into()));
        for board in ["XXXOO....", "OOOXX.X..", "XXXXOOXOO", "........."] {
            assert_eq!(check(board), Ok(()));
        }
        let game = Mnk::new(4, 4, 3).unwrap();
        for (board, lines_of) in
            [("XXX./OO.O/XXX./OO..", Player::X), ("OOO./XX.X/OOO./XX.X", Player::O)]
        {
            assert_eq!(
                game.check_board(game.parse(board).unwrap()),
                Err(Unreachable::NoSingleLastMove { lines_of }.into())
            );
        }
        let (code, codes) = (3_u64.pow(16), 3_u64.pow(16));
        assert_eq!(
            game.check_board(Board::from_code(code).unwrap()),
            Err(NotAPosition::CodeTooLarge { code, codes }.into())
        );
    }
}
