//! Output of XBoard's protocol: feature lines, boards, thinking output, and scores; also its move notation.

use super::{Board, SideEffects};
use crate::session::{ALL, OptionName, OptionType};
use crate::{Bound, Report, Score};

/// XBoard's name for the variant of the first board.
pub const NORMAL: &str = "normal";

/// The score of a mate, to which the number of moves is added.
const MATE: i32 = 100_000;

/// Returns the `feature` lines. XBoard reads only a few hundred characters of a line.
pub fn features(boards: &[Board]) -> Vec<String> {
    let mut names = vec![NORMAL];
    names.extend(boards.iter().skip(1).filter(|board| is_displayable(board)).map(|board| board.id));
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

/// Returns the declaration of an option; `None` if the protocol has a command for it.
fn feature(option: OptionName, name: &str, kind: OptionType) -> Option<String> {
    match option {
        OptionName::Variant | OptionName::Hash | OptionName::Threads | OptionName::Ponder | OptionName::ShowWdl => {
            return None;
        }
        OptionName::ClearHash
        | OptionName::MultiPv
        | OptionName::OwnBook
        | OptionName::Level
        | OptionName::LimitStrength
        | OptionName::Elo
        | OptionName::Overhead
        | OptionName::Seed
        | OptionName::UseNetwork
        | OptionName::NetworkFile => {}
    }
    match kind {
        OptionType::Combo => None,
        OptionType::Button => Some(format!("{name} -button")),
        OptionType::Check { default } => Some(format!("{name} -check {}", u8::from(default == "true"))),
        OptionType::String { default } => Some(format!("{name} -string {default}")),
        // XBoard stores numbers as signed 32-bit integers.
        OptionType::Spin { default, least, most } => {
            Some(format!("{name} -spin {default} {least} {}", most.min(i32::MAX as u64)))
        }
    }
}

/// Converts the protocol's 1 and 0 to the `true` and `false` of options.
pub fn option_value<'a>(name: &str, value: &'a str) -> &'a str {
    let is_check = |(_, spellings, kind): &(OptionName, &[&str], OptionType)| {
        matches!(kind, OptionType::Check { .. }) && spellings.iter().any(|spelling| spelling.eq_ignore_ascii_case(name))
    };
    match value {
        "1" if ALL.iter().any(is_check) => "true",
        "0" if ALL.iter().any(is_check) => "false",
        _ => value,
    }
}

/// The suffix of a scatter in UCI and in XBoard's notation. XBoard cannot transmit a `*` at the end of a move. It
/// accepts letters, and `=` for a piece that does not promote.
const SIGNS: (char, char) = ('*', '=');

/// Converts a move from UCI notation to XBoard's, which differs in the suffix of a scatter.
pub fn to_xboard(mv: &str) -> String {
    mv.replace(SIGNS.0, &SIGNS.1.to_string())
}

/// Converts a move from XBoard's notation to UCI, the reverse of [`to_xboard`].
pub fn from_xboard(mv: &str) -> String {
    let sign = |squares: &str| format!("{squares}{}", SIGNS.0);
    mv.strip_suffix(SIGNS.1).map_or_else(|| mv.to_owned(), sign)
}

/// Returns true if XBoard can display a variant: it has one level, and moves affect only the pieces that they name.
pub fn is_displayable(board: &Board) -> bool {
    board.size.2 == 1 && board.side_effects == SideEffects::None
}

/// Returns the `setup` command for a variant unknown to XBoard: piece letters, board size, parent variant and starting
/// position. With `normal` as parent, XBoard would apply the rules of chess, and announce chess to a second engine.
pub fn setup(board: &Board) -> String {
    let (files, ranks, _) = board.size;
    // XBoard reads the six FEN fields of chess.
    let fen: Vec<&str> = board.start.split(' ').take(6).collect();
    format!("setup (PNBRQ...........Kpnbrq...........k) {files}x{ranks}+0_fairy {}", fen.join(" "))
}

/// Returns the target squares of a piece, as a FEN of colors: yellow, or magenta for moves that need a choice.
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

/// Returns a line of thinking output: depth, score, centiseconds, nodes and moves.
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

/// Returns the progress of a search (`stat01`).
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
        let wdl = WdlModel { half: 100, spread: 200 }.of(score);
        Report {
            depth: 9,
            seldepth: 12,
            line: 1,
            score,
            wdl,
            bound,
            nodes: 48_000,
            elapsed,
            hashfull: 0,
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
        let board = Board { id: "flat", size: (8, 8, 1), side_effects: SideEffects::None, start: "" };
        let moves = ["b7b8q", "b7b8r", "b7a6", "b7h1", "c7c8"].map(str::to_owned);
        assert_eq!(highlight(&board, "b7", &moves), "highlight 1M6/8/Y7/8/8/8/8/7Y");
    }

    #[test]
    fn no_feature_line_is_too_long_for_xboard() {
        let board = |id, size, side_effects| Board { id, size, side_effects, start: "" };
        let boards = [
            board("flat", (8, 8, 1), SideEffects::None),
            board("calm", (8, 8, 1), SideEffects::None),
            board("tall", (5, 5, 3), SideEffects::None),
            board("wild", (8, 8, 1), SideEffects::Displacement),
        ];
        let lines = features(&boards);
        assert!(lines.iter().all(|line| line.len() < 200), "{lines:?}");
        assert!(lines.contains(&"feature variants=\"normal,calm\"".to_owned()), "{lines:?}");
    }
}
