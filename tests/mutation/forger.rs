//! How a forger changes the entries of a right file: some at random, or lies from which all others follow.

use std::collections::BTreeMap;

use perfect_play_file::StoredNumbering;
use perfect_play_games::Mnk;
use perfect_play_generator::core::{Board, Game, Value};
use perfect_play_test_kit::Random;

use super::{file::Parts, places::Places};

/// Changes some of the first entries: to nothing, to a value near the one that was there, to one that
/// is somewhere else in the table, or to one near an end of the scale.
pub(crate) fn change(random: &mut Random, parts: &mut Parts, places: u64, most: u64) {
    // The rules of a small game tell all values.
    if places == 0 {
        return;
    }
    let changes = 1 + random.below::<u64>(most);
    let how = random.below::<u8>(4_u8);
    for _ in 0..changes {
        let place = random.below(places);
        let byte = parts.get(place);
        let byte = match how {
            0 => Value::NONE,
            1 => random.of(&[byte ^ 1, byte.wrapping_add(2), byte.wrapping_sub(2), !byte]),
            2 => parts.get(random.below(places)),
            _ => random.of(&[0, 1, 2, 126, 127, 128, 252, 253, 254, 255]),
        };
        parts.set(place, byte);
    }
}

/// What is said of some positions whatever the rules say; `None` if they have no entry.
pub(crate) type Lies = BTreeMap<Board, Option<Value>>;

/// The values of all positions that play leads to, if lies are believed.
pub(crate) struct Believer<'l> {
    pub(crate) game: Mnk,
    pub(crate) lies: &'l Lies,
    pub(crate) values: BTreeMap<Board, Option<Value>>,
}

impl Believer<'_> {
    pub(crate) fn value(&mut self, board: Board) -> Option<Value> {
        if let Some(&value) = self.values.get(&board) {
            return value;
        }
        // Where nothing is said of a position, nothing is known of what it leads to.
        let value = match self.lies.get(&board) {
            Some(None) => None,
            lie => {
                let children = self.game.legal_moves(board).iter();
                let children: Vec<Board> = children.map(|mv| self.game.play(board, mv)).collect();
                let worst = children.into_iter().filter_map(|child| self.value(child)).min();
                let follows = self.game.terminal(board).map(Value::terminal);
                let follows = follows.or_else(|| worst.and_then(Value::before));
                lie.copied().flatten().or(follows)
            }
        };
        self.values.insert(board, value);
        value
    }
}

/// The table of a game if some lies are believed, and if some boards are regarded as reachable. In a table by
/// tiers all boards without a line have a value.
pub(crate) fn believed(honest: &Parts, lies: &Lies, reached: &[Board]) -> Parts {
    let game: Mnk = honest.header.game.parse().unwrap();
    let mut believer = Believer { game, lies, values: BTreeMap::new() };
    for &board in reached.iter().chain([&game.start()]) {
        believer.value(board);
    }
    let mut parts = honest.clone();
    let byte = |value: Option<Value>| value.map_or(Value::NONE, Value::byte);
    if parts.header.numbering == StoredNumbering::Codes {
        for code in 0..game.codes() {
            let value = believer.values.get(&Board::from_code(code).unwrap());
            parts.set(code, byte(value.copied().flatten()));
        }
    } else {
        let places = Places::of(&game);
        for board in places.boards() {
            // The rules tell the values of the others.
            if let Some(place) = places.place(board) {
                parts.set(place, byte(believer.value(board)));
            }
        }
    }
    parts
}

/// Some lies about a game, each about a position alone or about all its images.
pub(crate) fn lies(game: &Mnk, positions: &[Board], random: &mut Random) -> Lies {
    let mut lies = Lies::new();
    for _ in 0..random.of(&[1, 1, 2, 5]) {
        let board = random.of(positions);
        let lie = match random.below::<u8>(3_u8) {
            0 => None,
            1 => Some(random.of(&[Value::DRAW, loss(0), win(0)])),
            _ => Some(random.of(&[win(1), loss(2), win(3), loss(4)])),
        };
        let symmetries = random.of(&[1, game.symmetries()]);
        let images = (0..symmetries).map(|symmetry| game.image(board, symmetry));
        lies.extend(images.map(|image| (image, lie)));
    }
    lies
}

fn win(plies: u16) -> Value {
    Value::win(plies).unwrap()
}

fn loss(plies: u16) -> Value {
    Value::loss(plies).unwrap()
}
