//! What the analysis says agrees with the rules, with the proof's counts, and with itself.

use perfect_play_analysis::{
    Answer, Chance, MovesReport, Pairing, PlayLimit, Sample, TableError, Turn, best_line, draw,
    exact, is_small, longest_wins,
};
use perfect_play_core::{
    CodeTable, Disagreement, Game, Level, Objective, Outcome, Player, Probe, Scheme, Value,
};
use perfect_play_engine::{AnyGame, AnyTable};
use perfect_play_games::Mnk;
use perfect_play_proof::stats;

fn solved(name: &str) -> impl Probe<Game = Mnk> + Sync {
    let game: Mnk = name.parse().unwrap();
    perfect_play_generator::solve(game, Objective::Fastest, &mut |_, _| ()).unwrap()
}

/// The longest win, found again by the proof's counts. The best line from there is as long.
fn longest<T: Probe>(table: &T) {
    let counted = stats(table, &mut |_, _| ()).unwrap();
    let longest = longest_wins(table, 3, &mut |_, _| ()).unwrap();
    if table.game().scheme() == Scheme::Score {
        assert!(longest.is_none());
        return;
    }
    let longest = longest.unwrap();
    let at = counted.by_remoteness.iter().filter(|at| at.remoteness == Some(longest.plies));
    let count: u64 = at.map(|at| at.outcomes.win + at.outcomes.loss).sum();
    assert_eq!((Some(longest.plies), longest.count), (counted.longest_win, count));
    assert!(!longest.positions.is_empty() && longest.positions.len() <= 3);
    for position in longest.positions {
        let line = best_line(table, position).unwrap();
        assert_eq!(line.moves.len(), usize::from(longest.plies));
        assert_eq!(line.moves.len(), line.positions.len());
        assert!(!line.repeats && table.game().end(line.end).is_some());
    }
}

#[test]
fn the_longest_win_is_the_one_that_is_counted() {
    for name in ["mnk:3,2,2", "tictactoe+misere", "connect:3,3,3", "mnk:4,3,3"] {
        longest(&solved(name));
    }
    for name in ["nim:3,2", "clobber:3,3", "mu-torere", "dots:2,1"] {
        let game = name.parse().unwrap();
        longest(&AnyTable::solve(game, Objective::Fastest, 1 << 30, &|_, _| ()).unwrap());
    }
}

/// The chance that X wins and of a draw, by recursion over all plays.
fn chances<T: Probe>(
    table: &T,
    board: <T::Game as Game>::Position,
    levels: [Level; 2],
) -> [f64; 2] {
    let game = table.game();
    if game.end(board).is_some() {
        return match game.winner(board) {
            Some(Player::X) => [1.0, 0.0],
            Some(Player::O) => [0.0, 0.0],
            None => [0.0, 1.0],
        };
    }
    let level = levels[usize::from(game.to_move(board) == Player::O)];
    let mut sum = [0.0; 2];
    for chance in level.policy(table, board).unwrap().chances() {
        let [wins, draws] = chances(table, game.play(board, chance.mv), levels);
        #[expect(clippy::cast_precision_loss, reason = "small fractions")]
        let weight = chance.numerator as f64 / chance.denominator.get() as f64;
        sum[0] += weight * wins;
        sum[1] += weight * draws;
    }
    sum
}

#[test]
fn exact_chances_are_those_of_all_plays() {
    let table = solved("tictactoe");
    let game = *table.game();
    let limit = PlayLimit::new(&game, None);
    for text in ["X...O....", "XO.......", ".........", "XX.OO...."] {
        let board = game.parse(text).unwrap();
        for levels in [
            [Level::Blind, Level::Perfect],
            [Level::Novice, Level::Master],
            [Level::Hard, Level::Easy],
        ] {
            let start = Turn::first(&game, board);
            let pairing = Pairing::exact(&table, start, levels, limit, &mut |_| ()).unwrap();
            let [x, draws] = chances(&table, board, levels);
            assert!((pairing.x_wins.value() - x).abs() < 1e-9, "{text} {levels:?}");
            assert!((pairing.draws.value() - draws).abs() < 1e-9, "{text} {levels:?}");
        }
    }
}

#[test]
fn exact_chances_are_promised_where_few_positions_are_walked() {
    let asked = [
        ("mnk:4,4,4", Some(6), true),
        ("three-mens-morris", Some(40), true),
        ("three-mens-morris", Some(50_000), false),
    ];
    for (name, plies, expected) in asked {
        let game: AnyGame = name.parse().unwrap();
        let limit = PlayLimit::new(&game, plies);
        let levels = [Level::Blind; 2];
        assert_eq!(is_small(&game, game.start(), levels, limit), Ok(expected), "{name} {plies:?}");
        if game.repeats() && expected {
            let table = AnyTable::solve(game, Objective::Fastest, 1 << 30, &|_, _| ()).unwrap();
            let start = Turn::first(table.game(), table.game().start());
            assert!(exact(&table, start, levels, limit, &mut |_| ()).is_ok());
        }
    }
}

/// With 11 plies 859 thousand positions of 4 by 4 are walked, with 12 plies more than a million.
#[test]
fn the_chances_after_each_move_walk_one_ply_more() {
    let game: Mnk = "mnk:4,4,4".parse().unwrap();
    let limit = |plies| PlayLimit::new(&game, Some(plies));
    assert_eq!(is_small(&game, game.start(), [Level::Blind; 2], limit(11)), Ok(true));
    assert_eq!(MovesReport::can_be_exact(&game, game.start(), limit(11)), Ok(false));
}

#[test]
fn a_sample_is_near_the_exact_chances_and_is_given_by_its_seed() {
    let table = solved("tictactoe");
    let game = *table.game();
    let limit = PlayLimit::new(&game, None);
    let start = Turn::first(&game, game.start());
    let levels = [Level::Novice, Level::Blind];
    let played = |seed| {
        let sample = Sample { games: 20_000, seed };
        Pairing::sampled(&table, start, levels, (sample, limit), &|_| ()).unwrap()
    };
    assert_eq!(played(3), played(3));
    assert_ne!(played(3), played(4));
    let exactly = Pairing::exact(&table, start, levels, limit, &mut |_| ()).unwrap();
    assert!((played(3).x_wins.value() - exactly.x_wins.value()).abs() < 0.02);
    assert!(matches!(played(3).draws, Chance::Sampled { .. }));
    let sum = [&exactly.x_wins, &exactly.o_wins, &exactly.draws].map(Chance::value);
    assert!((sum.iter().sum::<f64>() - 1.0).abs() < 1e-9);
}

#[test]
fn a_report_has_the_chances_after_each_move() {
    let table = solved("mnk:3,3,3");
    let game = *table.game();
    let limit = PlayLimit::new(&game, None);
    let report = MovesReport::new(&table, game.start(), (None, limit), &|_, _| ()).unwrap();
    assert_eq!(report.moves.len(), 9);
    for mv in &report.moves {
        let next = Turn::first(&game, game.start()).after(&game, mv.number());
        let levels = [Level::Perfect, Level::Blind];
        let chances = exact(&table, next, levels, limit, &mut |_| ()).unwrap();
        let win =
            Chance::Exact(perfect_play_analysis::Fraction::new(&chances.wins(Some(Player::X))));
        assert_eq!(mv.perfect_against_random.win, win);
    }
    assert_eq!((report.moves[1].wrong_replies.wrong, report.moves[1].wrong_replies.of), (4, 8));
}

#[test]
fn an_answer_says_where_a_table_contradicts_itself() {
    // One cell: X takes it and wins in one ply.
    let game: Mnk = "mnk:1,1,1".parse().unwrap();
    let board = game.parse(".").unwrap();
    let table = |start: u8| {
        CodeTable::by_code(game, Objective::Fastest, [start, Value::loss(0).unwrap().byte(), 255])
            .unwrap()
    };
    let right = table(Value::win(1).unwrap().byte());
    assert_eq!(Answer::of(&right, board).unwrap().entry.outcome, Outcome::Win);
    let disagreement = |start: u8| match Answer::of(&table(start), board).unwrap_err() {
        TableError::Contradiction(contradiction) => contradiction.disagreement,
        TableError::Unreadable(error) => panic!("{error}"),
    };
    let loss = Value::loss(2).unwrap().byte();
    assert_eq!(disagreement(loss), Some(Disagreement::Outcome(Outcome::Loss)));
    assert_eq!(disagreement(Value::win(3).unwrap().byte()), Some(Disagreement::Value));
}

#[test]
fn tricky_play_wins_more_often_than_perfect_play_and_never_loses_a_drawn_game() {
    let table = solved("tictactoe");
    let game = table.game();
    let limit = PlayLimit::new(game, None);
    let wins = |levels: [Level; 2], side: Player| {
        let turn = Turn::first(game, game.start());
        let results = exact(&table, turn, levels, limit, &mut |_| ()).unwrap();
        [side, side.opponent()].map(|winner| results.wins(Some(winner)))
    };
    for weak in [Level::Blind, Level::Easy, Level::Medium, Level::Hard] {
        for side in [Player::X, Player::O] {
            let [tricky, perfect] = [Level::Tricky, Level::Perfect].map(|strong| match side {
                Player::X => wins([strong, weak], side),
                Player::O => wins([weak, strong], side),
            });
            assert!(tricky[0] > perfect[0], "{weak}, {side}");
            assert_eq!(tricky[1], perfect[1], "{weak}, {side}");
            assert_eq!(tricky[1].to_string(), "0");
        }
    }
}

#[test]
fn each_set_of_items_is_drawn_equally_often() {
    // Two of five: ten sets, each about 2,000 times (standard deviation 42).
    let mut counts = [[0_u32; 5]; 5];
    for seed in 0..20_000 {
        let drawn = draw(0..5_usize, 2, seed);
        let [first, second] = drawn[..] else { panic!("{drawn:?}") };
        counts[first][second] += 1;
    }
    for (first, counts) in counts.iter().enumerate() {
        for (second, &count) in counts.iter().enumerate() {
            if first < second {
                assert!((1_800..2_200).contains(&count), "{first} {second}: {count}");
            } else {
                assert_eq!(count, 0);
            }
        }
    }
}

#[test]
fn all_are_drawn_where_there_are_few() {
    for count in [5, 6, 1000] {
        assert_eq!(draw(0..5, count, 7), [0, 1, 2, 3, 4]);
    }
    assert_eq!(draw(0..0, 3, 7), [0; 0]);
}
