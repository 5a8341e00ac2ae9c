//! Public values built from any numbers: printed and summed without a panic, and rightly.

use std::path::Path;

use perfect_play_core::{Board, Mnk, Objective, Probe, Value};
use perfect_play_generator::solve_levels;
use perfect_play_index::{Index, Levels, Limits};
use perfect_play_table::{
    Diff, LevelWriter, Place, Settings, TableFile, Verification, can_replace, positions_by_ply,
    replace,
};
use proptest::prelude::*;

/// Any number, and the largest and smallest more often.
fn number() -> impl Strategy<Value = u64> {
    prop_oneof![Just(0), Just(1), Just(u64::MAX - 1), Just(u64::MAX), any::<u64>()]
}

proptest! {
    #[test]
    fn places_print(
        block in number(),
        blocks in number(),
        level: usize,
        start in number(),
        end in number(),
        counts: bool,
    ) {
        let bytes = (!counts).then_some(start..end);
        let text = Place { block, blocks, level, bytes }.to_string();
        let nth = u128::from(block) + 1;
        let what = if counts {
            format!("the counts of level {level}")
        } else if start < end {
            format!("bytes {start} to {} of level {level}", end - 1)
        } else {
            format!("no bytes of level {level}")
        };
        prop_assert_eq!(text, format!("block {nth} of {blocks}, {what}"));
    }

    #[test]
    fn counts_are_summed(counts in prop::collection::vec(number(), 0..5)) {
        let exact: u128 = counts.iter().copied().map(u128::from).sum();
        let sum = u64::try_from(exact).unwrap_or(u64::MAX);
        prop_assert_eq!(Diff::<u8>::of_the_same(&counts).positions, sum);
        let proof = Verification::<u8> {
            positions_by_ply: counts,
            faults: Vec::new(),
            counts_right: None,
        };
        prop_assert_eq!(proof.positions(), sum);
    }
}

#[test]
#[should_panic(expected = "the numbering has other limits than a file's")]
fn a_numbering_with_other_limits_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.perfect");
    let game = Mnk::TICTACTOE;
    let index = Index::with_limits(&game, Limits { low: 81, ..Limits::default() }).unwrap();
    let _ = LevelWriter::create(&path, game, Objective::Fastest, &index);
}

#[test]
#[should_panic(expected = "the numbering is that of another game")]
fn positions_of_another_game_are_not_counted() {
    let index = Index::of(&Mnk::TICTACTOE).unwrap();
    let values = vec![0; usize::try_from(index.slots()).unwrap()];
    let _ = positions_by_ply(&Mnk::new(2, 2, 2).unwrap(), &index, 0, &values);
}

#[test]
fn settings_and_paths_of_any_kind_are_an_error_at_most() {
    let folder = tempfile::tempdir().unwrap();
    let game = Mnk::new(2, 2, 2).unwrap();
    let index = Index::of(&game).unwrap();
    let solved =
        solve_levels(game, Objective::Fastest, Index::of(&game).unwrap(), &|_| ()).unwrap();
    for (i, (block_bytes, compression)) in [
        (1, i32::MIN),
        (1, i32::MAX),
        (3, 0),
        (Settings::MAX_BLOCK_BYTES, -1),
        (Settings::MAX_BLOCK_BYTES, 22),
    ]
    .into_iter()
    .enumerate()
    {
        let path = folder.path().join(i.to_string());
        let settings = Settings { block_bytes, compression };
        let written = LevelWriter::with_settings(&path, game, Objective::Fastest, &index, settings)
            .and_then(|mut writer| {
                while let Some(level) = writer.next_level() {
                    writer.write_level(level, &solved.level(level).unwrap())?;
                }
                writer.finish()
            });
        if written.is_ok() {
            for most_bytes in [0, u64::MAX] {
                let table = TableFile::open_holding(&path, most_bytes).unwrap();
                let table = table.into_block_table(game).unwrap();
                assert_eq!(
                    table.value(Board::EMPTY).unwrap(),
                    Value::win(3).unwrap(),
                    "{settings}"
                );
            }
        }
    }
    for path in ["", "/", ".", "..", "/dev/null/table", "\0"].map(Path::new) {
        // What only the system knows comes later.
        assert!(path == Path::new("\0") || can_replace(path).is_err(), "{path:?}");
        assert!(replace(path, |_| Ok(())).is_err(), "{path:?}");
        assert!(TableFile::open(path).is_err(), "{path:?}");
        assert!(LevelWriter::create(path, game, Objective::Fastest, &index).is_err(), "{path:?}");
    }
}
