//! Guests who sign in to an account that exists: their games move to the member, or stay.

use axum::http::StatusCode;
use faraday_store::testing::Postgres;
use faraday_wire::live::{ByeReason, Frame};
use serde_json::{Value, json};

use super::{NOBODY, PASSWORD, begun, kind, live, refused};
use crate::client::{Guest, TestServer};

/// Signs a guest in, who decides about the games.
async fn sign_in(server: &TestServer, guest: &Guest, keep_games: bool) -> (StatusCode, Value) {
    let body = json!({ "name": "Ada", "password": PASSWORD, "keepGames": keep_games });
    guest.post(server, "session", &body).await
}

#[tokio::test]
async fn a_guest_with_games_decides_about_them_once() {
    let server = TestServer::open().await;
    begun(NOBODY.sign_up(&server, "Ada").await);
    let (game, white, black) = server.game(live()).await;
    let mut socket = white.connect(&server).await;
    let undecided = white.sign_in(&server, "Ada", PASSWORD).await;
    assert_eq!((kind(&undecided), &undecided.1["remaining"]), (refused(409, "merge-undecided"), &json!(1)));
    assert_eq!(white.play(&server, &game, 0, "e2e4").await.0, StatusCode::OK, "nothing has changed");
    assert_eq!(kind(&white.sign_in(&server, "Ada", "wrong password").await), refused(401, "wrong-credentials"));

    let ada = begun(sign_in(&server, &white, true).await);
    assert!(matches!(socket.next_event().await, Frame::Bye { reason: ByeReason::Session, .. } | Frame::Started { .. }));
    assert_eq!(kind(&white.get(&server, "session").await), refused(401, "no-session"));
    assert_eq!(black.play(&server, &game, 1, "e7e5").await.0, StatusCode::OK);
    // The game is still open on this node, with the guest in its seat.
    assert_eq!(ada.play(&server, &game, 2, "g1f3").await.0, StatusCode::OK);
    let (_, shown) = black.get(&server, &format!("games/{game}")).await;
    assert_eq!(shown["seats"]["white"], json!({ "person": ada.identity(&server).await["person"], "name": "Ada" }));
    let (_, list) = ada.get(&server, "games").await;
    assert_eq!(list["games"][0]["game"], json!(game));
}

#[tokio::test]
async fn games_left_behind_stay_with_the_guest() {
    let server = TestServer::open().await;
    begun(NOBODY.sign_up(&server, "Ada").await);
    let (game, white, _) = server.game(live()).await;
    let ada = begun(sign_in(&server, &white, false).await);
    assert_eq!(kind(&white.get(&server, "session").await), refused(401, "no-session"));
    assert_eq!(ada.get(&server, "games").await.1["games"], json!([]));
    assert_eq!(kind(&ada.play(&server, &game, 0, "e2e4").await), refused(403, "not-yours"));
    // A guest without games has nothing to decide.
    let guest = server.guest("Bo").await;
    begun(guest.sign_in(&server, "Ada", PASSWORD).await);
}

#[tokio::test]
async fn a_node_that_does_not_know_of_a_merge_reads_the_game_once_more() {
    let location = Postgres::shared().unwrap().database().await;
    let [one, other] = [TestServer::join(&location).await, TestServer::join(&location).await];
    begun(NOBODY.sign_up(&one, "Ada").await);
    let (game, white, black) = one.game(live()).await;
    // Both nodes have the game open. No bus connects them.
    assert_eq!(white.play(&one, &game, 0, "e2e4").await.0, StatusCode::OK);
    assert_eq!(black.play(&other, &game, 1, "e7e5").await.0, StatusCode::OK);
    let ada = begun(sign_in(&one, &white, true).await);
    assert_eq!(ada.play(&other, &game, 2, "g1f3").await.0, StatusCode::OK);
    let stranger = one.guest("Cy").await;
    assert_eq!(kind(&stranger.play(&other, &game, 3, "b8c6").await), refused(403, "not-yours"));
    let (_, shown) = black.get(&other, &format!("games/{game}")).await;
    assert_eq!(shown["seats"]["white"]["name"], "Ada");
}
