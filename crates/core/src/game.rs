//! The formal definition of a game.

use core::fmt;

use crate::{Move, Moves, Next, Outcome, Player, Scheme, Value, printed::print_alike};

/// A two-player game, after the textbook's formal definition: a start, who is to move, the legal
/// moves, the result of a move, and a terminal test with the outcome.
///
/// This is enough to play; what else a game can do has a default here: to be played for points
/// ([`Game::scheme`]), to repeat positions ([`Game::repeats`]), to let a player move again or pass, to know no
/// players ([`Game::is_impartial`]), to begin in several positions. What makes a game *tabular* is in [`Tabular`](crate::Tabular), which positions are
/// images of one another in [`Symmetric`](crate::Symmetric), and how they are written in
/// [`Printable`](crate::Printable). A game that is all of these can be solved, and have tables: it is
/// [`Solvable`](crate::Solvable).
///
/// A position must carry everything the rules depend on. The name is what the game prints as ([`fmt::Display`]): tables carry it, and it must
/// tell games apart.
///
/// A game knows nothing of solvers, tables or files.
///
/// ```
/// use std::fmt;
///
/// use perfect_play_core::{
///     Game, Move, Moves, NotAPosition, Outcome, Player, Printable, Symmetric, Tabular,
/// };
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
///     /// Plays of different length lead here: so not the plies, but the stones taken.
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
    /// Everything the rules depend on, including who is to move.
    type Position: Copy + Eq + fmt::Debug;

    /// The position in which every play starts.
    fn start(&self) -> Self::Position;

    /// Who is to move. In a terminal position: who would be.
    fn to_move(&self, position: Self::Position) -> Player;

    /// The legal moves; none where the game is over. If there are none anywhere else, the game is over there as
    /// [`Game::blocked`] says.
    fn legal_moves(&self, position: Self::Position) -> Moves;

    /// The position after a legal move. What an illegal one leads to is unspecified, but never a
    /// panic: ask [`Game::legal_moves`] first.
    fn play(&self, position: Self::Position, mv: Move) -> Self::Position;

    /// The outcome for the side to move if the game is over here, otherwise `None`.
    fn terminal(&self, position: Self::Position) -> Option<Outcome>;

    /// How the game ends for the side to move where it has no legal move and [`Game::terminal`] does not say:
    /// a loss, unless the game says otherwise.
    fn blocked(&self, position: Self::Position) -> Outcome {
        let _ = position;
        Outcome::Loss
    }

    /// The value of a position where the game is over, otherwise `None`: what [`Game::terminal`],
    /// [`Game::blocked`] and [`Game::score`] say together.
    ///
    /// ```
    /// use perfect_play_core::{Game, Value};
    /// use perfect_play_games::Mnk;
    ///
    /// let game = Mnk::TICTACTOE;
    /// assert_eq!(game.end(game.parse("XXXOO....")?), Value::loss(0));
    /// assert_eq!(game.end(game.start()), None);
    /// # Ok::<(), perfect_play_core::ParseBoardError>(())
    /// ```
    #[inline]
    fn end(&self, position: Self::Position) -> Option<Value> {
        let outcome = match self.terminal(position) {
            Some(outcome) => outcome,
            None if self.legal_moves(position).is_empty() => self.blocked(position),
            None => return None,
        };
        match self.scheme() {
            Scheme::Remoteness => Some(Value::terminal(outcome)),
            // No game pays 128 points: see `Game::score`.
            Scheme::Score => Value::of_score(self.score(position).max(-127)),
        }
    }

    /// What the game is played for: to win, and soon; or for points, if it says so.
    fn scheme(&self) -> Scheme {
        Scheme::Remoteness
    }

    /// By how many points the side to move is ahead where the game is over, from −127 to 127: more than 0 exactly
    /// if it has won. It is asked only if [`Game::scheme`] is [`Scheme::Score`].
    fn score(&self, position: Self::Position) -> i8 {
        let _ = position;
        0
    }

    /// Whether play can come back to a position. Such a game is solved by retrograde analysis, and what nobody
    /// can force is a draw without end. A game that says it cannot, and can, is refused when it is solved.
    fn repeats(&self) -> bool {
        false
    }

    /// Whether it does not matter who is to move, so that positions do not tell: both players have the same moves,
    /// and they move in turn. Then [`Game::to_move`] may say anything.
    fn is_impartial(&self) -> bool {
        false
    }

    /// Who is to move after a move, seen by the player who made it: if the positions before and after it tell the
    /// same player, that one again.
    #[inline]
    fn next(&self, before: Self::Position, after: Self::Position) -> Next {
        if !self.is_impartial() && self.to_move(before) == self.to_move(after) {
            Next::Same
        } else {
            Next::Opponent
        }
    }

    /// Hands over the positions besides [`Game::start`] in which a play may begin. Unless the game says otherwise,
    /// there are none.
    fn other_starts(&self, each: &mut dyn FnMut(Self::Position)) {
        let _ = each;
    }

    /// How many plies were played before this position, if it tells, as a board tells by its marks: then it is one
    /// more after each move, and 0 at the start. Positions are counted by it. `None` unless the game says otherwise.
    fn plies_played(&self, position: Self::Position) -> Option<u8> {
        let _ = position;
        None
    }

    /// A checksum of the rules, if the game has one because they were read from somewhere: tables are bound to it, beside
    /// what some thousand positions show of the rules.
    fn checksum(&self) -> Option<u64> {
        None
    }

    /// Whether this is the game's name.
    fn is_called(&self, name: &str) -> bool {
        print_alike(self, name)
    }

    /// Who has won, in a terminal position; `None` in any other, and in a draw.
    fn winner(&self, position: Self::Position) -> Option<Player> {
        match self.end(position)?.outcome() {
            Outcome::Win => Some(self.to_move(position)),
            Outcome::Draw => None,
            Outcome::Loss => Some(self.to_move(position).opponent()),
        }
    }
}
