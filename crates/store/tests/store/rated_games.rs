//! Tests of the limit of one rated game with a clock at a time, for all ways to begin a game.

use faraday_play::Terms;
use faraday_store::{
    AcceptResult, ChallengeId, GameId, GameStatus, NewChallenge, NewGame, PersonId, RematchResult, Seat, Store,
};
use tokio::task::JoinSet;

use crate::challenges::challenge;
use crate::seeks::{DAY, NOW, Seeker, days, end, live, rated};
use crate::support::{Place, in_both, ms, new_game};

in_both! {
    a_member_begins_no_second_rated_game_with_a_clock,
    of_challenges_that_are_accepted_at_once_one_begins,
}

fn offer(maker: PersonId, terms: Terms) -> NewChallenge {
    NewChallenge { terms, side: None, made_at: ms(NOW), ends_at: ms(NOW + DAY), ..challenge(maker) }
}

async fn add(store: &Store, maker: &Seeker, terms: Terms) -> ChallengeId {
    store.add_challenge(&offer(maker.who, terms)).await.unwrap()
}

async fn accept(store: &Store, id: ChallengeId, taker: &Seeker) -> AcceptResult {
    let new = store.challenge(id).await.unwrap().unwrap().new;
    let seats = [new.maker, taker.who].map(|who| Seat::new(who, None));
    let game = NewGame { seats, terms: new.terms, started_at: ms(NOW), ..new_game() };
    store.accept(id, taker.who, &game, ms(NOW)).await.unwrap()
}

#[track_caller]
fn begun(result: AcceptResult) -> GameId {
    let AcceptResult::Game(game) = result else { panic!("{result:?}") };
    game
}

async fn a_member_begins_no_second_rated_game_with_a_clock(place: Place) {
    let store = place.open().await;
    let [ada, ben, cy, dan] = [
        Seeker::member(&store, "Ada").await,
        Seeker::member(&store, "Ben").await,
        Seeker::member(&store, "Cy").await,
        Seeker::member(&store, "Dan").await,
    ];
    let terms = rated(live()).terms;
    let before = begun(accept(&store, add(&store, &ada, terms).await, &ben).await);
    end(&store, before, "resigned", NOW).await;
    let rematch = NewChallenge { rematch_of: Some(before), ..offer(ada.who, terms) };
    let RematchResult::Offered(rematch) = store.offer_rematch(&rematch).await.unwrap() else { panic!() };
    let [of_ada, of_cy] = [add(&store, &ada, terms).await, add(&store, &cy, terms).await];
    let first = add(&store, &ada, terms).await;
    let running = begun(accept(&store, first, &dan).await);
    assert_eq!(accept(&store, of_ada, &ben).await, AcceptResult::InRatedGame(ada.who));
    assert_eq!(accept(&store, of_cy, &dan).await, AcceptResult::InRatedGame(dan.who));
    assert_eq!(accept(&store, rematch, &ben).await, AcceptResult::InRatedGame(ada.who));
    assert_eq!(store.rematch_of(before).await.unwrap(), None);
    assert_eq!(accept(&store, first, &dan).await, AcceptResult::Game(running), "a repeated request");
    // Other games are not limited.
    for terms in [live().terms, rated(days()).terms] {
        begun(accept(&store, add(&store, &ada, terms).await, &dan).await);
    }
    // Challenges stay open until the game is over.
    end(&store, running, "resigned", NOW).await;
    for (id, taker) in [(rematch, &ben), (of_cy, &dan)] {
        begun(accept(&store, id, taker).await);
    }
    assert_eq!(accept(&store, of_ada, &dan).await, AcceptResult::InRatedGame(ada.who));
    // The limit is for members: bots and the house play many games at once.
    let [eve, fay] = [Seeker::guest(&store, "Eve").await, Seeker::guest(&store, "Fay").await];
    for _ in 0..2 {
        begun(accept(&store, add(&store, &eve, terms).await, &fay).await);
    }
}

async fn of_challenges_that_are_accepted_at_once_one_begins(place: Place) {
    let store = place.open().await;
    for round in 0..6 {
        let ada = Seeker::member(&store, &format!("Ada{round}")).await;
        let mut tasks = JoinSet::new();
        for number in 0..8 {
            let other = Seeker::member(&store, &format!("P{round}-{number}")).await;
            let (maker, taker) = if number % 2 == 0 { (&ada, &other) } else { (&other, &ada) };
            let id = add(&store, maker, rated(live()).terms).await;
            let (store, taker) = (store.clone(), taker.clone());
            tasks.spawn(async move { accept(&store, id, &taker).await });
        }
        let results = tasks.join_all().await;
        let games = results.iter().filter(|result| matches!(result, AcceptResult::Game(_))).count();
        assert_eq!(games, 1, "{results:?}");
        assert!(results.contains(&AcceptResult::InRatedGame(ada.who)), "{results:?}");
        assert_eq!(store.games_of(ada.who, GameStatus::Running, 10, None).await.unwrap().len(), 1);
    }
}
