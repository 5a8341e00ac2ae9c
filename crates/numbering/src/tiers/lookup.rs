//! Numbering data for a table that is baked into a program: arrays that lead from a position to its value.

use perfect_play_core::{Board, Game, Numbering, Objective, Value};

use super::{Limits, Tiers};
use crate::{NotNumbered, Strip, TierTable, configuration::Configuration};

/// The limits of the arrays: sums of two bytes, and no middle part.
const LIMITS: Limits = Limits { low: (1 << 16) - 1, top: (1 << 16) - 1, middle: 1 };

/// The beginning of the values of a top part, and the symmetry that makes the top part canonical.
type Place = (u32, u8);

impl Tiers {
    /// The numbering of a game whose table is to be baked into a program: it has no middle part. It exists for
    /// all boards of up to 16 cells, and for some larger boards.
    ///
    /// ```
    /// use perfect_play_games::Mnk;
    /// use perfect_play_numbering::Tiers;
    ///
    /// assert!(Tiers::to_bake(&"mnk:4,4,4".parse::<Mnk>()?).is_ok());
    /// assert!(Tiers::to_bake(&"mnk:5,5,4".parse::<Mnk>()?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`Tiers::of`].
    pub fn to_bake<G: Game<Position = Board>>(game: &G) -> Result<Self, NotNumbered> {
        Self::with_limits(game, LIMITS)
    }
}

/// The table as bytes that can be baked into a program. They contain the values, and arrays that lead from a position
/// to its value. So a probe of them does not need [`Tiers`]. `None` if the numbering was not made by
/// [`Tiers::to_bake`], or the objective is not [`Objective::Fastest`]. All tables that are baked in this form have this
/// objective.
///
/// `perfect_play::Tiered` reads the bytes.
///
/// A board is first turned so that its top part is canonical, and then its low part is numbered. This number
/// and the side to move give the place among the values of the top part. Top parts that hold a line also have
/// values, so a probe does not need the rules.
///
/// All numbers are little-endian.
///
/// | bytes | what |
/// |---|---|
/// | 5 | columns, rows, K, whether the play is misère, whether marks fall |
/// | 4 × 4 | the number of entries of each of the following arrays |
/// | 2 × 256 each | *sums*, arrays of 256 numbers. A board of *n* cells uses the lowest ⌈*n* / 8⌉ bytes of a bitboard. A set of arrays has one array for each of these bytes. The number of a part is a sum over the bytes of the two bitboards. The value of a byte is an index into the array of this byte. A byte of X's bitboard adds the entry at this index. A byte of O's bitboard adds the entry twice. The arrays for the top part come first. The arrays for the low part follow, one set for each of the different symmetries |
/// | 5 each | for each number of the top part: where its values begin (4), and which of these symmetries makes it canonical (1) |
/// | 2 × 2 each | for each number of the low part: its place among the values of the top part with X to move, and with O to move |
/// | 1 each | values; [`Value::NONE`] for unreachable boards |
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_numbering::{HeldSections, TierTable, Tiers, to_baked};
///
/// let game: Mnk = "mnk:1,1,1".parse()?;
/// let tiers = Tiers::to_bake(&game)?;
/// let values = HeldSections(vec![[vec![0], vec![129]]]);
/// let table = TierTable::new(game, Objective::Fastest, tiers.into(), values).unwrap();
/// assert!(to_baked(&table).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn to_baked<G: Game<Position = Board>>(table: &TierTable<G>) -> Option<Vec<u8>> {
    let tiers = table.numbering().tiers();
    if !tiers.has_no_middle() || table.objective() != Objective::Fastest {
        return None;
    }
    let sums = tiers.part_sums()?;
    let (tops, values) = values_by_top(table)?;
    let places = tiers.places_by_low()?;
    let lines = tiers.lines();
    let shape = lines.shape();
    let falling = tiers.promise.falling;
    let mut bytes =
        vec![shape.columns(), shape.rows(), lines.k(), lines.is_misere().into(), falling.into()];
    for count in [sums.len() / 256, tops.len(), places.len(), values.len()] {
        bytes.extend(u32::try_from(count).ok()?.to_le_bytes());
    }
    bytes.extend(sums.into_iter().flat_map(u16::to_le_bytes));
    for (start, symmetry) in tops {
        bytes.extend(start.to_le_bytes());
        bytes.push(symmetry);
    }
    bytes.extend(places.into_iter().flatten().flat_map(u16::to_le_bytes));
    bytes.extend(values);
    Some(bytes)
}

/// For each number of the top part: where its values begin, and the symmetry that makes it canonical. And all
/// values.
fn values_by_top<G: Game<Position = Board>>(table: &TierTable<G>) -> Option<(Vec<Place>, Vec<u8>)> {
    let tiers = table.numbering().tiers();
    let mut starts = vec![(0, 0); tiers.top.configurations.len()];
    let mut values: Vec<u8> = Vec::new();
    for number in 0..starts.len() {
        let (image, symmetry) = tiers.top.canonical(number);
        // The canonical top part has been seen before its images.
        starts[number] = (starts[image].0, symmetry);
        if image != number {
            continue;
        }
        starts[number].0 = u32::try_from(values.len()).ok()?;
        let top = tiers.top.configurations[number];
        let held = tiers.tier_of_top[number].and_then(|of| table.values().0.get(of.tier as usize));
        for mover in 0..2 {
            let strip = tiers.strip_at(top.surplus(), mover);
            let order = strip.map_or(&[][..], |strip| &tiers.low().order()[strip.order.clone()]);
            let section = held.and_then(|held| held.get(mover));
            values.extend(order.iter().enumerate().map(|(place, &low)| {
                let (x, o) = tiers.low().marks(low);
                let value = section.and_then(|section| section.get(place).copied());
                baked_value(table, top, (x, o), value.unwrap_or(Value::NONE))
            }));
        }
    }
    Some((starts, values))
}

/// The baked byte for a board whose byte in the table is given.
fn baked_value<G: Game<Position = Board>>(
    table: &TierTable<G>,
    top: Configuration,
    (x, o): (u64, u64),
    byte: u8,
) -> u8 {
    let (x, o, game, tiers) = (top.x | x, top.o | o, table.game(), table.numbering().tiers());
    let has_line = tiers.holds_line(x, o);
    if !has_line && !tiers.promise.falling {
        return byte;
    }
    let leads_there = |board: &Board| table.numbering().check(game, *board).is_ok();
    let Some(board) = Board::from_bitboards(x, o).filter(leads_there) else {
        return Value::NONE;
    };
    let value = has_line.then(|| game.kind().static_value(board)).flatten();
    value.map_or(byte, Value::byte)
}

impl Tiers {
    /// The number of bytes that [`to_baked`] returns for this numbering. `None` if there is a middle part.
    #[must_use]
    pub fn baked_bytes(&self) -> Option<u64> {
        let (tops, lows) = (self.top.configurations.len(), self.low.part.configurations.len());
        let sums = 2 * self.part_sums()?.len();
        let tables = 5 + 16 + sums + 5 * tops + 4 * lows;
        Some(tables as u64 + self.baked_boards()?)
    }

    /// The number of boards for which [`to_baked`] has values. `None` if there is a middle part.
    #[must_use]
    pub fn baked_boards(&self) -> Option<u64> {
        let tops =
            (0..self.top.configurations.len()).filter(|&number| self.top.is_canonical(number));
        let boards = tops.flat_map(|number| {
            let surplus = self.top.configurations[number].surplus();
            [0, 1].map(|mover| self.strip_at(surplus, mover).map_or(0, Strip::len) as u64)
        });
        self.has_no_middle().then(|| boards.sum())
    }

    fn strip_at(&self, surplus: i32, mover: usize) -> Option<&Strip> {
        self.low.strips().get(self.strip_number(surplus, mover))
    }

    fn part_sums(&self) -> Option<Vec<u16>> {
        let sums = || self.sums.of_bytes();
        let top = sums().map(|[top, ..]| top);
        // A symmetry maps sites to sites, whatever their contents. So the share of a byte maps like the
        // configuration of the same number.
        let low = self.low.part.images.iter().flat_map(|images| {
            sums().map(|[.., low]| images.get(low).map_or(usize::MAX, |&low| low as usize))
        });
        top.chain(low).map(|sum| sum.try_into().ok()).collect()
    }

    fn places_by_low(&self) -> Option<Vec<[u16; 2]>> {
        let place = |(number, low): (usize, &Configuration)| {
            let rank = self.low.rank(number);
            // The values with O to move come first: their low parts have one more X.
            let before = self.low.strips().get(self.low.number(low.surplus() + 1));
            let places = [rank + before.map_or(0, Strip::len), rank].map(u16::try_from);
            let [Ok(x), Ok(o)] = places else { return None };
            Some([x, o])
        };
        self.low.part.configurations.iter().enumerate().map(place).collect()
    }
}
