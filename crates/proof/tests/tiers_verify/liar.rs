//! A game of its own, whose rules are different for one board.

use std::fmt;

use perfect_play_core::{
    Board, Game, Kind, Move, Moves, NotAPosition, Outcome, Player, ProbeError, Unreachable,
};
use perfect_play_games::Mnk;

/// A game of its own, whose rules are different for one board.
#[derive(Clone, Copy)]
pub(super) struct Liar {
    pub(super) game: Mnk,
    pub(super) lie: Option<(Lie, Board)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Lie {
    IsUnreachable,
    Ends,
    HasNoMoves,
    MovesAgain,
    DrawsLater,
}

impl Liar {
    fn lies(&self, lie: Lie, board: Board) -> bool {
        self.lie == Some((lie, board))
    }
}

impl fmt::Display for Liar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("liar")
    }
}

impl Game for Liar {
    type Position = Board;

    fn start(&self) -> Board {
        self.game.start()
    }
    fn to_move(&self, board: Board) -> Player {
        let player = self.game.to_move(board);
        if self.lies(Lie::MovesAgain, board) { player.opponent() } else { player }
    }
    fn legal_moves(&self, board: Board) -> Moves {
        if self.lies(Lie::HasNoMoves, board) { Moves::EMPTY } else { self.game.legal_moves(board) }
    }
    fn play(&self, board: Board, mv: Move) -> Board {
        self.game.play(board, mv)
    }
    fn terminal(&self, board: Board) -> Option<Outcome> {
        if self.lies(Lie::Ends, board) {
            // If the game is over, these rules say that it is not.
            return self.game.terminal(board).is_none().then_some(Outcome::Loss);
        }
        self.game.terminal(board)
    }

    fn kind(&self) -> Kind {
        self.game.kind()
    }
    fn codes(&self) -> u64 {
        self.game.codes()
    }
    fn encode(&self, board: Board) -> u64 {
        self.game.encode(board)
    }
    fn decode(&self, code: u64) -> Result<Board, NotAPosition> {
        self.game.decode(code)
    }
    fn check(&self, board: Board) -> Result<(), ProbeError> {
        if self.lies(Lie::IsUnreachable, board) {
            return Err(Unreachable::NotInTable.into());
        }
        self.game.check(board)
    }
    fn codes_rise(&self) -> bool {
        true
    }
    fn max_plies(&self) -> u16 {
        self.game.max_plies()
    }
    fn ply(&self, board: Board) -> Option<u16> {
        self.game.ply(board)
    }
    fn plies_to_draw(&self, board: Board) -> Option<u16> {
        let plies = self.game.plies_to_draw(board)?;
        Some(plies + u16::from(self.lies(Lie::DrawsLater, board)))
    }

    fn symmetries(&self) -> u8 {
        self.game.symmetries()
    }
    fn image(&self, board: Board, symmetry: u8) -> Board {
        self.game.image(board, symmetry)
    }
    fn image_of_move(&self, position: Self::Position, mv: Move, symmetry: u8) -> Move {
        self.game.image_of_move(position, mv, symmetry)
    }
}
