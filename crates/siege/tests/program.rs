//! Tests of the command line. Because of this file, `cargo test` builds the binary.

use std::process::Command;

#[test]
fn every_command_stands_in_the_readme() {
    let output = Command::new(env!("CARGO_BIN_EXE_siege")).arg("--help").output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    // Wrapped descriptions are indented further than the command names.
    let heads = commands.lines().take_while(|line| !line.is_empty()).filter_map(|line| line.strip_prefix("  "));
    let names = heads.filter(|head| !head.starts_with(' ')).filter_map(|head| head.split_whitespace().next());
    let names: Vec<&str> = names.filter(|name| *name != "help").collect();
    assert!(names.len() > 3, "{help}");
    let readme = include_str!("../README.md");
    for name in names {
        assert!(readme.contains(&format!("| `siege {name}` |")), "`siege {name}` is not in README.md");
    }
}
