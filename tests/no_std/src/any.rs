//! Values that the optimiser cannot foresee.

use core::{convert::Infallible, hint::black_box, num::NonZeroU64, str::FromStr};

use perfect_play::{
    Baked, Board, Bytes, Cells, Chance, CompactBytes, CompactWords, Drawing, Entry, Facts, Family,
    Form, Game, InvalidLines, Kind, Layout, Level, Lines, MNK_4_4_4, Mnk, MoveCells, MoveChance,
    MoveValue, MoveValues, Moves, MovesIter, NotAPosition, Objective, Outcome, Outline,
    ParseBoardError, ParseBoardErrorKind, ParseChanceError, ParseLevelError, ParseNameError,
    ParseNameErrorKind, Piece, Player, Policy, ProbeError, Shape, Tiered, Unreachable, Value,
    Words, mnk_4_4_4::FACTS,
};
use perfect_play_core::{
    BadValues, Best, BoardText, CellText, CodeNumbering, CodeTable, Disagreement, Identifier,
    MoveList, MoveText, Next, Notation, Numbering, ParsePositionError, Place, Quoted, QuotedChar,
    Scheme, Shown, ShownJson, Slot, Symmetries, Table, UnknownObjective, Word,
    code::{Digits, Pieces, ToMove},
};
use rules::{Position, Stones};

/// A type of which there are values that the optimiser cannot foresee: to it they may be any bits at
/// all that the type can have.
pub(crate) trait Any {
    fn any() -> Self;
}

/// Any value of a type.
#[inline]
pub(crate) fn any<T: Any>() -> T {
    T::any()
}

macro_rules! any {
    ($($type:ty = $example:expr,)*) => {$(
        impl Any for $type {
            #[inline]
            fn any() -> Self {
                black_box($example)
            }
        }
    )*};
}

any! {
    bool = false,
    char = 'a',
    i16 = 0,
    u8 = 0,
    u16 = 0,
    u32 = 0,
    u64 = 0,
    [u8; 2] = [0; 2],
    [u64; 2] = [0; 2],
    [u64; 4] = [0; 4],
    usize = 0,
    &'static str = "",
    &'static [u8] = &[],
    BadValues = BadValues::Value { code: 0 },
    Best = Best::NONE,
    Board = Board::EMPTY,
    BoardText = Mnk::TICTACTOE.shape().text(Board::EMPTY),
    Bytes = Bytes::new(any()),
    Cells = Cells::of(any()),
    CellText<'static, Mnk> = Game::cell_text(&Mnk::TICTACTOE, 0),
    Chance = Chance::ZERO,
    CodeNumbering = CodeNumbering,
    Disagreement = Disagreement::NoMoves,
    Drawing = Drawing::Points { places: &[[0, 0]], links: &[] },
    Entry = Entry {
        outcome: Outcome::Draw,
        remoteness: None,
        score: None,
        optimal_moves: Moves::EMPTY,
    },
    Facts = FACTS,
    Family = Family::Mnk,
    Form = Form::Tiered,
    Identifier<'static> = Identifier(""),
    InvalidLines = InvalidLines::NoCells,
    Kind = Kind::Other,
    Layout = Layout::Words,
    Level = Level::Blind,
    Lines = *Mnk::TICTACTOE.lines(),
    Mnk = Mnk::TICTACTOE,
    MoveCells = MoveCells::NONE,
    MoveChance = MoveChance { mv: 0, numerator: 0, denominator: NonZeroU64::MIN },
    MoveList = MoveList::of([any::<u16>(), any()]).unwrap_or_else(forever),
    MoveValue = MoveValue { mv: 0, outcome: Outcome::Draw, remoteness: None, score: None },
    MoveValues = MoveValues::new(&Stones, Position::any(), |_| Ok::<_, Infallible>(Value::DRAW))
        .unwrap_or_else(|never| match never {}),
    MoveText<'static, Mnk> = Game::move_text(&Mnk::TICTACTOE, Board::EMPTY, 0),
    Moves = Moves::EMPTY,
    MovesIter = Moves::EMPTY.iter(),
    Next = Next::Opponent,
    NotAPosition = NotAPosition::OtherGame,
    Notation<'static, Mnk> = Game::notation(&Mnk::TICTACTOE, Board::EMPTY),
    Objective = Objective::Fastest,
    Outcome = Outcome::Draw,
    Option<Player> = None,
    Outline = Outline::Square,
    ParseBoardError = Shape::parse(any(), "?").err().unwrap_or_else(forever),
    ParseBoardErrorKind = ParseBoardErrorKind::Zero,
    ParseChanceError = ParseChanceError::TooFine,
    ParseLevelError = ParseLevelError::Unknown,
    ParseNameError = Mnk::from_str("?").err().unwrap_or_else(forever),
    ParsePositionError = ParsePositionError::NotRead,
    ParseNameErrorKind = ParseNameErrorKind::MissingNumber,
    Piece = Piece::count(0),
    Place = Place::Follow,
    Player = Player::X,
    Policy = Policy::uniform(Moves::EMPTY),
    Position = Position { taken: 0, to_move: Player::X },
    ProbeError = ProbeError::NotAPosition(NotAPosition::OtherGame),
    Quoted<'static> = Quoted(""),
    QuotedChar = QuotedChar('a'),
    Slot = Slot { section: 0, rank: 0 },
    Table<Stones, Anywhere, &'static [u8]> =
        Table::new(Stones, Objective::Fastest, Anywhere, any()).unwrap_or_else(forever),
    Table<Stones, CodeNumbering, &'static [u8]> =
        CodeTable::by_code(Stones, Objective::Fastest, &[Value::NONE; 12][..])
            .unwrap_or_else(|_| forever()),
    Scheme = Scheme::Score,
    Shape = Mnk::TICTACTOE.shape(),
    Shown<&'static str> = Shown(any()),
    Shown<u64> = Shown(any()),
    ShownJson<&'static str> = ShownJson(any()),
    ShownJson<u64> = ShownJson(any()),
    Stones = Stones,
    Symmetries = Symmetries::new(Mnk::TICTACTOE.shape()),
    Unreachable = Unreachable::NotInTable,
    UnknownObjective = UnknownObjective,
    Value = Value::DRAW,
    Word = Word::NONE,
    Words = Words::new(any()),
    Digits<3> = Digits::new(any()),
    Pieces<2> = const { Pieces::new(9, [3, 3]).unwrap() },
    ToMove = ToMove,
    (Digits<3>, ToMove) = (any(), any()),
    (Pieces<2>, Digits<3>, ToMove) = (any(), any(), any()),
    (Pieces<2>, Digits<3>, ToMove, ToMove) = (any(), any(), any(), any()),
    [u8; 3] = [0; 3],
    ([u64; 2], [u8; 3], Player) = ([0; 2], [0; 3], Player::X),
    ([u64; 2], [u8; 3], Player, Player) = ([0; 2], [0; 3], Player::X, Player::X),
}

/// A numbering by which the value of a position can be anywhere: in a slot, known, or that of its children.
#[derive(Clone, Copy)]
pub(crate) struct Anywhere;

impl<G: Game<Position: Any>> Numbering<G> for Anywhere {
    fn is_of(&self, _: &G) -> bool {
        true
    }
    fn check(&self, _: &G, _: G::Position) -> Result<(), ProbeError> {
        Ok(())
    }
    fn place(&self, _: &G, _: G::Position) -> Option<Place> {
        let place = match any::<u8>() {
            0 => Place::Slot(any()),
            1 => Place::Known(any()),
            _ => Place::Follow,
        };
        black_box(Some(place))
    }
    fn why_no_entry(&self, _: &G, _: G::Position) -> ProbeError {
        any()
    }
    fn slots(&self, _: &G, _: u32) -> u64 {
        any()
    }
    fn position(&self, _: &G, _: Slot) -> Option<G::Position> {
        Some(any())
    }
}

/// For cases that cannot occur. It is an endless loop, and not a panic.
pub(crate) fn forever<T>() -> T {
    loop {
        core::hint::spin_loop();
    }
}

macro_rules! tables {
    ($($type:ty = $example:path,)*) => {$(
        impl Any for &'static $type {
            #[inline]
            fn any() -> Self {
                black_box(&$example)
            }
        }
    )*};
}

tables! {
    Baked<Mnk, Words> = crate::tables::mnk_direct_words::TABLE,
    Baked<Mnk, Bytes> = crate::tables::mnk_direct_bytes::TABLE,
    Baked<Mnk, CompactWords> = crate::tables::mnk_compact_words::TABLE,
    Baked<Mnk, CompactBytes> = crate::tables::mnk_compact_bytes::TABLE,
    Baked<Stones, Words> = crate::tables::stones_direct_words::TABLE,
    Baked<Stones, Bytes> = crate::tables::stones_direct_bytes::TABLE,
    Baked<Stones, CompactWords> = crate::tables::stones_compact_words::TABLE,
    Baked<Stones, CompactBytes> = crate::tables::stones_compact_bytes::TABLE,
    Tiered<Mnk> = MNK_4_4_4,
}
