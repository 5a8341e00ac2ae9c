//! Games with long plays. A table counts at most [`Value::MAX_BYTE_PLIES`] plies to a win or a loss, and nothing is proven
//! of what is further away.

use perfect_play_core::{Entry, Game, Moves, Objective, Outcome, Player, Probe, Scheme, Value};
use perfect_play_generator::{InconsistencyKind, SolveError, check_rules, solve};
use perfect_play_proof::verify;
use perfect_play_test_kit::{Listed, Lying, by_code, open};

/// The number of plies of a chain.
fn plies_of(chain: &Listed) -> u32 {
    chain.count() - 1
}

/// The value of the start.
fn solved(chain: &Listed) -> Result<Value, SolveError> {
    let table = solve(Lying::honest(chain.clone()), Objective::Fastest, &mut |_, _| ())?;
    let value = table.value(chain.start()).unwrap();
    let entry = table.probe(chain.start()).unwrap();
    let plies = value.plies().or(u16::try_from(plies_of(chain)).ok());
    let by_plies = chain.scheme == Scheme::Remoteness;
    assert_eq!(entry.remoteness, plies.filter(|_| by_plies), "{plies:?}");
    assert_eq!(table.positions().count(), chain.nodes.len());
    Ok(value)
}

/// A chain without codes.
fn chain(plies: u32, end: Outcome) -> Listed {
    let draws_in = Some(plies);
    Listed { draws_in, ..Listed::chain(plies, end) }.without_codes()
}

/// The ways to state the same chain, each of which another solver solves.
fn ways(chain: &Listed) -> [Listed; 7] {
    let plies = u16::try_from(plies_of(chain)).unwrap();
    let coded = Listed { codes: chain.nodes.len() as u64, ..chain.clone() };
    let bounded = Listed { max_plies: plies.min(Value::MAX_BYTE_PLIES), ..coded.clone() };
    [
        chain.clone(),
        Listed { counts_plies: true, max_plies: plies, ..chain.clone() },
        Listed { repeats: true, ..chain.clone() },
        coded.clone(),
        Listed { repeats: true, ..coded },
        bounded.clone(),
        Listed { codes_rise: true, ..bounded },
    ]
}

#[test]
fn a_win_or_loss_beyond_the_plies_of_a_byte_is_refused() {
    let most = Value::MAX_BYTE_PLIES;
    for end in [Outcome::Loss, Outcome::Win] {
        for way in ways(&chain(most.into(), end)) {
            assert_eq!(solved(&way).map(Value::plies), Ok(Some(most)));
        }
        for plies in [most + 1, most + 2, 255, 256, 257, 400] {
            for way in ways(&chain(plies.into(), end)) {
                // The first position that is too far away, seen from the end.
                let position = format!("    {}", plies - most - 1);
                assert_eq!(solved(&way), Err(SolveError::TooFar { position, most }), "{plies}");
            }
        }
    }
    let coded = Listed::chain(most.into(), Outcome::Loss);
    let counted = Listed { counts_plies: true, max_plies: most, ..coded };
    assert_eq!(solved(&counted).map(Value::plies), Ok(Some(most)));
    let long = Listed { max_plies: most + 1, ..counted };
    assert_eq!(solved(&long), Err(SolveError::TooLong { plies: most + 1 }));
}

#[test]
fn draws_and_points_may_take_any_number_of_plies() {
    for plies in [255, 256, 400, 5000_u32] {
        for way in ways(&chain(plies, Outcome::Draw)) {
            assert_eq!(solved(&way), Ok(Value::DRAW));
        }
        let mut nodes = chain(plies, Outcome::Loss).nodes.to_vec();
        for node in &mut nodes {
            node.score = -1;
        }
        let scored = Listed { scheme: Scheme::Score, ..Listed::new(nodes).without_codes() };
        for way in ways(&scored) {
            let points = if plies.is_multiple_of(2) { -1 } else { 1 };
            let expected = if way.repeats {
                Err(SolveError::ScoresRepeat)
            } else {
                Ok(Value::of_score(points).unwrap())
            };
            assert_eq!(solved(&way), expected);
        }
    }
}

#[test]
fn a_play_of_more_plies_than_the_game_states_is_refused() {
    let coded = Listed::chain(10, Outcome::Loss);
    let rising = Listed { codes_rise: true, ..coded.clone() };
    for chain in [coded.without_codes(), coded, rising] {
        let counted = Listed { counts_plies: true, max_plies: 10, ..chain };
        assert_eq!(check_rules(&Lying::honest(counted.clone())), Ok(11));
        let short = Listed { max_plies: 9, ..counted };
        let checked = check_rules(&Lying::honest(short.clone()));
        for error in [checked.unwrap_err(), solved(&short).unwrap_err()] {
            let expected = "the rules contradict themselves: this position is at ply 10, but `max_plies` is 9:";
            assert!(error.to_string().starts_with(expected), "{error}");
        }
    }
}

/// Whether the table of a chain with these values, as a function of the plies that are left, is proven.
fn is_proven(chain: Listed, value: impl Fn(u32) -> Value) -> bool {
    let plies = plies_of(&chain);
    let slots: Vec<u8> = (0..=plies).map(|played| value(plies - played).byte()).collect();
    let table = by_code(Lying::honest(chain), Objective::Fastest, slots).unwrap();
    verify(&table, &mut |_, _| ()).unwrap().is_proven()
}

#[test]
fn no_draw_is_proven_that_takes_more_plies_than_can_be_counted() {
    let draws_are_proven = |plies| {
        let draws_in = Some(plies);
        is_proven(Listed { draws_in, ..Listed::chain(plies, Outcome::Draw) }, |_| Value::DRAW)
    };
    for plies in [255, 256, 300, 65_535] {
        assert!(draws_are_proven(plies));
    }
    assert!(!draws_are_proven(65_536));
    assert!(!draws_are_proven(70_000));
}

#[test]
fn no_win_or_loss_is_proven_that_is_further_away_than_a_byte_can_say() {
    // Those that are too far away have the largest remoteness.
    let capped = |left: u32| {
        let plies = u16::try_from(left).unwrap_or(u16::MAX).min(Value::MAX_BYTE_PLIES);
        let value = if left.is_multiple_of(2) { Value::loss(plies) } else { Value::win(plies) };
        value.unwrap()
    };
    let capped_values_are_proven = |plies| is_proven(Listed::chain(plies, Outcome::Loss), capped);
    assert!(capped_values_are_proven(126));
    assert!(!capped_values_are_proven(127));
    assert!(!capped_values_are_proven(128));
}

/// This many positions in a row, with one move each, for either player. The last one leads back to one of them, or is the
/// end of the game, which the side to move has lost.
fn row(positions: u32, back_to: Option<u32>) -> Listed {
    let after = |at| if at + 1 == positions { back_to } else { Some(at + 1) };
    let node = |at| open(Player::X, after(at).map(|to| (0, to)));
    Listed { is_impartial: true, ..Listed::new((0..positions).map(node).collect::<Vec<_>>()) }
}

#[test]
fn what_is_further_away_than_126_plies_is_refused_with_the_position() {
    for repeats in [false, true] {
        let solved = |positions| {
            let row = Listed { repeats, ..row(positions, None) };
            solve(Lying::honest(row), Objective::Fastest, &mut |_, _| ())
        };
        let table = solved(127).unwrap();
        assert_eq!(table.probe(table.game().start()).unwrap().remoteness, Some(126));
        assert!(verify(&table, &mut |_, _| ()).unwrap().is_proven());
        for positions in [128, 1000] {
            let error = solved(positions).map(drop).unwrap_err();
            // The last one is position `positions` - 1.
            let position = format!("    {}", positions - 128);
            assert_eq!(error, SolveError::TooFar { position, most: Value::MAX_BYTE_PLIES });
        }
    }
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn a_circle_of_a_million_positions_is_drawn_or_found() {
    for (positions, back_to) in [(1_000_000, 0), (1_100_000, 0), (1_100_000, 90_000)] {
        let row = row(positions, Some(back_to));
        let repeating = Listed { repeats: true, ..row.clone() };
        let table = solve(Lying::honest(repeating), Objective::Fastest, &mut |_, _| ()).unwrap();
        let entry = table.probe(row.start()).unwrap();
        let optimal_moves = Moves::EMPTY.with(0);
        let expected =
            Entry { outcome: Outcome::Draw, remoteness: None, score: None, optimal_moves };
        assert_eq!(entry, expected);
        assert!(verify(&table, &mut |_, _| ()).unwrap().is_proven());
        let refused = solve(Lying::honest(row), Objective::Fastest, &mut |_, _| ());
        let error = refused.map(drop).unwrap_err();
        let SolveError::Inconsistent(found) = error else { panic!("{error}") };
        assert_eq!(found.position, back_to.to_string());
        let InconsistencyKind::Circle { through } = &found.kind else { panic!("{found}") };
        assert_eq!(through.len(), usize::try_from(positions - back_to - 1).unwrap());
    }
}
