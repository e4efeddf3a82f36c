//! Tests of profiles, of the games that others may see, and of the people who are online.

use faraday_play::{Days, Terms, TimeMode};
use faraday_ratings::Rating;
use faraday_rules::Color;
use faraday_store::testing::begin;
use faraday_store::{
    AppendResult, Cursor, Ended, Entry, GameId, GameStatus, HouseLevel, NewGame, OnlinePeople, PersonId, ProfileChange,
    Role, Seat, Store, TokenHash,
};

use crate::blocks::member;
use crate::support::{Place, closed, entry, in_both, ms, new_game};

in_both! {
    a_profile_is_read_and_changed,
    games_are_shown_if_both_players_chose_that,
    running_games_with_a_clock_are_public_if_both_players_chose_that,
    games_are_counted_by_outcome,
    members_are_online_by_choice,
}

async fn guest(store: &Store, name: &str) -> PersonId {
    store.add_guest(name, &TokenHash::of(name), "", [ms(0), ms(99_000)]).await.unwrap()
}

async fn game(store: &Store, seats: [PersonId; 2], started_at: u64) -> GameId {
    let new = NewGame { seats: seats.map(|who| Seat::new(who, None)), started_at: ms(started_at), ..new_game() };
    begin(store, &new).await.unwrap()
}

async fn end(store: &Store, game: GameId, winner: Option<Color>, reason: &str) {
    let ended = Ended { winner, reason: reason.to_owned(), plies: 1 };
    let end = Entry { ended: Some(ended), ..entry(game, closed(1, 9000, Color::White)) };
    assert_eq!(store.append(end).await.unwrap(), AppendResult::Written);
}

async fn a_profile_is_read_and_changed(place: Place) {
    let store = place.open().await;
    let ada = member(&store, "Ada").await;
    let profile = store.profile("ada").await.unwrap().unwrap();
    assert_eq!((profile.who, profile.name.as_str(), profile.role), (ada, "Ada", Role::Member));
    assert_eq!((profile.bio, profile.shows_presence, profile.shows_games), (None, false, false));
    let change = ProfileChange { bio: Some("I play.".to_owned()), shows_presence: Some(true), shows_games: None };
    assert!(store.change_profile(ada, &change, ms(7000)).await.unwrap());
    let profile = store.profile("ada").await.unwrap().unwrap();
    assert_eq!(profile.bio.as_deref(), Some("I play."));
    assert_eq!((profile.shows_presence, profile.shows_games, profile.online_at), (true, false, Some(ms(7000))));
    let change = ProfileChange { bio: Some(String::new()), shows_games: Some(true), ..ProfileChange::default() };
    assert!(store.change_profile(ada, &change, ms(8000)).await.unwrap());
    let profile = store.profile("ada").await.unwrap().unwrap();
    assert_eq!((profile.bio, profile.shows_presence, profile.shows_games), (None, true, true));
    let eve = guest(&store, "Eve").await;
    assert!(!store.change_profile(eve, &change, ms(8000)).await.unwrap());
    assert_eq!(store.profile("eve").await.unwrap(), None);
    store.disable("ada", Some(ms(1000))).await.unwrap();
    assert!(store.profile("ada").await.unwrap().unwrap().is_disabled);
}

async fn games_are_shown_if_both_players_chose_that(place: Place) {
    let store = place.open().await;
    let [ada, ben, kai] = [member(&store, "Ada").await, member(&store, "Ben").await, member(&store, "Kai").await];
    let eve = guest(&store, "Eve").await;
    let [with_ben, with_kai] = [game(&store, [ada, ben], 1000).await, game(&store, [kai, ada], 2000).await];
    let with_eve = game(&store, [ada, eve], 3000).await;
    let aborted = game(&store, [ada, ben], 4000).await;
    end(&store, aborted, None, "aborted").await;
    let shown = async |viewer, status, after| {
        let games = store.shown_games_of(ada, viewer, status, 10, after).await.unwrap();
        games.into_iter().map(|game| game.id).collect::<Vec<_>>()
    };
    let running = async |viewer| shown(viewer, GameStatus::Running, None).await;
    assert_eq!(running(None).await, []);
    assert_eq!(running(Some(ben)).await, [with_ben]);
    assert_eq!(running(Some(eve)).await, [with_eve]);
    let shows = ProfileChange { shows_games: Some(true), ..ProfileChange::default() };
    store.change_profile(ada, &shows, ms(0)).await.unwrap();
    assert_eq!(running(None).await, [], "only one of the two chose it");
    store.change_profile(kai, &shows, ms(0)).await.unwrap();
    assert_eq!(running(None).await, [with_kai]);
    assert_eq!(running(Some(ben)).await, [with_kai, with_ben]);
    let after = Some(Cursor { started_at: ms(2000), id: with_kai });
    assert_eq!(shown(Some(ben), GameStatus::Running, after).await, [with_ben]);
    assert_eq!(shown(Some(ben), GameStatus::Ended, None).await, [], "an aborted game");
    end(&store, with_kai, Some(Color::White), "resigned").await;
    assert_eq!(shown(None, GameStatus::Ended, None).await, [with_kai]);
    assert_eq!(store.games_of(ada, GameStatus::Ended, 10, None).await.unwrap().len(), 2);
}

async fn running_games_with_a_clock_are_public_if_both_players_chose_that(place: Place) {
    let store = place.open().await;
    let [ada, ben, kai] = [member(&store, "Ada").await, member(&store, "Ben").await, member(&store, "Kai").await];
    let (eve, house) = (guest(&store, "Eve").await, HouseLevel::ALL[2].person());
    let shows = ProfileChange { shows_games: Some(true), ..ProfileChange::default() };
    store.change_profile(ada, &shows, ms(0)).await.unwrap();
    let with_ben = game(&store, [ada, ben], 1000).await;
    game(&store, [eve, ada], 2000).await;
    game(&store, [house, eve], 3000).await;
    let with_house = game(&store, [house, ada], 4000).await;
    let days = Terms { time_mode: TimeMode::Days(Days::ALL[2]), rated: false };
    begin(&store, &NewGame { terms: days, seats: [ada, ben].map(|who| Seat::new(who, None)), ..new_game() })
        .await
        .unwrap();
    let public = async || {
        let games = store.public_games(ms(5000), 10).await.unwrap();
        games.into_iter().map(|public| public.game.id).collect::<Vec<_>>()
    };
    assert_eq!(public().await, [with_house], "the house shows its games, and Ben has not chosen it");
    for who in [ben, kai] {
        store.change_profile(who, &shows, ms(0)).await.unwrap();
    }
    assert_eq!(public().await, [with_house, with_ben]);
    assert_eq!(store.public_games(ms(5000), 1).await.unwrap()[0].game.id, with_house);
    let rated = Terms { rated: true, ..new_game().terms };
    let seats = [kai, ada].map(|who| Seat::new(who, None));
    let rated = begin(&store, &NewGame { terms: rated, seats, started_at: ms(5000), ..new_game() }).await.unwrap();
    let games = store.public_games(ms(5000), 10).await.unwrap();
    let ratings: Vec<_> = games.iter().map(|public| (public.game.id, public.ratings)).collect();
    let start = Some(Rating::START);
    assert_eq!(ratings, [(rated, [start; 2]), (with_house, [None; 2]), (with_ben, [None; 2])]);
    store.disable("kai", Some(ms(6000))).await.unwrap();
    end(&store, with_ben, None, "agreed").await;
    assert_eq!(public().await, [with_house]);
    store.change_profile(ada, &ProfileChange { shows_games: Some(false), ..shows }, ms(0)).await.unwrap();
    assert_eq!(public().await, []);
}

async fn games_are_counted_by_outcome(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [member(&store, "Ada").await, member(&store, "Ben").await];
    let ends = [(Some(Color::White), "resigned"), (Some(Color::White), "resigned"), (None, "agreed")];
    for (seats, (winner, reason)) in [[ada, ben], [ben, ada], [ada, ben]].into_iter().zip(ends) {
        let game = game(&store, seats, 1000).await;
        end(&store, game, winner, reason).await;
    }
    game(&store, [ben, ada], 1000).await;
    let counts = store.outcome_counts(ada).await.unwrap();
    let mut counts: Vec<_> =
        counts.iter().map(|count| (count.side, count.winner, count.reason.as_deref(), count.games)).collect();
    counts.sort_by_key(|(side, winner, reason, _)| (*side as u8, winner.map(|winner| winner as u8), *reason));
    assert_eq!(
        counts,
        [
            (Color::White, None, Some("agreed"), 1),
            (Color::White, Some(Color::White), Some("resigned"), 1),
            (Color::Black, None, None, 1),
            (Color::Black, Some(Color::White), Some("resigned"), 1),
        ]
    );
}

async fn members_are_online_by_choice(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [member(&store, "Ada").await, member(&store, "Ben").await];
    let eve = guest(&store, "Eve").await;
    let shows = ProfileChange { shows_presence: Some(true), ..ProfileChange::default() };
    store.change_profile(ada, &shows, ms(1000)).await.unwrap();
    store.note_online(&[ada, ben, eve], ms(50_000)).await.unwrap();
    let online = async |since| store.online_people(ms(since)).await.unwrap();
    let here = OnlinePeople { members: vec!["Ada".to_owned()], guests: 1 };
    assert_eq!(online(49_999).await, here);
    assert_eq!(online(50_000).await, OnlinePeople::default());
    assert_eq!(store.profile("ben").await.unwrap().unwrap().online_at, None, "nothing is stored without the choice");
    let hides = ProfileChange { shows_presence: Some(false), ..ProfileChange::default() };
    store.change_profile(ada, &hides, ms(51_000)).await.unwrap();
    assert_eq!(online(49_999).await.members, Vec::<String>::new());
    store.change_profile(ada, &shows, ms(52_000)).await.unwrap();
    store.disable("ada", Some(ms(52_000))).await.unwrap();
    assert_eq!(online(49_999).await.members, Vec::<String>::new());
}
