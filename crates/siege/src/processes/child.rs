//! Child processes, which log to a file, are signaled by their process id, and are killed on drop.

use std::fs::OpenOptions;
use std::path::Path;
use std::process::{ExitStatus, Stdio};

use anyhow::{Context, anyhow};
use rustix::process::{Pid, Signal, kill_process};
use tokio::process::{Child, Command};

/// A child process. Dropping it kills it.
pub struct Process {
    name: String,
    child: Child,
}

impl Process {
    /// Starts a command and appends its output to a log file.
    pub fn start(name: &str, mut command: Command, log: &Path) -> anyhow::Result<Process> {
        let file = OpenOptions::new().create(true).append(true).open(log).with_context(|| log.display().to_string())?;
        let errors = file.try_clone()?;
        // In a process group of its own, so that Ctrl-C only reaches this process, which then ends the others.
        command.process_group(0).kill_on_drop(true).stdin(Stdio::null()).stdout(file).stderr(errors);
        let child = command.spawn().with_context(|| format!("{name} does not start"))?;
        Ok(Process { name: name.to_owned(), child })
    }

    /// Returns the process id, or `None` once the process has been reaped.
    pub fn id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Sends a signal to the process.
    pub fn signal(&self, signal: Signal) -> anyhow::Result<()> {
        let id = self.child.id().and_then(|id| Pid::from_raw(id as i32));
        let id = id.with_context(|| format!("{} has ended", self.name))?;
        kill_process(id, signal).with_context(|| format!("{signal:?} to {}", self.name))
    }

    /// Sends a signal and waits until the process has exited.
    pub async fn end(&mut self, signal: Signal) -> anyhow::Result<ExitStatus> {
        self.signal(signal)?;
        Ok(self.child.wait().await?)
    }

    /// Fails if the process has exited by itself.
    pub fn check_running(&mut self) -> anyhow::Result<()> {
        match self.child.try_wait()? {
            Some(status) => Err(anyhow!("{} has ended by itself: {status}", self.name)),
            None => Ok(()),
        }
    }

    /// Sends a signal and waits a little without `await`, for use in `drop`.
    pub fn end_in_drop(&mut self, signal: Signal) {
        if self.signal(signal).is_err() {
            return;
        }
        for _ in 0..150 {
            match self.child.try_wait() {
                Ok(None) => std::thread::sleep(std::time::Duration::from_millis(20)),
                Ok(Some(_)) | Err(_) => return,
            }
        }
    }
}
