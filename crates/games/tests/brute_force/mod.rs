//! Solves any game by definition, and compares it with a second implementation of the rules in Python.
//!
//! `tests/independent/` contains those rules, one file for each group of families, written from the descriptions of the
//! games alone, with their own solver. Each prints one line for each game:
//!
//! ```text
//! dodgem:3: 1963 positions, 1006 won, 12 drawn, 945 lost; farthest 21; start win 13; digest 0123456789abcdef
//! ```
//!
//! The digest covers all positions. For each it includes the text, the value, and for every move its text and the text of
//! the position it leads to. So a difference in any position, move, value or text changes the digest.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    fmt::{Debug, Display},
    str::FromStr,
};

use perfect_play_core::{Game, Key, Move, Next, Outcome, Scheme, Value};
use perfect_play_engine::{AnyGame, AnyPosition};

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Worth {
    Win(u32),
    /// By the rules, or because play may go on forever.
    Draw,
    Loss(u32),
    Score(i16),
}

impl Display for Worth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Win(plies) => write!(f, "win {plies}"),
            Self::Draw => f.write_str("draw"),
            Self::Loss(plies) => write!(f, "loss {plies}"),
            Self::Score(points) => write!(f, "score {points}"),
        }
    }
}

/// Every reachable position, with its moves and its value. The game has any type: for each type of its own, all this would
/// be compiled again.
pub(crate) struct Solved {
    pub(crate) game: AnyGame,
    pub(crate) positions: Vec<AnyPosition>,
    pub(crate) number: HashMap<AnyPosition, usize>,
    /// The moves of each position, each with the position it leads to and the side to move there.
    pub(crate) moves: Vec<Vec<(Move, usize, Next)>>,
    pub(crate) worths: Vec<Worth>,
}

/// Solves the game with this name.
pub(crate) fn solve(game: impl Display) -> Solved {
    solve_any(game.to_string().parse().unwrap())
}

/// Solves a game: finds every position, then goes through all of them again and again until nothing changes.
pub(crate) fn solve_any(game: AnyGame) -> Solved {
    let mut starts = vec![game.start()];
    game.other_starts(&mut |start| starts.push(start));
    let (mut positions, mut number) = (Vec::new(), HashMap::new());
    for start in starts {
        number.entry(start).or_insert_with(|| {
            positions.push(start);
            positions.len() - 1
        });
    }
    let mut moves = Vec::new();
    while let Some(&position) = positions.get(moves.len()) {
        let to = game.legal_moves(position).iter().map(|mv| {
            let child = game.play(position, mv);
            let next = number.len();
            let child_number = *number.entry(child).or_insert(next);
            if child_number == next {
                positions.push(child);
            }
            (mv, child_number, game.next(position, child))
        });
        moves.push(to.collect::<Vec<_>>());
    }
    let worths = worths(&game, &positions, &moves);
    Solved { game, positions, number, moves, worths }
}

fn worths(
    game: &AnyGame,
    positions: &[AnyPosition],
    moves: &[Vec<(Move, usize, Next)>],
) -> Vec<Worth> {
    let scored = game.scheme() == Scheme::Score;
    let mut worths: Vec<_> = positions.iter().zip(moves).map(|(&p, m)| end(game, p, m)).collect();
    let mut open: Vec<_> = (0..positions.len()).filter(|&at| worths[at].is_none()).collect();
    // Each pass finds the wins and losses that are one ply further away.
    for plies in 1.. {
        let mut found = Vec::new();
        open.retain(|&at| {
            let of_moves = moves[at].iter().map(|&(_, to, next)| before(worths[to], next));
            let worth = if scored { best_score(of_moves) } else { best(of_moves, plies) };
            found.extend(worth.map(|worth| (at, worth)));
            worth.is_none()
        });
        if found.is_empty() {
            break;
        }
        for (at, worth) in found {
            worths[at] = Some(worth);
        }
    }
    assert!(!scored || worths.iter().all(Option::is_some), "a game for points goes on without end");
    worths.into_iter().map(|worth| worth.unwrap_or(Worth::Draw)).collect()
}

/// The value of a position where the game is over.
fn end(game: &AnyGame, position: AnyPosition, moves: &[(Move, usize, Next)]) -> Option<Worth> {
    let outcome = match game.terminal(position) {
        Some(outcome) => outcome,
        None if moves.is_empty() => game.blocked(position),
        None => return None,
    };
    Some(match (game.scheme(), outcome) {
        (Scheme::Score, _) => Worth::Score(game.score(position)),
        (_, Outcome::Win) => Worth::Win(0),
        (_, Outcome::Draw) => Worth::Draw,
        (_, Outcome::Loss) => Worth::Loss(0),
    })
}

/// The value of a move for the player who makes it.
fn before(child: Option<Worth>, next: Next) -> Option<Worth> {
    Some(match (child?, next) {
        (worth, Next::Same) => worth,
        (Worth::Win(plies), Next::Opponent) => Worth::Loss(plies),
        (Worth::Draw, Next::Opponent) => Worth::Draw,
        (Worth::Loss(plies), Next::Opponent) => Worth::Win(plies),
        (Worth::Score(points), Next::Opponent) => Worth::Score(-points),
    })
}

/// A win if one move wins, a loss if all moves lose, in the right number of plies.
fn best(mut moves: impl Iterator<Item = Option<Worth>>, plies: u32) -> Option<Worth> {
    let mut all_lose = true;
    let wins = moves.any(|worth| {
        all_lose &= matches!(worth, Some(Worth::Loss(_)));
        matches!(worth, Some(Worth::Win(_)))
    });
    if wins { Some(Worth::Win(plies)) } else { all_lose.then_some(Worth::Loss(plies)) }
}

/// The most points, once all moves are known.
fn best_score(mut moves: impl Iterator<Item = Option<Worth>>) -> Option<Worth> {
    let most = moves.try_fold(i16::MIN, |most, worth| match worth? {
        Worth::Score(points) => Some(most.max(points)),
        other => panic!("{other} in a game for points"),
    });
    most.map(Worth::Score)
}

/// 2^61 - 1.
const PRIME: u128 = (1 << 61) - 1;

impl Solved {
    /// The value of the position with this text.
    pub(crate) fn worth(&self, text: &str) -> Worth {
        let position =
            self.game.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        self.worths[self.number[&position]]
    }

    /// The line that the rules in Python print for this game.
    pub(crate) fn line(&self) -> String {
        let count = |kind: fn(i32) -> bool| {
            let signs = self.worths.iter().map(|worth| match worth {
                Worth::Win(_) => 1,
                Worth::Draw => 0,
                Worth::Loss(_) => -1,
                Worth::Score(points) => i32::from(points.signum()),
            });
            signs.filter(|&sign| kind(sign)).count()
        };
        let plies = self.worths.iter().map(|worth| match worth {
            Worth::Win(plies) | Worth::Loss(plies) => *plies,
            Worth::Draw | Worth::Score(_) => 0,
        });
        format!(
            "{}: {} positions, {} won, {} drawn, {} lost; farthest {}; start {}; digest {:016x}",
            self.game,
            self.positions.len(),
            count(|sign| sign > 0),
            count(|sign| sign == 0),
            count(|sign| sign < 0),
            plies.max().unwrap_or(0),
            self.worths[0],
            self.digest()
        )
    }

    /// The digest. For each position there is a line with its text, its value, and its sorted moves with the positions
    /// they lead to. Each line is a number to base 256. The digest is the sum of the squares modulo [`PRIME`].
    fn digest(&self) -> u128 {
        let texts: Vec<_> =
            self.positions.iter().map(|&p| self.game.notation(p).to_string()).collect();
        let mut sum = 0;
        for (position, text) in texts.iter().enumerate() {
            let mut moves: Vec<_> = self.moves[position]
                .iter()
                .map(|&(mv, to, _)| {
                    format!("{}>{}", self.game.move_text(self.positions[position], mv), texts[to])
                })
                .collect();
            moves.sort_unstable();
            sum += square(&format!("{text}|{}|{}", self.worths[position], moves.join(",")));
        }
        sum % PRIME
    }
}

/// The square of the line as a number to base 256, modulo [`PRIME`].
fn square(line: &str) -> u128 {
    let number = line.bytes().fold(0_u128, |number, byte| {
        let number = number * 256 + u128::from(byte);
        // 2^61 is 1 modulo the prime. This is faster than a division for each byte.
        (number & PRIME) + (number >> 61)
    });
    let rest = number % PRIME;
    rest * rest % PRIME
}

/// Checks the games of a family that are too large to be solved here: they are played at random, and the results equal the
/// lines that `independent/walks.py` printed.
pub(crate) fn agree_in_plays(printed: &str, family: &str) {
    let mut games = 0;
    for line in printed.lines().filter(|line| line.split([':', '+']).next() == Some(family)) {
        let (game, plays) = line.split_once(" plays, ").unwrap();
        let (name, plays) = game.rsplit_once(": ").map(|(name, _)| (name, plays)).unwrap();
        let game: AnyGame = name.parse().unwrap();
        assert_eq!(played(&game), plays, "{name}");
        games += 1;
    }
    assert!(games > 0, "nothing was printed of {family}");
}

/// As in `independent/walks.py`.
const PLAYS: usize = 40;
const PLIES: usize = 60;

/// Plays the game at random, as `independent/walks.py` does.
fn played(game: &AnyGame) -> String {
    let (mut state, mut seen, mut sum, mut ends) = (1_u64, 0, 0, [0; 3]);
    for _ in 0..PLAYS {
        let mut position = game.start();
        for _ in 0..PLIES {
            let text = game.notation(position).to_string();
            assert_eq!(game.parse_position(&text), Ok(position), "{game}: {text}");
            let mut moves = Vec::new();
            for mv in game.legal_moves(position) {
                let of_move = game.move_text(position, mv).to_string();
                assert_eq!(game.parse_move(position, &of_move), Some(mv), "{game}: {text}");
                let after = game.play(position, mv);
                moves.push((format!("{of_move}>{}", game.notation(after)), after));
            }
            moves.sort_unstable();
            let end = game.end(position).map(Value::outcome);
            assert_eq!(end.is_some(), moves.is_empty(), "{game}: {text}");
            let word = end.map_or_else(|| "-".to_owned(), |end| end.to_string());
            let texts: Vec<_> = moves.iter().map(|(text, _)| &**text).collect();
            sum += square(&format!("{text}|{word}|{}", texts.join(",")));
            seen += 1;
            if let Some(end) = end {
                ends[usize::try_from(1 - end.number()).unwrap()] += 1;
                break;
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005);
            state = state.wrapping_add(1_442_695_040_888_963_407);
            position = moves[(state >> 33) as usize % moves.len()].1;
        }
    }
    let [won, drawn, lost] = ends;
    let sum = sum % PRIME;
    format!("{seen} positions, {won} won, {drawn} drawn, {lost} lost; digest {sum:016x}")
}

/// Checks the games of a family: the results equal the lines that the rules in Python printed, and names, texts and
/// symmetries are as `Game` promises. `printed` is all that was printed. The lines of this family begin with its name.
pub(crate) fn agree(printed: &str, families: &[&str]) {
    let name = |line: &str| line.split(": ").next().unwrap().to_owned();
    let family = |line: &&str| families.contains(&name(line).split([':', '+']).next().unwrap());
    let mut games = 0;
    for line in printed.lines().filter(family) {
        let solved = solve(name(line));
        assert_eq!(solved.line(), line);
        check(&solved);
        games += 1;
    }
    assert!(games > 0, "nothing was printed of {families:?}");
}

/// Checks that ends, texts, keys, plies and symmetries are what `Game` promises, in every position.
pub(crate) fn check(solved: &Solved) {
    let Solved { game, positions, number, moves, worths } = solved;
    let name = game.to_string();
    assert_eq!(name.parse::<AnyGame>().unwrap().to_string(), name);
    assert!(game.is_called(&name) && !game.is_called(&name[1..]), "{name}");
    assert!(game.symmetries() > 0, "{name}");
    assert!(game.ply(game.start()).is_none_or(|ply| ply == 0), "{name}");
    let mut texts = HashSet::new();
    for (at, &position) in positions.iter().enumerate() {
        let text = game.notation(position).to_string();
        assert_eq!(game.parse_position(&text), Ok(position), "{name}: {text}");
        assert!(!text.contains('\n') && texts.insert(text.clone()), "{name}: {text}");
        assert!(!format!("{:#}", game.notation(position)).is_empty(), "{name}: {text}");
        // Its key is read back as a position.
        assert!(game.is_position(position), "{name}: {text}");
        assert_eq!(game.check(position), Ok(()), "{name}: {text}");

        let over = end(game, position, &moves[at]);
        assert!(moves[at].is_empty() == over.is_some(), "{name}: {text}: moves after the end");
        assert_eq!(game.end(position), over.map(value), "{name}: {text}");
        if game.scheme() == Scheme::Score && over.is_some() {
            let outcome = game.terminal(position).unwrap_or_else(|| game.blocked(position));
            let sign = i16::from(outcome.number());
            assert_eq!(game.score(position).signum(), sign, "{name}: {text}");
        }
        for &(mv, ..) in &moves[at] {
            let of_move = game.move_text(position, mv).to_string();
            assert!(!of_move.is_empty() && !of_move.contains(char::is_whitespace), "{of_move:?}");
            assert_eq!(game.parse_move(position, &of_move), Some(mv), "{name}: {text}: {of_move}");
        }
        if let Some(ply) = game.ply(position) {
            assert!(ply <= game.max_plies(), "{name}: {text}: ply {ply}");
            let rises = |&(_, to, _): &(_, usize, _)| game.ply(positions[to]) == Some(ply + 1);
            assert!(moves[at].iter().all(rises), "{name}: {text}: ply {ply}");
        }
        // No move panics, legal or not.
        for mv in 0..=Move::MAX {
            let _ = game.play(position, mv);
        }
        for symmetry in 0..game.symmetries() {
            let image = game.image(position, symmetry);
            let Some(&image_at) = number.get(&image) else {
                panic!("{name}: {text}: its image {symmetry} is unreachable")
            };
            assert!(symmetry > 0 || image == position, "{name}: {text}");
            assert_eq!(worths[image_at], worths[at], "{name}: {text}: image {symmetry}");
            assert_eq!(moves[image_at].len(), moves[at].len(), "{name}: {text}: image {symmetry}");
            let legal = game.legal_moves(image);
            for &(mv, to, _) in &moves[at] {
                let of_image = game.image_of_move(position, mv, symmetry);
                assert!(legal.contains(of_image), "{name}: {text}: {symmetry}");
                let after = game.image(positions[to], symmetry);
                assert_eq!(game.play(image, of_image), after, "{name}: {text}: {mv}, {symmetry}");
            }
        }
    }
    assert!(game.repeats() || !has_cycle(moves), "{name} does not say that it repeats positions");
}

/// Calls all methods with unreachable positions, made of any bytes and texts. The results may be anything, but there must
/// be no panic.
pub(crate) fn never_panics<G>(name: &str)
where
    G: Game + FromStr<Err: Debug>,
{
    let game: G = name.parse().unwrap();
    (0..=u8::MAX).for_each(|cell| _ = game.cell_text(cell).to_string());
    let symmetries = BTreeSet::from([0, 1, game.symmetries() - 1, game.symmetries(), u8::MAX]);
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut byte = || {
        // Xorshift: a stream of bytes that is the same in every run.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[4]
    };
    for round in 0..500 {
        // Bytes of all values, and small ones, so that some texts are accepted.
        let mut bytes = vec![0; G::Position::BYTES];
        for to in &mut bytes {
            *to = if round % 2 == 0 { byte() } else { byte() % 4 };
        }
        if let Some(last) = bytes.last_mut() {
            *last = if round % 3 == 0 { *last } else { *last % 2 };
        }
        let text: Vec<_> = game.notation(game.start()).to_string().into_bytes();
        let text = text.into_iter().map(|of_start| match byte() {
            0..8 => b"XO.KRk -Z\xC3"[usize::from(byte()) % 10],
            _ => of_start,
        });
        let text = String::from_utf8_lossy(&text.collect::<Vec<_>>()).into_owned();
        let positions = [G::Position::read(&bytes), game.parse_position(&text).ok()];
        for position in positions.into_iter().flatten() {
            let _ = (game.end(position), game.terminal(position), game.blocked(position));
            let _ = (game.to_move(position), game.score(position), game.winner(position));
            let _ = format!("{} {:#}", game.notation(position), game.notation(position));
            (0..=u8::MAX).for_each(|cell| _ = game.piece(position, cell));
            let _ = game.line(position);
            for mv in 0..=Move::MAX {
                let _ = game.points_at(position, mv);
                let _ = game.move_text(position, mv).to_string();
                let child = game.play(position, mv);
                let _ = (game.next(position, child), game.end(child), game.legal_moves(child));
            }
            for &symmetry in &symmetries {
                let _ = game.image(position, symmetry);
                (0..=Move::MAX).for_each(|mv| _ = game.image_of_move(position, mv, symmetry));
            }
        }
    }
}

fn value(worth: Worth) -> Value {
    match worth {
        Worth::Win(plies) => Value::win(plies.try_into().unwrap()).unwrap(),
        Worth::Draw => Value::DRAW,
        Worth::Loss(plies) => Value::loss(plies.try_into().unwrap()).unwrap(),
        Worth::Score(points) => Value::of_score(points).unwrap(),
    }
}

/// Whether the game has a cycle: repeatedly remove positions without a move to a remaining position. If positions
/// remain, there is a cycle.
fn has_cycle(moves: &[Vec<(Move, usize, Next)>]) -> bool {
    let mut left: Vec<_> = moves.iter().map(Vec::len).collect();
    let mut parents = vec![Vec::new(); moves.len()];
    for (at, moves) in moves.iter().enumerate() {
        for &(_, to, _) in moves {
            parents[to].push(at);
        }
    }
    let mut gone: Vec<_> = (0..moves.len()).filter(|&at| left[at] == 0).collect();
    let mut taken = 0;
    while let Some(at) = gone.pop() {
        taken += 1;
        for &parent in &parents[at] {
            left[parent] -= 1;
            if left[parent] == 0 {
                gone.push(parent);
            }
        }
    }
    taken < moves.len()
}
