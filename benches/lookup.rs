//! What an answer costs: the baked table against what else could answer, in one run.
//!
//! `cargo bench --all-features --bench lookup` prints the table of `docs/performance.md`: each way's time beside that of a
//! probe by code.

use std::{
    cell::Cell,
    collections::HashMap,
    hint::black_box,
    time::{Duration, Instant},
};

use perfect_play::{Board, Entry, Game, Level, MNK_4_4_4, Mnk, Moves, Probe, TICTACTOE, compact};
use perfect_play_generator::{ScoreRule, minimax};
use rustc_hash::FxHashMap;

/// A sample takes at least so long.
const SAMPLE: Duration = Duration::from_millis(20);

/// The median of so many samples counts.
const SAMPLES: usize = 51;

/// One way of answering, and how many nanoseconds an answer takes.
type Way = (String, f64);

/// Measures one way of answering, for each key in turn. `answer` gives the optimal moves, or what
/// else there is, as a number; the numbers are summed up, so that every answer has to be had.
fn measure<K: Copy>(way: &str, keys: &[K], answer: impl Fn(K) -> u64) -> Way {
    let time_of = |rounds: usize| {
        let started = Instant::now();
        for _ in 0..rounds {
            let keys = black_box(keys).iter();
            black_box(keys.fold(0, |sum: u64, &key| sum.wrapping_add(answer(key))));
        }
        started.elapsed()
    };
    // `cargo test --benches` runs this too, for no more than that it works.
    let is_bench = std::env::args().any(|arg| arg == "--bench");
    let mut rounds = 1;
    while is_bench && time_of(rounds) < SAMPLE {
        rounds *= 2;
    }
    let mut samples = vec![Duration::ZERO; if is_bench { SAMPLES } else { 1 }];
    samples.fill_with(|| time_of(rounds));
    samples.sort_unstable();
    let median = samples[samples.len() / 2];
    #[expect(clippy::cast_precision_loss, reason = "a time to print")]
    let nanoseconds = median.as_secs_f64() * 1e9 / (rounds * keys.len()) as f64;
    (way.to_owned(), nanoseconds)
}

/// A set of moves as a number that takes all of the set to know.
fn sum(moves: Moves) -> u64 {
    moves.bits().into_iter().fold(0, u64::wrapping_add)
}

/// All ways of answering about these boards.
fn lookups(of: &[Board]) -> Vec<Way> {
    // Enough of them that the loop around does not count.
    let boards = of.repeat(5_478 / of.len());
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

    let mut ways = vec![
        measure("bare array read", &codes, |code| {
            let word = usize::try_from(code).ok().and_then(|code| array.get(code));
            word.copied().map_or(0, u64::from)
        }),
        measure("probe by code", &codes, |code| TICTACTOE.probe_code(code).map_or(0, moves)),
        measure("probe by board", &boards, |board| TICTACTOE.probe(board).map_or(0, moves)),
        measure("probe by bitboards", &bitboards, |(x, o)| {
            let entry = Board::from_bitboards(x, o).and_then(|board| TICTACTOE.probe(board).ok());
            entry.map_or(0, moves)
        }),
        measure("compact probe", &boards, |board| compact::TICTACTOE.probe(board).map_or(0, moves)),
        measure("memo in FxHashMap", &codes, |code| fx_memo.get(&code).copied().map_or(0, moves)),
        measure("memo in std HashMap", &codes, |code| {
            std_memo.get(&code).copied().map_or(0, moves)
        }),
    ];
    for level in Level::NAMED {
        // Weyl's sequence: random enough, and nearly free.
        let state = Cell::new(0_u32);
        let random = || {
            state.set(state.get().wrapping_add(0x9e37_79b9));
            state.get()
        };
        ways.push(measure(&format!("a move of level {level}"), &boards, |board| {
            let chosen = level.choose(&TICTACTOE, board, random);
            chosen.ok().flatten().map_or(0, u64::from)
        }));
    }
    // It has enough to do with one board.
    ways.push(measure("plain minimax", of, |board| {
        minimax(&Mnk::TICTACTOE, board, ScoreRule::Unit).calls
    }));
    ways
}

/// Positions of the 4,4,4-game, all over the table.
fn larger_board() -> [Way; 2] {
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
    [
        measure("value", &boards, |board| {
            MNK_4_4_4.value(board).map_or(0, |value| value.byte().into())
        }),
        measure("probe", &boards, |board| {
            MNK_4_4_4.probe(board).map_or(0, |entry| sum(entry.optimal_moves))
        }),
    ]
}

fn main() {
    let single = |text: &str| vec![Mnk::TICTACTOE.parse(text).unwrap_or_default()];
    let all = [single("........."), single("X.OX..O.."), TICTACTOE.positions().collect()];
    let columns = all.each_ref().map(|boards| lookups(boards));
    println!(
        "| ns an answer (× a probe by code) | empty board | mid-game board | all 5478 positions |"
    );
    println!("|---|---:|---:|---:|");
    for (row, (way, _)) in columns[0].iter().enumerate() {
        print!("| {way} |");
        for ways in &columns {
            // The second way is a probe by code.
            let (nanoseconds, by_code) = (ways[row].1, ways[1].1);
            match nanoseconds / by_code {
                ratio @ 1000.0.. => print!(" {nanoseconds:.0} (×{ratio:.0}) |"),
                ratio => print!(" {nanoseconds:.2} (×{ratio:.1}) |"),
            }
        }
        println!();
    }
    for (way, nanoseconds) in larger_board() {
        println!("\nmnk:4,4,4, {way}: {nanoseconds:.0} ns");
    }
}
