use perfect_play::Game;
use rules::Isolation;

perfect_play::include_table!(mod isolation, Isolation);

/// Prints the entries of some positions all over the table.
fn main() {
    for code in (0..Isolation.codes()).step_by(3) {
        let Ok(position) = Isolation.decode(code) else { continue };
        if let Ok(entry) = isolation::probe(position) {
            println!("{code} {entry:?}");
        }
    }
    println!("{}", isolation::FACTS.form);
}
