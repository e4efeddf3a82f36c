//! Checks of the values of a line, which may come from an untrusted export. They accept only values that
//! a server could have stored.
//!
//! Exports of earlier versions pass: the checks are never stricter than those versions were.

use super::{DumpedGame, DumpedJob, DumpedPlan, ImportError, Line};
use crate::entity::{person, puzzle, session};
use crate::people::GUEST;
use crate::{ChallengeId, GameId, JobKind, PersonId, challenges, codec, games};

/// The maximum length of a name in characters, including combining marks.
const LONGEST_NAME: usize = 80;

/// The maximum length of other texts in characters: 200 for user agents, less for all others.
const LONGEST_TEXT: usize = 200;

/// The range of puzzle ratings, in hundredths of a point.
const RATINGS: std::ops::RangeInclusive<i64> = -500_000..=500_000;

/// The range of rating deviations, in hundredths of a point.
const DEVIATIONS: std::ops::RangeInclusive<i64> = 0..=100_000;

/// Job kinds of earlier versions, which this version does not run.
pub(super) const UNUSED_KINDS: [&str; 4] = ["explore", "rate", "push", "mail"];

/// Rejects a line with an impossible value.
pub(super) fn check(line: &Line) -> Result<(), ImportError> {
    match line {
        Line::Export { .. } => Ok(()),
        Line::Person(person::Model { id, kind, name, .. }) => {
            expect(PersonId::parse(id).is_ok(), "the id of a person", id)?;
            expect(kind == GUEST, "the kind of a person", kind)?;
            expect(is_name(name), "the name of a person", name)
        }
        Line::Session(session::Model { hash, person, agent, .. }) => {
            expect(hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()), "the hash of a token", hash)?;
            expect(PersonId::parse(person).is_ok(), "the id of a person", person)?;
            expect(is_text(agent), "the name of a browser", agent)
        }
        Line::Challenge(row) => {
            expect(ChallengeId::parse(&row.id).is_ok(), "the id of a challenge", &row.id)?;
            let challenge = challenges::read((**row).clone())?;
            expect(challenge.taker != Some(challenge.new.maker), "the taker of a challenge of their own", &row.id)
        }
        Line::Puzzle(puzzle::Model { variant, id, rating, deviation, attempts }) => {
            expect(is_word(variant), "the variant of a puzzle", variant)?;
            expect(is_word(id), "the id of a puzzle", id)?;
            expect(RATINGS.contains(rating), "the rating of a puzzle", rating)?;
            expect(DEVIATIONS.contains(deviation), "the deviation of a rating", deviation)?;
            expect(*attempts >= 0, "a number of attempts", attempts)
        }
        Line::Job(DumpedJob { due, key, tries, body, .. }) => {
            let is_kind = JobKind::ALL.iter().any(|kind| kind.as_str() == due) || UNUSED_KINDS.contains(&due.as_str());
            expect(is_kind, "the kind of a job", due)?;
            expect(is_word(key), "the key of a job", key)?;
            expect(*tries >= 0, "a number of tries", tries)?;
            expect(is_text(body), "the text of a job", body)
        }
        Line::Vanished { game } => expect(GameId::parse(game).is_ok(), "the id of a game", game),
        Line::Game(kept) => check_game(kept),
    }
}

fn check_game(DumpedGame { row, plans, .. }: &DumpedGame) -> Result<(), ImportError> {
    let game = games::read(row.clone())?;
    expect(game.seats[0].who != game.seats[1].who, "the player of both sides of a game", &row.id)?;
    for DumpedPlan { side, ply, after, tree } in plans {
        expect((0..=1).contains(side) && *ply >= 0 && *after >= 0, "the place of a plan", &row.id)?;
        let tree = tree.to_string();
        expect(codec::decode_branches(&tree).is_ok(), "a plan", &tree)?;
    }
    Ok(())
}

fn expect(is_so: bool, what: &'static str, value: &(impl ToString + ?Sized)) -> Result<(), ImportError> {
    if is_so {
        return Ok(());
    }
    let value = value.to_string().chars().take(40).flat_map(char::escape_debug).collect();
    Err(ImportError::Value { what, value })
}

/// Returns true for a text without line breaks and other control characters. The server rejects both.
fn is_text(text: &str) -> bool {
    text.chars().count() <= LONGEST_TEXT && !text.chars().any(char::is_control)
}

/// Returns true for an id or key that the program has generated.
fn is_word(text: &str) -> bool {
    !text.is_empty() && text.len() <= LONGEST_TEXT && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Returns true for a name that some version of the server accepted.
fn is_name(text: &str) -> bool {
    let is_of_name = |char: char| match char {
        // Characters that change the direction of the following text.
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => false,
        _ if char.is_ascii() => char.is_ascii_alphanumeric() || " '-._&()".contains(char),
        _ => !char.is_control(),
    };
    (1..=LONGEST_NAME).contains(&text.chars().count()) && text.chars().all(is_of_name)
}
