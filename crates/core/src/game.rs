//! The formal definition of a game, and the texts that it prints.

use core::fmt;

use crate::{
    Drawing, Key, Kind, Move, MoveCells, Moves, Next, NotAPosition, Outcome, ParsePositionError,
    Piece, Player, ProbeError, Scheme, Slot, Tiering, Unreachable, Value, printed::prints,
};

/// A two-player game, defined as in textbooks: a start, the side to move, the legal moves, the result of a
/// move, and a terminal test with the outcome.
///
/// The first five methods are enough to play, and to have a table. All others have defaults:
///
/// | methods | for what |
/// |---|---|
/// | `blocked` to `other_starts` | how the game ends, points, passes, repetitions, several starts |
/// | `ply`, `max_plies`, `plies_to_draw` | plies |
/// | `max_move`, `kind`, `checksum` | what a solver or a table may know beforehand |
/// | `codes` to `codes_rise` | positions as numbers: makes some tables smaller or faster |
/// | `tiering` | positions as numbers in tiers: makes very large tables possible |
/// | `symmetries` to `is_canonical` | positions that are images of one another |
/// | `fmt_position` to `rules` | text |
/// | `drawing` to `cell_text` | drawings |
///
/// A position must contain everything the rules depend on, and equality must compare all of it: two positions are the same
/// if and only if they are equal. Solvers, the check of the rules and proofs compare equal positions, and refuse a game
/// whose rules tell them apart. Each method must always give the same answers: a solver asks most questions only once, so it
/// may solve rules that change, and only the proof of the table refuses them. The name of the game is what it prints
/// ([`fmt::Display`]). Tables store the name, so different games must have different names.
///
/// A game must not depend on solvers, tables or files.
///
/// ```
/// use std::fmt;
///
/// use perfect_play_core::{Game, Move, Moves, Outcome, Player};
///
/// /// The players take turns and take one to three stones from a pile. The last stone wins.
/// struct Stones;
///
/// impl fmt::Display for Stones {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         f.write_str("stones")
///     }
/// }
///
/// impl Game for Stones {
///     /// The number of stones left, and the side to move.
///     type Position = (u8, Player);
///
///     fn start(&self) -> (u8, Player) {
///         (21, Player::X)
///     }
///     fn to_move(&self, (_, player): (u8, Player)) -> Player {
///         player
///     }
///     /// A move is the number of stones.
///     fn legal_moves(&self, (left, _): (u8, Player)) -> Moves {
///         (1..=left.min(3)).collect()
///     }
///     fn play(&self, (left, player): (u8, Player), stones: Move) -> (u8, Player) {
///         (left.saturating_sub(stones), player.opponent())
///     }
///     fn terminal(&self, (left, _): (u8, Player)) -> Option<Outcome> {
///         (left == 0).then_some(Outcome::Loss)
///     }
/// }
///
/// let after_one = Stones.play(Stones.start(), 1);
/// assert_eq!(Stones.notation(after_one).to_string(), "(20, O)");
/// assert!(Stones.is_called("stones"));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a game: it has no rules",
    label = "implement `Game` for it",
    note = "crates of two versions of `perfect-play-core` have two different `Game` traits"
)]
pub trait Game: fmt::Display {
    /// Everything the rules depend on, including the side to move, unless the game is impartial
    /// ([`Game::is_impartial`]).
    type Position: Key;

    /// The position in which a play starts. A game can have other starts ([`Game::other_starts`]).
    fn start(&self) -> Self::Position;

    /// The side to move. In a terminal position: the player who would move next.
    fn to_move(&self, position: Self::Position) -> Player;

    /// The legal moves. Empty if the game is over. If they are empty and [`Game::terminal`] returns `None`, the
    /// game ends as [`Game::blocked`] says.
    fn legal_moves(&self, position: Self::Position) -> Moves;

    /// The position after a legal move. For an illegal move the result is unspecified, but this method must not panic.
    /// Check [`Game::legal_moves`] first.
    fn play(&self, position: Self::Position, mv: Move) -> Self::Position;

    /// The outcome for the side to move if the game is over here, otherwise `None`.
    fn terminal(&self, position: Self::Position) -> Option<Outcome>;

    // How the game ends, and who moves.

    /// The outcome for the side to move if it has no legal move and [`Game::terminal`] returns `None`. Defaults
    /// to a loss.
    fn blocked(&self, position: Self::Position) -> Outcome {
        let _ = position;
        Outcome::Loss
    }

    /// The value of a position where the game is over, otherwise `None`. It combines [`Game::terminal`],
    /// [`Game::blocked`] and [`Game::score`].
    #[inline]
    fn end(&self, position: Self::Position) -> Option<Value> {
        let outcome = match self.terminal(position) {
            Some(outcome) => outcome,
            None if self.legal_moves(position).is_empty() => self.blocked(position),
            None => return None,
        };
        match self.scheme() {
            Scheme::Remoteness => Some(Value::terminal(outcome)),
            // Of all numbers, only the smallest is no score.
            Scheme::Score => Value::of_score(self.score(position).max(-i16::MAX)),
        }
    }

    /// The player who has won. `None` for a draw, and if the game is not over. The check of the rules refuses another
    /// answer than the default.
    fn winner(&self, position: Self::Position) -> Option<Player>
    where
        Self: Sized,
    {
        match self.end(position)?.outcome() {
            Outcome::Win => Some(self.to_move(position)),
            Outcome::Draw => None,
            Outcome::Loss => Some(self.to_move(position).opponent()),
        }
    }

    /// What the values of this game measure: plies or points. Defaults to [`Scheme::Remoteness`]: the players want to
    /// win, and win early.
    fn scheme(&self) -> Scheme {
        Scheme::Remoteness
    }

    /// The points by which the side to move is ahead when the game is over. It is positive if and only if the side to move
    /// has won. A table stores scores from −127 to 127. Used only if [`Game::scheme`] is [`Scheme::Score`].
    fn score(&self, position: Self::Position) -> i16 {
        let _ = position;
        0
    }

    /// Whether play can return to a position. Defaults to `false`.
    ///
    /// A game that repeats positions is solved by retrograde analysis. If neither side can force a win, the
    /// position is a draw. If this returns `false` and play can return to a position, the solver reports an
    /// error.
    fn repeats(&self) -> bool {
        false
    }

    /// Whether the game is impartial: both players have the same moves and take strict turns. Defaults to
    /// `false`. Positions of an impartial game need not contain the side to move, and [`Game::to_move`] may
    /// return either player.
    fn is_impartial(&self) -> bool {
        false
    }

    /// The side to move after a move, as seen by the player who made it: [`Next::Same`] if `before` and `after`
    /// have the same side to move. A game may only answer faster than the default ([`Next::of`]); proofs and the check of
    /// the rules refuse another answer. Proofs of rules that are known to be tested compare it only at some positions.
    #[inline]
    fn next(&self, before: Self::Position, after: Self::Position) -> Next {
        Next::of(self, before, after)
    }

    /// Calls `each` with the position after each legal move, in the order of the moves. A game may only answer faster than the
    /// default, which calls [`Game::play`]. Proofs use it only of rules that are known to be tested, and even then compare it at some
    /// positions.
    #[inline]
    fn each_child(&self, position: Self::Position, each: &mut dyn FnMut(Self::Position)) {
        for mv in self.legal_moves(position) {
            each(self.play(position, mv));
        }
    }

    /// As [`Game::each_child`], with the slot of each child in the tiers of the game ([`Tiering::rank`]). A game may only answer
    /// faster than the default: solvers that check the rules refuse another answer.
    #[inline]
    fn children(
        &self,
        position: Self::Position,
        each: &mut dyn FnMut(Self::Position, Option<Slot>),
    ) {
        let tiering = self.tiering();
        self.each_child(position, &mut |child| {
            each(child, tiering.and_then(|tiering| tiering.rank(child)));
        });
    }

    /// The same position with the other side to move, as if the mover had passed. `None` if there is no such position: the
    /// default. It is no move, and no value depends on it. It shows who would rather not move
    /// (mutual zugzwang); a table may have no entry for it.
    fn passed(&self, position: Self::Position) -> Option<Self::Position> {
        let _ = position;
        None
    }

    /// Calls `each` with every position in which a play may begin, other than [`Game::start`]. Defaults to no
    /// such positions.
    fn other_starts(&self, each: &mut dyn FnMut(Self::Position)) {
        let _ = each;
    }

    // Plies.

    /// The number of plies played before this position, or `None` if the position does not determine it. Defaults to
    /// `None`.
    ///
    /// For example, it is the number of marks on a board. It must be 0 at the start and rise by one with each move,
    /// also with a move after which the same player moves again. Otherwise the check of the rules, solvers and proofs
    /// refuse the game. Statistics group the positions by this number.
    fn ply(&self, position: Self::Position) -> Option<u16> {
        let _ = position;
        None
    }

    /// An upper bound of the plies of a play. Defaults to 0: none is known.
    ///
    /// In a game with codes it allows faster solvers, and smaller entries ([`Word`](crate::Word)).
    fn max_plies(&self) -> u16 {
        0
    }

    /// Plies from here to the end of a drawn game. Defaults to `None`: draws have no remoteness.
    ///
    /// If a game defines this, all draws from here must take equally long, for example because a draw is a full
    /// board. So no table has to store this number.
    fn plies_to_draw(&self, position: Self::Position) -> Option<u16> {
        let _ = position;
        None
    }

    // What is known beforehand.

    /// No legal move has a larger number than this. Defaults to 255. If it is 8 or less, the entries of a small game
    /// fit in words: see [`Word`](crate::Word).
    fn max_move(&self) -> Move {
        Move::MAX
    }

    /// The kind of this game, by which a solver chooses its method. Defaults to [`Kind::Other`].
    ///
    /// The value is a promise: see [`Kind`]. `Tiers::of` checks the part that its numbering depends on (start,
    /// codes, `max_plies` and symmetries). The rest is not checked.
    fn kind(&self) -> Kind {
        Kind::Other
    }

    /// A checksum of the rules, for a game whose rules were read from data. Defaults to `None`. Nobody should be able to
    /// write other rules with the same checksum: take the first half of a SHA-256.
    ///
    /// A table in a file contains a checksum that is computed from this number and from up to 4096 positions. The file
    /// is refused if the game gives another checksum.
    fn checksum(&self) -> Option<u128> {
        None
    }

    /// Whether this is the game's name.
    fn is_called(&self, name: &str) -> bool {
        prints(&self, name)
    }

    // Codes.

    /// The number of codes: every position's code is less than this. Defaults to [`NO_CODES`]: the positions
    /// have no codes.
    ///
    /// Without codes, positions are found by playing every move from the start and numbered by their keys
    /// ([`Key`]). If a board has too many positions for codes of 64 bits, it has no codes either. Such a
    /// board has tiers.
    fn codes(&self) -> u64 {
        NO_CODES
    }

    /// The code of a position, or `None` if the game has no codes. Use this to show a code.
    fn code(&self, position: Self::Position) -> Option<u64>
    where
        Self: Sized,
    {
        (self.codes() != NO_CODES).then(|| self.encode(position))
    }

    /// The code of a position. Two positions never have the same code. Values of the type that are not
    /// positions can have any code: see [`Game::is_position`].
    ///
    /// A game without codes can leave the default, which is 0 for every position.
    fn encode(&self, position: Self::Position) -> u64 {
        let _ = position;
        0
    }

    /// The position with this code, reachable or not.
    ///
    /// # Errors
    ///
    /// An error if no position has this code. The default is for a game without codes: it always returns an
    /// error.
    fn decode(&self, code: u64) -> Result<Self::Position, NotAPosition> {
        let _ = code;
        Err(NotAPosition::Rules("the game has no codes"))
    }

    /// Whether this value is a position. A table by code calls this method before it answers.
    ///
    /// By default, a value is a position if its code decodes to it. In a game without codes this returns
    /// `true`, and the table decides.
    fn is_position(&self, position: Self::Position) -> bool {
        self.codes() == NO_CODES || self.decode(self.encode(position)) == Ok(position)
    }

    /// Checks whether play could have led to a position, as far as the rules show this without a search.
    /// Defaults to `Ok(())`: the table decides.
    ///
    /// # Errors
    ///
    /// The reason why the position is unreachable.
    fn check(&self, position: Self::Position) -> Result<(), ProbeError> {
        let _ = position;
        Ok(())
    }

    /// The reason why a table of the reachable positions has no entry: the argument is not a position, or the
    /// error of [`Game::check`], or [`Unreachable::NotInTable`].
    fn why_no_entry(&self, position: Self::Position) -> ProbeError
    where
        Self: Sized,
    {
        if !self.is_position(position) {
            return match self.decode(self.encode(position)) {
                Err(reason) => reason.into(),
                Ok(_) => NotAPosition::Rules("its code is that of a position").into(),
            };
        }
        match self.check(position) {
            Err(reason) => reason,
            Ok(()) => Unreachable::NotInTable.into(),
        }
    }

    /// Whether every move leads to a larger code, as placing a mark does. Defaults to `false`. The fastest
    /// solver requires `true`.
    fn codes_rise(&self) -> bool {
        false
    }

    /// The tiers into which the game divides its positions, and their numbers. Defaults to `None`: positions have the numbers
    /// of their codes, or are found by playing.
    fn tiering(&self) -> Option<&dyn Tiering<Self::Position>> {
        None
    }

    // Symmetries.

    /// The number of symmetries. Symmetry 0 is the identity. Defaults to 1.
    ///
    /// Each symmetry maps the start to the start, or to another start if there are several. So all images of a
    /// reachable position are reachable. Two symmetries in sequence must again be one of the symmetries. For
    /// example, the turns and reflections of a square satisfy this.
    ///
    /// An image of an unreachable position must be unreachable. Otherwise a compact table ([`Form`](crate::Form))
    /// would give an answer for the unreachable position, because it looks positions up by their canonical images.
    /// The check of the rules (`check_rules`) does not notice this, because it visits only reachable positions. The
    /// condition holds if every symmetry maps different positions, reachable or not, to different positions.
    fn symmetries(&self) -> u8 {
        1
    }

    /// The image of a position under a symmetry.
    ///
    /// ```
    /// use perfect_play_core::Game;
    /// use perfect_play_games::Mnk;
    ///
    /// let game = Mnk::TICTACTOE;
    /// let (corner, other) = (game.play(game.start(), 0), game.play(game.start(), 8));
    /// assert_eq!(game.canonical(corner).0, game.canonical(other).0);
    /// assert!(game.is_canonical(corner) && !game.is_canonical(other));
    /// ```
    fn image(&self, position: Self::Position, symmetry: u8) -> Self::Position {
        let _ = symmetry;
        position
    }

    /// The move in the image of a position that corresponds to the legal move `mv` in the position itself. In most games
    /// it does not depend on the position. If it does, the check of the rules and proofs take longer.
    fn image_of_move(&self, position: Self::Position, mv: Move, symmetry: u8) -> Move {
        let _ = (position, symmetry);
        mv
    }

    /// The smallest code among the images of a position (the position itself included), and a symmetry that
    /// leads to that image. In a game without codes, the result has no meaning:
    /// see [`Numbering::canonical`](crate::Numbering::canonical).
    ///
    /// All images of a position must have the same canonical image. The default ensures this if [`Game::encode`]
    /// returns different numbers for different positions.
    fn canonical(&self, position: Self::Position) -> (u64, u8) {
        (0..self.symmetries())
            .map(|symmetry| (self.encode(self.image(position, symmetry)), symmetry))
            .min()
            .unwrap_or_else(|| (self.encode(position), 0))
    }

    /// Whether no image of the position has a smaller code.
    fn is_canonical(&self, position: Self::Position) -> bool {
        self.canonical(position).0 == self.encode(position)
    }

    // Text.

    /// Writes a position as one line of text, or as a drawing of several lines in the alternate form (`{:#}`).
    /// Defaults to one line, with [`fmt::Debug`].
    ///
    /// # Errors
    ///
    /// Errors of the formatter.
    fn fmt_position(&self, position: Self::Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{position:?}")
    }

    /// The position as text. It implements [`fmt::Display`].
    fn notation(&self, position: Self::Position) -> Notation<'_, Self>
    where
        Self: Sized,
    {
        Notation { game: self, position }
    }

    /// Reads a position from one line of text. By default, a game reads no positions. A program that knows all
    /// positions can still find one by comparing the text with what each position prints.
    ///
    /// # Errors
    ///
    /// [`ParsePositionError::NotRead`] if the game does not read positions; otherwise a description of what is
    /// wrong with the text.
    fn parse_position(&self, text: &str) -> Result<Self::Position, ParsePositionError> {
        let _ = text;
        Err(ParsePositionError::NotRead)
    }

    /// Writes a legal move as text without spaces. Defaults to its number.
    ///
    /// # Errors
    ///
    /// Errors of the formatter.
    fn fmt_move(
        &self,
        position: Self::Position,
        mv: Move,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let _ = position;
        write!(f, "{mv}")
    }

    /// The move as text. It implements [`fmt::Display`].
    fn move_text(&self, position: Self::Position, mv: Move) -> MoveText<'_, Self>
    where
        Self: Sized,
    {
        MoveText { game: self, position, mv }
    }

    /// The legal move that prints as `text`, or `None` if there is no such move.
    ///
    /// ```
    /// use perfect_play_core::Game;
    /// use perfect_play_games::Mnk;
    ///
    /// let game = Mnk::TICTACTOE;
    /// assert_eq!(game.parse_move(game.start(), "4"), Some(4));
    /// assert_eq!(game.parse_move(game.start(), "9"), None);
    /// ```
    fn parse_move(&self, position: Self::Position, text: &str) -> Option<Move> {
        let mut moves = self.legal_moves(position).iter();
        moves.find(|&mv| prints(&MoveText { game: self, position, mv }, text))
    }

    /// The rules for people, in paragraphs with an empty line between them. What is between backticks is code. Defaults to
    /// the empty text: then programs show no rules.
    #[expect(clippy::unnecessary_literal_bound, reason = "a game may own the text")]
    fn rules(&self) -> &str {
        ""
    }

    // Drawings.

    /// The board on which positions are drawn: its cells, the pieces on them, and the cells of the moves. Defaults to
    /// [`Drawing::List`], which is no board. Then a position is shown as text, and the moves are a list.
    ///
    /// ```
    /// use perfect_play_core::{Game, MoveCells, Piece, Player};
    /// use perfect_play_games::Hexapawn;
    ///
    /// let game: Hexapawn = "hexapawn:3,3".parse().unwrap();
    /// let start = game.start();
    /// assert_eq!(game.drawing().cells(), 9);
    /// assert_eq!(game.piece(start, 7), Some(Piece::mark(Player::X)));
    /// assert_eq!(game.cell_text(7).to_string(), "b1");
    /// // The pawn on cell 7 moves straight forward.
    /// assert_eq!(game.points_at(start, 64 + 7), MoveCells::between(7, 4));
    /// ```
    fn drawing(&self) -> Drawing {
        Drawing::List
    }

    /// The piece on a cell. `None` if the cell is empty, or if there is no such cell.
    fn piece(&self, position: Self::Position, cell: u8) -> Option<Piece> {
        let _ = (position, cell);
        None
    }

    /// The cells by which a legal move can be chosen.
    fn points_at(&self, position: Self::Position, mv: Move) -> MoveCells {
        let _ = (position, mv);
        MoveCells::NONE
    }

    /// The cells of the line that ended the game, as a set of numbers. Empty if no line ended it.
    fn line(&self, position: Self::Position) -> Moves {
        let _ = position;
        Moves::EMPTY
    }

    /// Whether positions are drawn from the view of the side to move: [`Game::piece`] always returns the pieces of
    /// the side to move as X's. Defaults to `false`. If the result is `true`, a program that shows a whole play swaps
    /// the owners back ([`Piece::of_opponent`]) where O is to move. Otherwise each piece would seem to change its owner
    /// with every move.
    fn is_seen_by_mover(&self) -> bool {
        false
    }

    /// Writes the name of a cell, as moves use it. Defaults to column and row, `b3`, on squares and hexagons, with rows
    /// counted from the bottom. On other boards it defaults to the number of the cell.
    ///
    /// # Errors
    ///
    /// Errors of the formatter.
    fn fmt_cell(&self, cell: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.drawing().fmt_cell(cell, f)
    }

    /// The name of a cell. It implements [`fmt::Display`].
    fn cell_text(&self, cell: u8) -> CellText<'_, Self>
    where
        Self: Sized,
    {
        CellText { game: self, cell }
    }
}

/// The value of [`Game::codes`] for a game whose positions have no codes. It exceeds every limit on the
/// number of codes.
pub const NO_CODES: u64 = u64::MAX;

impl Next {
    /// The side to move after a move, by [`Game::to_move`] and [`Game::is_impartial`].
    #[inline]
    #[must_use]
    pub fn of<G: Game + ?Sized>(game: &G, before: G::Position, after: G::Position) -> Self {
        if !game.is_impartial() && game.to_move(before) == game.to_move(after) {
            Self::Same
        } else {
            Self::Opponent
        }
    }
}

/// Prints a position. Made by [`Game::notation`].
///
/// ```
/// use perfect_play_core::Game;
/// use perfect_play_games::Mnk;
///
/// let game = Mnk::TICTACTOE;
/// let position = game.play(game.start(), 4);
/// assert_eq!(game.notation(position).to_string(), "....X....");
/// assert_eq!(format!("{:#}", game.notation(position)), "...\n.X.\n...");
/// ```
pub struct Notation<'a, G: Game + ?Sized> {
    game: &'a G,
    position: G::Position,
}

impl<G: Game + ?Sized> fmt::Display for Notation<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt_position(self.position, f)
    }
}

/// Prints a move. Made by [`Game::move_text`].
///
/// ```
/// use perfect_play_core::Game;
/// use perfect_play_games::Mnk;
///
/// let game = Mnk::TICTACTOE;
/// assert_eq!(game.move_text(game.start(), 4).to_string(), "4");
/// ```
pub struct MoveText<'a, G: Game + ?Sized> {
    game: &'a G,
    position: G::Position,
    mv: Move,
}

impl<G: Game + ?Sized> fmt::Display for MoveText<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt_move(self.position, self.mv, f)
    }
}

/// Prints the name of a cell. Made by [`Game::cell_text`].
///
/// ```
/// use perfect_play_core::Game;
/// use perfect_play_games::Hex;
///
/// let game: Hex = "hex:3".parse()?;
/// assert_eq!(game.cell_text(0).to_string(), "a3");
/// # Ok::<(), perfect_play_games::ParseNameError>(())
/// ```
pub struct CellText<'a, G: Game + ?Sized> {
    game: &'a G,
    cell: u8,
}

impl<G: Game + ?Sized> fmt::Display for CellText<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt_cell(self.cell, f)
    }
}
