//! Files that commands read, with names and lines to speak of them.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::rc::Rc;

use anyhow::Context;

/// The path that stands for the standard input.
const STDIN: &str = "-";

/// Opens a file, or the standard input.
pub fn open(path: &Path) -> anyhow::Result<Box<dyn Read>> {
    if path == Path::new(STDIN) {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).with_context(|| format!("cannot open {}", name(path)))?;
    Ok(Box::new(file))
}

/// What to call a file in a message.
pub fn name(path: &Path) -> String {
    if path == Path::new(STDIN) { "standard input".to_owned() } else { path.display().to_string() }
}

/// A reader that knows the line it has come to.
pub struct Counted<R> {
    inner: R,
    line: Rc<Cell<u64>>,
}

impl<R: Read> Counted<R> {
    /// A reader at the start of line 1.
    pub fn new(inner: R) -> Self {
        Counted { inner, line: Rc::new(Cell::new(1)) }
    }

    /// The line, to look at while the reader is lent out.
    pub fn lines(&self) -> Rc<Cell<u64>> {
        Rc::clone(&self.line)
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        let ends = buffer[..length].split(|byte| *byte == b'\n').skip(1);
        self.line.set(self.line.get() + ends.count() as u64);
        Ok(length)
    }
}
