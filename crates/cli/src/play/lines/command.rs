//! Parses the commands of the line-by-line game.

/// A command read from a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command<'a> {
    Move(&'a str),
    /// Take back the person's last move and the answer to it.
    Undo,
    Board,
    Moves,
    /// Show the move that the computer would play.
    Hint,
    Resign,
    Draw,
    Help,
    Quit,
}

/// The list of commands.
pub const HELP: &str = "a line is a move, in UCI or SAN, or one of: undo, board, moves, hint, resign, draw, quit";

impl Command<'_> {
    /// Parses a line. Returns `None` for a blank line or a comment.
    pub fn parse(line: &str) -> Option<Command<'_>> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return None;
        }
        Some(match line {
            "undo" => Command::Undo,
            "board" => Command::Board,
            "moves" => Command::Moves,
            "hint" => Command::Hint,
            "resign" => Command::Resign,
            "draw" => Command::Draw,
            "help" | "?" => Command::Help,
            "quit" => Command::Quit,
            text => Command::Move(text),
        })
    }
}
