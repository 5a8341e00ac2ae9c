//! Compares the values that are left out of a section and restored with `Kind::static_value`, board by board.

use perfect_play_core::{Board, Game};
use perfect_play_games::Mnk;
use perfect_play_numbering::{Limits, Tiers};

/// What follows from the rules for the board of a slot.
#[derive(Debug, PartialEq, Eq)]
enum FromRules {
    /// The player who moved last has a line. The value is that of the end.
    Ended(u8),
    /// The side to move has a line.
    Impossible,
    Value(u8),
    Nothing,
}

fn from_rules(game: &Mnk, board: Board, mover: usize) -> FromRules {
    let lines = |marks| game.lines().any_within(marks);
    let [own, others] = if mover == 1 { [board.x(), board.o()] } else { [board.o(), board.x()] };
    if lines(others) {
        return FromRules::Ended(game.lines().worth_completed().byte());
    }
    if lines(own) {
        return FromRules::Impossible;
    }
    game.kind()
        .static_value(board)
        .map_or(FromRules::Nothing, |value| FromRules::Value(value.byte()))
}

/// The boards of a section, by rank.
fn boards(tiers: &Tiers, tier: u32, mover: usize) -> Vec<Board> {
    let mut boards = Vec::new();
    for block in tiers.tier(tier as usize).blocks() {
        let Some(strip) = block.strip(mover) else { continue };
        assert_eq!(boards.len(), block.starts[mover]);
        for &low in &tiers.low().order()[strip.order.clone()] {
            let (x, o) = tiers.low().marks(low);
            boards.push(Board::from_bitboards(block.x | x, block.o | o).unwrap());
        }
    }
    boards
}

/// Compares every slot of a numbering, and returns the number of slots.
fn check(game: &Mnk, tiers: &Tiers) -> usize {
    let mut slots = 0;
    for tier in tiers.numbers() {
        for mover in 0..2 {
            let boards = boards(tiers, tier, mover);
            slots += boards.len();
            let expected_of: Vec<FromRules> =
                boards.iter().map(|&board| from_rules(game, board, mover)).collect();

            // Some bytes, of which no two neighbours are equal.
            let mut before = 127;
            let section: Vec<u8> = (0..=250).cycle().take(boards.len()).collect();
            let mut left_out = section.clone();
            tiers.erase_static(tier, mover, &mut left_out);
            for (rank, found) in left_out.iter().enumerate() {
                if expected_of[rank] == FromRules::Nothing {
                    before = section[rank];
                }
                let where_it_is = || format!("{game}, tier {tier}, {mover}, {rank}");
                assert_eq!(*found, before, "{} {:?}", where_it_is(), boards[rank]);
            }

            let mut restored = left_out.clone();
            tiers.restore_static(tier, mover, &mut restored);
            for (rank, &found) in restored.iter().enumerate() {
                let expected = match expected_of[rank] {
                    FromRules::Ended(byte) | FromRules::Value(byte) => byte,
                    FromRules::Nothing => section[rank],
                    FromRules::Impossible => continue,
                };
                assert_eq!(found, expected, "{game}, tier {tier} {mover}: {:?}", boards[rank]);
            }
            // Nothing else is lost.
            tiers.erase_static(tier, mover, &mut restored);
            assert_eq!(restored, left_out, "{game}, tier {tier} {mover}");
        }
    }
    slots
}

/// All games with this many cells.
fn games(cells: u8) -> impl Iterator<Item = Mnk> {
    let sizes = (1..=cells).filter(move |columns| cells.is_multiple_of(*columns));
    let names = sizes.flat_map(move |columns| {
        let rows = cells / columns;
        (1..=columns.max(rows)).flat_map(move |k| {
            ["mnk", "connect"].into_iter().flat_map(move |family| {
                ["", "+misere"].map(|misere| format!("{family}:{columns},{rows},{k}{misere}"))
            })
        })
    });
    names.map(|name| name.parse().unwrap())
}

#[test]
fn every_slot_of_every_game_of_up_to_nine_cells() {
    let mut checked = 0;
    for game in (1..=9).flat_map(games) {
        let Ok(tiers) = Tiers::of(&game) else { continue };
        assert!(check(&game, &tiers) > 0);
        checked += 1;
    }
    assert!(checked > 150, "{checked}");
}

#[test]
fn every_slot_of_every_game_of_up_to_nine_cells_in_three_parts() {
    let mut checked = 0;
    for game in (4..=9).flat_map(games) {
        let limits = Limits { top: 30, middle: 30, low: 100 };
        let Ok(tiers) = Tiers::with_limits(&game, limits) else { continue };
        check(&game, &tiers);
        checked += 1;
    }
    assert!(checked > 20, "{checked}");
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn every_slot_of_every_game_of_ten_to_twelve_cells() {
    for game in (10..=12).flat_map(games) {
        let Ok(tiers) = Tiers::of(&game) else { continue };
        check(&game, &tiers);
    }
}
