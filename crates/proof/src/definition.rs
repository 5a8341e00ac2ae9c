//! The definition of an entry: it follows from the rules and from the entries of the child positions.
//!
//! Every proof depends on this module. So it must not use a solver, or the code that reads moves from a table
//! ([`perfect_play_core::MoveValues`], [`Scheme::before`]).

use perfect_play_core::{Entry, Game, Move, Moves, Objective, Outcome, Scheme, Value};

/// How the game ends for the side to move, and after how many plies or by how many points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Worth {
    pub(crate) outcome: Outcome,
    /// Plies. `None` for a draw without a remoteness, and in a game that is played for points.
    remoteness: Option<u16>,
    /// Points. `None` in a game that is not played for points.
    score: Option<i16>,
}

impl Worth {
    /// The meaning of a value at a position.
    #[inline]
    pub(crate) fn new<G: Game>(game: &G, position: G::Position, value: Value) -> Self {
        let outcome = value.outcome();
        match game.scheme() {
            Scheme::Remoteness => {
                let remoteness = value.plies().or_else(|| game.plies_to_draw(position));
                Self { outcome, remoteness, score: None }
            }
            Scheme::Score => Self { outcome, remoteness: None, score: Some(value.score()) },
        }
    }

    /// The value of a terminal position by the rules. `None` if the rules contradict themselves.
    #[inline]
    pub(crate) fn ended<G: Game>(
        game: &G,
        position: G::Position,
        outcome: Outcome,
    ) -> Option<Self> {
        match game.scheme() {
            Scheme::Remoteness if outcome == Outcome::Draw => {
                let remoteness = game.plies_to_draw(position);
                let is_sound = remoteness.is_none_or(|plies| plies == 0);
                is_sound.then_some(Self { outcome, remoteness, score: None })
            }
            Scheme::Remoteness => Some(Self { outcome, remoteness: Some(0), score: None }),
            Scheme::Score => {
                let score = game.score(position);
                let is_sound = score != i16::MIN && outcome == outcome_of(score);
                is_sound.then_some(Self { outcome, remoteness: None, score: Some(score) })
            }
        }
    }

    /// The value of a move for the player who makes it, if the move leads to a position of this value. It is computed
    /// from the outcome, the plies and the points alone. `None` if the remoteness or the score is out of range.
    #[inline]
    fn one_ply_earlier(self, same_player: bool) -> Option<Self> {
        let remoteness = match self.remoteness {
            Some(plies) => Some(plies.checked_add(1)?),
            None => None,
        };
        if same_player {
            return Some(Self { remoteness, ..self });
        }
        let score = match self.score {
            Some(points) => Some(points.checked_neg()?),
            None => None,
        };
        Some(Self { outcome: self.outcome.reverse(), remoteness, score })
    }

    /// The better of two moves' values for the mover. A winner hurries, a loser delays, and a player who plays for
    /// points takes more points.
    #[inline]
    fn or_better(self, other: Self) -> Self {
        let is_better = if self.outcome != other.outcome {
            self.outcome > other.outcome
        } else if self.score != other.score {
            self.score > other.score
        } else {
            match self.outcome {
                Outcome::Win => self.remoteness <= other.remoteness,
                Outcome::Draw | Outcome::Loss => self.remoteness >= other.remoteness,
            }
        };
        if is_better { self } else { other }
    }

    /// The entry with this value and these optimal moves. If there are none, the game is over.
    fn entry(self, optimal_moves: Moves) -> Entry {
        let Self { outcome, remoteness, score } = self;
        let remoteness = match score {
            None if optimal_moves.is_empty() => Some(0),
            _ => remoteness,
        };
        Entry { outcome, remoteness, score, optimal_moves }
    }
}

impl From<Entry> for Worth {
    fn from(Entry { outcome, remoteness, score, .. }: Entry) -> Self {
        Self { outcome, remoteness, score }
    }
}

/// The outcome of this margin of points.
fn outcome_of(score: i16) -> Outcome {
    match score {
        ..0 => Outcome::Loss,
        0 => Outcome::Draw,
        1.. => Outcome::Win,
    }
}

/// The value of a position by definition: it follows from the rules and from the values of its children. `seen` is
/// called with the value of each move for the player who makes it.
///
/// `None` if a child has no value, or if the remoteness does not fit into 16 bits. Also `None` if the rules break what
/// [`Game`](perfect_play_core::Game) demands: a terminal position has moves, a score has another sign than the outcome,
/// or a draw takes another number of plies than [`Game::plies_to_draw`] says.
#[inline]
pub(crate) fn worth_that_follows<G: Game, E>(
    game: &G,
    position: G::Position,
    mut worth_of: impl FnMut(G::Position) -> Result<Option<Worth>, E>,
    mut seen: impl FnMut(Move, Worth),
) -> Result<Option<Worth>, E> {
    let (to_move, moves) = (game.to_move(position), game.legal_moves(position));
    let ended = game.terminal(position);
    if ended.is_some() && !moves.is_empty() {
        return Ok(None);
    }
    if moves.is_empty() {
        let outcome = ended.unwrap_or_else(|| game.blocked(position));
        return Ok(Worth::ended(game, position, outcome));
    }
    let plies_to_draw = game.plies_to_draw(position);
    let mut best: Option<Worth> = None;
    for mv in moves {
        let child = game.play(position, mv);
        let same_player = game.to_move(child) == to_move && !game.is_impartial();
        let worth = worth_of(child)?.and_then(|worth| worth.one_ply_earlier(same_player));
        let Some(worth) = worth else { return Ok(None) };
        let is_draw = worth.outcome == Outcome::Draw;
        if is_draw
            && plies_to_draw.is_some()
            && worth.score.is_none()
            && worth.remoteness != plies_to_draw
        {
            return Ok(None);
        }
        // If the children do not state the remoteness of a draw, this position does.
        let remoteness = if is_draw { plies_to_draw } else { worth.remoteness };
        let worth = Worth { remoteness, ..worth };
        seen(mv, worth);
        best = Some(best.map_or(worth, |best| best.or_better(worth)));
    }
    Ok(best)
}

/// The entry of a position by definition: it follows from the rules and from the values of its children. `None` if
/// [`worth_that_follows`] returns `None`.
pub(crate) fn follows<G: Game, E>(
    game: &G,
    objective: Objective,
    position: G::Position,
    worth_of: impl FnMut(G::Position) -> Result<Option<Worth>, E>,
) -> Result<Option<Entry>, E> {
    let mut moves = Vec::new();
    let best = worth_that_follows(game, position, worth_of, |mv, worth| moves.push((mv, worth)))?;
    Ok(best.map(|best| {
        moves.retain(|(_, worth)| worth.outcome == best.outcome);
        if objective == Objective::Fastest {
            moves.retain(|&(_, worth)| worth == best);
        }
        best.entry(moves.iter().map(|&(mv, _)| mv).collect())
    }))
}
