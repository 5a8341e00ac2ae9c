//! Games that contradict themselves in one method or two.

use std::{
    fmt,
    sync::atomic::{AtomicU32, Ordering::Relaxed},
};

use perfect_play::{
    Board, Game, Kind, Lines, Mnk, Move, Moves, NotAPosition, Outcome, Player, ProbeError,
    Unreachable, Value,
};
use perfect_play_generator::core::{Next, Scheme};

/// What one method says in place of the truth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Lie {
    Start(Board),
    ToMove(Player),
    LegalMoves(Moves),
    Play(Option<Board>),
    Terminal(Option<Outcome>),
    Blocked(Outcome),
    End(Option<Value>),
    Scheme(Scheme),
    Score(i16),
    Repeats(bool),
    IsImpartial(bool),
    Next(Next),
    OtherStart(Board),
    Kind(Kind),
    Codes(u64),
    Encode(u64),
    /// The code of another board.
    EncodeNext,
    Decode(Option<Board>),
    IsPosition(bool),
    Check(Option<ProbeError>),
    CodesRise(bool),
    MaxMove(u8),
    MaxPlies(u16),
    Ply(Option<u16>),
    PliesToDraw(Option<u16>),
    Symmetries(u8),
    Image(Board),
    ImageOfMove(Move),
    Canonical(u64, u8),
    IsCanonical(bool),
    Name(&'static str),
}

/// A game that tells lies.
#[derive(Debug)]
pub(crate) struct Liar {
    pub(crate) game: Mnk,
    pub(crate) lies: Vec<Lie>,
    /// How many calls it answers before it panics.
    patience: AtomicU32,
}

/// The message of this panic, so that an endless loop is noticed.
pub(crate) const OUT_OF_PATIENCE: &str = "the game was asked too often";

impl Liar {
    pub(crate) fn new(game: Mnk, lies: &[Lie]) -> Self {
        Self { game, lies: lies.to_vec(), patience: AtomicU32::new(10_000_000) }
    }

    /// With patience for what writes or opens a file: it looks at the rules of up to 4096 positions, which may have 256
    /// moves each.
    pub(crate) fn patient(self) -> Self {
        Self { patience: AtomicU32::new(10_000_000), ..self }
    }

    /// What the first lie of a kind says.
    fn lie<T>(&self, of: impl Fn(&Lie) -> Option<T>) -> Option<T> {
        let left = self.patience.load(Relaxed);
        assert!(left > 0, "{OUT_OF_PATIENCE}");
        self.patience.store(left - 1, Relaxed);
        self.lies.iter().find_map(of)
    }
}

impl Clone for Liar {
    fn clone(&self) -> Self {
        Self::new(self.game, &self.lies)
    }
}

/// What this kind of lie says, or the truth.
macro_rules! lie {
    ($liar:expr, $kind:ident, $truth:expr) => {
        match $liar.lie(|lie| if let Lie::$kind(said) = *lie { Some(said) } else { None }) {
            Some(said) => said,
            None => $truth,
        }
    };
}

impl fmt::Display for Liar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(lie!(self, Name, return write!(f, "{}", self.game)))
    }
}

impl Game for Liar {
    type Position = Board;

    fn start(&self) -> Board {
        lie!(self, Start, self.game.start())
    }

    fn to_move(&self, board: Board) -> Player {
        lie!(self, ToMove, self.game.to_move(board))
    }

    fn legal_moves(&self, board: Board) -> Moves {
        lie!(self, LegalMoves, self.game.legal_moves(board))
    }

    fn play(&self, board: Board, mv: Move) -> Board {
        lie!(self, Play, Some(self.game.play(board, mv))).unwrap_or(board)
    }

    fn terminal(&self, board: Board) -> Option<Outcome> {
        lie!(self, Terminal, self.game.terminal(board))
    }

    fn blocked(&self, board: Board) -> Outcome {
        lie!(self, Blocked, self.game.blocked(board))
    }

    /// As for any game, unless it lies in this too.
    fn end(&self, board: Board) -> Option<Value> {
        let outcome = || match self.terminal(board) {
            Some(outcome) => Some(outcome),
            None => self.legal_moves(board).is_empty().then(|| self.blocked(board)),
        };
        let end = |outcome| match self.scheme() {
            Scheme::Remoteness => Some(Value::terminal(outcome)),
            Scheme::Score => Value::of_score(self.score(board)),
        };
        lie!(self, End, outcome().and_then(end))
    }

    fn scheme(&self) -> Scheme {
        lie!(self, Scheme, self.game.scheme())
    }

    fn score(&self, board: Board) -> i16 {
        lie!(self, Score, self.game.score(board))
    }

    fn repeats(&self) -> bool {
        lie!(self, Repeats, self.game.repeats())
    }

    fn is_impartial(&self) -> bool {
        lie!(self, IsImpartial, self.game.is_impartial())
    }

    fn next(&self, before: Board, after: Board) -> Next {
        let again = !self.is_impartial() && self.to_move(before) == self.to_move(after);
        lie!(self, Next, if again { Next::Same } else { Next::Opponent })
    }

    fn other_starts(&self, each: &mut dyn FnMut(Board)) {
        each(lie!(self, OtherStart, return));
    }

    fn kind(&self) -> Kind {
        lie!(self, Kind, self.game.kind())
    }

    fn codes(&self) -> u64 {
        lie!(self, Codes, self.game.codes())
    }

    fn encode(&self, board: Board) -> u64 {
        let next = self.lie(|lie| (*lie == Lie::EncodeNext).then(|| board.code().wrapping_add(1)));
        lie!(self, Encode, next.unwrap_or(board.code()))
    }

    fn decode(&self, code: u64) -> Result<Board, NotAPosition> {
        match lie!(self, Decode, return self.game.decode(code)) {
            Some(board) => Ok(board),
            None => Err(NotAPosition::Unbalanced { x: 255, o: 0 }),
        }
    }

    fn is_position(&self, board: Board) -> bool {
        lie!(self, IsPosition, self.decode(self.encode(board)) == Ok(board))
    }

    fn check(&self, board: Board) -> Result<(), ProbeError> {
        lie!(self, Check, self.game.check(board).err()).map_or(Ok(()), Err)
    }

    fn codes_rise(&self) -> bool {
        lie!(self, CodesRise, true)
    }

    fn max_move(&self) -> u8 {
        lie!(self, MaxMove, self.game.max_move())
    }

    fn max_plies(&self) -> u16 {
        lie!(self, MaxPlies, self.game.max_plies())
    }

    fn ply(&self, board: Board) -> Option<u16> {
        lie!(self, Ply, self.game.ply(board))
    }

    fn plies_to_draw(&self, board: Board) -> Option<u16> {
        lie!(self, PliesToDraw, self.game.plies_to_draw(board))
    }

    fn symmetries(&self) -> u8 {
        lie!(self, Symmetries, self.game.symmetries())
    }

    fn image(&self, board: Board, symmetry: u8) -> Board {
        lie!(self, Image, self.game.image(board, symmetry))
    }

    fn image_of_move(&self, position: Self::Position, mv: Move, symmetry: u8) -> Move {
        lie!(self, ImageOfMove, self.game.image_of_move(position, mv, symmetry))
    }

    fn canonical(&self, board: Board) -> (u64, u8) {
        let said = self.lie(|lie| match *lie {
            Lie::Canonical(code, symmetry) => Some((code, symmetry)),
            _ => None,
        });
        said.unwrap_or_else(|| self.game.canonical(board))
    }

    fn is_canonical(&self, board: Board) -> bool {
        lie!(self, IsCanonical, self.canonical(board).0 == self.encode(board))
    }

    fn fmt_position(&self, board: Board, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt_position(board, f)
    }
}

/// Every lie, the extremes among them.
pub(crate) fn lies() -> Vec<Lie> {
    let boards = [
        Board::EMPTY,
        Board::from_bitboards(0b1, 0).unwrap(),
        Board::from_bitboards(0b1111, 0).unwrap(),
        Board::from_bitboards(0b0101, 0b1010).unwrap(),
        Board::from_bitboards(0, (1 << 40) - 1).unwrap(),
        Board::from_code(3_u64.pow(40) - 1).unwrap(),
    ];
    let k_in_a_row = |columns, rows, k| Lines::new(columns, rows, k).unwrap();
    let kinds = [
        Kind::Other,
        Kind::Placement(k_in_a_row(2, 2, 2)),
        Kind::Placement(k_in_a_row(2, 2, 1).misere()),
        Kind::Placement(k_in_a_row(3, 3, 3)),
        Kind::Placement(k_in_a_row(40, 1, 40)),
        Kind::Placement(k_in_a_row(1, 1, 1)),
        Kind::Falling(k_in_a_row(2, 2, 2)),
        Kind::Falling(k_in_a_row(2, 3, 2)),
        Kind::Falling(k_in_a_row(1, 15, 15)),
        Kind::Falling(k_in_a_row(1, 40, 40)),
    ];
    let moves = [
        [0; 4],
        [1, 0, 0, 0],
        [0b11, 0, 0, 0],
        [1 << 4, 0, 0, 0],
        [0, 0, 0, 1 << 63],
        [u64::MAX; 4],
    ];
    let numbers = [0, 1, 3, 4, 5, 9, 63, 64, 65, 126, 127, 128, 254, 255];
    let many = [256, Value::MAX_PLIES - 1, Value::MAX_PLIES, Value::MAX_PLIES + 1, u16::MAX];
    let codes = [0, 1, 80, 81, 82, 729, 1 << 12, 3_u64.pow(16) + 1, u64::MAX];
    let reasons = [
        NotAPosition::Unbalanced { x: 255, o: 255 }.into(),
        NotAPosition::OtherGame.into(),
        Unreachable::InTheAir { cell: 255 }.into(),
        Unreachable::NotInTable.into(),
    ];
    let outcomes = [None, Some(Outcome::Win), Some(Outcome::Draw), Some(Outcome::Loss)];
    let mut lies = vec![Lie::EncodeNext, Lie::Decode(None), Lie::Play(None), Lie::Check(None)];
    lies.extend(boards.map(Lie::Start));
    lies.extend([Player::X, Player::O].map(Lie::ToMove));
    lies.extend(moves.map(|bits| Lie::LegalMoves(Moves::from_bits(bits))));
    lies.extend(boards.map(|board| Lie::Play(Some(board))));
    lies.extend(outcomes.map(Lie::Terminal));
    lies.extend(outcomes.into_iter().flatten().map(Lie::Blocked));
    lies.extend([None, Value::win(0), Value::loss(126), Value::of_score(127)].map(Lie::End));
    lies.extend(Scheme::ALL.map(Lie::Scheme));
    lies.extend([i16::MIN, -i16::MAX, -128, -127, -1, 0, 1, 127, 128, i16::MAX].map(Lie::Score));
    lies.extend([Next::Same, Next::Opponent].map(Lie::Next));
    lies.extend(boards.map(Lie::OtherStart));
    lies.extend(kinds.map(Lie::Kind));
    lies.extend(codes.map(Lie::Codes));
    lies.extend(codes.map(Lie::Encode));
    lies.extend(boards.map(|board| Lie::Decode(Some(board))));
    lies.extend(reasons.map(|reason| Lie::Check(Some(reason))));
    lies.extend(boards.map(Lie::Image));
    for truth in [false, true] {
        lies.extend([
            Lie::IsPosition(truth),
            Lie::CodesRise(truth),
            Lie::Repeats(truth),
            Lie::IsImpartial(truth),
            Lie::IsCanonical(truth),
        ]);
    }
    for number in numbers {
        lies.extend([
            Lie::MaxMove(number),
            Lie::ImageOfMove(number),
            Lie::Canonical(number.into(), number),
        ]);
    }
    for number in numbers.map(u16::from).into_iter().chain(many) {
        lies.extend([
            Lie::MaxPlies(number),
            Lie::Ply(Some(number)),
            Lie::PliesToDraw(Some(number)),
        ]);
    }
    lies.extend([Lie::Ply(None), Lie::PliesToDraw(None)]);
    lies.extend([0, 1, 3, 5, 9, 16, u8::MAX].map(Lie::Symmetries));
    lies.push(Lie::Canonical(u64::MAX, 255));
    lies.extend(["", "mnk:2,2,2", "a\n\u{202e}\"*/"].map(Lie::Name));
    lies
}
