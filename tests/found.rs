//! Tables of games without codes: their positions are found, stored in the file, and checked when the file is
//! read.

use perfect_play_engine::{AnyGame, AnyPosition};
use perfect_play_file::{TableFile, WrongGame, to_bytes};
use perfect_play_generator::{
    Solution, SolveError, Solver,
    core::{Game, Key, Objective, Probe, ProbeError, Unreachable, Value},
    numbering::{FindError, KeyNumbering, SmallNumbering, canonical},
    solve,
};
use perfect_play_proof::{Rules, verify_with};

// One type for all games, so that the solver and the proof are compiled once.

/// The table of a game.
fn solved(name: &str) -> Solution<AnyGame> {
    solve(name.parse().unwrap(), Objective::Fastest, &mut |_, _| ()).unwrap()
}

/// The keys of the canonical positions of a table, ascending.
fn keys(table: &Solution<AnyGame>) -> Vec<Vec<u8>> {
    let positions = table.numbering().keys().unwrap().positions();
    positions.iter().map(|&position| key(position)).collect()
}

/// The key of a position.
pub(crate) fn key(position: AnyPosition) -> Vec<u8> {
    let mut key = vec![0; AnyPosition::BYTES];
    position.write(&mut key);
    key
}

/// The numbering with these keys, each in a piece of its own.
fn of_keys(game: &AnyGame, keys: &[Vec<u8>]) -> Result<SmallNumbering<AnyPosition>, FindError> {
    KeyNumbering::of_keys(game, keys.iter().cloned().map(Ok)).map(SmallNumbering::Keys)
}

/// Whether a table is proven, with these rules and with tested ones.
fn is_proven(table: &Solution<AnyGame>, rules: Rules) -> bool {
    let [proven, tested] = [rules, Rules::Tested].map(|rules| {
        let proof = verify_with(table, rules, &mut |_, _| ());
        proof.unwrap().is_proven()
    });
    assert_eq!(proven, tested, "{}", table.game());
    proven
}

/// What must hold of the table of any such game.
fn holds(name: &str) {
    let table = solved(name);
    let game = table.game().clone();
    assert!(is_proven(&table, Rules::Unknown), "{name}");

    // It comes back from its file, and so do its keys.
    let bytes = to_bytes(&table).unwrap();
    let read: Solution<AnyGame> =
        TableFile::read(&*bytes).unwrap().into_table(game.clone()).unwrap();
    assert_eq!(read.values(), table.values(), "{name}");
    assert_eq!(keys(&read), keys(&table), "{name}");
    assert_eq!(to_bytes(&read).unwrap(), bytes, "{name}");

    // Any other byte is another value, or none. Of many, up to two hundred are tried: each is a proof of the whole, which
    // need not ask whether the rules tell equal positions apart.
    let last = table.values().len() - 1;
    for at in (0..last).step_by(last.div_ceil(200) | 1).chain([last]) {
        let mut values = table.values().clone();
        values[at] ^= 1;
        let wrong =
            Solution::new(game.clone(), Objective::Fastest, table.numbering().clone(), values);
        assert!(!is_proven(&wrong.unwrap(), Rules::OfBytes), "{name}: {at}");
    }

    // A table with a missing position, or with a surplus position without a value, is not proven.
    let all = keys(&table);
    let start = key(canonical(&game, game.start()));
    for missing in [0, all.len() / 2, all.len() - 1] {
        let (mut keys, mut values) = (all.clone(), table.values().clone());
        let key = keys.remove(missing);
        values.remove(missing);
        let without = of_keys(&game, &keys).unwrap();
        let less = Solution::new(game.clone(), Objective::Fastest, without, values);
        // Without the start it is not a table of the game.
        assert_eq!(less.is_none(), key == start, "{name}");
        if let Some(less) = less {
            assert!(!is_proven(&less, Rules::Unknown), "{name}");
        }
    }
    if let Some(unreachable) = unreachable_key(&game, &all) {
        let mut more = all.clone();
        let at = more.binary_search(&unreachable).unwrap_err();
        more.insert(at, unreachable);
        let mut values = table.values().clone();
        values.insert(at, Value::NONE);
        let more = of_keys(&game, &more).unwrap();
        let more = Solution::new(game.clone(), Objective::Fastest, more, values).unwrap();
        assert!(!is_proven(&more, Rules::Unknown), "{name}");
    }

    // The key of a position that is not canonical is refused, both beside the key of its canonical image and in
    // place of it.
    let is_other = |&position: &AnyPosition| canonical(&game, position) != position;
    if let Some(other) = table.positions().find(is_other) {
        let mut with = all.clone();
        with.insert(with.binary_search(&key(other)).unwrap_err(), key(other));
        assert!(of_keys(&game, &with).is_err(), "{name}");
        with.retain(|kept| *kept != key(canonical(&game, other)));
        assert!(of_keys(&game, &with).is_err(), "{name}");
    }

    // Keys in another order are refused.
    let mut swapped = all;
    swapped.swap(0, 1);
    assert!(of_keys(&game, &swapped).is_err(), "{name}");

    // An objective with which a won game may never be won.
    if game.repeats() {
        let (game, numbering, values) = table.into_parts();
        let table = Solution::new(game.clone(), Objective::Outcome, numbering, values).unwrap();
        assert!(!is_proven(&table, Rules::Unknown), "{name}");
        let file = TableFile::read(&*to_bytes(&table).unwrap()).unwrap();
        let opened: Result<Solution<AnyGame>, _> = file.into_table(game);
        assert!(matches!(opened, Err(WrongGame::Objective { .. })), "{name}");
    }
}

/// The key of something canonical that play does not lead to.
fn unreachable_key(game: &AnyGame, all: &[Vec<u8>]) -> Option<Vec<u8>> {
    let first = all.first()?;
    (0..=u8::MAX).find_map(|byte| {
        let mut key = first.clone();
        *key.first_mut()? = byte;
        let position = <AnyPosition as Key>::read(&key)?;
        (canonical(game, position) == position && !all.contains(&key)).then_some(key)
    })
}

#[test]
fn found_positions_are_proven_and_not_trusted() {
    holds("nim:1,2,3");
    holds("kalah:2,2");
    holds("wild:3,2,2");
    holds("three-mens-morris");
    holds("dodgem:2");
}

#[test]
fn what_was_not_found_is_unreachable() {
    let table = solved("nim:2,1");
    let other = AnyPosition::of([9_u8; 8]);
    assert_eq!(table.probe(other), Err(ProbeError::from(Unreachable::NotInTable)));
    assert_eq!(table.code(other), None);
    assert_eq!(table.codes(), table.positions().count() as u64);
}

#[test]
fn the_bytes_are_the_same_for_any_number_of_threads() {
    // Both are large enough for all threads to work on them.
    let morris: AnyGame = "nine-holes".parse().unwrap();
    let bytes = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let tested = Solver::default().tested();
            let small = "clobber:4,3".parse::<AnyGame>().unwrap();
            let one = tested.solve(small, Objective::Fastest, &mut |_, _| ()).unwrap();
            let other = tested.solve(morris.clone(), Objective::Fastest, &mut |_, _| ()).unwrap();
            [to_bytes(&one).unwrap(), to_bytes(&other).unwrap()]
        })
    };
    let expected = bytes(1);
    assert!([2, 3].into_iter().all(|threads| bytes(threads) == expected));
}

#[test]
fn what_takes_more_memory_than_allowed_is_refused() {
    let hex: AnyGame = "hex:4".parse().unwrap();
    let error_of =
        |solver: Solver| solver.solve(hex.clone(), Objective::Fastest, &mut |_, _| ()).unwrap_err();
    let error = error_of(Solver::default().bytes(8 << 20).tested());
    assert!(matches!(error, SolveError::NotFound(FindError::TooLarge { .. })), "{error}");
    let error = error_of(Solver::default().positions(1000).tested());
    let expected = "hex:4 has more than 1000 positions, the limit here, or play never ends: does something grow for ever?";
    assert_eq!(error.to_string(), expected);
}
