//! A fast comparison of tables by tiers that hold the same values.

use perfect_play_core::{Board, Game, ProbeFailure, Values};
use perfect_play_numbering::{Sections, TierTable, Unreadable};

use crate::{Diff, DiffError, reachable};

/// Compares two tables section by section. If they have the same game, objective and values, this returns the result
/// of [`diff`](crate::diff). Otherwise it returns `None`. The comparison ends at the first section that differs, and
/// holds only a few sections in memory.
///
/// ```
/// use perfect_play_core::{Objective, Table};
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{numbering::TierNumbering, solve_tiers};
/// use perfect_play_proof::diff_if_equal;
///
/// let solved = |name: &str| {
///     let game: Mnk = name.parse().unwrap();
///     let numbering = TierNumbering::of(&game).unwrap();
///     let values = solve_tiers(&game, numbering.tiers(), &|_| ()).unwrap();
///     Table::new(game, Objective::Fastest, numbering, values).unwrap()
/// };
/// let (three, four) = (solved("connect:4,3,3"), solved("connect:4,3,4"));
/// let progress = &mut |_done, _of| ();
/// assert_eq!(diff_if_equal(&three, &four, progress)?, None);
/// let same = diff_if_equal(&three, &solved("connect:4,3,3"), progress)?.unwrap();
/// assert!(same.is_empty() && same.positions == 7_157);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If one of the tables cannot be read.
pub fn diff_if_equal<G, A, B>(
    first: &TierTable<G, A>,
    second: &TierTable<G, B>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Option<Diff<Board>>, DiffError>
where
    G: Game<Position = Board> + Sync,
    A: Sections<Error: ProbeFailure> + Values,
    B: Sections<Error: ProbeFailure> + Values,
{
    if first.objective() != second.objective() || !are_equal(first, second, progress)? {
        return Ok(None);
    }
    let (game, tiers) = (first.game(), first.numbering().tiers());
    let (done, all) = (tiers.slots(), 2 * tiers.slots());
    let count = &mut |work, of: u64| {
        let slots = u128::from(done) * u128::from(work) / u128::from(of.max(1));
        progress(done + u64::try_from(slots).unwrap_or(done), all);
    };
    let by_ply = reachable(game, tiers, count);
    Ok(Some(Diff::of_the_same(&by_ply)))
}

/// Whether the tables are of the same game and number its positions in the same way.
pub(crate) fn have_one_game<G, A, B>(first: &TierTable<G, A>, second: &TierTable<G, B>) -> bool
where
    G: Game<Position = Board>,
{
    let tiers = first.numbering().tiers();
    first.game().is_called(&second.game().to_string())
        && tiers.cells() == second.numbering().tiers().cells()
        && tiers.is_of(second.game())
}

/// Whether the tables have the same game and the same values. Their objectives may differ. The reported total is that of
/// [`diff_if_equal`].
pub(crate) fn are_equal<G, A, B>(
    first: &TierTable<G, A>,
    second: &TierTable<G, B>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<bool, DiffError>
where
    G: Game<Position = Board>,
    A: Sections<Error: ProbeFailure>,
    B: Sections<Error: ProbeFailure>,
{
    if !have_one_game(first, second) {
        return Ok(false);
    }
    let tiers = first.numbering().tiers();
    let (mut here, mut there) = (Vec::new(), Vec::new());
    let mut done = 0;
    for tier in tiers.numbers() {
        for mover in 0..2 {
            let read = first.values().section(tier, mover, &mut here);
            read.map_err(|error| DiffError::First(Unreadable::new(error)))?;
            let read = second.values().section(tier, mover, &mut there);
            read.map_err(|error| DiffError::Second(Unreadable::new(error)))?;
            if here != there {
                // The bytes that are not stored do not affect any answer.
                let layout = tiers.tier(tier as usize);
                let kept = [&here, &there].map(|values| {
                    let mut kept = Vec::new();
                    layout.keep_non_static(mover, 0..values.len(), values, &mut kept);
                    kept
                });
                if kept[0] != kept[1] {
                    return Ok(false);
                }
            }
            done += here.len() as u64;
        }
        progress(done, 2 * tiers.slots());
    }
    Ok(true)
}
