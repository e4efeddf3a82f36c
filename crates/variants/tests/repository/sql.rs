//! Repository check: only the listed modules of `store` contain SQL.
//!
//! Tables with an entity are read and written through it. SQL is only used for tables without one, for statements that
//! write many rows or count in several tables, and for locks.

use std::collections::BTreeSet;
use std::fs;

use crate::{files, seen};

/// The modules of `store` with their own SQL, each with its reason. Migrations also are SQL.
const MODULES: [(&str, &str); 45] = [
    ("accounts", "members who are counted and changed in one statement"),
    ("annulment", "a game that is annulled once, and games without the changes by it"),
    ("backup", "copies of a file"),
    ("blocks", "a person who is blocked once"),
    ("checkpoint", "a pragma of SQLite"),
    ("conditional", "an act with what follows from it"),
    ("confirmations", "rights from several tables"),
    ("credentials", "codes that are used once"),
    ("devices", "rows that are locked while a device is added"),
    ("direct_challenges", "challenges that close together"),
    ("dump/export", "pages of tables without an entity"),
    ("dump/import", "rows of tables without an entity, many at once"),
    ("durable", "the table `meta`"),
    ("emails", "the condition of an upsert, and a row with its update"),
    ("erasure", "rows of one person in several tables"),
    ("house_games", "running games without a job"),
    ("invitations", "links that are used once"),
    ("jobs", "the table `due`, of which rows are taken under locks"),
    ("journal", "the table `act`"),
    ("leaves", "a leave that is taken or ended under a lock"),
    ("one_time_tokens", "the table `letter`"),
    ("notices", "notices that are added or read only once"),
    ("lists", "a union of two pages"),
    ("lobby", "a lock, and seeks that end with a game"),
    ("member_search", "a search in the members"),
    ("migration/mod", "the tables that there are"),
    ("migration/sql", "the statements of the migrations"),
    ("open", "settings of connections"),
    ("people", "sessions that end together"),
    ("plans", "the table `plan`"),
    ("profiles", "games that are counted by outcome"),
    ("puzzles", "a row that is counted and read at once"),
    ("rating_lists", "places on leaderboards, and every nth change"),
    ("ratings", "the condition of an upsert, and pages by four columns"),
    ("retention", "rows of several tables, and the table `vanished`"),
    ("sessions", "a session that ends by a part of its key"),
    ("settling", "a game that is settled once"),
    ("sign_in", "rows that move from a guest to a member"),
    ("store", "the time, the table `meta`, and every statement"),
    ("taken_names", "rows that are only inserted or counted"),
    ("transaction", "locks"),
    ("unused_guests", "people of whom nothing is left in several tables"),
    ("upgrade", "a copy of a file, and tables of earlier versions"),
    ("usage", "counts in several tables"),
    ("writer/batch", "the batches of acts"),
];

#[test]
fn only_named_modules_write_sql() {
    let is_tool =
        |path: &str| path.contains("/migration/m0") || path.contains("/testing/") || path.ends_with("tests.rs");
    let mut found = BTreeSet::new();
    for path in files("crates/store/src", &["rs"]) {
        let (place, text) = (seen(&path), fs::read_to_string(&path).unwrap());
        let calls = ["_raw(", "_unprepared(", "from_raw_sql(", "sqlx::query", ".statement("];
        if !is_tool(&place) && calls.iter().any(|call| text.contains(call)) {
            found.insert(place.trim_start_matches("crates/store/src/").trim_end_matches(".rs").to_owned());
        }
    }
    assert_eq!(found, MODULES.iter().map(|(module, _)| (*module).to_owned()).collect());
}
