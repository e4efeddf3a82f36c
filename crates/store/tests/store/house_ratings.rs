//! Tests of rated games against the house, which place a member (T.7c).

use faraday_play::Terms;
use faraday_ratings::{Pace, RatedAs, Rating, Score};
use faraday_rules::Color;
use faraday_store::{Ended, Entry, GameId, HouseGameResult, HouseLevel, NewGame, Origin, PersonId, Seat, Store};

use crate::blocks::member;
use crate::support::{Place, closed, entry, in_both, moved, ms, new_game};

in_both! {
    a_game_against_the_house_changes_the_rating_of_the_member_only,
    a_game_with_the_moves_and_the_result_of_another_does_not_count,
    the_house_places_until_the_rating_is_certain,
    an_unrated_level_does_not_count,
    the_leaderboard_needs_five_games_against_people,
}

/// The fixed rating of the levels in these tests.
const FIXED: Rating = Rating::fixed(1200.0);

/// A game of a member, who plays White, against a level of the house.
struct Played<'a> {
    who: PersonId,
    level: usize,
    moves: &'a [&'a str],
    winner: Option<Color>,
    at: u64,
}

impl Played<'_> {
    async fn store(self, store: &Store) -> GameId {
        let seats = [self.who, HouseLevel::ALL[self.level - 1].person()].map(|who| Seat::new(who, None));
        let terms = Terms { rated: true, ..new_game().terms };
        let new = NewGame { seats, terms, ..new_game() };
        let begun = store.begin_with_house(&new, Origin::House(rand::random())).await.unwrap();
        let HouseGameResult::Begun(game) = begun else { panic!("refused") };
        for (seq, uci) in (1..).zip(self.moves) {
            store.append(entry(game, moved(seq, uci))).await.unwrap();
        }
        let ended = Ended { winner: self.winner, reason: "checkmate".to_owned(), plies: self.moves.len() as u64 };
        let end = closed(self.moves.len() as u64 + 1, self.at, Color::White);
        store.append(Entry { ended: Some(ended), ..entry(game, end) }).await.unwrap();
        game
    }
}

async fn a_game_against_the_house_changes_the_rating_of_the_member_only(place: Place) {
    let store = place.open().await;
    let ada = member(&store, "Ada").await;
    let played = Played { who: ada, level: 3, moves: &["e2e4"], winner: Some(Color::White), at: 2000 };
    let game = played.store(&store).await;
    assert_eq!(store.settle(game, Some(FIXED)).await, Ok(Some(RatedAs::Counted)));
    assert_eq!(store.settle(game, Some(FIXED)).await, Ok(None));
    let events = store.rating_events_by(game).await.unwrap();
    let [event] = &events[..] else { panic!("{events:?}") };
    let house = HouseLevel::ALL[2].person();
    assert_eq!((event.who, event.opponent, event.opponent_n, event.score), (ada, house, 0, Score::Win));
    assert_eq!((event.opponent_rating, event.opponent_deviation), (1200.0, 45.0));
    assert_eq!(event.after, Rating::START.after_game(FIXED, Score::Win));
    assert_eq!(store.ratings_of(house).await.unwrap(), []);
    assert_eq!(store.missing_changes().await.unwrap(), []);
}

async fn a_game_with_the_moves_and_the_result_of_another_does_not_count(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [member(&store, "Ada").await, member(&store, "Ben").await];
    let long = ["a2a3"; 21];
    let mut other_end = long;
    other_end[20] = "h2h3";
    let mut other_start = long;
    other_start[19] = "h2h3";
    let (white, black) = (Some(Color::White), Some(Color::Black));
    for (number, (who, level, moves, winner, found)) in [
        (ada, 3, &long[..], white, RatedAs::Counted),
        (ada, 3, &other_end, white, RatedAs::Repeated),
        (ada, 3, &other_start, white, RatedAs::Counted),
        (ada, 3, &long[..19], white, RatedAs::Counted),
        (ada, 3, &long, black, RatedAs::Counted),
        (ada, 3, &long, None, RatedAs::Counted),
        (ada, 3, &long, None, RatedAs::Repeated),
        (ada, 4, &long, white, RatedAs::Counted),
        (ben, 3, &long, white, RatedAs::Counted),
    ]
    .into_iter()
    .enumerate()
    {
        let game = Played { who, level, moves, winner, at: 2000 + number as u64 }.store(&store).await;
        assert_eq!(store.settle(game, Some(FIXED)).await, Ok(Some(found)), "game {number}");
    }
}

async fn the_house_places_until_the_rating_is_certain(place: Place) {
    let store = place.open().await;
    let ada = member(&store, "Ada").await;
    let mut counted = 0;
    loop {
        let rating = store.rating_of(ada, "chess", Pace::Live).await.unwrap().map_or(Rating::START, |last| last.rating);
        let opening = format!("e2e{counted}");
        // The rating stays near that of the house, so that each game reduces the deviation the most.
        let winner = Some(if rating.rating < FIXED.rating { Color::White } else { Color::Black });
        let moves = [opening.as_str()];
        let game = Played { who: ada, level: 5, moves: &moves, winner, at: 2000 + counted }.store(&store).await;
        let rated_as = store.settle(game, Some(FIXED)).await.unwrap().unwrap();
        if !rating.is_provisional() {
            assert_eq!(rated_as, RatedAs::Placed);
            assert!(store.rating_events_by(game).await.unwrap().is_empty());
            break;
        }
        assert_eq!(rated_as, RatedAs::Counted);
        counted += 1;
    }
    assert!((8..30).contains(&counted), "{counted} games");
    let at = ms(2000 + counted);
    assert!(store.leaderboard("chess", Pace::Live, at, (0, 10)).await.unwrap().is_empty());
}

async fn an_unrated_level_does_not_count(place: Place) {
    let store = place.open().await;
    let ada = member(&store, "Ada").await;
    let played = Played { who: ada, level: 10, moves: &["e2e4"], winner: Some(Color::White), at: 2000 };
    let game = played.store(&store).await;
    assert_eq!(store.settle(game, None).await, Ok(Some(RatedAs::HouseLevel)));
    assert!(store.rating_events_by(game).await.unwrap().is_empty());
}

async fn the_leaderboard_needs_five_games_against_people(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [member(&store, "Ada").await, member(&store, "Ben").await];
    for number in 0..30 {
        let opening = format!("e2e{number}");
        let winner = Some(if number % 2 == 0 { Color::White } else { Color::Black });
        let moves = [opening.as_str()];
        let game = Played { who: ada, level: 5, moves: &moves, winner, at: 2000 + number }.store(&store).await;
        store.settle(game, Some(Rating::fixed(1500.0))).await.unwrap();
    }
    let rating = store.rating_of(ada, "chess", Pace::Live).await.unwrap().unwrap();
    assert!(rating.games >= 10 && !rating.rating.is_provisional(), "{rating:?}");
    for number in 0..5 {
        let board = store.leaderboard("chess", Pace::Live, ms(4000), (0, 10)).await.unwrap();
        assert!(board.is_empty(), "{board:?} after {number} games");
        assert_eq!(store.place(ada, "chess", Pace::Live, ms(4000)).await.unwrap(), None);
        let winner = if number % 2 == 0 { Color::White } else { Color::Black };
        let game = crate::ratings::win_of(&store, [ada, ben], winner, 3000 + number).await;
        store.settle(game, None).await.unwrap();
    }
    let board = store.leaderboard("chess", Pace::Live, ms(4000), (0, 10)).await.unwrap();
    assert_eq!(board.iter().map(|player| player.name.as_str()).collect::<Vec<_>>(), ["Ada"]);
    assert_eq!(store.place(ada, "chess", Pace::Live, ms(4000)).await.unwrap(), Some(1));
}
