//! The games of a store as PGN, with what was left on the clocks.

use std::io::Write;
use std::time::Duration;

use faraday_play::{Pace, Table, Terms};
use faraday_store::{Game, Store};
use faraday_variants::Language;
use faraday_wire::{Record, RecordedMove, write_pgn};

use super::{PAGE, Progress, check};
use crate::outcome::Answer;
use crate::{date, output};

/// Prints every game that can be replayed; whichever cannot is the negative answer.
pub(super) async fn export(store: &Store, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let mut progress = Progress::new();
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
                Ok(table) => {
                    out.write_all(text(game, &table, names).as_bytes())?;
                    written += 1;
                }
                Err(damage) => {
                    damaged += 1;
                    let mut line = Vec::new();
                    check::tell(game.id, &damage, &mut line)?;
                    output::tell(&String::from_utf8_lossy(&line));
                }
            }
        }
        progress.tell(|| format!("{written} games"));
    }
    output::tell(&format!("exported {written} games; {damaged} are damaged"));
    Ok(if damaged == 0 { Answer::Yes } else { Answer::No })
}

fn text(game: &Game, table: &Table, names: [&str; 2]) -> String {
    let [white, black] = names.map(|name| name.chars().filter(|letter| !letter.is_control()).collect());
    let verdict = table.verdict();
    let headers: [(&str, String); 8] = [
        ("Event", "Faraday game".to_owned()),
        ("Site", game.id.to_string()),
        ("Date", date::of_millis(game.started_at.as_millis())),
        ("White", white),
        ("Black", black),
        ("TimeControl", control(game.terms)),
        ("Termination", verdict.map_or("unterminated", |verdict| verdict.termination()).to_owned()),
        ("FaradayRules", game.rules.clone()),
    ];
    let (board, plies) = (table.game(), table.plies());
    let moves = board.moves();
    // A move that was on the board before the journal has no clock.
    let before = moves.len() - plies.len();
    let left = |at: usize| plies.get(at.checked_sub(before)?)?.left;
    let recorded = moves.iter().enumerate().map(|(at, mv)| RecordedMove {
        text: board.uci(*mv),
        nags: Vec::new(),
        before: None,
        comment: left(at).map(|left| format!("[%clk {}]", face(left))),
        variations: Vec::new(),
    });
    let record = Record {
        variant: Some(game.variant.clone()),
        fen: game.fen.clone(),
        headers: headers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        comment: None,
        moves: recorded.collect(),
        result: verdict.map_or("*", |verdict| verdict.result().as_str()).to_owned(),
    };
    write_pgn(&record, Language::ENGLISH).expect("every move was played by the rules")
}

/// As the standard has it: a number of moves in so many seconds, `-` for no clock.
fn control(terms: Terms) -> String {
    match terms.pace {
        Pace::Clock(control) => control.to_string(),
        Pace::Days(days) => format!("1/{}", days.time().as_secs()),
        Pace::Unlimited => "-".to_owned(),
    }
}

/// Hours, minutes, seconds and thousandths.
fn face(left: Duration) -> String {
    let seconds = left.as_secs();
    format!("{}:{:02}:{:02}.{:03}", seconds / 3600, seconds / 60 % 60, seconds % 60, left.subsec_millis())
}
