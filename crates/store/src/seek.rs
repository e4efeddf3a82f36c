//! A seek: an offer to play one of several games against any opponent who fits.

use std::time::Duration;

use faraday_play::{Days, Reserve, Summary, Terms, TimeControl, TimeMode, Timestamp};
use faraday_ratings::Pace;
use faraday_rules::Color;

use crate::{GameId, NewGame, PersonId, Seat, SeekId, TokenHash};

/// A game that a seek offers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct SeekGame {
    pub variant: String,
    pub terms: Terms,
}

/// A game that is ready to begin, except for its players.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct PreparedGame {
    pub game: SeekGame,
    /// The starting position, if it is not that of the variant.
    pub fen: Option<String>,
    /// The version of the rules.
    pub rules: String,
    /// The time by which a node must check the clocks.
    pub wake_at: Option<Timestamp>,
    /// Data for lists of games.
    pub summary: Option<Summary>,
}

/// A seek before it finds a game or is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct NewSeek {
    pub who: PersonId,
    /// The session of the request. A seek for games with a clock ends with it.
    pub session: TokenHash,
    /// The games, the preferred one first. All have a clock, or all are correspondence games.
    pub games: Vec<PreparedGame>,
    /// The side of the person. `None` for any.
    pub side: Option<Color>,
    /// True if only opponents of about the same strength fit.
    pub wants_near: bool,
    pub made_at: Timestamp,
    /// The last opponent of the person, whose seek is taken only if no other fits.
    pub last_opponent: Option<PersonId>,
    /// The ids for a request that may be repeated. `None` for random ids.
    pub ids: Option<SeekIds>,
}

/// The ids of what a seek creates, derived from the id of the request. A repeated request has the same ids.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeekIds {
    /// The id of the seek, if it waits.
    pub seek: SeekId,
    /// The id of the game, if it begins at once. If that id was used before, the game has a random one.
    pub game: GameId,
}

/// A seek that waits for an opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Seek {
    pub id: SeekId,
    pub who: PersonId,
    /// The games, the preferred one first.
    pub games: Vec<SeekGame>,
    /// The side of the person. `None` for any.
    pub side: Option<Color>,
    /// True if only opponents of about the same strength fit.
    pub wants_near: bool,
    pub made_at: Timestamp,
    pub ends_at: Timestamp,
}

impl Seek {
    /// Returns true if the games have clocks.
    pub(crate) fn is_live(&self) -> bool {
        self.games.iter().any(|game| game.pace() == Pace::Live)
    }
}

impl SeekGame {
    /// Returns the pace, which selects the ratings to compare.
    pub fn pace(&self) -> Pace {
        if self.terms.control().is_some() { Pace::Live } else { Pace::Days }
    }

    /// Returns true for a rated game with a clock. A member plays only one of them at a time.
    pub(crate) fn is_rated_live(&self) -> bool {
        self.terms.rated && self.pace() == Pace::Live
    }
}

impl PreparedGame {
    /// Returns the new game of these players, White first.
    pub fn begin(&self, players: [PersonId; 2], now: Timestamp) -> NewGame {
        NewGame {
            variant: self.game.variant.clone(),
            rules: self.rules.clone(),
            fen: self.fen.clone(),
            terms: self.game.terms,
            seats: players.map(|who| Seat::new(who, None)),
            started_at: now,
            wake_at: self.wake_at,
            summary: self.summary.clone(),
        }
    }
}

/// Encodes a time control: `300000+3000` in milliseconds, with `/40` for a number of moves, `days/3`, or `reserve/10`.
/// `None` without a time limit, which no seek offers.
pub(crate) fn encode_time(mode: TimeMode) -> Option<String> {
    match mode {
        TimeMode::Clock(control) => {
            let moves = control.moves().map(|moves| format!("/{moves}")).unwrap_or_default();
            let [base, increment] = [control.base(), control.increment()].map(|time| time.as_millis());
            Some(format!("{base}+{increment}{moves}"))
        }
        TimeMode::Days(days) => Some(format!("days/{}", days.count())),
        TimeMode::Reserve(reserve) => Some(format!("reserve/{}", reserve.count())),
        TimeMode::Unlimited => None,
    }
}

/// Parses an encoded time control.
pub(crate) fn decode_time(text: &str) -> Option<TimeMode> {
    if let Some(days) = text.strip_prefix("days/") {
        return Some(TimeMode::Days(Days::new(days.parse().ok()?)?));
    }
    if let Some(days) = text.strip_prefix("reserve/") {
        return Some(TimeMode::Reserve(Reserve::new(days.parse().ok()?)?));
    }
    let (base, rest) = text.split_once('+')?;
    let (increment, moves) = rest.split_once('/').map_or((rest, None), |(increment, moves)| (increment, Some(moves)));
    let time = |millis: &str| millis.parse().ok().map(Duration::from_millis);
    let control = TimeControl::fischer(time(base)?, time(increment)?).ok()?;
    Some(TimeMode::Clock(match moves {
        None => control,
        Some(moves) => control.every(moves.parse().ok()?),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_back() {
        let clocks = ["300+3", "0.001", "60.001+0.5", "40/3600+10", "0+5"];
        let clocks = clocks.map(|clock| TimeMode::Clock(clock.parse().unwrap()));
        let days = Days::ALL.map(TimeMode::Days).into_iter().chain(Reserve::ALL.map(TimeMode::Reserve));
        for mode in clocks.into_iter().chain(days) {
            assert_eq!(encode_time(mode).and_then(|text| decode_time(&text)), Some(mode));
        }
        assert_eq!(encode_time(TimeMode::Unlimited), None);
        assert_eq!(encode_time(TimeMode::Clock("300+3".parse().unwrap())).as_deref(), Some("300000+3000"));
    }

    #[test]
    fn texts_that_are_no_time_control_are_refused() {
        for text in ["", "300000", "+", "0+0", "1+x", "300000+0/0", "days/4", "days/", "reserve/11", "-1+0"] {
            assert_eq!(decode_time(text), None, "{text}");
        }
    }
}
