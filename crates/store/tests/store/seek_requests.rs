//! Tests of repeated requests for a seek, whose answers were lost.

use faraday_store::{GameId, NewSeek, PostSeekResult, SeekId, SeekIds, TakeSeekResult};

use crate::seeks::{NOW, Seeker, days, live, magnetic};
use crate::support::{Place, in_both, ms};

in_both! {
    a_repeated_request_makes_no_second_seek,
    a_repeated_request_begins_no_second_game,
    ids_of_another_person_have_no_effect,
}

fn ids() -> SeekIds {
    SeekIds { seek: SeekId::random(), game: GameId::random() }
}

async fn a_repeated_request_makes_no_second_seek(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [Seeker::guest(&store, "Ada").await, Seeker::member(&store, "Ben").await];
    let ids = ids();
    let seek = NewSeek { ids: Some(ids), ..ada.seek(&[live()], NOW) };
    for at in [NOW, NOW + 1] {
        let posted = store.post_seek(&NewSeek { made_at: ms(at), ..seek.clone() }).await.unwrap();
        assert_eq!(posted, PostSeekResult::Waiting(ids.seek), "although a guest has only one seek");
    }
    assert_eq!(store.posted_seek(ada.who, ids).await.unwrap(), Some(PostSeekResult::Waiting(ids.seek)));
    // Its game begins before the repetition.
    let TakeSeekResult::Begun(begun) = ben.take(&store, ids.seek, &[live()], NOW + 2).await else { panic!() };
    assert_eq!(store.post_seek(&seek).await.unwrap(), PostSeekResult::Earlier(begun.game));
}

async fn a_repeated_request_begins_no_second_game(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [Seeker::member(&store, "Ada").await, Seeker::member(&store, "Ben").await];
    ada.wait(&store, &[days()], NOW).await;
    let ids = ids();
    let seek = NewSeek { ids: Some(ids), ..ben.seek(&[days()], NOW + 1) };
    assert_eq!(store.posted_seek(ben.who, ids).await.unwrap(), None);
    let PostSeekResult::Begun(begun) = store.post_seek(&seek).await.unwrap() else { panic!() };
    // Another seek fits by now.
    ada.wait(&store, &[days()], NOW + 2).await;
    assert_eq!(store.post_seek(&seek).await.unwrap(), PostSeekResult::Earlier(begun.game));
    assert_eq!(store.posted_seek(ben.who, ids).await.unwrap(), Some(PostSeekResult::Earlier(begun.game)));
}

async fn ids_of_another_person_have_no_effect(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [Seeker::member(&store, "Ada").await, Seeker::member(&store, "Ben").await];
    let cy = Seeker::member(&store, "Cy").await;
    ada.wait(&store, &[days()], NOW).await;
    let first = ids();
    let seek = NewSeek { ids: Some(first), ..ben.seek(&[days()], NOW + 1) };
    let PostSeekResult::Begun(begun) = store.post_seek(&seek).await.unwrap() else { panic!() };
    ada.wait(&store, &[magnetic(days())], NOW + 2).await;
    let other = NewSeek { ids: Some(SeekIds { game: first.game, ..ids() }), ..cy.seek(&[magnetic(days())], NOW + 3) };
    let PostSeekResult::Begun(of_cy) = store.post_seek(&other).await.unwrap() else { panic!() };
    assert_ne!(of_cy.game, begun.game, "a random id");
    assert_eq!(store.posted_seek(cy.who, first).await.unwrap(), None);
}
