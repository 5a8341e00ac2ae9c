//! Measures.
#![allow(clippy::all)]

use perfect_play_core::*;
use perfect_play_generator::{index::*, solve_tiers};
use std::time::Instant;
fn main() {
    let name = std::env::args().nth(1).unwrap();
    let game: Mnk = name.parse().unwrap();
    let tiers = Tiers::of(&game).unwrap();
    let solved = solve_tiers(&game, &tiers, &|_| ()).unwrap();
    let kind = game.kind();
    let ended = tiers.lines().worth_completed().byte();
    let holds = |x: u64, o: u64| tiers.lines().any_within(x) || tiers.lines().any_within(o);
    println!("{name} tiers {} slots {} cells {:x?}", tiers.len(), tiers.slots(), tiers.cells());
    for variant in ["raw", "ended", "lines", "settled"] {
        let t = Instant::now();
        let mut all: Vec<Vec<u8>> = Vec::new();
        for (tier, sections) in solved.0.iter().enumerate() {
            let tier = tiers.tier(tier);
            for mover in 0..2 {
                let mut s = sections[mover].clone();
                match variant {
                    "raw" => {}
                    "ended" => {
                        let mut prev = 128;
                        for b in &mut s {
                            if *b == ended { *b = prev } else { prev = *b }
                        }
                    }
                    _ => {
                        let mut prev = 128;
                        let mut i = 0;
                        for block in tier.blocks() {
                            let Some(strip) = block.strip(mover) else { continue };
                            for &low in &tiers.low_order()[strip.order.clone()] {
                                let (x, o) = tiers.low_marks(low);
                                let (x, o) = (block.x | x, block.o | o);
                                let skip = if holds(x, o) {
                                    true
                                } else if variant == "settled" {
                                    Board::from_bitboards(x, o)
                                        .is_some_and(|b| kind.settled(b).is_some())
                                } else {
                                    false
                                };
                                if skip {
                                    s[i] = prev
                                } else {
                                    prev = s[i]
                                }
                                i += 1;
                            }
                        }
                    }
                }
                all.push(s);
            }
        }
        let prep = t.elapsed();
        for (frame, level) in [
            (1 << 16, 1),
            (1 << 18, 1),
            (1 << 20, 1),
            (1 << 24, 1),
            (1 << 16, 3),
            (1 << 20, 3),
            (1 << 14, 9),
            (1 << 20, 9),
            (1 << 16, 13),
            (1 << 20, 16),
        ] {
            if level > 9 && tiers.slots() > 100_000_000 {
                continue;
            }
            let t = Instant::now();
            let mut size = 0;
            let mut c = zstd::bulk::Compressor::new(level).unwrap();
            for s in &all {
                for f in s.chunks(frame) {
                    size += c.compress(f).unwrap().len() + 8;
                }
                size += 20;
            }
            println!(
                "{variant:8} frame {frame:9} level {level:2}: {size:11} {:.3} b/slot {:.2} s (prep {:.2})",
                size as f64 / tiers.slots() as f64,
                t.elapsed().as_secs_f64(),
                prep.as_secs_f64()
            );
        }
        if tiers.slots() < 1 << 24 {
            let one = all.concat();
            for level in [3, 19] {
                println!(
                    "{variant:8} one section level {level}: {}",
                    zstd::bulk::compress(&one, level).unwrap().len()
                );
            }
        }
    }
}
