//! The rules of the m,n,k-games and their solution written once more, on plain arrays, from the
//! definitions alone: it shares no code, no encoding and no method with what it checks.

#![allow(dead_code, reason = "every test file uses its part")]

use rustc_hash::FxHashMap;

/// What a cell can hold; as digits they make the code.
const EMPTY: u64 = 0;

/// How a position ends for the side to move, +1, 0 or -1, and in how many plies.
pub(crate) type Verdict = (i8, u16);

/// The verdicts by code, of what play reached.
enum Verdicts {
    /// `None` for what play never reached.
    All(Vec<Option<Verdict>>),
    /// Where that would be nearly all: most boards have a mark in the air.
    Reached(FxHashMap<u64, Verdict>),
}

impl Verdicts {
    fn get(&self, code: u64) -> Option<Verdict> {
        match self {
            Self::All(verdicts) => verdicts[usize::try_from(code).unwrap()],
            Self::Reached(verdicts) => verdicts.get(&code).copied(),
        }
    }

    fn insert(&mut self, code: u64, verdict: Verdict) {
        match self {
            Self::All(verdicts) => verdicts[usize::try_from(code).unwrap()] = Some(verdict),
            Self::Reached(verdicts) => {
                verdicts.insert(code, verdict);
            }
        }
    }
}

/// A solved game.
pub(crate) struct Oracle {
    cells: usize,
    /// How many columns there are if marks fall.
    falling: Option<usize>,
    misere: bool,
    lines: Vec<Vec<usize>>,
    verdicts: Verdicts,
}

impl Oracle {
    /// Marks stay where they are put.
    pub(crate) fn new(columns: usize, rows: usize, k: usize, misere: bool) -> Self {
        Self::explored(columns, rows, k, None, misere)
    }

    /// Marks fall to the lowest empty cell of a column.
    pub(crate) fn falling(columns: usize, rows: usize, k: usize, misere: bool) -> Self {
        Self::explored(columns, rows, k, Some(columns), misere)
    }

    /// Plays every play from the empty board, remembering what it found out.
    fn explored(
        columns: usize,
        rows: usize,
        k: usize,
        falling: Option<usize>,
        misere: bool,
    ) -> Self {
        let mut oracle = Self::unexplored((columns, rows, k), falling.is_some(), misere);
        if falling.is_none() {
            oracle.verdicts = Verdicts::All(vec![None; usize::try_from(oracle.codes()).unwrap()]);
        }
        oracle.explore_from(&vec![EMPTY; oracle.cells]);
        oracle
    }

    /// The rules alone, of columns, rows and the length of a line.
    pub(crate) fn unexplored(
        (columns, rows, k): (usize, usize, usize),
        falls: bool,
        misere: bool,
    ) -> Self {
        let verdicts = Verdicts::Reached(FxHashMap::default());
        let falling = falls.then_some(columns);
        Self { cells: columns * rows, falling, misere, lines: lines(columns, rows, k), verdicts }
    }

    /// Plays every play from a board.
    pub(crate) fn explore_from(&mut self, board: &[u64]) {
        let marks = board.iter().filter(|&&cell| cell != EMPTY).count();
        let code = board.iter().rev().fold(0, |code, cell| 3 * code + cell);
        self.explore(&mut board.to_vec(), code, marks.try_into().unwrap());
    }

    /// The boards after a board. None if the game is over.
    pub(crate) fn after(&self, board: &[u64]) -> Vec<Vec<u64>> {
        let mark = to_move(board);
        if self.over(board, mark).is_some() {
            return Vec::new();
        }
        let marked = |(_, cell): (u8, usize)| {
            let mut after = board.to_vec();
            after[cell] = mark;
            after
        };
        self.targets(board).into_iter().map(marked).collect()
    }

    fn explore(&mut self, board: &mut [u64], code: u64, ply: u8) -> Verdict {
        if let Some(verdict) = self.verdicts.get(code) {
            return verdict;
        }
        let mark = 1 + u64::from(ply % 2);
        let verdict = self.over(board, mark).unwrap_or_else(|| {
            let mut best: Option<Verdict> = None;
            for (_, cell) in self.targets(board) {
                board[cell] = mark;
                let (theirs, plies) = self.explore(board, code + digit(mark, cell), ply + 1);
                board[cell] = EMPTY;
                let ours = (-theirs, plies + 1);
                if best.is_none_or(|best| better(ours, best)) {
                    best = Some(ours);
                }
            }
            best.unwrap()
        });
        self.verdicts.insert(code, verdict);
        verdict
    }

    pub(crate) fn has_line(&self, board: &[u64], mark: u64) -> bool {
        self.lines.iter().any(|line| line.iter().all(|&cell| board[cell] == mark))
    }

    /// The verdict if the game is over, with `mark` to move.
    pub(crate) fn over(&self, board: &[u64], mark: u64) -> Option<Verdict> {
        if self.has_line(board, 3 - mark) {
            Some((if self.misere { 1 } else { -1 }, 0))
        } else if board.iter().all(|&cell| cell != EMPTY) {
            Some((0, 0))
        } else {
            None
        }
    }

    pub(crate) fn codes(&self) -> u64 {
        3_u64.pow(self.cells.try_into().unwrap())
    }

    /// The codes of all positions, in some order.
    pub(crate) fn positions(&self) -> Vec<u64> {
        match &self.verdicts {
            Verdicts::All(_) => {
                (0..self.codes()).filter(|&code| self.verdict(code).is_some()).collect()
            }
            Verdicts::Reached(verdicts) => verdicts.keys().copied().collect(),
        }
    }

    /// The verdict of the position with this code; `None` if play never reaches it.
    pub(crate) fn verdict(&self, code: u64) -> Option<Verdict> {
        self.verdicts.get(code)
    }

    /// Whether the game is over in this reachable position.
    pub(crate) fn is_over(&self, code: u64) -> bool {
        let board = self.board(code);
        self.over(&board, to_move(&board)).is_some()
    }

    /// Each move of a reachable position with its worth for the side to move.
    pub(crate) fn moves(&self, code: u64) -> Vec<(u8, Verdict)> {
        let board = self.board(code);
        let mark = to_move(&board);
        if self.over(&board, mark).is_some() {
            return Vec::new();
        }
        let mut moves = Vec::new();
        for (mv, cell) in self.targets(&board) {
            let (theirs, plies) = self.verdict(code + digit(mark, cell)).unwrap();
            moves.push((mv, (-theirs, plies + 1)));
        }
        moves
    }

    /// The moves by their numbers, ascending, each with the cell that it marks.
    pub(crate) fn targets(&self, board: &[u64]) -> Vec<(u8, usize)> {
        let mut targets = Vec::new();
        match self.falling {
            None => {
                for cell in (0..self.cells).filter(|&cell| board[cell] == EMPTY) {
                    targets.push((cell.try_into().unwrap(), cell));
                }
            }
            Some(columns) => {
                for column in 0..columns {
                    // From the bottom upwards.
                    let mut cells = (column..self.cells).step_by(columns).rev();
                    if let Some(cell) = cells.find(|&cell| board[cell] == EMPTY) {
                        targets.push((u8::try_from(column).unwrap() + 1, cell));
                    }
                }
            }
        }
        targets
    }

    /// The moves that no other is better than.
    pub(crate) fn fastest(&self, code: u64) -> Vec<u8> {
        fastest(&self.moves(code))
    }

    /// The moves that keep the outcome.
    pub(crate) fn outcome_preserving(&self, code: u64) -> Vec<u8> {
        outcome_preserving(&self.moves(code))
    }

    /// The board with this code, a digit a cell.
    pub(crate) fn board(&self, code: u64) -> Vec<u64> {
        let mut rest = code;
        (0..self.cells)
            .map(|_| {
                let digit = rest % 3;
                rest /= 3;
                digit
            })
            .collect()
    }
}

/// Of moves with their worth those that no other is better than.
pub(crate) fn fastest(moves: &[(u8, Verdict)]) -> Vec<u8> {
    moves
        .iter()
        .filter(|(_, worth)| moves.iter().all(|&(_, other)| !better(other, *worth)))
        .map(|&(mv, _)| mv)
        .collect()
}

/// Of moves with their worth those that keep the outcome.
pub(crate) fn outcome_preserving(moves: &[(u8, Verdict)]) -> Vec<u8> {
    let best = moves.iter().map(|&(_, (outcome, _))| outcome).max();
    moves.iter().filter(|(_, (outcome, _))| Some(*outcome) == best).map(|&(mv, _)| mv).collect()
}

/// Whether one worth is better for the mover than another: win fast, lose slowly.
fn better(one: Verdict, other: Verdict) -> bool {
    if one.0 == other.0 {
        (one.0 > 0 && one.1 < other.1) || (one.0 < 0 && one.1 > other.1)
    } else {
        one.0 > other.0
    }
}

/// What a mark in a cell adds to the code.
pub(crate) fn digit(mark: u64, cell: usize) -> u64 {
    mark * 3_u64.pow(cell.try_into().unwrap())
}

/// The mark whose turn it is: X, 1, unless it has more marks.
pub(crate) fn to_move(board: &[u64]) -> u64 {
    let count = |mark| board.iter().filter(|&&cell| cell == mark).count();
    if count(1) > count(2) { 2 } else { 1 }
}

/// Every line, as the list of its cells.
fn lines(columns: usize, rows: usize, k: usize) -> Vec<Vec<usize>> {
    let mut lines = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            for (right, down) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                let line: Option<Vec<usize>> = (0..k)
                    .map(|step| {
                        let column = column.checked_add_signed(right * step.cast_signed())?;
                        let row = row + down * step;
                        (column < columns && row < rows).then_some(row * columns + column)
                    })
                    .collect();
                lines.extend(line);
            }
        }
    }
    lines
}
