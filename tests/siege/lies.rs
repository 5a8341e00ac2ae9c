//! Attacked: games that contradict themselves. One to three methods of a random game lie, most of them of one position
//! or one move.
//!
//! A defeat: a table that is proven and wrong of a reachable position, or lists others; a panic. An error is no defeat, and neither is a table that answers as
//! the rules are played.
//!
//! The truth is played forward from the starts, by what the rules say, lies included ([`crate::worth`]). It takes two
//! positions for the same only if they are the same node, whatever their `Eq` says.

use perfect_play_file::{TableFile, to_bytes};
use perfect_play_generator::{
    Solution, check_rules,
    core::{Game, Move, NO_CODES, Objective, Outcome, Scheme},
    solve,
};
use perfect_play_proof::{Verification, records, stats, verify};
use perfect_play_test_kit::{Case, Random, besiege};

use crate::{
    game::{At, Data, Lie},
    random::random_game,
    worth::{Truth, compare, compare_listed, truth},
};

#[test]
fn lies() {
    besiege("lies", |case| {
        let mut game = random_game(case);
        if game.graph.nodes.len() > 400 {
            return;
        }
        if case.random.once_in(2) {
            game = game.without_codes();
        }
        case.note(if game.has_codes() { "with codes" } else { "found" });
        for _ in 0..case.random.of(&[1, 1, 1, 2, 3]) {
            let lie = random_lie(&game, &mut case.random);
            let name = format!("{lie:?}");
            case.note(name.split('(').next().unwrap());
            game.lies.push(lie);
        }
        let truth = truth(&game);
        let objective = case.random.of(&Objective::ALL);
        let _ = check_rules(&game);
        match solve(game.clone(), objective, &mut |_, _| ()) {
            Ok(table) => told(case, &table, truth.as_ref(), &game),
            Err(_) => case.note("refused"),
        }
    });
}

/// What comes of a table of a game that lies, as it is and from a file.
fn told(case: &mut Case, table: &Solution<Data>, truth: Option<&Truth>, game: &Data) {
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
        assert!(
            !is_proven || is_right.is_ok(),
            "proven, {}: {:?}",
            is_right.unwrap_err(),
            game.lies
        );
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

fn random_lie(game: &Data, random: &mut Random) -> Lie {
    let graph = &game.graph;
    let (nodes, symmetries) = (graph.nodes.len() as u64, graph.symmetries.len() as u64);
    let node: u32 = random.below(nodes);
    let with_moves: Vec<u32> = (0..)
        .zip(&graph.nodes)
        .filter(|(_, of)| !of.moves.is_empty())
        .map(|(node, _)| node)
        .collect();
    let from = if with_moves.is_empty() { node } else { random.of(&with_moves) };
    let moves: Vec<Move> = graph.nodes[from as usize].moves.keys().copied().collect();
    let most = random.of(&[12_u64, 12, 12, 256]);
    let (any, plies): (Move, u16) = (random.below(most), random.below(most));
    let mv = if moves.is_empty() || random.once_in(8) { any } else { random.of(&moves) };
    let to: u32 = random.below(nodes);
    let outcome = random.of(&[Outcome::Win, Outcome::Draw, Outcome::Loss]);
    let symmetry: u8 = random.below(symmetries);
    // A code of a position, or one near the end.
    let code = random.below(nodes + 3);
    let maybe = random.once_in(3);
    match random.below(30_u8) {
        0 | 1 => Lie::Legal(from, mv),
        2 | 3 => Lie::Play(from, mv, to),
        4 => Lie::Terminal(random.of(&[node, from]), (!maybe).then_some(outcome)),
        5 => Lie::Blocked(node, outcome),
        6 => Lie::Score(node, random.of(&[i16::MIN, -128, -127, -1, 0, 1, 3, 127, 128])),
        7 => Lie::Turn(node),
        8 => Lie::Impartial,
        9 => Lie::Repeats,
        10 => Lie::CodesRise,
        11 => Lie::Scheme(if graph.scheme == Scheme::Score {
            Scheme::Remoteness
        } else {
            Scheme::Score
        }),
        12 => Lie::Codes(if maybe { NO_CODES } else { code }),
        13 => Lie::Encode(node, code),
        14 => Lie::Decode(code, (!maybe).then_some(to)),
        15 => Lie::IsPosition(node, !maybe),
        16 => Lie::MaxPlies(plies),
        17 => Lie::MaxMove(any),
        18 | 19 => Lie::Ply(node, (!maybe).then_some(plies)),
        20 => Lie::PliesToDraw(node, (!maybe).then_some(plies)),
        21 => Lie::Symmetries(random.of(&[0, 1, 2, 3, 5, 9])),
        22 | 23 => Lie::Image(node, symmetry, to),
        24 => Lie::ImageOfMove(maybe.then_some(from), mv, symmetry, any),
        25 => Lie::Canonical(node, code, symmetry),
        26 | 27 => {
            Lie::Next(from, graph.nodes[from as usize].moves.get(&mv).copied().unwrap_or(to))
        }
        28 => random.of(&[Lie::NoText, Lie::Winner(node)]),
        _ if maybe => Lie::Text(node, to),
        _ => Lie::Blind(random.of(&[
            At::EQ,
            At::ORD,
            At::HASH,
            At::KEY,
            At::EQ | At::HASH,
            At::EQ | At::ORD | At::HASH,
        ])),
    }
}
