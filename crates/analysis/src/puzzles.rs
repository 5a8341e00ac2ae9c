//! The positions of a table that are hardest to play right.

use std::{cmp::Reverse, collections::BTreeMap, fmt, str::FromStr};

use perfect_play_core::{Game, Probe, ProbeFailure};
use perfect_play_numbering::TableError;
use serde::Serialize;

use crate::Difficulty;

/// How many positions lie between two reports of progress.
const REPORT_EVERY: u64 = 1 << 12;

/// What makes a position a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PuzzleKind {
    /// Exactly one of several moves keeps the outcome. The more plies it takes to see which, the harder.
    OnlyMove,
    /// A wrong move looks right ([`Trap`](crate::Trap)). The more plies it does, the harder.
    Trap,
    /// A right move is seen only by looking far ahead ([`Difficulty::depth`]). The farther, the harder.
    Deep,
    /// Mutual zugzwang: whoever is to move would get a better outcome if the other side had to move. Only in games in which
    /// that is a position, too ([`Game::passed`]).
    Zugzwang,
}

impl PuzzleKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::OnlyMove, Self::Trap, Self::Deep, Self::Zugzwang];

    /// Whether it is about what is seen some plies ahead. In a game for points nothing is.
    #[must_use]
    pub const fn looks_ahead(self) -> bool {
        matches!(self, Self::Trap | Self::Deep)
    }

    /// The name: `only-move`, `trap`, `deep` or `zugzwang`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OnlyMove => "only-move",
            Self::Trap => "trap",
            Self::Deep => "deep",
            Self::Zugzwang => "zugzwang",
        }
    }
}

impl fmt::Display for PuzzleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for PuzzleKind {
    type Err = UnknownPuzzleKind;

    fn from_str(text: &str) -> Result<Self, UnknownPuzzleKind> {
        Self::ALL.into_iter().find(|kind| kind.name() == text).ok_or(UnknownPuzzleKind)
    }
}

/// There is no such kind of puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownPuzzleKind;

impl fmt::Display for UnknownPuzzleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [only, trap, deep, zugzwang] = PuzzleKind::ALL;
        write!(f, "a puzzle is one of {only}, {trap}, {deep} and {zugzwang}")
    }
}

impl std::error::Error for UnknownPuzzleKind {}

/// The puzzles of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzles<P> {
    /// How many of the positions are puzzles of this kind.
    pub count: u64,
    /// The hardest of them, hardest first.
    pub hardest: Vec<Puzzle<P>>,
}

/// A position that is hard to play right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Puzzle<P> {
    /// The position.
    pub position: P,
    /// How hard it is.
    pub difficulty: Difficulty,
}

/// Whether a position can be a puzzle: somebody has to move, and of symmetric positions it is the canonical one.
pub(crate) fn can_be_puzzle<T: Probe>(table: &T, position: <T::Game as Game>::Position) -> bool {
    table.game().end(position).is_none() && table.is_canonical(position)
}

/// The puzzles of this kind among these positions, and the hardest of them: at most `limit`. Of symmetric positions only the
/// canonical one counts. `progress` is called now and then with the number of positions so far, and the present one.
///
/// A game for points has no depth and no traps: there, only [`PuzzleKind::OnlyMove`] and [`PuzzleKind::Zugzwang`] find
/// something.
///
/// ```
/// use perfect_play_analysis::{PuzzleKind, puzzles};
/// use perfect_play_core::{Game, Objective, Probe};
/// use perfect_play_games::Mnk;
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let found = puzzles(&table, PuzzleKind::OnlyMove, table.positions(), 1, &mut |_, _| ())?;
/// let hardest = found.hardest[0];
/// assert_eq!(table.game().notation(hardest.position).to_string(), "X........");
/// assert_eq!(hardest.difficulty.depth, Some(6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the table contradicts itself or cannot be read.
pub fn puzzles<T: Probe>(
    table: &T,
    kind: PuzzleKind,
    positions: impl Iterator<Item = <T::Game as Game>::Position>,
    limit: usize,
    progress: &mut dyn FnMut(u64, <T::Game as Game>::Position),
) -> Result<Puzzles<<T::Game as Game>::Position>, TableError> {
    let game = table.game();
    let (mut count, mut hardest) = (0, BTreeMap::new());
    for (number, position) in (0..).zip(positions) {
        if number % REPORT_EVERY == 0 {
            progress(number, position);
        }
        if !can_be_puzzle(table, position) {
            continue;
        }
        let values = table.move_values(position);
        let values = values.map_err(|reason| TableError::at(game, position, reason))?;
        let difficulty = Difficulty::of(&values);
        let Some(hardness) = hardness(table, kind, position, difficulty)? else { continue };
        count += 1;
        hardest.insert((Reverse(hardness), number), Puzzle { position, difficulty });
        if hardest.len() > limit {
            hardest.pop_last();
        }
    }
    Ok(Puzzles { count, hardest: hardest.into_values().collect() })
}

/// How hard a position is as a puzzle of this kind. `None` if it is none.
fn hardness<T: Probe>(
    table: &T,
    kind: PuzzleKind,
    position: <T::Game as Game>::Position,
    Difficulty { right, legal, depth, trap }: Difficulty,
) -> Result<Option<u16>, TableError> {
    Ok(match kind {
        PuzzleKind::OnlyMove => (right == 1 && legal > 1).then_some(depth.unwrap_or(0)),
        PuzzleKind::Trap => trap.filter(|&plies| plies > 0),
        PuzzleKind::Deep => depth.filter(|&plies| plies > 1),
        PuzzleKind::Zugzwang => zugzwang(table, position)?,
    })
}

/// The steps of the outcome that both sides together lose because they have to move. `None` if one of them would not rather
/// pass.
fn zugzwang<T: Probe>(
    table: &T,
    position: <T::Game as Game>::Position,
) -> Result<Option<u16>, TableError> {
    let game = table.game();
    let Some(passed) = game.passed(position) else { return Ok(None) };
    let outcome = |position| match table.value(position) {
        Ok(value) => Ok(Some(value.outcome().number())),
        Err(reason) if reason.no_entry().is_some() => Ok(None),
        Err(reason) => Err(TableError::at(game, position, reason)),
    };
    let (Some(here), Some(there)) = (outcome(position)?, outcome(passed)?) else { return Ok(None) };
    // If the mover passed, it would have the opposite of what the other side then has.
    let lost = -(here + there);
    Ok(u16::try_from(lost).ok().filter(|&lost| lost > 0))
}
