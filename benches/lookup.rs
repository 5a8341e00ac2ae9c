//! What an answer costs: the baked table against what else could answer, in one run.
//!
//! `cargo bench --all-features` prints criterion's report, and at its end the table that the
//! README shows: each way's time beside that of a probe by code.

use std::{
    cell::Cell, collections::HashMap, fmt::Write, fs, hint::black_box, path::Path, time::Duration,
};

use criterion::{BenchmarkGroup, Criterion, Throughput, measurement::WallTime};
use perfect_play::{Board, Entry, Game, Level, MNK_4_4_4, Mnk, Moves, Probe, TICTACTOE, compact};
use perfect_play_generator::{ScoreRule, minimax};
use rustc_hash::FxHashMap;

/// The boards that are asked for.
struct Boards {
    name: &'static str,
    boards: Vec<Board>,
}

/// Measures one way of answering, for each key in turn. `answer` gives the optimal moves, or what
/// else there is, as a number; the numbers are summed up, so that every answer has to be had.
fn measure<K: Copy>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    way: &str,
    keys: &[K],
    answer: impl Fn(K) -> u64,
) {
    group.throughput(Throughput::Elements(keys.len() as u64));
    group.bench_function(way, |bencher| {
        bencher.iter(|| {
            let keys = black_box(keys).iter();
            keys.fold(0, |sum: u64, &key| sum.wrapping_add(answer(key)))
        });
    });
}

/// A set of moves as a number that takes all of the set to know.
fn sum(moves: Moves) -> u64 {
    moves.bits().into_iter().fold(0, u64::wrapping_add)
}

fn lookups(group: &mut BenchmarkGroup<'_, WallTime>, boards: &[Board]) {
    // Enough of them that the loop around does not count.
    let boards = boards.repeat(5_478 / boards.len());
    let codes: Vec<u64> = boards.iter().map(|board| board.code()).collect();
    let bitboards: Vec<(u64, u64)> = boards.iter().map(|board| (board.x(), board.o())).collect();

    let (words, _) = TICTACTOE.bytes().as_chunks();
    let array: Vec<u16> = words.iter().map(|&word| u16::from_le_bytes(word)).collect();
    let entries = || {
        TICTACTOE.positions().filter_map(|board| Some((board.code(), TICTACTOE.probe(board).ok()?)))
    };
    let std_memo: HashMap<u64, Entry> = entries().collect();
    let fx_memo: FxHashMap<u64, Entry> = entries().collect();
    let moves = |entry: Entry| sum(entry.optimal_moves);

    measure(group, "bare array read", &codes, |code| {
        usize::try_from(code).ok().and_then(|code| array.get(code)).copied().map_or(0, u64::from)
    });
    measure(group, "probe by code", &codes, |code| TICTACTOE.probe_code(code).map_or(0, moves));
    measure(group, "probe by board", &boards, |board| TICTACTOE.probe(board).map_or(0, moves));
    measure(group, "probe by bitboards", &bitboards, |(x, o)| {
        let entry = Board::from_bitboards(x, o).and_then(|board| TICTACTOE.probe(board).ok());
        entry.map_or(0, moves)
    });
    measure(group, "compact probe", &boards, |board| {
        compact::TICTACTOE.probe(board).map_or(0, moves)
    });
    measure(group, "memo in FxHashMap", &codes, |code| {
        fx_memo.get(&code).copied().map_or(0, moves)
    });
    for level in Level::NAMED {
        let way = format!("a move of level {level}");
        // Weyl's sequence: random enough, and nearly free.
        let state = Cell::new(0_u32);
        let random = || {
            state.set(state.get().wrapping_add(0x9e37_79b9));
            state.get()
        };
        measure(group, &way, &boards, |board| {
            let chosen = level.choose(&TICTACTOE, board, random);
            chosen.ok().flatten().map_or(0, u64::from)
        });
    }
    measure(group, "memo in std HashMap", &codes, |code| {
        std_memo.get(&code).copied().map_or(0, moves)
    });
}

/// Positions of the 4,4,4-game, all over the table.
fn larger_board(criterion: &mut Criterion) {
    let codes = MNK_4_4_4.game().codes();
    let boards: Vec<Board> = (0..)
        .filter_map(|i: u64| {
            // Weyl's sequence.
            let code = i.wrapping_mul(0x9e37_79b9_7f4a_7c15) % codes;
            MNK_4_4_4.game().position(code).ok()
        })
        .filter(|&board| MNK_4_4_4.value(board).is_ok())
        .take(5_478)
        .collect();
    let mut group = criterion.benchmark_group("mnk:4,4,4");
    measure(&mut group, "value", &boards, |board| {
        MNK_4_4_4.value(board).map_or(0, |value| value.byte().into())
    });
    measure(&mut group, "probe", &boards, |board| {
        MNK_4_4_4.probe(board).map_or(0, |entry| sum(entry.optimal_moves))
    });
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .configure_from_args();
    let single = |text: &str| vec![Mnk::TICTACTOE.parse(text).unwrap_or_default()];
    let all = [
        Boards { name: "empty board", boards: single(".........") },
        Boards { name: "mid-game board", boards: single("X.OX..O..") },
        Boards { name: "all 5478 positions", boards: TICTACTOE.positions().collect() },
    ];
    for Boards { name, boards } in &all {
        let mut group = criterion.benchmark_group(*name);
        lookups(&mut group, boards);
        group.sample_size(10);
        measure(&mut group, "plain minimax", boards, |board| {
            minimax(&Mnk::TICTACTOE, board, ScoreRule::Unit).calls
        });
        group.finish();
    }
    larger_board(&mut criterion);
    criterion.final_summary();
    if let Some(table) = table(&all) {
        println!("{table}");
    }
}

/// The README's table from what criterion measured; `None` if it did not measure everything, as
/// in a test run or with a filter.
fn table(all: &[Boards]) -> Option<String> {
    const WAYS: [&str; 12] = [
        "bare array read",
        "probe by code",
        "probe by board",
        "probe by bitboards",
        "compact probe",
        "memo in FxHashMap",
        "memo in std HashMap",
        "a move of level blind",
        "a move of level novice",
        "a move of level master",
        "a move of level perfect",
        "plain minimax",
    ];
    let mut text = String::from("\n| ns an answer (× a probe by code) |");
    for Boards { name, .. } in all {
        write!(text, " {name} |").ok()?;
    }
    text.push_str("\n|---|---:|---:|---:|\n");
    for way in WAYS {
        write!(text, "| {way} |").ok()?;
        for group in all {
            let by_code = nanoseconds(group, "probe by code")?;
            let nanoseconds = nanoseconds(group, way)?;
            let ratio = nanoseconds / by_code;
            match ratio {
                1000.0.. => write!(text, " {nanoseconds:.0} (×{ratio:.0}) |").ok()?,
                _ => write!(text, " {nanoseconds:.2} (×{ratio:.1}) |").ok()?,
            }
        }
        text.push('\n');
    }
    Some(text)
}

/// The median time of an answer, from criterion's own report of this run.
fn nanoseconds(group: &Boards, way: &str) -> Option<f64> {
    let target = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".to_owned());
    let report = Path::new(&target).join("criterion").join(group.name).join(way);
    let report = fs::read(report.join("new/estimates.json")).ok()?;
    let report: serde_json::Value = serde_json::from_slice(&report).ok()?;
    let median = report.get("median")?.get("point_estimate")?.as_f64()?;
    // Few boards are asked for over and over; minimax has enough to do with one.
    let answers = match (way, group.boards.len()) {
        ("plain minimax", boards) => boards,
        (_, boards) => boards * (5_478 / boards),
    };
    #[expect(clippy::cast_precision_loss, reason = "a few thousand boards")]
    Some(median / answers as f64)
}
