//! Tests of challenges, each of which becomes at most one game.

use faraday_play::{Branch, Plan, Terms};
use faraday_rules::Color;
use faraday_store::testing::begin;
use faraday_store::{
    AcceptResult, AppendResult, Challenge, ChallengeId, Ended, Entry, NewChallenge, NewGame, PersonId, RematchResult,
    Seat, Store, TokenHash, Usage,
};

use crate::support::{Place, closed, entry, guest, in_both, ms, new_game, process};

in_both! {
    a_challenge_is_read_as_it_was_kept,
    what_belongs_to_a_player_is_counted,
    of_many_who_accept_one_plays,
    whoever_has_accepted_is_told_the_same_game,
    what_is_over_cannot_be_accepted,
    a_challenge_whose_game_was_aborted_can_be_accepted_once_more,
    a_challenge_of_a_deleted_guest_is_void,
    a_rematch_is_proposed_once,
    no_rematch_is_proposed_to_a_player_who_is_gone,
    an_offer_of_a_rematch_is_listed_while_it_is_open,
}

pub fn challenge(maker: PersonId) -> NewChallenge {
    NewChallenge {
        maker,
        variant: "chess".to_owned(),
        terms: Terms::UNLIMITED,
        fen: None,
        side: Some(Color::Black),
        process: Some(process("a", 7)),
        made_at: ms(1000),
        ends_at: ms(9000),
        rematch_of: None,
        opponent: None,
    }
}

/// Adds a guest.
async fn player(store: &Store) -> PersonId {
    let token = TokenHash::of(guest().as_str());
    store.add_guest("Ada", &token, "", [ms(0), ms(99_000)]).await.unwrap()
}

fn between(players: [PersonId; 2]) -> NewGame {
    NewGame { seats: players.map(|who| Seat::new(who, None)), ..new_game() }
}

/// Accepts a challenge on behalf of a taker.
async fn accept(store: &Store, id: ChallengeId, taker: PersonId, at: u64) -> AcceptResult {
    let maker = store.challenge(id).await.unwrap().unwrap().new.maker;
    let game = between([maker, taker]);
    store.accept(id, taker, &game, ms(at)).await.unwrap()
}

async fn a_challenge_is_read_as_it_was_kept(place: Place) {
    let store = place.open().await;
    let new = challenge(guest());
    let id = store.add_challenge(&new).await.unwrap();
    let kept = store.challenge(id).await.unwrap().unwrap();
    assert_eq!(
        kept,
        Challenge { id, new, taker: None, game: None, aborted: None, declined_at: None, withdrawn_at: None }
    );
}

async fn of_many_who_accept_one_plays(place: Place) {
    let store = place.open().await;
    for _ in 0..10 {
        let id = store.add_challenge(&challenge(player(&store).await)).await.unwrap();
        let mut takers = tokio::task::JoinSet::new();
        for _ in 0..8 {
            let store = store.clone();
            let taker = player(&store).await;
            takers.spawn(async move { accept(&store, id, taker, 2000).await });
        }
        let answers = takers.join_all().await;
        let games = answers.iter().filter(|answer| matches!(answer, AcceptResult::Game(_))).count();
        let taken = answers.iter().filter(|answer| **answer == AcceptResult::Taken).count();
        assert_eq!((games, taken), (1, 7));
    }
}

async fn whoever_has_accepted_is_told_the_same_game(place: Place) {
    let store = place.open().await;
    let [maker, taker] = [player(&store).await, player(&store).await];
    let id = store.add_challenge(&challenge(maker)).await.unwrap();
    assert_eq!(accept(&store, id, maker, 2000).await, AcceptResult::Own);
    let first = accept(&store, id, taker, 2000).await;
    let AcceptResult::Game(game) = first else { panic!("{first:?}") };
    assert_eq!(accept(&store, id, taker, 99_000).await, first, "also after its time");
    assert_eq!(accept(&store, id, player(&store).await, 2000).await, AcceptResult::Taken);
    assert_eq!(accept(&store, id, maker, 2000).await, AcceptResult::Own);
    let kept = store.challenge(id).await.unwrap().unwrap();
    assert_eq!((kept.taker, kept.game), (Some(taker), Some(game)));
    assert!(store.game(game).await.unwrap().is_some());
    assert!(!store.withdraw(id, maker, ms(2000)).await.unwrap());
}

async fn what_is_over_cannot_be_accepted(place: Place) {
    let store = place.open().await;
    let maker = player(&store).await;
    let [late, declined, withdrawn] = [(); 3].map(|()| challenge(maker));
    let late = store.add_challenge(&late).await.unwrap();
    assert_eq!(accept(&store, late, player(&store).await, 9000).await, AcceptResult::Over);
    let declined = store.add_challenge(&declined).await.unwrap();
    assert!(!store.decline(declined, maker, ms(2000)).await.unwrap());
    assert!(store.decline(declined, guest(), ms(2000)).await.unwrap());
    assert_eq!(accept(&store, declined, player(&store).await, 2000).await, AcceptResult::Over);
    let withdrawn = store.add_challenge(&withdrawn).await.unwrap();
    assert!(!store.withdraw(withdrawn, guest(), ms(2000)).await.unwrap());
    assert!(store.withdraw(withdrawn, maker, ms(2000)).await.unwrap());
    assert!(!store.withdraw(withdrawn, maker, ms(2500)).await.unwrap());
    assert_eq!(store.challenge(withdrawn).await.unwrap().unwrap().withdrawn_at, Some(ms(2000)));
    assert!(!store.decline(withdrawn, guest(), ms(2500)).await.unwrap());
    assert_eq!(accept(&store, withdrawn, player(&store).await, 2000).await, AcceptResult::Over);
}

async fn a_challenge_whose_game_was_aborted_can_be_accepted_once_more(place: Place) {
    let store = place.open().await;
    let [maker, taker] = [player(&store).await, player(&store).await];
    let id = store.add_challenge(&challenge(maker)).await.unwrap();
    let AcceptResult::Game(game) = accept(&store, id, taker, 2000).await else { panic!("no game") };
    let ended = Some(Ended { winner: None, reason: "aborted".to_owned(), plies: 0 });
    let abort = Entry { ended, ..entry(game, closed(1, 2500, Color::White)) };
    assert_eq!(store.append(abort).await, Ok(AppendResult::Written));
    let open = store.challenge(id).await.unwrap().unwrap();
    assert_eq!((open.taker, open.game, open.aborted), (None, None, Some(game)));
    assert!(open.is_open(ms(3000)));
    assert_eq!(store.usage(maker, ms(3000)).await.unwrap().challenges, 1);
    let mut takers = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let store = store.clone();
        let taker = player(&store).await;
        takers.spawn(async move { accept(&store, id, taker, 3000).await });
    }
    let answers = takers.join_all().await;
    assert_eq!(answers.iter().filter(|answer| matches!(answer, AcceptResult::Game(_))).count(), 1, "{answers:?}");
    assert_eq!(store.usage(maker, ms(3000)).await.unwrap().challenges, 0);
}

async fn a_challenge_of_a_deleted_guest_is_void(place: Place) {
    let store = place.open().await;
    let maker = player(&store).await;
    let id = store.add_challenge(&challenge(maker)).await.unwrap();
    place.execute(&format!("DELETE FROM person WHERE id = '{maker}'")).await;
    assert_eq!(accept(&store, id, player(&store).await, 2000).await, AcceptResult::Over);
}

async fn a_rematch_is_proposed_once(place: Place) {
    let store = place.open().await;
    let players = [player(&store).await, player(&store).await];
    let before = begin(&store, &between(players)).await.unwrap();
    let [one, two] = players.map(|who| NewChallenge { rematch_of: Some(before), ..challenge(who) });
    let (first, second) = tokio::join!(store.offer_rematch(&one), store.offer_rematch(&two));
    let offers = [first.unwrap(), second.unwrap()];
    let offered = |offer: &RematchResult| match offer {
        RematchResult::Offered(id) => Some(*id),
        RematchResult::Exists(_) | RematchResult::Blocked(_) | RematchResult::Unavailable => None,
    };
    let ids: Vec<_> = offers.iter().filter_map(offered).collect();
    assert_eq!(ids.len(), 1);
    let standing = store.challenge(ids[0]).await.unwrap().unwrap();
    assert!(offers.contains(&RematchResult::Exists(Box::new(standing.clone()))));
    let other = if standing.new.maker == one.maker { two.maker } else { one.maker };
    assert!(store.decline(ids[0], other, ms(2000)).await.unwrap());
    assert!(offered(&store.offer_rematch(&one).await.unwrap()).is_some(), "the one that was declined makes room");
    let again = store.offer_rematch(&one).await.unwrap();
    let RematchResult::Exists(again) = again else { panic!("{again:?}") };
    assert!(store.withdraw(again.id, one.maker, ms(2000)).await.unwrap());
    assert!(offered(&store.offer_rematch(&two).await.unwrap()).is_some(), "the one that was withdrawn makes room");
}

async fn no_rematch_is_proposed_to_a_player_who_is_gone(place: Place) {
    let store = place.open().await;
    let players @ [one, two] = [player(&store).await, player(&store).await];
    let before = begin(&store, &between(players)).await.unwrap();
    place.execute(&format!("DELETE FROM person WHERE id = '{two}'")).await;
    let new = NewChallenge { rematch_of: Some(before), ..challenge(one) };
    assert_eq!(store.offer_rematch(&new).await.unwrap(), RematchResult::Unavailable);
    assert_eq!(store.usage(one, ms(1)).await.unwrap().challenges, 0);
}

async fn an_offer_of_a_rematch_is_listed_while_it_is_open(place: Place) {
    let store = place.open().await;
    let players = [player(&store).await, player(&store).await];
    let [one, two] = [begin(&store, &between(players)).await.unwrap(), begin(&store, &new_game()).await.unwrap()];
    let new = NewChallenge { rematch_of: Some(one), ..challenge(players[0]) };
    let offered = async |at| {
        let offers = store.rematch_offers(&[one, two], ms(at)).await.unwrap();
        offers.into_iter().map(|offer| (offer.id, offer.new.rematch_of)).collect::<Vec<_>>()
    };
    assert_eq!(offered(2000).await, []);
    let RematchResult::Offered(id) = store.offer_rematch(&new).await.unwrap() else { panic!("it was not offered") };
    assert_eq!(offered(2000).await, [(id, Some(one))]);
    assert_eq!(offered(9000).await, [], "its time is up");
    assert!(store.withdraw(id, new.maker, ms(2000)).await.unwrap());
    assert_eq!(offered(2000).await, []);
    assert_eq!(store.rematch_offers(&[], ms(2000)).await, Ok(Vec::new()));
}

async fn what_belongs_to_a_player_is_counted(place: Place) {
    let store = place.open().await;
    let [maker, taker] = [player(&store).await, player(&store).await];
    assert_eq!(store.usage(maker, ms(1)).await.unwrap(), Usage::default());
    let open = store.add_challenge(&challenge(maker)).await.unwrap();
    let begun = store.add_challenge(&challenge(maker)).await.unwrap();
    let AcceptResult::Game(id) = accept(&store, begun, taker, 1).await else { panic!("no game") };
    let held = store.usage(maker, ms(1)).await.unwrap();
    assert_eq!((held.challenges, held.games, held.plans), (1, 1, 0));
    assert_eq!(held.live_games, 1);
    assert_eq!(store.usage(taker, ms(1)).await.unwrap(), Usage { challenges: 0, ..held });
    let branches = vec![Branch { expected: "e2e4".to_owned(), answer: "e7e5".to_owned(), then: Vec::new() }];
    store.put_plan(id, Color::Black, 1, &Plan { after: 0, branches }).await.unwrap();
    assert_eq!(store.usage(taker, ms(1)).await.unwrap().plans, 1);
    assert_eq!(store.usage(maker, ms(1)).await.unwrap().plans, 0);
    assert!(store.withdraw(open, maker, ms(1)).await.unwrap());
    assert_eq!(store.usage(maker, ms(1)).await.unwrap().challenges, 0);
}
