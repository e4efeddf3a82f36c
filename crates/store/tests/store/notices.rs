//! Tests of notices, of the devices that they are sent to, and of the settings of both.

use faraday_rules::Color;
use faraday_store::testing::begin;
use faraday_store::{
    AddDeviceResult, Channels, Device, Ended, Entry, GameId, Locale, MAX_DEVICES, NewDevice, NewNotice, NoticeBody,
    NoticeKind, NoticeSelection, PersonId, Store, TokenHash,
};

use crate::support::{Place, closed, entry, in_both, ms, new_game};

in_both! {
    a_notice_is_added_once,
    notices_are_listed_by_page_and_read,
    old_notices_are_deleted,
    notices_go_with_their_game_and_their_person,
    a_person_has_five_devices_at_most,
    a_device_goes_with_its_session,
    a_device_belongs_to_whom_it_was_added_last,
    settings_are_kept,
    the_vapid_key_is_stored_once,
    a_second_session_is_reported,
}

const DAY: u64 = 24 * 3600 * 1000;

async fn ada(store: &Store) -> PersonId {
    store.add_guest("Ada", &TokenHash::of("ada"), "", [ms(0), ms(400 * DAY)]).await.unwrap()
}

fn notice(who: PersonId, key: &str, at: u64) -> NewNotice {
    let (key, body) = (key.to_owned(), NoticeBody::default());
    NewNotice { who, key, kind: NoticeKind::Turn, game: None, at: ms(at), body, send_at: ms(at + 10_000) }
}

fn device(who: PersonId, session: &str, number: usize) -> NewDevice {
    NewDevice {
        who,
        session: TokenHash::of(session),
        endpoint: format!("https://push.example/{number}"),
        p256dh: "p".to_owned(),
        auth: "a".to_owned(),
        agent: "a browser".to_owned(),
    }
}

async fn added(store: &Store, new: &NewDevice) -> Device {
    match store.add_device(new, ms(1)).await.unwrap() {
        AddDeviceResult::Added(device) => device,
        refused => panic!("{refused:?}"),
    }
}

async fn keys(store: &Store, who: PersonId) -> Vec<String> {
    store.notices(who, 100, None).await.unwrap().into_iter().map(|notice| notice.key).collect()
}

async fn a_notice_is_added_once(place: Place) {
    let store = place.open().await;
    let who = ada(&store).await;
    let two = vec![notice(who, "turn/a/1", 1), notice(who, "turn/a/2", 2)];
    let (first, second) = tokio::join!(store.add_notices(two.clone()), store.add_notices(two.clone()));
    assert_eq!([first.unwrap(), second.unwrap()].concat().len(), 2);
    assert_eq!(store.add_notices(vec![notice(who, "turn/a/2", 3)]).await, Ok(Vec::new()));
    assert_eq!(store.add_notices(vec![notice(PersonId::random(), "turn/a/2", 3)]).await, Ok(Vec::new()));
    let stored = store.notice(who, "turn/a/2").await.unwrap().unwrap();
    assert_eq!((stored.kind, stored.at, stored.read_at), (NoticeKind::Turn, ms(2), None));
}

async fn notices_are_listed_by_page_and_read(place: Place) {
    let store = place.open().await;
    let who = ada(&store).await;
    let game = GameId::random();
    let mut new: Vec<NewNotice> = (0..5).map(|number| notice(who, &format!("k{number}"), number / 2)).collect();
    new[1].game = Some(game);
    new[4].kind = NoticeKind::Ended;
    store.add_notices(new).await.unwrap();
    let page = store.notices(who, 3, None).await.unwrap();
    assert_eq!(page.iter().map(|notice| notice.key.as_str()).collect::<Vec<_>>(), ["k4", "k3", "k2"]);
    let rest = store.notices(who, 3, Some(&page[2].cursor())).await.unwrap();
    assert_eq!(rest.iter().map(|notice| notice.key.as_str()).collect::<Vec<_>>(), ["k1", "k0"]);
    assert!(store.has_unread_notice(who, game).await.unwrap());
    assert_eq!(store.read_notices(who, NoticeSelection::Game(game), ms(9)).await, Ok(1));
    assert!(!store.has_unread_notice(who, game).await.unwrap());
    assert_eq!(store.notice(who, "k1").await.unwrap().unwrap().read_at, Some(ms(9)));
    let chosen = NoticeSelection::Keys(vec!["k0".to_owned(), "k1".to_owned(), "other".to_owned()]);
    assert_eq!(store.read_notices(who, chosen, ms(10)).await, Ok(1), "k1 was read before");
    assert_eq!(store.unread_notices(who).await, Ok(3));
    let hidden = Channels { app: false, ..Channels::default_for(NoticeKind::Ended) };
    store.set_channels(who, NoticeKind::Ended, hidden).await.unwrap();
    assert_eq!((store.unread_notices(who).await, keys(&store, who).await.len()), (Ok(2), 4));
    assert_eq!(store.read_notices(who, NoticeSelection::All, ms(11)).await, Ok(3));
    assert_eq!(store.unread_notices(who).await, Ok(0));
}

async fn old_notices_are_deleted(place: Place) {
    let store = place.open().await;
    let who = ada(&store).await;
    store.add_guest("Bob", &TokenHash::of("b"), "", [ms(0), ms(9)]).await.unwrap();
    // More than one transaction deletes.
    let new = (0..450).map(|number| notice(who, &format!("old{number}"), 1)).collect();
    store.add_notices(new).await.unwrap();
    store.add_notices(vec![notice(who, "read", 29 * DAY), notice(who, "unread", 29 * DAY)]).await.unwrap();
    store.read_notices(who, NoticeSelection::Keys(vec!["read".to_owned()]), ms(30 * DAY)).await.unwrap();
    for day in [29, 58, 87] {
        store.session(&TokenHash::of("ada"), ms(day * DAY)).await.unwrap().unwrap();
    }
    store.delete_expired(ms(59 * DAY)).await.unwrap();
    assert_eq!(store.unread_notices(who).await, Ok(451));
    assert!(store.notice(who, "read").await.unwrap().is_some(), "it was read 29 days ago");
    store.delete_expired(ms(60 * DAY)).await.unwrap();
    assert!(store.notice(who, "read").await.unwrap().is_none());
    store.delete_expired(ms(90 * DAY + 1)).await.unwrap();
    assert_eq!(keys(&store, who).await, ["unread"]);
}

async fn notices_go_with_their_game_and_their_person(place: Place) {
    let store = place.open().await;
    let who = ada(&store).await;
    let mut new = new_game();
    new.seats[0].who = who;
    let game = begin(&store, &new).await.unwrap();
    let ended = Some(Ended { winner: None, reason: "aborted".to_owned(), plies: 0 });
    store.append(Entry { ended, ..entry(game, closed(1, 5, Color::White)) }).await.unwrap();
    let about = NewNotice { game: Some(game), ..notice(who, "ended", 5) };
    store.add_notices(vec![about, notice(who, "other", 5)]).await.unwrap();
    store.delete_expired(ms(7 * DAY + 5)).await.unwrap();
    assert_eq!(keys(&store, who).await, ["other"]);
    store.end_session(&TokenHash::of("ada"), ms(8 * DAY)).await.unwrap();
    assert_eq!(store.delete_expired(ms(10 * DAY)).await.unwrap().guests, 2);
    assert_eq!(keys(&store, who).await, [""; 0]);
}

async fn a_person_has_five_devices_at_most(place: Place) {
    let store = place.open().await;
    let who = ada(&store).await;
    let six = (0..6).map(|number| device(who, "ada", number)).collect::<Vec<_>>();
    let mut requests = tokio::task::JoinSet::new();
    for new in six.clone() {
        let store = store.clone();
        requests.spawn(async move { store.add_device(&new, ms(1)).await.unwrap() });
    }
    let results = requests.join_all().await;
    assert_eq!(results.iter().filter(|result| **result == AddDeviceResult::TooMany).count(), 1);
    let devices = store.devices(who).await.unwrap();
    assert_eq!(devices.len(), MAX_DEVICES);
    let known = six.iter().find(|new| new.endpoint == devices[2].endpoint).unwrap();
    let again = NewDevice { auth: "another".to_owned(), ..known.clone() };
    assert_eq!(added(&store, &again).await.id, devices[2].id, "its subscription is renewed");
    let security = keys(&store, who).await;
    assert_eq!(security.len(), MAX_DEVICES, "each device is reported once: {security:?}");
    assert!(store.delete_device(devices[2].id).await.unwrap());
    assert!(!store.delete_device(devices[2].id).await.unwrap());
    assert_eq!(store.device(devices[2].id).await, Ok(None));
    assert_eq!(store.devices(who).await.unwrap().len(), 4);
}

async fn a_device_goes_with_its_session(place: Place) {
    let store = place.open().await;
    let who = ada(&store).await;
    let [letter, phone, idle] = ["letter", "phone", "idle"].map(TokenHash::of);
    for token in [&phone, &idle] {
        store.add_one_time_token(who, &letter, ms(DAY)).await.unwrap();
        store.redeem_one_time_token(&letter, token, "", [ms(1), ms(40 * DAY)]).await.unwrap().unwrap();
    }
    let sessions = ["ada", "phone", "idle"];
    for (number, session) in sessions.into_iter().enumerate() {
        added(&store, &device(who, session, number)).await;
    }
    let count = async || store.devices(who).await.unwrap().len();
    store.session(&TokenHash::of("ada"), ms(29 * DAY)).await.unwrap().unwrap();
    store.session(&phone, ms(29 * DAY)).await.unwrap().unwrap();
    store.delete_expired(ms(31 * DAY)).await.unwrap();
    assert_eq!(count().await, 2, "the idle session has expired");
    store.end_other_sessions(who, &TokenHash::of("ada")).await.unwrap();
    assert_eq!(count().await, 1);
    store.end_session(&TokenHash::of("ada"), ms(31 * DAY)).await.unwrap();
    assert_eq!(count().await, 0);
    let late = store.add_device(&device(who, "ada", 9), ms(31 * DAY)).await;
    assert_eq!(late, Ok(AddDeviceResult::NoSession));
}

async fn a_device_belongs_to_whom_it_was_added_last(place: Place) {
    let store = place.open().await;
    let who = ada(&store).await;
    let bob = store.add_guest("Bob", &TokenHash::of("bob"), "", [ms(0), ms(DAY)]).await.unwrap();
    let first = added(&store, &device(who, "ada", 1)).await;
    store.note_sent(first.id, Err(&"x".repeat(300)), ms(5)).await.unwrap();
    let failed = store.device(first.id).await.unwrap().unwrap();
    assert_eq!((failed.last_ok_at, failed.last_error), (None, Some("x".repeat(200))));
    store.note_sent(first.id, Ok(()), ms(6)).await.unwrap();
    let sent = store.device(first.id).await.unwrap().unwrap();
    assert_eq!((sent.last_ok_at, sent.last_error), (Some(ms(6)), None));
    added(&store, &device(bob, "bob", 1)).await;
    assert_eq!((store.devices(who).await.unwrap().len(), store.devices(bob).await.unwrap().len()), (0, 1));
}

async fn settings_are_kept(place: Place) {
    let store = place.open().await;
    let who = ada(&store).await;
    assert_eq!(store.locale(who).await, Ok(Locale::default()));
    let german = Locale { language: Some("de".to_owned()), time_zone: None };
    store.set_locale(who, &german).await.unwrap();
    store.set_locale(who, &Locale::default()).await.unwrap();
    assert_eq!(store.locale(who).await, Ok(german));
    let silent = Channels { app: true, push: false, mail: false };
    for channels in [Channels::default_for(NoticeKind::Time), silent] {
        store.set_channels(who, NoticeKind::Time, channels).await.unwrap();
    }
    let all = store.channels(who).await.unwrap();
    assert_eq!(all.len(), NoticeKind::ALL.len());
    assert_eq!(all[1], (NoticeKind::Time, silent));
    assert_eq!(all[0], (NoticeKind::Turn, Channels::default_for(NoticeKind::Turn)));
}

async fn the_vapid_key_is_stored_once(place: Place) {
    let store = place.open().await;
    assert_eq!(store.vapid_key("first".to_owned()).await.unwrap(), "first");
    assert_eq!(store.vapid_key("second".to_owned()).await.unwrap(), "first");
    assert_ne!(store.bus_key().await.unwrap(), "first");
}

async fn a_second_session_is_reported(place: Place) {
    let store = place.open().await;
    let who = ada(&store).await;
    let letter = TokenHash::of("letter");
    store.add_one_time_token(who, &letter, ms(DAY)).await.unwrap();
    store.redeem_one_time_token(&letter, &TokenHash::of("phone"), "", [ms(7), ms(DAY)]).await.unwrap().unwrap();
    assert_eq!(keys(&store, who).await, ["security/session/7"]);
}
