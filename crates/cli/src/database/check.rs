//! Every game of a store, replayed by the rules: what does not hold is reported, and nothing is mended.

use std::fmt::Display;
use std::io::Write;

use faraday_play::{Table, Timestamp, Verdict};
use faraday_store::{Game, GameId, Outcome, Store, StoreError};

use super::{PAGE, Progress};
use crate::outcome::Answer;
use crate::output::{BAD, one_line, styled};

/// What is wrong with a game, and at which act if at one.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Damage {
    act: Option<u64>,
    what: String,
}

impl Damage {
    fn of_game(what: &dyn Display) -> Damage {
        Damage { act: None, what: what.to_string() }
    }
}

/// Checks every game; damage is the negative answer.
pub(super) async fn run(store: &Store, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let mut progress = Progress::new();
    let (mut sound, mut damaged, mut last) = (0_u64, 0_u64, None);
    loop {
        let page = store.games_after(last, PAGE).await?;
        let Some(game) = page.last() else { break };
        last = Some(game.id);
        for game in &page {
            match replay(store, game).await?.1 {
                Ok(_) => sound += 1,
                Err(damage) => {
                    damaged += 1;
                    tell(game.id, &damage, out)?;
                }
            }
        }
        progress.tell(|| format!("{} games", sound + damaged));
    }
    writeln!(out, "{sound} sound, {damaged} damaged")?;
    Ok(if damaged == 0 { Answer::Yes } else { Answer::No })
}

/// A game, with its table after all of its journal. One that seems to be damaged may have gone on between the reading of
/// its row and of its journal: it is read once more.
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
    let acts = match store.journal(game.id, 0).await {
        Ok(acts) => acts,
        Err(StoreError::Act { seq, error, .. }) => {
            return Ok(Err(Damage { act: Some(seq), what: error.to_string() }));
        }
        Err(error) => return Err(error.into()),
    };
    let mut table = match game.beginning().table() {
        Ok(table) => table,
        Err(error) => return Ok(Err(Damage::of_game(&error))),
    };
    let mut ended_at = None;
    for act in &acts {
        if let Err(error) = table.fold(act) {
            return Ok(Err(Damage { act: Some(act.seq), what: error.to_string() }));
        }
        ended_at = act.verdict.map(|_| act.at);
    }
    Ok(match disagreement(game.outcome.as_ref(), table.verdict().zip(ended_at), table.ply()) {
        Some(what) => Err(Damage::of_game(&what)),
        None => Ok(table),
    })
}

/// In what the row of a game and its journal disagree.
fn disagreement(outcome: Option<&Outcome>, ending: Option<(Verdict, Timestamp)>, plies: usize) -> Option<&'static str> {
    match (outcome, ending) {
        (None, None) => None,
        (None, Some(_)) => Some("its journal has ended, its row has not"),
        (Some(_), None) => Some("its row has ended, its journal has not"),
        (Some(outcome), Some((verdict, at))) => {
            let is_same = (outcome.winner, outcome.reason.as_str(), outcome.ended_at, outcome.plies)
                == (verdict.winner(), verdict.reason(), at, plies as u64);
            (!is_same).then_some("its row tells of another end than its journal")
        }
    }
}

/// One line of what is wrong.
pub(super) fn tell(game: GameId, damage: &Damage, out: &mut dyn Write) -> anyhow::Result<()> {
    let place = match damage.act {
        Some(seq) => format!("game {game}, act {seq}"),
        None => format!("game {game}"),
    };
    writeln!(out, "{} {}", styled(BAD, "DAMAGED"), one_line(&format!("{place}: {}", damage.what)))?;
    Ok(())
}
