//! Tests of `licenses`, which must list exactly the components of the program.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use crate::program::faraday;

const REMEDY: &str = "run `make licenses`";

/// Returns the third-party crates in the list, as `name version`.
fn noticed() -> BTreeSet<String> {
    let run = faraday(&["licenses", "--list"]);
    assert_eq!(run.status, Some(0), "{run}");
    let crates = run.stdout.lines().filter_map(|line| line.strip_prefix("crate  "));
    crates.map(|row| row.split("  ").next().unwrap_or(row).to_owned()).collect()
}

fn lock() -> String {
    fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.lock")).unwrap()
}

#[test]
fn every_crate_of_the_program_is_in_the_list_of_licenses() {
    let noticed = noticed();
    let tree = ["tree", "--package", "faraday", "--edges", "normal", "--prefix", "none", "--format", "{p}"];
    let output = Command::new(env!("CARGO")).args(tree).args(["--locked", "--offline"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let carried = String::from_utf8(output.stdout).unwrap();
    // `cargo tree` prints the folder of workspace crates.
    let others = carried.lines().filter(|line| !line.contains("(/") && !line.is_empty());
    let missing: BTreeSet<String> = others
        .map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" ").replace(" v", " "))
        .filter(|name| !noticed.contains(name))
        .collect();
    assert!(carried.lines().count() > noticed.len() / 2, "{carried}");
    assert!(missing.is_empty(), "no notice of {missing:?}: {REMEDY}");
}

#[test]
fn every_crate_in_the_list_of_licenses_is_in_the_lock() {
    let lock = lock();
    let stale: Vec<String> = noticed()
        .into_iter()
        .filter(|name| {
            let (name, version) = name.split_once(' ').unwrap();
            !lock.contains(&format!("name = \"{name}\"\nversion = \"{version}\"\n"))
        })
        .collect();
    assert!(stale.is_empty(), "notices of what is not there, {stale:?}: {REMEDY}");
}

#[test]
fn crates_come_from_the_registry_only_and_with_a_checksum() {
    let lock = lock();
    let count = |start: &str| lock.lines().filter(|line| line.starts_with(start)).count();
    let sources = count("source = ");
    assert_eq!(count("source = \"registry+"), sources);
    assert_eq!(count("checksum = "), sources);
}

#[test]
fn licenses_begin_with_our_own_and_hold_the_texts_of_the_others() {
    let run = faraday(&["licenses"]);
    assert_eq!(run.status, Some(0), "{run}");
    assert!(run.stdout.trim_start().starts_with("GNU GENERAL PUBLIC LICENSE"), "{}", &run.stdout[..200]);
    for text in ["Permission is hereby granted", "END OF TERMS AND CONDITIONS", "Copyright (c) 2010 The Rust Project"] {
        assert!(run.stdout.contains(text), "{text}");
    }
    assert!(!faraday(&["licenses", "--list"]).stdout.contains("Permission is hereby granted"));
}
