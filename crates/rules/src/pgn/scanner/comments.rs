//! Comments, in braces and to the end of the line.

use super::{super::TOKEN_LIMIT, Item, Scanner, cursor::run};

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
            b'\n' => self.gather(rest, 1, sink),
            _ => self.gather(rest, run(rest, |b| b != b'}' && b != b'\n'), sink),
        }
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
        if self.text.ends_with('\r') {
            self.text.pop();
        }
        self.tell_comment(sink);
        rest
    }
}
