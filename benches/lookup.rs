//! What an answer costs: the baked table against what else could answer, in one run.
//!
//! `cargo bench --all-features` prints criterion's report, and at its end the table that the
//! README shows: each way's time beside that of a probe by code.

use std::{collections::HashMap, fmt::Write, fs, hint::black_box, path::Path, time::Duration};

use criterion::{BenchmarkGroup, Criterion, Throughput, measurement::WallTime};
use perfect_play::{Board, Entry, Mnk, Probe, TICTACTOE, compact};
use perfect_play_generator::minimax;
use rustc_hash::FxHashMap;

/// The boards that are asked for, and how many.
struct Boards {
    name: &'static str,
    boards: Vec<Board>,
}

/// Measures one way of answering: `$answer` from one `$key`, for each key in turn.
macro_rules! measure {
    ($group:expr, $name:literal, $keys:expr, |$key:ident| $answer:expr) => {{
        let keys: Vec<_> = $keys.collect();
        $group.bench_function($name, |bencher| {
            bencher.iter(|| {
                for &key in black_box(&*keys) {
                    let $key = key;
                    let _ = black_box($answer);
                }
            });
        });
    }};
}

fn lookups(group: &mut BenchmarkGroup<'_, WallTime>, boards: &[Board]) {
    let entry = |board: Board| TICTACTOE.probe(board).ok();
    let array: Vec<u16> = (0..19_683)
        .map(|code| {
            TICTACTOE
                .probe_code(code)
                .map_or(0, |entry| entry.remoteness.into())
        })
        .collect();
    let std_memo: HashMap<u64, Option<Entry>> = TICTACTOE
        .positions()
        .map(|board| (board.code(), entry(board)))
        .collect();
    let fx_memo: FxHashMap<u64, Option<Entry>> = TICTACTOE
        .positions()
        .map(|board| (board.code(), entry(board)))
        .collect();

    let codes = || boards.iter().map(|board| board.code());
    let bitboards = || boards.iter().map(|board| (board.x(), board.o()));
    measure!(group, "bare array read", codes(), |code| array
        .get(usize::try_from(code).unwrap_or(0)));
    measure!(group, "probe by code", codes(), |code| TICTACTOE
        .probe_code(code));
    measure!(group, "probe by board", boards.iter().copied(), |board| {
        TICTACTOE.probe(board)
    });
    measure!(group, "probe by bitboards", bitboards(), |masks| {
        Board::from_bitboards(masks.0, masks.1).map(|board| TICTACTOE.probe(board))
    });
    measure!(group, "compact probe", boards.iter().copied(), |board| {
        compact::TICTACTOE.probe(board)
    });
    measure!(group, "memo in FxHashMap", codes(), |code| fx_memo
        .get(&code));
    measure!(group, "memo in std HashMap", codes(), |code| std_memo
        .get(&code));
}

fn minimaxes(group: &mut BenchmarkGroup<'_, WallTime>, boards: &[Board]) {
    measure!(group, "plain minimax", boards.iter().copied(), |board| {
        minimax(&Mnk::TICTACTOE, board)
    });
}

fn main() {
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .configure_from_args();
    let single = |text: &str| vec![Mnk::TICTACTOE.parse(text).unwrap_or_default()];
    let all = [
        Boards {
            name: "empty board",
            boards: single("........."),
        },
        Boards {
            name: "mid-game board",
            boards: single("X.OX..O.."),
        },
        Boards {
            name: "all 5478 positions",
            boards: TICTACTOE.positions().collect(),
        },
    ];
    for Boards { name, boards } in &all {
        let mut group = criterion.benchmark_group(*name);
        group.throughput(Throughput::Elements(boards.len() as u64));
        lookups(&mut group, boards);
        group.sample_size(10);
        minimaxes(&mut group, boards);
        group.finish();
    }
    criterion.final_summary();
    if let Some(table) = table(&all) {
        println!("{table}");
    }
}

/// The README's table from what criterion measured; `None` if it did not measure everything, as
/// in a test run or with a filter.
fn table(all: &[Boards]) -> Option<String> {
    const WAYS: [&str; 8] = [
        "bare array read",
        "probe by code",
        "probe by board",
        "probe by bitboards",
        "compact probe",
        "memo in FxHashMap",
        "memo in std HashMap",
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
    let report = Path::new(&target)
        .join("criterion")
        .join(group.name)
        .join(way);
    let report = fs::read(report.join("new/estimates.json")).ok()?;
    let report: serde_json::Value = serde_json::from_slice(&report).ok()?;
    let median = report.get("median")?.get("point_estimate")?.as_f64()?;
    #[expect(clippy::cast_precision_loss, reason = "a few thousand boards")]
    Some(median / group.boards.len() as f64)
}
