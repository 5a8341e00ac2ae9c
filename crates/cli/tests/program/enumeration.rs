//! Tic-tac-toe, its levels and the chances between them, implemented once more on plain arrays by following every move.
//! Nothing here uses the project.

use std::{
    collections::{BTreeMap, HashMap},
    rc::Rc,
};

use num_rational::Ratio;

pub(crate) type Fraction = Ratio<i128>;

type Board = [u8; 9];

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

fn winner(board: &Board) -> Option<u8> {
    LINES.iter().find_map(|line| {
        let [a, b, c] = line.map(|cell| board[cell]);
        (a != b'.' && a == b && b == c).then_some(a)
    })
}

fn empty_cells(board: &Board) -> Vec<usize> {
    (0..9).filter(|&cell| board[cell] == b'.').collect()
}

fn is_over(board: &Board) -> bool {
    winner(board).is_some() || empty_cells(board).is_empty()
}

fn mover(board: &Board) -> u8 {
    if empty_cells(board).len() % 2 == 1 { b'X' } else { b'O' }
}

fn after(board: &Board, cell: usize) -> Board {
    let mut next = *board;
    next[cell] = mover(board);
    next
}

pub(crate) fn board(text: &str) -> Board {
    text.as_bytes().try_into().unwrap()
}

/// How games end: by winner (`X`, `O`, or `.` for a draw) and number of plies.
pub(crate) type Ends = BTreeMap<(char, usize), Fraction>;

#[derive(Default)]
pub(crate) struct Enumeration {
    scores: HashMap<Board, i32>,
    /// By the levels of X and O, and board.
    games: HashMap<([&'static str; 2], Board), Rc<Ends>>,
}

impl Enumeration {
    /// The depth-aware score of the tutorials.
    fn score(&mut self, board: Board) -> i32 {
        if let Some(&score) = self.scores.get(&board) {
            return score;
        }
        let moves_of_o = i32::try_from((0..9).filter(|&cell| board[cell] == b'O').count()).unwrap();
        let score = match winner(&board) {
            Some(b'X') => 10 - moves_of_o,
            Some(_) => -10 + moves_of_o,
            None if is_over(&board) => 0,
            None => {
                let scores: Vec<_> = empty_cells(&board)
                    .into_iter()
                    .map(|cell| self.score(after(&board, cell)))
                    .collect();
                let best =
                    if mover(&board) == b'X' { scores.iter().max() } else { scores.iter().min() };
                *best.unwrap()
            }
        };
        self.scores.insert(board, score);
        score
    }

    /// The cells that a level may take, with their chances.
    fn chances(&mut self, level: &str, board: Board) -> Vec<(usize, Fraction)> {
        let mut cells: Vec<(usize, i32)> = empty_cells(&board)
            .into_iter()
            .map(|cell| (cell, self.score(after(&board, cell))))
            .collect();
        if mover(&board) == b'X' {
            cells.sort_by_key(|&(_, score)| -score);
        } else {
            cells.sort_by_key(|&(_, score)| score);
        }
        let evenly = |cells: &[(usize, i32)], of: Fraction| {
            let each = of / i128::try_from(cells.len()).unwrap();
            cells.iter().map(|&(cell, _)| (cell, each)).collect::<Vec<_>>()
        };
        let equals = cells.iter().filter(|(_, score)| *score == cells[0].1).count();
        let (best, rest) = cells.split_at(equals);
        let one = Fraction::from_integer(1);
        match level {
            "blind" => evenly(&cells, one),
            "novice" if cells.len() > 1 => {
                vec![(cells[0].0, Fraction::new(2, 5)), (cells[1].0, Fraction::new(3, 5))]
            }
            "novice" | "master" => vec![(cells[0].0, one)],
            "perfect" => evenly(best, one),
            "skill(0.7)" if rest.is_empty() => evenly(best, one),
            "skill(0.7)" => {
                let (right, wrong) = (Fraction::new(7, 10), Fraction::new(3, 10));
                evenly(best, right).into_iter().chain(evenly(rest, wrong)).collect()
            }
            unknown => panic!("{unknown}"),
        }
    }

    /// How all games from a board on end, each game with its chance. The plies are counted from this board.
    pub(crate) fn games(&mut self, board: Board, levels: [&'static str; 2]) -> Rc<Ends> {
        if let Some(known) = self.games.get(&(levels, board)) {
            return Rc::clone(known);
        }
        let mut ends = Ends::new();
        if is_over(&board) {
            let winner = winner(&board).map_or('.', char::from);
            ends.insert((winner, 0), Fraction::from_integer(1));
        } else {
            let level = levels[usize::from(mover(&board) == b'O')];
            for (cell, part) in self.chances(level, board) {
                for (&(winner, plies), chance) in &*self.games(after(&board, cell), levels) {
                    *ends.entry((winner, plies + 1)).or_default() += part * chance;
                }
            }
        }
        let ends = Rc::new(ends);
        self.games.insert((levels, board), Rc::clone(&ends));
        ends
    }
}
