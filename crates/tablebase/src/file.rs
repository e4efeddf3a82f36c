//! The file format of tables: a header, followed by blocks of values. Each block is a Zstandard frame with a checksum.
//!
//! ```text
//! magic    8 bytes; the last one is the version of the format
//! length   of the header, 4 bytes, little-endian
//! header   JSON in one frame
//! blocks   consecutive frames
//! ```
//!
//! A value takes one byte, or two if any value needs it: 0 for a draw, `n + 1` for a win or a loss in `n` plies. In a
//! row of cells that differ only in amounts, all but the first are stored as differences from it. Empty cells, which
//! have no position, hold the value that compresses best. Files are read with positioned reads and never memory-mapped,
//! so a truncated file causes an error and not a signal.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Mutex;

use faraday_rules::Variant;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use zstd::bulk::Decompressor;
use zstd::zstd_safe::compress_bound;

use crate::{Layout, MOST_PIECES, Material, Value};

/// The value of an empty cell, which has no position.
pub(crate) const EMPTY: u16 = u16::MAX;

const MAGIC: [u8; 8] = *b"FaradEG1";
/// The maximum length of a header, which has about eight characters for each block.
const LONGEST_HEADER: usize = 1 << 24;
/// The approximate number of cells in a block, which always holds whole rows. Large tables are probed at scattered
/// positions, small ones are read as a whole.
const BLOCK: usize = 1 << 12;
const BLOCK_OF_FEW_PIECES: usize = 1 << 18;
const LEVEL: i32 = 19;

/// The reason why a table cannot be read.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the names say it")]
pub enum TableError {
    /// The bytes cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The path leads to a folder, a pipe, or another special file.
    #[error("not a regular file")]
    NoFile,
    /// The bytes are not a table.
    #[error("not an endgame table")]
    Foreign,
    /// The table has another version of the format.
    #[error("an endgame table in a format that this version does not know")]
    Format,
    /// The table belongs to another variant.
    #[error("an endgame table of `{found}`, not of `{expected}`")]
    Variant { found: String, expected: &'static str },
    /// The file name has another material.
    #[error("this is the endgame table of {0}, and must be named after it")]
    Name(Material),
    /// An error in one of several tables.
    #[error("{material}: {error}")]
    Of { material: Material, error: Box<TableError> },
    /// The data is incomplete or corrupted.
    #[error("the table is damaged: {0}")]
    Damaged(&'static str),
}

/// The header of a table file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The id of the variant, or several ids separated by spaces if their values are the same.
    variant: String,
    material: String,
    /// The number of cells.
    cells: usize,
    /// The number of bytes in a value.
    width: usize,
    /// The number of cells in a block.
    block: usize,
    /// The statistics of the table.
    pub census: Statistics,
    /// The length and checksum of each block.
    blocks: Vec<(usize, u32)>,
}

/// The number of positions in a table by value, and its longest win.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Statistics {
    /// The number of positions in which the side to move wins.
    pub won: u64,
    /// The number of positions in which the side to move loses.
    pub lost: u64,
    pub drawn: u64,
    /// The length of the longest win, in plies.
    pub longest: u16,
    /// A position with that win, as FEN; empty if there is none.
    pub fen: String,
}

/// Bytes with random access.
#[derive(Debug)]
pub(crate) enum Source {
    Bytes(&'static [u8]),
    File(Mutex<File>),
}

impl Source {
    /// Opens a regular file. Other types are rejected because opening a pipe blocks until there is a writer.
    pub fn open(path: &Path) -> Result<Source, TableError> {
        if fs::metadata(path)?.is_file() {
            Ok(Source::File(Mutex::new(File::open(path)?)))
        } else {
            Err(TableError::NoFile)
        }
    }

    fn length(&self) -> Result<u64, TableError> {
        match self {
            Source::Bytes(bytes) => Ok(bytes.len() as u64),
            Source::File(file) => Ok(file.lock().expect("nobody panics while reading").metadata()?.len()),
        }
    }

    fn read(&self, at: u64, length: usize) -> Result<Vec<u8>, TableError> {
        match self {
            Source::Bytes(bytes) => {
                let rest = usize::try_from(at).ok().and_then(|at| bytes.get(at..)).and_then(|rest| rest.get(..length));
                rest.map(<[u8]>::to_vec).ok_or(TableError::Damaged("it is cut short"))
            }
            Source::File(file) => {
                let mut file = file.lock().expect("nobody panics while reading");
                file.seek(SeekFrom::Start(at))?;
                let mut bytes = vec![0; length];
                match file.read_exact(&mut bytes) {
                    Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                        Err(TableError::Damaged("it is cut short"))
                    }
                    read => Ok(read.map(|()| bytes)?),
                }
            }
        }
    }
}

/// A table whose blocks are read on demand.
#[derive(Debug)]
pub(crate) struct Blocks {
    source: Source,
    header: Header,
    /// The offset of each block, and the end of the last one.
    begins: Vec<u64>,
}

impl Blocks {
    /// Opens a table and checks its header.
    pub fn open<V: Variant>(source: Source) -> Result<(Blocks, Layout<V>), TableError> {
        let (header, start) = read_header(&source)?;
        let layout = header.layout::<V>()?;
        let mut begins = vec![start];
        for (length, _) in &header.blocks {
            let end = begins[begins.len() - 1].checked_add(*length as u64);
            begins.push(end.ok_or(TableError::Damaged("its header is wrong"))?);
        }
        match source.length()?.cmp(&begins[begins.len() - 1]) {
            Ordering::Less => Err(TableError::Damaged("it is cut short")),
            Ordering::Greater => Err(TableError::Damaged("something follows its end")),
            Ordering::Equal => Ok((Blocks { source, header, begins }, layout)),
        }
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the number of cells in a block.
    pub fn block(&self) -> usize {
        self.header.block
    }

    /// Reads the values of a block.
    pub fn read(&self, index: usize) -> Result<Vec<u8>, TableError> {
        let (length, checksum) = self.header.blocks[index];
        let frame = self.source.read(self.begins[index], length)?;
        // A frame ends with the checksum of its content.
        if !frame.ends_with(&checksum.to_le_bytes()) {
            return Err(TableError::Damaged("a block is not the one that belongs there"));
        }
        let cells = self.header.block.min(self.header.cells - index * self.header.block);
        let bytes = unpack(&frame, cells * self.header.width)?;
        if bytes.len() != cells * self.header.width {
            return Err(TableError::Damaged("a block has the wrong length"));
        }
        Ok(bytes)
    }
}

/// Returns the header and the offset of the first block.
fn read_header(source: &Source) -> Result<(Header, u64), TableError> {
    let head = source.read(0, MAGIC.len() + 4).map_err(|error| match error {
        TableError::Damaged(_) => TableError::Foreign,
        other => other,
    })?;
    let (magic, length) = head.split_at(MAGIC.len());
    if magic[..MAGIC.len() - 1] != MAGIC[..MAGIC.len() - 1] {
        return Err(TableError::Foreign);
    }
    if magic != MAGIC {
        return Err(TableError::Format);
    }
    let length = u32::from_le_bytes(length.try_into().expect("four bytes")) as usize;
    if length > LONGEST_HEADER {
        return Err(TableError::Damaged("its header is too long"));
    }
    let start = head.len() as u64;
    let header = unpack(&source.read(start, length)?, LONGEST_HEADER)?;
    let header = serde_json::from_slice(&header).map_err(|_| TableError::Damaged("its header cannot be read"))?;
    Ok((header, start + length as u64))
}

/// The reason why tables cannot be merged.
#[derive(Debug, Error)]
pub enum MergeError {
    /// One of the tables cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The tables have different values or different materials.
    #[error("the tables of `{0}` and `{1}` differ")]
    Differ(String, String),
}

/// Merges the tables of several variants into one, if all values are the same. Many endings have the same values in
/// several variants, and a program that includes them all needs the values only once.
///
/// # Errors
///
/// If a table cannot be read, or the tables differ.
///
/// # Panics
///
/// If `tables` is empty.
pub fn merge(tables: &[&'static [u8]]) -> Result<Vec<u8>, MergeError> {
    let read = |bytes: &&'static [u8]| {
        let (header, start) = read_header(&Source::Bytes(bytes))?;
        Ok((header, &bytes[start as usize..]))
    };
    let read: Vec<(Header, &[u8])> = tables.iter().map(read).collect::<Result<_, TableError>>()?;
    let ((first, blocks), rest) = read.split_first().expect("at least one table");
    for (other, other_blocks) in rest {
        if (Header { variant: first.variant.clone(), ..other.clone() }) != *first || other_blocks != blocks {
            return Err(MergeError::Differ(first.variant.clone(), other.variant.clone()));
        }
    }
    let ids: Vec<&str> = read.iter().map(|(header, _)| header.variant.as_str()).collect();
    let mut merged = Vec::new();
    let header = Header { variant: ids.join(" "), ..first.clone() };
    write_parts(&header, &[blocks], &mut merged).map_err(TableError::from)?;
    Ok(merged)
}

impl Header {
    fn layout<V: Variant>(&self) -> Result<Layout<V>, TableError> {
        if self.variant.split(' ').all(|id| id != V::ID) {
            return Err(TableError::Variant { found: self.variant.clone(), expected: V::ID });
        }
        let wrong = || TableError::Damaged("its header is wrong");
        let material = self.material.parse::<Material>().map_err(|_| wrong())?;
        let layout = Layout::new(material).ok_or_else(wrong)?;
        let is_right = self.cells == layout.cells()
            && matches!(self.width, 1 | 2)
            && self.block > 0
            && self.block.is_multiple_of(layout.row())
            // The memory for a block is allocated before it is read, so its length must be limited.
            && self.blocks.iter().all(|(length, _)| *length <= compress_bound(self.block.min(self.cells) * self.width))
            && self.blocks.len() == self.cells.div_ceil(self.block);
        if is_right { Ok(layout) } else { Err(wrong()) }
    }

    /// Returns the value of a cell in its block.
    #[inline]
    pub fn number(&self, block: &[u8], cell: usize, row: usize) -> u16 {
        let at = |cell: usize| match self.width {
            1 => u16::from(block[cell]),
            _ => u16::from_le_bytes([block[2 * cell], block[2 * cell + 1]]),
        };
        let cell = cell % self.block;
        let first = cell - cell % row;
        if cell == first { at(cell) } else { at(first).wrapping_add(at(cell)) & self.mask() }
    }

    fn mask(&self) -> u16 {
        if self.width == 1 { 0xFF } else { 0xFFFF }
    }
}

/// Writes a table in its file format.
pub(crate) fn write<V: Variant>(
    layout: &Layout<V>,
    numbers: &[u16],
    statistics: Statistics,
    out: &mut impl Write,
) -> io::Result<()> {
    let row = layout.row();
    let most = numbers.iter().filter(|number| **number != EMPTY).max().copied().unwrap_or_default();
    let width = if most <= 0xFF { 1 } else { 2 };
    let is_small = layout.material().pieces() < MOST_PIECES;
    let block = if is_small { BLOCK_OF_FEW_PIECES } else { BLOCK }.div_ceil(row) * row;
    let mut last = Value::DRAWN;
    let mut frames = Vec::new();
    for cells in numbers.chunks(block) {
        let mut bytes = Vec::with_capacity(cells.len() * width);
        for cells in cells.chunks(row) {
            let first = if cells[0] == EMPTY { last } else { cells[0] };
            last = first;
            for (index, number) in cells.iter().enumerate() {
                let number = match index {
                    0 => first,
                    _ if *number == EMPTY => 0,
                    _ => number.wrapping_sub(first),
                };
                bytes.extend(&number.to_le_bytes()[..width]);
            }
        }
        frames.push(pack(&bytes)?);
    }
    let of = |frame: &Vec<u8>| {
        let checksum = frame.last_chunk().expect("a frame ends with its checksum");
        (frame.len(), u32::from_le_bytes(*checksum))
    };
    let header = Header {
        variant: V::ID.to_owned(),
        material: layout.material().to_string(),
        cells: numbers.len(),
        width,
        block,
        census: statistics,
        blocks: frames.iter().map(of).collect(),
    };
    write_parts(&header, &frames, out)
}

fn write_parts(header: &Header, blocks: &[impl AsRef<[u8]>], out: &mut impl Write) -> io::Result<()> {
    let header = pack(&serde_json::to_vec(header)?)?;
    out.write_all(&MAGIC)?;
    out.write_all(&(header.len() as u32).to_le_bytes())?;
    out.write_all(&header)?;
    blocks.iter().try_for_each(|block| out.write_all(block.as_ref()))
}

fn pack(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut packer = zstd::bulk::Compressor::new(LEVEL)?;
    packer.include_checksum(true)?;
    packer.compress(bytes)
}

fn unpack(frame: &[u8], most: usize) -> Result<Vec<u8>, TableError> {
    thread_local! {
        /// Creating a decompressor takes longer than decompressing a block.
        static UNPACKER: RefCell<io::Result<Decompressor<'static>>> = RefCell::new(Decompressor::new());
    }
    let unpacked = UNPACKER.with_borrow_mut(|unpacker| unpacker.as_mut().ok()?.decompress(frame, most).ok());
    unpacked.ok_or(TableError::Damaged("its data cannot be unpacked"))
}
