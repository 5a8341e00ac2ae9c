//! Games as data: a file with one line for each position.

mod error;
mod names;
mod read;

use std::{
    fmt,
    string::{String, ToString},
    vec::Vec,
};

use perfect_play_core::{Game, Move, Moves, Outcome, ParsePositionError, Player, Scheme};

use crate::margin::outcome;

pub use error::{ReadGraphError, ReadGraphErrorKind};
use names::Names;

#[doc = include_str!("rules/graph.md")]
///
/// ```text
/// {"position": "a", "to_move": "X", "moves": {"left": "b", "right": "c"}}
/// {"position": "b", "to_move": "O", "moves": {"back": "a"}}
/// {"position": "c", "to_move": "O", "outcome": "loss"}
/// ```
///
/// Names of positions and moves must not be empty, must not begin or end with a space, and must contain only
/// characters that a terminal shows. Names of moves must not contain spaces. A position has at most 256 moves,
/// and a line has at most 1 MiB. After the first line, lines may be in any order. Positions may be unreachable.
///
/// **Only one player.** If the same player moves in every position, a position is won in *n* plies if the nearest goal
/// is *n* moves away. A position is lost if all ways lead to dead ends. If no way leads to a goal, but the player can
/// go on forever, the position is a draw.
///
/// A position is the number of its line, from 0. A move is its index among the position's moves, from 0.
///
/// ```
/// use perfect_play_core::{Game, Next, Player};
/// use perfect_play_games::Graph;
///
/// let file = r#"{"position": "door", "to_move": "X", "moves": {"jump": "roof", "wait": "door"}}
/// {"position": "roof", "to_move": "X", "outcome": "win"}
/// "#;
/// let game = Graph::read("level.jsonl", file.as_bytes())?;
/// assert_eq!(game.to_string(), "graph:level.jsonl");
/// let door = game.start();
/// let roof = game.play(door, game.parse_move(door, "jump").unwrap());
/// assert_eq!(game.notation(roof).to_string(), "roof");
/// assert_eq!((game.winner(roof), game.next(door, roof)), (Some(Player::X), Next::Same));
/// assert!(game.repeats()); // waiting leads back to the door
/// # Ok::<(), perfect_play_games::ReadGraphError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Graph {
    /// The name of the file.
    name: String,
    /// The positions, by the number of the line, from 0. There is at least one.
    positions: Vec<Position>,
    /// The moves of all positions, in the order of the positions.
    moves: Vec<To>,
    names: Names,
    /// The position with each name, by the number of the name.
    named: Vec<u32>,
    labels: Names,
    scheme: Scheme,
    repeats: bool,
    checksum: u128,
}

/// A line without its moves.
#[derive(Clone, Copy, Debug)]
struct Position {
    /// The number of the position's name.
    name: u32,
    /// The index in the list of moves where the position's moves end. They begin where the previous position's
    /// moves end.
    moves_end: u32,
    to_move: Player,
    end: Option<End>,
}

/// The end of the game for the side to move.
#[derive(Clone, Copy, Debug)]
enum End {
    Outcome(Outcome),
    Score(i16),
}

/// A move.
#[derive(Clone, Copy, Debug)]
struct To {
    /// The number of its label.
    label: u32,
    /// The position that the move leads to. While the file is being read, the number of its name.
    position: u32,
}

impl Graph {
    /// The number of positions in the file, reachable or not.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// The first 16 bytes of the SHA-256 of the file, as a little-endian number. It is the checksum of the rules
    /// ([`Game::checksum`]).
    #[must_use]
    pub const fn content_checksum(&self) -> u128 {
        self.checksum
    }

    fn position(&self, position: u32) -> Option<&Position> {
        self.positions.get(usize::try_from(position).ok()?)
    }

    /// The moves of a position. Empty if there is no such position.
    fn moves_of(&self, position: u32) -> &[To] {
        let end = |position: &Position| usize::try_from(position.moves_end).unwrap_or_default();
        let first = position.checked_sub(1).and_then(|before| self.position(before)).map_or(0, end);
        let end = self.position(position).map_or(first, end);
        self.moves.get(first..end).unwrap_or_default()
    }

    fn move_of(&self, position: u32, mv: Move) -> Option<&To> {
        self.moves_of(position).get(usize::from(mv))
    }

    /// Whether play from the start can return to a position. This is a depth-first search for a move to a
    /// position on the current path.
    fn has_cycle(&self) -> bool {
        #[derive(Clone, Copy, PartialEq)]
        enum Seen {
            Never,
            OnTheWay,
            Done,
        }
        let mut seen = std::vec![Seen::Never; self.positions.len()];
        let mut way = std::vec![(0_u32, 0_usize)];
        while let Some((position, next)) = way.last_mut() {
            let (at, mv) = (*position, *next);
            *next += 1;
            let Some(of_position) = seen.get_mut(at as usize) else { return false };
            *of_position = Seen::OnTheWay;
            let Some(to) = self.moves_of(at).get(mv) else {
                *of_position = Seen::Done;
                way.pop();
                continue;
            };
            match seen.get(to.position as usize) {
                Some(Seen::OnTheWay) => return true,
                Some(Seen::Never) => way.push((to.position, 0)),
                _ => {}
            }
        }
        false
    }
}

/// Prints `graph:` and the file's name.
impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "graph:{}", self.name)
    }
}

impl Game for Graph {
    /// The number of the line, from 0.
    type Position = u32;

    fn start(&self) -> u32 {
        0
    }

    fn to_move(&self, position: u32) -> Player {
        self.position(position).map_or(Player::X, |position| position.to_move)
    }

    fn legal_moves(&self, position: u32) -> Moves {
        (0..=Move::MAX).zip(self.moves_of(position)).map(|(mv, _)| mv).collect()
    }

    fn play(&self, position: u32, mv: Move) -> u32 {
        self.move_of(position, mv).map_or(position, |to| to.position)
    }

    fn terminal(&self, position: u32) -> Option<Outcome> {
        Some(match self.position(position)?.end? {
            End::Outcome(outcome) => outcome,
            End::Score(score) => outcome(score),
        })
    }

    fn scheme(&self) -> Scheme {
        self.scheme
    }

    fn score(&self, position: u32) -> i16 {
        match self.position(position).and_then(|position| position.end) {
            Some(End::Score(score)) => score,
            _ => 0,
        }
    }

    fn repeats(&self) -> bool {
        self.repeats
    }

    fn checksum(&self) -> Option<u128> {
        Some(self.checksum)
    }

    fn fmt_position(&self, position: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.position(position);
        f.write_str(position.map_or("", |position| self.names.get(position.name)))
    }

    fn parse_position(&self, text: &str) -> Result<u32, ParsePositionError> {
        let position = self.names.find(text).and_then(|name| self.named.get(name as usize));
        position.copied().ok_or(ParsePositionError::Wrong("no position of the file has this name"))
    }

    fn fmt_move(&self, position: u32, mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.move_of(position, mv) {
            Some(to) => f.write_str(self.labels.get(to.label)),
            None => f.write_str(&mv.to_string()),
        }
    }

    // A file does not describe a board.
}
