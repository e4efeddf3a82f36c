//! The engine's `Referee` for every variant: a game that accepts moves as text and returns sentences.

use faraday_engine::cecp::{Board, SideEffects};
use faraday_engine::{GameEnd, Referee};
use faraday_rules::{Color, Draws, Move};

use crate::any_game::AnyGame;
use crate::list::{Entry, catalog};

/// Returns the boards of all variants, for a session that keeps games itself.
pub fn boards() -> Vec<Board<'static>> {
    let board = |entry: &'static Entry| Board {
        id: entry.id,
        size: entry.size,
        side_effects: if entry.displaces_pieces() { SideEffects::Displacement } else { SideEffects::None },
        start: entry.start,
    };
    catalog().iter().map(board).collect()
}

/// A referee that keeps a game and returns its texts.
struct GameReferee(Box<dyn AnyGame>);

/// Starts a game from a FEN, or from the starting position.
pub(crate) fn new(entry: &Entry, fen: Option<&str>) -> Result<Box<dyn Referee>, String> {
    let set_up = |fen: Option<&str>| entry.game(fen);
    let game = match fen {
        // GUIs write the six fields of chess and cannot know the contents of a seventh.
        Some(fen) if entry.fen_fields == 7 && fen.split_whitespace().count() == 6 => set_up(Some(&format!("{fen} -"))),
        fen => set_up(fen),
    };
    match game {
        Ok(game) => Ok(Box::new(GameReferee(game))),
        Err(error) => Err(entry.text.setup_error_sentence(&error)),
    }
}

impl GameReferee {
    /// Returns the move that a text stands for. A missing or superfluous suffix is accepted if only one legal move
    /// has the same squares.
    fn read(&self, text: &str) -> Result<Move, String> {
        let GameReferee(game) = self;
        let text = text.trim();
        let error = match game.read_move(text) {
            Ok(legal) => return Ok(legal.mv()),
            Err(error) => error,
        };
        let is_meant = |mv: &Move| {
            let squares = game.name(mv.from) + &game.name(mv.to);
            text.strip_prefix(&squares).is_some_and(|sign| sign.chars().count() < 2)
        };
        let mut meant = game.legal().into_iter().filter(is_meant);
        match (meant.next(), meant.next()) {
            (Some(mv), None) => Ok(mv),
            _ => Err(game.complaint(&error)),
        }
    }
}

impl Referee for GameReferee {
    fn turn(&self) -> Color {
        self.0.turn()
    }

    fn fen(&self) -> String {
        self.0.fen()
    }

    fn moves(&self) -> Vec<String> {
        self.0.legal().into_iter().map(|mv| self.0.uci(mv)).collect()
    }

    fn play(&mut self, text: &str) -> Result<String, String> {
        // After a claimed draw a GUI may go on; the game is then a record (C.3).
        let was_claimed = self.0.ending().is_some() && self.0.drawn().is_some();
        if was_claimed {
            self.0.set_draws(Draws::Note);
        }
        let read = self.read(text);
        if was_claimed && read.is_err() {
            self.0.set_draws(Draws::End);
        }
        let mv = read?;
        let played = self.0.uci(mv);
        self.0.play(mv).map(|()| played).map_err(|refusal| self.0.sentence(mv, &refusal))
    }

    fn undo(&mut self) {
        self.0.undo();
    }

    fn end(&self) -> Option<GameEnd> {
        let ending = self.0.ending()?;
        Some(GameEnd { result: ending.result(), text: self.0.text().ending(ending) })
    }
}
