//! The rules of a game checked for contradictions, before anything is built on them.

use std::{
    collections::{HashMap, VecDeque},
    iter,
};

use perfect_play_core::{Game, Move, Moves, Outcome};

use crate::{
    MAX_CODES, SolveError,
    inconsistency::{Inconsistency, InconsistencyKind, SymmetryFault, drawn},
};

/// How many positions are looked at, where the ply does not rise, for a circle.
const MOST_ON_THE_WAY: usize = 1_000_000;

/// Plays every move from every position that play leads to, each position once, and checks that the
/// rules do not contradict themselves: codes and positions fit together, players take turns, every
/// play ends, symmetries are some, and the game is as large and as long as it says. Says how many
/// positions there are.
///
/// Whether they are the rules that were meant, only their author knows.
///
/// ```
/// use perfect_play_core::Mnk;
/// use perfect_play_generator::check_rules;
///
/// assert_eq!(check_rules(&Mnk::TICTACTOE), Ok(5478));
/// ```
///
/// # Errors
///
/// The contradiction nearest to the start ([`SolveError::Inconsistent`]), or that there are more
/// than [`MAX_CODES`] codes.
pub fn check_rules<G: Game>(game: &G) -> Result<u64, SolveError> {
    let codes = game.codes();
    if codes > MAX_CODES {
        return Err(SolveError::TooLarge { codes });
    }
    let mut seen = vec![0_u64; usize::try_from(codes / 64).unwrap_or(usize::MAX) + 1];
    let mut is_new = |code: u64| {
        let (word, bit) = (&mut seen[usize::try_from(code / 64).unwrap_or(usize::MAX)], code % 64);
        let new = *word >> bit & 1 == 0;
        *word |= 1 << bit;
        new
    };
    let start = game.start();
    check_start(game, start)?;
    check_codes(game)?;
    is_new(game.encode(start));
    // Breadth first: the contradiction that is found is one nearest to the start.
    let mut waiting = VecDeque::from([start]);
    let mut count = 0;
    while let Some(position) = waiting.pop_front() {
        count += 1;
        check_position(game, position)?;
        for mv in game.legal_moves(position) {
            let child = game.play(position, mv);
            if is_new(game.encode(child)) {
                waiting.push_back(child);
            }
        }
    }
    Ok(count)
}

/// A contradiction that shows in this position.
fn at<G: Game>(game: &G, position: G::Position, kind: InconsistencyKind) -> Inconsistency {
    Inconsistency { position: drawn(game, position), kind }
}

/// Checks what has to be right before anything is played.
fn check_start<G: Game>(game: &G, start: G::Position) -> Result<(), Inconsistency> {
    check_code(game, start)?;
    let changed = (1..game.symmetries()).find(|&symmetry| game.image(start, symmetry) != start);
    let Some(symmetry) = changed else { return Ok(()) };
    let image = drawn(game, game.image(start, symmetry));
    let fault = SymmetryFault::Start;
    Err(at(game, start, InconsistencyKind::Symmetry { symmetry, image, fault }))
}

/// Checks that no position is decoded from two codes, reachable or not.
fn check_codes<G: Game>(game: &G) -> Result<(), Inconsistency> {
    for other in 0..game.codes() {
        let Ok(position) = game.decode(other) else { continue };
        let code = game.encode(position);
        if code != other && game.decode(code) == Ok(position) {
            return Err(at(game, position, InconsistencyKind::TwoCodes { code, other }));
        }
    }
    Ok(())
}

/// Checks that a position and its code fit together, so that it can be an entry's.
fn check_code<G: Game>(game: &G, position: G::Position) -> Result<(), Inconsistency> {
    let (code, codes) = (game.encode(position), game.codes());
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
    Err(at(game, position, kind))
}

/// Checks all that the rules say of one position, whose code has been checked.
fn check_position<G: Game>(game: &G, position: G::Position) -> Result<(), Inconsistency> {
    if let Some(kind) = fault_at(game, position) {
        return Err(at(game, position, kind));
    }
    for mv in game.legal_moves(position) {
        check_move(game, position, mv)?;
    }
    let fault = (0..game.symmetries())
        .find_map(|symmetry| fault_in(game, position, symmetry))
        .or_else(|| fault_of_canonical(game, position));
    fault.map_or(Ok(()), |kind| Err(at(game, position, kind)))
}

/// What is wrong with the position itself.
fn fault_at<G: Game>(game: &G, position: G::Position) -> Option<InconsistencyKind> {
    let (moves, end) = (game.legal_moves(position), game.terminal(position));
    let (ply, most) = (game.ply(position), game.max_plies());
    let (max_move, plies) = (game.max_move(), game.plies_to_draw(position));
    let too_large = moves.iter().find(|&mv| mv > max_move);
    if ply > most {
        Some(InconsistencyKind::TooLong { ply, most })
    } else if end.is_some() && !moves.is_empty() {
        Some(InconsistencyKind::MovesAfterTheEnd { moves })
    } else if end.is_none() && moves.is_empty() {
        Some(InconsistencyKind::NoMoves)
    } else if let Some(mv) = too_large {
        Some(InconsistencyKind::MoveTooLarge { mv, most: max_move })
    } else if end == Some(Outcome::Draw) && plies != 0 {
        Some(InconsistencyKind::DrawIsNotOver { plies })
    } else {
        None
    }
}

/// Checks a legal move.
fn check_move<G: Game>(game: &G, position: G::Position, mv: Move) -> Result<(), Inconsistency> {
    let child = game.play(position, mv);
    check_code(game, child).map_err(|child| {
        at(game, position, InconsistencyKind::LeadsNowhere { mv, child: Box::new(child) })
    })?;
    let to = || drawn(game, child);
    let plies = (game.ply(position), game.ply(child));
    let codes = (game.encode(position), game.encode(child));
    let kind = if plies.1 <= plies.0 {
        check_no_circle(game, position)?;
        InconsistencyKind::PlyDoesNotRise { mv, to: to(), before: plies.0, after: plies.1 }
    } else if game.to_move(child) == game.to_move(position) {
        InconsistencyKind::SameMover { mv, to: to() }
    } else if game.codes_rise() && codes.1 <= codes.0 {
        InconsistencyKind::CodeDoesNotRise { mv, to: to(), before: codes.0, after: codes.1 }
    } else {
        return Ok(());
    };
    Err(at(game, position, kind))
}

/// Checks that play cannot go round in circles from here on, as far as so many positions show it.
fn check_no_circle<G: Game>(game: &G, position: G::Position) -> Result<(), Inconsistency> {
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
                return Err(at(game, next, InconsistencyKind::Circle { through }));
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

/// What is wrong with a symmetry, as far as this position shows it. As it leaves the start as it is, the
/// image of what is reached by some moves is what is reached by their images, and so a position.
fn fault_in<G: Game>(game: &G, position: G::Position, symmetry: u8) -> Option<InconsistencyKind> {
    let image = game.image(position, symmetry);
    let moves = game.legal_moves(position);
    let images: Moves = moves.iter().map(|mv| game.image_of_move(mv, symmetry)).collect();
    let image_of_child = |mv| game.image(game.play(position, mv), symmetry);
    let child_of_image = |mv| game.play(image, game.image_of_move(mv, symmetry));
    let parts_ways = |&mv: &Move| child_of_image(mv) != image_of_child(mv);
    let changes = |&mv: &Move| game.image_of_move(mv, 0) != mv || parts_ways(&mv);
    let fault = if symmetry == 0 && (position != image || moves.iter().any(|mv| changes(&mv))) {
        SymmetryFault::NotTheIdentity
    } else if game.terminal(image) != game.terminal(position) {
        SymmetryFault::Outcome
    } else if game.legal_moves(image) != images || images.len() != moves.len() {
        SymmetryFault::Moves
    } else if let Some(mv) = moves.iter().find(parts_ways) {
        SymmetryFault::Play {
            mv,
            image_of_move: game.image_of_move(mv, symmetry),
            image_of_child: drawn(game, image_of_child(mv)),
            child_of_image: drawn(game, child_of_image(mv)),
        }
    } else if smallest_code(game, image) != smallest_code(game, position) {
        SymmetryFault::NoGroup
    } else {
        return None;
    };
    Some(InconsistencyKind::Symmetry { symmetry, image: drawn(game, image), fault })
}

/// What is wrong with the canonical image.
fn fault_of_canonical<G: Game>(game: &G, position: G::Position) -> Option<InconsistencyKind> {
    let smallest = smallest_code(game, position);
    let (found, symmetry) = game.canonical(position);
    let leads_to = || game.encode(game.image(position, symmetry));
    if found != smallest || symmetry >= game.symmetries().max(1) || leads_to() != found {
        return Some(InconsistencyKind::NotCanonical { found, smallest });
    }
    let found = game.is_canonical(position);
    let is_smallest = game.encode(position) == smallest;
    (found != is_smallest).then_some(InconsistencyKind::IsCanonical { found })
}

/// The smallest code among the images of a position.
fn smallest_code<G: Game>(game: &G, position: G::Position) -> u64 {
    let code = |symmetry| game.encode(game.image(position, symmetry));
    (1..game.symmetries()).map(code).min().map_or(code(0), |smallest| smallest.min(code(0)))
}
