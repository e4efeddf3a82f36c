//! Tests of ratings: settled games, and what was stored about each change.

use crate::blocks::member;
use crate::support::{Place, closed, entry, guest, in_both, ms, new_game, process};
use faraday_play::{Days, Terms, TimeMode};
use faraday_ratings::{Pace, RatedAs, Rating, Score};
use faraday_rules::Color;
use faraday_store::testing::begin;
use faraday_store::{
    AppendResult, ChangesWanted, ERASURE_GRACE_MS, Ended, Entry, GameId, Job, JobKind, ListedChange, NewGame, PersonId,
    ProfileChange, RatingEvent, Seat, Store,
};

in_both! {
    a_game_is_settled_once,
    games_of_one_player_settled_at_once_follow_each_other,
    casual_and_running_games_are_not_settled,
    games_that_do_not_count_say_why,
    days_games_lost_on_time_in_a_row_count_once,
    the_leaderboard_has_active_players_with_ten_games,
    the_resignation_of_a_closed_account_counts_from_ply_20,
    an_erased_account_has_no_ratings,
    changes_are_listed_by_page_and_games_are_shown_to_who_may_see_them,
    a_graph_has_at_most_200_points_with_the_last_one,
    whites_of_the_last_ten_rated_games_are_counted,
    a_settlement_that_keeps_failing_is_listed_and_tried_again,
    a_game_that_ended_without_a_job_is_found,
}

const DAY: u64 = 24 * 3600 * 1000;

/// A rated game between two people that has ended.
pub struct Played<'a> {
    pub seats: [PersonId; 2],
    pub winner: Option<Color>,
    pub reason: &'a str,
    pub at: u64,
    pub days: bool,
    pub plies: u64,
}

impl Played<'_> {
    pub async fn store(self, store: &Store) -> GameId {
        let game = self.begin(store).await;
        self.end(store, game).await;
        game
    }

    pub async fn begin(&self, store: &Store) -> GameId {
        let time_mode = if self.days { TimeMode::Days(Days::new(3).unwrap()) } else { new_game().terms.time_mode };
        let terms = Terms { time_mode, rated: true };
        let seats = self.seats.map(|who| Seat::new(who, None));
        begin(store, &NewGame { terms, seats, ..new_game() }).await.unwrap()
    }

    async fn end(self, store: &Store, game: GameId) {
        let ended = Ended { winner: self.winner, reason: self.reason.to_owned(), plies: self.plies };
        let end = Entry { ended: Some(ended), ..entry(game, closed(1, self.at, Color::White)) };
        assert_eq!(store.append(end).await.unwrap(), AppendResult::Written);
    }
}

async fn win(store: &Store, winner: PersonId, loser: PersonId, at: u64) -> GameId {
    let played =
        Played { seats: [winner, loser], winner: Some(Color::White), reason: "checkmate", at, days: false, plies: 30 };
    played.store(store).await
}

/// Stores a game that a side has won.
pub async fn win_of(store: &Store, seats: [PersonId; 2], winner: Color, at: u64) -> GameId {
    Played { seats, winner: Some(winner), reason: "checkmate", at, days: false, plies: 30 }.store(store).await
}

/// Returns all changes, each of which must follow from the one before it and from the opponent's by the same game.
pub async fn checked_events(store: &Store) -> Vec<RatingEvent> {
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
            Some(previous) => {
                assert!(event.at >= previous.at, "time would count twice: {event:?}");
                previous.after.after_idle(event.at.since(previous.at))
            }
            None => Rating::START,
        };
        assert_eq!(event.before, before, "{event:?}");
        assert_eq!(event.after, event.recomputed());
        let other = all.iter().find(|other| other.game == event.game && other.who == event.opponent).unwrap();
        assert_eq!((other.n, other.score), (event.opponent_n, event.score.opposite()));
        assert_eq!(Rating { volatility: Rating::START.volatility, ..other.before }, event.opponent_before());
    }
    all
}

async fn a_game_is_settled_once(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [member(&store, "Ada").await, member(&store, "Ben").await];
    let game = win(&store, ada, ben, 2000).await;
    let settled = tokio::join!(store.settle(game, None), store.settle(game, None), store.settle(game, None));
    let settled = [settled.0, settled.1, settled.2].map(Result::unwrap);
    assert_eq!(settled.iter().filter(|result| **result == Some(RatedAs::Counted)).count(), 1, "{settled:?}");
    assert_eq!(settled.iter().filter(|result| result.is_none()).count(), 2, "{settled:?}");
    let events = checked_events(&store).await;
    assert_eq!(events.len(), 2);
    let own = events.iter().find(|event| event.who == ada).unwrap();
    assert_eq!((own.score, own.game, own.n), (Score::Win, game, 1));
    let ratings = store.ratings_of(ben).await.unwrap();
    assert_eq!((ratings[0].variant.as_str(), ratings[0].pace, ratings[0].games), ("chess", Pace::Live, 1));
    assert!(ratings[0].rating.rating < 1500.0 && own.after.rating > 1500.0);
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
            tokio::spawn(async move { store.settle(game, None).await })
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
    assert_eq!(store.settle(running, None).await, Ok(None));
    let casual = begin(&store, &NewGame { seats, ..new_game() }).await.unwrap();
    let ended = Ended { winner: None, reason: "agreed".to_owned(), plies: 30 };
    store.append(Entry { ended: Some(ended), ..entry(casual, closed(1, 2000, Color::White)) }).await.unwrap();
    assert_eq!(store.settle(casual, None).await, Ok(None));
    assert_eq!(store.settle(GameId::random(), None).await, Ok(None));
}

async fn games_that_do_not_count_say_why(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [member(&store, "Ada").await, member(&store, "Ben").await];
    let winner = Some(Color::White);
    let with_guest = Played { seats: [ada, guest()], winner, reason: "checkmate", at: 2000, days: false, plies: 30 }
        .store(&store)
        .await;
    assert_eq!(store.settle(with_guest, None).await, Ok(Some(RatedAs::Guest)));
    let aborted = Played { seats: [ada, ben], winner: None, reason: "aborted", at: 2000, days: false, plies: 30 }
        .store(&store)
        .await;
    assert_eq!(store.settle(aborted, None).await, Ok(Some(RatedAs::NoResult)));
    assert_eq!(store.game(aborted).await.unwrap().unwrap().rated_as, Some(RatedAs::NoResult));
    assert_eq!(checked_events(&store).await, []);
}

async fn days_games_lost_on_time_in_a_row_count_once(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [member(&store, "Ada").await, member(&store, "Ben").await];
    for (day, found) in
        [(1, RatedAs::Counted), (2, RatedAs::TimeoutRow), (15, RatedAs::TimeoutRow), (16, RatedAs::Counted)]
    {
        let lost = Played {
            seats: [ada, ben],
            winner: Some(Color::White),
            reason: "timed-out",
            at: day * DAY,
            days: true,
            plies: 30,
        };
        let game = lost.store(&store).await;
        assert_eq!(store.settle(game, None).await, Ok(Some(found)), "day {day}");
    }
    assert_eq!(checked_events(&store).await.len(), 4);
}

async fn the_leaderboard_has_active_players_with_ten_games(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [member(&store, "Ada").await, member(&store, "Ben").await];
    for number in 0..40 {
        let board = store.leaderboard("chess", Pace::Live, ms(3000), (0, 10)).await.unwrap();
        assert!(number >= 10 || board.is_empty(), "{board:?} after {number} games");
        let (one, other) = if number % 4 == 0 { (ben, ada) } else { (ada, ben) };
        let game = win(&store, one, other, 2000).await;
        store.settle(game, None).await.unwrap();
    }
    let board = store.leaderboard("chess", Pace::Live, ms(3000), (0, 10)).await.unwrap();
    let names: Vec<&str> = board.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["Ada", "Ben"]);
    assert_eq!(board[0].games, 40);
    let second = store.leaderboard("chess", Pace::Live, ms(3000), (1, 10)).await.unwrap();
    assert_eq!(second, board[1..]);
    let place = async |who| store.place(who, "chess", Pace::Live, ms(3000)).await.unwrap();
    assert_eq!((place(ada).await, place(ben).await, place(guest()).await), (Some(1), Some(2), None));
    assert_eq!(store.leaderboard("chess", Pace::Days, ms(3000), (0, 10)).await.unwrap(), []);
    assert_eq!(store.leaderboard("chess", Pace::Live, ms(61 * DAY), (0, 10)).await.unwrap(), []);
}

async fn the_resignation_of_a_closed_account_counts_from_ply_20(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [member(&store, "Ada").await, member(&store, "Ben").await];
    let resigned = |plies, at| Played {
        seats: [ada, ben],
        winner: Some(Color::White),
        reason: "resigned",
        at,
        days: false,
        plies,
    };
    let before = resigned(19, 4999).store(&store).await;
    let games =
        [(19, RatedAs::AccountClosed), (20, RatedAs::Counted)].map(|(plies, found)| (resigned(plies, 5001), found));
    let mut running = Vec::new();
    for (game, found) in games {
        running.push((game.begin(&store).await, game, found));
    }
    store.begin_erasure(ben, vec![], [ms(5000), ms(5000 + ERASURE_GRACE_MS)]).await.unwrap();
    for (id, game, found) in running {
        game.end(&store, id).await;
        assert_eq!(store.settle(id, None).await, Ok(Some(found)));
    }
    assert_eq!(store.settle(before, None).await, Ok(Some(RatedAs::Counted)), "resigned before the account was closed");
    assert_eq!(checked_events(&store).await.len(), 4);
}

async fn an_erased_account_has_no_ratings(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [member(&store, "Ada").await, member(&store, "Ben").await];
    let game = win(&store, ada, ben, 2000).await;
    store.settle(game, None).await.unwrap();
    let late = win(&store, ada, ben, 3000).await;
    let erase_at = 5000 + ERASURE_GRACE_MS;
    store.begin_erasure(ben, vec![], [ms(5000), ms(erase_at)]).await.unwrap();
    assert!(!store.is_erased(ben).await.unwrap());
    assert!(!store.erase(ben, ms(erase_at)).await.unwrap(), "a rated game is not settled");
    // Accounts that wait do not keep others out of the page.
    assert_eq!(store.due_erasures(ms(erase_at + DAY - 1), 10).await.unwrap(), []);
    assert_eq!(store.due_erasures(ms(erase_at + DAY), 10).await.unwrap(), [ben]);
    assert!(store.erase(ben, ms(erase_at + DAY)).await.unwrap());
    assert!(store.is_erased(ben).await.unwrap());
    assert_eq!(store.settle(late, None).await, Ok(Some(RatedAs::AccountClosed)), "a rating must not begin again");
    assert_eq!(store.ratings_of(ben).await.unwrap(), []);
    let events = store.rating_events(None, 10).await.unwrap();
    assert_eq!(events.iter().map(|event| event.who).collect::<Vec<_>>(), [ada]);
    assert_eq!(store.rating_events_by(game).await.unwrap(), events);
}

async fn changes_are_listed_by_page_and_games_are_shown_to_who_may_see_them(place: Place) {
    let store = place.open().await;
    let [ada, ben, eve] = [member(&store, "Ada").await, member(&store, "Ben").await, member(&store, "Eve").await];
    for at in 1..=5 {
        let game =
            if at == 3 { win(&store, eve, ada, 1000 * at).await } else { win(&store, ada, ben, 1000 * at).await };
        store.settle(game, None).await.unwrap();
    }
    let pool = ("chess", Pace::Live);
    let page = async |viewer, before| {
        store.rating_changes(ada, pool, ChangesWanted::Page { before, limit: 2, viewer }).await.unwrap()
    };
    let numbers = |page: &[ListedChange]| -> Vec<_> {
        page.iter().map(|change| (change.event.n, change.previous.as_ref().map(|previous| previous.n))).collect()
    };
    assert_eq!(numbers(&page(Some(ada), None).await), [(5, Some(4)), (4, Some(3))]);
    assert_eq!(numbers(&page(Some(ada), Some(4)).await), [(3, Some(2)), (2, Some(1))]);
    assert_eq!(numbers(&page(Some(ada), Some(2)).await), [(1, None)]);
    assert_eq!(numbers(&page(Some(ada), Some(1)).await), []);
    let sides = async |viewer| -> Vec<_> {
        let wanted = ChangesWanted::Page { before: None, limit: 5, viewer };
        store
            .rating_changes(ada, pool, wanted)
            .await
            .unwrap()
            .iter()
            .map(|change| change.game.as_ref().and_then(|game| game.side_of(ada)))
            .collect()
    };
    let (white, black) = (Some(Color::White), Some(Color::Black));
    assert_eq!(sides(Some(ada)).await, [white, white, black, white, white]);
    assert_eq!(sides(Some(ben)).await, [white, white, None, white, white]);
    assert_eq!(sides(None).await, [None; 5]);
    let shown = ProfileChange { shows_games: Some(true), ..ProfileChange::default() };
    store.change_profile(ada, &shown, ms(1)).await.unwrap();
    assert_eq!(sides(None).await, [None; 5], "the opponents have not chosen the same");
    store.change_profile(eve, &shown, ms(1)).await.unwrap();
    assert_eq!(sides(None).await, [None, None, black, None, None]);
}

async fn a_graph_has_at_most_200_points_with_the_last_one(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [member(&store, "Ada").await, member(&store, "Ben").await];
    for number in 1..=203 {
        let game = win(&store, ada, ben, 2000 + number).await;
        store.settle(game, None).await.unwrap();
        if [1, 200, 201, 203].contains(&number) {
            let series = store.rating_series(ada).await.unwrap();
            let numbers: Vec<u64> = series.iter().map(|point| point.n).collect();
            let step = if number > 200 { 2 } else { 1 };
            let expected: Vec<u64> = (1..=number).filter(|n| (number - n) % step == 0).collect();
            assert_eq!(numbers, expected);
            assert!(series.len() <= 200);
        }
    }
    let series = store.rating_series(ben).await.unwrap();
    let last = store.rating_of(ben, "chess", Pace::Live).await.unwrap().unwrap();
    let end = series.last().unwrap();
    assert_eq!((end.n, end.at, end.rating), (last.games, last.played_at, last.rating.rating));
    assert!(end.change < 0.0, "{end:?}");
}

async fn whites_of_the_last_ten_rated_games_are_counted(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [member(&store, "Ada").await, member(&store, "Ben").await];
    let whites = async |who| store.recent_whites(who, "chess", Pace::Live).await.unwrap();
    assert_eq!(whites(ada).await, 0);
    for number in 0..12 {
        let seats = [ada, ben].map(|who| Seat::new(who, None));
        let terms = Terms { rated: true, ..new_game().terms };
        let game = begin(&store, &NewGame { terms, seats, started_at: ms(number), ..new_game() }).await.unwrap();
        assert_eq!(whites(ada).await, 10.min(number + 1));
        if number == 11 {
            let ended = Some(Ended { winner: None, reason: "aborted".to_owned(), plies: 0 });
            store.append(Entry { ended, ..entry(game, closed(1, 99, Color::White)) }).await.unwrap();
        }
    }
    assert_eq!((whites(ada).await, whites(ben).await), (10, 0));
    let seats = [ben, ada].map(|who| Seat::new(who, None));
    let casual = NewGame { seats, started_at: ms(20), ..new_game() };
    begin(&store, &casual).await.unwrap();
    assert_eq!(whites(ben).await, 0, "casual games do not count");
    let terms = Terms { rated: true, ..new_game().terms };
    begin(&store, &NewGame { terms, ..casual.clone() }).await.unwrap();
    assert_eq!((whites(ada).await, whites(ben).await), (9, 1));
    let left = NewGame { terms, started_at: ms(30), ..casual.clone() };
    let game = begin(&store, &left).await.unwrap();
    assert_eq!((whites(ada).await, whites(ben).await), (8, 2));
    let ended = Some(Ended { winner: Some(Color::Black), reason: "resigned".to_owned(), plies: 1 });
    store.append(Entry { ended, ..entry(game, closed(1, 99, Color::White)) }).await.unwrap();
    assert_eq!(store.settle(game, None).await.unwrap(), Some(RatedAs::TooShort));
    assert_eq!((whites(ada).await, whites(ben).await), (9, 1), "a game that is too short does not count");
    assert_eq!(store.recent_whites(ben, "chess", Pace::Days).await.unwrap(), 0);
}

async fn a_settlement_that_keeps_failing_is_listed_and_tried_again(place: Place) {
    let store = place.open().await;
    let job = |kind| Job { kind, key: "a".to_owned(), body: String::new(), not_before: ms(0) };
    for (kind, gives_up) in [(JobKind::Settle, false), (JobKind::Reply, true)] {
        store.add_job(&job(kind)).await.unwrap();
        let mut now = 0;
        for number in 1..=20 {
            now += 3 * 3600 * 1000;
            let taken = store.take_jobs(kind, &process("a", 1), ms(now), 1).await.unwrap();
            assert_eq!(taken.len(), usize::from(number <= 8 || !gives_up), "try {number}");
            for job in taken {
                let has_failed = store.fail_job(&job, "a reason", ms(now), None).await.unwrap();
                assert_eq!(has_failed, number >= 8, "try {number}");
            }
        }
        let [failed] = &store.failed_jobs(9).await.unwrap()[..] else { panic!("one job") };
        assert_eq!((failed.kind, failed.next_at.is_none()), (kind, gives_up));
        store.finish_job(&job(kind)).await.unwrap();
        assert_eq!(store.failed_jobs(9).await.unwrap(), []);
    }
}

async fn a_game_that_ended_without_a_job_is_found(place: Place) {
    let store = place.open().await;
    let (ada, ben) = (member(&store, "Ada").await, member(&store, "Ben").await);
    let (first, second) = (win(&store, ada, ben, 1000).await, win(&store, ben, ada, 2000).await);
    store.settle(second, None).await.unwrap();
    let jobs = async |now| {
        store.add_missing_settlements(ms(now)).await.unwrap();
        let jobs = store.take_jobs(JobKind::Settle, &process("a", 1), ms(now), 8).await.unwrap();
        jobs.into_iter().map(|job| job.key).collect::<Vec<_>>()
    };
    assert_eq!(jobs(50_000).await, Vec::<String>::new(), "its own job may still settle it");
    assert_eq!(jobs(70_000).await, [first.to_string()]);
    assert_eq!(jobs(71_000).await, Vec::<String>::new(), "the job is running");
}
