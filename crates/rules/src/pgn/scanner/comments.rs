//! Scanner states for comments: in braces, and from a semicolon to the end of the line.

use super::{
    super::{
        TOKEN_LIMIT,
        characters::blanks,
        error::{PgnError, excerpt},
        word::is_name_byte,
    },
    Item, Line, Scanner, State,
    cursor::run,
};

impl Scanner {
    pub(super) fn step_comment<'r>(&mut self, rest: &'r str, next: u8, sink: &mut impl FnMut(Item<'_>)) -> &'r str {
        match next {
            b'}' => {
                self.tell_comment(sink);
                self.skip(rest, 1)
            }
            b'\n' if self.text.len() < TOKEN_LIMIT => {
                self.text.push('\n');
                self.skip_line_feed(rest)
            }
            b'"' if opening_of_tag(&self.text).is_some() => {
                self.end_at_tag(sink);
                rest
            }
            b'\n' | b'"' => self.gather(rest, 1, sink),
            _ => self.gather(rest, run(rest, |b| !matches!(b, b'}' | b'\n' | b'"')), sink),
        }
    }

    /// Ends a comment that contains the tag pair of another game: it was never closed.
    fn end_at_tag(&mut self, sink: &mut impl FnMut(Item<'_>)) {
        let at = opening_of_tag(&self.text).expect("a tag pair has been found");
        let opening = self.text.split_off(at);
        let error = PgnError::UnclosedComment { text: format!("{{{}", excerpt(&self.text)), place: self.began };
        self.fail(error, sink);
        self.at.column = 1;
        self.state = State::Lost { above: Line::Empty };
        self.scan(&opening, sink);
    }

    pub(super) fn step_line_comment<'r>(
        &mut self,
        rest: &'r str,
        next: u8,
        sink: &mut impl FnMut(Item<'_>),
    ) -> &'r str {
        if next != b'\n' {
            return self.gather(rest, run(rest, |b| b != b'\n'), sink);
        }
        self.tell_comment(sink);
        rest
    }
}

/// Returns the start of the last line of a comment, if it looks like a tag pair below an empty line. Only searches back
/// by the length of a tag name, because a comment may contain any number of quotes.
fn opening_of_tag(comment: &str) -> Option<usize> {
    const LONGEST: usize = 64;
    let tail = comment.floor_char_boundary(comment.len().saturating_sub(LONGEST));
    let at = tail + comment[tail..].rfind('\n')? + 1;
    let name = comment[at..].strip_prefix('[')?.trim_end_matches([' ', '\t']);
    let is_tag = name.starts_with(|first: char| first.is_ascii_alphabetic()) && name.bytes().all(is_name_byte);
    if !is_tag || at == 1 {
        return None;
    }
    let above = comment[..at - 1].rsplit('\n').next()?;
    (blanks(above) == above.len()).then_some(at)
}
