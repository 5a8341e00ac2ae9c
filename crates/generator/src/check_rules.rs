//! The rules of a game checked for contradictions, before anything is built on them.

use std::collections::{HashMap, VecDeque};

use perfect_play_core::{Game, Move, Moves, Outcome};

use crate::{
    MAX_CODES, SolveError,
    inconsistency::{Inconsistency, InconsistencyKind, SymmetryFault, drawn},
};

/// How many positions are looked at, where the ply does not rise, for the way back.
const MOST_ON_THE_WAY_BACK: usize = 1_000_000;

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

/// Checks what has to be right before anything is played.
fn check_start<G: Game>(game: &G, start: G::Position) -> Result<(), Inconsistency> {
    check_code(game, start)?;
    let changed = (1..game.symmetries()).find(|&symmetry| game.image(start, symmetry) != start);
    let Some(symmetry) = changed else { return Ok(()) };
    let image = drawn(game, game.image(start, symmetry));
    let kind = InconsistencyKind::Symmetry { symmetry, image, fault: SymmetryFault::Start };
    Err(Inconsistency { position: drawn(game, start), kind })
}

/// Checks that a position and its code fit together, so that it can be an entry's.
fn check_code<G: Game>(game: &G, position: G::Position) -> Result<(), Inconsistency> {
    let (code, codes) = (game.encode(position), game.codes());
    let kind = if code >= codes {
        InconsistencyKind::CodeTooLarge { code, codes }
    } else {
        match game.decode(code) {
            Ok(decoded) if decoded == position => match game.check(position) {
                Ok(()) => return Ok(()),
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
    Err(Inconsistency { position: drawn(game, position), kind })
}

/// Checks all that the rules say of one position, whose code has been checked.
fn check_position<G: Game>(game: &G, position: G::Position) -> Result<(), Inconsistency> {
    let found = fault_at(game, position)
        .or_else(|| game.legal_moves(position).iter().find_map(|mv| fault_of(game, position, mv)))
        .or_else(|| (0..game.symmetries()).find_map(|symmetry| fault_in(game, position, symmetry)))
        .or_else(|| fault_of_canonical(game, position));
    match found {
        None => Ok(()),
        Some(kind) => Err(Inconsistency { position: drawn(game, position), kind }),
    }
}

/// What is wrong with the position itself.
fn fault_at<G: Game>(game: &G, position: G::Position) -> Option<InconsistencyKind> {
    let (moves, end) = (game.legal_moves(position), game.terminal(position));
    let (ply, most) = (game.ply(position), game.max_plies());
    let (numbers, plies) = (game.move_numbers(), game.plies_to_draw(position));
    let too_large = moves.iter().find(|&mv| mv >= numbers);
    if ply > most {
        Some(InconsistencyKind::TooLong { ply, most })
    } else if end.is_some() && !moves.is_empty() {
        Some(InconsistencyKind::MovesAfterTheEnd { moves })
    } else if end.is_none() && moves.is_empty() {
        Some(InconsistencyKind::NoMoves)
    } else if let Some(mv) = too_large {
        Some(InconsistencyKind::MoveTooLarge { mv, numbers })
    } else if end == Some(Outcome::Draw) && plies != 0 {
        Some(InconsistencyKind::DrawIsNotOver { plies })
    } else {
        None
    }
}

/// What is wrong with a legal move.
fn fault_of<G: Game>(game: &G, position: G::Position, mv: Move) -> Option<InconsistencyKind> {
    let child = game.play(position, mv);
    if let Err(child) = check_code(game, child) {
        return Some(InconsistencyKind::LeadsNowhere { mv, child: Box::new(child) });
    }
    let plies = (game.ply(position), game.ply(child));
    let codes = (game.encode(position), game.encode(child));
    if plies.1 <= plies.0 {
        Some(match way_back(game, position, child) {
            Some(through) => InconsistencyKind::Circle { through },
            None => InconsistencyKind::PlyDoesNotRise { mv, before: plies.0, after: plies.1 },
        })
    } else if game.to_move(child) == game.to_move(position) {
        Some(InconsistencyKind::SameMover { mv })
    } else if game.codes_rise() && codes.1 <= codes.0 {
        Some(InconsistencyKind::CodeDoesNotRise { mv, before: codes.0, after: codes.1 })
    } else {
        None
    }
}

/// The positions from a child of a position back to it, drawn, by the shortest way; `None` if play
/// does not lead back, or only from far away.
fn way_back<G: Game>(game: &G, position: G::Position, child: G::Position) -> Option<Vec<String>> {
    let mut came_from = HashMap::from([(game.encode(child), child)]);
    let mut waiting = VecDeque::from([child]);
    while let Some(here) = waiting.pop_front() {
        if here == position {
            let mut through = Vec::new();
            let mut here = here;
            while here != child {
                here = *came_from.get(&game.encode(here))?;
                through.push(drawn(game, here));
            }
            through.reverse();
            return Some(through);
        }
        for mv in game.legal_moves(here) {
            let next = game.play(here, mv);
            if came_from.len() < MOST_ON_THE_WAY_BACK && !came_from.contains_key(&game.encode(next))
            {
                came_from.insert(game.encode(next), here);
                waiting.push_back(next);
            }
        }
    }
    None
}

/// What is wrong with a symmetry, as far as this position shows it.
fn fault_in<G: Game>(game: &G, position: G::Position, symmetry: u8) -> Option<InconsistencyKind> {
    let image = game.image(position, symmetry);
    let moves = game.legal_moves(position);
    let images: Moves = moves.iter().map(|mv| game.image_of_move(mv, symmetry)).collect();
    let parts_ways = |&mv: &Move| {
        let turned_then_played = game.play(image, game.image_of_move(mv, symmetry));
        turned_then_played != game.image(game.play(position, mv), symmetry)
    };
    let identity = position == image && moves.iter().all(|mv| game.image_of_move(mv, 0) == mv);
    let fault = if symmetry == 0 && !identity {
        SymmetryFault::NotTheIdentity
    } else if game.decode(game.encode(image)) != Ok(image) {
        SymmetryFault::NotAPosition
    } else if game.to_move(image) != game.to_move(position) {
        SymmetryFault::ToMove
    } else if game.terminal(image) != game.terminal(position) {
        SymmetryFault::Outcome
    } else if game.legal_moves(image) != images || images.len() != moves.len() {
        SymmetryFault::Moves
    } else {
        SymmetryFault::Play { mv: moves.iter().find(parts_ways)? }
    };
    Some(InconsistencyKind::Symmetry { symmetry, image: drawn(game, image), fault })
}

/// What is wrong with the canonical image.
fn fault_of_canonical<G: Game>(game: &G, position: G::Position) -> Option<InconsistencyKind> {
    let code = |symmetry| game.encode(game.image(position, symmetry));
    let smallest = (0..game.symmetries().max(1)).map(code).min()?;
    let (found, symmetry) = game.canonical(position);
    let right = found == smallest && symmetry < game.symmetries().max(1) && code(symmetry) == found;
    (!right).then_some(InconsistencyKind::NotCanonical { found, smallest })
}
