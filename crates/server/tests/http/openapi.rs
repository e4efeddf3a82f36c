//! Tests of the `OpenAPI` document: it is up to date, and covers every route.

use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

use axum::http::StatusCode;
use serde_json::Value;

use crate::support::{app, get};

#[test]
fn the_checked_in_description_matches_the_handlers() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
    let given = serde_json::to_string_pretty(&faraday_server::openapi()).unwrap() + "\n";
    if env::var_os("UPDATE_OPENAPI").is_some() {
        fs::write(&path, &given).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    let update = "UPDATE_OPENAPI=1 cargo test -p faraday-server --test http openapi";
    assert!(kept == given, "`{update}` writes the description: read the difference before you commit it");
}

#[tokio::test]
async fn every_address_of_the_description_is_there_and_tells_only_what_is_described() {
    let app = app().await;
    let described = get(&app, "/api/v1/openapi.json", &[]).await.json();
    assert_eq!(described["openapi"], "3.1.0");
    let paths = described["paths"].as_object().unwrap();
    assert!(paths.len() >= 10);
    for (path, methods) in paths {
        let answer = get(&app, &path.replace("{id}", "chess").replace("{file}", "KvK.feg"), &[]).await;
        let (status, get) = (answer.status.as_u16().to_string(), methods.get("get"));
        match get {
            Some(get) => assert!(get["responses"].get(&status).is_some(), "{path}: {status}"),
            None => assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{path}"),
        }
        if answer.status.is_client_error() {
            let problem = answer.problem();
            assert!(!problem["detail"].as_str().unwrap().starts_with("there is nothing at"), "{path}");
        }
    }
}

#[test]
fn everything_in_the_description_is_explained() {
    fn explained(place: &str, part: &Value) {
        if let Some(properties) = part.get("properties").and_then(Value::as_object) {
            for (name, property) in properties {
                // The tag of a union is explained by its variant.
                let is_tag = property.get("enum").is_some();
                assert!(is_tag || is_text(&property["description"]) || is_event(place), "{place}.{name}");
                explained(&format!("{place}.{name}"), property);
            }
        }
        for case in part.get("oneOf").and_then(Value::as_array).into_iter().flatten() {
            explained(place, case);
        }
    }
    fn is_text(value: &Value) -> bool {
        value.as_str().is_some_and(|text| !text.is_empty())
    }
    // The names of an event's fields explain them.
    fn is_event(place: &str) -> bool {
        place.starts_with("Event")
    }
    let description = faraday_server::openapi();
    for (name, shape) in description["components"]["schemas"].as_object().unwrap() {
        assert!(is_text(&shape["description"]), "{name}");
        explained(name, shape);
    }
    let mut ids = BTreeSet::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            assert!(ids.insert(operation["operationId"].as_str()), "{method} {path}: the id is taken");
            assert!(is_text(&operation["summary"]), "{method} {path}");
            for parameter in operation.get("parameters").and_then(Value::as_array).into_iter().flatten() {
                assert!(is_text(&parameter["description"]), "{method} {path} {}", parameter["name"]);
            }
        }
    }
}

#[tokio::test]
async fn what_is_sent_has_bounds_and_every_operation_tells_its_problems() {
    let description = faraday_server::openapi();
    let body = &description["components"]["schemas"]["AnalyzeRequest"]["properties"];
    assert_eq!((&body["moves"]["maxItems"], &body["depth"]["maximum"]), (&2_000.into(), &u32::MAX.into()));
    assert_eq!((&body["depth"]["format"], &body["fen"]["maxLength"]), (&"uint32".into(), &(64 * 1024).into()));
    assert_eq!(body["fen"]["type"], serde_json::json!(["string", "null"]));
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            for status in ["400", "408", "421", "431", "500"] {
                let place = operation["responses"][status]["$ref"].as_str().unwrap();
                assert!(description.pointer(&place[1..]).is_some(), "{method} {path}: {status}");
            }
        }
    }
    let request = serde_json::json!({ "variant": "chess", "fen": null });
    let app = app().await;
    assert_eq!(crate::support::post(&app, "/api/v1/moves", &request).await.status, StatusCode::OK);
}
