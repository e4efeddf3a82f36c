//! Repository check: the dependencies between crates are those in ARCHITECTURE.md, which form no cycle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::root;

/// Returns a crate's short name: `rules` for `faraday-rules`, `cli` for the program.
fn short(package: &str) -> String {
    package.strip_prefix("faraday-").unwrap_or("cli").to_owned()
}

/// Returns the rows of the table in ARCHITECTURE.md, from the top.
fn table() -> Vec<(String, BTreeSet<String>)> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let (_, table) = text.split_once("| crate | uses |\n| --- | --- |\n").expect("there is a table of crates");
    let rows = table.lines().take_while(|line| line.starts_with('|'));
    let names = |row: &str| row.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    rows.map(names).map(|names| (names[0].clone(), names[1..].iter().cloned().collect())).collect()
}

/// Returns the crates of the workspace, each with the others that it uses outside its tests.
fn uses() -> BTreeMap<String, BTreeSet<String>> {
    let arguments = ["metadata", "--no-deps", "--offline", "--format-version", "1"];
    let output = Command::new(env!("CARGO")).args(arguments).current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let name = |value: &Value| value["name"].as_str().unwrap().to_owned();
    let packages = metadata["packages"].as_array().unwrap();
    let ours: Vec<String> = packages.iter().map(name).collect();
    let used = |package: &Value| {
        let dependencies = package["dependencies"].as_array().unwrap().iter();
        let outside_tests = dependencies.filter(|dependency| dependency["kind"] != "dev").map(name);
        outside_tests.filter(|dependency| ours.contains(dependency)).map(|dependency| short(&dependency)).collect()
    };
    packages.iter().map(|package| (short(&name(package)), used(package))).collect()
}

#[test]
fn architecture_tells_what_each_crate_uses() {
    let table = table();
    assert_eq!(table.iter().cloned().collect::<BTreeMap<_, _>>(), uses(), "left: ARCHITECTURE.md; right: the crates");
    for (row, (name, used)) in table.iter().enumerate() {
        let above: BTreeSet<String> = table[..row].iter().map(|(name, _)| name.clone()).collect();
        assert!(used.is_subset(&above), "`{name}` uses what stands below it: an arrow that points back");
    }
}
