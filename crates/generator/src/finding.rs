//! Options for finding the positions of a game without codes.

use std::collections::{HashSet, VecDeque};

use perfect_play_core::{Game, Key, Printable, Symmetric};

use crate::{
    SolveError,
    graph::{ByImage, Met, Room, ask},
    starts::starts,
};

/// Options for finding the positions of a game without codes: limits, and whether the rules are tested.
///
/// ```
/// use perfect_play_games::Nim;
/// use perfect_play_generator::{Finding, find};
///
/// let nim: Nim = "nim:3,4,5".parse()?;
/// let found = find(nim, Finding::default().positions(1_000), &mut |_, _| ())?;
/// assert_eq!(found.positions().len(), 120);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Finding {
    pub(crate) room: Room,
    pub(crate) is_tested: bool,
}

/// Allows as many positions as fit in memory, and checks the rules.
impl Default for Finding {
    fn default() -> Self {
        let room = Room { positions: u64::MAX, bytes: u64::MAX };
        Self { room, is_tested: false }
    }
}

impl Finding {
    /// Allows at most this many positions. Symmetric positions count once.
    pub const fn positions(self, most: u64) -> Self {
        Self { room: Room { positions: most, ..self.room }, ..self }
    }

    /// Allows at most this many bytes of memory for positions and their moves.
    pub const fn bytes(self, most: u64) -> Self {
        Self { room: Room { bytes: most, ..self.room }, ..self }
    }

    /// Skips the checks of the symmetries, which take most of the time, of `plies_played`, and of equality. Use it for rules
    /// that are tested for contradictions, such as the rules of `perfect-play-games`.
    pub const fn tested(self) -> Self {
        Self { is_tested: true, ..self }
    }
}

/// The number of positions that an estimate is based on.
const LOOKED_AT: u64 = 1 << 12;

/// Estimates how many bytes of memory a position takes while [`find_and_solve`](crate::find_and_solve) solves a game.
/// Symmetric positions count once. The estimate is based on the moves of the positions nearest to the start. Call
/// this before solving to find out how many positions fit in memory.
///
/// ```
/// use perfect_play_games::Hex;
///
/// let hex: Hex = "hex:4".parse()?;
/// assert!((50..200).contains(&perfect_play_generator::bytes_a_position(&hex)?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the rules contradict themselves.
pub fn bytes_a_position<G: Game<Position: Key> + Symmetric + Printable>(
    game: &G,
) -> Result<u64, SolveError> {
    let met = ByImage { game, is_tested: true };
    let (mut seen, mut waiting) = (HashSet::new(), VecDeque::new());
    for start in starts(game) {
        let key = met.key(start, false)?;
        if seen.insert(key) {
            waiting.push_back(key);
        }
    }
    let (mut asked, mut moves) = (0, 0);
    while let Some(key) = waiting.pop_front().filter(|_| asked < LOOKED_AT) {
        asked += 1;
        moves += u64::from(
            ask(&met, (key, 0), |child, _| {
                if seen.insert(child) {
                    waiting.push_back(child);
                }
                Ok(())
            })?
            .moves,
        );
    }
    Ok(Room::bytes_of::<G::Position>(1).max(
        Room::A_POSITION + size_of::<G::Position>() as u64 + Room::A_MOVE * moves / asked.max(1),
    ))
}
