//! The encoding of acts as JSON text for the journal, and back without loss. Number, time, and side have their own
//! columns, and the text contains the rest.
//!
//! Unknown content is an error and never skipped, because a journal without one of its acts would be another game.

mod branches;
#[cfg(test)]
mod tests;

use std::time::Duration;

use faraday_play::{Act, Claim, Fact, Offer, Outage, RequestId, TimeReason, Timestamp, Verdict};
use faraday_rules::{Color, EndReason, Ending};
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub(crate) use branches::{read_branches, write_branches};

/// The reason why an act cannot be encoded or decoded.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CodecError {
    /// A time that is not a multiple of a millisecond, which is the journal's precision.
    #[error("a time of {0:?} is not whole milliseconds")]
    Fraction(Duration),
    /// A number that does not fit into a column.
    #[error("the number {0} is too large to be kept")]
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
struct Kept {
    #[serde(skip_serializing_if = "Option::is_none", default)]
    id: Option<String>,
    fact: KeptFact,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    left: Option<[u64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    verdict: Option<KeptVerdict>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
enum KeptFact {
    Moved { ply: u64, uci: String, spent: u64, lag: u64, draw: bool },
    Offered { what: KeptOffer },
    Answered { what: KeptOffer, yes: bool },
    TakenBack { ply: u64, spent: u64 },
    Gift { more: u64 },
    Outage { more: u64, node: String, boot: u64 },
    Closed {},
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum KeptOffer {
    Draw,
    Takeback,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
enum KeptVerdict {
    Ruled { winner: Option<KeptColor>, reason: String },
    Resigned { side: KeptColor },
    Agreed {},
    TimedOut { side: KeptColor },
    TimedOutDrawn { side: KeptColor },
    Aborted {},
    AbandonedLost { side: KeptColor },
    AbandonedDrawn { side: KeptColor },
    Expired {},
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum KeptColor {
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
pub(crate) fn write(act: &Act) -> Result<Columns, CodecError> {
    let left = act.left.map(|[white, black]| Ok::<_, CodecError>([millis(white)?, millis(black)?])).transpose()?;
    let kept = Kept {
        id: act.id.as_ref().map(|id| id.as_str().to_owned()),
        fact: fact_to_keep(&act.fact)?,
        left,
        verdict: act.verdict.map(verdict_to_keep),
    };
    Ok(Columns {
        seq: number(act.seq)?,
        at: number(act.at.as_millis())?,
        side: act.side.map(side_to_keep),
        facts: serde_json::to_string(&kept).map_err(unknown)?,
    })
}

/// Decodes an act from the journal.
pub(crate) fn read(columns: &Columns) -> Result<Act, CodecError> {
    let kept: Kept = serde_json::from_str(&columns.facts).map_err(unknown)?;
    let request = |id: String| RequestId::parse(&id).map_err(|_| CodecError::Request(id));
    Ok(Act {
        seq: columns.seq.cast_unsigned(),
        at: Timestamp::from_millis(columns.at.cast_unsigned()),
        side: columns.side.map(side).transpose()?,
        id: kept.id.map(request).transpose()?,
        fact: fact(kept.fact),
        left: kept.left.map(|left| left.map(Duration::from_millis)),
        verdict: kept.verdict.map(verdict).transpose()?,
    })
}

/// Encodes an act as one JSON text for messages between nodes.
///
/// # Errors
///
/// If it has a time or a number that cannot be stored in a journal.
pub fn act_to_json(act: &Act) -> Result<String, CodecError> {
    let Columns { seq, at, side, facts } = write(act)?;
    serde_json::to_string(&(seq, at, side, facts)).map_err(unknown)
}

/// Decodes an act from such a text.
///
/// # Errors
///
/// If it is not an act of this version.
pub fn act_from_json(text: &str) -> Result<Act, CodecError> {
    let (seq, at, side, facts) = serde_json::from_str(text).map_err(unknown)?;
    read(&Columns { seq, at, side, facts })
}

/// Encodes a side for a column.
pub(crate) const fn side_to_keep(side: Color) -> i16 {
    side as i16
}

/// Decodes the side of a column.
pub(crate) fn side(kept: i16) -> Result<Color, CodecError> {
    Color::ALL.into_iter().find(|color| side_to_keep(*color) == kept).ok_or(CodecError::Side(kept))
}

/// Encodes a number for a column.
pub(crate) fn number(number: u64) -> Result<i64, CodecError> {
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

fn fact_to_keep(fact: &Fact) -> Result<KeptFact, CodecError> {
    Ok(match fact {
        Fact::Moved { ply, uci, spent, lag, draw } => KeptFact::Moved {
            ply: *ply as u64,
            uci: uci.clone(),
            spent: millis(*spent)?,
            lag: millis(*lag)?,
            draw: *draw,
        },
        Fact::Offered { what } => KeptFact::Offered { what: offer_to_keep(*what) },
        Fact::Answered { what, yes } => KeptFact::Answered { what: offer_to_keep(*what), yes: *yes },
        Fact::TakenBack { ply, spent } => KeptFact::TakenBack { ply: *ply as u64, spent: millis(*spent)? },
        Fact::Timed { more, why: TimeReason::Gift } => KeptFact::Gift { more: millis(*more)? },
        Fact::Timed { more, why: TimeReason::Outage(Outage { node, boot }) } => {
            KeptFact::Outage { more: millis(*more)?, node: node.clone(), boot: *boot }
        }
        Fact::Closed => KeptFact::Closed {},
    })
}

fn fact(kept: KeptFact) -> Fact {
    let ms = Duration::from_millis;
    match kept {
        KeptFact::Moved { ply, uci, spent, lag, draw } => {
            Fact::Moved { ply: ply as usize, uci, spent: ms(spent), lag: ms(lag), draw }
        }
        KeptFact::Offered { what } => Fact::Offered { what: offer(&what) },
        KeptFact::Answered { what, yes } => Fact::Answered { what: offer(&what), yes },
        KeptFact::TakenBack { ply, spent } => Fact::TakenBack { ply: ply as usize, spent: ms(spent) },
        KeptFact::Gift { more } => Fact::Timed { more: ms(more), why: TimeReason::Gift },
        KeptFact::Outage { more, node, boot } => {
            Fact::Timed { more: ms(more), why: TimeReason::Outage(Outage { node, boot }) }
        }
        KeptFact::Closed {} => Fact::Closed,
    }
}

const fn offer_to_keep(offer: Offer) -> KeptOffer {
    match offer {
        Offer::Draw => KeptOffer::Draw,
        Offer::Takeback => KeptOffer::Takeback,
    }
}

const fn offer(kept: &KeptOffer) -> Offer {
    match kept {
        KeptOffer::Draw => Offer::Draw,
        KeptOffer::Takeback => Offer::Takeback,
    }
}

fn verdict_to_keep(verdict: Verdict) -> KeptVerdict {
    match verdict {
        Verdict::Ruled(Ending { winner, reason }) => {
            KeptVerdict::Ruled { winner: winner.map(color_to_keep), reason: reason.name().to_owned() }
        }
        Verdict::Resigned(side) => KeptVerdict::Resigned { side: color_to_keep(side) },
        Verdict::Agreed => KeptVerdict::Agreed {},
        Verdict::TimedOut(side) => KeptVerdict::TimedOut { side: color_to_keep(side) },
        Verdict::TimedOutDrawn(side) => KeptVerdict::TimedOutDrawn { side: color_to_keep(side) },
        Verdict::Aborted => KeptVerdict::Aborted {},
        Verdict::Abandoned(side, Claim::Win) => KeptVerdict::AbandonedLost { side: color_to_keep(side) },
        Verdict::Abandoned(side, Claim::Draw) => KeptVerdict::AbandonedDrawn { side: color_to_keep(side) },
        Verdict::Expired => KeptVerdict::Expired {},
    }
}

fn verdict(kept: KeptVerdict) -> Result<Verdict, CodecError> {
    Ok(match kept {
        KeptVerdict::Ruled { winner, reason } => {
            let known = EndReason::ALL.into_iter().find(|known| known.name() == reason);
            let reason = known.ok_or(CodecError::Reason(reason))?;
            Verdict::Ruled(Ending { winner: winner.map(color), reason })
        }
        KeptVerdict::Resigned { side } => Verdict::Resigned(color(side)),
        KeptVerdict::Agreed {} => Verdict::Agreed,
        KeptVerdict::TimedOut { side } => Verdict::TimedOut(color(side)),
        KeptVerdict::TimedOutDrawn { side } => Verdict::TimedOutDrawn(color(side)),
        KeptVerdict::Aborted {} => Verdict::Aborted,
        KeptVerdict::AbandonedLost { side } => Verdict::Abandoned(color(side), Claim::Win),
        KeptVerdict::AbandonedDrawn { side } => Verdict::Abandoned(color(side), Claim::Draw),
        KeptVerdict::Expired {} => Verdict::Expired,
    })
}

const fn color_to_keep(color: Color) -> KeptColor {
    match color {
        Color::White => KeptColor::White,
        Color::Black => KeptColor::Black,
    }
}

const fn color(kept: KeptColor) -> Color {
    match kept {
        KeptColor::White => Color::White,
        KeptColor::Black => Color::Black,
    }
}
