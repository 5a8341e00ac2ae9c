//! Boards of 42 cells, which have no codes, are solved, counted, listed, and compared with the definition.

use std::collections::HashMap;

use perfect_play_core::{Board, Game, Objective, Outcome, Probe};
use perfect_play_engine::AnyTable;
use perfect_play_games::Mnk;

/// The outcome for the side to move and the plies to the end, for a position. All later positions are added to
/// `known`.
fn minimax(game: &Mnk, board: Board, known: &mut HashMap<Board, (Outcome, u16)>) -> (Outcome, u16) {
    if let Some(&known) = known.get(&board) {
        return known;
    }
    let behind = || {
        let moves = game.legal_moves(board).iter();
        let worths = moves.map(|mv| match minimax(game, game.play(board, mv), known) {
            (Outcome::Loss, plies) => (Outcome::Win, plies + 1),
            (Outcome::Draw, plies) => (Outcome::Draw, plies + 1),
            (Outcome::Win, plies) => (Outcome::Loss, plies + 1),
        });
        let liking = |&(outcome, plies): &(Outcome, u16)| match outcome {
            Outcome::Win => (2, 255 - plies),
            Outcome::Draw => (1, 0),
            Outcome::Loss => (0, plies),
        };
        worths.max_by_key(liking).unwrap()
    };
    let value = game.terminal(board).map_or_else(behind, |outcome| (outcome, 0));
    known.insert(board, value);
    value
}

#[test]
fn games_on_the_board_of_connect_four_are_solved_as_by_the_definition() {
    for name in ["connect:7,6,1", "connect:7,6,2", "connect:7,6,1+misere"] {
        let game: Mnk = name.parse().unwrap();
        let mut known = HashMap::new();
        minimax(&game, game.start(), &mut known);

        let table = AnyTable::solve(game.into(), Objective::Fastest, 1 << 30, &|_, _| ()).unwrap();
        let mut listed = 0;
        let boards = table.as_of(game);
        for board in boards.positions() {
            let entry = boards.probe(board).unwrap();
            assert_eq!(
                known.get(&board).map(|&(outcome, plies)| (outcome, Some(plies))),
                Some((entry.outcome, entry.remoteness)),
                "{name}"
            );
            listed += 1;
        }
        assert_eq!(listed, known.len(), "{name}");
        let stats = table.stats(&mut |_, _| ()).unwrap();
        assert_eq!(stats.positions, known.len() as u64, "{name}");
        let read = AnyTable::read(&*table.to_bytes().unwrap()).unwrap();
        let proof = read.verify(&mut |_, _| ()).unwrap();
        assert!(proof.is_proven(), "{name}");
        for record in table.records(&mut |_, _| ()).take(100) {
            assert_eq!(record.unwrap().code, None, "{name}");
        }
    }
}
