//! Moves, the choices that complete them, and visitors that receive legal moves in bundles. A move does
//! not contain its consequences.

use crate::{Role, Set, Square};

/// The part of a move that the player chooses in addition to its two squares (N.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
#[expect(missing_docs, reason = "the first four name the role that a piece takes")]
pub enum Choice {
    Knight = 1,
    Bishop,
    Rook,
    Queen,
    /// The piece that lands is demoted to a pawn.
    Decay,
    /// The piece that lands keeps its form, and the energy on the square is sent out again.
    Scatter,
}

impl Choice {
    /// All choices, in the order of their numbers.
    pub const ALL: [Choice; 6] =
        [Choice::Knight, Choice::Bishop, Choice::Rook, Choice::Queen, Choice::Decay, Choice::Scatter];

    /// Returns the suffix of a UCI move for this choice.
    pub const fn sign(self) -> char {
        match self {
            Choice::Knight => 'n',
            Choice::Bishop => 'b',
            Choice::Rook => 'r',
            Choice::Queen => 'q',
            Choice::Decay => 'p',
            Choice::Scatter => '*',
        }
    }

    /// Returns the choice with this UCI suffix.
    pub fn from_sign(sign: char) -> Option<Choice> {
        Choice::ALL.into_iter().find(|choice| choice.sign() == sign)
    }

    /// Returns the role that the choice names, or `None` for a scatter, which keeps the form.
    #[inline]
    pub const fn role(self) -> Option<Role> {
        match self {
            Choice::Knight => Some(Role::Knight),
            Choice::Bishop => Some(Role::Bishop),
            Choice::Rook => Some(Role::Rook),
            Choice::Queen => Some(Role::Queen),
            Choice::Decay => Some(Role::Pawn),
            Choice::Scatter => None,
        }
    }

    /// Returns the choice that names a role, or `None` for pawn and king.
    pub const fn of_role(role: Role) -> Option<Choice> {
        match role {
            Role::Knight => Some(Choice::Knight),
            Role::Bishop => Some(Choice::Bishop),
            Role::Rook => Some(Choice::Rook),
            Role::Queen => Some(Choice::Queen),
            Role::Pawn | Role::King => None,
        }
    }
}

/// The set of choices open for a destination; `PLAIN` if there is nothing to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choices(u8);

impl Choices {
    /// The empty set: the destination is closed.
    pub const NONE: Choices = Choices(0);
    /// A move without a choice.
    pub const PLAIN: Choices = Choices(1);
    /// Promotion to knight, bishop, rook, or queen.
    pub const PROMOTION: Choices = Choices(0b1_1110);

    /// Returns the set with only this choice.
    #[inline]
    pub const fn of(choice: Choice) -> Choices {
        Choices(1 << choice as u8)
    }

    /// Returns the union of the two sets.
    #[inline]
    #[must_use]
    pub const fn with(self, other: Choices) -> Choices {
        Choices(self.0 | other.0)
    }

    /// Returns the number of moves to one destination.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns true if the destination is closed.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if a move with this choice is in the set.
    #[inline]
    pub const fn has(self, choice: Option<Choice>) -> bool {
        let bit = match choice {
            Some(choice) => choice as u8,
            None => 0,
        };
        self.0 >> bit & 1 != 0
    }

    /// Returns the choices in the order in which a dialog offers them: strongest role first.
    pub fn offered(self) -> impl Iterator<Item = Option<Choice>> {
        const ORDER: [Option<Choice>; 7] = [
            None,
            Some(Choice::Queen),
            Some(Choice::Rook),
            Some(Choice::Bishop),
            Some(Choice::Knight),
            Some(Choice::Decay),
            Some(Choice::Scatter),
        ];
        ORDER.into_iter().filter(move |choice| self.has(*choice))
    }
}

/// A player's move: two squares and a choice. Castling is written as the king's two-square move.
///
/// Moves are usually read from text with [`Position::read_move`](crate::Position::read_move), which returns only legal
/// ones, or listed with [`Position::moves`](crate::Position::moves).
///
/// ```
/// use faraday_rules::{Move, Position};
/// # use faraday_rules::{Flat, Variant};
/// # #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
/// # struct Chess;
/// # impl Variant for Chess {
/// #     type Geometry = Flat;
/// #     type State = ();
/// #     const ID: &'static str = "chess";
/// # }
///
/// let mv: Move = Position::<Chess>::parse_uci("e7e8q")?;
/// assert_eq!(Position::<Chess>::write_uci(mv), "e7e8q");
/// # Ok::<(), faraday_rules::MoveTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Move {
    /// The origin, which the piece leaves.
    pub from: Square,
    /// The target, on which the piece lands.
    pub to: Square,
    /// The promotion or other choice; `None` if there is nothing to choose.
    pub choice: Option<Choice>,
}

impl Move {
    /// Packs the move into a number below 2¹⁷, for tables.
    #[inline]
    pub const fn pack(self) -> u32 {
        let choice = match self.choice {
            Some(choice) => choice as u32,
            None => 0,
        };
        self.from.index() as u32 | (self.to.index() as u32) << 7 | choice << 14
    }

    /// Unpacks a number made by [`Move::pack`].
    #[inline]
    pub fn unpack(number: u32) -> Move {
        let choice = match number >> 14 & 7 {
            0 | 7 => None,
            index => Some(Choice::ALL[index as usize - 1]),
        };
        Move { from: Square::new((number & 127) as u8), to: Square::new((number >> 7 & 127) as u8), choice }
    }
}

/// A visitor that receives legal moves in bundles, so that counting needs no move list.
pub trait Visit<S: Set> {
    /// Receives the moves of one piece to each square of `to`, each with every one of `choices`.
    fn from(&mut self, from: Square, to: S, choices: Choices);
    /// Receives the moves of several pieces, each to a square of `to` from the square `offset` before it.
    fn shifted(&mut self, to: S, offset: i8, choices: Choices);
}

/// A visitor that counts moves without listing them.
#[derive(Default, Debug)]
pub struct Counter(pub u64);

impl<S: Set> Visit<S> for Counter {
    #[inline]
    fn from(&mut self, _: Square, to: S, choices: Choices) {
        self.0 += u64::from(to.count() * choices.count());
    }
    #[inline]
    fn shifted(&mut self, to: S, _: i8, choices: Choices) {
        self.0 += u64::from(to.count() * choices.count());
    }
}

/// A visitor that calls a function with every move.
pub struct Each<F>(pub F);

impl<S: Set, F: FnMut(Move)> Visit<S> for Each<F> {
    #[inline]
    fn from(&mut self, from: Square, to: S, choices: Choices) {
        for to in to.squares() {
            if choices == Choices::PLAIN {
                (self.0)(Move { from, to, choice: None });
            } else {
                choices.offered().for_each(|choice| (self.0)(Move { from, to, choice }));
            }
        }
    }
    #[inline]
    fn shifted(&mut self, to: S, offset: i8, choices: Choices) {
        for square in to.squares() {
            self.from(square.offset(-offset), S::of(square), choices);
        }
    }
}
