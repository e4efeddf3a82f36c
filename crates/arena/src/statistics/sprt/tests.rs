//! Tests of the sequential probability ratio test against published numbers and on random results.

use faraday_rules::zobrist::mix;

use super::*;
use crate::statistics::WinDrawLoss;

fn sprt(text: &str) -> Sprt {
    text.parse().unwrap()
}

#[track_caller]
fn check(llr: f64, expected: f64) {
    assert!((llr - expected).abs() < 0.006_f64.max(0.005 * expected.abs()), "{llr} is not {expected}");
}

// The expected values are from the tests of fastchess, another match runner, for results on fishtest.
#[test]
fn pairs_give_the_ratios_that_are_published() {
    check(sprt("elo0=0,elo1=2,model=normalized").llr(Pentanomial([365, 16618, 36229, 16974, 390])), 2.25);
    check(sprt("elo0=-1.75,elo1=0.25,model=normalized").llr(Pentanomial([127, 4883, 10712, 5150, 104])), 3.01);
    check(sprt("elo0=0,elo1=5,model=normalized").llr(Pentanomial([0, 0, 0, 0, 5550])), 111.82);
    check(sprt("elo0=0.5,elo1=2.5").llr(Pentanomial([223, 9863, 21279, 10037, 246])), -3.07);
    check(sprt("elo0=0,elo1=2").llr(Pentanomial([871, 26175, 55983, 26678, 821])), -4.98);
}

#[test]
fn single_games_give_the_ratios_that_are_published() {
    let llr =
        |text: &str, wins, losses, draws| sprt(text).llr_of(&WinDrawLoss { losses, draws, wins }.sample().unwrap());
    check(llr("elo0=0,elo1=2,model=normalized", 36433, 36027, 68692), 0.92);
    check(llr("elo0=-1.75,elo1=0.25,model=normalized", 10871, 10650, 20431), 2.30);
    check(llr("elo0=0,elo1=10,model=normalized", 4250, 0, 0), 120.56);
    check(llr("elo0=0.5,elo1=2.5", 21404, 21184, 40708), -1.57);
    check(llr("elo0=0,elo1=2", 57433, 57030, 106_593), -2.59);
}

#[test]
fn claims_out_of_reach_fall_back_on_moments() {
    let far = sprt("elo0=-200,elo1=200,model=normalized");
    let llr = far.llr(Pentanomial([0, 0, 1, 0, 0]));
    assert!(llr.is_finite() && llr.abs() < 1.0, "{llr}");
}

#[test]
fn the_bounds_are_those_of_wald() {
    let (lower, upper) = Sprt::default().bounds();
    check(lower, -2.944);
    check(upper, 2.944);
    assert_eq!(Sprt::default().decide(Pentanomial::default()), None);
    assert_eq!(Sprt::default().decide(Pentanomial([0, 0, 0, 0, 400])), Some(Decision::H1));
    assert_eq!(Sprt::default().decide(Pentanomial([400, 0, 0, 0, 0])), Some(Decision::H0));
}

#[test]
fn a_test_is_read_in_full_or_in_part() {
    assert_eq!(sprt(""), Sprt::default());
    assert_eq!(sprt("elo1=3, model=normalized").claims(), (0.0, 3.0));
    for wrong in ["elo0=5,elo1=5", "elo2=1", "elo0", "alpha=0", "beta=0.5", "elo1=x", "elo1=nan", "model=bayes"] {
        assert!(wrong.parse::<Sprt>().is_err(), "{wrong}");
    }
}

/// Returns the share of tests that accept H1, for pairs with these probabilities.
fn share_of_h1(sprt: Sprt, probabilities: [f64; 5], tests: u64) -> f64 {
    let mut accepted = 0;
    for test in 0..tests {
        let mut pairs = Pentanomial::default();
        let mut seed = mix(test + 1);
        let decision = loop {
            seed = mix(seed);
            let mut rest = (seed >> 11) as f64 / (1_u64 << 53) as f64;
            let sum = probabilities.iter().position(|probability| {
                rest -= probability;
                rest < 0.0
            });
            pairs.add(sum.unwrap_or(4) as u8);
            if let Some(decision) = sprt.decide(pairs) {
                break decision;
            }
        };
        accepted += u64::from(decision == Decision::H1);
    }
    accepted as f64 / tests as f64
}

/// Returns probabilities of pairs whose mean is the expected score of this logistic Elo.
fn probabilities(elo: f64) -> [f64; 5] {
    let shift = 2.0 * (expected_score(elo) - 0.5);
    [0.1 - shift / 2.0, 0.2, 0.4, 0.2, 0.1 + shift / 2.0]
}

#[test]
fn errors_are_about_as_rare_as_was_asked_for() {
    let sprt = sprt("elo0=0,elo1=30,alpha=0.1,beta=0.05");
    let wrong_h1 = share_of_h1(sprt, probabilities(0.0), 600);
    let right_h1 = share_of_h1(sprt, probabilities(30.0), 600);
    assert!((0.05..0.14).contains(&wrong_h1), "H1 is accepted in {wrong_h1} of tests where H0 holds");
    assert!((0.92..0.985).contains(&right_h1), "H1 is accepted in {right_h1} of tests where it holds");
}
