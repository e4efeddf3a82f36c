//! Tests of many people who post and take seeks at once: no seek is taken twice, and all who fit find each other.

use std::collections::{BTreeMap, BTreeSet};

use faraday_store::{GameStatus, Origin, PersonId, PostSeekResult, SeekGame, Store, TakeSeekResult};
use tokio::task::JoinSet;

use crate::seeks::{NOW, Seeker, end, list, live, rated};
use crate::support::{Place, in_both, ms};

in_both! {
    of_many_who_take_a_seek_one_plays,
    people_who_seek_at_once_all_meet,
    takes_and_seeks_at_once_give_each_person_one_game,
}

async fn of_many_who_take_a_seek_one_plays(place: Place) {
    let store = place.open().await;
    let ada = Seeker::member(&store, "Ada").await;
    for round in 0..8 {
        let at = NOW + 10 * round;
        let id = ada.wait(&store, &[live()], at).await;
        let mut takers = JoinSet::new();
        for number in 0..12 {
            let taker = Seeker::guest(&store, &format!("T{round}-{number}")).await;
            let store = store.clone();
            takers.spawn(async move {
                if number % 3 == 0 {
                    (taker.who, Err(taker.post(&store, &[live()], at).await))
                } else {
                    (taker.who, Ok(taker.take(&store, id, &[live()], at).await))
                }
            });
        }
        let results = takers.join_all().await;
        let game = store.game_of(Origin::Seek(id)).await.unwrap().unwrap();
        let mut players = BTreeSet::new();
        for (who, result) in &results {
            let plays = match result {
                Ok(TakeSeekResult::Begun(begun)) | Err(PostSeekResult::Begun(begun)) => begun.game == game.id,
                _ => false,
            };
            if plays {
                players.insert(*who);
            }
        }
        assert_eq!(players.len(), 1, "{results:?}");
        assert!(game.side_of(ada.who).is_some() && players.iter().all(|who| game.side_of(*who).is_some()));
        let lobby = store.lobby(ms(at)).await.unwrap();
        for listed in store.seeks(&lobby, None, ms(at)).await.unwrap().seeks {
            assert!(store.withdraw_seek(listed.seek.id, listed.seek.who).await.unwrap());
        }
        end(&store, game.id, "resigned", at).await;
    }
}

/// Returns the people with a running game, each with the number of games.
async fn games_of(store: &Store, people: &[Seeker]) -> BTreeMap<PersonId, usize> {
    let mut games = BTreeMap::new();
    for person in people {
        let running = store.games_of(person.who, GameStatus::Running, 100, None).await.unwrap();
        games.insert(person.who, running.len());
    }
    games
}

async fn people_who_seek_at_once_all_meet(place: Place) {
    let store = place.open().await;
    for round in 0..6 {
        let mut people = Vec::new();
        for number in 0..20 {
            people.push(Seeker::member(&store, &format!("P{round}-{number}")).await);
        }
        let mut posts = JoinSet::new();
        for person in people.clone() {
            let store = store.clone();
            posts.spawn(async move { person.post(&store, &[rated(live())], NOW).await });
        }
        let results = posts.join_all().await;
        let begun = results.iter().filter(|result| matches!(result, PostSeekResult::Begun(_))).count();
        assert_eq!(begun, 10, "{results:?}");
        assert_eq!(list(&store, None, NOW).await, []);
        assert!(games_of(&store, &people).await.values().all(|games| *games == 1));
    }
}

async fn takes_and_seeks_at_once_give_each_person_one_game(place: Place) {
    let store = place.open().await;
    for round in 0..4 {
        let mut people = Vec::new();
        let mut seeks = Vec::new();
        for number in 0..12 {
            let person = Seeker::member(&store, &format!("P{round}-{number}")).await;
            // Each of these waits, because no one else seeks the game.
            for side in 0..if number < 6 { 3 } else { 0 } {
                let variant = format!("variant{number}-{side}");
                let game = SeekGame { variant, ..rated(live()) };
                seeks.push((person.wait(&store, std::slice::from_ref(&game), NOW).await, game));
            }
            people.push(person);
        }
        let mut tasks: JoinSet<()> = JoinSet::new();
        for (number, person) in people.iter().enumerate() {
            for (id, game) in seeks.clone().into_iter().skip(number % 3).step_by(2) {
                let (store, person) = (store.clone(), person.clone());
                tasks.spawn(async move {
                    person.take(&store, id, &[game], NOW).await;
                });
            }
            let (store, person) = (store.clone(), person.clone());
            tasks.spawn(async move {
                person.post(&store, &[rated(live())], NOW).await;
            });
        }
        tasks.join_all().await;
        let games = games_of(&store, &people).await;
        assert!(games.values().all(|games| *games <= 1), "two rated games with clocks at once: {games:?}");
        assert_eq!(games.values().filter(|games| **games == 1).count() % 2, 0);
        // A person with a game has no remaining seek for another one.
        let lobby = store.lobby(ms(NOW)).await.unwrap();
        for listed in store.seeks(&lobby, None, ms(NOW)).await.unwrap().seeks {
            assert_eq!(games[&listed.seek.who], 0);
            assert!(store.withdraw_seek(listed.seek.id, listed.seek.who).await.unwrap());
        }
    }
}
