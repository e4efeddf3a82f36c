//! What a network learns from: positions as inputs, with what they are worth.
//!
//! Only quiet positions count: no king in danger, no move that wins material, no forced win. A network is asked of such
//! positions only, and search sees to the rest.

use std::collections::HashSet;
use std::path::PathBuf;

use faraday_engine::Evaluate;
use faraday_engine::network::{SCALE, inputs, output_of};
use faraday_rules::{Color, Position};

use crate::file::{Game, GameFile, GameFileError, Outcome};

/// A score this large is no evaluation but a win in sight.
const WON: i16 = 9_000;

/// Positions, their inputs one after the other.
#[derive(Default)]
pub struct Samples {
    /// Inputs as the side to move and as the other numbers them.
    inputs: Vec<[u16; 2]>,
    /// Where the inputs of each position end.
    ends: Vec<usize>,
    /// What a position is worth, from 0 (lost) to 1 (won), and the output that it uses.
    worths: Vec<(f32, u8)>,
}

/// One position.
#[derive(Clone, Copy)]
pub struct Sample<'a> {
    pub inputs: &'a [[u16; 2]],
    pub worth: f32,
    pub output: usize,
}

/// The share of a game's outcome that a score promises.
pub fn promise(score: f32) -> f32 {
    1.0 / (1.0 + (-score / SCALE as f32).exp())
}

impl Samples {
    /// Reads the quiet positions of files, each position once. `result` is the share of the game's outcome in what a
    /// position is worth; the rest is its score.
    pub fn read<V: Evaluate>(files: &[PathBuf], result: f32) -> Result<Samples, GameFileError> {
        let mut samples = Samples::default();
        let mut seen = HashSet::new();
        for file in files {
            GameFile::read(file, V::ID, |game| samples.add::<V>(&game, result, &mut seen))?;
        }
        Ok(samples)
    }

    fn add<V: Evaluate>(&mut self, game: &Game, result: f32, seen: &mut HashSet<u64>) {
        let mut position = Position::<V>::start();
        for mv in &game.opening {
            if !position.is_legal(*mv) {
                return;
            }
            position = position.after(*mv);
        }
        for ply in &game.plies {
            if !position.is_legal(ply.mv) {
                return;
            }
            let is_quiet = ply.score.abs() < WON && V::gain(&position, ply.mv) <= 0 && !V::is_threatened(&position);
            if is_quiet && seen.insert(position.hash()) {
                let won = match (game.outcome, position.turn()) {
                    (Outcome::Drawn, _) => 0.5,
                    (Outcome::WhiteWon, Color::White) | (Outcome::BlackWon, Color::Black) => 1.0,
                    (Outcome::WhiteWon, Color::Black) | (Outcome::BlackWon, Color::White) => 0.0,
                };
                self.inputs.extend(inputs(&position).map(|input| input.map(|index| index as u16)));
                self.ends.push(self.inputs.len());
                let worth = result * won + (1.0 - result) * promise(f32::from(ply.score));
                self.worths.push((worth, output_of(&position) as u8));
            }
            position = position.after(ply.mv);
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// One of them.
    #[inline]
    pub fn get(&self, at: usize) -> Sample<'_> {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        let (worth, output) = self.worths[at];
        Sample { inputs: &self.inputs[start..self.ends[at]], worth, output: usize::from(output) }
    }
}
