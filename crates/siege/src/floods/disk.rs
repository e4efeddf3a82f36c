//! A disk with a slow flush: a library that is loaded before the server.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, ensure};
use tokio::process::Command;

const SOURCE: &str = include_str!("slow_flush.c");

/// Compiles the library into a folder, and returns the program, with its arguments, that loads it into another.
pub async fn slow_flush(folder: &Path, flush: Duration) -> anyhow::Result<Vec<String>> {
    let (source, library) = (folder.join("slow_flush.c"), folder.join("slow_flush.so"));
    std::fs::write(&source, SOURCE)?;
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-O1"]).arg(format!("-DFLUSH_MS={}", flush.as_millis()));
    compiler.arg("-o").arg(&library).arg(&source).stdin(Stdio::null());
    let status = compiler.status().await.context("`cc`, which the slow disk needs, does not start")?;
    ensure!(status.success(), "`cc` cannot compile {}", source.display());
    Ok(vec!["env".to_owned(), format!("LD_PRELOAD={}", library.display())])
}
