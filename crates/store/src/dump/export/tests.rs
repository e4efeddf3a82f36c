//! Tests that each table is exported, or left out on purpose.

use sea_orm::ConnectionTrait;

use crate::{Location, Options, Store};

/// The tables of an export. Of `meta`, it has the keys that devices know.
const EXPORTED: [&str; 22] = [
    "act",
    "block",
    "challenge",
    "channel",
    "credential",
    "device",
    "due",
    "email",
    "game",
    "leave",
    "meta",
    "name_taken",
    "notice",
    "person",
    "plan",
    "puzzle",
    "rating_event",
    "seek",
    "seek_term",
    "session",
    "setting",
    "vanished",
];

/// The tables that are left out: they are short-lived, belong to one installation, or follow from others.
const LEFT_OUT: [&str; 6] = ["invitation", "letter", "lobby", "node", "rating", "seaql_migrations"];

#[tokio::test]
async fn each_table_is_exported_or_left_out_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::file(folder.path().join("games.db"));
    let store = Store::open(&location, &Options::default()).await.unwrap();
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";
    let rows = store.0.read.query_all_raw(store.statement(sql, [])).await.unwrap();
    let tables: Vec<String> = rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect();
    let mut named = [&EXPORTED[..], &LEFT_OUT[..]].concat();
    named.sort_unstable();
    assert_eq!(tables, named, "a new table is not in the list of exported or of omitted tables");
}
