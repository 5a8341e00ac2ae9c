//! Levels of play: how well an opponent chooses its moves.

use core::{fmt, str::FromStr};

use crate::{Chance, Game, Move, Moves, Objective, ParseChanceError, Policy, Probe};

/// How well an opponent plays. Every level answers from the table: it looks at the position and at
/// most at those one ply on, and never searches.
///
/// *Blind*, *novice* and *master* are the levels of the tutorials: they sort the legal moves by
/// depth-aware score, best for the mover first and equal ones ascending, and choose from the front.
///
/// ```
/// use perfect_play_core::{Chance, Level};
///
/// assert_eq!("novice".parse(), Ok(Level::Novice));
/// let level: Level = "skill(0.9)".parse().unwrap();
/// assert_eq!(Some(level), Chance::new(9, 10).map(Level::Skill));
/// assert_eq!(level.to_string(), "skill(0.9)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// Any legal move, all equally likely.
    Blind,
    /// The first move with chance 2/5, the second with 3/5, the only one if there is one.
    Novice,
    /// The first move, always.
    Master,
    /// Any optimal move, all equally likely.
    Perfect,
    /// An optimal move with this chance, otherwise one of the others; within either, all equally
    /// likely.
    Skill(Chance),
}

/// The chance with which a novice takes the first move: 2/5.
const NOVICE: Chance = match Chance::new(2, 5) {
    Some(chance) => chance,
    None => panic!("2 in 5 is a chance"),
};

impl Level {
    /// The levels that have no parameter, from the weakest to the strongest.
    pub const NAMED: [Self; 4] = [Self::Blind, Self::Novice, Self::Master, Self::Perfect];

    /// How this level plays in a position: which move with what chance.
    ///
    /// ```
    /// use perfect_play_core::{Board, CodeTable, Level, Objective};
    /// use perfect_play_games::Mnk;
    ///
    /// // Two cells, and two in a row: a draw, whatever is played. A byte for each of the nine boards,
    /// // of which four are none of the game.
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
        // What each move is worth, and not what the table says is optimal: so no level plays an
        // illegal move, or none, whatever is in a table that nobody has verified.
        let worths = table.move_values(position)?;
        let optimal = || worths.optimal(table.objective());
        let legal = || worths.iter().map(|worth| worth.mv).collect();
        Ok(match self {
            Self::Blind => Policy::uniform(legal()),
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
            Self::Skill(chance) => Policy::new(optimal(), chance, legal()),
        })
    }

    /// A move of this level's choice; `None` if the game is over.
    ///
    /// `random` gives 32 random bits a call, all equally likely; see [`Policy::choose`].
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

/// Prints `blind`, `novice`, `master`, `perfect` or `skill(0.9)`.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blind => f.pad("blind"),
            Self::Novice => f.pad("novice"),
            Self::Master => f.pad("master"),
            Self::Perfect => f.pad("perfect"),
            Self::Skill(chance) => write!(f, "skill({chance})"),
        }
    }
}

/// Reads what a level prints as; `skill:0.9`, which no shell takes apart, is read too.
impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(name: &str) -> Result<Self, ParseLevelError> {
        if let Some(level) = name.strip_prefix("skill") {
            let chance = match level.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
                None => level.strip_prefix(':').ok_or(if level.is_empty() {
                    ParseLevelError::NoChance
                } else {
                    ParseLevelError::Unknown
                })?,
                Some(chance) => chance,
            };
            return chance.parse().map(Self::Skill).map_err(ParseLevelError::Chance);
        }
        Ok(match name {
            "blind" => Self::Blind,
            "novice" => Self::Novice,
            "master" => Self::Master,
            "perfect" => Self::Perfect,
            _ => return Err(ParseLevelError::Unknown),
        })
    }
}

/// Why a text is no level's name.
///
/// ```
/// use perfect_play_core::{Level, ParseLevelError};
///
/// let error = "skill".parse::<Level>().unwrap_err();
/// assert_eq!(error, ParseLevelError::NoChance);
/// assert_eq!(
///     error.to_string(),
///     "`skill` needs the chance of an optimal move behind it: `skill(0.9)`",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseLevelError {
    /// There is no such level.
    Unknown,
    /// `skill` has no chance behind it.
    NoChance,
    /// What is behind `skill` is no chance.
    Chance(ParseChanceError),
}

impl fmt::Display for ParseLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str(
                "a level is `blind`, `novice`, `master`, `perfect` or `skill(P)`, where P is the \
                 chance of an optimal move",
            ),
            Self::NoChance => {
                f.write_str("`skill` needs the chance of an optimal move behind it: `skill(0.9)`")
            }
            Self::Chance(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ParseLevelError {}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    #[test]
    fn names_come_back() {
        let skill = |text: &str| Level::Skill(text.parse().unwrap());
        for level in Level::NAMED.into_iter().chain([skill("0"), skill("1/3"), skill("0.25")]) {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        assert_eq!("skill:0.25".parse(), Ok(skill("1/4")));
    }

    #[test]
    fn what_is_none_is_refused() {
        use ParseLevelError::{Chance, NoChance, Unknown};
        for (name, error) in [
            ("", Unknown),
            ("Master", Unknown),
            ("skillful", Unknown),
            ("skill(0.5", Unknown),
            ("skill", NoChance),
            ("skill()", Chance(ParseChanceError::NotANumber)),
            ("skill(1.5)", Chance(ParseChanceError::OutOfRange)),
        ] {
            assert_eq!(name.parse::<Level>(), Err(error), "{name}");
        }
        let messages = ["expert", "skill", "skill(2)"].map(|name| {
            let error = name.parse::<Level>().unwrap_err();
            error.to_string()
        });
        assert!(messages[0].starts_with("a level is `blind`, `novice`, `master`, `perfect` or"));
        assert!(messages[1].starts_with("`skill` needs the chance of an optimal move behind it"));
        assert_eq!(messages[2], "a chance is from 0 to 1");
    }
}
