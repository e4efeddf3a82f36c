//! Checks of the values of a line, which may come from an untrusted export. They accept only values that
//! a server could have stored.
//!
//! Exports of earlier versions pass: the checks are never stricter than those versions were.

use faraday_play::{Leave, TimeMode, Timestamp};

use super::{DumpedGame, DumpedJob, DumpedPlan, DumpedSeek, DumpedSeekGame, ImportError, Line};
use crate::credentials::CredentialKind;
use crate::devices::LONGEST_ENDPOINT;
use crate::entity::{
    block, channel, credential, device, email, leave, name_taken, notice, person, puzzle, rating_event, session,
    setting,
};
use crate::people::{GUEST, MEMBER};
use crate::profiles::LONGEST_BIO;
use crate::role::Role;
use crate::seek::decode_time;
use crate::store::{MAIL_KEY, NAME_KEY, VAPID_KEY};
use crate::{
    ChallengeId, DeviceId, GameId, JobKind, NoticeKind, PersonId, SeekId, challenges, codec, games, ratings, seek_rows,
};

/// The maximum length of a name in characters, including combining marks.
const LONGEST_NAME: usize = 80;

/// The maximum length of other texts in characters: 200 for user agents, less for all others.
const LONGEST_TEXT: usize = 200;

/// The maximum length of the value of a setting in characters.
const LONGEST_SETTING: usize = 4000;

/// The maximum length of an email address in bytes (RFC 5321, 4.5.3.1).
const LONGEST_ADDRESS: usize = 254;

/// The maximum number of games in a seek. The server accepts fewer.
const MOST_GAMES: usize = 1000;

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
        Line::Person(row) => check_person(row),
        Line::Credential(credential::Model { person, kind, data, failures, .. }) => {
            expect(is_own_person(person), "the id of a person", person)?;
            expect(CredentialKind::parse(kind).is_some(), "the kind of a credential", kind)?;
            expect(is_text(data), "the data of a credential", data)?;
            expect(*failures >= 0, "a number of failures", failures)
        }
        Line::Session(session::Model { hash, person, agent, .. }) => {
            expect(is_hash(hash), "the hash of a token", hash)?;
            expect(is_own_person(person), "the id of a person", person)?;
            expect(is_text(agent), "the name of a browser", agent)
        }
        Line::Leave(leave::Model { person, begins_at, ends_at, back_at }) => {
            expect(PersonId::parse(person).is_ok(), "the id of a person", person)?;
            let at = |at: i64| Timestamp::from_millis(at.cast_unsigned());
            let is_leave = Leave { from: at(*begins_at), until: at(*ends_at) }.is_whole();
            expect(*begins_at >= 0 && is_leave, "the end of a leave", ends_at)?;
            let is_back = back_at.is_none_or(|back_at| (*begins_at..=*ends_at).contains(&back_at));
            expect(is_back, "the early end of a leave", &back_at.unwrap_or_default())
        }
        Line::Block(block::Model { person, other, .. }) => {
            let are_people = [person, other].iter().all(|id| PersonId::parse(id).is_ok());
            expect(are_people && person != other, "the people of a block", other)
        }
        Line::Seek(seek) => check_seek(seek),
        Line::Rating(row) => check_rating(row),
        Line::Challenge(row) => {
            expect(ChallengeId::parse(&row.id).is_ok(), "the id of a challenge", &row.id)?;
            let challenge = challenges::read((**row).clone())?;
            expect(challenge.taker != Some(challenge.new.maker), "the taker of a challenge of their own", &row.id)?;
            expect(challenge.new.opponent != Some(challenge.new.maker), "a challenge to its own maker", &row.id)
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
        Line::Setting(setting::Model { name, value }) => {
            expect(is_word(name), "the name of a setting", name)?;
            expect(value.chars().count() <= LONGEST_SETTING, "the value of a setting", value)
        }
        Line::Vanished { game } => expect(GameId::parse(game).is_ok(), "the id of a game", game),
        Line::Game(kept) => check_game(kept),
        Line::Notice(notice::Model { person, key, kind, game, body, .. }) => {
            expect(PersonId::parse(person).is_ok(), "the id of a person", person)?;
            expect(is_word(key), "the key of a notice", key)?;
            expect(NoticeKind::parse(kind).is_some(), "the kind of a notice", kind)?;
            let game = game.as_deref().unwrap_or_default();
            expect(game.is_empty() || GameId::parse(game).is_ok(), "the id of a game", game)?;
            expect(is_text(body), "the text of a notice", body)
        }
        Line::Device(row) => check_device(row),
        Line::Channel(channel::Model { person, kind, .. }) => {
            expect(PersonId::parse(person).is_ok(), "the id of a person", person)?;
            expect(NoticeKind::parse(kind).is_some(), "the kind of a notice", kind)
        }
        Line::Email(email::Model { person, address, failures, last_error, .. }) => {
            expect(PersonId::parse(person).is_ok(), "the id of a person", person)?;
            expect(address.len() <= LONGEST_ADDRESS && is_text(address), "an email address", address)?;
            expect(*failures >= 0, "a number of failures", failures)?;
            expect(last_error.as_deref().is_none_or(is_text), "an error", last_error.as_deref().unwrap_or_default())
        }
        Line::NameTaken(name_taken::Model { hash }) => expect(is_word(hash), "the hash of a name", hash),
        Line::Key { name, value } => {
            expect([VAPID_KEY, MAIL_KEY, NAME_KEY].contains(&name.as_str()), "the name of a key", name)?;
            expect(is_word(value), "a key", value)
        }
    }
}

/// The server checks the host again before it sends anything to an endpoint.
fn check_person(row: &person::Model) -> Result<(), ImportError> {
    for word in [&row.language, &row.time_zone].into_iter().flatten() {
        expect(is_word(word), "a language or a time zone", word)?;
    }
    expect(is_own_person(&row.id), "the id of a person", &row.id)?;
    expect([GUEST, MEMBER].contains(&row.kind.as_str()), "the kind of a person", &row.kind)?;
    let is_complete = [&row.name_key, &row.look_key, &row.role].iter().all(|column| column.is_some());
    expect(is_complete == (row.kind == MEMBER), "the account of a person", &row.id)?;
    if let Some(role) = &row.role {
        expect(Role::parse(role).is_some(), "the role of a member", role)?;
    }
    if let Some(member) = &row.merged_into {
        expect(PersonId::parse(member).is_ok(), "the id of a person", member)?;
    }
    for key in [&row.name_key, &row.look_key].into_iter().flatten() {
        expect(is_name(key), "the name of a person", key)?;
    }
    let bio = row.bio.as_deref().unwrap_or_default();
    expect(is_text(bio) && bio.chars().count() <= LONGEST_BIO, "the sentence of a profile", bio)?;
    expect(is_name(&row.name), "the name of a person", &row.name)
}

fn check_seek(DumpedSeek { row, games }: &DumpedSeek) -> Result<(), ImportError> {
    expect(SeekId::parse(&row.id).is_ok(), "the id of a seek", &row.id)?;
    seek_rows::read(row, Vec::new())?;
    expect(row.seen_at.is_none(), "a seek for correspondence games", &row.id)?;
    let session = row.session.as_deref().unwrap_or_default();
    expect(session.is_empty() || is_hash(session), "the hash of a token", session)?;
    expect((1..=MOST_GAMES).contains(&games.len()), "the number of games of a seek", &games.len())?;
    for DumpedSeekGame { variant, clock, .. } in games {
        expect(is_word(variant), "the variant of a seek", variant)?;
        let is_days = matches!(decode_time(clock), Some(TimeMode::Days(_) | TimeMode::Reserve(_)));
        expect(is_days, "the days of a seek", clock)?;
    }
    Ok(())
}

/// Returns true for the id of a person outside the house. No export contains the house, and no one signs in as it.
fn is_own_person(id: &str) -> bool {
    PersonId::parse(id).is_ok_and(|id| id.house_level().is_none())
}

fn check_rating(row: &rating_event::Model) -> Result<(), ImportError> {
    expect(PersonId::parse(&row.person).is_ok(), "the id of a person", &row.person)?;
    expect(is_word(&row.variant), "the variant of a rating", &row.variant)?;
    let is_house = PersonId::parse(&row.opponent).is_ok_and(|opponent| opponent.house_level().is_some());
    let is_opponent_n = if is_house { row.opponent_n == 0 } else { row.opponent_n >= 1 };
    expect(row.n >= 1 && is_opponent_n, "the number of a change of a rating", &row.n)?;
    let numbers = [row.before_rating, row.before_deviation, row.before_volatility, row.opponent_rating];
    let numbers = numbers.into_iter().chain([row.opponent_deviation, row.rating, row.deviation, row.volatility]);
    for number in numbers {
        expect((0.0..=100_000.0).contains(&number), "a number of a rating", &number)?;
    }
    expect(row.annulled_at.is_none_or(|at| at >= 0), "the time of an annulment", &row.annulled_at.unwrap_or_default())?;
    ratings::read(row.clone())?;
    Ok(())
}

fn check_device(row: &device::Model) -> Result<(), ImportError> {
    let device::Model { endpoint, id, person, session, p256dh, auth, agent, last_error, .. } = row;
    let is_endpoint = endpoint.len() <= LONGEST_ENDPOINT && endpoint.bytes().all(|byte| byte.is_ascii_graphic());
    expect(is_endpoint && endpoint.starts_with("https://"), "the endpoint of a device", endpoint)?;
    expect(DeviceId::parse(id).is_ok(), "the id of a device", id)?;
    expect(PersonId::parse(person).is_ok(), "the id of a person", person)?;
    expect(is_hash(session), "the hash of a token", session)?;
    expect(is_word(p256dh) && is_word(auth), "the keys of a device", id)?;
    expect(is_text(agent), "the name of a browser", agent)?;
    expect(last_error.as_deref().is_none_or(is_text), "an error", last_error.as_deref().unwrap_or_default())
}

fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
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
