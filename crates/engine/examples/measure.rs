//! Measures.
#![allow(clippy::all)]
use perfect_play_core::Mnk;
use perfect_play_generator::index::Tiers;
fn main() {
    for family in ["mnk", "connect"] {
        let (mut can, mut cannot) = (vec![], vec![]);
        for cells in 16..=40u32 {
            for rows in 1..=cells {
                if cells % rows != 0 {
                    continue;
                }
                let (c, r) = (cells / rows, rows);
                let k = c.max(r).min(4);
                let Ok(game) = format!("{family}:{c},{r},{k}").parse::<Mnk>() else { continue };
                if Tiers::of(&game).is_ok() {
                    can.push((cells, c, r))
                } else {
                    cannot.push((cells, c, r))
                }
            }
        }
        println!("{family} cannot: {cannot:?}");
        println!(
            "{family} can from 25: {:?}",
            can.iter().filter(|c| c.0 >= 25).collect::<Vec<_>>()
        );
    }
}
