//! Tables of rules that lie: somewhere an entry is missing or wrong, and all the others follow from that.

use std::collections::{BTreeMap, BTreeSet};

use perfect_play_generator::{
    core::{Board, Game, Mnk, Objective, Value},
    index::Index,
};
use perfect_play_table::Numbering;

use crate::{
    check::Tally,
    file::Parts,
    honest::{Form, honest},
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

/// The table of a game for who believes some lies, and that play leads to some boards.
fn believed(honest: &Parts, lies: &Lies, reached: &[Board]) -> Parts {
    let game: Mnk = honest.header.game.parse().unwrap();
    let mut believer = Believer { game, lies, values: BTreeMap::new() };
    for &board in reached.iter().chain([&game.start()]) {
        believer.value(board);
    }
    let mut parts = honest.clone();
    let byte = |board| {
        let value: Option<Value> = believer.values.get(&board).copied().flatten();
        value.map_or(Value::NONE, Value::byte)
    };
    if parts.header.numbering == Numbering::Index {
        let index = Index::of(&game).unwrap();
        for slot in 0..index.slots() {
            let board = index.board(slot).unwrap();
            // Elsewhere the rules tell what the file does not.
            if game.check(board).is_ok() {
                parts.set(slot, byte(board));
            }
        }
    } else {
        for code in 0..game.codes() {
            parts.set(code, byte(Board::from_code(code).unwrap()));
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
        ("mnk:2,2,2", Form::Index(16), 500),
        ("mnk:3,2,3", Form::Index(64), 200),
        ("mnk:3,2,2+misere", Form::Index(64), 200),
        ("connect:2,3,2", Form::Index(64), 300),
        ("connect:3,3,3+misere", Form::Index(64), 30),
        ("tictactoe", Form::Index(64), 15),
        ("mnk:3,2,3", Form::CodeInBytes, 200),
        ("connect:2,3,2+misere", Form::CodeInBytes, 200),
        ("mnk:4,3,3", Form::Index(1 << 12), 3),
    ] {
        let honest = honest(name, Objective::Fastest, form);
        let game: Mnk = name.parse().unwrap();
        let none = Lies::new();
        let mut right = Believer { game, lies: &none, values: BTreeMap::new() };
        right.value(game.start());
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
        ("mnk:2,2,2+misere", Form::Index(64)),
        ("connect:2,2,2", Form::Index(64)),
        ("mnk:3,1,2", Form::CodeInBytes),
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

/// Boards that the rules alone do not rule out, each together with all that moves lead to from there. On
/// the highest columns a board and its mirror image have slots of their own.
#[test]
fn tables_that_hold_what_no_play_leads_to() {
    let mut random = Random::new(8);
    let mut tally = Tally::new();
    for (name, form, times) in [
        ("connect:2,3,2", Form::Index(64), 200),
        ("connect:3,3,3+misere", Form::Index(64), 30),
        ("connect:2,9,3", Form::Index(1 << 12), 10),
        ("connect:2,9,2+misere", Form::Index(1 << 12), 10),
        ("connect:2,3,3", Form::CodeInBytes, 100),
    ] {
        let honest = honest(name, Objective::Fastest, form);
        let game: Mnk = name.parse().unwrap();
        let index = Index::of(&game).unwrap();
        let none = Lies::new();
        let mut right = Believer { game, lies: &none, values: BTreeMap::new() };
        right.value(game.start());
        let boards = (0..index.slots()).map(|slot| index.board(slot).unwrap());
        let is_unreachable =
            |board: &Board| game.check(*board).is_ok() && !right.values.contains_key(board);
        let unreachable: Vec<Board> = boards.filter(is_unreachable).collect();
        for _ in 0..times {
            let board = random.of(&unreachable);
            let symmetries = random.of(&[1, game.symmetries()]);
            let reached: Vec<Board> =
                (0..symmetries).map(|symmetry| game.image(board, symmetry)).collect();
            tally.add(name, &believed(&honest, &none, &reached));
        }
    }
    assert_eq!(tally.proven, 0);
    tally.end();
}

fn win(plies: u8) -> Value {
    Value::win(plies).unwrap()
}

fn loss(plies: u8) -> Value {
    Value::loss(plies).unwrap()
}
