//! A table whose positions are numbered by tier.

use std::{convert::Infallible, fmt, sync::Arc};

use perfect_play_core::{
    Board, Cells, Entry, MoveValues, Objective, Player, Probe, ProbeFailure, Symmetric,
    Unreachable, Value,
};

use crate::{Cache, HeldSections, Sections, Tiers, is_reachable};

/// The most codes with which a table's positions are listed ascending by code: those of a board of
/// 16 cells. Larger tables list them in the order of their slots.
pub const MAX_CODES_IN_ORDER: u64 = 3_u64.pow(16);

/// How many laid out tiers are kept.
const KEPT: usize = 64;

/// A strong solution whose positions are numbered by [`Tiers`], wherever its values are: in memory
/// ([`HeldSections`]) or in a file.
///
/// It has a value for every board without a line, also where no play leads. So a probe first asks the rules whether
/// play can lead to the board ([`is_reachable`]), and what they tell of its value at a glance
/// ([`Kind::settled`](perfect_play_core::Kind::settled)).
///
/// ```
/// use perfect_play_core::{Board, Objective, Probe, Value};
/// use perfect_play_games::Mnk;
/// use perfect_play_tiers::{HeldSections, TierTable, Tiers};
///
/// // One cell, which wins. The board with a mark has no slot: the rules tell what it is worth.
/// let game: Mnk = "mnk:1,1,1".parse()?;
/// let tiers = Tiers::of(&game)?;
/// let values = HeldSections(vec![[vec![0], vec![Value::win(1).unwrap().byte()]]]);
///
/// let table = TierTable::new(game, Objective::Fastest, tiers, values).unwrap();
/// assert_eq!(table.probe(Board::EMPTY)?.best_move(), Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TierTable<G, S = HeldSections> {
    game: G,
    objective: Objective,
    tiers: Arc<Tiers>,
    sections: S,
    /// By tier: where its blocks begin.
    starts: Cache<u32, Vec<[u32; 2]>>,
}

impl<G: Symmetric<Position = Board>, S: Sections> TierTable<G, S> {
    /// The table with these sections. `None` if the numbering is that of another game.
    pub fn new(
        game: G,
        objective: Objective,
        tiers: impl Into<Arc<Tiers>>,
        sections: S,
    ) -> Option<Self> {
        let tiers = tiers.into();
        let starts = Cache::new(KEPT);
        tiers.is_of(&game).then_some(Self { game, objective, tiers, sections, starts })
    }

    /// The numbering.
    #[must_use]
    pub fn tiers(&self) -> &Tiers {
        &self.tiers
    }

    /// The values.
    #[must_use]
    pub fn sections(&self) -> &S {
        &self.sections
    }

    /// The values, without the rest of the table.
    #[must_use]
    pub fn into_sections(self) -> S {
        self.sections
    }

    /// Why no play leads to a board.
    fn check(&self, board: Board) -> Result<(), perfect_play_core::ProbeError> {
        self.game.check(board)?;
        if is_reachable(&self.game, board) {
            return Ok(());
        }
        Err(Unreachable::Rules("in no order can X and O have taken turns at these marks").into())
    }

    /// The value of a board to which play leads.
    fn value_of(&self, board: Board) -> Result<Value, S::Error>
    where
        S::Error: ProbeFailure,
    {
        if let Some(settled) = self.game.kind().settled(board) {
            return Ok(settled);
        }
        let start = |tier: u32, middle: usize, mover: usize| {
            if self.tiers.has_no_middle() {
                return Some(0);
            }
            let starts = || Ok::<_, Infallible>(self.tiers.tier(tier as usize).into_starts());
            let Ok(starts) = self.starts.get(tier, tier as usize, starts);
            crate::tiers::start_in(&starts, middle, mover)
        };
        let byte = match self.tiers.locate_by(board, start) {
            Some((tier, player, rank)) => {
                self.sections.byte(tier, usize::from(player == Player::X), rank)?
            }
            None => None,
        };
        let value = byte.and_then(Value::from_byte);
        value.ok_or_else(|| self.game.why_no_entry(board).into())
    }

    /// The finished positions to which a move leads from this one, and from no other one that
    /// [`TierTable::positions`] lists before.
    fn finished_from(&self, board: Board) -> impl Iterator<Item = Board> {
        let game = &self.game;
        let children = game.legal_moves(board).iter().map(move |mv| game.play(board, mv));
        let is_first = move |child: &Board| {
            let added = child.occupied() & !board.occupied();
            let marks = child.marks(game.to_move(board));
            // Of the marks that may have been the last one, the first.
            let last = Cells::of(game.kind().last_cells(child.occupied()) & marks).find(|cell| {
                let without = |marks: u64| marks & !(1 << cell);
                let before = Board::from_bitboards(without(child.x()), without(child.o()));
                before.is_some_and(|before| {
                    let lines = self.tiers.lines();
                    let over = lines.any_within(before.x()) || lines.any_within(before.o());
                    !over && self.check(before).is_ok()
                })
            });
            last.is_some_and(|last| added == 1 << last)
        };
        let lines = self.tiers.lines();
        let has_line =
            move |child: &Board| lines.any_within(child.x()) || lines.any_within(child.o());
        children.filter(has_line).filter(is_first)
    }
}

impl<G: Symmetric<Position = Board>, S: Sections<Error: ProbeFailure>> Probe for TierTable<G, S> {
    type Game = G;
    type Error = S::Error;

    fn game(&self) -> &G {
        &self.game
    }

    fn objective(&self) -> Objective {
        self.objective
    }

    fn value(&self, board: Board) -> Result<Value, S::Error> {
        self.check(board)?;
        self.value_of(board)
    }

    fn probe(&self, board: Board) -> Result<Entry, S::Error> {
        let value = self.value(board)?;
        // Play leads to where moves lead from there.
        let moves = MoveValues::new(&self.game, board, |child| self.value_of(child))?;
        Ok(Entry::new(&self.game, board, value, moves.optimal(self.objective)))
    }

    fn move_values(&self, board: Board) -> Result<MoveValues, S::Error> {
        self.check(board)?;
        MoveValues::new(&self.game, board, |child| self.value_of(child))
    }

    /// Every position that play leads to: ascending by code, and where there are more than
    /// [`MAX_CODES_IN_ORDER`] codes, in the order of the slots, the images that share one after one another, and
    /// behind each the finished positions that are not listed before.
    fn positions(&self) -> impl Iterator<Item = Board> {
        let game = &self.game;
        let in_order = game.codes() <= MAX_CODES_IN_ORDER;
        let codes = if in_order { 0..game.codes() } else { 0..0 };
        // A code that decodes to a board with another code is not that board's.
        let decode = |code| game.decode(code).ok().filter(|&board| game.encode(board) == code);
        let by_code = codes.filter_map(decode).filter(|&board| self.check(board).is_ok());
        let tiers =
            (0..u32::try_from(self.tiers.len()).unwrap_or(u32::MAX)).filter(move |_| !in_order);
        let by_slot = tiers
            .flat_map(|tier| self.tiers.boards(tier))
            .flat_map(|board| self.tiers.images(board))
            .filter(|&board| self.check(board).is_ok())
            .flat_map(|board| [board].into_iter().chain(self.finished_from(board)));
        by_code.chain(by_slot)
    }
}

/// Prints what the table is, and not its values.
impl<G: fmt::Display, S> fmt::Debug for TierTable<G, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TierTable({}, {})", self.game, self.objective)
    }
}
