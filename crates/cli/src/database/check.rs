//! `faraday database check`: replays every game of a store. Reports damage but repairs nothing.

use std::fmt::{self, Display, Formatter};
use std::io::Write;

use faraday_play::{Act, FoldError, GameSetupError, Table, Timestamp, Verdict};
use faraday_store::{Game, GameId, JobCounts, JobKind, Outcome, Store, StoreError};

use super::claims::ClaimCheck;
use super::{PAGE, ProgressLines};
use crate::exit_status::Answer;
use crate::output::{BAD, one_line, styled};

/// The reason why a stored game cannot be replayed.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Damage {
    /// The game follows a version of the rules that this program does not know, so it cannot be replayed.
    Rules(String),
    /// The game breaks the rules or contradicts itself.
    Game(String),
}

impl Damage {
    fn of_game(what: &dyn Display) -> Damage {
        Damage::Game(what.to_string())
    }
}

impl Display for Damage {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Damage::Rules(what) | Damage::Game(what) => f.write_str(what),
        }
    }
}

/// Checks every game, verifies its tablebase claim if requested, and counts background jobs. Any damage, or a claim that
/// its tablebase no longer supports, makes the answer negative.
pub(super) async fn run(
    store: &Store,
    place: &str,
    mut claims: Option<ClaimCheck>,
    out: &mut dyn Write,
) -> anyhow::Result<Answer> {
    let mut progress = ProgressLines::new();
    let (mut games, mut damaged, mut last) = (0_u64, 0_u64, None);
    loop {
        let page = store.games_after(last, PAGE).await?;
        let Some(game) = page.last() else { break };
        last = Some(game.id);
        for game in &page {
            games += 1;
            match replay(store, game).await?.1 {
                Ok(table) => {
                    if let Some(claims) = &mut claims {
                        claims.add(store, place, game.id, &table, out).await?;
                    }
                }
                Err(damage) => {
                    damaged += 1;
                    write_damage(place, game.id, &damage, out)?;
                }
            }
        }
        progress.update(|| format!("{games} games"));
    }
    let noun = if games == 1 { "game" } else { "games" };
    writeln!(out, "{place}: {games} {noun}, {damaged} damaged")?;
    for JobCounts { kind, waiting, failed } in store.job_counts().await? {
        if waiting + failed > 0 {
            writeln!(out, "{place}: {}: {waiting} waiting, {failed} failed", jobs_in_words(kind))?;
        }
    }
    let all_hold = claims.map_or(Ok(true), |claims| claims.finish(place, out))?;
    Ok(if damaged == 0 && all_hold { Answer::Yes } else { Answer::No })
}

/// Returns the plural noun for jobs of a kind.
const fn jobs_in_words(kind: JobKind) -> &'static str {
    match kind {
        JobKind::Reply => "conditional moves to play",
        JobKind::Leave => "changes to leave",
        JobKind::Return => "ends of leave",
        JobKind::Email => "emails",
        JobKind::Notice => "notifications to add",
        JobKind::Push => "push messages",
        JobKind::Resign => "resignations for closed accounts",
        JobKind::Settle => "ratings to compute",
        JobKind::House => "moves of the house",
    }
}

/// Returns a game with its table after the whole journal. If a game seems damaged, it is read once more, because it may
/// have continued between the reads of its row and its journal.
pub(super) async fn replay(store: &Store, game: &Game) -> anyhow::Result<(Game, Result<Table, Damage>)> {
    let first = replay_once(store, game).await?;
    if first.is_err()
        && let Some(again) = store.game(game.id).await?
    {
        let second = replay_once(store, &again).await?;
        return Ok((again, second));
    }
    Ok((game.clone(), first))
}

async fn replay_once(store: &Store, game: &Game) -> anyhow::Result<Result<Table, Damage>> {
    match store.journal(game.id, 0).await {
        Ok(acts) => Ok(table_of(game, &acts)),
        Err(StoreError::Act { seq, error, .. }) => Ok(Err(Damage::Game(format!("act {seq}: {error}")))),
        Err(error) => Err(error.into()),
    }
}

/// Replays the whole journal of a game and returns its table.
pub(super) fn table_of(game: &Game, acts: &[Act]) -> Result<Table, Damage> {
    let mut table = game.setup().table().map_err(|error| match &error {
        GameSetupError::Rules(_) => Damage::Rules(error.to_string()),
        GameSetupError::Variant(_) | GameSetupError::Position(_) => Damage::of_game(&error),
    })?;
    let mut ended_at = None;
    for act in acts {
        table.fold(act).map_err(|error| match &error {
            // The error in the words of the variant's rules.
            FoldError::Illegal { seq, error } => {
                Damage::Game(format!("the move of act {seq} cannot be played: {}", table.game().complaint(error)))
            }
            _ => Damage::of_game(&error),
        })?;
        ended_at = act.verdict.map(|_| act.at);
    }
    match disagreement(game.outcome.as_ref(), table.verdict().zip(ended_at), table.ply()) {
        Some(what) => Err(Damage::of_game(&what)),
        None => Ok(table),
    }
}

/// Describes the disagreement between a game's row and its journal, if there is one.
fn disagreement(outcome: Option<&Outcome>, ending: Option<(Verdict, Timestamp)>, plies: usize) -> Option<&'static str> {
    match (outcome, ending) {
        (None, None) => None,
        (None, Some(_)) => Some("its journal has ended, its row has not"),
        (Some(_), None) => Some("its row has ended, its journal has not"),
        (Some(outcome), Some((verdict, at))) => {
            let is_same = (outcome.winner, outcome.reason.as_str(), outcome.ended_at, outcome.plies)
                == (verdict.winner(), verdict.reason(), at, plies as u64);
            (!is_same).then_some("its row and its journal have different endings")
        }
    }
}

/// Writes a line about a damaged game.
pub(super) fn write_damage(place: &str, game: GameId, damage: &Damage, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{} {}", styled(BAD, "DAMAGED"), one_line(&format!("{place}: game {game}: {damage}")))?;
    Ok(())
}
