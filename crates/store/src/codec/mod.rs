//! The lossless JSON encoding of acts in the journal. Number, time, and side have columns of their own, and the text
//! contains the rest.
//!
//! Unknown content is an error and never skipped, because a journal without one of its acts would be another game.

mod branches;
#[cfg(test)]
mod tests;

use std::time::Duration;

use faraday_play::{
    Act, Claim, Fact, Leave, Offer, Outage, RequestId, TableCertificate, TimeReason, Timestamp, Verdict,
};
use faraday_rules::{Color, EndReason, Ending};
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub(crate) use branches::{decode_branches, encode_branches};

/// The reason why an act cannot be encoded or decoded.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CodecError {
    /// A time that is not a multiple of a millisecond, which is the journal's precision.
    #[error("a time of {0:?} is not whole milliseconds")]
    Fraction(Duration),
    /// A number that does not fit into a column.
    #[error("the number {0} is too large to be stored")]
    Number(u64),
    /// A text that is not an act of this version.
    #[error("unknown act: {0}")]
    Unknown(String),
    /// A malformed request id.
    #[error("the name `{0}` of a request is damaged")]
    Request(String),
    /// A reason for the end of a game that this version does not have.
    #[error("unknown reason `{0}` for the end of a game")]
    Reason(String),
    /// A side that is neither White nor Black.
    #[error("unknown side `{0}`")]
    Side(i16),
}

/// The JSON text of an act.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredAct {
    #[serde(skip_serializing_if = "Option::is_none", default)]
    id: Option<String>,
    fact: StoredFact,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    left: Option<[u64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    verdict: Option<StoredVerdict>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
enum StoredFact {
    Moved { ply: u64, uci: String, spent: u64, lag: u64, draw: bool },
    Offered { what: StoredOffer },
    Answered { what: StoredOffer, yes: bool },
    TakenBack { ply: u64, spent: u64 },
    Gift { more: u64 },
    Outage { more: u64, node: String, boot: u64 },
    Leave { from: u64, until: u64 },
    Back { from: u64 },
    Claimed { material: String, pieces: u64, plies: Option<u32>, sha256: String },
    Closed {},
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum StoredOffer {
    Draw,
    Takeback,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
enum StoredVerdict {
    Ruled { winner: Option<StoredColor>, reason: String },
    Resigned { side: StoredColor },
    Agreed {},
    TimedOut { side: StoredColor },
    TimedOutDrawn { side: StoredColor },
    Aborted {},
    AbandonedLost { side: StoredColor },
    AbandonedDrawn { side: StoredColor },
    Table { winner: Option<StoredColor> },
    Expired {},
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum StoredColor {
    White,
    Black,
}

/// The columns of an act in the journal.
pub(crate) struct Columns {
    pub seq: i64,
    pub at: i64,
    pub side: Option<i16>,
    pub facts: String,
}

/// Encodes an act for the journal.
pub(crate) fn encode(act: &Act) -> Result<Columns, CodecError> {
    let left = act.left.map(|[white, black]| Ok::<_, CodecError>([millis(white)?, millis(black)?])).transpose()?;
    let stored = StoredAct {
        id: act.id.as_ref().map(|id| id.as_str().to_owned()),
        fact: encode_fact(&act.fact)?,
        left,
        verdict: act.verdict.map(encode_verdict),
    };
    Ok(Columns {
        seq: encode_number(act.seq)?,
        at: encode_number(act.at.as_millis())?,
        side: act.side.map(encode_side),
        facts: serde_json::to_string(&stored).map_err(unknown)?,
    })
}

/// Decodes an act from the journal.
pub(crate) fn decode(columns: &Columns) -> Result<Act, CodecError> {
    let stored: StoredAct = serde_json::from_str(&columns.facts).map_err(unknown)?;
    let request = |id: String| RequestId::parse(&id).map_err(|_| CodecError::Request(id));
    Ok(Act {
        seq: columns.seq.cast_unsigned(),
        at: Timestamp::from_millis(columns.at.cast_unsigned()),
        side: columns.side.map(decode_side).transpose()?,
        id: stored.id.map(request).transpose()?,
        fact: decode_fact(stored.fact),
        left: stored.left.map(|left| left.map(Duration::from_millis)),
        verdict: stored.verdict.map(decode_verdict).transpose()?,
    })
}

/// Encodes an act as one JSON text for messages between nodes.
///
/// # Errors
///
/// If it has a time or a number that cannot be stored in a journal.
pub fn act_to_json(act: &Act) -> Result<String, CodecError> {
    let Columns { seq, at, side, facts } = encode(act)?;
    serde_json::to_string(&(seq, at, side, facts)).map_err(unknown)
}

/// Decodes an act from such a text.
///
/// # Errors
///
/// If it is not an act of this version.
pub fn act_from_json(text: &str) -> Result<Act, CodecError> {
    let (seq, at, side, facts) = serde_json::from_str(text).map_err(unknown)?;
    decode(&Columns { seq, at, side, facts })
}

/// Encodes a side for a column.
pub(crate) const fn encode_side(side: Color) -> i16 {
    side as i16
}

/// Decodes the side of a column.
pub(crate) fn decode_side(stored: i16) -> Result<Color, CodecError> {
    Color::ALL.into_iter().find(|color| encode_side(*color) == stored).ok_or(CodecError::Side(stored))
}

/// Encodes a number for a column.
pub(crate) fn encode_number(number: u64) -> Result<i64, CodecError> {
    i64::try_from(number).map_err(|_| CodecError::Number(number))
}

#[expect(clippy::needless_pass_by_value, reason = "as map_err hands it over")]
fn unknown(error: serde_json::Error) -> CodecError {
    CodecError::Unknown(error.to_string())
}

fn millis(time: Duration) -> Result<u64, CodecError> {
    let millis = u64::try_from(time.as_millis()).map_err(|_| CodecError::Fraction(time))?;
    if Duration::from_millis(millis) == time { Ok(millis) } else { Err(CodecError::Fraction(time)) }
}

fn encode_fact(fact: &Fact) -> Result<StoredFact, CodecError> {
    Ok(match fact {
        Fact::Moved { ply, uci, spent, lag, draw } => StoredFact::Moved {
            ply: *ply as u64,
            uci: uci.clone(),
            spent: millis(*spent)?,
            lag: millis(*lag)?,
            draw: *draw,
        },
        Fact::Offered { what } => StoredFact::Offered { what: encode_offer(*what) },
        Fact::Answered { what, yes } => StoredFact::Answered { what: encode_offer(*what), yes: *yes },
        Fact::TakenBack { ply, spent } => StoredFact::TakenBack { ply: *ply as u64, spent: millis(*spent)? },
        Fact::Timed { more, reason: TimeReason::Gift } => StoredFact::Gift { more: millis(*more)? },
        Fact::Timed { more, reason: TimeReason::Outage(Outage { node, boot }) } => {
            StoredFact::Outage { more: millis(*more)?, node: node.clone(), boot: *boot }
        }
        Fact::LeaveTaken(Leave { from, until }) => {
            StoredFact::Leave { from: from.as_millis(), until: until.as_millis() }
        }
        Fact::LeaveEnded { from } => StoredFact::Back { from: from.as_millis() },
        Fact::TableClaimed(TableCertificate { material, pieces, plies, sha256 }) => StoredFact::Claimed {
            material: material.clone(),
            pieces: *pieces as u64,
            plies: *plies,
            sha256: sha256.clone(),
        },
        Fact::Closed => StoredFact::Closed {},
    })
}

fn decode_fact(stored: StoredFact) -> Fact {
    let ms = Duration::from_millis;
    match stored {
        StoredFact::Moved { ply, uci, spent, lag, draw } => {
            Fact::Moved { ply: ply as usize, uci, spent: ms(spent), lag: ms(lag), draw }
        }
        StoredFact::Offered { what } => Fact::Offered { what: decode_offer(&what) },
        StoredFact::Answered { what, yes } => Fact::Answered { what: decode_offer(&what), yes },
        StoredFact::TakenBack { ply, spent } => Fact::TakenBack { ply: ply as usize, spent: ms(spent) },
        StoredFact::Gift { more } => Fact::Timed { more: ms(more), reason: TimeReason::Gift },
        StoredFact::Outage { more, node, boot } => {
            Fact::Timed { more: ms(more), reason: TimeReason::Outage(Outage { node, boot }) }
        }
        StoredFact::Leave { from, until } => {
            Fact::LeaveTaken(Leave { from: Timestamp::from_millis(from), until: Timestamp::from_millis(until) })
        }
        StoredFact::Back { from } => Fact::LeaveEnded { from: Timestamp::from_millis(from) },
        StoredFact::Claimed { material, pieces, plies, sha256 } => {
            Fact::TableClaimed(TableCertificate { material, pieces: pieces as usize, plies, sha256 })
        }
        StoredFact::Closed {} => Fact::Closed,
    }
}

const fn encode_offer(offer: Offer) -> StoredOffer {
    match offer {
        Offer::Draw => StoredOffer::Draw,
        Offer::Takeback => StoredOffer::Takeback,
    }
}

const fn decode_offer(stored: &StoredOffer) -> Offer {
    match stored {
        StoredOffer::Draw => Offer::Draw,
        StoredOffer::Takeback => Offer::Takeback,
    }
}

fn encode_verdict(verdict: Verdict) -> StoredVerdict {
    match verdict {
        Verdict::Ruled(Ending { winner, reason }) => {
            StoredVerdict::Ruled { winner: winner.map(encode_color), reason: reason.name().to_owned() }
        }
        Verdict::Resigned(side) => StoredVerdict::Resigned { side: encode_color(side) },
        Verdict::Agreed => StoredVerdict::Agreed {},
        Verdict::TimedOut(side) => StoredVerdict::TimedOut { side: encode_color(side) },
        Verdict::TimedOutDrawn(side) => StoredVerdict::TimedOutDrawn { side: encode_color(side) },
        Verdict::Aborted => StoredVerdict::Aborted {},
        Verdict::Abandoned(side, Claim::Win) => StoredVerdict::AbandonedLost { side: encode_color(side) },
        Verdict::Abandoned(side, Claim::Draw) => StoredVerdict::AbandonedDrawn { side: encode_color(side) },
        Verdict::Table(winner) => StoredVerdict::Table { winner: winner.map(encode_color) },
        Verdict::Expired => StoredVerdict::Expired {},
    }
}

fn decode_verdict(stored: StoredVerdict) -> Result<Verdict, CodecError> {
    Ok(match stored {
        StoredVerdict::Ruled { winner, reason } => {
            let known = EndReason::ALL.into_iter().find(|known| known.name() == reason);
            let reason = known.ok_or(CodecError::Reason(reason))?;
            Verdict::Ruled(Ending { winner: winner.map(decode_color), reason })
        }
        StoredVerdict::Resigned { side } => Verdict::Resigned(decode_color(side)),
        StoredVerdict::Agreed {} => Verdict::Agreed,
        StoredVerdict::TimedOut { side } => Verdict::TimedOut(decode_color(side)),
        StoredVerdict::TimedOutDrawn { side } => Verdict::TimedOutDrawn(decode_color(side)),
        StoredVerdict::Aborted {} => Verdict::Aborted,
        StoredVerdict::AbandonedLost { side } => Verdict::Abandoned(decode_color(side), Claim::Win),
        StoredVerdict::AbandonedDrawn { side } => Verdict::Abandoned(decode_color(side), Claim::Draw),
        StoredVerdict::Table { winner } => Verdict::Table(winner.map(decode_color)),
        StoredVerdict::Expired {} => Verdict::Expired,
    })
}

const fn encode_color(color: Color) -> StoredColor {
    match color {
        Color::White => StoredColor::White,
        Color::Black => StoredColor::Black,
    }
}

const fn decode_color(stored: StoredColor) -> Color {
    match stored {
        StoredColor::White => Color::White,
        StoredColor::Black => Color::Black,
    }
}
