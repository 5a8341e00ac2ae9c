//! The page of `export html`, as a file. The tests in tests/browser test its behaviour.

use std::fs;

use insta::assert_snapshot;

use crate::{Folder, files};

/// The content of the page's element with this id.
fn element<'a>(page: &'a str, id: &str) -> &'a str {
    let (_, rest) = page.split_once(&format!(" id=\"{id}\">")).unwrap();
    rest.split_once("</").unwrap().0
}

/// Asserts that nothing of the template and no import or export of a module is left.
fn assert_nothing_of_the_template(page: &str) {
    for name in ["title", "rules", "style", "about", "place", "header", "table", "script"] {
        assert!(!page.contains(&format!("{{{{{name}}}}}")), "{name}");
    }
    let joins = |line: &str| line.starts_with("export ") || line.starts_with("import ");
    assert!(!page.lines().any(joins));
}

#[test]
fn the_page_is_one_small_file_that_asks_nobody() {
    let folder = Folder::new();
    let page = folder.fine(&["export", "html", "tictactoe"]);
    assert!(page.len() < 200_000, "{}", page.len());
    // The name of a format; nothing is loaded from it.
    let asked = page.replace("http://www.w3.org/2000/svg", "");
    for asking in
        ["http:", "https:", "//cdn", " src=", " href=", "url(", "@import", "fetch(", "import "]
    {
        assert!(!asked.contains(asking), "{asking}");
    }
    assert_nothing_of_the_template(&page);
    assert!(page.starts_with("<!doctype html>\n<html lang=\"en\">"));
    assert!(page.contains("<title>Tic-tac-toe</title>"));
}

#[test]
fn the_same_table_makes_the_same_page() {
    let folder = Folder::new();
    let printed = folder.fine(&["export", "html", "mnk:4,3,3"]);
    folder.fine(&["export", "html", "mnk:4,3,3", "-o", "named.html"]);
    folder.fine(&["solve", "mnk:4,3,3", "-o", "m.perfect"]);
    folder.fine(&["export", "html", "m.perfect", "-o", "file.html"]);
    for name in ["named.html", "file.html"] {
        assert!(fs::read_to_string(folder.path(name)).unwrap() == printed, "{name}");
    }
}

#[test]
fn the_page_is_told_what_the_table_holds() {
    let folder = Folder::new();
    for game in ["tictactoe", "tictactoe+misere", "mnk:4,3,3"] {
        let page = folder.fine(&["export", "html", game]);
        let header: serde_json::Value = serde_json::from_str(element(&page, "header")).unwrap();
        let stats = folder.json(&["stats", game, "--format", "json"]);
        for (key, value) in stats.as_object().unwrap() {
            // The page shows only the counts by ply.
            if key == "by_remoteness" {
                assert!(header.get(key).is_none());
                continue;
            }
            assert_eq!(&header[key], value, "{game}: {key}");
        }
        assert_eq!(header["lines"]["misere"], game.ends_with("+misere"));
    }
}

#[test]
fn a_page_in_a_folder_has_its_table_beside_it() {
    let folder = Folder::new();
    folder.fine(&["solve", "mnk:4,3,3", "-o", "m.perfect"]);
    let output = folder.command(&["export", "html", "m.perfect", "-o", "site/"]).output().unwrap();
    assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
    assert_snapshot!("served_needs", String::from_utf8(output.stderr).unwrap());
    let table = fs::read(folder.path("site/table.perfect")).unwrap();
    assert!(table == fs::read(folder.path("m.perfect")).unwrap());
    let page = fs::read_to_string(folder.path("site/index.html")).unwrap();
    assert!(page.len() < 850_000, "{}", page.len());
    assert_nothing_of_the_template(&page);
    let header: serde_json::Value = serde_json::from_str(element(&page, "header")).unwrap();
    assert_eq!((&header["file"], &header["bytes"]), (&"table.perfect".into(), &table.len().into()));
    // The program that reads the table is in the page, and nothing else.
    assert_eq!(header["program"], header["slots"]);
    assert_eq!(fs::read_dir(folder.path("site")).unwrap().count(), 2);
    // A game's name gives the same page.
    folder.command(&["export", "html", "mnk:4,3,3", "-o", "site/"]).output().unwrap();
    assert_eq!(fs::read_to_string(folder.path("site/index.html")).unwrap(), page);
}

#[test]
fn a_page_of_the_first_plies_searches() {
    let folder = Folder::new();
    folder.fine(&["solve", "connect:4,4,3", "--plies", "4", "-o", "cut.perfect"]);
    let page = folder.fine(&["export", "html", "cut.perfect"]);
    assert_nothing_of_the_template(&page);
    assert!(page.contains("This page holds the values of the first 4 plies."));
    let header: serde_json::Value = serde_json::from_str(element(&page, "header")).unwrap();
    assert_eq!((&header["game"], &header["plies"]), (&"connect:4,4,3".into(), &4.into()));
    // Nothing is said of positions that are not stored.
    for count in ["positions", "canonical", "terminal", "outcomes", "by_ply"] {
        assert!(header.get(count).is_none(), "{count}");
    }
    assert!(header["program"].as_u64().unwrap() < header["slots"].as_u64().unwrap());
    folder.command(&["export", "html", "cut.perfect", "-o", "site/"]).output().unwrap();
    let page = fs::read_to_string(folder.path("site/index.html")).unwrap();
    assert!(page.contains("The table beside this page holds the values of the first 4 plies."));
    let table = fs::read(folder.path("site/table.perfect")).unwrap();
    assert!(table == fs::read(folder.path("cut.perfect")).unwrap());
}

#[test]
fn connect_four_is_one_file() {
    let folder = Folder::new();
    let page = folder.fine(&["export", "html", "connect4"]);
    assert!(page.len() < 4_000_000, "{}", page.len());
    assert!(page.contains("<title>Connect Four</title>"));
    // A file with the same table cannot be proven in memory. The program knows only its own book.
    fs::write(folder.path("book.perfect"), perfect_play_book::CONNECT4).unwrap();
    let output = folder.command(&["export", "html", "book.perfect"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.contains("is solved once more, takes"), "{said}");
}

#[test]
fn a_page_has_the_title_that_it_is_given() {
    let folder = Folder::new();
    let title = |args: &[&str]| {
        let page = folder.fine(&[&["export", "html"], args].concat());
        let (_, rest) = page.split_once("<h1>").unwrap();
        rest.split_once("</h1>").unwrap().0.to_owned()
    };
    assert_eq!(title(&["tictactoe", "--title", "Tom & Ann's <game>"]), "Tom &amp; Ann's &lt;game>");
    for (game, called) in [
        ("tictactoe+misere", "Misère tic-tac-toe"),
        ("connect:4,4,4", "Connect Four on 4 × 4"),
        ("mnk:4,3,3", "3 in a row on 4 × 3"),
        ("three-mens-morris+rows", "Three Men’s Morris (rows)"),
        ("hexapawn:3,3", "Hexapawn 3 × 3"),
        ("notakto:3,2,2", "Notakto 3 × 2, 2 in a row"),
        ("nim:1,2,3", "Nim 1, 2, 3"),
    ] {
        assert_eq!(title(&[game]), called, "{game}");
    }
}

/// A program in place of the one that opens files, which writes down what it is to open.
#[cfg(target_os = "linux")]
fn opener(folder: &Folder) -> String {
    use std::os::unix::fs::PermissionsExt;

    fs::create_dir(folder.path("bin")).unwrap();
    let script = folder.path("bin/xdg-open");
    fs::write(&script, "#!/bin/sh\necho \"$1\" > opened.tmp && mv opened.tmp opened\n").unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    format!("{}:{}", folder.path("bin").display(), std::env::var("PATH").unwrap())
}

#[cfg(target_os = "linux")]
#[test]
fn a_page_that_goes_nowhere_else_is_a_file_with_the_name_of_the_table() {
    let folder = Folder::new();
    let path = opener(&folder);
    let open = |args: &[&str]| {
        let mut command = folder.command(&[&["export", "html"], args, &["--open"]].concat());
        let output = command.env("PATH", &path).output().unwrap();
        (output.status.success(), String::from_utf8(output.stderr).unwrap())
    };
    let opened = || {
        for _ in 0..1000 {
            if let Ok(name) = fs::read_to_string(folder.path("opened")) {
                fs::remove_file(folder.path("opened")).unwrap();
                return name;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        String::new()
    };
    let said = "nim-1-2.html is written, and the browser is asked to open it\n".to_owned();
    assert_eq!((open(&["nim:1,2"]), &*opened()), ((true, said.clone()), "nim-1-2.html\n"));
    // An older page is replaced, and another file is not.
    assert_eq!((open(&["nim:1,2"]), &*opened()), ((true, said), "nim-1-2.html\n"));
    fs::write(folder.path("nim-1-2.html"), "mine").unwrap();
    let (is_fine, message) = open(&["nim:1,2"]);
    assert!(!is_fine && message.contains("nim-1-2.html is there already"), "{message}");
    assert!(open(&["nim:1,2", "-o", "site/"]).1.contains("only from a web server"));
    assert_eq!((open(&["nim:1,2", "-o", "other.html"]).0, &*opened()), (true, "other.html\n"));

    // Standard output has no name that could be opened, and does not stay empty.
    let mut redirected = folder.command(&["export", "html", "nim:1,2", "--open"]);
    redirected.stdout(fs::File::create(folder.path("o.html")).unwrap());
    let output = redirected.env("PATH", &path).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        !output.status.success() && message.contains("name the file with `-o FILE`"),
        "{message}"
    );

    // On a terminal.
    let mut terminal = folder.command(&["export", "html", "Tic Tac Toe+misere"]);
    terminal.env("TERM", "xterm");
    let mut terminal = rexpect::session::spawn_command(terminal, Some(60_000)).unwrap();
    terminal.exp_string("tictactoe-misere.html is written: open it in a browser").unwrap();
    terminal.exp_eof().unwrap();
    // A picture does not flood the terminal either, and what is there stays there.
    for said in [
        "tictactoe-map.svg is written: open it in a browser",
        "tictactoe-map.svg is there already: `-o tictactoe-map.svg` replaces it",
    ] {
        let terminal = folder.command(&["export", "map", "tictactoe"]);
        let mut terminal = rexpect::session::spawn_command(terminal, Some(60_000)).unwrap();
        terminal.exp_string(said).unwrap();
        terminal.exp_eof().unwrap();
    }
    let page = fs::read_to_string(folder.path("tictactoe-misere.html")).unwrap();
    assert_eq!(page, folder.fine(&["export", "html", "tictactoe+misere"]));
}

#[test]
fn too_many_positions_for_a_page_are_counted_before_the_game_is_solved() {
    let folder = Folder::new();
    let mut command = folder.command(&["export", "html", "dodgem:4"]);
    // A solve would print lines.
    let output = command.env("PERFECT_PLAY_PROGRESS_SECONDS", "0").output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("error: dodgem:4 has too many positions for a page"), "{message}");
    assert!(!message.contains("solving"), "{message}");
}

/// A limit on the size of a file is a disk that has room for the table, and not for the page.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_half_of_a_page() {
    let folder = Folder::new();
    let on_a_small_disk = |game: &str| {
        let mut command = std::process::Command::new("sh");
        command.args([
            "-c",
            "ulimit -f 100; exec \"$0\" \"$@\"",
            env!("CARGO_BIN_EXE_perfect-play"),
        ]);
        command.args(["export", "html", game, "-o", "site/"]).current_dir(folder.path(""));
        let output = command.output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.starts_with("error: site/index.html cannot be written: "), "{message}");
    };
    on_a_small_disk("tictactoe");
    assert_eq!(folder.names(), [""; 0]);
    // An earlier page stays as it was.
    folder.run(&["export", "html", "nim:1,2", "-o", "site/"]);
    let files = || {
        ["index.html", "table.perfect"]
            .map(|name| fs::read(folder.path("site").join(name)).unwrap())
    };
    let before = files();
    on_a_small_disk("tictactoe");
    assert!(files() == before);
    assert_eq!(folder.path("site").read_dir().unwrap().count(), 2);
}

#[test]
fn what_makes_no_page_is_explained() {
    let folder = Folder::new();
    folder.fine(&["solve", "tictactoe", "-o", "tictactoe.perfect"]);
    let end = "{\"position\": \"end\", \"to_move\": \"X\", \"outcome\": \"loss\"}\n";
    fs::write(folder.path("level.jsonl"), end).unwrap();
    // The start, which is a draw, as a win; and no entry for positions in which X began in a corner.
    files::altered(&folder, "start.perfect", ".........", files::win(9));
    files::altered(&folder, "gap.perfect", "X........", u8::MAX);
    let mut messages = String::new();
    for args in [
        &["export", "html", "start.perfect"][..],
        &["export", "html", "gap.perfect"],
        &["export", "map", "start.perfect"],
        &["export", "tree", "start.perfect"],
        &["export", "html", "tictactoe", "-o", "."],
        &["export", "html", "tictactoe", "-o", "missing/page.html"],
        &["export", "html", "tictactoe", "-o", "-"],
        &["export", "html", "tictacto"],
        &["export", "html", "missing.perfect"],
        &["export", "html", "mnk:5,4,4"],
        &["export", "html", "tictactoe", "-o", "missing/site/"],
        &["export", "html", "start.perfect", "-o", "site/"],
        &["export", "html", "connect:6,5,4"],
        &["export", "html", "graph:level.jsonl", "-o", "site/"],
        &["export", "html", "tictactoe", "-o", "gap.perfect/"],
        &["export", "html"],
    ] {
        messages += &folder.trouble(args);
    }
    folder.fine(&["solve", "tictactoe", "-o", "t.perfect"]);
    messages += &folder.trouble(&["export", "html", "t.perfect", "-o", "t.perfect"]);
    fs::create_dir(folder.path("site")).unwrap();
    folder.fine(&["solve", "tictactoe", "-o", "site/table.perfect"]);
    messages += &folder.trouble(&["export", "html", "site/table.perfect", "-o", "site/"]);
    fs::remove_dir_all(folder.path("site")).unwrap();
    assert_snapshot!("export_html_trouble", messages);
    assert_eq!(
        folder.names(),
        ["gap.perfect", "level.jsonl", "start.perfect", "t.perfect", "tictactoe.perfect"]
    );
}
