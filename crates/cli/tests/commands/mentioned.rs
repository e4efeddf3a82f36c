//! Tests that the commands and options mentioned in the docs exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::docs::{pages, root};
use crate::program::faraday;

/// Returns the commands in a document's code, each as its words.
fn commands(text: &str) -> Vec<Vec<&str>> {
    let mut lines = Vec::new();
    let mut is_block = false;
    for line in text.lines() {
        if line.starts_with("```") {
            is_block = !is_block;
        } else if is_block || line.starts_with("    ") {
            lines.push(line.trim_start().trim_start_matches("$ "));
        } else {
            lines.extend(line.split('`').skip(1).step_by(2));
        }
    }
    let parts = lines.into_iter().filter_map(|line| line.split(" # ").next()).flat_map(|line| line.split([';', '|']));
    let parts = parts.flat_map(|part| part.split(" && ").collect::<Vec<_>>());
    parts.map(|part| part.split_whitespace().collect::<Vec<_>>()).filter(|words| words.len() > 1).collect()
}

/// Returns true if a word stands for others: `VARIANT`, `[VARIANT]`, `DIR…`.
fn is_placeholder(word: &str) -> bool {
    !word.starts_with(|letter: char| letter.is_ascii_lowercase())
}

/// Returns true if a help text has an option.
fn has_option(help: &str, option: &str) -> bool {
    help.match_indices(option).any(|(at, _)| {
        let rest = &help[at + option.len()..];
        !rest.starts_with(|letter: char| letter.is_ascii_lowercase() || letter == '-')
    })
}

/// Returns the fault of a command of the program.
fn fault_of_faraday(words: &[&str]) -> Option<String> {
    let (name, rest) = words.split_first()?;
    if is_placeholder(name) {
        return None;
    }
    let mut help = faraday(&[name, "--help"]);
    if let Some(task) = rest.first().filter(|task| help.stdout.contains(&format!("\n  {task} "))) {
        help = faraday(&[name, task, "--help"]);
    }
    if help.status != Some(0) {
        return Some(format!("no command `{name}`"));
    }
    let options = rest.iter().filter(|word| word.starts_with("--")).filter_map(|word| word.split(['=', ',']).next());
    let mut options = options.filter(|option| option.len() > 2);
    options.find(|option| !has_option(&help.stdout, option)).map(|option| format!("no option `{option}`"))
}

/// Returns the names of the tests, benchmarks, or examples of all crates.
fn targets(folder: &str) -> BTreeSet<String> {
    let crates = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path().join(folder));
    let entries = crates.filter_map(|folder| fs::read_dir(folder).ok()).flatten();
    entries.map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned()).collect()
}

/// Returns the fault of a `cargo` command.
fn fault_of_cargo(words: &[&str]) -> Option<String> {
    let kinds = [("--test", "tests"), ("--bench", "benches"), ("--example", "examples")];
    let named = words.windows(2).filter_map(|pair| {
        let folder = kinds.iter().find(|(option, _)| *option == pair[0])?.1;
        (!targets(folder).contains(pair[1])).then(|| format!("no `{}` in {folder}", pair[1]))
    });
    named.into_iter().next()
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn commands_are_found_in_sentences_and_in_blocks() {
    let text = "Run `faraday play` or `x`.\n\n```sh\nmake run && faraday show chess # here\n```\n";
    let expected: [&[&str]; 3] = [&["faraday", "play"], &["make", "run"], &["faraday", "show", "chess"]];
    assert_eq!(commands(text), expected);
}

#[test]
fn every_command_that_a_document_mentions_exists_with_its_options() {
    let makefile = fs::read_to_string(root().join("Makefile")).unwrap();
    let package = json(&root().join("web/package.json"));
    let mut read = 0;
    let mut faults = Vec::new();
    for (path, text) in pages() {
        for words in commands(&text) {
            let fault = match words[..] {
                ["faraday", ..] => fault_of_faraday(&words[1..]),
                ["cargo", ..] => fault_of_cargo(&words),
                ["make", target, ..] if !is_placeholder(target) => {
                    let is_known = makefile.lines().any(|line| line.starts_with(&format!("{target}:")));
                    (!is_known).then(|| format!("no target `{target}`"))
                }
                ["npm", "run", script, ..] => {
                    package["scripts"].get(script).is_none().then(|| format!("no script `{script}`"))
                }
                _ => continue,
            };
            read += 1;
            faults.extend(fault.map(|fault| format!("{}: `{}`: {fault}", path.display(), words.join(" "))));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(read > 100, "{read}");
}
