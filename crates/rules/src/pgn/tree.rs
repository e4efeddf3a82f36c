//! A whole game as a tree: tag pairs, moves with their annotations and variations, the result.
//!
//! Nodes live in one list and refer to each other by index, so a tree of any shape is dropped,
//! walked and written without recursion. Knows nothing of what a move means.

use thiserror::Error;

use super::{
    DEPTH_LIMIT,
    error::Place,
    word::{GameResult, comment_line, is_move, is_tag_name, one_line},
};

/// A game. Two are equal when they say the same in the same order; places do not count.
///
/// Invariants: moves and tag names are texts that are read as such, values and comments are one
/// line, comments have no space at their ends, and a node has comments before it only where they
/// cannot belong to the move before.
#[derive(Debug, Clone, Default)]
pub struct GameTree {
    headers: Vec<(String, String)>,
    comments: Vec<String>,
    nodes: Vec<Node>,
    result: GameResult,
    place: Place,
    notes: Vec<String>,
}

/// A node of the tree that gave the id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

/// A move with what is written around it.
#[derive(Debug, Clone)]
pub struct Node {
    san: String,
    nags: Vec<u8>,
    comments_before: Vec<String>,
    comments_after: Vec<String>,
    variations: Vec<NodeId>,
    previous: Option<NodeId>,
    next: Option<NodeId>,
    depth: u16,
    place: Place,
}

/// What a walk comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The next move of the line.
    Move(NodeId),
    /// A line that replaces the move told last.
    VariationStart,
    /// The end of that line; the walk is back behind the move that it replaced.
    VariationEnd,
}

/// Why something cannot be put into a tree.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TreeError {
    /// A move that would not be read as one move.
    #[error("`{text}` cannot be written as a move")]
    NotAMove {
        /// The move.
        text: String,
    },
    /// A tag name with characters that names do not have.
    #[error("`{text}` cannot be written as a tag name")]
    NotATagName {
        /// The name.
        text: String,
    },
    /// A variation below the limit of depth.
    #[error("variation `({text}` is nested more than {DEPTH_LIMIT} deep")]
    TooDeep {
        /// The variation's first move.
        text: String,
    },
}

/// A walk through a tree in the order of writing.
#[derive(Debug, Clone)]
pub struct Walk<'t> {
    tree: &'t GameTree,
    /// In each open line, the innermost last, where the walk is.
    lines: Vec<Stop>,
    start: Option<NodeId>,
}

#[derive(Debug, Clone, Copy)]
struct Stop {
    node: NodeId,
    variations_told: usize,
}

impl GameTree {
    /// A game without moves, tag pairs and result.
    pub fn new() -> Self {
        Self::default()
    }

    /// Where the game begins in the text it was read from.
    pub fn place(&self) -> Place {
        self.place
    }

    /// The tag pairs, name and value.
    pub fn headers(&self) -> &[(String, String)] {
        &self.headers
    }

    /// The value of the first tag pair of that name.
    pub fn header(&self, name: &str) -> Option<&str> {
        let (_, value) = self.headers.iter().find(|(known, _)| known == name)?;
        Some(value)
    }

    /// The comments before the first move.
    pub fn comments(&self) -> &[String] {
        &self.comments
    }

    /// How the game ended.
    pub fn result(&self) -> GameResult {
        self.result
    }

    /// The first move of the main line.
    pub fn first(&self) -> Option<NodeId> {
        (!self.nodes.is_empty()).then_some(NodeId(0))
    }

    /// A move.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// The moves of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.first(), |&id| self.node(id).next)
    }

    /// All moves in the order of writing: a move, what could replace it, then the next move.
    pub fn walk(&self) -> Walk<'_> {
        Walk { tree: self, lines: Vec::new(), start: self.first() }
    }

    /// Gives the first tag pair of that name a value, or adds a pair.
    ///
    /// # Errors
    ///
    /// If no pair has that name and it is not one that PGN allows.
    pub fn set_header(&mut self, name: &str, value: &str) -> Result<(), TreeError> {
        let value = one_line(value);
        if let Some((_, old)) = self.headers.iter_mut().find(|(known, _)| known == name) {
            *old = value;
            return Ok(());
        }
        if !is_tag_name(name) {
            let text = name.to_owned();
            return Err(TreeError::NotATagName { text });
        }
        self.headers.push((name.to_owned(), value));
        Ok(())
    }

    /// Says how the game ended, by its marker alone; the tag pair `Result` is another matter.
    pub fn set_result(&mut self, result: GameResult) {
        self.result = result;
    }

    /// Adds a move behind `after`, or at the start. If a move stands there, the new one is a
    /// variation of it.
    ///
    /// # Errors
    ///
    /// If the text does not look like a move, or its line would be nested too deep.
    pub fn add_move(&mut self, after: Option<NodeId>, san: &str) -> Result<NodeId, TreeError> {
        let standing = match after {
            Some(id) => self.node(id).next,
            None => self.first(),
        };
        if let Some(id) = standing {
            return self.add_variation(id, san);
        }
        check_move(san)?;
        Ok(self.push_next(after, san, Place::START))
    }

    /// Adds a line that replaces the move `of` by another one.
    ///
    /// # Errors
    ///
    /// If the text does not look like a move, or the line would be nested too deep.
    pub fn add_variation(&mut self, of: NodeId, san: &str) -> Result<NodeId, TreeError> {
        check_move(san)?;
        if usize::from(self.node(of).depth) >= DEPTH_LIMIT {
            let text = san.to_owned();
            return Err(TreeError::TooDeep { text });
        }
        Ok(self.push_variation(of, san, Place::START))
    }

    /// Adds an annotation glyph to a move.
    pub fn add_nag(&mut self, id: NodeId, nag: u8) {
        self.nodes[id.0 as usize].nags.push(nag);
    }

    /// Adds a comment behind a move, or before the first one. An empty comment is none.
    pub fn add_comment(&mut self, after: Option<NodeId>, text: &str) {
        let text = comment_line(text);
        if text.is_empty() {
            return;
        }
        match after {
            Some(id) => self.nodes[id.0 as usize].comments_after.push(text),
            None => self.comments.push(text),
        }
    }

    /// Adds a comment before a move. Where that is the same as behind the move before, it goes
    /// there. An empty comment is none.
    pub fn add_comment_before(&mut self, id: NodeId, text: &str) {
        let previous = self.node(id).previous;
        let opens_variation = match previous {
            Some(before) => self.node(before).next != Some(id),
            None => self.first() != Some(id),
        };
        let follows_variation = previous.is_some_and(|id| !self.node(id).variations.is_empty());
        if !opens_variation && !follows_variation {
            return self.add_comment(previous, text);
        }
        let text = comment_line(text);
        if !text.is_empty() {
            self.nodes[id.0 as usize].comments_before.push(text);
        }
    }

    /// Parts that the reader left out, a sentence each. Notes are not written.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    pub(super) fn add_note(&mut self, note: String) {
        self.notes.push(note);
    }

    pub(super) fn set_place(&mut self, place: Place) {
        self.place = place;
    }

    /// `name` must be a tag name and `value` one line.
    pub(super) fn push_header(&mut self, name: &str, value: &str) {
        self.headers.push((name.to_owned(), value.to_owned()));
    }

    /// `san` must be a move, and no move may stand behind `after`.
    pub(super) fn push_next(&mut self, after: Option<NodeId>, san: &str, place: Place) -> NodeId {
        let depth = after.map_or(0, |id| self.node(id).depth);
        let id = self.push(san, after, depth, place);
        if let Some(before) = after {
            self.nodes[before.0 as usize].next = Some(id);
        }
        id
    }

    /// `san` must be a move, and `of` above the limit of depth.
    pub(super) fn push_variation(&mut self, of: NodeId, san: &str, place: Place) -> NodeId {
        let Node { previous, depth, .. } = *self.node(of);
        let id = self.push(san, previous, depth + 1, place);
        self.nodes[of.0 as usize].variations.push(id);
        id
    }

    fn push(&mut self, san: &str, previous: Option<NodeId>, depth: u16, place: Place) -> NodeId {
        let id = u32::try_from(self.nodes.len()).expect("so many nodes pass any memory");
        self.nodes.push(Node {
            san: san.to_owned(),
            nags: Vec::new(),
            comments_before: Vec::new(),
            comments_after: Vec::new(),
            variations: Vec::new(),
            previous,
            next: None,
            depth,
            place,
        });
        NodeId(id)
    }
}

impl PartialEq for GameTree {
    fn eq(&self, other: &Self) -> bool {
        let says_the_same = |(ours, theirs): (Step, Step)| match (ours, theirs) {
            (Step::Move(ours), Step::Move(theirs)) => self.node(ours).says() == other.node(theirs).says(),
            _ => ours == theirs,
        };
        self.headers == other.headers
            && self.comments == other.comments
            && self.result == other.result
            && self.nodes.len() == other.nodes.len()
            && self.walk().zip(other.walk()).all(says_the_same)
    }
}

impl Eq for GameTree {}

impl Node {
    /// The move as it is written.
    pub fn san(&self) -> &str {
        &self.san
    }

    /// Where the move stands in the text it was read from.
    pub fn place(&self) -> Place {
        self.place
    }

    /// The numbers of its annotation glyphs.
    pub fn nags(&self) -> &[u8] {
        &self.nags
    }

    /// Comments between the start of the variation, or the end of another one, and the move.
    pub fn comments_before(&self) -> &[String] {
        &self.comments_before
    }

    /// Comments behind the move.
    pub fn comments_after(&self) -> &[String] {
        &self.comments_after
    }

    /// The first moves of the lines that could replace this move.
    pub fn variations(&self) -> &[NodeId] {
        &self.variations
    }

    /// The move that led here; none at the start.
    pub fn previous(&self) -> Option<NodeId> {
        self.previous
    }

    /// The next move of the line.
    pub fn next(&self) -> Option<NodeId> {
        self.next
    }

    fn says(&self) -> (&str, &[u8], &[String], &[String]) {
        let comments = (&self.comments_before, &self.comments_after);
        (&self.san, &self.nags, comments.0, comments.1)
    }
}

impl Iterator for Walk<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let entered = self.start.take();
        if let Some(node) = entered {
            self.lines.push(Stop { node, variations_told: 0 });
            return Some(Step::Move(node));
        }
        let stop = self.lines.last_mut()?;
        let node = self.tree.node(stop.node);
        if let Some(&variation) = node.variations.get(stop.variations_told) {
            stop.variations_told += 1;
            self.start = Some(variation);
            return Some(Step::VariationStart);
        }
        self.lines.pop();
        self.start = node.next;
        if self.start.is_some() {
            return self.next();
        }
        (!self.lines.is_empty()).then_some(Step::VariationEnd)
    }
}

fn check_move(san: &str) -> Result<(), TreeError> {
    if is_move(san) {
        return Ok(());
    }
    let text = san.to_owned();
    Err(TreeError::NotAMove { text })
}
