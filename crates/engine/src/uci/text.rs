//! How options, reports and answers read in UCI.

use std::fmt::Write;

use faraday_rules::Ending;

use crate::session::{ALL, Kind, Name, Show};
use crate::{Answer, Bound, Chances, Report, Score};

/// The `option` lines.
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

/// An `info` line, with the chances if they are wanted.
pub fn info(report: &Report<String>, show: Show) -> String {
    let mut line = format!("info depth {} seldepth {} multipv {}", report.depth, report.deepest, report.line);
    match report.score {
        Score::Centipawns(score) => write!(line, " score cp {score}"),
        Score::Mate(moves) => write!(line, " score mate {moves}"),
    }
    .expect("a string takes any text");
    line.push_str(match report.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    });
    if show == Show::Chances {
        let Chances { win, draw, loss } = report.chances;
        write!(line, " wdl {win} {draw} {loss}").expect("a string takes any text");
    }
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

/// The `bestmove` line; before it why there is none, where the game is over.
pub fn best_move(answer: &Answer, over: Option<Ending>) -> String {
    let answer = match (&answer.best, &answer.ponder) {
        (None, _) => "bestmove 0000".to_owned(),
        (Some(best), None) => format!("bestmove {best}"),
        (Some(best), Some(ponder)) => format!("bestmove {best} ponder {ponder}"),
    };
    match over {
        Some(ending) => {
            format!("info string the game is over: {} ({})\n{answer}", ending.result(), ending.reason.name())
        }
        None => answer,
    }
}
