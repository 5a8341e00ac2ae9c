//! How long a search of random positions of Connect Four takes.
//!
//! It prints a line for each position: the columns played, the score, and the time in milliseconds. `time_bitbully.py` reads these
//! lines. It prints the mean, the median and the worst time to standard error. The score is the one that solvers of Connect
//! Four use: 0 for a draw, 1 if the side to move wins with its last mark, 2 with its last mark but one, and so on, negative for
//! a loss. The positions have no win in one ply. Each time is the shortest of three searches, each with an empty table.

use std::{collections::BTreeMap, error::Error, sync::atomic::AtomicU64, time::Instant};

use perfect_play_core::{Board, Game, Outcome, Value};
use perfect_play_games::Mnk;
use perfect_play_search::Search;
use perfect_play_test_kit::Random;

/// The numbers of marks, and of positions with so many marks.
const POSITIONS: [(u8, usize); 5] = [(8, 40), (12, 150), (16, 300), (20, 400), (24, 400)];

/// The number of words of the table: 64 MiB.
const WORDS: usize = 1 << 23;

/// A position after random moves, and the columns played. `None` if the game is over, or can be won in one ply.
fn random_position(game: &Mnk, marks: u8, random: &mut Random) -> Option<(Board, String)> {
    let (mut board, mut columns) = (game.start(), String::new());
    for _ in 0..marks {
        let moves: Vec<_> = game.legal_moves(board).iter().collect();
        let column = random.of(&moves);
        board = game.play(board, column);
        columns += &column.to_string();
        if game.end(board).is_some() {
            return None;
        }
    }
    (game.kind().static_value(board) != Value::win(1)).then_some((board, columns))
}

/// The score as other solvers count it.
fn score(value: Value, marks: u8) -> i32 {
    let plies = i32::from(value.plies().unwrap_or(0));
    let left = (42 - i32::from(marks) - plies) / 2 + 1;
    match value.outcome() {
        Outcome::Win => left,
        Outcome::Draw => 0,
        Outcome::Loss => -left,
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let game: Mnk = "connect4".parse()?;
    let memory: Vec<AtomicU64> = (0..WORDS).map(|_| AtomicU64::new(0)).collect();
    let search = Search::new(game, memory)?;
    let mut random = Random::new(4);
    let mut times = BTreeMap::<u8, Vec<f64>>::new();
    for (marks, positions) in POSITIONS {
        let times = times.entry(marks).or_default();
        while times.len() < positions {
            let Some((board, columns)) = random_position(&game, marks, &mut random) else {
                continue;
            };
            let (mut value, mut shortest) = (Value::DRAW, f64::INFINITY);
            for _ in 0..3 {
                search.forget();
                let start = Instant::now();
                value = search.value_from(board, &|_| None, &|_| true)?;
                shortest = shortest.min(start.elapsed().as_secs_f64() * 1e3);
            }
            println!("{columns} {} {shortest:.4}", score(value, marks));
            times.push(shortest);
        }
    }
    eprintln!("marks positions     mean   median    worst  (ms)");
    for (marks, mut times) in times {
        times.sort_by(f64::total_cmp);
        let mean = times.iter().sum::<f64>() / u32::try_from(times.len()).map_or(0.0, f64::from);
        let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
        eprintln!("{marks:5} {:9} {mean:8.3} {median:8.3} {worst:8.3}", times.len());
    }
    Ok(())
}
