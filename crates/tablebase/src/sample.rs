//! A sample of a table's cells, spread evenly and the same each time.

/// The cells of a table in an order that spreads the first of them evenly.
#[derive(Clone, Copy)]
pub(crate) struct Sample {
    cells: usize,
    step: usize,
}

impl Sample {
    pub fn of(cells: usize) -> Sample {
        // Steps of a golden section spread a sample evenly, and visit every cell once if they share no factor with the cells.
        let golden = (cells as f64 * 0.618_033_988_749_895) as usize;
        Sample { cells, step: (golden..cells).find(|step| gcd(*step, cells) == 1).unwrap_or(1) }
    }

    /// The cell of an index below the number of cells.
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
