//! Tests that an export is a snapshot, regardless of its duration and of concurrent writes.

use std::collections::HashSet;
use std::time::Duration;

use faraday_play::{Action, Command, Decision, Table, Verdict};
use faraday_rules::Color;
use faraday_store::{
    AcceptResult, Ended, Entry, Export, GameId, Location, NewChallenge, NewGame, Options, Outcome, Seat, Store,
    TokenHash,
};
use faraday_variants::RULES_VERSION;
use serde_json::Value;

use crate::challenges::challenge;
use crate::support::{Place, entry, in_both, in_postgres, ms, new_game};

in_both! {
    an_export_is_of_one_moment_while_others_write,
}

/// A game of which a test plays both sides.
struct Playing {
    game: GameId,
    table: Table,
}

impl Playing {
    /// Adds two guests and a challenge, which the second guest accepts.
    async fn begin(store: &Store, name: &str) -> Playing {
        let mut guests = Vec::new();
        for side in ["white", "black"] {
            let token = TokenHash::of(&format!("{name} {side}"));
            guests.push(store.add_guest(name, &token, "", [ms(0), ms(9000)]).await.unwrap());
        }
        let id = store.add_challenge(&NewChallenge { ..challenge(guests[0]) }).await.unwrap();
        let seats = [guests[0], guests[1]].map(|who| Seat::new(who, None));
        let new = NewGame { rules: RULES_VERSION.to_owned(), seats, ..new_game() };
        let accepted = store.accept(id, guests[1], &new, ms(2000)).await.unwrap();
        let AcceptResult::Game(game) = accepted else { panic!("{accepted:?}") };
        let table = store.game(game).await.unwrap().unwrap().setup().table().unwrap();
        Playing { game, table }
    }

    async fn order(&mut self, store: &Store, command: Command) {
        let decided = self.table.decide(&command, ms(2000)).unwrap();
        let Decision::Act(act) = decided else { panic!("{decided:?}") };
        self.table.fold(&act).unwrap();
        let plies = self.table.ply() as u64;
        let ended = act.verdict.map(|end| Ended { winner: end.winner(), reason: end.reason().to_owned(), plies });
        store.append(Entry { ended, ..entry(self.game, act) }).await.unwrap();
    }

    /// Plays the next move of a cycle in which knights move out and back.
    async fn go_on(&mut self, store: &Store) {
        let ply = self.table.ply();
        let uci = ["g1f3", "g8f6", "f3g1", "f6g8"][ply % 4];
        self.order(store, Command::to_move(self.table.turn(), ply, uci)).await;
    }
}

async fn next(export: &mut Export) -> Option<Value> {
    export.next().await.unwrap().map(|line| serde_json::from_str(&line).unwrap())
}

async fn an_export_is_of_one_moment_while_others_write(place: Place) {
    let store = place.open().await;
    let mut playing = Vec::new();
    for number in 0..40 {
        let mut game = Playing::begin(&store, &format!("before {number}")).await;
        game.go_on(&store).await;
        playing.push(game);
    }
    let reader = Store::open_to_read(&place.location, &Options::default()).await.unwrap();
    let mut export = reader.export();
    let mut before = Vec::new();
    while let Some(line) = next(&mut export).await {
        before.push(line);
    }
    let (mut export, mut during) = (reader.export(), Vec::new());
    while let Some(line) = next(&mut export).await {
        during.push(line);
        // From the second line on, because the first one is only the header.
        if during.len() % 8 == 2 {
            let round = during.len() / 8;
            Playing::begin(&store, &format!("during {round}")).await.go_on(&store).await;
            playing[round].go_on(&store).await;
            playing[round].order(&store, Command::of(Color::White, Action::Resign)).await;
            store.end_session(&TokenHash::of(&format!("before {round} black")), ms(2000)).await.unwrap();
        }
    }
    assert_eq!(before, during);
    assert_whole(&during);
    let folder = tempfile::tempdir().unwrap();
    let other = Store::open(&Location::file(folder.path().join("games.db")), &Options::default()).await.unwrap();
    let mut import = other.import();
    for line in &during {
        import.line(&line.to_string()).await.unwrap();
    }
    assert_eq!(import.finish().await.unwrap().counts.games, 40);
    for game in other.games_after(None, 99).await.unwrap() {
        let mut table = game.setup().table().unwrap();
        for act in other.journal(game.id, 0).await.unwrap() {
            table.fold(&act).unwrap();
        }
        let ended = game.outcome.as_ref().map(|Outcome { reason, .. }| reason.as_str());
        assert_eq!(ended, table.verdict().map(Verdict::reason));
    }
}

/// Asserts that all people and games to which lines refer are in the export.
fn assert_whole(lines: &[Value]) {
    let of = |kind: &str| lines.iter().filter(move |line| line["kind"] == kind).collect::<Vec<_>>();
    let ids = |kind| of(kind).into_iter().map(|line| line["id"].as_str().unwrap()).collect::<HashSet<_>>();
    let (guests, games) = (ids("person"), ids("game"));
    assert_eq!((guests.len(), games.len(), of("session").len(), of("challenge").len()), (80, 40, 80, 40));
    for line in lines {
        for column in ["person", "white", "black", "maker", "taker"] {
            assert!(line[column].as_str().is_none_or(|guest| guests.contains(guest)), "{column}: {line}");
        }
        assert!(line["game"].as_str().is_none_or(|game| games.contains(game)), "{line}");
    }
}

#[test]
fn an_export_waits_for_whoever_takes_its_lines() {
    in_postgres(async |place: Place| {
        let store = place.open().await;
        Playing::begin(&store, "a").await;
        let mut export = store.export();
        for _ in 0..2 {
            next(&mut export).await.unwrap();
        }
        // Longer than the idle limit of other transactions.
        tokio::time::sleep(Duration::from_secs(6)).await;
        let mut rest = 0;
        while next(&mut export).await.is_some() {
            rest += 1;
        }
        // A person, both sessions, a game, a challenge, and the notice that it was accepted.
        assert_eq!(rest, 1 + 2 + 1 + 1 + 1);
    });
}
