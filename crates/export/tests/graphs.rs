//! Games as lists of positions: with circles and extra turns, for points, and impartial ones.

use std::collections::BTreeSet;

use perfect_play_core::{Game, Objective, Outcome, Player, Probe, Scheme, Table};
use perfect_play_export::{ExportError, Language, export};
use perfect_play_generator::{Solution, Solver, solve};
use perfect_play_test_kit::{
    At, Listed, ListedTiers, Lying, Node, Random, after, lies, open, over, stones, to,
};
use serde_json::Value as Json;

use super::{
    MADE_BY,
    tools::{Folder, have},
};

/// Play can repeat positions. A draw may be the end of the game, or have none.
fn circles() -> Listed {
    let nodes = vec![
        open(Player::X, [(0, 1), (1, 2), (5, 0)]),
        open(Player::O, [(0, 0), (2, 5)]),
        open(Player::X, [(0, 3), (2, 1)]),
        over(Player::O, Outcome::Draw),
        over(Player::O, Outcome::Loss),
        open(Player::X, [(0, 4), (1, 0), (9, 6)]),
        open(Player::X, [(3, 4), (4, 3)]),
        // This position is unreachable.
        open(Player::O, [(0, 0)]),
    ];
    Listed { name: "circles", repeats: true, ..Listed::new(nodes) }
}

fn points() -> Listed {
    let scored = |to_move, end, score| Node { score, ..over(to_move, end) };
    let nodes = vec![
        to(Player::X, [1, 2, 3]),
        to(Player::X, [4, 5]),
        open(Player::O, [(0, 5), (3, 6)]),
        to(Player::O, [4, 7]),
        scored(Player::O, Outcome::Loss, -7),
        scored(Player::X, Outcome::Draw, 0),
        scored(Player::X, Outcome::Win, 127),
        scored(Player::O, Outcome::Loss, -127),
    ];
    Listed { name: "points", scheme: Scheme::Score, ..Listed::new(nodes) }
}

/// Both players have the same moves. A player who cannot move loses.
fn impartial() -> Listed {
    let nodes = [&[1, 2][..], &[2, 3], &[3], &[]];
    let node = |nodes: &[u32]| Node { says_end: false, ..to(Player::X, nodes.iter().copied()) };
    let nodes = nodes.map(node).to_vec();
    Listed { name: "impartial", is_impartial: true, ..Listed::new(nodes) }
}

/// All of these games, solved.
pub(crate) fn graphs() -> impl Iterator<Item = Solution<Lying<Listed>>> {
    // Of the type of the other test games, for which all is compiled already.
    let solved = |game| solve(Lying::honest(game), Objective::Fastest, &mut |_, _| ()).unwrap();
    let games = [circles(), points(), impartial()];
    games.map(|game| Listed { max_move: 9, ..game }).into_iter().map(solved)
}

/// Plays every game, and prints how many positions there are, the winners, and the least code of an end.
const WALK: &str = "
import table
left, found = [table.START], {table.START}
while left:
    at = left.pop()
    for move in table.legal_moves(at):
        after = table.play(at, move)
        if after not in found:
            found.add(after)
            left.append(after)
ends = {at for at in found if table.is_over(at)}
print(len(found), sorted({table.winner(at) for at in ends}), min(ends), table.CODES - len(ends))
";

#[test]
fn ends_without_a_slot_are_exported() {
    let game = stones(6);
    let mut tiers = ListedTiers::of(&game, &mut Random::new(1));
    let is_over = |at: &At| game.end(*at).is_some();
    tiers.ranks.retain(|at, _| !is_over(at));
    tiers.tiers.iter_mut().flatten().for_each(|slot| *slot = slot.filter(|at| !is_over(at)));
    let game = Lying::new(game.game.clone(), lies().name("stones").tiers(tiers));
    let solved = Solver::default().solve_by_rank(&game, Objective::Fastest, &|_, _| ());
    let (numbering, values) = solved.unwrap();
    let table = Table::new(game.clone(), Objective::Fastest, numbering, values).unwrap();
    assert_eq!(table.code(game.at(after(6, Player::X))), None);

    let exported: Json =
        serde_json::from_str(&export(&table, Language::Json, MADE_BY).unwrap()).unwrap();
    let listed = exported["positions"].as_object().unwrap();
    let texts: BTreeSet<&str> =
        listed.values().map(|of| of["position"].as_str().unwrap()).collect();
    let (mut reached, mut left) = (BTreeSet::new(), vec![game.start()]);
    while let Some(at) = left.pop() {
        if reached.insert(game.notation(at).to_string()) {
            left.extend(game.legal_moves(at).iter().map(|mv| game.play(at, mv)));
        }
    }
    assert!(reached.iter().eq(texts));

    if have(&["python3"]) {
        let folder = Folder::new();
        folder.write("table.py", &export(&table, Language::Python, MADE_BY).unwrap());
        folder.write("walk.py", WALK);
        let ends = table.codes();
        let expected = format!("{} ['O', 'X'] {ends} {ends}\n", reached.len());
        assert_eq!(folder.run("python3", &["walk.py"]), expected);
    }
}

#[test]
fn a_move_of_more_plies_than_a_file_stores_is_refused_and_no_contradiction() {
    let exported = |plies: u32, end: Outcome| {
        let draws_in = (end == Outcome::Draw).then_some(plies);
        let game = Lying::honest(Listed { draws_in, ..Listed::chain(plies, end) });
        let tiers = ListedTiers::of(&game, &mut Random::new(1));
        let game = Lying::new(game.game, lies().tiers(tiers));
        let solved = Solver::default().solve_by_rank(&game, Objective::Fastest, &|_, _| ());
        let (numbering, values) = solved.unwrap();
        let table = Table::new(game, Objective::Fastest, numbering, values).unwrap();
        export(&table, Language::C, MADE_BY)
    };
    let refused = ExportError::TooManyPlies { position: "0".to_owned(), plies: 127 };
    for end in [Outcome::Loss, Outcome::Draw] {
        assert!(exported(126, end).is_ok());
        assert_eq!(exported(127, end), Err(refused.clone()));
    }
    assert_eq!(
        refused.to_string(),
        "an exported file stores at most 126 plies to the end, and a move at 0 takes 127: keep the table in a \
         .perfect file"
    );
}
