//! A position: the board, the side to move, castling rights, counts, and the variant's own state. Every change
//! updates its Zobrist hash.

use crate::{
    Board, Castle, Color, Counter, Each, Ending, Event, EventSink, Geometry, Move, Piece, Refusal, Rights, Role,
    RuleId, Set, Square, State, Variant, Visit, orthodox, zobrist,
};

/// A position of a variant: the board, the side to move, castling rights, counts, and the variant's own state.
///
/// Invariant: created by [`Position::from_setup`] or reached from such a position by legal moves. `hash` covers the
/// board, the turn, the rights, and the state, but not the en-passant square; see [`Position::hash`].
///
/// ```
/// use faraday_rules::Position;
/// # use faraday_rules::{Flat, Variant};
/// # #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
/// # struct Chess;
/// # impl Variant for Chess {
/// #     type Geometry = Flat;
/// #     type State = ();
/// #     const ID: &'static str = "chess";
/// # }
///
/// let position = Position::<Chess>::start();
/// let mv = position.read_move("e4")?;
/// assert_eq!(position.write_san(mv), "e4");
/// assert_eq!(position.after(mv).to_fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// # Ok::<(), faraday_rules::MoveTextError>(())
/// ```
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

/// The type of sets of squares on a variant's board: `u64` or `u128`.
pub type SetOf<V> = <<V as Variant>::Geometry as Geometry>::Set;

/// A position that need not be legal, such as one from an editor or a FEN. [`Position::from_setup`] checks it.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Setup<V: Variant> {
    pub board: Board<V::Geometry>,
    /// The variant's data beyond orthodox chess.
    pub state: V::State,
    pub turn: Color,
    pub rights: Rights,
    /// The square just passed by the double step of a pawn.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmoves: u16,
    /// The number of the move, from 1.
    pub fullmoves: u32,
}

impl<V: Variant> Position<V> {
    /// Creates a position from a setup without checking it. Setups from outside go through the checks in `setup`.
    pub(crate) fn assume(setup: Setup<V>) -> Self {
        let Setup { board, state, turn, rights, en_passant, halfmoves, fullmoves } = setup;
        let mut position = Position { board, state, hash: 0, fullmoves, halfmoves, turn, rights, en_passant };
        position.hash = position.fresh_hash();
        position
    }

    /// Returns the placement of the pieces.
    #[inline]
    pub fn board(&self) -> &Board<V::Geometry> {
        &self.board
    }

    /// Returns the variant's own part of the position, such as numbers on squares.
    #[inline]
    pub fn state(&self) -> &V::State {
        &self.state
    }

    /// Returns the side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the remaining castling rights.
    #[inline]
    pub fn rights(&self) -> Rights {
        self.rights
    }

    /// Returns the square passed by a double step, if an enemy pawn is in place to capture there, legally or not.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Returns the en-passant square if a legal capture on it exists, as in FEN and for repetition (N.4).
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

    /// Returns the number of plies since the last capture or pawn move.
    #[inline]
    pub fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// Returns the number of the move, from 1.
    #[inline]
    pub fn fullmoves(&self) -> u32 {
        self.fullmoves
    }

    /// Returns the Zobrist hash of everything that counts for repetition (C.3).
    #[inline]
    pub fn hash(&self) -> u64 {
        match self.en_passant {
            None => self.hash,
            Some(_) => self.legal_en_passant().map_or(self.hash, |square| self.hash ^ zobrist::en_passant(square)),
        }
    }

    /// Returns the hash for search, in which an en-passant square counts even if no capture there is legal.
    #[inline]
    pub fn search_hash(&self) -> u64 {
        self.en_passant.map_or(self.hash, |square| self.hash ^ zobrist::en_passant(square))
    }

    /// Computes the incremental part of the hash from scratch, to verify [`Position::incremental_hash`].
    pub fn fresh_hash(&self) -> u64 {
        let pieces = self.board.placed().fold(0, |hash, (square, piece)| hash ^ zobrist::piece(square, piece));
        pieces ^ self.state.key() ^ zobrist::castling(self.rights) ^ zobrist::turn(self.turn)
    }

    /// Returns the part of the hash that every move updates: all of it except the en-passant square.
    pub fn incremental_hash(&self) -> u64 {
        self.hash
    }

    /// Returns true if two positions are the same for repetition (C.3).
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

    /// Sends the legal moves to squares of `targets` to a visitor.
    #[inline]
    pub fn legal_to(&self, targets: SetOf<V>, visit: &mut impl Visit<SetOf<V>>) {
        V::generate(self, targets, visit);
    }

    /// Returns a list of the legal moves.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.legal(&mut Each(|mv| moves.push(mv)));
        moves
    }

    /// Returns the number of legal moves, without listing them.
    #[inline]
    pub fn count(&self) -> u64 {
        let mut counter = Counter::default();
        self.legal(&mut counter);
        counter.0
    }

    /// Returns true if a move is legal. Squares beyond the board are accepted and make it illegal.
    pub fn is_legal(&self, mv: Move) -> bool {
        if mv.from.index().max(mv.to.index()) >= V::Geometry::SQUARES {
            return false;
        }
        let mut found = false;
        V::generate(self, SetOf::<V>::of(mv.to), &mut Each(|other| found |= other == mv));
        found
    }

    /// Returns the reason why a move is illegal, or `None` if it is legal.
    pub fn refusal(&self, mv: Move) -> Option<Refusal> {
        if mv.from.index().max(mv.to.index()) >= V::Geometry::SQUARES {
            return Some(orthodox::reasons::WAY.at([]));
        }
        V::refuse(self, mv)
    }

    /// Returns the ending that follows from the position only. Repetition and the fifty-move
    /// rule belong to [`crate::Game`].
    pub fn ending(&self) -> Option<Ending> {
        V::ending(self)
    }

    /// Returns true if the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        V::checkers(self, self.turn).any()
    }

    /// Returns the pieces that could capture the king of the side to move if it passed. Only for variants where kings
    /// are captured: in others use [`Variant::checkers`], because the generators assume that no move captures a king.
    pub fn king_capturers(&self) -> SetOf<V> {
        let mut found = SetOf::<V>::EMPTY;
        if let Some(king) = self.board.king(self.turn) {
            let mut note = Each(|mv: Move| found |= SetOf::<V>::of(mv.from));
            self.passed().legal_to(SetOf::<V>::of(king), &mut note);
        }
        found
    }

    /// Plays a legal move and sends its consequences to `sink`.
    #[inline]
    pub fn play(&mut self, mv: Move, sink: &mut impl EventSink) {
        V::play(self, mv, sink);
    }

    /// Returns the position after a legal move.
    #[must_use]
    #[inline]
    pub fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        next.play(mv, &mut crate::IgnoreEvents);
        next
    }
}

/// The primitives from which variants compose their `play`. Each updates the hash.
impl<V: Variant> Position<V> {
    /// Puts a piece on an empty square, or removes that same piece.
    #[inline]
    pub fn toggle(&mut self, square: Square, piece: Piece) {
        self.board.toggle(square, piece);
        self.hash ^= zobrist::piece(square, piece);
    }

    /// Moves a piece to an empty square. The caller removes the castling rights tied to the origin.
    #[inline]
    pub fn shift(&mut self, piece: Piece, from: Square, to: Square) {
        self.toggle(from, piece);
        self.toggle(to, piece);
    }

    /// Removes the castling rights tied to a square (C.7).
    #[inline]
    pub fn lose_rights(&mut self, square: Square) {
        if !self.rights.is_empty() {
            self.hash ^= zobrist::castling(self.rights);
            self.rights.lose(square);
            self.hash ^= zobrist::castling(self.rights);
        }
    }

    /// Captures the enemy piece on a square, if there is one.
    #[inline]
    pub fn take(&mut self, at: Square, rule: RuleId, sink: &mut impl EventSink) -> Option<Role> {
        let role = self.board.role_at(at)?;
        let piece = Piece { color: !self.turn, role };
        self.toggle(at, piece);
        self.lose_rights(at);
        sink.emit(rule, || Event::Taken { piece, at });
        Some(role)
    }

    /// Replaces the piece on a square by one of another role and the same color.
    #[inline]
    pub fn replace(&mut self, at: Square, piece: Piece, role: Role) {
        self.toggle(at, piece);
        self.toggle(at, Piece { role, ..piece });
    }

    /// Returns the variant's own state, mutably. The caller updates the hash with [`Position::toggle_key`].
    #[inline]
    pub fn state_mut(&mut self) -> &mut V::State {
        &mut self.state
    }

    /// Adds a key of the variant's own state to the hash, or removes it.
    #[inline]
    pub fn toggle_key(&mut self, key: u64) {
        self.hash ^= key;
    }

    /// Sets or clears the square on which an en-passant capture is possible.
    #[inline]
    pub fn set_en_passant(&mut self, square: Option<Square>) {
        self.en_passant = square;
    }

    /// Passes the turn to the opponent. `count` is the effect of the ply on the fifty-move count.
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

    /// Returns the castling that a move of the king stands for, if any.
    #[inline]
    pub fn castle(&self, mv: Move) -> Option<&'static Castle> {
        if self.rights.is_empty() {
            return None;
        }
        self.rights.of(self.turn).find(|castle| castle.king == (mv.from, mv.to))
    }

    /// Returns the square of the pawn that a pawn's move captures en passant, if any.
    #[inline]
    pub fn en_passant_victim(&self, mv: Move) -> Option<Square> {
        (self.en_passant == Some(mv.to) && V::Geometry::file(mv.from) != V::Geometry::file(mv.to))
            .then(|| mv.to.offset(V::Geometry::ahead(!self.turn)))
    }

    /// Returns the position with the turn passed and nothing else changed: for null-move pruning and for
    /// attacks of either side.
    #[must_use]
    pub fn passed(&self) -> Self {
        let mut next = self.clone();
        next.en_passant = None;
        next.pass_turn(Count::On);
        next
    }
}

/// The effect of a ply on the fifty-move count (C.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// The count goes on.
    On,
    /// The count restarts at 0.
    Anew,
}
