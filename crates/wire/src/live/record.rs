//! Conversion of online games to PGN records with clock times.

use faraday_play::{Table, Terms, TimeMode, Timestamp};

use crate::{Record, RecordedMove, format_clk};

/// The data of a record other than its moves.
pub struct RecordHeader<'a> {
    /// The id of the game.
    pub game: &'a str,
    /// The names of White and Black.
    pub names: [&'a str; 2],
    /// The start of the game.
    pub started_at: Timestamp,
    /// The version of the rules.
    pub rules: &'a str,
    /// The FEN of the first position; `None` if it is the variant's starting position.
    pub fen: Option<&'a str>,
}

/// Returns the record of a game in its current state, with clock times.
pub fn record(table: &Table, sheet: &RecordHeader<'_>) -> Record {
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
    // Moves from before the journal have no clock times.
    let before = moves.len() - plies.len();
    let left = |at: usize| plies.get(at.checked_sub(before)?)?.left;
    let recorded = moves.iter().enumerate().map(|(at, mv)| RecordedMove {
        text: board.uci(*mv),
        comment: left(at).map(|left| format!("[%clk {}]", format_clk(left))),
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

/// Formats a time control for PGN: seconds with an increment, one move per number of seconds, or `-` without a clock.
/// The cap of a reserve follows from its initial time.
fn control(terms: Terms) -> String {
    match terms.time_mode {
        TimeMode::Clock(control) => control.to_string(),
        TimeMode::Days(days) => format!("1/{}", days.time().as_secs()),
        TimeMode::Reserve(reserve) => format!("{}+{}", reserve.initial().as_secs(), reserve.increment().as_secs()),
        TimeMode::Unlimited => "-".to_owned(),
    }
}
