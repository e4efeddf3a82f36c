//! The accumulator stack: outputs of the network's first layer, updated incrementally, for each ply
//! of the current line.
//!
//! An accumulator stores the planes from which it was computed. For another position it is updated by the differences
//! between the planes, starting from the nearest accumulator: that of the previous ply, or of the last sibling. This
//! needs no information about moves, so accumulators cannot get out of step with positions.

use faraday_rules::{Color, Geometry, Set, Square};

use super::Network;
use super::input_features::{InputFeatures, Planes};
use super::simd::{AccumulatorUpdate, Block};
use crate::Evaluate;
use crate::score::MAX_PLY;

/// The outputs of the first layer before activation, from the perspective of each color.
struct Accumulator<S> {
    features: InputFeatures<S>,
    perspectives: [Box<[Block]>; 2],
}

/// The accumulators of the current line.
pub(crate) struct AccumulatorStack<S> {
    stack: Vec<Accumulator<S>>,
    changes: FeatureChanges,
}

/// Columns of weights to add and to subtract, as White and as Black number them.
#[derive(Default)]
struct FeatureChanges {
    added: [Vec<u32>; 2],
    removed: [Vec<u32>; 2],
}

/// Returns the column of a square of a plane, as each color numbers it.
#[inline]
pub(super) fn columns<G: Geometry>(planes: Planes, plane: usize, square: Square) -> [u32; 2] {
    let column = |color, square: usize| (planes.for_perspective(color, plane) * G::SQUARES + square) as u32;
    [column(Color::White, square.index()), column(Color::Black, mirrored::<G>(square))]
}

/// Returns the square from Black's perspective: nearest rank and level first.
#[inline]
fn mirrored<G: Geometry>(square: Square) -> usize {
    let (files, ranks) = (usize::from(G::FILES), usize::from(G::RANKS));
    let index = square.index();
    let (file, lines) = (index % files, index / files);
    let (rank, level) = (lines % ranks, lines / ranks);
    ((usize::from(G::LEVELS) - 1 - level) * ranks + ranks - 1 - rank) * files + file
}

impl<S: Set> AccumulatorStack<S> {
    /// Creates accumulators of an empty position.
    pub fn new(network: &Network) -> AccumulatorStack<S> {
        let empty = || Accumulator {
            features: InputFeatures::default(),
            perspectives: [network.bias.clone(), network.bias.clone()],
        };
        AccumulatorStack { stack: (0..=MAX_PLY).map(|_| empty()).collect(), changes: FeatureChanges::default() }
    }

    /// Updates the accumulator of a ply to a position's planes. Returns it from White's and from Black's perspective.
    #[inline]
    pub(super) fn update<V: Evaluate<Geometry: Geometry<Set = S>>>(
        &mut self,
        network: &Network,
        ply: usize,
        features: &InputFeatures<S>,
    ) -> &[Box<[Block]>; 2] {
        let count = const { V::PLANES.count() };
        let (before, rest) = self.stack.split_at_mut(ply.min(MAX_PLY));
        let current = &mut rest[0];
        let nearer = |parent: &&Accumulator<S>| {
            features.distance(&parent.features, count) < features.distance(&current.features, count)
        };
        let parent = before.last().filter(nearer);
        let FeatureChanges { added, removed } = &mut self.changes;
        added.iter_mut().chain(removed.iter_mut()).for_each(Vec::clear);
        let note = |list: &mut [Vec<u32>; 2], plane, square| {
            for (list, column) in list.iter_mut().zip(columns::<V::Geometry>(V::PLANES, plane, square)) {
                list.push(column);
            }
        };
        let last = &parent.unwrap_or(current).features;
        features.compare(last, count, |plane, new, old| {
            new.squares().for_each(|square| note(added, plane, square));
            old.squares().for_each(|square| note(removed, plane, square));
        });
        current.features = *features;
        for (color, perspective) in current.perspectives.iter_mut().enumerate() {
            let change =
                AccumulatorUpdate { columns: &network.columns, added: &added[color], removed: &removed[color] };
            change.apply(perspective, parent.map(|parent| &*parent.perspectives[color]));
        }
        &current.perspectives
    }
}
