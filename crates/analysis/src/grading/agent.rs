//! Who is graded: anything that answers a position with a move, or with the chance of each move.

use std::collections::HashMap;

use perfect_play_core::{Game, Key, Level, Move, Moves, Probe};
use perfect_play_numbering::TableError;
use serde::Serialize;

/// Who is graded.
pub trait Agent<G: Game> {
    /// Why it cannot go on at all. What an agent does wrong is no error, but [`Reply::Failed`].
    type Error;

    /// What the agent does in each of these positions: as many replies, in the same order. No position is terminal.
    ///
    /// # Errors
    ///
    /// If grading has to end, because the user interrupts it, for example.
    fn replies(&mut self, game: &G, positions: &[G::Position]) -> Result<Vec<Reply>, Self::Error>;
}

impl<G: Game, A: Agent<G>> Agent<G> for &mut A {
    type Error = A::Error;

    fn replies(&mut self, game: &G, positions: &[G::Position]) -> Result<Vec<Reply>, A::Error> {
        (**self).replies(game, positions)
    }
}

/// What an agent does in a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// It plays these moves with these chances.
    Moves(Vec<(Move, f64)>),
    /// It plays no legal move.
    Failed(Failure),
}

/// Why an agent plays no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Failure {
    /// The answer is no legal move, and no list of chances of legal moves that add up to 1.
    Illegal,
    /// There was no answer in time.
    Late,
    /// The agent broke down.
    Crashed,
}

impl Reply {
    /// By how much the sum of chances may differ from 1: they may be rounded.
    pub const ROUNDING: f64 = 1e-3;

    /// Plays this move.
    #[must_use]
    pub fn plays(mv: Move) -> Self {
        Self::Moves(vec![(mv, 1.0)])
    }

    /// The same reply with chances that add up to 1 exactly, by ascending moves and without those that are never played. It
    /// has [failed](Failure::Illegal) unless all moves are legal and the chances add up to 1.
    ///
    /// ```
    /// use perfect_play_analysis::{Failure, Reply};
    /// use perfect_play_core::Moves;
    ///
    /// let legal = Moves::from_low_bits(0b1011);
    /// let checked = Reply::Moves(vec![(3, 0.5), (1, 0.5), (2, 0.0)]).checked(legal);
    /// assert_eq!(checked, Reply::Moves(vec![(1, 0.5), (3, 0.5)]));
    /// assert_eq!(Reply::plays(2).checked(legal), Reply::Failed(Failure::Illegal));
    /// assert_eq!(Reply::Moves(vec![(1, 0.5)]).checked(legal), Reply::Failed(Failure::Illegal));
    /// ```
    #[must_use]
    pub fn checked(self, legal: Moves) -> Self {
        let Self::Moves(mut moves) = self else { return self };
        let sum: f64 = moves.iter().map(|&(_, chance)| chance).sum();
        let is_right =
            |&(mv, chance): &(Move, f64)| chance >= 0.0 && (chance == 0.0 || legal.contains(mv));
        // A sum that is not a number is not near to 1 either.
        if !((sum - 1.0).abs() <= Self::ROUNDING && moves.iter().all(is_right)) {
            return Self::Failed(Failure::Illegal);
        }
        moves.retain(|&(_, chance)| chance > 0.0);
        moves.sort_unstable_by_key(|&(mv, _)| mv);
        for (_, chance) in &mut moves {
            *chance /= sum;
        }
        Self::Moves(moves)
    }
}

/// A level of play as an agent.
///
/// ```
/// use perfect_play_analysis::{Agent, LevelAgent, Reply};
/// use perfect_play_core::{Board, Level, Objective};
/// use perfect_play_games::Mnk;
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let mut master = LevelAgent { table: &table, level: Level::Master };
/// assert_eq!(master.replies(&Mnk::TICTACTOE, &[Board::EMPTY])?, [Reply::plays(0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct LevelAgent<'t, T> {
    /// The table by which the level plays.
    pub table: &'t T,
    /// The level.
    pub level: Level,
}

impl<T: Probe> Agent<T::Game> for LevelAgent<'_, T> {
    type Error = TableError;

    fn replies(
        &mut self,
        game: &T::Game,
        positions: &[<T::Game as Game>::Position],
    ) -> Result<Vec<Reply>, TableError> {
        let reply = |&position: &<T::Game as Game>::Position| {
            let policy = self.level.policy(self.table, position);
            let policy = policy.map_err(|reason| TableError::at(game, position, reason))?;
            #[expect(clippy::cast_precision_loss, reason = "both are far below 2^53")]
            let chances = policy.chances().map(|chance| {
                (chance.mv, chance.numerator as f64 / chance.denominator.get() as f64)
            });
            Ok(Reply::Moves(chances.collect()))
        };
        positions.iter().map(reply).collect()
    }
}

/// An agent that is asked only once about each position.
///
/// ```
/// use perfect_play_analysis::{Agent, LevelAgent, Remembering};
/// use perfect_play_core::{Board, Level, Objective};
/// use perfect_play_games::Mnk;
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let mut agent = Remembering::new(LevelAgent { table: &table, level: Level::Master });
/// let first = agent.replies(&Mnk::TICTACTOE, &[Board::EMPTY])?;
/// assert_eq!(agent.replies(&Mnk::TICTACTOE, &[Board::EMPTY])?, first);
/// assert_eq!(agent.positions(), [Board::EMPTY]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Remembering<A, P> {
    agent: A,
    replies: HashMap<P, Reply>,
}

impl<A, P: Key> Remembering<A, P> {
    /// The agent. It has not been asked yet.
    pub fn new(agent: A) -> Self {
        Self { agent, replies: HashMap::new() }
    }

    /// The positions about which it has been asked, in ascending order.
    pub fn positions(&self) -> Vec<P> {
        let mut positions: Vec<_> = self.replies.keys().copied().collect();
        positions.sort_unstable();
        positions
    }
}

impl<G: Game, A: Agent<G>> Agent<G> for Remembering<A, G::Position> {
    type Error = A::Error;

    fn replies(&mut self, game: &G, positions: &[G::Position]) -> Result<Vec<Reply>, A::Error> {
        let mut new: Vec<_> = positions
            .iter()
            .copied()
            .filter(|position| !self.replies.contains_key(position))
            .collect();
        new.sort_unstable();
        new.dedup();
        let replies = if new.is_empty() { Vec::new() } else { self.agent.replies(game, &new)? };
        self.replies.extend(new.into_iter().zip(replies));
        // An agent that gives too few replies gives none to the last positions.
        let reply = |position| self.replies.get(position).cloned();
        Ok(positions
            .iter()
            .map(|position| reply(position).unwrap_or(Reply::Failed(Failure::Crashed)))
            .collect())
    }
}
