//! Tests that frozen databases of earlier versions, with rows of every kind, can be opened without losing anything.

mod upgrade;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::time::Duration;

use faraday_play::{Days, Reserve, TimeMode, Timestamp};
use faraday_ratings::{Pace, RatedAs};
use faraday_rules::Color;
use faraday_store::testing::{Postgres, begin_from};
use faraday_store::{
    ChallengeId, GameId, GameStatus, JobKind, Location, MemberName, NewGame, NodeId, Options, Origin, PersonId,
    Process, Role, Seek, SeekId, Store, TokenHash,
};
use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};

use crate::{ends, exported, path, replay, run};

/// A time at which the sessions, one-time tokens, and challenges of the frozen rows are valid.
const NOW: Timestamp = Timestamp::from_millis(1_785_000_002_000);

/// Creates a SQLite database from a frozen file.
async fn sqlite(version: &str, folder: &tempfile::TempDir) -> Location {
    let file = folder.path().join("games.db");
    File::create(&file).unwrap();
    let mut connection = SqliteConnection::connect(file.to_str().unwrap()).await.unwrap();
    sqlx::raw_sql(sql(&format!("{version}.sqlite"))).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    Location::file(file)
}

/// Creates a PostgreSQL database from a frozen file.
async fn postgres(version: &str) -> Location {
    let location = Postgres::shared().unwrap_or_else(|error| panic!("{error}")).database().await;
    let Location::Postgres(address) = &location else { unreachable!("it was made by a server") };
    let mut connection = PgConnection::connect_with(address).await.unwrap();
    sqlx::raw_sql(sql(&format!("{version}.postgres"))).execute(&mut connection).await.unwrap();
    location
}

fn sql(name: &str) -> AssertSqlSafe<String> {
    AssertSqlSafe(fs::read_to_string(path(&format!("tables/{name}.sql"))).unwrap())
}

async fn open(location: &Location) -> Store {
    Store::open(location, &Options::default()).await.unwrap()
}

fn person(id: &str) -> PersonId {
    PersonId::parse(id).unwrap()
}

/// Checks rows of every kind, which all frozen databases since `m0006` have.
async fn check(store: &Store) {
    let [ada, ben] = [person("adaadaadaada"), person("benbenbenben")];
    let games = store.games_after(None, 100).await.unwrap();
    assert_eq!(games.len(), 17);
    for end in ends().iter().filter(|end| games.iter().any(|game| game.id.as_str() == end[0])) {
        let kept = [&end[..1], &end[3..]].concat().join("\t");
        assert_eq!(replay::end_of(store, GameId::parse(&end[0]).unwrap()).await, Ok(kept), "{}", end[2]);
    }
    assert_eq!(store.games_of(ada, GameStatus::Running, 100, None).await.unwrap().len(), 4);
    assert_eq!(store.games_of(ben, GameStatus::Ended, 100, None).await.unwrap().len(), 13);
    let rematch = store.rematch_of(GameId::parse("f0eb7852").unwrap()).await.unwrap().unwrap();
    assert_eq!(rematch.id.as_str(), "d2bcb22f");
    let plan = store.plan(GameId::parse("84b6b3f5").unwrap(), Color::White).await.unwrap();
    assert!(plan.is_some(), "a plan");

    let session = store.session(&TokenHash::of("abc"), NOW).await.unwrap().unwrap();
    assert_eq!((session.who, session.name.as_str()), (ada, "Ada"));
    assert_eq!(store.one_time_token(&TokenHash::of("d"), NOW).await.unwrap().unwrap().who, ada);
    let caro = person("carocarocaro");
    let dan = person("dandandandan");
    assert_eq!(store.names(&[ben, caro, dan]).await.unwrap()[&dan], "Dan ä");

    let challenge = async |id| store.challenge(ChallengeId::parse(id).unwrap()).await.unwrap().unwrap();
    let open = challenge("openopen").await;
    assert!(open.is_open(NOW) && open.new.maker == ada);
    let taken = challenge("takentak").await;
    assert_eq!((taken.taker, taken.game.unwrap().as_str()), (Some(ben), "84b6b3f5"));
    assert_eq!(challenge("aborted1").await.aborted.unwrap().as_str(), "7fa0fffe");
    assert!(challenge("declined").await.declined_at.is_some());
    assert!(challenge("withdraw").await.withdrawn_at.is_some());
    let offers = store.rematch_offers(&[GameId::parse("82e58eec").unwrap()], NOW).await.unwrap();
    assert_eq!(offers[0].new.maker, ben);
    let usage = store.usage(ada, NOW).await.unwrap();
    assert_eq!((usage.challenges, usage.games, usage.live_games, usage.plans), (1, 4, 2, 1));

    assert_eq!(store.puzzle_ratings("chess").await.unwrap()[0].1.attempts, 3);
    let process = Process { node: NodeId::parse("node").unwrap(), boot: 1 };
    let jobs = store.take_jobs(JobKind::Reply, &process, NOW, 10).await.unwrap();
    assert_eq!(jobs.iter().map(|job| job.key.as_str()).collect::<Vec<_>>(), ["84b6b3f5 2"]);
    // Dan has nothing stored, and a check of him was due.
    let later = Timestamp::from_millis(1_785_456_000_000);
    assert_eq!(store.delete_expired(later).await.unwrap().guests, 1);
    assert!(!store.names(&[dan]).await.unwrap().contains_key(&dan));
}

/// Opens both databases of a version, checks their rows, and returns how many of each kind they export.
async fn kinds_of(version: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut exports = Vec::new();
    for location in [sqlite(version, &folder).await, postgres(version).await] {
        let store = open(&location).await;
        let lines = exported(&store).await.into_iter();
        let values: Vec<Value> = lines.map(|line| serde_json::from_str(&line).unwrap()).collect();
        let mut kinds = BTreeMap::new();
        for value in &values {
            *kinds.entry(value["kind"].as_str().unwrap().to_owned()).or_insert(0) += 1;
        }
        exports.push((values, kinds));
        check(&store).await;
    }
    assert_eq!(exports[0], exports[1]);
    exports[0].1.iter().map(|(kind, count)| format!("{kind} {count}")).collect::<Vec<_>>().join(", ")
}

#[test]
fn tables_of_m0006_hold_what_they_held_in_both_databases() {
    run(async {
        let kinds = kinds_of("m0006").await;
        assert_eq!(kinds, "challenge 6, due 1, export 1, game 17, person 4, puzzle 1, session 3, vanished 1");
    });
}

#[test]
fn tables_of_m0009_hold_what_they_held_in_both_databases() {
    run(async {
        let kinds = kinds_of("m0009").await;
        assert_eq!(kinds, "challenge 6, due 2, export 1, game 17, person 4, puzzle 1, session 3, vanished 1");
        let folder = tempfile::tempdir().unwrap();
        for location in [sqlite("m0009", &folder).await, postgres("m0009").await] {
            let store = open(&location).await;
            // Each origin begins one game only.
            let first = GameId::parse("f0eb7852").unwrap();
            let game = store.game(first).await.unwrap().unwrap();
            let new = NewGame {
                variant: game.variant,
                rules: game.rules,
                fen: None,
                terms: game.terms,
                seats: game.seats,
                started_at: NOW,
                wake_at: None,
                summary: None,
            };
            let rematch = begin_from(&store, Origin::Rematch(first), &new).await.unwrap();
            assert_eq!(rematch.as_str(), "d2bcb22f");
        }
    });
}

#[test]
fn tables_of_m0011_hold_what_they_held_in_both_databases() {
    run(async {
        let kinds = kinds_of("m0011").await;
        assert_eq!(
            kinds,
            "challenge 6, channel 1, device 1, due 3, email 1, export 1, game 17, key 1, leave 2, notice 3, person 4, \
             puzzle 1, session 3, vanished 1"
        );
        let folder = tempfile::tempdir().unwrap();
        for location in [sqlite("m0011", &folder).await, postgres("m0011").await] {
            let store = open(&location).await;
            let [ada, ben] = [person("adaadaadaada"), person("benbenbenben")];
            let locale = store.locale(ada).await.unwrap();
            assert_eq!((locale.language.as_deref(), locale.time_zone.as_deref()), (Some("de"), Some("Europe/Vienna")));
            let leave = store.leaves(ben).await.unwrap();
            assert_eq!(leave[0].back_at, Some(Timestamp::from_millis(1_780_100_000_000)));
            assert!(store.leaves(ada).await.unwrap()[0].period().is_in_force(NOW));
            let notices = store.notices(ada, 10, None).await.unwrap();
            let read: Vec<_> = notices.iter().map(|notice| (notice.key.as_str(), notice.read_at.is_some())).collect();
            assert_eq!(read, [("turn/84b6b3f5/1", false), ("challenge/openopen", true)]);
            let devices = store.devices(ada).await.unwrap();
            assert_eq!(devices[0].endpoint, "https://updates.push.services.mozilla.com/wpush/v2/ada");
            let email = store.email(ada).await.unwrap().unwrap();
            assert_eq!((email.address.as_str(), email.failures), ("ada@example.org", 1));
            assert!(!store.channels(ada).await.unwrap()[0].1.mail);
            assert_eq!(store.mail_key().await.unwrap(), "mail".repeat(8));
        }
    });
}

#[test]
fn tables_of_m0012_hold_what_they_held_in_both_databases() {
    run(async {
        let kinds = kinds_of("m0012").await;
        assert_eq!(
            kinds,
            "challenge 6, channel 1, credential 4, device 1, due 3, email 1, export 1, game 17, key 1, leave 2, \
             notice 3, person 8, puzzle 1, session 3, vanished 1"
        );
        let folder = tempfile::tempdir().unwrap();
        for location in [sqlite("m0012", &folder).await, postgres("m0012").await] {
            let store = open(&location).await;
            let limes = store.credentials("limes11").await.unwrap().unwrap();
            assert_eq!((limes.session.who, limes.session.role), (person("limeslimesli"), Some(Role::Admin)));
            assert_eq!(limes.totp.unwrap().secret, "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP");
            assert_eq!(store.member(person("limeslimesli")).await.unwrap().unwrap().recovery_codes, 1);
            assert!(store.credentials("off-1").await.unwrap().unwrap().is_disabled);
            let [named, nameless] = ["b", "d"].map(TokenHash::of);
            assert_eq!(store.invitation(&named, NOW).await.unwrap().unwrap().name.as_deref(), Some("Invited"));
            assert_eq!(store.invitation(&nameless, NOW).await.unwrap().unwrap().name, None);
        }
    });
}

#[test]
fn tables_of_m0016_hold_what_they_held_in_both_databases() {
    run(async {
        let kinds = kinds_of("m0016").await;
        assert_eq!(
            kinds,
            "block 1, challenge 7, channel 1, credential 5, device 1, due 4, email 1, export 1, game 17, key 2, leave 2, \
             nameTaken 2, notice 3, person 10, puzzle 1, session 4, setting 2, vanished 1"
        );
        let folder = tempfile::tempdir().unwrap();
        for location in [sqlite("m0016", &folder).await, postgres("m0016").await] {
            let store = open(&location).await;
            let [limes, closed] = [person("limeslimesli"), person("closedclosed")];
            let profile = store.profile("limes11").await.unwrap().unwrap();
            assert_eq!(profile.bio.as_deref(), Some("I study 1. b4, \"the Orangutan\"."));
            assert!(profile.shows_presence && profile.shows_games && profile.online_at.is_some());
            assert!(store.is_blocked(limes, closed).await.unwrap());
            let directed = store.challenge(ChallengeId::parse("directed").unwrap()).await.unwrap().unwrap();
            assert_eq!(directed.new.opponent, Some(person("disableddisa")));
            let rights = store.session_rights(&TokenHash::of("e")).await.unwrap().unwrap();
            assert_eq!((rights.role, rights.has_totp), (Some(Role::Admin), true));
            let times = [rights.confirmed_at, rights.admin_at].map(|at| at.unwrap().as_millis());
            assert_eq!(times, [1_785_000_001_000, 1_785_000_001_500]);
            let settings = store.settings().await.unwrap();
            assert_eq!((settings.len(), settings["name"].as_str()), (2, "Town Chess Club"));
            let jobs = store.processes_with_jobs().await.unwrap();
            assert_eq!(jobs, [Process { node: NodeId::parse("gone").unwrap(), boot: 7 }]);

            // The name of an erased account stays taken, and the week of a closed one ends when it was to end.
            let gone = |name: &str, look: &str| MemberName { name: name.into(), key: name.into(), look: look.into() };
            assert!(store.is_name_taken(&gone("gone1", "x")).await.unwrap());
            assert!(store.is_name_taken(&gone("y", "gonel")).await.unwrap());
            assert!(!store.is_name_taken(&gone("gone2", "gone2")).await.unwrap());
            assert_eq!(store.names(&[person("erasederased")]).await.unwrap()[&person("erasederased")], "deleted");
            let erase_at = Timestamp::from_millis(1_785_500_000_000);
            assert_eq!(store.member(closed).await.unwrap().unwrap().erase_at, Some(erase_at));
            let before = Timestamp::from_millis(erase_at.as_millis() - 1);
            assert_eq!(store.due_erasures(before, 10).await.unwrap(), []);
            assert!(store.erase(closed, erase_at).await.unwrap());
            assert!(store.is_name_taken(&gone("closed", "closed")).await.unwrap());
        }
    });
}

#[test]
fn tables_of_m0017_hold_what_they_held_in_both_databases() {
    run(async {
        let kinds = kinds_of("m0017").await;
        assert_eq!(
            kinds,
            "block 1, challenge 7, channel 1, credential 5, device 1, due 5, email 1, export 1, game 17, key 2, leave 2, \
             nameTaken 2, notice 3, person 10, puzzle 1, rating 2, session 4, setting 2, vanished 1"
        );
        let folder = tempfile::tempdir().unwrap();
        for location in [sqlite("m0017", &folder).await, postgres("m0017").await] {
            let store = open(&location).await;
            let events = store.rating_events(None, 10).await.unwrap();
            let players: Vec<&str> = events.iter().map(|event| event.who.as_str()).collect();
            assert_eq!(players, ["disableddisa", "limeslimesli"]);
            for event in events {
                let [stored, computed] = [event.after, event.recomputed()];
                assert!((stored.rating - computed.rating).abs() < 1e-6, "{event:?}");
                assert!((stored.deviation - computed.deviation).abs() < 1e-6, "{event:?}");
                assert!((stored.volatility - computed.volatility).abs() < 1e-6, "{event:?}");
                let last = store.rating_of(event.who, "chess", event.pace).await.unwrap().unwrap();
                assert_eq!((last.games, last.rating, last.played_at), (event.n, event.after, event.at));
            }
            let unrated = store.game(GameId::parse("eff63589").unwrap()).await.unwrap().unwrap();
            assert_eq!(unrated.rated_as, Some(RatedAs::Guest));
        }
    });
}

#[test]
fn tables_of_m0018_hold_what_they_held_in_both_databases() {
    run(async {
        let kinds = kinds_of("m0018").await;
        assert_eq!(
            kinds,
            "block 1, challenge 7, channel 1, credential 5, device 1, due 5, email 1, export 1, game 17, key 2, leave 2, \
             nameTaken 2, notice 3, person 10, puzzle 1, rating 2, seek 1, session 4, setting 2, vanished 1"
        );
        let folder = tempfile::tempdir().unwrap();
        for location in [sqlite("m0018", &folder).await, postgres("m0018").await] {
            let store = open(&location).await;
            let seek = async |id| store.seek(SeekId::parse(id).unwrap(), NOW).await.unwrap().unwrap();
            let games = |seek: &Seek| -> Vec<(String, TimeMode)> {
                seek.games.iter().map(|game| (game.variant.clone(), game.terms.time_mode)).collect()
            };
            let clock = |text: &str| TimeMode::Clock(text.parse().unwrap());
            let live = seek("seeklive").await;
            assert_eq!((live.who, live.side, live.wants_near), (person("adaadaadaada"), None, false));
            assert_eq!(
                games(&live),
                [("magnetic".to_owned(), clock("300+3")), ("chess".to_owned(), clock("40/300+3"))]
            );
            let days = seek("seekdays").await;
            assert_eq!((days.who, days.side, days.wants_near), (person("limeslimesli"), Some(Color::Black), true));
            let [reserve, three] =
                [TimeMode::Reserve(Reserve::new(10).unwrap()), TimeMode::Days(Days::new(3).unwrap())];
            assert_eq!(games(&days), [("chess".to_owned(), reserve), ("collision".to_owned(), three)]);
            assert_eq!(days.ends_at.as_millis(), 1_786_209_600_000);
            let begun = store.game_of(Origin::Seek(SeekId::parse("taken123").unwrap())).await.unwrap().unwrap();
            assert_eq!(begun.id.as_str(), "3f557c15");
            let sessions = store.sessions_with_seeks(NOW).await.unwrap();
            assert_eq!(sessions.into_iter().collect::<Vec<_>>(), [TokenHash::of("abc")]);
        }
    });
}

#[test]
fn tables_of_m0019_hold_what_they_held_in_both_databases() {
    run(async {
        let kinds = kinds_of("m0019").await;
        assert_eq!(
            kinds,
            "block 1, challenge 7, channel 1, credential 5, device 1, due 6, email 1, export 1, game 17, key 2, leave 2, \
             nameTaken 2, notice 3, person 10, puzzle 1, rating 3, seek 1, session 4, setting 2, vanished 1"
        );
        let folder = tempfile::tempdir().unwrap();
        for location in [sqlite("m0019", &folder).await, postgres("m0019").await] {
            let store = open(&location).await;
            let limes = person("limeslimesli");
            let rating = store.rating_of(limes, "chess", Pace::Live).await.unwrap().unwrap();
            assert_eq!((rating.n, rating.games, rating.rating.rating), (2, 2, 1585.5));
            let by_house = store.rating_events_by(GameId::parse("3f557c15").unwrap()).await.unwrap();
            assert_eq!(by_house.len(), 1);
            assert_eq!((by_house[0].opponent.as_str(), by_house[0].annulled_at), ("House0000003", None));
            // The last visit outlives the session.
            let lines = exported(&store).await;
            let lines = lines.iter().map(|line| serde_json::from_str::<Value>(line).unwrap());
            let seen: BTreeMap<_, _> = lines
                .filter(|line| line["kind"] == "person" && line.get("seen_at").is_some())
                .map(|line| (line["id"].as_str().unwrap().to_owned(), line["seen_at"].as_i64().unwrap()))
                .collect();
            assert_eq!(seen, BTreeMap::from([(limes.to_string(), 1_785_000_000_000)]));
        }
    });
}

#[test]
fn a_guest_of_m0003_without_a_session_goes_and_one_with_a_session_stays() {
    run(async {
        let folder = tempfile::tempdir().unwrap();
        for location in [sqlite("m0003", &folder).await, postgres("m0003").await] {
            let store = open(&location).await;
            let now = store.now().await.unwrap();
            let people = ["adaadaadaada", "benbenbenben", "carocarocaro"].map(person);
            assert_eq!(store.names(&people).await.unwrap().len(), 3);
            let day = Duration::from_secs(24 * 3600 + 60);
            // Ada's session has been idle for too long. It is deleted now, and Ada is checked a day later.
            assert_eq!(store.delete_expired(now.after(day)).await.unwrap().guests, 2);
            let left = store.names(&people).await.unwrap();
            assert_eq!(left.into_values().collect::<Vec<_>>(), ["Ada"]);
        }
    });
}
