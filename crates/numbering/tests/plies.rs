//! The numbering of the first plies, against the positions that play reaches.

use std::collections::{BTreeSet, HashMap};

use perfect_play_core::{Board, Game, Numbering, Place, ProbeError, Slot};
use perfect_play_games::Mnk;
use perfect_play_numbering::{NotNumbered, PlyNumbering};

/// By ply: the boards that play reaches.
fn reached(game: &Mnk, plies: u16) -> Vec<BTreeSet<Board>> {
    let mut reached = vec![BTreeSet::from([Board::EMPTY])];
    for _ in 0..plies {
        let children = |&board: &Board| {
            let moves = game.legal_moves(board);
            moves.iter().map(move |mv| game.play(board, mv)).collect::<Vec<_>>()
        };
        reached.push(reached[reached.len() - 1].iter().flat_map(children).collect());
    }
    reached
}

#[test]
fn every_position_of_the_plies_has_a_slot_that_it_shares_with_its_images_alone() {
    for (name, plies) in [
        ("tictactoe", 9),
        ("tictactoe+misere", 5),
        ("mnk:4,3,3", 5),
        ("connect:4,4,4", 8),
        ("connect:3,4,3+misere", 12),
        ("connect:7,6,4", 5),
    ] {
        let game: Mnk = name.parse().unwrap();
        let numbering = PlyNumbering::of(&game, plies).unwrap();
        let mut slots: HashMap<usize, Board> = HashMap::new();
        let reached = reached(&game, plies);
        for (ply, board) in
            (0..).zip(&reached).flat_map(|(ply, of)| of.iter().map(move |&board| (ply, board)))
        {
            assert_eq!(numbering.check(&game, board), Ok(()));
            let slot = match numbering.place(&game, board).unwrap() {
                Place::Slot(Slot { section: 0, rank }) => rank,
                Place::Known(value) => {
                    assert_eq!(game.kind().static_value(board), Some(value), "{name} {board:?}");
                    continue;
                }
                place => panic!("{place:?}"),
            };
            assert!(numbering.slots_of_ply(ply).contains(&(slot as u64)), "{name} {board:?}");
            assert!(numbering.is_read(&game, board));
            let first = numbering.position(&game, Slot { section: 0, rank: slot }).unwrap();
            assert!(numbering.sharing(&game, first).any(|image| image == board));
            assert_eq!(*slots.entry(slot).or_insert(first), first);
        }
        let all: BTreeSet<Board> = reached.into_iter().flatten().collect();
        let listed: Vec<_> =
            numbering.positions(&game, |_| false).map(|(board, _)| board).collect();
        assert_eq!(listed.len(), all.len(), "{name}");
        assert!(listed.into_iter().collect::<BTreeSet<_>>() == all, "{name}");
        let count = Numbering::<Mnk>::slots(&numbering, &game, 0);
        assert_eq!(numbering.slots_of_ply(plies).end, count);
        assert!(numbering.slots_of_ply(plies + 1).is_empty());
        assert_eq!(
            numbering.position(&game, Slot { section: 0, rank: count.try_into().unwrap() }),
            None
        );
    }
}

#[test]
fn what_is_not_stored_and_what_is_no_position_have_other_reasons() {
    let game: Mnk = "connect:4,4,4".parse().unwrap();
    let numbering = PlyNumbering::of(&game, 1).unwrap();
    let none = PlyNumbering::none(&game).unwrap();
    let reason = |of: &PlyNumbering, text: &str| {
        let board = game.shape().parse(text).unwrap();
        assert_eq!(of.place(&game, board), None);
        of.why_no_entry(&game, board)
    };
    assert_eq!(reason(&numbering, "............XO.."), ProbeError::NotStored);
    assert_eq!(reason(&none, "................"), ProbeError::NotStored);
    assert!(matches!(reason(&numbering, "X.........O....."), ProbeError::Unreachable(_)));
}

#[test]
fn what_is_too_large_is_refused() {
    let of = |name: &str, plies| PlyNumbering::of(&name.parse::<Mnk>().unwrap(), plies).map(drop);
    assert_eq!(of("mnk:7,7,4", 12), Err(NotNumbered::TooLarge));
    assert_eq!(of("connect:9,7,4", 40), Err(NotNumbered::TooLarge));
    assert_eq!(of("connect:9,7,4", 6), Ok(()));
    // A file says how many slots it has. This board has hundreds of millions, which are not listed to find that out.
    let large: Mnk = "mnk:10,6,5".parse().unwrap();
    let of_file = PlyNumbering::with_at_most(1, &large, 6).map(drop);
    assert_eq!(of_file, Err(NotNumbered::TooLarge));
    let slots = |most| {
        let numbering = PlyNumbering::with_at_most(most, &Mnk::TICTACTOE, 2).ok()?;
        Some(Numbering::<Mnk>::slots(&numbering, &Mnk::TICTACTOE, 0))
    };
    let all = slots(u64::MAX).unwrap();
    assert_eq!([slots(all - 1), slots(all)], [None, Some(all)]);
}
