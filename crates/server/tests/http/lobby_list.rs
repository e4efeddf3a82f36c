//! Measurement of the lobby with 2,000 seeks: the list, and the search for an opponent.

use std::time::Instant;

use faraday_play::{Days, Terms, TimeMode};
use faraday_rules::Color;
use faraday_store::testing::Postgres;
use faraday_store::{
    MemberName, NewMember, NewSeek, NewSession, Options, PersonId, PostSeekResult, PreparedGame, Role, SeekGame,
    SignUpResult, Store, TokenHash,
};
use serde_json::Value;

use crate::client::TestServer;
use crate::people::member;

const SEEKS: usize = 2000;
const VARIANTS: usize = 40;
const ROUNDS: usize = 100;

fn games(variants: impl IntoIterator<Item = usize>) -> Vec<PreparedGame> {
    let terms = Terms { time_mode: TimeMode::Days(Days::new(3).unwrap()), rated: false };
    let prepare = |variant: usize| PreparedGame {
        fen: None,
        game: SeekGame { variant: format!("variant{variant}"), terms },
        rules: "1".to_owned(),
        wake_at: None,
        summary: None,
    };
    variants.into_iter().map(prepare).collect()
}

async fn sign_up(store: &Store, name: &str) -> PersonId {
    let now = store.now().await.unwrap();
    let key = name.to_lowercase();
    let name = MemberName { name: name.to_owned(), look: key.clone(), key: key.clone() };
    let new = NewMember { name, password: "a hash".to_owned(), role: Role::Member };
    let ends_at = faraday_play::Timestamp::from_millis(now.as_millis() + 86_400_000);
    let session = NewSession { token: TokenHash::of(&key), agent: String::new(), begins_at: now, ends_at };
    match store.sign_up(None, &new, &session).await.unwrap() {
        SignUpResult::Begun(session) => session.who,
        refused => panic!("{refused:?}"),
    }
}

fn print(what: &str, mut times: Vec<f64>) {
    times.sort_by(f64::total_cmp);
    let rank = |percent: usize| times[times.len() * percent / 100];
    println!("{what}: p50 {:.2} ms, p99 {:.2} ms", rank(50), rank(99));
}

#[tokio::test]
#[ignore = "a measurement"]
async fn the_lobby_with_two_thousand_seeks() {
    let location = Postgres::shared().unwrap().database().await;
    let server = TestServer::join(&location).await;
    let store = Store::open(&location, &Options::default()).await.unwrap();
    for number in 0..SEEKS {
        let name = format!("m{number}");
        let who = sign_up(&store, &name).await;
        let (session, games) = (TokenHash::of(&name), games([number % VARIANTS]));
        let made_at = store.now().await.unwrap();
        let seek = NewSeek {
            who,
            session,
            games,
            side: Some(Color::White),
            wants_near: false,
            made_at,
            last_opponent: None,
            ids: None,
        };
        let posted = store.post_seek(&seek).await.unwrap();
        assert!(matches!(posted, PostSeekResult::Waiting(_)), "{posted:?}");
    }
    let ada = member(&server, "Ada").await;
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let began = Instant::now();
        let (_, list): (_, Value) = ada.get(&server, "seeks").await;
        times.push(began.elapsed().as_secs_f64() * 1e3);
        assert_eq!(list["seeks"].as_array().unwrap().len(), 100);
    }
    print("GET /seeks", times);
    for (what, side) in [("no opponent", Some(Color::White)), ("the first opponent", None)] {
        let mut times = Vec::new();
        for number in 0..ROUNDS {
            let name = format!("{}{number}", if side.is_some() { "x" } else { "y" });
            let who = sign_up(&store, &name).await;
            let made_at = store.now().await.unwrap();
            let games = games(0..VARIANTS);
            let seek = NewSeek {
                who,
                session: TokenHash::of(&name),
                games,
                side,
                wants_near: false,
                made_at,
                last_opponent: None,
                ids: None,
            };
            let began = Instant::now();
            let posted = store.post_seek(&seek).await.unwrap();
            times.push(began.elapsed().as_secs_f64() * 1e3);
            match posted {
                PostSeekResult::Waiting(id) => assert!(store.withdraw_seek(id, who).await.unwrap()),
                posted => assert!(side.is_none() && matches!(posted, PostSeekResult::Begun(_)), "{posted:?}"),
            }
        }
        print(what, times);
    }
}
