//! The numbers of the search that games have to decide: margins, reductions, depths. Each is explained where the
//! technique stands; a variant may have its own, and a tuner tries others.

/// How far a parameter may be tuned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParameterRange {
    /// Its name.
    pub name: &'static str,
    /// The least that makes sense.
    pub least: i32,
    /// The most that makes sense.
    pub most: i32,
}

macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident = $default:literal in $least:literal..=$most:literal,)+) => {
        /// The numbers of a search.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Parameters {
            $($(#[$doc])* pub $name: i32,)+
        }

        impl Parameters {
            /// Those of orthodox chess, tuned by games (`docs/engine-log.md`).
            pub const CHESS: Parameters = Parameters { $($name: $default,)+ };

            /// How far each may be tuned.
            pub const RANGES: &[ParameterRange] = &[
                $(ParameterRange { name: stringify!($name), least: $least, most: $most },)+
            ];

            /// All of them, in the order of [`Parameters::RANGES`].
            pub fn values(&self) -> Vec<i32> {
                vec![$(self.$name,)+]
            }

            /// Those of a list in that order, each brought into its range; what is missing is as in orthodox chess.
            pub fn of(values: &[i32]) -> Parameters {
                let mut values = values.iter();
                Parameters { $($name: values.next().map_or($default, |value| *value.clamp(&$least, &$most)),)+ }
            }
        }
    };
}

parameters! {
    /// Reverse futility pruning: hundredths of a pawn above beta, for each ply.
    reverse_futility_margin = 66 in 30..=200,
    /// Razoring: hundredths of a pawn below alpha, for each ply.
    razoring_margin = 288 in 100..=600,
    /// Null-move pruning: hundredths of a pawn above beta that are worth another ply of reduction.
    null_move_margin_step = 192 in 60..=400,
    /// `ProbCut`: by how much beta is raised.
    probcut_margin = 156 in 60..=400,
    /// Singular extensions: eighths of a hundredth of a pawn that other moves must stay behind, for each ply.
    singular_margin = 15 in 4..=48,
    /// Double extensions: so much further, in hundredths of a pawn.
    double_extension_margin = 21 in 4..=80,
    /// Futility pruning: hundredths of a pawn below alpha, and so many more for each ply.
    futility_base = 99 in 20..=300,
    /// See `futility_base`.
    futility_margin = 85 in 30..=200,
    /// Late move pruning: quiet moves that are tried at any depth.
    late_move_base = 5 in 1..=10,
    /// History pruning: for each ply, history below minus this.
    history_pruning_margin = 4_251 in 1_000..=12_000,
    /// SEE pruning of captures: hundredths of a pawn lost for each ply.
    see_margin = 89 in 30..=200,
    /// SEE pruning of quiet moves: the same.
    see_quiet_margin = 42 in 20..=150,
    /// Late move reductions: 256ths of a ply for any late move.
    reduction_base = 170 in 0..=400,
    /// Late move reductions: what log₂ depth × log₂ count is divided by, in hundredths.
    reduction_divisor = 499 in 250..=800,
    /// Late move reductions: history that is worth a ply.
    reduction_history_step = 8_717 in 4_000..=25_000,
    /// A late move that exceeds the best score by so much is searched again deeper.
    deeper_margin = 32 in 5..=120,
    /// One that exceeds it by less than this, less deeply.
    shallower_margin = 9 in 0..=40,
    /// Delta pruning in quiescence: hundredths of a pawn beyond the material.
    delta_margin = 216 in 60..=400,
    /// Aspiration windows: how far the first one reaches to either side.
    aspiration_reach = 15 in 6..=60,
    /// History gravity: what a fail high adds for each ply of depth.
    history_bonus = 169 in 50..=350,
    /// Correction history: what an entry is divided by.
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
