//! The players of a game: a person, the machine, or two levels.

use perfect_play_core::{Level, Player};

use crate::{args::level_arg, terminal::exit::Trouble};

/// The default level of the machine. A newcomer can win against it.
const DEFAULT: Level = Level::Easy;

/// The players, as the command line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seats {
    /// A person plays one side, the machine the other.
    Person {
        /// The person's side.
        side: Player,
        /// The level of the machine.
        opponent: Level,
    },
    /// Two levels play each other.
    Levels {
        /// The level of X.
        x: Level,
        /// The level of O.
        o: Level,
    },
}

/// `--level`: a level for a named side, or for the side that the person does not play.
#[derive(Clone, Copy, Debug)]
pub(super) struct LevelFor {
    side: Option<Player>,
    level: Level,
}

/// The player of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seat {
    /// The person at the screen.
    You,
    /// The machine, which plays against the person.
    Machine,
    /// A level that plays against another level.
    Level(Level),
}

/// The sides and levels that `--level` names.
pub(super) fn level_for(arg: &str) -> Result<LevelFor, String> {
    let (side, name) = match arg.split_once('=') {
        None => (None, arg),
        Some((_, name)) if name.contains(',') => {
            return Err("give each side its own: `--level x=easy --level o=hard`".to_owned());
        }
        Some((side, name)) => match side.to_lowercase().as_str() {
            "x" => (Some(Player::X), name),
            "o" => (Some(Player::O), name),
            _ => return Err("before the `=` stands a side, `x` or `o`".to_owned()),
        },
    };
    Ok(LevelFor { side, level: level_arg::level(name)? })
}

impl Seats {
    /// The players; `side` is the side that the person asks for.
    pub(super) fn new(side: Option<Player>, levels: &[LevelFor]) -> Result<Self, Trouble> {
        let each = "say which side each plays, as in `--level x=easy --level o=hard`";
        let (mut x, mut o, mut other) = (None, None, None);
        for &LevelFor { side, level } in levels {
            let (given, what) = match side {
                Some(Player::X) => (&mut x, "X has two levels: give it one"),
                Some(Player::O) => (&mut o, "O has two levels: give it one"),
                None => (&mut other, "two levels are given, and no sides"),
            };
            if given.replace(level).is_some() {
                let hint = if side.is_none() { format!(": {each}") } else { String::new() };
                return Err(Trouble::new(format!("{what}{hint}")));
            }
        }
        let machine = match (x, o, other) {
            (Some(x), Some(o), None) if side.is_none() => return Ok(Self::Levels { x, o }),
            (Some(_), Some(_), None) => {
                return Err(Trouble::new(
                    "`--as` gives you a side, but levels play both: leave out one of the three",
                ));
            }
            (Some(_), _, Some(_)) | (_, Some(_), Some(_)) => {
                return Err(Trouble::new(format!("one of the levels has no side: {each}")));
            }
            (Some(_), None, None) => Some(Player::X),
            (None, Some(_), None) => Some(Player::O),
            (None, None, _) => None,
        };
        if let (Some(machine), Some(side)) = (machine, side)
            && machine == side
        {
            let letter = side.to_string().to_lowercase();
            return Err(Trouble::new(format!(
                "you cannot play {side} (`--as {letter}`) where a level does (`--level \
                 {letter}=…`): leave out one of the two"
            )));
        }
        let side = side.or(machine.map(Player::opponent)).unwrap_or(Player::X);
        let opponent = x.or(o).or(other).unwrap_or(DEFAULT);
        Ok(Self::Person { side, opponent })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(side: Option<Player>, levels: &[&str]) -> Result<Seats, String> {
        let levels: Vec<_> = levels.iter().map(|level| level_for(level).unwrap()).collect();
        Seats::new(side, &levels).map_err(|trouble| trouble.to_string())
    }

    #[test]
    fn whom_no_level_plays_the_person_plays() {
        let person = |side, opponent| Ok(Seats::Person { side, opponent });
        let (x, o) = (Some(Player::X), Some(Player::O));
        assert_eq!(seats(None, &[]), person(Player::X, DEFAULT));
        assert_eq!(seats(o, &[]), person(Player::O, DEFAULT));
        assert_eq!(seats(o, &["blind"]), person(Player::O, Level::Blind));
        for side in [None, x] {
            assert_eq!(seats(side, &["o=perfect"]), person(Player::X, Level::Perfect));
        }
        for side in [None, o] {
            assert_eq!(seats(side, &["X=master"]), person(Player::O, Level::Master));
        }
        assert_eq!(
            seats(None, &["o=blind", "x=master"]),
            Ok(Seats::Levels { x: Level::Master, o: Level::Blind })
        );
    }

    #[test]
    fn a_side_that_two_would_play_is_refused() {
        let (x, o) = (Some(Player::X), Some(Player::O));
        for (side, levels) in [
            (x, &["x=blind"][..]),
            (o, &["o=blind"]),
            (o, &["x=blind", "o=blind"]),
            (None, &["blind", "master"]),
            (None, &["blind", "x=master"]),
            (None, &["blind", "x=master", "o=master"]),
            (None, &["o=blind", "o=blind"]),
        ] {
            assert!(seats(side, levels).is_err(), "{side:?} {levels:?}");
        }
    }
}
