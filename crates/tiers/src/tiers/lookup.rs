//! The way from a position to its value as a few arrays, for a table that is baked into a program.

use perfect_play_core::{Board, Lookup, Objective, Symmetric, Tabular, Value};

use super::{Limits, Tiers};
use crate::{NotNumbered, Strip, TierTable, part::Configuration};

/// What the arrays can hold: sums of two bytes, and no middle part.
const LIMITS: Limits = Limits { low: (1 << 16) - 1, top: (1 << 16) - 1, middle: 1 };

/// Where the values of a top part begin, and the symmetry that makes it canonical.
type Place = (u32, u8);

impl Tiers {
    /// The numbering of a game whose table is to be baked into a program: it has no middle part.
    ///
    /// ```
    /// use perfect_play_games::Mnk;
    /// use perfect_play_tiers::Tiers;
    ///
    /// assert!(Tiers::to_bake(&"mnk:4,4,4".parse::<Mnk>()?).is_ok());
    /// assert!(Tiers::to_bake(&"mnk:5,5,4".parse::<Mnk>()?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Tiers::of`]. There is one for all boards of up to 16 cells, and for some larger ones.
    pub fn to_bake<G: Tabular<Position = Board> + Symmetric>(
        game: &G,
    ) -> Result<Self, NotNumbered> {
        Self::with_limits(game, LIMITS)
    }
}

/// The table as bytes that answer without [`Tiers`], to be baked into a program: what leads
/// from a position to its value, and the values. `None` if the numbering is not one [`Tiers::to_bake`], or
/// the objective is not the fastest, which is that of all baked tables.
///
/// `perfect_play::Tiered` reads them.
///
/// The low part of a board is numbered as it is once the top part is turned to be canonical. From there, its
/// number and who is to move tell the place among the values of the top part. Top parts that hold a line have
/// values as well, so that nothing has to be asked of the rules.
///
/// All numbers are little-endian.
///
/// | bytes | what |
/// |---|---|
/// | 5 | columns, rows, K, whether the play is misère, whether marks fall |
/// | 4 × 4 | how many there are of each of the following |
/// | 2 × 256 each | *sums*: what each value of one byte of X's bitboard adds to the number of a part, and of O's twice. One after another for each byte that has cells: the top part; then the low part as each of the different symmetries turns it |
/// | 5 each | by number of the top part: where its values begin (4), and which of these symmetries makes it canonical (1) |
/// | 2 × 2 each | by number of the low part: its place there with X to move, and with O to move |
/// | 1 each | values; [`Value::NONE`] where no play leads |
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_tiers::{HeldSections, TierTable, Tiers, to_baked};
///
/// let game: Mnk = "mnk:1,1,1".parse()?;
/// let tiers = Tiers::to_bake(&game)?;
/// let values = HeldSections(vec![[vec![0], vec![129]]]);
/// let table = TierTable::new(game, Objective::Fastest, tiers.into(), values).unwrap();
/// assert!(to_baked(&table).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn to_baked<G: Tabular<Position = Board> + Symmetric>(table: &TierTable<G>) -> Option<Vec<u8>> {
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

/// By number of the top part: where its values begin, and the symmetry that makes it canonical. And the values.
fn values_by_top<G: Tabular<Position = Board> + Symmetric>(
    table: &TierTable<G>,
) -> Option<(Vec<Place>, Vec<u8>)> {
    let tiers = table.numbering().tiers();
    let mut starts = vec![(0, 0); tiers.top.configurations.len()];
    let mut values: Vec<u8> = Vec::new();
    for number in 0..starts.len() {
        let (image, symmetry) = tiers.top.canonical(number);
        // A canonical one has been seen before its images.
        starts[number] = (starts[image].0, symmetry);
        if image != number {
            continue;
        }
        starts[number].0 = u32::try_from(values.len()).ok()?;
        let top = tiers.top.configurations[number];
        let held = tiers.tier_of_top[number].and_then(|of| table.values().0.get(of.tier as usize));
        for mover in 0..2 {
            let strip = tiers.strip_at(top.surplus(), mover);
            let order = strip.map_or(&[][..], |strip| &tiers.low_order()[strip.order.clone()]);
            let section = held.and_then(|held| held.get(mover));
            values.extend(order.iter().enumerate().map(|(place, &low)| {
                let (x, o) = tiers.low_marks(low);
                let value = section.and_then(|section| section.get(place).copied());
                baked_value(table, top, (x, o), value.unwrap_or(Value::NONE))
            }));
        }
    }
    Some((starts, values))
}

/// What is baked for a board, where the table has this byte.
fn baked_value<G: Tabular<Position = Board> + Symmetric>(
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
    let settled = has_line.then(|| game.kind().settled(board)).flatten();
    settled.map_or(byte, Value::byte)
}

impl Tiers {
    /// How many bytes [`to_baked`] gives for this numbering. `None` if it has a middle part.
    #[must_use]
    pub fn baked_bytes(&self) -> Option<u64> {
        let (tops, lows) = (self.top.configurations.len(), self.low.configurations.len());
        let sums = 2 * self.part_sums()?.len();
        let tables = 5 + 16 + sums + 5 * tops + 4 * lows;
        Some(tables as u64 + self.baked_boards()?)
    }

    /// Of how many boards [`to_baked`] has the values. `None` if there is a middle part.
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
        self.strips.all().get(self.strip_number(surplus, mover))
    }

    fn part_sums(&self) -> Option<Vec<u16>> {
        let sums = || self.sums.of_bytes();
        let top = sums().map(|[top, ..]| top);
        // A symmetry takes sites to sites, whatever they hold. So it turns what a byte adds as it
        // turns the configuration of that number.
        let low = self.low.images.iter().flat_map(|images| {
            sums().map(|[.., low]| images.get(low).map_or(usize::MAX, |&low| low as usize))
        });
        top.chain(low).map(|sum| sum.try_into().ok()).collect()
    }

    fn places_by_low(&self) -> Option<Vec<[u16; 2]>> {
        let place = |(number, low): (usize, &Configuration)| {
            let rank = self.strips.rank(number);
            // With X to move, the values with O to move come before: their low parts have an X more.
            let before = self.strips.all().get(self.strips.number(low.surplus() + 1));
            let places = [rank + before.map_or(0, Strip::len), rank].map(u16::try_from);
            let [Ok(x), Ok(o)] = places else { return None };
            Some([x, o])
        };
        self.low.configurations.iter().enumerate().map(place).collect()
    }
}
