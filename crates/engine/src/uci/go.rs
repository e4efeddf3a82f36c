//! The parser of UCI's `go` command. It ignores and reports invalid parameters but always returns limits, because the
//! GUI waits for a move.

use std::iter::Peekable;

use web_time::Duration;

use super::error::{CommandError, CommandErrors};
use crate::session::number;
use crate::{Clocks, Limits};

/// The mode of a search, which decides when the answer to `go` is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GoMode {
    /// At the end of the search.
    #[default]
    Normal,
    /// After `stop`.
    Infinite,
    /// After `ponderhit` or `stop`.
    Ponder,
}

/// The parameters of `go`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Go {
    /// The conditions that end the search.
    pub limits: Limits,
    /// The moves to choose from; if empty, all legal moves.
    pub only: Vec<String>,
    pub mode: GoMode,
    /// The perft depth in plies, if this is a perft instead of a search.
    pub perft: Option<u32>,
}

/// The parameters of `go`, each of which ends a list of moves.
const WORDS: [&str; 13] = [
    "infinite",
    "ponder",
    "searchmoves",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "perft",
];

/// The depth of a search whose only limit is invalid, in plies.
const UNREADABLE_DEPTH: u32 = 1;

impl Go {
    pub fn parse<'a>(words: impl Iterator<Item = &'a str>, errors: &mut CommandErrors) -> Go {
        let mut words = words.peekable();
        let mut go = Go::default();
        let mut clocks = Clocks::default();
        let (mut is_timed, mut lacks_limit) = (false, false);
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.mode = GoMode::Infinite,
                "ponder" => go.mode = GoMode::Ponder,
                "searchmoves" => {
                    while let Some(text) = words.next_if(|word| !WORDS.contains(word)) {
                        go.only.push(text.to_owned());
                    }
                }
                "depth" | "nodes" | "mate" | "movetime" | "movestogo" | "perft" => {
                    let Some(number) = count(word, &mut words, errors) else {
                        lacks_limit = true;
                        continue;
                    };
                    match word {
                        "depth" => go.limits.depth = Some(number::small(number)),
                        "nodes" => go.limits.nodes = Some(number),
                        // A mate in 0 does not exist, so a search for it would never end.
                        "mate" if number == 0 => go.limits.depth = Some(0),
                        "mate" => go.limits.mate = Some(number::small(number)),
                        "perft" => go.perft = Some(number::small(number)),
                        "movetime" => go.limits.move_time = Some(number::milliseconds(number)),
                        _ => clocks.moves_to_go = Some(number::small(number)),
                    }
                }
                "wtime" | "btime" | "winc" | "binc" => {
                    is_timed = true;
                    let side = &mut clocks.sides[usize::from(word.starts_with('b'))];
                    let time = if word.ends_with("time") { &mut side.left } else { &mut side.increment };
                    // An unreadable clock may be about to run out.
                    *time = count(word, &mut words, errors).map_or(Duration::ZERO, number::milliseconds);
                }
                _ => errors.add(CommandError::Unexpected { word: word.to_owned(), command: "go" }),
            }
        }
        go.limits.clocks = is_timed.then_some(clocks);
        // A GUI that sent a limit expects an answer, and might never send `stop`.
        if lacks_limit && go.limits == Limits::default() && go.mode != GoMode::Infinite {
            go.limits.depth = Some(UNREADABLE_DEPTH);
        }
        go
    }
}

/// Parses the number after a word. Some programs send negative numbers, which count as 0. Numbers that are too large
/// are clamped, and decimals are ignored.
fn count<'a>(
    word: &str,
    words: &mut Peekable<impl Iterator<Item = &'a str>>,
    errors: &mut CommandErrors,
) -> Option<u64> {
    let Some(text) = words.next_if(|text| !WORDS.contains(text)) else {
        errors.add(CommandError::Missing { after: word.to_owned(), wanted: "a number" });
        return None;
    };
    let number = number::whole_part(text);
    if number.is_none() {
        errors.add(CommandError::Number { word: word.to_owned(), text: text.to_owned() });
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> (Go, Vec<String>) {
        let mut errors = CommandErrors::default();
        let go = Go::parse(line.split_whitespace(), &mut errors);
        (go, errors.into_sentences())
    }

    #[test]
    fn every_limit_is_read() {
        let (go, errors) = parse(
            "depth 3 nodes 9 mate 2 movetime 7 wtime -5 btime 2000 winc 10 binc 20 movestogo 4 searchmoves a b ponder",
        );
        assert_eq!(errors, Vec::<String>::new());
        assert_eq!((go.limits.depth, go.limits.nodes, go.limits.mate), (Some(3), Some(9), Some(2)));
        assert_eq!(go.limits.move_time, Some(Duration::from_millis(7)));
        let clocks = go.limits.clocks.expect("clocks");
        assert_eq!(clocks.sides[0].left, Duration::ZERO);
        assert_eq!(clocks.sides[1].increment, Duration::from_millis(20));
        assert_eq!((clocks.moves_to_go, go.mode), (Some(4), GoMode::Ponder));
        assert_eq!(go.only, ["a", "b"]);
    }

    #[test]
    fn invalid_parameters_are_ignored_and_reported() {
        let depth = |depth| Limits { depth, ..Limits::default() };
        for (line, limits, errors) in [
            ("depth 3 foo", depth(Some(3)), &["unknown word `foo` after `go`"][..]),
            ("foo depth 3", depth(Some(3)), &["unknown word `foo` after `go`"]),
            (
                "depth x nodes",
                depth(Some(1)),
                &["`x` after `depth` is not a number", "`nodes` must be followed by a number"],
            ),
            ("nodes depth 4", depth(Some(4)), &["`nodes` must be followed by a number"]),
            ("depth", depth(Some(1)), &["`depth` must be followed by a number"]),
            ("ponder movetime soon", depth(Some(1)), &["`soon` after `movetime` is not a number"]),
            ("infinite depth x", Limits::default(), &["`x` after `depth` is not a number"]),
            ("mate x depth 4", depth(Some(4)), &["`x` after `mate` is not a number"]),
            ("movestogo 40", Limits::default(), &[]),
            ("foo", Limits::default(), &["unknown word `foo` after `go`"]),
            ("mate 0", depth(Some(0)), &[]),
            ("mate -3", depth(Some(0)), &[]),
        ] {
            let (go, found) = parse(line);
            assert_eq!(go.limits, limits, "{line}");
            assert_eq!(found, errors, "{line}");
        }
    }

    #[test]
    fn decimals_do_not_count() {
        let (go, errors) = parse("movetime 100.0 wtime 1000.5 btime 2000");
        assert_eq!(errors, Vec::<String>::new());
        assert_eq!(go.limits.move_time, Some(Duration::from_millis(100)));
        let left = go.limits.clocks.expect("clocks").sides.map(|side| side.left.as_millis());
        assert_eq!(left, [1000, 2000]);
    }

    #[test]
    fn many_unknown_words_are_reported_briefly() {
        let (go, errors) = parse(&"foo ".repeat(100_000));
        assert_eq!(go, Go::default());
        assert!(errors.len() < 10);
        assert_eq!(errors.last().map(String::as_str), Some("and 99992 more like these"));
    }
}
