//! The numbering of a table of line games: the slot of each board.

use std::{convert::Infallible, sync::Arc};

use perfect_play_core::{Board, Cells, Game, Numbering, Place, Player, ProbeError, Slot, Table};

use crate::{Cache, HeldSections, NotNumbered, Tiers, reach::check_reachable};

/// If a game has more codes than this, its positions are listed in the order of their slots. Otherwise they are
/// listed in the order of their codes. The limit is the number of codes of a board of 16 cells.
pub const MAX_CODES_IN_ORDER: u64 = 3_u64.pow(16);

/// The number of tiers whose layout is kept.
const KEPT: usize = 64;

/// A table whose positions are numbered by [`TierNumbering`]. The values are in memory ([`HeldSections`]) or in a
/// file.
///
/// It has a value for every board without a line, even for unreachable boards. So a probe first checks whether
/// the board is reachable ([`is_reachable`](crate::is_reachable)), and whether its value follows directly from the rules
/// ([`Kind::static_value`](perfect_play_core::Kind::static_value)).
///
/// ```
/// use perfect_play_core::{Board, Objective, Probe, Value};
/// use perfect_play_games::Mnk;
/// use perfect_play_numbering::{TierNumbering, HeldSections, TierTable};
///
/// // One cell. X marks it and wins. The section with O to move has one slot, for the board with the mark. The
/// // section with X to move has one slot, for the empty board. A probe reads neither slot, because both values
/// // follow directly from the rules.
/// let game: Mnk = "mnk:1,1,1".parse()?;
/// let values = HeldSections(vec![[vec![0], vec![Value::win(1).unwrap().byte()]]]);
///
/// let table = TierTable::new(game, Objective::Fastest, TierNumbering::of(&game)?, values).unwrap();
/// assert_eq!(table.probe(Board::EMPTY)?.best_move(), Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type TierTable<G, S = HeldSections> = Table<G, TierNumbering, S>;

/// The numbering of [`Tiers`], as used by a table.
#[derive(Debug)]
pub struct TierNumbering {
    tiers: Arc<Tiers>,
    /// For each tier: where its blocks begin.
    starts: Cache<u32, Vec<[u32; 2]>>,
}

impl TierNumbering {
    /// The numbering of a game's boards.
    ///
    /// # Errors
    ///
    /// The errors of [`Tiers::of`].
    pub fn of<G: Game<Position = Board>>(game: &G) -> Result<Self, NotNumbered> {
        Tiers::of(game).map(Self::from)
    }

    /// The layout of the slots.
    #[must_use]
    pub fn tiers(&self) -> &Arc<Tiers> {
        &self.tiers
    }

    /// The slot of a board, whether its value is read from there or not.
    fn slot(&self, board: Board) -> Option<Slot> {
        let start = |tier: u32, middle: usize, mover: usize| {
            if self.tiers.has_no_middle() {
                return Some(0);
            }
            let starts = || Ok::<_, Infallible>(self.tiers.tier(tier as usize).into_starts());
            let Ok(starts) = self.starts.get(tier, tier as usize, starts);
            crate::tiers::start_in(&starts, middle, mover)
        };
        let (tier, player, rank) = self.tiers.locate_by(board, start)?;
        let section = section_number(tier, usize::from(player == Player::X));
        Some(Slot { section, rank })
    }

    /// The reachable positions of a tier, in the order of their slots, and their children that hold a line.
    ///
    /// * The images that share a slot follow one another.
    /// * Each position is followed by its children that hold a line. A child of several positions follows only one
    ///   of them, which may be in another tier.
    ///
    /// # Panics
    ///
    /// If there is no such tier.
    pub fn positions_of<G: Game<Position = Board>>(
        &self,
        game: &G,
        tier: u32,
    ) -> impl Iterator<Item = Board> {
        self.tiers
            .boards(tier)
            // If a board is reachable, its images are.
            .filter(|&board| self.check(game, board).is_ok())
            .flat_map(|board| self.tiers.images(board))
            .flat_map(|board| [board].into_iter().chain(self.finished_from(game, board)))
    }

    /// The finished positions that are children of this position, without those that are children of a position
    /// that [`Probe::positions`](perfect_play_core::Probe::positions) lists earlier.
    fn finished_from<G: Game<Position = Board>>(
        &self,
        game: &G,
        board: Board,
    ) -> impl Iterator<Item = Board> {
        let children = game.legal_moves(board).iter().map(move |mv| game.play(board, mv));
        let is_first = move |child: &Board| {
            let added = child.occupied() & !board.occupied();
            let marks = child.marks(game.to_move(board));
            // Find the first mark that may have been the last move.
            let last = Cells::of(game.kind().last_cells(child.occupied()) & marks).find(|cell| {
                let without = |marks: u64| marks & !(1 << cell);
                let before = Board::from_bitboards(without(child.x()), without(child.o()));
                before.is_some_and(|before| {
                    !self.tiers.holds_line(before.x(), before.o())
                        && self.check(game, before).is_ok()
                })
            });
            last.is_some_and(|last| added == 1 << last)
        };
        children.filter(|child| self.tiers.holds_line(child.x(), child.o())).filter(is_first)
    }
}

impl From<Arc<Tiers>> for TierNumbering {
    fn from(tiers: Arc<Tiers>) -> Self {
        Self { tiers, starts: Cache::new(KEPT) }
    }
}

impl From<Tiers> for TierNumbering {
    fn from(tiers: Tiers) -> Self {
        Arc::new(tiers).into()
    }
}

impl<G: Game<Position = Board>> Numbering<G> for TierNumbering {
    fn is_of(&self, game: &G) -> bool {
        self.tiers.is_of(game)
    }

    fn check(&self, game: &G, board: Board) -> Result<(), ProbeError> {
        check_reachable(game, board)
    }

    fn place(&self, game: &G, board: Board) -> Option<Place> {
        if let Some(value) = game.kind().static_value(board) {
            return Some(Place::Known(value));
        }
        self.slot(board).map(Place::Slot)
    }

    fn why_no_entry(&self, game: &G, board: Board) -> ProbeError {
        game.why_no_entry(board)
    }

    fn sections(&self, _: &G) -> u32 {
        2 * self.tiers.numbers().end
    }

    fn slots(&self, _: &G, section: u32) -> u64 {
        self.tiers.lens().as_flattened().get(section as usize).map_or(0, |&slots| slots.into())
    }

    fn position(&self, _: &G, Slot { section, rank }: Slot) -> Option<Board> {
        let mover = if section % 2 == 1 { Player::X } else { Player::O };
        self.tiers.board(section / 2, mover, rank)
    }

    fn sharing(&self, _: &G, first: Board) -> impl Iterator<Item = Board> {
        self.tiers.images(first)
    }

    /// All reachable positions, in ascending order of their codes. If the game has more than
    /// [`MAX_CODES_IN_ORDER`] codes, they are those of all tiers ([`TierNumbering::positions_of`]).
    fn positions(
        &self,
        game: &G,
        _is_empty: impl Fn(Slot) -> bool,
    ) -> impl Iterator<Item = (Board, Option<Slot>)> {
        let in_order = is_in_order(game);
        let codes = if in_order { 0..game.codes() } else { 0..0 };
        // Skip a code that decodes to a board with another code.
        let decode = |code| game.decode(code).ok().filter(|&board| game.encode(board) == code);
        let by_code = codes.filter_map(decode).filter(|&board| self.check(game, board).is_ok());
        let tiers = self.tiers.numbers().filter(move |_| !in_order);
        let by_slot = tiers.flat_map(|tier| self.positions_of(game, tier));
        // Some values follow from the rules, so none is read from a slot directly.
        by_code.chain(by_slot).map(|board| (board, None))
    }

    fn reached(&self, game: &G, board: Board) -> Option<(u64, u64)> {
        if is_in_order(game) {
            return Some((game.encode(board), game.codes()));
        }
        let slot = self.slot(board)?;
        let before = self.tiers.lens().as_flattened().iter().take(slot.section as usize);
        let before: u64 = before.map(|&slots| u64::from(slots)).sum();
        Some((before + slot.rank as u64, self.tiers.slots()))
    }
}

/// Whether the positions of the game are listed in the order of their codes.
fn is_in_order<G: Game>(game: &G) -> bool {
    game.codes() <= MAX_CODES_IN_ORDER
}

/// The number of a section among the sections of all tiers. `mover` (O: 0, X: 1) is the side to move.
///
/// ```
/// assert_eq!(perfect_play_numbering::section_number(5, 1), 11);
/// ```
#[must_use]
pub const fn section_number(tier: u32, mover: usize) -> u32 {
    if mover == 0 { 2 * tier } else { 2 * tier + 1 }
}
