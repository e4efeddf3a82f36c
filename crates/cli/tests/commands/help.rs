//! Tests of `--help`, the manual page, and shell completions.

use crate::program::{faraday, snapshot};

const COMMANDS: [&str; 28] = [
    "perft",
    "moves",
    "show",
    "play",
    "explain",
    "replay",
    "review",
    "rules",
    "vectors",
    "uci",
    "cecp",
    "bench",
    "match",
    "tourney",
    "ladder",
    "datagen",
    "train",
    "tune",
    "tablebase",
    "book",
    "puzzles",
    "serve",
    "database",
    "person",
    "ratings",
    "licenses",
    "man",
    "completions",
];

#[test]
fn the_program_lists_its_commands() {
    let run = faraday(&["--help"]);
    for command in COMMANDS {
        assert!(run.stdout.contains(&format!("\n  {command} ")), "{command} is missing: {run}");
    }
    snapshot!("help", run);
}

#[test]
fn every_command_has_help_with_examples() {
    for command in COMMANDS {
        let run = faraday(&[command, "--help"]);
        assert_eq!(run.status, Some(0), "{run}");
        assert!(run.stdout.contains(&format!("faraday {command}")), "{run}");
        if command != "play" {
            assert!(run.stdout.contains("Examples:\n  faraday "), "{run}");
            snapshot!(format!("help_{command}"), run);
        }
    }
}

#[test]
fn the_manual_page_covers_every_command() {
    let page = faraday(&["man"]).stdout;
    assert!(page.contains(".TH faraday 1"), "{page}");
    for command in COMMANDS {
        let title = format!(".SH \"FARADAY {}\"", command.to_uppercase());
        assert!(page.contains(&title), "{title} is missing");
    }
}

#[test]
fn completions_exist_for_every_shell_that_is_offered() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = faraday(&["completions", shell]);
        assert_eq!(run.status, Some(0), "{run}");
        assert!(run.stdout.contains("faraday") && run.stdout.contains("perft"), "{shell}");
    }
}
