//! Boards of up to 16 cells, where there are tables by code to compare with.

use perfect_play_core::{Game, Mnk, Objective, Probe};
use perfect_play_generator::solve;
use perfect_play_table::{TableError, diff, levels, records, stats, verify};

use crate::table::Table;

fn quietly() -> impl FnMut(u64, u64) {
    |_, _| ()
}

/// Everything that is said of a table of levels is what is said of the table by code.
fn agrees(name: &str) {
    let table = Table::solved(name);
    let by_code = solve(table.game, Objective::Fastest).unwrap();

    let proof = levels::verify(&table, &mut quietly()).unwrap();
    assert!(proof.is_proven(), "{name}");
    assert_eq!(proof, verify(&by_code, &mut quietly()).unwrap(), "{name}");

    let counts = levels::stats(&table, &mut quietly()).unwrap();
    assert_eq!(counts, stats(&by_code, &mut quietly()).unwrap(), "{name}");

    assert!(levels::diff(&table, &table, 1, &mut quietly()).unwrap().is_empty());
    for differences in [
        diff(&table, &by_code, 1, &mut quietly()).unwrap(),
        diff(&by_code, &table, 1, &mut quietly()).unwrap(),
    ] {
        assert_eq!((differences.positions, differences.differing), (proof.positions(), 0));
    }

    let (mut first, mut second) = (quietly(), quietly());
    let listed = levels::records(&table, &mut first).map(Result::unwrap);
    assert!(listed.eq(records(&by_code, &mut second).map(Result::unwrap)), "{name}");
}

#[test]
fn all_that_is_said_of_small_boards_is_the_same() {
    for m in 1..=12_u8 {
        for n in 1..=12 / m {
            for k in [2, 3] {
                for (family, variant) in
                    [("mnk", ""), ("mnk", "+misere"), ("connect", ""), ("connect", "+misere")]
                {
                    let name = format!("{family}:{m},{n},{k}{variant}");
                    if name.parse::<Mnk>().is_ok() {
                        agrees(&name);
                    }
                }
            }
        }
    }
}

#[test]
fn published_counts() {
    for (name, positions) in
        [("mnk:3,3,3", 5_478), ("connect:4,4,4", 161_029), ("mnk:4,4,4", 9_722_011)]
    {
        let table = Table::solved(name);
        let proof = levels::verify(&table, &mut quietly()).unwrap();
        assert!(proof.is_proven(), "{name}");
        let stats = levels::stats(&table, &mut quietly()).unwrap();
        assert_eq!((proof.positions(), stats.positions), (positions, positions), "{name}");
    }
}

#[test]
fn what_the_rules_rule_out_means_nothing() {
    for name in ["mnk:4,3,3", "connect:4,3,3"] {
        let table = Table::solved(name);
        let proof = levels::verify(&table, &mut quietly()).unwrap();
        let counts = levels::stats(&table, &mut quietly()).unwrap();
        for byte in [0, 127, 254, 255] {
            let table = table.clone().with_ruled_out(byte);
            assert_eq!(levels::verify(&table, &mut quietly()).unwrap(), proof);
            assert_eq!(levels::stats(&table, &mut quietly()).unwrap(), counts);
        }
    }
}

#[test]
fn no_start_no_counts() {
    let table = Table::solved("mnk:3,2,2").with("......", 255);
    let error = levels::stats(&table, &mut quietly()).unwrap_err();
    assert!(matches!(error, TableError::Contradiction(_)), "{error}");
    assert!(table.probe(table.game.start()).is_err());
}
