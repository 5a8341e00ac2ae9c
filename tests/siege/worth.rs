//! What a game's table must say, found by playing from the starts and going back from the ends. It shares no code with
//! the solvers and the proof, and takes two positions for the same only if they are the same node.

use std::collections::{BTreeMap, VecDeque};

use perfect_play_generator::core::{
    Entry, Game, Move, MoveValue, MoveValues, Moves, Objective, Outcome, Probe, ProbeFailure,
    Scheme, Value,
};
use perfect_play_test_kit::At;

use super::Data;

/// What a position is worth for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Worth {
    Win(u16),
    Draw,
    Loss(u16),
    Points(i16),
}

impl Worth {
    /// For the player who moves here, and moves again or not.
    pub(crate) fn before(self, again: bool) -> Self {
        match (self, again) {
            (Self::Win(plies), true) | (Self::Loss(plies), false) => Self::Win(plies + 1),
            (Self::Loss(plies), true) | (Self::Win(plies), false) => Self::Loss(plies + 1),
            (Self::Points(points), false) => Self::Points(points.saturating_neg()),
            (same, _) => same,
        }
    }

    pub(crate) fn outcome(self) -> Outcome {
        match self {
            Self::Win(_) | Self::Points(1..) => Outcome::Win,
            Self::Loss(_) | Self::Points(..0) => Outcome::Loss,
            Self::Draw | Self::Points(0) => Outcome::Draw,
        }
    }

    fn plies(self) -> Option<u16> {
        match self {
            Self::Win(plies) | Self::Loss(plies) => Some(plies),
            _ => None,
        }
    }

    fn score(self) -> Option<i16> {
        if let Self::Points(points) = self { Some(points) } else { None }
    }

    /// The byte in a table, if it has one: a loss in so many plies, or so many points, from 0 on.
    pub(crate) fn byte(self) -> Option<u8> {
        match self {
            Self::Loss(plies @ ..127) => u8::try_from(plies).ok(),
            Self::Draw => Some(127),
            Self::Win(plies @ ..127) => u8::try_from(254 - plies).ok(),
            Self::Points(points @ -127..=127) => u8::try_from(127 + points).ok(),
            _ => None,
        }
    }

    /// The value, if it fits in a byte.
    fn value(self) -> Option<Value> {
        let scheme = if let Self::Points(_) = self { Scheme::Score } else { Scheme::Remoteness };
        scheme.from_byte(self.byte()?)
    }
}

/// A position that play leads to.
#[derive(Clone, Debug)]
pub(crate) struct Reached {
    pub(crate) worth: Worth,
    /// Each move, the node after it, and its worth for who makes it.
    pub(crate) moves: Vec<(Move, u32, Worth)>,
    plies_to_draw: Option<u16>,
}

impl Reached {
    /// Plies or points as text, or −1 if there are none.
    pub(crate) fn measure(&self) -> String {
        let is_over = self.moves.is_empty().then_some(0);
        Self::shown(self.worth, self.plies_to_draw.or(is_over))
    }

    /// The same for a move that leads here, and is worth so much.
    pub(crate) fn measure_before(&self, worth: Worth) -> String {
        Self::shown(worth, self.plies_to_draw.map(|plies| plies + 1))
    }

    /// What a table must answer, if a move has the number `mv(move)`.
    pub(crate) fn answers(&self, objective: Objective, mv: impl Fn(Move) -> Move) -> Answers {
        let chosen = |keep: &dyn Fn(Worth) -> bool| -> Moves {
            self.moves.iter().filter(|(.., worth)| keep(*worth)).map(|&(of, ..)| mv(of)).collect()
        };
        let preserving = chosen(&|worth| worth.outcome() == self.worth.outcome());
        let optimal_moves = match objective {
            Objective::Fastest => chosen(&|worth| worth == self.worth),
            Objective::Outcome => preserving,
        };
        let remoteness = |worth: Worth, is_over: bool| match worth {
            Worth::Draw if is_over && self.plies_to_draw.is_none() => Some(0),
            Worth::Draw => self.plies_to_draw,
            worth => worth.plies(),
        };
        let entry = Entry {
            outcome: self.worth.outcome(),
            remoteness: remoteness(self.worth, self.moves.is_empty()),
            score: self.worth.score(),
            optimal_moves,
        };
        let of_move = |&(of, _, worth): &(Move, u32, Worth)| MoveValue {
            mv: mv(of),
            outcome: worth.outcome(),
            remoteness: remoteness(worth, false),
            score: worth.score(),
        };
        let mut values: Vec<MoveValue> = self.moves.iter().map(of_move).collect();
        values.sort_unstable_by_key(|value| value.mv);
        Answers { entry, preserving, values }
    }

    fn shown(worth: Worth, draw: Option<u16>) -> String {
        let measure = match worth {
            Worth::Draw => draw.map(i32::from),
            Worth::Points(points) => Some(points.into()),
            worth => worth.plies().map(i32::from),
        };
        measure.map_or_else(|| "-1".to_owned(), |measure| measure.to_string())
    }
}

/// What a table must answer for a position.
#[derive(Debug)]
pub(crate) struct Answers {
    pub(crate) entry: Entry,
    pub(crate) preserving: Moves,
    /// In the order of the moves.
    pub(crate) values: Vec<MoveValue>,
}

/// All nodes that play leads to.
pub(crate) type Truth = BTreeMap<u32, Reached>;

/// What a table of the game must say, or `None` if no table can: it is for points and repeats, or takes too long.
pub(crate) fn truth(game: &Data) -> Option<Truth> {
    let mut starts = vec![game.start().node()];
    game.other_starts(&mut |at| starts.push(at.node()));
    let mut ends: BTreeMap<u32, Option<Worth>> = BTreeMap::new();
    let mut moves: BTreeMap<u32, Vec<(Move, u32, bool)>> = BTreeMap::new();
    let mut parents: BTreeMap<u32, Vec<(u32, bool)>> = BTreeMap::new();
    while let Some(node) = starts.pop() {
        let at = game.at(node);
        if ends.contains_key(&node) {
            continue;
        }
        let legal = game.legal_moves(at);
        let end = game.terminal(at).or_else(|| legal.is_empty().then(|| game.blocked(at)));
        let of_end = |outcome| match (game.scheme(), outcome) {
            (Scheme::Score, _) => Worth::Points(game.score(at)),
            (_, Outcome::Win) => Worth::Win(0),
            (_, Outcome::Draw) => Worth::Draw,
            (_, Outcome::Loss) => Worth::Loss(0),
        };
        ends.insert(node, end.map(of_end));
        let of_node = moves.entry(node).or_default();
        for mv in legal.iter().filter(|_| end.is_none()) {
            let after = game.play(at, mv);
            let again = !game.is_impartial() && game.to_move(at) == game.to_move(after);
            of_node.push((mv, after.node(), again));
            parents.entry(after.node()).or_default().push((node, again));
            starts.push(after.node());
        }
    }
    // Backwards: who has been judged judges the positions before. Ends come first, so plies never fall.
    let mut worths: BTreeMap<u32, Worth> =
        ends.iter().filter_map(|(&node, &worth)| Some((node, worth?))).collect();
    let mut queue: VecDeque<u32> = worths.keys().copied().collect();
    let mut open: BTreeMap<u32, usize> =
        moves.iter().map(|(&node, moves)| (node, moves.len())).collect();
    let is_for_points = game.scheme() == Scheme::Score;
    while let Some(node) = queue.pop_front() {
        let worth = worths[&node];
        for &(parent, again) in parents.get(&node).into_iter().flatten() {
            let left = open.get_mut(&parent).unwrap();
            // A draw is never lost, so whoever has one is judged at the end.
            *left -= usize::from(worth != Worth::Draw);
            if worths.contains_key(&parent) {
                continue;
            }
            let before = worth.before(again);
            let judged = match before {
                Worth::Win(_) => Some(before),
                Worth::Loss(_) if *left == 0 => Some(before),
                Worth::Points(_) if *left == 0 => {
                    let of =
                        |&(_, to, again): &(Move, u32, bool)| worths[&to].before(again).score();
                    moves[&parent].iter().filter_map(of).max().map(Worth::Points)
                }
                _ => None,
            };
            if let Some(worth) = judged {
                worths.insert(parent, worth);
                queue.push_back(parent);
            }
        }
    }
    if (is_for_points || !game.repeats()) && has_circle(&moves) || is_for_points && game.repeats() {
        return None;
    }
    let of = |node: u32| worths.get(&node).copied().unwrap_or(Worth::Draw);
    if !ends.keys().all(|&node| of(node).byte().is_some()) {
        return None;
    }
    let reached = moves.into_iter().map(|(node, moves)| {
        let of_move = |(mv, to, again)| (mv, to, of(to).before(again));
        let moves = moves.into_iter().map(of_move).collect();
        let plies_to_draw = game.plies_to_draw(game.at(node));
        (node, Reached { worth: of(node), moves, plies_to_draw })
    });
    Some(reached.collect())
}

/// Whether play can return to a position: what remains if positions without moves are removed again and again.
fn has_circle(moves: &BTreeMap<u32, Vec<(Move, u32, bool)>>) -> bool {
    let mut left: BTreeMap<u32, usize> =
        moves.iter().map(|(&node, moves)| (node, moves.len())).collect();
    let mut parents: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (&node, (_, to, _)) in
        moves.iter().flat_map(|(node, moves)| moves.iter().map(move |mv| (node, mv)))
    {
        parents.entry(*to).or_default().push(node);
    }
    let mut ended: Vec<u32> =
        left.iter().filter(|(_, left)| **left == 0).map(|(&node, _)| node).collect();
    while let Some(node) = ended.pop() {
        left.remove(&node);
        for parent in parents.get(&node).into_iter().flatten() {
            let open = left.get_mut(parent).unwrap();
            *open -= 1;
            if *open == 0 {
                ended.push(*parent);
            }
        }
    }
    !left.is_empty()
}

/// Whether a table says the truth of every position that play leads to, and lists just these. The position of a node
/// is `at(node)`, and `mv(node, move)` is the number of its move.
pub(crate) fn compare<T: Probe>(
    table: &T,
    truth: &Truth,
    at: impl Fn(u32) -> <T::Game as Game>::Position,
    mv: impl Fn(u32, Move) -> Move,
) -> Result<(), String> {
    for (&node, reached) in truth {
        let position = at(node);
        let expected = reached.answers(table.objective(), |of| mv(node, of));
        let is = |what: &str, right: bool, said: &dyn std::fmt::Debug| {
            if right {
                Ok(())
            } else {
                Err(format!("{what} of p{node}: {said:?}, not {expected:?}"))
            }
        };
        let (entry, value) = (table.probe(position), table.value(position));
        is("entry", entry.as_ref().ok() == Some(&expected.entry), &entry)?;
        is("value", value.as_ref().ok() == reached.worth.value().as_ref(), &value)?;
        let kept = table.outcome_preserving_moves(position);
        is("outcome-preserving moves", kept.as_ref().ok() == Some(&expected.preserving), &kept)?;
        let values = table.move_values(position);
        let same = |values: &MoveValues| values.iter().eq(expected.values.iter().copied());
        is("values of moves", values.as_ref().is_ok_and(same), &values)?;
    }
    Ok(())
}

/// Whether a table lists the positions that play leads to, and no other.
pub(crate) fn compare_listed<T: Probe<Game: Game<Position = At>>>(
    table: &T,
    truth: &Truth,
) -> Result<(), String> {
    let mut listed: Vec<u32> = table.positions().map(At::node).collect();
    listed.sort_unstable();
    let same = listed.iter().eq(truth.keys());
    if same { Ok(()) } else { Err(format!("it lists {listed:?}, not {:?}", truth.keys())) }
}

/// The same, and whether it says nothing of other nodes.
pub(crate) fn compare_others<T: Probe<Game: Game<Position = At>>>(
    table: &T,
    truth: &Truth,
    game: &Data,
) -> Result<(), String> {
    compare_listed(table, truth)?;
    let others = (0..game.game.count() + 3).filter(|node| !truth.contains_key(node));
    for other in others {
        match table.probe(game.at(other)) {
            Err(error) if error.no_entry().is_some() => {}
            said => return Err(format!("p{other} is unreachable: {said:?}")),
        }
    }
    Ok(())
}
