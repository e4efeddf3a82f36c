//! Tests of the house: its people in every database, the games against it, and its jobs.

use std::time::Duration;

use faraday_play::{Act, Fact, Outage, RequestId, Terms, TimeReason};
use faraday_rules::Color;
use faraday_store::testing::Postgres;
use faraday_store::{
    Accounts, GameId, HouseGameLimit, HouseGameResult, HouseLevel, ImportError, JobKind, Location, NewGame, Options,
    Origin, PersonId, Seat, Store, TokenHash,
};

use crate::blocks::member;
use crate::dump::{import, lines};
use crate::seeks::{days, end, live};
use crate::support::{Place, entry, in_both, moved, ms, new_game, process};

in_both! {
    the_house_has_ten_people_who_are_no_members,
    games_against_the_house_are_exported_without_its_people,
    the_first_move_of_the_house_is_a_job,
    a_job_of_the_house_is_leased_for_five_seconds,
    games_in_which_the_house_has_no_job_are_found,
    no_game_begins_with_a_disabled_account,
    a_line_cannot_change_the_house,
    a_member_plays_three_live_games_and_ten_of_days_against_the_house,
    a_guest_plays_one_game_against_the_house,
    a_repeated_request_begins_no_second_game,
}

/// Begins a game in which a person plays a side.
async fn begin(store: &Store, who: PersonId, side: Color, level: usize) -> GameId {
    let house = HouseLevel::ALL[level - 1].person();
    let players = if side == Color::White { [who, house] } else { [house, who] };
    let seats = players.map(|who| Seat::new(who, None));
    match store.begin_with_house(&NewGame { seats, ..new_game() }, Origin::House(rand::random())).await.unwrap() {
        HouseGameResult::Begun(game) => game,
        refused => panic!("{refused:?}"),
    }
}

/// Begins a game in which a person plays White, perhaps as a rematch.
async fn try_begin(store: &Store, who: PersonId, terms: Terms, rematch_of: Option<GameId>) -> HouseGameResult {
    let seats = [who, HouseLevel::ALL[0].person()].map(|who| Seat::new(who, None));
    let origin = rematch_of.map_or_else(|| Origin::House(rand::random()), Origin::Rematch);
    store.begin_with_house(&NewGame { seats, terms, ..new_game() }, origin).await.unwrap()
}

#[track_caller]
fn begun(result: HouseGameResult) -> GameId {
    let HouseGameResult::Begun(game) = result else { panic!("{result:?}") };
    game
}

async fn house_jobs(store: &Store, at: u64) -> Vec<String> {
    let jobs = store.take_jobs(JobKind::House, &process("a", 1), ms(at), 10).await.unwrap();
    jobs.into_iter().map(|job| job.key).collect()
}

async fn the_house_has_ten_people_who_are_no_members(place: Place) {
    let store = place.open().await;
    let people = HouseLevel::ALL.map(HouseLevel::person);
    let found = store.people(&people).await.unwrap();
    for level in HouseLevel::ALL {
        let person = &found[&level.person()];
        assert_eq!((&person.name, person.is_guest), (&level.name(), false));
        assert!(store.member(level.person()).await.unwrap().is_none());
    }
    assert_eq!(store.find_members("", Accounts::All, "", 10).await.unwrap(), []);
    for name in ["house 1", "house1", "house"] {
        assert!(store.profile(name).await.unwrap().is_none(), "{name}");
    }
}

async fn games_against_the_house_are_exported_without_its_people(place: Place) {
    let store = place.open().await;
    let ada = store.add_guest("Ada", &TokenHash::of("a"), "", [ms(0), ms(9)]).await.unwrap();
    let game = begin(&store, ada, Color::Black, 7).await;
    store.append(entry(game, moved(1, "e2e4"))).await.unwrap();
    let exported = lines(&store).await;
    assert_eq!(exported.iter().filter(|line| line.contains(r#""kind":"person""#)).count(), 1, "{exported:?}");
    let folder = tempfile::tempdir().unwrap();
    let file = Location::file(folder.path().join("games.db"));
    for location in [file, Postgres::shared().unwrap().database().await] {
        let other = Store::open(&location, &Options::default()).await.unwrap();
        assert_eq!(import(&other, &exported).await.counts.games, 1);
        let imported = other.game(game).await.unwrap().unwrap();
        assert_eq!((imported.house_side(), imported.side_of(ada)), (Some(Color::White), Some(Color::Black)));
        let house = imported.seats[0].who;
        assert_eq!(other.people(&[house]).await.unwrap()[&house].name, "House 7");
        assert_eq!(lines(&other).await, exported);
        assert_eq!(house_jobs(&other, 1000).await, [format!("{game}/0")]);
    }
}

async fn the_first_move_of_the_house_is_a_job(place: Place) {
    let store = place.open().await;
    let ada = member(&store, "Ada").await;
    let game = begin(&store, ada, Color::Black, 1).await;
    begin(&store, ada, Color::White, 1).await;
    assert_eq!(house_jobs(&store, 999).await, [""; 0]);
    assert_eq!(house_jobs(&store, 1000).await, [format!("{game}/0")]);
}

async fn a_job_of_the_house_is_leased_for_five_seconds(place: Place) {
    let store = place.open().await;
    let ada = member(&store, "Ada").await;
    begin(&store, ada, Color::Black, 1).await;
    for (at, is_free) in [(1000, true), (5999, false), (6000, true), (15_999, false), (16_000, true)] {
        assert_eq!(house_jobs(&store, at).await.len(), usize::from(is_free), "{at}");
    }
}

/// Returns the games without a job, as found at the end of the day.
async fn without_job(store: &Store) -> Vec<(GameId, u64)> {
    store.house_games_without_job(ms(24 * 3600 * 1000)).await.unwrap()
}

async fn games_in_which_the_house_has_no_job_are_found(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [member(&store, "Ada").await, member(&store, "Ben").await];
    // An earlier version adds no job.
    let added = |seq, reason, id: Option<&str>| Act {
        side: Some(Color::Black),
        fact: Fact::Timed { more: Duration::from_secs(15), reason },
        id: id.map(|id| RequestId::parse(id).unwrap()),
        ..moved(seq, "")
    };
    let to_move = begin(&store, ada, Color::White, 1).await;
    assert_eq!(without_job(&store).await, [], "the member is to move");
    store.append(entry(to_move, moved(1, "e2e4"))).await.unwrap();
    assert_eq!(without_job(&store).await, [(to_move, 1)]);
    store.append(entry(to_move, added(2, TimeReason::Gift, Some("0123456789abcdef")))).await.unwrap();
    assert_eq!(without_job(&store).await, [(to_move, 2)]);
    let outage = TimeReason::Outage(Outage { node: "a".to_owned(), boot: 1 });
    store.append(entry(to_move, added(3, outage, None))).await.unwrap();
    assert_eq!(without_job(&store).await, [(to_move, 3)]);
    store.append(entry(to_move, Act { side: Some(Color::Black), ..moved(4, "e7e5") })).await.unwrap();
    assert_eq!(without_job(&store).await, [], "the house has moved");
    begin(&store, ben, Color::Black, 1).await;
    assert_eq!(without_job(&store).await, [], "the first move has a job");
    place.execute("DELETE FROM due WHERE kind = 'house'").await;
    assert_eq!(without_job(&store).await.len(), 1);
}

async fn no_game_begins_with_a_disabled_account(place: Place) {
    let store = place.open().await;
    let ada = member(&store, "Ada").await;
    place.execute("UPDATE person SET disabled_at = 5 WHERE name = 'Ada'").await;
    let seats = [ada, HouseLevel::ALL[0].person()].map(|who| Seat::new(who, None));
    let refused = store.begin_with_house(&NewGame { seats, ..new_game() }, Origin::House(1)).await;
    assert_eq!(refused, Ok(HouseGameResult::NoAccount));
}

async fn a_member_plays_three_live_games_and_ten_of_days_against_the_house(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [member(&store, "Ada").await, member(&store, "Ben").await];
    let limits =
        [(live().terms, 3, HouseGameLimit::Live { most: 3 }), (days().terms, 10, HouseGameLimit::Days { most: 10 })];
    for (terms, most, limit) in limits {
        let mut games = Vec::new();
        for _ in 0..most {
            games.push(begun(try_begin(&store, ada, terms, None).await));
        }
        assert_eq!(try_begin(&store, ada, terms, None).await, HouseGameResult::TooMany(limit));
        begun(try_begin(&store, ben, terms, None).await);
        end(&store, games[0], "aborted", 2000).await;
        end(&store, games[1], "aborted", 2000).await;
        let rematch = begun(try_begin(&store, ada, terms, Some(games[0])).await);
        begun(try_begin(&store, ada, terms, None).await);
        assert_eq!(try_begin(&store, ada, terms, Some(games[1])).await, HouseGameResult::TooMany(limit));
        assert_eq!(begun(try_begin(&store, ada, terms, Some(games[0])).await), rematch, "it has begun");
    }
}

async fn a_guest_plays_one_game_against_the_house(place: Place) {
    let store = place.open().await;
    let refused = HouseGameResult::TooMany(HouseGameLimit::Guest { most: 1 });
    for (number, terms) in [live().terms, days().terms].into_iter().enumerate() {
        let token = TokenHash::of(&number.to_string());
        let guest = store.add_guest("Ada", &token, "", [ms(0), ms(9)]).await.unwrap();
        let game = begin(&store, guest, Color::Black, 1).await;
        assert_eq!(try_begin(&store, guest, terms, None).await, refused);
        end(&store, game, "aborted", 2000).await;
        begun(try_begin(&store, guest, terms, None).await);
        for terms in [live().terms, days().terms] {
            assert_eq!(try_begin(&store, guest, terms, None).await, refused);
        }
    }
}

async fn a_line_cannot_change_the_house(place: Place) {
    let store = place.open().await;
    let header = &lines(&store).await[0];
    let hash = "0".repeat(64);
    for line in [
        r#"{"kind":"person","id":"House0000001","person_kind":"guest","name":"Eve"}"#.to_owned(),
        r#"{"kind":"person","id":"aaaaaaaaaaaa","person_kind":"house","name":"Eve"}"#.to_owned(),
        format!(r#"{{"kind":"session","hash":"{hash}","person":"House0000001","agent":"","seen_at":1,"ends_at":9}}"#),
    ] {
        let mut import = store.import();
        import.line(header).await.unwrap();
        let refused = import.line(&line).await;
        assert!(matches!(refused, Err(ImportError::Value { .. })), "{line}: {refused:?}");
    }
}

async fn a_repeated_request_begins_no_second_game(place: Place) {
    let store = place.open().await;
    let ada = store.add_guest("Ada", &TokenHash::of("ada"), "", [ms(0), ms(1)]).await.unwrap();
    let seats = [ada, HouseLevel::ALL[0].person()].map(|who| Seat::new(who, None));
    let new = NewGame { seats, ..new_game() };
    let first = begun(store.begin_with_house(&new, Origin::House(7)).await.unwrap());
    let again = store.begin_with_house(&new, Origin::House(7)).await.unwrap();
    assert_eq!(again, HouseGameResult::Begun(first), "although a guest has only one game");
    let other = store.begin_with_house(&new, Origin::House(8)).await.unwrap();
    assert_eq!(other, HouseGameResult::TooMany(HouseGameLimit::Guest { most: 1 }));
    assert_eq!(store.game_of(Origin::House(7)).await.unwrap().unwrap().id, first);
}
