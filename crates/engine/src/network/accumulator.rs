//! The first layer, kept up to date: sums of weights, one set of them for each ply of the line being searched.
//!
//! A slot remembers the planes that its sums are of, so the difference to any other position's planes leads there. The
//! nearest slot is that of the ply before, or of the sibling looked at last. Nothing is told of moves, and nothing can
//! get out of step.

use faraday_rules::{Color, Geometry, Set, Square};

use super::planes::{Planes, Sight};
use super::{Hidden, Network};
use crate::score::MAX_PLY;

/// Sums of the first layer as each color sees them.
struct Slot<S> {
    sight: Sight<S>,
    views: [Hidden; 2],
}

/// The sums of a line.
pub(crate) struct Accumulators<S> {
    slots: Vec<Slot<S>>,
    changes: Changes,
}

/// Columns of weights that come and go, as each color numbers them.
#[derive(Default)]
struct Changes {
    come: Vec<[u32; 2]>,
    gone: Vec<[u32; 2]>,
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
        let slot = || Slot { sight: Sight::default(), views: [network.bias; 2] };
        Accumulators { slots: (0..=MAX_PLY).map(|_| slot()).collect(), changes: Changes::default() }
    }

    /// The sums for planes at a ply, as White and as Black sees them.
    #[inline]
    pub fn follow<G: Geometry<Set = S>>(&mut self, network: &Network, ply: usize, sight: Sight<S>) -> &[Hidden; 2] {
        let (before, rest) = self.slots.split_at_mut(ply.min(MAX_PLY));
        let slot = &mut rest[0];
        if let Some(parent) = before.last()
            && sight.distance(&parent.sight) < sight.distance(&slot.sight)
        {
            slot.sight = parent.sight;
            slot.views = parent.views;
        }
        let Changes { come, gone } = &mut self.changes;
        come.clear();
        gone.clear();
        let planes = network.planes;
        sight.beyond(&slot.sight, planes.count(), |plane, square| come.push(columns::<G>(planes, plane, square)));
        slot.sight.beyond(&sight, planes.count(), |plane, square| gone.push(columns::<G>(planes, plane, square)));
        slot.sight = sight;
        let both = come.len().min(gone.len());
        for (color, view) in slot.views.iter_mut().enumerate() {
            for (come, gone) in come.iter().zip(gone.iter()) {
                exchange(view, network.column(come[color]), network.column(gone[color]));
            }
            for come in &come[both..] {
                add(view, network.column(come[color]));
            }
            for gone in &gone[both..] {
                subtract(view, network.column(gone[color]));
            }
        }
        &slot.views
    }
}

#[inline]
fn exchange(view: &mut Hidden, come: &Hidden, gone: &Hidden) {
    for ((sum, come), gone) in view.iter_mut().zip(come).zip(gone) {
        *sum = sum.wrapping_add(*come).wrapping_sub(*gone);
    }
}

#[inline]
fn add(view: &mut Hidden, come: &Hidden) {
    for (sum, come) in view.iter_mut().zip(come) {
        *sum = sum.wrapping_add(*come);
    }
}

#[inline]
fn subtract(view: &mut Hidden, gone: &Hidden) {
    for (sum, gone) in view.iter_mut().zip(gone) {
        *sum = sum.wrapping_sub(*gone);
    }
}
