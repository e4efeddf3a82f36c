//! A game as a tree: tag pairs, moves with their annotations and variations, and the result.
//!
//! Nodes are in one list and refer to each other by index, so that a tree of any shape is dropped, traversed, and
//! written without recursion. A tree does not depend on the meaning of its moves.

use thiserror::Error;

use super::{
    DEPTH_LIMIT,
    error::Place,
    word::{GameResult, comment_line, is_move, is_tag_name, one_line},
};

/// A game. Two games are equal if their contents are equal in the same order; places are ignored.
///
/// Invariants: moves and tag names are texts that parse as such, and values and comments are one line. Comments have no
/// space at their ends. A node has comments before it only if they cannot belong to the preceding move.
#[derive(Debug, Clone, Default)]
pub struct GameTree {
    headers: Vec<(String, String)>,
    comments: Vec<String>,
    nodes: Vec<Node>,
    result: GameResult,
    place: Place,
    notes: Vec<String>,
}

/// The id of a move in a [`GameTree`], valid only for the tree that returned it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

/// A move of a [`GameTree`], with its annotations and its links to other moves.
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

/// A step of a [`Walk`] through a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The next move of the line.
    Move(NodeId),
    /// The start of a line that replaces the move reported last.
    VariationStart,
    /// The end of that line. The walk continues after the move that it replaced.
    VariationEnd,
}

/// The reason why an element cannot be put into a tree.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the texts say it")]
pub enum TreeError {
    /// A move that would not parse as one move.
    #[error("`{text}` cannot be written as a move")]
    NotAMove { text: String },
    /// A tag name with characters that names cannot have.
    #[error("`{text}` cannot be written as a tag name")]
    NotATagName { text: String },
    /// A variation nested deeper than the limit.
    #[error("variation `({text}` is nested more than {DEPTH_LIMIT} deep")]
    TooDeep {
        /// The first move of the variation.
        text: String,
    },
}

/// An iterator over a tree in the order of writing.
#[derive(Debug, Clone)]
pub struct Walk<'t> {
    tree: &'t GameTree,
    /// The current place in each open line, the innermost last.
    lines: Vec<Stop>,
    start: Option<NodeId>,
}

#[derive(Debug, Clone, Copy)]
struct Stop {
    node: NodeId,
    variations_told: usize,
}

impl GameTree {
    /// Creates a game without moves, tag pairs, or a result.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the place in the source text where the game begins.
    pub fn place(&self) -> Place {
        self.place
    }

    /// Returns the tag pairs as names and values.
    pub fn headers(&self) -> &[(String, String)] {
        &self.headers
    }

    /// Returns the value of the first tag pair with this name.
    pub fn header(&self, name: &str) -> Option<&str> {
        let (_, value) = self.headers.iter().find(|(known, _)| known == name)?;
        Some(value)
    }

    /// Returns the comments before the first move.
    pub fn comments(&self) -> &[String] {
        &self.comments
    }

    /// Returns the result of the game by its termination marker.
    pub fn result(&self) -> GameResult {
        self.result
    }

    /// Returns the first move of the main line.
    pub fn first(&self) -> Option<NodeId> {
        (!self.nodes.is_empty()).then_some(NodeId(0))
    }

    /// Returns the move with this id.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// Returns an iterator over the moves of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.first(), |&id| self.node(id).next)
    }

    /// Returns an iterator over all moves in the order of writing: a move, its alternatives, then the next move.
    pub fn walk(&self) -> Walk<'_> {
        Walk { tree: self, lines: Vec::new(), start: self.first() }
    }

    /// Sets the value of the first tag pair with this name, or adds a pair.
    ///
    /// # Errors
    ///
    /// If no pair has this name and PGN does not allow it.
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

    /// Sets the result in the termination marker only, not in the `Result` tag.
    pub fn set_result(&mut self, result: GameResult) {
        self.result = result;
    }

    /// Adds a move after `after`, or at the start. If there is a move already, the new one becomes a variation of it.
    ///
    /// # Errors
    ///
    /// If the text does not look like a move, or if its line would be nested too deep.
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

    /// Adds a line that replaces the move `of`.
    ///
    /// # Errors
    ///
    /// If the text does not look like a move, or if the line would be nested too deep.
    pub fn add_variation(&mut self, of: NodeId, san: &str) -> Result<NodeId, TreeError> {
        check_move(san)?;
        if usize::from(self.node(of).depth) >= DEPTH_LIMIT {
            let text = san.to_owned();
            return Err(TreeError::TooDeep { text });
        }
        Ok(self.push_variation(of, san, Place::START))
    }

    /// Adds a numeric annotation glyph (NAG) to a move.
    pub fn add_nag(&mut self, id: NodeId, nag: u8) {
        self.nodes[id.0 as usize].nags.push(nag);
    }

    /// Adds a comment after a move, or before the first one. Empty comments are ignored.
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

    /// Adds a comment before a move. If the comment could also follow the preceding move, it is added there.
    /// Empty comments are ignored.
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

    /// Returns notes about elements that the reader left out, one sentence each. Notes are not written to PGN.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    pub(super) fn add_note(&mut self, note: String) {
        self.notes.push(note);
    }

    pub(super) fn set_place(&mut self, place: Place) {
        self.place = place;
    }

    /// Requires `name` to be a tag name and `value` to be one line.
    pub(super) fn push_header(&mut self, name: &str, value: &str) {
        self.headers.push((name.to_owned(), value.to_owned()));
    }

    /// Requires that `san` is a move and that no move follows `after`.
    pub(super) fn push_next(&mut self, after: Option<NodeId>, san: &str, place: Place) -> NodeId {
        let depth = after.map_or(0, |id| self.node(id).depth);
        let id = self.push(san, after, depth, place);
        if let Some(before) = after {
            self.nodes[before.0 as usize].next = Some(id);
        }
        id
    }

    /// Requires `san` to be a move, and `of` to be above the depth limit.
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
    /// Returns the move as written.
    pub fn san(&self) -> &str {
        &self.san
    }

    /// Returns the place of the move in the source text.
    pub fn place(&self) -> Place {
        self.place
    }

    /// Returns the numeric annotation glyphs of the move.
    pub fn nags(&self) -> &[u8] {
        &self.nags
    }

    /// Returns the comments before the move that follow the start of its variation or the end of another one.
    pub fn comments_before(&self) -> &[String] {
        &self.comments_before
    }

    /// Returns the comments after the move.
    pub fn comments_after(&self) -> &[String] {
        &self.comments_after
    }

    /// Returns the first moves of the lines that replace this move.
    pub fn variations(&self) -> &[NodeId] {
        &self.variations
    }

    /// Returns the preceding move, or `None` at the start.
    pub fn previous(&self) -> Option<NodeId> {
        self.previous
    }

    /// Returns the next move of the line.
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
