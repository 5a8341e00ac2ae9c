//! `arena`: the results of levels of play, exact and sampled, in every format.

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader},
    process::Stdio,
};

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::{
    Folder,
    enumeration::{Enumeration, Fraction, board},
    figures, keys,
};

#[test]
fn results_are_drawn_for_a_terminal() {
    let folder = Folder::new();
    let exact = folder.fine(&["arena", "Novice", "BLIND", "novice", "novice"]);
    assert_snapshot!("arena_exact", exact);
    let sampled = folder.fine(&["arena", "novice", "blind", "--games", "1000", "--seed", "7"]);
    assert_snapshot!("arena_sampled", sampled);
    for line in exact.lines().chain(sampled.lines()) {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn the_games_of_all_pairs_may_be_more_than_can_be_counted() {
    let (folder, games) = (Folder::new(), u64::MAX.to_string());
    let args = ["arena", "easy", "blind", "blind", "easy", "--games", &games];
    let mut arena = folder.command(&args);
    arena.stderr(Stdio::piped()).env("PERFECT_PLAY_PROGRESS_SECONDS", "0");
    let mut arena = arena.spawn().unwrap();
    let lines = BufReader::new(arena.stderr.take().unwrap()).lines().map(Result::unwrap);
    // It never ends by itself.
    let playing = lines
        .take(50)
        .find(|line| line.starts_with("playing: 0 of 18,446,744,073,709,551,615 games"));
    arena.kill().unwrap();
    arena.wait().unwrap();
    assert!(playing.is_some());
}

#[test]
fn json_has_the_promised_form() {
    let folder = Folder::new();
    let promised = [
        "game",
        "x",
        "o",
        "exact",
        "games",
        "seed",
        "x_wins",
        "o_wins",
        "draws",
        "x_wins_by_moves",
        "o_wins_by_moves",
        "expected_plies",
    ];
    let text = folder.fine(&["arena", "blind", "blind", "--exact", "--json"]);
    assert_eq!(keys(&text), promised);
    let exact: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(exact["x_wins"], json!({"fraction": "737/1260", "value": 737.0 / 1260.0}));
    assert_eq!(exact["o_wins"]["fraction"], "121/420");
    assert_eq!(exact["draws"]["fraction"], "8/63");
    assert_eq!((&exact["games"], &exact["seed"]), (&json!(null), &json!(null)));
    assert_eq!(exact["x_wins_by_moves"]["3"]["fraction"], "2/21");

    let text =
        folder.fine(&["arena", "blind", "blind", "--games", "2500", "--seed", "3", "--json"]);
    assert_eq!(keys(&text), promised);
    let sampled: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&sampled["exact"], &sampled["games"]), (&json!(false), &json!(2500)));
    let counts = ["x_wins", "o_wins", "draws"].map(|key| sampled[key]["count"].as_u64().unwrap());
    assert_eq!(counts.iter().sum::<u64>(), 2500);
    let by_moves = sampled["x_wins_by_moves"].as_object().unwrap();
    assert_eq!(
        by_moves.values().map(|wins| wins["count"].as_u64().unwrap()).sum::<u64>(),
        counts[0]
    );

    let both = folder.json(&["arena", "master", "perfect", "perfect", "master", "--json"]);
    assert_eq!(both[1]["x"], "perfect");
    assert_eq!(both[0]["draws"], json!({"fraction": "1", "value": 1.0}));
}

#[test]
fn exact_chances_are_those_of_following_every_move() {
    let folder = Folder::new();
    let mut enumeration = Enumeration::default();
    let levels = ["blind", "novice", "master", "perfect", "skill(0.7)"];
    let pairs: Vec<_> = levels.iter().flat_map(|&x| levels.map(|o| [x, o])).collect();
    let args: Vec<_> =
        ["arena", "--json"].into_iter().chain(pairs.iter().flatten().copied()).collect();
    let results = folder.json(&args);
    assert_eq!(results.as_array().unwrap().len(), pairs.len());
    for (pair, result) in pairs.iter().zip(results.as_array().unwrap()) {
        assert_eq!(json!([result["x"], result["o"]]), json!(pair));
        let ends = enumeration.games(board("........."), *pair);
        let wins = |who: char| {
            ends.iter()
                .filter(|((winner, _), _)| *winner == who)
                .map(|(_, chance)| chance)
                .sum::<Fraction>()
        };
        assert_eq!(result["x_wins"]["fraction"], wins('X').to_string(), "{pair:?}");
        assert_eq!(result["o_wins"]["fraction"], wins('O').to_string(), "{pair:?}");
        assert_eq!(result["draws"]["fraction"], wins('.').to_string(), "{pair:?}");
        let by_moves = |who: char, moves: fn(usize) -> usize| {
            let wins = ends.iter().filter(|((winner, _), _)| *winner == who);
            let wins =
                wins.map(|((_, plies), chance)| (moves(*plies).to_string(), chance.to_string()));
            wins.collect::<BTreeMap<_, _>>()
        };
        let printed = |key: &str| {
            let wins = result[key].as_object().unwrap().iter();
            let fraction = |wins: &Value| wins["fraction"].as_str().unwrap().to_owned();
            wins.map(|(moves, wins)| (moves.clone(), fraction(wins))).collect::<BTreeMap<_, _>>()
        };
        assert_eq!(printed("x_wins_by_moves"), by_moves('X', |plies| plies.div_ceil(2)));
        assert_eq!(printed("o_wins_by_moves"), by_moves('O', |plies| plies / 2));
        let plies: Fraction =
            ends.iter().map(|((_, plies), chance)| chance * i128::try_from(*plies).unwrap()).sum();
        assert_eq!(result["expected_plies"]["fraction"], plies.to_string());
        assert_eq!(ends.values().sum::<Fraction>(), Fraction::from_integer(1));
    }
}

#[test]
fn many_games_agree_with_the_exact_chances() {
    let folder = Folder::new();
    for [x, o] in [["novice", "blind"], ["blind", "novice"], ["skill(0.7)", "perfect"]] {
        let exact = folder.json(&["arena", x, o, "--exact", "--json"]);
        let sampled = folder.json(&["arena", x, o, "--games", "20000", "--json"]);
        for key in ["x_wins", "o_wins", "draws", "expected_plies"] {
            let (exact, sampled) = (&exact[key], &sampled[key]);
            let number = |value: &Value| value.as_f64().unwrap();
            // Twice as wide as the interval: the chance to miss it is one in ten thousand.
            let half = number(&sampled["high"]) - number(&sampled["low"]);
            let off = (number(&sampled["value"]) - number(&exact["value"])).abs();
            assert!(off <= half && half < 0.05, "{x} {o} {key}: {exact} {sampled}");
        }
    }
}

#[test]
fn a_seed_gives_the_same_games_for_any_number_of_threads() {
    let folder = Folder::new();
    let args = ["arena", "blind", "novice", "--games", "12345", "--seed", "9", "--format", "csv"];
    let with_threads = |threads: &str| {
        let output = folder.command(&args).env("RAYON_NUM_THREADS", threads).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let one = with_threads("1");
    for threads in ["2", "5"] {
        assert_eq!(with_threads(threads), one);
    }
    let other = folder.fine(&["arena", "blind", "novice", "--games", "12345", "--format", "csv"]);
    assert_ne!(other.replace(",1,", ",9,"), one, "another seed gives other games");
}

#[test]
fn few_games_leave_a_wide_interval() {
    let folder = Folder::new();
    let one = folder.json(&["arena", "blind", "blind", "--games", "1", "--json"]);
    let [low, value, high] =
        ["low", "value", "high"].map(|key| one["expected_plies"][key].as_f64().unwrap());
    assert!(low < value && value < high && low >= 0.0 && high <= 9.0, "{one}");
    // No chance is rounded to certainty.
    let nearly = folder.fine(&["arena", "skill(0.9999999)", "blind", "--game", "mnk:4,3,3"]);
    assert!(nearly.contains(">99.99%") && nearly.contains("<0.01%"), "{nearly}");
    assert!(nearly.lines().all(|line| line.chars().count() <= 80), "{nearly}");
}

#[test]
fn csv_has_a_line_a_result() {
    let folder = Folder::new();
    let exact = folder.fine(&["arena", "blind", "blind", "--format", "csv"]);
    let sampled = folder.fine(&["arena", "master", "novice", "--games", "100", "--format", "csv"]);
    assert_snapshot!("arena_csv", exact + &sampled);
}

#[test]
fn the_chart_has_a_column_of_a_hundred_percent_for_each_pair() {
    let folder = Folder::new();
    let svg = folder.fine(&["arena", "novice", "blind", "novice", "novice", "--format", "svg"]);
    assert_snapshot!("arena_svg", svg);
    let texts = figures::texts(&svg);
    let ends = ["X wins in 3 moves", "X wins in 5 moves", "O wins in 3 moves", "draw"];
    for words in ends.into_iter().chain(["novice – blind", "novice – novice"]) {
        assert_eq!(texts.iter().filter(|text| *text == words).count(), 1, "{words}");
    }
    // The paper, and the parts that fill a column with a height of 260.
    let parts = figures::elements(&svg, "rect");
    let number = |part: &BTreeMap<String, String>, name: &str| part[name].parse::<u32>().unwrap();
    let mut columns: BTreeMap<u32, u32> = BTreeMap::new();
    for part in parts.iter().filter(|part| part.get("width").is_some_and(|width| width == "84")) {
        *columns.entry(number(part, "x")).or_default() += number(part, "height");
    }
    assert_eq!(columns.into_values().collect::<Vec<_>>(), [260, 260]);
    let sampled = folder.fine(&["arena", "blind", "blind", "--games", "50", "--format", "svg"]);
    // The six lines of the scale, and for the wins of each side an interval with its background.
    assert_eq!(figures::elements(&sampled, "line").len(), 6 + 2 * 2);
    figures::texts(&sampled);
    // Many pairs take several rows.
    let levels = ["blind", "novice", "master", "perfect"];
    let pairs: Vec<_> = levels.iter().flat_map(|x| levels.map(|o| [*x, o])).flatten().collect();
    let many =
        folder.fine(&[&["arena"], &pairs[..], &["--games", "20", "--format", "svg"]].concat());
    figures::texts(&many);
    let width = figures::document(&many).root_element().attribute("width").unwrap().to_owned();
    assert!(width.parse::<u32>().unwrap() <= 900, "{width}");
    let seed = u64::MAX.to_string();
    figures::texts(&folder.fine(&[
        "arena", "blind", "blind", "--games", "100000", "--seed", &seed, "--format", "svg",
    ]));
}

#[test]
fn other_games_and_files_have_an_arena_too() {
    let folder = Folder::new();
    let misere = folder.json(&["arena", "master", "blind", "--game", "tictactoe+misere", "--json"]);
    assert_eq!(misere["game"], "tictactoe+misere");
    folder.fine(&["solve", "mnk:4,3,3", "-o", "m.perfect"]);
    let file = folder.json(&["arena", "perfect", "blind", "--game", "m.perfect", "--json"]);
    assert_eq!(file["x_wins"], json!({"fraction": "1", "value": 1.0}));
    let falling = folder.json(&["arena", "blind", "perfect", "--game", "connect:4,4,4", "--json"]);
    assert_eq!((&falling["exact"], &falling["games"]), (&json!(true), &json!(null)));
    // Too large to be exact by default. With --exact it is computed only if few positions can be reached.
    let large = folder.json(&["arena", "master", "novice", "--game", "mnk:4,4,3", "--json"]);
    assert_eq!((&large["exact"], &large["games"]), (&json!(false), &json!(10_000)));
    let args = ["arena", "master", "novice", "--game", "mnk:4,4,3", "--json", "--seed", "7"];
    let seeded = folder.json(&args);
    assert_eq!((&seeded["seed"], &seeded["games"]), (&json!(7), &json!(10_000)));
    let exact =
        folder.json(&["arena", "master", "novice", "--game", "mnk:4,4,3", "--json", "--exact"]);
    assert_eq!(exact["x_wins"]["fraction"], "1");
}

#[test]
fn the_game_comes_first_and_without_levels_all_play_against_all() {
    let folder = Folder::new();
    let first = ["arena", "nim:1,2", "blind", "perfect", "--json"];
    let option = ["arena", "blind", "perfect", "--game", "nim:1,2", "--json"];
    assert_eq!(folder.json(&first), folder.json(&option));
    let all = folder.json(&["arena", "nim:1,2", "--json"]);
    let pairs: Vec<_> =
        all.as_array().unwrap().iter().map(|pairing| [&pairing["x"], &pairing["o"]]).collect();
    assert_eq!(pairs.len(), 49);
    assert_eq!((pairs[0], pairs[48]), ([&json!("blind"); 2], [&json!("perfect"); 2]));
    assert_snapshot!("arena_all", folder.fine(&["arena", "nim:1,2"]));
}

#[test]
fn a_cut_table_has_the_results_of_the_whole_one() {
    for (game, plies, players_alternate) in
        [("dots:2,1", "2", false), ("kalah:2,1", "1", false), ("clobber:2,3", "1", true)]
    {
        let folder = Folder::new();
        folder.fine(&["solve", game, "--plies", plies, "-o", "cut.perfect"]);
        for how in [&["--games", "200"][..], &["--exact"]] {
            let of = |table| {
                folder.json(&[&["arena", table, "blind", "blind", "--json"][..], how].concat())
            };
            let cut = of("cut.perfect");
            assert_eq!(cut, of(game), "{how:?}");
            let by_moves =
                ["x_wins_by_moves", "o_wins_by_moves"].map(|wins| cut[wins] != json!({}));
            assert_eq!(by_moves.contains(&true), players_alternate, "{cut}");
        }
    }
}

#[test]
fn what_is_no_arena() {
    let folder = Folder::new();
    let mut messages = String::new();
    for args in [
        &["novise", "blind"][..],
        &["skill", "blind"],
        &["skill(1.5)", "blind"],
        &["skill:x", "blind"],
        &["skil:0.5", "blind"],
        &["expert", "blind"],
        &["novice"],
        &["novice", "blind", "master"],
        &["novice", "blind", "--games", "0"],
        &["novice", "blind", "--games", "many"],
        &["novice", "blind", "--exact", "--games", "5"],
        &["novice", "blind", "--exact", "--seed", "5"],
        &["novice", "blind", "--seed", "five"],
        &["random", "blind"],
        &["novice", "blind", "--game", "checkers"],
        &["checkers"],
        &["tictacto", "novice", "blind"],
        &["ttt", "novice", "blind", "master"],
        &["ttt", "novice", "blnid"],
        // The error comes before the game is solved; solving would take too much memory.
        &["blind", "skill:0.9", "--game", "connect:6,6,4", "--exact"],
    ] {
        let args: Vec<_> = ["arena"].iter().chain(args).copied().collect();
        messages += &folder.trouble(&args);
    }
    assert_snapshot!("bad_arenas", messages);
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn exact_chances_that_turn_out_to_take_too_long_are_refused() {
    let message =
        Folder::new().trouble(&["arena", "blind", "blind", "--game", "mnk:4,4,4", "--exact"]);
    assert_eq!(
        message,
        "error: blind against blind can reach more than 1,000,000 positions of mnk:4,4,4, each counted once for every ply, \
         too many for `--exact`: give `--games 100000` in its place, or a smaller `--max-plies`\n"
    );
}
