use perfect_play::{Game, Probe};
use rules::{Data, NODES};

perfect_play::include_table!(mod own, Data = Data { coded: true });
perfect_play::include_table!(mod direct, Data = Data { coded: true });
perfect_play::include_table!(mod direct_bytes, Data = Data { coded: true });
perfect_play::include_table!(mod compact, Data = Data { coded: true });
perfect_play::include_table!(mod compact_bytes, Data = Data { coded: true });
perfect_play::include_table!(mod keys, Data = Data { coded: false });

fn all(table: &impl Probe<Game = Data>) {
    println!("{:?}", table.objective());
    for at in 0..NODES.len() as u16 + 3 {
        let Ok(entry) = table.probe(at) else { continue };
        let value = table.game().scheme().byte(table.value(at).ok().unwrap());
        let preserving = table.outcome_preserving_moves(at).ok().unwrap();
        let values = table.move_values(at).ok().unwrap();
        println!("{at} {entry:?} {value} {preserving:?} {values:?}");
    }
}

fn main() {
    all(&own::TABLE);
    all(&direct::TABLE);
    all(&direct_bytes::TABLE);
    all(&compact::TABLE);
    all(&compact_bytes::TABLE);
    all(&keys::TABLE);
}
