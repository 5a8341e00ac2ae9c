//! What solving costs: the level solver, and where it can do the game the code sweep in the same
//! run.
//!
//! `cargo bench --bench solve` prints the table that the README shows. Another number of threads:
//! `RAYON_NUM_THREADS=1 cargo bench --bench solve`.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use perfect_play::{Mnk, Objective};
use perfect_play_generator::{LevelSolver, MAX_CODES, core::Game, index::Index, solve};

/// The games, and what the project aims at, in milliseconds.
const GAMES: [(&str, u32); 5] = [
    ("mnk:4,4,4", 10),
    ("mnk:5,4,4", 1500),
    ("connect:4,4,4", 0),
    ("connect:5,4,4", 20),
    ("connect:5,5,4", 500),
];

/// How often each is solved: the median counts.
const RUNS: usize = 5;

fn main() {
    // `cargo test --benches` runs this too, for no more than that it works.
    let is_bench = std::env::args().any(|arg| arg == "--bench");
    println!("| game | slots | level solver | million slots/s | aim | code sweep |");
    println!("|---|---:|---:|---:|---:|---:|");
    for (name, aim) in GAMES.into_iter().take(if is_bench { GAMES.len() } else { 1 }) {
        let game: Mnk = name.parse().expect("the name of a game");
        let slots = Index::of(&game).map_or(0, |index| index.slots());
        let time = median(if is_bench { RUNS } else { 1 }, || levels(&game));
        let sweep = (is_bench && game.codes() <= MAX_CODES).then(|| {
            let sweep = median(1, || drop(black_box(solve(game, Objective::Fastest))));
            format!(
                "{:.0} ms (×{:.0})",
                milliseconds(sweep),
                milliseconds(sweep) / milliseconds(time)
            )
        });
        let aim = if aim == 0 { String::new() } else { format!("{aim} ms") };
        #[expect(clippy::cast_precision_loss, reason = "a rate to print")]
        let rate = slots as f64 / time.as_secs_f64() / 1e6;
        let (ms, sweep) = (milliseconds(time), sweep.unwrap_or_default());
        println!("| {name} | {slots} | {ms:.1} ms | {rate:.0} | {aim} | {sweep} |");
    }
}

/// Numbers the positions and solves them, a level at a time, keeping the last.
fn levels(game: &Mnk) {
    let index = Index::of(game).expect("a game with a numbering");
    let solver = LevelSolver::new(game, &index, &|_| ()).expect("a game of lines");
    let mut above = Vec::new();
    for level in index.levels_in_order() {
        above = solver.level(level, &above, &|_| ()).expect("enough memory");
    }
    black_box(above);
}

fn median(runs: usize, work: impl Fn()) -> Duration {
    let mut times: Vec<Duration> = (0..runs)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[runs / 2]
}

fn milliseconds(time: Duration) -> f64 {
    1000.0 * time.as_secs_f64()
}
