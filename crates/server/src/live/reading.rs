//! Texts as messages.

use faraday_play::{Claim, Wish};
use faraday_wire::live::{Message, Wanted};

use crate::games;
use crate::problem::{Kind, Problem};

/// Why a text is no message.
pub enum Unread {
    /// It is not a JSON object.
    NoJson,
    /// It is refused, by its id if it has one.
    Refused(Option<String>, Box<Problem>),
}

/// Reads a message.
pub fn read(text: &str) -> Result<Message, Unread> {
    const KINDS: [&str; 7] = ["hello", "watch", "unwatch", "move", "act", "rematch", "ping"];
    let value: serde_json::Value = serde_json::from_str(text).map_err(|_| Unread::NoJson)?;
    let object = value.as_object().ok_or(Unread::NoJson)?;
    let id = object.get("id").and_then(|id| id.as_str()).filter(|id| id.len() <= 32).map(str::to_owned);
    let kind = object.get("kind").and_then(|kind| kind.as_str()).unwrap_or_default();
    if !KINDS.contains(&kind) {
        let detail = format!("`{kind}` is not a kind of message: the kinds are {}", KINDS.join(", "));
        return Err(Unread::Refused(id, Box::new(Kind::UnknownMessage.problem(detail).at("kind"))));
    }
    let kind = kind.to_owned();
    serde_json::from_value(value).map_err(|error| {
        Unread::Refused(id, Box::new(Kind::BadRequest.problem(format!("`{kind}` cannot be read: {error}"))))
    })
}

/// Converts a wish for the table.
pub fn wanted(wanted: Wanted, to: Option<u64>) -> games::Wanted {
    games::Wanted::Wish(match wanted {
        Wanted::Resign => Wish::Resign,
        Wanted::Abort => Wish::Abort,
        Wanted::Draw => Wish::Draw,
        Wanted::Takeback => Wish::Takeback,
        Wanted::Yes => Wish::Yes(to),
        Wanted::No => Wish::No(to),
        Wanted::GiveTime => Wish::GiveTime,
        Wanted::ClaimWin => return games::Wanted::Claim(Claim::Win),
        Wanted::ClaimDraw => return games::Wanted::Claim(Claim::Draw),
    })
}
