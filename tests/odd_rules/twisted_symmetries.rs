//! Small games with symmetries are changed in one or several places. The definition of correct symmetries is checked for
//! all symmetries at all positions, and `check_rules` must give the same result.

use std::collections::{BTreeSet, VecDeque};

use perfect_play_core::{Game, Kind, Move, MoveList, Outcome, Player, Value};
use perfect_play_games::Mnk;
use perfect_play_generator::{SolveError, check_rules};
use perfect_play_test_kit::{Listed, Lying, Node, Random, lies, only, open};

/// A change of a game.
#[derive(Clone, Debug, PartialEq)]
enum Twist<P> {
    /// The image of one position under one symmetry.
    Image(P, u8, P),
    /// Two symmetries are swapped for all positions from this ply on.
    SwapFrom(u16, u8, u8),
    /// Two symmetries are swapped for moves.
    SwapForMoves(u8, u8),
    ImageOfMove(Move, u8, Move),
    /// The image of a move in one position.
    ImageOfMoveAt(P, Move, u8, Move),
    /// The result of `canonical` for one position.
    Canonical(P, u64, u8),
    /// `is_canonical` returns the opposite for one position.
    IsCanonical(P),
    /// The symmetries of the game, chosen and ordered in this way.
    Symmetries(Vec<u8>),
    /// For positions, or for moves: every symmetry is replaced by its inverse.
    Inverse(bool, bool),
    Terminal(P, Option<Outcome>),
    /// The side to move in one position.
    ToMove(P, Player),
    NoLongerLegal(P, Move),
    Play(P, Move, P),
    /// Codes in reverse order.
    Downwards,
}

/// A game with its rules, codes and symmetries, and with the default of every other method.
fn plain<G: Game<Position: 'static>>(game: G) -> Lying<G> {
    let lies = lies()
        .kind(|_| Kind::Other)
        .check(|_, _| Ok(()))
        .plies_to_draw(|_, _| None)
        .codes_rise(|_| false)
        .max_move(|_| Move::MAX);
    Lying::new(game, lies)
}

/// What [`twisted`] asks of a game.
trait Twistable: Game<Position: Send + Sync> + Clone + Send + Sync + 'static {}

impl<G: Game<Position: Send + Sync> + Clone + Send + Sync + 'static> Twistable for G {}

/// A changed game.
fn twisted<G: Twistable>(game: &Lying<G>, twists: Vec<Twist<G::Position>>) -> Lying<G> {
    let name = format!("{game} with {twists:?}");
    let mut lies = game.lies.clone().name(name);
    // The symmetries first: other twists are about those that are left.
    let (of_moves, of_positions) = (game.clone(), game.clone());
    let (for_moves, for_positions) = (twists.clone(), twists.clone());
    lies = lies
        .image_of_move(move |at, mv, symmetry, _| {
            let own = own_number(&of_moves, &for_moves, symmetry, None);
            of_moves.image_of_move(at, mv, own)
        })
        .image(move |at, symmetry, _| {
            let ply = ply(&of_positions, at);
            of_positions.image(at, own_number(&of_positions, &for_positions, symmetry, Some(ply)))
        });
    // The first of several twists counts.
    for twist in twists.into_iter().rev() {
        lies =
            match twist {
                Twist::Image(of, by, to) => {
                    lies.image(
                        move |at, symmetry, image| {
                            if (at, symmetry) == (of, by) { to } else { image }
                        },
                    )
                }
                Twist::ImageOfMove(of, by, to) => lies.image_of_move(
                    move |_, mv, symmetry, image| {
                        if (mv, symmetry) == (of, by) { to } else { image }
                    },
                ),
                Twist::ImageOfMoveAt(here, of, by, to) => {
                    lies.image_of_move(move |at, mv, symmetry, image| {
                        if (at, mv, symmetry) == (here, of, by) { to } else { image }
                    })
                }
                Twist::Canonical(of, code, symmetry) => lies.canonical(only(of, (code, symmetry))),
                Twist::IsCanonical(of) => lies.is_canonical(move |at, is| is != (at == of)),
                Twist::Symmetries(chosen) => {
                    let count = u8::try_from(chosen.len()).unwrap();
                    lies.symmetries(move |_| count)
                }
                Twist::Terminal(of, end) => lies.terminal(only(of, end)),
                Twist::ToMove(of, player) => lies.to_move(only(of, player)),
                Twist::NoLongerLegal(of, mv) => lies
                    .legal_moves(move |at, moves| if at == of { moves.without(mv) } else { moves }),
                Twist::Play(of, by, to) => {
                    lies.play(move |at, mv, child| if (at, mv) == (of, by) { to } else { child })
                }
                Twist::Downwards => {
                    let (game, last) = (game.clone(), game.codes() - 1);
                    lies.encode(move |_, code| last - code)
                        .decode(move |code, _| game.decode(last.wrapping_sub(code)))
                }
                Twist::SwapFrom(..) | Twist::SwapForMoves(..) | Twist::Inverse(..) => lies,
            };
    }
    Lying::new(game.game.clone(), lies)
}

/// The number of a symmetry in the original game: of positions at a ply, or of moves.
fn own_number<G: Game>(
    game: &G,
    twists: &[Twist<G::Position>],
    mut symmetry: u8,
    ply: Option<u16>,
) -> u8 {
    for twist in twists {
        symmetry = match (twist, ply) {
            (&Twist::SwapForMoves(a, b), None) => swapped(symmetry, a, b),
            (&Twist::SwapFrom(from, a, b), Some(ply)) if ply >= from => swapped(symmetry, a, b),
            _ => symmetry,
        };
    }
    for twist in twists {
        if let Twist::Symmetries(chosen) = twist {
            symmetry = chosen[usize::from(symmetry)];
        }
    }
    let is_inverse = twists.iter().find_map(|twist| match *twist {
        Twist::Inverse(positions, moves) => Some(if ply.is_some() { positions } else { moves }),
        _ => None,
    });
    if is_inverse == Some(true) { inverse(game, symmetry) } else { symmetry }
}

/// The inverse of a symmetry.
fn inverse<G: Game>(game: &G, symmetry: u8) -> u8 {
    let undoes = |&other: &u8| {
        let start = game.start();
        let image = |mv, symmetry| game.image_of_move(start, mv, symmetry);
        let moves = game.legal_moves(start);
        moves.iter().all(|mv| image(image(mv, symmetry), other) == mv)
    };
    (0..game.symmetries()).find(undoes).unwrap()
}

/// The plies played. The games here count them.
fn ply<G: Game>(game: &G, position: G::Position) -> u16 {
    game.ply(position).unwrap()
}

fn swapped(symmetry: u8, a: u8, b: u8) -> u8 {
    match symmetry {
        _ if symmetry == a => b,
        _ if symmetry == b => a,
        _ => symmetry,
    }
}

/// The positions nearest to the start at which the definition is violated, as text. Empty if it is violated
/// nowhere.
fn broken<G: Game>(game: &G) -> BTreeSet<String> {
    let mut waiting = VecDeque::from([(game.start(), 0)]);
    let mut met = BTreeSet::from([game.encode(game.start())]);
    let mut broken = BTreeSet::new();
    let mut nearest = usize::MAX;
    while let Some((position, distance)) = waiting.pop_front() {
        if distance > nearest {
            break;
        }
        if !is_right_at(game, position) {
            nearest = distance;
            broken.insert(game.notation(position).to_string());
        }
        for mv in game.legal_moves(position) {
            let child = game.play(position, mv);
            if met.insert(game.encode(child)) {
                waiting.push_back((child, distance + 1));
            }
        }
    }
    broken
}

/// Checks the definition at one position.
fn is_right_at<G: Game>(game: &G, position: G::Position) -> bool {
    let (moves, end) = (game.legal_moves(position), game.end(position));
    let smallest = |position| {
        (0..game.symmetries()).map(|symmetry| game.encode(game.image(position, symmetry))).min()
    };
    let smallest_here = smallest(position);
    let symmetry_is_right = |symmetry| {
        let image = game.image(position, symmetry);
        let of_move = |mv| game.image_of_move(position, mv, symmetry);
        let identity =
            symmetry > 0 || image == position && moves.iter().all(|mv| of_move(mv) == mv);
        // If symmetry 0 changes a child, the fault is at the child and not here.
        let plays = symmetry == 0
            || moves.iter().all(|mv| {
                let (child, child_of_image) =
                    (game.play(position, mv), game.play(image, of_move(mv)));
                let turns = [(position, child), (image, child_of_image)]
                    .map(|(before, after)| game.to_move(before) == game.to_move(after));
                child_of_image == game.image(child, symmetry) && turns[0] == turns[1]
            });
        let images: BTreeSet<Move> = moves.iter().map(of_move).collect();
        identity
            && game.end(image) == end
            && game.legal_moves(image).iter().eq(images.iter().copied())
            && images.len() == moves.iter().count()
            && plays
            && smallest(image) == smallest_here
    };
    let (code, symmetry) = game.canonical(position);
    let goes_on = |mv| {
        let child = game.play(position, mv);
        ply(game, child) == ply(game, position) + 1
    };
    end.is_some() == moves.is_empty()
        && (end != Some(Value::DRAW) || game.plies_to_draw(position).is_none_or(|plies| plies == 0))
        && moves.iter().all(goes_on)
        && (0..game.symmetries()).all(symmetry_is_right)
        && Some(code) == smallest_here
        && symmetry < game.symmetries()
        && game.encode(game.image(position, symmetry)) == code
        && game.is_canonical(position) == (game.encode(position) == code)
        && (ply(game, position) > 0
            || (0..game.symmetries()).all(|symmetry| game.image(position, symmetry) == position))
}

/// Whether the rules are correct. Panics if the definition and `check_rules` disagree.
fn verdict<G: Game + Sync>(game: &G) -> bool {
    let expected = broken(game);
    match check_rules(game) {
        Ok(_) => assert!(expected.is_empty(), "{game} is wrong at {expected:?}"),
        Err(SolveError::Inconsistent(found)) => {
            // The last line has no drawing.
            let position = found.position.lines().last().unwrap_or_default();
            assert!(expected.contains(position), "{game}: {found} but {expected:?}");
        }
        Err(error) => panic!("{game}: {error}"),
    }
    expected.is_empty()
}

/// All reachable positions.
fn positions<G: Game>(game: &G) -> Vec<G::Position> {
    let mut positions = vec![game.start()];
    let mut next = 0;
    while let Some(&position) = positions.get(next) {
        for child in game.legal_moves(position).iter().map(|mv| game.play(position, mv)) {
            if !positions.contains(&child) {
                positions.push(child);
            }
        }
        next += 1;
    }
    positions
}

/// The orders of three piles: `ORDERS[s][pile]` is the image of a pile under symmetry `s`.
const ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];

/// Three piles of one or two stones. A move takes the upper stone of a pile. The player who takes the last stone wins.
/// The symmetries are all orders of the piles. The digits of a node are the stones on each pile.
///
/// Every position with equal piles is its own image in several ways.
fn piles(stones: u32) -> Lying<Listed> {
    let units = [9, 3, 1];
    let piles = |node: u32| units.map(|unit| node / unit % 3);
    let node = |node: u32| {
        let layer = (3 * stones).saturating_sub(piles(node).iter().sum());
        let to_move = if layer.is_multiple_of(2) { Player::X } else { Player::O };
        let taken = (0..).zip(piles(node)).zip(units).filter(|&((_, pile), _)| pile > 0);
        let moves = taken.map(|((pile, _), unit)| (pile, node - unit));
        Node { layer, ..open(to_move, moves) }
    };
    let image = |node, order: [u8; 3]| {
        order.iter().zip(piles(node)).map(|(&to, pile)| pile * units[usize::from(to)]).sum()
    };
    let symmetry = |order: [u8; 3]| {
        let images = (0..27).map(|node| image(node, order)).collect();
        (images, order.to_vec())
    };
    plain(Listed {
        name: "piles",
        starts: vec![13 * stones],
        counts_plies: true,
        max_plies: u16::try_from(3 * stones).unwrap(),
        symmetries: ORDERS.map(symmetry).to_vec().into(),
        ..Listed::new((0..27).map(node).collect::<Vec<_>>())
    })
}

fn board(name: &str) -> Lying<Mnk> {
    plain(name.parse().unwrap())
}

fn random_twist<G: Game>(
    random: &mut Random,
    game: &G,
    positions: &[G::Position],
) -> Twist<G::Position> {
    let (symmetries, moves) = (game.symmetries(), game.legal_moves(game.start()));
    let moves: Vec<Move> = moves.iter().collect();
    let position = random.of(positions);
    let symmetry = random.below::<u8>(symmetries);
    let as_late: Vec<_> =
        positions.iter().copied().filter(|&other| game.ply(other) == game.ply(position)).collect();
    match random.below::<u8>(16_u8) {
        0 | 1 => Twist::Image(position, symmetry, random.of(&as_late)),
        // The image under another symmetry.
        2 => Twist::Image(position, symmetry, game.image(position, random.below::<u8>(symmetries))),
        3 => Twist::SwapFrom(
            random.below::<u8>(u8::try_from(game.max_plies()).unwrap() + 2).into(),
            symmetry,
            random.below::<u8>(symmetries),
        ),
        4 => Twist::SwapForMoves(symmetry, random.below::<u8>(symmetries)),
        5 => Twist::ImageOfMove(random.of(&moves), symmetry, random.of(&moves)),
        6 => {
            let image = game.image(position, random.below::<u8>(symmetries));
            Twist::Canonical(position, game.encode(image), random.below::<u8>(symmetries + 1))
        }
        7 => Twist::IsCanonical(position),
        8 | 9 => {
            // Some of the symmetries, some of them twice.
            let more = (0..random.below::<u8>(8_u8)).map(|_| random.below::<u8>(symmetries));
            Twist::Symmetries([0].into_iter().chain(more).collect())
        }
        10 => Twist::Inverse(random.once_in(2), random.once_in(2)),
        11 => {
            let ends = [None, Some(Outcome::Win), Some(Outcome::Draw), Some(Outcome::Loss)];
            Twist::Terminal(position, random.of(&ends))
        }
        12 => {
            let [from, to] = [random.of(&moves), random.of(&moves)];
            Twist::ImageOfMoveAt(position, from, symmetry, to)
        }
        13 => Twist::ToMove(position, random.of(&[Player::X, Player::O])),
        14 => Twist::NoLongerLegal(position, random.of(&moves)),
        _ => {
            let next = |&other: &G::Position| ply(game, other) == ply(game, position) + 1;
            let next: Vec<_> = positions.iter().copied().filter(next).collect();
            match game.legal_moves(position).first() {
                Some(mv) => Twist::Play(position, mv, random.of(&next)),
                None => Twist::IsCanonical(position),
            }
        }
    }
}

/// Twists the game at random this many times.
fn twist_at_random<G: Twistable>(game: &Lying<G>, times: usize) {
    let mut random = Random::new(3);
    let positions = positions(game);
    let (mut right, mut wrong) = (0, 0);
    for _ in 0..times {
        let mut twists = Vec::new();
        if random.once_in(3) {
            twists.push(Twist::Downwards);
        }
        for _ in 0..=random.below::<u8>(3_u8) {
            let twist = random_twist(&mut random, game, &positions);
            let is_chosen = |twist: &Twist<_>| matches!(twist, Twist::Symmetries(_));
            // The other twists assume the original symmetries.
            if is_chosen(&twist) {
                twists.retain(|twist| matches!(twist, Twist::Downwards));
            }
            if !twists.iter().any(is_chosen) {
                twists.push(twist);
            }
        }
        if verdict(&twisted(game, twists)) { right += 1 } else { wrong += 1 }
    }
    assert!(right > times / 20 && wrong > times / 4, "{game}: {right} right, {wrong} wrong");
}

#[test]
fn random_twists_of_boards() {
    twist_at_random(&board("mnk:2,2,2"), 2000);
    twist_at_random(&board("mnk:2,2,2+misere"), 1000);
    twist_at_random(&board("mnk:3,2,2"), 1000);
    twist_at_random(&board("mnk:3,2,3"), 150);
    twist_at_random(&board("connect:3,2,2"), 500);
}

/// A game in which the legal moves of each position have the numbers from 0. So one number means different moves.
fn renumbered(game: Mnk) -> Lying<Mnk> {
    let list = move |board| MoveList::of(game.legal_moves(board).iter().map(u16::from)).unwrap();
    // The move of the original game.
    let own = move |board, mv| -> Option<Move> { list(board).number(mv)?.try_into().ok() };
    plain(game).with(|lies| {
        lies.legal_moves(move |board, _| list(board).moves())
            .play(move |board, mv, _| own(board, mv).map_or(board, |mv| game.play(board, mv)))
            .image_of_move(move |board, mv, symmetry, _| {
                let image = |own| game.image_of_move(board, own, symmetry).into();
                let there = list(game.image(board, symmetry));
                own(board, mv).and_then(|own| there.find(image(own))).unwrap_or(mv)
            })
    })
}

#[test]
fn random_twists_of_moves_whose_images_depend_on_the_position() {
    twist_at_random(&renumbered("mnk:2,2,2".parse().unwrap()), 1000);
    twist_at_random(&renumbered("mnk:3,2,2".parse().unwrap()), 500);
    twist_at_random(&renumbered("mnk:3,2,3".parse().unwrap()), 100);
    assert_eq!(check_rules(&renumbered(Mnk::TICTACTOE)), check_rules(&Mnk::TICTACTOE));
}

#[test]
fn random_twists_of_piles() {
    twist_at_random(&piles(1), 6000);
    twist_at_random(&piles(2), 4000);
}

/// Twists the deepest positions and the first, under generators, under their products, and under symmetries that equal
/// another symmetry.
#[test]
fn every_single_image_that_is_wrong_is_found() {
    fn wrong_images<G: Twistable>(game: &Lying<G>) -> usize {
        let positions = positions(game);
        // Two of the symmetries occur twice.
        let own: Vec<u8> = (0..game.symmetries()).chain([1, 0]).collect();
        let mut count = 0;
        for &position in &positions {
            for (symmetry, &own_symmetry) in (0..).zip(&own) {
                for &image in positions.iter().filter(|&&to| game.ply(to) == game.ply(position)) {
                    let is_right = image == game.image(position, own_symmetry);
                    let mut twists = vec![Twist::Image(position, symmetry, image)];
                    if symmetry >= game.symmetries() {
                        twists.push(Twist::Symmetries(own.clone()));
                    }
                    assert_eq!(verdict(&twisted(game, twists)), is_right);
                    count += usize::from(!is_right);
                }
            }
        }
        count
    }
    assert!(wrong_images(&board("mnk:2,2,2")) > 1000);
    assert!(wrong_images(&board("mnk:2,2,2+misere")) > 1000);
    assert!(wrong_images(&piles(2)) > 500);
}

#[test]
fn every_choice_of_symmetries_is_judged_by_the_definition() {
    fn right_choices<G: Twistable>(game: &Lying<G>) -> usize {
        let mut count = 0;
        for chosen in 0..1_u16 << (game.symmetries() - 1) {
            let is_chosen = |&symmetry: &u8| symmetry == 0 || chosen >> (symmetry - 1) & 1 == 1;
            let chosen: Vec<u8> = (0..game.symmetries()).filter(is_chosen).collect();
            for twice in [false, true] {
                let mut symmetries = chosen.clone();
                if twice {
                    symmetries.extend(chosen.iter().rev());
                }
                let twists = vec![Twist::Symmetries(symmetries)];
                count += usize::from(verdict(&twisted(game, twists)));
            }
        }
        count
    }
    // The group of the square has ten subgroups, and the group of three piles has six.
    assert_eq!(right_choices(&board("mnk:3,3,3")), 20);
    assert_eq!(right_choices(&piles(2)), 12);
    // With piles of one stone, two piles are always equal, so fewer symmetries are enough. The definition does not
    // require a group of moves.
    assert_eq!(right_choices(&piles(1)), 34);
}
