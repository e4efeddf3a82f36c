//! The cause of a notice, as stored in the body of the job that adds the notice.

use faraday_play::{Act, Summary, Timestamp};
use faraday_rules::Color;
use faraday_wire as wire;
use serde::{Deserialize, Serialize};

/// An event in a correspondence game of which players are notified.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum NoticeCause {
    /// The turn of a side has begun.
    Turn { side: wire::Color, at: u64 },
    /// The time of a side is running out in the turn that began at `since`.
    Reminder { side: wire::Color, since: u64, at: u64 },
    /// The game has ended, perhaps by the action of a side.
    Ended {
        #[serde(skip_serializing_if = "Option::is_none", default)]
        by: Option<wire::Color>,
        at: u64,
    },
}

impl NoticeCause {
    /// Returns the cause in a new act. `by` is the player who has acted in person.
    pub fn of_act(act: &Act, next: &Summary, by: Option<Color>) -> Option<NoticeCause> {
        let at = act.at.as_millis();
        if act.verdict.is_some() {
            return Some(NoticeCause::Ended { by: by.map(Into::into), at });
        }
        // A move or a takeback begins a turn.
        (next.moved_at == act.at).then(|| NoticeCause::Turn { side: next.turn.into(), at })
    }

    /// Returns the cause of a reminder to a side.
    pub fn of_reminder(side: Color, since: Timestamp, at: Timestamp) -> NoticeCause {
        NoticeCause::Reminder { side: side.into(), since: since.as_millis(), at: at.as_millis() }
    }

    /// Returns the body of the job.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("a cause is made of words and numbers")
    }

    /// Parses the body of a job.
    pub fn parse(text: &str) -> Option<NoticeCause> {
        serde_json::from_str(text).ok()
    }
}
