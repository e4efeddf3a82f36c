//! Lines of format version 1, in which every person was a guest.

use serde_json::Value;

/// The renamed columns: old and new names.
const RENAMED: [(&str, &str); 5] = [
    ("guest", "person"),
    ("white_guest", "white"),
    ("black_guest", "black"),
    ("maker_guest", "maker"),
    ("taker_guest", "taker"),
];

/// Converts a line to the current version.
pub(super) fn renamed(mut line: Value) -> Value {
    let Some(columns) = line.as_object_mut() else { return line };
    for (before, now) in RENAMED {
        if let Some(value) = columns.remove(before) {
            columns.insert(now.to_owned(), value);
        }
    }
    if columns.get("kind").is_some_and(|kind| kind == "guest") {
        columns.insert("kind".to_owned(), "person".into());
        columns.insert("person_kind".to_owned(), "guest".into());
    }
    line
}
