//! A PostgreSQL server for tests, on a free local port. It ends with the process that started it, even after a crash.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use sqlx::{Connection, PgConnection};

use sea_orm::ConnectionTrait;

use crate::transaction::{lock_players, statement};
use crate::writer::Priority;
use crate::writer::group::TransactionEnd;
use crate::{ChallengeId, GameId, Location, NewGame, Origin, Store, StoreError, begin};

/// A script that stops the server and removes its files when its standard input is closed.
const SUPERVISOR: &str = include_str!("supervisor.sh");

/// The required programs.
const PROGRAMS: [&str; 3] = ["initdb", "postgres", "pg_isready"];

/// PostgreSQL refuses to run as root, so root switches to the user created by the package.
const AS_ITS_USER: &str = r#"
if [ "$(id -u)" = 0 ]; then exec setpriv --reuid=postgres --regid=postgres --clear-groups -- sh -c "$@"; fi
exec sh -c "$@"
"#;

/// A PostgreSQL server for tests, without databases at first.
#[derive(Debug)]
pub struct Postgres {
    port: u16,
    databases: AtomicU32,
    supervisor: Mutex<Supervisor>,
}

#[derive(Debug)]
struct Supervisor {
    child: Child,
    /// Nothing is written to it. Closing it, at the latest when this process ends, stops the server.
    input: Option<ChildStdin>,
}

impl Postgres {
    /// Returns the shared server of this process. The first call starts it.
    ///
    /// # Errors
    ///
    /// If PostgreSQL is not installed or does not start. The error explains how to fix it.
    pub fn shared() -> Result<&'static Postgres, String> {
        static SHARED: OnceLock<Result<Postgres, String>> = OnceLock::new();
        SHARED.get_or_init(Postgres::start).as_ref().map_err(Clone::clone)
    }

    /// Starts a server.
    ///
    /// # Errors
    ///
    /// If PostgreSQL is not installed or does not start. The error explains how to fix it.
    pub fn start() -> Result<Postgres, String> {
        let programs = programs().ok_or(
            "PostgreSQL is not installed, and these tests need it: install it (Debian: apt-get install postgresql), or \
             put `initdb` and `postgres` into PATH",
        )?;
        let fails = |error: std::io::Error| format!("PostgreSQL does not start: {error}");
        let port = TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr()).map_err(fails)?.port();
        let mut child = Command::new("sh")
            .args(["-c", AS_ITS_USER, "sh", SUPERVISOR, "sh"])
            .arg(programs)
            .arg(port.to_string())
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(fails)?;
        let input = child.stdin.take();
        let mut log = String::new();
        let output = child.stdout.take().ok_or("PostgreSQL does not start: it has no output")?;
        for line in BufReader::new(output).lines() {
            let line = line.map_err(fails)?;
            if line == "ready" {
                let supervisor = Mutex::new(Supervisor { child, input });
                return Ok(Postgres { port, databases: AtomicU32::new(0), supervisor });
            }
            log = log + &line + "\n";
        }
        Err(format!("PostgreSQL does not start:\n{log}"))
    }

    /// Creates an empty database.
    ///
    /// # Panics
    ///
    /// If the server cannot be reached.
    pub async fn database(&self) -> Location {
        let name = format!("test{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let server = PgConnection::connect(&self.url("postgres")).await;
        let mut server = server.expect("the server of the tests can be reached");
        let sql = sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"));
        sqlx::query(sql).execute(&mut server).await.expect("a name that no other database has");
        Location::parse(&self.url(&name)).expect("an address that was made here")
    }

    /// Locks a table, so that reads and writes of it wait until the returned connection is dropped.
    ///
    /// # Panics
    ///
    /// If the location is not a database of this server, or has no such table.
    pub async fn hold(location: &Location, table: &str) -> PgConnection {
        let Location::Postgres(address) = location else { panic!("{location} is no database of a server") };
        let mut held = PgConnection::connect_with(address).await.expect("the server of the tests can be reached");
        for sql in ["BEGIN".to_owned(), format!("LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")] {
            sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut held).await.expect("a table that is there");
        }
        held
    }

    /// Returns the URL of a database.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://faraday@127.0.0.1:{}/{database}", self.port)
    }

    /// Returns the local port.
    pub const fn port(&self) -> u16 {
        self.port
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let supervisor = self.supervisor.get_mut().unwrap_or_else(PoisonError::into_inner);
        supervisor.input = None;
        // It exits by itself. Waiting only prevents a zombie.
        let _ = supervisor.child.wait();
    }
}

/// Begins a game as if a challenge had been accepted, even if a rated game of a player is running. Creates the players
/// if they do not exist.
///
/// # Errors
///
/// If the database cannot be written.
pub async fn begin(store: &Store, game: &NewGame) -> Result<GameId, StoreError> {
    begin_from(store, Origin::Challenge(ChallengeId::random()), game).await
}

/// Begins the game of an origin as [`begin`] does, or returns the existing game.
///
/// # Errors
///
/// If the database cannot be written.
pub async fn begin_from(store: &Store, origin: Origin, game: &NewGame) -> Result<GameId, StoreError> {
    let begin = store.write(Priority::Request, (origin, game.clone()), |db, (origin, game)| {
        Box::pin(async move {
            let people = game.seats.each_ref().map(|seat| seat.who);
            for person in people {
                let sql = "INSERT INTO person (id, name) VALUES ($1, 'Ada') ON CONFLICT DO NOTHING";
                db.execute_raw(statement(db, sql, [person.as_str().into()])).await?;
            }
            let players = lock_players(db, people).await?.expect("two people who are there");
            Ok(TransactionEnd::Commit(begin::create(db, players, *origin, game).await?))
        })
    });
    begin.await
}

/// Returns the folder with the server's programs.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().filter_map(Result::ok);
    let newest = versions.map(|version| version.path().join("bin")).filter(|folder| has_programs(folder)).max();
    newest.or_else(|| {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).find(|folder| has_programs(folder))
    })
}

fn has_programs(folder: &Path) -> bool {
    PROGRAMS.iter().all(|program| folder.join(program).is_file())
}
