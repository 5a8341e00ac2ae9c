//! Random games as graphs.
//!
//! Symmetric games are made from *classes*: a class is an orbit of nodes under a group, given by the subgroup that
//! fixes its first node. Moves are drawn for the first node, and the group makes the others. In a game without
//! symmetries each class has one node.

use std::collections::{BTreeMap, BTreeSet};

use perfect_play_generator::core::{Move, NO_CODES, Outcome, Player, Scheme};
use perfect_play_test_kit::{Case, Random};

use crate::game::{Data, Graph, Node};

/// What moves there are.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Shape {
    /// Anywhere.
    Cyclic,
    /// To any later class.
    Acyclic,
    /// From each layer to the next.
    Layered,
    /// Mostly to the next class: plays are about as long as a value can say.
    Chain,
}

/// A group of permutations of four points. The first element is the identity.
struct Group(Vec<[usize; 4]>);

impl Group {
    const IDENTITY: [usize; 4] = [0, 1, 2, 3];

    /// All products of these.
    fn of(generators: &[[usize; 4]]) -> Self {
        let mut all = vec![Self::IDENTITY];
        let mut next = 0;
        while let Some(&one) = all.get(next) {
            for other in generators {
                let product = other.map(|point| one[point]);
                if !all.contains(&product) {
                    all.push(product);
                }
            }
            next += 1;
        }
        Self(all)
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    /// The number of the product: first `then`, then `one`.
    fn product(&self, one: usize, then: usize) -> usize {
        let product = self.0[then].map(|point| self.0[one][point]);
        self.0.iter().position(|&element| element == product).unwrap()
    }

    /// The numbers of the elements of a random subgroup.
    fn subgroup(&self, random: &mut Random) -> Vec<usize> {
        let count = random.below(3_u8);
        let generators: Vec<_> = (0..count).map(|_| random.of(&self.0)).collect();
        Self::of(&generators)
            .0
            .iter()
            .map(|one| self.0.iter().position(|of| of == one).unwrap())
            .collect()
    }

    /// The smallest element of the coset of this one.
    fn coset(&self, element: usize, subgroup: &[usize]) -> usize {
        subgroup.iter().map(|&of| self.product(element, of)).min().unwrap()
    }
}

const GROUPS: [&[[usize; 4]]; 7] = [
    &[],
    &[[1, 0, 2, 3]],
    &[[1, 2, 0, 3]],
    &[[1, 2, 3, 0]],
    &[[1, 0, 2, 3], [0, 1, 3, 2]],
    &[[1, 2, 0, 3], [1, 0, 2, 3]],
    &[[1, 2, 3, 0], [2, 1, 0, 3]],
];

const OUTCOMES: [Outcome; 3] = [Outcome::Loss, Outcome::Draw, Outcome::Win];

/// A game that tells no lies.
pub(crate) fn random_game(case: &mut Case) -> Data {
    let random = &mut case.random;
    let shape = random.of(&[
        Shape::Cyclic,
        Shape::Cyclic,
        Shape::Acyclic,
        Shape::Acyclic,
        Shape::Layered,
        Shape::Chain,
    ]);
    let is_for_points = random.once_in(if shape == Shape::Cyclic { 20 } else { 3 });
    let group = Group::of(if random.once_in(2) { GROUPS[0] } else { random.of(&GROUPS[1..]) });
    let classes: usize = match (shape, random.below(30_u8)) {
        (Shape::Chain, _) => 120 + random.below::<usize>(12_u8),
        (_, 0) => 20 + random.below::<usize>(2000_u16),
        (_, ..6) => 12 + random.below::<usize>(60_u8),
        _ => 1 + random.below::<usize>(12_u8),
    };
    let layers = 1 + random.below::<usize>(classes.min(20) as u64);
    let layer =
        |class: usize| if shape == Shape::Layered { class * layers / classes } else { class };
    let fixed: Vec<Vec<usize>> = (0..classes).map(|_| group.subgroup(random)).collect();
    // The nodes: class, and coset.
    let mut keys: Vec<(usize, usize)> = Vec::new();
    for (class, fixed) in fixed.iter().enumerate() {
        let cosets: BTreeSet<usize> = (0..group.len()).map(|one| group.coset(one, fixed)).collect();
        keys.extend(cosets.into_iter().map(|coset| (class, coset)));
    }
    let codes_rise = shape != Shape::Cyclic && random.once_in(3);
    if !codes_rise {
        for place in (1..keys.len()).rev() {
            keys.swap(place, random.below(place as u64 + 1));
        }
    }
    let numbers: BTreeMap<(usize, usize), u32> = keys.iter().copied().zip(0..).collect();
    let image = |(class, coset): (usize, usize), by: usize| {
        numbers[&(class, group.coset(group.product(by, coset), &fixed[class]))]
    };
    let draws_last = shape == Shape::Layered && !is_for_points && random.once_in(2);
    let alternates = random.once_in(3);
    let mut nodes: Vec<Option<Node>> = vec![None; keys.len()];
    let most_moves = 2 + random.below::<u64>(4_u8);
    for class in 0..classes {
        let wide = random.once_in(40) && classes > 12;
        let count = if wide { random.below(200_u8) } else { random.below::<u64>(most_moves) };
        let later: Vec<usize> = match shape {
            Shape::Cyclic => vec![0, classes],
            Shape::Chain if !random.once_in(30) => vec![class + 1, (class + 2).min(classes)],
            Shape::Acyclic | Shape::Chain => vec![class + 1, classes],
            Shape::Layered => {
                let of = |wanted: usize| {
                    (0..classes).position(|class| layer(class) >= wanted).unwrap_or(classes)
                };
                vec![of(layer(class) + 1), of(layer(class) + 2)]
            }
        };
        // By move, and then by node.
        let mut moves: BTreeMap<(usize, Move), u32> = BTreeMap::new();
        for _ in 0..if shape == Shape::Chain { count.max(1) } else { count } {
            let Some(room) = later[1].checked_sub(later[0]).filter(|&room| room > 0) else { break };
            let to = (
                later[0] + random.below::<usize>(room as u64),
                random.below::<usize>(group.len() as u64),
            );
            let to = (to.0, group.coset(to.1, &fixed[to.0]));
            let all_images = group.len();
            let most_labels = 200 / all_images;
            let label: usize =
                random.below(if wide { most_labels } else { most_labels.min(5) } as u64);
            // A move with the same number in all images needs an image that is fixed with the position.
            let is_fixed =
                random.once_in(5) && fixed[class].iter().all(|&by| image(to, by) == numbers[&to]);
            let first = random.below::<usize>(all_images as u64);
            for by in 0..all_images {
                let from = group.coset(by, &fixed[class]);
                let mv = if is_fixed {
                    255 - label.min(50)
                } else {
                    label * all_images + group.product(by, first)
                };
                let mv = Move::try_from(mv).unwrap();
                let place = (from, mv);
                moves.insert(place, image(to, by));
            }
        }
        let last = layer(class) + 1 == layers;
        let points = match random.below(4_u8) {
            0 => 0,
            1 => i8::try_from(random.below::<i64>(255_u8) - 127).unwrap(),
            _ => i8::try_from(random.below::<i64>(7_u8) - 3).unwrap(),
        };
        let end = match is_for_points {
            true => OUTCOMES[usize::try_from(points.signum() + 1).unwrap()],
            false if draws_last && !last => random.of(&[Outcome::Win, Outcome::Loss]),
            false => random.of(&OUTCOMES),
        };
        let moves_first =
            if alternates { layer(class).is_multiple_of(2) } else { random.once_in(2) };
        let says_end = random.once_in(2);
        for coset in (0..group.len()).filter(|&one| group.coset(one, &fixed[class]) == one) {
            let of_node = moves.iter().filter(|((from, _), _)| *from == coset);
            nodes[numbers[&(class, coset)] as usize] = Some(Node {
                to_move: if moves_first { Player::X } else { Player::O },
                moves: of_node.map(|((_, mv), &to)| (*mv, to)).collect(),
                end,
                score: if is_for_points { points } else { 0 },
                says_end,
                layer: u8::try_from(layer(class)).unwrap_or(u8::MAX),
            });
        }
    }
    let mut starts = Vec::new();
    for _ in 0..=random.below::<u8>(3_u8) {
        let first_layer = (0..classes).filter(|&class| layer(class) == 0).count();
        let most =
            if matches!(shape, Shape::Layered | Shape::Chain) { first_layer } else { classes };
        let class = random.below::<usize>(most as u64);
        starts.extend(keys.iter().filter(|key| key.0 == class).map(|key| numbers[key]));
    }
    let symmetry = |by: usize| {
        let nodes = keys.iter().map(|&key| image(key, by)).collect();
        let moves = (0..256).map(|mv: usize| {
            let free = mv < 200 / group.len() * group.len();
            let image =
                if free { mv - mv % group.len() + group.product(by, mv % group.len()) } else { mv };
            Move::try_from(image).unwrap()
        });
        (nodes, moves.collect())
    };
    let symmetries: Vec<_> = (0..group.len()).map(symmetry).collect();
    let count = keys.len() as u64;
    let codes = if random.once_in(2) { count + random.below::<u64>(4_u8) } else { NO_CODES };
    let counts = shape != Shape::Cyclic && layer(classes - 1) <= 126;
    let max_plies = if counts && random.once_in(2) { layer(classes - 1) as u8 } else { 0 };
    let graph = Graph {
        nodes: nodes.into_iter().map(Option::unwrap).collect(),
        starts,
        scheme: if is_for_points { Scheme::Score } else { Scheme::Remoteness },
        // Some contradict themselves: they repeat positions and do not say so, or are for points as well.
        repeats: if shape == Shape::Cyclic {
            !random.once_in(8)
        } else {
            random.once_in(if is_for_points { 20 } else { 4 })
        },
        is_impartial: random.once_in(4),
        codes,
        codes_rise,
        max_plies,
        counts_plies: shape == Shape::Layered && random.once_in(2),
        draws_in: (draws_last && codes != NO_CODES).then_some(layers as u8 - 1),
        symmetries,
    };
    case.note(format!("{shape:?}{}", if is_for_points { " for points" } else { "" }));
    case.note(format!("{} symmetries", group.len()));
    if graph.is_impartial {
        case.note("impartial");
    }
    Data::new(graph)
}
