//! Mills that capture: in every position of small games against the rules in `independent/mills.py`; the tiers of all games.

use super::brute_force::{agree, never_panics};
use perfect_play_core::{Backwards, Game, Outcome, Slot, Tiering};
use perfect_play_games::Mills;

const PRINTED: &str = include_str!("independent/mills.txt");

#[test]
fn mills() {
    agree(PRINTED, &["morris"]);
}

fn game(name: &str) -> Mills {
    name.parse().unwrap()
}

/// A position, and its slot if it has one. It is kept because to rank positions takes most of the time.
type Ranked = ([u32; 2], Option<Slot>);

fn children(game: &Mills, position: [u32; 2]) -> Vec<Ranked> {
    let mut children = Vec::new();
    game.children(position, &mut |child, slot| {
        assert_eq!(slot, game.rank(child));
        children.push((child, slot));
    });
    let mut unranked = Vec::new();
    game.each_child(position, &mut |child| unranked.push(child));
    assert!(children.iter().map(|&(child, _)| child).eq(unranked));
    children
}

fn predecessors(game: &Mills, position: [u32; 2]) -> Vec<Ranked> {
    let mut predecessors = Vec::new();
    let known = game.backwards(position, &mut |position, slot| {
        assert_eq!(slot, game.rank(position));
        predecessors.push((position, slot));
    });
    assert_eq!(known, Backwards::Exact);
    predecessors
}

/// Checks the position of a slot, if it has one, with its images, moves, and moves backwards.
fn check(game: &Mills, slot: Slot) {
    let Some(position) = game.unrank(slot) else { return };
    let text = format!("{game}: {}", game.notation(position));
    for symmetry in 0..game.symmetries() {
        assert_eq!(game.rank(game.image(position, symmetry)), Some(slot), "{text}");
    }
    assert_eq!(game.parse_position(&game.notation(position).to_string()), Ok(position), "{text}");
    let unit = game.unit(slot.section);
    let children = children(game, position);
    let moves = game.legal_moves(position);
    let played = moves.iter().map(|mv| game.play(position, mv));
    assert!(played.eq(children.iter().map(|&(child, _)| child)), "{text}");
    assert_eq!(game.end(position).is_some(), children.is_empty(), "{text}");
    let stays = |(_, slot): &Ranked| slot.is_some_and(|slot| game.unit(slot.section) == unit);
    let (inner, outer): (Vec<_>, Vec<_>) = children.iter().copied().partition(stays);
    let mut exits = Vec::new();
    let told = game.exits(position, &mut |child, slot| exits.push((child, slot)));
    assert_eq!(told.map(usize::from), Some(inner.len()), "{text}");
    assert_eq!(outer, exits, "{text}");
    let keeps = |by: &u8| game.image(position, *by) == position;
    let keeping = (0..game.symmetries()).filter(keeps).count();
    assert_eq!(game.keeping(position).map(usize::from), Some(keeping), "{text}");
    for (child, to) in children {
        let Some(to) = to else {
            assert_eq!(game.terminal(child), Some(Outcome::Loss), "{text}");
            continue;
        };
        assert!(game.unit(to.section) <= unit, "{text}");
        if game.unit(to.section) == unit {
            let mut back = predecessors(game, child).into_iter();
            assert!(back.any(|(_, before)| before == Some(slot)), "{text}");
        }
    }
    for (before, from) in predecessors(game, position) {
        assert_eq!(game.unit(from.unwrap().section), unit, "{text}");
        assert!(children_are(game, before, slot), "{text}");
    }
}

fn children_are(game: &Mills, position: [u32; 2], slot: Slot) -> bool {
    children(game, position).into_iter().any(|(_, of_child)| of_child == Some(slot))
}

/// Numbers that are the same in every run: xorshift.
fn random() -> impl FnMut(u64) -> u64 {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    }
}

#[test]
fn every_slot_of_a_small_game_is_that_of_its_position() {
    for name in ["morris:three,4", "morris:three,4+flying"] {
        let game = game(name);
        for section in 0..game.tiers() {
            let slots = usize::try_from(game.slots(section)).unwrap();
            (0..slots).for_each(|rank| check(&game, Slot { section, rank }));
            assert_eq!(game.unrank(Slot { section, rank: slots }), None);
        }
        assert_eq!(game.unrank(Slot { section: game.tiers(), rank: 0 }), None);
    }
}

#[test]
fn some_slots_of_every_tier_of_large_games_are_those_of_their_positions() {
    let mut random = random();
    for (name, each) in [
        ("morris:six", 20),
        ("morris:six,8+flying", 10),
        ("morris:seven", 20),
        ("morris:nine", 20),
        ("morris:nine+no-flying", 5),
        ("morris:lasker", 1),
        ("morris:morabaraba", 5),
    ] {
        let game = game(name);
        let mut unit = 0;
        for section in 0..game.tiers() {
            assert!((unit..=unit + 1).contains(&game.unit(section)), "{name}: {section}");
            unit = game.unit(section);
            let slots = game.slots(section);
            assert!(slots < 1 << 32, "{name}: {section}");
            for _ in 0..each.min(slots) {
                check(&game, Slot { section, rank: random(slots).try_into().unwrap() });
            }
        }
    }
}

/// What play leads to has a slot, until the game is over.
#[test]
fn every_position_of_random_plays_has_a_slot() {
    let mut random = random();
    for name in ["morris:three", "morris:six", "morris:seven", "morris:nine", "morris:lasker"] {
        let game = game(name);
        for _ in 0..20 {
            let mut position = game.start();
            for _ in 0..200 {
                let children = children(&game, position);
                if children.is_empty() {
                    break;
                }
                let slot = game.rank(position).unwrap();
                let first = game.unrank(slot).unwrap();
                let mut images = (0..game.symmetries()).map(|by| game.image(position, by));
                assert!(images.any(|image| image == first), "{name}: {position:x?}");
                let at = random(children.len() as u64);
                (position, _) = children[usize::try_from(at).unwrap()];
            }
        }
    }
}

/// The numbers of slots of the moving phase; Gasser has 7,673,759,269 states, after more symmetries and fewer positions.
#[test]
fn the_tiers_of_nine_mens_morris_have_these_slots() {
    let game = game("morris:nine");
    let (moving, all) = (0..game.tiers()).fold((0, 0), |(moving, all), tier| {
        let slots = game.slots(tier);
        (moving + if tier < 49 { slots } else { 0 }, all + slots)
    });
    assert_eq!((game.tiers(), moving, all - moving), (354, 9_193_626_407, 18_654_421_599));
    let of_unit = |unit| (0..49).filter(move |tier| game.unit(*tier) == unit);
    let largest = (0..28).map(|unit| of_unit(unit).map(|tier| game.slots(tier)).sum::<u64>()).max();
    let eight = game.parse_position("XXX/XXX/XX./O.OO.O/.../OOO/...").unwrap();
    let unit = game.unit(game.rank(eight).unwrap().section);
    assert_eq!(Some(of_unit(unit).map(|tier| game.slots(tier)).sum()), largest);
    assert_eq!(largest, Some(1_075_686_040));
}

/// Three men against three: 169,626 positions up to symmetry, of which 82.90 % are won, 0.16 % drawn and 16.94 % lost. A
/// program in Python that knows no tiers and plays all 2,691,920 positions found the same numbers.
#[test]
fn three_men_against_three_by_moves_backwards() {
    #[derive(Clone, Copy, PartialEq)]
    enum Found {
        Nothing,
        Open(usize),
        Win,
        Loss,
    }
    let game = game("morris:nine");
    let slots = usize::try_from(game.slots(0)).unwrap();
    let mut found = vec![Found::Nothing; slots];
    let mut next = Vec::new();
    let ranks = |positions: Vec<Ranked>| {
        let slots = positions.into_iter().map(|(_, slot)| slot.unwrap());
        let mut ranks: Vec<_> = slots.map(|slot| (slot.section, slot.rank)).collect();
        ranks.sort_unstable();
        ranks.dedup();
        assert!(ranks.iter().all(|(section, _)| *section == 0));
        ranks
    };
    for (rank, found) in found.iter_mut().enumerate() {
        let Some(position) = game.unrank(Slot { section: 0, rank }) else { continue };
        let children = children(&game, position);
        // A mill leaves the opponent two men.
        if children.iter().any(|&(child, _)| game.terminal(child).is_some()) {
            *found = Found::Win;
            next.push(rank);
        } else {
            *found = Found::Open(ranks(children).len());
        }
    }
    while let Some(rank) = next.pop() {
        let is_win = found[rank] == Found::Win;
        let position = game.unrank(Slot { section: 0, rank }).unwrap();
        for (_, before) in ranks(predecessors(&game, position)) {
            let Found::Open(left) = found[before] else { continue };
            found[before] = match (is_win, left) {
                (false, _) => Found::Win,
                (true, 1) => Found::Loss,
                (true, _) => Found::Open(left - 1),
            };
            if !matches!(found[before], Found::Open(_)) {
                next.push(before);
            }
        }
    }
    let count = |kind: fn(&Found) -> bool| found.iter().filter(|found| kind(found)).count();
    let drawn = count(|found| matches!(found, Found::Open(_)));
    let counts = [count(|found| *found == Found::Win), drawn, count(|found| *found == Found::Loss)];
    assert_eq!(counts, [140_621, 269, 28_736]);
}

#[test]
fn men_are_placed_moved_and_taken_by_the_rules() {
    let plays = |name: &str, text: &str| {
        let game = game(name);
        let position = game.parse_position(text).unwrap();
        let moves = game.legal_moves(position).iter();
        let moves: Vec<_> = moves.map(|mv| game.move_text(position, mv).to_string()).collect();
        moves.join(" ")
    };
    // Two mills at once take one man.
    let both = plays("morris:nine", "XX./.../.../.....X/.../..O/OOX 1:0");
    let both = both.split(' ').filter(|mv| mv.starts_with("g7"));
    assert!(both.eq(["g7xd1", "g7xa1", "g7xf2"]));
    // A man in a mill is taken only if all are in mills.
    let mill = plays("morris:nine", "XX./.../.../...OOO/.../.../... 1:0");
    assert!(mill.contains("g7xg4 g7xf4 g7xe4"), "{mill}");
    let other = plays("morris:nine", "XX./.../.../...OOO/.../.../O.. 1:0");
    assert!(other.contains("g7xa1") && !other.contains("g7xg4"), "{other}");
    // Three men fly, four do not, and in some games none does.
    let three = "X../.O./.../....../.../X../OOX";
    assert_eq!(
        plays("morris:nine", three).split(' ').filter(|mv| mv.starts_with("a7")).count(),
        18
    );
    assert_eq!(plays("morris:nine+no-flying", three), "a7-d7 a7-a4 g1-g4 b2-d2 b2-b4");
    // In Lasker's game all men count, and men move before all are placed.
    let lasker = plays("morris:lasker", "X../.../.../....../.../.../... 9:9");
    assert!(lasker.contains("a7-d7") && lasker.split(' ').count() == 25, "{lasker}");
    let flying = plays("morris:lasker", "X../.../.../....../.../.../O.. 2:9");
    assert!(flying.contains("a7-g4"), "{flying}");
    // A mill takes nobody if there is nobody.
    let nobody = plays("morris:nine", "XX./.../.../....../.../.../... 7:7");
    assert!(nobody.contains("g7 "), "{nobody}");
    // Texts may be written from the view of X.
    let nine = game("morris:nine");
    let by_x = nine.parse_position("XX./.../.../....../.../.../..O 7:8 O");
    assert_eq!(by_x, nine.parse_position("OO./.../.../....../.../.../..X 8:7"));
    for wrong in ["7:8", "7:8 X", "10:9", "8", "9:9"] {
        let text = format!("XX./.../.../....../.../.../..O {wrong}");
        assert!(nine.parse_position(&text).is_err(), "{text}");
    }
    // Corners are joined in Morabaraba, and its full board is a draw.
    assert!(plays("morris:morabaraba", "X.X/.../X.X/....../.../.../OOO").contains("a7-b6"));
    let corner = plays("morris:morabaraba", "X../X../.../....../.../.../OOO 1:0");
    assert!(corner.contains("c5xg1 c5xd1 c5xa1"), "{corner}");
    let morabaraba = game("morris:morabaraba");
    let full = morabaraba.parse_position("XOX/OXO/XOX/OXOXOX/OXO/XOX/OXO").unwrap();
    assert_eq!((morabaraba.legal_moves(full).len(), morabaraba.blocked(full)), (0, Outcome::Draw));
    let six = game("morris:six");
    let blocked = six.parse_position("XXX/.O./O..O/.../...").unwrap();
    assert_eq!((six.legal_moves(blocked).len(), six.blocked(blocked)), (0, Outcome::Loss));
}

#[test]
fn names_are_words_and_numbers() {
    for (name, printed) in [
        ("morris:nine", "morris:nine"),
        ("morris:nine,9+flying", "morris:nine"),
        ("morris:six,5+flying", "morris:six,5+flying"),
        ("morris:lasker,7+no-flying", "morris:lasker,7+no-flying"),
        ("morris:six+no-flying", "morris:six"),
    ] {
        assert_eq!(game(name).to_string(), printed);
    }
    for wrong in ["morris:9", "morris:nine,2", "morris:six,9", "morris:nine,13", "morris:ten"] {
        let error = wrong.parse::<Mills>().unwrap_err().to_string();
        assert!(
            error.contains("BOARD is three, six") && error.ends_with("`morris:three`"),
            "{error}"
        );
    }
    let error = "morris:nine+flying+no-flying".parse::<Mills>().unwrap_err().to_string();
    assert_eq!(error, "`+flying` and `+no-flying` exclude each other");
}

#[test]
fn whatever_is_given_there_is_an_answer() {
    for name in ["three", "six", "seven", "nine", "lasker", "morabaraba"] {
        never_panics::<Mills>(&format!("morris:{name}"));
    }
}
