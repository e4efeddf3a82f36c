//! A game whose variant is not known at compile time: what the command line, the server and the page hold.

use std::any::Any;
use std::ops::ControlFlow;

use faraday_rules::{
    Cause, Color, Draws, EndReason, Ending, Game, Geometry, LegalMove, Move, MoveTextError, Overlay, Piece, Position,
    Refusal, Set, Square, Variant,
    perft::{self, Last},
};

use crate::explain::{self, Explanation, Told};
use crate::list::{Entry, Means};
use crate::text::Text;

/// A game of some variant.
pub trait AnyGame: Send + Sync {
    /// The variant's entry in the catalog.
    fn entry(&self) -> &'static Entry;
    /// The texts in which it says things.
    fn text(&self) -> &'static Text;
    /// Files, ranks and levels of the board.
    fn size(&self) -> (u8, u8, u8);
    /// The square of a level, file and rank, each from 0.
    fn square_at(&self, level: u8, file: u8, rank: u8) -> Option<Square>;
    /// The name of a square.
    fn name(&self, square: Square) -> String;
    /// The square of a name.
    fn square(&self, name: &str) -> Option<Square>;
    /// The piece on a square.
    fn piece_at(&self, square: Square) -> Option<Piece>;
    /// The pieces with their squares, lowest square first.
    fn pieces(&self) -> Vec<(Square, Piece)>;
    /// Whether FEN marks the piece on a square with `~`.
    fn is_marked(&self, square: Square) -> bool;
    /// The numbers that the position keeps on squares, in the order of FEN.
    fn amounts(&self) -> Vec<(Square, i32)>;
    /// Whose turn it is.
    fn turn(&self) -> Color;
    /// The position reached: a [`Position`] of its variant.
    fn position(&self) -> &dyn Any;
    /// The FEN of the position reached.
    fn fen(&self) -> String;
    /// The hash of the position reached: the same by whatever moves it was.
    fn hash(&self) -> u64;
    /// The FEN of the position from which the game started.
    fn start_fen(&self) -> String;
    /// Plies since the last capture or pawn move.
    fn halfmoves(&self) -> u16;
    /// The number of the move, from 1.
    fn fullmoves(&self) -> u32;
    /// The squares of pieces that give check to the side to move.
    fn checkers(&self) -> Vec<Square>;
    /// Where kings are captured: the squares of the pieces that could capture that of the side to move on the next move.
    fn threats(&self) -> Vec<Square>;
    /// How the game has ended.
    fn ending(&self) -> Option<Ending>;
    /// How a legal move of the position reached ends the game, if it does: see [`Game::ending_after`].
    fn ending_after(&self, legal: LegalMove) -> Option<Ending>;
    /// The draw of C.3 that the position reached is: by repetition or by fifty moves.
    fn drawn(&self) -> Option<EndReason>;
    /// Whether the draws of C.3 end the game or are noted.
    fn draws(&self) -> Draws;
    /// Sets whether the draws of C.3 end the game or are noted.
    fn set_draws(&mut self, draws: Draws);
    /// The legal moves: none once the game is over.
    fn legal(&self) -> Vec<Move>;
    /// The moves played.
    fn moves(&self) -> Vec<Move>;
    /// The SAN of every move played.
    fn played_san(&self) -> Vec<String>;
    /// A move in UCI.
    fn uci(&self, mv: Move) -> String;
    /// A legal move in SAN.
    fn san(&self, mv: Move) -> String;
    /// The effects of a legal move as the club prints them, such as `c7c5`; empty if there are none.
    fn effects(&self, mv: Move) -> Vec<String>;
    /// Reads a legal move, in UCI or SAN.
    fn read_move(&self, text: &str) -> Result<LegalMove, MoveTextError>;
    /// Reads a legal move in UCI alone.
    fn read_uci(&self, text: &str) -> Result<LegalMove, MoveTextError>;
    /// Reads a legal move in SAN alone.
    fn read_san(&self, text: &str) -> Result<LegalMove, MoveTextError>;
    /// Plays a move.
    fn play(&mut self, mv: Move) -> Result<(), Refusal>;
    /// Plays a move that was checked in the position reached, without checking it again: see [`Game::play_legal`].
    fn play_legal(&mut self, legal: LegalMove);
    /// Takes the last move back.
    fn undo(&mut self) -> Option<Move>;
    /// What a legal move would do.
    fn events(&self, mv: Move) -> Vec<Told>;
    /// The first applicable reason why a move is not legal.
    fn refusal(&self, mv: Move) -> Option<Refusal>;
    /// The sentence of a refusal of a move.
    fn sentence(&self, mv: Move, refusal: &Refusal) -> String;
    /// What a legal move rests on beyond orthodox chess: candidates, the nearest first.
    fn causes(&self, mv: Move) -> Vec<Cause>;
    /// The sentence of a cause of a move.
    fn cause_sentence(&self, mv: Move, cause: &Cause) -> String;
    /// Whether a move text is legal, and if not, why. An error if it is no move at all, or may mean several.
    fn explain(&self, text: &str) -> Result<Explanation, MoveTextError>;
    /// What is wrong with a move text, in one sentence.
    fn complaint(&self, error: &MoveTextError) -> String;
    /// Whether a color cannot win any more (T.2).
    fn has_insufficient_material(&self, color: Color) -> bool;
    /// A computed layer over the board.
    fn overlay(&self, name: &str, selected: Option<Square>) -> Option<Overlay>;
    /// Legal move sequences of a length from the position reached.
    fn perft(&self, depth: u32, last: Last) -> u64;
    /// The share of every legal move in `perft`, in the order of squares, each told as soon as it is known, until told to break off.
    fn divide(&self, depth: u32, last: Last, tell: &mut dyn FnMut(Move, u64) -> ControlFlow<()>);
    /// A copy.
    fn boxed(&self) -> Box<dyn AnyGame>;
    /// A game that begins where this one stood after so many moves; none if it has not got so far.
    fn begun_at(&self, ply: usize) -> Option<Box<dyn AnyGame>>;
    /// A game that begins with the position after a legal move.
    fn begun_after(&self, mv: Move) -> Box<dyn AnyGame>;
}

/// A game that speaks a language.
#[derive(Clone)]
pub(crate) struct Speaking<V: Variant> {
    pub game: Game<V>,
    pub entry: &'static Entry,
    pub text: &'static Text,
}

impl<V: Variant> AnyGame for Speaking<V> {
    fn entry(&self) -> &'static Entry {
        self.entry
    }
    fn text(&self) -> &'static Text {
        self.text
    }
    fn size(&self) -> (u8, u8, u8) {
        (V::Geometry::FILES, V::Geometry::RANKS, V::Geometry::LEVELS)
    }
    fn square_at(&self, level: u8, file: u8, rank: u8) -> Option<Square> {
        V::Geometry::at(level, file, rank)
    }
    fn name(&self, square: Square) -> String {
        V::Geometry::name(square)
    }
    fn square(&self, name: &str) -> Option<Square> {
        V::Geometry::parse(name)
    }
    fn piece_at(&self, square: Square) -> Option<Piece> {
        self.game.position().board().piece_at(square)
    }
    fn pieces(&self) -> Vec<(Square, Piece)> {
        self.game.position().board().placed().collect()
    }
    fn is_marked(&self, square: Square) -> bool {
        V::is_marked(self.game.position().state(), square)
    }
    fn amounts(&self) -> Vec<(Square, i32)> {
        V::amounts(self.game.position().state()).unwrap_or_default()
    }
    fn turn(&self) -> Color {
        self.game.position().turn()
    }
    fn position(&self) -> &dyn Any {
        self.game.position()
    }
    fn fen(&self) -> String {
        self.game.position().to_fen()
    }
    fn hash(&self) -> u64 {
        self.game.position().hash()
    }
    fn start_fen(&self) -> String {
        self.game.positions()[0].to_fen()
    }
    fn halfmoves(&self) -> u16 {
        self.game.position().halfmoves()
    }
    fn fullmoves(&self) -> u32 {
        self.game.position().fullmoves()
    }
    fn checkers(&self) -> Vec<Square> {
        Set::squares(V::checkers(self.game.position(), self.game.position().turn())).collect()
    }
    fn threats(&self) -> Vec<Square> {
        let is_safe = self.entry.means.contains(&Means::Check) || self.game.ending().is_some();
        if is_safe { Vec::new() } else { Set::squares(self.game.position().king_capturers()).collect() }
    }
    fn ending(&self) -> Option<Ending> {
        self.game.ending()
    }
    fn ending_after(&self, legal: LegalMove) -> Option<Ending> {
        self.game.ending_after(legal)
    }
    fn drawn(&self) -> Option<EndReason> {
        self.game.drawn()
    }
    fn draws(&self) -> Draws {
        self.game.draws()
    }
    fn set_draws(&mut self, draws: Draws) {
        self.game.set_draws(draws);
    }
    fn legal(&self) -> Vec<Move> {
        self.game.legal()
    }
    fn moves(&self) -> Vec<Move> {
        self.game.moves().to_vec()
    }
    fn played_san(&self) -> Vec<String> {
        self.game.positions().iter().zip(self.game.moves()).map(|(position, mv)| position.write_san(*mv)).collect()
    }
    fn uci(&self, mv: Move) -> String {
        faraday_rules::Position::<V>::write_uci(mv)
    }
    fn san(&self, mv: Move) -> String {
        self.game.position().write_san(mv)
    }
    fn effects(&self, mv: Move) -> Vec<String> {
        explain::effects(self.game.position(), mv)
    }
    fn read_move(&self, text: &str) -> Result<LegalMove, MoveTextError> {
        explain::read_move(&self.game, text)
    }
    fn read_uci(&self, text: &str) -> Result<LegalMove, MoveTextError> {
        explain::playable(&self.game, faraday_rules::Position::<V>::parse_uci(text)?, text)
    }
    fn read_san(&self, text: &str) -> Result<LegalMove, MoveTextError> {
        explain::playable(&self.game, self.game.position().read_san(text)?, text)
    }
    fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        self.game.play(mv)
    }
    fn play_legal(&mut self, legal: LegalMove) {
        self.game.play_legal(legal);
    }
    fn undo(&mut self) -> Option<Move> {
        self.game.undo()
    }
    fn events(&self, mv: Move) -> Vec<Told> {
        explain::told(self.game.position(), mv, self.text)
    }
    fn refusal(&self, mv: Move) -> Option<Refusal> {
        self.game.refusal(mv)
    }
    fn sentence(&self, mv: Move, refusal: &Refusal) -> String {
        explain::sentence(self.game.position(), mv, refusal, self.text)
    }
    fn causes(&self, mv: Move) -> Vec<Cause> {
        if self.game.refusal(mv).is_some() { Vec::new() } else { V::causes(self.game.position(), mv) }
    }
    fn cause_sentence(&self, mv: Move, cause: &Cause) -> String {
        explain::cause_sentence(self.game.position(), mv, cause, self.text)
    }
    fn explain(&self, text: &str) -> Result<Explanation, MoveTextError> {
        explain::explain(&self.game, text, self.text)
    }
    fn complaint(&self, error: &MoveTextError) -> String {
        explain::complaint(&self.game, error, self.text)
    }
    fn has_insufficient_material(&self, color: Color) -> bool {
        V::has_insufficient_material(self.game.position(), color)
    }
    fn overlay(&self, name: &str, selected: Option<Square>) -> Option<Overlay> {
        V::overlay(self.game.position(), name, selected)
    }
    fn perft(&self, depth: u32, last: Last) -> u64 {
        perft::perft(self.game.position(), depth, last)
    }
    fn divide(&self, depth: u32, last: Last, tell: &mut dyn FnMut(Move, u64) -> ControlFlow<()>) {
        let Some(rest) = depth.checked_sub(1) else { return };
        let mut moves = self.game.position().moves();
        moves.sort_by_key(|mv| (mv.from, mv.to, mv.choice));
        for mv in moves {
            let share = perft::perft(&self.game.position().after(mv), rest, last);
            if tell(mv, share).is_break() {
                return;
            }
        }
    }
    fn boxed(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }
    fn begun_at(&self, ply: usize) -> Option<Box<dyn AnyGame>> {
        let start = self.game.positions().get(ply)?.clone();
        Some(Box::new(self.begun(start)))
    }
    fn begun_after(&self, mv: Move) -> Box<dyn AnyGame> {
        Box::new(self.begun(self.game.position().after(mv)))
    }
}

impl<V: Variant> Speaking<V> {
    /// A game from a position on, of the same kind and language.
    fn begun(&self, start: Position<V>) -> Self {
        let mut game = Game::new(start);
        game.set_draws(self.game.draws());
        Speaking { game, ..*self }
    }
}
