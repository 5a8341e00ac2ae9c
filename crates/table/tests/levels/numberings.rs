//! Games with the same positions, and slots that stand for others.

use std::fmt;

use perfect_play_core::{
    Board, Game, Kind, Mnk, Move, Moves, NotAPosition, Objective, Outcome, Player, ProbeError,
};
use perfect_play_index::{Index, LevelTable};
use perfect_play_table::{DiffError, levels};

/// A game that knows only some of its symmetries.
#[derive(Clone, Copy)]
struct Fewer {
    game: Mnk,
    symmetries: &'static [u8],
}

impl fmt::Display for Fewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.game, self.symmetries)
    }
}

impl Game for Fewer {
    type Position = Board;

    fn start(&self) -> Board {
        self.game.start()
    }

    fn to_move(&self, board: Board) -> Player {
        self.game.to_move(board)
    }

    fn legal_moves(&self, board: Board) -> Moves {
        self.game.legal_moves(board)
    }

    fn play(&self, board: Board, mv: Move) -> Board {
        self.game.play(board, mv)
    }

    fn terminal(&self, board: Board) -> Option<Outcome> {
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
        self.game.check(board)
    }

    fn codes_rise(&self) -> bool {
        self.game.codes_rise()
    }

    fn max_move(&self) -> Move {
        self.game.max_move()
    }

    fn max_plies(&self) -> u8 {
        self.game.max_plies()
    }

    fn ply(&self, board: Board) -> u8 {
        self.game.ply(board)
    }

    fn plies_to_draw(&self, board: Board) -> u8 {
        self.game.plies_to_draw(board)
    }

    fn symmetries(&self) -> u8 {
        u8::try_from(self.symmetries.len()).unwrap()
    }

    fn image(&self, board: Board, symmetry: u8) -> Board {
        self.game.image(board, self.symmetries[usize::from(symmetry)])
    }

    fn image_of_move(&self, mv: Move, symmetry: u8) -> Move {
        self.game.image_of_move(mv, self.symmetries[usize::from(symmetry)])
    }

    fn same_positions(&self, other: &Self) -> bool {
        self.game.same_positions(&other.game)
    }

    fn fmt_position(&self, board: Board, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt_position(board, f)
    }
}

/// A table without entries.
fn table(name: &str, symmetries: &'static [u8]) -> LevelTable<Fewer> {
    let game = Fewer { game: name.parse().unwrap(), symmetries };
    let index = Index::of(&game).unwrap();
    let slots = |level| usize::try_from(index.top_slots(level, index.tops() - 1).end).unwrap();
    let levels = (0..index.levels()).map(|level| vec![0; slots(level)]).collect();
    LevelTable::new(game, Objective::Fastest, index, levels).unwrap()
}

#[test]
fn tables_of_other_slots_are_not_compared() {
    // Two of the symmetries of a rectangle have orbits of the same sizes, so that all numbers of
    // their slots are the same, too.
    for (name, symmetries) in [
        ("connect:3,6,3", &[&[0][..], &[0, 1]][..]),
        ("mnk:3,6,3", &[&[0], &[0, 1], &[0, 2], &[0, 3], &[0, 1, 2, 3]]),
    ] {
        let tables: Vec<_> = symmetries.iter().map(|symmetries| table(name, symmetries)).collect();
        for (i, first) in tables.iter().enumerate() {
            for (_, second) in tables.iter().enumerate().filter(|&(j, _)| i != j) {
                let error = levels::diff(first, second, 1, &mut |_, _| ()).unwrap_err();
                assert!(matches!(error, DiffError::DifferentSlots { .. }), "{error}");
            }
        }
    }
    let table = table("connect:3,6,3", &[0]);
    assert!(levels::diff(&table, &table, 1, &mut |_, _| ()).unwrap().is_empty());
}
