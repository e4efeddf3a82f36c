//! The data that is stored with a log entry: the game's summary, its next check, its end, and the jobs that follow.

use faraday_play::{Act, Fact};
use faraday_store::{AppendId, Ended, Entry, Job, JobKind};

use super::OpenGame;
use crate::games::context::Context;
use crate::games::{NoticeCause, has_summary};

impl OpenGame {
    /// Returns a log entry with the data that is stored with it.
    pub(super) fn entry(&self, act: Act, append_id: AppendId, is_planned: bool, context: &Context<'_>) -> Entry {
        let summary = has_summary(self.table.terms(), act.verdict).then(|| self.table.summary_after(&act));
        let wake_at = summary.as_ref().and_then(|_| self.table.wake_time_after(&act));
        let plies = self.table.ply() + usize::from(matches!(act.fact, Fact::Moved { .. }));
        let ended = act.verdict.map(|verdict| Ended {
            winner: verdict.winner(),
            reason: verdict.reason().to_owned(),
            plies: plies as u64,
        });
        let is_move = matches!(act.fact, Fact::Moved { .. }) && self.table.terms().is_correspondence();
        let reply = || Job {
            kind: JobKind::Reply,
            key: format!("{}/{}", self.id, act.seq),
            body: String::new(),
            not_before: context.now,
        };
        let replies = (is_move && act.verdict.is_none()).then(reply);
        let returns = (is_move && !is_planned).then(|| self.return_job(&act)).flatten();
        let by = act.side.filter(|_| !is_planned);
        let cause = summary.as_ref().and_then(|next| NoticeCause::of_act(&act, next, by));
        let notices = cause.filter(|_| self.table.terms().is_correspondence()).map(|cause| Job {
            kind: JobKind::Notice,
            key: format!("{}/{}", self.id, act.seq),
            body: cause.to_text(),
            not_before: context.now,
        });
        let settles = (ended.is_some() && self.table.terms().rated).then(|| Job {
            kind: JobKind::Settle,
            key: self.id.to_string(),
            body: String::new(),
            not_before: context.now,
        });
        let jobs = replies.into_iter().chain(returns).chain(notices).chain(settles).collect();
        Entry { game: self.id, act, append_id, summary, wake_at, ended, jobs }
    }
}
