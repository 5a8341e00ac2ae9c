//! Levels of play: the playing strength of an opponent.

mod ahead;
mod name;

pub use name::ParseLevelError;

use crate::{Chance, Game, Move, Moves, Objective, Policy, Probe, Scheme};

/// The playing strength of an opponent. Every level uses the table and never searches: it probes the position and at most its
/// children, and *tricky* also the children of its optimal moves.
///
/// *Easy*, *medium* and *hard* are for people. They look ahead. If there are moves that win at once, they play one of
/// them.
///
/// *Blind*, *novice* and *master* are the levels of minimax tutorials. *Blind* plays any move. *Novice* and *master*
/// sort the legal moves from best to worst: early wins before late ones, and late losses before early ones. Equal moves
/// are in ascending order ([`MoveValues::ranked`](crate::MoveValues::ranked)). *Master* chooses the first move of the
/// list, *novice* the first or the second.
///
/// A *look-ahead* of *n* plies sees the wins and losses that best play reaches within *n* plies. It takes the
/// soonest win that it sees. If it sees no win, it takes any move except the losses that it sees. If it sees that
/// all moves lose, it takes the latest loss.
///
/// In a game for points ([`Scheme::Score`]), values contain no plies. If some moves end the game with a win, a
/// look-ahead of *n* plies takes one of them that gives the most points. If there is no such move, it takes an optimal
/// move with chance (*n* − 1)/*n*, and otherwise any move. For *hard* this chance is 9/10.
///
/// *Tricky* plays as well as *perfect*, but among optimal moves it takes those after which an imperfect opponent is likeliest
/// to go wrong. This matters where many moves keep a draw. (Such play is called ultra-strong; G. E. Gévay and G. Danner,
/// "Calculating Ultra-Strong and Extended Solutions for Nine Men's Morris, Morabaraba, and Lasker Morris", 2016.)
///
/// ```
/// use perfect_play_core::{Chance, Level};
///
/// assert_eq!("novice".parse(), Ok(Level::Novice));
/// let level: Level = "skill(0.9)".parse().unwrap();
/// assert_eq!(Some(level), Chance::new(9, 10).map(Level::Skill));
/// assert_eq!(level.to_string(), "skill(0.9)");
/// assert_eq!("lookahead:3".parse(), Ok(Level::Lookahead(3)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// Looks 1 ply ahead. If a move wins at once, it takes that move. Otherwise it takes any move that does not
    /// lose at once.
    Easy,
    /// Looks 2 plies ahead. It also avoids moves after which the opponent can win at once.
    Medium,
    /// Looks 6 plies ahead with chance 9/10. Otherwise it takes a move that *medium* might take, but a look-ahead of
    /// 6 plies would not. If there is no such move, it always looks 6 plies ahead.
    Hard,
    /// Any optimal move, all equally likely.
    Perfect,
    /// One of the optimal moves after which the opponent is likeliest to go wrong, all equally likely. The opponent is taken
    /// to look 0 to 6 plies ahead, each number twice as likely as the one before.
    Tricky,
    /// Looks this many plies ahead. With 0 it plays like *blind*.
    Lookahead(u8),
    /// Any legal move, all equally likely.
    Blind,
    /// The first move of the list with probability 2/5, and the second with 3/5. If there is only one move, it takes
    /// that move.
    Novice,
    /// Always the first move of the list.
    Master,
    /// An optimal move with this probability, otherwise one of the other moves. Within each group, all moves
    /// are equally likely.
    Skill(Chance),
}

/// The probability with which a novice takes the first move: 2/5.
const NOVICE: Chance = match Chance::new(2, 5) {
    Some(chance) => chance,
    None => panic!("2 in 5 is a chance"),
};

/// The chance with which *hard* looks [`FAR`] plies ahead: 9/10.
const HARD: Chance = match Chance::new(9, 10) {
    Some(chance) => chance,
    None => panic!("9 in 10 is a chance"),
};

impl Level {
    /// The levels that have no parameter. The levels for people come first, then those of the tutorials. Both groups
    /// are in order from the weakest to the strongest.
    pub const NAMED: [Self; 8] = [
        Self::Easy,
        Self::Medium,
        Self::Hard,
        Self::Perfect,
        Self::Tricky,
        Self::Blind,
        Self::Novice,
        Self::Master,
    ];

    /// The levels of [`Level::NAMED`] except [`Level::Tricky`], from weak to strong.
    pub const BY_STRENGTH: [Self; 7] = [
        Self::Blind,
        Self::Novice,
        Self::Easy,
        Self::Medium,
        Self::Hard,
        Self::Master,
        Self::Perfect,
    ];

    /// How this level plays in a position: the probability of each move.
    ///
    /// ```
    /// use perfect_play_core::{Board, CodeTable, Level, Objective};
    /// use perfect_play_games::Mnk;
    ///
    /// // Two cells, and two in a row: always a draw. There is a byte for each of the nine boards,
    /// // and four of the boards are not positions.
    /// let slots = [127, 127, 255, 127, 255, 127, 255, 127, 255];
    /// let game: Mnk = "mnk:2,1,2".parse()?;
    /// let table = CodeTable::by_code(game, Objective::Fastest, slots)?;
    ///
    /// let policy = Level::Novice.policy(&table, Board::EMPTY)?;
    /// let chances: Vec<_> = policy.chances().map(|chance| chance.to_string()).collect();
    /// assert_eq!(chances, ["0.4", "0.6"]);
    /// let chosen = Level::Master.choose(&table, Board::EMPTY, || 0x9e37_79b9)?;
    /// assert_eq!(chosen, Some(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The reason why the table has no entry for the position.
    pub fn policy<P: Probe + ?Sized>(
        self,
        table: &P,
        position: <P::Game as Game>::Position,
    ) -> Result<Policy, P::Error> {
        // Use the values of the moves, and not the optimal moves of the entry. So no level plays an illegal
        // move, or no move, even if the table has not been verified.
        let worths = table.move_values(position)?;
        let optimal = || worths.optimal(table.objective());
        let legal = || worths.iter().map(|worth| worth.mv).collect();
        let for_points = |chance| ahead::for_points(table.game(), position, &worths, chance);
        let in_sight = |plies| ahead::in_sight(&worths, plies);
        let look = |plies| match table.game().scheme() {
            Scheme::Remoteness => Policy::uniform(in_sight(plies)),
            Scheme::Score => for_points(all_but_one_in(plies)),
        };
        Ok(match self {
            Self::Easy => look(1),
            Self::Medium => look(2),
            Self::Hard => match table.game().scheme() {
                Scheme::Remoteness => Policy::new(in_sight(ahead::FAR), HARD, in_sight(2)),
                Scheme::Score => for_points(HARD),
            },
            Self::Blind | Self::Lookahead(0) => Policy::uniform(legal()),
            Self::Lookahead(plies) => look(plies),
            Self::Novice => {
                let mut ranked = worths.ranked().map(|worth| Moves::EMPTY.with(worth.mv));
                let mut next = || ranked.next().unwrap_or_default();
                Policy::new(next(), NOVICE, next())
            }
            Self::Master => {
                let first = worths.optimal(Objective::Fastest).first();
                Policy::uniform(first.into_iter().collect())
            }
            Self::Perfect => Policy::uniform(optimal()),
            Self::Tricky => Policy::uniform(ahead::riskiest(table, position, optimal())?),
            Self::Skill(chance) => Policy::new(optimal(), chance, legal()),
        })
    }

    /// Chooses a move of this level. `None` if the game is over.
    ///
    /// Each call of `random` must return 32 uniformly distributed random bits; see [`Policy::choose`].
    ///
    /// # Errors
    ///
    /// The reason why the table has no entry for the position.
    pub fn choose<P: Probe + ?Sized>(
        self,
        table: &P,
        position: <P::Game as Game>::Position,
        random: impl FnMut() -> u32,
    ) -> Result<Option<Move>, P::Error> {
        Ok(self.policy(table, position)?.choose(random))
    }
}

/// The chance with which a look-ahead of this many plies takes a best move in a game for points.
fn all_but_one_in(plies: u8) -> Chance {
    let times = u32::from(plies);
    Chance::new(times.saturating_sub(1), times).unwrap_or(Chance::ZERO)
}
