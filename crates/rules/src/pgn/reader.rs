//! The game reader: builds one game tree at a time from tokens. Only the current game is in memory.
//!
//! It is lenient where other readers are (N.5): a game may lack its tag pairs or its result. A variation may be empty,
//! come before the move that it replaces, or contain a result. It is strict if a guess would lose moves: everything
//! opened must be closed.

use std::mem;

use super::{
    DEPTH_LIMIT, GAME_LIMIT,
    error::{PgnError, Place, excerpt},
    line::{Early, Follows, Line, innermost},
    token::Token,
    tokens::Tokenizer,
    tree::{GameTree, Node},
    word::{GameResult, comment_line, is_null_move},
};

/// A reader of games from a text that is fed in chunks.
///
/// Passes on each game as soon as the text after its result shows that it is complete. For a broken game it passes on
/// one error for each element that cannot be read. After an error it skips to the next tag pair below an empty line.
///
/// A comment after a result belongs to the preceding game; one that nothing follows does not make a game.
#[derive(Debug, Default)]
pub struct GameReader {
    tokenizer: Tokenizer,
    collector: Collector,
}

/// A game with an element that cannot be read.
#[derive(Clone, PartialEq, Debug)]
pub struct BrokenGame {
    /// The error and its place.
    pub error: PgnError,
    /// The game up to the error; empty if an earlier error of the same game was reported.
    pub read: GameTree,
}

/// The builder of games from tokens. Invariant: `lines` begins with the main line.
#[derive(Debug)]
struct Collector {
    tree: GameTree,
    lines: Vec<Line>,
    /// The approximate size of the tree in bytes.
    held: usize,
    phase: Phase,
    before: Before,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Collecting,
    /// The result has been read, and comments may follow.
    Ended,
    /// A tag pair could not be read. Skips to the next one below an empty line.
    BrokenTags,
    /// An element of the moves could not be read. Skips to the next tag pair.
    BrokenMoves,
}

/// The element before the token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    EmptyLine,
    Token,
}

impl GameReader {
    /// Creates a reader at the start of a text.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the next chunk and passes the games that it completes to `sink`.
    pub fn feed(&mut self, bytes: &[u8], sink: &mut impl FnMut(Result<GameTree, PgnError>)) {
        self.feed_broken(bytes, &mut |game| sink(game.map_err(|broken| broken.error)));
    }

    /// Ends the text and passes the last game to `sink`.
    pub fn finish(self, sink: &mut impl FnMut(Result<GameTree, PgnError>)) {
        self.finish_broken(&mut |game| sink(game.map_err(|broken| broken.error)));
    }

    /// Like [`feed`](Self::feed), but includes the readable part of broken games.
    pub fn feed_broken(&mut self, bytes: &[u8], sink: &mut impl FnMut(Result<GameTree, BrokenGame>)) {
        let Self { tokenizer, collector } = self;
        tokenizer.feed(bytes, &mut |item| collector.take(item, sink));
    }

    /// Like [`finish`](Self::finish), but includes the readable part of broken games.
    pub fn finish_broken(self, sink: &mut impl FnMut(Result<GameTree, BrokenGame>)) {
        let Self { tokenizer, mut collector } = self;
        tokenizer.finish(&mut |item| collector.take(item, sink));
        collector.finish(sink);
    }
}

/// Reads all games of a text in memory. A broken game gives errors instead and does not affect the others.
pub fn read_games(text: &str) -> Vec<Result<GameTree, PgnError>> {
    let mut games = Vec::new();
    let mut reader = GameReader::new();
    reader.feed(text.as_bytes(), &mut |game| games.push(game));
    reader.finish(&mut |game| games.push(game));
    games
}

impl Collector {
    fn take(
        &mut self,
        item: Result<(Token<'_>, Place), PgnError>,
        sink: &mut impl FnMut(Result<GameTree, BrokenGame>),
    ) {
        let (token, place) = match item {
            Ok(item) => item,
            Err(error) => {
                match self.phase {
                    Phase::Ended => self.hand_out(sink),
                    // One error is enough for a broken game.
                    Phase::BrokenTags | Phase::BrokenMoves if self.before == Before::Token => return,
                    Phase::Collecting | Phase::BrokenTags | Phase::BrokenMoves => {}
                }
                return self.fail(error, sink);
            }
        };
        let before = mem::replace(&mut self.before, Before::of_next(token));
        let is_tag = matches!(token, Token::Tag { .. });
        let opens_section = is_tag && (before == Before::EmptyLine || self.has_moves());
        match (self.phase, token) {
            (Phase::Ended, Token::Comment(text)) => {
                let last = self.lines[0].last;
                self.tree.add_comment(last, text);
                return;
            }
            (Phase::Ended, _) => self.hand_out(sink),
            (Phase::BrokenTags, _) if opens_section => self.phase = Phase::Collecting,
            (Phase::BrokenMoves, Token::Tag { .. }) => self.phase = Phase::Collecting,
            (Phase::BrokenTags | Phase::BrokenMoves, _) => return,
            (Phase::Collecting, _) => {}
        }
        if let Err(error) = self.collect(token, place, before, sink) {
            self.fail(error, sink);
            if opens_section {
                self.phase = Phase::Collecting;
                self.collect(token, place, before, sink).expect("a tag pair breaks no game that it opens");
            }
        }
    }

    fn collect(
        &mut self,
        token: Token<'_>,
        place: Place,
        before: Before,
        sink: &mut impl FnMut(Result<GameTree, BrokenGame>),
    ) -> Result<(), PgnError> {
        if let Token::Tag { name, .. } = token
            && self.is_next_game(name, before)
        {
            self.end_without_result()?;
            self.hand_out(sink);
        }
        if self.held == 0 {
            self.tree.set_place(place);
        }
        self.collect_token(token, place)
    }

    fn collect_token(&mut self, token: Token<'_>, place: Place) -> Result<(), PgnError> {
        self.hold(token, place)?;
        let line = innermost(&mut self.lines);
        if line.early_depth > 0 && line.keep_early(token, place) {
            return Ok(());
        }
        match token {
            Token::Tag { name, value } => self.tree.push_header(name, value),
            Token::Move(san) => self.collect_move(san, place)?,
            Token::Nag(nag) => self.collect_nag(nag),
            Token::Comment(text) => self.collect_comment(text),
            Token::VariationStart => self.open_variation(place)?,
            Token::VariationEnd => self.close_variation(place)?,
            Token::Result(_) if self.lines.len() > 1 => {}
            Token::Result(result) => {
                self.end(result)?;
                self.phase = Phase::Ended;
            }
            Token::EmptyLine => {}
        }
        Ok(())
    }

    /// Returns true if a tag pair opens another game although the current one had no result.
    fn is_next_game(&self, name: &str, before: Before) -> bool {
        let repeats_first = self.tree.headers().first().is_some_and(|h| h.0 == name);
        self.has_moves() || (before == Before::EmptyLine && repeats_first)
    }

    fn has_moves(&self) -> bool {
        self.tree.first().is_some() || !self.lines[0].early.is_empty()
    }

    fn hold(&mut self, token: Token<'_>, place: Place) -> Result<(), PgnError> {
        let (bytes, text) = match token {
            Token::Tag { name, value } => (size_of::<(String, String)>() + name.len() + value.len(), name),
            Token::Move(san) => (size_of::<Node>() + san.len(), san),
            Token::Comment(text) => (size_of::<String>() + text.len(), text),
            Token::Nag(_) => (size_of::<u8>(), "$"),
            Token::VariationStart | Token::VariationEnd => (size_of::<(Early, Place)>(), "("),
            Token::Result(_) | Token::EmptyLine => (0, ""),
        };
        self.held += bytes;
        if self.held > GAME_LIMIT {
            let text = excerpt(text);
            return Err(PgnError::GameTooLarge { text, place });
        }
        Ok(())
    }

    fn collect_move(&mut self, san: &str, place: Place) -> Result<(), PgnError> {
        let is_variation = self.lines.len() > 1;
        let line = innermost(&mut self.lines);
        if is_variation && !line.is_cut && is_null_move(san) {
            line.is_cut = true;
            self.tree.add_note(format!("the null move `{san}` at {place} ends its variation"));
        }
        if line.is_cut {
            return Ok(());
        }
        let id = match (line.last, line.replaces) {
            (None, Some(replaced)) => self.tree.push_variation(replaced, san, place),
            (last, _) => self.tree.push_next(last, san, place),
        };
        line.last = Some(id);
        line.follows = Follows::Move;
        for comment in line.comments.drain(..) {
            self.tree.add_comment_before(id, &comment);
        }
        for nag in line.nags.drain(..) {
            self.tree.add_nag(id, nag);
        }
        for (token, place) in mem::take(&mut line.early) {
            self.collect_token(token.as_token(), place)?;
        }
        Ok(())
    }

    fn collect_nag(&mut self, nag: u8) {
        let line = innermost(&mut self.lines);
        match line.last {
            _ if line.is_cut => {}
            Some(id) => self.tree.add_nag(id, nag),
            None => line.nags.push(nag),
        }
    }

    fn collect_comment(&mut self, text: &str) {
        let line = innermost(&mut self.lines);
        if line.is_cut {
            return;
        }
        let waits = match line.last {
            Some(_) => line.follows == Follows::Variation,
            None => line.replaces.is_some(),
        };
        if waits {
            line.comments.push(comment_line(text));
        } else {
            self.tree.add_comment(line.last, text);
        }
    }

    fn open_variation(&mut self, place: Place) -> Result<(), PgnError> {
        if self.lines.len() > DEPTH_LIMIT {
            return Err(PgnError::TooDeep { place });
        }
        let &mut Line { last: replaces, is_cut, .. } = innermost(&mut self.lines);
        if replaces.is_none() && !is_cut {
            innermost(&mut self.lines).keep_early(Token::VariationStart, place);
            return Ok(());
        }
        self.lines.push(Line { opened: place, replaces, is_cut, ..Line::default() });
        Ok(())
    }

    fn close_variation(&mut self, place: Place) -> Result<(), PgnError> {
        if self.lines.len() == 1 {
            return Err(PgnError::StrayVariationEnd { place });
        }
        self.settle_line()?;
        let line = self.lines.pop().expect("two lines are open");
        match line.last {
            Some(_) => innermost(&mut self.lines).follows = Follows::Variation,
            // Comments in a variation without a move belong to the move before it.
            None => line.comments.iter().for_each(|text| self.collect_comment(text)),
        }
        Ok(())
    }

    /// Attaches pending comments to the last move of the line.
    fn settle_line(&mut self) -> Result<(), PgnError> {
        let line = innermost(&mut self.lines);
        if let Some(&(_, place)) = line.early.first() {
            return Err(PgnError::VariationWithoutMove { place });
        }
        if line.last.is_some() {
            for comment in line.comments.drain(..) {
                self.tree.add_comment(line.last, &comment);
            }
        }
        Ok(())
    }

    fn end(&mut self, result: GameResult) -> Result<(), PgnError> {
        if self.lines.len() > 1 {
            let place = innermost(&mut self.lines).opened;
            return Err(PgnError::UnclosedVariation { place });
        }
        if self.lines[0].early_depth > 0 {
            let (_, place) = self.lines[0].early[0];
            return Err(PgnError::UnclosedVariation { place });
        }
        self.settle_line()?;
        self.tree.set_result(result);
        Ok(())
    }

    /// Without a termination marker, the result comes from the `Result` tag, if it has one.
    fn end_without_result(&mut self) -> Result<(), PgnError> {
        let told = self.tree.header("Result").and_then(GameResult::parse);
        self.end(told.unwrap_or_default())
    }

    fn finish(&mut self, sink: &mut impl FnMut(Result<GameTree, BrokenGame>)) {
        match self.phase {
            Phase::BrokenTags | Phase::BrokenMoves => return,
            Phase::Ended => return self.hand_out(sink),
            Phase::Collecting => {}
        }
        if let Err(error) = self.end_without_result() {
            return self.fail(error, sink);
        }
        if self.tree.first().is_some() || !self.tree.headers().is_empty() {
            self.hand_out(sink);
        }
    }

    fn hand_out(&mut self, sink: &mut impl FnMut(Result<GameTree, BrokenGame>)) {
        sink(Ok(self.reset(Phase::Collecting)));
    }

    fn fail(&mut self, error: PgnError, sink: &mut impl FnMut(Result<GameTree, BrokenGame>)) {
        let phase = if self.tree.first().is_some() { Phase::BrokenMoves } else { Phase::BrokenTags };
        let read = self.reset(phase);
        sink(Err(BrokenGame { error, read }));
    }

    /// Clears the state for the next game and returns the tree so far.
    fn reset(&mut self, phase: Phase) -> GameTree {
        self.lines.truncate(1);
        self.lines[0] = Line::default();
        self.held = 0;
        self.phase = phase;
        mem::take(&mut self.tree)
    }
}

impl Default for Collector {
    fn default() -> Self {
        Self {
            tree: GameTree::new(),
            lines: vec![Line::default()],
            held: 0,
            phase: Phase::Collecting,
            before: Before::Token,
        }
    }
}

impl Before {
    fn of_next(token: Token<'_>) -> Self {
        match token {
            Token::EmptyLine => Self::EmptyLine,
            Token::Tag { .. }
            | Token::Move(_)
            | Token::Nag(_)
            | Token::Comment(_)
            | Token::VariationStart
            | Token::VariationEnd
            | Token::Result(_) => Self::Token,
        }
    }
}
