//! Tests of the READMEs and the docs, whose examples must match the program.
//!
//! A `console` block contains commands with their output. The shell runs them with the binary in its path. `…` stands
//! for text that differs from run to run or with the network; on a line by itself it stands for any number of lines.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::program::{command, faraday, finish};

/// The address in the documents. The tests serve at another one.
const ADDRESS: &str = "127.0.0.1:8080";

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Returns every document with its path: those of the repository, the docs, and the READMEs of its parts.
pub fn pages() -> Vec<(PathBuf, String)> {
    let entries = |folder: &str| fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = [".", "docs", "web"].into_iter().flat_map(entries).collect();
    let parts = ["crates", "bindings"].into_iter().flat_map(entries);
    paths.extend(parts.filter(|part| part.is_dir()).flat_map(|part| [part.join("README.md"), part.join("VECTORS.md")]));
    paths.push(root().join("crates/store/tests/corpus/README.md"));
    paths.retain(|path| path.is_file() && path.extension().is_some_and(|end| end == "md"));
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

fn page(name: &str) -> String {
    fs::read_to_string(root().join("docs").join(name)).unwrap()
}

/// Returns the code blocks of a page in one language.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<Vec<&'a str>> {
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(said) = line.strip_prefix("```") {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            if said == language {
                found.push(block);
            }
        }
    }
    found
}

/// A command with its expected output.
struct Example<'a> {
    command: &'a str,
    output: &'a [&'a str],
}

fn examples<'a>(block: &'a [&'a str]) -> Vec<Example<'a>> {
    let starts: Vec<usize> = (0..block.len()).filter(|at| block[*at].starts_with("$ ")).collect();
    let end = |index: usize| starts.get(index + 1).copied().unwrap_or(block.len());
    let of = |(index, start): (usize, &usize)| Example {
        command: block[*start].trim_start_matches("$ "),
        output: &block[start + 1..end(index)],
    };
    starts.iter().enumerate().map(of).collect()
}

fn fits(expected: &[&str], printed: &[&str]) -> bool {
    match expected.split_first() {
        None => printed.is_empty(),
        Some((&"…", rest)) => (0..=printed.len()).any(|skipped| fits(rest, &printed[skipped..])),
        Some((line, rest)) => {
            printed.split_first().is_some_and(|(first, others)| fits_line(line, first) && fits(rest, others))
        }
    }
}

fn fits_line(expected: &str, printed: &str) -> bool {
    let Some((start, rest)) = expected.split_once('…') else { return expected == printed };
    printed.strip_prefix(start).is_some_and(|printed| {
        printed.char_indices().map(|(at, _)| at).chain([printed.len()]).any(|at| fits_line(rest, &printed[at..]))
    })
}

/// The server that the documents send requests to.
struct DocsServer(Child, String);

impl DocsServer {
    fn start() -> DocsServer {
        let mut serving = command();
        serving.args(["serve", "--listen", "127.0.0.1:0"]).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = serving.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim_end().rsplit('/').next().unwrap().to_owned();
        DocsServer(child, address)
    }
}

impl Drop for DocsServer {
    fn drop(&mut self) {
        let DocsServer(child, _) = self;
        // It may have ended already.
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// Creates a shell with a command, and with the binary in its path.
fn shell(text: &str) -> Command {
    let binary = Path::new(env!("CARGO_BIN_EXE_faraday")).parent().unwrap();
    let others = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([binary.to_owned()].into_iter().chain(env::split_paths(&others))).unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", text]).env("PATH", path);
    for name in ["COLUMNS", "CLICOLOR_FORCE", "NO_COLOR", "FARADAY_LANGUAGE"] {
        shell.env_remove(name);
    }
    shell
}

#[test]
fn a_wildcard_stands_for_a_part_of_a_line_or_for_lines() {
    assert!(fits(&["a … c", "…", "z"], &["a b c", "1", "2", "z"]));
    assert!(fits(&["…", "z"], &["z"]));
    assert!(!fits(&["a … c"], &["a b d"]));
    assert!(!fits(&["a"], &["a", "b"]));
}

#[test]
fn every_transcript_is_what_the_program_prints() {
    let server = DocsServer::start();
    let mut wrong = Vec::new();
    let mut run = 0;
    for (path, text) in pages() {
        for block in blocks(&text, "console") {
            for Example { command, output } in examples(&block) {
                let answer = finish(&mut shell(&command.replace(ADDRESS, &server.1)), b"");
                let printed: Vec<&str> = answer.stdout.lines().collect();
                run += 1;
                if !matches!(answer.status, Some(0 | 1)) || !fits(output, &printed) {
                    wrong.push(format!("{}: `{command}`: {answer}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(run > 10, "{run}");
}

#[test]
fn the_guide_names_every_command() {
    let help = faraday(&["--help"]).stdout;
    let commands = help.split("Commands:\n").nth(1).unwrap().lines().take_while(|line| !line.is_empty());
    let names = commands.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    let guide = page("guide.md");
    for name in names.filter(|name| *name != "help") {
        assert!(guide.contains(&format!("`faraday {name}")), "{name}");
    }
}

#[test]
fn hosting_names_the_options_of_serve_and_no_others() {
    let help = faraday(&["serve", "--help"]).stdout;
    let options = |text: &str| -> Vec<String> {
        let is_part = |letter: char| letter.is_ascii_lowercase() || letter == '-';
        let words = text.split(|letter| !is_part(letter)).filter(|word| word.len() > 2 && word.starts_with("--"));
        words.filter(|word| *word != "--help" && !word.starts_with("---")).map(str::to_owned).collect()
    };
    let hosting = page("hosting.md");
    for option in options(&help) {
        assert!(hosting.contains(&format!("`{option}")), "hosting.md lacks {option}");
    }
    let table = hosting.lines().filter(|line| line.starts_with("| `--")).collect::<Vec<_>>().concat();
    for option in options(&table) {
        assert!(help.contains(&option), "`faraday serve` lacks {option}");
    }
}

#[test]
fn every_document_is_read() {
    let read: Vec<PathBuf> =
        pages().into_iter().map(|(path, _)| path.strip_prefix(root()).unwrap().to_owned()).collect();
    for path in ["README.md", "CONTRIBUTING.md", "docs/guide.md", "web/README.md", "bindings/npm/README.md"] {
        assert!(read.contains(&PathBuf::from(path)), "{path}: {read:?}");
    }
}

#[test]
fn every_link_leads_to_a_file() {
    for (path, text) in pages() {
        let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for target in targets.filter(|target| !target.contains("://") && !target.starts_with('#')) {
            let file = path.parent().unwrap().join(target.split('#').next().unwrap());
            assert!(file.exists(), "{}: {target}", path.display());
        }
    }
}
