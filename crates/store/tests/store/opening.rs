//! Tests of opening a store: one process per file, no older program, and only writable databases.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::Command;

use faraday_store::testing::begin;
use faraday_store::{Location, OpenError, Options, Store};

use crate::support::{Place, in_both, in_sqlite, new_game};

in_both! {
    what_was_kept_is_there_when_it_is_opened_again,
    tables_of_a_newer_program_are_refused,
}

/// The environment variables that give the child process of a test its database and its mode.
const PLACE: &str = "FARADAY_TEST_PLACE";
const READS: &str = "FARADAY_TEST_READS";

/// An unprivileged user, because root ignores file permissions.
const NOBODY: &str = "65534";

/// The mode in which a store is opened.
#[derive(Clone, Copy)]
pub enum Use {
    Play,
    Reading,
}

async fn what_was_kept_is_there_when_it_is_opened_again(place: Place) {
    let store = place.open().await;
    let game = begin(&store, &new_game()).await.unwrap();
    store.close().await;
    assert!(place.open().await.game(game).await.unwrap().is_some());
}

#[test]
fn a_new_file_is_private() {
    in_sqlite(|place| async move {
        let store = place.open().await;
        begin(&store, &new_game()).await.unwrap();
        let Location::Sqlite(file) = &place.location else { panic!("a database in a file") };
        for end in ["", "-wal", "-shm"] {
            let path = format!("{}{end}", file.display());
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600, "{path}");
        }
    });
}

async fn tables_of_a_newer_program_are_refused(place: Place) {
    place.open().await.close().await;
    place.execute("INSERT INTO seaql_migrations (version, applied_at) VALUES ('m9999_future', 0)").await;
    for opened in [
        Store::open(&place.location, &Options::default()).await,
        Store::open_to_read(&place.location, &Options::default()).await,
        Store::open_beside(&place.location, &Options::default()).await,
    ] {
        let error = opened.unwrap_err();
        assert!(matches!(&error, OpenError::Newer { migration, .. } if migration == "m9999_future"), "{error}");
        let sentence = " was written by a newer version of faraday (`m9999_future`): update this one";
        assert!(error.to_string().ends_with(sentence), "{error}");
    }
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
fn a_file_is_opened_by_one_process() {
    in_sqlite(async |place: Place| {
        let store = place.open().await;
        let Location::Sqlite(file) = &place.location else { panic!("{}", place.location) };
        let said = child(file, None, Use::Play);
        assert!(said.contains("another process uses the database"), "{said}");
        store.close().await;
        let said = child(file, None, Use::Play);
        assert!(said.contains("opened"), "{said}");
    });
}

#[cfg(unix)]
#[test]
fn a_file_with_two_names_is_not_opened_by_either() {
    in_sqlite(async |place: Place| {
        let Location::Sqlite(file) = &place.location else { panic!("{}", place.location) };
        let store = place.open().await;
        let other = file.with_extension("other");
        std::fs::hard_link(file, &other).unwrap();
        let error = Store::open(&Location::file(&other), &Options::default()).await.unwrap_err();
        assert!(matches!(error, OpenError::Linked(_)), "{error}");
        store.close().await;
        let error = Store::open(&place.location, &Options::default()).await.unwrap_err();
        assert!(matches!(error, OpenError::Linked(_)), "{error}");
        std::fs::remove_file(other).unwrap();
        place.open().await;
    });
}

#[test]
fn what_cannot_be_made_or_written_is_said_to_be_so() {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    let as_nobody = nobody(folder.path());
    let locked = folder.path().join("locked");
    fs::create_dir(&locked).unwrap();
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o555)).unwrap();
    let open = folder.path().join("open");
    fs::create_dir(&open).unwrap();
    fs::set_permissions(&open, fs::Permissions::from_mode(0o777)).unwrap();
    let file = open.join("games.db");
    fs::write(&file, "").unwrap();
    let mode = |mode| fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
    let check = |file: &Path, told: String| {
        let said = child(file, as_nobody, Use::Play);
        assert!(said.contains(&told), "`{told}` is not said: {said}");
    };
    let denied = |path: &Path| format!("cannot create {}: Permission denied\n", path.display());
    check(&locked.join("games.db"), denied(&locked.join("games.db.lock")));
    check(&locked.join("deeper/games.db"), denied(&locked.join("deeper")));
    mode(0o444);
    check(&file, format!("the database at sqlite:{} is read-only\n", file.display()));
    mode(0o000);
    check(&file, format!("cannot open sqlite:{}: Permission denied\n", file.display()));
    check(&open, format!("cannot open sqlite:{}: it is a folder\n", open.display()));
}

/// Returns the errors of opening a file for playing and for reading only.
async fn refusals(file: &Path) -> [OpenError; 2] {
    let (location, options) = (Location::file(file), Options::default());
    [Store::open(&location, &options).await.unwrap_err(), Store::open_to_read(&location, &options).await.unwrap_err()]
}

#[test]
fn what_is_not_the_database_of_this_program_is_left_as_it_is() {
    in_sqlite(async |place: Place| {
        place.open().await.close().await;
        let Location::Sqlite(file) = &place.location else { panic!("{}", place.location) };
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("text.db"), "no database, but long enough to be the head of one: ".repeat(9)).unwrap();
        for (name, tables) in [
            ("other.db", "CREATE TABLE plant (name TEXT)"),
            (
                "orm.db",
                "CREATE TABLE seaql_migrations (version TEXT); INSERT INTO seaql_migrations VALUES ('m2_plants')",
            ),
        ] {
            fs::write(path(name), "").unwrap();
            Place::at(Location::file(path(name))).execute(tables).await;
        }
        for name in ["text.db", "other.db", "orm.db"] {
            let before = fs::read(path(name)).unwrap();
            for error in refusals(&path(name)).await {
                assert!(matches!(error, OpenError::Foreign(_)), "{name}: {error}");
                assert!(error.to_string().ends_with(&format!("{name} is not a database of Faraday")), "{error}");
            }
            assert_eq!(fs::read(path(name)).unwrap(), before);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "nothing was made");
        let mut broken = fs::read(file).unwrap();
        broken[100..4096].fill(0xff);
        fs::write(path("broken.db"), broken).unwrap();
        for error in refusals(&path("broken.db")).await {
            assert!(matches!(error, OpenError::Damaged(_)), "{error}");
        }
    });
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

/// Returns an unprivileged user if the test runs as root.
pub fn nobody(folder: &Path) -> Option<&'static str> {
    (folder.metadata().unwrap().uid() == 0).then_some(NOBODY)
}

/// Opens a store in a child process, optionally as another user. Returns the output.
pub fn child(file: &Path, user: Option<&str>, what_for: Use) -> String {
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
    if let Use::Reading = what_for {
        command.env(READS, "1");
    }
    let output = command.output().unwrap();
    [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text)).concat()
}

#[test]
#[ignore = "other tests run it in a process of its own"]
fn the_child_of_a_test() {
    let Some(file) = std::env::var_os(PLACE) else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (location, options) = (Location::file(file), Options::default());
        let opened = match std::env::var_os(READS) {
            Some(_) => Store::open_to_read(&location, &options).await,
            None => Store::open(&location, &options).await,
        };
        match opened {
            Ok(_) => println!("opened"),
            Err(error) => println!("{error}"),
        }
    });
}
