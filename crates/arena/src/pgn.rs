//! The PGN of a match game, with the engines' scores, depths, and clocks as comments.

use faraday_engine::Score;
use faraday_rules::Color;
use faraday_variants::{Entry, Language};
use faraday_wire::{Record, RecordedMove, format_clk, write_pgn};

use crate::game::{MoveInfo, PlayedGame, Ply};
use crate::move_limits::MoveLimits;

/// The tags of a player: its name, and the limits of its moves as time control.
#[expect(missing_docs, reason = "the names say it")]
pub struct PlayerTags<'a> {
    pub name: &'a str,
    /// The limits of its moves.
    pub limits: &'a MoveLimits,
}

/// Writes a game, with White's name first. The comments on a move contain its effects on other pieces, its evaluation
/// from White's side, and the time left on the clock.
pub fn write(entry: &Entry, played: &PlayedGame, names: &[PlayerTags; 2], round: &str, date: &str) -> String {
    let verdict = &played.verdict;
    // A name is user input and may contain control characters.
    let name = |name: &PlayerTags| name.name.chars().filter(|letter| !letter.is_control()).collect();
    let mut headers: Vec<(&str, String)> = vec![
        ("Event", "Engine match".to_owned()),
        ("Site", "Faraday".to_owned()),
        ("Date", date.to_owned()),
        ("Round", round.to_owned()),
        ("White", name(&names[0])),
        ("Black", name(&names[1])),
    ];
    headers.extend(time_controls(names));
    headers.push(("Termination", verdict.termination().to_owned()));
    headers.push(("PlyCount", played.plies.len().to_string()));
    let mut color = entry.game(played.start.as_deref()).expect("the game was played from there").turn();
    let mut moves = Vec::with_capacity(played.plies.len());
    for ply in &played.plies {
        moves.push(recorded(ply, color));
        color = !color;
    }
    let mut record = Record {
        variant: Some(entry.id.to_owned()),
        fen: played.start.clone(),
        headers: headers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        moves,
        result: verdict.result().as_str().to_owned(),
        ..Record::default()
    };
    record.remark(&verdict.sentence(&entry.text));
    write_pgn(&record, Language::ENGLISH).expect("every move was played by the rules")
}

fn time_controls(names: &[PlayerTags; 2]) -> Vec<(&'static str, String)> {
    let [white, black] = names.each_ref().map(|name| control(name.limits));
    if white == black {
        return vec![("TimeControl", white)];
    }
    vec![("WhiteTimeControl", white), ("BlackTimeControl", black)]
}

/// Returns the value of the `TimeControl` tag as the PGN standard defines it: `*` and seconds for a time per move, `-`
/// for no time limit.
fn control(limits: &MoveLimits) -> String {
    let sandclock = limits.move_time.map(|time| format!("*{}", time.as_secs_f64()));
    limits.control.map(|control| control.to_string()).or(sandclock).unwrap_or_else(|| "-".to_owned())
}

fn recorded(ply: &Ply, color: Color) -> RecordedMove {
    RecordedMove {
        text: ply.uci.clone(),
        comment: ply.info.and_then(|info| comment(&info, color)),
        ..RecordedMove::default()
    }
}

fn comment(info: &MoveInfo, color: Color) -> Option<String> {
    let depth = info.search.depth.map(|depth| format!(",{depth}")).unwrap_or_default();
    let evaluation = info.search.score.map(|score| format!("[%eval {}{depth}]", seen_by_white(score, color)));
    let clock = info.left.map(|left| format!("[%clk {}]", format_clk(left)));
    let words: Vec<String> = evaluation.into_iter().chain(clock).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// Returns a score from White's side in pawns with two decimals, or `#` and the number of moves to mate.
fn seen_by_white(score: Score, color: Color) -> String {
    let sign = color.sign();
    match score {
        Score::Centipawns(centipawns) => format!("{:.2}", f64::from(sign * centipawns) / 100.0),
        Score::Mate(moves) => format!("#{}", sign * moves),
    }
}
