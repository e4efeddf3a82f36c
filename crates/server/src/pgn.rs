//! A game between people as a record that others can read.

use std::time::Duration;

use faraday_play::Pace;
use faraday_wire::{Record, RecordedMove};

use crate::games::Opened;

/// The record of a game as it stands.
pub fn record(opened: &Opened) -> Record {
    let (stored, table) = (&opened.stored, opened.game.table());
    let game = table.game();
    let clock = match stored.terms.pace {
        Pace::Clock(control) => control.to_string(),
        Pace::Days(days) => format!("1/{}", days.time().as_secs()),
        Pace::Unlimited => "-".to_owned(),
    };
    let result = table.verdict().map_or("*", |verdict| verdict.result().as_str());
    let mut headers = vec![
        ("Event".to_owned(), "Faraday game".to_owned()),
        ("Site".to_owned(), stored.id.to_string()),
        ("Date".to_owned(), date(stored.started_at.as_millis())),
        ("White".to_owned(), opened.names[0].clone()),
        ("Black".to_owned(), opened.names[1].clone()),
        ("TimeControl".to_owned(), clock),
        ("FaradayRules".to_owned(), stored.rules.clone()),
    ];
    if let Some(verdict) = table.verdict() {
        headers.push(("Termination".to_owned(), verdict.termination().to_owned()));
    }
    let played = game.moves();
    let before = played.len() - table.plies().len();
    let comment = |ply: usize| {
        let left = ply.checked_sub(before).and_then(|at| table.plies().get(at)?.left)?;
        Some(format!("[%clk {}]", hours(left)))
    };
    let moves = played.iter().enumerate().map(|(ply, mv)| RecordedMove {
        text: game.uci(*mv),
        nags: Vec::new(),
        before: None,
        comment: comment(ply),
        variations: Vec::new(),
    });
    Record {
        variant: Some(stored.variant.clone()),
        fen: stored.fen.clone(),
        headers,
        comment: None,
        moves: moves.collect(),
        result: result.to_owned(),
    }
}

/// `h:mm:ss.f`, as `%clk` has it.
fn hours(time: Duration) -> String {
    let seconds = time.as_secs();
    let tenths = time.subsec_millis() / 100;
    format!("{}:{:02}:{:02}.{tenths}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// The day of a moment in UTC, as PGN writes it.
fn date(millis: u64) -> String {
    let time = std::time::UNIX_EPOCH + Duration::from_millis(millis);
    // `Sun, 06 Nov 1994 08:49:37 GMT`
    let text = httpdate::fmt_http_date(time);
    let mut parts = text.split(' ').skip(1);
    let [day, month, year] = [parts.next(), parts.next(), parts.next()].map(Option::unwrap_or_default);
    let month = MONTHS.iter().position(|name| *name == month).map_or(0, |at| at + 1);
    format!("{year}.{month:02}.{day}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_and_days_are_written_as_pgn_has_them() {
        assert_eq!(hours(Duration::from_millis(3_723_456)), "1:02:03.4");
        assert_eq!(date(784_111_777_000), "1994.11.06");
    }
}
