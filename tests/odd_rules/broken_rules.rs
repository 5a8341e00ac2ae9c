//! Games whose rules break what `Game` demands. No table of such a game is proven if it would give wrong answers by
//! these rules.

use std::{
    collections::BTreeSet,
    sync::atomic::{AtomicU32, Ordering::Relaxed},
};

use perfect_play_core::{
    BadValues, NO_CODES, NotAPosition, Objective, Outcome, Player, Table, Value,
};
use perfect_play_file::to_bytes;
use perfect_play_generator::numbering::{KeyNumbering, SmallNumbering, SmallTable};
use perfect_play_proof::{diff, stats, verify};
use perfect_play_test_kit::{At, Listed, Lying, Node, by_code, lies, only, over, to};

type Odd = Lying<Listed>;

/// A game of up to four positions, with four codes. All draws are said to take no ply.
fn game(nodes: Vec<Node>) -> Listed {
    Listed { codes: 4, max_plies: 3, ..Listed::new(nodes) }
}

/// Every value counts as a position, and every number that is not a code is decoded to the last position.
fn odd(game: Listed) -> Odd {
    let last = game.at(game.count() - 1);
    let lies = lies().is_position(|_, _| true).plies_to_draw(|_, _| Some(0));
    Lying::new(game, lies.decode(move |_, truth| Ok(truth.unwrap_or(last))))
}

/// The codes of the positions are these, and not the numbers of the positions.
fn with_codes<const N: usize>(game: &Odd, codes: [u64; N]) -> Odd {
    let last = u32::try_from(N - 1).unwrap();
    let listed = game.game.clone();
    let node = move |code| (0..).zip(codes).find(|&(_, known)| known == code);
    game.with(|lies| {
        lies.encode(move |at, _| codes[at.node() as usize])
            .decode(move |code, _| Ok(listed.at(node(code).map_or(last, |(node, _)| node))))
    })
}

fn draws_take<const N: usize>(game: &Odd, plies: [u16; N]) -> Odd {
    game.with(|lies| lies.plies_to_draw(move |at, _| Some(plies[at.node() as usize])))
}

/// The table of a game with these values by code.
fn table(game: Odd, values: [Value; 4]) -> Result<SmallTable<Odd>, BadValues> {
    let slots = values.iter().map(|value| value.byte()).collect();
    by_code(game, Objective::Fastest, slots)
}

/// Whether the table of a game with these values by code is proven. `None` stands for no entry.
fn is_proven_by_code(game: &Odd, values: [Option<Value>; 4]) -> bool {
    let slots: Vec<u8> =
        values.iter().map(|value| value.map_or(Value::NONE, Value::byte)).collect();
    let table = by_code(game.clone(), Objective::Fastest, slots).unwrap();
    verify(&table, &mut |_, _| ()).unwrap().is_proven()
}

/// The same, if the codes are the numbers of the positions. The table of the same game without codes must give the same
/// result.
fn is_proven(game: &Odd, values: [Option<Value>; 4]) -> bool {
    let is_proven = is_proven_by_code(game, values);
    assert_eq!(is_proven_by_key(&game.with(|lies| lies.codes(|_| NO_CODES)), values), is_proven);
    is_proven
}

/// Whether the table of a game without codes with these values by position is proven.
fn is_proven_by_key(game: &Odd, values: [Option<Value>; 4]) -> bool {
    let known = (0..).zip(values).filter_map(|(at, value)| Some((game.game.at(at), value?.byte())));
    let (positions, values): (Vec<At>, Vec<u8>) = known.unzip();
    let numbering = SmallNumbering::Keys(KeyNumbering::of(game, positions).unwrap());
    // Without the start, the numbering is that of another game.
    Table::new(game.clone(), Objective::Fastest, numbering, values)
        .is_some_and(|table| verify(&table, &mut |_, _| ()).unwrap().is_proven())
}

/// X wins at once, or O completes the game a ply later.
fn nodes() -> Vec<Node> {
    vec![
        to(Player::X, [1, 2]),
        to(Player::O, [3]),
        over(Player::O, Outcome::Loss),
        over(Player::X, Outcome::Loss),
    ]
}

/// The number of a position is its layer.
fn counted(nodes: Vec<Node>) -> Listed {
    let layers = (0..).zip(nodes).map(|(layer, node)| Node { layer, ..node });
    Listed { counts_plies: true, ..game(layers.collect()) }
}

#[test]
fn a_game_without_a_contradiction_is_proven() {
    let values = [Value::win(1), Value::win(1), Value::loss(0), Value::loss(0)];
    let game = odd(game(nodes()));
    assert!(is_proven(&game, values));
    assert!(!is_proven(&game, [None, values[1], values[2], values[3]]));
}

#[test]
fn positions_after_the_last_ply_are_counted_and_not_written() {
    let nodes = vec![
        to(Player::X, [1]),
        to(Player::O, [2]),
        to(Player::X, [3]),
        over(Player::O, Outcome::Loss),
    ];
    let counted = odd(counted(nodes));
    let short = counted.with(|lies| lies.max_plies(|_| 1));
    let values = [Value::win(3), Value::loss(2), Value::win(1), Value::loss(0)].map(Option::unwrap);
    let whole = table(short.clone(), values).unwrap();
    let stats = stats(&whole, &mut |_, _| ()).unwrap();
    let by_ply: Vec<u64> = stats.by_ply.iter().map(|counts| counts.positions).collect();
    assert_eq!((stats.positions, &by_ply[..]), (4, &[1, 1, 1, 1][..]));

    let [first, second, third, _] = values;
    let other = table(short, [first, second, third, Value::DRAW]).unwrap();
    let diff = diff(&whole, &other, 0, &mut |_, _| ()).unwrap();
    assert_eq!((diff.counts.outcome_changed, diff.by_ply[3].outcome_changed), (1, 1));

    let error = to_bytes(&whole).unwrap_err().to_string();
    let expected =
        "the table has an entry for 2 at ply 2, but a play of listed takes at most 1 plies, ";
    assert!(error.starts_with(expected), "{error}");
    assert!(!verify(&whole, &mut |_, _| ()).unwrap().is_proven());
    let whole = table(counted, values).unwrap();
    assert!(verify(&whole, &mut |_, _| ()).unwrap().is_proven() && to_bytes(&whole).is_ok());
}

#[test]
fn plies_that_are_not_those_of_the_moves_are_found() {
    // One of the moves leads to position 2, which would be at ply 2.
    let values = [Value::win(1), Value::win(1), Value::loss(0), Value::loss(0)];
    assert!(is_proven(&odd(game(nodes())), values));
    assert!(!is_proven(&odd(counted(nodes())), values));
}

#[test]
fn two_positions_with_one_code_are_found_whichever_is_met_first() {
    // O may complete the game from position 1. But X wins at position 2, which has the same code.
    let game = with_codes(&odd(game(nodes())), [0, 1, 1, 3]);
    let value = [Value::win(1), Value::win(1), Value::loss(0), Value::loss(0)];
    assert!(!is_proven_by_code(&game, [value[0], value[1], None, value[3]]));
    assert!(!is_proven_by_code(&game, [value[0], value[2], None, value[3]]));
}

#[test]
fn a_start_without_a_slot_is_a_missing_entry() {
    let game = with_codes(&odd(game(vec![over(Player::X, Outcome::Draw)])), [4]);
    assert!(!is_proven_by_code(&game, [None; 4]));
}

#[test]
fn a_code_that_is_not_that_of_its_position_has_no_entry() {
    let game = odd(game(vec![to(Player::X, [1]), over(Player::O, Outcome::Loss)]));
    let game = with_codes(&game, [0, 1]);
    let [win, loss] = [Value::win(1), Value::loss(0)].map(Option::unwrap);
    assert!(is_proven(&game, [Some(win), Some(loss), None, None]));
    let error = table(game, [win, loss, loss, loss]).unwrap_err();
    assert_eq!(error, BadValues::Value { code: 2 });
}

#[test]
fn who_moves_twice_wins_later_and_does_not_lose() {
    // X moves, and then X moves again and wins.
    let nodes = vec![to(Player::X, [1]), to(Player::X, [2]), over(Player::O, Outcome::Loss)];
    let game = odd(game(nodes));
    let end = [Value::win(1), Value::loss(0), None];
    assert!(is_proven(&game, [Value::win(2), end[0], end[1], end[2]]));
    for start in [Value::loss(2), Value::win(1), Value::win(3), Some(Value::DRAW)] {
        assert!(!is_proven(&game, [start, end[0], end[1], end[2]]));
    }
}

#[test]
fn draws_of_two_lengths_are_found() {
    let nodes = |second| {
        vec![to(Player::X, [1, 2]), to(Player::O, [3]), second, over(Player::X, Outcome::Draw)]
    };
    let uneven = odd(game(nodes(over(Player::O, Outcome::Draw))));
    assert!(!is_proven(&draws_take(&uneven, [2, 1, 0, 0]), [Some(Value::DRAW); 4]));
    // Both ways have the same length.
    let even = odd(game(nodes(to(Player::O, [3]))));
    assert!(is_proven(&draws_take(&even, [2, 1, 1, 0]), [Some(Value::DRAW); 4]));
}

#[test]
fn a_draw_longer_than_any_number_of_plies_is_not_proven() {
    // Each of the two positions leads to the other, without end.
    let game = odd(game(vec![to(Player::X, [1]), to(Player::O, [0])]));
    assert!(!is_proven(
        &draws_take(&game, [u16::MAX; 2]),
        [Some(Value::DRAW), Some(Value::DRAW), None, None]
    ));
}

#[test]
fn moves_after_the_end_are_found() {
    let nodes = vec![to(Player::X, [1]), to(Player::O, [2]), over(Player::X, Outcome::Loss)];
    let game = odd(game(nodes));
    let after = game.game.at(1);
    let game = game.with(|lies| lies.terminal(only(after, Some(Outcome::Loss))));
    assert!(!is_proven(&game, [Value::win(1), Value::loss(0), None, None]));
}

#[test]
fn a_drawn_end_that_says_it_is_plies_away_is_found() {
    // One move draws. The game says that this takes 3 plies, and 2 more at the end.
    let drawn = [Some(Value::DRAW), Some(Value::DRAW), None, None];
    let game = odd(game(vec![to(Player::X, [1]), over(Player::O, Outcome::Draw)]));
    assert!(is_proven(&draws_take(&game, [1, 0]), drawn));
    assert!(!is_proven(&draws_take(&game, [3, 2]), drawn));
}

/// A game that decodes code 0 differently after some time.
fn unsteady(steady: u32, then: Result<u32, NotAPosition>) -> Odd {
    let (asked, listed) = (AtomicU32::new(0), game(nodes()));
    let then = then.map(|node| listed.at(node));
    odd(listed).with(|lies| {
        lies.decode(move |code, truth| {
            let is_late = code == 0 && asked.fetch_add(1, Relaxed) >= steady;
            if is_late { then } else { truth }
        })
    })
}

#[test]
fn a_position_that_is_no_longer_decoded_is_not_left_out_of_the_proof() {
    // The start is a win, and the table calls it a loss.
    let values = [Value::loss(2), Value::win(1), Value::loss(0), Value::loss(0)];
    let slots: Vec<u8> = values.iter().map(|value| value.unwrap().byte()).collect();
    let mut said = BTreeSet::new();
    for then in [Err(NotAPosition::Rules("not now")), Ok(1)] {
        for steady in 0..10 {
            let (game, slots) = (unsteady(steady, then), slots.clone());
            let Ok(table) = by_code(game, Objective::Fastest, slots) else {
                continue;
            };
            match verify(&table, &mut |_, _| ()) {
                Ok(proof) => assert!(!proof.is_proven(), "{steady}"),
                Err(error) => _ = said.insert(error.to_string()),
            }
        }
    }
    let expected = "the game decodes the code of slot 0 differently the second time: the methods of a \
                    game must always give the same answer";
    assert_eq!(said, BTreeSet::from([expected.to_owned()]));
}
