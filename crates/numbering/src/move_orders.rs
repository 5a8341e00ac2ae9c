//! For which boards X and O can have placed the marks in turn.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hash},
    sync::Arc,
};

use perfect_play_core::Kind;

use crate::{BitLayout, LowPart, bits::add, mixed::Mixed, part::Part};

/// The boards with a given top part whose marks X and O can have placed in turn, from the empty board on. Lines do not
/// matter here. If marks are placed, these are all boards. If marks fall, there is no order of moves for some boards: if the
/// lowest mark of each column is an O, nobody can have begun.
///
/// ```
/// use perfect_play_games::Mnk;
/// use perfect_play_numbering::Tiers;
///
/// let tiers = Tiers::of(&"connect:2,2,2".parse::<Mnk>()?)?;
/// let ones = |set: &[u8]| set.iter().map(|byte| byte.count_ones()).sum::<u32>();
/// // All marks are in the low part.
/// let boards = tiers.move_orders(0, 0).low_parts(0);
/// assert_eq!(ones(boards), 1 + 2 + 4 + 6 + 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MoveOrders<'o> {
    all: &'o AllMoveOrders,
    /// The class of the top part.
    top: u32,
}

impl<'o> MoveOrders<'o> {
    /// The set of the low parts ([`BitLayout`]) of the boards with a middle configuration. Only its strips that belong to the
    /// block have a meaning.
    ///
    /// # Panics
    ///
    /// Possibly if there is no such configuration.
    #[must_use]
    #[inline]
    pub fn low_parts(&self, middle: usize) -> &'o [u8] {
        let AllMoveOrders { levels, top, sets, .. } = self.all;
        &sets[self.all.class_after(self.top, &levels[*top..], middle) as usize]
    }
}

/// The boards of a numbering for which there is an order of moves.
///
/// The high part of a board is read column by column. The columns that are read belong to a *class*. Boards whose high parts
/// have the same class go with the same low parts.
// There are few classes. On seven columns by six rows, some seven hundred stand for the two million contents of three columns,
// and some six hundred sets of low parts for those of five columns.
#[derive(Debug)]
pub(crate) struct AllMoveOrders {
    /// The number of different contents of a column.
    states: usize,
    /// The number of columns in the top part.
    top: usize,
    /// By number of columns that are read: for each class, and then for each content of the next column, the class of all.
    levels: Vec<Vec<Arc<[u32]>>>,
    /// For each class of the whole high part: the low parts, for both players to move.
    sets: Vec<Arc<[u8]>>,
}

impl AllMoveOrders {
    pub(crate) fn new(
        kind: Kind,
        [top, middle]: [&Part; 2],
        low: &LowPart,
        layout: &BitLayout,
    ) -> Self {
        let Kind::Falling(lines) = kind else {
            let sets = vec![layout.bits_of(low, |_x, _o| true).into()];
            return Self { states: 1, top: 0, levels: Vec::new(), sets };
        };
        let rows = lines.shape().rows();
        let columns = |part: &Part| part.capacity() / usize::from(rows);
        let columns_of_high = columns(top) + columns(middle);
        let states = states(rows);
        let mut finder = Finder {
            steps: steps(&states, low, layout),
            states,
            low,
            layout,
            levels: (0..columns_of_high).map(|_| Level::new()).collect(),
            sets: Level::new(),
        };
        finder.class(0, 0, Vec::new());
        Self {
            states: finder.states.len(),
            top: columns(top),
            levels: finder.levels.into_iter().map(|level| level.contents).collect(),
            sets: finder.sets.contents,
        }
    }

    /// Those with a top configuration.
    pub(crate) fn of_top(&self, number: usize) -> MoveOrders<'_> {
        MoveOrders { all: self, top: self.class_after(0, &self.levels[..self.top], number) }
    }

    /// The class of the columns of a class and of further columns, which are those of a configuration.
    #[inline]
    fn class_after(&self, class: u32, levels: &[Vec<Arc<[u32]>>], mut configuration: usize) -> u32 {
        // The number of a configuration has the content of its first column as its lowest digit.
        levels.iter().fold(class, |class, of_class| {
            let state = configuration % self.states;
            configuration /= self.states;
            of_class[class as usize][state]
        })
    }
}

/// What a column holds.
#[derive(Clone, Copy)]
struct State {
    /// The number of X minus the number of O.
    surplus: i32,
    /// The content without the highest mark, and who owns that mark (O: 0, X: 1). `None` for the empty column.
    before: Option<(usize, usize)>,
}

/// What a column can hold, in the order of the numbering.
fn states(rows: u8) -> Vec<State> {
    let mut states = vec![State { surplus: 0, before: None }];
    let mut lowest = 0..1;
    for height in 0..rows {
        let start = states.len();
        // With O above, the number of the content is higher by two to the power of the height.
        for owner in [1, 0] {
            for before in lowest.clone() {
                let surplus = states[before].surplus + if owner == 1 { 1 } else { -1 };
                states.push(State { surplus, before: Some((before, owner)) });
            }
        }
        debug_assert_eq!(states.len() - start, 2 << height);
        lowest = start..states.len();
    }
    states
}

/// A low configuration, and those from which a move in the low part leads to it.
struct Step {
    bit: usize,
    strip: usize,
    /// By owner of the mark (O, X): the bits.
    before: [Vec<usize>; 2],
}

/// All low configurations. Those that moves lead from come before those that moves lead to.
fn steps(states: &[State], low: &LowPart, layout: &BitLayout) -> Vec<Step> {
    let bits = layout.bits_by_number(low);
    let step = |number: usize| {
        let (mut before, mut place, mut rest) = ([Vec::new(), Vec::new()], 1, number);
        while rest > 0 {
            let state = rest % states.len();
            if let Some((lower, owner)) = states[state].before {
                before[owner].push(bits[number - (state - lower) * place]);
            }
            (rest, place) = (rest / states.len(), place * states.len());
        }
        let strip = low.number(low.part.configurations[number].surplus());
        Step { bit: bits[number], strip, before }
    };
    // A mark makes the number larger.
    (0..bits.len()).map(step).collect()
}

/// Columns that are read: their surplus, and what they were before each move that can have been the last one in them: the
/// class, and who moved. Two with the same are of one class.
type LastMoves = (i32, Vec<(u32, usize)>);

/// The classes of so many columns.
struct Level<T> {
    /// For each class: what tells it from the others.
    contents: Vec<Arc<[T]>>,
    of_content: HashMap<Arc<[T]>, u32>,
    of_last_moves: HashMap<LastMoves, u32, BuildHasherDefault<Mixed>>,
}

impl<T: Eq + Hash> Level<T> {
    fn new() -> Self {
        Self { contents: Vec::new(), of_content: HashMap::new(), of_last_moves: HashMap::default() }
    }

    /// The class of what has this content.
    fn add(&mut self, last_moves: LastMoves, content: Vec<T>) -> u32 {
        let class = *self.of_content.entry(content.into()).or_insert_with_key(|content| {
            self.contents.push(Arc::clone(content));
            u32::try_from(self.contents.len() - 1).unwrap_or(u32::MAX)
        });
        self.of_last_moves.insert(last_moves, class);
        class
    }
}

struct Finder<'t> {
    states: Vec<State>,
    steps: Vec<Step>,
    low: &'t LowPart,
    layout: &'t BitLayout,
    /// As [`AllMoveOrders::levels`].
    levels: Vec<Level<u32>>,
    sets: Level<u8>,
}

impl Finder<'_> {
    /// The class of so many columns with this surplus. `before` are their classes before each move that can have been the last
    /// one in them. No move leads to empty columns.
    fn class(&mut self, columns: usize, surplus: i32, mut before: Vec<(u32, usize)>) -> u32 {
        before.sort_unstable();
        before.dedup();
        let last_moves = (surplus, before);
        let Some(level) = self.levels.get(columns) else {
            if let Some(&class) = self.sets.of_last_moves.get(&last_moves) {
                return class;
            }
            let set = self.low_parts(&last_moves);
            return self.sets.add(last_moves, set);
        };
        if let Some(&class) = level.of_last_moves.get(&last_moves) {
            return class;
        }
        let mut with_next: Vec<u32> = Vec::with_capacity(self.states.len());
        for state in 0..self.states.len() {
            // The last move was in the columns so far, or in the next one.
            let contents = &self.levels[columns].contents;
            let of_class =
                |&(class, owner): &(u32, usize)| (contents[class as usize][state], owner);
            let mut before: Vec<_> = last_moves.1.iter().map(of_class).collect();
            let State { surplus: of_next, before: lower } = self.states[state];
            before.extend(lower.map(|(lower, owner)| (with_next[lower], owner)));
            with_next.push(self.class(columns + 1, surplus + of_next, before));
        }
        self.levels[columns].add(last_moves, with_next)
    }

    /// The low parts that go with a high part. Its classes are sets of low parts.
    fn low_parts(&self, (surplus, before): &LastMoves) -> Vec<u8> {
        let strips = [1, 0].map(|of_board: i32| self.low.number(of_board - surplus));
        let mut bits = self.layout.none();
        if before.is_empty() {
            // The empty board.
            let empty = self.steps[0].bit;
            bits[empty / 8] |= 1 << (empty % 8);
        }
        for &(set, owner) in before {
            let strip = strips[1 - owner];
            if strip < self.low.strips().len() {
                let bytes = self.layout.strip(strip).bytes.clone();
                add(&mut bits[bytes.clone()], &self.sets.contents[set as usize][bytes]);
            }
        }
        for Step { bit, strip, before } in &self.steps {
            let Some(mover) = strips.iter().position(|of_mover| of_mover == strip) else {
                continue;
            };
            let is_set = |&bit: &usize| bits[bit / 8] >> (bit % 8) & 1 == 1;
            if before[1 - mover].iter().any(is_set) {
                bits[bit / 8] |= 1 << (bit % 8);
            }
        }
        bits
    }
}
