//! A numbering that stores only every second ply. The values of the other positions follow from their children, and the
//! table answers as a table of all positions does.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use perfect_play_core::{
    CodeNumbering, CodeTable, Game, Numbering, Objective, Place, Player, Probe, ProbeError,
    ProbeFailure, Scheme, Slot, Table, Unreachable, Value, Values,
};
use perfect_play_games::Mnk;
use perfect_play_test_kit::{Listed, Node, open};

/// The numbering by code, without slots for the positions at every second ply.
struct SecondPlies<P> {
    /// 0 if the start has a slot, 1 if it has none.
    first: u16,
    reachable: BTreeSet<P>,
}

impl<G: Game> Numbering<G> for SecondPlies<G::Position> {
    fn is_of(&self, game: &G) -> bool {
        self.reachable.contains(&game.start())
    }

    fn check(&self, game: &G, position: G::Position) -> Result<(), ProbeError> {
        if self.reachable.contains(&position) { Ok(()) } else { Err(game.why_no_entry(position)) }
    }

    fn place(&self, game: &G, position: G::Position) -> Option<Place> {
        if game.ply(position)? % 2 == self.first {
            CodeNumbering.place(game, position)
        } else {
            Some(Place::Follow)
        }
    }

    fn why_no_entry(&self, game: &G, position: G::Position) -> ProbeError {
        game.why_no_entry(position)
    }

    fn slots(&self, game: &G, section: u32) -> u64 {
        Numbering::slots(&CodeNumbering, game, section)
    }

    fn position(&self, game: &G, slot: Slot) -> Option<G::Position> {
        CodeNumbering.position(game, slot)
    }

    /// Also those without a slot.
    fn positions(
        &self,
        game: &G,
        is_empty: impl Fn(Slot) -> bool,
    ) -> impl Iterator<Item = (G::Position, Option<Slot>)> {
        let positions = (0..game.codes()).filter_map(|code| game.decode(code).ok());
        let reachable = positions.filter(|position| self.reachable.contains(position));
        reachable.filter_map(move |position| match self.place(game, position)? {
            Place::Slot(slot) => (!is_empty(slot)).then_some((position, Some(slot))),
            _ => Some((position, None)),
        })
    }
}

/// The values of all reachable positions, by definition.
fn solved<G: Game>(game: &G) -> BTreeMap<G::Position, Value> {
    let mut known = BTreeMap::new();
    solve(game, game.start(), &mut known);
    known
}

/// The value of a position. The values of all positions that play leads to are added to `known`.
fn solve<G: Game>(
    game: &G,
    position: G::Position,
    known: &mut BTreeMap<G::Position, Value>,
) -> Value {
    if let Some(&value) = known.get(&position) {
        return value;
    }
    let children = game.legal_moves(position).iter().map(|mv| {
        let child = game.play(position, mv);
        (solve(game, child, known), game.next(position, child))
    });
    let best = game.scheme().before_all(children);
    let value = game.end(position).or(best).unwrap();
    known.insert(position, value);
    value
}

/// The bytes of these values, by code. Only plies of this parity are stored, if it is given.
fn bytes<G: Game>(game: &G, values: &BTreeMap<G::Position, Value>, first: Option<u16>) -> Vec<u8> {
    let mut bytes = vec![Value::NONE; usize::try_from(game.codes()).unwrap()];
    for (&position, &value) in values {
        if first.is_none_or(|first| game.ply(position).unwrap() % 2 == first) {
            let slot = usize::try_from(game.encode(position)).unwrap();
            bytes[slot] = game.scheme().byte(value);
        }
    }
    bytes
}

fn second_plies<G: Game>(
    values: &BTreeMap<G::Position, Value>,
    first: u16,
) -> SecondPlies<G::Position> {
    SecondPlies { first, reachable: values.keys().copied().collect() }
}

/// Compares the table of every second ply with the table of all positions.
fn agrees<G: Game + Clone>(game: &G) {
    let values = solved(game);
    for objective in Objective::ALL {
        let whole = bytes(game, &values, None);
        let whole = CodeTable::by_code(game.clone(), objective, whole).unwrap();
        for first in [0, 1] {
            let stored = bytes(game, &values, Some(first));
            let left_out = |&position: &G::Position| {
                stored[usize::try_from(game.encode(position)).unwrap()] == Value::NONE
            };
            assert!(values.keys().any(left_out), "{game}");
            let numbering = second_plies::<G>(&values, first);
            let table = Table::new(game.clone(), objective, numbering, stored).unwrap();
            for code in 0..game.codes() {
                let Ok(position) = game.decode(code) else { continue };
                let text = game.notation(position);
                assert_eq!(table.value(position), whole.value(position), "{game}: {text}");
                assert_eq!(table.probe(position), whole.probe(position), "{game}: {text}");
                let moves = [table.move_values(position), whole.move_values(position)];
                assert!(moves[0] == moves[1], "{game}: {text}");
                assert_eq!(
                    table.outcome_preserving_moves(position),
                    whole.outcome_preserving_moves(position),
                    "{game}: {text}"
                );
                assert_eq!(table.code(position), whole.code(position));
                assert_eq!(table.decode(code), whole.decode(code));
                assert_eq!(table.canonical(position), whole.canonical(position));
                assert_eq!(table.is_canonical(position), whole.is_canonical(position));
                let found = table.numbering().find(game, position);
                let has_slot =
                    values.contains_key(&position) && game.ply(position).unwrap() % 2 == first;
                assert!(found.is_some() || !has_slot, "{game}: {text}");
                assert!(found.is_none_or(|(_, known)| known == position), "{game}: {text}");
            }
            assert!(table.entries().eq(whole.entries()), "{game}");
            let entries = table.entries().map(|(position, value)| (position, value.unwrap()));
            assert_eq!(entries.collect::<BTreeMap<_, _>>(), values, "{game}");
            assert!(table.positions().eq(whole.positions()), "{game}");
            assert_eq!(table.positions().count(), values.len(), "{game}");
        }
    }
}

/// The players take one to three stones from a pile. If the game says so, a player who takes two moves again. The game is
/// played for a win, or for points. A position is the stones that are left, the plies played, and the side to move.
fn pile(stones: u32, two_move_again: bool, scheme: Scheme) -> Listed {
    let numbers = stones + 1;
    let number =
        |left, plies, player| 2 * (left * numbers + plies) + u32::from(player == Player::O);
    let node = |code: u32| {
        let (left, plies) = (code / 2 / numbers, code / 2 % numbers);
        let player = if code.is_multiple_of(2) { Player::X } else { Player::O };
        // Play leads to no position with more plies.
        let most = if plies < stones { left.min(3) } else { 0 };
        let moves = (1..=most).map(|taken| {
            let next = if two_move_again && taken == 2 { player } else { player.opponent() };
            (u8::try_from(taken).unwrap(), number(left - taken, plies + 1, next))
        });
        let score = i16::try_from(plies).unwrap() - 127;
        Node { score, layer: plies, ..open(player, moves) }
    };
    Listed {
        name: "pile",
        starts: vec![number(stones, 0, Player::X)],
        scheme,
        counts_plies: true,
        max_plies: u16::try_from(stones).unwrap(),
        ..Listed::new((0..2 * numbers * numbers).map(node).collect::<Vec<_>>())
    }
}

#[test]
fn a_table_of_every_second_ply_answers_as_the_whole_table_does() {
    agrees(&Mnk::TICTACTOE);
    agrees(&Mnk::TICTACTOE_MISERE);
    agrees(&"connect:3,3,2".parse::<Mnk>().unwrap());
    for scheme in Scheme::ALL {
        for two_move_again in [false, true] {
            agrees(&pile(12, two_move_again, scheme));
        }
    }
}

#[test]
fn a_value_that_follows_from_a_missing_one_is_missing() {
    let game = Mnk::TICTACTOE;
    let values = solved(&game);
    let child = game.parse("X........").unwrap();
    // The start follows from its children, and one of them has no entry.
    let mut stored = bytes(&game, &values, Some(1));
    stored[usize::try_from(child.code()).unwrap()] = Value::NONE;
    let numbering = second_plies::<Mnk>(&values, 1);
    let table = Table::new(game, Objective::Fastest, numbering, stored).unwrap();
    let missing = Err(ProbeError::from(Unreachable::NotInTable));
    assert_eq!(table.value(child), missing);
    assert_eq!(table.value(game.start()), missing);
    assert_eq!(table.probe(game.start()).map(drop), missing.map(drop));
    let other = game.parse(".X.......").unwrap();
    assert_eq!(table.value(other), Ok(values[&other]));
}

/// Values of which one cannot be read.
struct Unreadable(Vec<u8>, usize);

#[derive(Debug, PartialEq)]
enum ReadError {
    NoEntry(ProbeError),
    Damaged,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for ReadError {}

impl From<ProbeError> for ReadError {
    fn from(reason: ProbeError) -> Self {
        Self::NoEntry(reason)
    }
}

impl ProbeFailure for ReadError {
    fn no_entry(&self) -> Option<ProbeError> {
        match *self {
            Self::NoEntry(reason) => Some(reason),
            Self::Damaged => None,
        }
    }
}

impl Values for Unreadable {
    type Error = ReadError;

    fn byte(&self, slot: Slot) -> Result<Option<u8>, ReadError> {
        if slot.rank == self.1 {
            Err(ReadError::Damaged)
        } else {
            Ok(self.0.get(slot.rank).copied())
        }
    }
}

#[test]
fn a_value_that_follows_from_one_that_cannot_be_read_cannot_be_read() {
    let game = Mnk::TICTACTOE;
    let values = solved(&game);
    let child = game.parse("X........").unwrap();
    let stored = Unreadable(bytes(&game, &values, Some(1)), usize::try_from(child.code()).unwrap());
    let numbering = second_plies::<Mnk>(&values, 1);
    let table = Table::new(game, Objective::Fastest, numbering, stored).unwrap();
    assert_eq!(table.value(child), Err(ReadError::Damaged));
    assert_eq!(table.value(game.start()), Err(ReadError::Damaged));
    let other = game.parse(".X.......").unwrap();
    assert_eq!(table.value(other), Ok(values[&other]));
}
