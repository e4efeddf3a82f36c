//! What a line of input asks for.

/// A line that asks for something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command<'a> {
    /// Play this move.
    Move(&'a str),
    /// Take back the last move of the person, and the answer to it.
    Undo,
    /// Show the board.
    Board,
    /// List the legal moves.
    Moves,
    /// Say what the computer would play.
    Hint,
    /// Give up.
    Resign,
    /// Offer a draw.
    Draw,
    /// List the words.
    Help,
    /// End the input.
    Quit,
}

/// What a line may be.
pub const HELP: &str = "a line is a move, in UCI or SAN, or one of: undo, board, moves, hint, resign, draw, quit";

impl Command<'_> {
    /// Reads a line: nothing for one that is blank or a comment.
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
