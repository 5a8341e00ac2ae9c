//! Rules that are different for one board are refused, whichever image it is.

use std::collections::BTreeSet;

use perfect_play_core::{Board, Game, Moves, Next, Objective, Outcome, Probe, Unreachable, Value};
use perfect_play_games::Mnk;
use perfect_play_generator::{solve, solve_tiers};
use perfect_play_proof::Rules;
use perfect_play_test_kit::{Lying, lies, only};

use super::solved::{MOST, Solved, limits, prove};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Lie {
    IsUnreachable,
    Ends,
    EndsOtherwise,
    HasNoMoves,
    MovesAfterTheEnd,
    MovesAgain,
    DrawsLater,
    MoreWerePlayed,
    StaysToMove,
}

/// A game of its own, whose rules are different for one board.
fn liar(game: Mnk, lie: Option<(Lie, Board)>) -> Lying<Mnk> {
    let lies = lies().name("liar");
    let Some((lie, board)) = lie else { return Lying::new(game, lies) };
    let lies = match lie {
        Lie::IsUnreachable => lies.check(only(board, Err(Unreachable::NotInTable.into()))),
        // If the game is over, these rules say that it is not.
        Lie::Ends => {
            let end = game.terminal(board).is_none().then_some(Outcome::Loss);
            lies.terminal(only(board, end))
        }
        Lie::EndsOtherwise => {
            let other = |end| if end == Outcome::Loss { Outcome::Win } else { Outcome::Loss };
            lies.terminal(only(board, game.terminal(board).map(other)))
        }
        Lie::HasNoMoves => lies.legal_moves(only(board, Moves::EMPTY)),
        Lie::MovesAfterTheEnd => {
            let moves = game.legal_moves(game.start());
            lies.legal_moves(only(board, moves))
        }
        Lie::MovesAgain => lies.to_move(only(board, game.to_move(board).opponent())),
        Lie::DrawsLater => {
            let later = game.plies_to_draw(board).map(|plies| plies + 1);
            lies.plies_to_draw(only(board, later))
        }
        Lie::MoreWerePlayed => lies.ply(only(board, game.ply(board).map(|ply| ply + 1))),
        Lie::StaysToMove => {
            lies.next(move |before, _, truth| if before == board { Next::Same } else { truth })
        }
    };
    Lying::new(game, lies)
}

#[test]
fn a_game_that_lies_about_one_image_is_refused() {
    for (name, limits) in [
        ("mnk:2,2,2", MOST),
        ("mnk:3,2,2", limits(9, 81, 1)),
        ("connect:3,2,3", limits(7, 49, 7)),
        ("connect:3,2,2+misere", limits(49, 7, 1)),
    ] {
        let solved = Solved::new(name, limits);
        let honest = liar(solved.game, None);
        assert_eq!(
            prove(&honest, Rules::Unknown, &solved.tiers, &solved.sections).faults,
            [],
            "{name}"
        );
        // Every reachable board, and so every image of one.
        let mut boards = vec![Board::EMPTY];
        let mut seen = BTreeSet::from([Board::EMPTY]);
        while let Some(board) = boards.pop() {
            for mv in solved.game.legal_moves(board) {
                let child = solved.game.play(board, mv);
                if seen.insert(child) {
                    boards.push(child);
                }
            }
        }
        let lies = [
            Lie::IsUnreachable,
            Lie::Ends,
            Lie::EndsOtherwise,
            Lie::HasNoMoves,
            Lie::MovesAfterTheEnd,
            Lie::MovesAgain,
            Lie::DrawsLater,
            Lie::MoreWerePlayed,
            Lie::StaysToMove,
        ];
        for board in seen {
            for lie in lies {
                let is_over = solved.game.terminal(board).is_some();
                let is_drawn = solved.sections_value(board) == Some(Value::DRAW);
                let says_nothing = match lie {
                    Lie::HasNoMoves | Lie::StaysToMove => is_over,
                    Lie::EndsOtherwise | Lie::MovesAfterTheEnd => !is_over,
                    Lie::DrawsLater => !is_drawn,
                    _ => false,
                };
                let liar = liar(solved.game, Some((lie, board)));
                let proof = prove(&liar, Rules::Unknown, &solved.tiers, &solved.sections);
                assert!(says_nothing || !proof.is_proven(), "{name} {lie:?} {board:?}");
            }
        }
    }
}

#[test]
fn rules_that_do_not_treat_images_alike_are_not_proven() {
    for name in ["mnk:3,3,3", "connect:3,3,3"] {
        let Solved { game, tiers, sections } = Solved::new(name, MOST);
        let is_proven =
            |lie| prove(&liar(game, lie), Rules::Unknown, &tiers, &sections).is_proven();
        assert!(is_proven(None), "{name}");
        // Boards that do not belong to their slots.
        let is_kept = |board| {
            let place = tiers.locate(board);
            place.and_then(|(tier, player, rank)| tiers.board(tier, player, rank)) == Some(board)
        };
        let by_code = solve(game, Objective::Fastest, &mut |_, _| ()).unwrap();
        let images: Vec<Board> = by_code.positions().filter(|&board| !is_kept(board)).collect();
        for &board in images.iter().step_by(images.len() / 6 + 1) {
            for lie in [Lie::IsUnreachable, Lie::Ends, Lie::HasNoMoves] {
                if lie == Lie::HasNoMoves && game.terminal(board).is_some() {
                    continue;
                }
                assert!(!is_proven(Some((lie, board))), "{name}: {lie:?} {}", game.notation(board));
            }
        }
    }
}

#[test]
fn honest_rules_are_proven_where_images_have_slots_of_their_own() {
    // Columns of ten cells are so high that the numbering uses no symmetry.
    let Solved { game, tiers, sections } = Solved::new("connect:2,10,3", MOST);
    assert_eq!(tiers.symmetries(), 1);
    let liar = liar(game, None);
    assert_eq!(solve_tiers(&liar, &tiers, &|_| ()).unwrap(), sections);
    assert!(prove(&liar, Rules::Unknown, &tiers, &sections).is_proven());
}
