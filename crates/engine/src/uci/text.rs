//! Output of UCI: the `option`, `info`, and `bestmove` lines.

use std::fmt::Write;

use faraday_rules::Ending;

use crate::session::{ALL, OptionName, OptionType, Show};
use crate::{Bound, Report, Score, SearchResult, Wdl};

/// Returns the `option` lines of `uci`.
pub fn options(variants: &[&str]) -> Vec<String> {
    let line = |(_, spellings, kind): &(OptionName, &[&str], OptionType)| {
        let kind = match kind {
            OptionType::Combo => {
                format!("combo default {} var {}", variants.first().unwrap_or(&"-"), variants.join(" var "))
            }
            OptionType::Button => "button".to_owned(),
            OptionType::Check { default } => format!("check default {default}"),
            OptionType::String { default } => format!("string default {default}"),
            OptionType::Spin { default, least, most } => format!("spin default {default} min {least} max {most}"),
        };
        format!("option name {} type {kind}", spellings[0])
    };
    ALL.iter().map(line).collect()
}

/// Returns an `info` line, with win, draw and loss rates if wanted.
pub fn info(report: &Report<String>, show: Show) -> String {
    let mut line = format!("info depth {} seldepth {} multipv {}", report.depth, report.seldepth, report.line);
    let bound = match report.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    line.push_str(&score_text(report.score, bound, report.wdl, show));
    write!(
        line,
        " nodes {} nps {} hashfull {} tbhits {} time {} pv {}",
        report.nodes,
        report.nodes_per_second(),
        report.hashfull,
        report.tablebase_hits,
        report.elapsed.as_millis(),
        report.moves.join(" ")
    )
    .expect("a string takes any text");
    line
}

fn score_text(score: Score, bound: &str, wdl: Wdl, show: Show) -> String {
    let score = match score {
        Score::Centipawns(score) => format!("cp {score}"),
        Score::Mate(moves) => format!("mate {moves}"),
    };
    let wdl = match show {
        Show::Score => String::new(),
        Show::Wdl => format!(" wdl {} {} {}", wdl.win, wdl.draw, wdl.loss),
    };
    format!(" score {score}{bound}{wdl}")
}

/// The reason for `bestmove 0000`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoMove {
    GameOver(Ending),
    /// The last `position` was invalid.
    InvalidPosition,
}

/// Returns the `bestmove` line, preceded by the reason if there is no move, and by the score if the game is over.
pub fn best_move(answer: &SearchResult, no_move: Option<NoMove>, show: Show) -> String {
    let answer = match (&answer.best, &answer.ponder) {
        (None, _) => "bestmove 0000".to_owned(),
        (Some(best), None) => format!("bestmove {best}"),
        (Some(best), Some(ponder)) => format!("bestmove {best} ponder {ponder}"),
    };
    match no_move {
        Some(NoMove::GameOver(ending)) => {
            // A finished game is never won by the side to move.
            let (score, wdl) = match ending.winner {
                Some(_) => (Score::Mate(0), Wdl { win: 0, draw: 0, loss: 1000 }),
                None => (Score::Centipawns(0), Wdl { win: 0, draw: 1000, loss: 0 }),
            };
            let over = format!("info string the game is over: {} ({})", ending.result(), ending.reason.name());
            format!("{over}\ninfo depth 0{}\n{answer}", score_text(score, "", wdl, show))
        }
        Some(NoMove::InvalidPosition) => {
            format!("info string the last `position` could not be read: there is no move to answer\n{answer}")
        }
        None => answer,
    }
}
