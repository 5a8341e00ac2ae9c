//! Tables of games without codes: their positions are found, stored in the file, and checked when the file is
//! read.

use perfect_play_file::{TableFile, WrongGame, to_bytes};
use perfect_play_games::{Clobber, Dodgem, Hex, Kalah, Morris, Nim, Wild};
use perfect_play_generator::{
    Finding, SolveError,
    core::{CodeTable, Game, Key, Objective, Probe, ProbeError, Scheme, Unreachable, Value},
    find, find_and_solve, solve,
    tiers::{FindError, Found, canonical},
};
use perfect_play_proof::verify;

/// A game whose positions are found, and its table.
fn found<G>(name: &str) -> CodeTable<Found<G>, Vec<u8>>
where
    G: Game + Sync + std::str::FromStr<Err: std::fmt::Debug>,
{
    let game = name.parse::<G>().unwrap();
    find_and_solve(game, Objective::Fastest, Finding::default(), &mut |_, _| ()).unwrap()
}

/// The keys of the canonical positions of a game, ascending.
fn keys<G: Game>(game: &Found<G>) -> Vec<Vec<u8>> {
    game.positions().iter().map(|&position| key(position)).collect()
}

fn key<K: Key>(position: K) -> Vec<u8> {
    let mut key = vec![0; K::BYTES];
    position.write(&mut key);
    key
}

/// The game with these keys, each in a piece of its own.
fn of_keys<G>(game: &G, keys: &[Vec<u8>]) -> Result<Found<G>, FindError>
where
    G: Game + Clone,
{
    Found::of_keys(game.clone(), keys.iter().cloned().map(Ok))
}

/// What must hold of the table of any such game.
fn holds<G>(name: &str)
where
    G: Game + Clone + Sync,
    G: std::str::FromStr<Err: std::fmt::Debug>,
{
    let table = found::<G>(name);
    let game = table.game().game().clone();
    assert!(verify(&table, &mut |_, _| ()).unwrap().is_proven(), "{name}");

    // Found first and solved then, it is the same.
    let other = find(game.clone(), Finding::default(), &mut |_, _| ()).unwrap();
    assert_eq!(keys(&other), keys(table.game()), "{name}");
    assert_eq!(
        *solve(other, Objective::Fastest, &mut |_, _| ()).unwrap().values(),
        *table.values(),
        "{name}"
    );

    // It comes back from its file, and so do its keys.
    let bytes = to_bytes(&table).unwrap();
    let file = TableFile::read(&*bytes).unwrap();
    let read: CodeTable<_, Vec<u8>> =
        TableFile::read(&*bytes).unwrap().into_table(file.find(game.clone()).unwrap()).unwrap();
    assert_eq!(read.values(), table.values(), "{name}");
    assert_eq!(keys(read.game()), keys(table.game()), "{name}");
    assert_eq!(to_bytes(&read).unwrap(), bytes, "{name}");

    // A table with a missing position, or with a surplus position without a value, is not proven.
    let all = keys(table.game());
    let without = of_keys(&game, &all[1..]).unwrap();
    let values = table.values()[1..].to_vec();
    let less = CodeTable::by_code(without, Objective::Fastest, values).unwrap();
    assert!(!verify(&less, &mut |_, _| ()).unwrap().is_proven(), "{name}");
    if let Some(unreachable) = unreachable_key(&game, &all) {
        let mut more = all.clone();
        let at = more.binary_search(&unreachable).unwrap_err();
        more.insert(at, unreachable);
        let mut values = table.values().clone();
        values.insert(at, Value::NONE);
        let game = of_keys(&game, &more).unwrap();
        let more = CodeTable::by_code(game, Objective::Fastest, values).unwrap();
        assert!(!verify(&more, &mut |_, _| ()).unwrap().is_proven(), "{name}");
    }

    // The key of a position that is not canonical is refused, both beside the key of its canonical image and in
    // place of it.
    let is_other = |&position: &G::Position| canonical(&game, position) != position;
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
        let game = find(game, Finding::default(), &mut |_, _| ()).unwrap();
        let table = CodeTable::by_code(game, Objective::Outcome, table.values().clone()).unwrap();
        assert!(!verify(&table, &mut |_, _| ()).unwrap().is_proven(), "{name}");
        let file = TableFile::read(&*to_bytes(&table).unwrap()).unwrap();
        let game = file.find(table.game().game().clone()).unwrap();
        let opened: Result<CodeTable<_, Vec<u8>>, _> = file.into_table(game);
        assert!(matches!(opened, Err(WrongGame::Objective { .. })), "{name}");
    }
}

/// The key of something canonical that play does not lead to.
fn unreachable_key<G: Game>(game: &G, all: &[Vec<u8>]) -> Option<Vec<u8>> {
    let first = all.first()?;
    (0..=u8::MAX).find_map(|byte| {
        let mut key = first.clone();
        *key.first_mut()? = byte;
        let position = G::Position::read(&key)?;
        (canonical(game, position) == position && !all.contains(&key)).then_some(key)
    })
}

#[test]
fn found_positions_are_proven_and_not_trusted() {
    holds::<Nim>("nim:1,2,3");
    holds::<Kalah>("kalah:2,2");
    holds::<Wild>("wild:3,2,2");
    holds::<Morris>("three-mens-morris");
    holds::<Dodgem>("dodgem:2");
}

#[test]
fn what_was_not_found_is_unreachable() {
    let table = found::<Nim>("nim:2,1");
    let other = [9; 8];
    assert_eq!(table.probe(other), Err(ProbeError::from(Unreachable::NotInTable)));
    assert_eq!(table.game().scheme(), Scheme::Remoteness);
    assert_eq!(table.game().codes(), table.positions().count() as u64);
}

#[test]
fn the_bytes_are_the_same_for_any_number_of_threads() {
    // Both are large enough for all threads to work on them.
    let morris: Morris = "nine-holes".parse().unwrap();
    let bytes = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let tested = Finding::default().tested();
            let small = "clobber:4,3".parse::<Clobber>().unwrap();
            let one = find_and_solve(small, Objective::Fastest, tested, &mut |_, _| ()).unwrap();
            let other = find_and_solve(morris, Objective::Fastest, tested, &mut |_, _| ()).unwrap();
            [to_bytes(&one).unwrap(), to_bytes(&other).unwrap()]
        })
    };
    let expected = bytes(1);
    assert!([2, 3].into_iter().all(|threads| bytes(threads) == expected));
}

#[test]
fn what_takes_more_memory_than_allowed_is_refused() {
    let hex: Hex = "hex:4".parse().unwrap();
    let small = Finding::default().bytes(8 << 20).tested();
    let error = find_and_solve(hex, Objective::Fastest, small, &mut |_, _| ()).unwrap_err();
    assert!(matches!(error, SolveError::NotFound(FindError::TooLarge { .. })), "{error}");
    let few = Finding::default().positions(1000).tested();
    let error = find(hex, few, &mut |_, _| ()).unwrap_err();
    let expected = "hex:4 has more than 1000 positions, the limit here";
    assert_eq!(error.to_string(), expected);
}
