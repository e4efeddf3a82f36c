//! Leave of players: taking it, ending it, and the background jobs that pass it to their games (T.6a).

use faraday_play::{Leave, Timestamp};
use faraday_rules::Color;
use faraday_store::{GameId, JobKind, LeaveResult, PersonId, TakenLeave};
use faraday_wire::NotNowReason;
use faraday_wire::live::LeaveState;

use super::Play;
use super::job::{Job, Retry};
use crate::games::{Denied, Failure};
use crate::problem::{Kind, Problem};

impl Play {
    /// Returns a player's leave in force, and the number of days that are left.
    pub async fn leave(&self, who: PersonId) -> Result<LeaveState, Problem> {
        let now = self.now();
        let periods: Vec<Leave> = self.store().leaves(who).await?.into_iter().map(TakenLeave::period).collect();
        let running = periods.iter().find(|leave| leave.is_in_force(now));
        Ok(LeaveState {
            from: running.map(|leave| leave.from.as_millis()),
            until: running.map(|leave| leave.until.as_millis()),
            days_left: faraday_play::leave_days_left(&periods, now),
        })
    }

    /// Takes leave of a number of days from now.
    pub async fn take_leave(&self, who: PersonId, days: u32) -> Result<LeaveState, Problem> {
        if !(1..=Leave::MOST_DAYS).contains(&days) {
            let detail = format!("leave lasts from 1 to {} days, not {days}", Leave::MOST_DAYS);
            return Err(Problem::new(Kind::BadLeave, detail).at("days").by(Some("T.6a")));
        }
        let not_now =
            |reason, detail: String| Problem::new(Kind::NotNow, detail).because(reason).by(Some("T.6a")).at("days");
        match self.store().take_leave(who, days, self.now()).await? {
            LeaveResult::Taken(_) => {
                self.games.jobs_added.notify_waiters();
                self.leave(who).await
            }
            LeaveResult::OnLeave(_) => {
                Err(not_now(NotNowReason::OnLeave, "you are on leave already: end that leave first".to_owned()))
            }
            LeaveResult::DaysLeft(left) => {
                let detail = format!("you have {left} of {} days of leave left within a year", Leave::MOST_DAYS);
                Err(not_now(NotNowReason::LeaveUsed, detail).remaining(left))
            }
        }
    }

    /// Ends a player's leave early.
    pub async fn end_leave(&self, who: PersonId) -> Result<LeaveState, Problem> {
        if !self.store().end_leave(who, self.now()).await? {
            let problem = Problem::new(Kind::NotNow, "you are not on leave");
            return Err(problem.because(NotNowReason::NotOnLeave).by(Some("T.6a")));
        }
        self.games.jobs_added.notify_waiters();
        self.leave(who).await
    }
}

/// The job that passes a change of a player's leave to their running games.
pub struct LeaveChange(PersonId);

impl Job for LeaveChange {
    const KIND: JobKind = JobKind::Leave;

    fn read(key: &str, _: &str) -> Option<LeaveChange> {
        let (who, _) = key.split_once('/')?;
        Some(LeaveChange(PersonId::parse(who).ok()?))
    }

    async fn run(self, play: &Play) -> Result<(), Retry> {
        for game in play.store().running_correspondence_games(self.0).await? {
            match play.games.check_leave(game).await {
                // A game that cannot be read is not played on. One with unknown rules or of an unknown variant is left to
                // the nodes that know it, which read the leave when they open it.
                Ok(()) | Err(Denied::Failed(Failure::NotFound | Failure::Damaged | Failure::Unsupported(_))) => {}
                Err(denied) => return Err(format!("game {game} did not take the leave: {denied:?}").into()),
            }
        }
        Ok(())
    }
}

/// The job that ends the leave of a player who has made a move.
pub struct Return {
    game: GameId,
    side: Color,
    at: Timestamp,
}

impl Job for Return {
    const KIND: JobKind = JobKind::Return;

    fn read(key: &str, body: &str) -> Option<Return> {
        let (game, _) = key.split_once('/')?;
        let (side, at) = body.split_once('/')?;
        let side: usize = side.parse().ok()?;
        let (side, at) = (*Color::ALL.get(side)?, Timestamp::from_millis(at.parse().ok()?));
        Some(Return { game: GameId::parse(game).ok()?, side, at })
    }

    async fn run(self, play: &Play) -> Result<(), Retry> {
        let Some(game) = play.store().game(self.game).await? else { return Ok(()) };
        if play.store().end_leave(game.seats[self.side as usize].who, self.at).await? {
            play.games.jobs_added.notify_waiters();
        }
        Ok(())
    }
}
