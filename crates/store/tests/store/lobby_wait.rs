//! Tests of the wait of people who abort games from the lobby, or do not make their first move.

use std::time::Duration;

use faraday_play::{Summary, Terms};
use faraday_rules::Color;
use faraday_store::testing::begin_from;
use faraday_store::{
    ChallengeId, Ended, Entry, GameId, NewGame, Origin, PostSeekResult, Seat, SeekFit, SeekId, SeekObstacle, Store,
    TakeSeekResult, TokenHash,
};

use crate::seeks::{DAY, MINUTE, NOW, Seeker, days, list, live, magnetic};
use crate::support::{Place, closed, entry, in_both, ms, new_game, process};

in_both! {
    each_left_game_lengthens_the_wait_of_the_one_who_left,
    a_finished_game_and_seven_days_end_the_wait,
    games_after_a_start_and_other_games_do_not_count,
    a_seek_that_was_posted_during_the_left_game_waits_as_well,
    the_wait_after_an_abort_is_known_before,
}

/// The end of a game.
#[derive(Clone, Copy)]
enum End {
    AbortedBy(Color),
    MissedBy(Color),
    /// A resignation after a number of plies.
    Resigned(u64),
}

/// Begins a game of an origin between two people, White first, and ends it.
async fn play(store: &Store, origin: Origin, [white, black]: [&Seeker; 2], terms: Terms, end: End, at: u64) {
    let seats = [white, black].map(|player| Seat::new(player.who, None));
    let game = NewGame { seats, terms, started_at: ms(at - 20_000), ..new_game() };
    let game = begin_from(store, origin, &game).await.unwrap();
    finish(store, game, end, at).await;
}

async fn finish(store: &Store, game: GameId, end: End, at: u64) {
    let (reason, plies) = match end {
        End::AbortedBy(_) | End::MissedBy(_) => ("aborted", 0),
        End::Resigned(plies) => ("resigned", plies),
    };
    let summary = Summary {
        plies: plies as usize,
        turn: Color::White,
        position: String::new(),
        last_move: None,
        moved_at: ms(at),
        deadline: None,
        aborted_by: if let End::AbortedBy(side) = end { Some(side) } else { None },
        missed_by: if let End::MissedBy(side) = end { Some(side) } else { None },
    };
    let ended = Some(Ended { winner: None, reason: reason.to_owned(), plies });
    let entry = Entry { summary: Some(summary), ended, ..entry(game, closed(1, at, Color::White)) };
    store.append(entry).await.unwrap();
}

fn seek() -> Origin {
    Origin::Seek(SeekId::random())
}

/// Plays a game with a clock from the lobby.
async fn lobby(store: &Store, players: [&Seeker; 2], end: End, at: u64) {
    play(store, seek(), players, live().terms, end, at).await;
}

/// Returns the minutes until a person may seek a game with a clock. The wait must end on the millisecond.
async fn wait(store: &Store, who: &Seeker, at: u64) -> u64 {
    let until = match who.post(store, &[magnetic(live())], at).await {
        PostSeekResult::MustWait(until) => until.as_millis(),
        PostSeekResult::Waiting(id) => {
            assert!(store.withdraw_seek(id, who.who).await.unwrap());
            return 0;
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(who.post(store, &[live()], until - 1).await, PostSeekResult::MustWait(ms(until)));
    let id = who.wait(store, &[magnetic(live())], until).await;
    assert!(store.withdraw_seek(id, who.who).await.unwrap());
    (until - at) / MINUTE
}

async fn each_left_game_lengthens_the_wait_of_the_one_who_left(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [Seeker::member(&store, "Ada").await, Seeker::guest(&store, "Ben").await];
    assert_eq!(wait(&store, &ada, NOW).await, 0);
    lobby(&store, [&ada, &ben], End::AbortedBy(Color::White), NOW).await;
    assert_eq!((wait(&store, &ada, NOW).await, wait(&store, &ben, NOW).await), (10, 0));
    lobby(&store, [&ben, &ada], End::MissedBy(Color::Black), NOW).await;
    assert_eq!((wait(&store, &ada, NOW).await, wait(&store, &ben, NOW).await), (30, 0));
    lobby(&store, [&ben, &ada], End::MissedBy(Color::White), NOW).await;
    assert_eq!((wait(&store, &ada, NOW).await, wait(&store, &ben, NOW).await), (30, 10));

    // The wait also applies to taking a seek, but not to correspondence games. The two have aborted games, so another
    // person seeks.
    let cy = Seeker::member(&store, "Cy").await;
    let [live_seek, days_seek] = [cy.wait(&store, &[live()], NOW).await, cy.wait(&store, &[days()], NOW).await];
    let must_wait = TakeSeekResult::Refused(SeekObstacle::MustWait(ms(NOW + 30 * MINUTE)));
    assert_eq!(ada.take(&store, live_seek, &[live()], NOW).await, must_wait);
    let games = || SeekFit::Games(vec![0]);
    let waits = SeekFit::Obstacle(SeekObstacle::MustWait(ms(NOW + 30 * MINUTE)));
    assert_eq!(list(&store, Some(&ada), NOW).await, [(days_seek, games()), (live_seek, waits)]);
    let taken = ada.take(&store, days_seek, &[days()], NOW).await;
    assert!(matches!(taken, TakeSeekResult::Begun(_)), "{taken:?}");
    let dan = Seeker::member(&store, "Dan").await;
    assert_eq!(list(&store, Some(&dan), NOW).await, [(live_seek, games())]);
}

async fn a_finished_game_and_seven_days_end_the_wait(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [Seeker::member(&store, "Ada").await, Seeker::member(&store, "Ben").await];
    for minute in 0..3 {
        lobby(&store, [&ada, &ben], End::AbortedBy(Color::White), NOW + minute * MINUTE).await;
    }
    // Before both have moved, a resignation wastes the time of the opponent like an abort, so it does not end the wait.
    lobby(&store, [&ada, &ben], End::Resigned(1), NOW + 3 * MINUTE).await;
    assert_eq!(wait(&store, &ada, NOW + 2 * MINUTE).await, 90);
    lobby(&store, [&ada, &ben], End::Resigned(2), NOW + 4 * MINUTE).await;
    assert_eq!(wait(&store, &ada, NOW + 4 * MINUTE).await, 0);
    lobby(&store, [&ben, &ada], End::AbortedBy(Color::Black), NOW + 5 * MINUTE).await;
    assert_eq!(wait(&store, &ada, NOW + 5 * MINUTE).await, 10);
    // A game counts for seven days, so the wait can become shorter while it lasts.
    let week = NOW + 5 * MINUTE + 7 * DAY;
    lobby(&store, [&ada, &ben], End::AbortedBy(Color::White), week - 1).await;
    for (at, minutes) in [(week - 1, 30), (week, 10)] {
        let until = ms(week - 1 + minutes * MINUTE);
        assert_eq!(ada.post(&store, &[live()], at).await, PostSeekResult::MustWait(until));
    }
    lobby(&store, [&ada, &ben], End::AbortedBy(Color::White), week).await;
    assert_eq!(wait(&store, &ada, week).await, 30, "two are left");
}

async fn games_after_a_start_and_other_games_do_not_count(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [Seeker::member(&store, "Ada").await, Seeker::member(&store, "Ben").await];
    let aborted = End::AbortedBy(Color::White);
    store.record_heartbeat(&process("a", 1), ms(NOW)).await.unwrap();
    store.record_heartbeat(&process("a", 1), ms(NOW + 60 * MINUTE)).await.unwrap();
    lobby(&store, [&ada, &ben], aborted, NOW + 10 * MINUTE - 1).await;
    assert_eq!(wait(&store, &ada, NOW + 10 * MINUTE - 1).await, 0);
    // Only games with a clock from the lobby count.
    for (origin, terms) in [(Origin::Challenge(ChallengeId::random()), live().terms), (seek(), days().terms)] {
        play(&store, origin, [&ada, &ben], terms, aborted, NOW + 20 * MINUTE).await;
        assert_eq!(wait(&store, &ada, NOW + 20 * MINUTE).await, 0);
    }
    lobby(&store, [&ada, &ben], aborted, NOW + 10 * MINUTE).await;
    assert_eq!(wait(&store, &ada, NOW + 10 * MINUTE).await, 10);
    // A finished game of another kind does not end the wait.
    play(
        &store,
        Origin::Challenge(ChallengeId::random()),
        [&ada, &ben],
        live().terms,
        End::Resigned(9),
        NOW + 12 * MINUTE,
    )
    .await;
    assert_eq!(wait(&store, &ada, NOW + 13 * MINUTE).await, 7);
}

async fn a_seek_that_was_posted_during_the_left_game_waits_as_well(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [Seeker::member(&store, "Ada").await, Seeker::member(&store, "Ben").await];
    let [cy, dan] = [Seeker::member(&store, "Cy").await, Seeker::member(&store, "Dan").await];
    let seats = [&ada, &ben].map(|player| Seat::new(player.who, None));
    let first = NewGame { seats, terms: live().terms, started_at: ms(NOW), ..new_game() };
    let first = begin_from(&store, seek(), &first).await.unwrap();
    let live_seek = ada.wait(&store, &[live()], NOW + 1).await;
    let days_seek = ada.wait(&store, &[days()], NOW + 1).await;
    finish(&store, first, End::AbortedBy(Color::White), NOW + 2).await;
    assert_eq!(cy.take(&store, live_seek, &[live()], NOW + 3).await, TakeSeekResult::Gone);
    assert_eq!(list(&store, Some(&cy), NOW + 3).await, [(days_seek, SeekFit::Games(vec![0]))], "as for the taker");
    let own_list = [(live_seek, SeekFit::Own), (days_seek, SeekFit::Own)];
    let listed = list(&store, Some(&ada), NOW + 3).await;
    assert!(own_list.iter().all(|own| listed.contains(own)), "{listed:?}");
    let own = cy.wait(&store, &[live()], NOW + 3).await;
    assert!(store.withdraw_seek(own, cy.who).await.unwrap());
    let taken = cy.take(&store, days_seek, &[days()], NOW + 3).await;
    assert!(matches!(taken, TakeSeekResult::Begun(_)), "{taken:?}");
    // After the wait, the same seek leads to a game.
    let end = NOW + 2 + 10 * MINUTE;
    for at in (NOW + 1..end).step_by(10_000) {
        store.note_seen(&[TokenHash::of("Ada")], ms(at)).await.unwrap();
    }
    assert_eq!(dan.take(&store, live_seek, &[live()], end - 1).await, TakeSeekResult::Gone);
    let taken = dan.take(&store, live_seek, &[live()], end).await;
    assert!(matches!(taken, TakeSeekResult::Begun(_)), "{taken:?}");
}

async fn the_wait_after_an_abort_is_known_before(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [Seeker::member(&store, "Ada").await, Seeker::member(&store, "Ben").await];
    let cy = Seeker::guest(&store, "Cy").await;
    for (at, minutes) in [(NOW, 10), (NOW + MINUTE, 30), (NOW + 2 * MINUTE, 90)] {
        let game = running(&store, seek(), [&ada, &ben], live().terms, at).await;
        let known = async |who: &Seeker| store.wait_after_abort(game, who.who, ms(at)).await.unwrap();
        assert_eq!(known(&ada).await, Some(Duration::from_millis(minutes * MINUTE)));
        assert_eq!(known(&ben).await, Some(Duration::from_millis(10 * MINUTE)));
        assert_eq!(known(&cy).await, None, "not a player");
        finish(&store, game, End::AbortedBy(Color::White), at).await;
        assert_eq!(known(&ada).await, None, "it has ended");
        assert_eq!(wait(&store, &ada, at).await, minutes, "as announced");
    }
    for (origin, terms) in [(Origin::Challenge(ChallengeId::random()), live().terms), (seek(), days().terms)] {
        let game = running(&store, origin, [&ada, &ben], terms, NOW).await;
        assert_eq!(store.wait_after_abort(game, ada.who, ms(NOW)).await.unwrap(), None);
    }
    // In the first ten minutes after the start of a node, an abort has no consequence.
    let start = NOW + DAY;
    store.record_heartbeat(&process("a", 1), ms(start)).await.unwrap();
    let game = running(&store, seek(), [&ada, &ben], live().terms, start).await;
    let known = async |at| store.wait_after_abort(game, ben.who, ms(at)).await.unwrap();
    assert_eq!(known(start + 10 * MINUTE - 1).await, None);
    assert_eq!(known(start + 10 * MINUTE).await, Some(Duration::from_millis(10 * MINUTE)));
}

/// Begins a game between two people, White first.
async fn running(store: &Store, origin: Origin, players: [&Seeker; 2], terms: Terms, at: u64) -> GameId {
    let seats = players.map(|player| Seat::new(player.who, None));
    begin_from(store, origin, &NewGame { seats, terms, started_at: ms(at), ..new_game() }).await.unwrap()
}
