//! Property tests of symmetry: both colors play by the same rules on the mirrored board.

use std::collections::HashSet;

use faraday_rules::{Choice, Color, Ending, Geometry, Move, Position, Square, Variant};

use crate::positions::{composed, steps};

/// The transformation of the board that swaps the colors. Levels are always swapped as well.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mirror {
    /// Ranks are flipped, and files stay.
    Flip,
    /// The board is rotated by half a turn: ranks and files are flipped.
    Turn,
}

impl Mirror {
    fn square<G: Geometry>(self, square: Square) -> Square {
        let file = G::file(square);
        let file = if self == Mirror::Turn { G::FILES - 1 - file } else { file };
        G::at(G::LEVELS - 1 - G::level(square), file, G::RANKS - 1 - G::rank(square)).unwrap()
    }

    fn mv<G: Geometry>(self, mv: Move) -> Move {
        Move { from: self.square::<G>(mv.from), to: self.square::<G>(mv.to), choice: mv.choice }
    }

    /// Swaps the colors in a FEN; the move number stays.
    fn fen<V: Variant>(self, fen: &str) -> String {
        let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
        let levels = fields[0].split('|').rev().map(|level| {
            let ranks = level.split('/').rev().map(|rank| self.rank(rank));
            ranks.collect::<Vec<_>>().join("/")
        });
        fields[0] = levels.collect::<Vec<_>>().join("|");
        fields[1] = String::from(if fields[1] == "w" { "b" } else { "w" });
        let mut rights: Vec<char> = fields[2].chars().map(other_case).collect();
        rights.sort_by_key(|letter| "KQkq-".find(*letter));
        fields[2] = rights.into_iter().collect();
        let name = |name: &str| V::Geometry::name(self.square::<V::Geometry>(V::Geometry::parse(name).unwrap()));
        if fields[3] != "-" {
            fields[3] = name(&fields[3]);
        }
        if let Some(field) = fields.get_mut(6).filter(|field| *field != "-") {
            let entries = field.split(',').map(|entry| entry.split_once(':').unwrap());
            let mut entries: Vec<String> = entries.map(|(at, amount)| format!("{}:{amount}", name(at))).collect();
            entries.sort();
            *field = entries.join(",");
        }
        fields.join(" ")
    }

    fn rank(self, rank: &str) -> String {
        let mut pieces: Vec<String> = Vec::new();
        for letter in rank.chars() {
            match pieces.last_mut().filter(|_| letter == '~') {
                Some(piece) => piece.push(letter),
                None => pieces.push(other_case(letter).to_string()),
            }
        }
        if self == Mirror::Turn {
            pieces.reverse();
        }
        pieces.concat()
    }

    fn position<V: Variant>(self, position: &Position<V>) -> Position<V> {
        let fen = self.fen::<V>(&position.to_fen());
        Position::from_fen(&fen).unwrap_or_else(|error| panic!("{} {fen}: {error}", V::ID))
    }
}

fn other_case(letter: char) -> char {
    if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
}

fn without_number(fen: &str) -> String {
    let mut fields: Vec<&str> = fen.split(' ').collect();
    fields.remove(5);
    fields.join(" ")
}

/// Checks that legal moves and the ending agree in the mirror, and also the positions after the
/// moves that `follow` selects.
fn check<V: Variant>(position: &Position<V>, mirror: Mirror, follow: impl Fn(&Move) -> bool) {
    let other = mirror.position(position);
    let place = format!("{} {} and {}", V::ID, position.to_fen(), other.to_fen());
    let moves = position.moves();
    let mirrored: HashSet<Move> = moves.iter().map(|mv| mirror.mv::<V::Geometry>(*mv)).collect();
    assert_eq!(mirrored, other.moves().into_iter().collect(), "{place}");
    let swapped = |ending: Ending| Ending { winner: ending.winner.map(std::ops::Not::not), ..ending };
    assert_eq!(position.ending().map(swapped), other.ending(), "{place}");
    assert_eq!(position.is_check(), other.is_check(), "{place}");
    for mv in moves.into_iter().filter(follow) {
        let after = mirror.fen::<V>(&position.after(mv).to_fen());
        let other_after = other.after(mirror.mv::<V::Geometry>(mv)).to_fen();
        assert_eq!(without_number(&after), without_number(&other_after), "{place} {mv:?}");
    }
}

fn positions<V: Variant>() -> impl Iterator<Item = Position<V>> {
    let walked = steps::<V>(1, 100).into_iter().map(|(position, _)| position);
    walked.step_by(2).chain(composed(400)).filter(|position| position.ending().is_none())
}

fn the_colors_agree_with_the_ranks_flipped<V: Variant>() {
    // Scattered energy may be of any amount, and two units leave for north and east, or south and west (PC.3). Only
    // half a turn, not a flip of the ranks, preserves this. Masses have no such remainder.
    let is_odd = |mv: &Move| mv.choice == Some(Choice::Scatter);
    positions::<V>().for_each(|position| check(&position, Mirror::Flip, |mv| !is_odd(mv)));
}

fn the_colors_agree_with_the_board_turned<V: Variant>() {
    let free = positions::<V>().filter(|position| position.rights().is_empty());
    free.for_each(|position| check(&position, Mirror::Turn, |_| true));
}

in_every_variant!(the_colors_agree_with_the_ranks_flipped, the_colors_agree_with_the_board_turned);

#[test]
fn a_mirror_held_twice_shows_the_position_itself() {
    let fen = "r3k2r/8/8/2pP4/8/8/8/R3K3 w Qkq c6 0 1 a3:2,h6:1";
    assert_eq!(
        Mirror::Flip.fen::<faraday_variants::Collision>(fen),
        "r3k3/8/8/8/2Pp4/8/8/R3K2R b KQq c3 0 1 a6:2,h3:1"
    );
    for mirror in [Mirror::Flip, Mirror::Turn] {
        let fen = "5/5/5/P4/K4|P~3p/5/5/1N3/5|k4/5/5/5/5 w - - 0 1";
        let once = mirror.fen::<faraday_variants::Future>(fen);
        assert_eq!(mirror.fen::<faraday_variants::Future>(&once), fen);
    }
    assert_eq!(Color::ALL.map(|color| !!color), Color::ALL);
}
