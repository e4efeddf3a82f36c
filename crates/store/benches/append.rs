//! Measures how many acts a second become durable through the store, compared with the bare statement
//! at the same batch size.
//!
//! `cargo bench -p faraday-store --bench append [-- SECONDS [FOLDER]]`: 64 clients append to one game each, one act at
//! a time, in a file in the folder. Then a single connection writes as many rows at once as those batches had, without
//! any code around it. Only the ratio of the two applies to other disks.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use faraday_play::{Act, Fact, Summary, Terms, Timestamp};
use faraday_rules::Color;
use faraday_store::testing::begin;
use faraday_store::{AppendId, AppendResult, Entry, Location, NewGame, Options, PersonId, Seat, Store};
use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, Executor, SqliteConnection};

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

const CLIENTS: usize = 64;

/// The statement used by the store's writer.
const INSERT: &str = "INSERT INTO act (game, seq, at, side, mark, facts)
    SELECT value->>'game', value->>'seq', value->>'at', value->>'side', value->>'mark', value->>'facts'
    FROM json_each($1) WHERE true ORDER BY 1, 2 ON CONFLICT DO NOTHING RETURNING game, seq";

fn main() -> Outcome<()> {
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let seconds = arguments.next().map_or(Ok(5), |text| text.parse())?;
    let parent = arguments.next().map_or_else(|| PathBuf::from("."), PathBuf::from);
    let folder = tempfile::tempdir_in(parent)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let time = Duration::from_secs(seconds);
        let mut through = 0.0;
        for (what, summary) in [("acts alone", None), ("with summaries", Some(summary()))] {
            let file = folder.path().join(format!("{what}.db"));
            let mut waits = through_the_store(&file, time, summary).await?;
            through = waits.len() as f64 / time.as_secs_f64();
            waits.sort_unstable();
            let rank = |percent: usize| waits[(waits.len() * percent / 100).min(waits.len() - 1)].as_secs_f64() * 1e3;
            let (half, last) = (rank(50), rank(99));
            println!("store, {CLIENTS} clients, {what:<15} {through:>8.0} acts/s, p50 {half:.2} ms, p99 {last:.2} ms");
        }
        for batch in [1, CLIENTS / 2, CLIENTS] {
            let bare = bare(&folder.path().join(format!("bare{batch}.db")), time, batch).await?;
            println!("statement, batches of {batch:<3} {bare:>8.0} acts/s; the store has {:.2} of it", through / bare);
        }
        Ok(())
    })
}

/// Returns the time of each act from the client's call to the acknowledgment.
async fn through_the_store(file: &Path, time: Duration, summary: Option<Summary>) -> Outcome<Vec<Duration>> {
    let store = Store::open(&Location::file(file), &Options::default()).await?;
    let is_over = Arc::new(AtomicBool::new(false));
    let mut clients = tokio::task::JoinSet::new();
    for _ in 0..CLIENTS {
        let game = begin(&store, &new_game()).await?;
        let (store, is_over, summary) = (store.clone(), Arc::clone(&is_over), summary.clone());
        clients.spawn(async move {
            let mut waits = Vec::new();
            while !is_over.load(Ordering::Relaxed) {
                let entry = Entry {
                    game,
                    act: act(waits.len() as u64 + 1),
                    append_id: AppendId::random(),
                    summary: summary.clone(),
                    ended: None,
                    wake_at: None,
                    jobs: Vec::new(),
                };
                let began = Instant::now();
                let appended = store.append(entry).await;
                assert_eq!(appended, Ok(AppendResult::Written));
                waits.push(began.elapsed());
            }
            waits
        });
    }
    tokio::time::sleep(time).await;
    is_over.store(true, Ordering::Relaxed);
    let waits = clients.join_all().await.into_iter().flatten().collect();
    store.close().await;
    Ok(waits)
}

/// Returns the number of acts per second of the bare statement.
async fn bare(file: &Path, time: Duration, batch: usize) -> Outcome<f64> {
    let options = SqliteConnectOptions::new().filename(file).create_if_missing(true);
    let options = options.journal_mode(SqliteJournalMode::Wal).synchronous(SqliteSynchronous::Full);
    let mut connection: SqliteConnection = options.disable_statement_logging().connect().await?;
    connection
        .execute(
            "CREATE TABLE act (game TEXT NOT NULL, seq BIGINT NOT NULL, at BIGINT NOT NULL, side SMALLINT,
            mark BIGINT NOT NULL, facts TEXT NOT NULL, PRIMARY KEY (game, seq)) WITHOUT ROWID",
        )
        .await?;
    let facts =
        r#"{"fact":{"kind":"moved","ply":12,"uci":"e2e4","spent":1200,"lag":35,"draw":false},"left":[300000,300000]}"#;
    let (began, mut acts) = (Instant::now(), 0);
    for seq in 1_i64.. {
        let row = |game| json!({"game": format!("game{game:04}"), "seq": seq, "at": seq, "side": 0, "mark": seq, "facts": facts});
        let rows: Vec<_> = (0..batch).map(row).collect();
        let written = sqlx::query(INSERT).bind(serde_json::to_string(&rows)?).fetch_all(&mut connection).await?;
        acts += written.len();
        if began.elapsed() >= time {
            break;
        }
    }
    let elapsed = began.elapsed();
    connection.close().await?;
    Ok(acts as f64 / elapsed.as_secs_f64())
}

fn summary() -> Summary {
    Summary {
        plies: 40,
        turn: Color::White,
        position: "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 4 9".to_owned(),
        last_move: Some("e2e4".to_owned()),
        moved_at: Timestamp::from_millis(1_785_000_000_000),
        deadline: Some(Timestamp::from_millis(1_785_000_300_000)),
        aborted_by: None,
        missed_by: None,
    }
}

fn new_game() -> NewGame {
    let seat = || Seat::new(PersonId::random(), None);
    NewGame {
        variant: "any".to_owned(),
        rules: "1".to_owned(),
        fen: None,
        terms: Terms::UNLIMITED,
        seats: [seat(), seat()],
        started_at: Timestamp::from_millis(0),
        wake_at: None,
        summary: None,
    }
}

fn act(seq: u64) -> Act {
    let ms = Duration::from_millis;
    let fact = Fact::Moved { ply: seq as usize - 1, uci: "e2e4".to_owned(), spent: ms(1200), lag: ms(35), draw: false };
    let (at, left) = (Timestamp::from_millis(seq), Some([ms(300_000); 2]));
    Act { seq, at, side: Some(Color::White), id: None, fact, left, verdict: None }
}
