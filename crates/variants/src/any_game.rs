//! A game with its variant erased, which the command line, the server, and the web app use for all variants.

use std::any::Any;
use std::ops::ControlFlow;

use faraday_rules::{
    Cause, Color, Draws, EndReason, Ending, Game, Geometry, LegalMove, Move, MoveTextError, Overlay, Piece, Position,
    Refusal, Set, Square, Variant,
    perft::{self, LastPly},
};

use crate::explain::{self, ExplainedEvent, Explanation};
use crate::list::{Entry, PositionFeature};
use crate::text::Text;

/// A game of any variant, with positions, moves, and texts.
///
/// [`Entry::game`] starts one, and `find` returns the entry of a variant.
///
/// ```
/// let magnetic = faraday_variants::find("magnetic").ok_or("no such variant")?;
/// let mut game = magnetic.game(None)?;
/// let legal = game.read_move("c4")?;
/// game.play_legal(legal);
/// assert_eq!(game.moves().len(), 1);
/// let explanation = game.explain("Kxe4")?;
/// assert_eq!(explanation.text, "Ke8–e4 is illegal: a king does not move like that.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait AnyGame: Send + Sync {
    /// Returns the variant's entry in the catalog.
    fn entry(&self) -> &'static Entry;
    /// Returns the texts in the language of the game.
    fn text(&self) -> &'static Text;
    /// Returns the numbers of files, ranks, and levels of the board.
    fn size(&self) -> (u8, u8, u8);
    /// Returns the square at a level, file, and rank, each from 0.
    fn square_at(&self, level: u8, file: u8, rank: u8) -> Option<Square>;
    /// Returns the name of a square.
    fn name(&self, square: Square) -> String;
    /// Parses the name of a square.
    fn square(&self, name: &str) -> Option<Square>;
    /// Returns the piece on a square.
    fn piece_at(&self, square: Square) -> Option<Piece>;
    /// Returns the pieces with their squares, lowest square first.
    fn pieces(&self) -> Vec<(Square, Piece)>;
    /// Returns true if FEN marks the piece on a square with `~`.
    fn is_marked(&self, square: Square) -> bool;
    /// Returns the numbers that the position has on squares, in the order of FEN.
    fn amounts(&self) -> Vec<(Square, i32)>;
    /// Returns the side to move.
    fn turn(&self) -> Color;
    /// Returns the current position: a [`Position`] of its variant.
    fn position(&self) -> &dyn Any;
    /// Returns the FEN of the current position.
    fn fen(&self) -> String;
    /// Returns the hash of the current position, which does not depend on the moves that led to it.
    fn hash(&self) -> u64;
    /// Returns the FEN of the position from which the game started.
    fn start_fen(&self) -> String;
    /// Returns the number of plies since the last capture or pawn move.
    fn halfmoves(&self) -> u16;
    /// Returns the number of the move, from 1.
    fn fullmoves(&self) -> u32;
    /// Returns the squares of pieces that give check to the side to move.
    fn checkers(&self) -> Vec<Square>;
    /// Returns the squares of the pieces that could capture the king of the side to move next, for variants
    /// where kings are captured.
    fn threats(&self) -> Vec<Square>;
    /// Returns the ending if the game is over.
    fn ending(&self) -> Option<Ending>;
    /// Returns the ending that a legal move of the current position would bring about,
    /// if any: see [`Game::ending_after`].
    fn ending_after(&self, legal: LegalMove) -> Option<Ending>;
    /// Returns the reason if the current position is drawn under C.3, by repetition or by the fifty-move rule.
    fn drawn(&self) -> Option<EndReason>;
    /// Returns the effect of the draws of C.3.
    fn draws(&self) -> Draws;
    /// Sets the effect of the draws of C.3: they end the game or are only noted.
    fn set_draws(&mut self, draws: Draws);
    /// Returns the legal moves, none if the game is over.
    fn legal(&self) -> Vec<Move>;
    /// Returns the moves played so far.
    fn moves(&self) -> Vec<Move>;
    /// Returns the SAN of every move played.
    fn played_san(&self) -> Vec<String>;
    /// Writes a move in UCI.
    fn uci(&self, mv: Move) -> String;
    /// Writes a legal move in SAN.
    fn san(&self, mv: Move) -> String;
    /// Returns the effects of a legal move in the Magnetic club's notation, such as `c7c5`; empty if there are none.
    fn effects(&self, mv: Move) -> Vec<String>;
    /// Parses a legal move in UCI or SAN.
    fn read_move(&self, text: &str) -> Result<LegalMove, MoveTextError>;
    /// Parses a legal move in UCI only.
    fn read_uci(&self, text: &str) -> Result<LegalMove, MoveTextError>;
    /// Parses a legal move in SAN only.
    fn read_san(&self, text: &str) -> Result<LegalMove, MoveTextError>;
    /// Plays a move after checking it.
    fn play(&mut self, mv: Move) -> Result<(), Refusal>;
    /// Plays a move that was checked in the current position, without checking it again: see [`Game::play_legal`].
    fn play_legal(&mut self, legal: LegalMove);
    /// Takes back the last move and returns it.
    fn undo(&mut self) -> Option<Move>;
    /// Returns the events of a legal move without playing it.
    fn events(&self, mv: Move) -> Vec<ExplainedEvent>;
    /// Returns the first applicable reason why a move is illegal, or `None` if it is legal.
    fn refusal(&self, mv: Move) -> Option<Refusal>;
    /// Returns the sentence for the refusal of a move.
    fn sentence(&self, mv: Move, refusal: &Refusal) -> String;
    /// Returns the candidates on which a legal move depends beyond orthodox chess, nearest first.
    fn causes(&self, mv: Move) -> Vec<Cause>;
    /// Returns the sentence for a cause of a move.
    fn cause_sentence(&self, mv: Move, cause: &Cause) -> String;
    /// Explains whether a move text is legal, and if not, why. Returns an error if the text is not a move
    /// or may mean several.
    fn explain(&self, text: &str) -> Result<Explanation, MoveTextError>;
    /// Returns one sentence about the error in a move text.
    fn complaint(&self, error: &MoveTextError) -> String;
    /// Returns true if no sequence of moves lets a color win (T.2).
    fn has_insufficient_material(&self, color: Color) -> bool;
    /// Computes an overlay by its name, for the selected square if there is one.
    fn overlay(&self, name: &str, selected: Option<Square>) -> Option<Overlay>;
    /// Counts the legal move sequences of a length from the current position.
    fn perft(&self, depth: u32, last: LastPly) -> u64;
    /// Calls a function with the perft count after each legal move as soon as it is known, in the order of squares,
    /// until the function returns a break.
    fn divide(&self, depth: u32, last: LastPly, report: &mut dyn FnMut(Move, u64) -> ControlFlow<()>);
    /// Returns a copy of the game.
    fn boxed(&self) -> Box<dyn AnyGame>;
    /// Returns a game that begins with the position after `ply` moves of this one, or `None` if it has fewer.
    fn restarted_at(&self, ply: usize) -> Option<Box<dyn AnyGame>>;
    /// Returns a game that begins with the position after a legal move.
    fn restarted_after(&self, mv: Move) -> Box<dyn AnyGame>;
}

/// A game with the texts of one language.
#[derive(Clone)]
pub(crate) struct LocalizedGame<V: Variant> {
    pub game: Game<V>,
    pub entry: &'static Entry,
    pub text: &'static Text,
}

impl<V: Variant> AnyGame for LocalizedGame<V> {
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
        let is_safe = self.entry.features.contains(&PositionFeature::Check) || self.game.ending().is_some();
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
    fn events(&self, mv: Move) -> Vec<ExplainedEvent> {
        explain::explained_events(self.game.position(), mv, self.text)
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
    fn perft(&self, depth: u32, last: LastPly) -> u64 {
        perft::perft(self.game.position(), depth, last)
    }
    fn divide(&self, depth: u32, last: LastPly, report: &mut dyn FnMut(Move, u64) -> ControlFlow<()>) {
        let Some(rest) = depth.checked_sub(1) else { return };
        let mut moves = self.game.position().moves();
        moves.sort_by_key(|mv| (mv.from, mv.to, mv.choice));
        for mv in moves {
            let share = perft::perft(&self.game.position().after(mv), rest, last);
            if report(mv, share).is_break() {
                return;
            }
        }
    }
    fn boxed(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }
    fn restarted_at(&self, ply: usize) -> Option<Box<dyn AnyGame>> {
        let start = self.game.positions().get(ply)?.clone();
        Some(Box::new(self.restarted(start)))
    }
    fn restarted_after(&self, mv: Move) -> Box<dyn AnyGame> {
        Box::new(self.restarted(self.game.position().after(mv)))
    }
}

impl<V: Variant> LocalizedGame<V> {
    /// Returns a game that starts from a position, with the same language and treatment of draws.
    fn restarted(&self, start: Position<V>) -> Self {
        let mut game = Game::new(start);
        game.set_draws(self.game.draws());
        LocalizedGame { game, ..*self }
    }
}
