//! The positions for property tests: random playouts and random compositions, the same on every run.
#![allow(dead_code, reason = "the comparison with another library takes only the compositions")]

use faraday_rules::{
    Board, Choice, Color, Game, Geometry, Move, Piece, Position, Rights, Role, Set, Setup, Square, Variant, castling,
    zobrist,
};

use crate::records;

/// A seeded pseudo-random generator.
pub struct Rng(u64);

impl Rng {
    /// Creates a generator from a seed.
    pub fn new(seed: u64) -> Rng {
        Rng(zobrist::mix(seed))
    }

    /// Returns the next number of the generator.
    pub fn number(&mut self) -> u64 {
        self.0 = zobrist::mix(self.0);
        self.0
    }

    /// Returns a number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.number() >> 16) as usize % limit
    }

    /// Returns true once in `times` calls on average.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Returns one of several items at random.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// Returns a set that contains each square with even odds.
    pub fn set<G: Geometry>(&mut self) -> G::Set {
        G::squares().filter(|_| self.once_in(2)).fold(G::Set::EMPTY, |set, square| set | G::Set::of(square))
    }
}

/// Returns all combinations of origin, target, and choice that a player could name.
pub fn all_moves<G: Geometry>() -> impl Iterator<Item = Move> {
    let choices = || [None].into_iter().chain(Choice::ALL.map(Some));
    G::squares()
        .flat_map(|from| G::squares().map(move |to| (from, to)))
        .flat_map(move |(from, to)| choices().map(move |choice| Move { from, to, choice }))
}

/// Returns the starting position and the positions of the perft vectors.
pub fn starts<V: Variant>() -> Vec<Position<V>> {
    let fens = records::perft(V::ID).into_iter().map(|(_, fen, _)| fen);
    [V::START.to_owned()].into_iter().chain(fens).map(|fen| Position::from_fen(&fen).unwrap()).collect()
}

/// Returns a random move, sometimes one that captures or has a choice, which would otherwise be rare.
pub fn random_move<V: Variant>(position: &Position<V>, rng: &mut Rng) -> Option<Move> {
    let moves = position.moves();
    let wanted: Vec<Move> = match rng.below(8) {
        0 => moves.iter().copied().filter(|mv| mv.choice.is_some()).collect(),
        1 => moves.iter().copied().filter(|mv| position.board().occupied().has(mv.to)).collect(),
        _ => Vec::new(),
    };
    let from = if wanted.is_empty() { moves } else { wanted };
    (!from.is_empty()).then(|| rng.pick(&from))
}

/// Returns positions with a move that is played there, from `games` random games of at most `plies`
/// plies for every start.
pub fn steps<V: Variant>(games: u64, plies: usize) -> Vec<(Position<V>, Move)> {
    let mut steps = Vec::new();
    for (index, start) in (0..).zip(starts::<V>()) {
        for game in 0..games {
            let mut rng = Rng::new(index << 32 | game);
            let mut position = start.clone();
            for _ in 0..plies {
                if position.ending().is_some() {
                    break;
                }
                let Some(mv) = random_move(&position, &mut rng) else { break };
                let after = position.after(mv);
                steps.push((position, mv));
                position = after;
            }
        }
    }
    steps
}

/// Plays a random game of at most `plies` plies.
pub fn game<V: Variant>(start: Position<V>, plies: usize, rng: &mut Rng) -> Game<V> {
    let mut game = Game::new(start);
    for _ in 0..plies {
        if game.ending().is_some() {
            break;
        }
        let Some(mv) = random_move(game.position(), rng) else { break };
        game.play(mv).unwrap();
    }
    game
}

/// Returns `count` positions set up at random that the variant accepts.
pub fn composed<V: Variant>(count: usize) -> Vec<Position<V>> {
    let mut rng = Rng::new(count as u64);
    std::iter::repeat_with(|| compose::<V>(&mut rng)).filter_map(Result::ok).take(count).collect()
}

/// Returns a sample for slow property tests: every `every`th position of games, and compositions.
pub fn mixture<V: Variant>(every: usize, compositions: usize) -> Vec<Position<V>> {
    let walked = steps::<V>(1, 60).into_iter().map(|(position, _)| position);
    walked.step_by(every).chain(composed(compositions)).collect()
}

fn compose<V: Variant>(rng: &mut Rng) -> Result<Position<V>, faraday_rules::SetupError> {
    let turn = rng.pick(&Color::ALL);
    let mut board = Board::default();
    let rights = if !V::CASTLES.is_empty() && rng.once_in(3) { place_castles::<V>(&mut board, rng) } else { 0 };
    for color in Color::ALL {
        if board.king(color).is_none() && !rng.once_in(40) {
            place(&mut board, rng, Piece { color, role: Role::King });
        }
    }
    let en_passant = V::EN_PASSANT_RANK.filter(|_| rng.once_in(4)).and_then(|rank| {
        let passed = place_double_step::<V>(&mut board, rng, turn, rank)?;
        Some(passed)
    });
    for _ in 0..rng.below(26) {
        let role = rng.pick(&[Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]);
        let color = rng.pick(&Color::ALL);
        place(&mut board, rng, Piece { color, role });
    }
    let marks: Vec<Square> = match V::Geometry::LEVELS {
        1 => Vec::new(),
        _ => board.role(Role::Pawn).squares().filter(|_| rng.once_in(3)).collect(),
    };
    let field = V::SEVENTH_FIELD.map(|_| energies::<V>(&board, rng));
    let state = V::read_state(&marks, field.as_deref())?;
    let rights = (0..4).filter(|index| rights >> index & 1 != 0).fold(Rights::default(), |mut rights, index| {
        rights.add(index);
        rights
    });
    let halfmoves = rng.below(100) as u16;
    let fullmoves = 1 + rng.below(200) as u32;
    Position::from_setup(Setup { board, state, turn, rights, en_passant, halfmoves, fullmoves })
}

fn place<G: Geometry>(board: &mut Board<G>, rng: &mut Rng, piece: Piece) {
    let square = Square::new(rng.below(G::SQUARES) as u8);
    if !board.occupied().has(square) {
        board.toggle(square, piece);
    }
}

/// Puts kings and rooks on their home squares. Returns the corresponding castling rights as bits.
fn place_castles<V: Variant>(board: &mut Board<V::Geometry>, rng: &mut Rng) -> usize {
    let wanted = 1 + rng.below(15);
    for (index, castle) in castling::ORTHODOX.iter().enumerate().filter(|(index, _)| wanted >> index & 1 != 0) {
        if board.king(castle.color).is_none() {
            board.toggle(castle.king.0, Piece { color: castle.color, role: Role::King });
        }
        board.toggle(castle.rook.0, Piece { color: castle.color, role: Role::Rook });
        debug_assert!(index < 4);
    }
    wanted
}

/// Places a pawn after a double step, with enemy pawns next to it that may capture. Returns the square passed.
fn place_double_step<V: Variant>(
    board: &mut Board<V::Geometry>,
    rng: &mut Rng,
    turn: Color,
    rank: u8,
) -> Option<Square> {
    let rank = if turn == Color::White { rank } else { V::Geometry::RANKS - 1 - rank };
    let passed = V::Geometry::at(0, rng.below(V::Geometry::FILES.into()) as u8, rank)?;
    let pawn = passed.offset(V::Geometry::ahead(!turn));
    let beside = V::Geometry::pawn(!turn, passed);
    for (square, color) in [(Some(pawn), !turn), (beside.first(), turn), (beside.last(), turn)] {
        if let Some(square) = square.filter(|square| !board.occupied().has(*square)) {
            board.toggle(square, Piece { color, role: Role::Pawn });
        }
    }
    Some(passed)
}

fn energies<V: Variant>(board: &Board<V::Geometry>, rng: &mut Rng) -> String {
    let odds = 2 + rng.below(20);
    let empty = V::Geometry::squares().filter(|square| !board.occupied().has(*square));
    let charged: Vec<Square> = empty.filter(|_| rng.once_in(odds)).collect();
    let entry = |square| format!("{}:{}", V::Geometry::name(square), 1 + rng.below(16));
    let entries: Vec<String> = charged.into_iter().map(entry).collect();
    if entries.is_empty() { "-".to_owned() } else { entries.join(",") }
}
