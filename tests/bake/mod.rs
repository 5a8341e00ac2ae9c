//! A game of a user's own, baked into a user's own crate, by cargo, in a folder of its own.

pub(crate) mod project;
mod readme;
mod refusals;

use std::fmt::Write;

use perfect_play_generator::core::{Game, Probe};
use project::{MAIN, Project, RULES, baked_at};

use crate::isolation;

/// The best move from every pile of twelve stones, of which 0, 1, … are taken and X is to move; one
/// stone cannot have been taken then.
const ANSWERS: &str = "Ok(Some(1)) \
    Err(unreachable: the table has no entry for this position) Ok(Some(2)) Ok(Some(1)) Ok(Some(1)) Ok(Some(3)) Ok(Some(2)) \
    Ok(Some(1)) Ok(Some(1)) Ok(Some(3)) Ok(Some(2)) Ok(Some(1)) Ok(None) direct bytes\n";

#[test]
fn a_game_bakes_and_answers_in_a_folder_with_spaces_that_is_not_written_to() {
    let project = Project::new("my  games, solved", &["app"]);
    // It writes down which versions it takes.
    assert!(project.cargo(&["generate-lockfile"]).status.success());
    project.set_read_only(true);
    let before = project.files();
    assert_eq!(project.run("app"), ANSWERS);
    assert_eq!(project.files(), before);
    project.set_read_only(false);
}

#[test]
fn two_games_are_baked_in_one_crate() {
    let project = Project::new("two", &["pair"]);
    project.write(
        "pair/build.rs",
        "\
use perfect_play_generator::{Bake, BakeError, core::{Form, Layout, Objective}};
use rules::Stones;

fn main() -> Result<(), BakeError> {
    Bake::new(Stones::new(12)).solve()?.write()?;
    let compact = Form::Compact(Layout::Bytes);
    Bake::new(Stones::new(100)).module(\"large\").form(compact).solve()?.write()?;
    Bake::new(Stones::new(7)).objective(Objective::Outcome).solve()?.write()
}
",
    );
    project.write(
        "pair/src/main.rs",
        "\
mod stones {
    use rules::Stones as Pile;

    perfect_play::include_table!(
        /// Twelve stones.
        pub mod stones_12, Pile = Pile::new(12)
    );
    perfect_play::include_table!(pub(crate) mod large, rules::Stones = crate::LARGE);
}
perfect_play::include_table!(mod stones_7, rules::Stones = rules::Stones::new(7));

const LARGE: rules::Stones = rules::Stones::new(100);

fn main() {
    use perfect_play::{Level, Player::X};
    println!(\"{:?}\", stones::stones_12::best_move((0, X)));
    println!(\"{:?}\", stones::large::probe((1, X)).is_err());
    println!(\"{:?}\", stones::large::choose(Level::Master, (2, X), || 0));
    println!(\"{:?}\", stones_7::outcome_preserving_moves((0, X)));
    println!(\"{:?}\", stones_7::move_values((4, X)));
    println!(\"{:?}\", [stones::stones_12::FACTS, stones::large::FACTS, stones_7::FACTS].map(|facts| {
        (facts.game, facts.objective, facts.entries, facts.bytes)
    }));
}
",
    );
    insta::assert_snapshot!(project.run("pair"), @r#"
        Ok(Some(1))
        true
        Ok(Some(2))
        Ok({3})
        Ok([MoveValue { mv: 1, outcome: Loss, remoteness: Some(2), score: None }, MoveValue { mv: 2, outcome: Loss, remoteness: Some(2), score: None }, MoveValue { mv: 3, outcome: Win, remoteness: Some(1), score: None }])
        [("stones:12", Fastest, 24, 26), ("stones:100", Fastest, 200, 1536), ("stones:7", Outcome, 14, 16)]
        "#);
}

/// Every form gives the same answers, also of a game with symmetries.
#[test]
fn all_forms_of_a_game_with_symmetries_answer_alike() {
    let project = Project::new("forms", &["forms"]);
    project.write_rules(include_str!("forms/rules.rs"));
    project.write("forms/build.rs", include_str!("forms/build.rs"));
    project.write("forms/src/main.rs", include_str!("forms/main.rs"));
    insta::assert_snapshot!(project.run("forms"), @r#"
        120 130
        Err(not a position: a heap is too large)
        piles (fastest): 120 entries, direct words, 256 bytes
        piles (fastest): 120 entries, direct bytes, 128 bytes
        piles (fastest): 36 entries, compact words, 240 bytes
        piles (fastest): 36 entries, compact bytes, 276 bytes
        "#);
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn a_game_with_72_moves_answers_in_compact_form_as_it_was_solved() {
    let project = Project::new("isolation", &["isolation"]);
    project.write_rules(include_str!("isolation/rules.rs"));
    project.write("isolation/build.rs", include_str!("isolation/build.rs"));
    project.write("isolation/src/main.rs", include_str!("isolation/main.rs"));
    let table = isolation::solved();
    let game = table.game();
    let mut expected = String::new();
    for code in (0..game.codes()).step_by(3) {
        let Ok(position) = game.decode(code) else { continue };
        if let Ok(entry) = table.probe(position) {
            writeln!(expected, "{code} {entry:?}").unwrap();
        }
    }
    assert!(expected.lines().count() > 900);
    expected += "compact bytes\n";
    assert_eq!(project.run("isolation"), expected);
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn two_crates_bake_the_same_game_in_one_workspace() {
    let project = Project::new("twice", &["first", "second"]);
    assert_eq!(project.run("first"), ANSWERS);
    assert_eq!(project.run("second"), ANSWERS);
    let all = project.cargo(&["build", "--workspace"]);
    assert!(all.status.success());
}

#[test]
fn nothing_is_solved_again_unless_the_rules_have_changed() {
    let project = Project::new("again", &["steady"]);
    assert_eq!(project.run("steady"), ANSWERS);
    let first = baked_at("steady", "stones_12");
    assert!(first.is_some());

    // What is not rules: the program itself, and a file beside it.
    project.write("steady/src/main.rs", &MAIN.replace("0..=12", "0..=1"));
    project.write("steady/notes.txt", "no rules");
    assert_ne!(project.run("steady"), ANSWERS);
    assert_eq!(baked_at("steady", "stones_12"), first);

    // Whoever takes the last one loses.
    project.write_rules(&RULES.replace("some(Outcome::Loss)", "some(Outcome::Win)"));
    assert_eq!(
        project.run("steady"),
        "Ok(Some(3)) Err(unreachable: the table has no entry for this position) direct bytes\n"
    );
    assert!(baked_at("steady", "stones_12") > first);
}
