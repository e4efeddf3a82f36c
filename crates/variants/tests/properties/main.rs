//! Property tests for every variant: on random games from the start and from the positions of the test vectors, and on
//! randomly composed positions, which may be unreachable in a game.

#[path = "../records/mod.rs"]
mod records;

mod positions;

/// Makes a property test for each variant, named by the property and the variant.
macro_rules! in_every_variant {
    ($($property:ident),+ $(,)?) => { $(in_every_variant!(@ ($) $property);)+ };
    (@ ($d:tt) $property:ident) => {
        mod $property {
            macro_rules! tests {
                ($d($d variant:ident $d folder:literal,)+) => {
                    $d(
                        #[test]
                        fn $d variant() {
                            super::$property::<faraday_variants::$d variant>();
                        }
                    )+
                };
            }
            faraday_variants::for_each_variant!(tests);
        }
    };
}

mod causes;
mod checks;
mod counting;
mod endings;
mod energy;
mod events;
mod exchanges;
mod fifty_moves;
mod hashes;
mod legality;
mod mirror;
mod notation;
mod repetition;
mod setups;
mod threats;
mod undo;
