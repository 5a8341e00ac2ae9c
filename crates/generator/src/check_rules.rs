//! The rules of a game checked for contradictions, before anything is built on them.
//!
//! Every reachable position is visited, breadth first, and every move from it is played. So the
//! contradiction that is reported is one nearest to the start.
//!
//! Only codes of reachable positions are decoded. Whether the game decodes a reachable position from a
//! second code as well does not matter: a table is asked by `encode(position)`, and whatever reads a
//! table by code ignores a code that `encode` does not give for the decoded position
//! ([`perfect_play_core::CodeTable::by_code`], [`perfect_play_core::Probe::positions`], the numbering of
//! boards, the export). A new pass that decodes codes must do the same.
//!
//! A game with symmetries is visited twice. The first visit checks all but the symmetries and collects
//! the numbers of all moves. The second one checks the symmetries by generators
//! ([`crate::check_symmetries`]). If either finds anything, or if there are no generators, a third visit
//! checks every symmetry at every position and so says what is wrong and where, or that nothing is.

use std::{
    collections::{HashMap, VecDeque},
    iter,
};

use perfect_play_core::{Moves, Solvable};

use crate::{
    MAX_CODES, SolveError,
    check_symmetries::{Group, check_at, check_images_of_starts},
    fault::{end_at, fault_at},
    inconsistency::{Inconsistency, InconsistencyKind, drawn},
    starts::starts,
    walk::Walk,
};

/// How many positions are looked at, where the ply does not rise, for a circle.
const MOST_ON_THE_WAY: usize = 1_000_000;

/// Plays every move from every position that play leads to, each position once, and checks that the
/// rules do not contradict themselves: codes and positions fit together, plies rise where they are counted,
/// scores fit the outcomes, symmetries are some, and the game is as large and as long as it says. Says how
/// many positions there are. Whether play can come back to a position of a game that counts no plies, [`crate::solve`] finds out.
///
/// Whether they are the rules that were meant, only their author knows.
///
/// ```
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::check_rules;
///
/// assert_eq!(check_rules(&Mnk::TICTACTOE), Ok(5478));
/// ```
///
/// # Errors
///
/// The contradiction nearest to the start ([`SolveError::Inconsistent`]), or that there are more
/// than [`MAX_CODES`] codes.
pub fn check_rules<G: Solvable>(game: &G) -> Result<u64, SolveError> {
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

/// How many positions there are, if generators are enough to tell that nothing is wrong.
fn checked_by_generators<G: Solvable>(game: &G) -> Option<u64> {
    let mut moves_of_all = Moves::EMPTY;
    let collect = |_, moves| {
        moves_of_all = moves_of_all.union(moves);
        Ok(())
    };
    let count = visit_all(game, collect).ok()?;
    let group = Group::of(game, moves_of_all)?;
    group.acts_on_all(game).then_some(count)
}

/// Checks all but the symmetries, and hands every position with its legal moves to `check`. Says how
/// many positions there are.
fn visit_all<G: Solvable>(
    game: &G,
    mut check: impl FnMut(G::Position, Moves) -> Result<(), Inconsistency>,
) -> Result<u64, Inconsistency> {
    check_starts(game)?;
    let mut walk = Walk::of(game);
    let mut count = 0;
    while let Some(position) = walk.next() {
        count += 1;
        let moves = check_position(game, position, &mut walk)?;
        check(position, moves)?;
    }
    Ok(count)
}

/// Checks what has to be right before anything is played.
fn check_starts<G: Solvable>(game: &G) -> Result<(), Inconsistency> {
    let starts = starts(game);
    for &start in &starts {
        check_code(game, start, game.encode(start))?;
    }
    check_images_of_starts(game, &starts, |image| starts.contains(image))
}

/// Whether every symmetry leaves every start as it is.
fn leaves_starts<G: Solvable>(game: &G) -> bool {
    let starts = starts(game);
    let leaves = |symmetry| starts.iter().all(|&start| game.image(start, symmetry) == start);
    (1..game.symmetries()).all(leaves)
}

/// Checks that a position and its code fit together, so that it can be an entry's.
fn check_code<G: Solvable>(
    game: &G,
    position: G::Position,
    code: u64,
) -> Result<(), Inconsistency> {
    let codes = game.codes();
    let kind = if code >= codes {
        InconsistencyKind::CodeTooLarge { code, codes }
    } else {
        match game.decode(code) {
            Ok(decoded) if decoded == position => match game.check(position) {
                Ok(()) if game.is_position(position) => return Ok(()),
                Ok(()) => InconsistencyKind::SaidToBeNone,
                Err(reason) => InconsistencyKind::Refused { reason },
            },
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

/// Checks a position, whose code has been checked, and its moves; where they lead is visited later.
/// Returns the legal moves.
fn check_position<G: Solvable>(
    game: &G,
    position: G::Position,
    walk: &mut Walk<G::Position>,
) -> Result<Moves, Inconsistency> {
    let moves = game.legal_moves(position);
    if let Some(kind) = fault_at(game, position, moves, end_at(game, position, moves)) {
        return Err(Inconsistency::at(game, position, kind));
    }
    let ply = game.ply(position);
    let counts_plies = game.max_plies() > 0;
    let code = if game.codes_rise() { Some(game.encode(position)) } else { None };
    for mv in moves {
        let child = game.play(position, mv);
        let child_code = game.encode(child);
        // The code of a position that was met before has been checked, and so has all else that
        // follows from the position alone.
        if !(walk.has_met(child_code) && game.decode(child_code) == Ok(child)) {
            check_code(game, child, child_code).map_err(|child| {
                Inconsistency::at(
                    game,
                    position,
                    InconsistencyKind::LeadsNowhere { mv, child: Box::new(child) },
                )
            })?;
        }
        let to = || drawn(game, child);
        let child_ply = game.ply(child);
        let kind = if counts_plies && child_ply <= ply {
            check_no_circle(game, position)?;
            InconsistencyKind::PlyDoesNotRise { mv, to: to(), before: ply, after: child_ply }
        } else if let Some(code) = code.filter(|&code| child_code <= code) {
            InconsistencyKind::CodeDoesNotRise { mv, to: to(), before: code, after: child_code }
        } else {
            walk.meet(child, child_code);
            continue;
        };
        return Err(Inconsistency::at(game, position, kind));
    }
    Ok(moves)
}

/// Checks that play cannot go round in circles from here on, as far as so many positions show it.
fn check_no_circle<G: Solvable>(game: &G, position: G::Position) -> Result<(), Inconsistency> {
    // Depth first. Of what was reached: whether it is on the way to where play stands.
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

/// The positions between this one and itself, drawn, by the shortest way round.
fn way_back<G: Solvable>(game: &G, position: G::Position) -> Vec<String> {
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
