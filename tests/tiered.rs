//! The tables with a byte for each position, against the code sweep: every code, errors included.

use std::collections::BTreeSet;

#[cfg(feature = "mnk-4-4-4")]
use perfect_play::MNK_4_4_4;
use perfect_play::{Board, Game, Mnk, NotAPosition, Objective, Probe, Tiered};
use perfect_play_generator::{
    Solution,
    numbering::{HeldSections, TierTable, Tiers, to_baked},
    solve, solve_tiers,
};
use proptest::prelude::*;

fn solved(game: Mnk) -> TierTable<Mnk, HeldSections> {
    let tiers = Tiers::to_bake(&game).unwrap();
    let sections = solve_tiers(&game, &tiers, &|_| ()).unwrap();
    TierTable::new(game, Objective::Fastest, tiers.into(), sections).unwrap()
}

fn bytes(game: Mnk) -> &'static [u8] {
    to_baked(&solved(game)).unwrap().leak()
}

/// Compares what every position is worth, and each `step`th entry.
fn agrees(table: &Tiered<Mnk>, solution: &Solution<Mnk>, step: u64) {
    let game = table.game();
    let mut reachable = 0;
    for code in 0..game.codes() {
        let Ok(board) = game.decode(code) else { continue };
        let value = table.value(board);
        assert_eq!(value, solution.value(board), "{game}, code {code}");
        reachable += u64::from(value.is_ok());
        if code % step == 0 {
            assert_eq!(table.probe(board), solution.probe(board), "{game}, code {code}");
            assert_eq!(table.probe_code(code), table.probe(board), "{game}, code {code}");
        }
    }
    assert_ne!(reachable, 0, "{game}");
}

#[test]
fn every_small_game_is_baked_and_answers_as_the_sweep() {
    for (m, n) in [(1, 1), (2, 1), (1, 7), (3, 2), (3, 3), (2, 5), (4, 3)] {
        for k in 1..=m.max(n) {
            let placed = Mnk::new(m, n, k).unwrap();
            for game in [placed, placed.gravity()] {
                for game in [game, game.misere()] {
                    let table = Tiered::new(game, bytes(game)).unwrap();
                    agrees(&table, &solve(game, Objective::Fastest, &mut |_, _| ()).unwrap(), 7);
                }
            }
        }
    }
}

/// Columns of eight are so many configurations that the numbering goes without the mirror image.
#[test]
fn a_table_whose_images_have_slots_of_their_own_answers_as_what_it_was_baked_from() {
    let game: Mnk = "connect:2,8,4".parse().unwrap();
    let solved = solved(game);
    let tiers = solved.numbering().tiers();
    assert_eq!(tiers.symmetries(), 1);
    let table = Tiered::new(game, to_baked(&solved).unwrap().leak()).unwrap();
    // Those with a line, which have no slot, are behind others.
    let number = u32::try_from(tiers.len()).unwrap();
    let open = (0..number).flat_map(|tier| tiers.boards(tier));
    let children = |board| game.legal_moves(board).iter().map(move |mv| game.play(board, mv));
    let boards: BTreeSet<Board> = open.flat_map(|board| children(board).chain([board])).collect();
    let mut reachable = 0;
    for board in boards {
        // The baked table gives no reason why there is no value.
        assert_eq!(table.value(board).ok(), solved.value(board).ok(), "{board:?}");
        reachable += u64::from(table.value(board).is_ok());
    }
    assert_eq!(reachable, 13_343);
}

#[test]
fn bytes_of_another_length_are_no_table_and_those_of_another_game_no_answer() {
    let game = Mnk::new(4, 3, 3).unwrap();
    let bytes = bytes(game);
    assert!(Tiered::new(game, bytes).unwrap().value(Board::EMPTY).is_ok());
    let others = [Mnk::new(3, 4, 3), Mnk::new(4, 3, 4), Mnk::new(4, 4, 3)].map(Result::unwrap);
    for other in [game.misere(), game.gravity()].into_iter().chain(others) {
        let table = Tiered::new(other, bytes).unwrap();
        assert_eq!(table.value(Board::EMPTY), Err(NotAPosition::OtherGame.into()), "{other}");
    }
    for length in 0..bytes.len() {
        assert!(Tiered::new(game, &bytes[..length]).is_none(), "{length}");
    }
    assert!(Tiered::new(game, [bytes, &[0]].concat().leak()).is_none());
}

#[test]
fn no_damaged_table_panics() {
    let game = Mnk::new(2, 2, 2).unwrap();
    let baked = bytes(game);
    proptest!(|(damage in proptest::collection::vec((21..baked.len(), any::<u8>()), 1..200))| {
        let mut damaged = baked.to_vec();
        for (place, byte) in damage {
            damaged[place] = byte;
        }
        let table = Tiered::new(game, damaged.leak()).unwrap();
        for code in 0..=game.codes() {
            let _ = table.probe_code(code);
        }
    });
}

#[test]
fn boards_that_are_none_of_the_game_get_the_reason() {
    let game = Mnk::new(4, 3, 3).unwrap();
    let table = Tiered::new(game, bytes(game)).unwrap();
    let codes = game.codes();
    for board in [1 << 12, 1 << 39].map(|x| Board::from_bitboards(x, 0).unwrap()) {
        let too_large = NotAPosition::CodeTooLarge { code: board.code(), codes }.into();
        assert_eq!(table.value(board), Err(too_large));
        assert_eq!(table.probe_code(board.code()), Err(too_large));
    }
}

#[cfg(feature = "mnk-4-4-4")]
#[test]
fn the_baked_4_4_4_game_is_the_sweeps() {
    let game = Mnk::new(4, 4, 4).unwrap();
    agrees(&MNK_4_4_4, &solve(game, Objective::Fastest, &mut |_, _| ()).unwrap(), 101);
    assert_eq!(MNK_4_4_4.stored_boards(), 1_336_643);
    assert_eq!(format!("{MNK_4_4_4:?}"), "Tiered(mnk:4,4,4)");
    let baked = include_bytes!(concat!(env!("OUT_DIR"), "/mnk_4_4_4.slots"));
    assert_eq!(baked.len(), 1_404_929);
    // The build solves the same as this test does.
    assert_eq!(bytes(game), baked);
}
