//! Property tests of text input: any text is parsed as an entrant, a limit, a test, or openings, or rejected with one
//! line that quotes it.

use faraday_arena::statistics::{Model, Pentanomial, Sprt, estimate, ratings};
use faraday_arena::{OpeningOrder, OpeningsArgument};
use faraday_play::TimeControl;
use proptest::prelude::*;

use super::*;

fn check_refusal(error: &impl std::fmt::Display) {
    assert!(!error.to_string().is_empty());
}

proptest! {
    #[test]
    fn any_entrant_is_read_or_refused(text in r#"(faraday:|cmd:)?(level|name|tc|nodes|option\.Hash|[a-z"' ,=])*[=:]?[0-9+/., "']*\PC{0,8}"#) {
        match Entrant::parse(&text) {
            Ok(entrant) => {
                prop_assert!(!entrant.name.is_empty());
                // A text in a record must give the same entrant when it is parsed again.
                prop_assert_eq!(Entrant::parse(&entrant.text), Ok(entrant));
            }
            Err(error) => check_refusal(&error),
        }
    }

    #[test]
    fn any_limit_is_read_or_refused(text in r"[0-9]{0,12}/?[0-9.]{0,12}\+?[0-9.]{0,6}\PC{0,3}") {
        match text.parse::<TimeControl>() {
            Ok(control) => prop_assert_eq!(control.to_string().parse::<TimeControl>(), Ok(control)),
            Err(error) => check_refusal(&error),
        }
    }

    #[test]
    fn any_test_is_read_or_refused(text in r"(elo0|elo1|alpha|beta|model|x)?=?(-?[0-9.e]{0,6}|logistic|normalized|nan|inf),?(elo1=[0-9]{1,3})?") {
        if let Ok(sprt) = text.parse::<Sprt>() {
            let (elo0, elo1) = sprt.claims();
            prop_assert!(elo0 < elo1 && sprt.bounds().0 < 0.0 && sprt.bounds().1 > 0.0, "{text}");
            prop_assert!(matches!(sprt.model(), Model::Logistic | Model::Normalized));
        }
    }

    #[test]
    fn any_counts_have_numbers(counts in prop::array::uniform5(0_u64..100_000), elo0 in -200..199_i32, model in 0..2) {
        let model = ["logistic", "normalized"][model as usize];
        let sprt: Sprt = format!("elo0={elo0},elo1={},model={model}", elo0 + 1).parse().unwrap();
        let pairs = Pentanomial(counts);
        prop_assert!(sprt.llr(pairs).is_finite(), "{counts:?} {model} {elo0}");
        if let Some(known) = estimate(faraday_arena::statistics::WinDrawLoss::default(), pairs) {
            prop_assert!((0.0..=1.0).contains(&known.superiority), "{known:?}");
            for bar in [known.elo, known.normalized].into_iter().flatten() {
                prop_assert!(bar.value.is_finite() && bar.error.is_finite() && bar.error >= 0.0, "{bar:?}");
            }
        }
    }

    #[test]
    fn any_results_have_ratings(counts in prop::collection::vec(prop::array::uniform3(0_u64..10_000), 6)) {
        let number = |one: usize, other: usize| [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)].iter().position(|pair| *pair == (one, other));
        let rated = ratings(4, |one, other| {
            let [losses, draws, wins] = counts[number(one, other).unwrap()];
            faraday_arena::statistics::WinDrawLoss { losses, draws, wins }
        });
        let sum: f64 = rated.iter().map(|bar| bar.value).sum();
        prop_assert!(sum.abs() < 1e-3, "{rated:?}");
        prop_assert!(rated.iter().all(|bar| bar.value.is_finite() && bar.error.is_finite()), "{rated:?}");
    }

    #[test]
    fn any_file_of_openings_is_read_or_refused(text in r"(\[[A-Z][a-z]+ ?\x22\PC{0,5}\x22\]|1\. e4|[rnbqkpRNBQKP1-8/ -]{0,40}|\n| w - - 0 1|\*){0,8}", kind in 0..3) {
        let name = ["a.fen", "a.epd", "a.pgn"][kind as usize].to_owned();
        prop_assert!(matches!(name.parse(), Ok(OpeningsArgument::File(_))));
        let source = Source::File { name, text, order: OpeningOrder::Random, plies: Some(3) };
        match Openings::new(plain(), source, 1) {
            Ok(mut openings) => prop_assert!(openings.get(5).unwrap().game(plain()).ending().is_none()),
            Err(error) => check_refusal(&error),
        }
    }
}
