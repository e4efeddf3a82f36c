//! Tests of several nodes with one PostgreSQL server: deadlocks, migrations at once, and dropped connections.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use faraday_store::testing::{Postgres, begin};
use faraday_store::{AppendResult, GameId, Location, Options, Store};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::support::{Place, entry, in_postgres, moved, new_game};

/// Appends to a game until it has `acts` acts, reading on when another node was faster. Returns the
/// number of its own acts.
async fn play(store: &Store, game: GameId, acts: u64) -> u64 {
    let (mut seq, mut own) = (0, 0);
    while seq < acts {
        match store.append(entry(game, moved(seq + 1, "e2e4"))).await.unwrap() {
            AppendResult::Written => (seq, own) = (seq + 1, own + 1),
            AppendResult::Conflict => seq = store.journal(game, seq).await.unwrap().last().unwrap().seq,
        }
    }
    own
}

#[test]
fn two_nodes_never_wait_for_each_other_in_a_circle() {
    in_postgres(async |place: Place| {
        let [one, two] = [place.open().await, place.open().await];
        let mut games = Vec::new();
        for _ in 0..24 {
            games.push(begin(&one, &new_game()).await.unwrap());
        }
        let mut players = tokio::task::JoinSet::new();
        for (game, store) in games.iter().flat_map(|game| [(*game, one.clone()), (*game, two.clone())]) {
            players.spawn(async move { play(&store, game, 30).await });
        }
        let own: u64 = players.join_all().await.into_iter().sum();
        assert_eq!(own, 24 * 30, "each number was written once");
        for game in games {
            let seqs: Vec<u64> = two.journal(game, 0).await.unwrap().iter().map(|act| act.seq).collect();
            assert_eq!(seqs, (1..=30).collect::<Vec<_>>());
        }
        assert_eq!(deadlocks(&place.location).await, 0);
    });
}

async fn deadlocks(location: &Location) -> i64 {
    use sqlx::{Connection, PgConnection};
    let Location::Postgres(address) = location else { panic!("{location}") };
    let mut connection = PgConnection::connect_with(address).await.unwrap();
    let sql = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()";
    sqlx::query_scalar(sql).fetch_one(&mut connection).await.unwrap()
}

#[test]
fn nodes_that_start_at_once_migrate_one_by_one() {
    in_postgres(async |place: Place| {
        let [a, b, c, d] = [(); 4].map(|()| place.open());
        tokio::join!(a, b, c, d);
    });
}

/// Starts a proxy to the server that drops the connection instead of delivering every `every`-th answer. The server has
/// executed the request by then, but the client gets no answer.
async fn cutting(server: u16, every: u32) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let answers = Arc::new(AtomicU32::new(0));
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let answers = Arc::clone(&answers);
            tokio::spawn(async move {
                let server = TcpStream::connect(("127.0.0.1", server)).await.unwrap();
                let (mut from_client, mut to_client) = client.into_split();
                let (mut from_server, mut to_server) = server.into_split();
                let up = tokio::io::copy(&mut from_client, &mut to_server);
                let down = async {
                    let mut bytes = [0; 16_384];
                    while let Ok(count @ 1..) = from_server.read(&mut bytes).await {
                        let is_cut = answers.fetch_add(1, Ordering::Relaxed) % every == every - 1;
                        if is_cut || to_client.write_all(&bytes[..count]).await.is_err() {
                            return;
                        }
                    }
                };
                tokio::select! { _ = up => {}, () = down => {} }
            });
        }
    });
    port
}

#[test]
fn what_was_cut_off_is_written_once() {
    in_postgres(async |place: Place| {
        let store = place.open().await;
        let game = begin(&store, &new_game()).await.unwrap();
        let server = Postgres::shared().unwrap().port();
        let Location::Postgres(address) = &place.location else { panic!("{}", place.location) };
        // Not a multiple of the number of answers during connection setup, so that sometimes the answer
        // to an append is lost.
        let address = address.as_ref().clone().port(cutting(server, 37).await);
        let cut = loop {
            if let Ok(store) = Store::open(&Location::Postgres(Box::new(address.clone())), &Options::default()).await {
                break store;
            }
        };
        for seq in 1..=200 {
            assert_eq!(cut.append(entry(game, moved(seq, "e2e4"))).await, Ok(AppendResult::Written));
        }
        let seqs: Vec<u64> = store.journal(game, 0).await.unwrap().iter().map(|act| act.seq).collect();
        assert_eq!(seqs, (1..=200).collect::<Vec<_>>());
    });
}

#[test]
fn a_transaction_that_the_database_undoes_for_another_is_done_again() {
    in_postgres(async |place: Place| {
        let store = place.open().await;
        let game = new_game();
        begin(&store, &game).await.unwrap();
        let mut players = game.seats.each_ref().map(|seat| seat.who);
        players.sort();
        let Location::Postgres(address) = &place.location else { unreachable!("it is in PostgreSQL") };
        let mut other = PgConnection::connect_with(address).await.unwrap();
        let lock = |index: usize, wait: &str| {
            AssertSqlSafe(format!("SELECT 1 FROM person WHERE id = '{}' FOR NO KEY UPDATE {wait}", players[index]))
        };
        sqlx::raw_sql("BEGIN").execute(&mut other).await.unwrap();
        sqlx::raw_sql(lock(1, "")).execute(&mut other).await.unwrap();
        let again = tokio::spawn(async move { begin(&store, &game).await });
        // The transaction holds the first row and waits for the second. Its deadlock check runs first,
        // so it is rolled back.
        let mut probe = PgConnection::connect_with(address).await.unwrap();
        while sqlx::raw_sql(lock(0, "SKIP LOCKED")).fetch_optional(&mut probe).await.unwrap().is_some() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        sqlx::raw_sql(lock(0, "")).execute(&mut other).await.unwrap();
        sqlx::raw_sql("COMMIT").execute(&mut other).await.unwrap();
        assert!(again.await.unwrap().is_ok());
    });
}
