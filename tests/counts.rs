//! Known numbers of tic-tac-toe, counted.
#![cfg(feature = "direct")]

use std::collections::BTreeMap;

use perfect_play::{Board, Game, Mnk, Moves, Outcome, Player, Probe, TICTACTOE};
use perfect_play_generator::{ScoreRule, core::Objective, minimax, solve};
use perfect_play_proof::{PlyCounts, diff, stats};

#[test]
fn positions_by_ply_outcome_and_end() {
    let stats = stats(&TICTACTOE, &mut |_, _| ()).unwrap();
    let by_ply: Vec<_> = stats.by_ply.iter().map(|ply: &PlyCounts| ply.positions).collect();
    assert_eq!(by_ply, [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
    assert_eq!(stats.positions, 5_478);
    assert_eq!(stats.canonical, 765);
    let terminal = stats.terminal;
    assert_eq!(
        (terminal.total, terminal.x_wins, terminal.o_wins, terminal.draws),
        (958, Some(626), Some(316), 16)
    );
    let outcomes = stats.outcomes;
    assert_eq!((outcomes.win, outcomes.draw, outcomes.loss), (2_836, 1_068, 1_574));
    assert_eq!(stats.start.outcome, Outcome::Draw);
    assert_eq!(stats.start.remoteness, Some(9));
    assert_eq!(stats.start.optimal_moves, Moves::from_low_bits(0x1ff));
    assert_eq!(TICTACTOE.game().codes(), 19_683);
    assert_eq!(TICTACTOE.positions().last().map(Board::code), Some(19_560));
}

#[test]
fn canonical_terminal_positions() {
    let game = TICTACTOE.game();
    let mut ends = BTreeMap::new();
    for board in TICTACTOE.positions() {
        if game.terminal(board).is_some() && game.is_canonical(board) {
            *ends.entry(game.winner(board)).or_insert(0) += 1;
        }
    }
    let expected = [(None, 3), (Some(Player::X), 91), (Some(Player::O), 44)];
    assert_eq!(ends, BTreeMap::from(expected));
}

/// How many complete games there are, by length and winner.
fn complete_games(game: &Mnk) -> BTreeMap<(u16, Option<Player>), u64> {
    fn play(game: &Mnk, board: Board, games: &mut BTreeMap<(u16, Option<Player>), u64>) {
        if game.terminal(board).is_some() {
            *games.entry((game.ply(board).unwrap(), game.winner(board))).or_default() += 1;
        }
        for mv in game.legal_moves(board) {
            play(game, game.play(board, mv), games);
        }
    }
    let mut games = BTreeMap::new();
    play(game, game.start(), &mut games);
    games
}

#[test]
fn games_by_length_and_winner() {
    let games = complete_games(TICTACTOE.game());
    let sum = |of: &dyn Fn(u16, Option<Player>) -> bool| -> u64 {
        games.iter().filter(|&(&(length, winner), _)| of(length, winner)).map(|(_, n)| n).sum()
    };
    assert_eq!(sum(&|_, _| true), 255_168);
    assert_eq!(sum(&|_, winner| winner == Some(Player::X)), 131_184);
    assert_eq!(sum(&|_, winner| winner == Some(Player::O)), 77_904);
    assert_eq!(sum(&|_, winner| winner.is_none()), 46_080);
    let by_length = [5, 6, 7, 8, 9].map(|wanted| sum(&|length, _| length == wanted));
    assert_eq!(by_length, [1_440, 5_328, 47_952, 72_576, 127_872]);
}

#[test]
fn two_random_players() {
    // A game of n plies is played with probability (9 - n)! / 9!.
    let factorial = |n: u16| -> u64 { (1..=u64::from(n)).product() };
    let chance = |winner: Option<Player>| -> u64 {
        complete_games(TICTACTOE.game())
            .into_iter()
            .filter(|&((_, of), _)| of == winner)
            .map(|((length, _), games)| games * factorial(9 - length))
            .sum()
    };
    for (winner, numerator, denominator) in
        [(Some(Player::X), 737, 1260), (Some(Player::O), 121, 420), (None, 8, 63)]
    {
        assert_eq!(chance(winner) * denominator, numerator * factorial(9));
    }
}

#[test]
fn plain_minimax_looks_at_549_946_positions() {
    let result = minimax(&Mnk::TICTACTOE, Board::EMPTY, ScoreRule::Unit);
    assert_eq!((result.score, result.best_move, result.calls), (0, Some(0), 549_946));
}

#[test]
fn the_two_objectives_differ_in_852_optimal_sets_and_in_nothing_else() {
    let outcome = solve(Mnk::TICTACTOE, Objective::Outcome, &mut |_, _| ()).unwrap();
    let diff = diff(&TICTACTOE, &outcome, 0, &mut |_, _| ()).unwrap();
    assert_eq!((diff.positions, diff.differing), (5_478, 852));
    let counts = diff.counts;
    assert_eq!(counts.optimal_moves_changed, 852);
    assert_eq!((counts.only_in_first, counts.only_in_second), (0, 0));
    assert_eq!((counts.outcome_changed, counts.remoteness_changed), (0, 0));
    let both: u64 = TICTACTOE
        .positions()
        .map(|board| {
            let optimal = TICTACTOE.probe(board).unwrap().optimal_moves;
            u64::from(Ok(optimal) != TICTACTOE.outcome_preserving_moves(board))
        })
        .sum();
    assert_eq!(both, 852);
}
