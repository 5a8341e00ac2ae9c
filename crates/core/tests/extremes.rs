//! Public values are built from any numbers, printed, compared and queried, with overflow checks: nothing panics.
//! (`tests/no_std` proves by linking that nothing can panic in an optimised build.)

use std::fmt::{Debug, Display};

use perfect_play_core::{
    BadValues, Board, Chance, Entry, Game, InvalidLines, Layout, Level, Lines, MoveChance,
    MoveValue, Moves, NotAPosition, Outcome, Player, Policy, ProbeError, Shape, Unreachable, Value,
    Word,
};
use perfect_play_games::Mnk;
use proptest::prelude::*;

/// Any number; the largest and the smallest more often.
fn number() -> impl Strategy<Value = u64> {
    prop_oneof![Just(0), Just(1), Just(u64::MAX - 1), Just(u64::MAX), any::<u64>()]
}

fn small() -> impl Strategy<Value = u8> {
    prop_oneof![Just(0), Just(1), Just(u8::MAX - 1), Just(u8::MAX), any::<u8>()]
}

/// Any number of plies; the numbers beside a limit more often.
fn plies() -> impl Strategy<Value = u16> {
    let limits = [0, Value::MAX_BYTE_PLIES, u16::from(u8::MAX), Value::MAX_PLIES, u16::MAX];
    let beside = limits.into_iter().flat_map(|limit| [limit, limit.saturating_add(1)]);
    prop_oneof![prop::sample::select(beside.collect::<Vec<_>>()), any::<u16>()]
}

fn printed<T: Display + Debug + Clone + PartialEq>(value: &T) {
    assert!(!value.to_string().is_empty() && !format!("{value:?} {value:#?}").is_empty());
    assert_eq!(value.clone(), *value);
}

fn any_game() -> impl Strategy<Value = Mnk> {
    (1_u8..=63, 1_u8..=63, 1_u8..=63, any::<bool>(), any::<bool>()).prop_map(
        |(m, n, k, falls, misere)| {
            let n = 1 + n % (63 / m);
            let game = Mnk::new(m, n, 1 + k % m.max(n)).unwrap();
            let game = if falls { game.gravity() } else { game };
            if misere { game.misere() } else { game }
        },
    )
}

proptest! {
    #[test]
    fn reasons_and_errors_print(a in number(), b in number(), x in small(), o in small()) {
        let [by, lines_of] = [Player::X, Player::O];
        for reason in [
            ProbeError::from(NotAPosition::CodeTooLarge { code: a, codes: b }),
            NotAPosition::Unbalanced { x, o }.into(),
            Unreachable::InTheAir { cell: x }.into(),
            Unreachable::MoveAfterEnd { by }.into(),
            Unreachable::NoSingleLastMove { lines_of }.into(),
        ] {
            printed(&reason);
        }
        printed(&InvalidLines::TooManyCells { cells: u16::from(x) * u16::from(o) });
        printed(&InvalidLines::NoSuchLine { k: x, longest: o });
        printed(&BadValues::Length { found: a, expected: b });
        printed(&BadValues::Value { code: a });
    }

    #[test]
    fn values_are_asked(
        byte in small(),
        remoteness in prop::option::of(plies()),
        score: Option<i16>,
        plies in plies(),
        bits: u16,
        moves: [u64; 4],
    ) {
        for outcome in [Outcome::Win, Outcome::Draw, Outcome::Loss] {
            let optimal_moves = Moves::from_bits(moves);
            let entry = Entry { outcome, remoteness, score, optimal_moves };
            let by_plies = remoteness.is_some_and(|plies| plies <= Value::MAX_PLIES);
            let expected = match score {
                Some(score) => (score > i16::MIN).then(|| score.cmp(&0)),
                None => (outcome == Outcome::Draw || by_plies).then(|| outcome.cmp(&Outcome::Draw)),
            };
            let found = entry.value().map(|value| value.outcome().cmp(&Outcome::Draw));
            prop_assert_eq!(found, expected);
            let _ = (entry.best_move(), entry.is_terminal());
            if let Some(word) = Word::pack(entry) {
                prop_assert_eq!(word.entry(), Some(entry));
            }
            let worth = MoveValue { mv: byte, outcome, remoteness, score };
            let text = format!("{worth:?} {entry:?}");
            for part in [format!("{:?}", entry.remoteness), format!("{:?}", entry.score)] {
                prop_assert!(text.contains(&part));
            }
        }
        for value in [Value::from_byte(byte), Value::from_number(plies)].into_iter().flatten() {
            let _ = (value.before().and_then(Value::before), value.plies(), value.outcome());
            let _ = (value.byte(), value.score());
        }
        let _ = (Value::win(plies), Value::loss(plies), Word::from_trusted_bits(bits).entry());
    }

    #[test]
    fn chances_are_asked(n: u32, d: u32, numerator in number(), denominator in 1..=u64::MAX, a: [u64; 4], b: [u64; 4]) {
        let denominator = std::num::NonZeroU64::new(denominator).unwrap();
        printed(&MoveChance { mv: 255, numerator, denominator });
        let Some(chance) = Chance::new(n, d) else { return Ok(()) };
        printed(&chance);
        printed(&Level::Skill(chance));
        prop_assert_eq!(chance.complement().complement(), chance);
        let policy = Policy::new(Moves::from_bits(a), chance, Moves::from_bits(b));
        let moves = policy.moves();
        prop_assert!(policy.chances().all(|chance| moves.contains(chance.mv)));
        prop_assert!(policy.choose(|| n).is_none_or(|mv| moves.contains(mv)));
    }

    #[test]
    fn any_board_is_asked_of_any_game(
        game in any_game(),
        x in 0..1_u64 << 63,
        o in 0..1_u64 << 63,
        mv in small(),
        code in number(),
    ) {
        let board = Board::from_bitboards(x, o & !x).unwrap();
        let _ = (game.play(board, mv), game.cell_of_move(board, mv), game.decode(code));
        let _ = (game.cell_of_last_move(board, mv), game.move_to_cell(mv), game.open_cells(board));
        let _ = (game.legal_moves(board), game.terminal(board), game.kind().static_value(board));
        let _ = (game.check(board), game.winner(board), game.why_no_entry(board));
        let _ = (game.plies_to_draw(board), game.canonical(board), Layout::of(&game));
        for symmetry in [0, 1, 7, 8, mv] {
            let _ = (game.image(board, symmetry), game.image_of_move(board, mv, symmetry));
        }
        let lines: &Lines = game.lines();
        let _ = (lines.any_within(code), lines.completions(code), lines.within(code).count());
        let _ = (game.kind().open_cells(code), game.kind().last_cells(code));
        let text = game.notation(board).to_string();
        prop_assert_eq!(text.len(), usize::from(game.shape().cells()));
    }

    #[test]
    fn any_shape_is_none_or_has_63_cells_at_most(columns: u8, rows: u8, cell: u8, symmetry: u8) {
        let cells = u16::from(columns) * u16::from(rows);
        let shape = Shape::new(columns, rows);
        prop_assert_eq!(shape.is_some(), (1..=63).contains(&cells));
        if let Some(shape) = shape {
            let image = shape.image_of_cell(cell, symmetry);
            prop_assert!(image == cell || image < shape.cells());
        }
        let _ = (Lines::new(columns, rows, cell), Mnk::new(columns, rows, cell));
    }
}
