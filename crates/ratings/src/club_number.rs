//! The club number: one estimate of a player's strength from the ratings for all variants of a pace.

use crate::Rating;

/// The mean of a player's ratings, weighted by their certainty.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ClubNumber {
    /// The mean in points.
    pub rating: f64,
    /// Its deviation in points, if the ratings err independently.
    pub deviation: f64,
}

/// Returns the club number of a player: the mean of the ratings, each with the weight 1/deviation². `None` without a
/// rating.
pub fn club_number(ratings: impl IntoIterator<Item = Rating>) -> Option<ClubNumber> {
    let (mut weights, mut sum) = (0.0, 0.0);
    for Rating { rating, deviation, .. } in ratings {
        let weight = deviation.powi(-2);
        weights += weight;
        sum += weight * rating;
    }
    (weights > 0.0).then(|| ClubNumber { rating: sum / weights, deviation: weights.sqrt().recip() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certain_rating_weighs_more() {
        let rating = |rating, deviation| Rating { rating, deviation, ..Rating::START };
        assert_eq!(club_number([]), None);
        let one = club_number([rating(1700.0, 50.0)]).unwrap();
        assert!((one.rating - 1700.0).abs() < 1e-9 && (one.deviation - 50.0).abs() < 1e-9, "{one:?}");
        let two = club_number([rating(1700.0, 50.0), rating(1500.0, 100.0)]).unwrap();
        assert!((two.rating - 1660.0).abs() < 1e-9 && (two.deviation - 2000_f64.sqrt()).abs() < 1e-9, "{two:?}");
    }
}
