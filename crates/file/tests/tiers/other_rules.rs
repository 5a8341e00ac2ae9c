//! A game with the name of another one, and a game with fewer symmetries: their tables are not mixed up.

use std::{fmt, fs};

use perfect_play_core::{
    Board, Game, Kind, Move, Moves, NotAPosition, Objective, Outcome, Player, ProbeError,
};
use perfect_play_file::{TableFile, TierWriter, WriteErrorKind, to_bytes};
use perfect_play_games::Mnk;
use perfect_play_generator::solve_tiers;
use perfect_play_numbering::{TierNumbering, TierTable, Tiers};
use perfect_play_proof::diff_of_the_same;

use crate::solved::{SMALL, Solved};

/// A game with another name, or with only some of its symmetries.
#[derive(Clone, Copy)]
struct Other {
    game: Mnk,
    name: &'static str,
    symmetries: &'static [u8],
}

impl fmt::Display for Other {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Game for Other {
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
    fn max_plies(&self) -> u16 {
        self.game.max_plies()
    }
    fn ply(&self, board: Board) -> Option<u16> {
        self.game.ply(board)
    }
    fn plies_to_draw(&self, board: Board) -> Option<u16> {
        self.game.plies_to_draw(board)
    }

    fn symmetries(&self) -> u8 {
        u8::try_from(self.symmetries.len()).unwrap()
    }
    fn image(&self, board: Board, symmetry: u8) -> Board {
        self.game.image(board, self.symmetries[usize::from(symmetry)])
    }
    fn image_of_move(&self, position: Self::Position, mv: Move, symmetry: u8) -> Move {
        self.game.image_of_move(position, mv, self.symmetries[usize::from(symmetry)])
    }

    fn fmt_position(&self, board: Board, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt_position(board, f)
    }
}

const ALL: &[u8] = &[0, 1, 2, 3, 4, 5, 6, 7];

#[test]
fn a_table_is_opened_with_the_rules_that_it_was_made_with() {
    let solved = Solved::new("tictactoe");
    let honest = Other { game: solved.game, name: "tictactoe", symmetries: ALL };
    let misere = Other { game: "tictactoe+misere".parse().unwrap(), ..honest };
    for bytes in [solved.bytes(SMALL), to_bytes(&solved.table()).unwrap()] {
        let open = |game| TableFile::read(&*bytes).unwrap().into_table::<_, TierNumbering>(game);
        assert!(open(honest).is_ok());
        assert_eq!(
            open(misere).unwrap_err().to_string(),
            "the table was made with other rules of tictactoe than those it is opened with"
        );
    }
    // The parts of the board depend on the symmetries.
    let fewer = Other { symmetries: &[0], ..honest };
    let tiers = |game| Tiers::of(&game).unwrap().cells();
    let error =
        TableFile::read(&*solved.bytes(SMALL)).unwrap().into_table::<_, TierNumbering>(fewer);
    assert_eq!(error.is_err(), tiers(fewer) != tiers(honest));
}

#[test]
fn a_file_under_way_is_not_gone_on_with_by_other_rules() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t");
    let solved = Solved::new("tictactoe");
    let writer = solved.writer(&path, SMALL).unwrap();
    solved.write_tiers(&writer, 5);
    let partial = writer.partial_path().to_path_buf();
    drop(writer);
    let before = fs::read(&partial).unwrap();
    let other: Mnk = "tictactoe+misere".parse().unwrap();
    let other = Other { game: other, name: "tictactoe", symmetries: ALL };
    let tiers = Tiers::of(&other).unwrap();
    let writer = TierWriter::with_settings(&path, &other, Objective::Fastest, tiers, SMALL);
    let error = writer.map(drop).unwrap_err();
    assert!(matches!(error.kind(), WriteErrorKind::OtherTable { .. }), "{error}");
    assert_eq!(fs::read(&partial).unwrap(), before);
}

#[test]
fn tables_of_other_slots_are_not_the_same() {
    for (name, symmetries) in [
        ("connect:3,6,3", &[&[0][..], &[0, 1]][..]),
        ("mnk:3,4,3", &[&[0], &[0, 1], &[0, 2], &[0, 3], &[0, 1, 2, 3]]),
    ] {
        let table = |symmetries| {
            let game = Other { game: name.parse().unwrap(), name: "other", symmetries };
            let numbering = Tiers::of(&game).unwrap();
            let sections = solve_tiers(&game, &numbering, &|_| ()).unwrap();
            TierTable::new(game, Objective::Fastest, numbering.into(), sections).unwrap()
        };
        let tables: Vec<_> = symmetries.iter().map(|&symmetries| table(symmetries)).collect();
        for (i, first) in tables.iter().enumerate() {
            for (j, second) in tables.iter().enumerate() {
                let same = diff_of_the_same(first, second, &mut |_, _| ()).unwrap();
                assert_eq!(same.is_some(), i == j, "{name}");
            }
        }
    }
}
