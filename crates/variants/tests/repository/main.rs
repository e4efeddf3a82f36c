//! Repository checks: dependencies between crates, the places where variants are named, and the consistency
//! of texts and rules.

mod arrows;
mod circles;
mod citations;
mod documents;
mod languages;
mod names;
mod overlays;
mod reachable;
mod reasons;
mod size;
mod sql;
mod terms;
mod texts;

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the root of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Returns the files below a folder of the workspace with one of these extensions, except for build folders.
fn files(folder: &str, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for path in entries.map(|entry| entry.unwrap().path()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() && !["target", "node_modules"].contains(&name.as_str()) {
                folders.push(path);
            } else if extensions.iter().any(|extension| path.extension().is_some_and(|known| known == *extension)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Returns a path relative to the workspace root.
fn seen(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).to_string_lossy().into_owned()
}
