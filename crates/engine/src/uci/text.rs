//! Formatting options, reports and answers for UCI.

use std::fmt::Write;

use faraday_rules::Ending;

use crate::session::{ALL, Kind, Name, Show};
use crate::{Answer, Bound, Chances, Report, Score};

/// The `option` lines of `uci`.
pub fn options(variants: &[&str]) -> Vec<String> {
    let line = |(_, spellings, kind): &(Name, &[&str], Kind)| {
        let kind = match kind {
            Kind::Combo => {
                format!("combo default {} var {}", variants.first().unwrap_or(&"-"), variants.join(" var "))
            }
            Kind::Button => "button".to_owned(),
            Kind::Check { default } => format!("check default {default}"),
            Kind::Text { default } => format!("string default {default}"),
            Kind::Spin { default, least, most } => format!("spin default {default} min {least} max {most}"),
        };
        format!("option name {} type {kind}", spellings[0])
    };
    ALL.iter().map(line).collect()
}

/// An `info` line, with win, draw and loss rates if wanted.
pub fn info(report: &Report<String>, show: Show) -> String {
    let mut line = format!("info depth {} seldepth {} multipv {}", report.depth, report.deepest, report.line);
    let bound = match report.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    line.push_str(&worth(report.score, bound, report.chances, show));
    write!(
        line,
        " nodes {} nps {} hashfull {} tbhits {} time {} pv {}",
        report.nodes,
        report.nodes_per_second(),
        report.permille,
        report.tablebase_hits,
        report.elapsed.as_millis(),
        report.moves.join(" ")
    )
    .expect("a string takes any text");
    line
}

fn worth(score: Score, bound: &str, chances: Chances, show: Show) -> String {
    let score = match score {
        Score::Centipawns(score) => format!("cp {score}"),
        Score::Mate(moves) => format!("mate {moves}"),
    };
    let chances = match show {
        Show::Score => String::new(),
        Show::Chances => format!(" wdl {} {} {}", chances.win, chances.draw, chances.loss),
    };
    format!(" score {score}{bound}{chances}")
}

/// The reason for `bestmove 0000`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoMove {
    Over(Ending),
    /// The last `position` was invalid.
    Unplaced,
}

/// The `bestmove` line, preceded by the reason if there is no move, and by the score if the game is over.
pub fn best_move(answer: &Answer, no_move: Option<NoMove>, show: Show) -> String {
    let answer = match (&answer.best, &answer.ponder) {
        (None, _) => "bestmove 0000".to_owned(),
        (Some(best), None) => format!("bestmove {best}"),
        (Some(best), Some(ponder)) => format!("bestmove {best} ponder {ponder}"),
    };
    match no_move {
        Some(NoMove::Over(ending)) => {
            // The side to move has never won.
            let (score, chances) = match ending.winner {
                Some(_) => (Score::Mate(0), Chances { win: 0, draw: 0, loss: 1000 }),
                None => (Score::Centipawns(0), Chances { win: 0, draw: 1000, loss: 0 }),
            };
            let over = format!("info string the game is over: {} ({})", ending.result(), ending.reason.name());
            format!("{over}\ninfo depth 0{}\n{answer}", worth(score, "", chances, show))
        }
        Some(NoMove::Unplaced) => {
            format!("info string the last `position` could not be read: there is no move to answer\n{answer}")
        }
        None => answer,
    }
}
