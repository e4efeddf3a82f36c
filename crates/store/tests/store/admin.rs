//! Tests of confirmed sessions, of the search for members, and of settings.

use faraday_store::{
    Accounts, CredentialResult, ErasureResult, Factor, MemberName, NewMember, NewSession, Role, SignInResult,
    SignUpResult, Store, TokenHash,
};

use crate::support::{Place, in_both, ms};

in_both! {
    a_code_confirms_one_session_once,
    a_sign_in_with_a_code_is_confirmed,
    of_two_sessions_that_use_one_code_one_is_confirmed,
    members_are_found_by_a_part_of_the_name,
    settings_are_changed_together,
}

fn name(text: &str) -> MemberName {
    MemberName { name: text.to_owned(), key: text.to_lowercase(), look: text.to_lowercase() }
}

fn session(token: &str, now: u64) -> NewSession {
    NewSession { token: TokenHash::of(token), agent: String::new(), begins_at: ms(now), ends_at: ms(now + 1_000_000) }
}

async fn added(store: &Store, text: &str) -> faraday_store::PersonId {
    let member = NewMember { name: name(text), password: "hash".to_owned(), role: Role::Admin };
    match store.sign_up(None, &member, &session(text, 0)).await.unwrap() {
        SignUpResult::Begun(session) => session.who,
        refused => panic!("{refused:?}"),
    }
}

/// Returns the times at which the session of a token was confirmed, and at which the pages for admins were used.
async fn times(store: &Store, token: &str) -> [Option<u64>; 2] {
    let rights = store.session_rights(&TokenHash::of(token)).await.unwrap().unwrap();
    [rights.confirmed_at, rights.admin_at].map(|at| at.map(faraday_play::Timestamp::as_millis))
}

/// Adds an admin with an authenticator app, whose session `app` is confirmed at 5.
async fn secured(store: &Store) -> faraday_store::PersonId {
    let ada = added(store, "Ada").await;
    let rights = store.session_rights(&TokenHash::of("Ada")).await.unwrap().unwrap();
    assert_eq!((rights.role, rights.has_totp), (Some(Role::Admin), false));
    assert!(store.begin_totp(ada, "secret").await.unwrap());
    assert!(!store.session_rights(&TokenHash::of("Ada")).await.unwrap().unwrap().has_totp, "it is not confirmed yet");
    let begun = store.confirm_totp(ada, 10, &[], &session("app", 5)).await.unwrap();
    assert!(matches!(begun, CredentialResult::Changed(_)));
    assert!(store.session_rights(&TokenHash::of("app")).await.unwrap().unwrap().has_totp);
    assert_eq!(times(store, "app").await, [Some(5), Some(5)]);
    ada
}

async fn a_code_confirms_one_session_once(place: Place) {
    let store = place.open().await;
    let ada = secured(&store).await;
    assert_eq!(store.session_rights(&TokenHash::of("Ada")).await.unwrap(), None, "it has ended");
    let begun = store.sign_in(ada, vec![], None, None, &session("phone", 6)).await.unwrap();
    assert!(matches!(begun, SignInResult::Begun(_)));
    assert_eq!(times(&store, "phone").await, [None, None]);
    let confirm =
        async |token: &str, step, now| store.confirm_session(ada, &TokenHash::of(token), step, ms(now)).await.unwrap();
    assert!(!confirm("phone", 10, 7).await, "this code has been used");
    assert!(!confirm("nowhere", 11, 7).await);
    assert!(confirm("phone", 11, 7).await, "a session that does not exist uses no code");
    assert!(!confirm("app", 11, 8).await);
    assert_eq!((times(&store, "app").await, times(&store, "phone").await), ([Some(5); 2], [Some(7); 2]));
    store.use_admin_pages(&TokenHash::of("phone"), ms(9)).await.unwrap();
    assert_eq!(times(&store, "phone").await, [Some(7), Some(9)]);
    // The session of another person is not confirmed.
    added(&store, "Bo").await;
    assert!(!confirm("Bo", 12, 9).await);
    assert_eq!(times(&store, "Bo").await, [None, None]);
    // A disabled account has no rights.
    let bo = TokenHash::of("Bo");
    store.disable("bo", Some(ms(9))).await.unwrap();
    assert_eq!(store.session_rights(&bo).await.unwrap(), None);
}

async fn a_sign_in_with_a_code_is_confirmed(place: Place) {
    let store = place.open().await;
    let ada = secured(&store).await;
    let factors = vec![Factor::Totp { step: 11 }];
    let begun = store.sign_in(ada, factors, None, None, &session("phone", 6)).await.unwrap();
    assert!(matches!(begun, SignInResult::Begun(_)));
    assert_eq!(times(&store, "phone").await, [Some(6), Some(6)]);
    assert_eq!(times(&store, "app").await, [Some(5), Some(5)]);
}

async fn of_two_sessions_that_use_one_code_one_is_confirmed(place: Place) {
    let (one, other) = (place.open().await, place.location.clone());
    let ada = secured(&one).await;
    one.sign_in(ada, vec![], None, None, &session("phone", 6)).await.unwrap();
    let other = Store::open_beside(&other, &faraday_store::Options::default()).await.unwrap();
    let (app, phone) = (TokenHash::of("app"), TokenHash::of("phone"));
    let (first, second) =
        tokio::join!(one.confirm_session(ada, &app, 20, ms(9)), other.confirm_session(ada, &phone, 20, ms(9)));
    assert_ne!(first.unwrap(), second.unwrap());
}

async fn members_are_found_by_a_part_of_the_name(place: Place) {
    let store = place.open().await;
    for name in ["Ada", "Adam", "Bo_1", "Box1", "Madame"] {
        added(&store, name).await;
    }
    let found_in = async |accounts, part: &str, after: &str, limit| {
        let found = store.find_members(part, accounts, after, limit).await.unwrap();
        found.into_iter().map(|member| member.name).collect::<Vec<_>>()
    };
    let found = async |part: &str, after: &str, limit| found_in(Accounts::All, part, after, limit).await;
    assert_eq!(found("", "", 9).await, ["Ada", "Adam", "Bo_1", "Box1", "Madame"]);
    assert_eq!(found("", "", 2).await, ["Ada", "Adam"]);
    assert_eq!(found("", "adam", 2).await, ["Bo_1", "Box1"]);
    assert_eq!(found("ada", "", 9).await, ["Ada", "Adam", "Madame"]);
    assert_eq!(found("o_1", "", 9).await, ["Bo_1"], "an underscore stands for itself");
    for part in ["%", "\\", "zz", "'"] {
        assert_eq!(found(part, "", 9).await, Vec::<String>::new(), "{part}");
    }
    // Of the closed accounts, those that are kept are no longer found.
    assert_eq!(found_in(Accounts::Closed, "", "", 9).await, Vec::<String>::new());
    let mut people = Vec::new();
    for name in ["ada", "box1", "madame"] {
        let who = store.member_named(name).await.unwrap().unwrap().who;
        let erasure = store.begin_erasure(who, vec![], [ms(5), ms(9)]).await.unwrap();
        assert_eq!(erasure, ErasureResult::Begun { erase_at: ms(9) });
        people.push(who);
    }
    assert_eq!(found_in(Accounts::Closed, "", "", 9).await, ["Ada", "Box1", "Madame"]);
    assert_eq!(found_in(Accounts::Closed, "ada", "ada", 9).await, ["Madame"]);
    assert!(store.undo_erasure(people[1]).await.unwrap());
    assert!(!store.undo_erasure(people[1]).await.unwrap(), "it is undone already");
    assert_eq!(found_in(Accounts::Closed, "", "", 9).await, ["Ada", "Madame"]);
    assert_eq!(store.due_erasures(ms(9), 9).await.unwrap().len(), 2);
    assert!(store.erase(people[0], ms(9)).await.unwrap() && !store.erase(people[1], ms(9)).await.unwrap());
    assert!(!store.undo_erasure(people[0]).await.unwrap(), "it is too late");
    assert_eq!(found("", "", 9).await, ["Adam", "Bo_1", "Box1", "Madame"]);
}

async fn settings_are_changed_together(place: Place) {
    let store = place.open().await;
    assert!(store.settings().await.unwrap().is_empty());
    let change = async |changes: Vec<(&'static str, Option<&str>)>| {
        let changes = changes.into_iter().map(|(name, value)| (name, value.map(str::to_owned))).collect();
        store.change_settings(changes).await.unwrap();
        store.settings().await.unwrap().into_iter().collect::<Vec<_>>()
    };
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(change(vec![("a", Some("1")), ("b", Some("2"))]).await, [pair("a", "1"), pair("b", "2")]);
    assert_eq!(change(vec![("a", Some("3")), ("b", None), ("c", None)]).await, [pair("a", "3")]);
}
