//! Repository check: every source file named in ARCHITECTURE.md exists.

use std::fs;

use crate::{files, root, seen};

#[test]
fn every_source_file_that_the_map_names_is_there() {
    let sources: Vec<String> = ["crates", "bindings", "fuzz", "web/src", "web/build", "web/house", "web/tests"]
        .into_iter()
        .flat_map(|folder| files(folder, &["rs", "ts", "svelte"]))
        .map(|path| format!("/{}", seen(&path)))
        .collect();
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let is_source = |word: &&str| [".rs", ".ts", ".svelte"].iter().any(|ending| word.ends_with(ending));
    // Patterns and placeholders are not file names.
    let named = text.split('`').skip(1).step_by(2).filter(is_source).filter(|word| !word.contains(['*', '<', ' ']));
    let named: Vec<&str> = named.collect();
    assert!(named.len() > 50, "the map names source files: {named:?}");
    let missing: Vec<_> =
        named.into_iter().filter(|name| !sources.iter().any(|path| path.ends_with(&format!("/{name}")))).collect();
    assert_eq!(missing, Vec::<&str>::new());
}
