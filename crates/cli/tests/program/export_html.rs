//! The page of `export html`, as a file; tests/browser is about what it does.

use std::fs;

use insta::assert_snapshot;

use crate::{Folder, files};

/// What stands in the page's element with this id.
fn element<'a>(page: &'a str, id: &str) -> &'a str {
    let (_, rest) = page.split_once(&format!(" id=\"{id}\">")).unwrap();
    rest.split_once("</").unwrap().0
}

/// Asserts that nothing of the template is left, and nothing that joins modules.
fn assert_nothing_of_the_template(page: &str) {
    for name in ["title", "rules", "style", "holder", "place", "header", "table", "script"] {
        assert!(!page.contains(&format!("{{{{{name}}}}}")), "{name}");
    }
    let joins = |line: &str| line.starts_with("export ") || line.starts_with("import ");
    assert!(!page.lines().any(joins));
}

#[test]
fn the_page_is_one_small_file_that_asks_nobody() {
    let folder = Folder::new();
    let page = folder.fine(&["export", "html", "tictactoe"]);
    assert!(page.len() < 150_000, "{}", page.len());
    for asking in
        ["http:", "https:", "//cdn", "src=", "href=", "url(", "@import", "fetch(", "import "]
    {
        assert!(!page.contains(asking), "{asking}");
    }
    assert_nothing_of_the_template(&page);
    assert!(page.starts_with("<!doctype html>\n<html lang=\"en\">"));
    assert!(page.contains("<title>Tic-tac-toe, solved</title>"));
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
            // The page shows the counts by ply alone.
            if key == "by_remoteness" {
                assert!(header.get(key).is_none());
                continue;
            }
            assert_eq!(&header[key], value, "{game}: {key}");
        }
        assert_eq!(header["misere"], game.ends_with("+misere"));
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
    assert!(page.len() < 100_000 && !page.contains(" id=\"table\">"));
    assert_nothing_of_the_template(&page);
    let header: serde_json::Value = serde_json::from_str(element(&page, "header")).unwrap();
    assert_eq!((&header["file"], &header["bytes"]), (&"table.perfect".into(), &table.len().into()));
    // Once the package is there, nothing is said of it. A game's name makes the same page.
    fs::create_dir_all(folder.path("site/perfect-play/js")).unwrap();
    fs::write(folder.path("site/perfect-play/js/browser.js"), "").unwrap();
    let output = folder.command(&["export", "html", "mnk:4,3,3", "-o", "site/"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(!String::from_utf8(output.stderr).unwrap().contains("npm"));
    assert_eq!(fs::read_to_string(folder.path("site/index.html")).unwrap(), page);
}

#[test]
fn what_makes_no_page_is_explained() {
    let folder = Folder::new();
    folder.fine(&["solve", "tictactoe", "-o", "tictactoe.perfect"]);
    // The start, a draw, as a win, and no entry where X has begun in a corner.
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
        &["export", "html", "connect:4,4,4", "-o", "site/"],
        &["export", "html", "hex:2", "-o", "site/"],
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
    assert_eq!(folder.names(), ["gap.perfect", "start.perfect", "t.perfect", "tictactoe.perfect"]);
}
