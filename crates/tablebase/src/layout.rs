//! The cells of a table: every way to put a material on the board, with the turn and what else may matter, has a number.
//!
//! A cell is a number in mixed radix: the turn, the home of White's king, the squares of the others in the material's
//! order, and where positions keep amounts on squares, the square of the one unit that there may be. Cells that no position
//! belongs to are left empty: they cost no more than their compressed size.

use arrayvec::ArrayVec;
use faraday_rules::{Board, Color, Geometry, Piece, Position, Rights, Role, Set, Setup, Square, Variant};

use crate::Material;
use crate::symmetry::{Symmetry, Turns, swapped};

/// The most pieces that a table may have.
pub const MOST_PIECES: usize = 4;

/// The cells of one material.
pub struct Layout<V: Variant> {
    material: Material,
    pieces: ArrayVec<Piece, MOST_PIECES>,
    symmetry: Symmetry,
    swapped: Vec<Square>,
    /// Pawns may be marked, so that each square is there twice for them.
    has_marks: bool,
    /// What the positions keep on squares: nothing, or one unit on one of them.
    states: Vec<V::State>,
}

/// A piece's square, and whether it is marked.
type Place = (Square, bool);

impl<V: Variant> Layout<V> {
    const SQUARES: usize = V::Geometry::SQUARES;

    /// The cells of a material in its canonical form; none if it has too many pieces, or more than may be told apart.
    pub fn new(material: Material) -> Option<Layout<V>> {
        let has_amounts = V::amounts(&V::State::default()).is_some();
        if material.canonical() != material || material.pieces() > Self::most_pieces() {
            return None;
        }
        // Amounts matter to those who land on them, and a king lands anywhere (PC.6).
        let tells_amounts = has_amounts && !material.is_kings_alone();
        let turns = if material.has_pawns() || tells_amounts { Turns::Sides } else { Turns::All };
        Some(Layout {
            material,
            pieces: material.list().collect(),
            symmetry: Symmetry::of::<V::Geometry>(turns),
            swapped: swapped::<V::Geometry>(),
            has_marks: V::Geometry::at(0, 0, 0).is_some_and(|square| V::read_state(&[square], None).is_ok()),
            states: if tells_amounts { states::<V>() } else { vec![V::State::default()] },
        })
    }

    /// The most pieces that tables of the variant may have. Where captures leave amounts behind, no more than one capture
    /// can be followed.
    pub fn most_pieces() -> usize {
        if V::amounts(&V::State::default()).is_some() { 3 } else { MOST_PIECES }
    }

    /// The material.
    pub fn material(&self) -> Material {
        self.material
    }

    /// How many cells there are.
    pub fn cells(&self) -> usize {
        let turns = if self.material.is_even() { 1 } else { 2 };
        let others = self.pieces.iter().skip(1).map(|piece| self.places(*piece)).product::<usize>();
        turns * self.symmetry.homes().len() * others * self.states.len()
    }

    /// How many cells lie side by side that differ in amounts only.
    pub(crate) fn row(&self) -> usize {
        self.states.len()
    }

    /// The position of a cell: none if the rules have no such position.
    pub fn position(&self, cell: usize) -> Option<Position<V>> {
        let (mut rest, state) = (cell / self.states.len(), cell % self.states.len());
        let mut places: ArrayVec<Place, MOST_PIECES> = ArrayVec::new();
        for piece in self.pieces.iter().skip(1).rev() {
            let radix = self.places(*piece);
            places.push(self.place(*piece, rest % radix));
            rest /= radix;
        }
        let homes = self.symmetry.homes();
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

    /// The cell of a position; none if it has another material, or if more is to be told of it than cells do. Castling
    /// rights and en passant are the caller's to look at.
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
        let (home, way) = self.symmetry.home(king);
        let turned = |square: Square| way[across(square).index()];
        let turn = if self.material.is_even() { 0 } else { color(position.turn()) as usize };
        let mut cell = turn * self.symmetry.homes().len() + usize::from(home);
        let mut next = 1;
        while next < self.pieces.len() {
            let piece = self.pieces[next];
            let squares = board.pieces(color(piece.color), piece.role).squares();
            let mut alike: ArrayVec<Place, MOST_PIECES> =
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

    /// How many places a piece may have.
    #[inline]
    fn places(&self, piece: Piece) -> usize {
        if self.is_markable(piece) { 2 * Self::SQUARES } else { Self::SQUARES }
    }

    #[inline]
    fn number(&self, piece: Piece, (square, mark): Place) -> usize {
        if self.is_markable(piece) { 2 * square.index() + usize::from(mark) } else { square.index() }
    }

    fn place(&self, piece: Piece, number: usize) -> Place {
        if self.is_markable(piece) {
            (Square::new((number / 2) as u8), number % 2 == 1)
        } else {
            (Square::new(number as u8), false)
        }
    }
}

/// No amount anywhere, then one unit on each square.
fn states<V: Variant>() -> Vec<V::State> {
    let one = |square| format!("{}:1", V::Geometry::name(square));
    let fields = std::iter::once("-".to_owned()).chain(V::Geometry::squares().map(one));
    fields.map(|field| V::read_state(&[], Some(&field)).expect("a field of one unit can be read")).collect()
}
