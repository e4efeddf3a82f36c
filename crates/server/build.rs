//! Embeds the built web app into the binary: every file of `web/dist`, both uncompressed and compressed
//! if that is shorter.
//!
//! The binary can be built without the web app. It then serves a page that reports this.

#[path = "build/pack.rs"]
mod pack;

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use pack::Effort;

/// The cache of compressed files, relative to `OUT_DIR`.
const FOLDER: &str = "page";

fn main() -> Result<(), Box<dyn Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../..").canonicalize()?;
    let page = root.join("web/dist");
    // Cargo rebuilds the crate each time if a watched path is missing.
    fs::create_dir_all(&page)?;
    println!("cargo::rerun-if-changed={}", page.display());

    let out = PathBuf::from(env::var("OUT_DIR")?);
    let effort = if profile(&out) == Some("release") { Effort::Full } else { Effort::Quick };
    let mut store = Store::open(out.join(FOLDER))?;
    let mut table = String::from("&[\n");
    for file in files(&page)? {
        let path = file.strip_prefix(&page)?.to_str().ok_or("a file of the page has a name that is not UTF-8")?;
        let bytes = fs::read(&file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        let row = store.row(&path.replace('\\', "/"), &bytes, effort)?;
        table.push_str(&row);
    }
    table.push(']');
    fs::write(store.folder.with_file_name("files.rs"), table)?;
    store.forget_others()?;
    Ok(())
}

/// Returns the profile, from the folder `PROFILE/build/PACKAGE/out` of `OUT_DIR`, because the `PROFILE` variable is
/// only ever `debug` or `release`.
fn profile(out: &Path) -> Option<&str> {
    out.ancestors().nth(3)?.file_name()?.to_str()
}

/// Returns the files of a folder and its subfolders, sorted by name.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The compressed files of this build and earlier ones, so that unchanged files are not compressed again.
struct Store {
    folder: PathBuf,
    used: BTreeSet<PathBuf>,
}

impl Store {
    fn open(folder: PathBuf) -> io::Result<Store> {
        fs::create_dir_all(&folder)?;
        Ok(Store { folder, used: BTreeSet::new() })
    }

    /// Returns the row of a file in the table.
    fn row(&mut self, path: &str, bytes: &[u8], effort: Effort) -> Result<String, Box<dyn Error>> {
        let path = format!("/{path}");
        let tag = pack::tag(bytes);
        let (plain, _) = self.keep(&format!("{tag}.plain"), || Ok(bytes.to_vec()))?;
        let mut row = format!("File {{ path: {path:?}, tag: {tag:?}, plain: {plain},");
        let packers = [("brotli", pack::brotli as fn(&[u8], Effort) -> _), ("gzip", pack::gzip)];
        for (field, packer) in packers {
            let name = format!("{tag}.{}.{field}", effort.name());
            let (packed, length) = self.keep(&name, || packer(bytes, effort))?;
            let form = if pack::pays(bytes.len(), length) { format!("Some({packed})") } else { "None".to_owned() };
            write!(row, " {field}: {form},")?;
        }
        row.push_str(" },\n");
        Ok(row)
    }

    /// Returns the expression for a compressed file, and its length. Creates the file unless it exists.
    fn keep(&mut self, name: &str, make: impl FnOnce() -> io::Result<Vec<u8>>) -> io::Result<(String, usize)> {
        let path = self.folder.join(name);
        if !path.exists() {
            let unfinished = path.with_extension("unfinished");
            fs::write(&unfinished, make()?)?;
            fs::rename(&unfinished, &path)?;
        }
        let length = fs::metadata(&path)?.len() as usize;
        self.used.insert(path);
        Ok((format!("include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{FOLDER}/{name}\"))"), length))
    }

    fn forget_others(&self) -> io::Result<()> {
        for path in files(&self.folder)?.into_iter().filter(|path| !self.used.contains(path)) {
            fs::remove_file(path)?;
        }
        Ok(())
    }
}
