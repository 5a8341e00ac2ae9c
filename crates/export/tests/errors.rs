//! Tables that cannot be exported.

use std::fmt;

use perfect_play_core::{
    Board, CodeTable, Game, Objective, Probe, ProbeError, ProbeFailure, Value,
};
use perfect_play_export::{ExportError, Language, MAX_CODES, check_size, export, types};
use perfect_play_games::Mnk;

use super::solved;

/// A table of tic-tac-toe with other bytes in some slots.
fn changed(changes: &[(&str, u8)]) -> CodeTable<Mnk, Vec<u8>> {
    let (game, table) = (Mnk::TICTACTOE, solved("tictactoe"));
    let mut slots = vec![Value::NONE; usize::try_from(game.codes()).unwrap()];
    for board in table.positions() {
        slots[usize::try_from(board.code()).unwrap()] = table.value(board).unwrap().byte();
    }
    for &(board, byte) in changes {
        slots[usize::try_from(game.parse(board).unwrap().code()).unwrap()] = byte;
    }
    CodeTable::by_code(game, Objective::Fastest, slots).unwrap()
}

#[test]
fn a_table_that_contradicts_itself_is_refused_in_every_language() {
    for (board, byte, position, what) in [
        ("X........", 255, ".........", "a move leads to a position without an entry"),
        (".........", 253, ".........", "its value is not that of its best move"),
        ("XXXOO....", 127, "XX.OO....", "its value is not that of its best move"),
        // A win in 126 plies for O. The move of X to this position would be a loss in 127.
        ("X........", 128, ".........", "a move takes more plies than a play can have"),
    ] {
        let table = changed(&[(board, byte)]);
        for language in Language::ALL {
            let error = export(&table, language, "").unwrap_err();
            let expected = ExportError::Contradiction { position: position.to_owned(), what };
            assert_eq!(error, expected, "{language}");
        }
    }
    let error = export(&changed(&[(".........", 253)]), Language::C, "").unwrap_err();
    assert_eq!(
        error.to_string(),
        "the table contradicts itself at .........: its value is not that of its best move"
    );
    assert!(export(&changed(&[]), Language::C, "").is_ok());
}

#[test]
fn a_game_that_is_too_large_is_refused() {
    let game: Mnk = "mnk:13,1,3".parse().unwrap();
    let table = Unread(game);
    let error = export(&table, Language::C, "").unwrap_err();
    assert_eq!(ExportError::TooLarge(check_size(&game, game.codes()).unwrap_err()), error);
    assert_eq!(
        error.to_string(),
        "mnk:13,1,3 has 1594323 codes, and an exported file has at most 1048576: use fewer empty codes, or keep \
         its table in a .perfect file"
    );
    assert!("mnk:4,3,3".parse::<Mnk>().unwrap().codes() < MAX_CODES);
}

/// A table whose start has no code.
struct NoStart(CodeTable<Mnk, Vec<u8>>);

impl Probe for NoStart {
    type Game = Mnk;
    type Error = ProbeError;

    fn game(&self) -> &Mnk {
        self.0.game()
    }

    fn objective(&self) -> Objective {
        self.0.objective()
    }

    fn value(&self, board: Board) -> Result<Value, ProbeError> {
        self.0.value(board)
    }

    fn code(&self, board: Board) -> Option<u64> {
        self.0.code(board).filter(|_| board != Board::EMPTY)
    }
}

#[test]
fn a_table_without_a_code_for_the_start_is_refused() {
    let table = NoStart(changed(&[]));
    let expected = ExportError::NoStart { position: ".........".to_owned() };
    for language in Language::ALL {
        assert_eq!(export(&table, language, ""), Err(expected.clone()), "{language}");
    }
    assert_eq!(types(&table, ""), Err(expected.clone()));
    assert_eq!(
        expected.to_string(),
        "the table has no code for the start, .........: an exported file gives positions by their codes"
    );
}

/// A table that cannot be read.
struct Unread(Mnk);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NotRead;

impl fmt::Display for NotRead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the disk is full of sand")
    }
}

impl std::error::Error for NotRead {}

impl From<ProbeError> for NotRead {
    fn from(_: ProbeError) -> Self {
        Self
    }
}

impl ProbeFailure for NotRead {
    fn no_entry(&self) -> Option<ProbeError> {
        None
    }
}

impl Probe for Unread {
    type Game = Mnk;
    type Error = NotRead;

    fn game(&self) -> &Mnk {
        &self.0
    }

    fn objective(&self) -> Objective {
        Objective::Fastest
    }

    fn value(&self, _: Board) -> Result<Value, NotRead> {
        Err(NotRead)
    }
}

#[test]
fn that_a_table_cannot_be_read_is_no_answer() {
    for language in Language::ALL {
        let error = export(&Unread(Mnk::TICTACTOE), language, "").unwrap_err();
        assert_eq!(
            error.to_string(),
            "the table cannot be read at .........: the disk is full of sand"
        );
        assert_eq!(
            error,
            ExportError::Unreadable { position: ".........".into(), reason: NotRead }
        );
    }
}
