//! Compiles and preloads small C libraries (`LD_PRELOAD`) that make a program's disk slow or full.

use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, ensure};
use tokio::process::Command;

/// Compiles a C library and returns the command and arguments that run another program with it.
pub async fn preload(folder: &Path, source: &str, definition: &str) -> anyhow::Result<Vec<String>> {
    let (file, library) = (folder.join("preload.c"), folder.join("preload.so"));
    std::fs::write(&file, source)?;
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-O1", "-D", definition]);
    compiler.arg("-o").arg(&library).arg(&file).stdin(Stdio::null());
    let status = compiler.status().await.context("`cc`, which the library for the disk needs, does not start")?;
    ensure!(status.success(), "`cc` cannot compile {}", file.display());
    Ok(vec!["env".to_owned(), format!("LD_PRELOAD={}", library.display())])
}
