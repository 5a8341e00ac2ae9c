//! The numbering of a line game's boards by tier: board ↔ (tier, section, rank).

mod lens;
mod limits;
mod lookup;
mod split;
mod tops;

use std::{cmp::Reverse, collections::BTreeSet, iter, ops::Range, sync::OnceLock};

pub use limits::Limits;
pub use lookup::to_baked;

use perfect_play_core::{Board, Cells, Kind, Lines, Player, Symmetric, Tabular};

use crate::{
    Glance, NotNumbered, Strip, StripRow,
    part::{Configuration, Part},
    promise::{Promise, Symmetry},
    site::Sites,
    strips::Strips,
    sums::Sums,
};
use tops::Tops;

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
    /// By tier: the slots of its sections, once they have been asked for.
    lens: OnceLock<Vec<[u32; 2]>>,
    /// What the rules tell of strips, once it has been asked for.
    glance: OnceLock<Glance>,
}

/// The tier in which the boards with some top part are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TierOf {
    /// The number of the tier.
    pub tier: u32,
    /// The symmetry that takes the boards there.
    pub symmetry: u8,
}

/// A tier laid out: where the slots of each of its blocks are.
#[derive(Debug)]
pub struct Tier<'t> {
    tiers: &'t Tiers,
    top: Configuration,
    /// By middle configuration: the first slot in each section (O, X to move). [`LEFT_OUT`] if the
    /// high part holds a line.
    starts: Vec<[u32; 2]>,
    lens: [usize; 2],
}

const LEFT_OUT: u32 = u32::MAX;

/// The boards of a tier that have the same middle part.
#[derive(Clone, Copy, Debug)]
pub struct TierBlock<'t> {
    /// The number of its middle configuration.
    pub middle: usize,
    /// The cells of the high part that hold X.
    pub x: u64,
    /// The cells of the high part that hold O.
    pub o: u64,
    /// By player to move (O, X): the first slot in the section.
    pub starts: [usize; 2],
    /// The strips of the numbering.
    strips: &'t [Strip],
    /// By player to move (O, X): the number of the strip.
    numbers: [usize; 2],
}

impl<'t> TierBlock<'t> {
    /// The slots where this player (O: 0, X: 1) is to move; `None` if no such board is balanced.
    #[must_use]
    #[inline]
    pub fn strip(&self, mover: usize) -> Option<&'t Strip> {
        self.strips.get(self.numbers[mover])
    }

    /// The number of that strip.
    #[must_use]
    #[inline]
    pub fn strip_number(&self, mover: usize) -> usize {
        self.numbers[mover]
    }

    /// The rows of both strips by falling number of marks: who is to move, the row's number in its strip,
    /// and the row.
    pub fn rows(&self) -> impl Iterator<Item = (usize, usize, &'t StripRow)> + use<'t> {
        let rows = [0, 1].map(|mover| self.strip(mover).map_or(&[][..], |strip| &strip.rows));
        let mut next = [0; 2];
        iter::from_fn(move || {
            let marks = |mover: usize| rows[mover].get(next[mover]).map(|row: &StripRow| row.marks);
            let mover = usize::from(marks(1) > marks(0));
            let number = next[mover];
            next[mover] += 1;
            rows[mover].get(number).map(|row| (mover, number, row))
        })
    }
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
        Ok(Self {
            symmetries: symmetries.len(),
            sums,
            middles: by_marks(&promise.lines, &middle, |_| true),
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
        })
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
        self.lens().iter().flatten().map(|&len| u64::from(len)).sum()
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
        self.lens.get_or_init(|| lens::lens(self))
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
        holds_line(&self.promise.lines, x, o)
    }

    /// How many symmetries the numbering uses.
    #[must_use]
    pub fn symmetries(&self) -> usize {
        self.symmetries
    }

    /// Lays out a tier. This goes through all middle parts.
    ///
    /// # Panics
    ///
    /// If there is no such tier.
    #[must_use]
    pub fn tier(&self, number: usize) -> Tier<'_> {
        let mut starts = vec![[LEFT_OUT; 2]; self.middle.configurations.len()];
        let mut lens = [0; 2];
        for block in self.blocks(number) {
            starts[block.middle] = block.starts.map(|start| start.try_into().unwrap_or(LEFT_OUT));
            let of_block = |mover| block.strip(mover).map_or(0, Strip::len);
            lens = [0, 1].map(|mover| block.starts[mover] + of_block(mover));
        }
        Tier { tiers: self, top: self.tops[number], starts, lens }
    }

    /// The blocks of a tier, as [`Tier::blocks`] gives them, laid out on the way.
    pub(crate) fn blocks(&self, number: usize) -> impl Iterator<Item = TierBlock<'_>> {
        let top = self.tops[number];
        let mut next = [0; 2];
        self.middles.iter().filter_map(move |&middle| {
            let part = self.middle.configurations[middle as usize];
            if self.holds_line(top.x | part.x, top.o | part.o) {
                return None;
            }
            let block = self.block(top, middle as usize, next);
            next = [0, 1].map(|mover| next[mover] + block.strip(mover).map_or(0, Strip::len));
            Some(block)
        })
    }

    /// The block of a middle configuration, whose strips begin at these slots.
    fn block(&self, top: Configuration, middle: usize, starts: [usize; 2]) -> TierBlock<'_> {
        let part = self.middle.configurations[middle];
        let surplus = top.surplus() + part.surplus();
        TierBlock {
            middle,
            x: top.x | part.x,
            o: top.o | part.o,
            starts,
            strips: self.strips.all(),
            numbers: [0, 1].map(|mover| self.strip_number(surplus, mover)),
        }
    }

    /// The tier of boards whose top part holds these marks; `None` if that holds a line.
    #[must_use]
    pub fn tier_of(&self, x: u64, o: u64) -> Option<TierOf> {
        let [top, ..] = self.sums.numbers(x, o);
        self.tier_of_top[top]
    }

    /// The marks in the top part of a tier: the cells with X, and those with O.
    pub(crate) fn tier_marks(&self, tier: u32) -> (u64, u64) {
        let Configuration { x, o } = self.tops[tier as usize];
        (x, o)
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

    /// Where the value of a board is: its tier, the player to move, and its rank in that section. `None` if the
    /// board is unbalanced, has marks outside of the game's cells, or has a line in its high part.
    #[must_use]
    pub fn locate(&self, board: Board) -> Option<(u32, Player, usize)> {
        self.locate_by(board, |tier, middle, mover| self.tier(tier as usize).start(middle, mover))
    }

    /// The same, where `start` says at which slot of a section of a tier the block of a middle part begins.
    pub(crate) fn locate_by(
        &self,
        board: Board,
        start: impl FnOnce(u32, usize, usize) -> Option<usize>,
    ) -> Option<(u32, Player, usize)> {
        let cells = self.cells().iter().fold(0, |all, cells| all | cells);
        if board.occupied() & !cells != 0 {
            return None;
        }
        let [top, middle, low] = self.sums.numbers(board.x(), board.o());
        let TierOf { tier, symmetry } = self.tier_of_top[top]?;
        let middle = self.middle_image(symmetry, middle);
        let low = self.low.images[usize::from(symmetry)][low] as usize;
        let (mover, player) = match (Configuration { x: board.x(), o: board.o() }).surplus() {
            0 => (1, Player::X),
            1 => (0, Player::O),
            _ => return None,
        };
        Some((tier, player, start(tier, middle, mover)? + self.strips.rank(low)))
    }

    /// The board whose value is at this place: of the images that share it the one whose top part is
    /// canonical. `None` if there is no such place.
    #[must_use]
    pub fn board(&self, tier: u32, player: Player, rank: usize) -> Option<Board> {
        let tier = self.tops.get(tier as usize).map(|_| self.tier(tier as usize))?;
        let mover = usize::from(player == Player::X);
        let (block, place) = tier.blocks().find_map(|block| {
            let place = rank.checked_sub(block.starts[mover])?;
            (place < block.strip(mover)?.len()).then_some((block, place))
        })?;
        let order = &self.low_order()[block.strip(mover)?.order.clone()];
        let (x, o) = self.low_marks(order[place]);
        Board::from_bitboards(block.x | x, block.o | o)
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

    /// The boards of a tier without a line, in the order of the slots.
    ///
    /// # Panics
    ///
    /// If there is no such tier.
    pub fn boards(&self, tier: u32) -> impl Iterator<Item = Board> {
        let is_open = |board: &Board| !self.holds_line(board.x(), board.o());
        let tier = self.tier(tier as usize);
        let blocks: Vec<_> = tier.blocks().collect();
        let boards = (0..2).flat_map(move |mover| {
            blocks.clone().into_iter().flat_map(move |block| {
                let order = block
                    .strip(mover)
                    .map_or(&[][..], |strip| &self.low_order()[strip.order.clone()]);
                order.iter().filter_map(move |&low| {
                    let (x, o) = self.low_marks(low);
                    Board::from_bitboards(block.x | x, block.o | o)
                })
            })
        });
        boards.filter(is_open)
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

impl<'t> Tier<'t> {
    /// The cells of the top part that hold X, and those that hold O.
    #[must_use]
    pub fn top(&self) -> (u64, u64) {
        (self.top.x, self.top.o)
    }

    /// How many slots the section with this player to move (O: 0, X: 1) has.
    #[must_use]
    pub fn len(&self, mover: usize) -> usize {
        self.lens[mover]
    }

    /// How many slots its sections have: with O to move, and with X to move.
    #[must_use]
    pub fn lens(&self) -> [usize; 2] {
        self.lens
    }

    /// The first slot of a block; `None` if it is left out.
    #[must_use]
    #[inline]
    pub fn start(&self, middle: usize, mover: usize) -> Option<usize> {
        start_in(&self.starts, middle, mover)
    }

    /// By middle configuration: the first slot of its block in each section, for [`start_in`].
    pub(crate) fn into_starts(self) -> Vec<[u32; 2]> {
        self.starts
    }

    /// The blocks, in an order in which every move leads to an earlier block or to the same.
    pub fn blocks(&self) -> impl Iterator<Item = TierBlock<'t>> {
        let tiers = self.tiers;
        tiers.middles.iter().filter_map(move |&middle| {
            let middle = middle as usize;
            let starts = self.starts[middle];
            if starts[0] == LEFT_OUT {
                return None;
            }
            Some(tiers.block(self.top, middle, starts.map(|start| start as usize)))
        })
    }
}

/// The first slot of a block; `None` if it is left out.
#[inline]
pub(crate) fn start_in(starts: &[[u32; 2]], middle: usize, mover: usize) -> Option<usize> {
    let start = starts[middle][mover];
    (start != LEFT_OUT).then_some(start as usize)
}

/// The configurations without a line that are wanted, by falling number of marks.
fn by_marks(lines: &Lines, part: &Part, is_wanted: impl Fn(u32) -> bool) -> Vec<u32> {
    let configuration = |number: u32| part.configurations[number as usize];
    let holds_no_line = |number: u32| {
        let Configuration { x, o } = configuration(number);
        !holds_line(lines, x, o)
    };
    let numbers = (0..).take(part.configurations.len());
    let mut numbers: Vec<u32> =
        numbers.filter(|&number| is_wanted(number) && holds_no_line(number)).collect();
    numbers.sort_by_key(|&number| Reverse(configuration(number).marks()));
    numbers
}

fn holds_line(lines: &Lines, x: u64, o: u64) -> bool {
    lines.any_within(x) || lines.any_within(o)
}
