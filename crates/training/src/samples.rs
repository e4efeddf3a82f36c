//! Training samples: positions as input features of a network, with their targets.
//!
//! Only quiet positions are used: no king in danger, no move that wins material, no forced win. The search evaluates
//! only such positions with the network and resolves the others itself. Mirroring left and right changes nothing but
//! castling, so each position is also used as its mirror image, which doubles the training data.

use std::collections::HashSet;
use std::path::PathBuf;

use faraday_engine::Evaluate;
use faraday_engine::network::{SCALE, inputs, output_bucket};
use faraday_rules::{Color, Geometry, Position};

use crate::file::{Game, GameFile, GameFileError};
use crate::targets::TargetParameters;

/// One game out of this number is held out for validation. Positions of one game are similar, so all of them are on the
/// same side of the split.
const VALIDATION_PART: u32 = 50;
/// The score from which a position counts as won and is not used.
const WON: i16 = 9_000;

/// The orientation of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Orientation {
    /// The position as played.
    Straight,
    /// With left and right exchanged.
    Mirrored,
}

/// Samples, whose input features are stored one after another.
pub struct Samples {
    /// The columns of the input features for each orientation.
    columns: [Vec<u16>; 2],
    /// The input features, numbered for the side to move and for the opponent.
    inputs: Vec<[u16; 2]>,
    /// The end of each position's input features.
    ends: Vec<usize>,
    /// The target of each position, from 0 (lost) to 1 (won), and the index of its output.
    targets: Vec<(f32, u8)>,
    /// The factor between an output and the logistic scale of targets.
    steepness: f32,
    /// The indices of the training positions.
    pub training: Vec<usize>,
    /// The indices of the validation positions.
    pub validation: Vec<usize>,
}

/// Data in a game file that is not used for training.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct UnusedData {
    pub file: PathBuf,
    /// The number of bytes of a truncated record at the end.
    pub cut: u64,
    /// The number of games with an illegal move. The rest of such a game is ignored.
    pub illegal: u64,
}

/// The error for a game with an illegal move.
struct Illegal;

/// A training sample: one position.
#[derive(Clone, Copy)]
pub struct Sample<'a> {
    /// The input features, numbered for the side to move and for the opponent.
    pub inputs: &'a [[u16; 2]],
    /// The column of each input feature.
    pub columns: &'a [u16],
    pub target: f32,
    pub output: usize,
    /// The factor between an output and the logistic scale of targets.
    pub steepness: f32,
}

impl Samples {
    /// Reads the quiet positions of files, without duplicates. Reports each file with unused data.
    pub fn read<V: Evaluate>(
        files: &[PathBuf],
        parameters: &TargetParameters,
        report: &mut dyn FnMut(UnusedData),
    ) -> Result<Samples, (PathBuf, GameFileError)> {
        let mut samples = Samples::new::<V>(parameters.scale);
        let mut seen = HashSet::new();
        for file in files {
            let mut illegal = 0;
            let add = |game: Game| illegal += u64::from(samples.add::<V>(&game, parameters, &mut seen).is_err());
            let cut = GameFile::read(file, V::ID, add).map_err(|error| (file.clone(), error))?;
            if cut > 0 || illegal > 0 {
                report(UnusedData { file: file.clone(), cut, illegal });
            }
        }
        Ok(samples)
    }

    fn new<V: Evaluate>(scale: f32) -> Samples {
        let files = u16::from(V::Geometry::FILES);
        let columns = 0..(V::PLANES.count() * V::Geometry::SQUARES) as u16;
        let mirrored = columns.clone().map(|column| column - column % files + (files - 1 - column % files));
        let columns = [columns.collect(), mirrored.collect()];
        Samples {
            columns,
            inputs: Vec::new(),
            ends: Vec::new(),
            targets: Vec::new(),
            steepness: SCALE as f32 / scale,
            training: Vec::new(),
            validation: Vec::new(),
        }
    }

    fn add<V: Evaluate>(
        &mut self,
        game: &Game,
        parameters: &TargetParameters,
        seen: &mut HashSet<u64>,
    ) -> Result<(), Illegal> {
        let mut position = Position::<V>::start();
        for mv in &game.opening {
            if !position.is_legal(*mv) {
                return Err(Illegal);
            }
            position = position.after(*mv);
        }
        for (ply, target) in game.plies.iter().zip(parameters.of_game(game)) {
            if !position.is_legal(ply.mv) {
                return Err(Illegal);
            }
            let is_quiet = ply.score.abs() < WON && V::gain(&position, ply.mv) <= 0 && !V::is_threatened(&position);
            if is_quiet && seen.insert(position.hash()) {
                let is_validation = game.number.is_multiple_of(VALIDATION_PART);
                let side = if is_validation { &mut self.validation } else { &mut self.training };
                side.push(self.ends.len());
                self.inputs.extend(inputs(&position).map(|input| input.map(|index| index as u16)));
                self.ends.push(self.inputs.len());
                let target = if position.turn() == Color::White { target } else { 1.0 - target };
                self.targets.push((target, output_bucket(&position) as u8));
            }
            position = position.after(ply.mv);
        }
        Ok(())
    }

    /// Returns the number of samples.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns a sample in an orientation.
    #[inline]
    pub fn get(&self, at: usize, orientation: Orientation) -> Sample<'_> {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        let (target, output) = self.targets[at];
        Sample {
            inputs: &self.inputs[start..self.ends[at]],
            columns: &self.columns[orientation as usize],
            target,
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
        let [straight, mirrored] = Samples::new::<V>(200.0).columns;
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
