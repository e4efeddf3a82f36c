//! Tests of online games over HTTP, from the challenge to the result.

use axum::http::StatusCode;
use reqwest::Method;
use serde_json::{Value, json};

use crate::client::{Guest, TestServer};
use crate::leave::{game_when, kind_of_last};
use crate::support::soon;

fn untimed(variant: &str) -> Value {
    json!({ "variant": variant, "terms": {}, "side": "white" })
}

#[tokio::test]
async fn two_people_play_a_game_to_its_end() {
    let server = TestServer::open().await;
    let (game, white, black) = server.game(untimed("chess")).await;
    for (ply, uci) in ["f2f3", "e7e5", "g2g4", "d8h4"].into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &white } else { &black };
        assert_eq!(mover.play(&server, &game, ply, uci).await, (StatusCode::OK, json!({ "seq": ply + 1 })));
    }
    let (_, told) = black.get(&server, &format!("games/{game}")).await;
    assert_eq!(told["ended"], json!({ "result": "black", "winner": "black", "reason": "checkmate" }));
    assert_eq!((told["side"].as_str(), told["acts"].as_array().unwrap().len()), (Some("black"), 4));
    let (status, problem) = white.play(&server, &game, 4, "a2a3").await;
    assert_eq!((status, problem["kind"].as_str()), (StatusCode::CONFLICT, Some("game-over")));
    // A repeated request gets the same answer even after the end.
    assert_eq!(white.play(&server, &game, 2, "g2g4").await, (StatusCode::OK, json!({ "seq": 3 })));
    let pgn = soon(reqwest::get(format!("http://{}/api/v1/games/{game}.pgn", server.address))).await.unwrap();
    let pgn = soon(pgn.text()).await.unwrap();
    assert!(pgn.contains("[FaradayRules \"1\"]") && pgn.contains("Qh4# 0-1"), "{pgn}");
    let (_, list) = white.get(&server, "games?state=ended").await;
    assert_eq!(list["games"][0]["game"], json!(game));
}

#[tokio::test]
async fn a_list_tells_who_aborted_a_game() {
    let server = TestServer::open().await;
    let (game, _, black) = server.game(untimed("chess")).await;
    assert_eq!(black.post(&server, &format!("games/{game}/abort"), &Value::Null).await.0, StatusCode::OK);
    let (_, list) = black.get(&server, "games?state=ended").await;
    let listed = &list["games"][0];
    assert_eq!(listed["ended"], json!({ "result": "none", "reason": "aborted" }));
    assert_eq!((&listed["abortedBy"], &listed["missedBy"]), (&json!("black"), &Value::Null));
}

#[tokio::test]
async fn what_may_not_be_is_refused_in_words() {
    let server = TestServer::open().await;
    let (game, white, black) = server.game(untimed("forcefield")).await;
    let stranger = server.guest("Stranger").await;
    let nobody = Guest { token: String::new() };
    let kind = |(status, problem): (StatusCode, Value)| {
        assert!(!problem["detail"].as_str().unwrap().is_empty());
        (status.as_u16(), problem["kind"].as_str().unwrap().to_owned())
    };
    let refused = |status: u16, kind: &str| (status, kind.to_owned());
    assert_eq!(kind(nobody.play(&server, &game, 0, "e2e4").await), refused(401, "no-session"));
    assert_eq!(kind(stranger.play(&server, &game, 0, "e2e4").await), refused(403, "not-yours"));
    assert_eq!(kind(black.play(&server, &game, 0, "e7e5").await), refused(409, "not-your-turn"));
    assert_eq!(kind(white.play(&server, &game, 1, "e2e4").await), refused(409, "stale"));
    assert_eq!(kind(white.play(&server, "nothing1", 0, "e2e4").await), refused(404, "not-found"));
    let (status, problem) = white.play(&server, &game, 0, "a1a5").await;
    assert_eq!((status.as_u16(), problem["kind"].as_str()), (422, Some("bad-move")));
    assert!(problem["rule"].is_string(), "{problem}");
    let (status, problem) = white.post(&server, &format!("games/{game}/yes"), &Value::Null).await;
    assert_eq!(
        (problem["reason"].as_str(), kind((status, problem.clone()))),
        (Some("no-offer"), refused(409, "not-now"))
    );
    let rated = json!({ "variant": "chess", "terms": { "rated": true } });
    assert_eq!(kind(white.post(&server, "challenges", &rated).await), refused(422, "bad-terms"));
    let days = json!({ "variant": "chess", "terms": { "days": 4 } });
    assert_eq!(kind(white.post(&server, "challenges", &days).await), refused(422, "bad-terms"));
    let over = json!({ "variant": "chess", "terms": {}, "fen": "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1" });
    assert_eq!(kind(white.post(&server, "challenges", &over).await), refused(422, "bad-fen"));
    let named = json!({ "name": "a\u{202e}b" });
    assert_eq!(kind(nobody.post(&server, "session/guest", &named).await), refused(422, "bad-name"));
    let house = json!({ "name": "House 1" });
    assert_eq!(kind(nobody.post(&server, "session/guest", &house).await), refused(422, "bad-name"));
    let null = reqwest::Client::new().post(format!("http://{}/api/v1/games/{game}/resign", server.address));
    let null = null.bearer_auth(&white.token).header("content-type", "application/json").body("null");
    assert_eq!(null.send().await.unwrap().status(), StatusCode::OK, "null stands for no body");
}

#[tokio::test]
async fn a_challenge_is_taken_once_and_the_taker_is_told_the_same_game_again() {
    let server = TestServer::open().await;
    let [maker, taker, late] = [server.guest("Maker").await, server.guest("Taker").await, server.guest("Late").await];
    let (_, made) = maker.post(&server, "challenges", &untimed("magnetic")).await;
    let path = format!("challenges/{}", made["id"].as_str().unwrap());
    let accept = format!("{path}/accept");
    assert_eq!(maker.post(&server, &accept, &Value::Null).await.0, StatusCode::CONFLICT);
    let (_, open) = late.get(&server, &path).await;
    assert_eq!((open["state"].as_str(), open["yours"].as_bool()), (Some("open"), Some(false)));
    let first = taker.post(&server, &accept, &Value::Null).await;
    assert_eq!(first.0, StatusCode::OK);
    assert_eq!(taker.post(&server, &accept, &Value::Null).await, first);
    assert_eq!(late.post(&server, &accept, &Value::Null).await.0, StatusCode::CONFLICT);
    let (_, accepted) = maker.get(&server, &path).await;
    assert_eq!((accepted["state"].as_str(), &accepted["game"]), (Some("accepted"), &first.1["game"]));
    // A person who comes too late can watch.
    for (who, plays) in [(&maker, true), (&taker, true), (&late, false)] {
        let (_, told) = who.get(&server, &path).await;
        assert_eq!((&told["game"], &told["plays"]), (&first.1["game"], &json!(plays)));
    }

    let (_, made) = maker.post(&server, "challenges", &untimed("magnetic")).await;
    let path = format!("challenges/{}", made["id"].as_str().unwrap());
    // A person with the link cannot end it for others.
    assert_eq!(late.post(&server, &format!("{path}/decline"), &Value::Null).await.0, StatusCode::FORBIDDEN);
    assert_eq!(taker.post(&server, &format!("{path}/accept"), &Value::Null).await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_link_works_again_after_a_game_that_was_aborted() {
    let server = TestServer::open().await;
    let [maker, taker] = [server.guest("Maker").await, server.guest("Taker").await];
    let (_, made) = maker.post(&server, "challenges", &untimed("magnetic")).await;
    let path = format!("challenges/{}", made["id"].as_str().unwrap());
    let accept = format!("{path}/accept");
    let (_, first) = taker.post(&server, &accept, &Value::Null).await;
    let abort = format!("games/{}/abort", first["game"].as_str().unwrap());
    assert_eq!(taker.post(&server, &abort, &Value::Null).await.0, StatusCode::OK);
    let (_, told) = maker.get(&server, &path).await;
    assert_eq!(
        (&told["state"], &told["game"], &told["abortedGame"]),
        (&json!("open"), &Value::Null, &first["game"]),
        "{told}"
    );
    let (status, second) = taker.post(&server, &accept, &Value::Null).await;
    assert_eq!(status, StatusCode::OK);
    assert_ne!(first["game"], second["game"]);
    let (_, told) = maker.get(&server, &path).await;
    assert_eq!((&told["state"], &told["game"]), (&json!("accepted"), &second["game"]));
}

#[tokio::test]
async fn an_invitation_shows_whether_its_maker_is_there() {
    let server = TestServer::open().await;
    let [maker, invited] = [server.guest("Maker").await, server.guest("Invited").await];
    let (_, made) = maker.post(&server, "challenges", &untimed("magnetic")).await;
    let path = format!("challenges/{}", made["id"].as_str().unwrap());
    let is_here = async || invited.get(&server, &path).await.1["makerHere"].clone();
    assert_eq!(is_here().await, json!(false));
    let socket = maker.connect(&server).await;
    assert_eq!(is_here().await, json!(true));
    drop(socket);
    soon(async {
        while is_here().await == json!(true) {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    })
    .await;
    invited.post(&server, &format!("{path}/accept"), &Value::Null).await;
    assert_eq!(is_here().await, Value::Null);
}

#[tokio::test]
async fn whoever_has_the_link_of_a_challenge_that_was_withdrawn_is_told_so() {
    let server = TestServer::open().await;
    let [maker, invited] = [server.guest("Maker").await, server.guest("Invited").await];
    let (_, made) = maker.post(&server, "challenges", &untimed("magnetic")).await;
    let path = format!("challenges/{}", made["id"].as_str().unwrap());
    assert_eq!(invited.send(&server, Method::DELETE, &path, &Value::Null).await.0, StatusCode::FORBIDDEN);
    for _ in ["once", "and sent again"] {
        assert_eq!(maker.send(&server, Method::DELETE, &path, &Value::Null).await.0, StatusCode::NO_CONTENT);
    }
    let (status, told) = invited.get(&server, &path).await;
    assert_eq!(
        (status, &told["state"], &told["maker"]["name"]),
        (StatusCode::OK, &json!("withdrawn"), &json!("Maker"))
    );
    let (status, problem) = invited.post(&server, &format!("{path}/accept"), &Value::Null).await;
    assert_eq!((status, &problem["kind"]), (StatusCode::GONE, &json!("challenge-over")));
    let nothing = maker.send(&server, Method::DELETE, "challenges/D2yppevO", &Value::Null).await;
    assert_eq!(nothing.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_rematch_begins_with_sides_changed_once_both_want_it() {
    let server = TestServer::open().await;
    let (game, white, black) = server.game(untimed("emulation")).await;
    let rematch = format!("games/{game}/rematch");
    assert_eq!(white.post(&server, &rematch, &Value::Null).await.0, StatusCode::CONFLICT);
    assert_eq!(white.post(&server, &format!("games/{game}/resign"), &Value::Null).await.0, StatusCode::OK);
    let (_, proposed) = black.post(&server, &rematch, &Value::Null).await;
    assert!(proposed["challenge"].is_string() && proposed["game"].is_null(), "{proposed}");
    assert_eq!(black.post(&server, &rematch, &Value::Null).await.1, proposed);
    let (_, begun) = white.post(&server, &rematch, &Value::Null).await;
    let next = begun["game"].as_str().unwrap();
    let (_, told) = white.get(&server, &format!("games/{next}")).await;
    assert_eq!((told["side"].as_str(), told["rematchOf"].as_str()), (Some("black"), Some(game.as_str())));
    assert_eq!(black.post(&server, &rematch, &Value::Null).await.1["game"], json!(next));
}

#[tokio::test]
async fn what_was_planned_is_played_while_its_player_is_away() {
    let server = TestServer::open().await;
    let days = json!({ "variant": "chess", "terms": { "days": 3 }, "side": "white" });
    let (game, white, black) = server.game(days).await;
    let plan = format!("games/{game}/plan");
    let deep = json!({ "expected": "g1f3", "answer": "b8c6" });
    let planned = json!({ "after": 0, "branches": [{ "expected": "e2e4", "answer": "e7e5", "then": [deep] }] });
    let (status, none) = black.send(&server, Method::PUT, &plan, &planned).await;
    assert_eq!(status, StatusCode::NO_CONTENT, "{none}");
    let illegal = json!({ "after": 0, "branches": [{ "expected": "e2e5", "answer": "e7e5" }] });
    assert_eq!(black.send(&server, Method::PUT, &plan, &illegal).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(white.send(&server, Method::PUT, &plan, &planned).await.0, StatusCode::CONFLICT);
    for (ply, uci, answered) in [(0, "e2e4", 2), (2, "g1f3", 4)] {
        assert_eq!(white.play(&server, &game, ply, uci).await.0, StatusCode::OK);
        soon(async {
            loop {
                let (_, told) = white.get(&server, &format!("games/{game}")).await;
                if told["seq"] == answered {
                    break;
                }
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
        })
        .await;
    }
    let (_, told) = white.get(&server, &format!("games/{game}")).await;
    assert_eq!(told["acts"][3]["fact"]["uci"], "b8c6");
}

#[tokio::test]
async fn a_plan_outlasts_leave_but_not_an_offer() {
    let server = TestServer::open().await;
    let days = json!({ "variant": "chess", "terms": { "days": 3 }, "side": "white" });
    let (game, white, black) = server.game(days).await;
    let plan = format!("games/{game}/plan");
    white.play(&server, &game, 0, "e2e4").await;
    let branches = json!([{ "expected": "e7e5", "answer": "g1f3" }]);
    let planned = json!({ "after": 1, "branches": branches });
    assert_eq!(white.send(&server, Method::PUT, &plan, &planned).await.0, StatusCode::NO_CONTENT);
    black.post(&server, "leave", &json!({ "days": 7 })).await;
    game_when(&server, &white, &game, |told| kind_of_last(told) == "leave").await;
    let depth = async || white.get(&server, "games").await.1["games"][0]["planDepth"].clone();
    assert_eq!(white.get(&server, &plan).await.1, json!({ "after": 2, "branches": branches }));
    assert_eq!(depth().await, json!(1));
    assert_eq!(white.post(&server, &format!("games/{game}/draw"), &Value::Null).await.0, StatusCode::OK);
    assert_eq!(white.get(&server, &plan).await.1, json!({ "after": 3, "branches": [] }));
    assert_eq!(depth().await, Value::Null);
}

#[tokio::test]
async fn the_list_of_games_has_the_open_offers_of_the_opponent() {
    let server = TestServer::open().await;
    let days = json!({ "variant": "chess", "terms": { "days": 3 }, "side": "white" });
    let (game, white, black) = server.game(days).await;
    let offers = async |who: &Guest| who.get(&server, "games").await.1["games"][0]["offers"].clone();
    let draw = json!([{ "what": "draw", "side": "white", "seq": 1 }]);
    assert_eq!(white.post(&server, &format!("games/{game}/draw"), &Value::Null).await.0, StatusCode::OK);
    assert_eq!([offers(&black).await, offers(&white).await], [draw.clone(), Value::Null]);
    // It remains open after a move of its own side, and ends with one of the other.
    white.play(&server, &game, 0, "e2e4").await;
    assert_eq!(offers(&black).await, draw);
    black.play(&server, &game, 1, "e7e5").await;
    assert_eq!(offers(&black).await, Value::Null);
    assert_eq!(black.post(&server, &format!("games/{game}/takeback"), &Value::Null).await.0, StatusCode::OK);
    assert_eq!(offers(&white).await, json!([{ "what": "takeback", "side": "black", "seq": 4 }]));
    assert_eq!(white.post(&server, &format!("games/{game}/no"), &Value::Null).await.0, StatusCode::OK);
    assert_eq!(offers(&white).await, Value::Null);
}

#[tokio::test]
async fn a_page_of_another_site_cannot_act_for_a_visitor() {
    let server = TestServer::open().await;
    let guest = server.guest("Ada").await;
    let url = format!("http://{}/api/v1/challenges", server.address);
    let ask = |origin: Option<String>| {
        let request = reqwest::Client::new().post(&url).header("cookie", format!("faraday-session={}", guest.token));
        let request = origin.iter().fold(request, |request, origin| request.header("origin", origin));
        request.json(&untimed("chess")).send()
    };
    assert_eq!(soon(ask(Some(format!("http://{}", server.address)))).await.unwrap().status().as_u16(), 201);
    for origin in [Some("http://evil.example".to_owned()), Some("null".to_owned()), None] {
        assert_eq!(soon(ask(origin)).await.unwrap().status().as_u16(), 403);
    }
    let upgrade = |headers: &[(&str, &str)]| {
        let request = reqwest::Client::new().get(format!("http://{}/api/v1/live", server.address));
        let request = request.header("connection", "upgrade").header("upgrade", "websocket");
        let request =
            request.header("sec-websocket-version", "13").header("sec-websocket-key", "AAAAAAAAAAAAAAAAAAAAAA==");
        headers.iter().fold(request, |request, (name, value)| request.header(*name, *value)).send()
    };
    let bearer = format!("Bearer {}", guest.token);
    let lower = format!("bearer {}", guest.token);
    for (headers, status) in [
        (&[("authorization", bearer.as_str())][..], 101),
        (&[("authorization", lower.as_str())], 101),
        (&[("authorization", "Bearer")], 403),
        (&[("authorization", "Basic dW5rbm93bjp4")], 403),
        (&[("authorization", bearer.as_str()), ("origin", "http://evil.example")], 403),
        (&[], 403),
        (&[("authorization", "Bearer unknown")], 401),
    ] {
        assert_eq!(soon(upgrade(headers)).await.unwrap().status().as_u16(), status, "{headers:?}");
    }
}

#[tokio::test]
async fn what_was_acknowledged_is_there_after_a_restart() {
    let server = TestServer::open().await;
    let clock = json!({ "variant": "collision", "terms": { "clock": { "baseMs": 60_000 } }, "side": "white" });
    let (game, white, black) = server.game(clock).await;
    assert_eq!(white.play(&server, &game, 0, "e2e4").await.0, StatusCode::OK);
    assert_eq!(black.play(&server, &game, 1, "e7e5").await.0, StatusCode::OK);
    let server = server.reopen().await;
    let (_, told) = white.get(&server, &format!("games/{game}")).await;
    assert_eq!(told["acts"].as_array().unwrap().len(), 2);
    assert_eq!(white.play(&server, &game, 0, "e2e4").await, (StatusCode::OK, json!({ "seq": 1 })));
    assert_eq!(white.play(&server, &game, 2, "g1f3").await.0, StatusCode::OK);
    let (_, told) = white.get(&server, &format!("games/{game}")).await;
    let facts: Vec<&str> =
        told["acts"].as_array().unwrap().iter().map(|act| act["fact"]["kind"].as_str().unwrap()).collect();
    assert_eq!(facts, ["moved", "moved", "timed", "moved"], "the outage is made good once");
    assert_eq!(told["acts"][2]["fact"]["why"], "outage");
}

#[tokio::test]
async fn what_is_kept_is_counted() {
    let server = TestServer::open().await;
    let (game, white, _) = server.game(untimed("chess")).await;
    assert_eq!(white.play(&server, &game, 0, "e2e4").await.0, StatusCode::OK);
    let counts = soon(reqwest::get(format!("http://{}/api/v1/metrics", server.address))).await.unwrap();
    let counts = soon(counts.text()).await.unwrap();
    for name in [
        "faraday_appends_total{outcome=\"written\"} ",
        "faraday_append_seconds_bucket{le=\"0.1\"} ",
        "faraday_games_open ",
        "faraday_node_restarts_total ",
    ] {
        assert!(counts.contains(name), "{name}: {counts}");
    }
}

#[tokio::test]
async fn an_offer_of_another_protocol_than_websocket_is_ignored() {
    let server = TestServer::open().await;
    let get = |upgrade: &str| {
        let request = reqwest::Client::new().get(format!("http://{}/api/v1/session", server.address));
        request.header("connection", "Upgrade, HTTP2-Settings").header("upgrade", upgrade).send()
    };
    // The request of `curl --http2`.
    assert_eq!(get("h2c").await.unwrap().status(), 200);
    assert_eq!(get("WebSocket").await.unwrap().status(), 403);
}

#[tokio::test]
async fn a_session_in_a_cookie_of_the_earlier_name_goes_on_under_the_other() {
    let server = TestServer::open().await;
    let [ada, bo] = [server.guest("Ada").await, server.guest("Bo").await];
    let ask = async |cookie: String| {
        let url = format!("http://{}/api/v1/session", server.address);
        let answer = soon(reqwest::Client::new().get(url).header("cookie", cookie).send()).await.unwrap();
        let set = answer.headers().get("set-cookie").map(|set| set.to_str().unwrap().to_owned());
        let told: Value = soon(answer.json()).await.unwrap();
        (told["who"]["name"].clone(), set.map(|set| set.split(';').next().unwrap().to_owned()))
    };
    let (old, new) = (format!("session={}", ada.token), format!("faraday-session={}", bo.token));
    assert_eq!(ask(old.clone()).await, (json!("Ada"), Some(format!("faraday-session={}", ada.token))));
    // The cookie is renewed at each visit.
    assert_eq!(ask(new.clone()).await, (json!("Bo"), Some(new.clone())));
    assert_eq!(ask(format!("{old}; {new}")).await, (json!("Bo"), Some(new)));
    // A cookie with the same name by another program on the host is ignored.
    assert_eq!(ask("session=eyJ1c2VyIjoxfQ.abc".to_owned()).await, (Value::Null, None));
}
