//! A line reader for untrusted input. It keeps a line up to a limit and skips the rest, so that
//! no line exhausts memory.

use std::io::{self, BufRead};

/// A line from the input, or its beginning if it exceeds the limit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadLine {
    /// The complete line without its terminator. Invalid UTF-8 is replaced.
    Whole(String),
    /// The beginning of a line that exceeded the limit.
    Cut(String),
}

/// A reader of lines of at most a given number of bytes.
pub struct Lines<R> {
    from: R,
    most: usize,
}

impl<R: BufRead> Lines<R> {
    /// Reads lines from `from`, keeping at most `most` bytes of each.
    pub fn new(from: R, most: usize) -> Lines<R> {
        Lines { from, most }
    }

    /// Returns the next line; `None` at the end.
    ///
    /// # Errors
    ///
    /// If the input cannot be read.
    pub fn next_line(&mut self) -> io::Result<Option<ReadLine>> {
        let mut line = Vec::new();
        let (mut is_cut, mut is_begun) = (false, false);
        loop {
            let bytes = match self.from.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                bytes => bytes?,
            };
            let is_end = bytes.is_empty();
            is_begun |= !is_end;
            let end = bytes.iter().position(|byte| *byte == b'\n');
            let part = &bytes[..end.unwrap_or(bytes.len())];
            let room = self.most - line.len();
            is_cut |= part.len() > room;
            line.extend_from_slice(&part[..part.len().min(room)]);
            let read = part.len() + usize::from(end.is_some());
            self.from.consume(read);
            if is_end && !is_begun {
                return Ok(None);
            }
            if is_end || end.is_some() {
                let text = String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(&line)).into_owned();
                return Ok(Some(if is_cut { ReadLine::Cut(text) } else { ReadLine::Whole(text) }));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn read(bytes: &[u8], most: usize, buffer: usize) -> Vec<ReadLine> {
        let mut lines = Lines::new(BufReader::with_capacity(buffer, bytes), most);
        let mut read = Vec::new();
        while let Some(line) = lines.next_line().expect("memory can be read") {
            read.push(line);
        }
        read
    }

    #[test]
    fn lines_are_read_whole_or_cut_at_the_limit() {
        let whole = |text: &str| ReadLine::Whole(text.to_owned());
        for buffer in [1, 2, 3, 64] {
            let found = read(b"a\r\n\nabcd\nabcde\nxy\xff", 4, buffer);
            let last = whole("xy\u{fffd}");
            assert_eq!(found, [whole("a"), whole(""), whole("abcd"), ReadLine::Cut("abcd".to_owned()), last]);
        }
        assert_eq!(read(b"", 4, 8), []);
        assert_eq!(read(b"\n", 4, 8), [whole("")]);
    }

    #[test]
    fn a_line_without_an_end_takes_no_more_memory_than_the_limit() {
        let endless = io::Read::take(io::repeat(b'y'), 50_000_000);
        let mut lines = Lines::new(BufReader::new(endless), 100);
        assert_eq!(lines.next_line().expect("it can be read"), Some(ReadLine::Cut("y".repeat(100))));
        assert_eq!(lines.next_line().expect("it can be read"), None);
    }
}
