//! How features, boards, reports and scores read in the protocol.

use super::{Board, Others};
use crate::session::{ALL, Kind, Name};
use crate::{Bound, Report, Score};

/// What XBoard calls the game of the first board.
pub const NORMAL: &str = "normal";

/// What mates score: so much, and the number of moves.
const MATE: i32 = 100_000;

/// The `feature` lines. XBoard reads no more than some hundred characters of a line.
pub fn features(boards: &[Board]) -> Vec<String> {
    let mut names = vec![NORMAL];
    names.extend(boards.iter().skip(1).filter(|board| is_shown(board)).map(|board| board.id));
    let mut lines = vec![
        "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1".to_owned(),
        "feature analyze=1 colors=0 pause=0 nps=1 memory=1 smp=1 debug=1 highlight=1 ics=0 name=0".to_owned(),
        format!("feature myname=\"Faraday {}\"", env!("CARGO_PKG_VERSION")),
        format!("feature variants=\"{}\"", names.join(",")),
    ];
    lines.extend(ALL.iter().filter_map(|(option, spellings, kind)| {
        feature(*option, spellings[0], *kind).map(|text| format!("feature option=\"{text}\""))
    }));
    lines.push("feature done=1".to_owned());
    lines
}

/// An option, unless the protocol has a command of its own for it.
fn feature(option: Name, name: &str, kind: Kind) -> Option<String> {
    match option {
        Name::Variant | Name::Hash | Name::Threads | Name::Ponder | Name::Chances => return None,
        Name::ClearHash
        | Name::Lines
        | Name::OwnBook
        | Name::Level
        | Name::LimitStrength
        | Name::Elo
        | Name::Overhead
        | Name::Seed
        | Name::UseNetwork
        | Name::NetworkFile => {}
    }
    match kind {
        Kind::Combo => None,
        Kind::Button => Some(format!("{name} -button")),
        Kind::Check { default } => Some(format!("{name} -check {}", u8::from(default == "true"))),
        Kind::Text { default } => Some(format!("{name} -string {default}")),
        // XBoard holds numbers in 32 bits with a sign.
        Kind::Spin { default, least, most } => {
            Some(format!("{name} -spin {default} {least} {}", most.min(i32::MAX as u64)))
        }
    }
}

/// A value as options take it: the protocol writes 1 and 0 for true and false.
pub fn option_value<'a>(name: &str, value: &'a str) -> &'a str {
    let is_check = |(_, spellings, kind): &(Name, &[&str], Kind)| {
        matches!(kind, Kind::Check { .. }) && spellings.iter().any(|spelling| spelling.eq_ignore_ascii_case(name))
    };
    match value {
        "1" if ALL.iter().any(is_check) => "true",
        "0" if ALL.iter().any(is_check) => "false",
        _ => value,
    }
}

/// XBoard knows no `*` at the end of a move: it carries letters, and `=` for a piece that keeps its form.
const SIGNS: (char, char) = ('*', '=');

/// A move in UCI as XBoard carries it.
pub fn carried(mv: &str) -> String {
    mv.replace(SIGNS.0, &SIGNS.1.to_string())
}

/// A move as XBoard carries it, in UCI.
pub fn taken_over(mv: &str) -> String {
    let sign = |squares: &str| format!("{squares}{}", SIGNS.0);
    mv.strip_suffix(SIGNS.1).map_or_else(|| mv.to_owned(), sign)
}

/// Whether XBoard can show a game: it has one level, and a move changes nothing but what it names.
pub fn is_shown(board: &Board) -> bool {
    board.size.2 == 1 && board.others == Others::Stay
}

/// What tells XBoard of a game that it does not know: letters, size, where it takes the rest from, and the start. From
/// its own `normal` XBoard would take the rules of chess, and tell a second engine that chess is played.
pub fn setup(board: &Board) -> String {
    let (files, ranks, _) = board.size;
    // XBoard reads the six fields of chess.
    let fen: Vec<&str> = board.start.split(' ').take(6).collect();
    format!("setup (PNBRQ...........Kpnbrq...........k) {files}x{ranks}+0_fairy {}", fen.join(" "))
}

/// The squares to which a piece may go, as a FEN of colors: yellow, or magenta where a choice has to be made too.
pub fn highlight(board: &Board, from: &str, moves: &[String]) -> String {
    let (files, ranks, _) = board.size;
    let color = |file: u8, rank: u8| {
        let squares = format!("{from}{}{}", char::from(b'a' + file), rank + 1);
        let sign = moves.iter().find_map(|text| text.strip_prefix(&squares))?;
        Some(if sign.is_empty() { 'Y' } else { 'M' })
    };
    let row = |rank: u8| {
        let mut row = String::new();
        let mut empty = 0;
        for file in 0..=files {
            let color = if file < files { color(file, rank) } else { Some(' ') };
            let Some(color) = color else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                row.push_str(&empty.to_string());
            }
            row.push(color);
            empty = 0;
        }
        row.trim_end().to_owned()
    };
    let rows: Vec<String> = (0..ranks).rev().map(row).collect();
    format!("highlight {}", rows.join("/"))
}

/// Thinking output: plies, score, hundredths of a second, nodes and moves.
pub fn thinking(report: &Report<String>) -> String {
    let sure = match report.bound {
        Bound::Exact => "",
        Bound::Lower => "!",
        Bound::Upper => "?",
    };
    let (score, time) = (score(report.score), report.elapsed.as_millis() / 10);
    format!("{} {score} {time} {} {}{sure}", report.depth, report.nodes, report.moves.join(" "))
}

fn score(score: Score) -> i32 {
    match score {
        Score::Centipawns(score) => score,
        Score::Mate(moves) if moves > 0 => MATE + moves,
        Score::Mate(moves) => moves - MATE,
    }
}

/// How far a search is.
pub fn status(report: &Report<String>) -> String {
    let time = report.elapsed.as_millis() / 10;
    format!("stat01: {time} {} {} 0 0", report.nodes, report.depth)
}

#[cfg(test)]
mod tests {
    use web_time::Duration;

    use super::*;
    use crate::WdlModel;

    fn report(score: Score, bound: Bound) -> Report<String> {
        let moves = vec!["e2e4".to_owned(), "e7e5".to_owned()];
        let elapsed = Duration::from_millis(1_239);
        let chances = WdlModel { half: 100, spread: 200 }.of(score);
        Report {
            depth: 9,
            deepest: 12,
            line: 1,
            score,
            chances,
            bound,
            nodes: 48_000,
            elapsed,
            permille: 0,
            tablebase_hits: 0,
            moves,
        }
    }

    #[test]
    fn a_line_has_ply_score_time_nodes_and_moves() {
        let line = |score, bound| thinking(&report(score, bound));
        assert_eq!(line(Score::Centipawns(-15), Bound::Exact), "9 -15 123 48000 e2e4 e7e5");
        assert_eq!(line(Score::Mate(3), Bound::Lower), "9 100003 123 48000 e2e4 e7e5!");
        assert_eq!(line(Score::Mate(-2), Bound::Upper), "9 -100002 123 48000 e2e4 e7e5?");
        assert_eq!(status(&report(Score::Mate(0), Bound::Exact)), "stat01: 123 48000 9 0 0");
    }

    #[test]
    fn targets_are_colored() {
        let board = Board { id: "flat", size: (8, 8, 1), others: Others::Stay, start: "" };
        let moves = ["b7b8q", "b7b8r", "b7a6", "b7h1", "c7c8"].map(str::to_owned);
        assert_eq!(highlight(&board, "b7", &moves), "highlight 1M6/8/Y7/8/8/8/8/7Y");
    }

    #[test]
    fn no_feature_line_is_too_long_for_xboard() {
        let board = |id, size, others| Board { id, size, others, start: "" };
        let boards = [
            board("flat", (8, 8, 1), Others::Stay),
            board("calm", (8, 8, 1), Others::Stay),
            board("tall", (5, 5, 3), Others::Stay),
            board("wild", (8, 8, 1), Others::Move),
        ];
        let lines = features(&boards);
        assert!(lines.iter().all(|line| line.len() < 200), "{lines:?}");
        assert!(lines.contains(&"feature variants=\"normal,calm\"".to_owned()), "{lines:?}");
    }
}
