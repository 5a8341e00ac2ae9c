//! A game that decodes its positions from second codes, too. No pass over a table by code may list, count or compare
//! a position twice. So `check_rules` need not look for such codes.

use perfect_play_core::{Board, CodeNumbering, Game, Kind, Objective, Probe};
use perfect_play_file::{TableFile, to_bytes};
use perfect_play_games::Mnk;
use perfect_play_generator::{
    check_rules,
    numbering::{SmallTable, TierTable, Tiers},
    solve, solve_tiers,
};
use perfect_play_proof::{Rules, diff, records, stats, verify_as};
use perfect_play_test_kit::{Lying, lies};

const OURS: Mnk = Mnk::TICTACTOE;
const FIRST_CODES: u64 = 19_683;

/// Tic-tac-toe with boards that are also decoded from codes of a second range. `encode` gives codes of the first
/// range. Without a second range, the empty board has every code that is not a board's.
fn twice(kind: Kind, codes: u64) -> Lying<Mnk> {
    let decode = move |code| {
        let board = OURS.decode(code % FIRST_CODES);
        if codes > FIRST_CODES { board } else { Ok(board.unwrap_or(Board::EMPTY)) }
    };
    let lies = lies().name("twice").kind(move |_| kind).codes(move |_| codes);
    Lying::new(OURS, lies.decode(move |code, _| decode(code)))
}

/// The positions of a table. Asserts that every pass lists each of them once.
fn positions<T: Probe<Game = Lying<Mnk>> + Sync>(table: &T) -> Vec<Board> {
    let listed: Vec<Board> = table.positions().collect();
    assert_eq!(records(table, &mut |_, _| ()).count(), listed.len());
    let compared = diff(table, table, 1, &mut |_, _| ()).unwrap();
    assert_eq!((compared.positions, compared.differing), (listed.len() as u64, 0));
    assert_eq!(stats(table, &mut |_, _| ()).unwrap().positions, listed.len() as u64);
    let proof = verify_as(table, &CodeNumbering, Rules::Unknown, &mut |_, _| ()).unwrap();
    assert!(proof.is_proven());
    assert_eq!(proof.positions(), Some(listed.len() as u64));
    listed
}

#[test]
fn no_pass_sees_a_position_twice() {
    let ours = solve(OURS, Objective::Fastest, &mut |_, _| ()).unwrap();
    let expected: Vec<Board> = ours.positions().collect();
    for codes in [2 * FIRST_CODES, FIRST_CODES] {
        let game = twice(Kind::Other, codes);
        assert_eq!(check_rules(&game), Ok(5478));
        let table = solve(game.clone(), Objective::Fastest, &mut |_, _| ()).unwrap();
        assert_eq!(positions(&table), expected);
        let file = TableFile::read(&*to_bytes(&table).unwrap()).unwrap();
        assert_eq!(file.header().positions(), Some(5478));
        let table: SmallTable<_> = file.into_table(game).unwrap();
        assert_eq!(positions(&table), expected);
    }
}

#[test]
fn no_board_of_a_table_by_tiers_is_listed_twice() {
    let game = twice(OURS.kind(), FIRST_CODES);
    let tiers = Tiers::of(&game).unwrap();
    let ours = solve(OURS, Objective::Fastest, &mut |_, _| ()).unwrap();
    let sections = solve_tiers(&game, &tiers, &|_| ()).unwrap();
    let table = TierTable::new(game, Objective::Fastest, tiers.into(), sections).unwrap();
    assert!(table.positions().eq(ours.positions()));
}
