//! The background job that adds notices of a turn, a reminder, or the end of a correspondence game.

use faraday_play::Timestamp;
use faraday_rules::Color;
use faraday_store::{GameId, JobKind, NewNotice, NoticeBody, NoticeKind, PersonId};

use super::Play;
use super::job::{Job, Retry};
use crate::games::NoticeCause;
use crate::metrics;

/// The job that adds the notices of an act, or of a reminder in the turn after it.
pub struct NoticeJob {
    game: GameId,
    seq: u64,
    /// The key of the job: the game, the number of the act, and the reminder, if it is for one.
    key: String,
    cause: NoticeCause,
}

impl Job for NoticeJob {
    const KIND: JobKind = JobKind::Notice;

    fn read(key: &str, body: &str) -> Option<NoticeJob> {
        let (game, rest) = key.split_once('/')?;
        let seq = rest.split('/').next()?.parse().ok()?;
        Some(NoticeJob { game: GameId::parse(game).ok()?, seq, key: key.to_owned(), cause: NoticeCause::parse(body)? })
    }

    async fn run(self, play: &Play) -> Result<(), Retry> {
        let Some(stored) = play.summarized_game(self.game).await? else { return Ok(()) };
        let player = |side: Color| stored.seats[side as usize].who;
        // The turn that the cause belongs to may be over already, by a conditional move for example.
        let turn_since = |side: Color| {
            let summary = stored.summary.as_ref().filter(|_| stored.outcome.is_none());
            summary.filter(|summary| summary.turn == side).map(|summary| summary.moved_at)
        };
        match self.cause {
            NoticeCause::Turn { side, at } => {
                let (side, at) = (Color::from(side), Timestamp::from_millis(at));
                play.settle_turn(player(!side), self.game, at).await?;
                if turn_since(side) == Some(at) {
                    self.add(play, NoticeKind::Turn, &[player(side)], at).await?;
                }
            }
            NoticeCause::Reminder { side, since, at } => {
                if turn_since(side.into()) == Some(Timestamp::from_millis(since)) {
                    self.add(play, NoticeKind::Time, &[player(side.into())], Timestamp::from_millis(at)).await?;
                }
            }
            NoticeCause::Ended { by, at } => {
                let (by, at) = (by.map(Color::from), Timestamp::from_millis(at));
                for side in Color::ALL {
                    play.settle_turn(player(side), self.game, at).await?;
                }
                let others: Vec<_> = Color::ALL.into_iter().filter(|side| Some(*side) != by).map(player).collect();
                self.add(play, NoticeKind::Ended, &others, at).await?;
            }
        }
        Ok(())
    }
}

impl NoticeJob {
    /// Adds the notice to some people.
    async fn add(&self, play: &Play, kind: NoticeKind, people: &[PersonId], at: Timestamp) -> Result<(), Retry> {
        let notice = |who: &PersonId| NewNotice {
            who: *who,
            key: format!("{}/{}", kind.as_str(), self.key),
            kind,
            game: Some(self.game),
            at,
            body: NoticeBody { seq: Some(self.seq), ..NoticeBody::default() },
            send_at: at.after(NewNotice::DELAY),
        };
        for added in play.store().add_notices(people.iter().map(notice).collect()).await? {
            metrics::notice_added(kind.as_str());
            play.announce_notices(added.who).await?;
        }
        Ok(())
    }
}
