//! Grades, best responses, difficulties and puzzles agree with their definitions, by searches that use no table.

use std::{collections::BTreeMap, convert::Infallible};

use perfect_play_analysis::{
    Agent, Among, BestResponse, Difficulty, Failure, Graded, JudgedMove, LevelAgent, PlayLimit,
    PuzzleKind, Regret, Remembering, Reply, Turn, exploitability, first_positions, grade, puzzles,
    puzzles_among, traps,
};
use perfect_play_core::{Game, Level, Move, Objective, Outcome, Player, Probe, Scheme};
use perfect_play_engine::{AnyGame, AnyPosition, AnyTable};

fn solved(name: &str) -> AnyTable {
    let game = name.parse().unwrap();
    AnyTable::solve(game, Objective::Fastest, 1 << 30, &|_, _| ()).unwrap()
}

/// An agent whose moves and chances depend on the text of the position alone. It sometimes plays no legal move.
#[derive(Clone)]
struct Odd {
    seed: u64,
    fails: bool,
}

impl Odd {
    fn reply(&self, game: &AnyGame, position: AnyPosition) -> Reply {
        let text = game.notation(position).to_string();
        let mut hash = self.seed;
        for byte in text.bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3).rotate_left(23);
        }
        if self.fails && hash.is_multiple_of(7) {
            return match hash % 3 {
                0 => Reply::Failed(Failure::Late),
                1 => Reply::Failed(Failure::Crashed),
                // No game here has so many moves.
                _ => Reply::plays(255),
            };
        }
        let legal: Vec<_> = game.legal_moves(position).iter().collect();
        let weights: Vec<_> = legal.iter().map(|mv| (hash >> (mv % 32)) % 4).collect();
        let sum: u64 = weights.iter().sum();
        if sum == 0 {
            return Reply::plays(legal[0]);
        }
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let chance = |weight: u64| weight as f64 / sum as f64;
        Reply::Moves(legal.into_iter().zip(weights.into_iter().map(chance)).collect())
    }
}

impl Agent<AnyGame> for Odd {
    type Error = Infallible;

    fn replies(
        &mut self,
        game: &AnyGame,
        positions: &[AnyPosition],
    ) -> Result<Vec<Reply>, Infallible> {
        Ok(positions.iter().map(|&position| self.reply(game, position)).collect())
    }
}

/// The value of a position for the side to move, by plain minimax to the end.
fn minimax(game: &AnyGame, position: AnyPosition) -> f64 {
    if let Some(end) = game.end(position) {
        return match game.scheme() {
            Scheme::Remoteness => f64::from(end.outcome().number()),
            Scheme::Score => f64::from(end.score()),
        };
    }
    let moves = game.legal_moves(position).iter();
    moves.map(|mv| minimax_of_move(game, position, mv)).fold(f64::MIN, f64::max)
}

fn minimax_of_move(game: &AnyGame, position: AnyPosition, mv: Move) -> f64 {
    let child = game.play(position, mv);
    let value = minimax(game, child);
    if game.is_impartial() || game.to_move(position) != game.to_move(child) {
        -value
    } else {
        value
    }
}

/// What the best opponent of an agent can expect, by recursion over all plays of at most so many plies.
fn response(agent: &Odd, game: &AnyGame, turn: Turn<AnyPosition>, side: Player, plies: u16) -> f64 {
    if let Some(winner) = turn.end(game) {
        return match game.scheme() {
            Scheme::Remoteness => match winner {
                None => 0.0,
                Some(winner) if winner == side => -1.0,
                Some(_) => 1.0,
            },
            Scheme::Score => {
                let score = minimax(game, turn.position);
                if turn.player == side { -score } else { score }
            }
        };
    }
    if plies == 0 {
        return 0.0;
    }
    let after = |mv| response(agent, game, turn.after(game, mv), side, plies - 1);
    let legal = game.legal_moves(turn.position);
    if turn.player != side {
        return legal.iter().map(after).fold(f64::MIN, f64::max);
    }
    match agent.reply(game, turn.position).checked(legal) {
        Reply::Moves(moves) => moves.into_iter().map(|(mv, chance)| chance * after(mv)).sum(),
        Reply::Failed(_) if game.scheme() == Scheme::Remoteness => 1.0,
        Reply::Failed(_) => {
            let values = legal.iter().map(|mv| minimax_of_move(game, turn.position, mv));
            -values.fold(f64::MAX, f64::min)
        }
    }
}

#[test]
fn a_best_response_is_that_of_all_plays() {
    for (name, limit) in [
        ("mnk:3,2,2", None),
        ("tictactoe", None),
        ("nim:1,2,2", None),
        ("dots:2,1", None),
        ("kalah:2,1", None),
        ("three-mens-morris", Some(5)),
    ] {
        let table = solved(name);
        let game = table.game();
        let start = Turn::first(game, game.start());
        let limit = PlayLimit::new(game, limit);
        for (seed, fails) in [(1, false), (2, true)] {
            let agent = Odd { seed, fails };
            for side in [Player::X, Player::O] {
                let mut asked = Remembering::new(agent.clone());
                let best = BestResponse::to(&table, &mut asked, start, (side, limit), &mut |_| ())
                    .unwrap();
                let expected = response(&agent, game, start, side, limit.plies());
                assert!((best.value - expected).abs() < 1e-9, "{name}: {} {expected}", best.value);
                assert_eq!(best.max_plies.is_some(), name == "three-mens-morris", "{name}");
                assert!(best.value >= best.against_perfect - 1e-9 || best.max_plies.is_some());
                // The play is one that agent and opponent can play, with the chance that is said.
                let (mut turn, mut chance) = (start, 1.0);
                for &mv in &best.play.line {
                    if turn.player == side {
                        let Reply::Moves(moves) = agent.reply(game, turn.position) else {
                            panic!()
                        };
                        let sum: f64 = moves.iter().map(|&(_, chance)| chance).sum();
                        chance *= moves.iter().find(|&&(played, _)| played == mv).unwrap().1 / sum;
                    }
                    turn = turn.after(game, mv);
                }
                assert!((best.chance - chance).abs() < 1e-9, "{name}");
                assert_eq!(best.play.end, Some(game.notation(turn.position).to_string()));
            }
        }
    }
}

#[test]
fn perfect_play_cannot_be_exploited() {
    for name in ["tictactoe", "mnk:3,2,2", "connect:3,3,3", "dots:1,1", "nim:3,2"] {
        let table = solved(name);
        let game = table.game();
        let (start, limit) = (Turn::first(game, game.start()), PlayLimit::new(game, None));
        for level in [Level::Perfect, Level::Tricky, Level::Master] {
            let responses = [Player::X, Player::O].map(|side| {
                let mut agent = LevelAgent { table: &table, level };
                BestResponse::to(&table, &mut agent, start, (side, limit), &mut |_| ()).unwrap()
            });
            assert!(exploitability(&responses).abs() < 1e-12, "{name} {level}");
            for response in responses {
                assert!(
                    (response.value - response.against_perfect).abs() < 1e-12,
                    "{name} {level}"
                );
            }
        }
    }
}

/// The value of a move, from the positions after it: the outcome, and the score or the plies.
fn regret(game: &AnyGame, table: &AnyTable, position: AnyPosition, mv: Move) -> (i32, i32) {
    let worth = |mv| {
        let child = game.play(position, mv);
        let value = table.value(child).unwrap();
        let same = !game.is_impartial() && game.to_move(position) == game.to_move(child);
        let sign = if same { 1 } else { -1 };
        let outcome = sign * i32::from(value.outcome().number());
        let second = match game.scheme() {
            Scheme::Score => sign * i32::from(value.score()),
            // Sooner wins and later losses are better.
            Scheme::Remoteness => -outcome * i32::from(value.plies().unwrap_or(0)),
        };
        (outcome, second)
    };
    let best = game.legal_moves(position).iter().map(worth).max_by_key(|&(outcome, second)| {
        if game.scheme() == Scheme::Score { (second, 0) } else { (outcome, second) }
    });
    let (best, chosen) = (best.unwrap(), worth(mv));
    (best.0 - chosen.0, best.1 - chosen.1)
}

#[test]
fn a_grade_is_the_sum_of_all_regrets() {
    for name in ["tictactoe", "connect:3,3,3", "nim:3,2", "dots:2,1", "hexapawn:3,3"] {
        let table = solved(name);
        let game = table.game();
        let positions: Vec<_> =
            table.positions().filter(|&position| game.end(position).is_none()).collect();
        let mut agent = Odd { seed: 7, fails: true };
        let graded = grade(&table, &mut agent, &positions, Graded::All, &mut |_| ()).unwrap();
        let (mut right, mut steps, mut points, mut plies, mut kept) = (0.0, 0.0, 0.0, 0.0, 0.0);
        let mut failures = BTreeMap::<_, u64>::new();
        for &position in &positions {
            let values = table.move_values(position).unwrap();
            match agent.reply(game, position).checked(game.legal_moves(position)) {
                Reply::Failed(failure) => {
                    *failures.entry(failure).or_default() += 1;
                    let [best, worst] =
                        [values.ranked().next(), values.ranked().last()].map(Option::unwrap);
                    let fell = match game.scheme() {
                        Scheme::Remoteness => best.outcome.number() + 1,
                        Scheme::Score => best.outcome.number() - worst.outcome.number(),
                    };
                    let lost = best.score.zip(worst.score).map_or(0, |(best, worst)| best - worst);
                    points += f64::from(lost);
                    steps += f64::from(fell);
                    right += f64::from(u8::from(fell == 0));
                }
                Reply::Moves(moves) => {
                    for (mv, chance) in moves {
                        let (outcome, second) = regret(game, &table, position, mv);
                        steps += chance * f64::from(outcome);
                        if game.scheme() == Scheme::Score {
                            points += chance * f64::from(second);
                        } else if outcome == 0 {
                            plies += chance * f64::from(second);
                            kept += chance;
                        }
                        right += chance * f64::from(u8::from(outcome == 0));
                    }
                }
            }
        }
        let all = graded.all.unwrap();
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let count = positions.len() as f64;
        let near =
            |one: f64, other: f64| assert!((one - other).abs() < 1e-9, "{name}: {one} {other}");
        near(all.right_in_outcome.value, right / count);
        near(all.outcome_regret.value, steps / count);
        match game.scheme() {
            Scheme::Score => near(all.score_regret.unwrap().value, points / count),
            Scheme::Remoteness => near(all.plies_regret.unwrap().value, plies / kept),
        }
        assert_eq!(graded.failures, failures);
        assert!(all.right_in_outcome.interval.is_none() && all.count == positions.len() as u64);
        // The groups are parts of the whole.
        if !graded.by_ply.is_empty() {
            assert_eq!(graded.by_ply.values().map(|part| part.count).sum::<u64>(), all.count);
        }
        let has_depth = game.scheme() == Scheme::Remoteness;
        let by_depth = graded.by_depth.values().map(|part| part.count).sum::<u64>();
        assert_eq!(by_depth, if has_depth { all.count } else { 0 });
    }
}

#[test]
fn a_sample_has_intervals_that_contain_the_whole() {
    let table = solved("connect:4,3,3");
    let game = table.game();
    let unfinished = |position: &AnyPosition| game.end(*position).is_none();
    let all: Vec<_> = table.positions().filter(unfinished).collect();
    let mut agent = LevelAgent { table: &table, level: Level::Novice };
    let whole = grade(&table, &mut agent, &all, Graded::All, &mut |_| ()).unwrap().all.unwrap();
    let mut hits = 0;
    for seed in 0..20 {
        let drawn = perfect_play_analysis::draw(all.iter().copied(), 500, seed);
        let graded = Graded::Sampled { seed, is_whole: false };
        let sampled = grade(&table, &mut agent, &drawn, graded, &mut |_| ()).unwrap();
        let sampled = sampled.all.unwrap();
        for (part, whole) in [
            (sampled.right_in_outcome, whole.right_in_outcome),
            (sampled.right_in_distance, whole.right_in_distance),
            (sampled.outcome_regret, whole.outcome_regret),
        ] {
            let interval = part.interval.unwrap();
            hits += u32::from((interval.low..=interval.high).contains(&whole.value));
        }
    }
    // 95 % of 60, and three standard deviations less.
    assert!(hits >= 52, "{hits}");
}

#[test]
fn equal_measurements_prove_only_what_holds_for_all_positions() {
    // Play of one game has at most nine plies. That of the other can repeat positions.
    for (name, longest) in [("tictactoe", Some(9.0)), ("three-mens-morris", None)] {
        let table = solved(name);
        let game = table.game();
        // In these positions no outcome can be given away.
        let lost = table.positions().filter(|&position| {
            game.end(position).is_none()
                && table.value(position).unwrap().outcome() == Outcome::Loss
        });
        let lost: Vec<_> = lost.take(8).collect();
        assert_eq!(lost.len(), 8);
        let mut agent = LevelAgent { table: &table, level: Level::Perfect };
        let measures = |is_whole| {
            let graded = Graded::Sampled { seed: 1, is_whole };
            grade(&table, &mut agent, &lost, graded, &mut |_| ()).unwrap().all.unwrap()
        };
        let [sample, whole] = [false, true].map(measures);
        // Hoeffding's bound.
        let high = |most: f64| most * (40_f64.ln() / 16.0).sqrt();
        let regrets = [(sample.outcome_regret, Some(2.0)), (sample.plies_regret.unwrap(), longest)];
        for (regret, most) in regrets {
            assert_eq!(regret.interval.is_some(), most.is_some(), "{name}");
            if let (Some(interval), Some(most)) = (regret.interval, most) {
                assert!((interval.high - high(most)).abs() < 1e-9, "{name} {most}: {interval:?}");
            }
        }
        let plies = whole.plies_regret.unwrap();
        assert_eq!((plies.value, plies.interval), (0.0, None), "{name}");
    }
}

#[test]
fn depth_and_traps_are_what_a_look_ahead_does() {
    for name in
        ["tictactoe", "tictactoe+misere", "connect:4,3,3", "hexapawn:3,3", "three-mens-morris"]
    {
        let table = solved(name);
        let game = table.game();
        let unfinished = |position: &AnyPosition| game.end(*position).is_none();
        for position in table.positions().filter(unfinished).step_by(3) {
            let values = table.move_values(position).unwrap();
            let right = values.outcome_preserving();
            let chosen = |plies| Level::Lookahead(plies).policy(&table, position).unwrap().moves();
            let difficulty = Difficulty::of(&values);
            let most = 40;
            let wrong = |plies| !chosen(plies).difference(right).is_empty();
            let depth = (0..most).rev().find(|&plies| wrong(plies)).map_or(0, |plies| plies + 1);
            assert_eq!(difficulty.depth, Some(depth.into()), "{name}: {}", game.notation(position));
            let traps = traps(&values);
            for mv in values.iter().map(|value| value.mv) {
                let longest = (0..most).rev().find(|&plies| chosen(plies).contains(mv));
                let found = traps.iter().find(|trap| trap.mv == mv);
                assert_eq!(found.is_some(), !right.contains(mv));
                if let Some(trap) = found {
                    assert_eq!(Some(trap.plies), longest.map(u16::from));
                }
            }
        }
    }
}

#[test]
fn the_first_positions_of_many_plies_are_those_of_the_table() {
    // One start, and many.
    for name in ["hexapawn:4,4", "krk:4"] {
        let table = solved(name);
        let mut expected = table.positions().collect::<Vec<_>>();
        let first = |most| first_positions(table.game(), u16::MAX, most);
        assert_eq!(first(expected.len() - 1), None, "{name}");
        let mut first = first(expected.len()).unwrap();
        first.sort_unstable();
        expected.sort_unstable();
        assert!(first == expected, "{name}: {} and {}", first.len(), expected.len());
    }
}

#[test]
fn puzzles_are_all_that_are_there_and_the_hardest_come_first() {
    let table = solved("hexapawn:4,4");
    let game = table.game();
    let outcome =
        |position| table.value(position).ok().map(|value| i32::from(value.outcome().number()));
    for kind in PuzzleKind::ALL {
        assert_eq!(kind.to_string().parse(), Ok(kind));
        let expected = table.positions().filter(|&position| {
            if game.end(position).is_some() || !table.is_canonical(position) {
                return false;
            }
            let values = table.move_values(position).unwrap();
            let difficulty = Difficulty::of(&values);
            match kind {
                PuzzleKind::OnlyMove => difficulty.right == 1 && difficulty.legal > 1,
                PuzzleKind::Trap => difficulty.trap.is_some_and(|plies| plies > 0),
                PuzzleKind::Deep => difficulty.depth.is_some_and(|plies| plies > 1),
                PuzzleKind::Zugzwang => {
                    let passed = game.passed(position).and_then(outcome);
                    passed.is_some_and(|there| -there > outcome(position).unwrap())
                }
            }
        });
        let expected: Vec<_> = expected.collect();
        let all = puzzles(&table, kind, table.positions(), usize::MAX, &mut |_, _| ()).unwrap();
        assert_eq!(all.count, expected.len() as u64, "{kind}");
        assert!(!expected.is_empty(), "{kind}");
        let mut found: Vec<_> = all.hardest.iter().map(|puzzle| puzzle.position).collect();
        let three = puzzles(&table, kind, table.positions(), 3, &mut |_, _| ()).unwrap();
        assert_eq!(three.hardest[..], all.hardest[..3.min(all.hardest.len())]);
        if kind == PuzzleKind::OnlyMove {
            assert!(
                all.hardest.is_sorted_by_key(|puzzle| std::cmp::Reverse(puzzle.difficulty.depth))
            );
        }
        found.sort_unstable();
        let mut expected = expected;
        expected.sort_unstable();
        assert_eq!(found, expected, "{kind}");
        // All 5,734 positions that can be puzzles are drawn, or are among those of the first plies.
        let among = |among| {
            let of = (among, Some(table.size()));
            puzzles_among(&table, kind, of, usize::MAX, &mut |_, _, _| ()).unwrap()
        };
        assert_eq!([Among::Stored, Among::Sample(5_734, 1)].map(among), [all.clone(), all.clone()]);
        assert_eq!(among(Among::First(u16::MAX)).count, all.count);
        assert!(among(Among::First(2)).count < all.count);
    }
}

#[test]
fn a_judged_move_is_that_of_the_table() {
    let table = solved("dots:1,1");
    let game = table.game();
    let turn = Turn::first(game, game.start());
    let values = table.move_values(turn.position).unwrap();
    for mv in 0..=Move::MAX {
        let judged = JudgedMove::of(&table, turn, mv).unwrap();
        assert_eq!(judged.is_some(), game.legal_moves(turn.position).contains(mv));
        if let Some(judged) = judged {
            assert_eq!(Some(judged.regret), Regret::of(&values, mv));
        }
    }
}
