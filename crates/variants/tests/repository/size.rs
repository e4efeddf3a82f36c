//! Repository check: the length of source files is limited, so that each can be read at once.

use std::fs;

use crate::{files, seen};

/// The maximum number of lines. A longer file is to be split at its natural boundaries.
const MOST_LINES: usize = 400;

#[test]
fn no_file_is_longer_than_can_be_read() {
    let long = [files("crates", &["rs"]), files("bindings", &["rs"])].concat().into_iter().filter_map(|path| {
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        (lines > MOST_LINES).then(|| format!("{}: {lines} lines", seen(&path)))
    });
    assert_eq!(long.collect::<Vec<_>>(), Vec::<String>::new());
}
