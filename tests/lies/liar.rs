//! Lies that one method of a game can tell, the same for all positions.

use std::{fmt, sync::Arc};

use perfect_play::{Board, Kind, Lines, Moves, NotAPosition, Outcome, Player, Unreachable, Value};
use perfect_play_generator::core::{Next, Scheme};
use perfect_play_test_kit::Lies;

/// What one method says in place of the truth.
#[derive(Clone)]
pub(crate) struct Lie {
    said: String,
    tell: Arc<dyn Fn(Lies<Board>) -> Lies<Board>>,
}

impl Lie {
    fn new(said: impl Into<String>, tell: impl Fn(Lies<Board>) -> Lies<Board> + 'static) -> Self {
        Self { said: said.into(), tell: Arc::new(tell) }
    }

    /// The lies and this one.
    pub(crate) fn told(&self, lies: Lies<Board>) -> Lies<Board> {
        (self.tell)(lies)
    }
}

impl fmt::Debug for Lie {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said)
    }
}

/// Adds a lie for each of some values, which a method with these arguments always returns.
macro_rules! always {
    ($lies:ident, $method:ident($($argument:tt),*), $values:expr) => {
        $lies.extend($values.into_iter().map(|value| {
            Lie::new(format!("{} {value:?}", stringify!($method)), move |lies| {
                lies.$method(move |$($argument,)* _| value)
            })
        }))
    };
}

/// Every lie, the extremes among them.
pub(crate) fn all() -> Vec<Lie> {
    let boards = [
        Board::EMPTY,
        Board::from_bitboards(0b1, 0).unwrap(),
        Board::from_bitboards(0b1111, 0).unwrap(),
        Board::from_bitboards(0b0101, 0b1010).unwrap(),
        Board::from_bitboards(0, (1 << 40) - 1).unwrap(),
        Board::from_code(3_u64.pow(40) - 1).unwrap(),
    ];
    let k_in_a_row = |columns, rows, k| Lines::new(columns, rows, k).unwrap();
    let kinds = [
        Kind::Other,
        Kind::Placement(k_in_a_row(2, 2, 2)),
        Kind::Placement(k_in_a_row(2, 2, 1).misere()),
        Kind::Placement(k_in_a_row(3, 3, 3)),
        Kind::Placement(k_in_a_row(40, 1, 40)),
        Kind::Placement(k_in_a_row(1, 1, 1)),
        Kind::Falling(k_in_a_row(2, 2, 2)),
        Kind::Falling(k_in_a_row(2, 3, 2)),
        Kind::Falling(k_in_a_row(1, 15, 15)),
        Kind::Falling(k_in_a_row(1, 40, 40)),
    ];
    let moves = [
        [0; 4],
        [1, 0, 0, 0],
        [0b11, 0, 0, 0],
        [1 << 4, 0, 0, 0],
        [0, 0, 0, 1 << 63],
        [u64::MAX; 4],
    ];
    let numbers = [0, 1, 3, 4, 5, 9, 63, 64, 65, 126, 127, 128, 254, 255];
    let many = [256, Value::MAX_PLIES - 1, Value::MAX_PLIES, Value::MAX_PLIES + 1, u16::MAX];
    let codes = [0, 1, 80, 81, 82, 729, 1 << 12, 3_u64.pow(16) + 1, u64::MAX];
    let reasons = [
        NotAPosition::Unbalanced { x: 255, o: 255 }.into(),
        NotAPosition::OtherGame.into(),
        Unreachable::InTheAir { cell: 255 }.into(),
        Unreachable::NotInTable.into(),
    ];
    let outcomes = [None, Some(Outcome::Win), Some(Outcome::Draw), Some(Outcome::Loss)];
    let truths = [false, true];
    let bytes = numbers.map(|number| (u64::from(number), number));
    let plies = || numbers.map(u16::from).into_iter().chain(many);
    let any_plies = || plies().map(Some).chain([None]);
    let no_board = Err(NotAPosition::Unbalanced { x: 255, o: 0 });

    let mut lies = vec![
        Lie::new("the code of the next board", |lies| lies.encode(|_, code| code.wrapping_add(1))),
        Lie::new("no move changes anything", |lies| lies.play(|board, _, _| board)),
    ];
    always!(lies, start(), boards);
    always!(lies, to_move(_), [Player::X, Player::O]);
    always!(lies, legal_moves(_), moves.map(Moves::from_bits));
    always!(lies, play(_, _), boards);
    always!(lies, terminal(_), outcomes);
    always!(lies, blocked(_), outcomes.into_iter().flatten());
    always!(lies, end(_), [None, Value::win(0), Value::loss(126), Value::of_score(127)]);
    always!(lies, scheme(), Scheme::ALL);
    always!(lies, score(_), [i16::MIN, -i16::MAX, -128, -127, -1, 0, 1, 127, 128, i16::MAX]);
    always!(lies, next(_, _), [Next::Same, Next::Opponent]);
    lies.extend(boards.map(|board| {
        Lie::new(format!("another start: {board:?}"), move |lies| {
            lies.other_starts(move |_| vec![board])
        })
    }));
    always!(lies, kind(), kinds);
    always!(lies, codes(), codes);
    always!(lies, encode(_), codes);
    always!(lies, decode(_), boards.map(Ok).into_iter().chain([no_board]));
    always!(lies, check(_), reasons.map(Err).into_iter().chain([Ok(())]));
    always!(lies, image(_, _), boards);
    always!(lies, is_position(_), truths);
    always!(lies, codes_rise(), truths);
    always!(lies, repeats(), truths);
    always!(lies, is_impartial(), truths);
    always!(lies, is_canonical(_), truths);
    always!(lies, max_move(), numbers);
    always!(lies, image_of_move(_, _, _), numbers);
    always!(lies, canonical(_), bytes.into_iter().chain([(u64::MAX, 255)]));
    always!(lies, max_plies(), plies());
    always!(lies, ply(_), any_plies());
    always!(lies, plies_to_draw(_), any_plies());
    always!(lies, symmetries(), [0, 1, 3, 5, 9, 16, u8::MAX]);
    let names = ["", "mnk:2,2,2", "a\n\u{202e}\"*/"];
    lies.extend(names.map(|name| Lie::new(format!("{name:?}"), move |lies| lies.name(name))));
    lies
}
