//! The table of an m,n,k-game, in the form that the page's `lines.js` reads: one byte for each code.

use perfect_play_core::{Board, Game, Probe};
use perfect_play_games::Mnk;
use perfect_play_proof::TableError;

use crate::{tables::table::Boards, terminal::exit::Trouble};

/// The largest table that the page unpacks, in bytes.
pub(super) const MOST_SLOTS: u64 = 1 << 26;

/// The numbering of boards in the page.
struct Codes {
    game: Mnk,
    /// The value of each mark of X and of O in the code, in games in which marks are placed.
    placed: Vec<[u64; 2]>,
    /// The number of digits of a column, in games in which marks fall.
    base: u64,
}

/// How many codes there are; `None` if they exceed 64 bits.
pub(super) fn slots(game: &Mnk) -> Option<u64> {
    let shape = game.shape();
    if game.has_gravity() {
        let base = 1_u64.checked_shl(u32::from(shape.rows()) + 1)?.checked_sub(1)?;
        base.checked_pow(shape.columns().into())
    } else {
        3_u64.checked_pow(shape.cells().into())
    }
}

impl Codes {
    /// The codes of a game that has at most [`MOST_SLOTS`] of them.
    fn new(game: Mnk) -> Self {
        let powers = (0..game.shape().cells()).scan(1_u64, |power, _| {
            let now = *power;
            *power = power.saturating_mul(3);
            Some([now, now.saturating_mul(2)])
        });
        Self { game, placed: powers.collect(), base: (2 << game.shape().rows()) - 1 }
    }

    /// The smallest code among the images of a board.
    fn canonical(&self, board: Board) -> u64 {
        let images = 0..self.game.symmetries();
        images.map(|image| self.code(self.game.image(board, image))).min().unwrap_or(0)
    }

    fn code(&self, board: Board) -> u64 {
        if !self.game.has_gravity() {
            let cells = self.placed.iter().enumerate();
            return cells
                .map(|(cell, [x, o])| x * (board.x() >> cell & 1) + o * (board.o() >> cell & 1))
                .sum();
        }
        let (columns, rows) = (self.game.shape().columns(), self.game.shape().rows());
        (0..columns).rev().fold(0, |code, column| {
            let marks = (0..rows).rev().map(|row| row * columns + column);
            let marks = marks.filter(|cell| board.occupied() >> cell & 1 == 1);
            let digit =
                marks.enumerate().map(|(height, cell)| (1 + (board.o() >> cell & 1)) << height);
            self.base * code + digit.sum::<u64>()
        })
    }
}

/// The values by code. Each value is at the smallest code among the images of its board. A code without a value repeats
/// the value before it, which compresses well.
pub(super) fn values(boards: &Boards) -> Result<Vec<u8>, Trouble> {
    let (table, game) = (boards.probe(), boards.game);
    let codes = Codes::new(game);
    let mut values = vec![u8::MAX; usize::try_from(slots(&game).unwrap_or(0))?];
    let mut level = vec![game.start()];
    while !level.is_empty() {
        let mut next = Vec::new();
        for board in level {
            let moves = game.legal_moves(board);
            if !moves.is_empty() {
                let value = table
                    .value(board)
                    .map_err(|reason| boards.table.trouble(TableError::at(&game, board, reason)))?;
                values[usize::try_from(codes.canonical(board))?] = value.byte();
            }
            next.extend(moves.iter().map(|mv| canonical(&game, game.play(board, mv))));
        }
        next.sort_unstable();
        next.dedup();
        level = next;
    }
    let mut last = 0;
    for value in &mut values {
        if *value == u8::MAX {
            *value = last;
        }
        last = *value;
    }
    Ok(values)
}

/// The canonical image of a board.
fn canonical(game: &Mnk, board: Board) -> Board {
    (0..game.symmetries()).map(|image| game.image(board, image)).min().unwrap_or(board)
}
