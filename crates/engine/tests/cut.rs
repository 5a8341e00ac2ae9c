//! Cut tables: what they store, and what is searched, is what a table of all positions says.

use std::{
    collections::BTreeSet,
    fs,
    num::NonZeroUsize,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
};

use perfect_play_core::{Game, Objective, Outcome, Probe, ProbeError, Unreachable};
use perfect_play_engine::{
    AnyGame, AnyPosition, AnyTable, CutError, CutFile, CutFileError, CutLog, TierSolve, Watcher,
};
use perfect_play_file::ReadError;
use perfect_play_games::Mnk;
use perfect_play_parallel::{IndexedParallelIterator, ParallelIterator, parallel, set_threads};
use perfect_play_test_kit::{Listed, Random};

fn game(name: &str) -> AnyGame {
    name.parse().unwrap()
}

fn whole(name: &str) -> AnyTable {
    AnyTable::solve(game(name), Objective::Fastest, 1 << 30, &|_, _| ()).unwrap()
}

fn cut(name: &str, plies: u16) -> Result<AnyTable, CutError> {
    AnyTable::solve_plies(game(name), plies, Objective::Fastest, 1 << 30, &|_, _| ())
}

/// Compares a table cut at some plies with the whole one, at one in `every` positions.
fn is_cut_of(whole: &AnyTable, plies: u16, every: usize) {
    let name = whole.game().to_string();
    let solved = cut(&name, plies).unwrap();
    let bytes = solved.to_bytes().unwrap();
    let of_whole = whole.first_plies(plies, 1 << 30, &|_, _| ()).unwrap();
    assert!(of_whole.to_bytes().unwrap() == bytes, "{name} cut at {plies}");

    let read = AnyTable::read(&*bytes).unwrap();
    assert_eq!((read.plies(), whole.plies()), (Some(plies), None));
    assert!(read.verify(&mut |_, _| ()).unwrap().is_proven(), "{name} cut at {plies}");
    for position in whole.positions().step_by(every) {
        let expected = whole.probe_with_moves(position).unwrap();
        let found = read.probe_with_moves(position).unwrap();
        assert!(found == expected, "{name} cut at {plies}: {:#}", read.game().notation(position));
        assert_eq!(read.value(position).unwrap(), whole.value(position).unwrap());
    }
    let stored: BTreeSet<AnyPosition> = read.positions().collect();
    if read.game().ply(read.game().start()).is_some() {
        let first = |&at: &AnyPosition| read.game().ply(at).is_some_and(|ply| ply <= plies);
        assert!(whole.positions().filter(first).collect::<BTreeSet<_>>() == stored);
    }
    // The searches are so short that handing them to other threads takes longer.
    let compare = || {
        set_threads(NonZeroUsize::MIN).unwrap();
        assert!(whole.diff(&read, 1, &mut |_, _| ()).unwrap().is_empty());
    };
    thread::scope(|scope| scope.spawn(compare).join().unwrap());
    assert_eq!(read.stats(&mut |_, _| ()).unwrap().plies, Some(plies));
}

#[test]
fn a_cut_table_answers_as_the_whole_one() {
    for (name, cuts, every) in [
        ("tictactoe", 1..9, 3),
        ("tictactoe+misere", 4..6, 3),
        ("connect:4,3,3", 1..12, 7),
        ("connect:3,4,3+misere", 3..5, 7),
        ("mnk:4,3,3", 5..6, 53),
        ("hex:3", 3..4, 29),
        ("domineering:3,4", 2..4, 5),
        ("chomp:3,4", 1..2, 1),
        ("kalah:2,2", 1..3, 1),
        ("dots:2,1", 2..4, 3),
        ("nim:2,3,4", 2..4, 1),
    ] {
        let whole = whole(name);
        for plies in cuts {
            is_cut_of(&whole, plies, every);
        }
    }
}

/// Up to 9 cells at every ply. A board of 16 cells has up to ten million positions, so larger ones are cut at one ply.
#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn every_line_board_of_up_to_16_cells() {
    let shapes =
        (1..=16_u8).flat_map(|columns| (1..=16 / columns).map(move |rows| (columns, rows)));
    let names: Vec<_> = shapes
        .flat_map(|(columns, rows)| {
            let lengths = 2..=columns.max(rows).min(4);
            lengths.map(move |k| (u16::from(columns * rows), format!("{columns},{rows},{k}")))
        })
        .collect();
    parallel(names).with_max_len(1).for_each(|(cells, sizes)| {
        for family in ["mnk", "connect"] {
            let whole = whole(&format!("{family}:{sizes}"));
            let every = usize::try_from(whole.count() / 1_000).unwrap().max(1);
            let cuts = if cells <= 9 { 1..cells } else { cells / 3..cells / 3 + 1 };
            for plies in cuts {
                is_cut_of(&whole, plies, every);
            }
        }
    });
}

/// The table of 6 by 5 in a file, cut at ply 8. Plays are random, and a position is taken at a random ply.
#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn ten_thousand_positions_of_connect_6_5_4() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c.perfect");
    let solve = TierSolve::new("connect:6,5,4".parse().unwrap()).unwrap();
    solve.into_file(&path, Objective::Fastest).unwrap().run(&|_| ()).unwrap();
    let whole = AnyTable::open(&path).unwrap();
    let cut = whole.first_plies(8, 1 << 30, &|_, _| ()).unwrap();
    let game = whole.game();
    let mut random = Random::new(6);
    for _ in 0..10_000 {
        let mut position = game.start();
        for _ in 0..random.below(31_u64) {
            let moves: Vec<_> = game.legal_moves(position).iter().collect();
            if game.end(position).is_none() {
                position = game.play(position, random.of(&moves));
            }
        }
        let expected = whole.probe_with_moves(position).unwrap();
        let found = cut.probe_with_moves(position).unwrap();
        assert!(found == expected, "{:#}", game.notation(position));
    }
}

#[test]
fn what_cannot_be_cut_is_refused_with_the_reason() {
    let reason = |name, plies| cut(name, plies).unwrap_err().to_string();
    assert_eq!(reason("tictactoe", 0), "a cut table stores at least one ply");
    assert_eq!(
        reason("tictactoe", 9),
        "no position of tictactoe is later than ply 9, so nothing would be cut"
    );
    assert_eq!(
        reason("hex:2", 7),
        "no position of hex:2 is later than ply 4, so nothing would be cut"
    );
    assert!(reason("three-mens-morris", 2).contains("play can return to a position"));
    assert!(reason("mnk:7,7,4", 20).contains("too large to number"));
    let small = AnyTable::solve_plies(game("hex:3"), 4, Objective::Fastest, 1, &|_, _| ());
    assert!(matches!(small, Err(CutError::OutOfMemory { plies: 4, .. })));
}

#[test]
fn what_is_no_position_is_none_below_the_cut_either() {
    let table = cut("connect:4,4,4", 2).unwrap();
    let game: Mnk = "connect:4,4,4".parse().unwrap();
    let value = |text: &str| table.value(AnyPosition::of(game.shape().parse(text).unwrap()));
    let reason = |text| match value(text).unwrap_err() {
        ReadError::NoEntry(reason) => reason,
        error => panic!("{error}"),
    };
    assert!(value("......../X.../XO..".replace('/', "").as_str()).is_ok());
    assert_eq!(reason("X..............."), Unreachable::InTheAir { cell: 0 }.into());
    // The lowest mark must be an X.
    let no_order = ProbeError::from(Unreachable::NO_ORDER_OF_MOVES);
    assert_eq!(reason("X...O...X...O..."), no_order);
    let other = AnyPosition::of((7_u64, 9_u64, 9_u64));
    assert!(table.value(other).is_err());
}

/// Stops every search after this many calls.
struct Patience(AtomicU64);

impl Watcher for Patience {
    fn goes_on(&self, _positions: u64) -> bool {
        self.0.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_ok()
    }
}

#[test]
fn an_interrupted_search_gives_no_value_and_spoils_nothing() {
    let (mut table, whole) = (
        AnyTable::searched(game("connect:5,4,4"), Objective::Fastest).unwrap(),
        whole("connect:5,4,4"),
    );
    let patience = Arc::new(Patience(0.into()));
    table.watched_by(patience.clone());
    let start = table.game().start();
    let mut calls = 0;
    let value = loop {
        patience.0.store(calls, Relaxed);
        match table.value(start) {
            Ok(value) => break value,
            Err(ReadError::Search { source }) => {
                assert_eq!(source.to_string(), "the search was interrupted");
            }
            Err(error) => panic!("{error}"),
        }
        calls += 1;
    };
    assert!(calls > 0, "nothing was interrupted");
    assert_eq!(value, whole.value(start).unwrap());
    patience.0.store(u64::MAX, Relaxed);
    for position in whole.positions().step_by(9_973) {
        assert_eq!(table.value(position).unwrap(), whole.value(position).unwrap());
    }
}

#[test]
fn many_threads_ask_one_table() {
    let (table, whole) = (cut("connect:4,4,4", 2).unwrap(), whole("connect:4,4,4"));
    let positions: Vec<_> = whole.positions().step_by(997).collect();
    thread::scope(|scope| {
        for first in 0..16 {
            let (table, whole, positions) = (&table, &whole, &positions);
            scope.spawn(move || {
                for &position in positions[first..].iter().chain(&positions[..first]) {
                    assert_eq!(table.value(position).unwrap(), whole.value(position).unwrap());
                }
            });
        }
    });
}

/// The book that programs contain: some values of its last ply are searched without it, and earlier ones must follow from later
/// ones. `.ci/full` compares all of it with another program.
#[test]
fn the_book_of_connect_four_is_what_a_search_finds() {
    let connect4 = game("connect4");
    let book = perfect_play_book::of(&connect4.to_string()).unwrap();
    let book = AnyTable::read_as(book, connect4.clone()).unwrap();
    let start = book.probe(connect4.start()).unwrap();
    assert_eq!((start.best_move(), start.remoteness), (Some(4), Some(41)));
    let plies = book.plies().unwrap();
    let search = AnyTable::searched(connect4.clone(), Objective::Fastest).unwrap();
    let mut random = Random::new(6);
    let mut searched = 0;
    while searched < 16 {
        let mut position = connect4.start();
        while connect4.end(position).is_none() && connect4.ply(position) < Some(plies) {
            let moves: Vec<_> = connect4.legal_moves(position).iter().collect();
            position = connect4.play(position, random.of(&moves));
        }
        let (found, expected) = (book.value(position), search.value(position));
        assert_eq!(found.unwrap(), expected.unwrap(), "{:#}", connect4.notation(position));
        searched += usize::from(connect4.end(position).is_none());
    }
    let is_earlier =
        |&at: &AnyPosition| connect4.ply(at) < Some(plies) && connect4.end(at).is_none();
    for position in book.positions().filter(is_earlier).step_by(61) {
        let (value, moves) = book.value_with_moves(position).unwrap();
        let best = moves.ranked().next().unwrap();
        assert_eq!(
            (best.outcome, best.remoteness),
            (value.outcome(), value.plies().or(best.remoteness))
        );
    }
}

#[test]
fn what_is_kept_is_for_one_table_and_whole() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("c.perfect");
    let game = game("connect4");
    let of = |plies| CutFile::beside(&file, &game, Objective::Fastest, plies);
    let mut first = of(8).unwrap();
    assert!(!first.is_resumed());
    first.keep(&[1, b'\n', 255]);
    first.keep(&[1, b'\n', 255, 7]);
    assert!(of(8).is_err(), "another run has it");
    let path = first.path().to_path_buf();
    drop(first);
    assert_eq!(of(8).unwrap().kept(), [1, b'\n', 255, 7]);
    assert!(of(7).is_err());

    // However much of it is lost: a piece is there, or is not.
    let bytes = fs::read(&path).unwrap();
    for len in 0..bytes.len() {
        fs::write(&path, &bytes[..len]).unwrap();
        let kept = of(8).unwrap().kept();
        assert!(kept.is_empty() || kept == [1, b'\n', 255], "{len}");
    }
    let mut changed = bytes.clone();
    *changed.last_mut().unwrap() ^= 1;
    fs::write(&path, &changed).unwrap();
    let mut third = of(8).unwrap();
    assert_eq!(third.kept(), [1, b'\n', 255]);
    third.keep(&[1, b'\n', 255, 7]);
    drop(third);
    assert!(fs::read(&path).unwrap() == bytes);

    of(8).unwrap().remove();
    assert!(!path.exists());
    // The author of a game corrects its rules, and its name stays the same.
    let of_rules = |end| {
        let rules = AnyGame::of(Listed::chain(9, end).without_codes());
        CutFile::beside(&file, &rules, Objective::Fastest, 3)
    };
    of_rules(Outcome::Loss).unwrap().keep(&[7]);
    assert!(of_rules(Outcome::Loss).unwrap().is_resumed());
    assert!(matches!(of_rules(Outcome::Draw), Err(CutFileError::Other(_))));
    of_rules(Outcome::Loss).unwrap().remove();
    drop(of(8).unwrap());
    assert!(!path.exists(), "nothing was kept");
}
