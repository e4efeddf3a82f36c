//! Tests of backups: at the start, on request, and of what is restored from one.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use axum::http::StatusCode;
use faraday_server::{Config, Location, Server, Site};
use faraday_store::testing::Postgres;
use faraday_wire::live::SignUpMode;
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{Secured, server_with_admin};
use crate::accounts::{NOBODY, kind, refused};
use crate::client::TestServer;
use crate::support::soon;

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Waits for the first backup, which is made when a server starts.
async fn first(folder: &Path) -> PathBuf {
    let found = async {
        loop {
            if let [file] = &files(folder)[..]
                && file.extension().is_some_and(|end| end == "db")
            {
                return file.clone();
            }
            tokio::task::yield_now().await;
        }
    };
    soon(found).await
}

fn config(folder: &Path, keep: usize) -> Config {
    Config {
        backup: Some(folder.join("deep/backups")),
        backup_keep: keep,
        sign_up: Some(SignUpMode::Open),
        ..Config::default()
    }
}

#[tokio::test]
async fn a_restored_backup_has_the_games_and_the_people() {
    let place = tempfile::tempdir().unwrap();
    let (server, Secured { member: ada, .. }) = server_with_admin(config(place.path(), 7)).await;
    let folder = place.path().join("deep/backups");
    let at_start = first(&folder).await;
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&folder), mode(&at_start)), (0o700, 0o600));
    let challenge = json!({ "variant": "chess", "terms": { "clock": { "baseMs": 600_000 } }, "side": "white" });
    let (game, white, _) = server.game(challenge).await;
    assert_eq!(white.play(&server, &game, 0, "e2e4").await.0, StatusCode::OK);
    // Names have the second of the backup.
    tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
    let (status, made) = ada.post(&server, "admin/backups", &Value::Null).await;
    assert_eq!(status, StatusCode::CREATED, "{made}");
    let listed = made["files"].as_array().unwrap();
    assert_eq!((listed.len(), &made["isOld"], made.get("lastFailure")), (2, &json!(false), None));
    let newest = folder.join(listed[0]["name"].as_str().unwrap());
    assert_eq!(fs::metadata(&newest).unwrap().len(), listed[0]["size"].as_u64().unwrap());
    // Later acts are not in the backup.
    assert_eq!(white.post(&server, &format!("games/{game}/abort"), &Value::Null).await.0, StatusCode::OK);
    drop(server.close().await);
    let restored = tempfile::tempdir().unwrap();
    fs::copy(&newest, restored.path().join("games.db")).unwrap();
    let server = TestServer::open_in(restored).await;
    let (status, shown) = white.get(&server, &format!("games/{game}")).await;
    assert_eq!((status, &shown["acts"][0]["fact"]["uci"]), (StatusCode::OK, &json!("e2e4")), "{shown}");
    let kinds: Vec<_> = shown["acts"].as_array().unwrap().iter().map(|act| &act["fact"]["kind"]).collect();
    assert!(kinds.iter().all(|kind| **kind == "moved" || **kind == "timed"), "{kinds:?}");
    assert_eq!(ada.identity(&server).await["role"], "admin");
    assert_eq!(ada.get(&server, "admin/people").await.0, StatusCode::OK);
}

#[tokio::test]
async fn backups_do_not_overlap_and_old_ones_are_removed() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("deep/backups");
    fs::create_dir_all(&folder).unwrap();
    let old: Vec<PathBuf> = (1..=4).map(|day| folder.join(format!("games-2026-01-0{day}T03-00-00Z.db"))).collect();
    let part = folder.join("games-2026-01-05T03-00-00Z.db.part");
    let other = folder.join("notes.txt");
    for file in old.iter().chain([&part, &other]) {
        fs::write(file, "x").unwrap();
    }
    let (server, Secured { member: ada, .. }) = server_with_admin(config(place.path(), 3)).await;
    soon(async {
        while old[1].exists() || part.exists() {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    })
    .await;
    let left = files(&folder);
    assert_eq!(left.len(), 4, "{left:?}");
    assert!(left.contains(&other) && left.contains(&old[2]) && left.contains(&old[3]), "{left:?}");
    let answers = join_all((0..8).map(|_| ada.post(&server, "admin/backups", &Value::Null))).await;
    let made = answers.iter().filter(|answer| answer.0 == StatusCode::CREATED).count();
    let running = answers.iter().filter(|answer| kind(answer) == refused(409, "backup-running")).count();
    assert!(made >= 1 && running >= 1 && made + running == 8, "{answers:?}");
    assert!(files(&folder).iter().all(|file| file.extension().is_some_and(|end| end != "part")));
}

#[tokio::test]
async fn a_server_without_backups_says_how_to_get_them() {
    let (server, Secured { member: ada, .. }) = server_with_admin(Config::default()).await;
    let answer = ada.post(&server, "admin/backups", &Value::Null).await;
    assert_eq!(kind(&answer), refused(409, "no-backups"));
    assert!(answer.1["detail"].as_str().unwrap().contains("--backup"), "{}", answer.1);
    let (_, status) = ada.get(&server, "admin/status").await;
    assert_eq!((status.get("backups"), status.get("backupCommand")), (None, None));
    assert!(status["database"]["size"].as_u64().unwrap() > 0 && status["database"]["freeSpace"].is_u64(), "{status}");
    assert_eq!(status["email"], json!({ "enabled": false, "sent": 0, "failed": 0 }));
    assert_eq!(kind(&NOBODY.get(&server, "admin/status").await), refused(401, "no-session"));
}

#[test]
fn postgres_is_backed_up_by_its_own_program() {
    let server = Postgres::shared().unwrap_or_else(|error| panic!("{error}"));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let database = server.database().await;
        let config = Config {
            database: database.clone(),
            backup: Some("backups".into()),
            listen: "127.0.0.1:0".to_owned(),
            ..Config::default()
        };
        let Err(error) = Server::open(&config, Site(&[])).await else { panic!("it must be refused") };
        let error = error.to_string();
        assert!(error.starts_with("`--backup` copies SQLite files") && error.contains("pg_dump "), "{error}");
        assert!(!Path::new("backups").exists());
        // Without the option, the page names the command.
        let config = Config { database, sign_up: Some(SignUpMode::Open), ..Config::default() };
        let place = config.database.clone();
        let server = TestServer::open_on(tempfile::tempdir().unwrap(), config.database, config.limits).await;
        let Secured { member: ada, .. } = crate::accounts::second_factor::secured(&server, "Ada").await;
        let store = faraday_store::Store::open_beside(&place, &faraday_store::Options::default()).await.unwrap();
        store.grant("ada", faraday_store::Role::Admin).await.unwrap();
        store.close().await;
        let (status, shown) = ada.get(&server, "admin/status").await;
        assert_eq!(status, StatusCode::OK, "{shown}");
        assert!(shown["backupCommand"].as_str().unwrap().starts_with("pg_dump --format=custom --host="), "{shown}");
        assert!(shown["database"]["size"].as_u64().unwrap() > 100_000, "{shown}");
        assert!(matches!(place, Location::Postgres(_)));
    });
}
