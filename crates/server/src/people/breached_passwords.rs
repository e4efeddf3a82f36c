//! A file of stolen passwords, none of which may be chosen.

use std::cmp::Ordering;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use icu_normalizer::ComposingNormalizerBorrowed;
use sha1::{Digest, Sha1};
use thiserror::Error;

/// The length of a SHA-1 in hexadecimal digits.
const DIGITS: usize = 40;

/// The maximum length of a line with a hash: the digits, a colon, and a count.
const LONGEST_LINE: u64 = 80;

/// The number of places at which the order of a file of hashes is checked.
const SAMPLES: u64 = 256;

/// Passwords that were stolen from other sites.
#[derive(Debug, Default)]
pub enum BreachedPasswords {
    /// No file is set.
    #[default]
    None,
    /// The first 64 bits of the SHA-1 of each password, in order. A file with a million passwords takes 8 MB.
    Listed(Vec<u64>),
    /// A file of SHA-1 hashes in ascending order, one per line, such as the download of Have I Been Pwned. It may have
    /// many gigabytes, so it is searched where it is.
    Hashed(PathBuf),
}

/// The reasons why a file cannot be used.
#[expect(missing_docs, reason = "the texts say it")]
#[derive(Debug, Error)]
pub enum BreachedPasswordsError {
    #[error("cannot read `{}`: {error}", path.display())]
    Read { path: PathBuf, error: io::Error },
    #[error("the hashes in `{}` are not in ascending order: sort the file", path.display())]
    Order { path: PathBuf },
}

impl BreachedPasswords {
    /// Opens a file with one password per line, or one SHA-1 in hexadecimal digits per line, perhaps with a count after
    /// a colon. The first line decides which of them it is.
    pub fn open(path: &Path) -> Result<BreachedPasswords, BreachedPasswordsError> {
        let failed = |error| BreachedPasswordsError::Read { path: path.to_owned(), error };
        let mut lines = BufReader::new(File::open(path).map_err(failed)?);
        let mut first = Vec::new();
        lines.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut first).map_err(failed)?;
        if hash_of_line(&first).is_some() {
            return if is_sorted(path).map_err(failed)? {
                Ok(BreachedPasswords::Hashed(path.to_owned()))
            } else {
                Err(BreachedPasswordsError::Order { path: path.to_owned() })
            };
        }
        lines.rewind().map_err(failed)?;
        let mut hashes = Vec::new();
        let mut line = Vec::new();
        while lines.read_until(b'\n', &mut line).map_err(failed)? > 0 {
            hashes.push(short_hash(&String::from_utf8_lossy(line.trim_ascii_end())));
            line.clear();
        }
        hashes.sort_unstable();
        hashes.dedup();
        Ok(BreachedPasswords::Listed(hashes))
    }

    /// Returns true if a password in NFC is in the file. An unreadable file counts as empty, and the log reports it.
    pub fn contains(&self, password: &str) -> bool {
        match self {
            BreachedPasswords::None => false,
            BreachedPasswords::Listed(hashes) => hashes.binary_search(&short_hash(password)).is_ok(),
            BreachedPasswords::Hashed(path) => find(path, &Sha1::digest(password.as_bytes()).into())
                .inspect_err(|error| tracing::warn!("cannot read `{}`: {error}", path.display()))
                .unwrap_or(false),
        }
    }
}

fn short_hash(password: &str) -> u64 {
    let password = ComposingNormalizerBorrowed::new_nfc().normalize(password);
    let hash: [u8; 20] = Sha1::digest(password.as_bytes()).into();
    u64::from_be_bytes(hash[..8].try_into().expect("a SHA-1 has 20 bytes"))
}

/// Returns the hash at the start of a line, if there is one.
fn hash_of_line(line: &[u8]) -> Option<[u8; 20]> {
    let (digits, rest) = line.split_at_checked(DIGITS)?;
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let mut hash = [0; 20];
    for (byte, pair) in hash.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = (digit(pair[0])? << 4 | digit(pair[1])?) as u8;
    }
    matches!(rest.first(), None | Some(b':' | b'\r' | b'\n')).then_some(hash)
}

/// Returns the hash of the first line that begins at an offset or after it, and the offset of the next line.
fn line_after(file: &mut File, offset: u64) -> io::Result<Option<([u8; 20], u64)>> {
    let mut at = offset;
    if offset > 0 {
        // A line begins at the offset if the byte before it ends one.
        file.seek(SeekFrom::Start(offset - 1))?;
        let mut rest = Vec::new();
        BufReader::with_capacity(128, &mut *file).take(LONGEST_LINE).read_until(b'\n', &mut rest)?;
        at = offset - 1 + rest.len() as u64;
    }
    file.seek(SeekFrom::Start(at))?;
    let mut line = Vec::new();
    BufReader::with_capacity(128, &mut *file).take(LONGEST_LINE).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    let wrong = || io::Error::new(io::ErrorKind::InvalidData, format!("there is no hash at byte {at}"));
    Ok(Some((hash_of_line(&line).ok_or_else(wrong)?, at + line.len() as u64)))
}

/// Returns true if lines at some places in a file are in ascending order.
fn is_sorted(path: &Path) -> io::Result<bool> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut last = [0; 20];
    for sample in 0..SAMPLES {
        let Some((hash, _)) = line_after(&mut file, length * sample / SAMPLES)? else { break };
        if hash < last {
            return Ok(false);
        }
        last = hash;
    }
    Ok(true)
}

/// Searches a sorted file for a hash.
fn find(path: &Path, hash: &[u8; 20]) -> io::Result<bool> {
    let mut file = File::open(path)?;
    let (mut low, mut high) = (0, file.metadata()?.len());
    // The line of the hash, if there is one, begins in this range.
    while low < high {
        let middle = low.midpoint(high);
        match line_after(&mut file, middle)? {
            None => high = middle,
            Some((found, next)) => match found.cmp(hash) {
                Ordering::Equal => return Ok(true),
                Ordering::Less => low = next,
                Ordering::Greater => high = middle,
            },
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;
    use std::fs;

    use proptest::prelude::*;

    use super::*;

    fn open(text: &str) -> (tempfile::TempDir, Result<BreachedPasswords, BreachedPasswordsError>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("breached.txt");
        fs::write(&path, text).unwrap();
        let opened = BreachedPasswords::open(&path);
        (folder, opened)
    }

    fn digits(password: &str) -> String {
        Sha1::digest(password.as_bytes()).iter().fold(String::new(), |mut digits, byte| {
            write!(digits, "{byte:02X}").unwrap();
            digits
        })
    }

    #[test]
    fn a_list_of_passwords_refuses_each_of_them() {
        let (_folder, list) = open("zwo\u{308}lf Boxer\r\nhorse battery\n\nlast one");
        let list = list.unwrap();
        for password in ["zwölf Boxer", "horse battery", "last one"] {
            assert!(list.contains(password), "{password}");
        }
        assert!(!list.contains("horse"));
        assert!(!BreachedPasswords::None.contains("horse battery"));
    }

    #[test]
    fn a_file_of_hashes_must_be_in_order() {
        let mut hashes: Vec<String> = (0..1000).map(|number| digits(&number.to_string())).collect();
        let (_folder, unsorted) = open(&hashes.join("\n"));
        assert!(matches!(unsorted, Err(BreachedPasswordsError::Order { .. })), "{unsorted:?}");
        hashes.sort();
        assert!(open(&hashes.join("\n")).1.is_ok());
        let missing = BreachedPasswords::open(Path::new("/no/such/file")).unwrap_err();
        assert!(missing.to_string().starts_with("cannot read `/no/such/file`: "), "{missing}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn a_hash_is_found_exactly_if_it_is_in_the_file(
            numbers in proptest::collection::btree_set(0..400_u32, 1..100),
            count in prop_oneof![Just(""), Just(":7"), Just(":1234567")],
            end in prop_oneof![Just("\n"), Just("\r\n")],
        ) {
            let mut lines: Vec<String> =
                numbers.iter().map(|number| format!("{}{count}{end}", digits(&number.to_string()))).collect();
            lines.sort();
            let (_folder, hashes) = open(&lines.concat());
            let hashes = hashes.unwrap();
            prop_assert!(matches!(hashes, BreachedPasswords::Hashed(_)));
            for number in 0..400 {
                prop_assert_eq!(hashes.contains(&number.to_string()), numbers.contains(&number));
            }
        }
    }
}
