//! How far a proof has come.

use serde::{Deserialize, Serialize};

/// Keeps how far the proof of a table by tiers or by rank has come, so that an interrupted proof can be resumed:
/// [`verify_by_tier`](crate::verify_by_tier), [`verify_by_rank`](crate::verify_by_rank).
///
/// The proof believes the log. Whoever keeps one must be sure that it is about the same table, and that nobody else has
/// written it.
///
/// ```
/// use perfect_play_core::{Objective, Table};
/// use perfect_play_games::Mnk;
/// use perfect_play_numbering::TierNumbering;
/// use perfect_play_proof::{ProofLog, Proven, Rules, verify_by_tier};
///
/// struct Kept(Proven);
///
/// impl ProofLog for Kept {
///     fn proven(&self) -> Proven {
///         self.0
///     }
///
///     fn keep(&mut self, proven: Proven) {
///         self.0 = proven;
///     }
/// }
///
/// let game: Mnk = "connect:4,3,3".parse()?;
/// let numbering = TierNumbering::of(&game)?;
/// let tiers = numbering.tiers().clone();
/// let solved = perfect_play_generator::solve_tiers(&game, &tiers, &|_| ())?;
/// let table = Table::new(game, Objective::Fastest, numbering, solved).unwrap();
/// let mut log = Kept(Proven::default());
/// let proof = verify_by_tier(&table, Rules::Tested, &mut log, &mut |_done, _of| ())?;
/// assert!(proof.is_proven() && log.0.tiers == tiers.numbers().end);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait ProofLog {
    /// What is proven already.
    fn proven(&self) -> Proven;

    /// This is proven now. Called as long as there is no fault.
    fn keep(&mut self, proven: Proven);
}

/// What is proven of a table: its tiers from the first one on. By default none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proven {
    /// How many tiers.
    pub tiers: u32,
    /// The number of their entries that were proven individually.
    pub entries: u64,
}

/// The log of a proof that is not resumed.
impl ProofLog for () {
    fn proven(&self) -> Proven {
        Proven::default()
    }

    fn keep(&mut self, _proven: Proven) {}
}
