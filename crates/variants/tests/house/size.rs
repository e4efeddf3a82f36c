//! Files stay short enough to be read.

use std::fs;

use crate::{files, seen};

/// Past this many lines a file looks for its seam.
const BUDGET: usize = 400;

/// Past this many it has to find it.
const LIMIT: usize = 500;

#[test]
fn no_file_is_longer_than_can_be_read() {
    for path in [files("crates", &["rs"]), files("bindings", &["rs"])].concat() {
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        if lines > BUDGET {
            println!("{} has {lines} lines, {} over budget", seen(&path), lines - BUDGET);
        }
        assert!(lines <= LIMIT, "{} has {lines} lines", seen(&path));
    }
}
