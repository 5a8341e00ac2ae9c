//! Tables of any built-in game, opened by one call.

use std::fs;

use perfect_play_core::{Game, Objective, Outcome, Probe};
use perfect_play_engine::{AnyGame, AnyTable, Call, OfCall, OpenAnyErrorKind};
use perfect_play_file::{ReadError, StoredNumbering, to_bytes};
use perfect_play_games::{Graph, Hex, Mnk};
use perfect_play_test_kit::Listed;

fn solved(name: &str, objective: Objective) -> AnyTable {
    AnyTable::solve(name.parse().unwrap(), objective, 1 << 30, &|_, _| ()).unwrap()
}

#[test]
fn a_file_of_any_game_is_opened_by_one_call_from_a_path_or_from_bytes() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["tictactoe", "mnk:4,3,3+misere", "connect:4,3,3"] {
        for objective in Objective::ALL {
            let table = solved(name, objective);
            assert!(table.header().is_none());
            let path = folder.path().join(format!("{objective}.perfect"));
            let written = table.write(&path).unwrap();
            let opened = AnyTable::open(&path).unwrap();
            let read = AnyTable::read(&*fs::read(&path).unwrap()).unwrap();
            for from_file in [&opened, &read] {
                assert_eq!(from_file.header(), Some(&written));
                assert_eq!(from_file.game().to_string(), name);
                assert_eq!(from_file.objective(), objective);
                assert!(from_file.verify(&mut |_, _| ()).unwrap().is_proven());
                let stats = from_file.stats(&mut |_, _| ()).unwrap();
                assert_eq!(stats, table.stats(&mut |_, _| ()).unwrap());
                let diff = table.diff(from_file, 1, &mut |_, _| ()).unwrap();
                assert_eq!((diff.positions, diff.differing), (stats.positions, 0));
                // A table by tiers does not count reachable positions.
                let by_code = written.numbering == StoredNumbering::Codes;
                let counted = by_code.then_some(stats.positions);
                assert_eq!(written.positions(), counted);
                let mut records = [&table, from_file].map(|table| {
                    let records = table.records(Box::leak(Box::new(|_, _| ())));
                    records.map(Result::unwrap).collect::<Vec<_>>()
                });
                assert!(records[0] == records[1] && !records[0].is_empty());
                records[0].clear();
                for board in table.positions() {
                    assert_eq!(from_file.probe(board).unwrap(), table.probe(board).unwrap());
                }
            }
            // If the table is written again, it has the same bytes.
            let again = folder.path().join("again.perfect");
            opened.write(&again).unwrap();
            assert!(fs::read(&again).unwrap() == fs::read(&path).unwrap());
        }
    }
}

#[test]
fn tables_by_code_and_by_tiers_are_compared() {
    let game: Mnk = "mnk:4,3,3".parse().unwrap();
    let by_tier = solved("mnk:4,3,3", Objective::Fastest);
    let written = AnyTable::read(&*by_tier.to_bytes().unwrap()).unwrap();
    assert_ne!(written.header().unwrap().numbering, StoredNumbering::Codes);
    let by_code = perfect_play_generator::solve(game, Objective::Fastest, &mut |_, _| ()).unwrap();
    let by_code = AnyTable::read(&*to_bytes(&by_code).unwrap()).unwrap();
    assert_eq!(by_code.header().unwrap().numbering, StoredNumbering::Codes);
    for (first, second) in [(&by_code, &by_tier), (&by_tier, &by_code)] {
        let diff = first.diff(second, 1, &mut |_, _| ()).unwrap();
        assert_eq!((diff.positions, diff.differing), (111_973, 0));
    }
}

#[test]
fn a_file_that_is_no_table_of_a_built_in_game_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stones.perfect");
    let stones = "stones:12";
    fs::write(&path, named(stones)).unwrap();
    let error = AnyTable::open(&path).unwrap_err();
    let OpenAnyErrorKind::UnknownGame(header) = error.kind() else { panic!("{error}") };
    assert_eq!((&*header.game, header.positions()), (stones, Some(1)));
    let message = "stones.perfect is a table of the game `stones:12`, which is not built in: open it \
                   with `perfect_play_file::TableFile` and the rules of that game";
    assert!(error.to_string().ends_with(message), "{error}");

    let error = AnyTable::read(&*named("mnk:4,4,4")).unwrap_err();
    let OpenAnyErrorKind::WrongGame { game, .. } = error.kind() else { panic!("{error}") };
    assert_eq!(game, "mnk:4,4,4");

    let error = AnyTable::open(&folder.path().join("none.perfect")).unwrap_err();
    assert!(matches!(error.kind(), OpenAnyErrorKind::Open(_)));
    assert!(error.to_string().contains("none.perfect cannot be read: "), "{error}");
    assert!(AnyTable::open(folder.path()).unwrap_err().to_string().contains("is a directory"));
}

#[test]
fn a_view_and_a_call_pass_on_what_the_table_knows() {
    let table = solved("hex:2", Objective::Fastest);
    let view = table.as_of("hex:2".parse::<Hex>().unwrap());
    let call = OfCall { table: &table, call: Call::default() };
    let (mut canonical, mut positions) = (0, 0);
    for ((position, value), (own, of_view)) in table.entries().zip(view.entries()) {
        assert_eq!(position.read::<<Hex as Game>::Position>(), Some(own));
        assert_eq!(value.unwrap(), of_view.unwrap());
        let is_canonical = table.is_canonical(position);
        assert_eq!([view.is_canonical(own), call.is_canonical(position)], [is_canonical; 2]);
        let reached = table.reached(position);
        assert_eq!([view.reached(own), call.reached(position)], [reached; 2]);
        canonical += usize::from(is_canonical);
        positions += 1;
    }
    assert!(0 < canonical && canonical < positions);
    let all = |entries: Vec<(_, Result<_, ReadError>)>| -> Vec<_> {
        entries.into_iter().map(|(position, value)| (position, value.unwrap())).collect()
    };
    assert_eq!(all(call.entries().collect()), all(table.entries().collect()));
    assert_eq!((view.entries().count(), table.count()), (positions, positions as u64));
}

/// The file of a table of a game that is over at once.
fn named(name: &'static str) -> Vec<u8> {
    let game = AnyGame::of(Listed::over(name));
    AnyTable::solve(game, Objective::Fastest, 1 << 30, &|_, _| ()).unwrap().to_bytes().unwrap()
}

#[test]
fn a_table_is_opened_with_rules_that_are_at_hand_and_with_no_others() {
    let graph = |outcome: &str| {
        let lines = format!(
            "{{\"position\": \"a\", \"to_move\": \"X\", \"moves\": {{\"on\": \"b\"}}}}\n\
             {{\"position\": \"b\", \"to_move\": \"O\", \"outcome\": \"{outcome}\"}}\n"
        );
        AnyGame::from(Graph::read("none.jsonl", lines.as_bytes()).unwrap())
    };
    let (won, drawn) = (graph("loss"), graph("draw"));
    let table = AnyTable::solve(won.clone(), Objective::Fastest, 1 << 30, &|_, _| ()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.perfect");
    table.write(&path).unwrap();
    // The file of its rules does not exist.
    let error = AnyTable::open(&path).unwrap_err();
    assert!(matches!(error.kind(), OpenAnyErrorKind::NoRules(_)), "{error}");
    let bytes = fs::read(&path).unwrap();
    for opened in [AnyTable::open_as(&path, won.clone()), AnyTable::read_as(&*bytes, won)] {
        let opened = opened.unwrap();
        assert!(opened.verify(&mut |_, _| ()).unwrap().is_proven());
        assert_eq!(opened.probe(opened.game().start()).unwrap().outcome, Outcome::Win);
    }
    for other in [drawn, "nim:1,2".parse().unwrap()] {
        for opened in [AnyTable::open_as(&path, other.clone()), AnyTable::read_as(&*bytes, other)] {
            let error = opened.unwrap_err();
            assert!(matches!(error.kind(), OpenAnyErrorKind::OtherRules(_)), "{error}");
        }
    }
}
