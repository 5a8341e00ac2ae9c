//! For which boards X and O can have placed the marks in turn.

use std::{collections::HashMap, hash::BuildHasherDefault};

use perfect_play_core::{Cells, Kind};

use crate::{
    BitLayout, LowPart, Tiers, bits::add, configuration::Configuration, mixed::Mixed, part::Part,
};

/// The boards with a given top part whose marks X and O can have placed in turn, from the empty board on. Lines do not
/// matter here. If marks are placed, these are all boards. If marks fall, there is an order of moves for most boards only:
/// the lowest mark of a column may be an O that nobody can have placed so early.
///
/// ```
/// use perfect_play_games::Mnk;
/// use perfect_play_numbering::Tiers;
///
/// let tiers = Tiers::of(&"connect:2,2,2".parse::<Mnk>()?)?;
/// let ones = |set: &[u8]| set.iter().map(|byte| byte.count_ones()).sum::<u32>();
/// // All marks are in the low part.
/// let boards = tiers.move_orders(0, 0).low_parts(0);
/// assert_eq!(ones(boards), 1 + 2 + 4 + 6 + 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MoveOrders<'o> {
    /// By middle configuration: the number of a set.
    row: &'o [u32],
    sets: &'o [Vec<u8>],
}

impl<'o> MoveOrders<'o> {
    /// The set of the low parts ([`BitLayout`]) of the boards with a middle configuration. Strips that do not belong to
    /// the block may be in it, too.
    ///
    /// # Panics
    ///
    /// If there is no such configuration.
    #[must_use]
    #[inline]
    pub fn low_parts(&self, middle: usize) -> &'o [u8] {
        &self.sets[self.row[middle] as usize]
    }
}

/// The boards of a numbering for which there is an order of moves.
// On seven columns by six rows, two million top and sixteen thousand middle parts have no more than some hundreds of
// different sets: nearly always, a low part that one high part goes with goes with the others as well.
#[derive(Debug)]
pub(crate) struct AllMoveOrders {
    /// By top configuration: the number of a row.
    of_top: Vec<u32>,
    /// By row, and then by middle configuration: the number of a set.
    rows: Vec<Vec<u32>>,
    /// Different sets of low parts, for both players to move.
    sets: Vec<Vec<u8>>,
}

impl AllMoveOrders {
    pub(crate) fn new(tiers: &Tiers, [top, middle]: [&Part; 2]) -> Self {
        let (layout, low) = (tiers.static_values().layout(), tiers.low());
        if let Kind::Placement(_) = tiers.kind() {
            return Self {
                of_top: vec![0; top.configurations.len()],
                rows: vec![vec![0; middle.configurations.len()]],
                sets: vec![layout.bits_of(low, |_x, _o| true)],
            };
        }
        let mut finder = Finder {
            low,
            layout,
            steps: steps(tiers, layout),
            sets: Vec::new(),
            of_bits: HashMap::new(),
            of_last_moves: HashMap::default(),
            key: Vec::new(),
        };
        let middles: Vec<_> =
            rising(middle).map(|number| (number, last_moves(tiers, middle, number))).collect();
        let (mut of_top, mut rows) = (vec![0; top.configurations.len()], Vec::<Vec<u32>>::new());
        let (mut of_row, mut of_last_moves) = (HashMap::new(), HashMap::new());
        for number in rising(top) {
            let surplus = top.configurations[number].surplus();
            let mut before: Vec<Last> = last_moves(tiers, top, number)
                .into_iter()
                .map(|Last { number, owner }| Last { number: of_top[number] as usize, owner })
                .collect();
            before.sort_unstable();
            before.dedup();
            let row_number =
                *of_last_moves.entry((surplus, before)).or_insert_with_key(|(_, before)| {
                    let mut row = vec![0; middles.len()];
                    for (number, of_middle) in &middles {
                        let from_top =
                            before.iter().map(|last| (rows[last.number][*number], last.owner));
                        let from_middle =
                            of_middle.iter().map(|last| (row[last.number], last.owner));
                        let surplus = surplus + middle.configurations[*number].surplus();
                        row[*number] = finder.after(surplus, from_top.chain(from_middle));
                    }
                    *of_row.entry(row).or_insert_with_key(|row| {
                        rows.push(row.clone());
                        // There are at most as many as top parts, which are fewer than 2^21.
                        u32::try_from(rows.len() - 1).unwrap_or(u32::MAX)
                    })
                });
            of_top[number] = row_number;
        }
        Self { of_top, rows, sets: finder.sets }
    }

    /// Those with a top configuration.
    pub(crate) fn of_top(&self, number: usize) -> MoveOrders<'_> {
        MoveOrders { row: &self.rows[self.of_top[number] as usize], sets: &self.sets }
    }
}

/// A move that can have been the last one in a part of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Last {
    /// The configuration before it, or the row of a top configuration.
    number: usize,
    /// Who made the move (O: 0, X: 1).
    owner: usize,
}

/// The numbers of the configurations, by rising number of marks.
fn rising(part: &Part) -> impl Iterator<Item = usize> + use<> {
    let mut numbers: Vec<usize> = (0..part.configurations.len()).collect();
    numbers.sort_by_key(|&number| part.configurations[number].marks());
    numbers.into_iter()
}

fn last_moves(tiers: &Tiers, part: &Part, number: usize) -> Vec<Last> {
    let Configuration { x, o } = part.configurations[number];
    let last = |cell: u8| {
        let mark = 1 << cell;
        Last {
            number: tiers.number_in(part, x & !mark, o & !mark),
            owner: usize::from(x & mark != 0),
        }
    };
    Cells::of(tiers.kind().last_cells(x | o)).map(last).collect()
}

/// A low configuration, and those from which a move in the low part leads to it.
struct Step {
    bit: usize,
    strip: usize,
    /// By owner of the mark (O, X): the bits.
    before: [Vec<usize>; 2],
}

/// All low configurations, by rising number of marks.
fn steps(tiers: &Tiers, layout: &BitLayout) -> Vec<Step> {
    let low = tiers.low();
    let mut bits = vec![0; low.order().len()];
    layout.each(low, |bit, x, o| bits[tiers.number_in(&low.part, x, o)] = bit);
    let step = |number| {
        let mut before = [Vec::new(), Vec::new()];
        for last in last_moves(tiers, &low.part, number) {
            before[last.owner].push(bits[last.number]);
        }
        let strip = low.number(low.part.configurations[number].surplus());
        Step { bit: bits[number], strip, before }
    };
    rising(&low.part).map(step).collect()
}

/// Finds the different sets of low parts.
struct Finder<'t> {
    low: &'t LowPart,
    layout: &'t BitLayout,
    steps: Vec<Step>,
    sets: Vec<Vec<u8>>,
    of_bits: HashMap<Vec<u8>, u32>,
    /// By surplus of the high part, and the sets before its last moves.
    of_last_moves: HashMap<Vec<u64>, u32, BuildHasherDefault<Mixed>>,
    /// Temporary: a key of `of_last_moves`.
    key: Vec<u64>,
}

impl Finder<'_> {
    /// The number of the set of a high part with this surplus. `before` are the sets of the high parts before each move in
    /// the high part that can have been the last one, and who made it. There are none before the empty high part.
    fn after(&mut self, surplus: i32, before: impl Iterator<Item = (u32, usize)>) -> u32 {
        self.key.clear();
        self.key.extend(before.map(|(set, owner)| 2 * u64::from(set) + owner as u64));
        self.key.sort_unstable();
        self.key.dedup();
        self.key.push(surplus.cast_unsigned().into());
        if let Some(&number) = self.of_last_moves.get(&self.key) {
            return number;
        }
        let bits = self.find(surplus, &self.key[..self.key.len() - 1]);
        let number = *self.of_bits.entry(bits).or_insert_with_key(|bits| {
            self.sets.push(bits.clone());
            u32::try_from(self.sets.len() - 1).unwrap_or(u32::MAX)
        });
        self.of_last_moves.insert(self.key.clone(), number);
        number
    }

    fn find(&self, surplus: i32, before: &[u64]) -> Vec<u8> {
        let strips = [1, 0].map(|of_board: i32| self.low.number(of_board - surplus));
        let mut bits = self.layout.none();
        if before.is_empty() {
            // The empty board.
            let empty = &self.steps[0];
            bits[empty.bit / 8] |= 1 << (empty.bit % 8);
        }
        for &key in before {
            let (set, owner) = (&self.sets[(key / 2) as usize], (key % 2) as usize);
            if strips[1 - owner] < self.low.strips().len() {
                let bytes = self.layout.strip(strips[1 - owner]).bytes.clone();
                add(&mut bits[bytes.clone()], &set[bytes]);
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
