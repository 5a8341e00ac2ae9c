//! Random games as graphs.
//!
//! Game games are made from *classes*: a class is an orbit of nodes under a group, given by the subgroup that
//! fixes its first node. Moves are drawn for the first node, and the group makes the others. In a game without
//! symmetries each class has one node.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use perfect_play_generator::core::{Move, NO_CODES, Outcome, Player, Scheme};
use perfect_play_test_kit::{Blind, Case, Listed, Node, Random};

use super::Data;

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

/// The nodes of a game: cosets of groups.
struct Nodes {
    group: Group,
    /// By class, the elements that fix its first node.
    fixed: Vec<Vec<usize>>,
    /// By node, its class and its coset.
    keys: Vec<(usize, usize)>,
    numbers: BTreeMap<(usize, usize), u32>,
}

impl Nodes {
    fn random(random: &mut Random, classes: usize, is_in_order: bool) -> Self {
        let group = Group::of(if random.once_in(2) { GROUPS[0] } else { random.of(&GROUPS[1..]) });
        let fixed: Vec<Vec<usize>> = (0..classes).map(|_| group.subgroup(random)).collect();
        let mut keys: Vec<(usize, usize)> = Vec::new();
        for (class, fixed) in fixed.iter().enumerate() {
            let cosets: BTreeSet<usize> =
                (0..group.len()).map(|one| group.coset(one, fixed)).collect();
            keys.extend(cosets.into_iter().map(|coset| (class, coset)));
        }
        if !is_in_order {
            for place in (1..keys.len()).rev() {
                keys.swap(place, random.below(place as u64 + 1));
            }
        }
        let numbers = keys.iter().copied().zip(0..).collect();
        Self { group, fixed, keys, numbers }
    }

    fn image(&self, (class, coset): (usize, usize), by: usize) -> u32 {
        let coset = self.group.coset(self.group.product(by, coset), &self.fixed[class]);
        self.numbers[&(class, coset)]
    }

    /// So many moves from a class to these classes: by coset and move, the node that the move leads to.
    fn moves(
        &self,
        random: &mut Random,
        class: usize,
        to: Range<usize>,
        (count, labels): (u64, u64),
    ) -> BTreeMap<(usize, Move), u32> {
        let (mut moves, size) = (BTreeMap::new(), self.group.len());
        for _ in 0..if to.is_empty() { 0 } else { count } {
            let to = to.start + random.below::<usize>(to.len() as u64);
            let to = (to, self.group.coset(random.below(size as u64), &self.fixed[to]));
            let label: usize = random.below(labels.min(200 / size as u64));
            // A move that has the same number in all images needs a target that is fixed with the position.
            let is_fixed = random.once_in(5)
                && self.fixed[class].iter().all(|&by| self.image(to, by) == self.numbers[&to]);
            let first = random.below::<usize>(size as u64);
            for by in 0..size {
                let free = label * size + self.group.product(by, first);
                let mv = Move::try_from(if is_fixed { 255 - label.min(50) } else { free }).unwrap();
                moves.insert((self.group.coset(by, &self.fixed[class]), mv), self.image(to, by));
            }
        }
        moves
    }

    /// The images of nodes and moves.
    fn symmetry(&self, by: usize) -> (Vec<u32>, Vec<Move>) {
        let size = self.group.len();
        let moves = (0..256).map(|mv: usize| {
            let is_free = mv < 200 / size * size;
            let image = || mv - mv % size + self.group.product(by, mv % size);
            Move::try_from(if is_free { image() } else { mv }).unwrap()
        });
        (self.keys.iter().map(|&key| self.image(key, by)).collect(), moves.collect())
    }
}

/// How a game ends where there are no moves, and by how many points.
fn random_end(random: &mut Random, is_for_points: bool, draws: bool) -> (Outcome, i16) {
    if !is_for_points {
        return (random.of(if draws { &OUTCOMES } else { &[Outcome::Loss, Outcome::Win] }), 0);
    }
    let points = match random.below(4_u8) {
        0 => 0,
        1 => random.below::<i16>(255_u8) - 127,
        _ => random.below::<i16>(7_u8) - 3,
    };
    (OUTCOMES[usize::try_from(points.signum() + 1).unwrap()], points)
}

/// A game that tells no lies.
pub(crate) fn random_game(case: &mut Case) -> Data {
    use Shape::{Acyclic, Chain, Cyclic, Layered};
    let random = &mut case.random;
    let shape = random.of(&[Cyclic, Cyclic, Acyclic, Acyclic, Layered, Chain]);
    let is_for_points = random.once_in(if shape == Cyclic { 20 } else { 3 });
    let classes: usize = match (shape, random.below(30_u8)) {
        (Chain, _) => 120 + random.below::<usize>(12_u8),
        (_, 0) => 20 + random.below::<usize>(2000_u16),
        (_, ..6) => 12 + random.below::<usize>(60_u8),
        _ => 1 + random.below::<usize>(12_u8),
    };
    let layers = 1 + random.below::<usize>(classes.min(20) as u64);
    let layer = |class: usize| if shape == Layered { class * layers / classes } else { class };
    let codes_rise = shape != Cyclic && random.once_in(3);
    let of = Nodes::random(random, classes, codes_rise);
    let draws_last = shape == Layered && !is_for_points && random.once_in(2);
    let alternates = random.once_in(3);
    let mut nodes: BTreeMap<u32, Node> = BTreeMap::new();
    let most_moves = 2 + random.below::<u64>(4_u8);
    for class in 0..classes {
        let first_of =
            |wanted| (0..classes).position(|class| layer(class) >= wanted).unwrap_or(classes);
        let targets = match shape {
            Cyclic => 0..classes,
            Chain if !random.once_in(30) => class + 1..(class + 2).min(classes),
            Acyclic | Chain => class + 1..classes,
            Layered => first_of(layer(class) + 1)..first_of(layer(class) + 2),
        };
        let is_wide = random.once_in(40) && classes > 12;
        let count = random.below::<u64>(if is_wide { 200 } else { most_moves });
        let count = if shape == Chain { count.max(1) } else { count };
        let moves = of.moves(random, class, targets, (count, if is_wide { 200 } else { 5 }));
        let may_draw = !draws_last || layer(class) + 1 == layers;
        let (end, score) = random_end(random, is_for_points, may_draw);
        let is_first = if alternates { layer(class).is_multiple_of(2) } else { random.once_in(2) };
        let says_end = random.once_in(2);
        for &(_, coset) in of.keys.iter().filter(|key| key.0 == class) {
            let of_node = moves.iter().filter(|((from, _), _)| *from == coset);
            let node = Node {
                to_move: if is_first { Player::X } else { Player::O },
                moves: of_node.map(|((_, mv), &to)| (*mv, to)).collect(),
                end,
                score,
                says_end,
                layer: u32::try_from(layer(class)).unwrap(),
            };
            nodes.insert(of.numbers[&(class, coset)], node);
        }
    }
    let in_first_layer = (0..classes).filter(|&class| layer(class) == 0).count();
    let most = if matches!(shape, Layered | Chain) { in_first_layer } else { classes };
    let mut starts = Vec::new();
    for _ in 0..=random.below::<u8>(3_u8) {
        let class = random.below::<usize>(most as u64);
        starts.extend(of.keys.iter().filter(|key| key.0 == class).map(|key| of.numbers[key]));
    }
    let codes = nodes.len() as u64 + random.below::<u64>(4_u8);
    let codes = if random.once_in(2) { codes } else { NO_CODES };
    let last = u16::try_from(layer(classes - 1)).ok().filter(|&last| last <= 126);
    let counts = shape != Cyclic && random.once_in(2);
    // Some contradict themselves: they repeat positions and do not say so, or are for points as well.
    let repeats = match (shape, is_for_points) {
        (Cyclic, _) => !random.once_in(8),
        (_, is_for_points) => random.once_in(if is_for_points { 20 } else { 4 }),
    };
    let graph = Listed {
        name: "data",
        nodes: nodes.into_values().collect(),
        starts,
        scheme: if is_for_points { Scheme::Score } else { Scheme::Remoteness },
        repeats,
        is_impartial: random.once_in(4),
        codes,
        codes_rise,
        max_plies: last.filter(|_| counts).unwrap_or(0),
        counts_plies: shape == Layered && random.once_in(2),
        draws_in: last.filter(|_| draws_last).map(u32::from),
        symmetries: (0..of.group.len()).map(|by| of.symmetry(by)).collect(),
        max_move: Move::MAX,
        blind: Blind::default(),
    };
    case.note(format!("{shape:?}{}", if is_for_points { " for points" } else { "" }));
    case.note(format!("{} symmetries", of.group.len()));
    if graph.is_impartial {
        case.note("impartial");
    }
    Data::honest(graph)
}
