//! Temporary SQLite files and PostgreSQL databases for tests, with sample data.

use std::fmt::Display;
use std::time::Duration;

use faraday_play::{Act, Fact, Terms, Timestamp};
use faraday_rules::Color;
use faraday_store::testing::Postgres;
use faraday_store::{
    AppendId, Entry, GameId, Job, JobKind, Location, NewGame, NodeId, Options, PersonId, Process, Seat, Store,
};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};

/// A database that is empty at first.
pub struct Place {
    pub location: Location,
    _folder: Option<tempfile::TempDir>,
}

impl Place {
    pub async fn open(&self) -> Store {
        Store::open(&self.location, &Options::default()).await.unwrap()
    }

    /// A database that the test does not own.
    pub const fn at(location: Location) -> Place {
        Place { location, _folder: None }
    }

    /// Executes SQL that the store itself never would.
    pub async fn execute(&self, sql: &str) {
        let sql = AssertSqlSafe(sql.to_owned());
        match &self.location {
            Location::Sqlite(file) => {
                let mut connection = SqliteConnection::connect(file.to_str().unwrap()).await.unwrap();
                sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
                connection.close().await.unwrap();
            }
            Location::Postgres(address) => {
                let mut connection = PgConnection::connect_with(address).await.unwrap();
                sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
            }
        }
    }
}

/// Generates one test for SQLite and one for PostgreSQL from each function.
macro_rules! in_both {
    ($($test:ident,)+) => {
        mod sqlite {
            $(#[test] fn $test() { $crate::support::in_sqlite(super::$test); })+
        }
        mod postgres {
            $(#[test] fn $test() { $crate::support::in_postgres(super::$test); })+
        }
    };
}
pub(crate) use in_both;

pub fn in_sqlite<F: Future<Output = ()>>(test: impl FnOnce(Place) -> F) {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::file(folder.path().join("deep/games.db"));
    run(test(Place { location, _folder: Some(folder) }));
}

pub fn in_postgres<F: Future<Output = ()>>(test: impl FnOnce(Place) -> F) {
    let server = Postgres::shared().unwrap_or_else(|error| panic!("{error}"));
    run(async {
        let location = server.database().await;
        test(Place::at(location)).await;
    });
}

fn run(test: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async { tokio::time::timeout(Duration::from_secs(120), test).await.unwrap() });
}

pub fn ms(millis: u64) -> Timestamp {
    Timestamp::from_millis(millis)
}

pub fn guest() -> PersonId {
    PersonId::random()
}

pub fn process(name: &str, boot: u64) -> Process {
    Process { node: NodeId::parse(name).unwrap(), boot }
}

pub fn new_game() -> NewGame {
    NewGame {
        variant: "chess".to_owned(),
        rules: "1".to_owned(),
        fen: None,
        terms: Terms::timed("300+3".parse().unwrap()),
        seats: [guest(), guest()].map(|who| Seat::new(who, None)),
        started_at: ms(1000),
        wake_at: Some(ms(31_000)),
        summary: None,
    }
}

pub fn reply(key: impl Display, at: u64) -> Job {
    Job { kind: JobKind::Reply, key: key.to_string(), body: String::new(), not_before: ms(at) }
}

/// Takes at most `limit` jobs. Returns their keys.
pub async fn take_replies(store: &Store, at: u64, limit: u64) -> Vec<String> {
    let mut jobs = store.take_jobs(JobKind::Reply, &process("a", 1), ms(at), limit).await.unwrap();
    jobs.sort_by_key(|job| job.key.clone());
    jobs.into_iter().map(|job| job.key).collect()
}

/// Returns an act that ends a game.
pub fn closed(seq: u64, at: u64, side: Color) -> Act {
    Act { at: ms(at), side: Some(side), fact: Fact::Closed, ..moved(seq, "") }
}

pub fn moved(seq: u64, uci: &str) -> Act {
    let ply = seq as usize - 1;
    let fact =
        Fact::Moved { ply, uci: uci.to_owned(), spent: Duration::ZERO, lag: Duration::from_millis(7), draw: false };
    let side = Some(if ply.is_multiple_of(2) { Color::White } else { Color::Black });
    let left = Some([Duration::from_secs(300); 2]);
    Act { seq, at: ms(1000 + seq), side, id: None, fact, left, verdict: None }
}

pub fn entry(game: GameId, act: Act) -> Entry {
    Entry { game, act, append_id: AppendId::random(), summary: None, wake_at: None, ended: None, jobs: Vec::new() }
}
