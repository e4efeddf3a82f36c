//! A game between people as a record that others can read.

use faraday_play::{Pace, Table, Terms, Timestamp};

use crate::{Record, RecordedMove, clock_face};

/// What the record of a game says besides its moves.
pub struct Sheet<'a> {
    /// Its id.
    pub game: &'a str,
    /// The names of White and Black.
    pub names: [&'a str; 2],
    /// When it began.
    pub started_at: Timestamp,
    /// The version of the rules by which it is played.
    pub rules: &'a str,
    /// The position in which it began; none if that is the variant's start.
    pub fen: Option<&'a str>,
}

/// The record of a game as it stands, with what was left on the clocks.
pub fn record(table: &Table, sheet: &Sheet<'_>) -> Record {
    let [white, black] = sheet.names.map(|name| name.chars().filter(|letter| !letter.is_control()).collect());
    let verdict = table.verdict();
    let headers: [(&str, String); 8] = [
        ("Event", "Faraday game".to_owned()),
        ("Site", sheet.game.to_owned()),
        ("Date", sheet.started_at.date()),
        ("White", white),
        ("Black", black),
        ("TimeControl", control(table.terms())),
        ("Termination", verdict.map_or("unterminated", |verdict| verdict.termination()).to_owned()),
        ("FaradayRules", sheet.rules.to_owned()),
    ];
    let (board, plies) = (table.game(), table.plies());
    let moves = board.moves();
    // A move that was on the board before the journal has no clock.
    let before = moves.len() - plies.len();
    let left = |at: usize| plies.get(at.checked_sub(before)?)?.left;
    let recorded = moves.iter().enumerate().map(|(at, mv)| RecordedMove {
        text: board.uci(*mv),
        comment: left(at).map(|left| format!("[%clk {}]", clock_face(left))),
        ..RecordedMove::default()
    });
    Record {
        variant: Some(board.entry().id.to_owned()),
        fen: sheet.fen.map(str::to_owned),
        headers: headers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        moves: recorded.collect(),
        result: verdict.map_or("*", |verdict| verdict.result().as_str()).to_owned(),
        ..Record::default()
    }
}

/// As the standard has it: seconds, a move in so many of them, `-` for no clock.
fn control(terms: Terms) -> String {
    match terms.pace {
        Pace::Clock(control) => control.to_string(),
        Pace::Days(days) => format!("1/{}", days.time().as_secs()),
        Pace::Unlimited => "-".to_owned(),
    }
}
