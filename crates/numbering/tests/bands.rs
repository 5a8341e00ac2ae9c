//! The bands of tiers: every slot is in one band, and moves lead where the documentation says.

use perfect_play_core::{Board, Game, Player};
use perfect_play_games::Mnk;
use perfect_play_numbering::{Limits, Tiers};

const PLAYERS: [Player; 2] = [Player::O, Player::X];

/// Games and limits that give a middle part.
const GAMES: [(&str, Limits); 5] = [
    ("tictactoe+misere", Limits { low: 3, top: 81, middle: 81 }),
    ("mnk:3,3,2", Limits { low: 81, top: 3, middle: 81 }),
    ("mnk:4,3,3", Limits { low: 81, top: 81, middle: 81 }),
    ("connect:5,2,2", Limits { low: 49, top: 7, middle: 49 }),
    ("connect:3,4,3", Limits { low: 31, top: 31, middle: 31 }),
];

fn narrow((name, limits): (&str, Limits), slots: usize) -> (Mnk, Tiers) {
    let game: Mnk = name.parse().unwrap();
    (game, Tiers::with_limits(&game, limits).unwrap().with_bands(slots))
}

/// The band of a slot.
fn band_of(tiers: &Tiers, tier: u32, mover: usize, rank: usize) -> usize {
    let tier = tiers.tier(tier as usize);
    let bands: Vec<usize> =
        (0..tiers.bands()).filter(|&band| tier.band(band, mover).contains(&rank)).collect();
    let [band] = bands[..] else { panic!("{bands:?}") };
    band
}

#[test]
fn every_slot_is_in_one_band_and_moves_lead_to_it_or_the_one_before() {
    for named @ (name, _) in GAMES {
        for slots in [1, 100] {
            let (game, tiers) = narrow(named, slots);
            assert!(tiers.bands() > 1 || slots > 1, "{name}");
            let [top, ..] = tiers.cells();
            for number in tiers.numbers() {
                let tier = tiers.tier(number as usize);
                for (mover, player) in PLAYERS.into_iter().enumerate() {
                    for rank in (0..tier.len(mover)).step_by(7) {
                        let band = band_of(&tiers, number, mover, rank);
                        let board = tiers.board(number, player, rank).unwrap();
                        if tiers.holds_line(board.x(), board.o()) {
                            continue;
                        }
                        let children =
                            game.legal_moves(board).iter().map(|mv| game.play(board, mv));
                        for child in children {
                            let Some((led_to, _, rank)) = tiers.locate(child) else { continue };
                            let of_child = band_of(&tiers, led_to, 1 - mover, rank);
                            let in_top = (child.occupied() & !board.occupied()) & top != 0;
                            assert!(
                                of_child == band || !in_top && of_child + 1 == band,
                                "{name}: {board:?} is in band {band}, {child:?} in {of_child}"
                            );
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn the_most_slots_at_once_are_those_of_the_largest_bands() {
    let all = GAMES.into_iter().flat_map(|named| [1, 300, usize::MAX].map(|slots| (named, slots)));
    for (named, slots) in all {
        let (_, tiers) = narrow(named, slots);
        let (mut two_bands, mut one_section, mut largest, mut all) = (0, 0, 0, 0);
        for number in 0..tiers.len() {
            let tier = tiers.tier(number);
            assert_eq!(tiers.lens()[number].map(|len| len as usize), tier.lens());
            let bands: Vec<[usize; 2]> = (0..tiers.bands())
                .map(|band| [0, 1].map(|mover| tier.band(band, mover).len()))
                .collect();
            let both = |[o, x]: &[usize; 2]| o + x;
            one_section = one_section.max(*bands.iter().flatten().max().unwrap());
            two_bands = two_bands.max(bands.iter().map(both).max().unwrap());
            let pairs = bands.windows(2).map(|pair| pair.iter().map(both).sum());
            two_bands = two_bands.max(pairs.max().unwrap_or(0));
            largest = largest.max(tier.lens().iter().sum());
            all += tier.lens().iter().sum::<usize>();
        }
        let found = [tiers.most_at_once(), tiers.largest_tier(), tiers.slots()];
        assert_eq!(found, [two_bands + one_section, largest, all].map(|slots| slots as u64));
    }
}

#[test]
fn only_large_tiers_have_bands() {
    let bands = |name: &str| Tiers::of(&name.parse::<Mnk>().unwrap()).unwrap().bands();
    assert_eq!(bands("mnk:5,4,4"), 1);
    assert!(bands("mnk:5,5,4") > 3);
    assert!(bands("connect:6,6,4") > 3);
    // Nothing else depends on the bands.
    let (game, tiers) = narrow(GAMES[2], 1);
    let board = game.play(Board::EMPTY, 5);
    assert_eq!(tiers.locate(board), tiers.with_bands(usize::MAX).locate(board));
}
