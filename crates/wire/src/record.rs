//! A game record: the moves and comments as text, without anything that the rules can recompute.

use std::time::Duration;

use faraday_rules::pgn::{BrokenGame, GameReader, GameResult, GameTree, Node, NodeId, PgnError, TreeError, write_game};
use faraday_variants::{AnyGame, Language, catalog, find, find_by_tag, recorded};

/// The command in a comment that contains the effects of a move on other pieces (N.5).
const EFFECTS: &str = "[%mag ";

/// The number of characters of a `Result` tag that is not a result.
const MOST_RESULT: usize = 40;

wire_types! {
    /// A game record.
    #[derive(Default)]
    pub struct Record {
        /// The id of the variant; missing if the record does not name one.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub variant: Option<String>,
        /// The FEN of the first position, if it is not the variant's starting position.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub fen: Option<String>,
        /// The other tag pairs of the PGN.
        pub headers: Vec<(String, String)>,
        /// The comment before the first move.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub comment: Option<String>,
        /// The moves of the main line.
        pub moves: Vec<RecordedMove>,
        /// The result: `1-0`, `0-1`, `1/2-1/2`, or `*`.
        pub result: String,
    }

    /// A move with its comments and variations.
    #[derive(Default)]
    pub struct RecordedMove {
        /// The move in UCI or SAN.
        #[serde(rename = "move")]
        pub text: String,
        /// The numeric annotation glyphs (NAGs).
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        pub nags: Vec<u8>,
        /// The comment before the move, if it cannot belong to the previous move.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub before: Option<String>,
        /// The comment after the move.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub comment: Option<String>,
        /// The variations that replace the move.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        pub variations: Vec<RecordedLine>,
    }

    /// A line of moves.
    #[serde(transparent)]
    #[cfg_attr(feature = "openapi", schema(no_recursion))]
    pub struct RecordedLine(pub Vec<RecordedMove>);

    /// The next item of a PGN text: a game, an error, or both if the first moves of the game can be read.
    pub struct PgnEntry {
        /// The line on which the game begins or the error occurs, from 1.
        pub line: u64,
        /// The column, from 1.
        pub column: u32,
        /// The game, up to the error if there is one.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub record: Option<Record>,
        /// The `Result` tag: a result, or the beginning of another text. It may differ from the result of the record.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub result_tag: Option<String>,
        /// The error and its place.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub problem: Option<String>,
        /// Notes on parts that were left out, one sentence each: variations after a null move.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        pub notes: Vec<String>,
    }
}

/// Tag pairs whose values are in other parts of a record.
pub const RESERVED_TAGS: [&str; 4] = ["Variant", "SetUp", "FEN", "Result"];

impl Record {
    /// Converts a game that was read. Its moves stay as they are written.
    pub fn from_tree(tree: &GameTree) -> Record {
        let variant = tree
            .header("Variant")
            .map(|said| find_by_tag(said).map_or_else(|| said.to_owned(), |entry| entry.id.into()));
        let headers = tree.headers().iter().filter(|(name, _)| !RESERVED_TAGS.contains(&name.as_str()));
        Record {
            variant,
            fen: recorded::fen_of(tree),
            headers: headers.cloned().collect(),
            comment: joined(tree.comments()),
            moves: tree.first().map(|first| line(tree, first)).unwrap_or_default(),
            result: tree.result().as_str().to_owned(),
        }
    }

    /// Adds a remark after the last move, or before the first if there is none.
    pub fn remark(&mut self, text: &str) {
        let comment = self.moves.last_mut().map_or(&mut self.comment, |last| &mut last.comment);
        *comment = Some(comment.take().map_or_else(|| text.to_owned(), |before| format!("{before} {text}")));
    }
}

/// Formats the time left on a clock for PGN: hours, minutes, seconds, and thousandths.
pub fn format_clk(left: Duration) -> String {
    let seconds = left.as_secs();
    format!("{}:{:02}:{:02}.{:03}", seconds / 3600, seconds / 60 % 60, seconds % 60, left.subsec_millis())
}

/// An incremental PGN reader.
#[derive(Default)]
pub struct PgnReader(GameReader);

impl PgnReader {
    /// Reads the next bytes and returns the games that they complete.
    pub fn feed(&mut self, bytes: &[u8]) -> Vec<PgnEntry> {
        let mut entries = Vec::new();
        self.0.feed_broken(bytes, &mut |game| entries.push(entry(game)));
        entries
    }

    /// Ends the text and returns the last game.
    pub fn finish(self) -> Vec<PgnEntry> {
        let mut entries = Vec::new();
        self.0.finish_broken(&mut |game| entries.push(entry(game)));
        entries
    }
}

fn entry(game: Result<GameTree, BrokenGame>) -> PgnEntry {
    let (tree, error) = match game {
        Ok(tree) => (tree, None),
        Err(BrokenGame { error, read }) => (read, Some(error)),
    };
    let place = error.as_ref().map_or_else(|| tree.place(), PgnError::place);
    let has_record = error.is_none() || tree.first().is_some();
    PgnEntry {
        line: place.line,
        column: place.column,
        record: has_record.then(|| Record::from_tree(&tree)),
        result_tag: tree.header("Result").map(result_tag),
        problem: error.map(|error| error.to_string()),
        notes: tree.notes().to_vec(),
    }
}

fn result_tag(text: &str) -> String {
    GameResult::parse(text)
        .map_or_else(|| text.chars().take(MOST_RESULT).collect(), |result| result.as_str().to_owned())
}

fn line(tree: &GameTree, first: NodeId) -> Vec<RecordedMove> {
    let line = std::iter::successors(Some(first), |id| tree.node(*id).next());
    line.map(|id| recorded(tree, tree.node(id))).collect()
}

fn recorded(tree: &GameTree, node: &Node) -> RecordedMove {
    RecordedMove {
        text: node.san().to_owned(),
        nags: node.nags().to_vec(),
        before: joined(node.comments_before()),
        comment: joined(node.comments_after()),
        variations: node.variations().iter().map(|first| RecordedLine(line(tree, *first))).collect(),
    }
}

/// Joins comments, without the effects, which are computed again.
fn joined(comments: &[String]) -> Option<String> {
    let words: Vec<&str> = comments.iter().map(String::as_str).filter(|text| !text.starts_with(EFFECTS)).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// Writes a game as PGN: moves in SAN, with their effects on other pieces. The error is one sentence if
/// a move is illegal.
pub fn write_pgn(record: &Record, language: Language) -> Result<String, String> {
    let entry = match record.variant.as_deref() {
        Some(id) => find(id).ok_or_else(|| format!("there is no variant `{id}`"))?,
        None => &catalog()[0],
    };
    let text = entry.text_in(language);
    let game = entry.record_in(language, record.fen.as_deref()).map_err(|error| text.setup_error_sentence(&error))?;
    let mut tree = headed(record, &*game).map_err(|error| error.to_string())?;
    if let Some(comment) = &record.comment {
        tree.add_comment(None, comment);
    }
    add_line(&mut tree, None, None, &record.moves, game)?;
    let mut pgn = String::new();
    write_game(&tree, &mut pgn).expect("a String takes any text");
    Ok(pgn)
}

fn headed(record: &Record, game: &dyn AnyGame) -> Result<GameTree, TreeError> {
    let mut tree = GameTree::new();
    let result = GameResult::parse(&record.result).unwrap_or_default();
    tree.set_result(result);
    for (name, value) in record.headers.iter().filter(|(name, _)| !RESERVED_TAGS.contains(&name.as_str())) {
        tree.set_header(name, value)?;
    }
    tree.set_header("Result", result.as_str())?;
    if let Some(tag) = game.entry().pgn_tag() {
        tree.set_header("Variant", tag)?;
    }
    if game.start_fen() != game.entry().start {
        tree.set_header("SetUp", "1")?;
        tree.set_header("FEN", &game.start_fen())?;
    }
    Ok(tree)
}

/// Adds moves after `after`, the first of them as a variation of `instead_of` if that is given.
fn add_line(
    tree: &mut GameTree,
    after: Option<NodeId>,
    instead_of: Option<NodeId>,
    moves: &[RecordedMove],
    mut game: Box<dyn AnyGame>,
) -> Result<(), String> {
    let (mut last, mut replaced) = (after, instead_of);
    for recorded in moves {
        let before = game.boxed();
        let legal = game.read_move(&recorded.text).map_err(|error| game.complaint(&error))?;
        let (san, effects) = (game.san(legal.mv()), game.effects(legal.mv()));
        game.play_legal(legal);
        let added = match replaced.take() {
            Some(node) => tree.add_variation(node, &san),
            None => tree.add_move(last, &san),
        };
        let id = added.map_err(|error| error.to_string())?;
        annotate(tree, id, recorded, &effects);
        for RecordedLine(variation) in &recorded.variations {
            add_line(tree, last, Some(id), variation, before.boxed())?;
        }
        last = Some(id);
    }
    Ok(())
}

fn annotate(tree: &mut GameTree, id: NodeId, recorded: &RecordedMove, effects: &[String]) {
    recorded.nags.iter().for_each(|nag| tree.add_nag(id, *nag));
    if let Some(comment) = &recorded.before {
        tree.add_comment_before(id, comment);
    }
    if !effects.is_empty() {
        tree.add_comment(Some(id), &format!("{EFFECTS}{}]", effects.join(",")));
    }
    if let Some(comment) = &recorded.comment {
        tree.add_comment(Some(id), comment);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_shows_hours_and_thousandths() {
        assert_eq!(format_clk(Duration::from_millis(3_723_456)), "1:02:03.456");
    }

    #[test]
    fn an_entry_has_the_result_tag_also_if_the_moves_end_with_another_result() {
        let long = "x".repeat(99);
        for (written, tag) in [("1-0", "1-0"), ("½-½", "1/2-1/2"), ("won", "won"), (&long, &long[..MOST_RESULT])] {
            let mut reader = PgnReader::default();
            let mut entries = reader.feed(format!("[Result \"{written}\"]\n\n1. e4 0-1\n").as_bytes());
            entries.extend(reader.finish());
            let [entry] = &entries[..] else { panic!("{entries:?}") };
            assert_eq!(entry.result_tag.as_deref(), Some(tag));
            assert_eq!(entry.record.as_ref().unwrap().result, "0-1");
        }
    }
}
