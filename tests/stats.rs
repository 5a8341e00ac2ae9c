//! Compares the statistics of tables of all kinds of games with a count of their entries.

use std::collections::BTreeMap;

use perfect_play_engine::AnyGame;
use perfect_play_generator::{
    core::{Game, Objective, Outcome, Probe},
    solve,
};
use perfect_play_proof::{OutcomeCounts, Stats, stats};

/// The statistics of a game's table. Everything except the terminal positions is counted again, entry by entry.
fn stats_of(name: &str) -> Stats {
    let game: AnyGame = name.parse().unwrap();
    let table = solve(game, Objective::Fastest, &mut |_, _| ()).unwrap();
    let stats = stats(&table, &mut |_, _| ()).unwrap();
    let (mut by_ply, mut by_remoteness) = (BTreeMap::new(), BTreeMap::new());
    let mut by_score = BTreeMap::new();
    let mut longest_win = None;
    for position in table.positions() {
        let entry = table.probe(position).unwrap();
        let count = |counts: &mut OutcomeCounts| {
            *match entry.outcome {
                Outcome::Win => &mut counts.win,
                Outcome::Draw => &mut counts.draw,
                Outcome::Loss => &mut counts.loss,
            } += 1;
        };
        if let Some(ply) = table.game().ply(position) {
            count(by_ply.entry(ply).or_default());
        }
        if let Some(score) = entry.score {
            *by_score.entry(score).or_default() += 1;
            continue;
        }
        // Draws without a remoteness come last.
        let remoteness = (entry.remoteness.is_none(), entry.remoteness);
        count(by_remoteness.entry(remoteness).or_default());
        if entry.outcome != Outcome::Draw {
            longest_win = longest_win.max(entry.remoteness);
        }
    }
    assert_eq!(by_ply.is_empty(), stats.by_ply.is_empty(), "{name}");
    let found = stats.by_ply.iter().filter(|counts| counts.positions > 0);
    assert!(found.map(|counts| (counts.ply, counts.outcomes)).eq(by_ply), "{name}");
    let found = stats.by_remoteness.iter().map(|counts| {
        let OutcomeCounts { win, draw, loss } = counts.outcomes;
        assert_eq!(counts.positions, win + draw + loss, "{name}");
        ((counts.remoteness.is_none(), counts.remoteness), counts.outcomes)
    });
    assert!(found.eq(by_remoteness), "{name}");
    let found = stats.by_score.iter().map(|counts| (counts.score, counts.positions));
    assert!(found.eq(by_score), "{name}");
    assert_eq!(stats.longest_win, longest_win, "{name}");
    stats
}

#[test]
fn games_that_count_plies_have_both_groups() {
    let stats = stats_of("hex:3");
    assert!(!stats.by_ply.is_empty() && !stats.by_remoteness.is_empty());
}

#[test]
fn games_that_count_none_show_no_ply() {
    let stats = stats_of("hexapawn:3,3");
    assert!(stats.by_ply.is_empty() && stats.by_score.is_empty());
    let json = serde_json::to_value(&stats).unwrap();
    assert!(json.get("by_ply").is_none() && json.get("by_score").is_none());
    assert!(json["by_remoteness"][0]["remoteness"].is_u64());
}

#[test]
fn draws_without_a_length_come_last() {
    let stats = stats_of("three-mens-morris");
    let last = stats.by_remoteness.last().unwrap();
    assert_eq!(last.remoteness, None);
    assert_eq!((last.positions, last.outcomes.draw), (stats.outcomes.draw, stats.outcomes.draw));
}

#[test]
fn games_for_points_are_counted_by_score() {
    let stats = stats_of("dots:2,1");
    assert!(stats.by_remoteness.is_empty());
    assert_eq!(stats.by_score.iter().map(|counts| counts.positions).sum::<u64>(), stats.positions);
}

#[test]
fn who_has_won_an_impartial_game_nobody_says() {
    let terminal = stats_of("nim:1,2,3").terminal;
    assert_eq!(
        (terminal.total, terminal.x_wins, terminal.o_wins, terminal.draws),
        (1, None, None, 0)
    );
    assert_eq!(
        serde_json::to_value(terminal).unwrap(),
        serde_json::json!({"total": 1, "draws": 0})
    );
}
