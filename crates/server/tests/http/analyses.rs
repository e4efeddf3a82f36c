//! Tests of analyses over real sockets: streaming, the queue, and cancellation when the client disconnects.

use bytesize::ByteSize;
use faraday_server::{Config, Limits, Peer};
use serde_json::{Value, json};

use crate::support::{Listening, listen, listen_as, soon};

/// A stream of server-sent events.
struct Events {
    response: reqwest::Response,
    unread: String,
}

impl Events {
    async fn of(site: &Listening, request: &Value) -> Events {
        let response =
            soon(reqwest::Client::new().post(site.url("/api/v1/analyze")).json(request).send()).await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Events { response, unread: String::new() }
    }

    /// Returns the next event, or None at the end.
    async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some((event, rest)) = self.unread.split_once("\n\n") {
                let (event, rest) = (event.to_owned(), rest.to_owned());
                self.unread = rest;
                let Some(data) = event.lines().find_map(|line| line.strip_prefix("data: ")) else { continue };
                let data: Value = serde_json::from_str(data).unwrap();
                assert!(event.contains(&format!("event: {}\n", data["kind"].as_str().unwrap())), "{event}");
                return Some(data);
            }
            let chunk = soon(self.response.chunk()).await.unwrap()?;
            self.unread.push_str(std::str::from_utf8(&chunk).unwrap());
        }
    }

    /// Returns the next event of a kind and skips others.
    async fn until(&mut self, kind: &str) -> Value {
        loop {
            let event = self.next().await.unwrap_or_else(|| panic!("the stream ends before `{kind}`"));
            if event["kind"] == kind {
                return event;
            }
        }
    }
}

fn limits(workers: usize, waiting: usize, per_client: usize) -> Limits {
    Limits {
        analyses: workers,
        analyses_waiting: waiting,
        analyses_per_client: per_client,
        analysis_hash: ByteSize(1 << 20),
        ..Limits::default()
    }
}

fn endless() -> Value {
    json!({ "variant": "chess", "moveTimeMs": 60_000 })
}

#[tokio::test]
async fn an_analysis_knows_solved_endings() {
    let site = listen(limits(1, 1, 2)).await;
    let request = json!({ "variant": "chess", "fen": "8/8/8/8/8/2k5/1R6/K7 w - - 0 1", "depth": 1 });
    let report = Events::of(&site, &request).await.until("line").await["report"].clone();
    assert_eq!(
        (&report["score"], report["moves"].as_array().unwrap().len()),
        (&json!({ "kind": "mate", "value": 16 }), 31)
    );
    site.end().await;
}

#[tokio::test]
async fn lines_come_before_the_answer_that_they_lead_to() {
    let site = listen(limits(1, 1, 2)).await;
    for lines in [1, 2] {
        let request = json!({ "variant": "magnetic", "moves": ["c4", "e5"], "depth": 4, "lines": lines });
        let mut events = Events::of(&site, &request).await;
        let started = events.next().await.unwrap();
        assert_eq!((&started["kind"], &started["reach"]["depth"]), (&json!("started"), &json!(4)));
        let (mut last, mut reports) = (started, Vec::new());
        while let Some(event) = events.next().await {
            if event["kind"] == "line" {
                reports.push(event["report"].clone());
            }
            last = event;
        }
        assert_eq!((&last["kind"], &last["answer"]["depth"]), (&json!("answer"), &json!(4)));
        let first_moves = |depth: u64, line: u64| -> Vec<&Value> {
            let is_asked = |report: &&Value| report["depth"] == depth && report["line"] == line;
            reports.iter().filter(is_asked).map(|report| &report["moves"][0]).collect()
        };
        for (depth, line) in (1..=4).flat_map(|depth| (1..=lines).map(move |line| (depth, line))) {
            assert!(!first_moves(depth, line).is_empty(), "no line {line} of depth {depth}");
        }
        assert!(first_moves(1, lines + 1).is_empty());
        assert!((1..=lines).any(|line| first_moves(4, line).last() == Some(&&last["answer"]["best"])), "{last}");
    }
    site.end().await;
}

#[tokio::test]
async fn the_site_caps_what_is_asked_for() {
    let mut limits = limits(1, 1, 2);
    limits.analysis_nodes = 3_000;
    limits.analysis_lines = 2;
    let site = listen(limits).await;
    let request = json!({ "variant": "chess", "nodes": 4_000_000_000_u64, "lines": 200, "depth": 0 });
    let mut events = Events::of(&site, &request).await;
    let reach = events.until("started").await["reach"].clone();
    assert_eq!((&reach["nodes"], &reach["lines"], &reach["depth"]), (&json!(3_000), &json!(2), &json!(1)));
    let mut events = Events::of(&site, &endless()).await;
    assert!(events.until("answer").await["answer"]["nodes"].as_u64().unwrap() <= 3_000);
    site.end().await;
}

fn without_depth(mut request: Value) -> Value {
    request.as_object_mut().unwrap().remove("depth");
    request
}

#[tokio::test]
async fn a_position_in_which_the_game_is_over_has_no_best_move() {
    let site = listen(limits(1, 1, 2)).await;
    for (request, reason) in [
        (json!({ "variant": "chess", "moves": ["f3", "e5", "g4", "Qh4"], "depth": 3 }), "checkmate"),
        (json!({ "variant": "chess", "fen": "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1" }), "stalemate"),
        (json!({ "variant": "chess", "fen": "7k/8/8/8/8/8/8/K7 w - - 0 1" }), "insufficient"),
    ] {
        let mut events = Events::of(&site, &request).await;
        let answer = events.next().await.unwrap();
        assert_eq!((&answer["kind"], answer["answer"].get("best")), (&json!("answer"), None), "{answer}");
        let moves: Value = reqwest::Client::new()
            .post(site.url("/api/v1/moves"))
            .json(&without_depth(request))
            .send()
            .await
            .unwrap()
            .json()
            .await
            .unwrap();
        assert_eq!((&answer["ending"], &answer["ending"]["reason"]), (&moves["ending"], &json!(reason)), "{answer}");
        assert_eq!(events.next().await, None);
    }
    site.end().await;
}

/// In the API, moves may follow a draw by C.3.
#[tokio::test]
async fn a_position_goes_on_past_a_draw_by_fifty_moves_or_repetition() {
    let site = listen(limits(1, 1, 2)).await;
    let long_quiet = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 65535 65535";
    let again = ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"];
    for (request, drawn) in [
        (json!({ "variant": "chess", "fen": long_quiet }), "fifty-moves"),
        (json!({ "variant": "chess", "moves": again }), "repetition"),
    ] {
        let moves: Value = reqwest::Client::new()
            .post(site.url("/api/v1/moves"))
            .json(&request)
            .send()
            .await
            .unwrap()
            .json()
            .await
            .unwrap();
        assert_eq!((&moves["drawn"], &moves["ending"]), (&json!(drawn), &Value::Null), "{moves}");
        assert_eq!(moves["moves"].as_array().unwrap().len(), 20);
    }
    site.end().await;
}

#[tokio::test]
async fn who_comes_later_waits_is_told_so_and_a_full_line_lets_nobody_in() {
    let site = listen(limits(1, 2, 9)).await;
    let mut first = Events::of(&site, &endless()).await;
    first.until("started").await;
    let mut second = Events::of(&site, &endless()).await;
    assert_eq!(second.next().await, Some(json!({ "kind": "waiting", "before": 0 })));
    let mut third = Events::of(&site, &endless()).await;
    assert_eq!(third.next().await, Some(json!({ "kind": "waiting", "before": 1 })));

    let fourth = reqwest::Client::new().post(site.url("/api/v1/analyze")).json(&endless()).send().await.unwrap();
    assert_eq!(fourth.status(), 503);
    assert_eq!(fourth.headers()["retry-after"], "10");
    assert_eq!(fourth.json::<Value>().await.unwrap()["kind"], "queue-full");

    drop(first);
    second.until("started").await;
    assert_eq!(third.next().await, Some(json!({ "kind": "waiting", "before": 0 })));
    drop(second);
    third.until("started").await;
    site.end().await;
}

#[tokio::test]
async fn while_another_client_waits_an_analysis_ends_with_its_turn() {
    let turn = Limits { analysis_turn: std::time::Duration::from_millis(50), ..limits(1, 2, 9) };
    let peer = Peer::Proxies(std::num::NonZeroUsize::MIN);
    let site = listen_as(Config { limits: turn, peer, ..Config::default() }).await;
    let ask = async |client: &str| {
        let request = reqwest::Client::new().post(site.url("/api/v1/analyze")).header("x-forwarded-for", client);
        Events { response: soon(request.json(&endless()).send()).await.unwrap(), unread: String::new() }
    };
    let (mut first, mut again) = (ask("10.0.0.1").await, ask("10.0.0.1").await);
    first.until("started").await;
    again.until("waiting").await;
    let mut other = ask("10.0.0.2:5678").await;
    first.until("answer").await;
    other.until("started").await;
    drop(other);
    again.until("started").await;
    site.end().await;
}

#[tokio::test]
async fn who_leaves_while_waiting_makes_room() {
    let site = listen(limits(1, 1, 9)).await;
    let mut first = Events::of(&site, &endless()).await;
    first.until("started").await;
    let mut second = Events::of(&site, &endless()).await;
    second.until("waiting").await;
    drop(second);
    soon(async {
        while health(&site).await["waiting"] != 0 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    })
    .await;
    assert_eq!(health(&site).await["running"], 1);
    Events::of(&site, &endless()).await.until("waiting").await;
    site.end().await;
}

#[tokio::test]
async fn a_client_has_so_many_analyses_and_no_more() {
    let site = listen(limits(4, 4, 2)).await;
    let mut first = Events::of(&site, &endless()).await;
    let mut second = Events::of(&site, &endless()).await;
    first.until("started").await;
    second.until("started").await;
    let third = reqwest::Client::new().post(site.url("/api/v1/analyze")).json(&endless()).send().await.unwrap();
    assert_eq!(third.status(), 429);
    assert_eq!(third.json::<Value>().await.unwrap()["kind"], "too-many-analyses");
    drop(first);
    soon(async {
        while health(&site).await["running"] != 1 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    })
    .await;
    Events::of(&site, &endless()).await.until("started").await;
    site.end().await;
}

#[tokio::test]
async fn a_site_that_ends_answers_what_runs_and_dismisses_who_waits() {
    let site = listen(limits(1, 1, 2)).await;
    let mut runs = Events::of(&site, &endless()).await;
    runs.until("line").await;
    let mut waits = Events::of(&site, &endless()).await;
    waits.until("waiting").await;
    let url = site.url("/api/v1/health");
    let ((), answer, failed) = tokio::join!(site.end(), runs.until("answer"), waits.until("failed"));
    assert!(answer["answer"]["best"].is_string(), "{answer}");
    assert_eq!(failed["problem"]["kind"], "shutting-down");
    assert_eq!((runs.next().await, waits.next().await), (None, None));
    assert!(reqwest::get(url).await.is_err());
}

async fn health(site: &Listening) -> Value {
    reqwest::get(site.url("/api/v1/health")).await.unwrap().json().await.unwrap()
}
