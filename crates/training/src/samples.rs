//! What a network learns from: positions as inputs, with what they are worth.
//!
//! Only quiet positions count: no king in danger, no move that wins material, no forced win. A network is asked of such
//! positions only, and search sees to the rest. Left and right differ in nothing but castling, so a position is also
//! learned from as its mirror image, which doubles what games teach.

use std::collections::HashSet;
use std::path::PathBuf;

use faraday_engine::Evaluate;
use faraday_engine::network::{SCALE, inputs, output_of};
use faraday_rules::{Color, Geometry, Position};

use crate::file::{Game, GameFile, GameFileError};
use crate::worth::Worth;

/// The positions of one game in so many are kept apart. Those of one game are alike, so no game is on both sides.
const KEPT_APART: u32 = 50;
/// A score this large is no evaluation but a win in sight.
const WON: i16 = 9_000;

/// How a position is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// As it stood.
    Straight,
    /// With left and right exchanged.
    Mirrored,
}

/// Positions, their inputs one after the other.
pub struct Samples {
    /// What each input is called as a position is looked at.
    names: [Vec<u16>; 2],
    /// Inputs as the side to move and as the other numbers them.
    inputs: Vec<[u16; 2]>,
    /// Where the inputs of each position end.
    ends: Vec<usize>,
    /// What a position is worth, from 0 (lost) to 1 (won), and the output that it uses.
    worths: Vec<(f32, u8)>,
    /// How many times the scale of worths an output of 1 is.
    steepness: f32,
    /// The positions to learn from.
    pub learned: Vec<usize>,
    /// Those that show how well the others have been learned.
    pub checked: Vec<usize>,
}

/// What of a file of games teaches nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unused {
    /// The file.
    pub file: PathBuf,
    /// Bytes at its end that are no whole game.
    pub cut: u64,
    /// Games that are left out from a move on that is not legal.
    pub illegal: u64,
}

/// A game has a move that is not legal.
struct Illegal;

/// One position.
#[derive(Clone, Copy)]
pub struct Sample<'a> {
    /// Inputs as the side to move and as the other numbers them.
    pub inputs: &'a [[u16; 2]],
    /// The column of each input.
    pub names: &'a [u16],
    pub worth: f32,
    pub output: usize,
    /// How many times the scale of its worth an output of 1 is.
    pub steepness: f32,
}

impl Samples {
    /// Reads the quiet positions of files, each position once. Tells what of a file is not used.
    pub fn read<V: Evaluate>(
        files: &[PathBuf],
        worth: &Worth,
        tell: &mut dyn FnMut(Unused),
    ) -> Result<Samples, (PathBuf, GameFileError)> {
        let mut samples = Samples::new::<V>(worth.scale);
        let mut seen = HashSet::new();
        for file in files {
            let mut illegal = 0;
            let add = |game: Game| illegal += u64::from(samples.add::<V>(&game, worth, &mut seen).is_err());
            let cut = GameFile::read(file, V::ID, add).map_err(|error| (file.clone(), error))?;
            if cut > 0 || illegal > 0 {
                tell(Unused { file: file.clone(), cut, illegal });
            }
        }
        Ok(samples)
    }

    fn new<V: Evaluate>(scale: f32) -> Samples {
        let files = u16::from(V::Geometry::FILES);
        let columns = 0..(V::PLANES.count() * V::Geometry::SQUARES) as u16;
        let mirrored = columns.clone().map(|column| column - column % files + (files - 1 - column % files));
        let names = [columns.collect(), mirrored.collect()];
        Samples {
            names,
            inputs: Vec::new(),
            ends: Vec::new(),
            worths: Vec::new(),
            steepness: SCALE as f32 / scale,
            learned: Vec::new(),
            checked: Vec::new(),
        }
    }

    fn add<V: Evaluate>(&mut self, game: &Game, worth: &Worth, seen: &mut HashSet<u64>) -> Result<(), Illegal> {
        let mut position = Position::<V>::start();
        for mv in &game.opening {
            if !position.is_legal(*mv) {
                return Err(Illegal);
            }
            position = position.after(*mv);
        }
        for (ply, worth) in game.plies.iter().zip(worth.of_game(game)) {
            if !position.is_legal(ply.mv) {
                return Err(Illegal);
            }
            let is_quiet = ply.score.abs() < WON && V::gain(&position, ply.mv) <= 0 && !V::is_threatened(&position);
            if is_quiet && seen.insert(position.hash()) {
                let is_apart = game.number.is_multiple_of(KEPT_APART);
                let side = if is_apart { &mut self.checked } else { &mut self.learned };
                side.push(self.ends.len());
                self.inputs.extend(inputs(&position).map(|input| input.map(|index| index as u16)));
                self.ends.push(self.inputs.len());
                let worth = if position.turn() == Color::White { worth } else { 1.0 - worth };
                self.worths.push((worth, output_of(&position) as u8));
            }
            position = position.after(ply.mv);
        }
        Ok(())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// One of them.
    #[inline]
    pub fn get(&self, at: usize, look: Look) -> Sample<'_> {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        let (worth, output) = self.worths[at];
        Sample {
            inputs: &self.inputs[start..self.ends[at]],
            names: &self.names[look as usize],
            worth,
            output: usize::from(output),
            steepness: self.steepness,
        }
    }
}

#[cfg(test)]
mod tests {
    use faraday_rules::Square;
    use faraday_variants::{Collision, Future};

    use super::*;

    fn check<V: Evaluate>() {
        let [straight, mirrored] = Samples::new::<V>(200.0).names;
        for plane in 0..V::PLANES.count() {
            for square in V::Geometry::squares() {
                let (level, file, rank) =
                    (V::Geometry::level(square), V::Geometry::file(square), V::Geometry::rank(square));
                let across = V::Geometry::at(level, V::Geometry::FILES - 1 - file, rank).unwrap();
                let column = |square: Square| plane * V::Geometry::SQUARES + square.index();
                assert_eq!(usize::from(straight[column(square)]), column(square));
                assert_eq!(usize::from(mirrored[column(square)]), column(across));
            }
        }
    }

    #[test]
    fn a_mirrored_input_lies_across_on_its_rank_level_and_plane() {
        check::<Collision>();
        check::<Future>();
    }
}
