//! `solve -o FOLDER/`: a table in a folder, which every command reads, and of which `pack` makes a file.

use std::{fs, process::Stdio, thread, time::Duration};

use crate::{Folder, large};

const GAME: &str = "connect:4,4,4";
const SOLVE: [&str; 4] = ["solve", GAME, "-o", "t/"];

/// The names of the files in the folder `t`, in order. Folders in it are left out.
fn names(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(folder.path("t")).into_iter().flatten().map(Result::unwrap);
    let files = entries.filter(|entry| entry.path().is_file());
    let mut names: Vec<_> = files.map(|file| file.file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The files of the folder `t`.
fn contents(folder: &Folder) -> Vec<(String, Vec<u8>)> {
    let file = |name: String| {
        let bytes = fs::read(folder.path("t").join(&name)).unwrap();
        (name, bytes)
    };
    names(folder).into_iter().map(file).collect()
}

#[test]
fn a_game_that_says_its_tiers_is_solved_into_a_folder() {
    let folder = Folder::new();
    let solve = ["solve", "morris:three", "-o", "t/"];
    let text = folder.fine(&solve);
    assert!(text.contains("\nt/ written, "), "{text}");
    let whole = contents(&folder);
    assert!(whole.len() > 3);
    folder.fine(&["solve", "morris:three", "-o", "t.perfect"]);
    assert!(folder.fine(&["verify", "t"]).starts_with("t: proven. morris:three (fastest): "));
    for args in [&["probe", "X.O/.../... 2:2", "--json"][..], &["stats"]] {
        let [of_folder, of_file] =
            ["t", "t.perfect"].map(|table| folder.fine(&[&[args[0], table], &args[1..]].concat()));
        assert_eq!(of_folder, of_file.replace("t.perfect", "t"), "{args:?}");
    }
    folder.fine(&["pack", "t", "-o", "packed.perfect"]);
    let [packed, file] = ["packed.perfect", "t.perfect"].map(|name| fs::read(folder.path(name)));
    assert!(packed.unwrap() == file.unwrap());
    // Units that are missing or damaged are solved again.
    let [first, second] = [0, 1].map(|nth| folder.path("t").join(&whole[nth].0));
    fs::remove_file(first).unwrap();
    let mut bytes = whole[1].1.clone();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(second, bytes).unwrap();
    folder.trouble(&["verify", "t"]);
    let answer = folder.run(&solve);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    assert!(answer.err.contains("t/: resuming an interrupted run, 2 of "), "{}", answer.err);
    assert!(contents(&folder) == whole);
    let other = folder.trouble(&["solve", "morris:three,4", "-o", "t/"]);
    assert!(
        other.contains("another table (morris:three, fastest): name another folder"),
        "{other}"
    );
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn a_folder_answers_as_a_file_does() {
    let folder = Folder::new();
    let text = folder.fine(&SOLVE);
    assert!(text.contains("\nt/ written, "), "{text}");
    assert!(names(&folder).len() > 3);
    folder.fine(&["solve", GAME, "-o", "t.perfect"]);
    for args in
        [&["probe", "2233", "--json"][..], &["stats"], &["dump", "--format", "jsonl"], &["moves"]]
    {
        let answers = ["t", "t/", "t.perfect"].map(|table| {
            let answer = folder.run(&[&[args[0], table], &args[1..]].concat());
            assert_eq!(answer.code, Some(0), "{args:?}: {}", answer.err);
            answer.out.replace("t.perfect", "t").replace("t/", "t")
        });
        assert_eq!(answers[0], answers[1], "{args:?}");
        assert_eq!(answers[0], answers[2], "{args:?}");
    }
    for table in ["t", "t/"] {
        let proven = folder.fine(&["verify", table]);
        assert!(proven.starts_with(&format!("{table}: proven. {GAME} (fastest): ")), "{proven}");
        let same = folder.fine(&["diff", table, "t.perfect"]);
        assert!(same.contains("The same in all"), "{same}");
        let regenerated = folder.fine(&["regenerate", table]);
        assert!(regenerated.starts_with(&format!("{table}: the same (")), "{regenerated}");
    }
    folder.fine(&["dump", "t", "--format", "perfect", "-o", "dumped.perfect"]);
    let [dumped, file] = ["dumped.perfect", "t.perfect"].map(|name| fs::read(folder.path(name)));
    assert!(dumped.unwrap() == file.unwrap());
    let write = folder.trouble(&["regenerate", "t/", "--write"]);
    assert!(write.contains("t/ is a folder, and `--write` replaces a file: remove it"), "{write}");
}

#[test]
fn a_folder_is_made_only_in_a_folder_that_exists() {
    let folder = Folder::new();
    for args in
        [["solve", "connect:4,4,4", "-o", "no/x/"], ["export", "html", "tictactoe", "-ono/x/"]]
    {
        let message = folder.trouble(&args);
        assert!(message.contains("no/x/ cannot be made: there is no folder no\n"), "{message}");
    }
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn a_large_folder_is_the_same_for_any_number_of_threads_and_is_regenerated() {
    let folder = Folder::new();
    let solve = |threads| {
        let answer = folder.run(&["solve", large::GAME, "-o", "t/", "--threads", threads]);
        assert_eq!(answer.code, Some(0), "{}", answer.err);
        (contents(&folder), answer.err)
    };
    let (files, _) = solve("1");
    fs::remove_dir_all(folder.path("t")).unwrap();
    assert!(solve("3") == (files.clone(), String::new()));
    assert!(solve("2") == (files.clone(), "t/: all tiers are there already\n".to_owned()));
    fs::write(folder.path(large::FILE), large::whole()).unwrap();
    folder.fine(&["diff", "t", large::FILE]);
    folder.fine(&["regenerate", "t/"]);
    assert_eq!(folder.names(), [large::FILE, "t"]);
    // A section has the same bytes in both.
    let bytes: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
    assert!(bytes.abs_diff(large::whole().len()) < 400 * files.len());
}

#[test]
fn a_solve_that_is_killed_is_resumed_to_the_same_files() {
    let folder = Folder::new();
    folder.fine(&["solve", large::GAME, "-o", "t/"]);
    let files = contents(&folder);
    fs::remove_dir_all(folder.path("t")).unwrap();

    let args = ["solve", large::GAME, "-o", "t/"];
    let mut killed = folder.command(&args).stdout(Stdio::null()).spawn().unwrap();
    while names(&folder).len() < 4 {
        assert_eq!(killed.try_wait().unwrap(), None, "it was done before it was killed");
        thread::sleep(Duration::from_millis(1));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    let message = folder.trouble(&["verify", "t"]);
    assert!(message.starts_with("error: t is unfinished, because writing it was interrupted"));
    let answer = folder.run(&args);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    assert!(answer.err.contains("t/: resuming an interrupted run"));
    assert!(contents(&folder) == files);
}

#[test]
fn processes_that_solve_into_the_same_folder_write_the_same_files() {
    let folder = Folder::new();
    let args = ["solve", large::GAME, "-o", "t/", "--threads", "1"];
    let spawn = || folder.command(&args).stdout(Stdio::null()).spawn().unwrap();
    let [mut killed, others @ ..] = [(); 3].map(|()| spawn());
    while names(&folder).len() < 3 {
        thread::sleep(Duration::from_millis(1));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    for mut other in others {
        assert!(other.wait().unwrap().success());
    }
    folder.fine(&["pack", "t", "-o", "packed.perfect"]);
    assert!(fs::read(folder.path("packed.perfect")).unwrap() == large::whole());
    let stream = folder.command(&["pack", "t", "-o", "/dev/stdout"]).output().unwrap();
    assert!(stream.status.success() && stream.stdout == large::whole());
    folder.fine(&["verify", "t"]);

    // Damaged tiers are noticed, and solved again.
    for name in names(&folder).iter().step_by(5) {
        let path = folder.path("t").join(name);
        let mut bytes = fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(path, bytes).unwrap();
    }
    assert!(folder.trouble(&["pack", "t", "-o", "packed.perfect"]).contains(" is damaged "));
    let answer = folder.run(&args);
    assert!(answer.err.contains("t/: resuming an interrupted run, "), "{}", answer.err);
    folder.fine(&["pack", "t", "-o", "packed.perfect"]);
    assert!(fs::read(folder.path("packed.perfect")).unwrap() == large::whole());
}

#[test]
fn what_is_no_whole_folder_is_not_packed() {
    let folder = Folder::new();
    folder.fine(&SOLVE);
    fs::remove_file(folder.path("t").join(&names(&folder)[1])).unwrap();
    let message = folder.trouble(&["pack", "t", "-o", "packed.perfect"]);
    assert!(message.contains("t/tiers-") && message.contains(" is missing"), "{message}");
    fs::write(folder.path("file"), "mine").unwrap();
    assert!(folder.trouble(&["pack", "file", "-o", "x"]).contains("file is no folder"));
    assert!(folder.trouble(&["pack", "no", "-o", "x"]).contains("no cannot be read"));
    assert!(!folder.path("packed.perfect").exists());
}

#[test]
fn a_whole_table_is_no_part_of_a_folder() {
    let folder = Folder::new();
    folder.fine(&SOLVE);
    let before = names(&folder);
    let message = folder.trouble(&["pack", "t", "-o", "t/tiers-99999.perfect"]);
    assert!(message.contains("would be in the folder that is packed"), "{message}");
    assert_eq!(names(&folder), before);
    folder.fine(&["solve", "tictactoe", "-o", "t/tiers-0.perfect"]);
    for args in [&["verify", "t"][..], &["pack", "t", "-o", "x"]] {
        let message = folder.trouble(args);
        assert!(message.contains("tiers-0.perfect has a whole table"), "{message}");
    }
}

#[test]
fn what_is_wrong_with_a_folder_is_said_with_the_file_and_what_to_do() {
    let folder = Folder::new();
    folder.fine(&SOLVE);
    let files = contents(&folder);
    let path = |at: usize| folder.path("t").join(&files[at].0);
    let (first, other) = (path(1), path(2));
    let restore = || {
        for (name, bytes) in &files {
            fs::write(folder.path("t").join(name), bytes).unwrap();
        }
    };
    let refused = |what: &str| {
        let message = folder.trouble(&["verify", "t"]);
        assert!(message.starts_with("error: t/tiers-"), "{message}");
        assert!(message.contains(what), "{message}");
        for args in [&["stats", "t"][..], &["diff", "t", GAME], &["probe", "t", "2233"]] {
            assert_eq!(folder.trouble(args), message, "{args:?}");
        }
    };
    fs::remove_file(&first).unwrap();
    refused(
        " is missing, and the table in this folder is incomplete without it: restore it, or solve",
    );
    restore();
    fs::rename(&first, folder.path("x")).unwrap();
    fs::rename(&other, &first).unwrap();
    fs::rename(folder.path("x"), &other).unwrap();
    refused(": give each file of the folder its own name again, or solve the table again");
    restore();
    let length = fs::metadata(&first).unwrap().len();
    fs::File::options().write(true).open(&first).unwrap().set_len(length / 2).unwrap();
    refused(" is damaged (the end is missing): restore it, or solve it again");
    restore();
    folder.fine(&["solve", "connect:4,4,4+misere", "-o", "m/"]);
    let of_other = folder.path("m").join(&files[1].0);
    fs::copy(of_other, &first).unwrap();
    refused(
        "(connect:4,4,4+misere, fastest) than `tiers-0.perfect` in the same folder: restore it, or solve",
    );
    restore();
    folder.fine(&["verify", "t"]);
    let alone = folder.trouble(&["verify", "t/tiers-0.perfect"]);
    assert!(
        alone.contains("has only a part of a table: name the folder in which it is"),
        "{alone}"
    );
    // Another table does not replace it.
    let other = folder.trouble(&["solve", "connect:4,4,4+misere", "-o", "t/"]);
    assert!(other.contains("another table (connect:4,4,4, fastest): name another folder"));
    let code = folder.trouble(&["solve", "tictactoe", "-o", "new/"]);
    assert!(code.contains("too small to be divided"), "{code}");
    assert!(!folder.path("new").exists());
}
