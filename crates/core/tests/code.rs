//! Codes from parts number every value once. The tests compare them with lists of all values, made in another way.

use std::{collections::HashSet, fmt::Debug, hash::Hash};

use perfect_play_core::{
    NO_CODES, NotAPosition, Player,
    code::{Code, Digits, Pieces, ToMove},
};
use proptest::prelude::*;

/// Checks that a code numbers exactly these values, from 0 upwards, each once.
fn check_numbers<C: Code<Value: Clone + Debug + Eq + Hash>>(code: &C, all: Vec<C::Value>) {
    let count = all.len() as u64;
    assert_eq!(code.codes(), count);
    let decoded: Vec<C::Value> = (0..count).map(|number| code.decode(number).unwrap()).collect();
    for (number, value) in (0..).zip(&decoded) {
        assert_eq!(code.encode(value.clone()), number, "{value:?}");
    }
    assert_eq!(HashSet::<C::Value>::from_iter(decoded), HashSet::from_iter(all));
    for behind in [count, count + 1, u64::MAX] {
        let error = NotAPosition::CodeTooLarge { code: behind, codes: count };
        assert_eq!(code.decode(behind).unwrap_err(), error);
    }
}

/// All bitboards of this many cells.
fn bitboards(cells: u8) -> impl Iterator<Item = u64> + Clone {
    0..1 << cells
}

#[test]
fn digits() {
    for base in 0..5 {
        let all = (0..base).flat_map(|a| (0..base).map(move |b| (a, b)));
        let all = all.flat_map(|(a, b)| (0..base).map(move |c| [a, b, c]));
        check_numbers(&Digits::<3>::new(base), all.collect());
    }
    check_numbers(&Digits::<0>::new(7), vec![[]]);
    // 10^19 fits in 64 bits, 10^20 does not.
    assert_eq!(Digits::<19>::new(10).codes(), 10_u64.pow(19));
    let too_many = Digits::<20>::new(10);
    assert_eq!((too_many.codes(), too_many.encode([0; 20])), (NO_CODES, NO_CODES));
}

#[test]
fn pieces() {
    for cells in 0..=7 {
        for a in 0..=cells {
            let one = bitboards(cells).filter(|board| board.count_ones() == u32::from(a));
            check_numbers(&Pieces::new(cells, [a]).unwrap(), one.map(|board| [board]).collect());
            for b in 0..=cells - a {
                let all = bitboards(cells).flat_map(|x| bitboards(cells).map(move |o| [x, o]));
                let all = all.filter(|[x, o]| {
                    x & o == 0 && x.count_ones() == u32::from(a) && o.count_ones() == u32::from(b)
                });
                check_numbers(&Pieces::new(cells, [a, b]).unwrap(), all.collect());
            }
        }
    }
    check_numbers(&Pieces::new(5, []).unwrap(), vec![[]]);
    assert_eq!(Pieces::new(64, [32]).unwrap().codes(), 1_832_624_140_942_590_534);
    assert_eq!(Pieces::new(64, [20, 20, 20]).unwrap().codes(), NO_CODES);
    for (cells, counts) in [(65, [1, 1]), (3, [2, 2]), (9, [255, 255])] {
        assert_eq!(Pieces::new(cells, counts), None);
    }
}

#[test]
fn what_is_no_value_has_the_number_behind_the_last() {
    let pieces = Pieces::new(5, [2, 1]).unwrap();
    let sound =
        |[x, o]: [u64; 2]| x & o == 0 && (x | o) < 32 && (x.count_ones(), o.count_ones()) == (2, 1);
    for x in bitboards(6) {
        for o in bitboards(6) {
            assert_eq!(pieces.encode([x, o]) < pieces.codes(), sound([x, o]), "{x:b} {o:b}");
        }
    }
    let pair = (ToMove, Digits::<1>::new(3));
    assert_eq!(pair.encode((Player::X, [3])), pair.codes());
    assert_eq!((Digits::<1>::new(3), ToMove).encode(([3], Player::X)), pair.codes());
}

#[test]
fn products() {
    let players = [Player::X, Player::O];
    let digits = Digits::<1>::new(3);
    let pairs = players.iter().flat_map(|&player| (0..3).map(move |digit| (player, [digit])));
    check_numbers(&(ToMove, digits), pairs.clone().collect());
    let triples = pairs.flat_map(|(player, digit)| players.map(|other| (player, digit, other)));
    check_numbers(&(ToMove, digits, ToMove), triples.clone().collect());
    let four = triples.flat_map(|(a, b, c)| (0..5).map(move |last| (a, b, c, [last])));
    check_numbers(&(ToMove, digits, ToMove, Digits::<1>::new(5)), four.collect());
    // A part without any value.
    check_numbers(&(ToMove, Digits::<1>::new(0)), vec![]);
}

proptest! {
    #[test]
    fn large_boards(x in any::<u64>(), o in any::<u64>()) {
        let o = o & !x;
        let counts = [x, o].map(|board| u8::try_from(board.count_ones()).unwrap());
        let pieces = Pieces::new(64, counts).unwrap();
        let code = pieces.encode([x, o]);
        if pieces.codes() == NO_CODES {
            prop_assert_eq!(code, NO_CODES);
        } else {
            prop_assert!(code < pieces.codes());
            prop_assert_eq!(pieces.decode(code), Ok([x, o]));
        }
    }

    #[test]
    fn few_of_many(x in prop::collection::hash_set(0..64_u8, 0..8)) {
        let board = x.iter().fold(0_u64, |board, &cell| board | 1 << cell);
        let some = Pieces::new(64, [u8::try_from(x.len()).unwrap()]).unwrap();
        prop_assert_eq!(some.decode(some.encode([board])), Ok([board]));
    }
}
