//! What large games cost: solving them, beside the code sweep where it can do the game, and probing
//! their tables.
//!
//! `cargo bench --bench large` prints the tables that the README shows. Another number of threads:
//! `RAYON_NUM_THREADS=1 cargo bench --bench large`.

use std::{
    error::Error,
    hint::black_box,
    path::Path,
    time::{Duration, Instant},
};

use perfect_play::{Board, Game, Mnk, Objective, Probe};
use perfect_play_file::{Settings, TableFile, TierWriter};
use perfect_play_generator::{
    MAX_CODES,
    numbering::{TierNumbering, TierTable, Tiers},
    solve, solve_tiers,
};
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

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
    println!("| game | slots | solver of tiers | million slots/s | aim | code sweep |");
    println!("|---|---:|---:|---:|---:|---:|");
    for (name, aim) in GAMES.into_iter().take(if is_bench { GAMES.len() } else { 1 }) {
        let game: Mnk = name.parse().expect("the name of a game");
        let slots = Tiers::of(&game).map_or(0, |tiers| tiers.slots());
        let time = median(if is_bench { RUNS } else { 1 }, || by_tiers(&game));
        let sweep = (is_bench && game.codes() <= MAX_CODES).then(|| {
            let sweep =
                median(1, || drop(black_box(solve(game, Objective::Fastest, &mut |_, _| ()))));
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
    if is_bench {
        probes().expect("a folder for two small files");
    }
}

/// Random probes of tables in each of their forms.
fn probes() -> Result<(), Box<dyn Error>> {
    println!("\n| a random position's value | time | aim |");
    println!("|---|---:|---:|");
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("table.perfect");

    let game: Mnk = "mnk:4,4,4".parse()?;
    let boards = random_positions(&game, 100_000);
    let table = solved(game)?;
    print_probe("mnk:4,4,4, solved in memory", "100 ns", &table, &boards);
    perfect_play_file::write(&table, &file)?;
    let held = TableFile::open(&file)?.into_table::<_, TierNumbering>(game)?;
    print_probe("mnk:4,4,4, a file held in memory", "100 ns", &held, &boards);

    // So many frames that hardly any is kept until it is needed again.
    let game: Mnk = "connect:5,5,4".parse()?;
    let boards = random_positions(&game, 10_000);
    write_in_frames(&solved(game)?, &file, Settings { frame_slots: 1 << 12, compression: 3 })?;
    let stored = TableFile::open(&file)?.into_table::<_, TierNumbering>(game)?;
    print_probe("connect:5,5,4, a file of 4 KiB frames", "10 µs", &stored, &boards);
    Ok(())
}

/// A game solved in memory.
fn solved(game: Mnk) -> Result<TierTable<Mnk>, Box<dyn Error>> {
    let tiers = Tiers::of(&game)?;
    let sections = solve_tiers(&game, &tiers, &|_| ())?;
    TierTable::new(game, Objective::Fastest, tiers.into(), sections)
        .ok_or_else(|| "the numbering is that of another game".into())
}

fn write_in_frames(
    table: &TierTable<Mnk>,
    file: &Path,
    settings: Settings,
) -> Result<(), Box<dyn Error>> {
    let (game, objective) = (table.game(), table.objective());
    let writer = TierWriter::with_settings(
        file,
        game,
        objective,
        table.numbering().tiers().clone(),
        settings,
    )?;
    for (tier, [o, x]) in (0..).zip(&table.values().0) {
        writer.append(writer.pack(tier, [o, x])?)?;
    }
    writer.finish()?;
    Ok(())
}

fn print_probe<T: Probe<Game = Mnk>>(table: &str, aim: &str, probed: &T, boards: &[Board]) {
    let time = median(RUNS, || {
        let value = |&board: &Board| probed.value(board).map_or(0, |value| value.byte().into());
        black_box(boards.iter().map(value).sum::<u64>());
    });
    #[expect(clippy::cast_precision_loss, reason = "a time to print")]
    let nanoseconds = time.as_secs_f64() * 1e9 / boards.len() as f64;
    let time = match nanoseconds {
        1000.0.. => format!("{:.1} µs", nanoseconds / 1000.0),
        _ => format!("{nanoseconds:.0} ns"),
    };
    println!("| {table} | {time} | {aim} |");
}

/// Positions in which random games stand after a random number of plies.
fn random_positions(game: &Mnk, count: usize) -> Vec<Board> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut below = |bound: u32| random.next_u32() % bound;
    let position = |_| {
        let mut board = game.start();
        for _ in 0..below(game.max_plies().into()) {
            let moves = game.legal_moves(board);
            match moves.iter().nth(below(moves.len().max(1)) as usize) {
                Some(mv) => board = game.play(board, mv),
                None => break,
            }
        }
        board
    };
    (0..count).map(position).collect()
}

/// Numbers the positions and solves them, in memory.
fn by_tiers(game: &Mnk) {
    let tiers = Tiers::of(game).expect("a game with a numbering");
    black_box(solve_tiers(game, &tiers, &|_| ()).expect("a game of lines"));
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
