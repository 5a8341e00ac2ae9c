//! Checks the rules of a game with codes for contradictions, before they are used.
//!
//! The check visits every reachable position, breadth first, and plays every move. So the reported
//! contradiction is one nearest to the start.
//!
//! Only codes of reachable positions are decoded. It does not matter whether a second code decodes to a
//! reachable position as well. Tables are probed by `encode(position)`. All code that reads a table by code
//! ignores such second codes: it uses a code only if `encode` returns it for the decoded position
//! ([`perfect_play_core::CodeTable::by_code`], [`perfect_play_core::Probe::positions`], the numbering of
//! boards, the export). Any new code that decodes codes must do the same.
//!
//! A game with symmetries is visited twice. The first visit checks everything except the symmetries, and
//! collects the numbers of all moves. The second visit checks the symmetries by generators
//! ([`check_symmetries`](crate::check_symmetries)). If one of them finds a contradiction, or if there are no
//! generators, a third visit checks every symmetry at every position. It reports what is wrong and where, or that
//! nothing is wrong.

use std::{
    collections::{HashMap, VecDeque},
    iter,
};

use perfect_play_core::{Game, Moves};
use perfect_play_numbering::{difference, starts};

use crate::{
    MAX_CODES, SolveError,
    check_symmetries::{Group, check_at, check_plies_and_images_of_starts},
    fault::{end_at, fault_at, fault_of_move},
    inconsistency::{Inconsistency, InconsistencyKind, drawn},
    walk::Walk,
};

/// The largest number of positions that the search for a cycle visits if the ply or the code does not rise.
const MOST_ON_THE_WAY: usize = 1_000_000;

/// [`check_rules`](crate::check_rules) for a game with codes.
pub(crate) fn check_coded<G: Game>(game: &G) -> Result<u64, SolveError> {
    let codes = game.codes();
    if codes > MAX_CODES {
        return Err(SolveError::TooLarge { codes });
    }
    if game.symmetries() > 1
        && leaves_starts(game)
        && let Some(count) = checked_by_generators(game)
    {
        return Ok(count);
    }
    Ok(visit_all(game, |position, moves| check_at(game, position, moves))?)
}

/// The number of positions, if the check by generators shows that nothing is wrong.
fn checked_by_generators<G: Game>(game: &G) -> Option<u64> {
    let (mut moves_of_all, mut legal) = (Moves::EMPTY, Vec::new());
    let collect = |position, moves: Moves| {
        legal.extend(moves.difference(moves_of_all).iter().map(|mv| (mv, position)));
        moves_of_all = moves_of_all.union(moves);
        Ok(())
    };
    let count = visit_all(game, collect).ok()?;
    let group = Group::of(game, &legal)?;
    group.acts_on_all(game).then_some(count)
}

/// Checks everything except the symmetries, and calls `check` with every position and its legal moves. Returns
/// the number of positions.
fn visit_all<G: Game>(
    game: &G,
    mut check: impl FnMut(G::Position, Moves) -> Result<(), Inconsistency>,
) -> Result<u64, Inconsistency> {
    check_starts(game)?;
    let mut walk = Walk::of(game);
    let mut count = 0;
    while let Some(position) = walk.next() {
        let moves = check_position(game, position, &mut walk)?;
        count += 1;
        check(position, moves)?;
    }
    Ok(count)
}

/// Checks the starts, before any move is played.
fn check_starts<G: Game>(game: &G) -> Result<(), Inconsistency> {
    let starts = starts(game);
    for &start in &starts {
        check_code(game, start, game.encode(start), false)?;
    }
    check_plies_and_images_of_starts(game, &starts, |image| starts.contains(image))
}

/// Whether every symmetry maps every start to itself.
fn leaves_starts<G: Game>(game: &G) -> bool {
    let starts = starts(game);
    let leaves = |symmetry| starts.iter().all(|&start| game.image(start, symmetry) == start);
    (1..game.symmetries()).all(leaves)
}

/// Checks that a position and its code correspond. If `is_known`, a position with this code was checked before, and so
/// was everything that depends only on the position.
fn check_code<G: Game>(
    game: &G,
    position: G::Position,
    code: u64,
    is_known: bool,
) -> Result<(), Inconsistency> {
    let codes = game.codes();
    let kind = if code >= codes {
        InconsistencyKind::CodeTooLarge { code, codes }
    } else {
        match game.decode(code) {
            Ok(decoded) if decoded == position => {
                if let Some(difference) = difference(game, decoded, position) {
                    return Err(Inconsistency::equal(game, decoded, position, difference));
                }
                if is_known {
                    return Ok(());
                }
                match game.check(position) {
                    Ok(()) if game.is_position(position) => return Ok(()),
                    Ok(()) => InconsistencyKind::SaidToBeNone,
                    Err(reason) => InconsistencyKind::Refused { reason },
                }
            }
            Ok(decoded) => {
                let (other, other_code) = (drawn(game, decoded), game.encode(decoded));
                if other_code == code {
                    InconsistencyKind::TwoPositions { code, other }
                } else {
                    InconsistencyKind::DecodedWrongly { code, other, other_code }
                }
            }
            Err(reason) => InconsistencyKind::NotDecoded { code, reason: reason.into() },
        }
    };
    Err(Inconsistency::at(game, position, kind))
}

/// Checks a position, whose code has been checked, and its moves. Its children are visited later. Returns the
/// legal moves.
fn check_position<G: Game>(
    game: &G,
    position: G::Position,
    walk: &mut Walk<G::Position>,
) -> Result<Moves, Inconsistency> {
    let moves = game.legal_moves(position);
    if let Some(kind) = fault_at(game, position, moves, end_at(game, position, moves)) {
        return Err(Inconsistency::at(game, position, kind));
    }
    let code = game.codes_rise().then(|| game.encode(position));
    for mv in moves {
        let child = game.play(position, mv);
        let child_code = game.encode(child);
        let is_known = walk.has_met(child_code);
        check_code(game, child, child_code, is_known).map_err(|child| {
            let kind = InconsistencyKind::LeadsNowhere { mv, child: Box::new(child) };
            Inconsistency::at(game, position, kind)
        })?;
        let kind = if let Some(kind) = fault_of_move(game, position, mv, child) {
            kind
        } else if let Some(code) = code.filter(|&code| child_code <= code) {
            InconsistencyKind::CodeDoesNotRise {
                mv,
                to: drawn(game, child),
                before: code,
                after: child_code,
            }
        } else {
            walk.meet(child, child_code);
            continue;
        };
        // A circle is the reason why a ply or a code does not rise, so it is the better message.
        if !game.repeats() {
            check_no_circle(game, position)?;
        }
        return Err(Inconsistency::at(game, position, kind));
    }
    Ok(moves)
}

/// Checks that play cannot return to a position from here on, within [`MOST_ON_THE_WAY`] positions.
fn check_no_circle<G: Game>(game: &G, position: G::Position) -> Result<(), Inconsistency> {
    // Depth first. For each visited position: whether it is on the current path.
    let mut on_the_way = HashMap::from([(game.encode(position), true)]);
    let mut way = vec![(position, game.legal_moves(position))];
    while let Some((here, moves)) = way.last_mut() {
        let (here, Some(mv)) = (*here, moves.first()) else {
            on_the_way.insert(game.encode(*here), false);
            way.pop();
            continue;
        };
        *moves = moves.without(mv);
        let next = game.play(here, mv);
        match on_the_way.get(&game.encode(next)) {
            Some(true) => {
                let through = way_back(game, next);
                return Err(Inconsistency::at(game, next, InconsistencyKind::Circle { through }));
            }
            None if on_the_way.len() < MOST_ON_THE_WAY => {
                on_the_way.insert(game.encode(next), true);
                way.push((next, game.legal_moves(next)));
            }
            _ => {}
        }
    }
    Ok(())
}

/// The positions on the shortest way from this position back to itself, drawn.
fn way_back<G: Game>(game: &G, position: G::Position) -> Vec<String> {
    let mut came_from = HashMap::new();
    let mut waiting = VecDeque::from([position]);
    while let Some(here) = waiting.pop_front() {
        for mv in game.legal_moves(here) {
            let next = game.play(here, mv);
            if next == position {
                let back = iter::successors(Some(here), |here| {
                    came_from.get(&game.encode(*here)).copied()
                });
                let mut through: Vec<_> = back
                    .take_while(|&here| here != position)
                    .map(|here| drawn(game, here))
                    .collect();
                through.reverse();
                return through;
            }
            came_from.entry(game.encode(next)).or_insert_with(|| {
                waiting.push_back(next);
                here
            });
        }
    }
    Vec::new()
}
