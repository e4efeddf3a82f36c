//! Opening: once a file, and by no older program.

use faraday_store::{OpenError, Options, Store};

use crate::support::{Place, in_both, in_sqlite, new_game};

in_both! {
    what_was_kept_is_there_when_it_is_opened_again,
}

async fn what_was_kept_is_there_when_it_is_opened_again(place: Place) {
    let store = place.open().await;
    let game = store.add_game(&new_game()).await.unwrap();
    store.close().await;
    drop(store);
    assert!(place.open().await.game(game).await.unwrap().is_some());
}

#[test]
fn a_file_is_opened_by_one_store() {
    in_sqlite(async |place: Place| {
        let store = place.open().await;
        let error = Store::open(&place.location, &Options::default()).await.unwrap_err();
        assert!(matches!(error, OpenError::Taken(_)), "{error}");
        store.close().await;
        place.open().await;
    });
}
