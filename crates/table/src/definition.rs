//! What an entry is, by definition, from the rules and what lies one ply on.
//!
//! Nothing here may use anything of a solver, nor what reads moves out of a table
//! ([`perfect_play_core::MoveValues`], [`Value::before`]): every proof rests on it.

use perfect_play_core::{Entry, Move, Moves, Objective, Outcome, Tabular, Value};

/// How the game ends for the side to move, and after how many plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Worth {
    pub(crate) outcome: Outcome,
    pub(crate) remoteness: u8,
}

impl Worth {
    /// What a value says of a position.
    #[inline]
    pub(crate) fn new<G: Tabular>(game: &G, position: G::Position, value: Value) -> Self {
        Self {
            outcome: value.outcome(),
            remoteness: value.plies().unwrap_or_else(|| game.plies_to_draw(position)),
        }
    }

    /// Of two moves' worths the one that the mover prefers: who wins hurries, who loses delays.
    #[inline]
    fn or_better(self, other: Self) -> Self {
        if self.outcome != other.outcome {
            return if self.outcome > other.outcome { self } else { other };
        }
        let remoteness = match self.outcome {
            Outcome::Win => self.remoteness.min(other.remoteness),
            Outcome::Draw | Outcome::Loss => self.remoteness.max(other.remoteness),
        };
        Self { remoteness, ..self }
    }
}

impl From<Entry> for Worth {
    fn from(Entry { outcome, remoteness, .. }: Entry) -> Self {
        Self { outcome, remoteness }
    }
}

/// The worth that follows for a position, by definition, from the rules and the worths of the
/// positions one ply on. `None` if one of those has none, or if the rules break what [`Game`](perfect_play_core::Game) says of
/// them: the game is over and there are moves, the same player moves again, or a draw takes longer or
/// shorter than [`Tabular::plies_to_draw`] says; or if the end is farther away than 8 bits can say. `seen`
/// is told what each move is worth to the player who makes it.
#[inline]
pub(crate) fn worth_that_follows<G: Tabular, E>(
    game: &G,
    position: G::Position,
    mut worth_of: impl FnMut(G::Position) -> Result<Option<Worth>, E>,
    mut seen: impl FnMut(Move, Worth),
) -> Result<Option<Worth>, E> {
    let (to_move, moves) = (game.to_move(position), game.legal_moves(position));
    if let Some(outcome) = game.terminal(position) {
        let other_draw = outcome == Outcome::Draw && game.plies_to_draw(position) != 0;
        let is_sound = moves.is_empty() && !other_draw;
        return Ok(is_sound.then_some(Worth { outcome, remoteness: 0 }));
    }
    let mut best: Option<Worth> = None;
    for mv in moves {
        let child = game.play(position, mv);
        let Some(Worth { outcome, remoteness }) = worth_of(child)? else {
            return Ok(None);
        };
        let Some(remoteness) = remoteness.checked_add(1) else {
            return Ok(None);
        };
        let other_draw = outcome == Outcome::Draw && remoteness != game.plies_to_draw(position);
        if other_draw || game.to_move(child) == to_move {
            return Ok(None);
        }
        let worth = Worth { outcome: outcome.reverse(), remoteness };
        seen(mv, worth);
        best = Some(best.map_or(worth, |best| best.or_better(worth)));
    }
    Ok(best)
}

/// The entry that follows for a position, by definition, from the rules and the worths of the
/// positions one ply on; `None` where [`worth_that_follows`] gives none.
pub(crate) fn follows<G: Tabular, E>(
    game: &G,
    objective: Objective,
    position: G::Position,
    worth_of: impl FnMut(G::Position) -> Result<Option<Worth>, E>,
) -> Result<Option<Entry>, E> {
    let mut moves = Vec::new();
    let best = worth_that_follows(game, position, worth_of, |mv, worth| moves.push((mv, worth)))?;
    Ok(best.map(|Worth { outcome, remoteness }| {
        moves.retain(|(_, worth)| worth.outcome == outcome);
        if objective == Objective::Fastest && outcome != Outcome::Draw {
            moves.retain(|(_, worth)| worth.remoteness == remoteness);
        }
        let optimal_moves: Moves = moves.iter().map(|&(mv, _)| mv).collect();
        Entry { outcome, remoteness, optimal_moves }
    }))
}
