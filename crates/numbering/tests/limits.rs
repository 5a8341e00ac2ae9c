//! Limits on the parts of a board, of any size.

use perfect_play_games::Mnk;
use perfect_play_numbering::{Limits, NotNumbered, Tiers};

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn limits_of_any_size_give_a_numbering_or_none() {
    let sizes = [0, 1, 2, 3, 31, 1 << 15, (1 << 16) - 1, 1 << 16, 1 << 20, usize::MAX];
    for name in ["connect:1,15,15", "connect:2,15,4", "connect:1,4,4", "mnk:3,2,2", "mnk:10,1,3"] {
        let game: Mnk = name.parse().unwrap();
        let most = Limits { low: usize::MAX, top: usize::MAX, middle: usize::MAX };
        let cells = |tiers: Tiers| tiers.cells();
        let default = Tiers::of(&game).map(cells);
        // A limit above the default counts as the default.
        assert_eq!(Tiers::with_limits(&game, most).map(cells), default, "{name}");
        for low in sizes {
            for top in sizes {
                for middle in [0, 1, 1 << 10] {
                    match Tiers::with_limits(&game, Limits { low, top, middle }) {
                        Ok(tiers) => {
                            assert!(tiers.slots() > 0 && tiers.is_of(&game));
                            let parts = tiers.cells();
                            let all = parts.iter().fold(0, |all, cells| all | cells);
                            assert_eq!(all, game.shape().all_cells(), "{name}");
                            for (cells, most) in parts.into_iter().zip([top, middle, low]) {
                                assert!(configurations(&game, cells) <= most as u128, "{name}");
                            }
                        }
                        Err(reason) => assert_eq!(reason, NotNumbered::TooLarge, "{name}"),
                    }
                }
            }
        }
    }
}

/// The number of different contents of these cells.
fn configurations(game: &Mnk, cells: u64) -> u128 {
    let (count, rows) = (cells.count_ones(), u32::from(game.shape().rows()));
    if game.has_gravity() {
        let of_column = (1_u128 << (rows + 1)) - 1;
        of_column.pow(count / rows)
    } else {
        3_u128.pow(count)
    }
}
