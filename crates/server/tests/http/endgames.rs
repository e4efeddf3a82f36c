//! Tests of the tablebase endpoints: lookups, the list of endings, and table files.

use std::fs;

use axum::http::StatusCode;
use faraday_endgames::{TableCollection, TablebaseFolder};
use faraday_server::{App, Config};
use faraday_tablebase::WorkProgress;
use faraday_variants::{Entry, catalog, find};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::support::{Answer, SITE, TestApp, app, app_as, get, post};

fn chess() -> &'static Entry {
    find("chess").unwrap()
}

fn id(variant: &Entry) -> String {
    variant.id.replace('+', "%2B")
}

async fn list(app: &App, variant: &Entry) -> Vec<Value> {
    let answer = get(app, &format!("/api/v1/variants/{}/endgames", id(variant)), &[]).await;
    answer.json()["tables"].as_array().unwrap().clone()
}

async fn probe(app: &App, variant: &Entry, fen: &str) -> Value {
    post(app, "/api/v1/probe", &json!({ "variant": variant.id, "fen": fen })).await.json()
}

#[tokio::test]
async fn the_longest_wins_are_listed_with_the_moves_that_win_them() {
    let app = app().await;
    for variant in catalog() {
        let rows = list(&app, variant).await;
        assert_eq!(rows.iter().filter(|row| row["here"] == true).count(), 6, "{}", variant.id);
        for row in rows.iter().filter(|row| row["longest"] != 0) {
            let fen = row["fen"].as_str().unwrap();
            assert_eq!(row["line"].as_array().unwrap().len() as u64, row["longest"], "{fen}");
            if row["here"] == true {
                let told = probe(&app, variant, fen).await;
                let value = json!({ "value": "win", "plies": row["longest"], "certain": true });
                assert_eq!((&told["solved"], &told["moves"][0]["uci"]), (&value, &row["line"][0]), "{fen}");
            }
        }
    }
}

#[tokio::test]
async fn a_position_is_looked_up_in_both_ways_of_asking_and_its_moves_come_best_first() {
    let app = app().await;
    let got = get(&app, "/api/v1/probe?variant=chess&fen=8/8/8/8/8/2k5/1R6/K7+w+-+-+0+1", &[]).await.json();
    let variant = chess();
    assert_eq!(got, probe(&app, variant, "8/8/8/8/8/2k5/1R6/K7 w - - 0 1").await);
    assert_eq!(got["solved"], json!({ "value": "win", "plies": 31, "certain": true }));
    let moves = got["moves"].as_array().unwrap();
    assert_eq!(
        moves[0],
        json!({ "uci": "a1b1", "san": "Kb1", "solved": { "value": "win", "plies": 31, "certain": true } })
    );
    assert_eq!(moves.last().unwrap()["solved"], json!({ "value": "draw", "certain": true }));
    let late = probe(&app, variant, "8/8/8/8/8/2k5/1R6/K7 w - - 70 90").await;
    assert_eq!(late["solved"], json!({ "value": "win", "plies": 31, "certain": false }), "fifty moves come first");
}

#[tokio::test]
async fn a_game_that_is_over_says_what_it_came_to() {
    let app = app().await;
    let variant = chess();
    for (fen, solved) in [
        ("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", json!({ "value": "loss", "plies": 0, "certain": true })),
        ("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", json!({ "value": "draw", "certain": true })),
    ] {
        let told = probe(&app, variant, fen).await;
        assert_eq!((&told["solved"], &told["moves"]), (&solved, &json!([])), "{fen}");
        assert!(told["ending"]["reason"].is_string(), "{told}");
    }
}

#[tokio::test]
async fn what_no_table_knows_is_an_answer_that_says_why() {
    let app = app().await;
    let variant = chess();
    let told = probe(&app, variant, "4k3/8/8/8/8/8/8/R3K2R w - - 0 1").await;
    let command = format!("faraday tablebase build {} --material KRRvK", variant.id);
    let missing = json!({ "reason": "notHere", "material": "KRRvK", "mostPieces": 4, "command": command });
    assert_eq!((told.get("solved"), &told["missing"]), (None, &missing));
    let told = probe(&app, variant, variant.start).await;
    assert_eq!(told["missing"]["reason"], "tooManyPieces");
    assert_eq!(told["moves"].as_array().unwrap().len(), 20);
    let told = probe(&app, variant, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").await;
    assert_eq!(told["missing"]["reason"], "state", "castling rights are in no table");
    let bad = post(&app, "/api/v1/probe", &json!({ "variant": variant.id, "fen": "8/8" })).await;
    assert_eq!(bad.problem()["at"], "fen");
}

#[tokio::test]
async fn a_win_is_drawn_by_lot() {
    let app = app().await;
    let mut drawn = Vec::new();
    for _ in 0..4 {
        let told = get(&app, "/api/v1/probe/random?variant=chess&material=KPvK", &[]).await.json();
        assert_eq!(told["solved"]["value"], "win", "{told}");
        drawn.push(told["fen"].as_str().unwrap().to_owned());
    }
    drawn.dedup();
    assert!(drawn.len() > 1, "{drawn:?}");
    for material in ["KBvK", "KQQvKQ", "x"] {
        let answer = get(&app, &format!("/api/v1/probe/random?variant=chess&material={material}"), &[]).await;
        assert_eq!((answer.status, &answer.problem()["kind"]), (StatusCode::NOT_FOUND, &json!("not-found")));
    }
}

/// Returns a server with a folder of tablebases.
async fn with(folder: &TempDir) -> TestApp {
    let tables = TablebaseFolder::new(Some(folder.path().to_owned()));
    app_as(Config { tables, ..Config::default() }, SITE).await
}

#[tokio::test]
async fn tables_of_a_folder_are_used_and_damaged_ones_are_left_out() {
    let folder = TempDir::new().unwrap();
    // Options of a variant share its shipped tablebases, so one solved for an option itself is another file.
    let variant = catalog().last().unwrap();
    let path = folder.path().join(variant.id);
    fs::create_dir_all(&path).unwrap();
    let material = "KvK".parse().unwrap();
    let shipped = TableCollection::shipped(variant);
    let table = shipped.tables().solve(material, &WorkProgress::default()).unwrap();
    table.write(&mut fs::File::create(path.join("KvK.feg")).unwrap()).unwrap();
    fs::write(path.join("KQvK.feg"), "no table").unwrap();
    let app = with(&folder).await;
    let here = list(&app, variant).await.into_iter().filter(|row| row["here"] == true).count();
    assert_eq!(here, variant.endgames().count());
    let file = get(&app, &format!("/api/v1/variants/{}/endgames/KvK.feg", id(variant)), &[]).await;
    assert_eq!(file.body, fs::read(path.join("KvK.feg")).unwrap());
    assert!(variant.endgames().all(|table| table != file.body));
    // A file that has replaced it does not have the reported checksum, even if it has the same length.
    let other = path.join("other");
    fs::write(&other, &file.body).unwrap();
    fs::rename(&other, path.join("KvK.feg")).unwrap();
    let replaced = get(&app, &format!("/api/v1/variants/{}/endgames/KvK.feg", id(variant)), &[]).await;
    assert_eq!(replaced.status, StatusCode::SERVICE_UNAVAILABLE);
}

async fn file(app: &App, name: &str, headers: &[(&str, &str)]) -> Answer {
    get(app, &format!("/api/v1/variants/chess/endgames/{name}"), headers).await
}

#[tokio::test]
async fn a_table_is_sent_as_it_is_and_kept_by_its_tag() {
    let app = app().await;
    let variant = chess();
    let row = list(&app, variant).await.into_iter().find(|row| row["material"] == "KQvK").unwrap();
    let answer = file(&app, "KQvK.feg", &[("accept-encoding", "gzip, br")]).await;
    assert_eq!((answer.status, answer.header("content-encoding")), (StatusCode::OK, ""));
    assert_eq!(answer.header("content-length"), row["bytes"].to_string());
    assert_eq!(answer.header("content-type"), "application/x-faraday-endgame");
    let digest = Sha256::digest(&answer.body).iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"));
    assert_eq!((&row["sha256"], answer.header("etag")), (&json!(digest), format!("\"{digest}\"").as_str()));
    assert!(answer.header("cache-control").starts_with("public"));
    let again = file(&app, "KQvK.feg", &[("if-none-match", answer.header("etag"))]).await;
    assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0));
}

#[tokio::test]
async fn only_files_of_the_list_are_sent() {
    let app = app().await;
    for name in
        ["KQvK", "KQQQvK.feg", "kqvk.feg", "..%2fchess%2fKQvK.feg", "%2Fetc%2Fpasswd", "KQvK.feg%00", "KRvKR.feg"]
    {
        let answer = file(&app, name, &[]).await;
        assert_eq!((answer.status, &answer.problem()["kind"]), (StatusCode::NOT_FOUND, &json!("not-found")), "{name}");
    }
    for address in ["/api/v1/variants/checkers/endgames", "/api/v1/variants/checkers/endgames/KQvK.feg"] {
        assert_eq!(get(&app, address, &[]).await.status, StatusCode::NOT_FOUND, "{address}");
    }
}
