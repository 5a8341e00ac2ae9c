//! Tables that are wrong but consistent: an entry is missing or wrong, and all other entries follow from that.

use std::collections::{BTreeMap, BTreeSet};

use perfect_play_games::Mnk;
use perfect_play_generator::{
    core::{Board, Game, Objective, Symmetric, Tabular, Value},
    tiers::is_reachable,
};
use perfect_play_table::Numbering;

use crate::{
    check::Tally,
    file::Parts,
    honest::{Form, honest},
    places::Places,
    random::Random,
};

/// What is said of some positions whatever the rules say; `None` if they have no entry.
type Lies = BTreeMap<Board, Option<Value>>;

/// The values of all positions that play leads to, if lies are believed.
struct Believer<'l> {
    game: Mnk,
    lies: &'l Lies,
    values: BTreeMap<Board, Option<Value>>,
}

impl Believer<'_> {
    fn value(&mut self, board: Board) -> Option<Value> {
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
fn believed(honest: &Parts, lies: &Lies, reached: &[Board]) -> Parts {
    let game: Mnk = honest.header.game.parse().unwrap();
    let mut believer = Believer { game, lies, values: BTreeMap::new() };
    for &board in reached.iter().chain([&game.start()]) {
        believer.value(board);
    }
    let mut parts = honest.clone();
    let byte = |value: Option<Value>| value.map_or(Value::NONE, Value::byte);
    if parts.header.numbering == Numbering::Codes {
        for code in 0..game.codes() {
            let value = believer.values.get(&Board::from_code(code).unwrap());
            parts.set(code, byte(value.copied().flatten()));
        }
    } else {
        let places = Places::of(&game);
        for board in places.boards() {
            parts.set(places.place(board).unwrap(), byte(believer.value(board)));
        }
    }
    parts
}

/// Some lies about a game, each about a position alone or about all its images.
fn lies(game: &Mnk, positions: &[Board], random: &mut Random) -> Lies {
    let mut lies = Lies::new();
    for _ in 0..random.of(&[1, 1, 2, 5]) {
        let board = random.of(positions);
        let lie = match random.below(3) {
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

#[test]
fn tables_that_follow_from_lies() {
    let mut random = Random::new(7);
    let mut tally = Tally::new();
    for (name, form, times) in [
        ("mnk:2,2,2", Form::Small, 500),
        ("mnk:3,2,3", Form::Large(64), 200),
        ("mnk:3,2,2+misere", Form::Small, 200),
        ("connect:2,3,2", Form::Large(64), 300),
        ("connect:3,3,3+misere", Form::Small, 30),
        ("mnk:9,1,3", Form::Large(64), 30),
        ("tictactoe", Form::Small, 15),
        ("mnk:3,2,3", Form::Code, 200),
        ("connect:2,3,2+misere", Form::Code, 200),
        ("mnk:4,3,3", Form::Large(1 << 12), 3),
    ] {
        let honest = honest(name, Objective::Fastest, form);
        let game: Mnk = name.parse().unwrap();
        let none = Lies::new();
        let mut right = Believer { game, lies: &none, values: BTreeMap::new() };
        right.value(game.start());
        if form != Form::Code {
            // The proof asks for these as well.
            for board in Places::of(&game).boards() {
                right.value(board);
            }
        }
        let positions: Vec<Board> = right.values.into_keys().collect();
        tally.add(name, &believed(&honest, &none, &[]));
        for _ in 0..times {
            tally.add(name, &believed(&honest, &lies(&game, &positions, &mut random), &[]));
        }
    }
    assert!(tally.proven > 0);
    tally.end();
}

#[test]
fn every_lie_about_the_end_of_a_game() {
    let mut tally = Tally::new();
    for (name, form) in [
        ("mnk:2,2,2+misere", Form::Small),
        ("connect:2,2,2", Form::Large(64)),
        ("mnk:3,1,2", Form::Code),
    ] {
        let honest = honest(name, Objective::Fastest, form);
        let game: Mnk = name.parse().unwrap();
        let ends = (0..game.codes()).filter_map(|code| game.decode(code).ok());
        let ends =
            ends.filter(|&board| game.check(board).is_ok() && game.terminal(board).is_some());
        for end in ends {
            for lie in [None, Some(Value::DRAW), Value::loss(0), Value::win(0)] {
                let images: BTreeSet<Board> =
                    (0..game.symmetries()).map(|symmetry| game.image(end, symmetry)).collect();
                let of_one = Lies::from([(end, lie)]);
                let of_all = images.into_iter().map(|image| (image, lie)).collect();
                tally.add(name, &believed(&honest, &of_one, &[]));
                tally.add(name, &believed(&honest, &of_all, &[]));
            }
        }
    }
    tally.end();
}

/// Boards that the rules alone do not rule out, each together with all that moves lead to from there: by code,
/// they must have no entry.
#[test]
fn tables_by_code_that_hold_what_no_play_leads_to() {
    let mut random = Random::new(8);
    let mut tally = Tally::new();
    for (name, times) in
        [("connect:2,3,2", 200), ("connect:2,3,3", 100), ("connect:3,3,3+misere", 30)]
    {
        let (honest, game, unreachable) = with_unreachable(name, Form::Code);
        for _ in 0..times {
            let board = random.of(&unreachable);
            let symmetries = random.of(&[1, game.symmetries()]);
            let reached: Vec<Board> =
                (0..symmetries).map(|symmetry| game.image(board, symmetry)).collect();
            tally.add(name, &believed(&honest, &Lies::new(), &reached));
        }
    }
    assert_eq!(tally.proven, 0);
    tally.end();
}

/// Such boards have values in a table by tiers, and give no answer all the same: right values, wrong ones and
/// those that are missing.
#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn tables_by_tiers_that_lie_of_what_no_play_leads_to() {
    let mut random = Random::new(9);
    let mut tally = Tally::new();
    for (name, form, times) in [
        ("connect:2,3,2", Form::Small, 100),
        ("connect:2,3,2", Form::Large(64), 100),
        ("connect:3,3,3+misere", Form::Large(64), 30),
        ("connect:3,5,3", Form::Small, 2),
        ("connect:2,8,3", Form::Large(64), 2),
    ] {
        let (honest, game, unreachable) = with_unreachable(name, form);
        for _ in 0..times {
            let lies = lies(&game, &unreachable, &mut random);
            // All that follows from the lies, and they alone.
            tally.add(name, &believed(&honest, &lies, &[]));
            let mut changed = honest.clone();
            let places = Places::of(&game);
            for (&board, lie) in &lies {
                let place = places.place(board).unwrap();
                changed.set(place, lie.map_or(Value::NONE, Value::byte));
            }
            tally.add(name, &changed);
        }
    }
    tally.end();
}

/// The right table of a game, and the boards without a line to which no play leads, though the rules alone
/// do not rule them out.
fn with_unreachable(name: &str, form: Form) -> (Parts, Mnk, Vec<Board>) {
    let game: Mnk = name.parse().unwrap();
    let places = Places::of(&game);
    let boards = places.boards();
    let boards = boards.filter(|&board| game.check(board).is_ok() && !is_reachable(&game, board));
    let boards = boards.collect();
    (honest(name, Objective::Fastest, form), game, boards)
}

fn win(plies: u8) -> Value {
    Value::win(plies).unwrap()
}

fn loss(plies: u8) -> Value {
    Value::loss(plies).unwrap()
}
