//! How far a proof has come.

/// Keeps how far the proof of a table by tiers has come, so that an interrupted proof can be resumed:
/// [`verify_by_tier`](crate::verify_by_tier).
///
/// The proof believes the log. Whoever keeps one must be sure that it is about the same table, and that nobody else has
/// written it.
///
/// ```
/// use perfect_play_core::{Objective, Table};
/// use perfect_play_games::Mnk;
/// use perfect_play_numbering::TierNumbering;
/// use perfect_play_proof::{ProofLog, Rules, verify_by_tier};
///
/// struct Kept(u32);
///
/// impl ProofLog for Kept {
///     fn proven(&self) -> u32 {
///         self.0
///     }
///
///     fn keep(&mut self, proven: u32) {
///         self.0 = proven;
///     }
/// }
///
/// let game: Mnk = "connect:4,4,3".parse()?;
/// let numbering = TierNumbering::of(&game)?;
/// let tiers = numbering.tiers().clone();
/// let solved = perfect_play_generator::solve_tiers(&game, &tiers, &|_| ())?;
/// let table = Table::new(game, Objective::Fastest, numbering, solved).unwrap();
/// let mut log = Kept(0);
/// let proof = verify_by_tier(&table, Rules::Tested, &mut log, &mut |_done, _of| ())?;
/// assert!(proof.is_proven() && log.0 == tiers.numbers().end);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait ProofLog {
    /// How many tiers are proven, from the first one on.
    fn proven(&self) -> u32;

    /// This many tiers are proven now, from the first one on. Called as long as there is no fault.
    fn keep(&mut self, proven: u32);
}

/// The log of a proof that is not resumed.
impl ProofLog for () {
    fn proven(&self) -> u32 {
        0
    }

    fn keep(&mut self, _proven: u32) {}
}
