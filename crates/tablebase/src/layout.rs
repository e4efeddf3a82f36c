//! The indexing of a table. A cell is the index of a placement of its material, with the side to move and other state.
//!
//! A cell is a mixed-radix number: the side to move, the square of White's king after mirroring, and the squares of the
//! other pieces in the order of the material. If positions keep amounts on squares, the square of the single unit
//! follows. Cells without a position are empty and add almost nothing to the compressed size.

use arrayvec::ArrayVec;
use faraday_rules::{Board, Color, Geometry, Piece, Position, Rights, Role, Set, Setup, Square, Variant};

use crate::Material;
use crate::symmetry::{Symmetry, SymmetryGroup, swapped};

/// The maximum number of pieces in a table.
pub const MOST_PIECES: usize = 4;

/// The mapping between the positions of one material and the cells of its table, up to symmetry.
pub struct Layout<V: Variant> {
    material: Material,
    pieces: ArrayVec<Piece, MOST_PIECES>,
    symmetry: Symmetry,
    swapped: Vec<Square>,
    /// True if pawns can be marked in FEN. Each square then counts twice for a pawn.
    has_marks: bool,
    /// The possible amounts on squares: none, or one unit on a square.
    states: Vec<V::State>,
}

/// A piece's square, and true if the piece is marked.
type PlacedPiece = (Square, bool);

impl<V: Variant> Layout<V> {
    const SQUARES: usize = V::Geometry::SQUARES;

    /// Returns the layout of a material in its canonical form. `None` if it has too many pieces or is not in that form.
    pub fn new(material: Material) -> Option<Layout<V>> {
        let has_amounts = V::amounts(&V::State::default()).is_some();
        if material.canonical() != material || material.pieces() > Self::most_pieces() {
            return None;
        }
        // Amounts matter only to pieces that land on them, and a king may land anywhere (PC.6).
        let has_amount_states = has_amounts && !material.is_kings_alone();
        let group = if material.has_pawns() || has_amount_states { SymmetryGroup::Mirror } else { SymmetryGroup::All };
        Some(Layout {
            material,
            pieces: material.list().collect(),
            symmetry: Symmetry::of::<V::Geometry>(group),
            swapped: swapped::<V::Geometry>(),
            has_marks: V::Geometry::at(0, 0, 0).is_some_and(|square| V::read_state(&[square], None).is_ok()),
            states: if has_amount_states { states::<V>() } else { vec![V::State::default()] },
        })
    }

    /// Returns the maximum number of pieces for tables of the variant. If captures leave amounts behind, a table can
    /// follow only one capture.
    pub fn most_pieces() -> usize {
        if V::amounts(&V::State::default()).is_some() { 3 } else { MOST_PIECES }
    }

    /// Returns the material, in canonical form.
    pub fn material(&self) -> Material {
        self.material
    }

    /// Returns the number of cells.
    pub fn cells(&self) -> usize {
        let turns = if self.material.is_even() { 1 } else { 2 };
        let others = self.pieces.iter().skip(1).map(|piece| self.places(*piece)).product::<usize>();
        turns * self.symmetry.representatives().len() * others * self.states.len()
    }

    /// Returns the number of adjacent cells that differ only in amounts.
    pub(crate) fn row(&self) -> usize {
        self.states.len()
    }

    /// Returns the position of a cell. `None` if the rules have no such position.
    pub fn position(&self, cell: usize) -> Option<Position<V>> {
        let (mut rest, state) = (cell / self.states.len(), cell % self.states.len());
        let mut places: ArrayVec<PlacedPiece, MOST_PIECES> = ArrayVec::new();
        for piece in self.pieces.iter().skip(1).rev() {
            let radix = self.places(*piece);
            places.push(self.place(*piece, rest % radix));
            rest /= radix;
        }
        let homes = self.symmetry.representatives();
        places.push((homes[rest % homes.len()], false));
        places.reverse();
        let turn = Color::ALL[rest / homes.len()];
        let mut board = Board::<V::Geometry>::default();
        let mut marks: ArrayVec<Square, MOST_PIECES> = ArrayVec::new();
        for (index, (piece, place)) in self.pieces.iter().zip(&places).enumerate() {
            let is_out_of_order = index > 0 && self.pieces[index - 1] == *piece && places[index - 1] >= *place;
            if board.occupied().has(place.0) || is_out_of_order {
                return None;
            }
            board.toggle(place.0, *piece);
            marks.extend(place.1.then_some(place.0));
        }
        let state = match self.states.len() {
            1 => V::read_state(&marks, V::SEVENTH_FIELD.map(|_| "-")).ok()?,
            _ => self.states[state].clone(),
        };
        let (rights, en_passant) = (Rights::default(), None);
        Position::from_setup(Setup { board, state, turn, rights, en_passant, halfmoves: 0, fullmoves: 1 }).ok()
    }

    /// Returns the cell of a position. `None` if the position has another material, or amounts that no cell has. The
    /// caller must check castling rights and en passant.
    #[inline]
    pub fn cell(&self, position: &Position<V>) -> Option<usize> {
        let board = position.board();
        let material = Material::of(board);
        let is_swapped =
            if self.material.is_even() { position.turn() == Color::Black } else { material != self.material };
        if material.canonical() != self.material {
            return None;
        }
        let color = |color: Color| if is_swapped { !color } else { color };
        let across = |square: Square| if is_swapped { self.swapped[square.index()] } else { square };
        let king = across(board.king(color(Color::White))?);
        let (home, way) = self.symmetry.representative(king);
        let turned = |square: Square| way[across(square).index()];
        let turn = if self.material.is_even() { 0 } else { color(position.turn()) as usize };
        let mut cell = turn * self.symmetry.representatives().len() + usize::from(home);
        let mut next = 1;
        while next < self.pieces.len() {
            let piece = self.pieces[next];
            let squares = board.pieces(color(piece.color), piece.role).squares();
            let mut alike: ArrayVec<PlacedPiece, MOST_PIECES> =
                squares.map(|square| (turned(square), self.is_marked(position, square))).collect();
            alike.sort_unstable();
            for place in &alike {
                cell = cell * self.places(piece) + self.number(piece, *place);
            }
            next += alike.len();
        }
        if self.states.len() == 1 {
            return Some(cell);
        }
        let amount = match V::amounts(position.state())?.as_slice() {
            [] => 0,
            [(square, 1)] => 1 + turned(*square).index(),
            _ => return None,
        };
        Some(cell * self.states.len() + amount)
    }

    #[inline]
    fn is_marked(&self, position: &Position<V>, square: Square) -> bool {
        self.has_marks && V::is_marked(position.state(), square)
    }

    #[inline]
    fn is_markable(&self, piece: Piece) -> bool {
        self.has_marks && piece.role == Role::Pawn
    }

    /// Returns the number of places for a piece.
    #[inline]
    fn places(&self, piece: Piece) -> usize {
        if self.is_markable(piece) { 2 * Self::SQUARES } else { Self::SQUARES }
    }

    #[inline]
    fn number(&self, piece: Piece, (square, mark): PlacedPiece) -> usize {
        if self.is_markable(piece) { 2 * square.index() + usize::from(mark) } else { square.index() }
    }

    fn place(&self, piece: Piece, number: usize) -> PlacedPiece {
        if self.is_markable(piece) {
            (Square::new((number / 2) as u8), number % 2 == 1)
        } else {
            (Square::new(number as u8), false)
        }
    }
}

/// Returns the possible amounts: none at all, then one unit on each square.
fn states<V: Variant>() -> Vec<V::State> {
    let one = |square| format!("{}:1", V::Geometry::name(square));
    let fields = std::iter::once("-".to_owned()).chain(V::Geometry::squares().map(one));
    fields.map(|field| V::read_state(&[], Some(&field)).expect("a field of one unit can be read")).collect()
}
