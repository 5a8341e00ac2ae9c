//! Public values built from any numbers are printed and summed correctly, without a panic.

use std::{path::Path, sync::Arc};

use perfect_play_core::{Board, Objective, Probe, Value};
use perfect_play_file::{Settings, TableFile, TierWriter, can_replace, replace};
use perfect_play_games::Mnk;
use perfect_play_generator::solve_tiers;
use perfect_play_numbering::{HeldSections, Limits, TierNumbering, Tiers};
use perfect_play_proof::{Diff, Verification};
use proptest::prelude::*;

/// Any number, with the largest and smallest more often.
fn number() -> impl Strategy<Value = u64> {
    prop_oneof![Just(0), Just(1), Just(u64::MAX - 1), Just(u64::MAX), any::<u64>()]
}

proptest! {
    #[test]
    fn counts_are_summed(counts in prop::collection::vec(number(), 0..5)) {
        let exact: u128 = counts.iter().copied().map(u128::from).sum();
        let sum = u64::try_from(exact).unwrap_or(u64::MAX);
        prop_assert_eq!(Diff::<u8>::of_the_same(&counts).positions, sum);
        let expected = (!counts.is_empty()).then_some(sum);
        let proof = Verification::<u8> {
            entries: 0,
            positions_by_ply: counts,
            faults: Vec::new(),
            counts_right: None,
        };
        prop_assert_eq!(proof.positions(), expected);
    }
}

/// The header contains the cells of each part.
#[test]
fn a_numbering_with_other_limits_is_that_of_another_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.perfect");
    let game = Mnk::TICTACTOE;
    let limits = Limits { low: 81, ..Limits::default() };
    let tiers = Arc::new(Tiers::with_limits(&game, limits).unwrap());
    assert_ne!(tiers.cells(), Tiers::of(&game).unwrap().cells());
    let HeldSections(sections) = solve_tiers(&game, &tiers, &|_| ()).unwrap();
    let writer = TierWriter::create(&path, &game, Objective::Fastest, tiers.clone()).unwrap();
    for (tier, [o, x]) in (0..).zip(&sections) {
        writer.append(writer.pack(tier, [o, x]).unwrap()).unwrap();
    }
    writer.finish().unwrap();
    let error = TableFile::open(&path).unwrap().into_table::<_, TierNumbering>(game).unwrap_err();
    assert_eq!(error.to_string(), "the sections of the table are not those of tictactoe");
}

#[test]
#[should_panic(expected = "the numbering is that of another game")]
fn a_numbering_of_another_game_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.perfect");
    let tiers = Tiers::of(&Mnk::TICTACTOE).unwrap();
    let _ = TierWriter::create(&path, &Mnk::TICTACTOE_MISERE, Objective::Fastest, tiers);
}

#[test]
fn settings_and_paths_of_any_kind_are_an_error_at_most() {
    let folder = tempfile::tempdir().unwrap();
    let game = Mnk::new(2, 2, 2).unwrap();
    let tiers = Arc::new(Tiers::of(&game).unwrap());
    let solved = solve_tiers(&game, &tiers, &|_| ()).unwrap();
    for (i, (frame_slots, compression)) in [
        (1, i32::MIN),
        (1, i32::MAX),
        (3, 0),
        (Settings::MAX_FRAME_SLOTS, -1),
        (Settings::MAX_FRAME_SLOTS, 22),
    ]
    .into_iter()
    .enumerate()
    {
        let path = folder.path().join(i.to_string());
        let settings = Settings { frame_slots, compression };
        let written =
            TierWriter::with_settings(&path, &game, Objective::Fastest, tiers.clone(), settings)
                .and_then(|writer| {
                    for (tier, [o, x]) in (0..).zip(&solved.0) {
                        writer.append(writer.pack(tier, [o, x])?)?;
                    }
                    writer.finish()
                });
        if written.is_ok() {
            let table =
                TableFile::open(&path).unwrap().into_table::<_, TierNumbering>(game).unwrap();
            assert_eq!(table.value(Board::EMPTY).unwrap(), Value::win(3).unwrap(), "{settings}");
        }
    }
    for path in ["", "/", ".", "..", "/dev/null/table", "\0"].map(Path::new) {
        // Some errors are known only to the system, and come later.
        assert!(path == Path::new("\0") || can_replace(path).is_err(), "{path:?}");
        assert!(replace(path, |_| Ok(())).is_err(), "{path:?}");
        assert!(TableFile::open(path).is_err(), "{path:?}");
        assert!(
            TierWriter::create(path, &game, Objective::Fastest, tiers.clone()).is_err(),
            "{path:?}"
        );
    }
}
