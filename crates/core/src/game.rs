//! The formal definition of a game, and what makes it tabular.

use core::fmt;

use crate::{
    Lines, Move, Moves, NotAPosition, Outcome, Player, ProbeError, Unreachable, gravity,
    printed::print_alike,
};

/// A two-player game, after the textbook's formal definition: a start, who is to move, the legal
/// moves, the result of a move, and a terminal test with the outcome.
///
/// The second group of methods makes the game *tabular*: it numbers the positions, so that a table
/// can hold an entry for each. The third says which positions are images of one another, the
/// fourth how they are written. What has a default is for games that gain by it.
///
/// The players move in turn, every play must end, and a position must carry everything the rules
/// depend on. The name is what the game prints as ([`fmt::Display`]): tables carry it, and it must
/// tell games apart.
///
/// A game knows nothing of solvers, tables or files.
///
/// ```
/// use std::fmt;
///
/// use perfect_play_core::{Game, Move, Moves, NotAPosition, Outcome, Player};
///
/// /// The players take one to three stones from a pile in turn; who takes the last one wins.
/// struct Stones;
///
/// const PILE: u8 = 21;
///
/// impl fmt::Display for Stones {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         f.write_str("stones")
///     }
/// }
///
/// impl Game for Stones {
///     /// The stones taken, and who takes next.
///     type Position = (u8, Player);
///
///     fn start(&self) -> (u8, Player) {
///         (0, Player::X)
///     }
///     fn to_move(&self, (_, player): (u8, Player)) -> Player {
///         player
///     }
///     /// A move is the number of stones.
///     fn legal_moves(&self, (taken, _): (u8, Player)) -> Moves {
///         (1..=3).filter(|stones| taken + stones <= PILE).collect()
///     }
///     fn play(&self, (taken, player): (u8, Player), stones: Move) -> (u8, Player) {
///         (taken.saturating_add(stones), player.opponent())
///     }
///     fn terminal(&self, (taken, _): (u8, Player)) -> Option<Outcome> {
///         (taken >= PILE).then_some(Outcome::Loss)
///     }
///
///     fn codes(&self) -> u64 {
///         2 * (u64::from(PILE) + 1)
///     }
///     fn encode(&self, (taken, player): (u8, Player)) -> u64 {
///         2 * u64::from(taken) + u64::from(player == Player::O)
///     }
///     fn decode(&self, code: u64) -> Result<(u8, Player), NotAPosition> {
///         match u8::try_from(code / 2) {
///             Ok(taken) if taken <= PILE => {
///                 Ok((taken, if code % 2 == 0 { Player::X } else { Player::O }))
///             }
///             _ => Err(NotAPosition::CodeTooLarge { code, codes: self.codes() }),
///         }
///     }
///     fn max_plies(&self) -> u8 {
///         PILE
///     }
///     /// Plays of different length lead here: so not the plies, but the stones taken.
///     fn ply(&self, (taken, _): (u8, Player)) -> u8 {
///         taken
///     }
/// }
///
/// let after_one = Stones.play(Stones.start(), 1);
/// assert_eq!(Stones.notation(after_one).to_string(), "(1, O)");
/// assert!(Stones.is_called("stones") && Stones.same_positions(&Stones));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a game: it has no rules",
    label = "implement `Game` for it",
    note = "crates of two versions of `perfect-play-core` have two different `Game` traits"
)]
pub trait Game: fmt::Display {
    /// Everything the rules depend on, including who is to move.
    type Position: Copy + Eq + fmt::Debug;

    /// The position in which every play starts.
    fn start(&self) -> Self::Position;

    /// Who is to move. In a terminal position: who would be.
    fn to_move(&self, position: Self::Position) -> Player;

    /// The legal moves; none exactly in a terminal position.
    fn legal_moves(&self, position: Self::Position) -> Moves;

    /// The position after a legal move. What an illegal one leads to is unspecified, but never a
    /// panic: ask [`Game::legal_moves`] first.
    fn play(&self, position: Self::Position, mv: Move) -> Self::Position;

    /// The outcome for the side to move if the game is over here, otherwise `None`.
    fn terminal(&self, position: Self::Position) -> Option<Outcome>;

    /// What kind of game it is, which is all that a solver knows to choose its method by. It is a
    /// promise: a game that only looks like one of these is another. `Tiers::of` checks what a
    /// numbering depends on (start, codes, `max_plies` and symmetries), and nobody checks the rest.
    fn kind(&self) -> Kind {
        Kind::Other
    }

    /// How many codes there are: every position's code is below it. [`NO_CODES`] if the positions have
    /// none, because they are too many for 64 bits. Such a game cannot be solved code by code.
    fn codes(&self) -> u64;

    /// The position's code. `None` if the game has no codes. Where a code is shown, this is asked.
    ///
    /// ```
    /// use perfect_play_core::Game;
    /// use perfect_play_games::Mnk;
    ///
    /// let (small, large) = (Mnk::TICTACTOE, "connect:7,6,4".parse::<Mnk>()?);
    /// assert_eq!(small.code(small.start()), Some(0));
    /// assert_eq!(large.code(large.start()), None);
    /// # Ok::<(), perfect_play_core::ParseNameError>(())
    /// ```
    fn code(&self, position: Self::Position) -> Option<u64> {
        (self.codes() != NO_CODES).then(|| self.encode(position))
    }

    /// The position's code. No two positions share one. What the type can hold besides positions gets
    /// any number: see [`Game::is_position`]. In a game without codes: a number that few positions
    /// share, for checksums and the like.
    fn encode(&self, position: Self::Position) -> u64;

    /// The position with this code, reachable or not.
    ///
    /// # Errors
    ///
    /// Why no position has it.
    fn decode(&self, code: u64) -> Result<Self::Position, NotAPosition>;

    /// Whether this is a position, and not something else that its type can hold: tables ask it before
    /// they answer. Unless the game knows a faster way, it is one if its code is decoded to it.
    fn is_position(&self, position: Self::Position) -> bool {
        self.decode(self.encode(position)) == Ok(position)
    }

    /// Whether it is a position that play could have led to, as far as the rules can tell without
    /// a search. Unless the game says otherwise, they cannot tell: then it is up to the table.
    ///
    /// # Errors
    ///
    /// Why not.
    fn check(&self, position: Self::Position) -> Result<(), ProbeError> {
        let _ = position;
        Ok(())
    }

    /// Why a table that answers for reachable positions has no entry: that it is no position, what
    /// [`Game::check`] says, or that the table just has none.
    fn why_no_entry(&self, position: Self::Position) -> ProbeError {
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

    /// Whether every move leads to a larger code, as placing a mark does. The fastest solver needs
    /// it; unless the game says so, it is taken not to be.
    fn codes_rise(&self) -> bool {
        false
    }

    /// The largest number that a move has: no legal move exceeds it. Defaults to the largest there
    /// is, 255. With 8 or less a small game's entries fit in words: see [`crate::Word`].
    fn max_move(&self) -> Move {
        Move::MAX
    }

    /// Plies of the longest play there can be, or more: what [`Game::ply`] never exceeds. At most
    /// [`crate::Value::MAX_PLIES`].
    fn max_plies(&self) -> u8;

    /// Plies from the start to this position, at most [`Game::max_plies`]: tables are counted by it.
    /// In a game where plays of different length lead to one position, another number that rises
    /// with every move.
    fn ply(&self, position: Self::Position) -> u8;

    /// Plies from here to the end of a drawn game. Every draw from here must take equally long, so
    /// that no table has to store it. Unless the game says otherwise, a draw is as long as the
    /// longest play: so it is where a board is filled, and where there are no draws it is no matter.
    fn plies_to_draw(&self, position: Self::Position) -> u8 {
        self.max_plies().saturating_sub(self.ply(position))
    }

    /// How many symmetries the game has. Symmetry 0 is the identity, and each leaves the start as it
    /// is: so of a reachable position all images are reachable. One after another they make one of
    /// them again, as turns and mirrors of a square do.
    ///
    /// No image of an unreachable position may be a reachable one: a compact table ([`crate::Form`])
    /// looks a position up by its canonical image, and would answer for the unreachable one, too. Rules
    /// are checked at reachable positions alone, so that nobody checks this. A symmetry that takes
    /// different positions to different ones, reachable or not, does not break it.
    fn symmetries(&self) -> u8 {
        1
    }

    /// The position's image under a symmetry.
    fn image(&self, position: Self::Position, symmetry: u8) -> Self::Position {
        let _ = symmetry;
        position
    }

    /// The move in the image of a position that corresponds to this one in the position itself.
    fn image_of_move(&self, mv: Move, symmetry: u8) -> Move {
        let _ = symmetry;
        mv
    }

    /// The smallest code among the position's images, its own included, and a symmetry that leads
    /// to it. In a game without codes: the number ([`Game::encode`]) of an image that is the same for all
    /// images, and a symmetry that leads to it.
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

    /// Whether another game of this kind has the same positions, with the same codes, so that the
    /// two can be compared position by position. Unless the game knows better, only one of the same
    /// name has.
    fn same_positions(&self, other: &Self) -> bool
    where
        Self: Sized,
    {
        print_alike(self, other)
    }

    /// Writes the position as text: in one line, or as a drawing of several in the alternate form
    /// (`{:#}`). Unless the game says otherwise, in one line as its [`fmt::Debug`] does.
    ///
    /// # Errors
    ///
    /// Those of the formatter.
    fn fmt_position(&self, position: Self::Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{position:?}")
    }

    /// The position as text, to print.
    fn notation(&self, position: Self::Position) -> Notation<'_, Self> {
        Notation { game: self, position }
    }

    /// Whether this is the game's name.
    fn is_called(&self, name: &str) -> bool {
        print_alike(self, name)
    }

    /// Who has won, in a terminal position; `None` in any other, and in a draw.
    fn winner(&self, position: Self::Position) -> Option<Player> {
        match self.terminal(position)? {
            Outcome::Win => Some(self.to_move(position)),
            Outcome::Draw => None,
            Outcome::Loss => Some(self.to_move(position).opponent()),
        }
    }
}

/// What [`Game::codes`] is in a game whose positions have no codes, because they are too many for 64 bits. It is
/// above every limit to the number of codes.
pub const NO_CODES: u64 = u64::MAX;

/// What kind of game it is.
///
/// The first two promise all of the following: positions are [`crate::Board`]s, codes theirs
/// ([`NO_CODES`] beyond [`crate::Board::MAX_CODED_CELLS`]), and the start is the empty board; X and O mark in turn, X first; the game ends with the first
/// complete line, which wins or, in misère play, loses, or drawn with a full board. And the rules treat
/// images alike: for each symmetry of the game ([`Game::symmetries`]), what [`Game::check`],
/// [`Game::terminal`], [`Game::legal_moves`], [`Game::play`] and [`Game::plies_to_draw`] say of a board
/// and of its image is the same up to this symmetry. A table by tiers has one slot for several images: its
/// proof asks the rules of a game of your own at all of them.
///
/// ```
/// use perfect_play_core::{Game, Kind};
/// use perfect_play_games::Mnk;
///
/// let game = Mnk::new(3, 2, 2).unwrap().gravity();
/// let Kind::Falling(lines) = game.kind() else { panic!("marks fall") };
/// assert_eq!(lines.k(), 2);
/// // On an empty board a mark falls to the lower row; what was put last lies on top.
/// assert_eq!(game.kind().open_cells(0), 0b111_000);
/// assert_eq!(game.kind().last_cells(0b001_001), 0b000_001);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// A move marks any empty cell, whose number it is.
    Placement(Lines),
    /// A move marks the lowest empty cell of a column, numbered from 1 at the left.
    Falling(Lines),
    /// Anything else.
    Other,
}

impl Kind {
    /// The cells where a mark may be put next, given those that hold one. None for other games.
    #[inline]
    #[must_use]
    pub const fn open_cells(&self, occupied: u64) -> u64 {
        match self {
            Self::Placement(lines) => lines.shape().all_cells() & !occupied,
            Self::Falling(lines) => gravity::open_cells(lines.shape(), occupied),
            Self::Other => 0,
        }
    }

    /// Of the cells that hold a mark those where it may have been put last. None for other games.
    #[inline]
    #[must_use]
    pub const fn last_cells(&self, occupied: u64) -> u64 {
        match self {
            Self::Placement(_) => occupied,
            Self::Falling(lines) => gravity::top_cells(lines.shape(), occupied),
            Self::Other => 0,
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
