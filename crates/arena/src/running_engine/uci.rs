//! The GUI side of the UCI protocol: parses the lines of engines and writes commands to them.

use std::fmt::Write;

use faraday_engine::{Limits, Score};

use super::{MoveRequest, SearchInfo};

/// A line from an engine, with the information that a match needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    UciOk,
    ReadyOk,
    Option(UciOption),
    Info(SearchInfo),
    /// A `bestmove` line; empty if no move follows.
    BestMove(String),
    /// Any line that a match does not need.
    Other,
}

/// An option declared by an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UciOption {
    pub name: String,
    /// The possible values. Empty for options of other types.
    pub choices: Vec<String>,
}

impl Message {
    /// Parses a line. Unknown lines are not an error, because the protocol requires ignoring them.
    pub fn parse(line: &str) -> Message {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("uciok") => Message::UciOk,
            Some("readyok") => Message::ReadyOk,
            Some("option") => option(words).map_or(Message::Other, Message::Option),
            Some("info") => info(words).map_or(Message::Other, Message::Info),
            Some("bestmove") => Message::BestMove(words.next().unwrap_or_default().to_owned()),
            Some(_) | None => Message::Other,
        }
    }
}

fn option<'a>(words: impl Iterator<Item = &'a str>) -> Option<UciOption> {
    let (mut name, mut choices) = (Vec::new(), Vec::<Vec<&str>>::new());
    let mut part = "";
    for word in words {
        match word {
            "name" if part.is_empty() => part = word,
            "type" | "default" | "min" | "max" if !part.is_empty() => part = word,
            "var" if part != "name" => {
                part = word;
                choices.push(Vec::new());
            }
            _ if part == "name" => name.push(word),
            _ if part == "var" => choices.last_mut()?.push(word),
            _ => {}
        }
    }
    let choices = choices.into_iter().map(|words| words.join(" ")).collect();
    (!name.is_empty()).then(|| UciOption { name: name.join(" "), choices })
}

/// Parses an `info` line. Lines for other than the best variation are ignored.
fn info<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<SearchInfo> {
    let mut search = SearchInfo::default();
    while let Some(word) = words.next() {
        match word {
            "string" | "pv" => break,
            "multipv" if words.next()? != "1" => return None,
            "depth" => search.depth = words.next()?.parse().ok(),
            "nodes" => search.nodes = words.next()?.parse().ok(),
            "score" => {
                let kind = words.next()?;
                let number = words.next()?.parse().ok()?;
                search.score = match kind {
                    "cp" => Some(Score::Centipawns(number)),
                    "mate" => Some(Score::Mate(number)),
                    _ => None,
                };
            }
            _ => {}
        }
    }
    Some(search)
}

impl SearchInfo {
    /// Returns the information updated with a later line.
    #[must_use]
    pub fn updated(self, later: SearchInfo) -> SearchInfo {
        SearchInfo {
            score: later.score.or(self.score),
            depth: later.depth.or(self.depth),
            nodes: later.nodes.or(self.nodes),
        }
    }
}

/// Returns the `position` command of a request.
pub fn position(request: &MoveRequest) -> String {
    let mut line = match request.start {
        Some(fen) => format!("position fen {fen}"),
        None => "position startpos".to_owned(),
    };
    if !request.moves.is_empty() {
        line.push_str(" moves ");
        line.push_str(&request.moves.join(" "));
    }
    line
}

/// Returns the `go` command for limits.
pub fn go(limits: &Limits) -> String {
    let mut line = "go".to_owned();
    let mut add = |key: &str, value: u128| write!(line, " {key} {value}").expect("a string takes any text");
    if let Some(clocks) = limits.clocks {
        let [white, black] = clocks.sides;
        add("wtime", white.left.as_millis());
        add("btime", black.left.as_millis());
        add("winc", white.increment.as_millis());
        add("binc", black.increment.as_millis());
        if let Some(moves) = clocks.moves_to_go {
            add("movestogo", moves.into());
        }
    }
    if let Some(time) = limits.move_time {
        add("movetime", time.as_millis());
    }
    if let Some(nodes) = limits.nodes {
        add("nodes", nodes.into());
    }
    if let Some(depth) = limits.depth {
        add("depth", depth.into());
    }
    line
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use faraday_engine::{Clocks, SideClock};
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lines_are_understood_as_far_as_they_matter() {
        let search = SearchInfo { score: Some(Score::Centipawns(-13)), depth: Some(9), nodes: Some(77) };
        let line = "info depth 9 seldepth 12 multipv 1 score cp -13 lowerbound nodes 77 nps 5 pv e2e4 depth 3";
        assert_eq!(Message::parse(line), Message::Info(search));
        let mate = Message::Info(SearchInfo { score: Some(Score::Mate(-2)), ..SearchInfo::default() });
        assert_eq!(Message::parse("info score mate -2"), mate);
        assert_eq!(Message::parse("info multipv 2 score cp 5"), Message::Other);
        assert_eq!(Message::parse("info string score cp 5"), Message::Info(SearchInfo::default()));
        assert_eq!(Message::parse("info score cp much"), Message::Other);
        assert_eq!(Message::parse("  bestmove e2e4 ponder e7e5"), Message::BestMove("e2e4".to_owned()));
        assert_eq!(Message::parse("bestmove"), Message::BestMove(String::new()));
        assert_eq!(Message::parse(""), Message::Other);
    }

    #[test]
    fn options_have_names_of_many_words_and_choices() {
        let line = "option name UCI_Variant type combo default a var a var b+c";
        let choices = vec!["a".to_owned(), "b+c".to_owned()];
        assert_eq!(Message::parse(line), Message::Option(UciOption { name: "UCI_Variant".to_owned(), choices }));
        let line = "option name Clear Hash type button";
        assert_eq!(
            Message::parse(line),
            Message::Option(UciOption { name: "Clear Hash".to_owned(), choices: Vec::new() })
        );
        assert_eq!(Message::parse("option type spin"), Message::Other);
    }

    #[test]
    fn a_question_is_two_lines() {
        let moves = ["e2e4".to_owned(), "e7e5".to_owned()];
        let side = SideClock { left: Duration::from_millis(1500), increment: Duration::from_millis(100) };
        let clocks = Clocks { sides: [side, side], moves_to_go: Some(3) };
        let limits = Limits { clocks: Some(clocks), nodes: Some(9), ..Limits::default() };
        let request = MoveRequest { start: None, moves: &moves, limits, due: Duration::ZERO };
        assert_eq!(position(&request), "position startpos moves e2e4 e7e5");
        assert_eq!(go(&request.limits), "go wtime 1500 btime 1500 winc 100 binc 100 movestogo 3 nodes 9");
        assert_eq!(position(&MoveRequest { start: Some("8/8 w"), moves: &[], ..request }), "position fen 8/8 w");
    }

    proptest! {
        #[test]
        fn any_line_is_read(words in prop::collection::vec("info|option|bestmove|score|cp|mate|name|type|var|multipv|depth|nodes|pv|-?[0-9]{1,20}|\\PC*", 0..12)) {
            let _ = Message::parse(&words.join(" "));
        }
    }
}
