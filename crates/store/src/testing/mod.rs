//! PostgreSQL for tests: a server of their own, on a free port of this machine, which ends with the process that started
//! it however that ends.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use sqlx::{Connection, PgConnection};

use sea_orm::ConnectionTrait;

use crate::transaction::{lock_players, one};
use crate::writer::Urgency;
use crate::writer::group::Ending;
use crate::{ChallengeId, GameId, Location, NewGame, Origin, Store, StoreError, games};

/// What the server's keeper does: it ends the server and removes its files when its input ends.
const KEEPER: &str = include_str!("keeper.sh");

/// The programs that it needs.
const PROGRAMS: [&str; 3] = ["initdb", "postgres", "pg_isready"];

/// A server refuses to run as root, so root becomes the user whom the package has made for it.
const AS_ITS_USER: &str = r#"
if [ "$(id -u)" = 0 ]; then exec setpriv --reuid=postgres --regid=postgres --clear-groups -- sh -c "$@"; fi
exec sh -c "$@"
"#;

/// A server of PostgreSQL with no data of anybody's.
#[derive(Debug)]
pub struct Postgres {
    port: u16,
    databases: AtomicU32,
    keeper: Mutex<Keeper>,
}

#[derive(Debug)]
struct Keeper {
    child: Child,
    /// Never written: that it closes, with this process at the latest, is what ends the server.
    input: Option<ChildStdin>,
}

impl Postgres {
    /// The server of this process, started by whoever asks first.
    ///
    /// # Errors
    ///
    /// If PostgreSQL is not installed or does not start: a sentence that says what to do.
    pub fn shared() -> Result<&'static Postgres, String> {
        static SHARED: OnceLock<Result<Postgres, String>> = OnceLock::new();
        SHARED.get_or_init(Postgres::start).as_ref().map_err(Clone::clone)
    }

    /// A server.
    ///
    /// # Errors
    ///
    /// If PostgreSQL is not installed or does not start: a sentence that says what to do.
    pub fn start() -> Result<Postgres, String> {
        let programs = programs().ok_or(
            "PostgreSQL is not installed, and these tests need it: install it (Debian: apt-get install postgresql), or \
             put `initdb` and `postgres` into PATH",
        )?;
        let fails = |error: std::io::Error| format!("PostgreSQL does not start: {error}");
        let port = TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr()).map_err(fails)?.port();
        let mut child = Command::new("sh")
            .args(["-c", AS_ITS_USER, "sh", KEEPER, "sh"])
            .arg(programs)
            .arg(port.to_string())
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(fails)?;
        let input = child.stdin.take();
        let mut said = String::new();
        let output = child.stdout.take().ok_or("PostgreSQL does not start: it has no output")?;
        for line in BufReader::new(output).lines() {
            let line = line.map_err(fails)?;
            if line == "ready" {
                let keeper = Mutex::new(Keeper { child, input });
                return Ok(Postgres { port, databases: AtomicU32::new(0), keeper });
            }
            said = said + &line + "\n";
        }
        Err(format!("PostgreSQL does not start:\n{said}"))
    }

    /// An empty database.
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

    /// Keeps whoever reads or writes a table of a database waiting until the connection is dropped.
    ///
    /// # Panics
    ///
    /// If the database is not of this server, or has no such table.
    pub async fn hold(location: &Location, table: &str) -> PgConnection {
        let Location::Postgres(address) = location else { panic!("{location} is no database of a server") };
        let mut held = PgConnection::connect_with(address).await.expect("the server of the tests can be reached");
        for sql in ["BEGIN".to_owned(), format!("LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")] {
            sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut held).await.expect("a table that is there");
        }
        held
    }

    /// The address of a database.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://faraday@127.0.0.1:{}/{database}", self.port)
    }

    /// The port on this machine.
    pub const fn port(&self) -> u16 {
        self.port
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let keeper = self.keeper.get_mut().unwrap_or_else(PoisonError::into_inner);
        keeper.input = None;
        // It ends by itself; waiting only keeps it from being left as a zombie.
        let _ = keeper.child.wait();
    }
}

/// Begins a game as if a challenge had been accepted, between people who are made for it if they are not there.
///
/// # Errors
///
/// If the database cannot be written.
pub async fn begin(store: &Store, game: &NewGame) -> Result<GameId, StoreError> {
    begin_from(store, Origin::Challenge(ChallengeId::random()), game).await
}

/// Begins the game of an origin as [`begin`] does, or returns the one that has begun.
///
/// # Errors
///
/// If the database cannot be written.
pub async fn begin_from(store: &Store, origin: Origin, game: &NewGame) -> Result<GameId, StoreError> {
    let begin = store.write(Urgency::Request, (origin, game.clone()), |db, (origin, game)| {
        Box::pin(async move {
            let people = game.seats.each_ref().map(|seat| seat.who);
            for person in people {
                let sql = "INSERT INTO person (id, name) VALUES ($1, 'Ada') ON CONFLICT DO NOTHING";
                db.execute_raw(one(db, sql, [person.as_str().into()])).await?;
            }
            let players = lock_players(db, people).await?.expect("two people who are there");
            Ok(Ending::Commit(games::begin(db, &players, *origin, game).await?))
        })
    });
    begin.await
}

/// The folder of the server's programs.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().filter_map(Result::ok);
    let newest = versions.map(|version| version.path().join("bin")).filter(|folder| has_all(folder)).max();
    newest.or_else(|| {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).find(|folder| has_all(folder))
    })
}

fn has_all(folder: &Path) -> bool {
    PROGRAMS.iter().all(|program| folder.join(program).is_file())
}
