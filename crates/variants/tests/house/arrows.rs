//! Arrows between the rooms point one way.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::Value;

use crate::root;

/// Each room with those that it may use. Rooms that are not built yet stand here already.
const ARROWS: [(&str, &[&str]); 16] = [
    ("faraday-rules", &[]),
    ("faraday-engine", &["faraday-rules"]),
    ("faraday-tablebase", &["faraday-rules"]),
    ("faraday-variants", &["faraday-rules", "faraday-engine"]),
    ("faraday-knowledge", &["faraday-rules", "faraday-engine", "faraday-variants"]),
    ("faraday-play", &["faraday-rules", "faraday-engine", "faraday-variants"]),
    ("faraday-store", &["faraday-rules", "faraday-play"]),
    ("faraday-endgames", &["faraday-rules", "faraday-engine", "faraday-variants", "faraday-tablebase", "faraday-wire"]),
    ("faraday-wire", &["faraday-rules", "faraday-engine", "faraday-variants", "faraday-knowledge", "faraday-play"]),
    ("faraday-arena", &["faraday-rules", "faraday-engine", "faraday-variants", "faraday-play", "faraday-wire"]),
    ("faraday-training", &["faraday-rules", "faraday-engine", "faraday-variants", "faraday-arena"]),
    (
        "faraday-wasm",
        &["faraday-rules", "faraday-engine", "faraday-variants", "faraday-knowledge", "faraday-play", "faraday-wire"],
    ),
    (
        "faraday-python",
        &[
            "faraday-rules",
            "faraday-engine",
            "faraday-variants",
            "faraday-tablebase",
            "faraday-endgames",
            "faraday-knowledge",
            "faraday-wire",
        ],
    ),
    (
        "faraday-server",
        &[
            "faraday-rules",
            "faraday-engine",
            "faraday-variants",
            "faraday-tablebase",
            "faraday-endgames",
            "faraday-knowledge",
            "faraday-play",
            "faraday-store",
            "faraday-wire",
        ],
    ),
    ("faraday-siege", &["faraday-rules", "faraday-variants", "faraday-play", "faraday-wire"]),
    (
        "faraday",
        &[
            "faraday-rules",
            "faraday-engine",
            "faraday-variants",
            "faraday-tablebase",
            "faraday-endgames",
            "faraday-knowledge",
            "faraday-play",
            "faraday-store",
            "faraday-wire",
            "faraday-arena",
            "faraday-training",
            "faraday-wasm",
            "faraday-server",
        ],
    ),
];

/// The crates of the workspace, each with what it uses of them outside its tests.
fn uses() -> BTreeMap<String, Vec<String>> {
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
        outside_tests.filter(|dependency| ours.contains(dependency)).collect()
    };
    packages.iter().map(|package| (name(package), used(package))).collect()
}

#[test]
fn arrows_between_crates_point_one_way() {
    let arrows = BTreeMap::from(ARROWS);
    for (room, used) in uses() {
        let allowed = arrows.get(room.as_str()).unwrap_or_else(|| panic!("`{room}` has no arrows in this test"));
        for other in used {
            assert!(allowed.contains(&other.as_str()), "`{room}` must not use `{other}`");
        }
    }
}

#[test]
fn the_rules_are_used_by_all_and_use_nobody() {
    let uses = uses();
    assert!(uses["faraday-rules"].is_empty());
    for (room, used) in uses.iter().filter(|(room, _)| *room != "faraday-rules") {
        assert!(used.iter().any(|other| other == "faraday-rules" || other == "faraday-variants"), "{room}");
    }
}
