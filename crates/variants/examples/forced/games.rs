//! Long wins out of games that the engine plays against itself: the winner's positions are searched from the last one
//! back, until the shortest forced win has the wanted length. The engine has no say in what is taken, so it may miss it.

use faraday_engine::{Brain, Control, Evaluate, Limits, Order};
use faraday_rules::{Position, Set, zobrist::mix};
use faraday_variants::find;

use crate::proof::{Prover, Spent};
use crate::write;

/// How many positions are wanted.
const WANTED: usize = 20;
/// A proof that takes more positions is given up.
const BUDGET: u64 = 12_000_000;
/// A win is worth taking if the loser has so many pieces left and no more first moves than these win.
const PIECES: u32 = 3;
const FIRST_MOVES: usize = 3;
/// A game is given up so many plies after its opening.
const LONGEST: usize = 154;
/// The nodes of a move: each player of each game draws one.
const NODES: [u64; 4] = [200, 500, 1_200, 3_000];
/// Plies without progress after which a game is drawn.
const FIFTY_MOVES: u32 = 100;

/// Finds positions whose shortest forced win has so many plies, at most one in a game. A game begins with so many random
/// plies: the more, the fewer pieces are left, and the sooner a proof is done.
pub fn find_all<V: Evaluate>(plies: u32, opening: usize) {
    let mut brain = find(V::ID).expect("the variant is listed").brain(16);
    let mut prover = Prover::new(BUDGET);
    let mut seed = mix(plies.into());
    let mut found = 0;
    let mut games = 0;
    while found < WANTED {
        seed = mix(seed);
        games += 1;
        let game = play::<V>(brain.as_mut(), seed, opening);
        match search_back(&game, plies, &mut prover) {
            Ok(true) => found += 1,
            Ok(false) => {}
            Err(Spent) => eprintln!("gave a position up"),
        }
        eprintln!("game {games}: {found} of {WANTED} found");
    }
}

/// The positions of a game; the last is decided, unless the game took too long.
fn play<V: Evaluate>(brain: &mut dyn Brain, mut seed: u64, opening: usize) -> Vec<Position<V>> {
    let mut positions = vec![Position::<V>::start()];
    let mut played = Vec::new();
    let nodes = [0, 8].map(|shift| NODES[(seed >> shift) as usize % NODES.len()]);
    let longest = opening + LONGEST;
    // Either color makes the first move that is not random.
    let opening = opening + (seed >> 16) as usize % 2;
    brain.new_game();
    while let Some(position) = positions.last()
        && position.ending().is_none()
        && positions.len() <= longest
    {
        let mv = if positions.len() <= opening {
            seed = mix(seed);
            let moves = position.moves();
            moves[seed as usize % moves.len()]
        } else {
            let past: Vec<&str> = played.iter().map(String::as_str).collect();
            brain.set_position(None, &past).expect("the moves were legal");
            let limits = Limits { nodes: Some(nodes[position.turn() as usize]), ..Limits::default() };
            let best = brain.go(&Order { limits, ..Order::default() }, &Control::new(), &mut |_| {}).best;
            position.read_uci(&best.expect("a move, as the game goes on")).expect("a legal move")
        };
        played.push(Position::<V>::write_uci(mv));
        positions.push(position.after(mv));
    }
    positions
}

/// Writes the last position of the winner in which the shortest win has so many plies, if there is one before one in
/// which there is no such win.
fn search_back<V: Evaluate>(game: &[Position<V>], plies: u32, prover: &mut Prover) -> Result<bool, Spent> {
    let last = game.last().expect("a game begins with a position");
    let Some(winner) = last.ending().and_then(|ending| ending.winner) else { return Ok(false) };
    if last.board().color(!winner).count() < PIECES {
        return Ok(false);
    }
    let winners = game.iter().rev().filter(|position| position.turn() == winner);
    // Nearer to the end of the fifty-move count a forced win may come too late (C.3).
    for position in winners.take_while(|position| u32::from(position.halfmoves()) + plies < FIFTY_MOVES) {
        match prover.shortest(position, plies)? {
            Some(shortest) if shortest == plies => {
                let winning = prover.winning_moves(position, plies)?;
                let is_hard = winning.len() <= FIRST_MOVES;
                if is_hard {
                    eprintln!("proved in {} positions", prover.positions());
                    write(position, plies, &winning);
                }
                return Ok(is_hard);
            }
            Some(_) => {}
            None => return Ok(false),
        }
    }
    Ok(false)
}
