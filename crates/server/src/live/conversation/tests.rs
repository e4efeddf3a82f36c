//! A test of a connection's protocol without a socket, which reads the frames from its outgoing queue.

use std::net::IpAddr;

use faraday_play::Terms;
use faraday_store::testing::begin;
use faraday_store::{Location, NewGame, Seat, TokenHash};
use faraday_variants::RULES_VERSION;
use faraday_wire::live::PROTOCOL;
use governor::RateLimiter;
use tokio::sync::mpsc::Receiver;

use super::*;
use crate::config::{Config, Limits};
use crate::endgames::Endgames;
use crate::hub::quota;
use crate::rate_limits::{ActLimit, ChallengeLimit, ClientRateLimit, LiveLimits, Quantity};

const ID: &str = "0123456789abcdef";

/// Begins a game between two guests, one of whom has the session, on a node of its own.
async fn begun(play: &Play) -> (GameId, Session) {
    let (now, store) = (play.now(), play.store());
    let ends_at = now.after(Duration::from_secs(3600));
    let mut seats = Vec::new();
    for name in ["White", "Black"] {
        let guest = store.add_guest(name, &TokenHash::of(name), "a test", [now, ends_at]).await.unwrap();
        seats.push(Seat::new(guest, None));
    }
    let session = Session { who: seats[0].who, name: "White".to_owned(), role: None };
    let new = NewGame {
        variant: "chess".to_owned(),
        rules: RULES_VERSION.to_owned(),
        fen: None,
        terms: Terms::UNLIMITED,
        seats: seats.try_into().unwrap(),
        started_at: now,
        wake_at: None,
        summary: None,
    };
    (begin(store, &new).await.unwrap(), session)
}

/// Returns the next outgoing item.
async fn next_outgoing(outgoing: &mut Receiver<Outgoing>) -> Outgoing {
    tokio::time::timeout(Duration::from_secs(10), outgoing.recv()).await.expect("no item arrives").unwrap()
}

#[tokio::test]
async fn a_move_in_a_reopened_game_is_seen_before_it_is_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let database = Location::file(folder.path().join("play.db"));
    let config = Config { database, ..Config::default() };
    let (play, _heard) = Play::open(&config, Endgames::open(&config.tables)).await.unwrap();
    let (game, session) = begun(&play).await;
    let (queue, mut outgoing) = OutgoingQueue::new();
    let limiters = Limiters {
        own: RateLimiter::direct(quota(Limits::default().live_messages)),
        shared: None,
        hourly: LiveLimits {
            challenges: ChallengeLimit(ClientRateLimit::hourly(
                1,
                Quantity { name: "challenges", option: "--challenges-per-client" },
            )),
            acts: ActLimit(ClientRateLimit::hourly(100, Quantity { name: "moves", option: "--acts-per-client" })),
        },
        client: Client::at(IpAddr::from([127, 0, 0, 1])),
    };
    let mut conversation = Conversation::new(play.clone(), Some(session), queue, limiters);
    conversation.handle(&format!(r#"{{"kind":"hello","protocol":{PROTOCOL}}}"#));
    assert_eq!(conversation.priority(), Priority::Unsubscribed);
    conversation.handle(&format!(r#"{{"kind":"preview","game":"{game}"}}"#));
    assert_eq!(conversation.priority(), Priority::Unsubscribed, "a small board in a list keeps no socket");
    conversation.handle(&format!(r#"{{"kind":"watch","game":"{game}"}}"#));
    assert_eq!(conversation.priority(), Priority::Subscribed);
    loop {
        let outgoing = next_outgoing(&mut outgoing).await;
        conversation.note_outgoing(&outgoing);
        if matches!(&outgoing, Outgoing::Frame(frame) if matches!(**frame, Frame::Game { .. })) {
            break;
        }
    }
    // The node has closed the game, but the connection has not been notified when the move arrives.
    play.games.close_all();
    conversation.handle(&format!(r#"{{"kind":"move","id":"{ID}","game":"{game}","seen":0,"ply":0,"uci":"e2e4"}}"#));
    let mut last = 0;
    loop {
        match next_outgoing(&mut outgoing).await {
            Outgoing::GameMessage(message) => {
                if let Event::Act(_, act) = &message.event {
                    last = act.seq;
                }
            }
            Outgoing::Game(_) => panic!("the game has few acts"),
            Outgoing::Frame(frame) => match *frame {
                Frame::Game { game, .. } => last = game.seq,
                Frame::Ack { seq, .. } => {
                    assert_eq!((seq, last), (Some(1), 1));
                    return;
                }
                _ => {}
            },
        }
    }
}
