//! Tests of invitations: their acceptance, replacement, and withdrawal.

use faraday_store::{
    AcceptInvitationResult, Acceptance, AdminResult, InviteResult, MemberName, Merge, Role, Session, SignUpResult,
    TokenHash,
};
use tokio::task::JoinSet;

use crate::accounts::{added, guest, member, name, session, who};
use crate::support::{Place, in_both, ms};

in_both! {
    an_invitation_is_accepted_once,
    an_invitation_without_a_name_upgrades_a_guest,
    another_role_ends_the_open_invitation,
    a_withdrawn_invitation_frees_the_name,
}

const DAY: u64 = 24 * 3600 * 1000;

fn acceptance(name: Option<MemberName>, merge: Option<Merge>) -> Acceptance {
    Acceptance { name, password: "hash".to_owned(), merge }
}

async fn an_invitation_is_accepted_once(place: Place) {
    let store = place.open().await;
    let invite = async |text, link| {
        store.invite(Some(name(text)), Role::Organizer, &TokenHash::of(link), [ms(0), ms(DAY)]).await.unwrap()
    };
    assert_eq!(invite("ada", "lost").await, InviteResult::Invited);
    assert_eq!(invite("ada", "link").await, InviteResult::Invited);
    assert_eq!(store.invitation(&TokenHash::of("lost"), ms(1)).await.unwrap(), None, "replaced");
    let found = store.invitation(&TokenHash::of("link"), ms(1)).await.unwrap().unwrap();
    assert_eq!((found.name.as_deref(), found.role), (Some("ada"), Role::Organizer));
    assert_eq!(store.invitation(&TokenHash::of("link"), ms(DAY)).await.unwrap(), None, "expired");
    assert_eq!(store.credentials("ada").await.unwrap().unwrap().password, None);
    let taken = store.sign_up(None, &member("ada"), &session("thief", 1)).await.unwrap();
    assert_eq!(taken, SignUpResult::NameTaken, "the name waits for its member");

    let mut tries = JoinSet::new();
    for number in 0..6 {
        let store = store.clone();
        tries.spawn(async move {
            let new = session(&number.to_string(), 2);
            store.accept_invitation(&TokenHash::of("link"), &acceptance(None, None), &new).await.unwrap()
        });
    }
    let mut results = tries.join_all().await;
    results.retain(|result| *result != AcceptInvitationResult::Over);
    let [AcceptInvitationResult::Begun(begun)] = &results[..] else { panic!("{results:?}") };
    assert_eq!((begun.name.as_str(), begun.role), ("ada", Some(Role::Organizer)));
    assert_eq!(invite("ada", "again").await, InviteResult::NameTaken);
}

async fn an_invitation_without_a_name_upgrades_a_guest(place: Place) {
    let store = place.open().await;
    let link = TokenHash::of("link");
    store.invite(None, Role::Admin, &TokenHash::of("before"), [ms(0), ms(DAY)]).await.unwrap();
    store.invite(None, Role::Admin, &link, [ms(0), ms(DAY)]).await.unwrap();
    assert_eq!(store.invitation(&TokenHash::of("before"), ms(1)).await.unwrap(), None, "replaced");
    assert!(!store.has_admin().await.unwrap());
    let ada = guest(&store, "Ada").await;
    added(&store, "bo").await;
    let merge = Some(Merge { guest: ada, keep_games: None });
    let accept = async |chosen: Option<&str>| {
        store.accept_invitation(&link, &acceptance(chosen.map(name), merge), &session("new", 1)).await.unwrap()
    };
    assert_eq!(accept(None).await, AcceptInvitationResult::NameMissing);
    assert_eq!(accept(Some("bo")).await, AcceptInvitationResult::NameTaken);
    let expected = Session { who: ada, name: "ada".to_owned(), role: Some(Role::Admin) };
    assert_eq!(accept(Some("ada")).await, AcceptInvitationResult::Begun(expected.clone()));
    assert_eq!(who(&store, "new", 2).await, Some(expected));
    assert_eq!(who(&store, "Ada", 2).await, None);
    assert!(store.has_admin().await.unwrap());
}

async fn another_role_ends_the_open_invitation(place: Place) {
    let store = place.open().await;
    let link = TokenHash::of("link");
    let invite = async || {
        store.invite(Some(name("ada")), Role::Member, &link, [ms(0), ms(14 * DAY)]).await.unwrap();
    };
    invite().await;
    assert_eq!(store.grant("ada", Role::Member).await.unwrap(), AdminResult::Changed);
    assert!(store.invitation(&link, ms(1)).await.unwrap().is_some(), "the same role");
    assert_eq!(store.grant("ada", Role::Admin).await.unwrap(), AdminResult::InvitationEnded);
    assert_eq!(store.invitation(&link, ms(1)).await.unwrap(), None);
    let accept = async || store.accept_invitation(&link, &acceptance(None, None), &session("x", 2)).await.unwrap();
    assert_eq!(accept().await, AcceptInvitationResult::Over);
    assert_eq!(store.grant("ada", Role::Organizer).await.unwrap(), AdminResult::Changed, "no invitation is open");
    // An earlier version granted a role and left the link as it was.
    invite().await;
    place.execute("UPDATE person SET role = 'admin' WHERE name_key = 'ada'").await;
    assert_eq!(accept().await, AcceptInvitationResult::Over);
    assert_eq!(store.credentials("ada").await.unwrap().unwrap().password, None);
}

async fn a_withdrawn_invitation_frees_the_name(place: Place) {
    let store = place.open().await;
    let link = TokenHash::of("link");
    store.invite(Some(name("ada")), Role::Member, &link, [ms(0), ms(DAY)]).await.unwrap();
    let ada = store.member_named("ada").await.unwrap().unwrap();
    assert_eq!(ada.invited_until, Some(ms(DAY)));
    let bo = added(&store, "bo").await;
    store.block(bo, ada.who, ms(1)).await.unwrap();
    assert_eq!(store.withdraw_invitation("ada").await.unwrap(), Some(ada.who));
    assert_eq!(store.invitation(&link, ms(1)).await.unwrap(), None);
    assert_eq!(store.withdraw_invitation("ada").await.unwrap(), None);
    let begun = store.sign_up(None, &member("ada"), &session("new", 1)).await.unwrap();
    assert!(matches!(begun, SignUpResult::Begun(_)), "{begun:?}");
    assert_eq!(store.withdraw_invitation("ada").await.unwrap(), None, "a member who can sign in");
    assert_eq!(store.withdraw_invitation("nobody").await.unwrap(), None);
}
