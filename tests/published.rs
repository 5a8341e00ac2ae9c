//! Every number in `data/published.csv`, computed, but for those that take hours.

use std::collections::BTreeMap;

use perfect_play_engine::{AnyGame, AnyTable, RankSolve, TierSolve};
use perfect_play_games::Mnk;
use perfect_play_generator::{
    MAX_CODES,
    core::{Entry, Game, Objective, Outcome, Player, Probe},
    numbering::Tiers,
    solve,
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Published {
    game: String,
    quantity: String,
    number: i64,
    source: String,
}

/// The number of positions of the table that satisfy a condition: canonical, terminal, with a certain winner.
fn count(game: &Mnk, wanted: impl Fn(<Mnk as Game>::Position) -> bool) -> i64 {
    let table = solve(*game, Objective::Fastest, &mut |_, _| ()).unwrap();
    i64::try_from(table.positions().filter(|&board| wanted(board)).count()).unwrap()
}

/// The number of complete games with a certain end.
fn games(
    game: &Mnk,
    board: <Mnk as Game>::Position,
    wanted: &dyn Fn(Option<Player>) -> bool,
) -> i64 {
    if game.terminal(board).is_some() {
        return wanted(game.winner(board)).into();
    }
    let moves = game.legal_moves(board);
    moves.iter().map(|mv| games(game, game.play(board, mv), wanted)).sum()
}

fn computed(game: &Mnk, quantity: &str) -> i64 {
    let canonical = |board| game.is_canonical(board);
    let terminal = |board| game.terminal(board).is_some();
    let (x, o) = (Some(Player::X), Some(Player::O));
    let start =
        || solve(*game, Objective::Fastest, &mut |_, _| ()).unwrap().probe(game.start()).unwrap();
    match quantity {
        "codes" => game.codes().try_into().unwrap(),
        "positions" => count(game, |_| true),
        "canonical positions" => count(game, canonical),
        "terminal positions" => count(game, terminal),
        "terminal positions won by X" => count(game, |board| game.winner(board) == x),
        "canonical terminal positions" => count(game, |board| terminal(board) && canonical(board)),
        "canonical terminal positions won by X" => {
            count(game, |board| game.winner(board) == x && canonical(board))
        }
        "canonical terminal positions won by O" => {
            count(game, |board| game.winner(board) == o && canonical(board))
        }
        "canonical terminal positions drawn" => {
            count(game, |board| game.terminal(board) == Some(Outcome::Draw) && canonical(board))
        }
        "games" => games(game, game.start(), &|_| true),
        "games won by X" => games(game, game.start(), &|winner| winner == x),
        "games won by O" => games(game, game.start(), &|winner| winner == o),
        "games drawn" => games(game, game.start(), &|winner| winner.is_none()),
        "outcome" => start().outcome.number().into(),
        _ => panic!("data/published.csv asks for an unknown quantity: {quantity}"),
    }
}

/// How many positions a game has, and how it ends from the start: solved into a file, as the program does, and
/// counted from there.
fn by_tiers(game: &Mnk) -> (u64, Outcome) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("solved.perfect");
    let solve = TierSolve::new(*game).unwrap();
    let (_, start) =
        solve.into_file(&path, Objective::Fastest).unwrap().run(&|_progress| ()).unwrap();
    let table = AnyTable::open(&path).unwrap();
    let stats = table.stats_in(&folder.path().join("counts"), &mut |_, _| ()).unwrap();
    assert_eq!(stats.start, start.entry);
    (stats.positions, start.entry.outcome)
}

/// The entry of the start of a game that says its tiers, solved into a file.
fn start_by_ranks(game: &AnyGame) -> Entry {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("solved.perfect");
    let solve = RankSolve::into_file(game, &path, Objective::Fastest).unwrap();
    solve.run(&|_, _| ()).unwrap();
    AnyTable::open(&path).unwrap().probe(game.start()).unwrap()
}

/// Solved and counted by hand: `docs/nine-mens-morris.md` and `docs/connect-four.md`.
const TAKE_HOURS: [&str; 2] = ["morris:nine", "connect:7,6,4"];

/// Whether a game takes more than a few seconds.
fn is_large(game: &Mnk) -> bool {
    game.codes() > MAX_CODES && Tiers::of(game).unwrap().slots() > 1 << 29
}

/// Computes the published numbers of the large games, or of all other games. Returns how many numbers were
/// checked.
fn check(large: bool) -> usize {
    let (mut solved, mut starts) = (BTreeMap::new(), BTreeMap::new());
    let mut rows = 0;
    for row in csv::Reader::from_path("data/published.csv").unwrap().deserialize() {
        let Published { game, quantity, number, source } = row.unwrap();
        if TAKE_HOURS.contains(&&*game) {
            eprintln!("skipped, it takes hours: {game}: {quantity} is {number} ({source})");
            continue;
        }
        // All other games than those of lines are large.
        let Ok(parsed) = game.parse::<Mnk>() else {
            let parsed: AnyGame = game.parse().unwrap();
            assert_eq!(parsed.to_string(), game);
            if large {
                let solve = || start_by_ranks(&parsed);
                let start: &Entry = starts.entry(game.clone()).or_insert_with(solve);
                let computed: i64 = match quantity.as_str() {
                    "outcome" => start.outcome.number().into(),
                    "remoteness" => start.remoteness.unwrap().into(),
                    _ => panic!("not computed for games that say their tiers: {quantity}"),
                };
                assert_eq!(computed, number, "{game}: {quantity} ({source})");
                rows += 1;
            }
            continue;
        };
        assert_eq!(parsed.to_string(), game);
        if is_large(&parsed) != large {
            continue;
        }
        let computed = if parsed.codes() <= MAX_CODES {
            computed(&parsed, &quantity)
        } else {
            let &mut (positions, start) =
                solved.entry(game.clone()).or_insert_with(|| by_tiers(&parsed));
            match quantity.as_str() {
                "positions" => positions.try_into().unwrap(),
                "outcome" => start.number().into(),
                _ => panic!("not computed for large games: {quantity}"),
            }
        };
        assert_eq!(computed, number, "{game}: {quantity} ({source})");
        rows += 1;
    }
    rows
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn every_published_number_is_what_is_computed() {
    assert_eq!(check(false), 30);
}

/// `cargo test --release --workspace --test whole -- --ignored large_games`. The tables and what is counted meanwhile are in the
/// folder for temporary files, up to four gigabytes at a time.
#[test]
#[ignore = "takes half an hour and four gigabytes of disk"]
fn every_published_number_of_large_games_is_what_is_computed() {
    assert_eq!(check(true), 15);
}
