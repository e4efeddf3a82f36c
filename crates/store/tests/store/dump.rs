//! Tests that an export of either database can be imported into the other and back.

use faraday_play::{Branch, Plan, Terms};
use faraday_rules::Color;
use faraday_store::testing::{Postgres, begin};
use faraday_store::{
    Channels, Ended, Entry, GameId, ImportError, ImportResult, Locale, Location, NewChallenge, NewDevice, NewGame,
    NewSeek, NoticeKind, Options, PostSeekResult, ProfileChange, PuzzleRating, Seat, Store, TokenHash,
};

use crate::blocks::member;
use crate::seeks::{days, live, prepared, rated};
use crate::support::{Place, closed, entry, guest, in_both, in_sqlite, moved, ms, new_game, reply};

in_both! {
    what_is_exported_is_what_is_imported,
    what_is_no_export_is_refused,
    the_database_is_compacted,
}

pub async fn lines(store: &Store) -> Vec<String> {
    let mut export = store.export();
    let mut lines = Vec::new();
    while let Some(line) = export.next().await.unwrap() {
        lines.push(line);
    }
    lines
}

pub async fn import(store: &Store, lines: &[String]) -> ImportResult {
    let mut import = store.import();
    for line in lines {
        import.line(line).await.unwrap();
    }
    import.finish().await.unwrap()
}

async fn fill(store: &Store) -> GameId {
    let who = store.add_guest("Ada \u{1f9e1}", &TokenHash::of("a"), "", [ms(0), ms(9)]).await.unwrap();
    // Valid for minutes only, so it must not appear in an export.
    store.add_one_time_token(who, &TokenHash::of("letter"), ms(9)).await.unwrap();
    for _ in 0..70 {
        begin(store, &new_game()).await.unwrap();
    }
    let mut new = NewGame { fen: Some("4k3/8/8/8/8/8/8/4K3 w - - 0 1".to_owned()), ..new_game() };
    new.seats[0].who = who;
    let game = begin(store, &new).await.unwrap();
    store.append(Entry { jobs: vec![reply("k", 5)], ..entry(game, moved(1, "e2e4")) }).await.unwrap();
    let branches = vec![Branch { expected: "e7e5".to_owned(), answer: "g1f3".to_owned(), then: Vec::new() }];
    store.put_plan(game, Color::White, 1, &Plan { after: 1, branches }).await.unwrap();
    let challenge = NewChallenge {
        maker: guest(),
        variant: "chess".to_owned(),
        terms: new.terms,
        fen: None,
        side: None,
        process: None,
        made_at: ms(1),
        ends_at: ms(2),
        rematch_of: Some(game),
        opponent: None,
    };
    store.add_challenge(&challenge).await.unwrap();
    let first = PuzzleRating { rating: 150_000, deviation: 12_000, attempts: 0 };
    for id in ["a1", "b2"] {
        store.rate_puzzle(["chess", id], first, |first| first).await.unwrap();
    }
    let [ada, ben] = [member(store, "Ada").await, member(store, "Ben").await];
    let shown = ProfileChange { bio: Some("I play.".to_owned()), shows_games: Some(true), shows_presence: Some(true) };
    store.change_profile(ada, &shown, ms(1)).await.unwrap();
    store.block(ada, ben, ms(1)).await.unwrap();
    store.challenge_person(ada, &NewChallenge { maker: who, rematch_of: None, ..challenge.clone() }).await.unwrap();
    store.vapid_key("key".to_owned()).await.unwrap();
    store.mail_key().await.unwrap();
    let device = NewDevice {
        who,
        session: TokenHash::of("a"),
        endpoint: "https://push.example/1".to_owned(),
        p256dh: "p".to_owned(),
        auth: "a".to_owned(),
        agent: "a browser".to_owned(),
    };
    // Adds a notice also.
    store.add_device(&device, ms(5)).await.unwrap();
    store.set_channels(who, NoticeKind::Time, Channels { app: true, push: false, mail: false }).await.unwrap();
    let zone = Some("Europe/Berlin".to_owned());
    store.set_locale(who, &Locale { language: Some("de".to_owned()), time_zone: zone }).await.unwrap();
    let seats = [ada, ben].map(|who| Seat::new(who, None));
    for number in 0..2 {
        let terms = Terms { rated: true, ..new.terms };
        let rated = begin(store, &NewGame { seats: seats.clone(), terms, ..new_game() }).await.unwrap();
        let ended = Some(Ended { winner: Some(Color::White), reason: "checkmate".to_owned(), plies: 30 });
        store.append(Entry { ended, ..entry(rated, closed(1, 5 + number, Color::White)) }).await.unwrap();
        store.settle(rated, None).await.unwrap();
    }
    // Seeks for games with a clock would end before an import.
    for game in [days(), live()] {
        let (session, games) = (TokenHash::of("Ada"), prepared(&[rated(game.clone()), game]));
        let seek = NewSeek {
            who: ada,
            session,
            games,
            side: None,
            wants_near: true,
            made_at: ms(5),
            last_opponent: None,
            ids: None,
        };
        assert!(matches!(store.post_seek(&seek).await.unwrap(), PostSeekResult::Waiting(_)));
    }
    let aborted = begin(store, &new_game()).await.unwrap();
    let ended = Some(Ended { winner: None, reason: "aborted".to_owned(), plies: 0 });
    store.append(Entry { ended, ..entry(aborted, closed(1, 5, Color::White)) }).await.unwrap();
    game
}

/// Two for each game but the rated ones, which members play.
const PEOPLE: usize = 2 * 72;

/// Two rated games, each with a change of two ratings.
const RATED: usize = 2 * 3;

/// Two members have a credential and a session each, and there is a block, a challenge with its notice, and a seek.
const PROFILES: usize = 2 * 3 + 1 + 2 + 1;

async fn what_is_exported_is_what_is_imported(place: Place) {
    let store = place.open().await;
    let game = fill(&store).await;
    let first = lines(&store).await;
    assert_eq!(first.len(), 1 + PEOPLE + 1 + 72 + 1 + 2 + 1 + 5 + PROFILES + RATED);
    let folder = tempfile::tempdir().unwrap();
    let file = Location::file(folder.path().join("games.db"));
    for location in [file, Postgres::shared().unwrap().database().await] {
        let other = Store::open(&location, &Options::default()).await.unwrap();
        let imported = import(&other, &first).await;
        assert_eq!((imported.counts.games, imported.counts.acts, imported.existing), (74, 4, 0));
        assert_eq!(lines(&other).await, first);
        for person in ["ada", "ben"] {
            let who = store.profile(person).await.unwrap().unwrap().who;
            let ratings = store.ratings_of(who).await.unwrap();
            assert_eq!((ratings.len(), ratings[0].games), (1, 2));
            assert_eq!(other.ratings_of(who).await.unwrap(), ratings, "the last change is the rating");
        }
        assert_eq!(other.journal(game, 0).await.unwrap(), store.journal(game, 0).await.unwrap());
        assert_eq!(other.plan(game, Color::White).await.unwrap(), store.plan(game, Color::White).await.unwrap());
        let mut again = first.clone();
        again.push(r#"{"kind":"due","due":"rate","key":"k","not_before":5,"tries":0,"body":""}"#.to_owned());
        let again = import(&other, &again).await;
        assert_eq!((again.counts.games, again.existing), (0, 74), "what is there stays as it is");
        assert_eq!(lines(&other).await, first, "a job of a kind that earlier versions had is left out");
        // Deleted games must not come back.
        let week = ms(8 * 24 * 3600 * 1000);
        assert_eq!(other.delete_expired(week).await.unwrap().games, 1);
        assert_eq!(import(&other, &first).await.counts.games, 0);
    }
}

async fn what_is_no_export_is_refused(place: Place) {
    let store = place.open().await;
    let header = r#"{"kind":"export","version":2}"#;
    assert_eq!(store.import().finish().await, Err(ImportError::Header));
    assert_eq!(store.import().line(r#"{"kind":"vanished","game":"abcdefgh"}"#).await, Err(ImportError::Header));
    assert_eq!(store.import().line("x").await, Err(ImportError::Header));
    for version in [0, 3] {
        let header = format!(r#"{{"kind":"export","version":{version}}}"#);
        assert_eq!(store.import().line(&header).await, Err(ImportError::Version(version)));
    }
    let mut import = store.import();
    import.line(header).await.unwrap();
    assert!(matches!(import.line(r#"{"kind":"person"}"#).await, Err(ImportError::Line(_))));
    begin(&store, &new_game()).await.unwrap();
    let lines = lines(&store).await;
    let game = lines
        .iter()
        .find(|line| line.contains(r#""kind":"game""#))
        .unwrap()
        .replace(r#""acts":[]"#, r#""acts":[{"seq":1,"at":5,"side":0,"facts":{"fact":{"kind":"x"}}}]"#);
    let game = game.replace(r#""id":""#, r#""id":"x"#);
    assert!(matches!(import.line(&game).await, Err(ImportError::Store(_))), "an id of nine characters");
    let game = game.replace(r#""id":"x"#, r#""id":""#);
    let other = faraday_store::GameId::random();
    let old = serde_json::from_str::<serde_json::Value>(&game).unwrap()["id"].as_str().unwrap().to_owned();
    import.line(&game.replace(&old, other.as_str())).await.unwrap();
    assert!(matches!(import.finish().await, Err(ImportError::Act { seq: 1, .. })));
    assert_eq!(store.game(other).await.unwrap(), None);
}

async fn the_database_is_compacted(place: Place) {
    let store = place.open().await;
    let game = fill(&store).await;
    store.compact().await.unwrap();
    assert!(store.game(game).await.unwrap().is_some());
}

#[test]
fn all_games_come_in_the_order_of_their_ids() {
    in_sqlite(async |place: Place| {
        let store = place.open().await;
        fill(&store).await;
        let mut ids = Vec::new();
        loop {
            let page = store.games_after(ids.last().copied(), 20).await.unwrap();
            ids.extend(page.iter().map(|game| game.id));
            if page.len() < 20 {
                break;
            }
        }
        assert!(ids.is_sorted() && ids.len() == 74);
    });
}
