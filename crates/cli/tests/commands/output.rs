//! Tests of output to closed pipes, full disks, and terminals with colors.

use std::fs::OpenOptions;
use std::process::Stdio;

use faraday_variants::catalog;

use crate::program::{command, faraday, finish, first};

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let id = first().id;
    for arguments in [&["rules", id][..], &["moves", id], &["perft", id, "3", "--divide"], &["man"], &["--help"]] {
        let mut child = command().args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {:?}", output.status);
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{arguments:?}");
    }
}

#[test]
fn output_that_cannot_be_written_is_an_error() {
    let Ok(full) = OpenOptions::new().write(true).open("/dev/full") else { return };
    let id = first().id;
    for arguments in [&["moves", id][..], &["--help"], &["--version"], &["help", "moves"], &["man"], &["play", id]] {
        let output = command().args(arguments).stdin(Stdio::null()).stdout(full.try_clone().unwrap()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.starts_with("error: cannot write the output: ") && said.lines().count() == 1, "{said}");
    }
}

#[test]
fn colors_are_for_terminals_and_for_those_who_insist() {
    let layered = catalog().iter().find(|entry| !entry.overlays.is_empty()).unwrap();
    let show = ["show", layered.id, "--overlay", layered.overlays[0]];
    assert!(!faraday(&show).stdout.contains('\u{1b}'));
    assert!(finish(command().args(show).env("CLICOLOR_FORCE", "1"), b"").stdout.contains('\u{1b}'));
    assert!(
        !finish(command().args(show).env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1"), b"").stdout.contains('\u{1b}')
    );
}
