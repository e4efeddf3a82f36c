//! What a network sees of a position: planes, which are sets of squares. Those of the pieces come in pairs, White's and
//! Black's, and so may others; some belong to no color.

use faraday_rules::{Board, Color, Geometry, Role, Set};

/// More planes than this are not seen.
pub(crate) const MOST: usize = 32;

/// How many planes a network sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Planes {
    /// Pairs of planes, one of each color.
    pub colored: usize,
    /// Planes of no color.
    pub neutral: usize,
}

impl Planes {
    /// One pair a role.
    pub const PIECES: Planes = Planes { colored: 6, neutral: 0 };

    /// The pieces and so many more.
    pub const fn beyond_pieces(colored: usize, neutral: usize) -> Planes {
        Planes { colored: 6 + colored, neutral }
    }

    /// All of them.
    pub const fn count(self) -> usize {
        2 * self.colored + self.neutral
    }

    /// The plane that a color sees at the place where White sees a plane: the colors change places for Black.
    #[inline]
    pub(crate) const fn seen_by(self, color: Color, plane: usize) -> usize {
        if plane < 2 * self.colored { plane ^ color as usize } else { plane }
    }
}

/// The planes of one position: pairs first, then those of no color.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sight<S> {
    planes: [S; MOST],
    count: usize,
}

impl<S: Set> Default for Sight<S> {
    fn default() -> Sight<S> {
        Sight { planes: [S::EMPTY; MOST], count: 0 }
    }
}

impl<S: Set> Sight<S> {
    /// The pieces of a board.
    #[inline]
    pub fn of<G: Geometry<Set = S>>(board: &Board<G>) -> Sight<S> {
        let mut sight = Sight::default();
        for role in Role::ALL {
            sight.pair(board.pieces(Color::White, role), board.pieces(Color::Black, role));
        }
        sight
    }

    /// Adds a pair. All pairs come before planes of no color.
    #[inline]
    pub fn pair(&mut self, white: S, black: S) {
        self.plane(white);
        self.plane(black);
    }

    /// Adds a plane of no color.
    #[inline]
    pub fn plane(&mut self, set: S) {
        self.planes[self.count % MOST] = set;
        self.count += 1;
    }

    /// The planes added so far.
    #[inline]
    pub fn planes(&self) -> &[S] {
        &self.planes[..self.count.min(MOST)]
    }

    /// How many of the first planes differ.
    #[inline]
    pub(crate) fn distance(&self, other: &Sight<S>, planes: usize) -> u32 {
        self.planes[..planes].iter().zip(&other.planes[..planes]).map(|(one, two)| u32::from(one != two)).sum()
    }

    /// Each of the first planes that differs, with the squares that only this sight has and those that only the other
    /// has.
    #[inline]
    pub(crate) fn compare(&self, other: &Sight<S>, planes: usize, mut each: impl FnMut(usize, S, S)) {
        for (plane, (one, two)) in self.planes[..planes].iter().zip(&other.planes[..planes]).enumerate() {
            if one != two {
                each(plane, *one & !*two, *two & !*one);
            }
        }
    }
}
