//! Tests of `serve --backup` in a folder that is full or read-only. Each needs a disk of its own, in a mount namespace.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::program::{command, faraday, wait_for};

/// Mounts a small disk at `$1`, prepares it with `$2`, and runs the rest.
const OWN_DISK: &str = r#"
disk=$1 prepare=$2; shift 2
mount -t tmpfs -o size=256k tmpfs "$disk" && cd "$disk" && eval "$prepare" && exec "$@"
"#;

/// A server with a disk for its backups.
struct Server {
    child: Child,
    log: std::path::PathBuf,
    disk: std::path::PathBuf,
    _folder: tempfile::TempDir,
}

impl Server {
    /// Starts a server. `None` if this system does not permit mounts.
    fn start(prepare: &str) -> Option<Server> {
        let own = ["--user", "--map-root-user", "--mount"];
        let is_permitted = Command::new("unshare").args(own).args(["mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status();
        if !is_permitted.is_ok_and(|status| status.success()) {
            eprintln!("skipped: this system permits no mounts");
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let (disk, log) = (folder.path().join("disk"), folder.path().join("log"));
        fs::create_dir(&disk).unwrap();
        let mut shell = Command::new("unshare");
        shell.args(own).args(["sh", "-c", OWN_DISK, "sh"]).arg(&disk).arg(prepare).arg(command().get_program());
        shell.args(["serve", "--listen", "127.0.0.1:0", "--backup"]).arg(&disk);
        shell.arg("--database").arg(format!("sqlite:{}", folder.path().join("games.db").display()));
        let child = shell.stdout(Stdio::null()).stderr(fs::File::create(&log).unwrap()).spawn().unwrap();
        Some(Server { child, log, disk, _folder: folder })
    }

    /// Waits for the line of the log about the backup.
    fn line(&self) -> String {
        let line = || {
            let log = fs::read_to_string(&self.log).unwrap();
            log.lines().find(|line| line.contains("backup")).map(str::to_owned)
        };
        wait_for(|| line().is_some());
        line().unwrap()
    }

    /// Lists the files on the disk of the server.
    fn files(&self) -> String {
        let root = format!("/proc/{}/root{}", self.child.id(), self.disk.display());
        let entries = fs::read_dir(Path::new(&root)).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names.join(" ")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const OLD: &str = "games-2026-01-01T03-00-00Z.db";

#[test]
fn a_full_disk_is_one_sentence_and_deletes_nothing() {
    let Some(server) = Server::start(&format!("echo x > {OLD}; dd if=/dev/zero of=filler bs=1k count=200 2>/dev/null"))
    else {
        return;
    };
    let line = server.line();
    let expected = format!(
        "no backup was made in {}: the disk is full, so free some space or choose another folder with `--backup`",
        server.disk.display()
    );
    assert!(line.ends_with(&expected), "{line}");
    assert_eq!(server.files(), format!("filler {OLD}"));
}

#[test]
fn a_read_only_folder_is_one_sentence_and_deletes_nothing() {
    let Some(server) = Server::start(&format!("echo x > {OLD}; cd /; mount -o remount,ro \"$disk\"")) else { return };
    let line = server.line();
    let expected = format!(
        "no backup was made in {}: the folder is read-only, so make it writable or choose another one with `--backup`",
        server.disk.display()
    );
    assert!(line.ends_with(&expected), "{line}");
    assert_eq!(server.files(), OLD);
}

#[test]
fn a_number_of_backups_is_one_or_more() {
    let run = faraday(&["serve", "--backup-keep", "0"]);
    assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""), "{run}");
    assert!(run.stderr.contains("expected a whole number, 1 or more"), "{run}");
}
