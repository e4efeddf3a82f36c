//! Tests of conditional appends: claims, which are void once the opponent is back, and planned replies.

use faraday_play::{Act, Branch, Fact, Plan};
use faraday_rules::Color;
use faraday_store::testing::begin;
use faraday_store::{AppendResult, ClaimResult, Ended, Entry, GameId, PutPlanResult, ReplyResult, Store};

use crate::support::{Place, closed, entry, in_both, moved, ms, new_game, process, reply, take_replies};

in_both! {
    a_claim_holds_while_the_opponent_is_away,
    whoever_is_back_voids_a_claim,
    a_claim_can_lose_its_number,
    a_claim_and_a_move_race_for_one_number,
    a_plan_follows_the_last_act,
    an_answer_is_played_once,
    what_is_taken_back_ends_plans,
    the_end_ends_plans,
}

async fn game_with_black_away(store: &Store) -> GameId {
    let game = begin(store, &new_game()).await.unwrap();
    store.append(entry(game, moved(1, "e2e4"))).await.unwrap();
    store.set_seat(game, Color::Black, &process("a", 1)).await.unwrap();
    store.set_away(game, Color::Black, &process("a", 1), ms(5000)).await.unwrap();
    game
}

fn claim(game: GameId, seq: u64) -> Entry {
    let ended = Some(Ended { winner: Some(Color::White), reason: "abandoned".to_owned(), plies: 1 });
    let jobs = vec![reply(game, 0)];
    Entry { ended, jobs, ..entry(game, closed(seq, 40_000, Color::Black)) }
}

async fn a_claim_holds_while_the_opponent_is_away(place: Place) {
    let store = place.open().await;
    let game = game_with_black_away(&store).await;
    let claim = claim(game, 2);
    for _ in 0..2 {
        assert_eq!(store.append_if_away(&claim, Color::Black, ms(5000)).await, Ok(ClaimResult::Written));
    }
    let outcome = store.game(game).await.unwrap().unwrap().outcome.unwrap();
    assert_eq!((outcome.reason.as_str(), outcome.winner), ("abandoned", Some(Color::White)));
    assert_eq!(store.journal(game, 1).await.unwrap(), [claim.act]);
    assert_eq!(take_replies(&store, 1, 9).await.len(), 1);
}

async fn whoever_is_back_voids_a_claim(place: Place) {
    let store = place.open().await;
    let game = game_with_black_away(&store).await;
    let claim = claim(game, 2);
    assert_eq!(
        store.append_if_away(&claim, Color::Black, ms(4999)).await,
        Ok(ClaimResult::OpponentBack),
        "away since later"
    );
    store.set_seat(game, Color::Black, &process("b", 1)).await.unwrap();
    assert_eq!(store.append_if_away(&claim, Color::Black, ms(5000)).await, Ok(ClaimResult::OpponentBack));
    assert_eq!(store.journal(game, 0).await.unwrap().len(), 1);
    assert_eq!(store.game(game).await.unwrap().unwrap().outcome, None);
    assert_eq!(take_replies(&store, 1, 9).await, [""; 0]);
}

async fn a_claim_can_lose_its_number(place: Place) {
    let store = place.open().await;
    let game = game_with_black_away(&store).await;
    store.append(entry(game, moved(2, "e7e5"))).await.unwrap();
    assert_eq!(store.append_if_away(&claim(game, 2), Color::Black, ms(5000)).await, Ok(ClaimResult::Conflict));
    assert_eq!(store.game(game).await.unwrap().unwrap().outcome, None);
}

async fn a_claim_and_a_move_race_for_one_number(place: Place) {
    let store = place.open().await;
    for _ in 0..20 {
        let game = game_with_black_away(&store).await;
        let claim = claim(game, 2);
        let (claimed, moved) = tokio::join!(
            store.append_if_away(&claim, Color::Black, ms(5000)),
            store.append(entry(game, moved(2, "e7e5"))),
        );
        let is_over = store.game(game).await.unwrap().unwrap().outcome.is_some();
        match (claimed.unwrap(), moved.unwrap()) {
            (ClaimResult::Written, AppendResult::Conflict) => assert!(is_over),
            (ClaimResult::Conflict, AppendResult::Written) => assert!(!is_over),
            both => panic!("{both:?}"),
        }
    }
}

fn plan(after: u64) -> Plan {
    let then = vec![Branch { expected: "g1f3".to_owned(), answer: "b8c6".to_owned(), then: Vec::new() }];
    Plan { after, branches: vec![Branch { expected: "e2e4".to_owned(), answer: "e7e5".to_owned(), then }] }
}

async fn a_plan_follows_the_last_act(place: Place) {
    let store = place.open().await;
    let game = begin(&store, &new_game()).await.unwrap();
    assert_eq!(store.put_plan(game, Color::Black, 0, &plan(1)).await, Ok(PutPlanResult::HeadMoved));
    assert_eq!(store.put_plan(game, Color::Black, 0, &plan(0)).await, Ok(PutPlanResult::Stored));
    assert_eq!(store.plan(game, Color::Black).await, Ok(Some(plan(0))));
    assert_eq!(store.plan(game, Color::White).await, Ok(None));
    store.append(entry(game, moved(1, "e2e4"))).await.unwrap();
    assert_eq!(store.put_plan(game, Color::Black, 0, &plan(0)).await, Ok(PutPlanResult::HeadMoved));
    let none = Plan { after: 1, branches: Vec::new() };
    assert_eq!(store.put_plan(game, Color::Black, 1, &none).await, Ok(PutPlanResult::Stored));
    assert_eq!(store.plan(game, Color::Black).await, Ok(None));
}

async fn an_answer_is_played_once(place: Place) {
    let store = place.open().await;
    let game = begin(&store, &new_game()).await.unwrap();
    store.put_plan(game, Color::Black, 0, &plan(0)).await.unwrap();
    let expected = moved(1, "e2e4");
    store.append(entry(game, expected.clone())).await.unwrap();
    let (uci, rest) = store.plan(game, Color::Black).await.unwrap().unwrap().answer(&expected, 0).unwrap();
    let answer = entry(game, moved(2, &uci));
    for _ in 0..2 {
        assert_eq!(store.append_planned_reply(&answer, Color::Black, 0, &rest).await, Ok(ReplyResult::Written));
    }
    let other = entry(game, moved(2, &uci));
    assert_eq!(store.append_planned_reply(&other, Color::Black, 0, &rest).await, Ok(ReplyResult::Conflict));
    assert_eq!(store.plan(game, Color::Black).await, Ok(Some(rest.clone())));
    let late = entry(game, moved(3, "d2d4"));
    assert_eq!(store.append_planned_reply(&late, Color::Black, 0, &rest).await, Ok(ReplyResult::Void));
    assert_eq!(store.journal(game, 0).await.unwrap().len(), 2);
}

async fn what_is_taken_back_ends_plans(place: Place) {
    let store = place.open().await;
    let game = begin(&store, &new_game()).await.unwrap();
    store.append(entry(game, moved(1, "e2e4"))).await.unwrap();
    store.put_plan(game, Color::White, 1, &plan(1)).await.unwrap();
    let fact = Fact::TakenBack { ply: 0, spent: std::time::Duration::ZERO };
    let back = Act { fact, side: Some(Color::Black), ..moved(2, "") };
    store.append(entry(game, back)).await.unwrap();
    assert_eq!(store.plan(game, Color::White).await, Ok(None));
}

async fn the_end_ends_plans(place: Place) {
    let store = place.open().await;
    let game = game_with_black_away(&store).await;
    store.put_plan(game, Color::White, 1, &plan(1)).await.unwrap();
    store.append_if_away(&claim(game, 2), Color::Black, ms(5000)).await.unwrap();
    assert_eq!(store.plan(game, Color::White).await, Ok(None));
    assert_eq!(store.put_plan(game, Color::White, 1, &plan(2)).await, Ok(PutPlanResult::HeadMoved));
}
