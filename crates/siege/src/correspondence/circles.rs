//! Circles of two people with three correspondence games, whose moments of time and actions come during the test.

use faraday_play::{Reminder, Timestamp};
use rand::RngExt;
use rand::distr::{Alphanumeric, SampleString};
use rand::rngs::SmallRng;

use super::imported_game::{Form, GamePlan, ImportedGame, Moment, PlannedLeave};
use crate::checker::{DAY_MS, HOUR_MS, Period};

/// Two people with their games and what they do.
pub struct Circle {
    pub people: [Person; 2],
    pub games: Vec<CircleGame>,
    /// The actions of the first person, with their times.
    pub actions: Vec<(u64, Action)>,
    /// True if both play on in all games.
    pub plays_on: bool,
}

/// A person with a session.
pub struct Person {
    pub id: String,
    pub name: String,
    pub token: String,
    pub devices: Vec<String>,
    /// The leave that was taken before the test.
    pub leave: Option<Period>,
}

/// An imported game of a circle.
pub struct CircleGame {
    pub id: String,
    pub imported: ImportedGame,
}

/// An action of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// A move by the side to move in the game with this index.
    Move(usize),
    Resign(usize),
    TakeLeave(u32),
    Return,
}

/// The event that a circle is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    PlayOn,
    TimeUp,
    Reminders,
    LeaveEnds,
    OnLeave,
    LeaveTooLate,
    BackEarly,
    BackByMove,
    LeaveTaken,
    LastSecond,
}

/// The themes of the circles, in turn.
pub const THEMES: [Theme; 12] = [
    Theme::PlayOn,
    Theme::TimeUp,
    Theme::Reminders,
    Theme::LeaveEnds,
    Theme::OnLeave,
    Theme::LeaveTooLate,
    Theme::PlayOn,
    Theme::BackEarly,
    Theme::BackByMove,
    Theme::LeaveTaken,
    Theme::LastSecond,
    Theme::Reminders,
];

/// The time control, the number of moves, and the moment of a planned game.
type Outline = (Form, usize, Moment, u64, PlannedLeave);

impl Theme {
    /// Returns the leave that the first person has taken before the test.
    fn leave(self, at: u64, other: u64) -> Option<Period> {
        let days = |from, days: u64| Some(Period { from, until: from + days * DAY_MS });
        match self {
            Theme::LeaveEnds => days(at - 4 * DAY_MS, 4),
            Theme::OnLeave => days(at.max(other) - 3 * HOUR_MS, 7),
            Theme::LeaveTooLate => days(at - HOUR_MS, 2),
            Theme::BackEarly | Theme::BackByMove => days(at - 5 * HOUR_MS, 3),
            Theme::PlayOn | Theme::TimeUp | Theme::Reminders | Theme::LeaveTaken | Theme::LastSecond => None,
        }
    }

    /// Returns the actions of the first person, with their times.
    fn actions(self, [at, other, third, fourth]: [u64; 4], rng: &mut SmallRng) -> Vec<(u64, Action)> {
        match self {
            Theme::BackEarly => vec![(at, Action::Return)],
            Theme::BackByMove => vec![(at, Action::Move(2))],
            Theme::LeaveTaken => vec![(at, Action::TakeLeave(2)), (at + 25_000, Action::Return)],
            // From a second and a half before the deadline to a little after it.
            Theme::LastSecond => [at, other, third]
                .into_iter()
                .enumerate()
                .map(|(game, at)| (at + 300 - rng.random_range(0..1800), Action::Move(game)))
                .collect(),
            Theme::Reminders => vec![(fourth, Action::Resign(0))],
            Theme::PlayOn | Theme::TimeUp | Theme::LeaveEnds | Theme::OnLeave | Theme::LeaveTooLate => Vec::new(),
        }
    }
}

impl Circle {
    /// Creates the circle with a number. Its moments are in the given period.
    pub fn new(number: usize, period: Period, rng: &mut SmallRng) -> anyhow::Result<Circle> {
        use Form::{Days, Reserve};
        use Moment::{Deadline, MostTimeUsed, SixHoursLeft, Start};
        let theme = THEMES[number % THEMES.len()];
        // White, the first person, is to move after an even number of moves.
        let (even, two) = (2 * rng.random_range(1..8), 2);
        let mut soon = || rng.random_range(period.from..period.until);
        let [at, other, third, fourth] = [soon(), soon(), soon(), soon()];
        let seconds = |seconds: u64| seconds * 1000;
        // The return from this leave and its reminders must come within the period.
        let is_short = theme == Theme::LeaveTaken;
        let at = if is_short { at.min(period.until.saturating_sub(seconds(40))).max(period.from) } else { at };
        let leave = theme.leave(at, other);
        let written = leave.map_or(PlannedLeave::None, PlannedLeave::Instead);
        let before = leave.map_or(PlannedLeave::None, |leave| PlannedLeave::Before(leave, at));
        let none = PlannedLeave::None;
        let games: [Outline; 3] = match theme {
            Theme::PlayOn => {
                let now = period.from - seconds(60);
                [
                    (Days(3), even, Start, now, none),
                    (Reserve(3), even + 1, Start, now, none),
                    (Reserve(10), 0, Start, now, none),
                ]
            }
            Theme::TimeUp => [
                (Days(1), even, Deadline, at, none),
                (Reserve(3), even + 1, Deadline, other, none),
                if number.is_multiple_of(2) {
                    (Days(2), 1, Deadline, third, none)
                } else {
                    (Reserve(30), 0, Deadline, third, none)
                },
            ],
            Theme::Reminders => [
                (Days(3), even, MostTimeUsed, at, none),
                (Reserve(10), even, SixHoursLeft, other, none),
                (Days(1), even + 1, if number.is_multiple_of(2) { SixHoursLeft } else { MostTimeUsed }, third, none),
            ],
            Theme::LeaveEnds => [
                (Days(3), even, SixHoursLeft, at + seconds(4), before),
                (Reserve(3), even, MostTimeUsed, at + seconds(3), before),
                (Days(5), even + 1, Deadline, other, none),
            ],
            Theme::OnLeave => [
                (Days(1), even, Deadline, at, written),
                (Reserve(3), even, Deadline, other, PlannedLeave::Unwritten),
                (Days(2), even + 1, SixHoursLeft, third, none),
            ],
            Theme::LeaveTooLate => [
                (Days(1), even, Deadline, at, PlannedLeave::Unwritten),
                (Reserve(3), two, Deadline, at + seconds(3), PlannedLeave::Unwritten),
                (Days(7), even, MostTimeUsed, at + HOUR_MS, written),
            ],
            // The first two reminders come some seconds after the return.
            Theme::BackEarly | Theme::BackByMove => [
                (Days(2), even, SixHoursLeft, at + seconds(3), before),
                (Reserve(3), even, MostTimeUsed, at + seconds(5), before),
                (Days(5), even, MostTimeUsed, at + HOUR_MS, written),
            ],
            Theme::LeaveTaken => [
                (Days(3), even, SixHoursLeft, at + seconds(12), none),
                (Reserve(10), even, MostTimeUsed, at + seconds(15), none),
                (Days(2), even + 1, SixHoursLeft, third, none),
            ],
            Theme::LastSecond => [
                (Days(1), even, Deadline, at, none),
                (Reserve(3), even, Deadline, other, none),
                (Days(3), 2 * (number % 2), Deadline, third, none),
            ],
        };
        let actions = theme.actions([at, other, third, fourth], rng);
        let catalog = faraday_variants::catalog();
        let mut built = Vec::new();
        for (place, (form, plies, moment, at, leave)) in games.into_iter().enumerate() {
            let variant = catalog[(number + place) % catalog.len()].id;
            let imported = GamePlan { variant, form, plies, moment, at, leave }.build(rng)?;
            built.push(CircleGame { id: Alphanumeric.sample_string(rng, 8), imported });
        }
        let people = ["a", "b"].map(|seat| {
            let devices = (0..rng.random_range(1..=2)).map(|_| Alphanumeric.sample_string(rng, 12)).collect();
            Person {
                id: Alphanumeric.sample_string(rng, 12),
                name: format!("correspondence {number}{seat}"),
                token: Alphanumeric.sample_string(rng, 32),
                devices,
                leave: leave.filter(|_| seat == "a"),
            }
        });
        Ok(Circle { people, games: built, actions, plays_on: theme == Theme::PlayOn })
    }
}

impl CircleGame {
    /// Returns the reminders of the turn that have come by a time.
    pub fn past_reminders(&self, now: u64) -> Vec<(&'static str, u64)> {
        let (mut until, mut found) = (now, Vec::new());
        while let Some((reminder, at)) = self.imported.table.reminder(Timestamp::from_millis(until)) {
            let name = match reminder {
                Reminder::MostTimeUsed => "80",
                Reminder::SixHoursLeft => "6h",
            };
            found.push((name, at.as_millis()));
            until = at.as_millis() - 1;
        }
        found
    }
}
