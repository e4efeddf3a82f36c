//! Measures the time of a list of games in a database with many games.
//!
//! Run with `cargo bench -p faraday-store --bench lists [-- GAMES [FOLDER]]`. A file gets GAMES games (100,000 by
//! default) of a thousand players, and of one more player who is in a hundred times as many games as the others. Then
//! lists of random players are read one after another. Each contains twenty running games with the names of their
//! players, as on the *My games* page.

use std::collections::BTreeSet;
use std::error::Error;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use faraday_play::{Days, Summary, Terms, TimeMode, Timestamp};
use faraday_rules::Color;
use faraday_store::testing::begin;
use faraday_store::{GameStatus, Location, NewGame, Options, PersonId, Seat, Store, TokenHash};

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

const PLAYERS: usize = 1_000;
const LISTS: usize = 2_000;

/// As many as the writer commits together.
const AT_ONCE: usize = 256;

fn main() -> Outcome<()> {
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let games = arguments.next().map_or(Ok(100_000), |text| text.parse())?;
    let parent = arguments.next().map_or_else(|| PathBuf::from("."), PathBuf::from);
    let folder = tempfile::tempdir_in(parent)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let store = Store::open(&Location::file(folder.path().join("games.db")), &Options::default()).await?;
        let mut people = Vec::new();
        for number in 0..=PLAYERS {
            let token = TokenHash::of(&number.to_string());
            let name = format!("Player {number}");
            people.push(store.add_guest(&name, &token, "", [moment(0), moment(1)]).await?);
        }
        fill(&store, &people, games).await?;
        for (what, players) in [("a usual player", &people[..PLAYERS]), ("one with many", &people[PLAYERS..])] {
            let waits = lists(&store, players).await?;
            let rank = |percent: usize| waits[(waits.len() * percent / 100).min(waits.len() - 1)].as_secs_f64() * 1e3;
            let (half, last) = (rank(50), rank(99));
            println!("{games} games, lists of {what:<14} p50 {half:.2} ms, p99 {last:.2} ms");
        }
        store.close().await;
        Ok(())
    })
}

async fn fill(store: &Store, people: &[PersonId], games: usize) -> Outcome<()> {
    let mut adding = tokio::task::JoinSet::new();
    for number in 0..games {
        // Every tenth game belongs to the player with many games.
        let white = if number.is_multiple_of(10) { people[PLAYERS] } else { people[number % PLAYERS] };
        let game = new_game([white, people[(number * 7 + 1) % PLAYERS]], number as u64);
        let store = store.clone();
        adding.spawn(async move { begin(&store, &game).await.map(drop) });
        if adding.len() >= AT_ONCE {
            adding.join_next().await.transpose()?.transpose()?;
        }
    }
    while let Some(added) = adding.join_next().await {
        added??;
    }
    Ok(())
}

/// Returns the times of all lists, shortest first.
async fn lists(store: &Store, players: &[PersonId]) -> Outcome<Vec<Duration>> {
    let mut waits = Vec::with_capacity(LISTS);
    for number in 0..LISTS {
        let who = players[(number * 31) % players.len()];
        let began = Instant::now();
        let games = store.games_of(who, GameStatus::Running, 20, None).await?;
        let people: BTreeSet<PersonId> = games.iter().flat_map(|game| &game.seats).map(|seat| seat.who).collect();
        store.names(&people.into_iter().collect::<Vec<_>>()).await?;
        waits.push(began.elapsed());
        assert!(games.iter().all(|game| game.summary.is_some()));
    }
    waits.sort_unstable();
    Ok(waits)
}

fn new_game(people: [PersonId; 2], number: u64) -> NewGame {
    NewGame {
        variant: "chess".to_owned(),
        rules: "1".to_owned(),
        fen: None,
        terms: Terms { time_mode: TimeMode::Days(Days::ALL[2]), rated: false },
        seats: people.map(|who| Seat::new(who, None)),
        started_at: moment(number),
        wake_at: Some(moment(number + 1_000)),
        summary: Some(Summary {
            plies: 40,
            turn: Color::White,
            position: "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 4 9".to_owned(),
            last_move: Some("e2e4".to_owned()),
            moved_at: moment(number),
            deadline: Some(moment(number + 1_000)),
            aborted_by: None,
            missed_by: None,
        }),
    }
}

const fn moment(number: u64) -> Timestamp {
    Timestamp::from_millis(1_785_000_000_000 + number)
}
