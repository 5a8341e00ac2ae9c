//! Solves a game by the graph of its positions and moves: for games whose plies do not give an order, and games
//! whose positions must be found.

use std::collections::HashSet;

use perfect_play_core::{Game, Key, MAX_KEY_BYTES, Scheme, Value};
use perfect_play_numbering::{FindError, KeyNumbering, starts};

use crate::{
    Inconsistency, InconsistencyKind, SolveError,
    check_symmetries::check_plies_and_images_of_starts,
    graph::{
        BackwardInduction, ByCode, ByImage, Checks, Graph, OPEN, Retrograde, Room, RulesByKey,
        Shard, grow, waves,
    },
    in_parallel::sort_by_key,
    inconsistency::{drawn, indented},
};

/// Returns the values of a game with codes, by code.
pub(crate) fn by_graph<G: Game + Sync>(
    game: &G,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<u8>, SolveError> {
    let rules = ByCode(game);
    let starts = starts(game).into_iter().map(|start| rules.key(start, true));
    let starts = starts.collect::<Result<Vec<_>, _>>()?;
    let room = Room { positions: game.codes(), bytes: u64::MAX };
    let too_large = |_| SolveError::TooLarge { codes: game.codes() };
    let mut graph = grow(&rules, &starts, &too_large, room, progress)?;
    solve_graph(&rules, &mut graph, progress)?;
    rules.values(&graph)
}

/// Finds the positions of a game by playing every move from its starts, and solves the game. Returns the numbering of the
/// positions, and their values.
pub(crate) fn by_key<G: Game + Sync>(
    game: &G,
    room: Room,
    checks: Checks,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(KeyNumbering<G::Position>, Vec<u8>), SolveError> {
    let rules = ByImage { game, checks };
    let mut graph =
        grow(&rules, &starts_by_image(&rules)?, &too_large(game, room), room, progress)?;
    solve_graph(&rules, &mut graph, progress)?;
    let mut solved: Vec<(G::Position, u8)> = graph.into_solved().collect();
    // A slot is the rank of a key. It must not depend on the order in which the positions were found. The bytes of the keys
    // are compared, and not the positions: if the type's own order is not total, a sort may panic or never end.
    // `KeyNumbering::of` checks that both orders agree.
    if G::Position::BYTES <= 16 {
        sort_by_key(&mut solved, |&(position, _)| u128::from_be_bytes(key_bytes(position)));
    } else {
        sort_by_key(&mut solved, |&(position, _)| key_bytes::<_, MAX_KEY_BYTES>(position));
    }
    let values = solved.iter().map(|&(_, value)| value).collect();
    let positions: Vec<_> = solved.into_iter().map(|(position, _)| position).collect();
    rules.check_keys(&positions)?;
    Ok((KeyNumbering::of(game, positions)?, values))
}

/// The bytes of a key, with zeros after them. Zeros alone if there is no room: [`KeyNumbering::of`] refuses such long keys.
fn key_bytes<P: Key, const N: usize>(position: P) -> [u8; N] {
    let mut bytes = [0; N];
    if let Some(key) = bytes.get_mut(..P::BYTES) {
        position.write(key);
    }
    bytes
}

fn too_large<G: Game>(game: &G, Room { positions, bytes }: Room) -> impl Fn(u64) -> SolveError {
    let game = game.to_string();
    move |found| {
        let game = game.clone();
        SolveError::NotFound(if found > positions {
            FindError::TooMany { game, most: positions }
        } else {
            FindError::TooLarge { game, positions: found, bytes }
        })
    }
}

/// The starts, as canonical images.
fn starts_by_image<G: Game>(rules: &ByImage<'_, G>) -> Result<Vec<G::Position>, SolveError> {
    let (game, starts) = (rules.game, starts(rules.game));
    if rules.checks != Checks::None {
        let all: HashSet<_> = starts.iter().copied().collect();
        check_plies_and_images_of_starts(game, &starts, |image| all.contains(image))?;
    }
    starts.into_iter().map(|start| rules.key(start, true)).collect()
}

/// Computes the value of every position.
fn solve_graph<R: RulesByKey>(
    rules: &R,
    graph: &mut Graph<R::Key>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(), SolveError> {
    let game = rules.game();
    let scheme = (!game.repeats()).then(|| game.scheme());
    if let Err(number) = spread(&mut graph.shards, scheme, progress) {
        let position = graph.key(number).and_then(|key| rules.position(key).ok());
        let position = position.map(|position| indented(&drawn(game, position)));
        let position = position.unwrap_or_default();
        return Err(SolveError::TooFar { position, most: Value::MAX_BYTE_PLIES });
    }
    if !game.repeats() {
        // The smallest key, so that the message does not depend on how keys are divided into shards.
        let open = graph.solved().filter(|&(_, value)| value == OPEN).map(|(key, _)| key).min();
        return open.map_or(Ok(()), |open| Err(circle(rules, graph, open)?.into()));
    }
    for value in graph.shards.iter_mut().flat_map(|shard| &mut shard.values) {
        // Neither side can force an end from here: see `retrograde`.
        if *value == OPEN {
            *value = Value::DRAW.byte();
        }
    }
    Ok(())
}

/// Spreads the values of the ends of the game to all positions that they decide. `acyclic` is the scheme of the values
/// if play cannot return to a position. This does not depend on the game's type, so it is compiled once.
fn spread(
    shards: &mut [Shard],
    acyclic: Option<Scheme>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(), u32> {
    match acyclic {
        Some(scheme) => waves(shards, &BackwardInduction(scheme), progress),
        None => waves(shards, &Retrograde, progress),
    }
}

/// The error that play can return to a position. Each open position has a move to another open position, so a
/// path through open positions returns to itself.
fn circle<R: RulesByKey>(
    rules: &R,
    graph: &Graph<R::Key>,
    open: R::Key,
) -> Result<Inconsistency, SolveError> {
    let game = rules.game();
    let onward = |key: R::Key| -> Result<Option<R::Key>, SolveError> {
        let position = rules.position(key)?;
        for mv in game.legal_moves(position) {
            let child = rules.key(game.play(position, mv), false)?;
            if graph.value(child) == OPEN {
                return Ok(Some(child));
            }
        }
        Ok(None)
    };
    // The path enters a circle sooner or later. The first position that it meets twice is on the circle, which
    // the second walk lists. `open` itself may only lead to the circle.
    let (mut at, mut passed) = (open, HashSet::new());
    while passed.insert(at) {
        // If a repeated call of a game's method returns something else, the path may have no continuation.
        at = onward(at)?.unwrap_or(open);
    }
    let mut way = Vec::new();
    let mut next = onward(at)?;
    while let Some(key) = next.filter(|&key| key != at && way.len() < passed.len()) {
        way.push(key);
        next = onward(key)?;
    }
    let text = |key| rules.position(key).map(|position| drawn(game, position)).unwrap_or_default();
    let through = way.into_iter().map(text).collect();
    Ok(Inconsistency { position: text(at), kind: InconsistencyKind::Circle { through } })
}
