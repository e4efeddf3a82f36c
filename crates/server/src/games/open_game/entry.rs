//! The data that is stored with a log entry: the game's summary, its next check, its end, and the jobs that follow.

use faraday_play::{Act, Fact};
use faraday_store::{AppendId, Ended, Entry, Job, JobKind, house_job};

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
        let house = self.house_job(&act, context);
        let jobs = replies.into_iter().chain(returns).chain(notices).chain(settles).chain(house).collect();
        Entry { game: self.id, act, append_id, summary, wake_at, ended, jobs }
    }

    /// Returns the job in which the house replies to a move or an offer of its opponent.
    fn house_job(&self, act: &Act, context: &Context<'_>) -> Option<Job> {
        let is_addressed = matches!(act.fact, Fact::Moved { .. } | Fact::Offered { .. });
        let opponent = !self.house?;
        let is_due = is_addressed && act.side == Some(opponent) && act.verdict.is_none();
        is_due.then(|| house_job(self.id, act.seq, context.now))
    }
}

#[cfg(test)]
mod tests {
    use faraday_play::{Action, Command, Table, Terms, Timestamp, Venue};
    use faraday_rules::Color;
    use faraday_store::{GameId, NodeId, Process};
    use faraday_variants::find;

    use super::*;
    use crate::games::context::Heartbeats;
    use crate::games::open_game::{AppendOutcome, Effect, Input, QueuedRequest};

    /// Handles a command. Returns the keys of the house's jobs that are stored with its log entry.
    fn house_jobs(game: &mut OpenGame, command: Command) -> Vec<String> {
        let me = Process { node: NodeId::parse("node").unwrap(), boot: 9 };
        let (now, heartbeats) = (Timestamp::from_millis(1_000), Heartbeats::default());
        let context = Context {
            now,
            me: &me,
            started: now,
            heartbeats: &heartbeats,
            downtime: None,
            may_flag: true,
            is_alone: true,
        };
        let request = QueuedRequest { ticket: 1, command, arrived: now, is_sure: false, planned: None };
        let effects = game.handle(Input::Request(request), &context);
        let [Effect::Append(entry)] = &effects[..] else { panic!("{effects:?}") };
        game.handle(Input::Appended(entry.append_id, Ok(AppendOutcome::Written)), &context);
        entry.jobs.iter().filter(|job| job.kind == JobKind::House).map(|job| job.key.clone()).collect()
    }

    fn game(house: Option<Color>) -> OpenGame {
        let terms = Terms::UNLIMITED;
        let table =
            Table::new(find("chess").unwrap().game(None).unwrap(), terms, Venue::Online, Timestamp::from_millis(0));
        OpenGame::new(GameId::parse("aB3dE6g8").unwrap(), table, Default::default()).with_house(house)
    }

    #[test]
    fn moves_and_offers_to_the_house_are_stored_with_a_job() {
        let (white, black) = (Color::White, Color::Black);
        let mut game = game(Some(black));
        assert_eq!(house_jobs(&mut game, Command::to_move(white, 0, "e2e4")), ["aB3dE6g8/1"]);
        assert!(house_jobs(&mut game, Command::to_move(black, 1, "e7e5")).is_empty());
        assert_eq!(house_jobs(&mut game, Command::of(white, Action::Draw)), ["aB3dE6g8/3"]);
        assert!(house_jobs(&mut game, Command::of(black, Action::Decline(None))).is_empty());
        assert_eq!(house_jobs(&mut game, Command::of(white, Action::Takeback)), ["aB3dE6g8/5"]);
        assert!(house_jobs(&mut game, Command::of(black, Action::Accept(None))).is_empty());
        assert!(house_jobs(&mut game, Command::of(white, Action::Resign)).is_empty());
    }

    #[test]
    fn a_game_of_two_people_has_no_job_of_the_house() {
        assert!(house_jobs(&mut game(None), Command::to_move(Color::White, 0, "e2e4")).is_empty());
    }
}
