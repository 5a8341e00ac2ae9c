//! Attacked: games that contradict themselves. One to three methods of a random game lie, most of them of one position
//! or one move.
//!
//! A defeat: a table that is proven and wrong of a reachable position, or lists others; a panic. An error is no defeat, and neither is a table that answers as
//! the rules are played.
//!
//! The truth is played forward from the starts, by what the rules say, lies included ([`super::worth`]). It takes two
//! positions for the same only if they are the same node, whatever their `Eq` says.

use std::fmt;

use perfect_play_file::{TableFile, to_bytes};
use perfect_play_generator::{
    Solution, check_rules,
    core::{Game, Move, Moves, NO_CODES, Next, NotAPosition, Objective, Outcome, Player, Scheme},
    solve,
};
use perfect_play_proof::{Verification, records, stats, verify};
use perfect_play_test_kit::{At, Blind, Case, Random, besiege, only};

use super::{
    Data,
    random::random_game,
    worth::{Truth, compare, compare_listed, truth},
};

#[test]
fn lies() {
    besiege(module_path!(), |case| {
        let mut game = random_game(case);
        if game.game.nodes.len() > 400 {
            return;
        }
        if case.random.once_in(2) {
            game = game.without_codes();
        }
        case.note(if game.game.has_codes() { "with codes" } else { "found" });
        let mut lies = Vec::new();
        // This comes first: the positions that other lies give are those of the game, as blind as all others.
        if case.random.once_in(32) {
            lies.push(random_equality(&mut game, &mut case.random));
            case.note("equality");
        }
        for _ in lies.len()..case.random.of(&[1, 1, 1, 2, 3]) {
            let lie = random_lie(&mut game, &mut case.random);
            case.note(lie.split(',').next().unwrap());
            lies.push(lie);
        }
        let truth = truth(&game);
        let objective = case.random.of(&Objective::ALL);
        let _ = check_rules(&game);
        match solve(game.clone(), objective, &mut |_, _| ()) {
            Ok(table) => told(case, &table, truth.as_ref(), &lies),
            Err(_) => case.note("refused"),
        }
    });
}

/// What comes of a table of a game that lies, as it is and from a file.
fn told(case: &mut Case, table: &Solution<Data>, truth: Option<&Truth>, lies: &[String]) {
    let game = table.game();
    let open = |bytes: Vec<u8>| TableFile::read(&*bytes).ok()?.into_table(game.clone()).ok();
    let opened: Option<Solution<Data>> = to_bytes(table).ok().and_then(open);
    case.note(if opened.is_some() { "opened" } else { "not opened" });
    for table in [Some(table), opened.as_ref()].into_iter().flatten() {
        let _ = stats(table, &mut |_, _| ());
        records(table, &mut |_, _| ()).for_each(drop);
        let proof = verify(table, &mut |_, _| ()).ok().filter(Verification::is_proven);
        let is_proven = proof.is_some();
        let is_right = match truth {
            Some(truth) => compare(table, truth, |node| game.at(node), |_, mv| mv)
                .and_then(|()| compare_listed(table, truth))
                .and_then(|()| proof.map_or(Ok(()), |proof| is_counted(&proof, truth, game))),
            None => Err("it has no table".to_owned()),
        };
        case.note(match (is_proven, &is_right) {
            (true, Ok(())) => "proven and right",
            (true, Err(_)) => "proven and wrong",
            (false, Ok(())) => "right and not proven",
            (false, Err(_)) => "wrong and not proven",
        });
        assert!(!is_proven || is_right.is_ok(), "proven, {}: {:?}", is_right.unwrap_err(), lies);
    }
}

/// Whether a proof counts the positions of each ply.
fn is_counted(proof: &Verification<At>, truth: &Truth, game: &Data) -> Result<(), String> {
    let mut counts = vec![0_u64; proof.positions_by_ply.len()];
    for &node in truth.keys() {
        let ply = usize::from(game.ply(game.at(node)).unwrap_or(0));
        *counts.get_mut(ply).ok_or_else(|| format!("ply {ply} of p{node}"))? += 1;
    }
    let found = &proof.positions_by_ply;
    if counts == *found {
        Ok(())
    } else {
        Err(format!("by ply there are {counts:?}, not {found:?}"))
    }
}

/// Adds a lie. The result says which.
#[expect(clippy::too_many_lines, reason = "each arm is a lie")]
fn random_lie(game: &mut Data, random: &mut Random) -> String {
    let listed = game.game.clone();
    let (nodes, symmetries) = (listed.nodes.len() as u64, listed.symmetries.len() as u64);
    let node: u32 = random.below(nodes);
    let with_moves: Vec<u32> = (0..)
        .zip(&*listed.nodes)
        .filter(|(_, of)| !of.moves.is_empty())
        .map(|(node, _)| node)
        .collect();
    let from = if with_moves.is_empty() { node } else { random.of(&with_moves) };
    let moves: Vec<Move> = listed.nodes[from as usize].moves.keys().copied().collect();
    let most = random.of(&[12_u64, 12, 12, 256]);
    let (any, plies): (Move, u16) = (random.below(most), random.below(most));
    let mv = if moves.is_empty() || random.once_in(8) { any } else { random.of(&moves) };
    let to: u32 = random.below(nodes);
    let outcome = random.of(&[Outcome::Win, Outcome::Draw, Outcome::Loss]);
    let symmetry: u8 = random.below(symmetries);
    // A code of a position, or one near the end.
    let code = random.below(nodes + 3);
    let maybe = random.once_in(3);
    let position = listed.at(to);
    let lies = game.lies.clone();
    let (said, lies) = match random.below(30_u8) {
        0 | 1 => {
            let flipped = move |moves: Moves| {
                if moves.contains(mv) { moves.without(mv) } else { moves.with(mv) }
            };
            let says = move |at: At, moves| if at.node() == from { flipped(moves) } else { moves };
            (format!("legal moves, {mv} at {from}"), lies.legal_moves(says))
        }
        2 | 3 => {
            let says = move |at: At, by, child| {
                if (at.node(), by) == (from, mv) { position } else { child }
            };
            (format!("play, {mv} at {from} to {to}"), lies.play(says))
        }
        4 => {
            let (of, end) = (random.of(&[node, from]), (!maybe).then_some(outcome));
            (format!("terminal, {end:?} at {of}"), lies.terminal(at(of, end)))
        }
        5 => (format!("blocked, {outcome} at {node}"), lies.blocked(at(node, outcome))),
        6 => {
            let score = random.of(&[i16::MIN, -128, -127, -1, 0, 1, 3, 127, 128]);
            (format!("score, {score} at {node}"), lies.score(at(node, score)))
        }
        7 => {
            let says = move |at: At, player: Player| {
                if at.node() == node { player.opponent() } else { player }
            };
            (format!("side to move, at {node}"), lies.to_move(says))
        }
        8 => ("impartial".to_owned(), lies.is_impartial(|is| !is)),
        9 => ("repeats".to_owned(), lies.repeats(|is| !is)),
        10 => ("codes rise".to_owned(), lies.codes_rise(|is| !is)),
        11 => {
            let is_score = listed.scheme == Scheme::Score;
            let other = if is_score { Scheme::Remoteness } else { Scheme::Score };
            ("scheme".to_owned(), lies.scheme(move |_| other))
        }
        12 => {
            let codes = if maybe { NO_CODES } else { code };
            (format!("codes, {codes}"), lies.codes(move |_| codes))
        }
        13 => (format!("encode, {code} at {node}"), lies.encode(at(node, code))),
        14 => {
            let nothing = NotAPosition::Rules("no position has this code");
            let said = if maybe { Err(nothing) } else { Ok(position) };
            (format!("decode, {said:?} for {code}"), lies.decode(only(code, said)))
        }
        15 => (format!("is position, {} at {node}", !maybe), lies.is_position(at(node, !maybe))),
        16 => (format!("most plies, {plies}"), lies.max_plies(move |_| plies)),
        17 => (format!("largest move, {any}"), lies.max_move(move |_| any)),
        18 | 19 => {
            let plies = (!maybe).then_some(plies);
            (format!("ply, {plies:?} at {node}"), lies.ply(at(node, plies)))
        }
        20 => {
            let plies = (!maybe).then_some(plies);
            (format!("plies to draw, {plies:?} at {node}"), lies.plies_to_draw(at(node, plies)))
        }
        21 => {
            let count = random.of(&[0, 1, 2, 3, 5, 9]);
            (format!("symmetries, {count}"), lies.symmetries(move |_| count))
        }
        22 | 23 => {
            let says = move |at: At, by, image| {
                if (at.node(), by) == (node, symmetry) { position } else { image }
            };
            (format!("image, {to} of {node} by {symmetry}"), lies.image(says))
        }
        24 => {
            let here = maybe.then_some(from);
            let says = move |at: At, of, by, image| {
                let is_here = here.is_none_or(|node| node == at.node());
                if is_here && (of, by) == (mv, symmetry) { any } else { image }
            };
            (
                format!("image of move, {any} of {mv} by {symmetry} at {here:?}"),
                lies.image_of_move(says),
            )
        }
        25 => {
            let said = (code, symmetry);
            (format!("canonical, {said:?} at {node}"), lies.canonical(at(node, said)))
        }
        26 | 27 => {
            let to = listed.nodes[from as usize].moves.get(&mv).copied().unwrap_or(to);
            let other = |next| if next == Next::Same { Next::Opponent } else { Next::Same };
            let says = move |before: At, after: At, next| {
                if (before.node(), after.node()) == (from, to) { other(next) } else { next }
            };
            (format!("next, from {from} to {to}"), lies.next(says))
        }
        28 if random.once_in(2) => {
            ("no text".to_owned(), lies.fmt_position(|_, _| Err(fmt::Error)))
        }
        28 => {
            // Of a position where the game is over.
            let is_over = listed.end(listed.at(node)).is_some();
            let says = move |at: At, winner: Option<Player>| {
                let other = winner.map_or(Player::X, Player::opponent);
                if is_over && at.node() == node { Some(other) } else { winner }
            };
            (format!("winner, at {node}"), lies.winner(says))
        }
        _ => (format!("text, {to} at {node}"), lies.fmt_position(at(node, Ok(to.to_string())))),
    };
    game.lies = lies;
    said
}

/// Makes positions of four nodes each look the same to some of their traits. The result says to which.
fn random_equality(game: &mut Data, random: &mut Random) -> String {
    let traits = random.of(&[
        Blind::EQ,
        Blind::ORD,
        Blind::HASH,
        Blind::KEY,
        Blind::EQ | Blind::HASH,
        Blind::EQ | Blind::ORD | Blind::HASH,
    ]);
    game.game.blind = Blind::to(3, traits);
    format!("equality, {traits:#b}")
}

/// [`only`] for a node, also if it counts as equal to others.
fn at<T: Clone>(node: u32, said: T) -> impl Fn(At, T) -> T {
    move |at, truth| if at.node() == node { said.clone() } else { truth }
}
