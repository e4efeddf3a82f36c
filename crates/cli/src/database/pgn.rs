//! The PGN format of `faraday database export`: all games of a store with clock times.

use std::io::Write;

use faraday_play::Table;
use faraday_store::{Game, Store};
use faraday_variants::Language;
use faraday_wire::live::{RecordHeader, record};
use faraday_wire::write_pgn;

use super::{PAGE, ProgressLines, check};
use crate::exit_status::Answer;
use crate::output;

/// Prints every game that can be replayed. If any cannot, the answer is negative.
pub(super) async fn export(store: &Store, place: &str, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let mut progress = ProgressLines::new();
    let (mut written, mut damaged, mut last) = (0_u64, 0_u64, None);
    loop {
        let page = store.games_after(last, PAGE).await?;
        let Some(game) = page.last() else { break };
        last = Some(game.id);
        let people: Vec<_> = page.iter().flat_map(|game| game.seats.each_ref().map(|seat| seat.who)).collect();
        let names = store.names(&people).await?;
        for game in &page {
            let names = game.seats.each_ref().map(|seat| names.get(&seat.who).map_or("?", String::as_str));
            match check::replay(store, game).await? {
                (game, Ok(table)) => {
                    out.write_all(text(&game, &table, names).as_bytes())?;
                    written += 1;
                }
                (game, Err(damage)) => {
                    damaged += 1;
                    let mut line = Vec::new();
                    check::write_damage(place, game.id, &damage, &mut line)?;
                    output::status(&String::from_utf8_lossy(&line));
                }
            }
        }
        progress.update(|| format!("{written} games"));
    }
    output::status(&format!("exported {written} games; {damaged} are damaged"));
    Ok(if damaged == 0 { Answer::Yes } else { Answer::No })
}

fn text(game: &Game, table: &Table, names: [&str; 2]) -> String {
    let sheet = RecordHeader {
        game: game.id.as_str(),
        names,
        started_at: game.started_at,
        rules: &game.rules,
        fen: game.fen.as_deref(),
    };
    write_pgn(&record(table, &sheet), Language::ENGLISH).expect("every move was played by the rules")
}
