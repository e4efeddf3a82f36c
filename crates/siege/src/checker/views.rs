//! The acts that a client received are a prefix of the journal without gaps, and all of it once the game is over.

use faraday_wire::live::{PlayedAct, SharedGame};

use super::{Breach, Violation, breach, shown};
use crate::history::{Entry, History, Way};

/// The state of a client while its history is replayed.
struct View<'a> {
    game: &'a SharedGame,
    history: &'a History,
    /// The number of the last act before which nothing is missing.
    last: u64,
    /// The number of an act that arrived before earlier ones.
    hole: Option<u64>,
    found: Vec<Violation>,
}

pub fn check(game: &SharedGame, history: &History) -> Vec<Violation> {
    let mut view = View { game, history, last: 0, hole: None, found: Vec::new() };
    for entry in &history.entries {
        match entry {
            Entry::Told(act) => view.tell(act),
            Entry::Resumed { seen, head, acts } => view.resume(*seen, *head, acts),
            Entry::Acked { id, seq: Some(seq), way: Way::Socket } if *seq > view.last => {
                let found = format!("the acknowledgement of `{id}` when act {} was the last one told", view.last);
                view.note(Breach::AckFirst, Some(*seq), "the act before its acknowledgement", &found);
            }
            Entry::Unreadable(text) => view.note(Breach::Unreadable, None, "a frame of the protocol", text),
            Entry::Stuck(text) => {
                view.note(Breach::Stuck, None, "answers, and a game that goes on", text);
            }
            Entry::Acked { .. } | Entry::Sent { .. } | Entry::Refused { .. } | Entry::Cut => {}
        }
    }
    if let Some(seq) = view.hole {
        let expected = format!("acts {} to {}", view.last + 1, seq - 1);
        view.note(Breach::Hole, Some(seq), &expected, "none of them, to the end");
    } else if game.ended.is_some() && view.last < game.seq {
        let found = format!("nothing after act {}", view.last);
        view.note(Breach::Unfinished, Some(game.seq), "every act to the end of the game", &found);
    }
    view.found
}

impl View<'_> {
    fn note(&mut self, kind: Breach, seq: Option<u64>, expected: &str, found: &str) {
        self.found.push(Violation {
            observer: self.history.observer.clone(),
            expected: expected.to_owned(),
            found: found.to_owned(),
            ..breach(self.game, kind, seq)
        });
    }

    /// Checks that an act from any source equals the one in the journal.
    fn compare(&mut self, act: &PlayedAct) {
        let kept = act.seq.checked_sub(1).and_then(|at| self.game.acts.get(at as usize));
        if kept != Some(act) {
            let expected = kept.map_or_else(|| "no such act".to_owned(), shown);
            self.note(Breach::Diverged, Some(act.seq), &expected, &shown(act));
        }
    }

    fn tell(&mut self, act: &PlayedAct) {
        self.compare(act);
        if act.seq == self.last + 1 {
            self.last = act.seq;
        } else if act.seq > self.last {
            self.hole = Some(self.hole.map_or(act.seq, |hole| hole.min(act.seq)));
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
            self.note(Breach::Hole, Some(from + 1), &expected, &format!("acts {found}"));
        }
        self.last = self.last.max(head);
        self.hole = self.hole.filter(|hole| *hole > self.last + 1);
    }
}
