//! What is wrong with a request that cannot be read, in plain words: readers of JSON and of addresses speak of their
//! own types.

use std::fmt::Display;

use axum::extract::rejection::QueryRejection;
use serde_json::error::Category;

use crate::problem::{Kind, Problem};

/// A body that is no JSON, or not the object that is asked for.
pub fn of_body(error: &serde_path_to_error::Error<serde_json::Error>) -> Problem {
    match error.inner().classify() {
        Category::Data => {
            let told = error.inner().to_string();
            let told = told.rsplit_once(" at line ").map_or(told.as_str(), |(told, _)| told);
            Kind::BadRequest.problem(plain(told, &error.path().to_string()))
        }
        Category::Io | Category::Syntax | Category::Eof => of_json(error.inner()),
    }
}

/// A body that is no JSON.
pub fn of_json(error: &serde_json::Error) -> Problem {
    Kind::BadRequest.problem(format!("the body is not valid JSON: {error}"))
}

/// A query that is not the one that is asked for.
pub fn of_query(rejection: &QueryRejection) -> Problem {
    let told = rejection.body_text();
    let told = told.strip_prefix("Failed to deserialize query string: ").unwrap_or(&told);
    Kind::BadRequest.problem(plain(told, "."))
}

/// A reader's complaint about what stands at a path.
fn plain(told: &str, path: &str) -> String {
    if let Some(field) = told.strip_prefix("missing field ") {
        return format!("{field} is missing");
    }
    if let Some(field) = told.strip_prefix("duplicate field ") {
        return format!("{field} is given more than once");
    }
    if let Some((field, known)) = told.strip_prefix("unknown field ").and_then(|rest| rest.split_once(", expected ")) {
        return format!("{field} is unknown; known are {}", known.trim_start_matches("one of "));
    }
    let wrong = told.strip_prefix("invalid type: ").or_else(|| told.strip_prefix("invalid value: "));
    if let Some((found, expected)) = wrong.and_then(|rest| rest.rsplit_once(", expected ")) {
        let what = if path == "." { "the body".to_owned() } else { format!("`{path}`") };
        return format!("{what} must be {}, not {}", wanted(expected), seen(found));
    }
    told.to_owned()
}

/// What is asked for, as a reader names it.
fn wanted(expected: &str) -> String {
    let up_to = |most: &dyn Display| format!("a whole number from 0 to {most}");
    match expected {
        "u32" => up_to(&u32::MAX),
        "u64" => up_to(&u64::MAX),
        "usize" => up_to(&usize::MAX),
        "a sequence" => "a list".to_owned(),
        other if other.starts_with("struct ") => "an object".to_owned(),
        other => other.to_owned(),
    }
}

/// What is there, as a reader names it.
fn seen(found: &str) -> String {
    match found {
        "sequence" => "a list".to_owned(),
        "map" => "an object".to_owned(),
        other => {
            let kinds = ["integer ", "floating point ", "boolean ", "string "];
            let bare = kinds.iter().find_map(|kind| other.strip_prefix(kind));
            bare.unwrap_or(other).to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "what is read is not looked at")]
    struct Asked {
        variant: String,
        moves: Option<Vec<String>>,
        depth: Option<u32>,
    }

    fn complaint(body: &str) -> String {
        let mut reader = serde_json::Deserializer::from_str(body);
        let read: Result<Asked, _> = serde_path_to_error::deserialize(&mut reader);
        read.map_err(|error| of_body(&error).shape().detail).err().unwrap_or_default()
    }

    #[test]
    fn complaints_are_plain() {
        for (body, said) in [
            ("{}", "`variant` is missing"),
            (r#"{"variant": "a", "variant": "b"}"#, "`variant` is given more than once"),
            (r#"{"x": 1}"#, "`x` is unknown; known are `variant`, `moves`, `depth`"),
            (r#"{"variant": 7}"#, "`variant` must be a string, not `7`"),
            (r#"{"variant": {}}"#, "`variant` must be a string, not an object"),
            (r#"{"variant": null}"#, "`variant` must be a string, not null"),
            (r#"{"moves": ["e4", true]}"#, "`moves[1]` must be a string, not `true`"),
            (r#"{"moves": "e4"}"#, r#"`moves` must be a list, not "e4""#),
            (r#"{"depth": -1}"#, "`depth` must be a whole number from 0 to 4294967295, not `-1`"),
            (r#"{"depth": 1.5}"#, "`depth` must be a whole number from 0 to 4294967295, not `1.5`"),
            ("7", "the body must be an object, not `7`"),
            ("{", "the body is not valid JSON: EOF while parsing an object at line 1 column 1"),
        ] {
            assert_eq!(complaint(body), said, "{body}");
        }
    }
}
