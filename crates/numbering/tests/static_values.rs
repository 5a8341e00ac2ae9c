//! Compares the values that are left out of a section and restored with `Kind::static_value`, board by board.

use std::ops::Range;

use perfect_play_core::{Board, Cells, Game, Value};
use perfect_play_games::Mnk;
use perfect_play_numbering::{Limits, StaticPlaces, Tier, TierBlock, Tiers};

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
            let section: Vec<u8> = (0..=250).cycle().take(boards.len()).collect();
            let layout = tiers.tier(tier as usize);
            let stored = |slots: Range<usize>| -> Vec<u8> {
                let stored = slots.filter(|&rank| expected_of[rank] == FromRules::Nothing);
                stored.map(|rank| section[rank]).collect()
            };
            check_rows(&layout, mover, &section, &expected_of, tiers);
            // The whole section, and pieces that begin and end anywhere.
            for length in [boards.len().max(1), 7, 61] {
                for start in (0..boards.len()).step_by(length) {
                    let slots = start..boards.len().min(start + length);
                    let values = &section[slots.clone()];
                    let mut kept = vec![9];
                    layout.keep_non_static(mover, slots.clone(), values, &mut kept);
                    let kept = kept.split_off(1);
                    assert_eq!(
                        kept,
                        stored(slots.clone()),
                        "{game}, tier {tier} {mover} {slots:?}"
                    );
                    let mut restored = vec![7; values.len()];
                    assert!(layout.restore_static(mover, slots.clone(), &kept, &mut restored));
                    for (rank, &found) in slots.clone().zip(&restored) {
                        let expected = match expected_of[rank] {
                            FromRules::Ended(byte) | FromRules::Value(byte) => byte,
                            FromRules::Nothing => section[rank],
                            FromRules::Impossible => Value::DRAW.byte(),
                        };
                        assert_eq!(
                            found, expected,
                            "{game}, tier {tier} {mover}: {:?}",
                            boards[rank]
                        );
                    }
                    // One value more, and one less.
                    let more = [&kept[..], &[1]].concat();
                    assert!(!layout.restore_static(mover, slots.clone(), &more, &mut restored));
                    let less = kept.split_last().map(|(_, less)| less);
                    let is_less = |less| !layout.restore_static(mover, slots, less, &mut restored);
                    assert!(less.is_none_or(is_less));
                }
            }
        }
    }
    slots
}

/// Compares the rows of a section, for a third of the boards on which play goes on. `section` has the stored values.
fn check_rows(
    tier: &Tier<'_>,
    mover: usize,
    section: &[u8],
    expected_of: &[FromRules],
    tiers: &Tiers,
) {
    let of = tiers.static_values();
    let mut places = StaticPlaces::in_tier(tier);
    for block in tier.blocks() {
        let Some(strip) = block.strip(mover) else { continue };
        of.find_places(&block, mover, &mut places);
        check_over(&block, mover, &places, tiers);
        for (number, row) in strip.rows.iter().enumerate() {
            let (first, len) = (block.starts[mover] + row.places.start, row.places.len());
            // Many boards of some rows, and few of others.
            let every = [3, 11][number % 2];
            let mut set = vec![0; len.div_ceil(8)];
            let (mut told, mut all, mut chosen) = (vec![0; 256], Vec::new(), Vec::new());
            for board in 0..len {
                let is_in = (board + number) % every == 0;
                let (byte, expected) = (section[first + board], &expected_of[first + board]);
                match expected {
                    FromRules::Value(byte) => told[usize::from(*byte)] += u64::from(is_in),
                    FromRules::Nothing => all.push(byte),
                    FromRules::Ended(_) | FromRules::Impossible => continue,
                }
                if is_in {
                    set[board / 8] |= 1 << (board % 8);
                    if *expected == FromRules::Nothing {
                        chosen.push((board, byte));
                    }
                }
            }
            let row = places.row(of, &block, mover, number);
            for boards in [0..len, 0..len / 2, len / 3..len, 0..0] {
                let first = first + boards.start..first + boards.end;
                let stored = expected_of[first].iter().filter(|it| **it == FromRules::Nothing);
                assert_eq!(row.stored(boards), stored.count());
            }
            let mut found = Vec::new();
            let counted = row.count(&set, &all, |byte, is_in| found.extend(is_in.then_some(byte)));
            let counted = counted.unwrap();
            for (byte, boards) in counted.told {
                told[usize::from(byte)] -= boards;
            }
            assert!(told.iter().all(|&left| left == 0), "{block:?} {mover} {number}: {told:?}");
            assert_eq!(counted.stored, all.len());
            if let Some(few) = all.len().checked_sub(1) {
                assert!(row.count(&set, &all[..few], |_, _| ()).is_none());
            }
            for &(_, byte) in &chosen {
                let first = chosen.iter().find(|&&(_, other)| other == byte);
                assert_eq!(row.find_stored(&set, &all, byte), first.map(|&(board, _)| board));
            }
            let chosen: Vec<u8> = chosen.into_iter().map(|(_, byte)| byte).collect();
            assert_eq!(found, chosen, "{block:?} {mover} {number}");
        }
    }
}

/// Compares the boards of a strip on which play has ended, and the marks that can have ended it.
fn check_over(block: &TierBlock<'_>, mover: usize, places: &StaticPlaces, tiers: &Tiers) {
    let (of, strip) = (tiers.static_values(), block.strip_number(mover));
    let len = of.layout().strip(strip).bytes.len();
    let [mut open, mut ended] = [0, 1].map(|_| vec![u8::MAX; len]);
    places.remove_over(&mut open);
    places.keep_ended(&mut ended);
    let has_line = |marks| tiers.lines().any_within(marks);
    let (marks, own) = if mover == 1 { (block.o, block.x) } else { (block.x, block.o) };
    let with_marks = Cells::of(marks).map(|cell| {
        let mut bits = vec![1; 3];
        let is_any = places.completed(of, (block, mover), 1 << cell, &mut bits);
        (cell, is_any.then_some(bits))
    });
    let with_marks: Vec<_> = with_marks.collect();
    let (order, strip) = (tiers.low().order(), &tiers.low().strips()[strip]);
    let rows = strip.rows.iter().zip(&of.layout().strip(block.strip_number(mover)).rows);
    for (row, bytes) in rows {
        assert_eq!(places.has_ended(bytes.clone()), {
            let is_ended = |place| {
                let (x, o) = tiers.low().marks(order[strip.order.start + place]);
                has_line(marks | if mover == 1 { o } else { x })
            };
            row.places.clone().any(is_ended)
        });
        for place in row.places.clone() {
            let bit = 8 * bytes.start + place - row.places.start;
            let is_in = |set: &[u8]| set[bit / 8] >> (bit % 8) & 1 == 1;
            let (x, o) = tiers.low().marks(order[strip.order.start + place]);
            let (low, own_low) = if mover == 1 { (o, x) } else { (x, o) };
            let (has_ended, is_impossible) = (has_line(marks | low), has_line(own | own_low));
            let is_open = !has_ended && !is_impossible;
            assert_eq!((is_in(&open), is_in(&ended)), (is_open, has_ended && !is_impossible));
            for (cell, bits) in &with_marks {
                let expected = has_ended && !has_line((marks | low) & !(1 << cell));
                assert_eq!(bits.as_deref().is_some_and(is_in), expected, "{block:?} {cell}");
            }
        }
    }
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
