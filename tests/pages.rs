//! The pages of the repository in Markdown, as somebody reads them who has cloned it: no paragraph twice,
//! links that lead to files that are there, and no source of rustdoc.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// A page, and where it is in the repository.
struct Page {
    path: PathBuf,
    text: String,
}

/// A part of a page.
enum Part<'a> {
    Text(&'a str),
    /// A line that begins a block of code, with the language behind the fence.
    Fence(&'a str),
    /// A line of code in this language.
    Code(&'a str, &'a str),
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All pages. None if this is the package by itself: it does not have the folders that pages link to.
fn pages() -> Vec<Page> {
    let (mut pages, mut folders) = (Vec::new(), vec![PathBuf::new()]);
    if !root().join("crates/cli").exists() {
        return pages;
    }
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root().join(&folder)).unwrap().map(Result::unwrap) {
            let name = entry.file_name().into_string().unwrap();
            let path = folder.join(&name);
            if entry.file_type().unwrap().is_dir() {
                // What cargo, npm and git put there is not ours.
                if !name.starts_with('.') && name != "target" && name != "node_modules" {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(Page { text: fs::read_to_string(root().join(&path)).unwrap(), path });
            }
        }
    }
    assert!(pages.len() > 10);
    pages
}

/// The lines of a page.
fn parts(text: &str) -> impl Iterator<Item = Part<'_>> {
    let mut language = None;
    text.lines().map(move |line| match (line.trim_start().strip_prefix("```"), language) {
        (Some(_), Some(_)) => {
            language = None;
            Part::Text("")
        }
        (Some(begun), None) => {
            language = Some(begun);
            Part::Fence(begun)
        }
        (None, Some(language)) => Part::Code(language, line),
        (None, None) => Part::Text(line),
    })
}

/// The paragraphs and the items of lists, as the words of four letters and more in them.
fn paragraphs(text: &str) -> Vec<(&str, BTreeSet<String>)> {
    let mut paragraphs: Vec<(&str, BTreeSet<String>)> = Vec::new();
    let mut goes_on = false;
    for part in parts(text) {
        let Part::Text(line) = part else {
            goes_on = false;
            continue;
        };
        // Rows of a table are alike.
        if line.trim().is_empty() || line.starts_with('|') {
            goes_on = false;
            continue;
        }
        if !goes_on || line.starts_with(['*', '#']) {
            paragraphs.push((line, BTreeSet::new()));
        }
        goes_on = true;
        let words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() >= 4);
        let (_, all) = paragraphs.last_mut().unwrap();
        all.extend(words.map(str::to_lowercase));
    }
    paragraphs
}

/// Pairs of paragraphs that say the same: most words of one are in the other.
fn said_twice(text: &str) -> Vec<[&str; 2]> {
    let paragraphs = paragraphs(text);
    let mut twice = Vec::new();
    for (i, (second, words)) in paragraphs.iter().enumerate() {
        for (first, others) in &paragraphs[..i] {
            let (least, shared) =
                (words.len().min(others.len()), words.intersection(others).count());
            if least >= 20 && 5 * shared >= 3 * least {
                twice.push([*first, *second]);
            }
        }
    }
    twice
}

/// Where the links and pictures of a page lead, other than to the web or within the page.
fn links(text: &str) -> Vec<&str> {
    let mut links = Vec::new();
    for part in parts(text) {
        let Part::Text(line) = part else { continue };
        for (begin, end) in [("](", ')'), ("href=\"", '"'), ("src=\"", '"')] {
            let targets = line.split(begin).skip(1);
            links.extend(targets.filter_map(|rest| Some(rest.split_once(end)?.0)));
        }
    }
    links.retain(|link| !link.contains("://") && !link.starts_with('#'));
    links
}

/// The parts that only rustdoc understands.
fn rustdoc_source(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for part in parts(text) {
        let line = match part {
            // For rustdoc it is Rust, for a code host nothing.
            Part::Fence("") => "a block of code in no language".to_owned(),
            Part::Code(language, line) if language.starts_with("rust") => {
                let line = line.trim_start();
                if !(line == "#" || line.starts_with("# ")) {
                    continue;
                }
                format!("a hidden line: {line}")
            }
            Part::Text(line) => {
                // `[`Item`]`, without where it leads.
                let is_shortcut =
                    line.split("`]").skip(1).any(|rest| !rest.starts_with(['(', '[']));
                if !(line.contains("[`") && is_shortcut) {
                    continue;
                }
                format!("a link to an item: {line}")
            }
            _ => continue,
        };
        found.push(line);
    }
    found
}

#[test]
fn no_page_says_a_thing_twice() {
    for Page { path, text } in pages() {
        assert_eq!(said_twice(&text), [[""; 2]; 0], "{}", path.display());
    }
    // Two items of a list that was too long.
    let twice = "\
* The exported C header, Python and ES modules are compiled, type-checked and run: for all 19,683 codes
  they answer as the library does, and their levels choose the same moves from the same random numbers.
  A C program that plays the best move, as X and as O, against every reply never loses.
* What is exported is compiled, by C, C++, mypy and tsc at their strictest, and run: all 19,683 codes, and
  every level of play with the same random numbers, answer as in Rust. A C program that plays from the
  header never loses, whatever its opponent does.
";
    assert_eq!(said_twice(twice).len(), 1);
}

#[test]
fn links_lead_to_files_that_are_there() {
    let mut count = 0;
    for Page { path, text } in pages() {
        let folder = root().join(&path);
        let folder = folder.parent().unwrap();
        for link in links(&text) {
            let file = link.split('#').next().unwrap();
            assert!(folder.join(file).exists(), "{}: {link}", path.display());
            count += 1;
        }
    }
    assert!(count > 10 || pages().is_empty(), "{count}");
}

#[test]
fn pages_read_well_outside_of_rustdoc() {
    for Page { path, text } in pages() {
        assert_eq!(rustdoc_source(&text), [""; 0], "{}", path.display());
    }
    for source in ["```\nlet x;\n```", "```rust\n# let x;\n```", "as [`Game`] has it"] {
        assert_eq!(rustdoc_source(source).len(), 1, "{source}");
    }
}

#[test]
fn the_readme_links_to_the_page_on_minimax() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    assert!(links(&readme).contains(&"crates/runtime/minimax.md"));
}

/// Each crate is published by itself.
#[test]
fn every_crate_carries_the_texts_of_both_licences() {
    let folders = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path());
    // The build of the npm package writes its licences, with those of its dependencies.
    let is_crate =
        |folder: &PathBuf| folder.join("Cargo.toml").exists() && !folder.ends_with("web");
    let crates: Vec<_> = folders.filter(is_crate).collect();
    assert!(crates.len() > 9);
    for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
        let text = fs::read(root().join(name)).unwrap();
        for folder in &crates {
            let found = fs::read(folder.join(name)).unwrap_or_default();
            assert!(found == text, "{}", folder.join(name).display());
        }
    }
}
