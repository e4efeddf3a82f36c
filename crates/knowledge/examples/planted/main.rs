//! Measures the quality of reviews on planted blunders: the number found, and that of causes confirmed
//! by a deeper search.
//!
//! `cargo run --profile local -p faraday-knowledge --example planted -- magnetic --games 50`

mod plant;

use std::process::ExitCode;

use faraday_engine::{AnyEngine, Control};
use faraday_knowledge::review::{Reason, Review, TurningPoint, review};
use faraday_rules::RuleId;
use faraday_variants::{AnyGame, find};

use plant::{Effort, Planted, plant};

/// The size of the transposition table in megabytes.
const HASH_MEGABYTES: usize = 32;
/// The factor of nodes for confirming a cause.
const DEEPER: u64 = 4;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str, usual: u64| {
        let at = arguments.iter().position(|argument| argument == name);
        at.and_then(|at| arguments.get(at + 1)?.parse().ok()).unwrap_or(usual)
    };
    let Some(entry) = arguments.first().and_then(|id| find(id)) else {
        eprintln!("usage: planted VARIANT [--from N] [--games N] [--nodes N] [--play N] [--plant N]");
        return ExitCode::from(2);
    };
    let (games, nodes) = (number("--games", 50), number("--nodes", 20_000));
    let effort = Effort { play: number("--play", 3_000), plant: number("--plant", 100_000) };
    let mut engine = entry.engine(HASH_MEGABYTES);
    let mut counts = Counts::default();
    for game in number("--from", 1)..=games {
        let planted = plant(entry, &mut *engine, game, effort);
        let review = look(&*planted.game, &mut *engine, nodes);
        counts.add(&planted, &review, &mut *engine, nodes);
        eprintln!("{}: game {game}: {counts:?}", entry.id);
    }
    let Counts { found, told, named, confirmed, points } = counts;
    println!(
        "{} | games {games} | found {found} | told {told} | cause {named} | confirmed {confirmed} | points {points}",
        entry.id
    );
    ExitCode::SUCCESS
}

#[derive(Debug, Default)]
struct Counts {
    /// Planted blunders that are turning points.
    found: usize,
    /// Found blunders for which the review gives a reason.
    told: usize,
    /// Found blunders for which the review names a cause.
    named: usize,
    /// Found blunders whose cause is confirmed by a deeper search.
    confirmed: usize,
    /// All turning points, planted or not.
    points: usize,
}

impl Counts {
    fn add(&mut self, planted: &Planted, review: &Review, engine: &mut dyn AnyEngine, nodes: u64) {
        self.points += review.turning_points.len();
        let Some(point) = review.turning_points.iter().find(|point| point.ply == planted.ply) else {
            let (ply, found) = (&review.plies[planted.ply], &review.found[planted.ply..=planted.ply + 1]);
            eprintln!("missed: {} {} {:?} {:?}", planted.game.start_fen(), planted.ply, ply, found);
            return;
        };
        self.found += 1;
        self.told += usize::from(!point.reasons.is_empty());
        for reason in &point.reasons {
            eprintln!("  {reason:?}");
        }
        let causes = causes(point);
        if causes.is_empty() {
            return;
        }
        self.named += 1;
        let mut alone = planted.game.restarted_at(planted.ply).expect("the game is longer");
        alone.play(planted.game.moves()[planted.ply]).expect("the game was played by the rules");
        let deeper = look(&*alone, engine, nodes * DEEPER);
        let again = deeper.turning_points.first().map(self::causes).unwrap_or_default();
        self.confirmed += usize::from(causes.iter().any(|cause| again.contains(cause)));
    }
}

fn causes(point: &TurningPoint) -> Vec<RuleId> {
    let rule = |reason: &Reason| if let Reason::Cause { rule, .. } = reason { Some(*rule) } else { None };
    point.reasons.iter().filter_map(rule).collect()
}

fn look(game: &dyn AnyGame, engine: &mut dyn AnyEngine, nodes: u64) -> Review {
    review(game, (engine, &Control::new()), nodes, &mut |_| {}).expect("nobody stops it")
}
