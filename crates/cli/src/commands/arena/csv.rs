//! CSV: one line for each result, for spreadsheets.

use std::io::{self, Write};

use perfect_play_analysis::{Chance, Fraction, Mean, Pairing};

use crate::terminal::output::csv_error;

const HEADER: [&str; 13] = [
    "game", "x", "o", "exact", "games", "seed", "result", "moves", "fraction", "count", "value",
    "low", "high",
];

pub(super) fn write(out: &mut dyn Write, pairings: &[Pairing]) -> io::Result<()> {
    let mut out = ::csv::Writer::from_writer(out);
    out.write_record(HEADER).map_err(csv_error)?;
    for pairing in pairings {
        for (result, moves, numbers) in results(pairing) {
            let optional = |number: Option<u64>| number.map_or_else(String::new, |n| n.to_string());
            let head = [
                pairing.game.clone(),
                pairing.x.to_string(),
                pairing.o.to_string(),
                pairing.exact.to_string(),
                optional(pairing.games),
                optional(pairing.seed),
                result.to_owned(),
                optional(moves.map(u64::from)),
            ];
            out.write_record(head.into_iter().chain(numbers)).map_err(csv_error)?;
        }
    }
    out.flush()
}

/// The columns fraction, count, value, low and high.
type Numbers = [String; 5];

fn results(pairing: &Pairing) -> Vec<(&'static str, Option<u16>, Numbers)> {
    let mut results = vec![("x_wins", None, share(&pairing.x_wins))];
    let by_moves = pairing.x_wins_by_moves.iter();
    results.extend(by_moves.map(|(&moves, wins)| ("x_wins_by_moves", Some(moves), share(wins))));
    results.push(("o_wins", None, share(&pairing.o_wins)));
    let by_moves = pairing.o_wins_by_moves.iter();
    results.extend(by_moves.map(|(&moves, wins)| ("o_wins_by_moves", Some(moves), share(wins))));
    results.push(("draws", None, share(&pairing.draws)));
    results.push(("expected_plies", None, mean(&pairing.expected_plies)));
    results
}

fn share(share: &Chance) -> Numbers {
    match share {
        Chance::Exact(number) => exact(number),
        Chance::Sampled { count, value, low, high } => {
            [String::new(), count.to_string(), value.to_string(), low.to_string(), high.to_string()]
        }
    }
}

fn mean(mean: &Mean) -> Numbers {
    match mean {
        Mean::Exact(number) => exact(number),
        Mean::Sampled { value, low, high } => {
            let empty = String::new;
            [empty(), empty(), value.to_string(), low.to_string(), high.to_string()]
        }
    }
}

fn exact(Fraction { fraction, value }: &Fraction) -> Numbers {
    [fraction.clone(), String::new(), value.to_string(), String::new(), String::new()]
}
