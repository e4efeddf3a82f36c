//! Accumulators: first-layer sums that are updated incrementally, one set for each ply of the current line.
//!
//! A slot stores the planes of its sums, and another position's planes are reached through the difference. The
//! nearest slot is that of the ply before, or of the last sibling. It needs no information about moves and
//! cannot get out of step.

use faraday_rules::{Color, Geometry, Set, Square};

use super::Network;
use super::lanes::{Block, Change};
use super::planes::{Planes, Sight};
use crate::Evaluate;
use crate::score::MAX_PLY;

/// First-layer sums from the point of view of each color.
struct Slot<S> {
    sight: Sight<S>,
    views: [Box<[Block]>; 2],
}

/// The accumulators of the current line.
pub(crate) struct Accumulators<S> {
    slots: Vec<Slot<S>>,
    changes: Changes,
}

/// Columns of weights to add and to subtract, as White and as Black number them.
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

/// The square from Black's point of view: nearest rank and level first.
#[inline]
fn mirrored<G: Geometry>(square: Square) -> usize {
    let (files, ranks) = (usize::from(G::FILES), usize::from(G::RANKS));
    let index = square.index();
    let (file, lines) = (index % files, index / files);
    let (rank, level) = (lines % ranks, lines / ranks);
    ((usize::from(G::LEVELS) - 1 - level) * ranks + ranks - 1 - rank) * files + file
}

impl<S: Set> Accumulators<S> {
    /// Accumulators of an empty position.
    pub fn new(network: &Network) -> Accumulators<S> {
        let slot = || Slot { sight: Sight::default(), views: [network.bias.clone(), network.bias.clone()] };
        Accumulators { slots: (0..=MAX_PLY).map(|_| slot()).collect(), changes: Changes::default() }
    }

    /// Updates the sums of a ply to a position's planes. Returns them from White's and from Black's point of view.
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
