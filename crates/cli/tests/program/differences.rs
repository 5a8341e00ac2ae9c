//! Comparing tables.

use insta::assert_snapshot;
use serde_json::json;

use crate::{Folder, keys};

#[test]
fn the_two_objectives_differ_in_852_positions() {
    let folder = Folder::new();
    folder.fine(&["solve", "tictactoe", "--objective", "outcome", "-o", "outcome.perfect"]);
    let args = ["diff", "tictactoe", "outcome.perfect", "--limit", "2"];
    assert_snapshot!("diff_objectives", folder.different(&args));
    let text = folder.different(&["diff", "tictactoe", "outcome.perfect", "--json"]);
    let promised = [
        "first",
        "second",
        "only_in_first",
        "only_in_second",
        "outcome_changed",
        "remoteness_changed",
        "optimal_moves_changed",
        "by_ply",
        "differences",
    ];
    assert_eq!(keys(&text), promised);
    let diff: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&diff["first"], &diff["second"]), (&json!("tictactoe"), &json!("outcome.perfect")));
    for (key, count) in [
        ("only_in_first", 0),
        ("only_in_second", 0),
        ("outcome_changed", 0),
        ("remoteness_changed", 0),
        ("optimal_moves_changed", 852),
    ] {
        assert_eq!(diff[key], count);
        let by_ply = diff["by_ply"].as_array().unwrap();
        assert_eq!(by_ply.len(), 10);
        assert_eq!(by_ply.iter().map(|ply| ply[key].as_u64().unwrap()).sum::<u64>(), count);
    }
    let examples = diff["differences"].as_array().unwrap();
    assert_eq!(examples.len(), 10);
    let example = examples[0].as_object().unwrap();
    assert!(example.keys().eq(["board", "first", "position", "second"]), "{example:?}");
    assert_eq!(example["first"]["outcome"], example["second"]["outcome"]);
}

#[test]
fn a_limit_touches_only_the_examples() {
    let folder = Folder::new();
    let diff = |limit: &str| -> serde_json::Value {
        let args = ["diff", "tictactoe", "tictactoe+misere", "--json", "--limit", limit];
        serde_json::from_str(&folder.different(&args)).unwrap()
    };
    let (none, all) = (diff("0"), diff("1000000"));
    assert_eq!(none["differences"], json!([]));
    assert_eq!(none["outcome_changed"], all["outcome_changed"]);
    assert_eq!(none["by_ply"], all["by_ply"]);
    // Every position whose outcome changed; symmetric positions once.
    assert!(all["differences"].as_array().unwrap().len() < 765);
}

#[test]
fn the_same_table_is_the_same() {
    let folder = Folder::new();
    assert_snapshot!("diff_same", folder.fine(&["diff", "tictactoe", "mnk:3,3,3"]));
}

#[test]
fn games_on_one_board_are_compared_and_others_are_trouble() {
    let folder = Folder::new();
    let text = folder.different(&["diff", "mnk:3,2,3", "mnk:3,2,2", "--limit", "1"]);
    assert_snapshot!("diff_games", text);
    assert_snapshot!("diff_boards", folder.trouble(&["diff", "mnk:3,2,2", "mnk:2,3,2"]));
}
