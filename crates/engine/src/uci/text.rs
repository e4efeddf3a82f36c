//! How a report reads in UCI.

use std::fmt::Write;

use crate::{Answer, Bound, Report, Score};

/// An `info` line.
pub fn info(report: &Report<String>) -> String {
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
    write!(
        line,
        " nodes {} nps {} hashfull {} time {} pv {}",
        report.nodes,
        report.nodes_per_second(),
        report.permille,
        report.elapsed.as_millis(),
        report.moves.join(" ")
    )
    .expect("a string takes any text");
    line
}

/// The `bestmove` line.
pub fn best_move(answer: &Answer) -> String {
    match (&answer.best, &answer.ponder) {
        (None, _) => "bestmove 0000".to_owned(),
        (Some(best), None) => format!("bestmove {best}"),
        (Some(best), Some(ponder)) => format!("bestmove {best} ponder {ponder}"),
    }
}
