//! Small games with symmetries are changed in one or several places. The definition of correct symmetries is checked for
//! all symmetries at all positions, and `check_rules` must give the same result.

use std::{
    collections::{BTreeSet, VecDeque},
    fmt,
};

use perfect_play_games::Mnk;
use perfect_play_generator::{
    SolveError, check_rules,
    core::{Board, Game, Move, MoveList, Moves, NotAPosition, Outcome, Player, Value},
};

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

/// A changed game.
struct Twisted<G: Game> {
    game: G,
    twists: Vec<Twist<G::Position>>,
}

impl<G: Game> Twisted<G> {
    /// The result of the first twist that has a result.
    fn twist<T>(&self, said: impl FnMut(&Twist<G::Position>) -> Option<T>) -> Option<T> {
        self.twists.iter().find_map(said)
    }

    /// The number of a symmetry of positions, or of moves, in the original game.
    fn own_number(&self, symmetry: u8, of_moves: bool, ply: u16) -> u8 {
        let mut symmetry = symmetry;
        for twist in &self.twists {
            symmetry = match *twist {
                Twist::SwapForMoves(a, b) if of_moves => swapped(symmetry, a, b),
                Twist::SwapFrom(from, a, b) if !of_moves && ply >= from => swapped(symmetry, a, b),
                _ => symmetry,
            };
        }
        let chosen = self.twist(|twist| match twist {
            Twist::Symmetries(chosen) => Some(chosen[usize::from(symmetry)]),
            _ => None,
        });
        let symmetry = chosen.unwrap_or(symmetry);
        let inverse = self.twist(|twist| match *twist {
            Twist::Inverse(positions, moves) => Some(if of_moves { moves } else { positions }),
            _ => None,
        });
        if inverse == Some(true) { self.inverse(symmetry) } else { symmetry }
    }

    /// The inverse of a symmetry in the original game.
    fn inverse(&self, symmetry: u8) -> u8 {
        let undoes = |&other: &u8| {
            let start = self.game.start();
            let image = |mv, symmetry| self.game.image_of_move(start, mv, symmetry);
            let moves = self.game.legal_moves(start);
            moves.iter().all(|mv| image(image(mv, symmetry), other) == mv)
        };
        (0..self.game.symmetries()).find(undoes).unwrap()
    }
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

impl<G: Game> fmt::Display for Twisted<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} with {:?}", self.game, self.twists)
    }
}

impl<G: Game> Game for Twisted<G> {
    type Position = G::Position;

    fn start(&self) -> G::Position {
        self.game.start()
    }
    fn to_move(&self, position: G::Position) -> Player {
        let other = self.twist(|twist| match *twist {
            Twist::ToMove(at, player) if at == position => Some(player),
            _ => None,
        });
        other.unwrap_or_else(|| self.game.to_move(position))
    }
    fn legal_moves(&self, position: G::Position) -> Moves {
        let taken = self.twist(|twist| match *twist {
            Twist::NoLongerLegal(at, mv) if at == position => Some(mv),
            _ => None,
        });
        let moves = self.game.legal_moves(position);
        taken.map_or(moves, |mv| moves.without(mv))
    }
    fn play(&self, position: G::Position, mv: Move) -> G::Position {
        let elsewhere = self.twist(|twist| match *twist {
            Twist::Play(at, by, to) if (at, by) == (position, mv) => Some(to),
            _ => None,
        });
        elsewhere.unwrap_or_else(|| self.game.play(position, mv))
    }
    fn terminal(&self, position: G::Position) -> Option<Outcome> {
        let otherwise = self.twist(|twist| match *twist {
            Twist::Terminal(at, end) if at == position => Some(end),
            _ => None,
        });
        otherwise.unwrap_or_else(|| self.game.terminal(position))
    }

    fn codes(&self) -> u64 {
        self.game.codes()
    }
    fn encode(&self, position: G::Position) -> u64 {
        let code = self.game.encode(position);
        if self.twists.contains(&Twist::Downwards) { self.codes() - 1 - code } else { code }
    }
    fn decode(&self, code: u64) -> Result<G::Position, NotAPosition> {
        let downwards = self.twists.contains(&Twist::Downwards);
        self.game.decode(if downwards { self.codes() - 1 - code } else { code })
    }
    fn max_plies(&self) -> u16 {
        self.game.max_plies()
    }
    fn ply(&self, position: G::Position) -> Option<u16> {
        self.game.ply(position)
    }

    fn symmetries(&self) -> u8 {
        let chosen = self.twist(|twist| match twist {
            Twist::Symmetries(chosen) => u8::try_from(chosen.len()).ok(),
            _ => None,
        });
        chosen.unwrap_or_else(|| self.game.symmetries())
    }
    fn image(&self, position: G::Position, symmetry: u8) -> G::Position {
        let image = self.twist(|twist| match *twist {
            Twist::Image(of, by, to) if (of, by) == (position, symmetry) => Some(to),
            _ => None,
        });
        let own = || self.own_number(symmetry, false, ply(&self.game, position));
        image.unwrap_or_else(|| self.game.image(position, own()))
    }
    fn image_of_move(&self, position: G::Position, mv: Move, symmetry: u8) -> Move {
        let image = self.twist(|twist| match *twist {
            Twist::ImageOfMove(of, by, to) if (of, by) == (mv, symmetry) => Some(to),
            Twist::ImageOfMoveAt(at, of, by, to) if (at, of, by) == (position, mv, symmetry) => {
                Some(to)
            }
            _ => None,
        });
        let own = || self.own_number(symmetry, true, 0);
        image.unwrap_or_else(|| self.game.image_of_move(position, mv, own()))
    }
    fn canonical(&self, position: <Self as Game>::Position) -> (u64, u8) {
        let said = self.twist(|twist| match *twist {
            Twist::Canonical(of, code, symmetry) if of == position => Some((code, symmetry)),
            _ => None,
        });
        said.unwrap_or_else(|| {
            let code = |symmetry| self.encode(self.image(position, symmetry));
            (0..self.symmetries()).map(|symmetry| (code(symmetry), symmetry)).min().unwrap()
        })
    }
    fn is_canonical(&self, position: <Self as Game>::Position) -> bool {
        let is_twisted = self.twists.contains(&Twist::IsCanonical(position));
        is_twisted != (self.canonical(position).0 == self.encode(position))
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
            broken.insert(format!("{:#}", game.notation(position)));
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
            && smallest(image) == smallest(position)
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
        && Some(code) == smallest(position)
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
            assert!(expected.contains(&found.position), "{game}: {found} but {expected:?}");
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

/// Three piles of one or two stones. A move takes the upper stone of a pile. The player who takes the last stone wins.
/// The symmetries are all orders of the piles.
///
/// Every position with equal piles is its own image in several ways.
#[derive(Clone, Copy)]
struct Piles(u8);

/// The orders of the piles: `ORDERS[s][pile]` is the image of a pile under symmetry `s`.
const ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];

impl fmt::Display for Piles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "piles:{}", self.0)
    }
}

impl Game for Piles {
    type Position = [u8; 3];

    fn start(&self) -> [u8; 3] {
        [self.0; 3]
    }
    fn to_move(&self, piles: [u8; 3]) -> Player {
        if ply(self, piles).is_multiple_of(2) { Player::X } else { Player::O }
    }
    fn legal_moves(&self, piles: [u8; 3]) -> Moves {
        (0..3).filter(|&pile| piles[usize::from(pile)] > 0).collect()
    }
    fn play(&self, mut piles: [u8; 3], mv: Move) -> [u8; 3] {
        if let Some(pile) = piles.get_mut(usize::from(mv)) {
            *pile = pile.saturating_sub(1);
        }
        piles
    }
    fn terminal(&self, piles: [u8; 3]) -> Option<Outcome> {
        (piles == [0; 3]).then_some(Outcome::Loss)
    }

    fn codes(&self) -> u64 {
        27
    }
    fn encode(&self, piles: [u8; 3]) -> u64 {
        piles.iter().fold(0, |code, &pile| 3 * code + u64::from(pile))
    }
    fn decode(&self, code: u64) -> Result<[u8; 3], NotAPosition> {
        if code >= 27 {
            return Err(NotAPosition::CodeTooLarge { code, codes: 27 });
        }
        Ok([code / 9, code / 3 % 3, code % 3].map(|pile| u8::try_from(pile).unwrap()))
    }
    fn max_plies(&self) -> u16 {
        3 * u16::from(self.0)
    }
    fn ply(&self, piles: [u8; 3]) -> Option<u16> {
        Some(self.max_plies() - piles.map(u16::from).iter().sum::<u16>())
    }

    fn symmetries(&self) -> u8 {
        6
    }
    fn image(&self, piles: [u8; 3], symmetry: u8) -> [u8; 3] {
        let mut image = [0; 3];
        for (pile, to) in piles.into_iter().zip(ORDERS[usize::from(symmetry)]) {
            image[usize::from(to)] = pile;
        }
        image
    }
    fn image_of_move(&self, _: Self::Position, mv: Move, symmetry: u8) -> Move {
        ORDERS[usize::from(symmetry)].get(usize::from(mv)).copied().unwrap_or(mv)
    }
}

/// Pseudo-random numbers, the same in every run (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap() % end
    }

    fn number(&mut self, end: u8) -> u8 {
        u8::try_from(self.below(usize::from(end))).unwrap()
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

fn random_twist<G: Game>(
    random: &mut Random,
    game: &G,
    positions: &[G::Position],
) -> Twist<G::Position> {
    let (symmetries, moves) = (game.symmetries(), game.legal_moves(game.start()));
    let moves: Vec<Move> = moves.iter().collect();
    let position = random.of(positions);
    let symmetry = random.number(symmetries);
    let as_late: Vec<_> =
        positions.iter().copied().filter(|&other| game.ply(other) == game.ply(position)).collect();
    match random.number(16) {
        0 | 1 => Twist::Image(position, symmetry, random.of(&as_late)),
        // The image under another symmetry.
        2 => Twist::Image(position, symmetry, game.image(position, random.number(symmetries))),
        3 => Twist::SwapFrom(
            random.number(u8::try_from(game.max_plies()).unwrap() + 2).into(),
            symmetry,
            random.number(symmetries),
        ),
        4 => Twist::SwapForMoves(symmetry, random.number(symmetries)),
        5 => Twist::ImageOfMove(random.of(&moves), symmetry, random.of(&moves)),
        6 => {
            let image = game.image(position, random.number(symmetries));
            Twist::Canonical(position, game.encode(image), random.number(symmetries + 1))
        }
        7 => Twist::IsCanonical(position),
        8 | 9 => {
            // Some of the symmetries, some of them twice.
            let more = (0..random.below(8)).map(|_| random.number(symmetries));
            Twist::Symmetries([0].into_iter().chain(more).collect())
        }
        10 => Twist::Inverse(random.below(2) == 0, random.below(2) == 0),
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
fn twist_at_random<G: Game + Copy + Sync>(game: G, times: usize) {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let positions = positions(&game);
    let (mut right, mut wrong) = (0, 0);
    for _ in 0..times {
        let mut twists = Vec::new();
        if random.below(3) == 0 {
            twists.push(Twist::Downwards);
        }
        for _ in 0..=random.below(3) {
            let twist = random_twist(&mut random, &game, &positions);
            let is_chosen = |twist: &Twist<_>| matches!(twist, Twist::Symmetries(_));
            // The other twists assume the original symmetries.
            if is_chosen(&twist) {
                twists.retain(|twist| matches!(twist, Twist::Downwards));
            }
            if !twists.iter().any(is_chosen) {
                twists.push(twist);
            }
        }
        if verdict(&Twisted { game, twists }) { right += 1 } else { wrong += 1 }
    }
    assert!(right > times / 20 && wrong > times / 4, "{game}: {right} right, {wrong} wrong");
}

#[test]
fn random_twists_of_boards() {
    twist_at_random("mnk:2,2,2".parse::<Mnk>().unwrap(), 4000);
    twist_at_random("mnk:2,2,2+misere".parse::<Mnk>().unwrap(), 2000);
    twist_at_random("mnk:3,2,2".parse::<Mnk>().unwrap(), 2000);
    twist_at_random("mnk:3,2,3".parse::<Mnk>().unwrap(), 300);
    twist_at_random("connect:3,2,2".parse::<Mnk>().unwrap(), 1000);
}

/// A game in which the legal moves of each position have the numbers from 0. So one number means different moves.
#[derive(Clone, Copy)]
struct Renumbered(Mnk);

impl Renumbered {
    fn list(self, board: Board) -> MoveList {
        self.0.legal_moves(board).iter().map(u16::from).collect()
    }
    /// The move of the original game.
    fn own_move(self, board: Board, mv: Move) -> Option<Move> {
        self.list(board).number(mv)?.try_into().ok()
    }
}

impl fmt::Display for Renumbered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} renumbered", self.0)
    }
}

impl Game for Renumbered {
    type Position = Board;

    fn start(&self) -> Board {
        self.0.start()
    }
    fn to_move(&self, board: Board) -> Player {
        self.0.to_move(board)
    }
    fn legal_moves(&self, board: Board) -> Moves {
        self.list(board).moves()
    }
    fn play(&self, board: Board, mv: Move) -> Board {
        self.own_move(board, mv).map_or(board, |mv| self.0.play(board, mv))
    }
    fn terminal(&self, board: Board) -> Option<Outcome> {
        self.0.terminal(board)
    }
    fn codes(&self) -> u64 {
        self.0.codes()
    }
    fn encode(&self, board: Board) -> u64 {
        self.0.encode(board)
    }
    fn decode(&self, code: u64) -> Result<Board, NotAPosition> {
        self.0.decode(code)
    }
    fn max_plies(&self) -> u16 {
        self.0.max_plies()
    }
    fn ply(&self, board: Board) -> Option<u16> {
        self.0.ply(board)
    }
    fn symmetries(&self) -> u8 {
        self.0.symmetries()
    }
    fn image(&self, board: Board, symmetry: u8) -> Board {
        self.0.image(board, symmetry)
    }
    fn image_of_move(&self, board: Board, mv: Move, symmetry: u8) -> Move {
        let image = |own| self.0.image_of_move(board, own, symmetry).into();
        let there = self.list(self.image(board, symmetry));
        self.own_move(board, mv).and_then(|own| there.find(image(own))).unwrap_or(mv)
    }
}

#[test]
fn random_twists_of_moves_whose_images_depend_on_the_position() {
    twist_at_random(Renumbered("mnk:2,2,2".parse().unwrap()), 2000);
    twist_at_random(Renumbered("mnk:3,2,2".parse().unwrap()), 1000);
    twist_at_random(Renumbered("mnk:3,2,3".parse().unwrap()), 200);
    let renumbered = Renumbered(Mnk::TICTACTOE);
    assert_eq!(check_rules(&renumbered), check_rules(&Mnk::TICTACTOE));
}

#[test]
fn random_twists_of_piles() {
    twist_at_random(Piles(1), 6000);
    twist_at_random(Piles(2), 4000);
}

/// Twists the deepest positions and the first, under generators, under their products, and under symmetries that equal
/// another symmetry.
#[test]
fn every_single_image_that_is_wrong_is_found() {
    fn wrong_images<G: Game + Copy + Sync>(game: G) -> usize {
        let positions = positions(&game);
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
                    assert_eq!(verdict(&Twisted { game, twists }), is_right);
                    count += usize::from(!is_right);
                }
            }
        }
        count
    }
    assert!(wrong_images("mnk:2,2,2".parse::<Mnk>().unwrap()) > 1000);
    assert!(wrong_images("mnk:2,2,2+misere".parse::<Mnk>().unwrap()) > 1000);
    assert!(wrong_images(Piles(2)) > 500);
}

#[test]
fn every_choice_of_symmetries_is_judged_by_the_definition() {
    fn right_choices<G: Game + Copy + Sync>(game: G) -> usize {
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
                count += usize::from(verdict(&Twisted { game, twists }));
            }
        }
        count
    }
    // The group of the square has ten subgroups, and the group of three piles has six.
    assert_eq!(right_choices("mnk:3,3,3".parse::<Mnk>().unwrap()), 20);
    assert_eq!(right_choices(Piles(2)), 12);
    // With piles of one stone, two piles are always equal, so fewer symmetries are enough. The definition does not
    // require a group of moves.
    assert_eq!(right_choices(Piles(1)), 34);
}
