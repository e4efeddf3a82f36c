//! A test of the writer with a full disk.

use std::time::Duration;

use faraday_play::{Act, Fact, Terms, Timestamp};
use faraday_rules::Color;
use sea_orm::ConnectionTrait;

use super::*;
use crate::testing::begin;
use crate::{AcceptResult, AppendId, ChallengeId, Location, NewChallenge, NewGame, PersonId, Seat, Store};

const NOW: Timestamp = Timestamp::from_millis(1000);

fn game() -> NewGame {
    NewGame {
        variant: "chess".to_owned(),
        rules: "1".to_owned(),
        fen: None,
        terms: Terms::UNLIMITED,
        seats: [(); 2].map(|()| Seat::new(PersonId::random(), None)),
        started_at: NOW,
        wake_at: None,
        summary: None,
    }
}

fn challenge() -> NewChallenge {
    NewChallenge {
        maker: PersonId::random(),
        variant: "chess".to_owned(),
        terms: Terms::UNLIMITED,
        fen: Some("8/".repeat(500)),
        side: None,
        process: None,
        made_at: NOW,
        ends_at: NOW.after(Duration::from_secs(60)),
        rematch_of: None,
        opponent: None,
    }
}

fn moved(game: GameId, seq: u64) -> Entry {
    let fact = Fact::Moved {
        ply: seq as usize - 1,
        uci: "e2e4".to_owned(),
        spent: Duration::ZERO,
        lag: Duration::ZERO,
        draw: false,
    };
    let act = Act { seq, at: NOW, side: Some(Color::White), id: None, fact, left: None, verdict: None };
    Entry { game, act, append_id: AppendId::random(), summary: None, wake_at: None, ended: None, jobs: Vec::new() }
}

#[tokio::test]
async fn after_a_full_disk_every_acknowledged_act_is_committed() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&Location::file(folder.path().join("games.db")), &Options::default()).await.unwrap();
    let game_id = begin(&store, &game()).await.unwrap();
    let limit = store.0.write.query_one_raw(store.statement("PRAGMA page_count", [])).await.unwrap().unwrap();
    let pages: i64 = limit.try_get_by_index(0).unwrap();
    store.0.write.execute_unprepared(&format!("PRAGMA max_page_count = {}", pages + 4)).await.unwrap();
    let mut answers = Vec::new();
    while answers.last() != Some(&Err(StoreError::Full)) {
        answers.push(store.add_challenge(&challenge()).await.map(drop));
        assert!(answers.len() < 100, "{answers:?}");
    }
    let missing = ChallengeId::random();
    let taker = PersonId::random();
    for seq in 1..4 {
        assert_eq!(store.accept(missing, taker, &game(), NOW).await, Ok(AcceptResult::Over));
        assert_eq!(store.append(moved(game_id, seq)).await, Ok(AppendResult::Written));
        // Another connection reads and sees only committed data.
        assert_eq!(store.journal(game_id, 0).await.unwrap().len() as u64, seq);
    }
}
