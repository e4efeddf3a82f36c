//! Tests of seeks: games that they find, refusals, limits, and lists.

use std::collections::{BTreeMap, BTreeSet};

use faraday_play::{Days, Terms, TimeMode};
use faraday_rules::Color;
use faraday_store::testing::begin;
use faraday_store::{
    BegunGame, BlockedBy, Ended, Entry, GameId, MemberName, NewGame, NewMember, NewSeek, NewSession, NoticeKind,
    Origin, PersonId, PostSeekResult, PreparedGame, Role, Seat, SeekFit, SeekGame, SeekId, SeekObstacle, SignUpResult,
    Store, TakeSeekResult, TokenHash,
};

use crate::support::{Place, closed, entry, in_both, ms, new_game};

in_both! {
    the_oldest_seek_that_fits_becomes_a_game,
    sides_are_honored_and_balanced_in_rated_games,
    a_seek_is_taken_once_and_by_another,
    each_obstacle_refuses_a_taker,
    a_person_has_few_seeks,
    a_list_begins_with_the_own_seeks_and_those_that_fit,
    seeks_of_blocked_people_are_not_listed,
    the_last_opponent_is_met_again_only_without_another,
    younger_seeks_are_found_and_listed_if_many_older_ones_do_not_fit,
}

pub const MINUTE: u64 = 60_000;
pub const DAY: u64 = 24 * 60 * MINUTE;

/// The time of the first request.
pub const NOW: u64 = 1000 * DAY;

pub fn live() -> SeekGame {
    SeekGame { variant: "chess".to_owned(), terms: Terms::timed("300+3".parse().unwrap()) }
}

pub fn days() -> SeekGame {
    let time_mode = TimeMode::Days(Days::new(3).unwrap());
    SeekGame { variant: "chess".to_owned(), terms: Terms { time_mode, rated: false } }
}

pub fn rated(game: SeekGame) -> SeekGame {
    SeekGame { terms: Terms { rated: true, ..game.terms }, ..game }
}

pub fn magnetic(mut game: SeekGame) -> SeekGame {
    "magnetic".clone_into(&mut game.variant);
    game
}

pub fn prepared(games: &[SeekGame]) -> Vec<PreparedGame> {
    let prepare = |game: &SeekGame| PreparedGame {
        game: game.clone(),
        fen: None,
        rules: "1".to_owned(),
        wake_at: None,
        summary: None,
    };
    games.iter().map(prepare).collect()
}

/// A member or a guest with a session, whose token is the name.
#[derive(Clone)]
pub struct Seeker {
    pub who: PersonId,
    pub name: String,
}

impl Seeker {
    pub async fn member(store: &Store, name: &str) -> Seeker {
        let key = name.to_lowercase();
        let member = MemberName { name: name.to_owned(), look: key.clone(), key };
        let new = NewMember { name: member, password: "a hash".to_owned(), role: Role::Member };
        match store.sign_up(None, &new, &session(name)).await.unwrap() {
            SignUpResult::Begun(session) => Seeker { who: session.who, name: name.to_owned() },
            refused => panic!("{refused:?}"),
        }
    }

    pub async fn guest(store: &Store, name: &str) -> Seeker {
        let times = [ms(NOW), ms(NOW + 180 * DAY)];
        let who = store.add_guest(name, &TokenHash::of(name), "", times).await.unwrap();
        Seeker { who, name: name.to_owned() }
    }

    pub fn seek(&self, games: &[SeekGame], at: u64) -> NewSeek {
        let games = prepared(games);
        NewSeek {
            who: self.who,
            session: TokenHash::of(&self.name),
            games,
            side: None,
            wants_near: false,
            made_at: ms(at),
            last_opponent: None,
            ids: None,
        }
    }

    pub async fn post(&self, store: &Store, games: &[SeekGame], at: u64) -> PostSeekResult {
        store.post_seek(&self.seek(games, at)).await.unwrap()
    }

    /// Seeks a game that no one else seeks.
    pub async fn wait(&self, store: &Store, games: &[SeekGame], at: u64) -> SeekId {
        waiting(self.post(store, games, at).await)
    }

    pub async fn take(&self, store: &Store, id: SeekId, games: &[SeekGame], at: u64) -> TakeSeekResult {
        store.take_seek(id, self.who, prepared(games), ms(at)).await.unwrap()
    }
}

pub fn session(token: &str) -> NewSession {
    let (token, agent) = (TokenHash::of(token), String::new());
    NewSession { token, agent, begins_at: ms(NOW), ends_at: ms(NOW + 180 * DAY) }
}

/// Returns the listed seeks, each with its relation to the reader.
pub async fn list(store: &Store, reader: Option<&Seeker>, at: u64) -> Vec<(SeekId, SeekFit)> {
    let lobby = store.lobby(ms(at)).await.unwrap();
    let list = store.seeks(&lobby, reader.map(|reader| reader.who), ms(at)).await.unwrap();
    list.seeks.into_iter().map(|listed| (listed.seek.id, listed.fit)).collect()
}

#[track_caller]
fn waiting(result: PostSeekResult) -> SeekId {
    let PostSeekResult::Waiting(id) = result else { panic!("{result:?}") };
    id
}

#[track_caller]
fn begun(result: PostSeekResult) -> BegunGame {
    let PostSeekResult::Begun(begun) = result else { panic!("{result:?}") };
    begun
}

/// Ends a game.
pub async fn end(store: &Store, game: GameId, reason: &str, at: u64) {
    let ended = Some(Ended { winner: None, reason: reason.to_owned(), plies: 0 });
    store.append(Entry { ended, ..entry(game, closed(1, at, Color::White)) }).await.unwrap();
}

async fn the_oldest_seek_that_fits_becomes_a_game(place: Place) {
    let store = place.open().await;
    let [ada, ben, cy, dan] = [
        Seeker::member(&store, "Ada").await,
        Seeker::member(&store, "Ben").await,
        Seeker::member(&store, "Cy").await,
        Seeker::guest(&store, "Dan").await,
    ];
    let first = ada.wait(&store, &[rated(live()), magnetic(live())], NOW).await;
    let second = ben.wait(&store, &[magnetic(days()), days()], NOW + 1).await;
    let seek = store.seek(first, ms(NOW + 2)).await.unwrap().unwrap();
    assert_eq!((seek.who, seek.games.as_slice()), (ada.who, &[rated(live()), magnetic(live())][..]), "in this order");
    assert_eq!((seek.made_at, seek.ends_at), (ms(NOW), ms(NOW + 15 * MINUTE)));
    // A guest plays no rated games, so the next game fits.
    let game = begun(dan.post(&store, &[magnetic(live()), live()], NOW + 3).await);
    assert_eq!(game.seeker, ada.who);
    let stored = store.game(game.game).await.unwrap().unwrap();
    assert_eq!((stored.variant.as_str(), stored.terms, stored.started_at), ("magnetic", live().terms, ms(NOW + 3)));
    let seats = stored.seats.map(|seat| seat.who);
    assert_eq!(seats[0], game.white);
    assert_eq!(seats.into_iter().collect::<BTreeSet<_>>(), [ada.who, dan.who].into_iter().collect());
    assert_eq!(store.seek(first, ms(NOW + 4)).await.unwrap(), None);
    let notices = store.notices(ada.who, 10, None).await.unwrap();
    assert_eq!((notices[0].kind, notices[0].game), (NoticeKind::Answered, Some(game.game)));
    assert_eq!(store.notices(dan.who, 10, None).await.unwrap(), []);
    let third = cy.wait(&store, &[live(), rated(live())], NOW + 5).await;
    assert_eq!(begun(ada.post(&store, &[magnetic(days()), days()], NOW + 6).await).seeker, ben.who);
    assert_eq!(store.seek(second, ms(NOW + 7)).await.unwrap(), None);
    assert!(store.seek(third, ms(NOW + 7)).await.unwrap().is_some());
}

async fn sides_are_honored_and_balanced_in_rated_games(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [Seeker::member(&store, "Ada").await, Seeker::member(&store, "Ben").await];
    for side in Color::ALL {
        let seek = NewSeek { side: Some(side), ..ada.seek(&[days()], NOW) };
        waiting(store.post_seek(&seek).await.unwrap());
        let same = NewSeek { side: Some(side), ..ben.seek(&[days()], NOW + 1) };
        let other = waiting(store.post_seek(&same).await.unwrap());
        assert!(store.withdraw_seek(other, ben.who).await.unwrap());
        let game = begun(ben.post(&store, &[days()], NOW + 2).await);
        assert_eq!(game.white == ada.who, side == Color::White);
        // Now the person who finds the seek chooses the side.
        ada.wait(&store, &[days()], NOW + 3).await;
        let game = begun(store.post_seek(&NewSeek { side: Some(side), ..ben.seek(&[days()], NOW + 4) }).await.unwrap());
        assert_eq!(game.white == ben.who, side == Color::White);
    }
    let mut whites = BTreeMap::new();
    for number in 0..10 {
        let [first, second] = if number % 3 == 0 { [&ada, &ben] } else { [&ben, &ada] };
        first.wait(&store, &[rated(days())], NOW + 10 * number).await;
        let game = begun(second.post(&store, &[rated(days())], NOW + 10 * number + 1).await);
        *whites.entry(game.white).or_insert(0) += 1;
        assert!(whites.values().max().unwrap() - whites.get(&ben.who).min(whites.get(&ada.who)).unwrap_or(&0) <= 1);
    }
    assert_eq!(whites.into_values().collect::<Vec<_>>(), [5, 5]);
}

async fn a_seek_is_taken_once_and_by_another(place: Place) {
    let store = place.open().await;
    let [ada, ben, cy] =
        [Seeker::member(&store, "Ada").await, Seeker::member(&store, "Ben").await, Seeker::guest(&store, "Cy").await];
    let id = ada.wait(&store, &[live(), magnetic(live())], NOW).await;
    assert_eq!(ada.take(&store, id, &[live()], NOW + 1).await, TakeSeekResult::Own);
    assert!(!store.withdraw_seek(id, ben.who).await.unwrap());
    let TakeSeekResult::Begun(game) = ben.take(&store, id, &[magnetic(live())], NOW + 1).await else { panic!() };
    assert_eq!(store.game(game.game).await.unwrap().unwrap().variant, "magnetic", "the chosen one");
    for who in [&ben, &ada] {
        let again = who.take(&store, id, &[], NOW + 2).await;
        assert_eq!(again, TakeSeekResult::Earlier(game.game), "the connection of the first request may have died");
    }
    assert_eq!(cy.take(&store, id, &[live()], NOW + 2).await, TakeSeekResult::Gone);
    assert_eq!(cy.take(&store, SeekId::random(), &[live()], NOW + 2).await, TakeSeekResult::Gone);
    assert_eq!(store.game_of(Origin::Seek(id)).await.unwrap().unwrap().id, game.game);
    assert!(!store.withdraw_seek(id, ada.who).await.unwrap());
    let other = ada.wait(&store, &[days()], NOW + 3).await;
    assert!(store.withdraw_seek(other, ada.who).await.unwrap());
    assert_eq!(ben.take(&store, other, &[days()], NOW + 4).await, TakeSeekResult::Gone);
    let late = ada.wait(&store, &[days()], NOW + 5).await;
    assert_eq!(ben.take(&store, late, &[days()], NOW + 5 + 14 * DAY).await, TakeSeekResult::Gone);
}

async fn each_obstacle_refuses_a_taker(place: Place) {
    let store = place.open().await;
    let [ada, ben, cy] =
        [Seeker::member(&store, "Ada").await, Seeker::member(&store, "Ben").await, Seeker::guest(&store, "Cy").await];
    let refused = TakeSeekResult::Refused;
    let id = ada.wait(&store, &[rated(days())], NOW).await;
    assert_eq!(cy.take(&store, id, &[rated(days())], NOW).await, refused(SeekObstacle::NoAccount));
    assert_eq!(ben.take(&store, id, &[days()], NOW).await, refused(SeekObstacle::Game));
    store.block(ben.who, ada.who, ms(NOW)).await.unwrap();
    let blocked = |by| refused(SeekObstacle::Blocked(by));
    assert_eq!(ben.take(&store, id, &[rated(days())], NOW).await, blocked(BlockedBy::Actor));
    // The block also prevents the two from finding each other.
    let own = ben.wait(&store, &[rated(days())], NOW + 1).await;
    assert_eq!(ada.take(&store, own, &[rated(days())], NOW + 1).await, blocked(BlockedBy::Other));
    store.unblock(ben.who, ada.who).await.unwrap();
    assert!(store.withdraw_seek(own, ben.who).await.unwrap());
    let TakeSeekResult::Begun(game) = ben.take(&store, id, &[rated(days())], NOW + 2).await else { panic!() };
    end(&store, game.game, "aborted", NOW + 3).await;
    let again_at = ms(NOW + 60 * MINUTE + 3);
    let next = ada.wait(&store, &[days()], NOW + 4).await;
    assert_eq!(
        ben.take(&store, next, &[days()], NOW + 60 * MINUTE + 2).await,
        refused(SeekObstacle::Aborted(again_at))
    );
    let waits = ben.wait(&store, &[days()], NOW + 60 * MINUTE + 2).await;
    assert!(store.withdraw_seek(waits, ben.who).await.unwrap());
    let later = ben.take(&store, next, &[days()], NOW + 60 * MINUTE + 3).await;
    assert!(matches!(later, TakeSeekResult::Begun(_)), "{later:?}");
    // A member plays only one rated game with a clock at a time.
    let seats = [ben.who, cy.who].map(|who| Seat::new(who, None));
    let running = begin(&store, &NewGame { seats, terms: rated(live()).terms, ..new_game() }).await.unwrap();
    let busy = ada.wait(&store, &[rated(live())], NOW + 2 * 60 * MINUTE).await;
    let at = NOW + 2 * 60 * MINUTE + 1;
    assert_eq!(ben.take(&store, busy, &[rated(live())], at).await, refused(SeekObstacle::InRatedGame));
    assert_eq!(ben.post(&store, &[rated(live())], at).await, PostSeekResult::InRatedGame);
    waiting(ben.post(&store, &[magnetic(live())], at).await);
    end(&store, running, "resigned", at).await;
    let free = ben.take(&store, busy, &[rated(live())], at).await;
    assert!(matches!(free, TakeSeekResult::Begun(_)), "{free:?}");
}

async fn a_person_has_few_seeks(place: Place) {
    let store = place.open().await;
    let (ada, cy) = (Seeker::member(&store, "Ada").await, Seeker::guest(&store, "Cy").await);
    let mut seeks = Vec::new();
    for _ in 0..3 {
        seeks.push(ada.wait(&store, &[live()], NOW).await);
    }
    assert_eq!(ada.post(&store, &[magnetic(live())], NOW).await, PostSeekResult::TooMany(3));
    for _ in 0..5 {
        ada.wait(&store, &[days()], NOW).await;
    }
    assert_eq!(ada.post(&store, &[magnetic(days())], NOW).await, PostSeekResult::TooMany(5));
    assert!(store.withdraw_seek(seeks[0], ada.who).await.unwrap());
    ada.wait(&store, &[magnetic(live())], NOW).await;
    // Seeks without a connected session do not count.
    ada.wait(&store, &[live()], NOW + 30_000).await;
    assert_eq!(cy.post(&store, &[rated(live())], NOW).await, PostSeekResult::NoAccount);
    let near = NewSeek { wants_near: true, ..cy.seek(&[magnetic(days())], NOW) };
    assert_eq!(store.post_seek(&near).await.unwrap(), PostSeekResult::NoAccount);
    cy.wait(&store, &[magnetic(days())], NOW).await;
    for games in [[magnetic(days())], [SeekGame { variant: "forcefield".to_owned(), ..live() }]] {
        assert_eq!(cy.post(&store, &games, NOW).await, PostSeekResult::TooMany(1));
    }
    let ended = Seeker { name: "none".to_owned(), ..ada.clone() };
    assert_eq!(ended.post(&store, &[magnetic(live())], NOW + 60_000).await, PostSeekResult::NoSession);
    let unknown = Seeker { who: PersonId::random(), ..ada };
    assert_eq!(unknown.post(&store, &[live()], NOW).await, PostSeekResult::NoSession);
}

async fn a_list_begins_with_the_own_seeks_and_those_that_fit(place: Place) {
    let store = place.open().await;
    let [ada, ben, cy] =
        [Seeker::member(&store, "Ada").await, Seeker::member(&store, "Ben").await, Seeker::guest(&store, "Cy").await];
    let first = ben.wait(&store, &[rated(days())], NOW).await;
    let own = cy.wait(&store, &[magnetic(days())], NOW + 1).await;
    let casual = ben.wait(&store, &[days(), magnetic(rated(days()))], NOW + 2).await;
    let list = async |reader: Option<&Seeker>| -> Vec<(SeekId, bool)> {
        let listed = list(&store, reader, NOW + 3).await;
        listed.into_iter().map(|(id, fit)| (id, matches!(fit, SeekFit::Games(_)))).collect()
    };
    assert_eq!(list(None).await, [(own, false), (casual, false), (first, false)], "casual games fit a guest");
    assert_eq!(list(Some(&cy)).await, [(own, false), (casual, true), (first, false)]);
    assert_eq!(list(Some(&ada)).await, [(first, true), (own, true), (casual, true)]);
    for number in 0..25 {
        let member = Seeker::member(&store, &format!("M{number}")).await;
        for day in [1, 2, 5, 7, 14] {
            let time_mode = TimeMode::Days(Days::new(day).unwrap());
            let game = SeekGame { terms: Terms { time_mode, rated: false }, variant: format!("variant{number}") };
            member.wait(&store, &[game], NOW).await;
        }
    }
    assert_eq!(list(Some(&cy)).await.len(), 100);
    assert_eq!(list(Some(&cy)).await[0], (own, false));
}

async fn seeks_of_blocked_people_are_not_listed(place: Place) {
    let store = place.open().await;
    let [ada, ben, cy] =
        [Seeker::member(&store, "Ada").await, Seeker::member(&store, "Ben").await, Seeker::member(&store, "Cy").await];
    let of_ada = ada.wait(&store, &[days()], NOW).await;
    let of_ben = ben.wait(&store, &[magnetic(days())], NOW + 1).await;
    // Read before the block.
    let lobby = store.lobby(ms(NOW + 2)).await.unwrap();
    store.block(ben.who, ada.who, ms(NOW + 2)).await.unwrap();
    let list = async |reader: Option<PersonId>| -> Vec<SeekId> {
        let list = store.seeks(&lobby, reader, ms(NOW + 3)).await.unwrap();
        list.seeks.into_iter().map(|listed| listed.seek.id).collect()
    };
    assert_eq!(list(Some(ada.who)).await, [of_ada]);
    assert_eq!(list(Some(ben.who)).await, [of_ben]);
    assert_eq!(list(Some(cy.who)).await, [of_ada, of_ben]);
    assert_eq!(list(None).await, [of_ada, of_ben]);
}

async fn the_last_opponent_is_met_again_only_without_another(place: Place) {
    let store = place.open().await;
    let [ada, ben, cy] =
        [Seeker::member(&store, "Ada").await, Seeker::member(&store, "Ben").await, Seeker::member(&store, "Cy").await];
    ben.wait(&store, &[days()], NOW).await;
    let of_cy = NewSeek { last_opponent: Some(ben.who), ..cy.seek(&[magnetic(days())], NOW + 1) };
    waiting(store.post_seek(&of_cy).await.unwrap());
    for (opponent, at) in [(&cy, NOW + 2), (&ben, NOW + 3)] {
        let next = NewSeek { last_opponent: Some(ben.who), ..ada.seek(&[days(), magnetic(days())], at) };
        assert_eq!(begun(store.post_seek(&next).await.unwrap()).seeker, opponent.who);
    }
}

async fn younger_seeks_are_found_and_listed_if_many_older_ones_do_not_fit(place: Place) {
    let store = place.open().await;
    for number in 0..120 {
        let maker = Seeker::member(&store, &format!("M{number}")).await;
        let seek = NewSeek { side: Some(Color::White), ..maker.seek(&[rated(days())], NOW) };
        waiting(store.post_seek(&seek).await.unwrap());
    }
    let (ben, cy) = (Seeker::member(&store, "Ben").await, Seeker::guest(&store, "Cy").await);
    let casual = NewSeek { side: Some(Color::White), ..ben.seek(&[days()], NOW + 1) };
    let casual = waiting(store.post_seek(&casual).await.unwrap());
    let rated_seek = NewSeek { side: Some(Color::White), ..ben.seek(&[rated(days()), magnetic(days())], NOW + 2) };
    let rated_seek = waiting(store.post_seek(&rated_seek).await.unwrap());
    let listed = list(&store, Some(&cy), NOW + 3).await;
    assert_eq!(listed.len(), 100);
    assert_eq!(listed[0], (casual, SeekFit::Games(vec![0])));
    assert_eq!(listed[1], (rated_seek, SeekFit::Games(vec![1])), "only the casual one");
    assert_eq!(listed[2].1, SeekFit::Obstacle(SeekObstacle::NoAccount));
    // All older ones want the same side.
    let late = ben.wait(&store, &[forcefield()], NOW + 4).await;
    let ada = Seeker::member(&store, "Ada").await;
    let all = NewSeek { side: Some(Color::White), ..ada.seek(&[rated(days()), forcefield()], NOW + 5) };
    let game = begun(store.post_seek(&all).await.unwrap());
    assert_eq!(game.seeker, ben.who);
    assert_eq!(store.seek(late, ms(NOW + 6)).await.unwrap(), None);
}

fn forcefield() -> SeekGame {
    SeekGame { variant: "forcefield".to_owned(), ..days() }
}
