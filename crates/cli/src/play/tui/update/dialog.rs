//! Keys in dialogs. A dialog ignores keys that it does not know.

use std::path::PathBuf;

use faraday_rules::Choice;

use super::board::resigner;
use crate::file::{self, Standing};
use crate::play::record;
use crate::play::start::Terms;
use crate::play::tui::action::{Direction, Order, Touch};
use crate::play::tui::app::App;
use crate::play::tui::dialog::{Dialog, FilePurpose, NewGame, Question};

/// The length limit for typed file names.
const LONGEST_NAME: usize = 200;

impl App {
    /// Handles a key for a dialog that was taken from the state. The dialog is put back if it stays open.
    pub(in crate::play::tui) fn touch_dialog(&mut self, dialog: Dialog, touch: Touch) {
        match (dialog, touch) {
            (_, Touch::Escape)
            | (Dialog::Help, Touch::Enter | Touch::Write('?' | 'q' | ' '))
            | (Dialog::Confirm(_), Touch::Write('n' | 'N')) => {}
            (Dialog::Confirm(question), Touch::Write('y' | 'Y')) => self.confirm(question),
            (Dialog::Choice { moves, index }, Touch::Enter) => self.play(moves[index]),
            (Dialog::Choice { moves, index }, Touch::Write(sign)) => {
                let has_sign = |choice: Option<Choice>| choice.is_some_and(|choice| choice.sign() == sign);
                let by_number = sign.to_digit(10).and_then(|number| moves.get((number as usize).checked_sub(1)?));
                match moves.iter().find(|mv| has_sign(mv.choice)).or(by_number) {
                    Some(mv) => self.play(*mv),
                    None => self.dialog = Some(Dialog::Choice { moves, index }),
                }
            }
            (Dialog::Choice { moves, index }, Touch::Step(direction)) => {
                let index = stepped(index, direction, moves.len());
                self.dialog = Some(Dialog::Choice { moves, index });
            }
            (Dialog::New { index }, Touch::Enter) => self.begin_new(NewGame::ALL[index]),
            (Dialog::New { index }, Touch::Step(direction)) => {
                self.dialog = Some(Dialog::New { index: stepped(index, direction, NewGame::ALL.len()) });
            }
            (Dialog::Name { purpose, text }, Touch::Enter) => self.take_name(purpose, text),
            (Dialog::Name { purpose, mut text }, Touch::Erase) => {
                text.pop();
                self.dialog = Some(Dialog::Name { purpose, text });
            }
            (Dialog::Name { purpose, mut text }, Touch::Write(sign)) => {
                if text.chars().count() < LONGEST_NAME && !sign.is_control() {
                    text.push(sign);
                }
                self.dialog = Some(Dialog::Name { purpose, text });
            }
            (other, _) => self.dialog = Some(other),
        }
    }

    fn confirm(&mut self, question: Question) {
        match question {
            Question::Leave => self.order(Order::Leave),
            Question::Replace(path) => self.save(path, Standing::Replaced),
            Question::Resign | Question::TakeDraw => {
                let Some(sitting) = self.sitting() else { return };
                match question {
                    Question::Resign => sitting.table.resign(resigner(sitting)),
                    // If the game has ended in the meantime, its result is shown already.
                    _ => drop(sitting.table.agree()),
                }
                sitting.begin_position();
                sitting.tell_end();
                self.order(Order::Hush);
            }
        }
    }

    fn begin_new(&mut self, which: NewGame) {
        let side = match which {
            NewGame::Menu => return self.show_menu(),
            NewGame::Again => self.terms.side,
            NewGame::OtherSide => Some(self.terms.side.unwrap_or(super::FIRST_SIDE).swapped()),
        };
        let terms = Terms { side, ..self.terms };
        let Some(sitting) = self.sitting() else { return };
        let game = sitting.table.game();
        let game = game.entry().game(Some(&game.start_fen())).expect("a game began from its start");
        self.sit_down(game, terms);
    }

    fn take_name(&mut self, purpose: FilePurpose, text: String) {
        if text.trim().is_empty() {
            self.dialog = Some(Dialog::Name { purpose, text });
            return;
        }
        let path = file::path(&text);
        match purpose {
            FilePurpose::Save => self.save(path, Standing::Kept),
            FilePurpose::Load => self.order(Order::Load(path)),
        }
    }

    fn save(&mut self, path: PathBuf, standing: Standing) {
        let date = self.date.clone();
        let Some(sitting) = self.sitting() else { return };
        let text = record::write(&sitting.table, &date);
        self.order(Order::Save { path, text, standing });
    }
}

/// Returns the next index of the highlight, which stops at both ends.
fn stepped(index: usize, direction: Direction, count: usize) -> usize {
    match direction {
        Direction::Up | Direction::Left => index.saturating_sub(1),
        Direction::Down | Direction::Right => (index + 1).min(count.saturating_sub(1)),
    }
}
