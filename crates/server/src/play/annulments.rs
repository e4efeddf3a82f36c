//! Annulment of rated games by a moderator (T.7d).

use faraday_store::{AnnulResult, Annulment, Game, GameId};

use super::Play;
use crate::games::Failure;
use crate::problem::{Kind, Problem};
use crate::shapes::failed;

/// The maximum length of a reason in characters.
const LONGEST_REASON: usize = 200;

/// Returns the reason of an annulment without spaces around it. `None` unless it is one line of 1 to 200 characters.
pub fn parse_reason(reason: &str) -> Option<&str> {
    let reason = reason.trim();
    let is_valid = (1..=LONGEST_REASON).contains(&reason.chars().count()) && !reason.contains(char::is_control);
    is_valid.then_some(reason)
}

impl Play {
    /// Annuls a rated game that counts. Returns the game, and whether it was not annulled before.
    pub async fn annul(&self, id: GameId, reason: &str) -> Result<(Game, bool), Problem> {
        let reason = parse_reason(reason).ok_or_else(|| {
            let detail = format!("the reason must be one line of 1 to {LONGEST_REASON} characters");
            Problem::new(Kind::BadRequest, detail).at("reason")
        })?;
        let annulment = Annulment { at: self.now(), reason: reason.to_owned() };
        let is_new = match self.store().annul(id, annulment).await? {
            AnnulResult::Annulled => true,
            AnnulResult::Earlier => false,
            AnnulResult::Unknown => return Err(failed(&Failure::NotFound)),
            AnnulResult::Unrated => return Err(refused("the game is not rated")),
            AnnulResult::Unsettled => return Err(refused("it is not decided yet whether the game counts")),
            AnnulResult::NotCounted(rated_as) => {
                return Err(refused(&format!("the game does not count (`{}`)", rated_as.as_str())));
            }
        };
        let game = self.store().game(id).await?.ok_or_else(|| failed(&Failure::NotFound))?;
        Ok((game, is_new))
    }
}

fn refused(detail: &str) -> Problem {
    Problem::new(Kind::NotNow, detail).by(Some("T.7d"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_one_short_line() {
        assert_eq!(parse_reason("  Both moved for one player. "), Some("Both moved for one player."));
        assert_eq!(parse_reason(&"ä".repeat(200)), Some("ä".repeat(200).as_str()));
        for wrong in ["", "  ", "two\nlines", &"a".repeat(201)] {
            assert_eq!(parse_reason(wrong), None, "{wrong:?}");
        }
    }
}
