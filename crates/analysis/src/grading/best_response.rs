//! The best play against a fixed policy.

use std::{
    collections::{HashMap, hash_map::Entry},
    ops::Range,
};

use perfect_play_core::{Game, Move, Player, Probe, Scheme, Value};
use perfect_play_numbering::TableError;
use serde::Serialize;

use crate::{
    BestLine, LineAnswer, PlayLimit, Turn,
    grading::{
        agent::{Agent, Reply},
        grade::{BATCH, GradeError},
    },
};

/// The most positions that the best play against an agent is worked out for, each counted once for every ply at which play comes
/// to it.
pub const MAX_RESPONSES: usize = 5_000_000;

/// The most moves that are looked at for it, counted in the same way.
pub const MAX_RESPONSE_MOVES: usize = 4 * MAX_RESPONSES;

/// The best that an opponent can do against an agent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BestResponse {
    /// The side that the agent plays.
    pub agent: Player,
    /// What the opponent can expect: 1 is a win, 0 a draw, −1 a loss. Points, in a game for points.
    pub value: f64,
    /// What the opponent can expect against perfect play.
    pub against_perfect: f64,
    /// One of the plays in which the opponent does best. If it stops before the game is over, the agent plays no legal move
    /// there.
    pub play: LineAnswer,
    /// The chance that the agent plays its part of this play.
    pub chance: f64,
    /// The plies after which a play counted as a draw, if some may have been so long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<u16>,
}

/// By how much a policy can be exploited: the mean of what its best opponents win against it, as O and as X. 0 if it never
/// gives anything away in a play from the start. (`OpenSpiel`: `exploitability`; half of its `nash_conv`.)
///
/// ```
/// use perfect_play_analysis::{BestResponse, LevelAgent, PlayLimit, Turn, exploitability};
/// use perfect_play_core::{Game, Level, Objective, Player, Probe};
/// use perfect_play_games::Mnk;
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let game = table.game();
/// let (start, limit) = (Turn::first(game, game.start()), PlayLimit::new(game, None));
/// let exploited = |level| {
///     let mut agent = LevelAgent { table: &table, level };
///     let responses = [Player::X, Player::O].map(|side| {
///         BestResponse::to(&table, &mut agent, start, (side, limit), &mut |_| ()).unwrap()
///     });
///     exploitability(&responses)
/// };
/// assert_eq!(exploited(Level::Perfect), 0.0);
/// assert_eq!(exploited(Level::Blind), 0.959_829_695_767_195_8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn exploitability(responses: &[BestResponse; 2]) -> f64 {
    let [one, other] = responses;
    f64::midpoint(one.value, other.value)
}

/// What happens at a turn.
enum Node {
    /// The opponent has this result: the game is over, or the agent plays no legal move.
    End(f64),
    /// The agent plays one of these edges by chance.
    Agent(Range<usize>),
    /// The opponent chooses one of these edges.
    Opponent(Range<usize>),
}

/// A move to a turn of the next layer.
struct Edge {
    mv: Move,
    /// The chance that the agent plays it. 1 for a move of the opponent.
    chance: f64,
    /// The number of the turn in its layer.
    to: usize,
}

/// All turns that play can come to with the same number of plies.
struct Layer<P> {
    turns: Vec<Turn<P>>,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// The opponent's expected result at each turn. These follow from those of the next layer, so they are found last.
    values: Vec<f64>,
}

impl<P> Layer<P> {
    /// The opponent's expected result at each turn, from those of the next layer.
    fn values(&self, next: &[f64]) -> Vec<f64> {
        let value = |node: &Node| match node {
            Node::End(result) => *result,
            Node::Agent(edges) => {
                self.edges[edges.clone()].iter().map(|edge| edge.chance * next[edge.to]).sum()
            }
            Node::Opponent(edges) => {
                self.edges[edges.clone()].iter().map(|edge| next[edge.to]).fold(f64::MIN, f64::max)
            }
        };
        self.nodes.iter().map(value).collect()
    }

    /// The move of a turn with which the opponent does best, and of several the one that is likeliest.
    fn best(&self, turn: usize, next: &[f64]) -> Option<&Edge> {
        let (Node::Agent(edges) | Node::Opponent(edges)) = &self.nodes[turn] else { return None };
        let measure = |edge: &Edge| (next[edge.to], edge.chance);
        let better = |best: &&Edge, edge: &&Edge| measure(edge) > measure(best);
        self.edges[edges.clone()]
            .iter()
            .reduce(|best, edge| if better(&best, &edge) { edge } else { best })
    }
}

impl BestResponse {
    /// The best response to an agent that plays this side, from this turn on. A play that is not over at the limit counts as a
    /// draw. If the agent plays no legal move, it loses; in a game for points, it gets the points of its worst move. It is asked
    /// again about a position that play comes to after another number of plies ([`Remembering`](crate::Remembering)).
    /// `progress` is called now and then with the number of turns so far.
    ///
    /// # Errors
    ///
    /// If the agent cannot go on, if the table contradicts itself or cannot be read, or if there are more than
    /// [`MAX_RESPONSES`] turns or [`MAX_RESPONSE_MOVES`] moves.
    pub fn to<T: Probe, A: Agent<T::Game>>(
        table: &T,
        agent: &mut A,
        start: Turn<<T::Game as Game>::Position>,
        (side, limit): (Player, PlayLimit),
        progress: &mut dyn FnMut(u64),
    ) -> Result<Self, GradeError<A::Error>> {
        let mut asked =
            Asked { table, agent, side, moves_left: MAX_RESPONSE_MOVES, was_cut: false };
        let (mut layers, mut turns, mut total) = (Vec::new(), vec![start], 0);
        while !turns.is_empty() {
            total += turns.len();
            if total > MAX_RESPONSES {
                return Err(GradeError::TooLarge);
            }
            progress(total as u64);
            let is_last = layers.len() == usize::from(limit.plies());
            let (layer, next) = asked.layer(turns, is_last)?;
            layers.push(layer);
            turns = next;
        }
        let mut next = Vec::new();
        for layer in layers.iter_mut().rev() {
            layer.values = layer.values(&next);
            next.clone_from(&layer.values);
        }
        let game = table.game();
        let (play, chance) = best_play(&layers);
        let perfect = table.value(start.position);
        let perfect = perfect.map_err(|reason| TableError::at(game, start.position, reason))?;
        Ok(Self {
            agent: side,
            value: layers.first().map_or(0.0, |layer| layer.values[0]),
            against_perfect: result(game, perfect, start.player != side),
            play: LineAnswer::with_end(game, &play),
            chance,
            max_plies: asked.was_cut.then_some(limit.plies()),
        })
    }
}

/// The agent, and whom it plays for.
struct Asked<'a, T: Probe, A> {
    table: &'a T,
    agent: &'a mut A,
    side: Player,
    /// How many moves may still be looked at.
    moves_left: usize,
    /// Whether a play was not over at the limit.
    was_cut: bool,
}

/// A layer, and the turns of the next one.
type WithNext<P> = (Layer<P>, Vec<Turn<P>>);

impl<T: Probe, A: Agent<T::Game>> Asked<'_, T, A> {
    /// The layer of these turns, and the turns of the next one. In the last layer every play is over.
    fn layer(
        &mut self,
        turns: Vec<Turn<<T::Game as Game>::Position>>,
        is_last: bool,
    ) -> Result<WithNext<<T::Game as Game>::Position>, GradeError<A::Error>> {
        let game = self.table.game();
        let results: Vec<_> = turns.iter().map(|&turn| self.result(turn, is_last)).collect();
        let is_asked = |(turn, result): &(&Turn<_>, &Option<f64>)| {
            result.is_none() && turn.player == self.side
        };
        let asked = turns.iter().zip(&results).filter(is_asked).map(|(turn, _)| turn.position);
        let mut replies = self.replies(&asked.collect::<Vec<_>>())?.into_iter();
        let mut layer = Layer { turns, nodes: Vec::new(), edges: Vec::new(), values: Vec::new() };
        let (mut next, mut numbers) = (Vec::new(), HashMap::new());
        for (&turn, result) in layer.turns.iter().zip(results) {
            let first = layer.edges.len();
            let mut play = |mv, chance| {
                let after = turn.after(game, mv);
                let to = match numbers.entry(after) {
                    Entry::Occupied(number) => *number.get(),
                    Entry::Vacant(number) => {
                        next.push(after);
                        *number.insert(next.len() - 1)
                    }
                };
                layer.edges.push(Edge { mv, chance, to });
            };
            let node = if let Some(result) = result {
                Node::End(result)
            } else if turn.player != self.side {
                for mv in game.legal_moves(turn.position) {
                    play(mv, 1.0);
                }
                Node::Opponent(first..layer.edges.len())
            } else if let Some(Reply::Moves(moves)) = replies.next() {
                for (mv, chance) in moves {
                    play(mv, chance);
                }
                Node::Agent(first..layer.edges.len())
            } else {
                Node::End(self.of_failure(turn.position)?)
            };
            layer.nodes.push(node);
            let moves = layer.edges.len() - first;
            self.moves_left = self.moves_left.checked_sub(moves).ok_or(GradeError::TooLarge)?;
        }
        Ok((layer, next))
    }

    /// The opponent's result at a turn, if play is over there.
    fn result(&mut self, turn: Turn<<T::Game as Game>::Position>, is_last: bool) -> Option<f64> {
        let game = self.table.game();
        let end = game.end(turn.position);
        self.was_cut |= is_last && end.is_none();
        let result = end.map(|end| result(game, end, turn.player != self.side));
        result.or(is_last.then_some(0.0))
    }

    /// What the agent does in these positions.
    fn replies(
        &mut self,
        positions: &[<T::Game as Game>::Position],
    ) -> Result<Vec<Reply>, GradeError<A::Error>> {
        let game = self.table.game();
        let mut checked = Vec::new();
        for batch in positions.chunks(BATCH) {
            let replies = self.agent.replies(game, batch).map_err(GradeError::Agent)?;
            let each = batch.iter().zip(replies);
            checked
                .extend(each.map(|(&position, reply)| reply.checked(game.legal_moves(position))));
        }
        Ok(checked)
    }

    /// The opponent's result if the agent plays no legal move.
    fn of_failure(&self, position: <T::Game as Game>::Position) -> Result<f64, TableError> {
        let game = self.table.game();
        let values = self.table.move_values(position);
        let values = values.map_err(|reason| TableError::at(game, position, reason))?;
        let worst = values.ranked().last().and_then(|worst| worst.score);
        Ok(worst.map_or(1.0, |points| -f64::from(points)))
    }
}

/// What a value says for the opponent of the agent: 1 for a win, 0 for a draw, −1 for a loss, or points.
fn result<G: Game>(game: &G, value: Value, is_opponents_turn: bool) -> f64 {
    let of_mover = match game.scheme() {
        Scheme::Remoteness => f64::from(value.outcome().number()),
        Scheme::Score => f64::from(value.score()),
    };
    // Not −0.
    if is_opponents_turn { of_mover } else { 0.0 - of_mover }
}

/// A play in which the opponent does best, and the chance of the agent's moves.
fn best_play<P: Copy>(layers: &[Layer<P>]) -> (BestLine<P>, f64) {
    let (mut turn, mut chance) = (0, 1.0);
    let (mut moves, mut positions) = (Vec::new(), Vec::new());
    for (layer, next) in layers.iter().zip(&layers[1..]) {
        let Some(edge) = layer.best(turn, &next.values) else { break };
        moves.push(edge.mv);
        positions.push(layer.turns[turn].position);
        chance *= edge.chance;
        turn = edge.to;
    }
    let end = layers[moves.len()].turns[turn].position;
    (BestLine { moves, positions, end, repeats: false }, chance)
}
