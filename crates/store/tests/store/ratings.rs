//! Tests of ratings: settled games, and what was stored about each change.

use faraday_play::{Days, Terms, TimeMode};
use faraday_ratings::{Pace, RatedAs, Rating, Score};
use faraday_rules::Color;
use faraday_store::testing::begin;
use faraday_store::{AppendResult, Ended, Entry, GameId, NewGame, PersonId, RatingEvent, Seat, Store};

use crate::blocks::member;
use crate::support::{Place, closed, entry, guest, in_both, ms, new_game};

in_both! {
    a_game_is_settled_once,
    games_of_one_player_settled_at_once_follow_each_other,
    casual_and_running_games_are_not_settled,
    games_that_do_not_count_say_why,
    days_games_lost_on_time_in_a_row_count_once,
    the_leaderboard_has_active_players_with_ten_games,
}

const DAY: u64 = 24 * 3600 * 1000;

/// A rated game between two people that has ended after 30 plies.
struct Played<'a> {
    seats: [PersonId; 2],
    winner: Option<Color>,
    reason: &'a str,
    at: u64,
    days: bool,
}

impl Played<'_> {
    async fn store(self, store: &Store) -> GameId {
        let time_mode = if self.days { TimeMode::Days(Days::new(3).unwrap()) } else { new_game().terms.time_mode };
        let terms = Terms { time_mode, rated: true };
        let seats = self.seats.map(|who| Seat::new(who, None));
        let game = begin(store, &NewGame { terms, seats, ..new_game() }).await.unwrap();
        let ended = Ended { winner: self.winner, reason: self.reason.to_owned(), plies: 30 };
        let end = Entry { ended: Some(ended), ..entry(game, closed(1, self.at, Color::White)) };
        assert_eq!(store.append(end).await.unwrap(), AppendResult::Written);
        game
    }
}

async fn win(store: &Store, winner: PersonId, loser: PersonId, at: u64) -> GameId {
    let played = Played { seats: [winner, loser], winner: Some(Color::White), reason: "checkmate", at, days: false };
    played.store(store).await
}

/// Returns all changes, each of which must follow from the one before it and from the opponent's by the same game.
async fn checked_events(store: &Store) -> Vec<RatingEvent> {
    let (mut all, mut last): (Vec<RatingEvent>, _) = (Vec::new(), None);
    loop {
        let page = store.rating_events(last.as_ref(), 3).await.unwrap();
        let Some(end) = page.last() else { break };
        last = Some(end.clone());
        all.extend(page);
    }
    for event in &all {
        let is_next = |other: &&RatingEvent| {
            (other.who, &other.variant, other.pace, other.n + 1) == (event.who, &event.variant, event.pace, event.n)
        };
        let before = match all.iter().find(is_next) {
            Some(previous) => previous.after.after_idle(event.at.since(previous.at)),
            None => Rating::START,
        };
        assert_eq!(event.before, before, "{event:?}");
        assert_eq!(event.after, event.recomputed());
        let other = all.iter().find(|other| other.game == event.game && other.who == event.opponent).unwrap();
        assert_eq!((other.n, other.score), (event.opponent_n, event.score.opposite()));
        assert_eq!([other.before.rating, other.before.deviation], [event.opponent_rating, event.opponent_deviation]);
    }
    all
}

async fn a_game_is_settled_once(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [member(&store, "Ada").await, member(&store, "Ben").await];
    let game = win(&store, ada, ben, 2000).await;
    let settled = tokio::join!(store.settle(game), store.settle(game), store.settle(game));
    let settled = [settled.0, settled.1, settled.2].map(Result::unwrap);
    assert_eq!(settled.iter().filter(|result| **result == Some(RatedAs::Counted)).count(), 1, "{settled:?}");
    assert_eq!(settled.iter().filter(|result| result.is_none()).count(), 2, "{settled:?}");
    let events = checked_events(&store).await;
    assert_eq!(events.len(), 2);
    let own = store.rating_events_of(ada, 10).await.unwrap();
    assert_eq!((own[0].score, own[0].game, own[0].n), (Score::Win, game, 1));
    let ratings = store.ratings_of(ben).await.unwrap();
    assert_eq!((ratings[0].variant.as_str(), ratings[0].pace, ratings[0].games), ("chess", Pace::Live, 1));
    assert!(ratings[0].rating.rating < 1500.0 && own[0].after.rating > 1500.0);
    assert_eq!(store.rating_events_by(game).await.unwrap().len(), 2);
}

async fn games_of_one_player_settled_at_once_follow_each_other(place: Place) {
    let store = place.open().await;
    let ada = member(&store, "Ada").await;
    let mut games = Vec::new();
    for number in 0..12 {
        let other = member(&store, &format!("Other{number}")).await;
        games.push(win(&store, ada, other, 2000 + number).await);
        games.push(win(&store, other, ada, 2500 + number).await);
    }
    let tasks: Vec<_> = games
        .iter()
        .map(|game| {
            let (store, game) = (store.clone(), *game);
            tokio::spawn(async move { store.settle(game).await })
        })
        .collect();
    for task in tasks {
        assert_eq!(task.await.unwrap().unwrap(), Some(RatedAs::Counted));
    }
    assert_eq!(checked_events(&store).await.len(), 48);
    assert_eq!(store.ratings_of(ada).await.unwrap()[0].games, 24);
}

async fn casual_and_running_games_are_not_settled(place: Place) {
    let store = place.open().await;
    let seats = [member(&store, "Ada").await, member(&store, "Ben").await].map(|who| Seat::new(who, None));
    let rated = Terms { rated: true, ..new_game().terms };
    let running = begin(&store, &NewGame { seats: seats.clone(), terms: rated, ..new_game() }).await.unwrap();
    assert_eq!(store.settle(running).await, Ok(None));
    let casual = begin(&store, &NewGame { seats, ..new_game() }).await.unwrap();
    let ended = Ended { winner: None, reason: "agreed".to_owned(), plies: 30 };
    store.append(Entry { ended: Some(ended), ..entry(casual, closed(1, 2000, Color::White)) }).await.unwrap();
    assert_eq!(store.settle(casual).await, Ok(None));
    assert_eq!(store.settle(GameId::random()).await, Ok(None));
}

async fn games_that_do_not_count_say_why(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [member(&store, "Ada").await, member(&store, "Ben").await];
    let winner = Some(Color::White);
    let with_guest =
        Played { seats: [ada, guest()], winner, reason: "checkmate", at: 2000, days: false }.store(&store).await;
    assert_eq!(store.settle(with_guest).await, Ok(Some(RatedAs::Guest)));
    let aborted =
        Played { seats: [ada, ben], winner: None, reason: "aborted", at: 2000, days: false }.store(&store).await;
    assert_eq!(store.settle(aborted).await, Ok(Some(RatedAs::NoResult)));
    assert_eq!(store.game(aborted).await.unwrap().unwrap().rated_as, Some(RatedAs::NoResult));
    assert_eq!(checked_events(&store).await, []);
}

async fn days_games_lost_on_time_in_a_row_count_once(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [member(&store, "Ada").await, member(&store, "Ben").await];
    for (day, found) in
        [(1, RatedAs::Counted), (2, RatedAs::TimeoutRow), (15, RatedAs::TimeoutRow), (16, RatedAs::Counted)]
    {
        let lost =
            Played { seats: [ada, ben], winner: Some(Color::White), reason: "timed-out", at: day * DAY, days: true };
        let game = lost.store(&store).await;
        assert_eq!(store.settle(game).await, Ok(Some(found)), "day {day}");
    }
    assert_eq!(checked_events(&store).await.len(), 4);
}

async fn the_leaderboard_has_active_players_with_ten_games(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [member(&store, "Ada").await, member(&store, "Ben").await];
    for number in 0..40 {
        let board = store.leaderboard("chess", Pace::Live, ms(3000), 10).await.unwrap();
        assert!(number >= 10 || board.is_empty(), "{board:?} after {number} games");
        let (one, other) = if number % 4 == 0 { (ben, ada) } else { (ada, ben) };
        let game = win(&store, one, other, 2000).await;
        store.settle(game).await.unwrap();
    }
    let board = store.leaderboard("chess", Pace::Live, ms(3000), 10).await.unwrap();
    let names: Vec<&str> = board.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["Ada", "Ben"]);
    assert_eq!(board[0].games, 40);
    assert_eq!(store.leaderboard("chess", Pace::Days, ms(3000), 10).await.unwrap(), []);
    assert_eq!(store.leaderboard("chess", Pace::Live, ms(61 * DAY), 10).await.unwrap(), []);
}
