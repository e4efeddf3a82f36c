//! Tests of accounts: sign-up, sign-in, second factors, and the end of earlier sessions.

use faraday_store::testing::begin_from;
use faraday_store::{
    AdminResult, CredentialResult, Factor, GameStatus, MemberName, Merge, NewGame, NewMember, NewSession, Origin,
    PersonId, Role, Seat, Session, SignInResult, SignUpResult, Store, TokenHash,
};
use tokio::task::JoinSet;

use crate::support::{Place, in_both, ms, new_game};

in_both! {
    a_guest_becomes_a_member_and_only_the_new_session_is_left,
    of_two_tabs_that_sign_up_one_does,
    of_many_sign_ups_with_one_name_one_succeeds,
    a_sign_in_ends_the_session_it_was_made_in,
    a_code_works_once,
    wrong_codes_are_counted,
    games_move_to_the_member_if_the_guest_wants_that,
    a_game_begins_with_the_member_into_whom_a_guest_was_merged,
    the_last_admin_stays,
    a_reset_ends_all_sessions_and_keeps_the_authenticator,
    sessions_are_listed_and_ended_one_by_one,
    a_disabled_member_is_out,
    members_stay_without_sessions,
}

const DAY: u64 = 24 * 3600 * 1000;

pub fn name(text: &str) -> MemberName {
    MemberName { name: text.to_owned(), key: text.to_lowercase(), look: text.to_lowercase().replace('1', "l") }
}

pub fn member(text: &str) -> NewMember {
    NewMember { name: name(text), password: format!("hash of {text}"), role: Role::Member }
}

pub fn session(token: &str, now: u64) -> NewSession {
    NewSession {
        token: TokenHash::of(token),
        agent: format!("the browser of {token}"),
        begins_at: ms(now),
        ends_at: ms(now + 180 * DAY),
    }
}

pub async fn guest(store: &Store, name: &str) -> PersonId {
    store.add_guest(name, &TokenHash::of(name), "", [ms(0), ms(180 * DAY)]).await.unwrap()
}

pub async fn who(store: &Store, token: &str, now: u64) -> Option<Session> {
    store.session(&TokenHash::of(token), ms(now)).await.unwrap()
}

/// Adds a member with a session whose token is the name.
pub async fn added(store: &Store, name: &str) -> PersonId {
    match store.sign_up(None, &member(name), &session(name, 0)).await.unwrap() {
        SignUpResult::Begun(session) => session.who,
        refused => panic!("{refused:?}"),
    }
}

/// Begins a game, and returns its id.
pub async fn game(store: &Store, seats: [PersonId; 2]) -> faraday_store::GameId {
    let new = NewGame { seats: seats.map(|who| Seat::new(who, None)), ..new_game() };
    begin_from(store, Origin::Challenge(faraday_store::ChallengeId::random()), &new).await.unwrap()
}

async fn a_guest_becomes_a_member_and_only_the_new_session_is_left(place: Place) {
    let store = place.open().await;
    let ada = guest(&store, "Ada").await;
    store.add_one_time_token(ada, &TokenHash::of("a link"), ms(600)).await.unwrap();
    let kept = game(&store, [ada, guest(&store, "Bo").await]).await;
    let begun = store.sign_up(Some(ada), &member("ada-l"), &session("new", 1)).await.unwrap();
    let expected = Session { who: ada, name: "ada-l".to_owned(), role: Some(Role::Member) };
    assert_eq!(begun, SignUpResult::Begun(expected.clone()));
    assert_eq!(who(&store, "new", 2).await, Some(expected));
    assert_eq!(who(&store, "Ada", 2).await, None, "the earlier session");
    let [link, token] = ["a link", "x"].map(TokenHash::of);
    let redeemed = store.redeem_one_time_token(&link, &token, "", [ms(2), ms(3)]).await.unwrap();
    assert_eq!(redeemed, None, "the earlier link");
    assert_eq!(store.game(kept).await.unwrap().unwrap().seats[0].who, ada);
    let account = store.member(ada).await.unwrap().unwrap();
    assert_eq!((account.has_password, account.has_totp, account.recovery_codes), (true, false, 0));
    assert_eq!(store.member_named("ada-l").await.unwrap().unwrap(), account);
    store.rename(ada, "impostor").await.unwrap();
    assert_eq!(who(&store, "new", 2).await.unwrap().name, "ada-l", "members keep their names");
}

async fn of_two_tabs_that_sign_up_one_does(place: Place) {
    let store = place.open().await;
    let ada = guest(&store, "Ada").await;
    let mut tabs = JoinSet::new();
    for tab in ["ada-1", "ada-2"] {
        let store = store.clone();
        tabs.spawn(async move { store.sign_up(Some(ada), &member(tab), &session(tab, 1)).await.unwrap() });
    }
    let results = tabs.join_all().await;
    assert_eq!(results.iter().filter(|result| matches!(result, SignUpResult::Begun(_))).count(), 1, "{results:?}");
    assert_eq!(results.iter().filter(|result| matches!(result, SignUpResult::NotGuest)).count(), 1, "{results:?}");
}

async fn of_many_sign_ups_with_one_name_one_succeeds(place: Place) {
    let store = place.open().await;
    let mut people = JoinSet::new();
    for number in 0..8 {
        let store = store.clone();
        let text = ["limes11", "limesl1", "Limes11"][number % 3];
        people
            .spawn(async move { store.sign_up(None, &member(text), &session(&number.to_string(), 1)).await.unwrap() });
    }
    let mut results = people.join_all().await;
    results.retain(|result| *result != SignUpResult::NameTaken);
    assert!(matches!(&results[..], [SignUpResult::Begun(_)]), "{results:?}");
}

async fn a_sign_in_ends_the_session_it_was_made_in(place: Place) {
    let store = place.open().await;
    let ada = added(&store, "ada").await;
    let bo = guest(&store, "Bo").await;
    let merge = Some(Merge { guest: bo, keep_games: None });
    let begun = store.sign_in(ada, vec![], merge, Some(TokenHash::of("Bo")), &session("phone", 5)).await.unwrap();
    assert!(matches!(begun, SignInResult::Begun(session) if session.who == ada));
    assert_eq!(who(&store, "Bo", 6).await, None);
    assert_eq!(who(&store, "phone", 6).await.unwrap().who, ada);
    assert_eq!(who(&store, "ada", 6).await.unwrap().who, ada, "other devices stay signed in");
    let notices = store.notices(ada, 10, None).await.unwrap();
    assert_eq!(notices.iter().map(|notice| notice.key.as_str()).collect::<Vec<_>>(), ["security/session/5"]);
}

async fn a_code_works_once(place: Place) {
    let store = place.open().await;
    let ada = added(&store, "ada").await;
    assert!(store.begin_totp(ada, "SECRET").await.unwrap());
    assert_eq!(store.pending_totp(ada).await.unwrap().as_deref(), Some("SECRET"));
    assert_eq!(store.credentials("ada").await.unwrap().unwrap().totp, None, "not confirmed");
    let codes = ["one", "two"].map(TokenHash::of);
    let confirmed = store.confirm_totp(ada, 100, &codes, &session("confirmed", 1)).await.unwrap();
    assert!(matches!(confirmed, CredentialResult::Changed(_)));
    assert!(!store.begin_totp(ada, "OTHER").await.unwrap(), "one is confirmed");
    assert_eq!(store.credentials("ada").await.unwrap().unwrap().totp.unwrap().secret, "SECRET");
    assert_eq!(who(&store, "ada", 2).await, None, "the session before");

    let mut tries = JoinSet::new();
    for number in 0..4 {
        for factor in [Factor::Totp { step: 101 }, Factor::Recovery { hash: TokenHash::of("one") }] {
            let store = store.clone();
            tries.spawn(async move {
                let new = session(&format!("{factor:?} {number}"), 2);
                let result = store.sign_in(ada, vec![factor.clone()], None, None, &new).await.unwrap();
                (factor, matches!(result, SignInResult::Begun(_)))
            });
        }
    }
    let results = tries.join_all().await;
    for factor in [Factor::Totp { step: 101 }, Factor::Recovery { hash: TokenHash::of("one") }] {
        assert_eq!(results.iter().filter(|(which, worked)| *which == factor && *worked).count(), 1, "{factor:?}");
    }
    for factor in [Factor::Totp { step: 100 }, Factor::Recovery { hash: TokenHash::of("none") }] {
        let result = store.sign_in(ada, vec![factor], None, None, &session("late", 3)).await.unwrap();
        assert_eq!(result, SignInResult::WrongFactor);
    }
    assert_eq!(store.member(ada).await.unwrap().unwrap().recovery_codes, 1);
    let both = vec![Factor::Recovery { hash: TokenHash::of("two") }, Factor::Totp { step: 101 }];
    let refused = store.set_password(ada, "new", both, &session("x", 4)).await.unwrap();
    assert_eq!(refused, CredentialResult::WrongFactor);
    assert_eq!(store.member(ada).await.unwrap().unwrap().recovery_codes, 1, "a refused code is not used up");
    let both = vec![Factor::Recovery { hash: TokenHash::of("two") }, Factor::Totp { step: 102 }];
    let changed = store.set_password(ada, "new", both, &session("x", 4)).await.unwrap();
    assert!(matches!(changed, CredentialResult::Changed(_)));
    assert_eq!(store.credentials("ada").await.unwrap().unwrap().password.as_deref(), Some("new"));
    let removed = store.remove_totp(ada, vec![Factor::Totp { step: 103 }], &session("y", 5)).await.unwrap();
    assert!(matches!(removed, CredentialResult::Changed(_)));
    let account = store.member(ada).await.unwrap().unwrap();
    assert_eq!((account.has_totp, account.recovery_codes), (false, 0));
}

async fn wrong_codes_are_counted(place: Place) {
    let store = place.open().await;
    let ada = added(&store, "ada").await;
    store.begin_totp(ada, "GUESSED").await.unwrap();
    for time in 1..=10 {
        assert!(store.pending_totp(ada).await.unwrap().is_some(), "{time}");
        store.count_wrong_code(ada, ms(time)).await.unwrap();
    }
    assert_eq!(store.pending_totp(ada).await.unwrap(), None);
    store.begin_totp(ada, "SECRET").await.unwrap();
    assert_eq!(store.pending_totp(ada).await.unwrap().as_deref(), Some("SECRET"));
    store.confirm_totp(ada, 1, &[], &session("confirmed", 1)).await.unwrap();
    let refused = async || store.credentials("ada").await.unwrap().unwrap().totp.unwrap().refused_until;
    for time in 1..=10 {
        assert_eq!(refused().await, None, "{time}");
        store.count_wrong_code(ada, ms(time)).await.unwrap();
    }
    let hour = 3_600_000;
    assert_eq!(refused().await, Some(ms(10 + hour)));
    store.count_wrong_code(ada, ms(10 + hour)).await.unwrap();
    assert_eq!(refused().await, None, "counting begins again");
    store.sign_in(ada, vec![Factor::Totp { step: 2 }], None, None, &session("right", 11 + hour)).await.unwrap();
    for time in 1..=9 {
        store.count_wrong_code(ada, ms(hour * 2 + time)).await.unwrap();
    }
    assert_eq!(refused().await, None, "a right code begins the count again");
}

async fn games_move_to_the_member_if_the_guest_wants_that(place: Place) {
    let store = place.open().await;
    let ada = added(&store, "ada").await;
    let [guest_of_ada, bo] = [guest(&store, "Guest").await, guest(&store, "Bo").await];
    let with_bo = game(&store, [bo, guest_of_ada]).await;
    let with_herself = game(&store, [ada, guest_of_ada]).await;
    let merge = |keep_games| Some(Merge { guest: guest_of_ada, keep_games });
    let undecided = store.sign_in(ada, vec![], merge(None), None, &session("1", 1)).await.unwrap();
    assert_eq!(undecided, SignInResult::Undecided { games: 2 });
    let without = store.sign_in(ada, vec![], merge(Some(false)), None, &session("2", 2)).await.unwrap();
    assert!(matches!(without, SignInResult::Begun(_)));
    assert_eq!(who(&store, "Guest", 3).await.unwrap().who, guest_of_ada);
    let with = store.sign_in(ada, vec![], merge(Some(true)), None, &session("3", 3)).await.unwrap();
    assert!(matches!(with, SignInResult::Begun(_)));
    assert_eq!(store.game(with_bo).await.unwrap().unwrap().seats.map(|seat| seat.who), [bo, ada]);
    let seats = store.game(with_herself).await.unwrap().unwrap().seats.map(|seat| seat.who);
    assert_eq!(seats, [ada, guest_of_ada], "no one plays against themselves");
    assert_eq!(who(&store, "Guest", 4).await, None, "the sessions of the guest have ended");
    assert_eq!(store.games_of(ada, GameStatus::Running, 9, None).await.unwrap().len(), 2);
}

async fn a_game_begins_with_the_member_into_whom_a_guest_was_merged(place: Place) {
    let store = place.open().await;
    let ada = added(&store, "ada").await;
    let [guest_of_ada, bo] = [guest(&store, "Guest").await, guest(&store, "Bo").await];
    game(&store, [bo, guest_of_ada]).await;
    let merge = Some(Merge { guest: guest_of_ada, keep_games: Some(true) });
    store.sign_in(ada, vec![], merge, None, &session("1", 1)).await.unwrap();
    let begun = game(&store, [guest_of_ada, bo]).await;
    assert_eq!(store.game(begun).await.unwrap().unwrap().seats.map(|seat| seat.who), [ada, bo]);
    let again = store.sign_up(Some(guest_of_ada), &member("again"), &session("2", 2)).await.unwrap();
    assert_eq!(again, SignUpResult::NotGuest);
}

async fn the_last_admin_stays(place: Place) {
    let store = place.open().await;
    added(&store, "ada").await;
    added(&store, "bo").await;
    let grant = async |name, role| store.grant(name, role).await.unwrap();
    assert_eq!(grant("nobody", Role::Admin).await, AdminResult::Unknown);
    assert_eq!(grant("ada", Role::Admin).await, AdminResult::Changed);
    assert_eq!(grant("ada", Role::Member).await, AdminResult::LastAdmin);
    assert_eq!(store.disable("ada", Some(ms(1))).await.unwrap(), AdminResult::LastAdmin);
    assert_eq!(grant("bo", Role::Admin).await, AdminResult::Changed);
    let mut changes = JoinSet::new();
    for name in ["ada", "bo"] {
        let store = store.clone();
        changes.spawn(async move { store.grant(name, Role::Member).await.unwrap() });
    }
    let mut results = changes.join_all().await;
    results.sort_by_key(|result| *result == AdminResult::Changed);
    assert_eq!(results, [AdminResult::LastAdmin, AdminResult::Changed]);
    assert!(store.has_admin().await.unwrap());
}

async fn a_reset_ends_all_sessions_and_keeps_the_authenticator(place: Place) {
    let store = place.open().await;
    let ada = added(&store, "ada").await;
    store.begin_totp(ada, "SECRET").await.unwrap();
    store.confirm_totp(ada, 1, &[], &session("confirmed", 1)).await.unwrap();
    let link = TokenHash::of("reset");
    assert!(!store.add_reset("nobody", &link, ms(600)).await.unwrap());
    assert!(store.add_reset("ada", &link, ms(600)).await.unwrap());
    assert_eq!(store.reset(&link, ms(1)).await.unwrap().as_deref(), Some("ada"));
    assert!(!store.redeem_reset(&link, "new", ms(600)).await.unwrap(), "expired");
    assert!(store.redeem_reset(&link, "new", ms(599)).await.unwrap());
    assert!(!store.redeem_reset(&link, "other", ms(599)).await.unwrap(), "used");
    let credentials = store.credentials("ada").await.unwrap().unwrap();
    assert_eq!(credentials.password.as_deref(), Some("new"));
    assert!(credentials.totp.is_some());
    assert_eq!(who(&store, "confirmed", 2).await, None);
}

async fn sessions_are_listed_and_ended_one_by_one(place: Place) {
    let store = place.open().await;
    let ada = added(&store, "ada").await;
    let bo = added(&store, "bo").await;
    store.sign_in(ada, vec![], None, None, &session("phone", DAY)).await.unwrap();
    let list = store.sessions_of(ada, &TokenHash::of("ada"), ms(DAY)).await.unwrap();
    let shown: Vec<_> = list.iter().map(|one| (one.agent.as_str(), one.is_current)).collect();
    assert_eq!(shown, [("the browser of phone", false), ("the browser of ada", true)]);
    assert!(!store.end_session_of(bo, &list[0].id, ms(DAY)).await.unwrap(), "another person's");
    assert!(store.end_session_of(ada, &list[0].id, ms(DAY)).await.unwrap());
    assert_eq!(who(&store, "phone", DAY).await, None);
    assert!(who(&store, "ada", DAY).await.is_some());
}

async fn a_disabled_member_is_out(place: Place) {
    let store = place.open().await;
    let ada = added(&store, "ada").await;
    assert_eq!(store.disable("ada", Some(ms(1))).await.unwrap(), AdminResult::Changed);
    assert_eq!(who(&store, "ada", 2).await, None);
    assert!(store.credentials("ada").await.unwrap().unwrap().is_disabled);
    let refused = store.sign_in(ada, vec![], None, None, &session("again", 2)).await.unwrap();
    assert_eq!(refused, SignInResult::Disabled);
    store.disable("ada", None).await.unwrap();
    let begun = store.sign_in(ada, vec![], None, None, &session("again", 3)).await.unwrap();
    assert!(matches!(begun, SignInResult::Begun(_)));
}

async fn members_stay_without_sessions(place: Place) {
    let store = place.open().await;
    let ada = added(&store, "ada").await;
    assert!(who(&store, "ada", 100 * DAY).await.is_some(), "members are not signed out after 30 idle days");
    assert!(store.delete_expired(ms(150 * DAY)).await.unwrap().sessions == 0);
    assert!(who(&store, "ada", 300 * DAY).await.is_none());
    for day in [300, 302] {
        store.delete_expired(ms(day * DAY)).await.unwrap();
    }
    assert!(store.member(ada).await.unwrap().is_some());
}
