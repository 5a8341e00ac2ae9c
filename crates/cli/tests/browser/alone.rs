//! The page works by itself: opened as a file it uses no network, and a damaged page answers nothing.

use crate::page::Page;

#[test]
fn the_page_loads_nothing() {
    let Some(page) = Page::of("tictactoe", "") else { return };
    page.take(&[1]);
    let loaded = "return performance.getEntriesByType('resource').map((entry) => entry.name)";
    assert_eq!(page.ask::<Vec<String>>(loaded, &[]), [""; 0]);
    assert!(page.ask::<bool>("return location.protocol === 'file:'", &[]));
}

#[test]
fn a_damaged_table_gives_no_answer() {
    let Some(page) = Page::of("tictactoe", "") else { return };
    let marker = "id=\"table\">";
    let mut whole = String::new();
    page.rewrite(|text| {
        whole.clone_from(&text);
        text
    });
    // Damage in the compressed bytes, at their end, and text that is no base 64.
    for (part, into) in [(0.1, 'A'), (0.5, 'A'), (0.9, 'A'), (0.5, '!')] {
        // The change must be made exactly once.
        page.rewrite(|_| {
            let mut text = whole.clone();
            let start = text.find(marker).unwrap() + marker.len();
            let length = text[start..].find('<').unwrap();
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                clippy::cast_precision_loss,
                reason = "it is somewhere in the text"
            )]
            let at = start + (length as f64 * part) as usize;
            let into = if text[at..].starts_with(into) { "B".to_owned() } else { into.to_string() };
            text.replace_range(at..=at, &into);
            text
        });
        page.open("#moves=0-4&x=you&o=you");
        let said = page.status();
        assert!(said.contains("the table in this page is damaged"), "{said}");
        assert_eq!(page.texts("#board button, #position dd, #moves td, #facts dd"), [""; 0]);
        assert!(page.ask::<bool>("return globalThis.perfectPlay === undefined", &[]));
    }
}
