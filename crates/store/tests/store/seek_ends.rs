//! Tests of the ends of seeks: with their session, by time, by a game, and with the account.

use faraday_store::testing::begin;
use faraday_store::{
    LeaveResult, MemberName, Merge, NewGame, NewMember, Role, Seat, SeekId, SignInResult, TakeSeekResult, TokenHash,
};

use crate::seeks::{DAY, MINUTE, NOW, Seeker, days, live, magnetic, rated, session};
use crate::support::{Place, in_both, ms, new_game};

in_both! {
    a_seek_ends_with_its_session_or_unseen,
    a_seek_of_days_waits_for_two_weeks,
    a_game_with_a_clock_ends_the_seeks_for_such_games,
    a_leave_ends_the_seeks_for_correspondence_games,
    seeks_follow_their_person,
}

async fn a_seek_ends_with_its_session_or_unseen(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [Seeker::member(&store, "Ada").await, Seeker::member(&store, "Ben").await];
    let (id, of_days) = (ada.wait(&store, &[live()], NOW).await, ada.wait(&store, &[days()], NOW).await);
    let ada_session = TokenHash::of("Ada");
    let is_offered = async |at| store.seek(id, ms(at)).await.unwrap().is_some();
    assert_eq!([is_offered(NOW + 11_999).await, is_offered(NOW + 12_000).await], [true, false]);
    let sessions = async |at| store.sessions_with_seeks(ms(at)).await.unwrap();
    assert_eq!(sessions(NOW + 29_999).await.into_iter().collect::<Vec<_>>(), std::slice::from_ref(&ada_session));
    store.note_seen(&[TokenHash::of("Ben")], ms(NOW + 10_000)).await.unwrap();
    assert!(!is_offered(NOW + 12_000).await, "another session was seen");
    store.note_seen(std::slice::from_ref(&ada_session), ms(NOW + 10_000)).await.unwrap();
    assert!(is_offered(NOW + 21_999).await);
    store.note_seen(std::slice::from_ref(&ada_session), ms(NOW + 5_000)).await.unwrap();
    assert!(is_offered(NOW + 21_999).await, "an earlier time changes nothing");
    assert_eq!(store.delete_unseen_seeks(ms(NOW + 39_999)).await.unwrap(), 0);
    store.note_seen(std::slice::from_ref(&ada_session), ms(NOW + 40_000)).await.unwrap();
    assert_eq!(sessions(NOW + 40_000).await.len(), 0, "it is gone, whether or not it is deleted");
    assert_eq!(store.delete_unseen_seeks(ms(NOW + 40_000)).await.unwrap(), 1);
    assert!(store.seek(of_days, ms(NOW + 40_000)).await.unwrap().is_some());
    // A seek whose session stays connected ends after 15 minutes.
    let at = NOW + MINUTE;
    let late = ada.wait(&store, &[live()], at).await;
    for second in 1..900 / 20 {
        store.note_seen(std::slice::from_ref(&ada_session), ms(at + 20_000 * second)).await.unwrap();
    }
    store.note_seen(std::slice::from_ref(&ada_session), ms(at + 15 * MINUTE - 1)).await.unwrap();
    let is_offered = async |at| store.seek(late, ms(at)).await.unwrap().is_some();
    assert_eq!([is_offered(at + 15 * MINUTE - 1).await, is_offered(at + 15 * MINUTE).await], [true, false]);
    assert_eq!(store.delete_unseen_seeks(ms(at + 15 * MINUTE)).await.unwrap(), 1);
    // The end of the session ends its seek for games with a clock, but not that for correspondence games.
    let ends = ben.wait(&store, &[magnetic(live())], NOW).await;
    let stays = ben.wait(&store, &[magnetic(days())], NOW).await;
    store.end_session(&TokenHash::of("Ben"), ms(NOW)).await.unwrap();
    assert_eq!(store.seek(ends, ms(NOW)).await.unwrap(), None);
    assert!(store.seek(stays, ms(NOW)).await.unwrap().is_some());
}

async fn a_seek_of_days_waits_for_two_weeks(place: Place) {
    let store = place.open().await;
    let (ada, cy) = (Seeker::member(&store, "Ada").await, Seeker::guest(&store, "Cy").await);
    let id = ada.wait(&store, &[days()], NOW).await;
    let of_guest = cy.wait(&store, &[magnetic(days())], NOW).await;
    let is_offered = async |id, at| store.seek(id, ms(at)).await.unwrap().is_some();
    assert!(is_offered(id, NOW + 14 * DAY - 1).await && !is_offered(id, NOW + 14 * DAY).await);
    store.delete_expired(ms(NOW + 14 * DAY - 1)).await.unwrap();
    assert!(is_offered(id, NOW).await);
    // The seek of a guest ends with the session of the guest.
    store.end_session(&TokenHash::of("Cy"), ms(NOW)).await.unwrap();
    assert!(!is_offered(of_guest, NOW).await);
    store.delete_expired(ms(NOW + 14 * DAY)).await.unwrap();
    assert!(!is_offered(id, NOW).await);
}

async fn a_game_with_a_clock_ends_the_seeks_for_such_games(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [Seeker::member(&store, "Ada").await, Seeker::member(&store, "Ben").await];
    let games = [[live()], [magnetic(live())]];
    let mut of_clocks = Vec::new();
    for games in &games {
        of_clocks.push(ada.wait(&store, games, NOW).await);
    }
    of_clocks.push(ben.wait(&store, &[rated(live())], NOW).await);
    let of_days = [ada.wait(&store, &[days()], NOW).await, ben.wait(&store, &[magnetic(days())], NOW).await];
    let left = async |seeks: &[SeekId]| {
        let mut left = 0;
        for id in seeks {
            left += usize::from(store.seek(*id, ms(NOW)).await.unwrap().is_some());
        }
        left
    };
    let game = |terms| NewGame { seats: [&ada, &ben].map(|who| Seat::new(who.who, None)), terms, ..new_game() };
    begin(&store, &game(days().terms)).await.unwrap();
    assert_eq!((left(&of_clocks).await, left(&of_days).await), (3, 2));
    begin(&store, &game(live().terms)).await.unwrap();
    assert_eq!((left(&of_clocks).await, left(&of_days).await), (0, 2));
}

async fn seeks_follow_their_person(place: Place) {
    let store = place.open().await;
    let (ada, ben) = (Seeker::member(&store, "Ada").await, Seeker::member(&store, "Ben").await);
    let is_offered = async |id| store.seek(id, ms(NOW)).await.unwrap().is_some();
    // A guest who becomes a member keeps the seek for correspondence games, even without the session.
    let guest = Seeker::guest(&store, "Cy").await;
    let kept = guest.wait(&store, &[magnetic(days())], NOW).await;
    let name = MemberName { name: "Cyrus".to_owned(), key: "cyrus".to_owned(), look: "cyrus".to_owned() };
    let new = NewMember { name, password: "a hash".to_owned(), role: Role::Member };
    store.sign_up(Some(guest.who), &new, &session("Cyrus")).await.unwrap();
    assert!(is_offered(kept).await);
    // If a guest signs in and moves the games to the account, the seek moves as well.
    for keep_games in [true, false] {
        let guest = Seeker::guest(&store, &format!("Dan {keep_games}")).await;
        let moved = guest.wait(&store, &[days()], NOW).await;
        let merge = Some(Merge { guest: guest.who, keep_games: Some(keep_games) });
        let made_in = Some(TokenHash::of(&guest.name));
        let new = session(&format!("phone {keep_games}"));
        let signed_in = store.sign_in(ada.who, vec![], merge, made_in, &new).await.unwrap();
        assert!(matches!(signed_in, SignInResult::Begun(_)));
        let seek = store.seek(moved, ms(NOW)).await.unwrap();
        assert_eq!(seek.map(|seek| seek.who), keep_games.then_some(ada.who));
        if keep_games {
            assert!(store.withdraw_seek(moved, ada.who).await.unwrap());
        }
    }
    // A disabled account offers nothing until it is enabled, and its sessions end.
    let (of_days, of_clock) = (ben.wait(&store, &[days()], NOW).await, ben.wait(&store, &[live()], NOW).await);
    store.disable("ben", Some(ms(NOW))).await.unwrap();
    assert!(!is_offered(of_days).await && !is_offered(of_clock).await);
    assert_eq!(ada.take(&store, of_days, &[days()], NOW).await, TakeSeekResult::Gone);
    store.disable("ben", None).await.unwrap();
    assert!(is_offered(of_days).await && !is_offered(of_clock).await);
    store.begin_erasure(ben.who, vec![], [ms(NOW), ms(NOW + 7 * DAY)]).await.unwrap();
    assert!(store.undo_erasure(ben.who).await.unwrap());
    assert!(!is_offered(of_days).await, "closing the account has withdrawn it");
}

async fn a_leave_ends_the_seeks_for_correspondence_games(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [Seeker::member(&store, "Ada").await, Seeker::member(&store, "Ben").await];
    let with_clock = ada.wait(&store, &[live()], NOW).await;
    let of_days = [ada.wait(&store, &[days()], NOW).await, ada.wait(&store, &[magnetic(days())], NOW).await];
    let of_ben = ben.wait(&store, &[rated(days())], NOW).await;
    let is_offered = async |id: SeekId| store.seek(id, ms(NOW + 2)).await.unwrap().is_some();
    let refused = store.take_leave(ada.who, 29, ms(NOW + 1)).await.unwrap();
    assert!(matches!(refused, LeaveResult::DaysLeft(28)), "{refused:?}");
    assert!(is_offered(of_days[0]).await);
    let taken = store.take_leave(ada.who, 3, ms(NOW + 1)).await.unwrap();
    assert!(matches!(taken, LeaveResult::Taken(_)), "{taken:?}");
    assert_eq!([is_offered(of_days[0]).await, is_offered(of_days[1]).await], [false, false]);
    assert_eq!([is_offered(with_clock).await, is_offered(of_ben).await], [true, true]);
    assert_eq!(ben.take(&store, of_days[0], &[days()], NOW + 2).await, TakeSeekResult::Gone);
    // A seek during the leave is deliberate.
    ada.wait(&store, &[days()], NOW + 3).await;
}
