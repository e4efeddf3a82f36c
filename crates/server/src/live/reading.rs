//! Parses the JSON messages of WebSocket clients, with a problem that names the fault.

use faraday_play::{Action, Claim};
use faraday_wire::live::{GameAction, Message, kinds};

use crate::games;
use crate::problem::{Kind, Problem};
use crate::rejections;

/// The reasons why a text is not a message.
pub enum MessageError {
    NotJson,
    /// Refused, with the id of the message if it has one.
    Refused(Option<String>, Problem),
}

/// Parses the text of a message.
pub fn read(text: &str) -> Result<Message, MessageError> {
    // From an array, serde would take the fields by their order.
    let message = if text.trim_start().starts_with('{') { serde_json::from_str(text).ok() } else { None };
    message.map_or_else(|| parse_with_reason(text), Ok)
}

/// Parses a message by way of a JSON value, which shows the fault of an invalid text.
fn parse_with_reason(text: &str) -> Result<Message, MessageError> {
    let value: serde_json::Value = serde_json::from_str(text).map_err(|_| MessageError::NotJson)?;
    let object = value.as_object().ok_or(MessageError::NotJson)?;
    let id = object.get("id").and_then(|id| id.as_str()).filter(|id| id.len() <= 32).map(str::to_owned);
    let kind = object.get("kind").and_then(|kind| kind.as_str()).unwrap_or_default().to_owned();
    let kinds = kinds::<Message>();
    serde_json::from_value(value).map_err(|error| {
        let problem = if kinds.contains(&kind.as_str()) {
            Problem::new(
                Kind::BadRequest,
                format!("`{kind}` cannot be read: {}", rejections::fault(&error.to_string())),
            )
        } else {
            let detail = format!("`{kind}` is not a kind of message: the kinds are {}", kinds.join(", "));
            Problem::new(Kind::UnknownMessage, detail).at("kind")
        };
        MessageError::Refused(id, problem)
    })
}

/// Converts the `act` of a message to an action for the table.
pub fn player_action(wanted: GameAction, to: Option<u64>) -> games::PlayerAction {
    games::PlayerAction::Action(match wanted {
        GameAction::Resign => Action::Resign,
        GameAction::Abort => Action::Abort,
        GameAction::Draw => Action::Draw,
        GameAction::Takeback => Action::Takeback,
        GameAction::Yes => Action::Accept(to),
        GameAction::No => Action::Decline(to),
        GameAction::GiveTime => Action::GiveTime,
        GameAction::ClaimWin => return games::PlayerAction::Claim(Claim::Win),
        GameAction::ClaimTable => return games::PlayerAction::ClaimTable,
        GameAction::ClaimDraw => return games::PlayerAction::Claim(Claim::Draw),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the id, kind, and sentence of a text's refusal.
    fn refusal(text: &str) -> (Option<String>, Kind, String) {
        match read(text) {
            Err(MessageError::Refused(id, problem)) => {
                let shape = problem.into_shape();
                (id, shape.kind, shape.detail)
            }
            Err(MessageError::NotJson) => panic!("{text} is no object"),
            Ok(message) => panic!("{text} is {message:?}"),
        }
    }

    #[test]
    fn a_refusal_names_the_kind_and_the_fault_of_a_message() {
        let kinds = "the kinds are hello, watch, preview, unwatch, move, act, rematch, ping";
        for (text, kind) in [(r#"{"kind":"dance"}"#, "dance"), (r#"{"kind":7}"#, ""), (r#"{"id":{}}"#, "")] {
            let detail = format!("`{kind}` is not a kind of message: {kinds}");
            assert_eq!(refusal(text), (None, Kind::UnknownMessage, detail), "{text}");
        }
        for (text, fault) in [
            (r#"{"kind":"ping","id":"x"}"#, "`ping` cannot be read: `n` is missing"),
            (
                r#"{"id":"x","kind":"ping","n":-1}"#,
                "`ping` cannot be read: `-1` is given instead of a whole number from 0 to 18446744073709551615",
            ),
            (r#"{"kind":"watch","game":7,"id":"x"}"#, "`watch` cannot be read: `7` is given instead of a string"),
        ] {
            assert_eq!(refusal(text), (Some("x".to_owned()), Kind::BadRequest, fault.to_owned()), "{text}");
        }
        let long = format!(r#"{{"kind":"dance","id":"{}"}}"#, "x".repeat(33));
        assert_eq!(refusal(&long).0, None);
    }

    #[test]
    fn only_objects_are_messages_and_the_last_of_two_equal_fields_counts() {
        for text in ["", "what", "7", "null", r#""ping""#, r#"["ping",1]"#, r#"{"kind":"ping","n":1"#, "{} {}"] {
            assert!(matches!(read(text), Err(MessageError::NotJson)), "{text}");
        }
        for text in [r#"{"kind":"ping","n":2}"#, " \n{\"n\":1,\"of\":[{}],\"kind\":\"ping\",\"n\":2}\t"] {
            assert!(matches!(read(text), Ok(Message::Ping { n: 2, seen }) if seen.is_empty()), "{text}");
        }
    }
}
