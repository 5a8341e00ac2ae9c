//! What cargo says where a game cannot be baked, or not be what the program takes it for.

use super::project::{BUILD, MAIN, Project, RULES};

/// What a probe answers if the game in the program is not the one that was baked.
const OTHER_GAME: &str =
    "Err(the table is of another game: give `include_table!` the game that was baked)";

/// The part of cargo's output that the build script is to blame for.
fn blame(refusal: &str) -> String {
    let (_, error) = refusal.split_once("Error: ").unwrap_or_else(|| panic!("{refusal}"));
    // What cargo says if it compiles something else meanwhile.
    let error = error.split("\nwarning: build failed").next().unwrap_or_default();
    error.trim_end().to_owned()
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn rules_that_contradict_themselves_are_drawn() {
    let project = Project::new("contradictions", &["wrong"]);
    let refusal = |from: &str, to: &str| {
        assert!(RULES.contains(from));
        project.write_rules(&RULES.replace(from, to));
        blame(&project.refusal("wrong"))
    };
    // With five stones gone, three are put back.
    let circle = refusal(
        "(taken.saturating_add(stones), ",
        "(if taken == 5 { 2 } else { taken + stones }, ",
    );
    insta::assert_snapshot!(circle, @r#"
        stones:12 cannot be solved: play can return to this position:
              (2, X)
          then
              (3, O)
          then
              (4, X)
          then
              (5, O)
          and back
          If the game may repeat a position, return `true` from `repeats`, and do not define `max_plies` and `ply`.
        "#);
    // A position that is not below the number of codes.
    insta::assert_snapshot!(refusal("2 * (u64::from(self.pile) + 1)", "2 * u64::from(self.pile)"), @r#"
        stones:12 cannot be solved: the rules contradict themselves: move 3 leads from here to a wrong position:
              (9, O)
          this position has code 24, but codes must be below 24:
              (12, X)
        "#);
    // Two positions with one code.
    insta::assert_snapshot!(refusal("u64::from(player == Player::O)", "0"), @r#"
        stones:12 cannot be solved: the rules contradict themselves: move 1 leads from here to a wrong position:
              (0, X)
          two positions have code 2:
              (1, O)
          and
              (1, X)
        "#);
    // The mirror of one stone taken are two.
    insta::assert_snapshot!(
        refusal("    fn max_plies", "    fn symmetries(&self) -> u8 {
        2
    }

    fn image(&self, (taken, player): Position, symmetry: u8) -> Position {
        let taken = if symmetry == 1 && (1..=2).contains(&taken) { 3 - taken } else { taken };
        (taken, player)
    }

    fn max_plies"),
        @r#"
        stones:12 cannot be solved: the rules contradict themselves: move 1 and then symmetry 1 give another position than symmetry 1 and then the image of the move:
              (0, X)
          Its image:
              (0, X)
          The image of the position after move 1:
              (2, O)
          The position after move 1 of the image, which `image_of_move` returns:
              (1, O)
        "#);
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn what_is_too_large_is_refused_until_it_is_allowed() {
    let project = Project::new("limits", &["large"]);
    let build = |with: &str| BUILD.replace(".solve()", &format!("{with}.solve()"));
    project.write("large/build.rs", &build(".max_codes(20)"));
    insta::assert_snapshot!(blame(&project.refusal("large")), @"stones:12 has 26 codes, but at most 20 are solved in a build script: `.max_codes(26)` allows them; each 100000 reachable positions take 10 seconds to a minute, and 2 seconds or less with `opt-level = 3` in `[profile.dev.build-override]` of the workspace's Cargo.toml");
    project.write("large/build.rs", &build(".max_bytes(20)"));
    insta::assert_snapshot!(blame(&project.refusal("large")), @"the table of stones:12 takes 26 bytes, but at most 20 are allowed: call `.max_bytes(26)`, or choose another form with `.form(..)` that may be smaller");
    project.write("large/build.rs", &build(".max_codes(26).max_bytes(26)"));
    assert!(project.run("large").ends_with("direct bytes\n"));
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn another_game_than_was_baked_gets_no_answer() {
    let project = Project::new("other", &["other"]);
    // As many codes, and another name.
    project.write_rules(&RULES.replace("new(pile: u8) -> Self {\n        Self { pile }",
        "new(pile: u8) -> Self {\n        Self { pile, last: false }\n    }\n\n    /// Another.\n    \
         pub const fn last(self) -> Self {\n        Self { last: true, ..self }")
        .replace("    pile: u8,", "    pile: u8,\n    last: bool,")
        .replace("write!(f, \"stones:{}\", self.pile)", "write!(f, \"stones:{}{}\", self.pile, if self.last { \"+last\" } else { \"\" })"));
    project.write("other/src/main.rs", &MAIN.replace("::new(12)", "::new(12).last()"));
    let answers = project.run("other");
    assert_eq!(answers.matches(OTHER_GAME).count(), 13, "{answers}");
    // Another number of codes is noticed in any build, whatever the form.
    project.write("other/src/main.rs", &MAIN.replace("::new(12)", "::new(13)"));
    for form in [
        "",
        ".form(perfect_play_generator::core::Form::Compact(perfect_play_generator::core::Layout::Bytes))",
    ] {
        project.write("other/build.rs", &BUILD.replace(".solve()", &format!("{form}.solve()")));
        let answers = project.run_with("other", &["--release"]);
        assert_eq!(answers.matches(OTHER_GAME).count(), 13, "{answers}");
    }
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn a_table_of_an_earlier_build_is_no_more() {
    let project = Project::new("stale", &["stale"]);
    assert!(project.run("stale").ends_with("direct bytes\n"));
    project.write("stale/build.rs", &BUILD.replace("::new(12)", "::new(11)"));
    let refusal = project.refusal("stale");
    assert!(refusal.contains("couldn't read") && refusal.contains("stones_12.rs"), "{refusal}");

    project.write("stale/build.rs", BUILD);
    assert!(project.run("stale").ends_with("direct bytes\n"));
    // A table that is solved, and not written.
    project.write("stale/build.rs", &BUILD.replace(".solve()?.write()", ".solve().map(|_| ())"));
    let refusal = project.refusal("stale");
    assert!(refusal.contains("couldn't read") && refusal.contains("stones_12.rs"), "{refusal}");
}

#[test]
fn two_games_of_one_name_do_not_overwrite_one_another() {
    let project = Project::new("one name", &["same"]);
    let both = "Bake::new(rules::Stones::new(11)).module(\"stones_12\").solve()?.write()?;\n    \
                Bake::new";
    project.write("same/build.rs", &BUILD.replace("Bake::new", both));
    insta::assert_snapshot!(blame(&project.refusal("same")), @r#"two tables are called `stones_12`: give one of them another name with `.module("..")`"#);
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn a_module_of_another_name_says_what_is_missing() {
    let project = Project::new("named", &["named"]);
    project.write("named/src/main.rs", &MAIN.replace("stones_12", "stones"));
    let refusal = project.refusal("named");
    assert!(refusal.contains("couldn't read") && refusal.contains("stones.rs"), "{refusal}");
}
