//! Deterministic, evenly spread samples of a table's cells.

/// The cells of a table in an order whose beginnings are spread evenly.
#[derive(Clone, Copy)]
pub(crate) struct Sample {
    cells: usize,
    step: usize,
}

impl Sample {
    pub fn of(cells: usize) -> Sample {
        // A golden-section step spreads the sample evenly, and visits every cell once if it is coprime to
        // the number of cells.
        let golden = (cells as f64 * 0.618_033_988_749_895) as usize;
        Sample { cells, step: (golden..cells).find(|step| gcd(*step, cells) == 1).unwrap_or(1) }
    }

    /// Returns the cell for an index below the number of cells.
    pub fn cell(self, index: usize) -> usize {
        (index as u128 * self.step as u128 % self.cells as u128) as usize
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_drawn_once() {
        for cells in [1, 2, 3, 64, 4_620, 31_332] {
            let mut drawn: Vec<usize> = (0..cells).map(|index| Sample::of(cells).cell(index)).collect();
            drawn.sort_unstable();
            assert!(drawn.into_iter().eq(0..cells), "{cells}");
        }
    }
}
