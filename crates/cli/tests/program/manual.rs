//! Manual pages as a terminal shows them, compared with the help that they are made from.

use std::{
    io::Write,
    process::{Command, Stdio},
};

use perfect_play_test_kit::skip;

use crate::{
    Folder,
    help::{COMMANDS, KINDS},
};

/// A page without colours, bold and underlined letters.
const GROFF: [&str; 5] = ["-k", "-man", "-Tutf8", "-ww", "-P-cbou"];

/// A page as a terminal shows it. The typesetter must not report a problem.
fn printed(page: &str) -> String {
    let mut groff = Command::new("groff");
    groff.args(GROFF).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut groff = groff.spawn().unwrap();
    groff.stdin.take().unwrap().write_all(page.as_bytes()).unwrap();
    let output = groff.wait_with_output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && errors.is_empty(), "{page}{errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// The text below a heading, up to the next heading.
fn section<'p>(printed: &'p str, heading: &str) -> Vec<&'p str> {
    let lines = printed.lines().skip_while(|line| *line != heading).skip(1);
    lines.take_while(|line| line.is_empty() || line.starts_with(' ')).map(str::trim).collect()
}

fn in_one_line(lines: &[&str]) -> String {
    lines.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The paragraphs below the options of a command's help.
fn notes(help: &str) -> impl Iterator<Item = &str> {
    let options = help.find("Options:").unwrap();
    let blocks = help[options..].trim_end().split("\n\n");
    blocks.filter(|block| !block.contains("  -") && !block.starts_with("Example"))
}

/// An option with a value, and the value's name: `-o`, `FILE`.
fn option_with_value(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start().strip_prefix('-').map(|_| line.trim_start())?;
    let (names, value) = line.split_once(" <")?;
    Some((names.split(',').next()?, value.split_once('>')?.0))
}

/// Compares a page with the help. Returns how many paragraphs there are below the options.
fn check(folder: &Folder, words: &[&str]) -> usize {
    let page = printed(&folder.fine(&[&["man"], words].concat()));
    let help = folder.fine(&[words, &["--help"]].concat());
    assert!(!page.contains("EXTRA") && !page.contains('\u{2010}'), "{page}");

    let examples = section(&page, "EXAMPLES");
    let (_, shown) = help.split_once("\nExample").unwrap();
    let shown: Vec<_> = shown.lines().skip(1).take_while(|line| !line.is_empty()).collect();
    assert!(!shown.is_empty(), "{help}");
    for example in shown {
        assert!(examples.contains(&example.trim()), "{example}\n{page}");
    }

    let synopsis = in_one_line(&section(&page, "SYNOPSIS"));
    for (option, value) in help.lines().filter_map(option_with_value) {
        let (_, found) = synopsis.split_once(&format!("[{option} ")).unwrap_or_else(|| {
            panic!("{option} has no value: {synopsis}");
        });
        let (found, _) = found.split_once(']').unwrap();
        assert!(found == value || found.contains('|'), "{option} {value}: {synopsis}");
    }
    for option in synopsis.split('[').filter_map(|part| part.strip_prefix("--")) {
        let name = option.split([' ', ']']).next().unwrap();
        assert!(help.contains(&format!("--{name}")), "{name}: {help}");
    }

    let description = section(&page, "DESCRIPTION");
    let all = in_one_line(&description);
    let mut count = 0;
    for block in notes(&help) {
        let block: Vec<_> = block.lines().collect();
        assert!(all.contains(&in_one_line(&block)), "{block:?}\n{page}");
        // Code stays as it is.
        if block.iter().all(|line| line.starts_with("  ")) {
            assert!(block.iter().all(|line| description.contains(&line.trim())), "{page}");
        }
        count += 1;
    }
    count
}

#[test]
fn manual_pages_show_all_that_the_help_shows() {
    if Command::new("groff").arg("--version").output().is_err() {
        return skip("there is no `groff`");
    }
    let folder = Folder::new();
    assert_eq!(check(&folder, &[]), 1);
    let of_commands = COMMANDS.map(|command| check(&folder, &[command]));
    let of_kinds = KINDS.map(|kind| check(&folder, &["export", kind]));
    assert!(of_commands.into_iter().chain(of_kinds).sum::<usize>() > 20);
}

#[test]
fn values_are_in_the_synopsis_and_the_title_is_the_programs() {
    let page = Folder::new().fine(&["man", "solve"]);
    for part in [
        ".TH perfect-play-solve 1 \"\" \"perfect-play ",
        "[\\fB\\-o\\fR \\fIFILE\\fR]",
        "[\\fB\\-\\-objective\\fR \\fBfastest|outcome\\fR]",
        "\\fIGAME\\fR",
    ] {
        assert!(page.contains(part), "{part}\n{page}");
    }
}
