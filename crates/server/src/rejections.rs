//! Problems for malformed requests, in plain words. Serde's errors are available only as text and name Rust types,
//! such as `struct MovesRequest`, so they are recognized by their wording. The tests below fail if it changes.

use std::error::Error;
use std::fmt::Display;
use std::iter::successors;

use axum::extract::rejection::QueryRejection;
use serde_json::error::Category;

use crate::problem::{Kind, Problem};

/// Returns the problem for a body that is not JSON, or not the expected object.
pub fn of_body(error: &serde_path_to_error::Error<serde_json::Error>) -> Problem {
    match error.inner().classify() {
        Category::Data => {
            let message = error.inner().to_string();
            let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
            plain(message, &error.path().to_string())
        }
        Category::Io | Category::Syntax | Category::Eof => of_json(error.inner()),
    }
}

/// Returns the problem for a body that is not JSON.
pub fn of_json(error: &serde_json::Error) -> Problem {
    let (line, column) = (error.line(), error.column());
    Problem::new(
        Kind::BadRequest,
        format!("the body is not valid JSON: it cannot be read past line {line}, column {column}"),
    )
}

/// Returns the problem for a query that is not the expected one.
pub fn of_query(rejection: &QueryRejection) -> Problem {
    type Cause = serde_path_to_error::Error<serde::de::value::Error>;
    let mut causes = successors(rejection.source(), |error| (*error).source());
    match causes.find_map(|error| error.downcast_ref::<Cause>()) {
        Some(error) => plain(&error.inner().to_string(), &error.path().to_string()),
        None => Problem::new(Kind::BadRequest, rejection.body_text()),
    }
}

/// The path of the whole value.
const WHOLE: &str = ".";

/// Translates an error about the value at a path. The error has field names in back-ticks.
fn plain(message: &str, path: &str) -> Problem {
    let of = |field: &str, detail: String| Problem::new(Kind::BadRequest, detail).at(place(path, field));
    if let Some(field) = message.strip_prefix("missing field ") {
        return of(field, format!("{field} is missing"));
    }
    if let Some(field) = message.strip_prefix("duplicate field ") {
        return of(field, format!("{field} is given more than once"));
    }
    if let Some((field, known)) = message.strip_prefix("unknown field ").and_then(|rest| rest.split_once(", expected "))
    {
        return of(field, format!("{field} is unknown: expected {known}"));
    }
    let choice = message.strip_prefix("unknown variant ").and_then(|rest| rest.split_once(", expected "));
    let wrong = message.strip_prefix("invalid type: ").or_else(|| message.strip_prefix("invalid value: "));
    let detail = |what: &str| match (choice, wrong.and_then(|rest| rest.rsplit_once(", expected "))) {
        (Some((found, known)), _) => format!("{what} must be {known}, not {found}"),
        (None, Some((found, expected))) => format!("{what} must be {}, not {}", wanted(expected), seen(found)),
        (None, None) => match message {
            "invalid digit found in string" | "cannot parse integer from empty string" => {
                format!("{what} must be a whole number, 0 or more")
            }
            "number too large to fit in target type" => format!("{what} is too large"),
            other => format!("{what} cannot be read: {other}"),
        },
    };
    match path {
        WHOLE => Problem::new(Kind::BadRequest, detail("the body")),
        path => Problem::new(Kind::BadRequest, detail(&format!("`{path}`"))).at(pointer(path)),
    }
}

/// Returns the place of a field, in back-ticks, of the object at a path, which may end with the field.
fn place(path: &str, field: &str) -> String {
    let field = field.trim_matches('`');
    match path {
        WHOLE => field.to_owned(),
        path if path == field || path.ends_with(&format!(".{field}")) => pointer(path),
        path => format!("{}/{field}", pointer(path)),
    }
}

/// Returns the fault of a message, from serde's error about a value whose path is unknown.
pub fn fault(message: &str) -> String {
    if let Some(field) = message.strip_prefix("missing field ") {
        return format!("{field} is missing");
    }
    let wrong = message.strip_prefix("invalid type: ").or_else(|| message.strip_prefix("invalid value: "));
    match wrong.and_then(|rest| rest.rsplit_once(", expected ")) {
        Some((found, expected)) => format!("{} is given instead of {}", seen(found), wanted(expected)),
        None => message.to_owned(),
    }
}

/// Converts a path to the form in problems: `moves[2]` becomes `moves/2`.
fn pointer(path: &str) -> String {
    path.replace(['[', '.'], "/").replace(']', "")
}

/// Describes the expected value, from serde's name for it.
fn wanted(expected: &str) -> String {
    let up_to = |most: &dyn Display| format!("a whole number from 0 to {most}");
    match expected {
        "u8" => up_to(&u8::MAX),
        "u32" => up_to(&u32::MAX),
        "u64" => up_to(&u64::MAX),
        "usize" => up_to(&usize::MAX),
        "a sequence" => "a list".to_owned(),
        other if other.starts_with("struct ") => "an object".to_owned(),
        other => other.to_owned(),
    }
}

/// Describes the value that was found, from serde's name for it.
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
    use axum::extract::Query;
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "what is read is not looked at")]
    struct SampleBody {
        variant: String,
        moves: Option<Vec<String>>,
        depth: Option<u32>,
        games: Option<Vec<SampleGame>>,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "what is read is not looked at")]
    struct SampleGame {
        pace: SamplePace,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum SamplePace {
        Live,
        Days,
    }

    fn complaint(body: &str) -> (String, Option<String>) {
        let mut reader = serde_json::Deserializer::from_str(body);
        let read: Result<SampleBody, _> = serde_path_to_error::deserialize(&mut reader);
        let shape = read.map_err(|error| of_body(&error).into_shape()).err().unwrap();
        (shape.detail, shape.at)
    }

    #[test]
    fn complaints_are_plain() {
        for (body, said, at) in [
            ("{}", "`variant` is missing", Some("variant")),
            (r#"{"variant": "a", "variant": "b"}"#, "`variant` is given more than once", Some("variant")),
            (r#"{"x": 1}"#, "`x` is unknown: expected one of `variant`, `moves`, `depth`, `games`", Some("x")),
            (r#"{"variant": 7}"#, "`variant` must be a string, not `7`", Some("variant")),
            (r#"{"variant": {}}"#, "`variant` must be a string, not an object", Some("variant")),
            (r#"{"variant": null}"#, "`variant` must be a string, not null", Some("variant")),
            (r#"{"moves": ["e4", true]}"#, "`moves[1]` must be a string, not `true`", Some("moves/1")),
            (r#"{"moves": "e4"}"#, r#"`moves` must be a list, not "e4""#, Some("moves")),
            (r#"{"games": [{}]}"#, "`pace` is missing", Some("games/0/pace")),
            (r#"{"games": [{"pace": "live", "x": 1}]}"#, "`x` is unknown: expected `pace`", Some("games/0/x")),
            (
                r#"{"games": [{"pace": "blitz"}]}"#,
                "`games[0].pace` must be `live` or `days`, not `blitz`",
                Some("games/0/pace"),
            ),
            (r#"{"depth": -1}"#, "`depth` must be a whole number from 0 to 4294967295, not `-1`", Some("depth")),
            (r#"{"depth": 1.5}"#, "`depth` must be a whole number from 0 to 4294967295, not `1.5`", Some("depth")),
            ("7", "the body must be an object, not `7`", None),
            ("{", "the body is not valid JSON: it cannot be read past line 1, column 1", None),
        ] {
            assert_eq!(complaint(body), (said.to_owned(), at.map(str::to_owned)), "{body}");
        }
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "what is read is not looked at")]
    struct SampleQuery {
        variant: String,
        depth: Option<u32>,
    }

    #[test]
    fn complaints_of_queries_are_plain() {
        for (query, said, at) in [
            ("", "`variant` is missing", "variant"),
            ("variant=a&variant=b", "`variant` is given more than once", "variant"),
            ("variant=a&x=1", "`x` is unknown: expected `variant` or `depth`", "x"),
            ("variant=a&depth=x", "`depth` must be a whole number, 0 or more", "depth"),
            ("variant=a&depth=", "`depth` must be a whole number, 0 or more", "depth"),
            ("variant=a&depth=4294967296", "`depth` is too large", "depth"),
        ] {
            let address = format!("/?{query}").parse().unwrap();
            let shape = of_query(&Query::<SampleQuery>::try_from_uri(&address).err().unwrap()).into_shape();
            assert_eq!((shape.detail.as_str(), shape.at.as_deref()), (said, Some(at)), "{query}");
        }
    }
}
