//! Tests that opening for reading only changes nothing and does not block other processes.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use faraday_store::testing::begin;
use faraday_store::{Location, OpenError, Options, Store, StoreError};

use crate::opening::{Use, child, nobody};
use crate::support::{Place, in_both, in_sqlite, new_game};

in_both! {
    a_reader_sees_what_others_write_and_writes_nothing,
    a_reader_keeps_nobody_from_opening,
    tables_of_an_older_program_are_left_as_they_are,
    a_reader_makes_no_tables,
}

async fn open_to_read(location: &Location) -> Result<Store, OpenError> {
    Store::open_to_read(location, &Options::default()).await
}

async fn a_reader_sees_what_others_write_and_writes_nothing(place: Place) {
    let store = place.open().await;
    let game = begin(&store, &new_game()).await.unwrap();
    let reader = open_to_read(&place.location).await.unwrap();
    assert!(reader.game(game).await.unwrap().is_some());
    let later = begin(&store, &new_game()).await.unwrap();
    assert!(reader.game(later).await.unwrap().is_some(), "what came after it was opened");
    assert_eq!(begin(&reader, &new_game()).await.unwrap_err(), StoreError::ReadOnly);
    reader.close().await;
    begin(&store, &new_game()).await.unwrap();
}

async fn a_reader_keeps_nobody_from_opening(place: Place) {
    place.open().await.close().await;
    let reader = open_to_read(&place.location).await.unwrap();
    let mut export = reader.export();
    for _ in 0..2 {
        export.next().await.unwrap();
    }
    let store = place.open().await;
    let game = begin(&store, &new_game()).await.unwrap();
    assert!(reader.game(game).await.unwrap().is_some());
    drop(export);
    reader.close().await;
    store.close().await;
    assert!(place.open().await.game(game).await.unwrap().is_some());
}

async fn tables_of_an_older_program_are_left_as_they_are(place: Place) {
    let store = place.open().await;
    let game = begin(&store, &new_game()).await.unwrap();
    store.close().await;
    place.execute("DROP TABLE puzzle; DELETE FROM seaql_migrations WHERE version = 'm0006_puzzles'").await;
    for _ in 0..2 {
        let error = open_to_read(&place.location).await.unwrap_err();
        assert!(matches!(&error, OpenError::Older { migration, .. } if migration == "m0006_puzzles"), "{error}");
    }
    place.open().await.close().await;
    assert!(open_to_read(&place.location).await.unwrap().game(game).await.unwrap().is_some());
}

async fn a_reader_makes_no_tables(place: Place) {
    if let Location::Sqlite(file) = &place.location {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, "").unwrap();
    }
    for _ in 0..2 {
        let error = open_to_read(&place.location).await.unwrap_err();
        assert!(matches!(error, OpenError::Missing(_)), "{error}");
    }
    place.open().await;
    open_to_read(&place.location).await.unwrap();
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn no_file_is_made_where_there_is_none() {
    let folder = tempfile::tempdir().unwrap();
    in_sqlite(async |_place: Place| {
        for file in ["games.db", "deep/games.db"] {
            let error = open_to_read(&Location::file(folder.path().join(file))).await.unwrap_err();
            assert!(matches!(error, OpenError::Missing(_)), "{error}");
        }
        let file = folder.path().join("text.db");
        fs::write(&file, "no database, but long enough to be the head of one: ".repeat(9)).unwrap();
        let error = open_to_read(&Location::file(file)).await.unwrap_err();
        assert!(matches!(error, OpenError::Foreign(_)), "{error}");
    });
    assert_eq!(names(folder.path()), ["text.db"]);
}

#[test]
fn what_a_process_that_was_killed_has_left_is_read() {
    in_sqlite(async |place: Place| {
        let store = place.open().await;
        let game = begin(&store, &new_game()).await.unwrap();
        let Location::Sqlite(file) = &place.location else { panic!("{}", place.location) };
        let killed = file.with_file_name("killed.db");
        for end in ["", "-wal"] {
            fs::copy(format!("{}{end}", file.display()), format!("{}{end}", killed.display())).unwrap();
        }
        let location = Location::file(&killed);
        let reader = open_to_read(&location).await.unwrap();
        assert!(reader.game(game).await.unwrap().is_some());
        reader.close().await;
        let left: Vec<_> =
            names(file.parent().unwrap()).into_iter().filter(|name| name.starts_with("killed")).collect();
        assert_eq!(left, ["killed.db"], "neither a lock nor files of SQLite");
        assert!(Place::at(location).open().await.game(game).await.unwrap().is_some());
    });
}

#[test]
fn where_nothing_can_be_written_only_what_is_whole_is_read() {
    in_sqlite(async |place: Place| {
        let Location::Sqlite(file) = &place.location else { panic!("{}", place.location) };
        let folder = file.parent().unwrap();
        let store = place.open().await;
        begin(&store, &new_game()).await.unwrap();
        let copy = folder.join("copy.db");
        place.execute(&format!("VACUUM INTO '{}'", copy.display())).await;
        // An operator lets another user read: a new database is private.
        for end in ["", "-wal", "-shm"] {
            fs::set_permissions(format!("{}{end}", file.display()), fs::Permissions::from_mode(0o644)).unwrap();
        }
        for folder in [folder.parent().unwrap(), folder] {
            fs::set_permissions(folder, fs::Permissions::from_mode(0o555)).unwrap();
        }
        let reads = |file: &Path| child(file, nobody(folder), Use::Reading);
        assert!(reads(file).contains("opened"), "beside a site that runs: {}", reads(file));
        assert!(reads(&copy).contains("opened"), "{}", reads(&copy));
        fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
        store.close().await;
        fs::set_permissions(folder, fs::Permissions::from_mode(0o555)).unwrap();
        assert!(reads(file).contains("opened"), "a backup on a disk that is read-only: {}", reads(file));
        let log = folder.join("games.db-wal");
        fs::write(&log, "").unwrap();
        assert!(reads(file).contains("cannot be read where nothing can be written"), "{}", reads(file));
        fs::remove_file(&log).unwrap();
        fs::set_permissions(file, fs::Permissions::from_mode(0o000)).unwrap();
        assert!(reads(file).contains("games.db: Permission denied"), "{}", reads(file));
        for folder in [folder.parent().unwrap(), folder] {
            fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
        }
    });
}
