//! The PGN writer, in the export format of the standard. It reads the side to move and the move number from the `FEN`
//! tag, to number the first move.

use std::fmt;

use super::tree::{GameTree, Node, Step};

/// The maximum length of a line of moves, in characters.
const WIDTH: usize = 80;

/// The seven tags of every written game, in this order, with their values for unknown information.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    (RESULT, ""),
];

const RESULT: &str = "Result";

/// A writer that breaks lines before a word that would exceed the width.
struct Lines<'w, W> {
    out: &'w mut W,
    column: usize,
    /// The current word. Closing brackets of comments and variations are attached to it.
    word: String,
    pending: Pending,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pending {
    Nothing,
    Word,
    /// A word to which the next one is attached.
    Opening,
}

/// Half-moves counted from move 0; Black's are odd.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Ply(u64);

/// The numbering of a move by Black.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Count {
    Due,
    Running,
}

/// Writes a game in the PGN export format: the roster, the other tag pairs, the moves, and the empty line before the
/// next game. A `}` in a comment becomes `)`, because a comment cannot contain it.
///
/// Moves are numbered from the `FEN` tag. If it is missing or lacks the side or the number, they are numbered
/// from White's first move.
///
/// # Errors
///
/// If `out` returns an error.
pub fn write_game(tree: &GameTree, out: &mut impl fmt::Write) -> fmt::Result {
    write_headers(tree, out)?;
    let mut lines = Lines { out, column: 0, word: String::new(), pending: Pending::Nothing };
    lines.out.write_char('\n')?;
    write_moves(tree, &mut lines)?;
    lines.word(tree.result().as_str())?;
    lines.end_word()?;
    lines.out.write_str("\n\n")
}

impl<W: fmt::Write> Lines<'_, W> {
    fn word(&mut self, text: &str) -> fmt::Result {
        if self.pending == Pending::Word {
            self.end_word()?;
        }
        self.word.push_str(text);
        self.pending = Pending::Word;
        Ok(())
    }

    fn open(&mut self, text: &str) -> fmt::Result {
        self.word(text)?;
        self.pending = Pending::Opening;
        Ok(())
    }

    fn close(&mut self, text: &str) {
        self.word.push_str(text);
        self.pending = Pending::Word;
    }

    fn end_word(&mut self) -> fmt::Result {
        let length = self.word.chars().count();
        let is_full = self.column + 1 + length > WIDTH;
        // In column 1, other readers take `[` for a tag pair and `%` for a line to skip, even in a comment. An empty
        // word is a second space.
        let may_open_line = !self.word.is_empty() && !self.word.starts_with(['[', '%']);
        if self.column == 0 {
            self.column = length;
        } else if is_full && may_open_line {
            self.out.write_char('\n')?;
            self.column = length;
        } else {
            self.out.write_char(' ')?;
            self.column += 1 + length;
        }
        self.out.write_str(&self.word)?;
        self.word.clear();
        self.pending = Pending::Nothing;
        Ok(())
    }
}

impl Ply {
    fn first(tree: &GameTree) -> Self {
        let fen: Vec<&str> = tree.header("FEN").unwrap_or_default().split_whitespace().collect();
        let black = u64::from(fen.get(1) == Some(&"b"));
        let number: u32 = fen.get(5).and_then(|text| text.parse().ok()).unwrap_or(1);
        Self(2 * u64::from(number) + black)
    }
}

fn write_headers(tree: &GameTree, out: &mut impl fmt::Write) -> fmt::Result {
    let headers = tree.headers();
    let mut written = Vec::new();
    for (name, unknown) in ROSTER {
        let position = headers.iter().position(|(known, _)| known == name);
        let value = match position {
            Some(position) => &headers[position].1,
            None if name == RESULT => tree.result().as_str(),
            None => unknown,
        };
        write_header(name, value, out)?;
        written.extend(position);
    }
    for (position, (name, value)) in headers.iter().enumerate() {
        if !written.contains(&position) {
            write_header(name, value, out)?;
        }
    }
    Ok(())
}

fn write_header(name: &str, value: &str, out: &mut impl fmt::Write) -> fmt::Result {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(out, "[{name} \"{value}\"]")
}

fn write_moves(tree: &GameTree, lines: &mut Lines<'_, impl fmt::Write>) -> fmt::Result {
    write_comments(tree.comments(), lines)?;
    let mut ply = Ply::first(tree);
    let mut count = Count::Due;
    let mut outer = Vec::new();
    for step in tree.walk() {
        count = match step {
            Step::Move(id) => {
                let here = ply;
                ply = Ply(here.0 + 1);
                write_move(tree.node(id), here, count, lines)?
            }
            Step::VariationStart => {
                outer.push(ply);
                ply = Ply(ply.0 - 1);
                lines.open("(")?;
                Count::Due
            }
            Step::VariationEnd => {
                ply = outer.pop().expect("a walk ends only what it started");
                lines.close(")");
                Count::Due
            }
        };
    }
    Ok(())
}

/// Writes one move and returns true if the next move needs its number.
fn write_move(
    node: &Node,
    ply: Ply,
    count: Count,
    lines: &mut Lines<'_, impl fmt::Write>,
) -> Result<Count, fmt::Error> {
    write_comments(node.comments_before(), lines)?;
    let number = ply.0 / 2;
    let is_black = ply.0 % 2 == 1;
    if !is_black {
        lines.word(&format!("{number}."))?;
    } else if count == Count::Due || !node.comments_before().is_empty() {
        lines.word(&format!("{number}..."))?;
    }
    lines.word(node.san())?;
    for nag in node.nags() {
        lines.word(&format!("${nag}"))?;
    }
    write_comments(node.comments_after(), lines)?;
    if node.comments_after().is_empty() {
        return Ok(Count::Running);
    }
    Ok(Count::Due)
}

fn write_comments(comments: &[String], lines: &mut Lines<'_, impl fmt::Write>) -> fmt::Result {
    for comment in comments {
        lines.open("{")?;
        // A command such as `[%cal Ge2e4,Ge7e5]` is one word, because some readers do not find its end on another line.
        let mut word = String::new();
        for part in comment.replace('}', ")").split(' ') {
            word.push_str(part);
            if word.rfind(']') < word.rfind("[%") {
                word.push(' ');
            } else {
                lines.word(&std::mem::take(&mut word))?;
            }
        }
        if let Some(open) = word.strip_suffix(' ') {
            for part in open.split(' ') {
                lines.word(part)?;
            }
        }
        lines.close("}");
    }
    Ok(())
}
