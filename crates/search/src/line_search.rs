//! The search of line games: Connect Four, tic-tac-toe, and boards of other sizes. It counts in [scores](score).
//!
//! It is a negamax with null windows: it asks whether a board has more than a score α, and answers with a bound. The window
//! begins at 0 and moves with the answers (the first one is the outcome), which is known as MTD(f). What makes it fast:
//!
//! * Moves after which the opponent completes a line at once are not searched, and moves to which there is no answer win.
//! * The moves are sorted by the cells that complete a line of the mover afterwards, by the number of answers, and by the
//!   number of lines through the cell. With this order, 9 of 10 nodes that have a good move find it first.
//! * The bounds of all children are looked up before the first one is searched.
//! * Where marks fall, many ends of games are decided by [pairing].
//! * The [table](crate::bounds_table) has a small part for the nodes near the end, which stays in the processor's cache.

use core::sync::atomic::AtomicU64;

use perfect_play_core::{Board, Cells, Lines, Value};

use crate::{
    SearchError,
    bounds_table::{Bounds, BoundsTable, Division},
    geometry::Geometry,
    pairing::{self, Marks},
    score,
    watched::Watched,
};

/// The rules of a line game, and the places of the entries of its table. `IMAGES` is the number of codes that are kept for a
/// board, one for each symmetry. It is 0 if marks fall.
pub(crate) struct LineGame<S, const IMAGES: usize> {
    geometry: S,
    misere: bool,
    division: Division,
    /// The power of 3 of each bit in the code of each image.
    powers: [[u64; IMAGES]; 64],
    /// The number of lines through each bit.
    lines_through: [u8; 64],
}

/// A board, seen by the side to move.
#[derive(Clone, Copy)]
struct State<const IMAGES: usize> {
    own: u64,
    occupied: u64,
    /// The number of marks.
    count: u32,
    /// The base-3 codes of the images of the board: a digit is 1 for X and 2 for O. Empty if marks fall.
    codes: [u64; IMAGES],
}

/// A search. `MOVES` is the largest number of moves.
struct LineSearch<'a, S, const IMAGES: usize, const MOVES: usize> {
    game: &'a LineGame<S, IMAGES>,
    table: BoundsTable<'a>,
    watched: Watched<'a>,
    /// Whether mirror images are looked up, too, where marks fall.
    mirrored: bool,
}

/// The moves of a node, best first.
struct Candidates<const MOVES: usize> {
    list: [Candidate; MOVES],
    length: usize,
}

/// A move.
#[derive(Clone, Copy)]
struct Candidate {
    /// The cell.
    cell: u64,
    /// The empty cells that complete a line of the mover after the move.
    threats: u64,
    /// The moves of the opponent that are searched.
    answers: u64,
    order: i32,
}

impl<const MOVES: usize> Candidates<MOVES> {
    #[inline(always)]
    const fn new() -> Self {
        let none = Candidate { cell: 0, threats: 0, answers: 0, order: 0 };
        Self { list: [none; MOVES], length: 0 }
    }

    /// Adds a move behind those that have the same order.
    #[inline(always)]
    fn add(&mut self, candidate: Candidate) {
        let mut at = self.length.min(MOVES - 1);
        while at > 0 && self.list[at - 1].order < candidate.order {
            self.list[at] = self.list[at - 1];
            at -= 1;
        }
        self.list[at] = candidate;
        self.length += 1;
    }

    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = &Candidate> {
        self.list.iter().take(self.length)
    }
}

impl<S: Geometry, const IMAGES: usize> LineGame<S, IMAGES> {
    const FALLS: bool = IMAGES == 0;

    /// The game with these lines, and a table in these words.
    pub(crate) fn new(geometry: S, misere: bool, words: &[AtomicU64]) -> Self {
        let mut key_bits = geometry.columns() * geometry.stride();
        let (mut powers, mut lines_through) = ([[0; IMAGES]; 64], [0; 64]);
        for bit in Cells::of(geometry.all()) {
            lines_through[usize::from(bit)] = count_lines_through(geometry, bit);
        }
        if !Self::FALLS {
            let codes = 3_u64.pow(geometry.cells());
            key_bits = u64::BITS - (codes - 1).leading_zeros();
            for bit in Cells::of(geometry.all()) {
                for (power, symmetry) in powers[usize::from(bit)].iter_mut().zip(0..) {
                    *power = power_in_image(geometry, bit, symmetry);
                }
            }
        }
        let division = Division::new(key_bits, words);
        Self { geometry, misere, division, powers, lines_through }
    }

    /// The value of a board that was checked.
    pub(crate) fn value<const MOVES: usize>(
        &self,
        board: Board,
        lines: &Lines,
        words: &[AtomicU64],
        watch: &dyn Fn(u64) -> bool,
    ) -> Result<Value, SearchError> {
        let state = self.state(board, lines);
        let others = state.own ^ state.occupied;
        if self.geometry.any_line(others) {
            return Ok(lines.worth_completed());
        }
        let mut search = LineSearch::<'_, _, IMAGES, MOVES> {
            game: self,
            table: self.division.open(words),
            watched: Watched::new(watch),
            // A board below the root whose image is below the root, too, has the marks of the root and of its image. If X and
            // O would be on the same cell, there is no such board.
            mirrored: Self::FALLS && self.geometry.mirrored(state.own) & others == 0,
        };
        let score = search.score(&state)?;
        Ok(score::value(score, self.geometry.cells(), state.count, self.misere))
    }

    /// The board in the layout of the search.
    fn state(&self, board: Board, lines: &Lines) -> State<IMAGES> {
        let shape = lines.shape();
        let (columns, rows) = (u32::from(shape.columns()), u32::from(shape.rows()));
        // Where marks do not fall, the columns of the layout may be the rows of the board.
        let turned = self.geometry.columns() != columns;
        let bit = |cell: u8| {
            let (column, row) = (u32::from(cell) % columns, rows - 1 - u32::from(cell) / columns);
            if turned { row * (columns + 1) + column } else { column * (rows + 1) + row }
        };
        let marks = |cells| Cells::of(cells).fold(0_u64, |marks, cell| marks | 1 << bit(cell));
        let (x, o) = (marks(board.x()), marks(board.o()));
        let mut codes = [0; IMAGES];
        for (marks, digit) in [(x, 1), (o, 2)] {
            for bit in Cells::of(marks) {
                for (code, power) in codes.iter_mut().zip(self.powers[usize::from(bit & 63)]) {
                    *code += digit * power;
                }
            }
        }
        let occupied = x | o;
        let count = occupied.count_ones();
        State { own: if count.is_multiple_of(2) { x } else { o }, occupied, count, codes }
    }

    /// The cells where the next mark can be placed.
    #[inline(always)]
    fn open(&self, occupied: u64) -> u64 {
        let all = self.geometry.all();
        if Self::FALLS { (occupied + self.geometry.bottom()) & all } else { all & !occupied }
    }

    /// The empty cells that complete a line of `marks`.
    #[inline(always)]
    fn completions(&self, marks: u64, occupied: u64) -> u64 {
        self.geometry.completions(marks, Self::FALLS) & self.geometry.all() & !occupied
    }

    /// The moves after which the opponent cannot complete a line at once. `threats`: the empty cells that complete a line of
    /// the opponent.
    #[inline(always)]
    fn holding_moves(open: u64, threats: u64) -> u64 {
        let forced = open & threats;
        let moves = match forced {
            0 => open,
            _ if is_single(forced) => forced,
            _ => 0,
        };
        // A falling mark opens the cell above it.
        if Self::FALLS { moves & !(threats >> 1) } else { moves }
    }

    /// The board after a move.
    #[inline(always)]
    fn play(&self, state: &State<IMAGES>, cell: u64) -> State<IMAGES> {
        let mut codes = state.codes;
        if !Self::FALLS {
            let digit = 1 + u64::from(state.count % 2);
            for (code, power) in codes.iter_mut().zip(self.powers[index(cell)]) {
                *code += digit * power;
            }
        }
        State {
            own: state.own ^ state.occupied,
            occupied: state.occupied | cell,
            count: state.count + 1,
            codes,
        }
    }
}

impl<S: Geometry, const IMAGES: usize, const MOVES: usize> LineSearch<'_, S, IMAGES, MOVES> {
    /// With so many empty cells or fewer, a node is near the end.
    const NEAR: u32 = if IMAGES == 0 { 20 } else { 8 };

    /// The exact score of a board without a line.
    fn score(&mut self, state: &State<IMAGES>) -> Result<i32, SearchError> {
        let game = self.game;
        let others = state.own ^ state.occupied;
        let open = game.open(state.occupied);
        let left = game.geometry.cells() - state.count;
        let at = |plies| self.score_in(state, plies);
        if left == 0 {
            return Ok(0);
        }
        let moves =
            LineGame::<S, IMAGES>::holding_moves(open, game.completions(others, state.occupied));
        let mut bounds = (-at(1), at(1));
        if !game.misere {
            if game.completions(state.own, state.occupied) & open != 0 {
                return Ok(at(1));
            }
            if left > 1 && moves == 0 {
                return Ok(-at(2));
            }
            if left <= 2 {
                return Ok(0);
            }
            bounds = (-at(4), at(3));
        }
        let (mut lower, mut upper) = bounds;
        // First the outcome, then scores further and further from a draw. Most scores are near 0, and a window far from 0 is
        // answered faster if the table has the answers for those nearer to 0.
        let mut guess = 0;
        while lower < upper {
            let alpha = guess.clamp(lower, upper - 1);
            let score = if game.misere {
                self.misere(state, alpha)?
            } else {
                self.normal(state, moves, alpha)?
            };
            if score > alpha {
                lower = score;
                guess = score;
            } else {
                upper = score;
                guess = score - 1;
            }
        }
        Ok(lower)
    }

    /// A bound of the score in normal play: a lower one if it is larger than `alpha`, otherwise an upper one.
    ///
    /// At least three cells are empty, and no move completes a line. `moves`: the moves after which the opponent completes no
    /// line at once. There is at least one.
    fn normal(
        &mut self,
        state: &State<IMAGES>,
        moves: u64,
        alpha: i32,
    ) -> Result<i32, SearchError> {
        self.watched.count()?;
        let (game, geometry) = (self.game, self.game.geometry);
        let mut bounds = Bounds {
            lower: -self.score_in(state, 4),
            upper: self.score_in(state, 3),
            best: Bounds::NO_MOVE,
        };
        // A forced move is made without an entry in the table.
        let is_forced = is_single(moves);
        let entry = if is_forced { None } else { Some(self.entry(state)) };
        if let Some(bound) = self.known_bound(entry, alpha, &mut bounds) {
            return Ok(bound);
        }
        if !LineGame::<S, IMAGES>::FALLS && self.is_draw_at_best(state, alpha) {
            return Ok(0);
        }
        let mut candidates = Candidates::<MOVES>::new();
        let mut rest = moves;
        while rest != 0 {
            let cell = rest & rest.wrapping_neg();
            rest ^= cell;
            let occupied = state.occupied | cell;
            let threats = game.completions(state.own | cell, occupied);
            let open = game.open(occupied);
            let answers = LineGame::<S, IMAGES>::holding_moves(open, threats);
            if answers == 0 {
                return Ok(self.score_in(state, 3));
            }
            let order = if index(cell) == bounds.best as usize {
                i32::MAX
            } else {
                // Threats count most, but half if the opponent fills the cell at once. Then come the fewest answers.
                let filled = i32::from(threats & open != 0);
                256 * count(threats) - 128 * filled - 4 * count(answers)
                    + i32::from(game.lines_through[index(cell)])
            };
            candidates.add(Candidate { cell, threats, answers, order });
        }
        // At most two cells are left after the move. The opponent completes no line with one, and fills the mover's with it.
        if state.count + 3 >= geometry.cells() {
            return Ok(0);
        }
        // No move wins in three plies, and the plies of a win are odd.
        bounds.upper = bounds.upper.min(self.score_in(state, 5));
        if bounds.upper <= alpha {
            return Ok(bounds.upper);
        }
        if !is_forced && let Some(bound) = self.bound_of_children(state, &candidates, alpha) {
            return Ok(bound);
        }
        let before = self.watched.nodes();
        let (best, best_cell) = self.best_child(state, &candidates, alpha, Self::normal)?;
        self.store(entry, best, best_cell, alpha, bounds, before);
        Ok(best)
    }

    /// Whether a player has no line left that the opponent has not blocked, and the question is whether this player can win.
    /// Where marks fall, [pairing] shows nearly all that this would.
    #[inline(always)]
    fn is_draw_at_best(&self, state: &State<IMAGES>, alpha: i32) -> bool {
        let geometry = self.game.geometry;
        let marks = if alpha >= 0 { state.own } else { state.own ^ state.occupied };
        !geometry.any_line(marks | geometry.all() & !state.occupied)
    }

    /// A lower bound larger than `alpha` that is known without a search of a child.
    #[inline(always)]
    fn bound_of_children(
        &self,
        state: &State<IMAGES>,
        candidates: &Candidates<MOVES>,
        alpha: i32,
    ) -> Option<i32> {
        let game = self.game;
        if LineGame::<S, IMAGES>::FALLS {
            let others = state.own ^ state.occupied;
            for &Candidate { cell, threats, .. } in candidates.iter() {
                let child = Marks { own: others, others: state.own | cell, count: state.count + 1 };
                let bound = pairing::upper_bound(game.geometry, child, threats, -alpha - 1);
                if let Some(bound) = bound {
                    return Some(-bound);
                }
            }
        }
        // The entries are loaded side by side, and most of them are loaded again soon.
        for candidate in candidates.iter().filter(|candidate| !is_single(candidate.answers)) {
            let (key, near) = self.entry(&game.play(state, candidate.cell));
            if let Some(child) = self.table.get(key, near)
                && -child.upper > alpha
            {
                return Some(-child.upper);
            }
        }
        None
    }

    /// A bound of the score in misère play: a lower one if it is larger than `alpha`, otherwise an upper one.
    fn misere(&mut self, state: &State<IMAGES>, alpha: i32) -> Result<i32, SearchError> {
        self.watched.count()?;
        let game = self.game;
        let open = game.open(state.occupied);
        if open == 0 {
            return Ok(0);
        }
        let moves = open & !game.completions(state.own, state.occupied);
        if moves == 0 {
            return Ok(-self.score_in(state, 1));
        }
        let mut bounds = Bounds {
            lower: -self.score_in(state, 3),
            upper: self.score_in(state, 2),
            best: Bounds::NO_MOVE,
        };
        let entry = Some(self.entry(state));
        if let Some(bound) = self.known_bound(entry, alpha, &mut bounds) {
            return Ok(bound);
        }
        let mut candidates = Candidates::<MOVES>::new();
        let mut rest = moves;
        while rest != 0 {
            let cell = rest & rest.wrapping_neg();
            rest ^= cell;
            // The fewer cells lose afterwards, the better.
            let losing = game.completions(state.own | cell, state.occupied | cell);
            let order = if index(cell) == bounds.best as usize { i32::MAX } else { -count(losing) };
            candidates.add(Candidate { cell, threats: 0, answers: 0, order });
        }
        let before = self.watched.nodes();
        let misere = |search: &mut Self, child: &_, _, alpha| search.misere(child, alpha);
        let (best, best_cell) = self.best_child(state, &candidates, alpha, misere)?;
        self.store(entry, best, best_cell, alpha, bounds, before);
        Ok(best)
    }

    /// The best score that `search` finds for these moves, and its cell. A score larger than `alpha` ends the loop.
    #[inline(always)]
    fn best_child(
        &mut self,
        state: &State<IMAGES>,
        candidates: &Candidates<MOVES>,
        alpha: i32,
        search: impl Fn(&mut Self, &State<IMAGES>, u64, i32) -> Result<i32, SearchError>,
    ) -> Result<(i32, u64), SearchError> {
        let (mut best, mut best_cell) = (i32::MIN, 0);
        for candidate in candidates.iter() {
            let child = self.game.play(state, candidate.cell);
            let score = -search(self, &child, candidate.answers, -alpha - 1)?;
            if score > best {
                (best, best_cell) = (score, candidate.cell);
            }
            if score > alpha {
                break;
            }
        }
        Ok((best, best_cell))
    }

    /// Narrows the bounds by an entry of the table. Returns a bound if it answers the question for `alpha`.
    #[inline(always)]
    fn known_bound(
        &self,
        entry: Option<(u64, bool)>,
        alpha: i32,
        bounds: &mut Bounds,
    ) -> Option<i32> {
        if let Some((key, near)) = entry
            && let Some(found) = self.table.get(key, near)
        {
            bounds.lower = bounds.lower.max(found.lower);
            bounds.upper = bounds.upper.min(found.upper);
            bounds.best = found.best;
        }
        if bounds.lower > alpha {
            Some(bounds.lower)
        } else if bounds.upper <= alpha {
            Some(bounds.upper)
        } else {
            None
        }
    }

    /// Stores what a node found, if it has an entry. It began when `before` nodes were visited.
    #[inline(always)]
    fn store(
        &self,
        entry: Option<(u64, bool)>,
        best: i32,
        best_cell: u64,
        alpha: i32,
        mut bounds: Bounds,
        before: u64,
    ) {
        let Some((key, near)) = entry else { return };
        if best > alpha {
            bounds.lower = best;
        } else {
            bounds.upper = best;
        }
        bounds.best = best_cell.trailing_zeros() & 63;
        let work = (self.watched.nodes() - before).max(1).ilog2();
        self.table.put(key, near, bounds, work);
    }

    /// The key of a board, and whether the board is near the end. Images of a board may have the same key.
    #[inline(always)]
    fn entry(&self, state: &State<IMAGES>) -> (u64, bool) {
        let geometry = self.game.geometry;
        let key = if LineGame::<S, IMAGES>::FALLS {
            // In each column, a bit above the marks, added to the marks of the side to move. The sums of different columns
            // of marks are different.
            let key = state.own + state.occupied + geometry.bottom();
            if self.mirrored { key.min(geometry.mirrored(key)) } else { key }
        } else {
            state.codes.iter().copied().fold(u64::MAX, u64::min)
        };
        (key, geometry.cells() - state.count <= Self::NEAR)
    }

    /// The best score that a line so many plies later gives.
    #[inline(always)]
    fn score_in(&self, state: &State<IMAGES>, plies: u32) -> i32 {
        score::of_last_mark(self.game.geometry.cells(), state.count + plies)
    }
}

/// Whether a set has at most one cell.
#[inline(always)]
const fn is_single(cells: u64) -> bool {
    cells & cells.wrapping_sub(1) == 0
}

/// The number of cells.
#[inline(always)]
const fn count(cells: u64) -> i32 {
    cells.count_ones().cast_signed()
}

/// The number of a cell's bit.
#[inline(always)]
const fn index(cell: u64) -> usize {
    cell.trailing_zeros() as usize & 63
}

/// The number of lines that contain a cell.
fn count_lines_through<S: Geometry>(geometry: S, bit: u8) -> u8 {
    let stride = geometry.stride();
    let mut lines = 0;
    for step in [1, stride, stride + 1, stride - 1] {
        for before in 0..geometry.k() {
            let cells = (0..geometry.k()).map(|place| u32::from(bit) + place * step);
            let on_board = |at: u32| {
                let at = at.checked_sub(before * step);
                at.is_some_and(|at| at < u64::BITS && geometry.all() >> at & 1 == 1)
            };
            lines += u8::from(cells.into_iter().all(on_board));
        }
    }
    lines
}

/// The power of 3 of a cell in the code of an image. Bit 0 of the symmetry reverses the columns, bit 1 the rows, and bit 2 then
/// swaps both. A board that is not square has only the first four images, each of them twice here.
fn power_in_image<S: Geometry>(geometry: S, bit: u8, symmetry: u32) -> u64 {
    let (columns, rows) = (geometry.columns(), geometry.rows());
    let (mut column, mut row) =
        (u32::from(bit) / geometry.stride(), u32::from(bit) % geometry.stride());
    if symmetry & 1 != 0 {
        column = columns - 1 - column;
    }
    if symmetry & 2 != 0 {
        row = rows - 1 - row;
    }
    if symmetry & 4 != 0 && columns == rows {
        (column, row) = (row, column);
    }
    3_u64.pow(column * rows + row)
}
