//! The levels: the exact chance of each move in every position, and whether random choices have these chances.
#![cfg(all(feature = "direct", feature = "compact"))]

use std::collections::{BTreeMap, HashMap};

use perfect_play::{
    Board, Chance, Entry, Game, Level, Mnk, Move, MoveChance, Moves, NotAPosition, Outcome, Player,
    Policy, Probe, ProbeError, TICTACTOE, TICTACTOE_MISERE, compact,
};
use perfect_play_engine::AnyTable;
use perfect_play_generator::{
    core::{MoveValues, Objective, Scheme, Value},
    solve,
};
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

use crate::oracle::{Oracle, Verdict, fastest};

fn chance(numerator: u32, denominator: usize) -> Chance {
    Chance::new(numerator, u32::try_from(denominator).unwrap()).unwrap()
}

fn skill(numerator: u32, denominator: usize) -> Level {
    Level::Skill(chance(numerator, denominator))
}

/// A worth as the depth-aware score of X, for boards of fewer than twenty cells: 10 less the moves
/// that O will have made when X wins, and so on.
fn score(ply: u16, mover: Player, (outcome, plies): Verdict) -> i8 {
    let end = ply + plies;
    let moves_of_o = i8::try_from(end / 2).unwrap();
    let outcome = if mover == Player::X { outcome } else { -outcome };
    outcome * (10 - moves_of_o)
}

/// The moves of a player who sees this many plies ahead, counted from before the move.
fn seen(moves: &[(Move, Verdict)], ahead: u8) -> Vec<Move> {
    let ahead = u16::from(ahead);
    let those = |keep: &dyn Fn(i8, u16) -> bool| -> Vec<Move> {
        let kept = moves.iter().filter(|&&(_, (outcome, plies))| keep(outcome, plies));
        kept.map(|&(mv, _)| mv).collect()
    };
    for plies in 0..=ahead {
        let wins = those(&|outcome, remoteness| outcome == 1 && remoteness == plies);
        if !wins.is_empty() {
            return wins;
        }
    }
    for plies in (0..=ahead).rev() {
        let left = those(&|outcome, remoteness| outcome != -1 || remoteness > plies);
        if !left.is_empty() {
            return left;
        }
        let latest = those(&|outcome, remoteness| outcome == -1 && remoteness == plies);
        if !latest.is_empty() {
            return latest;
        }
    }
    Vec::new()
}

/// The moves with the oracle's worth of each, in the order of the tutorials: stably, descending for X and ascending for O.
fn sorted(oracle: &Oracle, game: &Mnk, board: Board) -> Vec<(Move, Verdict)> {
    let (side, ply) = (game.to_move(board), game.ply(board).unwrap());
    let mut moves = oracle.moves(board.code());
    match side {
        Player::X => moves.sort_by_key(|&(_, worth)| -score(ply, side, worth)),
        Player::O => moves.sort_by_key(|&(_, worth)| score(ply, side, worth)),
    }
    moves
}

/// Each level's chances by its definition, from the sorted moves, the optimal ones and the risk of each move.
fn defined(
    level: Level,
    sorted: &[(Move, Verdict)],
    optimal: &[Move],
    risk: &mut dyn FnMut(Move) -> usize,
) -> BTreeMap<Move, Chance> {
    let all: Vec<Move> = sorted.iter().map(|&(mv, _)| mv).collect();
    let evenly = |moves: &[Move], numerator: u32, denominator: usize| {
        let chance = chance(numerator, denominator * moves.len());
        moves.iter().map(|&mv| (mv, chance)).collect::<Vec<_>>()
    };
    let mixed = |first: Vec<Move>, chance: Chance, second: Vec<Move>| {
        let rest: Vec<Move> = second.into_iter().filter(|mv| !first.contains(mv)).collect();
        if rest.is_empty() {
            return evenly(&first, 1, 1).into_iter().collect();
        }
        let of = chance.denominator().get();
        [(chance.numerator(), first), (of - chance.numerator(), rest)]
            .into_iter()
            .filter(|&(numerator, _)| numerator > 0)
            .flat_map(|(numerator, moves)| evenly(&moves, numerator, of as usize))
            .collect()
    };
    match (level, &all[..]) {
        (_, []) => BTreeMap::new(),
        (Level::Easy, _) => evenly(&seen(sorted, 1), 1, 1).into_iter().collect(),
        (Level::Medium, _) => evenly(&seen(sorted, 2), 1, 1).into_iter().collect(),
        (Level::Hard, _) => mixed(seen(sorted, 6), chance(9, 10), seen(sorted, 2)),
        (Level::Lookahead(plies), _) => evenly(&seen(sorted, plies), 1, 1).into_iter().collect(),
        (Level::Blind, legal) => evenly(legal, 1, 1).into_iter().collect(),
        (Level::Novice, [first, second, ..]) => {
            BTreeMap::from([(*first, chance(2, 5)), (*second, chance(3, 5))])
        }
        (Level::Novice | Level::Master, [first, ..]) => BTreeMap::from([(*first, Chance::ONE)]),
        (Level::Perfect, _) => evenly(optimal, 1, 1).into_iter().collect(),
        (Level::Tricky, _) => {
            let risks: Vec<_> = optimal.iter().map(|&mv| (risk(mv), mv)).collect();
            let most = risks.iter().map(|&(risk, _)| risk).max();
            let riskiest = risks.iter().filter(|&&(risk, _)| Some(risk) == most);
            let riskiest: Vec<_> = riskiest.map(|&(_, mv)| mv).collect();
            evenly(&riskiest, 1, 1).into_iter().collect()
        }
        (Level::Skill(chance), _) => mixed(optimal.to_vec(), chance, all.clone()),
    }
}

/// How likely a player goes wrong who looks 0 to 6 plies ahead, each number twice as likely as the one before.
fn risk(oracle: &Oracle, code: u64) -> usize {
    let moves = oracle.moves(code);
    let best = moves.iter().map(|&(_, (outcome, _))| outcome).max();
    let wrong = moves.iter().filter(|&&(_, (outcome, _))| Some(outcome) != best);
    let wrong: Vec<_> = wrong.map(|&(mv, _)| mv).collect();
    let depths = if moves.is_empty() { 0..0 } else { 0..7 };
    let share = |plies| {
        let chosen = seen(&moves, plies);
        ((chosen.iter().filter(|mv| wrong.contains(mv)).count() << 16) / chosen.len()) << plies
    };
    depths.map(share).sum()
}

fn levels() -> impl Iterator<Item = Level> {
    let skills = [skill(0, 1), skill(1, 3), skill(9, 10), skill(1, 1)];
    let lookaheads = [0, 1, 2, 3, 5, 255].map(Level::Lookahead);
    Level::NAMED.into_iter().chain(skills).chain(lookaheads)
}

fn chances(policy: Policy) -> impl Iterator<Item = (Move, Chance)> {
    policy.chances().map(|MoveChance { mv, numerator, denominator }| {
        let [numerator, denominator] =
            [numerator, denominator.get()].map(|number| u32::try_from(number).unwrap());
        let chance = Chance::new(numerator, denominator).unwrap();
        assert_eq!(chance.numerator(), numerator, "in lowest terms");
        (mv, chance)
    })
}

/// Compares all levels on all positions; gives how many there were.
fn agrees_with_the_definitions<T: Probe<Game = Mnk>>(table: &T, oracle: &Oracle) -> usize {
    let game = table.game();
    let mut positions = 0;
    let mut risks = HashMap::new();
    for board in table.positions() {
        let sorted = sorted(oracle, game, board);
        let optimal = fastest(&sorted);
        let mut known_risk = |mv| {
            let code = game.play(board, mv).code();
            *risks.entry(code).or_insert_with(|| risk(oracle, code))
        };
        for level in levels() {
            let policy = level.policy(table, board).unwrap();
            let chances: BTreeMap<_, _> = chances(policy).collect();
            assert_eq!(
                chances,
                defined(level, &sorted, &optimal, &mut known_risk),
                "{level} on {}",
                game.notation(board)
            );
        }
        positions += 1;
    }
    positions
}

#[test]
fn every_level_has_the_defined_chances_on_every_position() {
    let plain = Oracle::new(3, 3, 3, false);
    let misere = Oracle::new(3, 3, 3, true);
    assert_eq!(agrees_with_the_definitions(&TICTACTOE, &plain), 5_478);
    assert_eq!(agrees_with_the_definitions(&compact::TICTACTOE, &plain), 5_478);
    assert!(agrees_with_the_definitions(&TICTACTOE_MISERE, &misere) > 5_000);
}

fn table(name: &str) -> AnyTable {
    AnyTable::solve(name.parse().unwrap(), Objective::Fastest, 1 << 30, &|_, _| ()).unwrap()
}

#[test]
fn easy_medium_and_hard_never_pass_over_a_win_at_hand() {
    // Marks, a fall, stones that move, positions that come again, passes, a second move in turn, no players.
    for name in [
        "tictactoe",
        "connect:4,3,3",
        "three-mens-morris",
        "achi+blocked-pass",
        "wild:3,3,3",
        "dodgem:3",
        "nim:1,2",
        "dots:2,2",
        "kalah:2,2",
    ] {
        let table = table(name);
        let game = table.game();
        let mut at_hand = 0;
        for position in table.positions() {
            let worths = table.move_values(position).unwrap();
            let wins = |mv: &Move| {
                let is_won = worths.get(*mv).unwrap().outcome == Outcome::Win;
                is_won && game.end(game.play(position, *mv)).is_some()
            };
            let wins: Moves = game.legal_moves(position).iter().filter(wins).collect();
            if wins.is_empty() {
                continue;
            }
            at_hand += 1;
            for level in [Level::Easy, Level::Medium, Level::Hard] {
                let moves = level.policy(&table, position).unwrap().moves();
                assert!(moves.is_within(wins) && !moves.is_empty(), "{level} in {name}");
            }
        }
        assert!(at_hand > 0, "{name}");
    }
}

/// The chances by the definition for games for points, in which a best move is taken so often, and
/// otherwise any.
fn for_points(worths: &MoveValues, ends: &[Move], chance: f64) -> BTreeMap<Move, f64> {
    let score = |mv: Move| worths.get(mv).and_then(|worth| worth.score).unwrap();
    let of = |moves: &[Move]| moves.iter().map(|&mv| score(mv)).max();
    let best = |moves: &[Move]| -> Vec<Move> {
        moves.iter().copied().filter(|&mv| Some(score(mv)) == of(moves)).collect()
    };
    let won: Vec<Move> = ends.iter().copied().filter(|&mv| score(mv) > 0).collect();
    let all: Vec<Move> = worths.iter().map(|worth| worth.mv).collect();
    let (first, chance) = if won.is_empty() { (best(&all), chance) } else { (best(&won), 1.0) };
    let share = |moves: &[Move]| 1.0 / f64::from(u32::try_from(moves.len()).unwrap());
    let mut chances = BTreeMap::new();
    for &mv in &first {
        *chances.entry(mv).or_default() += chance * share(&first);
    }
    for &mv in all.iter().filter(|_| chance < 1.0) {
        *chances.entry(mv).or_default() += (1.0 - chance) * share(&all);
    }
    chances
}

#[test]
fn in_games_for_points_a_best_move_is_taken_so_often() {
    let mut ends_at_hand = 0;
    for name in ["dots:2,2", "othello:4,2", "kalah:2,2"] {
        let table = table(name);
        let game = table.game();
        assert_eq!(game.scheme(), Scheme::Score);
        for position in table.positions().filter(|&position| game.end(position).is_none()) {
            let worths = table.move_values(position).unwrap();
            let is_over = |mv: &Move| game.end(game.play(position, *mv)).is_some();
            let ends: Vec<Move> = game.legal_moves(position).iter().filter(is_over).collect();
            ends_at_hand += usize::from(!ends.is_empty());
            for (level, chance) in [
                (Level::Easy, 0.0),
                (Level::Medium, 0.5),
                (Level::Hard, 0.9),
                (Level::Lookahead(1), 0.0),
                (Level::Lookahead(4), 0.75),
                (Level::Lookahead(255), 254.0 / 255.0),
            ] {
                let expected = for_points(&worths, &ends, chance);
                let policy = level.policy(&table, position).unwrap();
                assert_eq!(policy.chances().count(), expected.len(), "{level} in {name}");
                for (mv, found) in chances(policy) {
                    let found = f64::from(found.numerator()) / f64::from(found.denominator().get());
                    assert!((found - expected[&mv]).abs() < 1e-9, "{level} in {name}: {mv}");
                }
            }
            let [none, blind] = [Level::Lookahead(0), Level::Blind]
                .map(|level| level.policy(&table, position).unwrap());
            assert_eq!(none, blind);
        }
    }
    assert!(ends_at_hand > 50, "{ends_at_hand}");
}

#[test]
fn larger_games_and_tables_of_bytes_have_levels_too() {
    for name in ["mnk:4,3,3", "mnk:4,2,3+misere", "mnk:5,1,2", "mnk:1,1,1"] {
        let game: Mnk = name.parse().unwrap();
        let table = solve(game, Objective::Fastest, &mut |_, _| ()).unwrap();
        let (columns, rows) = (game.shape().columns().into(), game.shape().rows().into());
        let oracle = Oracle::new(columns, rows, game.k().into(), game.is_misere());
        let positions = agrees_with_the_definitions(&table, &oracle);
        assert_eq!(positions, table.positions().count(), "{name}");
    }
}

#[test]
fn the_sorting_levels_do_not_depend_on_what_the_table_calls_optimal() {
    let all = solve(Mnk::TICTACTOE, Objective::Outcome, &mut |_, _| ()).unwrap();
    let mut different = 0;
    for board in all.positions() {
        for level in [Level::Blind, Level::Novice, Level::Master] {
            assert_eq!(level.policy(&all, board), level.policy(&TICTACTOE, board));
        }
        let perfect = |policy: Policy| policy.chances().count();
        different += usize::from(
            perfect(Level::Perfect.policy(&all, board).unwrap())
                != perfect(Level::Perfect.policy(&TICTACTOE, board).unwrap()),
        );
    }
    assert_eq!(different, 852, "where optimal and outcome-preserving moves differ");
}

/// The chi-squared statistic of choices by one policy held against the chances of another, and its
/// degrees of freedom.
fn chi_squared(chosen_by: Policy, expected: Policy) -> (f64, usize) {
    const CHOICES: u32 = 20_000;
    let mut random = ChaCha8Rng::seed_from_u64(2_026);
    let mut counts = BTreeMap::<Move, u32>::new();
    for _ in 0..CHOICES {
        let chosen = chosen_by.choose(|| random.next_u32()).unwrap();
        *counts.entry(chosen).or_default() += 1;
    }
    let chances: Vec<_> = chances(expected).collect();
    assert!(counts.keys().all(|mv| chances.iter().any(|(other, _)| other == mv)));
    let statistic = chances
        .iter()
        .map(|(mv, chance)| {
            let part = f64::from(chance.numerator()) / f64::from(chance.denominator().get());
            let expected = part * f64::from(CHOICES);
            let found = f64::from(counts.get(mv).copied().unwrap_or(0));
            (found - expected).powi(2) / expected
        })
        .sum();
    (statistic, chances.len() - 1)
}

/// What chi-squared exceeds once in a thousand times, for 0 to 8 degrees of freedom (NIST,
/// Engineering Statistics Handbook, 1.3.6.7.4).
const ONCE_IN_A_THOUSAND: [f64; 9] =
    [0.0, 10.828, 13.816, 16.266, 18.467, 20.515, 22.458, 24.322, 26.125];

#[test]
fn choices_keep_to_the_chances() {
    let game = TICTACTOE.game();
    for board in [".........", "X........", "X...O....", "XO..X....", "OX.XX.OO.", "XOXXOO.X."] {
        let board = game.parse(board).unwrap();
        for level in levels() {
            let policy = level.policy(&TICTACTOE, board).unwrap();
            let (statistic, freedom) = chi_squared(policy, policy);
            assert!(
                statistic <= ONCE_IN_A_THOUSAND[freedom],
                "{level} on {}: {statistic} with {freedom} degrees of freedom",
                game.notation(board)
            );
        }
    }
}

#[test]
fn the_test_of_choices_finds_a_bias() {
    let novice = Level::Novice.policy(&TICTACTOE, Board::EMPTY).unwrap();
    let [(first, _), (second, _)] = chances(novice).collect::<Vec<_>>()[..] else { panic!() };
    let set = |mv| [mv].into_iter().collect();
    let biased = Policy::new(set(first), chance(43, 100), set(second));
    let (statistic, freedom) = chi_squared(biased, novice);
    assert!(statistic > ONCE_IN_A_THOUSAND[freedom]);
}

/// A table whose every entry calls the taken cells optimal, and no free one.
struct Wrong;

impl Probe for Wrong {
    type Game = Mnk;
    type Error = ProbeError;

    fn game(&self) -> &Mnk {
        TICTACTOE.game()
    }
    fn objective(&self) -> Objective {
        Objective::Fastest
    }
    fn value(&self, board: Board) -> Result<Value, ProbeError> {
        TICTACTOE.value(board)
    }
    fn probe(&self, board: Board) -> Result<Entry, ProbeError> {
        let optimal_moves = Moves::from_low_bits(board.occupied());
        Ok(Entry { optimal_moves, ..TICTACTOE.probe(board)? })
    }
}

#[test]
fn no_table_makes_a_level_play_an_illegal_move() {
    let (wrong, game) = (Wrong, TICTACTOE.game());
    let mut entries = 0;
    for board in TICTACTOE.positions() {
        for level in levels() {
            // A neighbour may be missing, which is an error.
            let Ok(policy) = level.policy(&wrong, board) else { continue };
            assert!(policy.moves().is_within(game.legal_moves(board)), "{level}");
            assert_eq!(policy.moves().is_empty(), game.terminal(board).is_some(), "{level}");
            entries += 1;
        }
    }
    assert!(entries > 8 * 4_000, "{entries}");
}

#[test]
fn there_is_no_choice_where_there_is_no_move_and_a_reason_where_there_is_no_position() {
    let game = TICTACTOE.game();
    let over = game.parse("XXXOO....").unwrap();
    let none = game.parse("XXX......").unwrap();
    let reason = ProbeError::NotAPosition(NotAPosition::Unbalanced { x: 3, o: 0 });
    for level in levels() {
        assert_eq!(level.choose(&TICTACTOE, over, || 0), Ok(None));
        assert_eq!(level.choose(&TICTACTOE, none, || 0), Err(reason));
        assert_eq!(level.choose(&compact::TICTACTOE, none, || 0), Err(reason));
    }
}
