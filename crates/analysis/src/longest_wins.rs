//! The positions from which a win takes longest.

use perfect_play_core::{Game, Outcome, Probe, Scheme};
use perfect_play_numbering::TableError;

/// How many positions lie between two reports of progress.
const REPORT_EVERY: usize = 1 << 16;

/// The positions from which a win takes longest, for either side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongestWins<P> {
    /// The plies to the end if the winner hurries and the loser delays.
    pub plies: u16,
    /// How many positions there are, images included.
    pub count: u64,
    /// The first of these positions, in the order of [`Probe::positions`]. An image of an earlier one is left out.
    pub positions: Vec<P>,
}

/// The positions from which a win of either side takes longest under best play. It looks at every position of the table.
///
/// At most `limit` positions are returned; all are counted. The answer is `None` if no position is won, or if the game is
/// played for points. `progress` is called now and then with how far the list of positions has come, and the total
/// ([`Probe::reached`]).
///
/// ```
/// use perfect_play_analysis::longest_wins;
/// use perfect_play_core::{Game, Objective, Probe};
/// use perfect_play_games::Mnk;
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let longest = longest_wins(&table, 1, &mut |_, _| ())?.unwrap();
/// assert_eq!((longest.plies, longest.count), (5, 122));
/// assert_eq!(table.game().notation(longest.positions[0]).to_string(), "XO.......");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the table contradicts itself or cannot be read.
pub fn longest_wins<T: Probe>(
    table: &T,
    limit: usize,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Option<LongestWins<<T::Game as Game>::Position>>, TableError> {
    let game = table.game();
    if game.scheme() == Scheme::Score {
        return Ok(None);
    }
    let mut longest: Option<LongestWins<_>> = None;
    for (i, (position, value)) in table.entries().enumerate() {
        if i % REPORT_EVERY == 0 {
            let (done, of) = table.reached(position).unwrap_or_default();
            progress(done, of);
        }
        let value = value.map_err(|reason| TableError::at(game, position, reason))?;
        let Some(plies) = value.plies().filter(|_| value.outcome() != Outcome::Draw) else {
            continue;
        };
        let best = longest.as_ref().map(|longest| longest.plies);
        if best > Some(plies) {
            continue;
        }
        if best != Some(plies) {
            longest = Some(LongestWins { plies, count: 0, positions: Vec::new() });
        }
        if let Some(longest) = &mut longest {
            longest.count += 1;
            if longest.positions.len() < limit && table.is_canonical(position) {
                longest.positions.push(position);
            }
        }
    }
    Ok(longest)
}
