//! The definition of an entry: it follows from the rules and from the entries of the child positions.
//!
//! Every proof depends on this module. So it must not use a solver, or the code that reads moves from a table
//! ([`perfect_play_core::MoveValues`], [`Scheme::before`]).

use perfect_play_core::{
    Entry, Game, Move, Moves, Next, Objective, Outcome, Player, Scheme, Value,
};

/// How the game ends for the side to move, and after how many plies or by how many points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    pub(crate) outcome: Outcome,
    /// Plies. `None` for a draw without a remoteness, and in a game that is played for points.
    remoteness: Option<u16>,
    /// Points. `None` in a game that is not played for points.
    score: Option<i16>,
}

impl Ending {
    /// The meaning of a value at a position.
    #[inline]
    pub(crate) fn of<G: Game>(game: &G, position: G::Position, value: Value) -> Self {
        Self::by_scheme(game.scheme(), value, || game.plies_to_draw(position))
    }

    /// The meaning of a value of a game with this scheme, at a position from which a draw takes so many plies.
    #[inline]
    pub(crate) fn by_scheme(
        scheme: Scheme,
        value: Value,
        plies_to_draw: impl FnOnce() -> Option<u16>,
    ) -> Self {
        let outcome = value.outcome();
        match scheme {
            Scheme::Remoteness => {
                let remoteness = value.plies().or_else(plies_to_draw);
                Self { outcome, remoteness, score: None }
            }
            Scheme::Score => Self { outcome, remoteness: None, score: Some(value.score()) },
        }
    }

    /// The value of a terminal position by the rules. `None` if the rules contradict themselves.
    #[inline]
    pub(crate) fn terminal<G: Game>(
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

impl From<Entry> for Ending {
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
pub(crate) fn ending_that_follows<G: Game, E>(
    game: &G,
    position: G::Position,
    mut ending_of: impl FnMut(G::Position) -> Result<Option<Ending>, E>,
    mut seen: impl FnMut(Move, Ending),
) -> Result<Option<Ending>, E> {
    let moves = game.legal_moves(position);
    let ended = game.terminal(position);
    if ended.is_some() && !moves.is_empty() {
        return Ok(None);
    }
    if moves.is_empty() {
        let outcome = ended.unwrap_or_else(|| game.blocked(position));
        return Ok(Ending::terminal(game, position, outcome));
    }
    let mut of_children = OfChildren::none(game, position);
    for mv in moves {
        let child = game.play(position, mv);
        let Some(ending) = of_children.add(child, ending_of(child)?) else { return Ok(None) };
        seen(mv, ending);
    }
    Ok(of_children.ending())
}

/// The value of a position by those of its children, which are given one after the other.
pub(crate) struct OfChildren<'g, G> {
    game: &'g G,
    to_move: Player,
    is_impartial: bool,
    plies_to_draw: Option<u16>,
    best: Option<Ending>,
    is_sound: bool,
}

impl<'g, G: Game> OfChildren<'g, G> {
    /// No child of this position.
    pub(crate) fn none(game: &'g G, position: G::Position) -> Self {
        Self {
            game,
            to_move: game.to_move(position),
            is_impartial: game.is_impartial(),
            plies_to_draw: game.plies_to_draw(position),
            best: None,
            is_sound: true,
        }
    }

    /// Adds a child with this value. Returns the value of the move. `None` if the child has no value, or one that cannot be: then
    /// no value follows.
    #[inline]
    pub(crate) fn add(&mut self, child: G::Position, ending: Option<Ending>) -> Option<Ending> {
        let same_player = !self.is_impartial && self.game.to_move(child) == self.to_move;
        let ending = ending.and_then(|ending| ending.one_ply_earlier(same_player));
        // A table stores no remoteness of a draw: the game states it at each position. So the statements of two
        // neighbours must agree, or entries would contradict one another.
        let agrees = |ending: &Ending| {
            ending.outcome != Outcome::Draw
                || self.plies_to_draw.is_none()
                || ending.score.is_some()
                || ending.remoteness == self.plies_to_draw
        };
        let Some(ending) = ending.filter(agrees) else {
            self.is_sound = false;
            return None;
        };
        // If the children do not state the remoteness of a draw, this position does.
        let is_draw = ending.outcome == Outcome::Draw;
        let remoteness = if is_draw { self.plies_to_draw } else { ending.remoteness };
        let ending = Ending { remoteness, ..ending };
        self.best = Some(self.best.map_or(ending, |best| best.or_better(ending)));
        Some(ending)
    }

    /// The value of the position. `None` if there is no child, or if none follows.
    #[inline]
    pub(crate) fn ending(self) -> Option<Ending> {
        self.best.filter(|_| self.is_sound)
    }
}

/// The entry of a position by definition: it follows from the rules and from the values of its children. `None` if
/// [`ending_that_follows`] returns `None`.
pub(crate) fn follows<G: Game, E>(
    game: &G,
    objective: Objective,
    position: G::Position,
    ending_of: impl FnMut(G::Position) -> Result<Option<Ending>, E>,
) -> Result<Option<Entry>, E> {
    let mut moves = Vec::new();
    let best =
        ending_that_follows(game, position, ending_of, |mv, ending| moves.push((mv, ending)))?;
    Ok(best.map(|best| {
        moves.retain(|(_, ending)| ending.outcome == best.outcome);
        if objective == Objective::Fastest {
            moves.retain(|&(_, ending)| ending == best);
        }
        best.entry(moves.iter().map(|&(mv, _)| mv).collect())
    }))
}

/// Whether [`Game::ply`] and [`Game::next`] are right after a move. Answers about moves depend on the second one.
pub(crate) fn is_next<G: Game>(game: &G, position: G::Position, child: G::Position) -> bool {
    let rises = match game.ply(position) {
        Some(ply) => ply.checked_add(1).is_some_and(|next| game.ply(child) == Some(next)),
        None => game.ply(child).is_none(),
    };
    rises && game.next(position, child) == Next::of(game, position, child)
}
