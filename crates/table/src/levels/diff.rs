//! Where two tables of levels differ.

use std::ops::ControlFlow;

use perfect_play_core::{Board, Game, Probe};
use perfect_play_index::{Index, MAX_CODES_IN_ORDER};

use super::{Held, LevelProbe};
use crate::{
    Diff, DiffError, DifferentBoards,
    diff::{self, Differences, answers},
};

/// Compares two tables of levels and keeps up to `limit` examples: as [`crate::diff`], but tables that do
/// not list their positions by code are compared slot by slot and on all cores, two levels of each
/// being held at a time. A slot counts as all the positions it stands for. `progress` is told now
/// and then how much is done, and of how much.
///
/// ```
/// use perfect_play_core::{Mnk, Objective};
/// use perfect_play_generator::solve_levels;
/// use perfect_play_index::Index;
/// use perfect_play_table::levels;
///
/// let solved = |name: &str| {
///     let game: Mnk = name.parse().unwrap();
///     let index = Index::of(&game).unwrap();
///     solve_levels(game, Objective::Fastest, index, &|_| ())
/// };
/// let (three, four) = (solved("connect:4,3,3")?, solved("connect:4,3,4")?);
/// let diff = levels::diff(&three, &four, 0, &mut |_done, _of| ())?;
/// // What play leads to only where the game goes on after three in a row.
/// assert_eq!((diff.counts.only_in_first, diff.counts.only_in_second), (0, 4874));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the games do not have the same positions, or, where slots are compared, not the same
/// symmetries; or if one of the tables cannot be read.
pub fn diff<G, A, B>(
    first: &A,
    second: &B,
    limit: usize,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Diff<Board>, DiffError>
where
    G: Game<Position = Board> + Sync,
    A: LevelProbe + Probe<Game = G>,
    B: LevelProbe + Probe<Game = G>,
{
    DifferentBoards::check(first.game(), second.game())?;
    let same_slots = have_same_slots(first, second);
    if first.game().codes() <= MAX_CODES_IN_ORDER {
        return match if same_slots { positions_if_same(first, second, progress)? } else { None } {
            Some(positions_by_ply) => Ok(Diff::of_the_same(&positions_by_ply)),
            None => diff::diff(first, second, limit, progress),
        };
    }
    if !same_slots {
        let [first, second] = [first.game(), second.game()].map(ToString::to_string);
        return Err(DiffError::DifferentSlots { first, second });
    }
    let same_question = are_asked_the_same(first, second);
    let mut differences = Differences::new(first.game(), second.game(), limit);
    let (mut first, mut second) = (Held::new(first), Held::new(second));
    // Nothing is above the first level, in either table.
    let mut same_above = same_question;
    while first.advance().map_err(DiffError::First)?
        && second.advance().map_err(DiffError::Second)?
    {
        let pair = Pair { first: &first, second: &second };
        // As long as all values are the same, so are the moves that follow from them.
        let same_here = same_question && pair.has_same_bytes();
        if same_above && same_here {
            let positions_by_ply = first.positions_by_ply(progress);
            differences.add_same(positions_by_ply.iter().sum());
            continue;
        }
        same_above = same_here;
        let ended = first.for_each_top(
            progress,
            |top| pair.of_top(top, limit),
            |of_top| match of_top {
                Ok(of_top) => {
                    differences.append(of_top);
                    ControlFlow::Continue(())
                }
                Err(error) => ControlFlow::Break(error),
            },
        );
        if let ControlFlow::Break(error) = ended {
            return Err(error);
        }
    }
    Ok(differences.into_diff())
}

/// Whether two tables with the same values have the same entries.
fn are_asked_the_same<A: Probe, B: Probe>(first: &A, second: &B) -> bool {
    first.objective() == second.objective() && first.game().to_string() == second.game().to_string()
}

/// How many positions there are at each ply, if both tables hold the same bytes throughout and so
/// the same entries. Otherwise `None`, as soon as a level differs.
fn positions_if_same<G, A, B>(
    first: &A,
    second: &B,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Option<Vec<u64>>, DiffError>
where
    G: Game<Position = Board> + Sync,
    A: LevelProbe + Probe<Game = G>,
    B: LevelProbe + Probe<Game = G>,
{
    if !are_asked_the_same(first, second) {
        return Ok(None);
    }
    let mut sums = vec![0; usize::from(first.game().max_plies()) + 1];
    let (mut first, mut second) = (Held::new(first), Held::new(second));
    while first.advance().map_err(DiffError::First)?
        && second.advance().map_err(DiffError::Second)?
    {
        if !(Pair { first: &first, second: &second }).has_same_bytes() {
            return Ok(None);
        }
        for (sum, count) in sums.iter_mut().zip(first.positions_by_ply(progress)) {
            *sum += count;
        }
    }
    Ok(Some(sums))
}

/// Whether each slot stands for the same positions in both tables.
fn have_same_slots<G, A, B>(first: &A, second: &B) -> bool
where
    G: Game<Position = Board> + Sync,
    A: LevelProbe + Probe<Game = G>,
    B: LevelProbe + Probe<Game = G>,
{
    let (game, other) = (first.game(), second.game());
    // A numbering follows from the board and from where the symmetries, in their order, take each
    // move of the start.
    let moves = game.legal_moves(game.start());
    let is_same = |symmetry| {
        let image_is_same =
            |mv| game.image_of_move(mv, symmetry) == other.image_of_move(mv, symmetry);
        moves.iter().all(image_is_same)
    };
    game.symmetries() == other.symmetries()
        && (0..game.symmetries()).all(is_same)
        && are_alike(first.index(), second.index())
}

/// Whether two numberings have as many slots everywhere: they may be those of other games than the
/// tables'.
fn are_alike(first: &Index, second: &Index) -> bool {
    let shape = |index: &Index| (index.lines().shape(), index.falling(), index.symmetries());
    let sizes = |index: &Index| (index.levels(), index.tops());
    shape(first) == shape(second)
        && sizes(first) == sizes(second)
        && (0..first.tops()).all(|top| {
            let slots = |index: &Index, level| index.top_slots(level, top);
            first.top_images(top) == second.top_images(top)
                && (0..first.levels()).all(|level| slots(first, level) == slots(second, level))
        })
}

/// The same level of two tables.
struct Pair<'a, A, B> {
    first: &'a Held<'a, A>,
    second: &'a Held<'a, B>,
}

impl<G, A, B> Pair<'_, A, B>
where
    G: Game<Position = Board> + Sync,
    A: LevelProbe + Probe<Game = G>,
    B: LevelProbe + Probe<Game = G>,
{
    fn has_same_bytes(&self) -> bool {
        self.first.values() == self.second.values()
    }

    fn of_top(&self, top: usize, limit: usize) -> Result<Differences<Board>, DiffError> {
        let game = self.first.game();
        let images = u64::from(self.first.index().top_images(top));
        let mut differences = Differences::new(game, self.second.game(), limit);
        for (slot, board, value) in self.first.slots(top) {
            if value.is_some() || self.second.value_in(slot, board).is_some() {
                differences.add(game, board, answers(self.first, self.second, board)?, images);
            }
        }
        Ok(differences)
    }
}
