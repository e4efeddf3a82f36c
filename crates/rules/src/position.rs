//! A position: the board, whose turn it is, and all else that later moves depend on.

use crate::{
    Board, Castle, Color, Counter, Each, Ending, Event, Geometry, Move, Piece, Refusal, Rights, Role, RuleId, Set,
    Sink, Square, State, Variant, Visit, orthodox, zobrist,
};

/// A position of a variant.
///
/// Invariant: set up by [`Position::from_setup`] or reached from such a position by legal moves. `hash` covers the
/// board, the turn, the rights and the state, not the en-passant square; see [`Position::hash`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position<V: Variant> {
    board: Board<V::Geometry>,
    state: V::State,
    hash: u64,
    fullmoves: u32,
    halfmoves: u16,
    turn: Color,
    rights: Rights,
    en_passant: Option<Square>,
}

/// The set type of a variant's board.
pub type SetOf<V> = <<V as Variant>::Geometry as Geometry>::Set;

/// The facts that make up a position, as a set-up or a FEN gives them, not yet checked.
#[derive(Clone, Debug)]
pub struct Setup<V: Variant> {
    /// The pieces.
    pub board: Board<V::Geometry>,
    /// What the variant knows beyond orthodox chess.
    pub state: V::State,
    /// Whose turn it is.
    pub turn: Color,
    /// Castling rights.
    pub rights: Rights,
    /// The square that a pawn has just passed by a double step.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmoves: u16,
    /// Number of the move, from 1.
    pub fullmoves: u32,
}

impl<V: Variant> Position<V> {
    /// Takes the facts over unchecked; `setup::check` is the gate for facts from outside.
    pub(crate) fn assume(setup: Setup<V>) -> Self {
        let Setup { board, state, turn, rights, en_passant, halfmoves, fullmoves } = setup;
        let mut position = Position { board, state, hash: 0, fullmoves, halfmoves, turn, rights, en_passant };
        position.hash = position.fresh_hash();
        position
    }

    /// The pieces.
    #[inline]
    pub fn board(&self) -> &Board<V::Geometry> {
        &self.board
    }

    /// What the variant knows beyond orthodox chess.
    #[inline]
    pub fn state(&self) -> &V::State {
        &self.state
    }

    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Castling rights that are left.
    #[inline]
    pub fn rights(&self) -> Rights {
        self.rights
    }

    /// The square passed by a double step, if an enemy pawn stands to capture there, legally or not.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The en-passant square if a legal capture on it exists: what FEN and repetition look at (N.4).
    pub fn legal_en_passant(&self) -> Option<Square> {
        self.en_passant.filter(|target| {
            let mut found = false;
            V::generate(
                self,
                SetOf::<V>::of(*target),
                &mut Each(|mv: Move| {
                    found |= self.board.standing(mv.from) == Role::Pawn && self.en_passant_victim(mv).is_some();
                }),
            );
            found
        })
    }

    /// Plies since the last capture or pawn move.
    #[inline]
    pub fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// The number of the move.
    #[inline]
    pub fn fullmoves(&self) -> u32 {
        self.fullmoves
    }

    /// The Zobrist hash of all that can matter later (C.3).
    #[inline]
    pub fn hash(&self) -> u64 {
        match self.en_passant {
            None => self.hash,
            Some(_) => self.legal_en_passant().map_or(self.hash, |square| self.hash ^ zobrist::en_passant(square)),
        }
    }

    /// The hash as search uses it: an en-passant square counts although no capture there may be legal.
    #[inline]
    pub fn search_hash(&self) -> u64 {
        self.en_passant.map_or(self.hash, |square| self.hash ^ zobrist::en_passant(square))
    }

    /// The incremental part of the hash, computed anew.
    pub fn fresh_hash(&self) -> u64 {
        let pieces = self.board.placed().fold(0, |hash, (square, piece)| hash ^ zobrist::piece(square, piece));
        pieces ^ self.state.key() ^ zobrist::castling(self.rights) ^ zobrist::turn(self.turn)
    }

    /// The incremental part of the hash.
    pub fn incremental_hash(&self) -> u64 {
        self.hash
    }

    /// Whether two positions are the same for repetition (C.3).
    pub fn repeats(&self, other: &Self) -> bool {
        self.hash == other.hash
            && self.board == other.board
            && self.turn == other.turn
            && self.rights == other.rights
            && self.state == other.state
            && self.legal_en_passant() == other.legal_en_passant()
    }

    /// Sends every legal move to a visitor.
    #[inline]
    pub fn legal(&self, visit: &mut impl Visit<SetOf<V>>) {
        V::generate(self, <V::Geometry as Geometry>::ALL, visit);
    }

    /// Sends the legal moves to a square of `targets` to a visitor.
    #[inline]
    pub fn legal_to(&self, targets: SetOf<V>, visit: &mut impl Visit<SetOf<V>>) {
        V::generate(self, targets, visit);
    }

    /// The legal moves in a list.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.legal(&mut Each(|mv| moves.push(mv)));
        moves
    }

    /// How many moves are legal.
    #[inline]
    pub fn count(&self) -> u64 {
        let mut counter = Counter::default();
        self.legal(&mut counter);
        counter.0
    }

    /// Whether a move is legal.
    pub fn is_legal(&self, mv: Move) -> bool {
        if mv.from.index().max(mv.to.index()) >= V::Geometry::SQUARES {
            return false;
        }
        let mut found = false;
        V::generate(self, SetOf::<V>::of(mv.to), &mut Each(|other| found |= other == mv));
        found
    }

    /// Why a move is not legal: none if it is.
    pub fn refusal(&self, mv: Move) -> Option<Refusal> {
        if mv.from.index().max(mv.to.index()) >= V::Geometry::SQUARES {
            return Some(orthodox::reasons::WAY.at([]));
        }
        V::refuse(self, mv)
    }

    /// How the game has ended by the position alone: repetition and move count belong to [`crate::Game`].
    pub fn ending(&self) -> Option<Ending> {
        V::ending(self)
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        V::checkers(self, self.turn).any()
    }

    /// The pieces that could capture the king of the side to move if it passed. Asked only where kings are captured: elsewhere
    /// the answer is [`Variant::checkers`], and generators take it for granted that no move captures one.
    pub fn king_capturers(&self) -> SetOf<V> {
        let mut found = SetOf::<V>::EMPTY;
        if let Some(king) = self.board.king(self.turn) {
            let mut note = Each(|mv: Move| found |= SetOf::<V>::of(mv.from));
            self.passed().legal_to(SetOf::<V>::of(king), &mut note);
        }
        found
    }

    /// Plays a legal move and tells its consequences.
    #[inline]
    pub fn play(&mut self, mv: Move, sink: &mut impl Sink) {
        V::play(self, mv, sink);
    }

    /// The position after a legal move.
    #[must_use]
    #[inline]
    pub fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        next.play(mv, &mut crate::Silent);
        next
    }
}

/// The strokes from which variants compose their `play`. Each keeps the hash in step.
impl<V: Variant> Position<V> {
    /// Puts a piece on an empty square, or takes that same piece away.
    #[inline]
    pub fn toggle(&mut self, square: Square, piece: Piece) {
        self.board.toggle(square, piece);
        self.hash ^= zobrist::piece(square, piece);
    }

    /// Moves a piece to an empty square. Rights that hang on the square it leaves are the caller's to end.
    #[inline]
    pub fn shift(&mut self, piece: Piece, from: Square, to: Square) {
        self.toggle(from, piece);
        self.toggle(to, piece);
    }

    /// Ends the rights that hang on a square (C.7).
    #[inline]
    pub fn lose_rights(&mut self, square: Square) {
        if !self.rights.is_empty() {
            self.hash ^= zobrist::castling(self.rights);
            self.rights.lose(square);
            self.hash ^= zobrist::castling(self.rights);
        }
    }

    /// Takes the enemy piece on a square, if there is one, off the board.
    #[inline]
    pub fn take(&mut self, at: Square, rule: RuleId, sink: &mut impl Sink) -> Option<Role> {
        let role = self.board.role_at(at)?;
        let piece = Piece { color: !self.turn, role };
        self.toggle(at, piece);
        self.lose_rights(at);
        sink.tell(rule, || Event::Taken { piece, at });
        Some(role)
    }

    /// Replaces the piece on a square by one of another role.
    #[inline]
    pub fn replace(&mut self, at: Square, piece: Piece, role: Role) {
        self.toggle(at, piece);
        self.toggle(at, Piece { role, ..piece });
    }

    /// The variant's own state, for changes whose keys go through [`Position::toggle_key`].
    #[inline]
    pub fn state_mut(&mut self) -> &mut V::State {
        &mut self.state
    }

    /// Enters or withdraws a key of the variant's own state.
    #[inline]
    pub fn toggle_key(&mut self, key: u64) {
        self.hash ^= key;
    }

    /// Notes, or withdraws, a square that may be captured on en passant.
    #[inline]
    pub fn set_en_passant(&mut self, square: Option<Square>) {
        self.en_passant = square;
    }

    /// Hands the turn over; `count` says whether the ply starts the fifty-move count anew.
    #[inline]
    pub fn pass_turn(&mut self, count: Count) {
        self.halfmoves = match count {
            Count::Anew => 0,
            Count::On => self.halfmoves.saturating_add(1),
        };
        self.fullmoves = self.fullmoves.saturating_add(self.turn as u32);
        self.turn = !self.turn;
        self.hash ^= zobrist::BLACK_TO_MOVE;
    }

    /// The castling that a move of the king is.
    #[inline]
    pub fn castle(&self, mv: Move) -> Option<&'static Castle> {
        if self.rights.is_empty() {
            return None;
        }
        self.rights.of(self.turn).find(|castle| castle.king == (mv.from, mv.to))
    }

    /// The pawn that a pawn's move captures en passant.
    #[inline]
    pub fn en_passant_victim(&self, mv: Move) -> Option<Square> {
        (self.en_passant == Some(mv.to) && V::Geometry::file(mv.from) != V::Geometry::file(mv.to))
            .then(|| mv.to.offset(V::Geometry::ahead(!self.turn)))
    }

    /// Hands the turn to the other player with nothing else changed: for null-move pruning and for attacks of either side.
    #[must_use]
    pub fn passed(&self) -> Self {
        let mut next = self.clone();
        next.en_passant = None;
        next.pass_turn(Count::On);
        next
    }
}

/// What a ply does to the fifty-move count (C.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// It goes on.
    On,
    /// It starts anew.
    Anew,
}
