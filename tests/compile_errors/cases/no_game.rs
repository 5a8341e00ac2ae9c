//! A type that has no rules.

struct Chess;

fn play(_: impl perfect_play::Game) {}

fn main() {
    play(Chess);
}
