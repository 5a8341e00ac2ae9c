//! The numbering of a line game's boards by tier: board ↔ (tier, section, rank).

mod bands;
mod block;
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

use perfect_play_core::{Board, Cells, Kind, Lines, Symmetric, Tabular};

use crate::{
    Glance, NotNumbered, Strip, configuration::Configuration, part::Part, promise::Promise,
    site::Sites, strips::Strips, sums::Sums, symmetry::Symmetry,
};
use lens::{Blocks, Lens};
use tops::{Tops, by_marks};

/// A numbering of the boards of a game of placement or of falling pieces by *tier*, as far as a solver needs
/// their values.
///
/// The cells are split in three parts, each mapped to itself by the game's symmetries: *top*, *middle* and
/// *low*. A tier is all boards with one canonical top part that holds no line. Any other board is turned
/// until its top part is canonical. A tier has two *sections*: the boards with O to move, and those with X
/// to move. The number of a board in its section is its *rank*.
///
/// A section is ordered by middle part, those with the most marks first. The boards with one middle part are
/// a *block*: in each section one [`Strip`] of low parts. So a move leads to
///
/// * the same low part and an image of the middle part in a tier of the next *layer*, if the mark is put in
///   the top part;
/// * the same low part in an earlier block of the same tier, if it is put in the middle part;
/// * the row before in the other strip of the block, if it is put in the low part.
///
/// Blocks whose high part (top and middle) holds a line are left out: the move that led there has ended the
/// game. There is a slot for every other balanced board, reachable or not.
///
/// ```
/// use perfect_play_core::{Board, Game, Player, Symmetric};
/// use perfect_play_games::Mnk;
/// use perfect_play_tiers::Tiers;
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
/// // Mirror images have the same place.
/// assert_eq!(tiers.locate(game.image(board, 1)), Some((tier, player, rank)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Tiers {
    promise: Promise,
    /// How many of them the numbering uses: all, or the identity alone.
    symmetries: usize,
    sums: Sums,
    top: Part,
    middle: Part,
    low: Part,
    strips: Strips,
    /// By top configuration: the tier of its canonical image. `None` if it holds a line.
    tier_of_top: Vec<Option<TierOf>>,
    /// By tier: its top configuration.
    tops: Vec<Configuration>,
    /// By number of marks in the top part: its tiers.
    layers: Vec<Range<u32>>,
    /// The middle configurations without a line, by falling number of marks.
    middles: Vec<u32>,
    /// The bands of every tier, as places in `middles`.
    bands: Vec<Range<usize>>,
    /// How many slots tiers have, once this has been asked for.
    lens: OnceLock<Lens>,
    /// What the rules tell of strips, once it has been asked for.
    glance: OnceLock<Glance>,
}

impl Tiers {
    /// The most places a row has: one less than a power of two.
    pub const MAX_ROW: usize = (1 << 12) - 1;

    /// The numbering of a game's boards.
    ///
    /// # Errors
    ///
    /// If the game is of another kind, breaks what its kind promises, or is too large to be numbered.
    pub fn of<G: Tabular<Position = Board> + Symmetric>(game: &G) -> Result<Self, NotNumbered> {
        Self::with_limits(game, Limits::default())
    }

    /// The numbering with parts that have at most so many configurations, which is another numbering.
    ///
    /// # Errors
    ///
    /// As [`Tiers::of`].
    pub fn with_limits<G: Tabular<Position = Board> + Symmetric>(
        game: &G,
        limits: Limits,
    ) -> Result<Self, NotNumbered> {
        let promise = Promise::of(game)?;
        let sites = Sites::new(&promise.lines, promise.falling);
        let limits = limits.min(Limits::default());
        // Two high columns may be too much for one part where each alone is not.
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
        let strips = Strips::new(&low);
        if strips.longest_row() > Self::MAX_ROW {
            return Err(NotNumbered::TooLarge);
        }
        let Tops { tier_of_top, canonical: tops, layers } = Tops::new(&promise.lines, &top);
        let middles = by_marks(&promise.lines, &middle, |_| true);
        let tiers = Self {
            symmetries: symmetries.len(),
            sums,
            bands: Vec::new(),
            middles,
            top,
            middle,
            low,
            strips,
            tier_of_top,
            tops,
            layers,
            promise,
            lens: OnceLock::new(),
            glance: OnceLock::new(),
        };
        Ok(tiers.with_bands(Self::SLOTS_OF_BAND))
    }

    /// A band has about so many slots in the largest tiers, or more: 4 million.
    const SLOTS_OF_BAND: usize = 1 << 22;

    /// The same numbering, whose tiers are cut into other [bands](Tiers::bands): of about so many slots in the largest
    /// tiers, or more.
    #[must_use]
    pub fn with_bands(mut self, slots: usize) -> Self {
        let marks = |&number: &u32| self.middle.configurations[number as usize].marks();
        let marks: Vec<usize> = self.middles.iter().map(marks).collect();
        self.bands = bands::bands(&marks, slots / self.strips.most_slots());
        self.lens = OnceLock::new();
        self
    }

    /// Whether this numbers the boards of this game, by its symmetries.
    pub fn is_of<G: Tabular<Position = Board> + Symmetric>(&self, game: &G) -> bool {
        self.promise.is_of(game)
    }

    /// How many tiers there are. Every move leads to the same tier or to one with a smaller number.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tops.len()
    }

    /// The numbers of the tiers.
    pub fn numbers(&self) -> Range<u32> {
        // There are no more than top parts, and of these no more than their limit.
        0..u32::try_from(self.len()).unwrap_or(u32::MAX)
    }

    /// Whether there is no tier. There always is one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tops.is_empty()
    }

    /// How many slots all tiers have. This needs [`Tiers::lens`].
    #[must_use]
    pub fn slots(&self) -> u64 {
        self.counted().slots
    }

    /// How many slots the largest tier has. This needs [`Tiers::lens`].
    #[must_use]
    pub fn largest_tier(&self) -> u64 {
        self.counted().largest_tier
    }

    /// How many slots a solver of one tier needs at once, at most: two *bands* of the tier, one after the other, and
    /// one of a section of a child tier. This needs [`Tiers::lens`].
    ///
    /// ```
    /// use perfect_play_games::Mnk;
    /// use perfect_play_tiers::Tiers;
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

    /// By tier: how many slots its sections have, with O to move and with X to move. The first call counts them,
    /// which takes seconds for the largest boards; the numbers are kept.
    ///
    /// ```
    /// use perfect_play_games::Mnk;
    /// use perfect_play_tiers::Tiers;
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
                lines: &self.promise.lines,
                top: &self.top,
                middle: &self.middle,
                middles: &self.middles,
                bands: &self.bands,
            };
            Lens::of(&blocks, &self.tops, |surplus, mover| self.strip_len(surplus, mover))
        })
    }

    /// How many *bands* each tier has: its blocks in runs. The blocks whose middle parts have the same number of marks
    /// are in one band. So a move in the middle part leads to the same band or to the one before, and a move in the top
    /// part to the same band of another tier: a tier is solved band by band, from the first.
    ///
    /// ```
    /// use perfect_play_games::Mnk;
    /// use perfect_play_tiers::Tiers;
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

    /// What the rules tell of whole strips at a glance. The first call works it out, which may take some
    /// milliseconds.
    #[must_use]
    pub fn glance(&self) -> &Glance {
        self.glance.get_or_init(|| Glance::new(self))
    }

    /// How many bytes of memory the tables of the numbering take, nearly all of them for the largest boards.
    ///
    /// ```
    /// use perfect_play_games::Mnk;
    /// use perfect_play_tiers::Tiers;
    ///
    /// let tiers = Tiers::of(&"connect:7,6,4".parse::<Mnk>()?)?;
    /// assert!((50_000_000..200_000_000).contains(&tiers.memory()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn memory(&self) -> u64 {
        let parts: u64 = [&self.top, &self.middle, &self.low].map(Part::memory).iter().sum();
        let tops = self.tier_of_top.len() * size_of::<Option<TierOf>>();
        let tiers = self.tops.len() * (size_of::<Configuration>() + size_of::<[u32; 2]>());
        parts + (tops + tiers) as u64
    }

    /// How many layers there are: tiers whose top parts have the same number of marks.
    #[must_use]
    pub fn layers(&self) -> u8 {
        u8::try_from(self.layers.len()).unwrap_or(u8::MAX)
    }

    /// The tiers with this number of marks in the top part. Moves lead to the same tier, or to a tier of the
    /// layer with one mark more.
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

    /// How many symmetries the numbering uses.
    #[must_use]
    pub fn symmetries(&self) -> usize {
        self.symmetries
    }

    /// The tier of boards whose top part holds these marks; `None` if that holds a line.
    #[must_use]
    pub fn tier_of(&self, x: u64, o: u64) -> Option<TierOf> {
        let [top, ..] = self.sums.numbers(x, o);
        self.tier_of_top[top]
    }

    /// The child tiers of a tier: those to which a move in the top part leads, some of them more than once.
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

    /// The tops that end the game: canonical top parts that hold a line, and to which a move leads from a top
    /// part without a line. Their boards belong to no tier.
    ///
    /// Each is a pair: the cells with X and those with O.
    pub fn ended_tops(&self) -> impl Iterator<Item = (u64, u64)> {
        let tops = self.tier_of_top.iter().zip(&self.top.configurations).enumerate();
        tops.filter_map(|(number, (tier, &Configuration { x, o }))| {
            let before = |cell: u8| self.tier_of(x & !(1 << cell), o & !(1 << cell));
            let is_led_to = || {
                let mut last_cells = Cells::of(self.promise.kind().last_cells(x | o));
                last_cells.any(|cell| before(cell).is_some())
            };
            (tier.is_none() && self.top.is_canonical(number) && is_led_to()).then_some((x, o))
        })
    }

    /// How many images a top part with these marks has, itself among them, under the symmetries that the
    /// numbering uses. Each slot of its tier stands for as many boards.
    #[must_use]
    pub fn top_images(&self, x: u64, o: u64) -> usize {
        let [top, ..] = self.sums.numbers(x, o);
        let images: BTreeSet<u32> = self.top.images.iter().map(|images| images[top]).collect();
        images.len()
    }

    /// How many symmetries the game has that differ. Symmetry 0 is the identity. The first of them are those
    /// that the numbering uses.
    #[must_use]
    pub fn game_symmetries(&self) -> usize {
        self.promise.symmetries.len()
    }

    /// Where a symmetry of the game takes these cells.
    ///
    /// # Panics
    ///
    /// If there is no such symmetry.
    #[must_use]
    pub fn image_of_cells(&self, symmetry: usize, cells: u64) -> u64 {
        self.promise.symmetries[symmetry].image_of_cells(cells)
    }

    /// How many configurations the middle part has, with a line or without.
    #[must_use]
    pub fn middles(&self) -> usize {
        self.middle.configurations.len()
    }

    /// What a configuration of the middle part holds: the cells with X and those with O.
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
        [self.top.cells, self.middle.cells, self.low.cells]
    }

    /// The configurations of the low part, strip by strip.
    #[must_use]
    pub fn low_order(&self) -> &[u16] {
        self.strips.order()
    }

    /// The strips, in the order of [`Tiers::low_order`].
    #[must_use]
    pub fn strips(&self) -> &[Strip] {
        self.strips.all()
    }

    /// The number of the strip of boards whose high part holds these marks, with this player to move (O: 0,
    /// X: 1). `None` if no such board is balanced.
    #[must_use]
    pub fn strip_of(&self, x: u64, o: u64, mover: usize) -> Option<usize> {
        let number = self.strip_number(Configuration { x, o }.surplus(), mover);
        (number < self.strips.all().len()).then_some(number)
    }

    /// What a configuration of the low part holds: the cells with X and those with O.
    #[must_use]
    pub fn low_marks(&self, configuration: u16) -> (u64, u64) {
        let Configuration { x, o } = self.low.configurations[usize::from(configuration)];
        (x, o)
    }

    /// The place within its strip of the low configuration with these marks.
    #[must_use]
    pub fn low_rank(&self, x: u64, o: u64) -> usize {
        let [.., low] = self.sums.numbers(x, o);
        self.strips.rank(low)
    }

    /// For each place in [`Tiers::low_order`] the place within its strip of the image of what is there.
    #[must_use]
    pub fn image_ranks(&self, symmetry: usize) -> Vec<u16> {
        let images = &self.low.images[symmetry];
        let rank = |&number: &u16| self.strips.rank(images[usize::from(number)] as usize);
        self.low_order().iter().map(|number| rank(number).try_into().unwrap_or(u16::MAX)).collect()
    }

    /// The boards that share a slot with this one, itself included: its images with different top
    /// parts. `board` is one as [`Tiers::board`] gives it.
    pub fn images(&self, board: Board) -> impl Iterator<Item = Board> {
        let [top, ..] = self.sums.numbers(board.x(), board.o());
        // Of the symmetries that lead to the same top part the one that `locate` undoes.
        let is_undone = move |&(number, symmetry): &(usize, &Symmetry)| {
            let image = self.top.images[number][top] as usize;
            self.tier_of_top[image].is_some_and(|of| {
                symmetry.is_undone_by(&self.promise.symmetries[usize::from(of.symmetry)])
            })
        };
        let symmetries = self.promise.symmetries[..self.symmetries].iter();
        symmetries.enumerate().filter(is_undone).map(move |(_, symmetry)| symmetry.image(board))
    }

    /// All images of a board under the game's symmetries, itself first; some of them more than once.
    pub fn all_images(&self, board: Board) -> impl Iterator<Item = Board> {
        self.promise.symmetries.iter().map(move |symmetry| symmetry.image(board))
    }

    /// Whether the middle part has no cells. Then each tier is one block.
    pub(crate) fn has_no_middle(&self) -> bool {
        self.middle.cells == 0
    }

    /// How many slots a block has whose high part has this surplus.
    #[inline]
    fn strip_len(&self, surplus: i32, mover: usize) -> usize {
        self.strips.all().get(self.strip_number(surplus, mover)).map_or(0, Strip::len)
    }

    /// The number of the strip of a block whose high part has this surplus.
    #[inline]
    fn strip_number(&self, surplus: i32, mover: usize) -> usize {
        self.strips.number(i32::from(mover == 0) - surplus)
    }
}
