//! Checks that a journal is consistent by itself: gapless numbers, legal acts in order, and nothing after the end.

use faraday_wire::live::SharedGame;

use super::{Violation, ViolationKind, clocks, shown, violation};

pub fn check(game: &SharedGame) -> Vec<Violation> {
    let mut found = Vec::new();
    let mut at = game.started_at;
    let mut ended = None;
    for (due, act) in (1..).zip(&game.acts) {
        let note =
            |kind, expected: String| Violation { expected, found: shown(act), ..violation(game, kind, Some(act.seq)) };
        if act.seq != due {
            found.push(note(ViolationKind::Gap, format!("act {due}")));
            // Everything after a gap is a consequence of it.
            return found;
        }
        if act.at < at {
            found.push(note(ViolationKind::Earlier, format!("no earlier than {at}")));
        }
        if let Some(seq) = ended {
            found.push(note(ViolationKind::AfterEnd, format!("nothing after the end with act {seq}")));
        }
        at = at.max(act.at);
        ended = ended.or(act.ended.map(|_| act.seq));
    }
    found.extend(clocks::check(game));
    found.extend(head(game));
    // A replay by the rules finds what the plain checks above cannot. If they found something, it would only repeat it.
    if found.is_empty() {
        found.extend(replay(game));
    }
    found
}

/// Checks that the game's summary of itself follows from its last act.
fn head(game: &SharedGame) -> Option<Violation> {
    let last = game.acts.last();
    let expected = (last.map_or(0, |act| act.seq), last.and_then(|act| act.ended));
    let is_right = (game.seq, game.ended) == expected && last.is_none_or(|act| act.left == game.left);
    let (expected, found) = (
        format!("seq {}, ended {:?}, left {:?}", expected.0, expected.1, last.map(|act| act.left)),
        format!("seq {}, ended {:?}, left {:?}", game.seq, game.ended, game.left),
    );
    (!is_right).then(|| Violation { expected, found, ..violation(game, ViolationKind::Head, None) })
}

/// Checks that every act follows by the rules of the board, of time, and of agreement.
fn replay(game: &SharedGame) -> Option<Violation> {
    let mut table = match game.table() {
        Ok(table) => table,
        Err(error) => {
            let expected = "a variant, a position and terms that can be played".to_owned();
            return Some(Violation { expected, found: error, ..violation(game, ViolationKind::Fold, None) });
        }
    };
    game.acts.iter().find_map(|act| {
        let error = match act.try_into() {
            Ok(folded) => table.fold(&folded).err()?.to_string(),
            Err(error) => error,
        };
        let found = shown(act);
        Some(Violation { expected: error, found, ..violation(game, ViolationKind::Fold, Some(act.seq)) })
    })
}
