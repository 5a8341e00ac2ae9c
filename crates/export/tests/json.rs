//! The object, read again.

use perfect_play_core::{Game, MoveValue, Probe, ProbeError};
use perfect_play_export::Language;
use perfect_play_generator::Solution;
use serde_json::{Value, json};

use super::{answers::encode, file, graphs::graphs, many_moves, solved, stones, without_codes};

fn worth(worth: MoveValue) -> Value {
    let MoveValue { mv, outcome, remoteness, score } = worth;
    match score {
        None => json!({"move": mv, "outcome": outcome.to_string(), "remoteness": remoteness}),
        Some(score) => json!({"move": mv, "outcome": outcome.to_string(), "score": score}),
    }
}

fn compare<G: Game>(table: &Solution<G>)
where
    Solution<G>: Probe<Game = G, Error = ProbeError>,
{
    let game = table.game();
    let object: Value = serde_json::from_str(&file(table, Language::Json)).unwrap();
    let found = object["positions"].as_object().unwrap();
    let mut positions = 0;
    for position in table.positions() {
        let (entry, worths) =
            (table.probe(position).unwrap(), table.move_values(position).unwrap());
        let list = |moves: perfect_play_core::Moves| moves.iter().collect::<Vec<_>>();
        let mut expected = json!({
            "position": game.notation(position).to_string(),
            "to_move": (!game.is_impartial()).then(|| game.to_move(position).to_string()),
            "outcome": entry.outcome.to_string(),
            "remoteness": entry.remoteness,
            "best_move": entry.best_move(),
            "optimal_moves": list(entry.optimal_moves),
            "outcome_preserving_moves": list(worths.outcome_preserving()),
            "moves": worths.ranked().map(worth).collect::<Vec<_>>(),
        });
        if let Some(score) = entry.score {
            let expected = expected.as_object_mut().unwrap();
            expected.remove("remoteness");
            expected.insert("score".to_owned(), json!(score));
        }
        assert_eq!(found[&encode(table, position).to_string()], expected);
        positions += 1;
    }
    assert_eq!(found.len(), positions);
    assert_eq!(object["position_count"], positions);
    assert_eq!(
        (&object["game"], &object["codes"]),
        (&json!(game.to_string()), &json!(table.codes()))
    );
}

#[test]
fn it_says_what_the_table_does() {
    for game in ["tictactoe", "tictactoe+misere", "connect:4,3,3"] {
        compare(&solved(game));
    }
    compare(&stones());
    compare(&without_codes());
    compare(&many_moves());
    graphs().for_each(|table| compare(&table));
}

#[test]
fn its_head_says_what_is_in_it() {
    let text = file(&solved("connect:4,3,3"), Language::Json);
    let object: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(object["format"], "perfect-play table");
    assert_eq!((&object["version"], &object["moves_are"]), (&json!(1), &json!("columns")));
    assert_eq!(object["board"], json!({"columns": 4, "rows": 3}));
    // Each position has a line of its own, so that the object can be searched and compared as text.
    let positions = object["position_count"].as_u64().unwrap();
    let lines = text.lines().filter(|line| line.contains("\"position\":"));
    assert_eq!(lines.count() as u64, positions);
    let stones: Value = serde_json::from_str(&file(&stones(), Language::Json)).unwrap();
    assert_eq!((&stones["moves_are"], &stones["board"]), (&json!("numbers"), &Value::Null));
}
