//! Games whose author numbers the positions, solved unit by unit, against the solver that finds positions by playing.

use perfect_play_core::{
    Backwards, Game, Moves, Numbering, Objective, Outcome, Player, Probe, Slot, Table, Value,
    Values,
};
use perfect_play_engine::AnyGame;
use perfect_play_games::Morris;
use perfect_play_generator::{
    SolveError, Solver,
    numbering::{KeyNumbering, RankNumbering},
};
use perfect_play_test_kit::{Listed, ListedTiers, Lying, Random, lies, only, open, over, to};

/// Solves a game with random tiers, and compares every value with that of the solver by keys.
fn is_the_same(name: &str) {
    let by = Solver::default();
    let game = Lying::honest(name.parse::<AnyGame>().unwrap());
    let (keys, values) = by.solve_by_key(&game, Objective::Fastest, &mut |_, _| ()).unwrap();
    for seed in 0..6 {
        let tiers = ListedTiers::of(&game, &mut Random::new(seed));
        let shown = format!("{game} {seed}: {tiers:?}");
        let game = Lying::new(game.game.clone(), lies().tiers(tiers));
        let solved = by.solve_by_rank(&game, Objective::Fastest, &|_, _| ());
        let (ranks, ranked) = solved.unwrap_or_else(|error| panic!("{shown}: {error}"));
        // Without checks, other ways to a value are taken.
        let unchecked = by.tested().solve_by_rank(&game, Objective::Fastest, &|_, _| ());
        assert!(unchecked.unwrap().1 == ranked, "{shown}");
        for (&position, &byte) in KeyNumbering::positions(&keys).iter().zip(&values) {
            let value = match game.tiering().unwrap().rank(position) {
                Some(slot) => ranked.value(game.scheme(), slot).unwrap(),
                None => game.end(position),
            };
            assert_eq!(value, game.scheme().from_byte(byte), "{shown}: {position:?}");
            if game.tiering().unwrap().rank(position).is_some() {
                let code = ranks.encode(&game, position);
                assert_eq!(ranks.decode(&game, code), Some(position), "{shown}");
            }
        }
    }
}

#[test]
fn values_are_those_of_the_solver_by_keys() {
    // Play repeats positions.
    ["three-mens-morris", "pong-hau-ki", "quixo:2,2,2"].into_iter().for_each(is_the_same);
    // It does not; and points.
    ["hexapawn:3,3", "nim:3,4,5", "kalah:2,2"].into_iter().for_each(is_the_same);
}

#[test]
fn the_exits_of_a_lost_position_count_however_many_and_far_away_they_are() {
    for (inner, plies) in [(1, 300), (70, 10), (70, 300), (3, 10)] {
        // X can move to 1 in so many ways, or leave to where O wins, and from 1 O moves back or wins in three plies.
        let last = plies + 1;
        let chain = (2..last).map(|node| {
            let to_move = if node % 2 == 0 { Player::O } else { Player::X };
            open(to_move, [(0, node + 1)])
        });
        let mut nodes =
            vec![to(Player::X, (0..inner).map(|_| 1).chain([2])), to(Player::O, [0, last - 2])];
        nodes.extend(chain);
        nodes.push(over(Player::X, Outcome::Loss));
        let game = Lying::honest(Listed { repeats: true, ..Listed::new(nodes) });
        let tiers = (0..999).map(|seed| ListedTiers::of(&game, &mut Random::new(seed)));
        let mut tellers = 0;
        for tiers in tiers.filter(|tiers| tiers.exits.is_some()).take(4) {
            let shown = format!("{inner} {plies}: {tiers:?}");
            let game = Lying::new(game.game.clone(), lies().tiers(tiers));
            let by = Solver::default().tested();
            let (_, values) = by.solve_by_rank(&game, Objective::Fastest, &|_, _| ()).unwrap();
            let value = |node| {
                let slot = game.tiering().unwrap().rank(game.game.at(node)).unwrap();
                values.value(game.scheme(), slot).unwrap()
            };
            let expected = Value::loss(u16::try_from(plies).unwrap());
            assert_eq!([value(0), value(1)], [expected, Value::win(3)], "{shown}");
            tellers += 1;
        }
        assert_eq!(tellers, 4);
    }
}

#[test]
fn only_what_is_reached_is_solved_if_the_author_wants_it() {
    let game = Lying::honest("three-mens-morris".parse::<Morris>().unwrap());
    let solve = |tiers: &ListedTiers<_>, start: (u16, u16, Player)| {
        let lies = lies().tiers(tiers.clone()).start(move |_| start);
        let game = Lying::new(game.game, lies);
        let solved = Solver::default().solve_by_rank(&game, Objective::Fastest, &|_, _| ());
        let (numbering, values) = solved.unwrap();
        Table::new(game, Objective::Fastest, numbering, values).unwrap()
    };
    for seed in 0..6 {
        let mut random = Random::new(seed);
        let tiers = ListedTiers::of(&game, &mut random);
        let all = solve(&tiers, game.start());
        // X has begun in the centre.
        let start = game.parse_position("....X.... O").unwrap();
        let some = solve(&tiers.only_reached(&mut random), start);
        let (numbering, tiering) = (some.numbering(), some.game().tiering().unwrap());
        let mut missing = 0;
        for position in all.positions() {
            let Some(slot) = tiering.rank(position) else { continue };
            match some.value(position) {
                Err(reason) => {
                    missing += 1;
                    assert!(!numbering.holds_all(slot.section), "{seed}");
                    assert_eq!(reason, RankNumbering::UNREACHED.into());
                }
                found => assert_eq!(found, all.value(position), "{seed}"),
            }
        }
        // Nothing that play reaches is missing, and what it does not reach is not there.
        let by_key = Solver::default().solve_by_key(
            &Lying::new(game.game, lies().start(move |_| start)),
            Objective::Fastest,
            &mut |_, _| (),
        );
        let (reached, _) = by_key.unwrap();
        for &position in KeyNumbering::positions(&reached) {
            assert_eq!(some.value(position), all.value(position), "{seed}");
        }
        assert!(missing > 0 || numbering.reached_tiers().len() < 2, "{seed}: {missing}");
    }
}

#[test]
fn an_image_that_is_not_played_as_the_position_of_its_slot_is_found() {
    let game = Lying::honest("three-mens-morris".parse::<Morris>().unwrap());
    let (tiers, image) = (0..99)
        .find_map(|seed| {
            let tiers = ListedTiers::of(&game, &mut Random::new(seed));
            let is_other = |(position, slot): (&_, &Slot)| {
                let first = tiers.tiers[slot.section as usize][slot.rank];
                first.is_some_and(|first| first != *position && !game.legal_moves(first).is_empty())
            };
            let image = tiers.ranks.iter().find(|&(position, slot)| is_other((position, slot)));
            let image = image.map(|(&position, _)| position);
            image.map(|image| (tiers, image))
        })
        .unwrap();
    let lies = lies().tiers(tiers).legal_moves(only(image, Moves::EMPTY));
    let solved = Solver::default().solve_by_rank(
        &Lying::new(game.game, lies),
        Objective::Fastest,
        &|_, _| (),
    );
    assert!(matches!(solved, Err(SolveError::Inconsistent(_))));
}

/// Changes tiers so that they are wrong.
type Mistake = fn(&mut ListedTiers<(u16, u16, Player)>);

#[test]
fn what_is_wrong_with_tiers_is_said() {
    let game = Lying::honest("three-mens-morris".parse::<Morris>().unwrap());
    let is_shared = |slot: &_, tiers: &ListedTiers<_>| {
        tiers.ranks.values().filter(|other| *other == slot).count() > 1
    };
    let is_told = |tiers: &ListedTiers<_>| {
        tiers.exits.is_some() && tiers.ranks.values().any(|slot| is_shared(slot, tiers))
    };
    let mut tiers = (0..99).map(|seed| ListedTiers::of(&game, &mut Random::new(seed)));
    let tiers = tiers.find(is_told).unwrap();
    let mistakes: &[(Mistake, &str)] = &[
        (|tiers| tiers.tiers[0].truncate(1), "but `slots` says that the tier has"),
        (|tiers| tiers.keeping = Some(9), "`keeping` returns 9, but"),
        (
            |tiers| {
                let slot = Slot { section: 0, rank: usize::MAX };
                tiers.slots_before = tiers.ranks.keys().map(|&before| (before, slot)).collect();
            },
            "`backwards` gives a position before this one another slot",
        ),
        (
            |tiers| {
                for (_, inner) in tiers.exits.as_mut().unwrap().values_mut() {
                    *inner += 1;
                }
            },
            "`exits` returns",
        ),
        (
            |tiers| tiers.ranks.retain(|&(x, o, _), _| x | o != 0),
            "`rank` returns `None` for a start",
        ),
        // The slots that `exits` gives are no more those of `rank`, but this says more.
        (
            |tiers| {
                let is_left = |&(x, o, _): &(u16, u16, Player)| (x | o).count_ones() != 3;
                tiers.ranks.retain(|position, _| is_left(position));
                for slot in tiers.tiers.iter_mut().flatten() {
                    *slot = slot.filter(is_left);
                }
            },
            "the game is not over, but `rank` returns `None` for that position",
        ),
    ];
    for (mistake, expected) in mistakes {
        let mut wrong = tiers.clone();
        mistake(&mut wrong);
        let game = Lying::new(game.game, lies().tiers(wrong));
        let solved = Solver::default().solve_by_rank(&game, Objective::Fastest, &|_, _| ());
        let error = solved.err().unwrap().to_string();
        assert!(error.contains(expected), "{expected}: {error}");
    }
}

#[test]
fn what_is_further_away_than_tiers_can_say_is_refused() {
    let solved = |plies: u16| {
        let game = Listed { repeats: true, ..Listed::chain(plies.into(), Outcome::Loss) };
        let game = Lying::honest(game);
        let tiers = ListedTiers::of(&game, &mut Random::new(1));
        let game = Lying::new(game.game, lies().tiers(tiers));
        let (_, values) = Solver::default()
            .tested()
            .solve_by_rank(&game, Objective::Fastest, &|_, _| ())
            .map_err(|error| error.to_string())?;
        let slot = game.tiering().unwrap().rank(game.start()).unwrap();
        Ok::<_, String>(values.value(game.scheme(), slot).unwrap())
    };
    assert_eq!(solved(24_062), Ok(Value::loss(24_062)));
    let error = solved(24_063).unwrap_err();
    assert!(error.contains("won or lost in more than 24062 plies"), "{error}");
}

#[test]
fn moves_backwards_from_an_image_of_the_other_side_are_not_taken_for_moves_of_this_side() {
    // From 0, X must move to 2, from where O wins or moves back; 1, 3 and 5 are the same for the other side.
    let nodes = vec![
        to(Player::X, [2]),
        to(Player::O, [3]),
        to(Player::O, [4, 0]),
        to(Player::X, [5, 1]),
        over(Player::X, Outcome::Loss),
        over(Player::O, Outcome::Loss),
    ];
    let swapped = (vec![1, 0, 3, 2, 5, 4], Vec::new());
    let symmetries = vec![(Vec::new(), Vec::new()), swapped].into();
    let game = Lying::honest(Listed { repeats: true, symmetries, ..Listed::new(nodes) });
    let (mut right, mut refused) = (0, 0);
    for seed in 0..300 {
        let mut tiers = ListedTiers::of(&game, &mut Random::new(seed));
        let [one, other] = [0, 1].map(|node| tiers.ranks[&game.game.at(node)]);
        if tiers.backwards != Backwards::Exact || tiers.exits.is_some() || one != other {
            continue;
        }
        let gives_both = seed % 2 == 0;
        for before in tiers.before.values_mut().filter(|_| gives_both) {
            *before = before.iter().flat_map(|&at| [at, game.image(at, 1)]).collect();
        }
        let game = Lying::new(game.game.clone(), lies().tiers(tiers));
        match Solver::default().solve_by_rank(&game, Objective::Fastest, &|_, _| ()) {
            Ok((_, values)) => {
                assert_eq!(values.value(game.scheme(), one).unwrap(), Value::loss(2), "{seed}");
                assert!(!gives_both, "{seed}");
                right += 1;
            }
            Err(error) => {
                assert!(error.to_string().contains("no move of this side leads here"), "{error}");
                refused += 1;
            }
        }
    }
    assert!(right > 5 && refused > 5, "{right} {refused}");
}
