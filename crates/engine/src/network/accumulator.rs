//! The accumulators, the first layer kept up to date: sums of weights, one set of them for each ply of the line being
//! searched.
//!
//! A slot remembers the planes that its sums are of, so the difference to any other position's planes leads there. The
//! nearest slot is that of the ply before, or of the sibling looked at last. Nothing is told of moves, and nothing can
//! get out of step.

use faraday_rules::{Color, Geometry, Set, Square};

use super::Network;
use super::lanes::{Block, Change};
use super::planes::{Planes, Sight};
use crate::Evaluate;
use crate::score::MAX_PLY;

/// Sums of the first layer as each color sees them.
struct Slot<S> {
    sight: Sight<S>,
    views: [Box<[Block]>; 2],
}

/// The sums of a line.
pub(crate) struct Accumulators<S> {
    slots: Vec<Slot<S>>,
    changes: Changes,
}

/// Columns of weights that come and go, as White and as Black numbers them.
#[derive(Default)]
struct Changes {
    come: [Vec<u32>; 2],
    gone: [Vec<u32>; 2],
}

/// The column of a square of a plane, as each color numbers it.
#[inline]
pub(super) fn columns<G: Geometry>(planes: Planes, plane: usize, square: Square) -> [u32; 2] {
    let column = |color, square: usize| (planes.seen_by(color, plane) * G::SQUARES + square) as u32;
    [column(Color::White, square.index()), column(Color::Black, mirrored::<G>(square))]
}

/// The square as Black sees it: nearest rank and level first.
#[inline]
fn mirrored<G: Geometry>(square: Square) -> usize {
    let (files, ranks) = (usize::from(G::FILES), usize::from(G::RANKS));
    let index = square.index();
    let (file, lines) = (index % files, index / files);
    let (rank, level) = (lines % ranks, lines / ranks);
    ((usize::from(G::LEVELS) - 1 - level) * ranks + ranks - 1 - rank) * files + file
}

impl<S: Set> Accumulators<S> {
    /// Sums of nothing.
    pub fn new(network: &Network) -> Accumulators<S> {
        let slot = || Slot { sight: Sight::default(), views: [network.bias.clone(), network.bias.clone()] };
        Accumulators { slots: (0..=MAX_PLY).map(|_| slot()).collect(), changes: Changes::default() }
    }

    /// The sums for planes at a ply, as White and as Black sees them.
    #[inline]
    pub(super) fn follow<V: Evaluate<Geometry: Geometry<Set = S>>>(
        &mut self,
        network: &Network,
        ply: usize,
        sight: &Sight<S>,
    ) -> &[Box<[Block]>; 2] {
        let count = const { V::PLANES.count() };
        let (before, rest) = self.slots.split_at_mut(ply.min(MAX_PLY));
        let slot = &mut rest[0];
        let nearer = |parent: &&Slot<S>| sight.distance(&parent.sight, count) < sight.distance(&slot.sight, count);
        let parent = before.last().filter(nearer);
        let Changes { come, gone } = &mut self.changes;
        come.iter_mut().chain(gone.iter_mut()).for_each(Vec::clear);
        let note = |list: &mut [Vec<u32>; 2], plane, square| {
            for (list, column) in list.iter_mut().zip(columns::<V::Geometry>(V::PLANES, plane, square)) {
                list.push(column);
            }
        };
        let last = &parent.unwrap_or(slot).sight;
        sight.compare(last, count, |plane, new, old| {
            new.squares().for_each(|square| note(come, plane, square));
            old.squares().for_each(|square| note(gone, plane, square));
        });
        slot.sight = *sight;
        for (color, view) in slot.views.iter_mut().enumerate() {
            let change = Change { columns: &network.columns, come: &come[color], gone: &gone[color] };
            change.apply(view, parent.map(|parent| &*parent.views[color]));
        }
        &slot.views
    }
}
