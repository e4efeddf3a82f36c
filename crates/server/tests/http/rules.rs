//! Tests of the endpoints for variants, legal moves, and explanations.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use bytesize::ByteSize;
use faraday_server::{Config, Limits};
use faraday_variants::{Language, catalog};
use serde_json::json;

use crate::support::{SITE, app, app_as, ask, get, post};

#[tokio::test]
async fn the_catalog_lists_variants_and_languages() {
    let app = app().await;
    let answer = get(&app, "/api/v1/catalog", &[]).await;
    let catalog_told = answer.json();
    let ids: Vec<&str> =
        catalog_told["variants"].as_array().unwrap().iter().map(|variant| variant["id"].as_str().unwrap()).collect();
    assert_eq!(ids, catalog().iter().map(|entry| entry.id).collect::<Vec<_>>());
    let languages = catalog_told["languages"].as_array().unwrap();
    assert_eq!(languages.len(), Language::all().count());
    assert_eq!(languages[0], json!({ "code": "en", "name": Language::ENGLISH.name() }));
}

#[tokio::test]
async fn every_variant_tells_its_rules_rulings_and_first_moves() {
    let app = app().await;
    for entry in catalog() {
        let id = entry.id;
        let variant = get(&app, &format!("/api/v1/variants/{id}"), &[]).await.json();
        assert_eq!((&variant["id"], &variant["start"]), (&json!(id), &json!(entry.start)));
        let rules = get(&app, &format!("/api/v1/variants/{id}/rules"), &[]).await.json();
        assert_eq!(rules.as_array().unwrap().len(), entry.text.rules().count(), "{id}");
        let rulings = get(&app, &format!("/api/v1/variants/{id}/rulings"), &[]).await.json();
        assert_eq!(rulings.as_array().unwrap().len(), entry.text.rulings.len(), "{id}");

        let game = entry.game(None).unwrap();
        let mut known: Vec<String> = game.legal().into_iter().map(|mv| game.uci(mv)).collect();
        let start = get(&app, &format!("/api/v1/moves?variant={}", id.replace('+', "%2B")), &[]).await.json();
        let mut told: Vec<String> =
            start["moves"].as_array().unwrap().iter().map(|mv| mv["uci"].as_str().unwrap().to_owned()).collect();
        known.sort();
        told.sort();
        assert_eq!(told, known, "{id}");
        assert_eq!(start["fen"], entry.start);
    }
}

#[tokio::test]
async fn texts_are_told_in_the_language_that_is_asked_for() {
    let app = app().await;
    for language in Language::all() {
        for entry in catalog() {
            let address = format!("/api/v1/variants/{}?language={}", entry.id, language.code());
            assert_eq!(get(&app, &address, &[]).await.json()["name"], entry.text_in(language).name);
        }
    }
    let answer = get(&app, "/api/v1/catalog?language=tlh", &[]).await;
    assert_eq!((answer.status, &answer.problem()["at"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("language")));
}

#[tokio::test]
async fn moves_lead_to_a_position_in_both_ways_of_asking() {
    let app = app().await;
    let got = get(&app, "/api/v1/moves?variant=magnetic&moves=c4+e7e5+Qa4", &[]).await.json();
    let request = json!({ "variant": "magnetic", "moves": ["c4", "e7e5", "Qa4"] });
    let posted = post(&app, "/api/v1/moves", &request).await.json();
    assert_eq!(got, posted);
    assert_eq!((&got["ply"], &got["turn"]), (&json!(3), &json!("black")));
    let fen = json!({ "variant": "chess", "fen": "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1" });
    let ended = post(&app, "/api/v1/moves", &fen).await.json();
    assert_eq!((&ended["moves"], &ended["ending"]["reason"]), (&json!([]), &json!("stalemate")));
}

#[tokio::test]
async fn a_move_is_explained_whether_it_is_legal_or_not() {
    let app = app().await;
    let address = "/api/v1/explain?variant=forcefield&move=Ng5&moves=e4+e5+Nf3+Nc6";
    let refused = get(&app, address, &[]).await;
    assert_eq!(refused.status, StatusCode::OK);
    let refused = refused.json();
    assert_eq!((&refused["legal"], &refused["rule"]), (&json!(false), &json!("FF.6")));
    assert_eq!(refused["squares"], json!(["g5"]));
    let request = json!({ "variant": "magnetic", "move": "Qa4", "moves": ["c4", "e5"] });
    let legal = post(&app, "/api/v1/explain", &request).await.json();
    assert_eq!((&legal["legal"], &legal["uci"]), (&json!(true), &json!("d1a4")));
    assert_eq!(
        legal["events"][1]["event"],
        json!({ "kind": "pushed", "color": "white", "role": "pawn", "from": "c4", "to": "d4" })
    );
}

#[tokio::test]
async fn what_is_wrong_and_where_is_said_in_a_sentence() {
    let app = app().await;
    for (request, status, kind, at, said) in [
        (json!({ "variant": "checkers" }), 422, "unknown-variant", "variant", "`checkers`"),
        (json!({ "variant": "chess", "fen": "8/8 w - - 0 1" }), 422, "bad-fen", "fen", "ranks"),
        (json!({ "variant": "chess", "moves": ["e4", "xyzzy"] }), 422, "bad-move", "moves/1", "move 2 of `moves`"),
        (json!({ "variant": "chess", "moves": ["e4", "Ke4"] }), 422, "bad-move", "moves/1", "e4"),
        (json!({ "variant": "chess", "language": "tlh" }), 422, "unknown-language", "language", "`tlh`"),
        (json!({ "fen": "8/8" }), 400, "bad-request", "variant", "missing"),
        (json!({ "variant": "chess", "depth": 3 }), 400, "bad-request", "depth", "unknown"),
        (json!({ "variant": 7 }), 400, "bad-request", "variant", "string"),
        (json!({ "variant": "chess", "moves": ["e4", 7] }), 400, "bad-request", "moves/1", "`moves[1]`"),
        (json!([]), 400, "bad-request", "", "must be a JSON object"),
        (json!(["chess", null, ["e4"], null]), 400, "bad-request", "", "must be a JSON object"),
    ] {
        let answer = post(&app, "/api/v1/moves", &request).await;
        let problem = answer.problem();
        assert_eq!((answer.status.as_u16(), &problem["kind"]), (status, &json!(kind)), "{request}");
        assert_eq!(problem.get("at").and_then(|at| at.as_str()).unwrap_or(""), at, "{request}");
        assert!(problem["detail"].as_str().unwrap().contains(said), "{request}: {problem}");
    }
    for (address, at) in [("/api/v1/moves", "variant"), ("/api/v1/explain?variant=chess&move=e4&x=1", "x")] {
        let problem = get(&app, address, &[]).await.problem();
        assert_eq!((&problem["kind"], &problem["at"]), (&json!("bad-request"), &json!(at)), "{problem}");
    }
    let refused = json!({ "variant": "forcefield", "moves": ["e4", "e5", "Nf3", "Nc6", "f3g5"] });
    assert_eq!(post(&app, "/api/v1/moves", &refused).await.problem()["rule"], "FF.6");
    let unread = json!({ "variant": "chess", "move": "?!" });
    assert_eq!(post(&app, "/api/v1/explain", &unread).await.problem()["at"], "move");
}

#[tokio::test]
async fn requests_that_are_too_long_or_of_another_kind_are_refused() {
    let limits = Limits { body_size: ByteSize(2_000), moves_per_request: 3, ..Limits::default() };
    let app = app_as(Config { limits, ..Config::default() }, SITE).await;
    let request = json!({ "variant": "chess", "moves": ["a3", "a6", "b3", "b6"] });
    assert_eq!(post(&app, "/api/v1/moves", &request).await.problem()["kind"], "too-many-moves");
    let request = json!({ "variant": "x".repeat(3_000) });
    let answer = post(&app, "/api/v1/moves", &request).await;
    assert_eq!((answer.status, &answer.problem()["kind"]), (StatusCode::PAYLOAD_TOO_LARGE, &json!("body-too-large")));
    let text = Request::post("/api/v1/moves").header("content-type", "text/plain").body(Body::from("{}")).unwrap();
    assert_eq!(ask(&app, text).await.problem()["kind"], "not-json");
    let broken =
        Request::post("/api/v1/moves").header("content-type", "application/json").body(Body::from("{")).unwrap();
    assert_eq!(ask(&app, broken).await.problem()["kind"], "bad-request");
    let deleted = ask(&app, Request::delete("/api/v1/moves").body(Body::empty()).unwrap()).await;
    assert_eq!((&deleted.problem()["kind"], deleted.header("allow")), (&json!("method-not-allowed"), "GET,HEAD,POST"));
}

#[tokio::test]
async fn a_site_that_is_busy_says_so_and_still_shows_the_page_and_its_health() {
    let limits = Limits { request_threads: 0, requests_waiting: 0, ..Limits::default() };
    let app = app_as(Config { limits, ..Config::default() }, SITE).await;
    let answer = get(&app, "/api/v1/moves?variant=chess", &[]).await;
    assert_eq!((answer.status, answer.header("retry-after")), (StatusCode::SERVICE_UNAVAILABLE, "1"));
    assert_eq!(answer.problem()["kind"], "overloaded");
    for address in ["/", "/api/v1/health", "/api/v1/metrics", "/api/v1/catalog"] {
        assert_eq!(get(&app, address, &[]).await.status, StatusCode::OK, "{address}");
    }
}

#[tokio::test]
async fn health_and_counts_are_told() {
    let app = app().await;
    let health = get(&app, "/api/v1/health", &[]).await.json();
    assert_eq!(health, json!({ "version": env!("CARGO_PKG_VERSION"), "hasPage": true, "running": 0, "waiting": 0 }));
    assert_eq!(get(&app, "/api/v1/health/ready", &[]).await.status, StatusCode::OK);
    let counts = get(&app, "/api/v1/metrics", &[]).await;
    let counts = String::from_utf8(counts.body).unwrap();
    let row = "faraday_http_requests_total{method=\"GET\",route=\"/api/v1/health\",status=\"200\"}";
    assert!(counts.contains(row), "{counts}");
    for name in [
        "faraday_http_request_seconds_bucket",
        "faraday_analyses_running",
        "faraday_analyses_waiting",
        "faraday_analyses_total",
        "faraday_analysis_nodes_total",
    ] {
        assert!(counts.contains(name), "{name}: {counts}");
    }
    app.close();
    let answer = get(&app, "/api/v1/health/ready", &[]).await;
    assert_eq!((answer.status, &answer.problem()["kind"]), (StatusCode::SERVICE_UNAVAILABLE, &json!("shutting-down")));
}

#[tokio::test]
async fn kinds_of_problems_are_listed_where_problems_point() {
    let app = app().await;
    let listed = get(&app, "/api/v1/problems", &[]).await.json();
    let kinds: Vec<&str> = listed.as_array().unwrap().iter().map(|row| row["kind"].as_str().unwrap()).collect();
    let described = faraday_server::openapi();
    let described = described["components"]["schemas"]["ProblemKind"].to_string();
    assert!(kinds.len() > 10 && kinds.iter().all(|kind| described.contains(&format!("\"{kind}\""))), "{described}");
}

#[tokio::test]
async fn answers_are_compressed_for_those_who_take_it() {
    let app = app().await;
    let answer = get(&app, "/api/v1/catalog", &[("accept-encoding", "gzip")]).await;
    assert_eq!(answer.header("content-encoding"), "gzip");
    let mut unpacked = String::new();
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(answer.body.as_slice()), &mut unpacked).unwrap();
    assert!(unpacked.starts_with("{\"variants\":["));
}
