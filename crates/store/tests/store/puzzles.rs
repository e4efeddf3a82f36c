//! Tests that attempts at puzzles change their ratings, one after another.

use faraday_store::PuzzleRating;

use crate::support::{Place, in_both};

in_both! {
    no_attempt_is_lost_when_many_come_at_once,
    ratings_belong_to_one_variant,
}

const FIRST: PuzzleRating = PuzzleRating { rating: 150_000, deviation: 12_000, attempts: 0 };

async fn no_attempt_is_lost_when_many_come_at_once(place: Place) {
    let store = place.open().await;
    let attempts = (0..40).map(|_| {
        let store = store.clone();
        tokio::spawn(async move {
            let harder = |kept: PuzzleRating| PuzzleRating { rating: kept.rating + 7, ..kept };
            store.rate_puzzle(["chess", "p1"], FIRST, harder).await.unwrap()
        })
    });
    let mut told = Vec::new();
    for attempt in attempts.collect::<Vec<_>>() {
        told.push(attempt.await.unwrap());
    }
    told.sort_by_key(|kept| kept.attempts);
    let expected = (1..=40).map(|attempts| PuzzleRating { rating: 150_000 + 7 * attempts, attempts, ..FIRST });
    assert_eq!(told, expected.collect::<Vec<_>>());
    assert_eq!(store.puzzle_ratings("chess").await.unwrap(), [("p1".to_owned(), told[39])]);
}

async fn ratings_belong_to_one_variant(place: Place) {
    let store = place.open().await;
    assert!(store.puzzle_ratings("chess").await.unwrap().is_empty());
    let rate = async |variant, by: i64| {
        let change = move |kept: PuzzleRating| PuzzleRating { rating: kept.rating + by, ..kept };
        store.rate_puzzle([variant, "p1"], FIRST, change).await.unwrap()
    };
    let (chess, magnetic) = (rate("chess", 1).await, rate("magnetic", 2).await);
    assert_eq!(store.puzzle_ratings("chess").await.unwrap(), [("p1".to_owned(), chess)]);
    assert_eq!(store.puzzle_ratings("magnetic").await.unwrap(), [("p1".to_owned(), magnetic)]);
}
