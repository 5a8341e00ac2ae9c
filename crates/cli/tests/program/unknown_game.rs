//! Files of games that the program does not know.

use std::fmt;

use insta::assert_snapshot;
use perfect_play_core::{
    Game, Move, Moves, NotAPosition, Objective, Outcome, Player, Printable, Symmetric, Tabular,
};
use perfect_play_generator::solve;
use perfect_play_table::write;

use crate::Folder;

/// Twelve stones: one to three are taken in turn, and who takes the last one wins.
struct Stones;

impl fmt::Display for Stones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("stones:12")
    }
}

impl Game for Stones {
    type Position = (u8, Player);

    fn start(&self) -> (u8, Player) {
        (0, Player::X)
    }

    fn to_move(&self, (_, player): (u8, Player)) -> Player {
        player
    }

    fn legal_moves(&self, (taken, _): (u8, Player)) -> Moves {
        (1..=3).filter(|stones| taken + stones <= 12).collect()
    }

    fn play(&self, (taken, player): (u8, Player), stones: Move) -> (u8, Player) {
        (taken + stones, player.opponent())
    }

    fn terminal(&self, (taken, _): (u8, Player)) -> Option<Outcome> {
        (taken == 12).then_some(Outcome::Loss)
    }
}

impl Tabular for Stones {
    fn codes(&self) -> u64 {
        26
    }

    fn encode(&self, (taken, player): (u8, Player)) -> u64 {
        2 * u64::from(taken) + u64::from(player == Player::O)
    }

    fn decode(&self, code: u64) -> Result<(u8, Player), NotAPosition> {
        let player = if code.is_multiple_of(2) { Player::X } else { Player::O };
        Ok((u8::try_from(code / 2).unwrap(), player))
    }

    fn max_plies(&self) -> u8 {
        12
    }

    fn ply(&self, (taken, _): (u8, Player)) -> u8 {
        taken
    }
}

impl Symmetric for Stones {}

impl Printable for Stones {}

#[test]
fn the_headers_facts_are_shown_and_how_to_go_on() {
    let folder = Folder::new();
    let table = solve(Stones, Objective::Fastest, &mut |_, _| ()).unwrap();
    write(&table, &folder.path("stones.perfect")).unwrap();
    let message = folder.trouble(&["verify", "stones.perfect"]);
    assert_snapshot!(message);
    for args in [
        &["probe", "stones.perfect", "XO......."][..],
        &["stats", "stones.perfect"],
        &["dump", "stones.perfect", "-o", "stones.csv"],
        &["diff", "tictactoe", "stones.perfect"],
        &["regenerate", "stones.perfect", "--write"],
        &["play", "stones.perfect"],
        &["export", "tree", "stones.perfect"],
    ] {
        assert_eq!(folder.trouble(args), message, "{args:?}");
    }
    assert_eq!(folder.names(), ["stones.perfect"]);
}
