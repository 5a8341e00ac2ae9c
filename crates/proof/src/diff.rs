//! The comparison of two tables.

use std::{
    collections::{BTreeMap, HashMap},
    iter,
};

use perfect_play_core::{Entry, Game, Kind, NO_CODES, Probe};
use perfect_play_numbering::{MAX_CODES_IN_ORDER, Unreadable, canonical, plies_to_count};
use serde::Serialize;
use thiserror::Error;

use crate::{
    answer::{answer, entry_or_none},
    at_ply::{at_ply, saturating_sum},
    image_of_moves::image_of_moves,
    positions_with_progress,
};

/// The differences between two tables.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::solve;
///
/// let normal = solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let misere = solve(Mnk::TICTACTOE_MISERE, Objective::Fastest, &mut |_, _| ())?;
/// let diff = perfect_play_proof::diff(&normal, &misere, 1, &mut |_, _| ())?;
/// assert!(!diff.is_empty());
/// assert_eq!((diff.positions, diff.differing), (5478, 5326));
/// assert_eq!((diff.by_ply[0].outcome_changed, diff.examples.len()), (0, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diff<P> {
    /// How many positions have an entry in at least one of the tables.
    pub positions: u64,
    /// How many positions differ in at least one way.
    pub differing: u64,
    /// How many positions differ, by kind of difference. A position that differs in several ways is counted once for
    /// each way.
    pub counts: DiffCounts,
    /// The same counts for each ply, from 0 to [`Game::max_plies`](perfect_play_core::Game::max_plies). If a
    /// table is wrong, positions at a later ply can differ. The list then goes on to that ply.
    pub by_ply: Vec<DiffCounts>,
    /// The positions that differ at the lowest plies, up to the limit. At one ply, they are in the order of the tables.
    /// Symmetric positions that differ in the same way share one example.
    pub examples: Vec<Difference<P>>,
}

/// How many positions differ, by kind of difference.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::solve;
/// use perfect_play_proof::DiffCounts;
///
/// // The objective only decides which moves are optimal.
/// let fastest = solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let any = solve(Mnk::TICTACTOE, Objective::Outcome, &mut |_, _| ())?;
/// let diff = perfect_play_proof::diff(&fastest, &any, 0, &mut |_, _| ())?;
/// let counts = DiffCounts { optimal_moves_changed: 852, ..DiffCounts::default() };
/// assert_eq!(diff.counts, counts);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DiffCounts {
    /// Only the first table has an entry.
    pub only_in_first: u64,
    /// Only the second table has an entry.
    pub only_in_second: u64,
    /// Both tables have an entry, with different outcomes.
    pub outcome_changed: u64,
    /// Both tables have an entry, with different remoteness, or different points in a game for points.
    pub remoteness_changed: u64,
    /// Both tables have an entry, with different sets of optimal moves.
    pub optimal_moves_changed: u64,
}

/// A position at which two tables differ.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::solve;
///
/// let fastest = solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let any = solve(Mnk::TICTACTOE, Objective::Outcome, &mut |_, _| ())?;
/// let diff = perfect_play_proof::diff(&fastest, &any, 1, &mut |_, _| ())?;
/// let example = diff.examples[0];
/// let optimal = [example.first, example.second].map(|entry| entry.unwrap().optimal_moves);
/// assert_eq!(Mnk::TICTACTOE.shape().text(example.position).to_string(), "XO.X.....");
/// assert_eq!(optimal.map(|moves| moves.to_string()), ["6", "2 4 5 6 7 8"]);
/// assert_eq!(example.images, 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference<P> {
    /// The position.
    pub position: P,
    /// The entry of the first table, if it has one.
    pub first: Option<Entry>,
    /// The entry of the second table, if it has one.
    pub second: Option<Entry>,
    /// How many positions this example stands for: the position and its symmetric images.
    pub images: u64,
}

impl<P> Diff<P> {
    /// The same differences, with each position converted by `told`.
    #[must_use]
    pub fn map<Q>(self, mut told: impl FnMut(P) -> Q) -> Diff<Q> {
        let Self { positions, differing, counts, by_ply, examples } = self;
        let of = |Difference { position, first, second, images }| Difference {
            position: told(position),
            first,
            second,
            images,
        };
        let examples = examples.into_iter().map(of).collect();
        Diff { positions, differing, counts, by_ply, examples }
    }

    /// The comparison of two tables that are known to be the same. The argument is the number of positions at each
    /// ply. A total above [`u64::MAX`] is returned as [`u64::MAX`].
    #[must_use]
    pub fn of_the_same(positions_by_ply: &[u64]) -> Self {
        Self {
            positions: saturating_sum(positions_by_ply),
            differing: 0,
            counts: DiffCounts::default(),
            by_ply: vec![DiffCounts::default(); positions_by_ply.len()],
            examples: Vec::new(),
        }
    }

    /// Whether the tables have the same entry for every position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.differing == 0
    }
}

impl DiffCounts {
    fn add(&mut self, other: Self) {
        self.only_in_first += other.only_in_first;
        self.only_in_second += other.only_in_second;
        self.outcome_changed += other.outcome_changed;
        self.remoteness_changed += other.remoteness_changed;
        self.optimal_moves_changed += other.optimal_moves_changed;
    }

    /// Counts a position with these entries in the two tables.
    fn count(&mut self, first: Option<Entry>, second: Option<Entry>) {
        if let (Some(first), Some(second)) = (first, second) {
            self.outcome_changed += u64::from(first.outcome != second.outcome);
            let worth = |entry: Entry| (entry.remoteness, entry.score);
            self.remoteness_changed += u64::from(worth(first) != worth(second));
            self.optimal_moves_changed += u64::from(first.optimal_moves != second.optimal_moves);
        } else {
            self.only_in_first += u64::from(first.is_some());
            self.only_in_second += u64::from(second.is_some());
        }
    }
}

/// Why two tables could not be compared.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::solve;
/// use perfect_play_proof::{DiffError, diff};
///
/// let first = solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let second = solve(Mnk::new(3, 2, 2)?, Objective::Fastest, &mut |_, _| ())?;
/// let error = diff(&first, &second, 0, &mut |_, _| ()).unwrap_err();
/// assert_eq!(error.to_string(), "tictactoe and mnk:3,2,2 have different positions");
/// assert!(matches!(error, DiffError::DifferentPositions(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Error)]
pub enum DiffError {
    /// The games of the tables do not have the same positions.
    #[error(transparent)]
    DifferentPositions(#[from] DifferentPositions),
    /// The first table could not be read.
    #[error(transparent)]
    First(Unreadable),
    /// The second table could not be read.
    #[error(transparent)]
    Second(Unreadable),
}

/// The games of two tables have different positions, so the tables cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{first} and {second} have different positions")]
pub struct DifferentPositions {
    /// The first table's game.
    pub first: String,
    /// The second table's game.
    pub second: String,
}

impl DifferentPositions {
    /// Checks that two games have the same positions: boards of the same shape, or games of the same name.
    ///
    /// # Errors
    ///
    /// If they do not.
    pub fn check<G: Game>(first: &G, second: &G) -> Result<(), Self> {
        let have = match (first.kind(), second.kind()) {
            (Kind::Placement(one), Kind::Placement(other))
            | (Kind::Falling(one), Kind::Falling(other)) => one.shape() == other.shape(),
            _ => first.is_called(&second.to_string()),
        };
        if have {
            Ok(())
        } else {
            Err(Self { first: first.to_string(), second: second.to_string() })
        }
    }
}

/// Compares two tables, position by position, and keeps up to `limit` examples. `progress` is called now and then
/// with the amount of work that is done and the total. Tables by tiers are compared faster by
/// [`diff_by_tier`](crate::diff_by_tier).
///
/// If the game has at most [`MAX_CODES_IN_ORDER`] codes, both tables must list their positions in ascending order of
/// the codes. For larger games, the comparison first goes through the positions of the first table, in the table's
/// order. Then it goes through the positions that only the second table has.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::solve;
/// use perfect_play_proof::{Diff, diff};
///
/// let game: Mnk = "mnk:3,2,2".parse()?;
/// let (first, second) = (solve(game, Objective::Fastest, &mut |_, _| ())?, solve(game, Objective::Fastest, &mut |_, _| ())?);
/// let diff = diff(&first, &second, 10, &mut |_done, _of| ())?;
/// assert_eq!(diff, Diff::of_the_same(&[1, 6, 30, 60, 24, 8, 0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the games do not have the same positions, or one of the tables cannot be read.
pub fn diff<G: Game, A: Probe<Game = G>, B: Probe<Game = G>>(
    first: &A,
    second: &B,
    limit: usize,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Diff<G::Position>, DiffError> {
    let game = first.game();
    DifferentPositions::check(game, second.game())?;
    let mut differences = Differences::new(game, second.game(), limit);
    let mut add = |position| differences.compare(first, second, position);
    match Order::of(first, second) {
        Order::Codes => {
            let code = |&position: &G::Position| first.code(position);
            let in_first = positions_with_progress(first, progress);
            in_either(in_first, second.positions(), code).try_for_each(&mut add)?;
        }
        Order::Keys => {
            let place = |&position: &G::Position| place_by_key(game, position);
            let in_first = positions_with_progress(first, progress);
            in_either(in_first, second.positions(), place).try_for_each(&mut add)?;
        }
        // There is no common order to merge the tables in. So the second list is asked one by one what the first
        // has.
        Order::Tables => {
            for position in positions_with_progress(first, &mut |done, of| progress(done, 2 * of)) {
                add(position)?;
            }
            let progress = &mut |done, of| progress(of + done, 2 * of);
            for position in positions_with_progress(second, progress) {
                if is_missing(first, position).map_err(DiffError::First)?
                    || !may_list(first, position)
                {
                    add(position)?;
                }
            }
        }
    }
    Ok(differences.into_diff())
}

/// As [`diff`], at these positions alone: those that a cut table stores.
///
/// # Errors
///
/// The errors of [`diff`].
pub fn diff_at<G: Game, A: Probe<Game = G>, B: Probe<Game = G>>(
    first: &A,
    second: &B,
    positions: impl Iterator<Item = G::Position>,
    limit: usize,
) -> Result<Diff<G::Position>, DiffError> {
    DifferentPositions::check(first.game(), second.game())?;
    let mut differences = Differences::new(first.game(), second.game(), limit);
    for position in positions {
        differences.compare(first, second, position)?;
    }
    Ok(differences.into_diff())
}

/// The order in which the positions of two tables are compared.
enum Order {
    /// The order of the codes of the game.
    Codes,
    /// The order of the keys of canonical positions. A code depends on the positions that a table has, and not only on the game.
    Keys,
    /// All positions of the first table, then those that are only in the second.
    Tables,
}

impl Order {
    fn of<A: Probe, B: Probe<Game = A::Game>>(first: &A, second: &B) -> Self {
        let game = first.game();
        let place = |position| place_by_key(game, position);
        match [game.codes(), first.codes(), second.codes()] {
            // Tables by rank have another order.
            [NO_CODES, of_first, of_second]
                if of_first != NO_CODES
                    && of_second != NO_CODES
                    && (game.tiering().is_none()
                        || rise(first.positions().map(place), second.positions().map(place))) =>
            {
                Self::Keys
            }
            [of_game, first, second]
                if of_game == first && of_game == second && of_game <= MAX_CODES_IN_ORDER =>
            {
                Self::Codes
            }
            _ => Self::Tables,
        }
    }
}

/// Where a position comes in a table by key: after all whose canonical images have smaller keys, and after the images of
/// its own canonical image by earlier symmetries.
fn place_by_key<G: Game>(game: &G, position: G::Position) -> (G::Position, Option<u8>) {
    let canonical = canonical(game, position);
    let mut symmetries = 0..game.symmetries();
    (canonical, symmetries.find(|&symmetry| game.image(canonical, symmetry) == position))
}

/// Whether a table lists a position if it answers for it. A table by rank need not list an end of the game, and has no code for
/// it.
fn may_list<T: Probe>(table: &T, position: <T::Game as Game>::Position) -> bool {
    table.codes() == NO_CODES || table.code(position).is_some()
}

/// Whether both lists rise. They are compared side by side, so that a list that does not rise says it soon.
fn rise<K: PartialOrd>(first: impl Iterator<Item = K>, second: impl Iterator<Item = K>) -> bool {
    let (mut first, mut second) = (first.fuse(), second.fuse());
    let mut last = [first.next(), second.next()];
    loop {
        let next = [first.next(), second.next()];
        if next.iter().zip(&last).any(|(next, last)| next.is_some() && next < last) {
            return false;
        }
        if next.iter().all(Option::is_none) {
            return true;
        }
        last = next;
    }
}

/// Whether the table has no entry for the position.
pub(crate) fn is_missing<T: Probe>(
    table: &T,
    position: <T::Game as Game>::Position,
) -> Result<bool, Unreadable> {
    Ok(entry_or_none(table.value(position))?.is_none())
}

/// The entries of a position in two tables.
pub(crate) fn answers<G: Game, A: Probe<Game = G>, B: Probe<Game = G>>(
    first: &A,
    second: &B,
    position: G::Position,
) -> Result<[Option<Entry>; 2], DiffError> {
    let first = answer(first, position).map_err(DiffError::First)?;
    let second = answer(second, position).map_err(DiffError::Second)?;
    Ok([first, second])
}

/// Differences of the same class are symmetric to one another: they have the same canonical code and the same entries
/// there.
type Class = (u64, [Option<Entry>; 2]);

/// The differences found so far.
pub(crate) struct Differences<P> {
    /// All numbers, without the examples.
    diff: Diff<P>,
    limit: usize,
    /// By ply, and at one ply in the order in which they were found.
    examples: BTreeMap<(u16, u64), (Class, Difference<P>)>,
    /// The place in `examples` of each class.
    classes: HashMap<Class, (u16, u64)>,
}

impl<P: Copy> Differences<P> {
    /// No differences yet, between two tables of these games. `limit` is how many examples to keep.
    pub(crate) fn new<G: Game>(first: &G, second: &G, limit: usize) -> Self {
        let plies = plies_to_count(first).max(plies_to_count(second));
        let diff = Diff {
            positions: 0,
            differing: 0,
            counts: DiffCounts::default(),
            by_ply: vec![DiffCounts::default(); plies],
            examples: Vec::new(),
        };
        Self { diff, limit, examples: BTreeMap::new(), classes: HashMap::new() }
    }

    /// Compares the answers of two tables, at least one of which has an entry for the position.
    pub(crate) fn compare<A, B>(
        &mut self,
        first: &A,
        second: &B,
        position: P,
    ) -> Result<(), DiffError>
    where
        A: Probe<Game: Game<Position = P>>,
        B: Probe<Game = A::Game>,
    {
        let answers @ [in_first, _] = answers(first, second, position)?;
        match in_first {
            Some(_) => self.add(first, position, answers),
            None => self.add(second, position, answers),
        }
        Ok(())
    }

    /// Adds a position for which at least one table has an entry.
    pub(crate) fn add<T: Probe<Game: Game<Position = P>>>(
        &mut self,
        table: &T,
        position: P,
        entries @ [first, second]: [Option<Entry>; 2],
    ) {
        let game = table.game();
        self.diff.positions += 1;
        let ply = game.ply(position).unwrap_or(0);
        let counts = at_ply(&mut self.diff.by_ply, ply);
        if first == second {
            return;
        }
        self.diff.differing += 1;
        counts.count(first, second);
        self.diff.counts.count(first, second);
        if !self.may_take(ply) {
            return;
        }
        let (canonical, symmetry) = table.canonical(position);
        // The optimal moves are compared in the canonical position, where the images of a position have the same
        // ones.
        let image = |entry: Entry| Entry {
            optimal_moves: image_of_moves(game, position, entry.optimal_moves, symmetry),
            ..entry
        };
        let class = (canonical, entries.map(|entry| entry.map(image)));
        self.add_example(ply, class, Difference { position, first, second, images: 1 });
    }

    /// Whether a difference at this ply may be an example or an image of one.
    fn may_take(&self, ply: u16) -> bool {
        let last = self.examples.last_key_value();
        self.examples.len() < self.limit || last.is_some_and(|(&(last, _), _)| ply <= last)
    }

    fn add_example(&mut self, ply: u16, class: Class, example: Difference<P>) {
        if let Some(known) = self.classes.get(&class) {
            if let Some((_, known)) = self.examples.get_mut(known) {
                known.images += example.images;
            }
            return;
        }
        let is_full = self.examples.len() >= self.limit;
        let last = self.examples.last_key_value().map(|(&(last, _), _)| last);
        if is_full && last.is_none_or(|last| last <= ply) {
            return;
        }
        // A class that gives way to one of a lower ply does not come back: its images have the same ply.
        if is_full && let Some((_, (gone, _))) = self.examples.pop_last() {
            self.classes.remove(&gone);
        }
        let place = (ply, self.diff.differing);
        self.classes.insert(class, place);
        self.examples.insert(place, (class, example));
    }

    /// Adds the differences at other positions of the same tables, which come later in the order.
    pub(crate) fn append(&mut self, later: Self) {
        let Diff { positions, differing, counts, by_ply, .. } = later.diff;
        let before = self.diff.differing;
        self.diff.positions += positions;
        self.diff.counts.add(counts);
        for (ply, counts) in (0..).zip(by_ply) {
            at_ply(&mut self.diff.by_ply, ply).add(counts);
        }
        for ((ply, place), (class, example)) in later.examples {
            self.diff.differing = before + place;
            self.add_example(ply, class, example);
        }
        self.diff.differing = before + differing;
    }

    pub(crate) fn into_diff(self) -> Diff<P> {
        let examples = self.examples.into_values().map(|(_, example)| example).collect();
        Diff { examples, ..self.diff }
    }
}

/// The positions of two tables, each once. Both are in the order of their places.
fn in_either<P, K: PartialOrd>(
    first: impl Iterator<Item = P>,
    second: impl Iterator<Item = P>,
    place: impl Fn(&P) -> K,
) -> impl Iterator<Item = P> {
    let (mut first, mut second) = (first.peekable(), second.peekable());
    iter::from_fn(move || match (first.peek().map(&place), second.peek().map(&place)) {
        (None, _) => second.next(),
        (_, None) => first.next(),
        (Some(one), Some(other)) if one < other => first.next(),
        (Some(one), Some(other)) if one > other => second.next(),
        _ => {
            second.next();
            first.next()
        }
    })
}
