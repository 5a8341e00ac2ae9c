//! What tables by key cost: solving a game without codes, and probing its table in memory.
//!
//! `cargo bench --bench found` prints the tables that the README shows. Another number of threads:
//! `RAYON_NUM_THREADS=1 cargo bench --bench found`.

use std::{
    fmt,
    hint::black_box,
    time::{Duration, Instant},
};

use perfect_play::{Game, Move, Moves, Objective, Outcome, Player, Probe};
use perfect_play_games::{Hex, Quixo};
use perfect_play_generator::Solver;
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

/// How many positions are asked for.
const PROBES: usize = 1 << 20;

/// A game whose positions are the first so many odd multiples of a number: keys all over 64 bits. From the position with
/// number *n* moves lead to those with 2 *n* + 1 and 2 *n* + 2.
struct Heap(u64);

/// An odd number, and its inverse: times one another they are 1.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
const BACK: u64 = 0xf1de_83e1_9937_733d;

impl fmt::Display for Heap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "heap of {}", self.0)
    }
}

impl Game for Heap {
    type Position = u64;

    fn start(&self) -> u64 {
        0
    }
    fn to_move(&self, _: u64) -> Player {
        Player::X
    }
    fn legal_moves(&self, position: u64) -> Moves {
        let number = position.wrapping_mul(BACK);
        (1..=2).filter(|&mv| 2 * number + u64::from(mv) < self.0).collect()
    }
    fn play(&self, position: u64, mv: Move) -> u64 {
        (2 * position.wrapping_mul(BACK) + u64::from(mv)).wrapping_mul(SPREAD)
    }
    fn terminal(&self, _: u64) -> Option<Outcome> {
        None
    }
    fn is_impartial(&self) -> bool {
        true
    }
}

fn main() {
    // `cargo test --benches` runs this too, for no more than that it works.
    let is_bench = std::env::args().any(|arg| arg == "--bench");
    assert_eq!(SPREAD.wrapping_mul(BACK), 1);
    println!("| game | keys | solved in | a value | an entry |");
    println!("|---|---:|---:|---:|---:|");
    if !is_bench {
        return measure(Heap(1000));
    }
    measure(Heap(1_000_000));
    measure(Heap(10_000_000));
    measure("hex:4".parse::<Hex>().expect("the name of a game"));
    measure("quixo:4,4,4".parse::<Quixo>().expect("the name of a game"));
}

fn measure<G>(game: G)
where
    G: Game + Sync,
{
    let name = game.to_string();
    let begun = Instant::now();
    let solved = Solver::default().tested().solve(game, Objective::Fastest, &mut |_, _| ());
    let (table, time) = (solved.expect("rules without contradictions"), begun.elapsed());
    let numbering = table.numbering().keys().expect("a game without codes");
    // Positions from all over the table, in no order; of symmetric ones, any.
    let (game, keys) = (table.game(), numbering.positions());
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let positions: Vec<_> = (0..PROBES)
        .map(|_| {
            let image = random.next_u32() % u32::from(game.symmetries());
            let number = random.next_u64() % keys.len() as u64;
            let key = keys[usize::try_from(number).unwrap_or(0)];
            game.image(key, u8::try_from(image).unwrap_or(0))
        })
        .collect();
    let a_probe = |probe: &dyn Fn(G::Position) -> u64| {
        let begun = Instant::now();
        let sum = positions.iter().fold(0_u64, |sum, &of| sum.wrapping_add(probe(of)));
        black_box(sum);
        begun.elapsed() / u32::try_from(PROBES).unwrap_or(u32::MAX)
    };
    let value = a_probe(&|of| table.value(of).map_or(0, |value| value.byte().into()));
    let entry = a_probe(&|of| table.probe(of).map_or(0, |entry| entry.optimal_moves.bits()[0]));
    println!(
        "| {name} | {} | {:.2} s | {} | {} |",
        keys.len(),
        time.as_secs_f64(),
        nanoseconds(value),
        nanoseconds(entry)
    );
}

fn nanoseconds(time: Duration) -> String {
    format!("{} ns", time.as_nanos())
}
