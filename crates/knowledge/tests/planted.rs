//! A test that a review finds a planted blunder: a small version of the `planted` example.

#[path = "../examples/planted/plant.rs"]
mod plant;

use faraday_engine::Control;
use faraday_knowledge::review::{Reason, review};
use faraday_variants::find;

use plant::{Effort, plant};

#[test]
fn a_planted_blunder_is_a_turning_point() {
    let mut causes = 0;
    for id in ["magnetic", "emulation"] {
        let entry = find(id).unwrap();
        let mut engine = entry.engine(16);
        for number in 1..=2 {
            let planted = plant(entry, &mut *engine, number, Effort { play: 1_000, plant: 20_000 });
            let nodes = 5_000;
            let review = review(&*planted.game, (&mut *engine, &Control::new()), nodes, &mut |_| {}).unwrap();
            let plies: Vec<usize> = review.turning_points.iter().map(|point| point.ply).collect();
            for point in &review.turning_points {
                for reason in &point.reasons {
                    let Reason::Cause { rule, text, .. } = reason else { continue };
                    assert!(entry.text.rules().any(|known| known.id == rule.0), "{id}: {rule:?}");
                    assert!(!text.is_empty() && !text.contains('{'), "{id}: {text}");
                    causes += 1;
                }
            }
            assert!(plies.contains(&planted.ply), "{id} {number}: {} is not among {plies:?}", planted.ply);
        }
    }
    assert!(causes > 0, "in these games some mistakes rest on the forces of the variant");
}
