//! Handling of external events: clock ticks, the computer's answers, and completed file operations.

use std::path::Path;
use std::time::Duration;

use crate::file::SaveError;
use crate::play::opponent::EngineAnswer;
use crate::play::record;
use crate::play::table::PlayerKind;
use crate::play::tui::action::Effect;
use crate::play::tui::app::App;
use crate::play::tui::dialog::{Confirmation, Dialog};
use crate::play::tui::game_screen::{Notice, SearchPurpose};

/// The minimum time for which a position is shown when the computer plays itself.
const TO_BE_SEEN: Duration = Duration::from_millis(700);

impl App {
    pub(in crate::play::tui) fn pass(&mut self, elapsed: Duration) {
        let Some(screen) = self.game_screen() else { return };
        screen.shown_for = screen.shown_for.saturating_add(elapsed);
        if screen.table.advance_clock(elapsed).is_some() {
            screen.begin_position();
            screen.show_result();
            self.dialog.take_if(|dialog| {
                matches!(dialog, Dialog::Choice { .. } | Dialog::Confirm(Confirmation::Resign | Confirmation::TakeDraw))
            });
            self.emit(Effect::StopSearch);
            return;
        }
        if screen.shown_for >= TO_BE_SEEN
            && let Some(answer) = screen.delayed_answer.take()
        {
            self.play_answer(&answer);
        }
    }

    pub(in crate::play::tui) fn on_answer(&mut self, request_id: u64, answer: Option<EngineAnswer>) {
        let Some(screen) = self.game_screen() else { return };
        let Some(pending) = screen.pending.take_if(|pending| pending.request_id == request_id) else { return };
        let Some(answer) = answer else {
            screen.show_notice(Notice::Refused("The computer found no move.".to_owned()));
            return;
        };
        match pending.purpose {
            SearchPurpose::Move if !screen.table.players().has(PlayerKind::Human) && screen.shown_for < TO_BE_SEEN => {
                screen.delayed_answer = Some(answer);
            }
            SearchPurpose::Move => self.play_answer(&answer),
            SearchPurpose::Hint => match screen.table.game().read_uci(&answer.uci) {
                Ok(legal) => {
                    let mv = legal.mv();
                    let san = screen.table.game().san(mv);
                    screen.show_notice(Notice::Info(format!("Hint: {san}.")));
                    screen.marked = vec![mv.from, mv.to];
                }
                Err(error) => screen.show_notice(Notice::Refused(error.to_string())),
            },
            SearchPurpose::Draw if answer.accepts_draw(screen.table.plies().len()) => {
                // If the game has ended in the meantime, its result is shown already.
                drop(screen.table.agree());
                screen.begin_position();
                screen.show_result();
            }
            SearchPurpose::Draw => {
                screen.table.decline_draw();
                screen.show_notice(Notice::Info("The computer declines the draw.".to_owned()));
            }
        }
    }

    fn play_answer(&mut self, answer: &EngineAnswer) {
        let Some(screen) = self.game_screen() else { return };
        match screen.table.game().read_uci(&answer.uci) {
            Ok(legal) => {
                let typed = std::mem::take(&mut screen.input);
                screen.play(legal.mv());
                screen.input = typed;
                self.request_computer_move();
            }
            Err(error) => {
                screen.show_notice(Notice::Refused(format!("The computer's move cannot be played: {error}.")));
            }
        }
    }

    pub(in crate::play::tui) fn saved(&mut self, path: &Path, result: Result<(), SaveError>) {
        let Some(screen) = self.game_screen() else { return };
        match result {
            Ok(()) => {
                screen.saved = Some(screen.table.plies().len());
                screen.show_notice(Notice::Info(format!("Saved as {}.", path.display())));
            }
            Err(SaveError::Exists(path)) => self.dialog = Some(Dialog::Confirm(Confirmation::Replace(path))),
            Err(error @ SaveError::Unwritable { .. }) => screen.show_notice(Notice::Refused(error.to_string())),
        }
    }

    pub(in crate::play::tui) fn loaded(&mut self, path: &Path, text: Result<String, String>) {
        let options = self.options;
        let Some(screen) = self.game_screen() else { return };
        let entry = screen.table.game().entry();
        let read =
            |text: String| record::read(&text, Some(entry)).map_err(|error| format!("{}: {error:#}", path.display()));
        match text.and_then(read) {
            Err(problem) => screen.show_notice(Notice::Refused(problem)),
            Ok(loaded) => {
                let count = loaded.game.moves().len();
                let claim = match loaded.record.result.as_str() {
                    "*" => String::new(),
                    result => format!(" The record says {result}."),
                };
                self.start_game(loaded, options);
                self.show_notice(Notice::Info(format!("Loaded {count} plies from {}.{claim}", path.display())));
            }
        }
    }
}
