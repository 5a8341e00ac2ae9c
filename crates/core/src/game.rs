//! The formal definition of a game.

use core::fmt;

use crate::{Move, Moves, Next, Outcome, Player, Scheme, Value, printed::print_alike};

/// A two-player game, defined as in textbooks: a start, the side to move, the legal moves, the result of a
/// move, and a terminal test with the outcome.
///
/// These methods are enough to play. The other methods have defaults: a game can be played for points
/// ([`Game::scheme`]), repeat positions ([`Game::repeats`]), let a player move twice or pass, be impartial
/// ([`Game::is_impartial`]), or begin in several positions ([`Game::other_starts`]). Three more traits describe
/// a game: [`Tabular`](crate::Tabular) numbers its positions, [`Symmetric`](crate::Symmetric) says which
/// positions are images of one another, and [`Printable`](crate::Printable) writes them. A game that implements
/// all of them is [`Solvable`](crate::Solvable), and can have tables.
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
/// use perfect_play_core::{
///     Game, Move, Moves, NotAPosition, Outcome, Player, Printable, Symmetric, Tabular,
/// };
///
/// /// The players take turns and take one to three stones from a pile. The last stone wins.
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
///     /// The number of stones taken, and the side to move.
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
/// }
///
/// impl Tabular for Stones {
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
///     /// The stones taken. Not the plies, because plays of different length lead here.
///     fn ply(&self, (taken, _): (u8, Player)) -> u8 {
///         taken
///     }
/// }
///
/// impl Symmetric for Stones {}
/// impl Printable for Stones {}
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
    /// Everything the rules depend on, including the side to move, unless the game is impartial
    /// ([`Game::is_impartial`]).
    type Position: Copy + Eq + fmt::Debug;

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
            // A score is at least −127: see `Game::score`.
            Scheme::Score => Value::of_score(self.score(position).max(-127)),
        }
    }

    /// What the values of this game measure: plies or points. Defaults to [`Scheme::Remoteness`]: the players want to
    /// win, and win early.
    fn scheme(&self) -> Scheme {
        Scheme::Remoteness
    }

    /// The points by which the side to move is ahead when the game is over, from −127 to 127. It is positive if
    /// and only if the side to move has won. Used only if [`Game::scheme`] is [`Scheme::Score`].
    fn score(&self, position: Self::Position) -> i8 {
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
    /// the rules refuse another answer.
    #[inline]
    fn next(&self, before: Self::Position, after: Self::Position) -> Next {
        Next::of(self, before, after)
    }

    /// Calls `each` with every position in which a play may begin, other than [`Game::start`]. Defaults to no
    /// such positions.
    fn other_starts(&self, each: &mut dyn FnMut(Self::Position)) {
        let _ = each;
    }

    /// The number of plies played before this position, or `None` if the position does not determine it. Defaults to
    /// `None`.
    ///
    /// For example, it is the number of marks on a board. It must be 0 at the start and rise by one with each move,
    /// also with a move after which the same player moves again. Otherwise the check of the rules, `find`,
    /// `find_and_solve` and proofs refuse the game.
    /// Statistics of a found table group the positions by this number. Statistics of other tables use
    /// [`Tabular::ply`](crate::Tabular::ply).
    fn plies_played(&self, position: Self::Position) -> Option<u8> {
        let _ = position;
        None
    }

    /// A checksum of the rules, for a game whose rules were read from data. Defaults to `None`.
    ///
    /// A table in a file contains a checksum that is computed from this number and from up to 4096 positions. The file
    /// is refused if the game gives another checksum.
    fn checksum(&self) -> Option<u64> {
        None
    }

    /// Whether this is the game's name.
    fn is_called(&self, name: &str) -> bool {
        print_alike(self, name)
    }

    /// The player who has won. `None` for a draw, and if the game is not over. The check of the rules refuses another
    /// answer than the default.
    fn winner(&self, position: Self::Position) -> Option<Player> {
        match self.end(position)?.outcome() {
            Outcome::Win => Some(self.to_move(position)),
            Outcome::Draw => None,
            Outcome::Loss => Some(self.to_move(position).opponent()),
        }
    }
}
