//! The tunable parameters of the search: margins, reductions and depths, each explained at its technique. A variant may
//! override them, and the tuner varies them.

/// The range in which a parameter may be tuned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct ParameterRange {
    pub name: &'static str,
    /// The smallest sensible value.
    pub least: i32,
    /// The largest sensible value.
    pub most: i32,
}

macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident = $default:literal in $least:literal..=$most:literal,)+) => {
        /// The tunable parameters of a search, such as margins and reductions.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Parameters {
            $($(#[$doc])* pub $name: i32,)+
        }

        impl Parameters {
            /// The values of orthodox chess, tuned by games (`docs/engine-log.md`).
            pub const CHESS: Parameters = Parameters { $($name: $default,)+ };

            /// The tuning range of each parameter.
            pub const RANGES: &[ParameterRange] = &[
                $(ParameterRange { name: stringify!($name), least: $least, most: $most },)+
            ];

            /// Returns all values, in the order of [`Parameters::RANGES`].
            pub fn values(&self) -> Vec<i32> {
                vec![$(self.$name,)+]
            }

            /// Builds parameters from values in that order, each clamped to its range. Missing ones
            /// are those of orthodox chess.
            pub fn of(values: &[i32]) -> Parameters {
                let mut values = values.iter();
                Parameters { $($name: values.next().map_or($default, |value| *value.clamp(&$least, &$most)),)+ }
            }
        }
    };
}

parameters! {
    /// Reverse futility pruning: centipawns above beta, per ply.
    reverse_futility_margin = 66 in 30..=200,
    /// Razoring: centipawns below alpha, per ply.
    razoring_margin = 288 in 100..=600,
    /// Null-move pruning: centipawns above beta for each additional ply of reduction.
    null_move_margin_step = 192 in 60..=400,
    /// `ProbCut`: the raise of beta, in centipawns.
    probcut_margin = 156 in 60..=400,
    /// Singular extensions: the margin of the table move per ply, in eighths of a centipawn.
    singular_margin = 15 in 4..=48,
    /// Double extensions: the additional margin, in centipawns.
    double_extension_margin = 21 in 4..=80,
    /// Futility pruning: the margin in centipawns below alpha, without the part per ply.
    futility_base = 99 in 20..=300,
    /// Futility pruning: centipawns added to the margin per ply.
    futility_margin = 85 in 30..=200,
    /// Late move pruning: quiet moves searched at any depth.
    late_move_base = 5 in 1..=10,
    /// History pruning: the negative history score, per ply.
    history_pruning_margin = 4_251 in 1_000..=12_000,
    /// SEE pruning of captures: centipawns lost, per ply.
    see_margin = 89 in 30..=200,
    /// SEE pruning of quiet moves: centipawns lost, per ply.
    see_quiet_margin = 42 in 20..=150,
    /// Late move reductions: the constant part, in 256ths of a ply.
    reduction_base = 170 in 0..=400,
    /// Late move reductions: the divisor of log₂ depth × log₂ count, in hundredths.
    reduction_divisor = 499 in 250..=800,
    /// Late move reductions: the history score worth one ply.
    reduction_history_step = 8_717 in 4_000..=25_000,
    /// Late move reductions: centipawns above the best score for a deeper re-search.
    deeper_margin = 32 in 5..=120,
    /// Late move reductions: centipawns above the best score below which the re-search is shallower.
    shallower_margin = 9 in 0..=40,
    /// Delta pruning in quiescence search: the margin in centipawns on top of the material.
    delta_margin = 216 in 60..=400,
    /// Aspiration windows: the initial reach to either side, in centipawns.
    aspiration_reach = 15 in 6..=60,
    /// History gravity: the bonus per ply of depth.
    history_bonus = 169 in 50..=350,
    /// Correction history: the divisor of an entry's sum.
    correction_part = 27 in 10..=60,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back_and_stay_in_range() {
        let chess = Parameters::CHESS;
        assert_eq!(Parameters::of(&chess.values()), chess);
        assert_eq!(Parameters::of(&[]), chess);
        let far = vec![i32::MAX; Parameters::RANGES.len()];
        let most: Vec<i32> = Parameters::RANGES.iter().map(|range| range.most).collect();
        assert_eq!(Parameters::of(&far).values(), most);
        for (ParameterRange { name, least, most }, value) in Parameters::RANGES.iter().zip(chess.values()) {
            assert!(least <= &value && &value <= most, "{name}");
        }
    }
}
