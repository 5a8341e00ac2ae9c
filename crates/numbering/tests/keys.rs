//! The numbering by key: every position has one slot and one code, and other values have none.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use perfect_play_core::{
    CodeNumbering, Game, Key, Move, Moves, Numbering, Outcome, Place, Player, ProbeError, Slot,
    Unreachable,
};
use perfect_play_engine::AnyGame;
use perfect_play_games::{Hex, Mnk, Nim};
use perfect_play_numbering::{FindError, KeyNumbering, SmallNumbering, canonical};

/// All positions that play leads to.
fn positions<G: Game>(game: &G) -> BTreeSet<G::Position> {
    let (mut seen, mut waiting) = (BTreeSet::from([game.start()]), vec![game.start()]);
    while let Some(position) = waiting.pop() {
        let children = game.legal_moves(position).iter().map(|mv| game.play(position, mv));
        waiting.extend(children.filter(|&child| seen.insert(child)));
    }
    seen
}

fn numbering<G: Game>(game: &G) -> KeyNumbering<G::Position> {
    let first: BTreeSet<_> = positions(game).into_iter().map(|of| canonical(game, of)).collect();
    KeyNumbering::of(game, first.into_iter().collect()).unwrap()
}

/// Checks a numbering of all positions of a game.
fn check<G: Game, N: Numbering<G>>(game: &G, numbering: &N) {
    let all = positions(game);
    assert!(numbering.is_of(game), "{game}");
    let mut slots = BTreeMap::<usize, Vec<G::Position>>::new();
    for &position in &all {
        let Some(Place::Slot(Slot { section: 0, rank })) = numbering.place(game, position) else {
            panic!("{game}: {position:?} has no slot")
        };
        slots.entry(rank).or_default().push(position);
        let code = numbering.encode(game, position);
        assert!(code < numbering.codes(game), "{game}: {position:?}");
        assert_eq!(numbering.decode(game, code), Some(position), "{game}");
        let images = (0..numbering.symmetries(game)).map(|of| game.image(position, of));
        let smallest = images.map(|image| numbering.encode(game, image)).min().unwrap();
        let (canonical, symmetry) = numbering.canonical(game, position);
        assert_eq!(canonical, smallest, "{game}: {position:?}");
        let image = game.image(position, symmetry);
        assert_eq!(numbering.encode(game, image), canonical, "{game}: {position:?}");
        assert_eq!(numbering.is_canonical(game, position), code == smallest, "{game}");
    }
    assert_eq!(numbering.slots(game, 0), slots.len() as u64, "{game}");
    assert_eq!((numbering.slots(game, 1), numbering.sections(game)), (0, 1), "{game}");
    for (&rank, sharing) in &slots {
        let first = numbering.position(game, Slot { section: 0, rank }).unwrap();
        let mut listed: Vec<_> = numbering.sharing(game, first).collect();
        assert_eq!(listed[0], first, "{game}");
        listed.sort_unstable();
        assert_eq!(&listed, sharing, "{game}");
    }
    let decoded = (0..=numbering.codes(game)).filter_map(|code| numbering.decode(game, code));
    let with_slots = decoded.map(|position| {
        let slot = match numbering.place(game, position) {
            Some(Place::Slot(slot)) => slot,
            other => panic!("{game}: {position:?} has {other:?}"),
        };
        assert_eq!(numbering.find(game, position), Some((slot, position)), "{game}");
        (position, Some(slot))
    });
    assert!(with_slots.eq(numbering.positions(game, |_| false)), "{game}");
    assert_eq!(numbering.positions(game, |_| false).count(), all.len(), "{game}");
    let firsts: Vec<_> = numbering.firsts(game, |_| false).collect();
    assert!(firsts.iter().map(|(slot, _)| slot.rank).eq(0..slots.len()), "{game}");
    for (slot, first) in firsts {
        assert_eq!(numbering.position(game, slot), Some(first), "{game}");
        let sharing = numbering.sharing(game, first).count();
        assert_eq!(numbering.count_sharing(game, first), sharing as u64, "{game}");
    }
    let odd = |Slot { rank, .. }| rank % 2 == 1;
    let even = slots.iter().filter(|(rank, _)| *rank % 2 == 0).map(|(_, sharing)| sharing.len());
    assert_eq!(numbering.positions(game, odd).count(), even.sum::<usize>(), "{game}");
}

#[test]
fn every_position_has_a_slot_and_a_code() {
    fn all<G: Game>(game: &G) {
        check(game, &numbering(game));
        check(game, &SmallNumbering::Keys(numbering(game)));
    }
    all::<Hex>(&"hex:3".parse().unwrap());
    // A game with codes can be numbered by key, too.
    for name in ["nim:3,2,1", "dodgem:3", "wild:3,2,2", "mnk:3,3,3"] {
        all::<AnyGame>(&name.parse().unwrap());
    }
}

#[test]
fn a_value_that_is_not_in_the_list_has_no_place() {
    let game: Hex = "hex:2".parse().unwrap();
    let keys = numbering(&game);
    let small = SmallNumbering::Keys(keys.clone());
    // X has placed all stones.
    let unknown = (0b1111, 0);
    assert_eq!((keys.place(&game, unknown), small.place(&game, unknown)), (None, None));
    assert_eq!((keys.find(&game, unknown), small.find(&game, unknown)), (None, None));
    let codes = keys.codes(&game);
    assert_eq!((keys.encode(&game, unknown), keys.canonical(&game, unknown)), (codes, (codes, 0)));
    assert_eq!((keys.decode(&game, codes), keys.decode(&game, u64::MAX)), (None, None));
    assert_eq!((keys.check(&game, unknown), small.check(&game, unknown)), (Ok(()), Ok(())));
    let reason = ProbeError::from(Unreachable::NotInTable);
    assert_eq!(keys.why_no_entry(&game, unknown), reason);
    let beyond = [Slot { section: 0, rank: keys.positions().len() }, Slot { section: 1, rank: 0 }];
    assert_eq!(beyond.map(|slot| keys.position(&game, slot)), [None, None]);
}

#[test]
fn a_numbering_belongs_to_the_games_with_its_start_and_its_symmetries() {
    let [small, large]: [Nim; 2] = ["nim:3,2", "nim:3,3"].map(|name| name.parse().unwrap());
    let (of_small, of_large) = (numbering(&small), numbering(&large));
    assert!(of_small.is_of(&small) && of_large.is_of(&large));
    assert!(!of_small.is_of(&large));
    assert!(of_small == numbering(&small) && of_small != of_large);
    assert_eq!(format!("{of_small:?}"), "KeyNumbering(12 canonical positions)");

    let tictactoe = Mnk::TICTACTOE;
    let (codes, nim) = (SmallNumbering::Codes, SmallNumbering::<u64>::Codes);
    assert!(Numbering::<Mnk>::is_of(&codes, &tictactoe) && codes.keys().is_none());
    assert_eq!(nim.keys(), None);
    let start = tictactoe.start();
    assert_eq!(codes.place(&tictactoe, start), CodeNumbering.place(&tictactoe, start));
    let positions = Numbering::<Mnk>::positions(&codes, &tictactoe, |_| false);
    assert!(positions.eq(CodeNumbering.positions(&tictactoe, |_| false)));
}

#[test]
fn a_list_of_other_positions_is_refused() {
    let game: Hex = "hex:2".parse().unwrap();
    let all = numbering(&game).positions().to_vec();
    let refused = |list: Vec<_>| KeyNumbering::of(&game, list).unwrap_err();
    let mut swapped = all.clone();
    swapped.swap(1, 2);
    let [first, second] = [all[2], all[1]].map(|position| format!("{position:?}"));
    assert_eq!(refused(swapped), FindError::NotInOrder { first, second });
    let twice = [all[0], all[0]].to_vec();
    assert!(matches!(refused(twice), FindError::NotInOrder { .. }));
    let other = *positions(&game).iter().find(|&&of| canonical(&game, of) != of).unwrap();
    assert!(matches!(refused(vec![other]), FindError::NotCanonical { .. }));

    let bytes = |list: &[(u32, u32)]| {
        let mut bytes = vec![0; 8 * list.len()];
        bytes.chunks_mut(8).zip(list).for_each(|(key, position)| position.write(key));
        bytes
    };
    let of_keys = |pieces: Vec<Vec<u8>>| {
        KeyNumbering::of_keys(&game, pieces.into_iter().map(Ok::<_, FindError>))
    };
    let pieces = all.chunks(3).map(bytes).collect();
    assert_eq!(of_keys(pieces), Ok(numbering(&game)));
    assert_eq!(
        of_keys(vec![bytes(&all), bytes(&all[..1])]),
        Err(FindError::BadKey { number: all.len() as u64 })
    );
    assert_eq!(
        of_keys(vec![bytes(&all[..2]), bytes(&[other])]),
        Err(FindError::BadKey { number: 2 })
    );
    assert_eq!(of_keys(vec![vec![0; 7]]), Err(FindError::BadKey { number: 0 }));
}

/// A game whose positions take more bytes than a key can have.
struct Wide;

impl fmt::Display for Wide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("wide")
    }
}

impl Game for Wide {
    type Position = [u8; 65];

    fn start(&self) -> [u8; 65] {
        [0; 65]
    }

    fn to_move(&self, _: [u8; 65]) -> Player {
        Player::X
    }

    fn legal_moves(&self, _: [u8; 65]) -> Moves {
        Moves::EMPTY
    }

    fn play(&self, position: [u8; 65], _: Move) -> [u8; 65] {
        position
    }

    fn terminal(&self, _: [u8; 65]) -> Option<Outcome> {
        Some(Outcome::Draw)
    }
}

#[test]
fn a_key_that_is_too_long_is_refused() {
    let refused = KeyNumbering::of(&Wide, vec![Wide.start()]);
    assert_eq!(refused, Err(FindError::LongKey { bytes: 65 }));
}
