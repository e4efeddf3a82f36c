//! Attack tables of sliding pieces by magic bitboards, computed at compile time for any square board of
//! up to 64 squares.

/// The location of one square's slides in the table of its board.
#[derive(Clone, Copy)]
pub struct Magic {
    mask: u64,
    factor: u64,
    shift: u32,
    offset: u32,
}

impl Magic {
    /// Returns the table index for an occupancy.
    #[inline]
    pub const fn slot(&self, occupied: u64) -> usize {
        (self.offset as u64 + ((occupied & self.mask).wrapping_mul(self.factor) >> self.shift)) as usize
    }
}

/// The directions of a rook, as steps of file and rank.
pub const ROOK: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
/// The directions of a bishop.
pub const BISHOP: [(i8, i8); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

/// Returns the squares that a slider reaches, blockers included, by walking square by square.
pub const fn walk(side: i8, square: usize, occupied: u64, directions: [(i8, i8); 4]) -> u64 {
    let mut reached = 0;
    let mut direction = 0;
    while direction < 4 {
        let (df, dr) = directions[direction];
        let (mut file, mut rank) = (square as i8 % side + df, square as i8 / side + dr);
        while file >= 0 && file < side && rank >= 0 && rank < side {
            let bit = 1 << (rank * side + file);
            reached |= bit;
            if occupied & bit != 0 {
                break;
            }
            file += df;
            rank += dr;
        }
        direction += 1;
    }
    reached
}

/// The same as `walk`, compiled once for all callers at run time.
#[inline(never)]
pub fn walked(side: i8, square: usize, occupied: u64, directions: [(i8, i8); 4]) -> u64 {
    walk(side, square, occupied, directions)
}

/// Returns the squares whose occupancy matters: the slides without the last square of each.
const fn relevant(side: i8, square: usize, directions: [(i8, i8); 4]) -> u64 {
    let mut relevant = 0;
    let mut direction = 0;
    while direction < 4 {
        let (df, dr) = directions[direction];
        let (mut file, mut rank) = (square as i8 % side + df, square as i8 / side + dr);
        while file + df >= 0 && file + df < side && rank + dr >= 0 && rank + dr < side {
            if file >= 0 && file < side && rank >= 0 && rank < side {
                relevant |= 1 << (rank * side + file);
            }
            file += df;
            rank += dr;
        }
        direction += 1;
    }
    relevant
}

/// Computes the magics of a board of `side` × `side` squares, with the table offset of each.
pub const fn magics<const SQUARES: usize>(
    side: i8,
    factors: &[u64; SQUARES],
    directions: [(i8, i8); 4],
) -> [Magic; SQUARES] {
    let mut magics = [Magic { mask: 0, factor: 0, shift: 0, offset: 0 }; SQUARES];
    let mut offset = 0;
    let mut square = 0;
    while square < SQUARES {
        let mask = relevant(side, square, directions);
        let bits = mask.count_ones();
        magics[square] = Magic { mask, factor: factors[square], shift: 64 - bits, offset };
        offset += 1 << bits;
        square += 1;
    }
    magics
}

/// Computes the table that the magics index. `SIZE` is a power of two, so that an index can be
/// masked instead of checked.
pub const fn table<const SQUARES: usize, const SIZE: usize>(
    side: i8,
    magics: &[Magic; SQUARES],
    directions: [(i8, i8); 4],
) -> [u64; SIZE] {
    assert!(SIZE.is_power_of_two(), "a table's size is a power of two");
    let mut table = [0; SIZE];
    let mut square = 0;
    while square < SQUARES {
        let magic = &magics[square];
        let mut occupied = 0_u64;
        loop {
            let slot = magic.slot(occupied);
            let reached = walk(side, square, occupied, directions);
            assert!(table[slot] == 0 || table[slot] == reached, "two occupancies collide");
            table[slot] = reached;
            occupied = occupied.wrapping_sub(magic.mask) & magic.mask;
            if occupied == 0 {
                break;
            }
        }
        square += 1;
    }
    table
}
