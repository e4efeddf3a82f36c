//! Tests of the web app's static files: their encodings and caching.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use faraday_server::{Config, File, Limits, Location, PublicUrl, Site};
use serde_json::json;

use crate::client::TestServer;
use crate::people::{challenge_id, member};
use crate::support::{app, app_as, ask, get, post};

#[tokio::test]
async fn the_form_that_a_client_likes_best_is_sent() {
    let app = app().await;
    for (accepted, encoding, body) in [
        ("gzip, deflate, br, zstd", "br", "br page"),
        ("gzip, deflate", "gzip", "gz page"),
        ("br;q=0.1, gzip;q=0.9", "gzip", "gz page"),
        ("br;q=0", "", "plain page"),
    ] {
        let answer = get(&app, "/", &[("accept-encoding", accepted)]).await;
        assert_eq!((answer.status, answer.header("content-encoding")), (StatusCode::OK, encoding), "{accepted}");
        assert_eq!(answer.body, body.as_bytes(), "{accepted}");
        assert_eq!(answer.header("vary"), "accept-encoding");
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
        assert_eq!(answer.header("content-length"), body.len().to_string());
    }
    let plain = get(&app, "/serviceWorker.js", &[("accept-encoding", "br, gzip")]).await;
    assert_eq!((plain.header("content-encoding"), plain.body.as_slice()), ("", b"plain worker".as_slice()));
    assert_eq!(plain.header("content-type"), "text/javascript; charset=utf-8");
}

#[tokio::test]
async fn files_whose_names_change_are_kept_and_others_asked_about() {
    let app = app().await;
    let asset = get(&app, "/assets/engine-1a2b.wasm", &[]).await;
    assert_eq!(asset.header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(asset.header("content-type"), "application/wasm");
    for address in ["/", "/index.html", "/serviceWorker.js", "/play/chess"] {
        assert_eq!(get(&app, address, &[]).await.header("cache-control"), "no-cache", "{address}");
    }
    assert_eq!(get(&app, "/api/v1/catalog", &[]).await.header("cache-control"), "no-store");
}

#[tokio::test]
async fn what_a_client_has_is_not_sent_again() {
    let app = app().await;
    let first = get(&app, "/", &[("accept-encoding", "br")]).await;
    let tag = first.header("etag").to_owned();
    let lists = [tag.clone(), format!("W/{tag}"), format!("\"x\", {tag}"), "*".to_owned()];
    for known in &lists {
        let again = get(&app, "/", &[("accept-encoding", "br"), ("if-none-match", known)]).await;
        assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0), "{known}");
        assert_eq!((again.header("etag"), again.header("cache-control")), (tag.as_str(), "no-cache"));
        assert_eq!(again.header("vary"), "accept-encoding");
    }
    let other_form = get(&app, "/", &[("accept-encoding", "gzip"), ("if-none-match", &tag)]).await;
    assert_eq!(other_form.status, StatusCode::OK);
    assert_ne!(other_form.header("etag"), tag);
}

#[tokio::test]
async fn head_tells_what_get_would_send() {
    let app = app().await;
    let request = Request::head("/").body(Body::empty()).unwrap();
    let head = ask(&app, request).await;
    let whole = get(&app, "/", &[]).await;
    assert_eq!(head.body.len(), 0);
    for name in ["content-length", "content-type", "etag", "cache-control"] {
        assert_eq!(head.header(name), whole.header(name), "{name}");
    }
}

#[tokio::test]
async fn addresses_of_the_page_are_its_own_and_lost_files_are_not() {
    let app = app().await;
    for address in ["/", "/about", "/play/chess", "/analyze/chess?fen=1/2%20w", "/learn/chess/lesson/3"] {
        let answer = get(&app, address, &[]).await;
        assert_eq!((answer.status, answer.body.as_slice()), (StatusCode::OK, b"plain page".as_slice()), "{address}");
    }
    for address in
        ["/assets/old-0000.js", "/assets/old", "/favicon.ico", "/../Cargo.toml", "/api", "/api/", "/api/v2/x"]
    {
        let answer = get(&app, address, &[]).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{address}");
        assert_eq!(
            (answer.problem()["kind"].as_str(), answer.header("cache-control")),
            (Some("not-found"), "no-store")
        );
    }
    for address in ["/anything", "/.git/config", "/etc/passwd", "/%00", "/play/nothing", "/learn/chess/lesson/0"] {
        let answer = get(&app, address, &[("if-none-match", "*")]).await;
        assert_eq!(
            (answer.status, answer.body.as_slice()),
            (StatusCode::NOT_FOUND, b"plain page".as_slice()),
            "{address}"
        );
        assert_eq!((answer.header("cache-control"), answer.header("etag")), ("no-store", ""), "{address}");
    }
}

#[tokio::test]
async fn old_addresses_lead_to_the_new_ones_with_their_method() {
    let app = app().await;
    for (old, new) in [
        ("/analyse/forcefield?fen=8/8%20w", "/analyze/forcefield?fen=8/8%20w"),
        ("/analyse/collision+decay", "/analyze/collision+decay"),
        ("/analyse", "/analyze"),
    ] {
        let answer = get(&app, old, &[]).await;
        assert_eq!((answer.status, answer.header("location")), (StatusCode::PERMANENT_REDIRECT, new), "{old}");
    }
    let answer = post(&app, "/api/v1/analyse", &json!({ "variant": "chess" })).await;
    assert_eq!((answer.status, answer.header("location")), (StatusCode::PERMANENT_REDIRECT, "/api/v1/analyze"));
}

#[tokio::test]
async fn the_page_is_read_only() {
    let app = app().await;
    for method in [Method::POST, Method::PUT, Method::DELETE] {
        let answer = ask(&app, Request::builder().method(&method).uri("/").body(Body::empty()).unwrap()).await;
        assert_eq!(
            (answer.status, answer.header("allow")),
            (StatusCode::METHOD_NOT_ALLOWED, "GET, HEAD, OPTIONS"),
            "{method}"
        );
        assert_eq!(answer.problem()["kind"], "method-not-allowed");
    }
}

#[tokio::test]
async fn what_an_address_can_do_is_told_to_whoever_asks() {
    let app = app().await;
    for (address, allowed) in
        [("/", "GET, HEAD, OPTIONS"), ("/api/v1/moves", "GET,HEAD,POST"), ("/api/v1/health", "GET,HEAD")]
    {
        let answer = ask(&app, Request::options(address).body(Body::empty()).unwrap()).await;
        assert_eq!((answer.status, answer.header("allow")), (StatusCode::NO_CONTENT, allowed), "{address}");
    }
}

#[tokio::test]
async fn every_answer_guards_the_page() {
    let app = app().await;
    for address in
        ["/", "/assets/engine-1a2b.wasm", "/assets/none.js", "/api/v1/catalog", "/api/v1/none", "/api/v1/moves"]
    {
        let answer = get(&app, address, &[]).await;
        let policy = answer.header("content-security-policy");
        assert!(policy.starts_with("default-src 'self'; script-src 'self' 'wasm-unsafe-eval';"), "{address}: {policy}");
        assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"), "{policy}");
        for (name, value) in [
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-embedder-policy", "require-corp"),
            ("cross-origin-resource-policy", "same-origin"),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
        ] {
            assert_eq!(answer.header(name), value, "{address}");
        }
        assert!(answer.header("permissions-policy").contains("camera=()"), "{address}");
    }
}

#[tokio::test]
async fn a_binary_without_the_page_says_how_to_build_it() {
    let app = app_as(Config::default(), Site(&[])).await;
    let answer = get(&app, "/play/chess", &[]).await;
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(String::from_utf8(answer.body).unwrap().contains("make run"));
    assert_eq!(get(&app, "/api/v1/health", &[]).await.json()["hasPage"], false);
}

#[tokio::test]
async fn a_preview_of_the_page_has_its_picture_at_the_sites_own_address() {
    let plain = include_bytes!("../../../../web/index.html");
    let page: &[File] = Vec::leak(vec![File { path: "/index.html", tag: "1", plain, brotli: Some(b"br"), gzip: None }]);
    let mut tags = Vec::new();
    for (public, picture) in [
        (None, "/social.png"),
        (Some("https://chess.example/"), "https://chess.example/social.png"),
        (Some("https://other.example"), "https://other.example/social.png"),
    ] {
        let public_url = public.map(|address| PublicUrl::parse(address).unwrap());
        let app = app_as(Config { public_url, ..Config::default() }, Site(page)).await;
        let answer = get(&app, "/challenge/D2yppevO", &[]).await;
        let html = String::from_utf8(answer.body.clone()).unwrap();
        assert!(html.contains(&format!("<meta property=\"og:image\" content=\"{picture}\" />")), "{html}");
        let tag = answer.header("etag").to_owned();
        let again = get(&app, "/", &[("if-none-match", &tag)]).await;
        assert_eq!(again.status, StatusCode::NOT_MODIFIED, "{public:?}");
        tags.push(tag);
    }
    tags.dedup();
    assert_eq!(tags.len(), 3);
}

#[tokio::test]
async fn files_of_the_built_page_have_known_types() {
    let app = app_as(Config::default(), Site::embedded()).await;
    for file in Site::embedded().0 {
        let answer = get(&app, file.path, &[]).await;
        assert_eq!((answer.status, answer.body.as_slice()), (StatusCode::OK, file.plain), "{}", file.path);
        assert_ne!(answer.header("content-type"), "application/octet-stream", "{}", file.path);
    }
}

#[tokio::test]
async fn a_preview_of_an_invitation_or_a_game_names_people_and_time() {
    let plain = include_bytes!("../../../../web/index.html");
    let page: &[File] = Vec::leak(vec![File { path: "/index.html", tag: "1", plain, brotli: Some(b"br"), gzip: None }]);
    let folder = tempfile::tempdir().unwrap();
    let location = Location::file(folder.path().join("games.db"));
    let server = TestServer::open_site(folder, location, Limits::default(), Site(page)).await;
    let title = async |path: String| {
        let html = reqwest::get(format!("http://{}{path}", server.address)).await.unwrap().text().await.unwrap();
        let (_, rest) = html.split_once("property=\"og:title\" content=\"").unwrap();
        rest.split_once('"').unwrap().0.to_owned()
    };
    let maker = server.guest("A & B").await;
    let terms = json!({ "clock": { "baseMs": 600_000, "incrementMs": 5000 } });
    let (_, made) = maker.post(&server, "challenges", &json!({ "variant": "chess", "terms": terms })).await;
    let id = made["id"].as_str().unwrap();
    let link = format!("/challenge/{id}");
    assert_eq!(title(link.clone()).await, "A &amp; B invites you to Chess, 10+5");
    let (game, ..) = server.game(json!({ "variant": "chess", "terms": { "days": 3 }, "side": "white" })).await;
    assert_eq!(title(format!("/game/{game}")).await, "White – Black: Chess, 3 days per move");
    // A link that is no longer valid, or is not for everyone, has the preview of the web app itself.
    maker.send(&server, reqwest::Method::DELETE, &format!("challenges/{id}"), &json!(null)).await;
    let (ada, _) = (member(&server, "Ada").await, member(&server, "Ben").await);
    let direct = format!("/challenge/{}", challenge_id(&server, &ada, "Ben").await);
    for path in [link, direct, "/challenge/AAAAAAAA".to_owned(), "/game/AAAAAAAA".to_owned(), "/learn".to_owned()] {
        assert_eq!(title(path.clone()).await, "Faraday: chess with fields, pulses, and energy", "{path}");
    }
    server.end().await;
}
