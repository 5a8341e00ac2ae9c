//! A program that was built without a feature says so.

use crate::Folder;

#[cfg(not(feature = "serve"))]
#[test]
fn serve_names_the_feature_that_it_needs() {
    let said = Folder::new().trouble(&["serve", "tictactoe"]);
    assert!(said.contains("without its feature `serve`"), "{said}");
}

#[cfg(not(feature = "parquet"))]
#[test]
fn parquet_names_the_feature_that_it_needs() {
    let folder = Folder::new();
    let said = folder.trouble(&["dump", "tictactoe", "--format", "parquet", "-o", "t.parquet"]);
    assert!(said.contains("without its feature `parquet`"), "{said}");
    assert!(folder.names().is_empty());
}
