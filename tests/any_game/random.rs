//! Games of up to twelve positions with moves chosen at random. Each run makes the same games.

use std::collections::HashMap;

use perfect_play_generator::core::{Move, Outcome, Player, Scheme};

use super::graph::{Graph, Node, Order};

/// Numbers that look like chance and are the same each time (xorshift).
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, end: u8) -> u8 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        u8::try_from((self.0 >> 11) % u64::from(end)).unwrap()
    }

    fn once_in(&mut self, times: u8) -> bool {
        self.below(times) == 0
    }
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Sort {
    Cyclic,
    Acyclic,
    Points,
}

fn random_game(random: &mut Random, sort: Sort) -> Graph {
    let count = 1 + random.below(12);
    let is_cyclic = sort == Sort::Cyclic;
    let most_moves = 2 + random.below(3);
    let node = |random: &mut Random, at: u8| {
        let mut moves = HashMap::new();
        for _ in 0..random.below(most_moves) {
            let mv = if random.once_in(9) { Move::MAX } else { random.below(5) };
            let later = count - at - 1;
            if is_cyclic {
                moves.insert(mv, random.below(count));
            } else if later > 0 {
                moves.insert(mv, at + 1 + random.below(later));
            }
        }
        let score = match random.below(4) {
            0 => 0,
            1 => i8::try_from(random.below(255)).map_or(-127, |score| score),
            _ => i8::try_from(random.below(7)).unwrap() - 3,
        };
        let (end, score) = match sort {
            Sort::Points => (
                [Outcome::Loss, Outcome::Draw, Outcome::Win]
                    [usize::try_from(score.signum() + 1).unwrap()],
                score,
            ),
            _ => ([Outcome::Loss, Outcome::Draw, Outcome::Win][usize::from(random.below(3))], 0),
        };
        let to_move = if random.once_in(2) { Player::X } else { Player::O };
        Node { to_move, moves, end, score, is_terminal: random.once_in(2) }
    };
    let order = match random.below(3) {
        0 if !is_cyclic => Order::Plies,
        1 if !is_cyclic => Order::Codes,
        _ => Order::Unsaid,
    };
    Graph {
        nodes: (0..count).map(|at| node(random, at)).collect(),
        starts: (0..=random.below(3)).map(|_| random.below(count)).collect(),
        scheme: if sort == Sort::Points { Scheme::Score } else { Scheme::Remoteness },
        repeats: is_cyclic || sort == Sort::Acyclic && random.once_in(4),
        is_impartial: random.once_in(4),
        order,
        codes: count.into(),
    }
}

pub(super) fn random_games(times: usize, sorts: &[Sort]) -> impl Iterator<Item = Graph> {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    (0..times).map(move |time| random_game(&mut random, sorts[time % sorts.len()]))
}

pub(super) const ALL: [Sort; 3] = [Sort::Cyclic, Sort::Acyclic, Sort::Points];
