//! External events: time, the computer's answers, files.

use std::path::Path;
use std::time::Duration;

use crate::file::SaveError;
use crate::play::opponent::Thought;
use crate::play::record;
use crate::play::table::Seat;
use crate::play::tui::action::Order;
use crate::play::tui::app::App;
use crate::play::tui::dialog::{Dialog, Question};
use crate::play::tui::sitting::{Notice, Purpose};

/// The minimum time for which a position is shown when the computer plays itself.
const TO_BE_SEEN: Duration = Duration::from_millis(700);

impl App {
    pub(in crate::play::tui) fn pass(&mut self, elapsed: Duration) {
        let Some(sitting) = self.sitting() else { return };
        sitting.stood = sitting.stood.saturating_add(elapsed);
        if sitting.table.spend(elapsed).is_some() {
            sitting.begin_position();
            sitting.tell_end();
            self.dialog.take_if(|dialog| {
                matches!(dialog, Dialog::Choice { .. } | Dialog::Confirm(Question::Resign | Question::TakeDraw))
            });
            self.order(Order::Hush);
            return;
        }
        if sitting.stood >= TO_BE_SEEN
            && let Some(thought) = sitting.held.take()
        {
            self.play_thought(&thought);
        }
    }

    pub(in crate::play::tui) fn hear(&mut self, ticket: u64, thought: Option<Thought>) {
        let Some(sitting) = self.sitting() else { return };
        let Some(waiting) = sitting.waiting.take_if(|waiting| waiting.ticket == ticket) else { return };
        let Some(thought) = thought else {
            sitting.say(Notice::Refused("The computer found no move.".to_owned()));
            return;
        };
        match waiting.purpose {
            Purpose::Move if !sitting.table.seats().has(Seat::Human) && sitting.stood < TO_BE_SEEN => {
                sitting.held = Some(thought);
            }
            Purpose::Move => self.play_thought(&thought),
            Purpose::Hint => match sitting.table.game().read_uci(&thought.uci) {
                Ok(legal) => {
                    let mv = legal.mv();
                    let san = sitting.table.game().san(mv);
                    sitting.say(Notice::Told(format!("Hint: {san}.")));
                    sitting.marked = vec![mv.from, mv.to];
                }
                Err(error) => sitting.say(Notice::Refused(error.to_string())),
            },
            Purpose::Draw if thought.accepts_draw(sitting.table.plies().len()) => {
                // If the game has ended in the meantime, its result is shown already.
                drop(sitting.table.agree());
                sitting.begin_position();
                sitting.tell_end();
            }
            Purpose::Draw => {
                sitting.table.decline_draw();
                sitting.say(Notice::Told("The computer declines the draw.".to_owned()));
            }
        }
    }

    fn play_thought(&mut self, thought: &Thought) {
        let Some(sitting) = self.sitting() else { return };
        match sitting.table.game().read_uci(&thought.uci) {
            Ok(legal) => {
                let typed = std::mem::take(&mut sitting.input);
                sitting.play(legal.mv());
                sitting.input = typed;
                self.ask_if_due();
            }
            Err(error) => sitting.say(Notice::Refused(format!("The computer's move cannot be played: {error}."))),
        }
    }

    pub(in crate::play::tui) fn saved(&mut self, path: &Path, result: Result<(), SaveError>) {
        let Some(sitting) = self.sitting() else { return };
        match result {
            Ok(()) => {
                sitting.saved = Some(sitting.table.plies().len());
                sitting.say(Notice::Told(format!("Saved as {}.", path.display())));
            }
            Err(SaveError::Exists(path)) => self.dialog = Some(Dialog::Confirm(Question::Replace(path))),
            Err(error @ SaveError::Unwritable { .. }) => sitting.say(Notice::Refused(error.to_string())),
        }
    }

    pub(in crate::play::tui) fn loaded(&mut self, path: &Path, text: Result<String, String>) {
        let terms = self.terms;
        let Some(sitting) = self.sitting() else { return };
        let entry = sitting.table.game().entry();
        let read =
            |text: String| record::read(&text, Some(entry)).map_err(|error| format!("{}: {error:#}", path.display()));
        match text.and_then(read) {
            Err(problem) => sitting.say(Notice::Refused(problem)),
            Ok(loaded) => {
                let count = loaded.game.moves().len();
                let claim = match loaded.record.result.as_str() {
                    "*" => String::new(),
                    result => format!(" The record says {result}."),
                };
                self.sit_down(loaded, terms);
                self.say(Notice::Told(format!("Loaded {count} plies from {}.{claim}", path.display())));
            }
        }
    }
}
