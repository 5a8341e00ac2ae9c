//! Probes all 19,683 codes in every type that answers probes, and compares with the oracle and with plain minimax.
#![cfg(all(feature = "direct", feature = "compact"))]

use std::path::Path;

use perfect_play::{
    Baked, Board, Direct, Entry, Facts, Game, Mnk, Moves, NotAPosition, Objective, Outcome, Player,
    Probe, ProbeError, TICTACTOE, TICTACTOE_MISERE, Words, compact,
};
use perfect_play_file::TableFile;
use perfect_play_generator::{ScoreRule, Solution, minimax, solve};

use crate::oracle::Oracle;

const CODES: u64 = 19_683;

fn games() -> [(&'static Direct, &'static compact::Compact, Oracle, &'static str); 2] {
    [
        (&TICTACTOE, &compact::TICTACTOE, Oracle::new(3, 3, 3, false), "tictactoe"),
        (
            &TICTACTOE_MISERE,
            &compact::TICTACTOE_MISERE,
            Oracle::new(3, 3, 3, true),
            "tictactoe-misere",
        ),
    ]
}

fn outcome(number: i8) -> Outcome {
    match number {
        -1 => Outcome::Loss,
        0 => Outcome::Draw,
        _ => Outcome::Win,
    }
}

fn set(moves: &[u8]) -> Moves {
    moves.iter().copied().collect()
}

/// The entry by the oracle; `None` where there should be none.
fn expected(oracle: &Oracle, code: u64) -> Option<Entry> {
    let (number, remoteness) = oracle.verdict(code)?;
    Some(Entry {
        outcome: outcome(number),
        remoteness: Some(remoteness),
        score: None,
        optimal_moves: set(&oracle.fastest(code)),
    })
}

/// Everything that a table answers about one code.
fn answers<T: Probe<Game = Mnk, Error = ProbeError>>(
    table: &T,
    code: u64,
) -> Result<Entry, ProbeError> {
    let board = table.game().decode(code)?;
    let entry = table.probe(board);
    assert_eq!(table.value(board), entry.map(|entry| entry.value().unwrap()));
    entry
}

#[test]
fn all_codes_answer_the_same_everywhere() {
    for (direct, compact, oracle, file) in games() {
        let game = *direct.game();
        let solution = solve(game, Objective::Fastest, &mut |_, _| ()).unwrap();
        let path = Path::new("data").join(file).with_extension("perfect");
        let opened: Solution<_> = TableFile::open(&path).unwrap().into_table(game).unwrap();
        let mut reachable = 0;
        for code in 0..CODES {
            let answer = direct.probe_code(code);
            assert_eq!(answer.ok(), expected(&oracle, code), "{game}, code {code}");
            reachable += u64::from(answer.is_ok());

            let board = Board::from_code(code).unwrap();
            assert_eq!(direct.probe(board), answer);
            assert_eq!(compact.probe(board), answer);
            assert_eq!(answers(direct, code), answer);
            assert_eq!(answers(compact, code), answer);
            assert_eq!(answers(&solution, code), answer);
            assert_eq!(answers(&opened, code), answer);
        }
        assert_eq!(reachable, 5_478);
    }
}

#[test]
fn each_moves_worth_and_the_outcome_preserving_moves_are_the_oracles() {
    for (direct, compact, oracle, _) in games() {
        for board in direct.positions() {
            let code = board.code();
            let worths: Vec<_> = oracle
                .moves(code)
                .into_iter()
                .map(|(mv, (number, plies))| (mv, outcome(number), Some(plies)))
                .collect();
            for values in [direct.move_values(board), compact.move_values(board)] {
                let values: Vec<_> = values
                    .unwrap()
                    .iter()
                    .map(|value| (value.mv, value.outcome, value.remoteness))
                    .collect();
                assert_eq!(values, worths, "code {code}");
            }
            let preserving = set(&oracle.outcome_preserving(code));
            assert_eq!(direct.outcome_preserving_moves(board), Ok(preserving));
            assert_eq!(compact.outcome_preserving_moves(board), Ok(preserving));
            let entry = direct.probe(board).unwrap();
            assert!(entry.optimal_moves.is_within(preserving));
            assert_eq!(entry.is_terminal(), oracle.is_over(code));
            assert_eq!(entry.best_move(), oracle.fastest(code).first().copied());
        }
    }
}

#[test]
fn the_objective_outcome_calls_every_outcome_preserving_move_optimal() {
    for (direct, _, oracle, _) in games() {
        let solution = solve(*direct.game(), Objective::Outcome, &mut |_, _| ()).unwrap();
        for board in direct.positions() {
            let code = board.code();
            let (fastest, all) = (direct.probe(board).unwrap(), solution.probe(board).unwrap());
            let optimal_moves = set(&oracle.outcome_preserving(code));
            assert_eq!(all, Entry { optimal_moves, ..fastest });
        }
    }
}

#[test]
fn plain_minimax_live_agrees_on_every_position() {
    for (direct, _, _, _) in games() {
        let game = direct.game();
        for board in direct.positions() {
            let entry = direct.probe(board).unwrap();
            let live = minimax(game, board, ScoreRule::Unit);
            let for_mover = match game.to_move(board) {
                Player::X => live.score,
                Player::O => -live.score,
            };
            assert_eq!(i16::from(entry.outcome.number()), for_mover);
            let preserving = direct.outcome_preserving_moves(board).unwrap();
            assert_eq!(live.best_move, preserving.first());
        }
    }
}

#[test]
fn what_has_no_entry_has_the_right_one_of_two_errors() {
    for (direct, _, oracle, _) in games() {
        for code in (0..CODES).filter(|&code| oracle.verdict(code).is_none()) {
            let marks = |digit| oracle.board(code).iter().filter(|&&cell| cell == digit).count();
            let balanced = marks(1) == marks(2) || marks(1) == marks(2) + 1;
            match direct.probe_code(code).unwrap_err() {
                ProbeError::NotAPosition(reason) => {
                    let (x, o) = (marks(1).try_into().unwrap(), marks(2).try_into().unwrap());
                    assert_eq!(reason, NotAPosition::Unbalanced { x, o });
                    assert!(!balanced);
                }
                ProbeError::Unreachable(_) => assert!(balanced),
                ProbeError::NotStored => panic!("no table is cut"),
            }
        }
        let (code, codes) = (CODES, CODES);
        let too_large = NotAPosition::CodeTooLarge { code, codes }.into();
        assert_eq!(direct.probe_code(CODES), Err(too_large));
    }
}

#[test]
fn a_table_of_a_game_with_other_codes_gives_no_answer() {
    let (name, form) = ("mnk:4,3,3", TICTACTOE.facts().form);
    let facts = Facts::new("", name, Objective::Fastest, form, [CODES, 5_478, 39_366]);
    let table = Baked::new(Mnk::new(4, 3, 3).unwrap(), facts, Words::new(TICTACTOE.bytes()));
    let other_game = Err(NotAPosition::OtherGame.into());
    assert_eq!(table.probe_code(0), other_game);
    assert_eq!(table.probe(Board::EMPTY), other_game);
    assert_eq!(Probe::probe(&table, Board::EMPTY), other_game);
}

#[test]
fn the_registry_knows_the_baked_games_by_name() {
    for (direct, compact, _, _) in games() {
        let name = direct.game().to_string();
        assert!(std::ptr::eq(perfect_play::baked(&name).unwrap(), direct));
        assert!(std::ptr::eq(compact::baked(&name).unwrap(), compact));
    }
    assert_eq!(
        format!("{TICTACTOE:?}, {:?}", compact::TICTACTOE_MISERE),
        "Baked(tictactoe, fastest, direct words), Baked(tictactoe+misere, fastest, compact words)"
    );
    assert_eq!(perfect_play::baked_tables().len(), 2);
    assert_eq!(compact::baked_tables().len(), 2);
    for name in ["", "tictactoe ", "mnk:3,3,3", "TICTACTOE"] {
        assert!(perfect_play::baked(name).is_none(), "{name}");
    }
}

#[test]
fn tables_are_as_small_as_promised() {
    assert_eq!(TICTACTOE.bytes().len(), 2 * 19_683);
    let facts = compact::TICTACTOE.facts();
    assert_eq!(facts.entries, 765);
    // What was baked: pairs of 32-bit displacements, and pairs of a 16-bit key and a word.
    let map = include_str!(concat!(env!("OUT_DIR"), "/tictactoe_compact.rs"));
    let (displacements, entries) = map.split_once("entries: &[").unwrap();
    let pairs = |text: &str| text.matches('(').count();
    assert_eq!(pairs(entries), 765);
    let bytes = pairs(displacements) * 8 + pairs(entries) * 4;
    assert_eq!(facts.bytes, u64::try_from(bytes).unwrap());
    assert!((4_000..8 * 1024).contains(&bytes), "{bytes}");
}
