use perfect_play::Game;
use rules::{Piles, Position};

perfect_play::include_table!(mod direct_words, Piles);
perfect_play::include_table!(mod direct_bytes, Piles);
perfect_play::include_table!(mod compact_words, Piles);
perfect_play::include_table!(mod compact_bytes, Piles);

fn main() {
    let (mut entries, mut others) = (0, 0);
    // Also what is no position: heaps of four.
    for heaps in (0..5 * 5 * 5).map(|n| [n / 25, n / 5 % 5, n % 5]) {
        for to_move in [perfect_play::Player::X, perfect_play::Player::O] {
            let position = Position { heaps, to_move };
            let answer = direct_words::probe(position);
            assert_eq!(direct_bytes::probe(position), answer);
            assert_eq!(compact_words::probe(position), answer);
            assert_eq!(compact_bytes::probe(position), answer);
            assert_eq!(compact_bytes::move_values(position), direct_words::move_values(position));
            match answer {
                Ok(entry) => {
                    entries += 1;
                    // Bouton: who faces a sum of 0 without carrying loses.
                    let lost = heaps.iter().fold(0, |sum, heap| sum ^ heap) == 0;
                    assert_eq!(entry.outcome == perfect_play::Outcome::Loss, lost);
                }
                Err(_) => others += 1,
            }
        }
    }
    println!("{entries} {others}");
    println!("{:?}", direct_bytes::probe(Position { heaps: [4, 0, 0], ..Piles.start() }));
    for facts in
        [direct_words::FACTS, direct_bytes::FACTS, compact_words::FACTS, compact_bytes::FACTS]
    {
        println!("{facts}");
    }
    assert_eq!(direct_bytes::TABLE.game().to_string(), "piles");
}
