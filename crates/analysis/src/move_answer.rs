//! The value of each move of a position, for programs.

use perfect_play_core::{Game, Kind, Move, MoveCells, MoveValue, Outcome};
use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::MoveNumber;

/// A move, and its value for the player who makes it.
///
/// In JSON the number is named after its meaning ([`MoveNumber`]). Absent are a text that equals the number, and the score
/// of a game that is not played for points.
///
/// ```
/// use perfect_play_analysis::MoveAnswer;
/// use perfect_play_core::{Board, Objective, Probe};
/// use perfect_play_games::Mnk;
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let values = table.move_values(Board::EMPTY)?;
/// let moves = MoveAnswer::of(table.game(), Board::EMPTY, values.iter());
/// let json = serde_json::to_string(&moves[4])?;
/// assert_eq!(json, r#"{"cell":4,"outcome":"draw","remoteness":9}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveAnswer {
    /// The number of the move, with its meaning.
    pub number: MoveNumber,
    /// The move in the game's notation, if that differs from the number.
    pub text: Option<String>,
    /// The outcome after the move.
    pub outcome: Outcome,
    /// Plies to the end of the game, counted from before the move. `None` as in [`MoveValue`].
    pub remoteness: Option<u16>,
    /// The points by which the player wins, in a game for points.
    pub score: Option<i16>,
    /// Where the move leads. `None` unless it was asked for ([`Answer::drawn`](crate::Answer::drawn)).
    pub target: Option<MoveTarget>,
}

/// Where a move leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveTarget {
    /// The cells by which a player chooses the move.
    pub cells: MoveCells,
    /// Whether the table calls the move optimal.
    pub optimal: bool,
    /// The position after the move, as text.
    pub position: String,
}

impl MoveAnswer {
    /// These moves of a position.
    pub fn of<G: Game>(
        game: &G,
        position: G::Position,
        values: impl Iterator<Item = MoveValue>,
    ) -> Vec<Self> {
        let moves = values.map(|MoveValue { mv, outcome, remoteness, score }| Self {
            number: MoveNumber::new(game, mv),
            text: text(game, position, mv),
            outcome,
            remoteness,
            score,
            target: None,
        });
        moves.collect()
    }
}

/// The move as the game writes it, if that differs from the number.
fn text<G: Game>(game: &G, position: G::Position, mv: Move) -> Option<String> {
    if game.kind() != Kind::Other {
        // These games write a move as its number.
        return None;
    }
    let text = game.move_text(position, mv).to_string();
    (text != mv.to_string()).then_some(text)
}

impl Serialize for MoveAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(self.number.noun(), &self.number.number())?;
        if let Some(text) = &self.text {
            map.serialize_entry("text", text)?;
        }
        map.serialize_entry("outcome", &self.outcome)?;
        map.serialize_entry("remoteness", &self.remoteness)?;
        if let Some(score) = self.score {
            map.serialize_entry("score", &score)?;
        }
        if let Some(MoveTarget { cells: MoveCells { from, to, then }, optimal, position }) =
            &self.target
        {
            map.serialize_entry("from", from)?;
            map.serialize_entry("to", to)?;
            map.serialize_entry("then", then)?;
            map.serialize_entry("optimal", optimal)?;
            map.serialize_entry("position", position)?;
        }
        map.end()
    }
}
