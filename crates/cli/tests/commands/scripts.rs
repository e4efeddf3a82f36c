//! Tests of the scripts for building, installing, and packaging: verified downloads, lints, and installed files.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// Runs a script in a folder of its own, with these programs first in the path.
fn script(name: &str, arguments: &[&str], folder: &TempDir, programs: &[(&str, &str)]) -> Output {
    let [scripts, bin] = ["scripts", "bin"].map(|name| folder.path().join(name));
    fs::create_dir(&scripts).unwrap();
    fs::create_dir(&bin).unwrap();
    let script = scripts.join(name);
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts").join(name), &script).unwrap();
    for (name, body) in programs {
        let program = bin.join(name);
        fs::write(&program, format!("#!/bin/sh\n{body}\n")).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    Command::new("bash").arg(script).args(arguments).env("PATH", path).env_remove("CARGO").output().unwrap()
}

const OLD_NODE: (&str, &str) = ("node", "echo v1.0.0");
const LINUX: (&str, &str) = ("uname", "[ \"$1\" = -m ] && echo x86_64 || echo Linux");
/// Writes garbage instead of the archive.
const CURL: (&str, &str) = ("curl", "for last; do :; done; echo rubbish >\"$last\"");

#[test]
fn a_node_that_is_not_what_was_released_is_not_unpacked() {
    let folder = TempDir::new().unwrap();
    let output = script("node.sh", &[], &folder, &[OLD_NODE, LINUX, CURL]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("linux-x64.tar.gz does not match its checksum"), "{said}");
    assert_eq!(fs::read_dir(folder.path().join("target/tools")).unwrap().count(), 0);
}

#[test]
fn a_node_for_a_system_without_a_checksum_is_not_fetched() {
    let folder = TempDir::new().unwrap();
    let programs = [OLD_NODE, ("uname", "echo riscv64"), ("curl", "echo fetched >&2")];
    let output = script("node.sh", &[], &folder, &programs);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("no verified download for riscv64-riscv64") && !said.contains("fetched"), "{said}");
}

#[test]
fn only_the_compiler_whose_warnings_are_known_makes_errors_of_them() {
    let text = include_str!("../../../../scripts/toolchain.sh");
    let known = text.lines().find_map(|line| line.strip_prefix("version=")).unwrap();
    for (found, strictness) in [(known, "--deny warnings\n"), ("1.999.0", "")] {
        let folder = TempDir::new().unwrap();
        let rustc = format!("echo 'rustc {found} (0123456789 2026-01-01)'");
        let output = script("toolchain.sh", &["lints"], &folder, &[("cargo", "exit 1"), ("rustc", &rustc)]);
        assert!(output.status.success(), "{output:?}");
        assert_eq!(String::from_utf8(output.stdout).unwrap(), strictness, "{found}");
    }
}

#[test]
fn an_installation_has_the_program_its_manual_and_completions() {
    let folder = TempDir::new().unwrap();
    let prefix = folder.path().join("usr");
    let output = script("install.sh", &[env!("CARGO_BIN_EXE_faraday"), prefix.to_str().unwrap()], &folder, &[]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let version = Command::new(prefix.join("bin/faraday")).arg("--version").output().unwrap();
    assert!(version.status.success());
    let manual = Command::new("gzip").args(["-dc"]).arg(prefix.join("share/man/man1/faraday.1.gz")).output().unwrap();
    assert!(String::from_utf8(manual.stdout).unwrap().contains(".TH faraday 1"));
    for file in
        ["bash-completion/completions/faraday", "zsh/site-functions/_faraday", "fish/vendor_completions.d/faraday.fish"]
    {
        assert!(fs::read_to_string(prefix.join("share").join(file)).unwrap().contains("faraday"), "{file}");
    }
}

#[test]
fn the_package_is_tested_only_by_root_and_never_on_a_machine_with_faraday() {
    let users = [
        ("id", "echo 1000", Some(0), "deb_test: skipped: only root can install packages\n"),
        ("getent", "exit 0", Some(1), "deb_test: this machine has a"),
    ];
    for (program, body, status, sentence) in users {
        let folder = TempDir::new().unwrap();
        let root = ("id", "echo 0");
        let programs = if program == "id" { vec![(program, body)] } else { vec![root, (program, body)] };
        let output = script("deb_test.sh", &[], &folder, &programs);
        assert_eq!(output.status.code(), status, "{output:?}");
        let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(printed.starts_with(sentence) && printed.lines().count() == 1, "{printed}");
    }
}
