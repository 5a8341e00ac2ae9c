//! The identity of a file, to which its sections are bound.

use std::collections::{BTreeSet, VecDeque};

use perfect_play_core::{Game, Key, Numbering, Scheme, Slot};
use perfect_play_numbering::starts;

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
    fingerprint_by(game, |position| numbering.encode(game, position).to_le_bytes())
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
    fingerprint_by(game, |position| {
        let mut key = vec![0; G::Position::BYTES];
        position.write(&mut key);
        key
    })
}

/// The fingerprint, with positions as these bytes.
fn fingerprint_by<G: Game, B: Ord + AsRef<[u8]>>(
    game: &G,
    bytes: impl Fn(G::Position) -> B,
) -> u128 {
    let mut hash = hmac_sha256::Hash::new();
    if let Some(checksum) = game.checksum() {
        hash.update(checksum.to_le_bytes());
    }
    let mut next = VecDeque::from(starts(game));
    let mut seen = BTreeSet::new();
    next.retain(|&start| seen.insert(bytes(start)));
    let mut positions = 0;
    while let Some(position) = next.pop_front() {
        positions += 1;
        if positions > FINGERPRINT_POSITIONS {
            break;
        }
        hash.update(bytes(position));
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
            if seen.insert(bytes(child)) {
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
