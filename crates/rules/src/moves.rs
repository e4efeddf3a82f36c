//! A move is the player's choice, never its consequences.

use crate::{Role, Set, Square};

/// What a player decides beyond from and to (N.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
#[expect(missing_docs, reason = "the first four name the role that a piece takes")]
pub enum Choice {
    Knight = 1,
    Bishop,
    Rook,
    Queen,
    /// The piece that lands falls back to a pawn.
    Decay,
    /// The piece that lands keeps its form, and what lay on the square flies off.
    Scatter,
}

impl Choice {
    /// Every choice.
    pub const ALL: [Choice; 6] =
        [Choice::Knight, Choice::Bishop, Choice::Rook, Choice::Queen, Choice::Decay, Choice::Scatter];

    /// The sign in a UCI move.
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

    /// The choice of a UCI sign.
    pub fn from_sign(sign: char) -> Option<Choice> {
        Choice::ALL.into_iter().find(|choice| choice.sign() == sign)
    }

    /// The role that the choice names: none for a scatter, which keeps the form.
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

    /// The choice that names a role: none for pawn and king.
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

/// The choices open for a destination; `PLAIN` when there is nothing to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choices(u8);

impl Choices {
    /// Nothing fits: the destination is closed.
    pub const NONE: Choices = Choices(0);
    /// A move without a choice.
    pub const PLAIN: Choices = Choices(1);
    /// Knight, bishop, rook or queen.
    pub const PROMOTION: Choices = Choices(0b1_1110);

    /// One choice.
    #[inline]
    pub const fn of(choice: Choice) -> Choices {
        Choices(1 << choice as u8)
    }

    /// Those of both.
    #[inline]
    #[must_use]
    pub const fn with(self, other: Choices) -> Choices {
        Choices(self.0 | other.0)
    }

    /// How many moves this makes of one destination.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether nothing fits.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a move's choice is among them.
    #[inline]
    pub const fn has(self, choice: Option<Choice>) -> bool {
        let bit = match choice {
            Some(choice) => choice as u8,
            None => 0,
        };
        self.0 >> bit & 1 != 0
    }

    /// The choices, strongest role first: what a dialog offers.
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

/// A player's move. Castling is the king's two-square move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Move {
    /// The square that the piece leaves.
    pub from: Square,
    /// The square where it lands.
    pub to: Square,
    /// What else the player decides.
    pub choice: Option<Choice>,
}

impl Move {
    /// A number below 2¹⁷ for tables.
    #[inline]
    pub const fn pack(self) -> u32 {
        let choice = match self.choice {
            Some(choice) => choice as u32,
            None => 0,
        };
        self.from.index() as u32 | (self.to.index() as u32) << 7 | choice << 14
    }

    /// The move of a number made by `pack`.
    #[inline]
    pub fn unpack(number: u32) -> Move {
        let choice = match number >> 14 & 7 {
            0 | 7 => None,
            index => Some(Choice::ALL[index as usize - 1]),
        };
        Move { from: Square::new((number & 127) as u8), to: Square::new((number >> 7 & 127) as u8), choice }
    }
}

/// Receives legal moves in bundles, so that counting needs no list.
pub trait Visit<S: Set> {
    /// Moves of one piece to each square of `to`, each with every one of `choices`.
    fn from(&mut self, from: Square, to: S, choices: Choices);
    /// Moves of several pieces, each to a square of `to` from the square `offset` before it.
    fn shifted(&mut self, to: S, offset: i8, choices: Choices);
}

/// Counts moves.
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

/// Calls a function with every move.
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
