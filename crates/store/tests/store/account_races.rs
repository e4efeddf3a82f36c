//! Races on accounts between two nodes, or between a server and another process on its database.

use faraday_store::{
    AcceptInvitationResult, Acceptance, CredentialResult, Factor, Merge, Options, PersonId, Role, SignInResult,
    SignUpResult, Store, TokenHash,
};
use tokio::task::JoinSet;

use crate::accounts::{added, game, guest, member, name, session, who};
use crate::support::{Place, in_both, ms};

in_both! {
    a_guest_who_signs_up_on_two_nodes_is_one_member,
    an_invitation_for_any_name_makes_one_member,
    a_reset_link_sets_one_password,
    a_reset_wins_against_a_sign_in_with_the_earlier_password,
    a_factor_works_on_one_node,
    a_guest_becomes_one_of_two_members,
}

/// The number of requests at once. They alternate between the two stores.
const REQUESTS: usize = 8;

/// Opens the database twice.
async fn stores(place: &Place) -> [Store; 2] {
    let first = place.open().await;
    [first, Store::open_beside(&place.location, &Options::default()).await.unwrap()]
}

/// Runs a request several times at once, and returns the results.
async fn at_once<T: Send + 'static, F: Future<Output = T> + Send + 'static>(
    stores: &[Store; 2],
    request: impl Fn(Store, usize) -> F,
) -> Vec<T> {
    let mut requests = JoinSet::new();
    for number in 0..REQUESTS {
        requests.spawn(request(stores[number % 2].clone(), number));
    }
    requests.join_all().await
}

async fn a_guest_who_signs_up_on_two_nodes_is_one_member(place: Place) {
    let stores = stores(&place).await;
    let ada = guest(&stores[0], "Ada").await;
    let results = at_once(&stores, |store, number| async move {
        let name = format!("ada-{number}");
        store.sign_up(Some(ada), &member(&name), &session(&name, 1)).await.unwrap()
    })
    .await;
    let begun = results.iter().filter(|result| matches!(result, SignUpResult::Begun(session) if session.who == ada));
    assert_eq!(begun.count(), 1, "{results:?}");
    assert_eq!(results.iter().filter(|result| **result == SignUpResult::NotGuest).count(), REQUESTS - 1, "{results:?}");
    assert_eq!(stores[0].members().await.unwrap().len(), 1);
}

async fn an_invitation_for_any_name_makes_one_member(place: Place) {
    let stores = stores(&place).await;
    stores[0].invite(None, Role::Admin, &TokenHash::of("link"), [ms(0), ms(600)]).await.unwrap();
    let results = at_once(&stores, |store, number| async move {
        let text = format!("ada-{number}");
        let acceptance = Acceptance { name: Some(name(&text)), password: "hash".to_owned(), merge: None };
        store.accept_invitation(&TokenHash::of("link"), &acceptance, &session(&text, 1)).await.unwrap()
    })
    .await;
    let over = results.iter().filter(|result| **result == AcceptInvitationResult::Over).count();
    assert_eq!((over, stores[0].members().await.unwrap().len()), (REQUESTS - 1, 1), "{results:?}");
}

async fn a_reset_link_sets_one_password(place: Place) {
    let stores = stores(&place).await;
    added(&stores[0], "ada").await;
    assert!(stores[0].add_reset("ada", &TokenHash::of("link"), ms(600)).await.unwrap());
    let results = at_once(&stores, |store, number| async move {
        let password = format!("hash {number}");
        let link = TokenHash::of("link");
        (store.redeem_reset(&link, &password, ms(1)).await.unwrap(), password)
    })
    .await;
    let set: Vec<_> = results.iter().filter(|(is_set, _)| *is_set).map(|(_, password)| password).collect();
    let [password] = set[..] else { panic!("{results:?}") };
    assert_eq!(stores[0].credentials("ada").await.unwrap().unwrap().password.as_ref(), Some(password));
}

async fn a_reset_wins_against_a_sign_in_with_the_earlier_password(place: Place) {
    let stores = stores(&place).await;
    let ada = added(&stores[0], "ada").await;
    for round in 0..5 {
        let verified = stores[0].credentials("ada").await.unwrap().unwrap().password.unwrap();
        let link = TokenHash::of(&format!("link {round}"));
        assert!(stores[0].add_reset("ada", &link, ms(600)).await.unwrap());
        at_once(&stores, |store, number| {
            let (factor, link) = (Factor::Password { hash: verified.clone() }, link.clone());
            async move {
                if number == REQUESTS / 2 {
                    assert!(store.redeem_reset(&link, &format!("hash {round}"), ms(1)).await.unwrap());
                    return;
                }
                let new = session(&format!("{round} {number}"), 1);
                store.sign_in(ada, vec![factor], None, None, &new).await.unwrap();
            }
        })
        .await;
        let left = stores[0].sessions_of(ada, &TokenHash::of("none"), ms(2)).await.unwrap();
        assert_eq!(left.iter().map(|session| &session.agent).collect::<Vec<_>>(), Vec::<&String>::new());
        let factor = Factor::Password { hash: verified };
        let late = stores[1].sign_in(ada, vec![factor.clone()], None, None, &session("late", 3)).await.unwrap();
        assert_eq!(late, SignInResult::WrongFactor);
        let changed = stores[1].set_password(ada, "thief", vec![factor], &session("late", 3)).await.unwrap();
        assert_eq!(changed, CredentialResult::WrongFactor);
    }
}

async fn a_factor_works_on_one_node(place: Place) {
    let stores = stores(&place).await;
    let ada = added(&stores[0], "ada").await;
    stores[0].begin_totp(ada, "SECRET").await.unwrap();
    let codes = ["one", "two"].map(TokenHash::of);
    let confirmed = stores[0].confirm_totp(ada, 100, &codes, &session("confirmed", 1)).await.unwrap();
    assert!(matches!(confirmed, CredentialResult::Changed(_)));
    for factor in [Factor::Totp { step: 101 }, Factor::Recovery { hash: codes[0].clone() }] {
        let results = at_once(&stores, |store, number| {
            let factor = factor.clone();
            async move {
                let new = session(&format!("{factor:?} {number}"), 2);
                store.sign_in(ada, vec![factor], None, None, &new).await.unwrap()
            }
        })
        .await;
        let wrong = results.iter().filter(|result| **result == SignInResult::WrongFactor).count();
        assert_eq!(wrong, REQUESTS - 1, "{results:?}");
    }
}

async fn a_guest_becomes_one_of_two_members(place: Place) {
    let stores = stores(&place).await;
    let members = [added(&stores[0], "ada").await, added(&stores[0], "bo").await];
    let [merged, opponent] = [guest(&stores[0], "Guest").await, guest(&stores[0], "Cy").await];
    let kept = game(&stores[0], [merged, opponent]).await;
    let merge = Some(Merge { guest: merged, keep_games: Some(true) });
    let results = at_once(&stores, |store, number| async move {
        store.sign_in(members[number % 2], vec![], merge, None, &session(&number.to_string(), 1)).await.unwrap()
    })
    .await;
    assert!(results.iter().all(|result| matches!(result, SignInResult::Begun(_))), "{results:?}");
    let owner: PersonId = stores[1].game(kept).await.unwrap().unwrap().seats[0].who;
    assert!(members.contains(&owner), "{owner}");
    assert_eq!(who(&stores[1], "Guest", 2).await, None, "the session of the guest");
    let other = if owner == members[0] { members[1] } else { members[0] };
    stores[0].sign_in(other, vec![], merge, None, &session("late", 2)).await.unwrap();
    let later = game(&stores[0], [merged, opponent]).await;
    assert_eq!(stores[0].game(later).await.unwrap().unwrap().seats[0].who, owner, "also of later games");
}
