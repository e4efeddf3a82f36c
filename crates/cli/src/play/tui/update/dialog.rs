//! Key handling in dialogs. A dialog ignores keys that it does not know.

use std::path::PathBuf;

use faraday_rules::Choice;

use super::board::resigner;
use crate::file::{self, IfExists};
use crate::play::record;
use crate::play::start::GameOptions;
use crate::play::tui::action::{Direction, Effect, Input};
use crate::play::tui::app::App;
use crate::play::tui::dialog::{Confirmation, Dialog, FilePurpose, NewGame};

/// The length limit for typed file names.
const LONGEST_NAME: usize = 200;

impl App {
    /// Handles a key for a dialog that was taken from the state. The dialog is put back if it stays open.
    pub(in crate::play::tui) fn on_dialog_input(&mut self, dialog: Dialog, input: Input) {
        match (dialog, input) {
            (_, Input::Escape)
            | (Dialog::Help, Input::Enter | Input::Write('?' | 'q' | ' '))
            | (Dialog::Confirm(_), Input::Write('n' | 'N')) => {}
            (Dialog::Confirm(confirmation), Input::Write('y' | 'Y')) => self.confirm(confirmation),
            (Dialog::Choice { moves, index }, Input::Enter) => self.play(moves[index]),
            (Dialog::Choice { moves, index }, Input::Write(sign)) => {
                let has_sign = |choice: Option<Choice>| choice.is_some_and(|choice| choice.sign() == sign);
                let by_number = sign.to_digit(10).and_then(|number| moves.get((number as usize).checked_sub(1)?));
                match moves.iter().find(|mv| has_sign(mv.choice)).or(by_number) {
                    Some(mv) => self.play(*mv),
                    None => self.dialog = Some(Dialog::Choice { moves, index }),
                }
            }
            (Dialog::Choice { moves, index }, Input::Step(direction)) => {
                let index = stepped(index, direction, moves.len());
                self.dialog = Some(Dialog::Choice { moves, index });
            }
            (Dialog::New { index }, Input::Enter) => self.begin_new(NewGame::ALL[index]),
            (Dialog::New { index }, Input::Step(direction)) => {
                self.dialog = Some(Dialog::New { index: stepped(index, direction, NewGame::ALL.len()) });
            }
            (Dialog::Name { purpose, text }, Input::Enter) => self.take_name(purpose, text),
            (Dialog::Name { purpose, mut text }, Input::Erase) => {
                text.pop();
                self.dialog = Some(Dialog::Name { purpose, text });
            }
            (Dialog::Name { purpose, mut text }, Input::Write(sign)) => {
                if text.chars().count() < LONGEST_NAME && !sign.is_control() {
                    text.push(sign);
                }
                self.dialog = Some(Dialog::Name { purpose, text });
            }
            (other, _) => self.dialog = Some(other),
        }
    }

    fn confirm(&mut self, confirmation: Confirmation) {
        match confirmation {
            Confirmation::Leave => self.emit(Effect::Leave),
            Confirmation::Replace(path) => self.save(path, IfExists::Replace),
            Confirmation::Resign | Confirmation::TakeDraw => {
                let Some(screen) = self.game_screen() else { return };
                match confirmation {
                    Confirmation::Resign => screen.table.resign(resigner(screen)),
                    // If the game has ended in the meantime, its result is shown already.
                    _ => drop(screen.table.agree()),
                }
                screen.begin_position();
                screen.show_result();
                self.emit(Effect::StopSearch);
            }
        }
    }

    fn begin_new(&mut self, which: NewGame) {
        let side = match which {
            NewGame::Menu => return self.show_menu(),
            NewGame::Again => self.options.side,
            NewGame::OtherSide => Some(self.options.side.unwrap_or(super::FIRST_SIDE).swapped()),
        };
        let options = GameOptions { side, ..self.options };
        let Some(screen) = self.game_screen() else { return };
        let game = screen.table.game();
        let game = game.entry().game(Some(&game.start_fen())).expect("a game began from its start");
        self.start_game(game, options);
    }

    fn take_name(&mut self, purpose: FilePurpose, text: String) {
        if text.trim().is_empty() {
            self.dialog = Some(Dialog::Name { purpose, text });
            return;
        }
        let path = file::path(&text);
        match purpose {
            FilePurpose::Save => self.save(path, IfExists::Fail),
            FilePurpose::Load => self.emit(Effect::Load(path)),
        }
    }

    fn save(&mut self, path: PathBuf, if_exists: IfExists) {
        let date = self.date.clone();
        let Some(screen) = self.game_screen() else { return };
        let text = record::write(&screen.table, &date);
        self.emit(Effect::Save { path, text, if_exists });
    }
}

/// Returns the next index of the highlight, which stops at both ends.
fn stepped(index: usize, direction: Direction, count: usize) -> usize {
    match direction {
        Direction::Up | Direction::Left => index.saturating_sub(1),
        Direction::Down | Direction::Right => (index + 1).min(count.saturating_sub(1)),
    }
}
