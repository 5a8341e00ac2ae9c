//! A game whose type is known only at run time, and its positions.

use std::fmt;

use perfect_play_core::{
    Board, Drawable, Drawing, Game, Kind, Move, MoveCells, Moves, Next, NotAPosition, Outcome,
    ParsePositionError, Piece, Player, Printable, ProbeError, Scheme, Symmetric, Tabular,
    Unreachable, Value,
};
use perfect_play_games::Mnk;

use crate::FoundGame;

/// A built-in game of any type.
///
/// ```
/// use perfect_play_core::{Game, Printable, Tabular};
/// use perfect_play_engine::{AnyGame, AnyRules};
///
/// let rules: AnyRules = "hex:2".parse()?;
/// let game: AnyGame = rules.find(1 << 30, &mut |_done, _of| ())?;
/// let child = game.play(game.start(), 1);
/// assert_eq!(game.notation(child).to_string(), ".X..");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "there are one or two of them at a time")]
pub enum AnyGame {
    /// An m,n,k-game. A formula numbers its positions.
    Mnk(Mnk),
    /// Any other game. Its positions have been found by playing every move.
    Found(FoundGame),
}

/// A position of [`AnyGame`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AnyPosition {
    /// A position of [`AnyGame::Mnk`].
    Board(Board),
    /// A position of [`AnyGame::Found`], given by its code. [`u64::MAX`] is not the code of any position.
    Found(u64),
}

impl AnyPosition {
    /// The board, if the position is one.
    #[must_use]
    pub const fn board(self) -> Option<Board> {
        match self {
            Self::Board(board) => Some(board),
            Self::Found(_) => None,
        }
    }
}

impl AnyGame {
    /// The game as an [`Mnk`]. `None` if it is not an m,n,k-game.
    #[must_use]
    pub const fn mnk(&self) -> Option<&Mnk> {
        match self {
            Self::Mnk(game) => Some(game),
            Self::Found(_) => None,
        }
    }
}

impl From<Mnk> for AnyGame {
    fn from(game: Mnk) -> Self {
        Self::Mnk(game)
    }
}

impl From<FoundGame> for AnyGame {
    fn from(game: FoundGame) -> Self {
        Self::Found(game)
    }
}

impl From<Board> for AnyPosition {
    fn from(board: Board) -> Self {
        Self::Board(board)
    }
}

/// The answer of the game itself. For a position of another game, `$other`.
macro_rules! ask {
    ($any:expr, $position:expr, |$game:ident, $of:ident| $said:expr, $other:expr) => {
        match ($any, $position) {
            (AnyGame::Mnk($game), AnyPosition::Board($of)) => $said,
            (AnyGame::Found($game), AnyPosition::Found($of)) => $said,
            _ => $other,
        }
    };
}

/// The answer of the game itself.
macro_rules! ask_game {
    ($any:expr, |$game:ident| $said:expr) => {
        match $any {
            AnyGame::Mnk($game) => $said,
            AnyGame::Found($game) => $said,
        }
    };
}

impl fmt::Display for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        ask_game!(self, |game| game.fmt(f))
    }
}

impl Game for AnyGame {
    type Position = AnyPosition;

    fn start(&self) -> AnyPosition {
        match self {
            Self::Mnk(game) => AnyPosition::Board(game.start()),
            Self::Found(game) => AnyPosition::Found(game.start()),
        }
    }
    fn to_move(&self, position: AnyPosition) -> Player {
        ask!(self, position, |game, of| game.to_move(of), Player::X)
    }
    fn legal_moves(&self, position: AnyPosition) -> Moves {
        ask!(self, position, |game, of| game.legal_moves(of), Moves::EMPTY)
    }
    fn play(&self, position: AnyPosition, mv: Move) -> AnyPosition {
        match (self, position) {
            (Self::Mnk(game), AnyPosition::Board(of)) => AnyPosition::Board(game.play(of, mv)),
            (Self::Found(game), AnyPosition::Found(of)) => AnyPosition::Found(game.play(of, mv)),
            _ => position,
        }
    }
    fn terminal(&self, position: AnyPosition) -> Option<Outcome> {
        ask!(self, position, |game, of| game.terminal(of), None)
    }
    fn blocked(&self, position: AnyPosition) -> Outcome {
        ask!(self, position, |game, of| game.blocked(of), Outcome::Loss)
    }
    fn end(&self, position: AnyPosition) -> Option<Value> {
        ask!(self, position, |game, of| game.end(of), None)
    }
    fn scheme(&self) -> Scheme {
        ask_game!(self, |game| game.scheme())
    }
    fn score(&self, position: AnyPosition) -> i8 {
        ask!(self, position, |game, of| game.score(of), 0)
    }
    fn repeats(&self) -> bool {
        ask_game!(self, |game| game.repeats())
    }
    fn is_impartial(&self) -> bool {
        ask_game!(self, |game| game.is_impartial())
    }
    fn next(&self, before: AnyPosition, after: AnyPosition) -> Next {
        match (self, before, after) {
            (Self::Found(game), AnyPosition::Found(before), AnyPosition::Found(after)) => {
                game.next(before, after)
            }
            _ => Next::Opponent,
        }
    }
    fn other_starts(&self, each: &mut dyn FnMut(AnyPosition)) {
        match self {
            Self::Mnk(game) => game.other_starts(&mut |start| each(AnyPosition::Board(start))),
            Self::Found(game) => game.other_starts(&mut |start| each(AnyPosition::Found(start))),
        }
    }
    fn plies_played(&self, position: AnyPosition) -> Option<u8> {
        ask!(self, position, |game, of| game.plies_played(of), None)
    }
    fn checksum(&self) -> Option<u64> {
        ask_game!(self, |game| game.checksum())
    }
    fn is_called(&self, name: &str) -> bool {
        ask_game!(self, |game| game.is_called(name))
    }
    fn winner(&self, position: AnyPosition) -> Option<Player> {
        ask!(self, position, |game, of| game.winner(of), None)
    }
}

impl Tabular for AnyGame {
    fn codes(&self) -> u64 {
        ask_game!(self, |game| game.codes())
    }
    fn code(&self, position: AnyPosition) -> Option<u64> {
        ask!(self, position, |game, of| game.code(of), None)
    }
    fn encode(&self, position: AnyPosition) -> u64 {
        ask!(self, position, |game, of| game.encode(of), self.codes())
    }
    fn decode(&self, code: u64) -> Result<AnyPosition, NotAPosition> {
        match self {
            Self::Mnk(game) => game.decode(code).map(AnyPosition::Board),
            Self::Found(game) => game.decode(code).map(AnyPosition::Found),
        }
    }
    fn is_position(&self, position: AnyPosition) -> bool {
        ask!(self, position, |game, of| game.is_position(of), false)
    }
    fn check(&self, position: AnyPosition) -> Result<(), ProbeError> {
        let other = Err(NotAPosition::OtherGame.into());
        ask!(self, position, |game, of| game.check(of), other)
    }
    fn why_no_entry(&self, position: AnyPosition) -> ProbeError {
        let other = Unreachable::NotInTable.into();
        ask!(self, position, |game, of| game.why_no_entry(of), other)
    }
    fn codes_rise(&self) -> bool {
        ask_game!(self, |game| game.codes_rise())
    }
    fn max_move(&self) -> Move {
        ask_game!(self, |game| game.max_move())
    }
    fn max_plies(&self) -> u8 {
        ask_game!(self, |game| game.max_plies())
    }
    fn ply(&self, position: AnyPosition) -> u8 {
        ask!(self, position, |game, of| game.ply(of), 0)
    }
    fn plies_to_draw(&self, position: AnyPosition) -> Option<u8> {
        ask!(self, position, |game, of| game.plies_to_draw(of), None)
    }
    fn kind(&self) -> Kind {
        ask_game!(self, |game| game.kind())
    }
    fn codes_per_slot(&self) -> u64 {
        ask_game!(self, |game| game.codes_per_slot())
    }
    fn slot(&self, position: AnyPosition) -> u64 {
        ask!(self, position, |game, of| game.slot(of), self.slots())
    }
    fn positions_in(&self, slot: u64) -> u64 {
        ask_game!(self, |game| game.positions_in(slot))
    }
    fn key_bytes(&self) -> usize {
        ask_game!(self, |game| game.key_bytes())
    }
    fn write_key(&self, slot: u64, bytes: &mut [u8]) {
        ask_game!(self, |game| game.write_key(slot, bytes));
    }
    fn same_positions(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Mnk(one), Self::Mnk(other)) => one.same_positions(other),
            (Self::Found(one), Self::Found(other)) => one.same_positions(other),
            _ => false,
        }
    }
}

impl Symmetric for AnyGame {
    fn symmetries(&self) -> u8 {
        ask_game!(self, |game| game.symmetries())
    }
    fn image(&self, position: AnyPosition, symmetry: u8) -> AnyPosition {
        match (self, position) {
            (Self::Mnk(game), AnyPosition::Board(of)) => {
                AnyPosition::Board(game.image(of, symmetry))
            }
            (Self::Found(game), AnyPosition::Found(of)) => {
                AnyPosition::Found(game.image(of, symmetry))
            }
            _ => position,
        }
    }
    fn image_of_move(&self, mv: Move, symmetry: u8) -> Move {
        ask_game!(self, |game| game.image_of_move(mv, symmetry))
    }
    fn canonical(&self, position: AnyPosition) -> (u64, u8) {
        ask!(self, position, |game, of| game.canonical(of), (self.codes(), 0))
    }
    fn is_canonical(&self, position: AnyPosition) -> bool {
        ask!(self, position, |game, of| game.is_canonical(of), false)
    }
}

impl Printable for AnyGame {
    fn fmt_position(&self, position: AnyPosition, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        ask!(self, position, |game, of| game.fmt_position(of, f), f.write_str("?"))
    }
    fn parse_position(&self, text: &str) -> Result<AnyPosition, ParsePositionError> {
        match self {
            Self::Mnk(game) => game.parse_position(text).map(AnyPosition::Board),
            Self::Found(game) => game.parse_position(text).map(AnyPosition::Found),
        }
    }
    fn fmt_move(&self, position: AnyPosition, mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        ask!(self, position, |game, of| game.fmt_move(of, mv, f), write!(f, "{mv}"))
    }
}

impl Drawable for AnyGame {
    fn drawing(&self) -> Drawing {
        ask_game!(self, |game| game.drawing())
    }
    fn piece(&self, position: AnyPosition, cell: u8) -> Option<Piece> {
        ask!(self, position, |game, of| game.piece(of, cell), None)
    }
    fn points_at(&self, position: AnyPosition, mv: Move) -> MoveCells {
        ask!(self, position, |game, of| game.points_at(of, mv), MoveCells::NONE)
    }
    fn line(&self, position: AnyPosition) -> Moves {
        ask!(self, position, |game, of| game.line(of), Moves::EMPTY)
    }
    fn is_seen_by_mover(&self) -> bool {
        ask_game!(self, |game| game.is_seen_by_mover())
    }
    fn fmt_cell(&self, cell: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        ask_game!(self, |game| game.fmt_cell(cell, f))
    }
}
