//! The input features of a network: planes, which are sets of squares (bitboards). Piece planes come in pairs, White's
//! and Black's; other planes may be paired or belong to no color.

use faraday_rules::{Board, Color, Geometry, Role, Set};

/// The maximum number of planes; more are ignored.
pub(crate) const MOST: usize = 32;

/// The number of input planes of a network, in pairs and without a color.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Planes {
    /// Pairs of planes, one plane for each color.
    pub colored: usize,
    /// Planes without a color.
    pub neutral: usize,
}

impl Planes {
    /// The piece planes only: one pair for each role.
    pub const PIECES: Planes = Planes { colored: 6, neutral: 0 };

    /// Returns the number of planes of a network with these planes in addition to the piece planes.
    pub const fn beyond_pieces(colored: usize, neutral: usize) -> Planes {
        Planes { colored: 6 + colored, neutral }
    }

    /// Returns the total number of planes.
    pub const fn count(self) -> usize {
        2 * self.colored + self.neutral
    }

    /// Returns the plane that takes the place of `plane` from a color's point of view: each pair is swapped for Black.
    #[inline]
    pub(crate) const fn for_perspective(self, color: Color, plane: usize) -> usize {
        if plane < 2 * self.colored { plane ^ color as usize } else { plane }
    }
}

/// The planes of one position: pairs first, then those without a color.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InputFeatures<S> {
    planes: [S; MOST],
    count: usize,
}

impl<S: Set> Default for InputFeatures<S> {
    fn default() -> InputFeatures<S> {
        InputFeatures { planes: [S::EMPTY; MOST], count: 0 }
    }
}

impl<S: Set> InputFeatures<S> {
    /// Returns the piece planes of a board.
    #[inline]
    pub fn of<G: Geometry<Set = S>>(board: &Board<G>) -> InputFeatures<S> {
        let mut features = InputFeatures::default();
        for role in Role::ALL {
            features.pair(board.pieces(Color::White, role), board.pieces(Color::Black, role));
        }
        features
    }

    /// Adds a pair. All pairs must come before planes without a color.
    #[inline]
    pub fn pair(&mut self, white: S, black: S) {
        self.plane(white);
        self.plane(black);
    }

    /// Adds a plane without a color.
    #[inline]
    pub fn plane(&mut self, set: S) {
        self.planes[self.count % MOST] = set;
        self.count += 1;
    }

    /// Returns the planes added so far.
    #[inline]
    pub fn planes(&self) -> &[S] {
        &self.planes[..self.count.min(MOST)]
    }

    /// Returns the number of differing planes among the first `planes`.
    #[inline]
    pub(crate) fn distance(&self, other: &InputFeatures<S>, planes: usize) -> u32 {
        self.planes[..planes].iter().zip(&other.planes[..planes]).map(|(one, two)| u32::from(one != two)).sum()
    }

    /// Calls `each` with every differing plane among the first `planes`, with the squares only in `self`
    /// and those only in `other`.
    #[inline]
    pub(crate) fn compare(&self, other: &InputFeatures<S>, planes: usize, mut each: impl FnMut(usize, S, S)) {
        for (plane, (one, two)) in self.planes[..planes].iter().zip(&other.planes[..planes]).enumerate() {
            if one != two {
                each(plane, *one & !*two, *two & !*one);
            }
        }
    }
}
