//! Tests of an upgrade itself: its copy of the earlier file, running nodes, and a first start that broke off.

use std::fs::{self, File};
use std::time::Duration;

use faraday_store::testing::Postgres;
use faraday_store::{Location, OpenError, Options, Store};
use sqlx::{Connection, PgConnection, SqliteConnection};

use super::{open, postgres, sqlite};
use crate::run;

#[test]
fn a_copy_of_a_file_is_kept_for_the_version_before() {
    run(async {
        let folder = tempfile::tempdir().unwrap();
        let location = sqlite("m0006", &folder).await;
        open(&location).await.close().await;
        let copy = folder.path().join("games.db.before-m0007");
        let mut connection = SqliteConnection::connect(copy.to_str().unwrap()).await.unwrap();
        let guests: i64 = sqlx::query_scalar("SELECT count(*) FROM guest").fetch_one(&mut connection).await.unwrap();
        assert_eq!(guests, 4);
        let before = fs::metadata(&copy).unwrap().modified().unwrap();
        open(&location).await.close().await;
        assert_eq!(fs::metadata(&copy).unwrap().modified().unwrap(), before, "kept once");
        assert!(!folder.path().join("games.db.before-m0007.part").exists());
    });
}

#[test]
fn tables_are_not_changed_under_a_node_that_beats() {
    run(async {
        let location = postgres("m0006").await;
        let Location::Postgres(address) = &location else { unreachable!("it was made by a server") };
        let mut node = PgConnection::connect_with(address).await.unwrap();
        let mut beat = async |ago: i64| {
            let sql = "UPDATE node SET beat_at = (extract(epoch FROM clock_timestamp()) * 1000)::bigint - $1";
            sqlx::query(sql).bind(ago).execute(&mut node).await.unwrap();
        };
        beat(0).await;
        let opening = tokio::spawn({
            let location = location.clone();
            async move { Store::open(&location, &Options::default()).await.map(drop) }
        });
        while !opening.is_finished() {
            beat(0).await;
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let error = opening.await.unwrap().unwrap_err();
        assert!(matches!(error, OpenError::Used(_)), "{error}");
        // A node that has just stopped is waited for.
        beat(9_000).await;
        assert_eq!(open(&location).await.games_after(None, 100).await.unwrap().len(), 17);
    });
}

#[test]
fn a_first_start_that_broke_off_before_its_first_table_is_made_again() {
    const NOTES: &str =
        "CREATE TABLE seaql_migrations (version varchar NOT NULL PRIMARY KEY, applied_at bigint NOT NULL)";
    run(async {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.db");
        File::create(&file).unwrap();
        let mut connection = SqliteConnection::connect(file.to_str().unwrap()).await.unwrap();
        sqlx::raw_sql(NOTES).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        assert!(open(&Location::file(&file)).await.games_after(None, 1).await.unwrap().is_empty());
        let location = Postgres::shared().unwrap().database().await;
        let Location::Postgres(address) = &location else { unreachable!("it was made by a server") };
        let mut connection = PgConnection::connect_with(address).await.unwrap();
        sqlx::raw_sql(NOTES).execute(&mut connection).await.unwrap();
        assert!(open(&location).await.games_after(None, 1).await.unwrap().is_empty());
    });
}
