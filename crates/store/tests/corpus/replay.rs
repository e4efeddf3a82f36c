//! Opens a stored game as the server does: reads its row and its journal, and replays the journal by the rules.

use faraday_play::Table;
use faraday_rules::Color;
use faraday_store::{GameId, Store};
use sha2::{Digest, Sha256};

/// Returns the result of a game as a line of `ends.tsv` without the name.
pub async fn end_of(store: &Store, id: GameId) -> Result<String, String> {
    let game = store.game(id).await.map_err(|error| error.to_string())?.ok_or("the game is not there")?;
    let mut table = game.setup().table().map_err(|error| error.to_string())?;
    let (mut way, mut ended_at) = (Sha256::new(), None);
    for act in store.journal(id, 0).await.map_err(|error| error.to_string())? {
        table.fold(&act).map_err(|error| error.to_string())?;
        way.update(format!("{} {:?}\n", table.game().fen(), table.left()));
        ended_at = act.verdict.map(|_| act.at);
        for offer in table.offers().open() {
            way.update(format!("{:?} {:?}\n", offer.what, offer.side));
        }
    }
    let kept = game.outcome.map(|outcome| (outcome.ended_at, outcome.winner, outcome.reason, outcome.plies));
    let told = table.verdict().zip(ended_at);
    let told = told.map(|(verdict, at)| (at, verdict.winner(), verdict.reason().to_owned(), table.ply() as u64));
    if kept != told {
        return Err(format!("its row tells of the end {kept:?}, and its journal of {told:?}"));
    }
    for side in Color::ALL {
        if let Some(plan) = store.plan(id, side).await.map_err(|error| error.to_string())? {
            plan.check(&table, side).map_err(|error| error.to_string())?;
        }
    }
    let left = table.left().map(|left| left.map(|left| left.as_millis().to_string()).join("/"));
    let end = [
        id.to_string(),
        end_in_words(&table),
        format!("{} acts", table.seq()),
        left.unwrap_or_else(|| "-".to_owned()),
        digest(way),
        table.game().fen(),
    ];
    Ok(end.join("\t"))
}

/// Returns the winner and the reason, such as `1-0 checkmate`.
pub fn end_in_words(table: &Table) -> String {
    match table.verdict() {
        Some(verdict) => format!("{} {}", verdict.result().as_str(), verdict.reason()),
        None => "* running".to_owned(),
    }
}

/// Returns the first half of a digest in hexadecimal digits.
pub fn digest(of: Sha256) -> String {
    let bytes = of.finalize();
    let first = bytes.first_chunk::<16>().expect("a digest has 32 bytes");
    format!("{:032x}", u128::from_be_bytes(*first))
}
