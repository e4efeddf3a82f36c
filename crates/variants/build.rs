//! Generates the tables of languages, texts, and other bundled files. A language is available if its files exist.
//!
//! A folder's texts are `text/<language>.toml`. Any other file `<name>.toml` in a variant's folder is English, and
//! `<name>.<language>.toml` next to it is its translation. Sample games are `games/<name>.pgn`, opening books
//! `book/<id>.book`, and puzzles `puzzles/<id>.jsonl`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The language used for texts that another language lacks.
const FALLBACK: &str = "en";

/// A single file of texts.
struct File {
    folder: String,
    name: String,
    language: String,
    path: PathBuf,
}

fn main() {
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the crate's folder"));
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rerun-if-changed=text");
    let mut files = texts("", &root);
    for folder in listed(&root.join("src")).into_iter().filter(|path| path.is_dir()) {
        let name = name(&folder);
        files.extend(texts(&name, &folder));
        files.extend(others(&name, &folder));
    }
    let shared: BTreeSet<&str> =
        files.iter().filter(|file| file.folder.is_empty()).map(|file| file.language.as_str()).collect();
    let languages: Vec<&str> =
        [FALLBACK].into_iter().chain(shared.into_iter().filter(|language| *language != FALLBACK)).collect();
    let rows: Vec<String> = files.iter().map(row).collect();
    write("languages.rs", &format!("&{languages:?}"));
    write("texts.rs", &format!("&[{}]", rows.join(", ")));
    write("games.rs", &format!("&[{}]", games(&root).join(", ")));
    write("books.rs", &format!("&[{}]", per_variant(&root, "book", ".book").join(", ")));
    write("puzzles.rs", &format!("&[{}]", per_variant(&root, "puzzles", ".jsonl").join(", ")));
    write("endgames.rs", &format!("&[{}]", endgames(&root).join(", ")));
    write("known_endgames.rs", &format!("&[{}]", known_endgames(&root).join(", ")));
}

/// Returns the files of a folder's `text`.
fn texts(folder: &str, path: &Path) -> Vec<File> {
    let files = tables(&path.join("text")).into_iter();
    files.map(|(language, path)| file(folder, "text", &language, path)).collect()
}

/// Returns the tables next to a variant's rules.
fn others(folder: &str, path: &Path) -> Vec<File> {
    let files = tables(path).into_iter();
    files
        .map(|(stem, path)| match stem.split_once('.') {
            Some((name, language)) => file(folder, name, language, path),
            None => file(folder, &stem, FALLBACK, path),
        })
        .collect()
}

fn file(folder: &str, name: &str, language: &str, path: PathBuf) -> File {
    File { folder: folder.to_owned(), name: name.to_owned(), language: language.to_owned(), path }
}

/// Returns the rows of the sample games of all variants.
fn games(root: &Path) -> Vec<String> {
    let folders = listed(&root.join("src")).into_iter().filter(|path| path.is_dir());
    let of_folder = |path: PathBuf| {
        let folder = name(&path);
        let row = move |path: PathBuf| {
            let name = name(&path).strip_suffix(".pgn")?.to_owned();
            Some(format!("({folder:?}, {name:?}, include_str!({:?}))", path.to_string_lossy()))
        };
        listed(&path.join("games")).into_iter().filter_map(row)
    };
    folders.flat_map(of_folder).collect()
}

/// Returns the rows of the texts in a folder of each variant's folder, one file per variant id.
fn per_variant(root: &Path, folder: &str, ending: &str) -> Vec<String> {
    let files = listed(&root.join("src")).into_iter().flat_map(|family| listed(&family.join(folder)));
    let row = |path: PathBuf| {
        let id = name(&path).strip_suffix(ending)?.to_owned();
        Some(format!("({id:?}, include_str!({:?}))", path.to_string_lossy()))
    };
    files.filter_map(row).collect()
}

/// Returns the rows of the tablebases of all variants. A variant's folder has one folder per variant id, or per several
/// ids, separated by commas, that share its contents.
fn endgames(root: &Path) -> Vec<String> {
    let of_variant = |folder: PathBuf| {
        let name = name(&folder);
        let is_table = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "feg");
        let row = move |path: PathBuf| {
            let ids: Vec<&str> = name.split(',').collect();
            format!("(&{ids:?}, include_bytes!({:?}))", path.to_string_lossy())
        };
        listed(&folder).into_iter().filter(is_table).map(row)
    };
    endgame_folders(root).flat_map(of_variant).collect()
}

/// Returns the rows of the data about tablebases, one file per variant id.
fn known_endgames(root: &Path) -> Vec<String> {
    let row = |folder: PathBuf| {
        let file = folder.join("tables.json");
        file.exists().then(|| format!("({:?}, include_str!({:?}))", name(&folder), file.to_string_lossy()))
    };
    endgame_folders(root).filter_map(row).collect()
}

fn endgame_folders(root: &Path) -> impl Iterator<Item = PathBuf> {
    listed(&root.join("src")).into_iter().flat_map(|folder| listed(&folder.join("endgames")))
}

/// Returns the TOML files of a folder, each with its name without the extension.
fn tables(folder: &Path) -> Vec<(String, PathBuf)> {
    let stem = |path: PathBuf| name(&path).strip_suffix(".toml").map(|stem| (stem.to_owned(), path.clone()));
    listed(folder).into_iter().filter_map(stem).collect()
}

fn listed(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.sort();
    paths
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns the row of a file. Its tables become JSON, for which the program needs a far smaller parser.
fn row(file: &File) -> String {
    let File { folder, name, language, path } = file;
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let table: toml::Table = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let json = serde_json::to_string(&table).expect("texts hold nothing that JSON lacks");
    format!("({folder:?}, {name:?}, {language:?}, {json:?})")
}

fn write(name: &str, code: &str) {
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo names the folder of what a build writes"));
    fs::write(folder.join(name), code).expect("the folder of what a build writes takes files");
}
