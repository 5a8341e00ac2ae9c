//! Help, manual pages and completions.

use insta::assert_snapshot;

use crate::Folder;

pub(crate) const COMMANDS: [&str; 21] = [
    "games",
    "plan",
    "solve",
    "probe",
    "serve",
    "play",
    "dump",
    "stats",
    "regenerate",
    "diff",
    "verify",
    "trace",
    "moves",
    "arena",
    "grade",
    "puzzles",
    "longest",
    "export",
    "cache",
    "completions",
    "man",
];

/// The kinds of exports.
pub(crate) const KINDS: [&str; 8] = ["html", "map", "tree", "anki", "c", "python", "js", "json"];

#[test]
fn every_command_explains_itself_with_examples() {
    let folder = Folder::new();
    let program = folder.fine(&["--help"]);
    for command in COMMANDS {
        assert!(program.contains(&format!("\n  {command}")), "{command}");
        let help = folder.fine(&[command, "--help"]);
        assert!(help.contains("Example"), "{command}");
        assert_snapshot!(format!("help_{command}"), help);
    }
    assert_snapshot!("help", program);
    let kinds = folder.fine(&["export", "--help"]);
    for kind in KINDS {
        assert!(kinds.contains(&format!("\n  {kind}")), "{kind}");
        let help = folder.fine(&["export", kind, "--help"]);
        assert!(help.contains("Example"), "{kind}");
        assert_snapshot!(format!("help_export_{kind}"), help);
    }
}

#[test]
fn the_version_is_printed() {
    let folder = Folder::new();
    assert_eq!(
        folder.fine(&["--version"]),
        concat!("perfect-play ", env!("CARGO_PKG_VERSION"), "\n")
    );
}

#[test]
fn there_is_a_manual_page_for_the_program_and_for_each_command() {
    let folder = Folder::new();
    assert!(folder.fine(&["man"]).contains(".TH perfect-play 1"));
    for command in COMMANDS {
        let page = folder.fine(&["man", command]);
        assert!(page.contains(&format!(".TH perfect-play-{command} 1")), "{page}");
    }
    for kind in KINDS {
        let page = folder.fine(&["man", "export", kind]);
        assert!(page.contains(&format!(".TH perfect-play-export-{kind} 1")), "{page}");
    }
    folder.trouble(&["man", "export", "none"]);
}

#[test]
fn there_are_completions_for_the_usual_shells() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = folder.fine(&["completions", shell]);
        assert!(COMMANDS.iter().all(|command| script.contains(command)), "{shell}");
    }
}
