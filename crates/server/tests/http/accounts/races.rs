//! Races on accounts. Each request comes from an address of its own, because one client has one place in the queue of
//! passwords.

use std::num::NonZeroUsize;

use axum::http::StatusCode;
use faraday_server::{Config, Peer};
use faraday_store::Role;
use faraday_wire::live::SignUpMode;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use super::links::{beside, invite};
use super::{NOBODY, PASSWORD, kind, refused, send, server_as};
use crate::client::{Guest, TestServer};

async fn behind_a_proxy(mode: SignUpMode) -> TestServer {
    server_as(Config { peer: Peer::Proxies(NonZeroUsize::MIN), sign_up: Some(mode), ..Config::default() }).await
}

/// Sends requests of one person at once, each from an address of its own.
async fn at_once(server: &TestServer, who: &Guest, path: &str, bodies: &[Value]) -> Vec<(StatusCode, Value)> {
    let bearer = format!("Bearer {}", who.token);
    let requests = (1..).zip(bodies).map(|(number, body): (usize, _)| {
        let bearer = &bearer;
        async move {
            let address = format!("10.0.0.{number}");
            let mut headers = vec![("x-forwarded-for", address.as_str())];
            if !who.token.is_empty() {
                headers.push(("authorization", bearer));
            }
            let answer = send(server, Method::POST, path, &headers, body).await;
            (StatusCode::from_u16(answer.status().as_u16()).unwrap(), answer.json().await.unwrap())
        }
    });
    join_all(requests).await
}

/// Splits answers into those that began a session, and others.
fn split(answers: Vec<(StatusCode, Value)>) -> (Vec<Value>, Vec<(u16, String)>) {
    let (begun, others): (Vec<_>, Vec<_>) = answers.into_iter().partition(|answer| answer.0 == StatusCode::CREATED);
    (begun.into_iter().map(|(_, session)| session).collect(), others.iter().map(kind).collect())
}

#[tokio::test]
async fn a_guest_who_signs_up_in_several_tabs_is_one_member() {
    let server = behind_a_proxy(SignUpMode::Open).await;
    let guest = server.guest("Ada").await;
    let id = guest.identity(&server).await["person"].clone();
    let names = ["Ada", "Ada_L", "Lovelace", "Countess"];
    let bodies = names.map(|name| json!({ "name": name, "password": PASSWORD }));
    let (begun, others) = split(at_once(&server, &guest, "account", &bodies).await);
    let [session] = &begun[..] else { panic!("{begun:?} {others:?}") };
    assert_eq!(session["who"]["person"], id);
    // The session ends when the first tab has signed up. A tab that was admitted before is refused by the store.
    let late = refused(401, "no-session");
    let raced = others.iter().filter(|other| **other != late).collect::<Vec<_>>();
    assert!(!raced.is_empty() && raced.iter().all(|other| **other == refused(409, "not-a-guest")), "{others:?}");
    let mut signed_in = 0;
    for name in names {
        signed_in += usize::from(NOBODY.sign_in(&server, name, PASSWORD).await.0 == StatusCode::CREATED);
    }
    assert_eq!(signed_in, 1);
}

#[tokio::test]
async fn an_invitation_redeemed_several_times_at_once_makes_one_member() {
    let server = behind_a_proxy(SignUpMode::Invited).await;
    invite(&server, None, Role::Member, "link", 60_000).await;
    let bodies =
        ["Ada", "Bo_", "Cy_", "Di_"].map(|name| json!({ "token": "link", "name": name, "password": PASSWORD }));
    let (begun, others) = split(at_once(&server, &NOBODY, "invitations/redeem", &bodies).await);
    assert_eq!((begun.len(), others), (1, vec![refused(410, "link-over"); 3]));
    let store = beside(&server).await;
    assert_eq!(store.members().await.unwrap().len(), 1);
    store.close().await;
}

#[tokio::test]
async fn a_name_that_several_choose_at_once_belongs_to_one() {
    let server = behind_a_proxy(SignUpMode::Open).await;
    let names = ["limes11", "Iimes11", "limesl1", "Iimesl1"];
    let bodies = names.map(|name| json!({ "name": name, "password": PASSWORD }));
    let (begun, others) = split(at_once(&server, &NOBODY, "account", &bodies).await);
    assert_eq!((begun.len(), others), (1, vec![refused(409, "name-taken"); 3]));
}
