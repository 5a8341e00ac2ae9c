//! The result of a proof.

use perfect_play_core::Entry;

use crate::at_ply::{at_ply, saturating_sum};

/// The proof ends after this many faults.
///
/// ```
/// use perfect_play_core::{CodeTable, Objective, Value};
/// use perfect_play_games::Mnk;
/// use perfect_play_proof::{MAX_FAULTS, verify};
///
/// // This table has no entries, so 5,478 are missing.
/// let slots = [Value::NONE; 19_683];
/// let empty = CodeTable::by_code(Mnk::TICTACTOE, Objective::Fastest, slots)?;
/// let proof = verify(&empty, &mut |_, _| ())?;
/// assert_eq!(proof.faults.len(), MAX_FAULTS);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub const MAX_FAULTS: usize = 1000;

/// The result of proving a table.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_proof::verify;
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let proof = verify(&table, &mut |_, _| ())?;
/// assert!(proof.is_proven());
/// assert_eq!(proof.positions_by_ply, [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
/// assert_eq!(proof.entries, 5478);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verification<P> {
    /// How many entries were proven, one by one. If there are faults, the number that was checked.
    pub entries: u64,
    /// How many positions are reachable, for each ply from 0 to the game's longest play. If there are faults, only
    /// the positions that the proof came to are counted. Empty if the proof does not count positions: the proof of a
    /// table by tiers goes through all boards without a line, reachable or not.
    pub positions_by_ply: Vec<u64>,
    /// Where the table is wrong, at most [`MAX_FAULTS`] faults. Surplus entries come first. Missing and wrong entries
    /// follow, children before their parents (by descending code, or in the order of the slots). So the first of these
    /// faults is not a consequence of another one.
    pub faults: Vec<Fault<P>>,
    /// Whether the table states the right counts. `None` if the counts were not compared, because the table states
    /// none or the proof was not given them.
    pub counts_right: Option<bool>,
}

impl<P> Verification<P> {
    /// Whether the table is proven: it has an entry for exactly the reachable positions, each entry is right, and no
    /// stated count was found to be false.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.faults.is_empty() && self.counts_right != Some(false)
    }

    /// Adds what was proven of other slots.
    pub(super) fn add(&mut self, other: Self) {
        self.entries += other.entries;
        for (ply, positions) in (0..).zip(other.positions_by_ply) {
            *at_ply(&mut self.positions_by_ply, ply) += positions;
        }
        self.faults.extend(other.faults);
    }

    /// The result before anything is proven.
    pub(super) fn new() -> Self {
        Self { entries: 0, positions_by_ply: Vec::new(), faults: Vec::new(), counts_right: None }
    }

    /// The result for a table that is wrong as a whole.
    pub(super) fn refuted(fault: Fault<P>) -> Self {
        Self { faults: vec![fault], ..Self::new() }
    }

    /// The same result, with each position converted by `told`.
    #[must_use]
    pub fn map<Q>(self, mut told: impl FnMut(P) -> Q) -> Verification<Q> {
        let Self { entries, positions_by_ply, faults, counts_right } = self;
        let of = |Fault { position, found, expected }| Fault {
            position: told(position),
            found,
            expected,
        };
        let faults = faults.into_iter().map(of).collect();
        Verification { entries, positions_by_ply, faults, counts_right }
    }

    /// How many positions are reachable, or how many the proof came to. `None` if the proof does not count them. A
    /// number above [`u64::MAX`] is returned as [`u64::MAX`].
    #[must_use]
    pub fn positions(&self) -> Option<u64> {
        (!self.positions_by_ply.is_empty()).then(|| saturating_sum(&self.positions_by_ply))
    }
}

/// A fault: a position at which a table is wrong.
///
/// ```
/// use perfect_play_core::{Board, CodeTable, Objective, Outcome, Value};
/// use perfect_play_games::Mnk;
/// use perfect_play_proof::verify;
///
/// // The game has one cell, and its first move wins. This table says that it loses.
/// let game: Mnk = "mnk:1,1,1".parse()?;
/// let slots = [Value::loss(1).unwrap().byte(), Value::loss(0).unwrap().byte(), Value::NONE];
/// let table = CodeTable::by_code(game, Objective::Fastest, slots)?;
/// let proof = verify(&table, &mut |_, _| ())?;
/// let fault = proof.faults[0];
/// assert_eq!(fault.position, Board::EMPTY);
/// assert_eq!(fault.found.map(|entry| entry.outcome), Some(Outcome::Loss));
/// assert_eq!(fault.expected.map(|entry| entry.outcome), Some(Outcome::Win));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault<P> {
    /// The position.
    pub position: P,
    /// The table's entry. `None` if it has none.
    pub found: Option<Entry>,
    /// The entry that follows from the rules and the entries of the child positions. `None` if the table should have no
    /// entry, or if the game itself is wrong.
    pub expected: Option<Entry>,
}
