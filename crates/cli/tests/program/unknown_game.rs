//! Files of games that the program does not know.

use insta::assert_snapshot;
use perfect_play_core::Objective;
use perfect_play_generator::solve;
use perfect_play_table::write;
use perfect_play_test_kit::Stones;

use crate::Folder;

#[test]
fn the_headers_facts_are_shown_and_how_to_go_on() {
    let folder = Folder::new();
    let table = solve(Stones { pile: 12 }, Objective::Fastest, &mut |_, _| ()).unwrap();
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
