//! The numbering of a line game's boards by tier: board ↔ (tier, section, rank).

mod bands;
mod block;
mod crossing;
mod lens;
mod limits;
mod lookup;
mod places;
mod split;
mod tier;
mod tops;

use std::{collections::BTreeSet, ops::Range, sync::OnceLock};

pub use block::TierBlock;
pub use limits::Limits;
pub use lookup::to_baked;
pub use tier::Tier;
pub(crate) use tier::start_in;
pub use tops::TierOf;

use perfect_play_core::{Board, Cells, Game, Kind, Lines};

use crate::{
    LowPart, MoveOrders, NotNumbered, StaticValues, Strip, configuration::Configuration,
    move_orders::AllMoveOrders, part::Part, promise::Promise, site::Sites, sums::Sums,
    symmetry::Symmetry,
};
use crossing::Crossing;
use lens::{Blocks, Lens};
use tops::{Tops, by_marks};

/// A numbering of the boards of a line game by *tier*. It numbers the boards whose values a solver needs.
///
/// The cells are divided into three parts: *top*, *middle* and *low*. The game's symmetries map each part to
/// itself. A tier contains all boards with one canonical top part that holds no line. A board with another top
/// part is replaced by an image whose top part is canonical. A tier has two *sections*: the boards with O to
/// move, and the boards with X to move. The number of a board in its section is its *rank*.
///
/// A section is ordered by middle part. Middle parts with the most marks come first. The boards with the same
/// middle part are a *block*. In each section a block has one [`Strip`] of low parts. So the result of a move
/// is:
///
/// * If the mark is in the top part: a tier of the next *layer*, with the images of the middle and the low part
///   under the symmetry that makes the new top part canonical.
/// * If the mark is in the middle part: the same low part, in an earlier block of the same tier.
/// * If the mark is in the low part: the previous row, in the other strip of the block.
///
/// A board is *balanced* if X has as many marks as O, or one more. Blocks whose high part (top and middle) holds a
/// line are left out, because the game has ended there. Every other balanced board has a slot, whether it is
/// reachable or not.
///
/// ```
/// use perfect_play_core::{Board, Game, Player};
/// use perfect_play_games::Mnk;
/// use perfect_play_numbering::Tiers;
///
/// let game: Mnk = "connect:6,6,4".parse()?;
/// let tiers = Tiers::of(&game)?;
/// assert_eq!(tiers.len(), 5356);
///
/// // The start is in the last tier. A move leads to the same tier or to an earlier one.
/// let (start, player, _rank) = tiers.locate(Board::EMPTY).unwrap();
/// assert_eq!((start, player), (5355, Player::X));
/// let board = game.play(Board::EMPTY, 3);
/// let (tier, player, rank) = tiers.locate(board).unwrap();
/// assert!(tier < start && player == Player::O);
/// // Reflections share a slot.
/// assert_eq!(tiers.locate(game.image(board, 1)), Some((tier, player, rank)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Tiers {
    promise: Promise,
    /// The number of symmetries that the numbering uses: all, or only the identity.
    symmetries: usize,
    sums: Sums,
    top: Part,
    middle: Part,
    low: LowPart,
    /// For each top configuration: the tier of its canonical image. `None` if it holds a line.
    tier_of_top: Vec<Option<TierOf>>,
    /// The top configuration of each tier.
    tops: Vec<Configuration>,
    /// The tiers of each layer, by the number of marks in the top part.
    layers: Vec<Range<u32>>,
    /// The middle configurations without a line, by descending number of marks.
    middles: Vec<u32>,
    /// The bands of every tier, as ranges in `middles`.
    bands: Vec<Range<usize>>,
    crossing: Crossing,
    /// The number of slots of each section, once it was computed.
    lens: OnceLock<Lens>,
    /// The values of strips that follow directly from the rules, once they were computed.
    static_values: OnceLock<StaticValues>,
    /// The boards for which there is an order of moves, once they were found.
    move_orders: OnceLock<AllMoveOrders>,
}

impl Tiers {
    /// The largest number of places that one row of a strip ([`StripRow`](crate::StripRow)) may have. It is a power of
    /// two minus one.
    pub const MAX_ROW: usize = (1 << 12) - 1;

    /// The numbering of a game's boards.
    ///
    /// # Errors
    ///
    /// If the game is not a line game with placed or falling marks, if it breaks the promise of its kind, or if its
    /// board is too large to be numbered.
    pub fn of<G: Game<Position = Board>>(game: &G) -> Result<Self, NotNumbered> {
        Self::with_limits(game, Limits::default())
    }

    /// The numbering whose parts have at most this many configurations. Other limits give another numbering.
    ///
    /// # Errors
    ///
    /// The errors of [`Tiers::of`].
    pub fn with_limits<G: Game<Position = Board>>(
        game: &G,
        limits: Limits,
    ) -> Result<Self, NotNumbered> {
        let promise = Promise::of(game)?;
        let sites = Sites::new(&promise.lines, promise.falling);
        let limits = limits.min(Limits::default());
        // Two high columns may be too large for one part although each column fits.
        let parts = [&promise.symmetries[..], &promise.symmetries[..1]].into_iter().find_map(
            |symmetries| Some((symmetries, split::split(sites, symmetries, limits).ok()?)),
        );
        let (symmetries, parts) = parts.ok_or(NotNumbered::TooLarge)?;

        let mut weights = [0; Board::MAX_CELLS as usize];
        let mut parts = parts.map(|chosen| Part::new(sites, &chosen, &mut weights));
        for part in &mut parts {
            part.add_images(symmetries, &weights);
        }
        let sums = Sums::new(&weights, &parts);
        let [top, middle, low] = parts;
        let low = LowPart::new(low);
        if low.longest_row() > Self::MAX_ROW {
            return Err(NotNumbered::TooLarge);
        }
        let Tops { tier_of_top, canonical: tops, layers } = Tops::new(&promise.lines, &top);
        let middles = by_marks(&promise.lines, &middle, |_| true);
        let tiers = Self {
            symmetries: symmetries.len(),
            sums,
            bands: Vec::new(),
            middles,
            crossing: Crossing::new(&promise.lines, top.cells, middle.cells),
            top,
            middle,
            low,
            tier_of_top,
            tops,
            layers,
            promise,
            lens: OnceLock::new(),
            static_values: OnceLock::new(),
            move_orders: OnceLock::new(),
        };
        Ok(tiers.with_bands(Self::SLOTS_OF_BAND))
    }

    /// In the largest tiers, each band has at least about this many slots: 4 million.
    const SLOTS_OF_BAND: usize = 1 << 22;

    /// The same numbering, with its tiers divided into other [bands](Tiers::bands). In the largest tiers, each band has
    /// at least about `slots` slots. A band can have many more, because the blocks whose middle parts have the same
    /// number of marks stay together. The last band may have fewer.
    #[must_use]
    pub fn with_bands(mut self, slots: usize) -> Self {
        let marks = |&number: &u32| self.middle.configurations[number as usize].marks();
        let marks: Vec<usize> = self.middles.iter().map(marks).collect();
        self.bands = bands::bands(&marks, slots / self.low.most_slots());
        self.lens = OnceLock::new();
        self
    }

    /// Whether this is the numbering of the boards of this game, with the game's symmetries.
    pub fn is_of<G: Game<Position = Board>>(&self, game: &G) -> bool {
        self.promise.is_of(game)
    }

    /// The number of tiers. Every move leads to the same tier or to a tier with a smaller number.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tops.len()
    }

    /// The numbers of the tiers.
    pub fn numbers(&self) -> Range<u32> {
        // There are at most as many tiers as top parts, and these are limited.
        0..u32::try_from(self.len()).unwrap_or(u32::MAX)
    }

    /// Whether there are no tiers. Always `false`.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tops.is_empty()
    }

    /// The number of slots of all tiers. The first call counts the slots, as [`Tiers::lens`] does.
    #[must_use]
    pub fn slots(&self) -> u64 {
        self.counted().slots
    }

    /// The number of slots of these tiers. The first call counts the slots, as [`Tiers::lens`] does.
    ///
    /// # Panics
    ///
    /// If there are no such tiers.
    #[must_use]
    pub fn slots_in(&self, tiers: Range<u32>) -> u64 {
        let lens = &self.lens()[tiers.start as usize..tiers.end as usize];
        lens.as_flattened().iter().map(|&len| u64::from(len)).sum()
    }

    /// The number of slots of the largest tier. The first call counts the slots, as [`Tiers::lens`] does.
    #[must_use]
    pub fn largest_tier(&self) -> u64 {
        self.counted().largest_tier
    }

    /// The largest number of slots that a solver of one tier needs at the same time: two consecutive *bands* of
    /// the tier, and one band of a section of a child tier. The first call counts the slots, as [`Tiers::lens`] does.
    ///
    /// ```
    /// use perfect_play_games::Mnk;
    /// use perfect_play_numbering::Tiers;
    ///
    /// let tiers = Tiers::of(&"mnk:5,5,4".parse::<Mnk>()?)?;
    /// assert_eq!((tiers.largest_tier(), tiers.most_at_once()), (29_643_870, 20_186_488));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn most_at_once(&self) -> u64 {
        let Lens { two_bands, band_of_section, .. } = self.counted();
        two_bands + band_of_section
    }

    /// For each tier, the number of slots of its sections, with O to move and with X to move. The first call
    /// counts them, which takes seconds for the largest boards. The numbers are kept.
    ///
    /// ```
    /// use perfect_play_games::Mnk;
    /// use perfect_play_numbering::Tiers;
    ///
    /// let tiers = Tiers::of(&"connect:5,4,4".parse::<Mnk>()?)?;
    /// let [o, x] = tiers.lens()[3];
    /// assert_eq!(tiers.tier(3).lens(), [o as usize, x as usize]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn lens(&self) -> &[[u32; 2]] {
        &self.counted().sections
    }

    fn counted(&self) -> &Lens {
        self.lens.get_or_init(|| {
            let blocks = Blocks {
                crossing: &self.crossing,
                middle: &self.middle,
                middles: &self.middles,
                bands: &self.bands,
            };
            Lens::of(&blocks, &self.tops, |surplus, mover| self.strip_len(surplus, mover))
        })
    }

    /// The number of *bands* of each tier. A band is a range of consecutive blocks. The blocks whose middle
    /// parts have the same number of marks are in the same band. So a move in the middle part leads to the same
    /// band or the band before it. A move in the top part leads to the same band of another tier. A tier is
    /// solved band by band, from the first.
    ///
    /// ```
    /// use perfect_play_games::Mnk;
    /// use perfect_play_numbering::Tiers;
    ///
    /// let tiers = Tiers::of(&"connect:4,4,4".parse::<Mnk>()?)?;
    /// assert_eq!(tiers.bands(), 1);
    /// let tier = tiers.tier(0);
    /// assert_eq!(tier.band(0, 1), 0..tier.len(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn bands(&self) -> usize {
        self.bands.len()
    }

    /// The values of whole strips that follow directly from the rules. The first call computes tables for them,
    /// which may take some milliseconds.
    #[must_use]
    pub fn static_values(&self) -> &StaticValues {
        let high = [self.top.cells, self.middle.cells];
        self.static_values.get_or_init(|| StaticValues::new(&self.promise, high, &self.low))
    }

    /// For which boards with these marks in the top part there is an order of moves. The first call finds out for all
    /// boards, which may take a second for the largest ones.
    #[must_use]
    pub fn move_orders(&self, x: u64, o: u64) -> MoveOrders<'_> {
        let all = self.move_orders.get_or_init(|| {
            let layout = self.static_values().layout();
            AllMoveOrders::new(self.kind(), [&self.top, &self.middle], &self.low, layout)
        });
        let [top, ..] = self.sums.numbers(x, o);
        all.of_top(top)
    }

    /// The memory of the numbering's tables, in bytes. For the largest boards this is nearly all the memory of the
    /// numbering.
    ///
    /// ```
    /// use perfect_play_games::Mnk;
    /// use perfect_play_numbering::Tiers;
    ///
    /// let tiers = Tiers::of(&"connect:7,6,4".parse::<Mnk>()?)?;
    /// assert!((50_000_000..200_000_000).contains(&tiers.memory()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn memory(&self) -> u64 {
        let parts: u64 = [&self.top, &self.middle, &self.low.part].map(Part::memory).iter().sum();
        let tops = self.tier_of_top.len() * size_of::<Option<TierOf>>();
        let tiers = self.tops.len() * (size_of::<Configuration>() + size_of::<[u32; 2]>());
        parts + (tops + tiers) as u64
    }

    /// The number of layers. A layer contains the tiers whose top parts have the same number of marks.
    #[must_use]
    pub fn layers(&self) -> u8 {
        u8::try_from(self.layers.len()).unwrap_or(u8::MAX)
    }

    /// The tiers with this number of marks in the top part. Moves lead to the same tier, or to a tier of the
    /// layer with one more mark.
    ///
    /// # Panics
    ///
    /// If there is no such layer.
    #[must_use]
    pub fn layer(&self, marks: u8) -> Range<u32> {
        self.layers[usize::from(marks)].clone()
    }

    /// The layer of a tier.
    ///
    /// # Panics
    ///
    /// If there is no such tier.
    #[must_use]
    pub fn layer_of(&self, tier: u32) -> u8 {
        u8::try_from(self.tops[tier as usize].marks()).unwrap_or(u8::MAX)
    }

    /// The kind of the game.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.promise.kind()
    }

    /// The lines of the game.
    #[must_use]
    pub fn lines(&self) -> &Lines {
        &self.promise.lines
    }

    /// Whether one of these sets of cells holds a line.
    #[must_use]
    #[inline]
    pub fn holds_line(&self, x: u64, o: u64) -> bool {
        let lines = &self.promise.lines;
        lines.any_within(x) || lines.any_within(o)
    }

    /// The number of symmetries that the numbering uses.
    #[must_use]
    pub fn symmetries(&self) -> usize {
        self.symmetries
    }

    /// The tier of boards whose top part has these marks, or `None` if the top part holds a line.
    #[must_use]
    pub fn tier_of(&self, x: u64, o: u64) -> Option<TierOf> {
        let [top, ..] = self.sums.numbers(x, o);
        self.tier_of_top[top]
    }

    /// The child tiers of a tier: the tiers that a move in the top part leads to. Some are listed more than
    /// once.
    ///
    /// # Panics
    ///
    /// If there is no such tier.
    pub fn children(&self, tier: u32) -> impl Iterator<Item = u32> {
        let Configuration { x, o } = self.tops[tier as usize];
        let open = self.promise.kind().open_cells(x | o) & self.top.cells;
        let moves = Cells::of(open).flat_map(move |cell| [(x | 1 << cell, o), (x, o | 1 << cell)]);
        moves.filter_map(|(x, o)| Some(self.tier_of(x, o)?.tier))
    }

    /// The tops that end the game: canonical top parts that hold a line and are one move away from a top part without a line.
    /// Their boards do not belong to any tier. Each is a pair: the cells with X and the cells with O.
    pub fn ended_tops(&self) -> impl Iterator<Item = (u64, u64)> {
        let tops = self.tier_of_top.iter().zip(&self.top.configurations).enumerate();
        tops.filter_map(|(number, (tier, &Configuration { x, o }))| {
            let before = |cell: u8| self.tier_of(x & !(1 << cell), o & !(1 << cell));
            let is_led_to = || {
                let mut last_cells = Cells::of(self.promise.kind().last_cells(x | o));
                last_cells.any(|cell| before(cell).is_some())
            };
            let ends = tier.is_none() && self.top.is_canonical(number) && is_led_to();
            ends.then_some((x, o))
        })
    }

    /// The marks in the top part of the boards of a tier: the cells with X, and the cells with O.
    ///
    /// # Panics
    ///
    /// If there is no such tier.
    #[must_use]
    pub fn top_of(&self, tier: u32) -> (u64, u64) {
        let Configuration { x, o } = self.tops[tier as usize];
        (x, o)
    }

    /// The number of different images of a top part under the symmetries that the numbering uses, including the
    /// top part itself. Each slot of its tier stands for this many boards.
    #[must_use]
    pub fn top_images(&self, x: u64, o: u64) -> usize {
        let [top, ..] = self.sums.numbers(x, o);
        let images: BTreeSet<u32> = self.top.images.iter().map(|images| images[top]).collect();
        images.len()
    }

    /// The number of different symmetries of the game. Symmetry 0 is the identity. The symmetries that the
    /// numbering uses come first.
    #[must_use]
    pub fn game_symmetries(&self) -> usize {
        self.promise.symmetries.len()
    }

    /// The images of cells under a symmetry of the game.
    ///
    /// # Panics
    ///
    /// If there is no such symmetry.
    #[must_use]
    pub fn image_of_cells(&self, symmetry: usize, cells: u64) -> u64 {
        self.promise.symmetries[symmetry].image_of_cells(cells)
    }

    /// The number of configurations of the middle part, with or without a line.
    #[must_use]
    pub fn middles(&self) -> usize {
        self.middle.configurations.len()
    }

    /// The marks of a configuration of the middle part: the cells with X and the cells with O.
    ///
    /// # Panics
    ///
    /// If there is no such configuration.
    #[must_use]
    pub fn middle_marks(&self, configuration: usize) -> (u64, u64) {
        let Configuration { x, o } = self.middle.configurations[configuration];
        (x, o)
    }

    /// The number of the image of a middle configuration.
    ///
    /// # Panics
    ///
    /// If there is no such symmetry or configuration.
    #[must_use]
    #[inline]
    pub fn middle_image(&self, symmetry: u8, middle: usize) -> usize {
        self.middle.images[usize::from(symmetry)][middle] as usize
    }

    /// The number of the middle configuration with these marks.
    #[must_use]
    #[inline]
    pub fn middle_of(&self, x: u64, o: u64) -> usize {
        let [_, middle, _] = self.sums.numbers(x, o);
        middle
    }

    /// The cells of the top, the middle and the low part.
    #[must_use]
    pub fn cells(&self) -> [u64; 3] {
        [self.top.cells, self.middle.cells, self.low.part.cells]
    }

    /// The low part.
    #[must_use]
    pub fn low(&self) -> &LowPart {
        &self.low
    }

    /// The number of the strip for boards whose high part has these marks, with this player to move (O: 0, X:
    /// 1). `None` if no low part makes such a board balanced.
    #[must_use]
    pub fn strip_of(&self, x: u64, o: u64, mover: usize) -> Option<usize> {
        let number = self.strip_number(Configuration { x, o }.surplus(), mover);
        (number < self.low.strips().len()).then_some(number)
    }

    /// The place of the low configuration with these marks in its strip.
    #[must_use]
    pub fn low_rank(&self, x: u64, o: u64) -> usize {
        let [.., low] = self.sums.numbers(x, o);
        self.low.rank(low)
    }

    /// The boards that share a slot with `board`, including itself. They are images of `board`, and their top
    /// parts differ. Of several images with the same top part, only one shares the slot. `board` must be a board that
    /// [`Tiers::board`] returns.
    pub fn images(&self, board: Board) -> impl Iterator<Item = Board> {
        let [top, ..] = self.sums.numbers(board.x(), board.o());
        // If several symmetries lead to the same top part, take the one that `locate` undoes.
        let is_undone = move |&(number, symmetry): &(usize, &Symmetry)| {
            let image = self.top.images[number][top] as usize;
            self.tier_of_top[image].is_some_and(|of| {
                symmetry.is_undone_by(&self.promise.symmetries[usize::from(of.symmetry)])
            })
        };
        let symmetries = self.promise.symmetries[..self.symmetries].iter();
        symmetries.enumerate().filter(is_undone).map(move |(_, symmetry)| symmetry.image(board))
    }

    /// All images of a board under the game's symmetries, itself first. Some are listed more than once.
    pub fn all_images(&self, board: Board) -> impl Iterator<Item = Board> {
        self.promise.symmetries.iter().map(move |symmetry| symmetry.image(board))
    }

    /// Whether the middle part has no cells. Then each tier is one block.
    pub(crate) fn has_no_middle(&self) -> bool {
        self.middle.cells == 0
    }

    /// The number of slots of a block whose high part has this surplus.
    #[inline]
    fn strip_len(&self, surplus: i32, mover: usize) -> usize {
        self.low.strips().get(self.strip_number(surplus, mover)).map_or(0, Strip::len)
    }

    /// The number of the strip of a block whose high part has this surplus.
    #[inline]
    fn strip_number(&self, surplus: i32, mover: usize) -> usize {
        self.low.number(i32::from(mover == 0) - surplus)
    }
}
