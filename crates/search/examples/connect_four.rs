//! How long a search of random positions of Connect Four takes.
//!
//! It prints a line for each position: the columns played, the score, and the time in milliseconds. `time_bitbully.py` reads these
//! lines. It prints the mean, the median and the worst time to standard error. The score is the one that solvers of Connect
//! Four use: 0 for a draw, 1 if the side to move wins with its last mark, 2 with its last mark but one, and so on, negative for
//! a loss. The positions have no win in one ply. Each time is the shortest of three searches, each with an empty table.
//!
//! A last line, `moves`, has the median, the 99th percentile and the worst time in which a program that has the book of
//! Connect Four finds the values of all moves of a position, on one thread. The positions are those after random moves, with
//! 0 to 40 marks. What one search leaves in the table helps the next one, as in such a program.

use std::{collections::BTreeMap, error::Error, sync::atomic::AtomicU64, time::Instant};

use perfect_play_core::{Board, Game, Outcome, Probe, Value};
use perfect_play_engine::AnyTable;
use perfect_play_games::Mnk;
use perfect_play_search::Search;
use perfect_play_test_kit::Random;

/// The numbers of marks, and of positions with so many marks.
const POSITIONS: [(u8, usize); 5] = [(8, 40), (12, 150), (16, 300), (20, 400), (24, 400)];

/// The number of positions whose moves are searched with the book.
const WITH_BOOK: usize = 10_000;

/// The number of words of the table: 64 MiB.
const WORDS: usize = 1 << 23;

/// A position after random moves, and the columns played. `None` if the game is over.
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
    Some((board, columns))
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

/// The times of all moves of random positions with the book, in milliseconds and in order.
fn with_book(game: Mnk, random: &mut Random) -> Result<Vec<f64>, Box<dyn Error>> {
    perfect_play_parallel::set_threads(std::num::NonZeroUsize::MIN)?;
    let table = AnyTable::read_as(perfect_play_book::CONNECT4, game.into())?;
    let mut times = Vec::new();
    while times.len() < WITH_BOOK {
        let marks = random.below(41);
        let Some((board, _)) = random_position(&game, marks, random) else { continue };
        let position = board.into();
        let start = Instant::now();
        table.value_with_moves(position)?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    Ok(times)
}

fn main() -> Result<(), Box<dyn Error>> {
    let game: Mnk = "connect4".parse()?;
    let memory: Vec<AtomicU64> = (0..WORDS).map(|_| AtomicU64::new(0)).collect();
    let mut search = Search::new(game, memory)?;
    let mut random = Random::new(4);
    let mut times = BTreeMap::<u8, Vec<f64>>::new();
    for (marks, positions) in POSITIONS {
        let times = times.entry(marks).or_default();
        while times.len() < positions {
            let Some((board, columns)) = random_position(&game, marks, &mut random) else {
                continue;
            };
            if game.kind().static_value(board) == Value::win(1) {
                continue;
            }
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
    let times = with_book(game, &mut random)?;
    let (median, late, worst) =
        (times[WITH_BOOK / 2], times[WITH_BOOK / 100 * 99], times[WITH_BOOK - 1]);
    println!("moves {median:.4} {late:.4} {worst:.4}");
    eprintln!(
        "all moves, with the book: median {median:.3}, 99th percentile {late:.3}, worst {worst:.3} ms"
    );
    Ok(())
}
