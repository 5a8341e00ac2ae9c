//! Properties of all codes and all boards, including invalid ones.
#![cfg(all(feature = "direct", feature = "compact"))]

use perfect_play::{Board, Game, Mnk, Probe, ProbeError, TICTACTOE, TICTACTOE_MISERE, compact};
use perfect_play_generator::{core::Objective, solve};
use proptest::prelude::*;

fn any_board() -> impl Strategy<Value = Board> {
    prop_oneof![
        (0..3_u64.pow(40)).prop_map(|code| Board::from_code(code).unwrap()),
        (0..40_000_u64).prop_map(|code| Board::from_code(code).unwrap()),
    ]
}

proptest! {
    #[test]
    fn a_probe_by_board_and_one_by_code_say_the_same(board in any_board()) {
        let pairs = [
            (&TICTACTOE, &compact::TICTACTOE),
            (&TICTACTOE_MISERE, &compact::TICTACTOE_MISERE),
        ];
        for (direct, compact) in pairs {
            let answer = direct.probe(board);
            prop_assert_eq!(direct.probe_code(board.code()), answer);
            prop_assert_eq!(compact.probe(board), answer);
            prop_assert_eq!(direct.move_values(board).is_ok(), answer.is_ok());
        }
    }

    #[test]
    fn no_code_is_a_panic(code in any::<u64>()) {
        let board = TICTACTOE.game().decode(code).map_err(ProbeError::from);
        let compact = board.and_then(|board| compact::TICTACTOE.probe(board));
        prop_assert_eq!(TICTACTOE.probe_code(code), compact);
        prop_assert_eq!(TICTACTOE.probe_code(code).is_ok(), Board::from_code(code)
            .is_some_and(|board| TICTACTOE.probe(board).is_ok()));
    }

    #[test]
    fn an_illegal_move_is_never_a_panic(board in any_board(), mv in any::<u8>()) {
        let falling = |m, n, k| Mnk::new(m, n, k).unwrap().gravity();
        for game in [Mnk::TICTACTOE, falling(3, 3, 3), falling(8, 5, 4), falling(40, 1, 3)] {
            let after = game.play(board, mv);
            let marks = |board: Board| board.occupied().count_ones();
            prop_assert!(after == board || marks(after) == marks(board) + 1);
            let _ = (game.image_of_move(board, mv, mv), game.image(board, mv), game.canonical(board));
            let _ = (game.ply(board), game.plies_to_draw(board), game.winner(board));
            let _ = (game.cell_of_move(board, mv), game.cell_of_last_move(board, mv));
            let _ = (game.open_cells(board), game.kind().static_value(board));
            let _ = game.check(board).map_err(|reason| reason.to_string());
        }
    }

    #[test]
    fn a_position_has_one_code_and_a_code_one_position(code in 0..3_u64.pow(12)) {
        let game = Mnk::new(4, 3, 3).unwrap();
        if let Ok(board) = game.decode(code) {
            prop_assert_eq!(game.encode(board), code);
            prop_assert_eq!(game.parse(&game.notation(board).to_string()), Ok(board));
        }
    }
}

#[test]
fn every_move_leads_from_an_entry_to_an_entry() {
    let table = solve(Mnk::new(4, 3, 3).unwrap(), Objective::Fastest, &mut |_, _| ()).unwrap();
    for board in table.positions() {
        for mv in table.game().legal_moves(board) {
            assert!(table.value(table.game().play(board, mv)).is_ok());
        }
    }
}
