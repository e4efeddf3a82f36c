//! Rated games of a stress test: the decision whether each counts, and the recomputation of all ratings at the end.

use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use faraday_wire::live::{ClockTerms, Fact, GameRating, GameReason, RatingDecision, SharedGame, Terms};
use rand::RngExt;
use rand::rngs::SmallRng;
use tokio::time::sleep;

use crate::api::{Api, Call};
use crate::processes::Binary;
use crate::tally::Tally;

/// The time within which an ended game is settled, kills included.
const MAX_SETTLEMENT: Duration = Duration::from_secs(60);

/// The number of plies after which both sides have made two moves.
const TWO_MOVES: usize = 4;

/// Returns terms of a rated game, with the shortest permitted clock.
pub fn terms(rng: &mut SmallRng) -> Terms {
    let clock = ClockTerms { base_ms: 60_000, increment_ms: rng.random_range(0..3) * 500 };
    Terms { clock: Some(clock), rated: true, ..Terms::default() }
}

/// Waits until an ended rated game is settled, and checks the decision. Returns it.
pub async fn check_settlement(api: &Api, rng: &mut SmallRng, game: &SharedGame) -> anyhow::Result<RatingDecision> {
    let begun = Instant::now();
    let rating = loop {
        let rating: GameRating = api.call_with_retries(rng, &Call::get(format!("/games/{}/rating", game.game))).await?;
        if rating.decision.is_some() {
            break rating;
        }
        ensure!(begun.elapsed() < MAX_SETTLEMENT, "game {} is not settled after {MAX_SETTLEMENT:?}", game.game);
        sleep(Duration::from_millis(100)).await;
    };
    let decision = rating.decision.context("it was checked")?;
    let expected = expected(game)?;
    ensure!(decision == expected, "game {} is `{decision}`, and not `{expected}`", game.game);
    let seats = [rating.white, rating.black];
    let has_changes = seats.iter().flatten().filter(|seat| seat.change.is_some()).count();
    let count = if decision == RatingDecision::Counted { 2 } else { 0 };
    ensure!(has_changes == count, "game {} is `{decision}`, with {has_changes} changes of ratings", game.game);
    Ok(decision)
}

/// Returns the decision about a game by T.7a.
fn expected(game: &SharedGame) -> anyhow::Result<RatingDecision> {
    let Some(ended) = game.ended else { bail!("game {} has not ended", game.game) };
    // There are no takebacks in rated games.
    let plies = game.acts.iter().filter(|act| matches!(act.fact, Fact::Moved { .. })).count();
    let reason = ended.reason;
    let is_early = matches!(
        reason,
        GameReason::Resigned
            | GameReason::Agreed
            | GameReason::TimedOut
            | GameReason::TimedOutDraw
            | GameReason::Abandoned
    );
    Ok(if matches!(reason, GameReason::Aborted | GameReason::Expired) {
        RatingDecision::NoResult
    } else if is_early && plies < TWO_MOVES {
        RatingDecision::TooShort
    } else {
        RatingDecision::Counted
    })
}

/// Recomputes all ratings in a database. Shows the numbers, or records the difference as a failure.
pub async fn check_ratings(binary: &Binary, database: &str, tally: &Tally) -> anyhow::Result<()> {
    let output = binary.command(&[]).args(["ratings", "check", "--database", database]).output().await?;
    let text = String::from_utf8_lossy(&output.stdout);
    if output.status.success() {
        println!("ratings: {}", text.trim_end());
    } else {
        tally.failure(format!("ratings differ: {text}{}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(())
}
