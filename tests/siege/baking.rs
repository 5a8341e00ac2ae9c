//! Attacked: random games that a user's build script bakes, in every form, and the program that has the tables.
//!
//! A defeat: an answer that is wrong, missing, or given for a position that play never reaches; a build that fails.
//!
//! The truth is that of [`super::worth`]. The user's crates are in `tests/siege/baked`. Only their data changes.

use std::fmt::Write;

use perfect_play_generator::core::{Objective, Player, Scheme};
use perfect_play_test_kit::{Listed, besiege};

use super::{
    project::Project,
    random::random_game,
    worth::{Truth, truth},
};

/// So many tables with codes are baked, and one without.
const CODED: usize = 5;

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn baking() {
    let project = Project::new("siege", &["besieged"]);
    project.write_rules(include_str!("baked/rules.rs"));
    project.write("besieged/build.rs", include_str!("baked/build.rs"));
    project.write("besieged/src/main.rs", include_str!("baked/main.rs"));
    besiege(module_path!(), |case| {
        let game = random_game(case);
        if !game.game.has_codes() {
            return case.note("without codes");
        }
        let [Some(coded), Some(keyed)] = [truth(&game), truth(&game.without_codes())] else {
            return case.note("not solvable");
        };
        let of = if game.game.repeats { &Objective::ALL[..1] } else { &Objective::ALL };
        let objective = case.random.of(of);
        project.write("besieged-rules/src/data.rs", &data(&game.game, objective));
        let expected =
            answers(&coded, objective).repeat(CODED) + answers(&keyed, objective).as_str();
        let said = project.run("besieged");
        for (said, expected) in said.lines().zip(expected.lines()) {
            assert_eq!(said, expected);
        }
        assert_eq!(said.lines().count(), expected.lines().count(), "{objective:?}");
        case.note(format!("baked, {objective}"));
    });
}

/// What the program prints for one table.
fn answers(truth: &Truth, objective: Objective) -> String {
    let mut lines = format!("{objective:?}\n");
    for (node, reached) in truth {
        let answers = reached.answers(objective, |mv| mv);
        let value = reached.worth.byte().unwrap();
        let (entry, preserving, values) = (answers.entry, answers.preserving, answers.values);
        writeln!(lines, "{node} {entry:?} {value} {preserving:?} {values:?}").unwrap();
    }
    lines
}

/// The game in Rust.
fn data(graph: &Listed, objective: Objective) -> String {
    let Listed { starts, codes, draws_in, max_plies, .. } = graph;
    let scheme = if graph.scheme == Scheme::Score { "Score" } else { "Remoteness" };
    let mut text = format!(
        "use perfect_play_core::{{Move, Objective, Outcome, Player, Scheme}};\nuse crate::Node;\n\
         pub const OBJECTIVE: Objective = Objective::{objective:?};\n\
         pub const STARTS: &[u16] = &{starts:?};\n\
         pub const CODES: u64 = {codes};\n\
         pub const DRAWS_IN: Option<u16> = {draws_in:?};\n\
         pub const MAX_PLIES: u16 = {max_plies};\n\
         pub const SCHEME: Scheme = Scheme::{scheme};\n"
    );
    let flags = [
        ("REPEATS", graph.repeats),
        ("IMPARTIAL", graph.is_impartial),
        ("CODES_RISE", graph.codes_rise),
        ("COUNTS_PLIES", graph.counts_plies),
    ];
    for (name, is) in flags {
        writeln!(text, "pub const {name}: bool = {is};").unwrap();
    }
    text += "pub static SYMMETRIES: &[(&[u16], [Move; 256])] = &[\n";
    for (nodes, moves) in &*graph.symmetries {
        writeln!(text, "(&{nodes:?}, {moves:?}),").unwrap();
    }
    text += "];\npub static NODES: &[Node] = &[\n";
    for node in &*graph.nodes {
        let moves: Vec<_> = node.moves.iter().collect();
        let player = if node.to_move == Player::X { "X" } else { "O" };
        writeln!(
            text,
            "Node {{ to_move: Player::{player}, moves: &{moves:?}, end: Outcome::{:?}, score: {}, \
             says_end: {}, layer: {} }},",
            node.end, node.score, node.says_end, node.layer
        )
        .unwrap();
    }
    text + "];\n"
}
