//! Tests of XBoard sessions as scripts: `>` marks a line from the GUI, and `<` the engine's reply before the next line
//! is sent. A line that ends with `…` gives only the beginning of the reply.

use std::fs;
use std::path::Path;

use crate::interface;

fn is_as_said(said: &str, told: &str) -> bool {
    match said.strip_suffix('…') {
        Some(beginning) => told.starts_with(beginning),
        None => said == told,
    }
}

fn play(script: &str) {
    let interface = interface();
    let mut lines = script.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).peekable();
    while let Some(line) = lines.next() {
        let sent = line.strip_prefix('>').unwrap_or_else(|| panic!("`{line}` is neither sent nor told")).trim();
        let told = interface.ask(sent);
        let mut said = Vec::new();
        while let Some(answer) = lines.next_if(|line| line.starts_with('<')) {
            said.push(answer[1..].trim());
        }
        let agrees = said.len() == told.len() && said.iter().zip(&told).all(|(said, told)| is_as_said(said, told));
        assert!(agrees, "after `{sent}`\nsaid {said:#?}\ntold {told:#?}");
    }
    interface.end();
}

#[test]
fn sessions_go_as_they_are_written_down() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cecp/scripts");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 3);
    for file in files {
        println!("{}", file.display());
        play(&fs::read_to_string(file).unwrap());
    }
}
