//! Look-ahead: the choice of a player who sees only wins and losses within some plies.

use crate::{
    Chance, Game, MoveValue, MoveValues, Moves, Next, Objective, Outcome, Policy, Probe, Scheme,
};

/// How many plies *hard* looks ahead.
pub(super) const FAR: u8 = 6;

/// The moves of a player who sees this many plies ahead, in a game whose values contain plies. If the player sees a
/// win, these are the soonest wins. Otherwise they are all moves except the losses that the player sees. If all moves
/// are such losses, they are the latest losses.
pub(super) fn in_sight(worths: &MoveValues, plies: u8) -> Moves {
    let is_seen = |worth: &MoveValue, outcome| {
        worth.outcome == outcome
            && worth.remoteness.is_some_and(|remoteness| remoteness <= plies.into())
    };
    let best = worths.optimal(Objective::Fastest);
    let first = best.first().and_then(|mv| worths.get(mv));
    if first.is_some_and(|worth| is_seen(&worth, Outcome::Win)) {
        return best;
    }
    let others = worths.iter().filter(|worth| !is_seen(worth, Outcome::Loss));
    let others: Moves = others.map(|worth| worth.mv).collect();
    if others.is_empty() { best } else { others }
}

/// The moves of this set after which the opponent is likeliest to go wrong.
pub(super) fn riskiest<P: Probe + ?Sized>(
    table: &P,
    position: <P::Game as Game>::Position,
    moves: Moves,
) -> Result<Moves, P::Error> {
    let game = table.game();
    let (mut most, mut riskiest) = (0, Moves::EMPTY);
    for mv in moves {
        let child = game.play(position, mv);
        // If the same player moves again, the opponent has no chance to go wrong.
        let risk = match game.next(position, child) {
            Next::Opponent => risk(&table.move_values(child)?),
            Next::Same => 0,
        };
        if risk > most {
            (most, riskiest) = (risk, Moves::EMPTY);
        }
        if risk == most {
            riskiest = riskiest.with(mv);
        }
    }
    Ok(riskiest)
}

/// How likely a player goes wrong who looks 0 to [`FAR`] plies ahead, each number twice as likely as the one before: in parts
/// of 2^16 times the sum of their weights. In a game for points, of which nothing is seen ahead, the player takes any move.
fn risk(worths: &MoveValues) -> u32 {
    let (right, depths) = match worths.scheme() {
        Scheme::Remoteness => (worths.outcome_preserving(), FAR),
        Scheme::Score => (worths.optimal(Objective::Fastest), 0),
    };
    let wrong_at = |plies| {
        let chosen = in_sight(worths, plies);
        ((chosen.difference(right).len() << 16) / chosen.len().max(1)) << plies
    };
    (0..=depths).map(wrong_at).sum()
}

/// The policy of a look-ahead in a game for points. If some moves end the game with a win: one of them that gives
/// the most points. If there is no such move: a best move with this chance, and otherwise any move.
pub(super) fn for_points<G: Game>(
    game: &G,
    position: G::Position,
    worths: &MoveValues,
    chance: Chance,
) -> Policy {
    let wins = |worth: &MoveValue| {
        worth.outcome == Outcome::Win && game.end(game.play(position, worth.mv)).is_some()
    };
    if let Some(most) = worths.ranked().find(wins) {
        let ends = worths.iter().filter(|worth| worth.score == most.score && wins(worth));
        return Policy::uniform(ends.map(|worth| worth.mv).collect());
    }
    let best = worths.optimal(Objective::Fastest);
    let legal: Moves = worths.iter().map(|worth| worth.mv).collect();
    Policy::new(best, at_least(chance, best.len(), legal.len()), legal)
}

/// The chance that the choice is one of `moves` best moves, out of `all` legal moves. With the given chance a best move
/// is chosen. Otherwise any legal move is chosen, and it may be a best move, too.
fn at_least(chance: Chance, moves: u32, all: u32) -> Chance {
    let (sure, of) = (chance.numerator(), chance.denominator().get());
    let by_luck = chance.complement().numerator().saturating_mul(moves);
    let times = sure.saturating_mul(all).saturating_add(by_luck);
    Chance::new(times, of.saturating_mul(all)).unwrap_or(chance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_move_can_be_one_of_the_best() {
        let chance = |numerator, denominator| Chance::new(numerator, denominator).unwrap();
        assert_eq!(at_least(Chance::ZERO, 2, 6), chance(1, 3));
        assert_eq!(at_least(chance(1, 2), 2, 6), chance(2, 3));
        assert_eq!(at_least(chance(254, 255), 1, 256), chance(255 * 255, 255 * 256));
        assert_eq!(at_least(Chance::ONE, 1, 256), Chance::ONE);
        assert_eq!(at_least(chance(1, 2), 0, 0), chance(1, 2));
    }
}
