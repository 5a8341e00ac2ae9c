//! Games whose rules break what `Game` demands. No table of such a game is proven if it would give wrong answers by
//! these rules.

use std::{cell::Cell, collections::BTreeSet, fmt};

use perfect_play_core::{
    BadValues, CodeTable, Game, Move, Moves, NO_CODES, NotAPosition, Objective, Outcome, Player,
    Table, Value,
};
use perfect_play_file::to_bytes;
use perfect_play_numbering::{KeyNumbering, SmallTable};
use perfect_play_proof::{diff, stats, verify};
use perfect_play_test_kit::by_code;

/// A game as a list of positions. A move is the number of the position after it.
#[derive(Clone, Copy)]
struct Graph {
    positions: &'static [Position],
    /// By position: its code. Empty if the positions have no codes.
    codes: &'static [u64],
    plies_to_draw: &'static [u16],
    /// Whether the number of a position is the number of plies played.
    counts_plies: bool,
    max_plies: u16,
}

#[derive(Clone, Copy)]
struct Position {
    to_move: Player,
    end: Option<Outcome>,
    moves: &'static [Move],
}

const fn open(to_move: Player, moves: &'static [Move]) -> Position {
    Position { to_move, end: None, moves }
}

const fn over(to_move: Player, outcome: Outcome) -> Position {
    Position { to_move, end: Some(outcome), moves: &[] }
}

impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("graph")
    }
}

impl Game for Graph {
    type Position = u8;

    fn start(&self) -> u8 {
        0
    }
    fn to_move(&self, at: u8) -> Player {
        self.positions[usize::from(at)].to_move
    }
    fn legal_moves(&self, at: u8) -> Moves {
        self.positions[usize::from(at)].moves.iter().copied().collect()
    }
    fn play(&self, _: u8, mv: Move) -> u8 {
        mv
    }
    fn terminal(&self, at: u8) -> Option<Outcome> {
        self.positions[usize::from(at)].end
    }

    fn codes(&self) -> u64 {
        if self.codes.is_empty() { NO_CODES } else { 4 }
    }
    fn encode(&self, at: u8) -> u64 {
        self.codes[usize::from(at)]
    }
    fn decode(&self, code: u64) -> Result<u8, NotAPosition> {
        let place = self.codes.iter().position(|&known| known == code);
        // A code that is not a position's decodes to the last position.
        let place = place.unwrap_or(self.positions.len() - 1);
        Ok(u8::try_from(place).unwrap())
    }
    fn is_position(&self, _: u8) -> bool {
        true
    }
    fn max_plies(&self) -> u16 {
        self.max_plies
    }
    fn ply(&self, at: u8) -> Option<u16> {
        self.counts_plies.then_some(at.into())
    }
    fn plies_to_draw(&self, at: u8) -> Option<u16> {
        Some(self.plies_to_draw.get(usize::from(at)).copied().unwrap_or(0))
    }
}

/// The table of a game with these values by code.
fn table(game: Graph, values: [Value; 4]) -> Result<SmallTable<Graph>, BadValues> {
    let slots = values.iter().map(|value| value.byte()).collect();
    by_code(game, Objective::Fastest, slots)
}

/// Whether the table of a game with these values by code is proven. `None` stands for no entry. If the codes are the
/// numbers of the positions, the table of the same game without codes must give the same result.
fn is_proven(game: Graph, values: [Option<Value>; 4]) -> bool {
    let slots: Vec<u8> =
        values.iter().map(|value| value.map_or(Value::NONE, Value::byte)).collect();
    let table = CodeTable::by_code(game, Objective::Fastest, slots).unwrap();
    let is_proven = verify(&table, &mut |_, _| ()).unwrap().is_proven();
    if game.codes.iter().zip(0..).all(|(&code, number)| code == number) {
        assert_eq!(is_proven_by_key(Graph { codes: &[], ..game }, values), is_proven);
    }
    is_proven
}

/// Whether the table of a game without codes with these values by position is proven.
fn is_proven_by_key(game: Graph, values: [Option<Value>; 4]) -> bool {
    let known = (0..).zip(values).filter_map(|(at, value)| Some((at, value?.byte())));
    let (positions, values): (Vec<u8>, Vec<u8>) = known.unzip();
    let numbering = KeyNumbering::of(&game, positions).unwrap();
    // Without the start, the numbering is that of another game.
    Table::new(game, Objective::Fastest, numbering, values)
        .is_some_and(|table| verify(&table, &mut |_, _| ()).unwrap().is_proven())
}

const GAME: Graph = Graph {
    positions: &[
        open(Player::X, &[1, 2]),
        open(Player::O, &[3]),
        over(Player::O, Outcome::Loss),
        over(Player::X, Outcome::Loss),
    ],
    codes: &[0, 1, 2, 3],
    plies_to_draw: &[],
    counts_plies: false,
    max_plies: 3,
};

#[test]
fn a_game_without_a_contradiction_is_proven() {
    let values = [Value::win(1), Value::win(1), Value::loss(0), Value::loss(0)];
    assert!(is_proven(GAME, values));
    assert!(!is_proven(GAME, [None, values[1], values[2], values[3]]));
}

#[test]
fn positions_after_the_last_ply_are_counted_and_not_written() {
    let positions = const {
        &[
            open(Player::X, &[1]),
            open(Player::O, &[2]),
            open(Player::X, &[3]),
            over(Player::O, Outcome::Loss),
        ]
    };
    let game = Graph { positions, counts_plies: true, max_plies: 1, ..GAME };
    let values = [Value::win(3), Value::loss(2), Value::win(1), Value::loss(0)].map(Option::unwrap);
    let whole = table(game, values).unwrap();
    let counted = stats(&whole, &mut |_, _| ()).unwrap();
    let by_ply: Vec<u64> = counted.by_ply.iter().map(|counts| counts.positions).collect();
    assert_eq!((counted.positions, &by_ply[..]), (4, &[1, 1, 1, 1][..]));

    let [first, second, third, _] = values;
    let other = table(game, [first, second, third, Value::DRAW]).unwrap();
    let diff = diff(&whole, &other, 0, &mut |_, _| ()).unwrap();
    assert_eq!((diff.counts.outcome_changed, diff.by_ply[3].outcome_changed), (1, 1));

    let error = to_bytes(&whole).unwrap_err().to_string();
    let expected =
        "the table has an entry for 2 at ply 2, but a play of graph takes at most 1 plies, ";
    assert!(error.starts_with(expected), "{error}");
    assert!(!verify(&whole, &mut |_, _| ()).unwrap().is_proven());
    let whole = table(Graph { max_plies: 3, ..game }, values).unwrap();
    assert!(verify(&whole, &mut |_, _| ()).unwrap().is_proven() && to_bytes(&whole).is_ok());
}

#[test]
fn plies_that_are_not_those_of_the_moves_are_found() {
    // One of the moves leads to position 2, which would be at ply 2.
    let values = [Value::win(1), Value::win(1), Value::loss(0), Value::loss(0)];
    assert!(is_proven(GAME, values));
    assert!(!is_proven(Graph { counts_plies: true, ..GAME }, values));
}

#[test]
fn two_positions_with_one_code_are_found_whichever_is_met_first() {
    // O may complete the game from position 1. But X wins at position 2, which has the same code.
    let game = Graph { codes: &[0, 1, 1, 3], ..GAME };
    let value = [Value::win(1), Value::win(1), Value::loss(0), Value::loss(0)];
    assert!(!is_proven(game, [value[0], value[1], None, value[3]]));
    assert!(!is_proven(game, [value[0], value[2], None, value[3]]));
}

#[test]
fn a_start_without_a_slot_is_a_missing_entry() {
    let game =
        Graph { positions: const { &[over(Player::X, Outcome::Draw)] }, codes: &[4], ..GAME };
    assert!(!is_proven(game, [None; 4]));
}

#[test]
fn a_code_that_is_not_that_of_its_position_has_no_entry() {
    let positions = const { &[open(Player::X, &[1]), over(Player::O, Outcome::Loss)] };
    let game = Graph { positions, codes: &[0, 1], ..GAME };
    let [win, loss] = [Value::win(1), Value::loss(0)].map(Option::unwrap);
    assert!(is_proven(game, [Some(win), Some(loss), None, None]));
    let error = table(game, [win, loss, loss, loss]).unwrap_err();
    assert_eq!(error, BadValues::Value { code: 2 });
}

#[test]
fn who_moves_twice_wins_later_and_does_not_lose() {
    // X moves, and then X moves again and wins.
    let positions =
        const { &[open(Player::X, &[1]), open(Player::X, &[2]), over(Player::O, Outcome::Loss)] };
    let game = Graph { positions, codes: &[0, 1, 2], ..GAME };
    let end = [Value::win(1), Value::loss(0), None];
    assert!(is_proven(game, [Value::win(2), end[0], end[1], end[2]]));
    for start in [Value::loss(2), Value::win(1), Value::win(3), Some(Value::DRAW)] {
        assert!(!is_proven(game, [start, end[0], end[1], end[2]]));
    }
}

#[test]
fn draws_of_two_lengths_are_found() {
    let positions = const {
        &[
            open(Player::X, &[1, 2]),
            open(Player::O, &[3]),
            over(Player::O, Outcome::Draw),
            over(Player::X, Outcome::Draw),
        ]
    };
    let game = Graph { positions, plies_to_draw: &[2, 1, 0, 0], ..GAME };
    assert!(!is_proven(game, [Some(Value::DRAW); 4]));
    // Both ways have the same length.
    let positions = const {
        &[
            open(Player::X, &[1, 2]),
            open(Player::O, &[3]),
            open(Player::O, &[3]),
            over(Player::X, Outcome::Draw),
        ]
    };
    let game = Graph { positions, plies_to_draw: &[2, 1, 1, 0], ..GAME };
    assert!(is_proven(game, [Some(Value::DRAW); 4]));
}

#[test]
fn a_draw_longer_than_any_number_of_plies_is_not_proven() {
    // Each of the two positions leads to the other, without end.
    let positions = const { &[open(Player::X, &[1]), open(Player::O, &[0])] };
    let game = Graph { positions, codes: &[0, 1], plies_to_draw: &[u16::MAX; 2], ..GAME };
    assert!(!is_proven(game, [Some(Value::DRAW), Some(Value::DRAW), None, None]));
}

#[test]
fn moves_after_the_end_are_found() {
    const AFTER: Position = Position { to_move: Player::O, end: Some(Outcome::Loss), moves: &[2] };
    let positions = const { &[open(Player::X, &[1]), AFTER, over(Player::X, Outcome::Loss)] };
    let game = Graph { positions, codes: &[0, 1, 2], ..GAME };
    assert!(!is_proven(game, [Value::win(1), Value::loss(0), None, None]));
}

#[test]
fn a_drawn_end_that_says_it_is_plies_away_is_found() {
    // One move draws. The game says that this takes 3 plies, and 2 more at the end.
    let positions = const { &[open(Player::X, &[1]), over(Player::O, Outcome::Draw)] };
    let drawn = [Some(Value::DRAW), Some(Value::DRAW), None, None];
    let game = Graph { positions, codes: &[0, 1], ..GAME };
    assert!(is_proven(Graph { plies_to_draw: &[1, 0], ..game }, drawn));
    assert!(!is_proven(Graph { plies_to_draw: &[3, 2], ..game }, drawn));
}

/// A game that decodes code 0 differently after some time.
struct Unsteady {
    asked: Cell<u32>,
    steady: u32,
    then: fn() -> Result<u8, NotAPosition>,
}

impl fmt::Display for Unsteady {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unsteady")
    }
}

impl Game for Unsteady {
    type Position = u8;

    fn start(&self) -> u8 {
        GAME.start()
    }
    fn to_move(&self, at: u8) -> Player {
        GAME.to_move(at)
    }
    fn legal_moves(&self, at: u8) -> Moves {
        GAME.legal_moves(at)
    }
    fn play(&self, at: u8, mv: Move) -> u8 {
        GAME.play(at, mv)
    }
    fn terminal(&self, at: u8) -> Option<Outcome> {
        GAME.terminal(at)
    }

    fn codes(&self) -> u64 {
        GAME.codes()
    }
    fn encode(&self, at: u8) -> u64 {
        GAME.encode(at)
    }
    fn decode(&self, code: u64) -> Result<u8, NotAPosition> {
        if code == 0 {
            self.asked.set(self.asked.get() + 1);
            if self.asked.get() > self.steady {
                return (self.then)();
            }
        }
        GAME.decode(code)
    }
    fn is_position(&self, _: u8) -> bool {
        true
    }
    fn max_plies(&self) -> u16 {
        GAME.max_plies()
    }
}

#[test]
fn a_position_that_is_no_longer_decoded_is_not_left_out_of_the_proof() {
    // The start is a win, and the table calls it a loss.
    let values = [Value::loss(2), Value::win(1), Value::loss(0), Value::loss(0)];
    let slots: Vec<u8> = values.iter().map(|value| value.unwrap().byte()).collect();
    let mut said = BTreeSet::new();
    for then in [|| Err(NotAPosition::Rules("not now")), || Ok(1)] {
        for steady in 0..10 {
            let game = Unsteady { asked: Cell::new(0), steady, then };
            let slots = slots.clone();
            let Ok(table) = CodeTable::by_code(game, Objective::Fastest, slots) else {
                continue;
            };
            match verify(&table, &mut |_, _| ()) {
                Ok(proof) => assert!(!proof.is_proven(), "{steady}"),
                Err(error) => _ = said.insert(error.to_string()),
            }
        }
    }
    let expected = "the game decodes the code of slot 0 differently the second time: the methods of a \
                    game must always give the same answer";
    assert_eq!(said, BTreeSet::from([expected.to_owned()]));
}
