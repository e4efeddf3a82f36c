//! Tests of leaderboards, of erased accounts, and of refused rated games.

use axum::http::StatusCode;
use faraday_wire::Color;
use reqwest::Method;
use serde_json::{Value, json};

use super::{MATE, STRANGER, clock, execute, kind, number, play, post, rated, rating, settled};
use crate::accounts::PASSWORD;
use crate::client::{Guest, TestServer};
use crate::people::member;
use crate::smtp::until;

#[tokio::test]
async fn a_rated_game_needs_members_and_terms_of_rated_games() {
    let server = TestServer::open().await;
    let [ada, guest] = [member(&server, "Ada").await, server.guest("Guest").await];
    let new = |terms: Value| json!({ "variant": "chess", "terms": terms });
    let clocks =
        |base: u64, increment: u64| json!({ "clock": { "baseMs": base, "incrementMs": increment }, "rated": true });
    let refused = guest.post(&server, "challenges", &new(clock())).await;
    assert_eq!(kind(&refused), (404, "no-account", "terms/rated", "T.7"));
    for terms in [json!({ "rated": true }), clocks(59_999, 0), clocks(3_600_001, 0), clocks(60_000, 60_001)] {
        let refused = ada.post(&server, "challenges", &new(terms.clone())).await;
        assert_eq!(kind(&refused), (422, "bad-terms", "terms/rated", "T.7"), "{terms}");
    }
    for terms in [clocks(60_000, 0), clocks(3_600_000, 60_000), json!({ "days": 1, "rated": true })] {
        let (status, made) = ada.post(&server, "challenges", &new(terms)).await;
        assert_eq!(status, StatusCode::CREATED, "{made}");
        let path = format!("challenges/{}", made["id"].as_str().unwrap());
        assert_eq!(guest.get(&server, &path).await.1["terms"]["rated"], true);
        let refused = post(&server, &guest, &format!("{path}/accept")).await;
        assert_eq!(kind(&refused), (404, "no-account", "terms/rated", "T.7"));
        assert_eq!(guest.get(&server, &path).await.1["state"], "open");
    }
    let position = json!({ "variant": "chess", "terms": clock(), "fen": "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1" });
    assert_eq!(kind(&ada.post(&server, "challenges", &position).await), (422, "bad-fen", "fen", "T.7"));
    let side = json!({ "variant": "chess", "terms": clock(), "side": "white" });
    assert_eq!(kind(&ada.post(&server, "challenges", &side).await), (422, "bad-terms", "side", "T.7"));
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let start = json!({ "variant": "chess", "terms": clock(), "fen": start });
    assert_eq!(ada.post(&server, "challenges", &start).await.0, StatusCode::CREATED, "the variant's own position");
}

#[tokio::test]
async fn the_leaderboard_has_pages_and_ones_own_place() {
    let server = TestServer::open().await;
    let mut people = Vec::new();
    for name in ["Ada", "Ben", "Eve", "Uma", "Old"] {
        people.push(member(&server, name).await);
    }
    let day = 24 * 3600 * 1000_i64;
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as i64;
    for (name, games, rating, deviation, ago) in [
        ("Ada", 10, 1700.5, 60.0, 1),
        ("Ben", 12, 1800.0, 80.0, 59),
        ("Eve", 10, 1700.5, 60.0, 1),
        ("Uma", 9, 1900.0, 60.0, 1),
        ("Old", 50, 2000.0, 60.0, 61),
    ] {
        let sql = format!(
            "INSERT INTO rating (person, variant, pace, n, at, rating, deviation, volatility)
            SELECT id, 'magnetic', 'live', {games}, {}, {rating}, {deviation}, 0.06 FROM person WHERE name = '{name}'",
            now - ago * day
        );
        execute(server.folder.path(), sql).await;
    }
    let list = async |who: &Guest, query: &str| who.get(&server, &format!("ratings/magnetic{query}")).await.1;
    let board = list(&STRANGER, "").await;
    let places = |board: &Value| -> Vec<(u64, String)> {
        let player = |player: &Value| (player["place"].as_u64().unwrap(), player["name"].as_str().unwrap().to_owned());
        board["players"].as_array().unwrap().iter().map(player).collect()
    };
    let named = |place, name: &str| (place, name.to_owned());
    assert_eq!(places(&board), [named(1, "Ben"), named(2, "Ada"), named(3, "Eve")]);
    assert!(board.get("you").is_none() && board.get("more").is_none(), "{board}");
    assert!((84.0..110.0).contains(&number(&board["players"][0]["deviation"])), "it has grown for 59 days: {board}");
    let page = list(&STRANGER, "?limit=2").await;
    assert_eq!((places(&page).len(), &page["more"]), (2, &json!(2)));
    assert_eq!(list(&STRANGER, "?limit=3").await.get("more"), None, "nobody is left for another page");
    let own = list(&people[2], "?limit=2&after=2&pace=live").await;
    assert_eq!(places(&own), [named(3, "Eve")]);
    assert_eq!((&own["you"]["place"], &own["players"][0]["you"]), (&json!(3), &json!(true)));
    let unlisted = list(&people[3], "").await;
    assert_eq!((&unlisted["you"]["games"], unlisted["you"].get("place")), (&json!(9), None));
    assert_eq!(list(&STRANGER, "?pace=days").await["players"], json!([]));
    for (path, status, kind_of) in [
        ("ratings/ludo", 404, "not-found"),
        ("ratings/magnetic?pace=fast", 400, "bad-request"),
        ("ratings/magnetic?after=x", 400, "bad-request"),
        ("people/Ada/ratings/ludo/live", 404, "not-found"),
        ("people/Ada/ratings/chess/fast", 404, "not-found"),
        ("people/Ada/ratings/chess/live?before=x", 400, "bad-request"),
        ("people/Nobody/ratings", 404, "not-found"),
        ("people/Nobody/ratings/chess/live", 404, "not-found"),
        ("games/nothing1/rating", 404, "not-found"),
    ] {
        let answer = STRANGER.get(&server, path).await;
        assert_eq!((kind(&answer).0, kind(&answer).1), (status, kind_of), "{path}");
    }
    // A disabled account and a closed one leave the leaderboard.
    execute(server.folder.path(), "UPDATE person SET disabled_at = 1 WHERE name = 'Ben'".to_owned()).await;
    people[0].send(&server, Method::DELETE, "account", &json!({ "password": PASSWORD })).await;
    assert_eq!(places(&list(&STRANGER, "").await), [named(1, "Eve")]);
}

#[tokio::test]
async fn an_erased_member_has_no_ratings_and_the_opponent_keeps_the_changes() {
    let server = TestServer::open().await;
    let [ada, ben] = [member(&server, "Ada").await, member(&server, "Ben").await];
    let (game, players) = rated(&server, [&ada, &ben], clock()).await;
    play(&server, &game, players, &MATE).await;
    let before = settled(&server, &game).await;
    let (_, kept) = ben.get(&server, "people/Ben/ratings").await;
    ada.send(&server, Method::DELETE, "account", &json!({ "password": PASSWORD })).await;
    execute(server.folder.path(), "UPDATE person SET erase_at = 1 WHERE name = 'Ada'".to_owned()).await;
    until(async || STRANGER.get(&server, "people/Ada").await.0 == StatusCode::NOT_FOUND).await;
    for path in ["people/Ada/ratings", "people/Ada/ratings/chess/live", "people/deleted/ratings"] {
        assert_eq!(kind(&STRANGER.get(&server, path).await).1, "not-found", "{path}");
    }
    let side = if players[0].token == ada.token { Color::White } else { Color::Black };
    let [gone, left] = if side == Color::White { ["white", "black"] } else { ["black", "white"] };
    let after = rating(&server, &game).await;
    assert_eq!((after.get(gone), &after[left]), (None, &before[left]), "{after}");
    assert_eq!(after["decision"], "counted");
    let (_, now) = ben.get(&server, "people/Ben/ratings").await;
    assert_eq!(now["ratings"][0]["rating"], kept["ratings"][0]["rating"]);
    let (_, changes) = ben.get(&server, "people/Ben/ratings/chess/live").await;
    assert_eq!(changes["changes"][0]["opponent"]["player"]["name"], "deleted", "{changes}");
}
