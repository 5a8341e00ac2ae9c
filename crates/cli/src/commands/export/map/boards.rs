//! The boards of a map: every move of the other side, and the one best answer to each.

use std::collections::HashMap;

use perfect_play_core::{Board, Entry, Game, Move, Player};
use perfect_play_games::Mnk;

use crate::{tables::table::Boards, terminal::exit::Trouble};

/// A map, and the facts for its drawing.
pub(super) struct Map<'a> {
    pub(super) table: &'a Boards,
    pub(super) side: Player,
    /// The table's entry for the start.
    pub(super) start: Entry,
    pub(super) boards: u64,
    pub(super) first: MapBoard,
}

/// A side that always takes the table's best move.
#[derive(Clone, Copy)]
pub(super) struct Strategy<'a> {
    pub(super) table: &'a Boards,
    pub(super) side: Player,
}

/// A board of the map: the board after the other side's move and the answer to it.
pub(super) struct MapBoard {
    /// The other side's move; `None` on the first board.
    pub(super) mv: Option<Move>,
    /// The answer; `None` if the game was over before it, or if the other side begins.
    pub(super) answer: Option<Move>,
    pub(super) board: Board,
    /// The boards after each possible next move of the other side.
    pub(super) replies: Vec<Self>,
}

impl Strategy<'_> {
    /// How many boards the map has.
    pub(super) fn boards(&self) -> Result<u64, Trouble> {
        let (board, _) = self.answered(self.game().start())?;
        self.boards_from(board, &mut HashMap::new())
    }

    /// The map, from its first board on.
    pub(super) fn map(&self) -> Result<MapBoard, Trouble> {
        self.map_from(None, self.game().start())
    }

    fn game(&self) -> &Mnk {
        &self.table.game
    }

    /// How many boards the map has from an answered board on. Many lines of play meet on one board, so the counts are
    /// stored.
    fn boards_from(&self, board: Board, known: &mut HashMap<Board, u64>) -> Result<u64, Trouble> {
        if let Some(&boards) = known.get(&board) {
            return Ok(boards);
        }
        let mut boards = 1_u64;
        for mv in self.game().legal_moves(board) {
            let (reply, _) = self.answered(self.game().play(board, mv))?;
            boards = boards.saturating_add(self.boards_from(reply, known)?);
        }
        known.insert(board, boards);
        Ok(boards)
    }

    fn map_from(&self, mv: Option<Move>, board: Board) -> Result<MapBoard, Trouble> {
        let (board, answer) = self.answered(board)?;
        let moves = self.game().legal_moves(board).iter();
        let replies = moves.map(|mv| self.map_from(Some(mv), self.game().play(board, mv)));
        Ok(MapBoard { mv, answer, board, replies: replies.collect::<Result<_, _>>()? })
    }

    /// The board after the answer, and the answer, if there is one.
    fn answered(&self, board: Board) -> Result<(Board, Option<Move>), Trouble> {
        let game = self.game();
        if game.terminal(board).is_some() || game.to_move(board) != self.side {
            return Ok((board, None));
        }
        let answer = self.table.entry(board)?.best_move();
        Ok((answer.map_or(board, |answer| game.play(board, answer)), answer))
    }
}

impl MapBoard {
    /// The boards on which the game is over, one for each line of play.
    pub(super) fn ends(&self) -> Vec<Board> {
        match &*self.replies {
            [] => vec![self.board],
            replies => replies.iter().flat_map(Self::ends).collect(),
        }
    }

    /// The board on which the game is over: this board, or the board that fills this board's only empty cell.
    pub(super) fn last(&self) -> Option<&Self> {
        match &*self.replies {
            [] => Some(self),
            [last] if last.replies.is_empty() && last.answer.is_none() => Some(last),
            _ => None,
        }
    }
}
