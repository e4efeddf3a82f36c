//! Checks that the acts each client received are a gapless prefix of the journal, and all of it once the game is over.

use faraday_wire::live::{PlayedAct, SharedGame};

use super::{Violation, ViolationKind, shown, violation};
use crate::history::{Entry, History, Transport};

/// The state of a client while its history is replayed.
struct ClientView<'a> {
    game: &'a SharedGame,
    history: &'a History,
    /// The number of the last act before which nothing is missing.
    last: u64,
    /// The number of an act that arrived before earlier ones.
    missing_before: Option<u64>,
    found: Vec<Violation>,
}

pub fn check(game: &SharedGame, history: &History) -> Vec<Violation> {
    let mut view = ClientView { game, history, last: 0, missing_before: None, found: Vec::new() };
    for entry in &history.entries {
        match entry {
            Entry::ActReceived(act) => view.receive(act),
            Entry::Resumed { seen, head, acts } => view.resume(*seen, *head, acts),
            Entry::Acked { id, seq: Some(seq), transport: Transport::Socket } if *seq > view.last => {
                let found = format!("the acknowledgement of `{id}` when act {} was the last one told", view.last);
                view.note(ViolationKind::AckFirst, Some(*seq), "the act before its acknowledgement", &found);
            }
            Entry::Unreadable(text) => view.note(ViolationKind::Unreadable, None, "a frame of the protocol", text),
            Entry::Stuck(text) => {
                view.note(ViolationKind::Stuck, None, "answers, and a game that goes on", text);
            }
            Entry::Acked { .. } | Entry::Sent { .. } | Entry::Refused { .. } | Entry::Disconnected => {}
        }
    }
    if let Some(seq) = view.missing_before {
        let expected = format!("acts {} to {}", view.last + 1, seq - 1);
        view.note(ViolationKind::MissedActs, Some(seq), &expected, "none of them, to the end");
    } else if game.ended.is_some() && view.last < game.seq {
        let found = format!("nothing after act {}", view.last);
        view.note(ViolationKind::Unfinished, Some(game.seq), "every act to the end of the game", &found);
    }
    view.found
}

impl ClientView<'_> {
    fn note(&mut self, kind: ViolationKind, seq: Option<u64>, expected: &str, found: &str) {
        self.found.push(Violation {
            observer: self.history.observer.clone(),
            expected: expected.to_owned(),
            found: found.to_owned(),
            ..violation(self.game, kind, seq)
        });
    }

    /// Checks that an act from any source equals the one in the journal.
    fn compare(&mut self, act: &PlayedAct) {
        let kept = act.seq.checked_sub(1).and_then(|at| self.game.acts.get(at as usize));
        if kept != Some(act) {
            let expected = kept.map_or_else(|| "no such act".to_owned(), shown);
            self.note(ViolationKind::Diverged, Some(act.seq), &expected, &shown(act));
        }
    }

    fn receive(&mut self, act: &PlayedAct) {
        self.compare(act);
        if act.seq == self.last + 1 {
            self.last = act.seq;
        } else if act.seq > self.last {
            self.missing_before =
                Some(self.missing_before.map_or(act.seq, |missing_before| missing_before.min(act.seq)));
        }
    }

    fn resume(&mut self, seen: u64, head: u64, acts: &[PlayedAct]) {
        for act in acts {
            self.compare(act);
        }
        // If the client has named an act as seen that does not exist yet, the answer contains all acts.
        let from = if seen > head { 0 } else { seen };
        let is_whole = acts.iter().map(|act| act.seq).eq(from + 1..=head);
        if !is_whole {
            let expected = format!("acts {} to {head} after `seen` {seen}", from + 1);
            let found = acts.iter().map(|act| act.seq.to_string()).collect::<Vec<_>>().join(", ");
            self.note(ViolationKind::MissedActs, Some(from + 1), &expected, &format!("acts {found}"));
        }
        self.last = self.last.max(head);
        self.missing_before = self.missing_before.filter(|missing_before| *missing_before > self.last + 1);
    }
}
