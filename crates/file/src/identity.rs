//! The identity of a file, to which its sections are bound.

use std::collections::{BTreeSet, VecDeque};

use perfect_play_core::{Game, Key, Numbering, Scheme, Slot};
use perfect_play_numbering::each_start;

/// The initial value of the checksums in a file's sections: the checksum of everything that determines the contents of
/// the sections. So a section of another table is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Identity(u32);

impl Identity {
    /// The identity made of these bytes.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        Self(crc32fast::hash(bytes))
    }

    /// A checksum that begins with the identity.
    pub(crate) fn hasher(self) -> crc32fast::Hasher {
        crc32fast::Hasher::new_with_initial(self.0)
    }
}

/// How many positions a fingerprint includes.
const FINGERPRINT_POSITIONS: usize = 1 << 12;

/// Of how many slots of each tier a fingerprint includes the positions.
const FINGERPRINT_SLOTS: u64 = 8;

/// A checksum of a game's rules and its numbering. It covers the positions nearest to the starts: who is to move, which moves are
/// legal, and how the game ends. If the author numbers the positions, it also covers those of some slots of each tier. It is half
/// of a SHA-256, so that nobody can write rules to fit a table of others.
pub(crate) fn fingerprint<G: Game, N: Numbering<G>>(game: &G, numbering: &N) -> u128 {
    fingerprint_by(game, numbering.codes(game), |position| numbering.encode(game, position))
}

/// A checksum of a game's rules, as a file of its table has one: of the positions nearest to the starts, and of some of each
/// tier. What a run keeps is bound to it, since the author of a game may correct the rules before the run goes on.
///
/// ```
/// use perfect_play_file::fingerprint_of_rules;
/// use perfect_play_games::Mnk;
///
/// let [game, other]: [Mnk; 2] = ["connect:4,4,3".parse()?, "connect:4,4,4".parse()?];
/// assert_ne!(fingerprint_of_rules(&game), fingerprint_of_rules(&other));
/// # Ok::<(), perfect_play_games::ParseNameError>(())
/// ```
#[must_use]
pub fn fingerprint_of_rules<G: Game>(game: &G) -> u128 {
    fingerprint_by(game, 0, |_| 0)
}

/// The bytes of a position's key, without the zeros at the end. So they do not depend on how many bytes a program has for it.
fn key_of<P: Key>(position: P) -> Vec<u8> {
    let mut key = vec![0; P::BYTES];
    position.write(&mut key);
    let end = key.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    key.truncate(end);
    key
}

/// The fingerprint. A position is written as its code. If that is not below `codes`, the numbering does not know the position,
/// and others may have the same code. So the key follows.
fn fingerprint_by<G: Game>(game: &G, codes: u64, code: impl Fn(G::Position) -> u64) -> u128 {
    let name = |position| {
        let code = code(position);
        (code, if code < codes { Vec::new() } else { key_of(position) })
    };
    let mut hash = hmac_sha256::Hash::new();
    if let Some(checksum) = game.checksum() {
        hash.update(checksum.to_le_bytes());
    }
    let (mut next, mut seen) = (VecDeque::new(), BTreeSet::new());
    // There may be millions of starts. The later ones are not visited, so it does not matter whether they are seen.
    each_start(game, &mut |start| {
        if next.len() < FINGERPRINT_POSITIONS && seen.insert(name(start)) {
            next.push_back(start);
        }
    });
    let mut positions = 0;
    while let Some(position) = next.pop_front() {
        positions += 1;
        if positions > FINGERPRINT_POSITIONS {
            break;
        }
        let (code, key) = name(position);
        hash.update(code.to_le_bytes());
        hash.update(key);
        let end = game.end(position);
        hash.update([game.to_move(position) as u8, end.map_or(3, |value| value.outcome() as u8)]);
        if let (Some(value), Scheme::Score) = (end, game.scheme()) {
            hash.update([Scheme::Score.byte(value)]);
        }
        if end.is_some() {
            continue;
        }
        for mv in game.legal_moves(position) {
            let child = game.play(position, mv);
            hash.update([mv]);
            if seen.insert(name(child)) {
                next.push_back(child);
            }
        }
    }
    if let Some(tiering) = game.tiering() {
        for section in 0..tiering.tiers() {
            let slots = tiering.slots(section);
            hash.update(slots.to_le_bytes());
            let step = slots.div_ceil(FINGERPRINT_SLOTS);
            let ranks = (0..FINGERPRINT_SLOTS).map(|nth| step.saturating_mul(nth));
            // A small tier has fewer.
            let ranks = ranks.filter(|&rank| rank < slots);
            for rank in ranks.filter_map(|rank| usize::try_from(rank).ok()) {
                let position = tiering.unrank(Slot { section, rank });
                let text = position.map(|position| game.notation(position).to_string());
                hash.update(text.unwrap_or_default());
            }
        }
    }
    first_half(&hash.finalize())
}

fn first_half(sha256: &[u8; 32]) -> u128 {
    let (half, _) = sha256.as_chunks();
    u128::from_le_bytes(half[0])
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    };

    use perfect_play_core::{CodeNumbering, Outcome, Player};
    use perfect_play_numbering::KeyNumbering;
    use perfect_play_test_kit::{Listed, Lying, lies, over};

    use super::*;

    #[test]
    fn starts_that_are_not_visited_are_not_kept() {
        let nodes = vec![over(Player::X, Outcome::Draw); 3 * FINGERPRINT_POSITIONS];
        let game = Listed::new(nodes);
        let game = Listed { starts: (0..game.count()).collect(), ..game };
        let asked = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&asked);
        let lies = lies().encode(move |_, code| {
            counted.fetch_add(1, Relaxed);
            code
        });
        fingerprint(&Lying::new(game, lies), &CodeNumbering);
        // When a position is put into the queue, and when it is visited.
        assert_eq!(asked.load(Relaxed), 2 * FINGERPRINT_POSITIONS);
    }

    #[test]
    fn rules_of_positions_that_a_cut_table_does_not_store_are_covered() {
        let games = [Outcome::Loss, Outcome::Draw].map(|end| Listed::chain(9, end).without_codes());
        let [one, other] = games.map(|game| {
            let numbering = KeyNumbering::of(&game, vec![game.start()]).unwrap();
            fingerprint(&game, &numbering)
        });
        assert_ne!(one, other);
    }

    #[test]
    fn the_width_of_a_key_does_not_matter() {
        assert_eq!(key_of([7_u8, 0, 0]), key_of(7_u8));
        assert_eq!(key_of([0_u8, 7, 0]), [0, 7]);
        assert!(key_of(0_u64).is_empty());
    }
}
