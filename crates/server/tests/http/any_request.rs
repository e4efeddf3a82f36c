//! Property tests: any request gets a response, and never status 500.

use std::sync::LazyLock;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use faraday_variants::catalog;
use proptest::prelude::*;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::support::{Answer, TestApp, app, ask};

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());
static APP: LazyLock<TestApp> = LazyLock::new(|| RUNTIME.block_on(app()));

const ADDRESSES: [&str; 4] = ["/api/v1/moves", "/api/v1/explain", "/api/v1/analyze", "/api/v1/probe"];

fn send(request: Request<Body>) -> Answer {
    RUNTIME.block_on(ask(&APP, request))
}

fn post(address: &str, body: Vec<u8>) -> Answer {
    send(Request::post(address).header("content-type", "application/json").body(Body::from(body)).unwrap())
}

/// Checks that a response is a success, or a well-formed problem caused by the client.
fn is_sound(answer: &Answer) {
    if answer.status != StatusCode::OK {
        // An address that may be a page gets the web app, which then shows an error page.
        if answer.header("content-type") == "application/problem+json" {
            answer.problem();
        } else {
            assert_eq!((answer.status, answer.body.as_slice()), (StatusCode::NOT_FOUND, b"plain page".as_slice()));
        }
        assert!(answer.status.is_client_error(), "{answer:?}");
    }
}

fn word() -> impl Strategy<Value = String> {
    let moves = "([a-i1-9][a-i1-9]?[1-9]){1,2}[nbrqkp*]?|[KQRBN][a-h]?x?[a-h][1-8][+#]?|O-O(-O)?";
    prop_oneof![moves, ".{0,12}", Just("e4".to_owned()), Just("e7e5".to_owned())]
}

fn fen() -> impl Strategy<Value = String> {
    let starts: Vec<&'static str> = catalog().iter().map(|entry| entry.start).collect();
    let edited = (prop::sample::select(starts), any::<prop::sample::Index>(), ".{0,3}").prop_map(|(fen, at, text)| {
        let at = at.index(fen.len());
        format!("{}{text}{}", &fen[..at], &fen[at + 1..])
    });
    prop_oneof![edited, ".{0,40}"]
}

fn request() -> impl Strategy<Value = Value> {
    let ids: Vec<&'static str> = catalog().iter().map(|entry| entry.id).collect();
    let moves = prop::collection::vec(word(), 0..6);
    (prop::sample::select(ids), prop::option::of(fen()), moves, word(), any::<u64>()).prop_map(
        |(variant, fen, moves, text, number)| {
            let mut request = json!({ "variant": variant, "moves": moves, "move": text, "depth": 1, "nodes": number });
            if let Some(fen) = fen {
                request["fen"] = json!(fen);
            }
            request
        },
    )
}

/// Removes the members that an address does not accept from a request.
fn fitted(address: &str, mut request: Value) -> Value {
    let foreign: &[&str] = match address {
        "/api/v1/moves" | "/api/v1/probe" => &["move", "depth", "nodes"],
        "/api/v1/explain" => &["depth", "nodes"],
        _ => &["move"],
    };
    let members = request.as_object_mut().unwrap();
    foreign.iter().for_each(|name| drop(members.remove(*name)));
    request
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_bytes_get_an_answer(body in prop::collection::vec(any::<u8>(), 0..200), at in 0..ADDRESSES.len()) {
        is_sound(&post(ADDRESSES[at], body));
    }

    #[test]
    fn any_request_gets_an_answer(request in request(), at in 0..ADDRESSES.len()) {
        let request = fitted(ADDRESSES[at], request);
        is_sound(&post(ADDRESSES[at], request.to_string().into_bytes()));
    }

    #[test]
    fn any_address_gets_an_answer(path in "(/(api|v1|variants|moves|explain|assets|[a-z.%+]{0,5})){0,5}", query in "[ -~]{0,30}") {
        let address = format!("{path}?{}", query.replace([' ', '"', '<', '>', '#', '\\', '^', '`', '{', '|', '}'], "+"));
        if let Ok(request) = Request::get(address).body(Body::empty()) {
            is_sound(&send(request));
        }
    }
}
