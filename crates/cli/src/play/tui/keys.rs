//! Key bindings: maps terminal events to actions, and letters to commands.

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};
use ratatui::layout::Size;

use super::action::{Action, Direction, Input};

/// A command of a player at the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyCommand {
    /// Show the list of keys.
    Help,
    /// Show the next overlay, or none.
    Overlay,
    Undo,
    /// Show the move that the computer would play.
    Hint,
    /// Show the board from the other side.
    Turn,
    /// Switch between letters and chess symbols.
    PieceStyle,
    Save,
    Load,
    New,
    Resign,
    Draw,
    Leave,
}

/// The key of a command. No such key can begin a move, so moves can be typed at any time.
pub struct Key {
    pub sign: char,
    pub command: KeyCommand,
    /// One or two words for the line below the board; empty if the key is not shown there.
    pub short: &'static str,
    /// The description in the list of keys.
    pub words: &'static str,
}

const fn key(sign: char, command: KeyCommand, short: &'static str, words: &'static str) -> Key {
    Key { sign, command, short, words }
}

/// All commands, in the order of the help.
pub const KEYS: [Key; 12] = [
    key('o', KeyCommand::Overlay, "overlay", "show the next overlay, or none"),
    key('t', KeyCommand::Hint, "hint", "hint: what the computer would play"),
    key('u', KeyCommand::Undo, "undo", "take back your last move and the answer to it"),
    key('v', KeyCommand::Turn, "view", "view the board from the other side"),
    key('p', KeyCommand::PieceStyle, "", "pieces as letters or chess symbols"),
    key('=', KeyCommand::Draw, "", "offer a draw"),
    key('r', KeyCommand::Resign, "resign", "resign"),
    key('n', KeyCommand::New, "new", "new game"),
    key('s', KeyCommand::Save, "save", "save the game as PGN"),
    key('l', KeyCommand::Load, "", "load a game from a PGN file"),
    key('?', KeyCommand::Help, "help", "this help"),
    key('q', KeyCommand::Leave, "quit", "quit; an unfinished game asks first"),
];

/// Returns the command of a key.
pub fn command_for(sign: char) -> Option<KeyCommand> {
    KEYS.iter().find(|key| key.sign == sign).map(|key| key.command)
}

/// Returns true if a move in UCI or SAN may begin with this character.
pub fn begins_move(sign: char) -> bool {
    matches!(sign, 'a'..='h' | '0'..='9' | 'K' | 'Q' | 'R' | 'B' | 'N' | 'O')
}

/// Maps an event of the terminal to an action, if it has a meaning.
pub fn action(event: &Event) -> Option<Action> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => key_action(*key),
        Event::Mouse(mouse) => match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => Some(Action::Input(Input::Click(mouse.column, mouse.row))),
            MouseEventKind::ScrollUp => Some(Action::Input(Input::PageUp)),
            MouseEventKind::ScrollDown => Some(Action::Input(Input::PageDown)),
            _ => None,
        },
        Event::Resize(width, height) => Some(Action::Resize(Size::new(*width, *height))),
        Event::Key(_) | Event::FocusGained | Event::FocusLost | Event::Paste(_) => None,
    }
}

fn key_action(key: KeyEvent) -> Option<Action> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return (key.code == KeyCode::Char('c')).then_some(Action::Interrupt);
    }
    Some(Action::Input(match key.code {
        KeyCode::Up => Input::Step(Direction::Up),
        KeyCode::Down => Input::Step(Direction::Down),
        KeyCode::Left => Input::Step(Direction::Left),
        KeyCode::Right => Input::Step(Direction::Right),
        KeyCode::PageUp => Input::PageUp,
        KeyCode::PageDown => Input::PageDown,
        KeyCode::Enter => Input::Enter,
        KeyCode::Esc => Input::Escape,
        KeyCode::Backspace => Input::Erase,
        KeyCode::Char(sign) => Input::Write(sign),
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_command_begins_a_move_and_none_is_given_twice() {
        for (index, key) in KEYS.iter().enumerate() {
            assert!(!begins_move(key.sign), "{}", key.sign);
            assert!(KEYS[index + 1..].iter().all(|other| other.sign != key.sign && other.command != key.command));
        }
    }

    #[test]
    fn control_c_is_not_the_letter_c() {
        let event = |modifiers| Event::Key(KeyEvent::new(KeyCode::Char('c'), modifiers));
        assert!(matches!(action(&event(KeyModifiers::CONTROL)), Some(Action::Interrupt)));
        assert!(matches!(action(&event(KeyModifiers::NONE)), Some(Action::Input(Input::Write('c')))));
    }
}
