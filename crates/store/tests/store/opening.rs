//! Opening: by one process a file, by no older program, and only what can be written.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::{Command, Output};

use faraday_store::{Location, OpenError, Options, Store, StoreError};
use sqlx::{Connection, PgConnection, SqliteConnection};

use crate::support::{Place, in_both, in_sqlite, new_game};

in_both! {
    what_was_kept_is_there_when_it_is_opened_again,
    tables_of_a_newer_program_are_refused,
}

/// Where the child of a test is to open a store.
const PLACE: &str = "FARADAY_TEST_PLACE";

/// Whoever owns nothing. Permissions do not bind root.
const NOBODY: &str = "65534";

async fn what_was_kept_is_there_when_it_is_opened_again(place: Place) {
    let store = place.open().await;
    let game = store.add_game(&new_game()).await.unwrap();
    store.close().await;
    assert!(place.open().await.game(game).await.unwrap().is_some());
}

async fn tables_of_a_newer_program_are_refused(place: Place) {
    place.open().await.close().await;
    let sql = "INSERT INTO seaql_migrations (version, applied_at) VALUES ('m9999_future', 0)";
    match &place.location {
        Location::Sqlite(file) => {
            let mut connection = SqliteConnection::connect(file.to_str().unwrap()).await.unwrap();
            sqlx::query(sql).execute(&mut connection).await.unwrap();
        }
        Location::Postgres(address) => {
            let mut connection = PgConnection::connect_with(address).await.unwrap();
            sqlx::query(sql).execute(&mut connection).await.unwrap();
        }
    }
    let error = Store::open(&place.location, &Options::default()).await.unwrap_err();
    assert!(matches!(&error, OpenError::Newer { migration, .. } if migration == "m9999_future"), "{error}");
}

#[test]
fn a_file_is_opened_by_one_store() {
    in_sqlite(async |place: Place| {
        let store = place.open().await;
        let error = Store::open(&place.location, &Options::default()).await.unwrap_err();
        assert!(matches!(error, OpenError::Taken(_)), "{error}");
        store.close().await;
        place.open().await;
    });
}

#[test]
fn a_file_is_read_beside_the_store_that_has_it() {
    in_sqlite(async |place: Place| {
        let store = place.open().await;
        let game = store.add_game(&new_game()).await.unwrap();
        let beside = Store::open_to_read(&place.location, &Options::default()).await.unwrap();
        assert!(beside.game(game).await.unwrap().is_some());
        let later = store.add_game(&new_game()).await.unwrap();
        assert!(beside.game(later).await.unwrap().is_some(), "what came after it was opened");
        assert_eq!(beside.add_game(&new_game()).await.unwrap_err(), StoreError::ReadOnly);
        beside.close().await;
        store.add_game(&new_game()).await.unwrap();
    });
}

#[test]
fn a_file_is_opened_by_one_process() {
    in_sqlite(async |place: Place| {
        let store = place.open().await;
        let Location::Sqlite(file) = &place.location else { panic!("{}", place.location) };
        let said = said(&child(file, None));
        assert!(said.contains("another process uses the database"), "{said}");
        store.close().await;
        let said = self::said(&child(file, None));
        assert!(said.contains("opened"), "{said}");
    });
}

#[test]
fn what_cannot_be_written_is_said_to_be_so() {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    let as_nobody = (folder.path().metadata().unwrap().uid() == 0).then_some(NOBODY);
    let locked = folder.path().join("locked");
    fs::create_dir(&locked).unwrap();
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o555)).unwrap();
    let open = folder.path().join("open");
    fs::create_dir(&open).unwrap();
    fs::set_permissions(&open, fs::Permissions::from_mode(0o777)).unwrap();
    let file = open.join("games.db");
    fs::write(&file, "").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
    for file in [locked.join("games.db"), locked.join("deeper/games.db"), file] {
        let said = said(&child(&file, as_nobody));
        assert!(said.contains("is read-only"), "{}: {said}", file.display());
    }
}

#[test]
fn what_is_not_there_is_said_not_to_be_reached() {
    in_sqlite(async |_place: Place| {
        let nowhere = Location::parse("postgres://faraday:secret@127.0.0.1:1/games").unwrap();
        let error = Store::open(&nowhere, &Options::default()).await.unwrap_err();
        assert!(matches!(error, OpenError::Unreachable { .. }), "{error}");
        assert!(!error.to_string().contains("secret"));
    });
}

/// Opens a store in a process of its own, by another user if one is said.
fn child(file: &Path, user: Option<&str>) -> Output {
    let program = std::env::current_exe().unwrap();
    let mut command = match user {
        None => Command::new(program),
        Some(user) => {
            let mut command = Command::new("setpriv");
            command.args([&format!("--reuid={user}"), &format!("--regid={user}"), "--clear-groups", "--"]).arg(program);
            command
        }
    };
    command.args(["--ignored", "--exact", "opening::the_child_of_a_test", "--nocapture"]).env(PLACE, file);
    command.output().unwrap()
}

fn said(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text)).concat()
}

#[test]
#[ignore = "other tests run it in a process of its own"]
fn the_child_of_a_test() {
    let Some(file) = std::env::var_os(PLACE) else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        match Store::open(&Location::file(file), &Options::default()).await {
            Ok(_) => println!("opened"),
            Err(error) => println!("{error}"),
        }
    });
}
