//! The values of all positions by plain recursion, with which the search is compared.

use std::collections::HashMap;

use perfect_play_core::{Game, Value};
use perfect_play_search::Search;

use super::memory;

/// The value of each position that can be reached.
pub(crate) type Values<P> = HashMap<P, Value>;

/// Adds the values of a position and of those below it.
fn add<G: Game>(game: &G, position: G::Position, values: &mut Values<G::Position>) -> Value {
    if let Some(&value) = values.get(&position) {
        return value;
    }
    let value = game.end(position).unwrap_or_else(|| {
        let mut children = Vec::new();
        for mv in game.legal_moves(position) {
            let child = game.play(position, mv);
            children.push((add(game, child, values), game.next(position, child)));
        }
        game.scheme().before_all(children).unwrap()
    });
    values.insert(position, value);
    value
}

/// The values of all positions of a game.
pub(crate) fn values<G: Game>(game: &G) -> Values<G::Position> {
    let mut values = Values::new();
    add(game, game.start(), &mut values);
    game.other_starts(&mut |start| {
        add(game, start, &mut values);
    });
    values
}

/// Compares the search with the truth: one search whose table grows, and one without a table.
pub(crate) fn agrees<G: Game + Clone>(game: &G, words: usize) {
    let values = values(game);
    let search = Search::new(game.clone(), memory(words)).unwrap();
    for (&position, &value) in &values {
        let found = search.value_from(position, &|_| None, &|_| true);
        assert_eq!(found, Ok(value), "{game}: {position:?}");
    }
}
