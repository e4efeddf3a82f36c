//! Long forced wins from games that the engine plays against itself. The winner's positions are searched from the last
//! one back, until the shortest forced win has the required length. The engine has no part in the selection, so these
//! may include wins that it misses.

use faraday_engine::{AnyEngine, Control, Evaluate, Limits, SearchRequest};
use faraday_rules::{Position, Set, zobrist::mix};
use faraday_variants::find;

use crate::proof::{NodeLimitReached, Prover};
use crate::write;

/// The number of positions to find.
const WANTED: usize = 20;
/// The maximum number of positions in a proof.
const BUDGET: u64 = 12_000_000;
/// The minimum number of pieces that the loser must have left, and the maximum number of first moves that win.
const PIECES: u32 = 3;
const FIRST_MOVES: usize = 3;
/// The maximum length of a game in plies after its opening.
const LONGEST: usize = 154;
/// The possible numbers of nodes per move. Each player draws one per game.
const NODES: [u64; 4] = [200, 500, 1_200, 3_000];
/// The number of plies without progress after which a game is drawn.
const FIFTY_MOVES: u32 = 100;

/// Finds positions whose shortest forced win has `plies` plies, at most one per game. A game begins with `opening`
/// random plies: with more of them, fewer pieces are left, and proofs finish sooner.
pub fn find_all<V: Evaluate>(plies: u32, opening: usize) {
    let mut engine = find(V::ID).expect("the variant is listed").engine(16);
    let mut prover = Prover::new(BUDGET);
    let mut seed = mix(plies.into());
    let mut found = 0;
    let mut games = 0;
    while found < WANTED {
        seed = mix(seed);
        games += 1;
        let game = play::<V>(engine.as_mut(), seed, opening);
        match search_back(&game, plies, &mut prover) {
            Ok(true) => found += 1,
            Ok(false) => {}
            Err(NodeLimitReached) => eprintln!("gave a position up"),
        }
        eprintln!("game {games}: {found} of {WANTED} found");
    }
}

/// Returns the positions of a game. The last one is decided, unless the game took too long.
fn play<V: Evaluate>(engine: &mut dyn AnyEngine, mut seed: u64, opening: usize) -> Vec<Position<V>> {
    let mut positions = vec![Position::<V>::start()];
    let mut played = Vec::new();
    let nodes = [0, 8].map(|shift| NODES[(seed >> shift) as usize % NODES.len()]);
    let longest = opening + LONGEST;
    // Either color makes the first move that is not random.
    let opening = opening + (seed >> 16) as usize % 2;
    engine.new_game();
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
            engine.set_position(None, &past).expect("the moves were legal");
            let limits = Limits { nodes: Some(nodes[position.turn() as usize]), ..Limits::default() };
            let best =
                engine.go(&SearchRequest { limits, ..SearchRequest::default() }, &Control::new(), &mut |_| {}).best;
            position.read_uci(&best.expect("a move, as the game goes on")).expect("a legal move")
        };
        played.push(Position::<V>::write_uci(mv));
        positions.push(position.after(mv));
    }
    positions
}

/// Writes the winner's last position whose shortest win has `plies` plies. Stops at the first position
/// without such a win.
fn search_back<V: Evaluate>(game: &[Position<V>], plies: u32, prover: &mut Prover) -> Result<bool, NodeLimitReached> {
    let last = game.last().expect("a game begins with a position");
    let Some(winner) = last.ending().and_then(|ending| ending.winner) else { return Ok(false) };
    if last.board().color(!winner).count() < PIECES {
        return Ok(false);
    }
    let winners = game.iter().rev().filter(|position| position.turn() == winner);
    // Near the end of the fifty-move count a forced win may come too late (C.3).
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
