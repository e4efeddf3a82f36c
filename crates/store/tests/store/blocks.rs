//! Tests of blocked people and of challenges to a person.

use faraday_rules::Color;
use faraday_store::testing::begin;
use faraday_store::{
    AcceptResult, AppendResult, BlockedBy, ChallengeId, DirectChallengeResult, Ended, Entry, MemberName, NewChallenge,
    NewGame, NewMember, NewSession, NoticeKind, PersonId, RematchResult, Role, Seat, SignUpResult, Store, TokenHash,
};

use crate::challenges::challenge;
use crate::support::{Place, closed, entry, in_both, ms, new_game};

in_both! {
    only_the_named_person_can_answer,
    the_named_person_gets_a_notice_and_a_list,
    no_game_begins_with_a_blocked_person,
    a_block_closes_the_challenges_between_two_people,
    a_block_ends_once_it_is_removed,
    of_a_block_and_an_acceptance_at_once_the_first_counts,
    a_person_without_an_active_account_cannot_be_challenged,
}

const DAY: u64 = 24 * 3600 * 1000;

pub async fn member(store: &Store, name: &str) -> PersonId {
    let key = name.to_lowercase();
    let name = MemberName { name: name.to_owned(), look: key.clone(), key };
    let session =
        NewSession { token: TokenHash::of(&name.name), agent: String::new(), begins_at: ms(0), ends_at: ms(180 * DAY) };
    let new = NewMember { name, password: "a hash".to_owned(), role: Role::Member };
    match store.sign_up(None, &new, &session).await.unwrap() {
        SignUpResult::Begun(session) => session.who,
        refused => panic!("{refused:?}"),
    }
}

async fn guest(store: &Store, name: &str) -> PersonId {
    store.add_guest(name, &TokenHash::of(name), "", [ms(0), ms(99_000)]).await.unwrap()
}

async fn challenge_to(store: &Store, maker: PersonId, opponent: PersonId) -> ChallengeId {
    match store.challenge_person(opponent, &challenge(maker)).await.unwrap() {
        DirectChallengeResult::Added(id) => id,
        refused => panic!("{refused:?}"),
    }
}

async fn accept(store: &Store, id: ChallengeId, taker: PersonId) -> AcceptResult {
    let maker = store.challenge(id).await.unwrap().unwrap().new.maker;
    let game = NewGame { seats: [maker, taker].map(|who| Seat::new(who, None)), ..new_game() };
    store.accept(id, taker, &game, ms(2000)).await.unwrap()
}

async fn only_the_named_person_can_answer(place: Place) {
    let store = place.open().await;
    let [ada, ben, eve] = [member(&store, "Ada").await, member(&store, "Ben").await, guest(&store, "Eve").await];
    let id = challenge_to(&store, ada, ben).await;
    assert_eq!(store.challenge(id).await.unwrap().unwrap().new.opponent, Some(ben));
    assert_eq!(accept(&store, id, eve).await, AcceptResult::NotYours);
    assert!(!store.decline(id, eve, ms(2000)).await.unwrap());
    assert!(matches!(accept(&store, id, ben).await, AcceptResult::Game(_)));
    let declined = challenge_to(&store, ada, ben).await;
    assert!(store.decline(declined, ben, ms(2000)).await.unwrap());
    assert_eq!(accept(&store, declined, ben).await, AcceptResult::Over);
}

async fn the_named_person_gets_a_notice_and_a_list(place: Place) {
    let store = place.open().await;
    let [ada, ben, eve] = [member(&store, "Ada").await, member(&store, "Ben").await, guest(&store, "Eve").await];
    let id = challenge_to(&store, ada, ben).await;
    store.add_challenge(&challenge(ada)).await.unwrap();
    let notices = store.notices(ben, 10, None).await.unwrap();
    let [notice] = &notices[..] else { panic!("{notices:?}") };
    assert_eq!((notice.kind, notice.game), (NoticeKind::Challenge, None));
    assert_eq!(notice.body.challenge, Some(id.to_string()));
    let listed = async |who, at| {
        let found = store.direct_challenges(who, ms(at)).await.unwrap();
        found.into_iter().map(|challenge| challenge.id).collect::<Vec<_>>()
    };
    assert_eq!(listed(ben, 2000).await, [id]);
    assert_eq!(listed(ada, 2000).await, [id]);
    assert_eq!(listed(eve, 2000).await, []);
    assert_eq!(listed(ben, 10_000).await, [], "it has expired");
}

async fn no_game_begins_with_a_blocked_person(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [member(&store, "Ada").await, member(&store, "Ben").await];
    let before = NewGame { seats: [ada, ben].map(|who| Seat::new(who, None)), ..new_game() };
    let game = begin(&store, &before).await.unwrap();
    let ended = Ended { winner: None, reason: "agreed".to_owned(), plies: 1 };
    let end = Entry { ended: Some(ended), ..entry(game, closed(1, 2000, Color::White)) };
    assert_eq!(store.append(end).await.unwrap(), AppendResult::Written);
    store.block(ada, ben, ms(1500)).await.unwrap();
    assert!(store.is_blocked(ada, ben).await.unwrap());
    assert!(!store.is_blocked(ben, ada).await.unwrap());
    for (maker, other, by) in [(ben, ada, BlockedBy::Other), (ada, ben, BlockedBy::Actor)] {
        let result = store.challenge_person(other, &challenge(maker)).await.unwrap();
        assert_eq!(result, DirectChallengeResult::Blocked(by));
        let rematch = NewChallenge { rematch_of: Some(game), ..challenge(maker) };
        assert_eq!(store.offer_rematch(&rematch).await.unwrap(), RematchResult::Blocked(by));
        let open = store.add_challenge(&challenge(other)).await.unwrap();
        assert_eq!(accept(&store, open, maker).await, AcceptResult::Blocked(by));
    }
    assert!(store.notices(ada, 10, None).await.unwrap().is_empty());
}

async fn a_block_closes_the_challenges_between_two_people(place: Place) {
    let store = place.open().await;
    let [ada, ben, eve] = [member(&store, "Ada").await, member(&store, "Ben").await, member(&store, "Eve").await];
    let [to, from] = [challenge_to(&store, ben, ada).await, challenge_to(&store, ada, ben).await];
    let other = challenge_to(&store, eve, ada).await;
    let link = store.add_challenge(&challenge(ada)).await.unwrap();
    let closed = store.block(ada, ben, ms(1500)).await.unwrap();
    assert_eq!(closed.iter().map(|challenge| challenge.id).collect::<Vec<_>>(), [to, from]);
    let is_open = async |id| store.challenge(id).await.unwrap().unwrap().is_open(ms(2000));
    assert_eq!(
        [is_open(to).await, is_open(from).await, is_open(other).await, is_open(link).await],
        [false, false, true, true]
    );
    assert_eq!(store.challenge(to).await.unwrap().unwrap().declined_at, Some(ms(1500)));
    assert_eq!(store.challenge(from).await.unwrap().unwrap().withdrawn_at, Some(ms(1500)));
}

async fn a_block_ends_once_it_is_removed(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [member(&store, "Ada").await, member(&store, "Ben").await];
    for at in [1500, 1600] {
        store.block(ada, ben, ms(at)).await.unwrap();
    }
    let blocked = store.blocked_people(ada).await.unwrap();
    assert_eq!(blocked.iter().map(|person| (person.name.as_str(), person.at)).collect::<Vec<_>>(), [("Ben", ms(1500))]);
    assert!(store.blocked_people(ben).await.unwrap().is_empty());
    store.unblock(ada, ben).await.unwrap();
    assert!(store.blocked_people(ada).await.unwrap().is_empty());
    challenge_to(&store, ben, ada).await;
}

async fn of_a_block_and_an_acceptance_at_once_the_first_counts(place: Place) {
    let store = place.open().await;
    for turn in 0..20 {
        let [ada, ben] = [member(&store, &format!("Ada{turn}")).await, member(&store, &format!("Ben{turn}")).await];
        let id = challenge_to(&store, ada, ben).await;
        let (closed, accepted) = tokio::join!(store.block(ada, ben, ms(1500)), accept(&store, id, ben));
        match accepted {
            AcceptResult::Game(_) => assert_eq!(closed.unwrap(), []),
            AcceptResult::Blocked(BlockedBy::Other) => assert_eq!(closed.unwrap().len(), 1),
            refused => panic!("{refused:?}"),
        }
    }
}

async fn a_person_without_an_active_account_cannot_be_challenged(place: Place) {
    let store = place.open().await;
    let [ada, ben, eve] = [member(&store, "Ada").await, member(&store, "Ben").await, guest(&store, "Eve").await];
    store.disable("ben", Some(ms(1000))).await.unwrap();
    for other in [ben, eve, PersonId::random()] {
        let result = store.challenge_person(other, &challenge(ada)).await.unwrap();
        assert_eq!(result, DirectChallengeResult::Unavailable);
    }
}
