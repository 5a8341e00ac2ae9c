//! A dump as a graph: the rules of a game as the lines that `graph:FILE` reads.

use std::io;

use perfect_play_core::{Game, Outcome, Player, Probe, Scheme};
use perfect_play_engine::{AnyGame, AnyPosition, AnyTable};
use serde::{Serialize, Serializer};

/// A position without its value: only what the rules say about it.
#[derive(Serialize)]
struct Line {
    position: String,
    to_move: Player,
    #[serde(flatten)]
    then: Then,
}

/// How the game goes on, or how it has ended for the side to move.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Then {
    Moves(Moves),
    Outcome(Outcome),
    Score(i16),
}

/// The name of each move, with the position that it leads to.
struct Moves(Vec<(String, String)>);

impl Serialize for Moves {
    /// Writes an object with the moves in order.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, to)| (name, to)))
    }
}

/// The positions after a move that the table does not list: the game is over there, and a game that says its tiers need not
/// give such positions slots.
pub(super) fn unlisted_ends(
    table: &AnyTable,
    position: AnyPosition,
) -> impl Iterator<Item = AnyPosition> {
    let game = table.game();
    let moves = game.legal_moves(position);
    let children = moves.iter().map(move |mv| game.play(position, mv));
    children.filter(move |&to| game.end(to).is_some() && table.code(to).is_none())
}

/// The line of a position.
pub(super) fn line(game: &AnyGame, position: AnyPosition) -> io::Result<Vec<u8>> {
    let then = match game.end(position) {
        Some(end) if game.scheme() == Scheme::Score => Then::Score(end.score()),
        Some(end) => Then::Outcome(end.outcome()),
        None => {
            let moves = game.legal_moves(position).iter().map(|mv| {
                let to = game.notation(game.play(position, mv)).to_string();
                (game.move_text(position, mv).to_string(), to)
            });
            Then::Moves(Moves(moves.collect()))
        }
    };
    let position_text = game.notation(position).to_string();
    let line = Line { position: position_text, to_move: game.to_move(position), then };
    let mut line = serde_json::to_vec(&line)?;
    line.push(b'\n');
    Ok(line)
}
