//! Errors for a file that is not a table, or is damaged. The file is named once, and the message says what is wrong and
//! what to do.

use std::{fmt::Write, fs};

use insta::assert_snapshot;

use crate::{Folder, bad_input::write_with_header, hostile_names::READING};

const FILE: &str = "x.perfect";

/// Makes a wrong file from a right one.
type Make = fn(&Folder, Vec<u8>);

/// The ways in which [`FILE`] can be wrong.
const KINDS: [(&str, Make); 13] = [
    ("not there", |_, _| ()),
    ("a folder", |folder, _| fs::create_dir(folder.path(FILE)).unwrap()),
    ("empty", |folder, _| write(folder, Vec::new())),
    ("a text", |folder, _| write(folder, b"X wins\n".to_vec())),
    ("another version", |folder, right| write(folder, changed(right, 8))),
    ("the header changed", |folder, right| write(folder, changed(right, 30))),
    ("a block changed", |folder, right| write(folder, changed(right, 1000))),
    ("the index changed", |folder, right| {
        let last = right.len() - 1;
        write(folder, changed(right, last));
    }),
    ("cut short in the header", |folder, right| write(folder, right[..40].to_vec())),
    ("cut short at the end", |folder, right| write(folder, right[..right.len() - 1].to_vec())),
    ("a byte too many", |folder, right| write(folder, [right, vec![0]].concat())),
    ("not finished", |folder, _| {
        write_with_header(folder, FILE, |header| *header.last_mut().unwrap() = 0);
    }),
    ("the name of another game", |folder, _| {
        write_with_header(folder, FILE, |header| header[8..17].copy_from_slice(b"mnk:4,3,3"));
    }),
];

fn write(folder: &Folder, bytes: Vec<u8>) {
    fs::write(folder.path(FILE), bytes).unwrap();
}

fn changed(mut bytes: Vec<u8>, at: usize) -> Vec<u8> {
    bytes[at] ^= 1;
    bytes
}

#[test]
fn every_command_names_a_bad_file_once_and_says_what_to_do() {
    let mut messages = String::new();
    for (kind, make) in KINDS {
        let folder = Folder::new();
        folder.fine(&["solve", "tictactoe", "-o", "right.perfect"]);
        make(&folder, fs::read(folder.path("right.perfect")).unwrap());
        let message = folder.trouble(&["verify", FILE]);
        assert_eq!(message.matches(FILE).count(), 1, "{message}");
        let advice = ["solve it again", "-o` has written\n"];
        assert!(advice.iter().any(|advice| message.contains(advice)), "{message}");
        for args in READING {
            let args: Vec<_> =
                args.iter().map(|&arg| if arg == "FILE" { FILE } else { arg }).collect();
            assert_eq!(folder.trouble(&args), message, "{args:?}");
        }
        writeln!(messages, "{kind}\n{message}").unwrap();
    }
    assert_snapshot!("refusals", messages);
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_read_is_named_once() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new();
    folder.fine(&["solve", "tictactoe", "-o", FILE]);
    for (path, mode) in [("", 0o777), (FILE, 0o000)] {
        fs::set_permissions(folder.path(path), fs::Permissions::from_mode(mode)).unwrap();
    }
    let output = crate::restricted::as_user(&folder, "--nofile=1024", &["verify", FILE]).output();
    let output = output.unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    let expected = "error: x.perfect cannot be read: Permission denied (os error 13)\n";
    assert_eq!((output.status.code(), &*message), (Some(2), expected));
}
