//! Sentences about moves, made from data: the reason why a move is illegal, its events, and its causes.

use faraday_rules::{
    Cause, Color, Draws, Event, Game, Geometry, LegalMove, Move, MoveTextError, Piece, Position, Reason, Refusal, Role,
    RuleId, Square, Variant, orthodox::reasons,
};

use crate::text::{Slot, Text};

/// An event of a move, with the rule that causes it and a sentence for players.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the type says it")]
pub struct ExplainedEvent {
    pub rule: RuleId,
    pub event: Event,
    pub text: String,
}

/// The explanation of a move text: the rule that forbids the move, or the events that it causes.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The move that the text means. `None` if it names a piece that is not there, or if the game is over and
    /// the piece remains ambiguous.
    pub mv: Option<Move>,
    /// The rule that forbids the move; `None` if it is legal.
    pub rule: Option<RuleId>,
    /// The squares that the refusal names, or the two squares of a legal move.
    pub squares: Vec<Square>,
    /// The explanation in one plain sentence.
    pub text: String,
    /// The events of the move, if it is legal.
    pub events: Vec<ExplainedEvent>,
}

/// Parses a legal move of a game that is not over.
pub(crate) fn read_move<V: Variant>(game: &Game<V>, text: &str) -> Result<LegalMove, MoveTextError> {
    let read = |text: &str| playable(game, game.position().read_move(text)?, text);
    // In game records a `*` directly after a move is the result, unless it is a choice (N.5).
    match (read(text), text.trim_end_matches(['+', '#', '!', '?']).strip_suffix('*')) {
        (Err(error), Some(mv)) if game.draws() == Draws::Note => read(mv).map_err(|_| error),
        (read, _) => read,
    }
}

/// Checks the move that a text stands for against the game.
pub(crate) fn playable<V: Variant>(game: &Game<V>, mv: Move, text: &str) -> Result<LegalMove, MoveTextError> {
    game.check(mv).map_err(|refusal| MoveTextError::Illegal { text: text.trim().to_owned(), refusal })
}

/// Explains whether a move text is legal, and if not, why.
pub(crate) fn explain<V: Variant>(game: &Game<V>, text: &str, words: &Text) -> Result<Explanation, MoveTextError> {
    let position = game.position();
    let uci = match Position::<V>::parse_uci(text.trim()) {
        Ok(mv) => return Ok(judge(game, mv, words)),
        Err(error) => error,
    };
    match position.read_san(text) {
        Ok(mv) => Ok(judge(game, mv, words)),
        Err(MoveTextError::NoSuch { .. } | MoveTextError::Choice { .. }) => Ok(explain_san(game, text, words)),
        Err(_) if matches!(uci, MoveTextError::Sign { .. }) => Ok(without_move(reasons::CHOICE_WRONG, text, words)),
        Err(error) => Err(error),
    }
}

/// Explains the most nearly legal of the moves that a text may mean.
fn explain_san<V: Variant>(game: &Game<V>, text: &str, words: &Text) -> Explanation {
    let position = game.position();
    // Which piece is meant no longer matters, and naming one would be a guess.
    if game.ending().is_some() {
        return without_move(reasons::GAME_OVER, text, words);
    }
    let Ok(said) = position.parse_san(text) else {
        return without_move(reasons::NO_CASTLING, text, words);
    };
    let meant = position.meant_by(said);
    let stays = |mv: &&Move| mv.from == mv.to;
    let is_near = |mv: &&Move| game.refusal(**mv).is_some_and(|refusal| refusal.reason.name != reasons::WAY.name);
    let steps = |mv: &&Move| {
        let apart = |coordinate: fn(Square) -> u8| coordinate(mv.from).abs_diff(coordinate(mv.to));
        apart(V::Geometry::file) + apart(V::Geometry::rank) + apart(V::Geometry::level)
    };
    // If one of the pieces is already on the target, that is the reason to report.
    let nearest = meant.iter().find(stays).or_else(|| meant.iter().find(is_near));
    match nearest.or_else(|| meant.iter().min_by_key(steps)) {
        Some(mv) => judge(game, *mv, words),
        None => without_move(reasons::NO_SUCH_PIECE, text, words),
    }
}

fn without_move(reason: Reason, text: &str, words: &Text) -> Explanation {
    let template = words.refusal(&reason.to_string()).unwrap_or_default();
    let sentence = words.fill(template, &[("text", Slot::Name(text.trim().to_owned()))]);
    Explanation { mv: None, rule: Some(reason.rule), squares: Vec::new(), text: sentence, events: Vec::new() }
}

fn judge<V: Variant>(game: &Game<V>, mv: Move, words: &Text) -> Explanation {
    let position = game.position();
    match game.refusal(mv) {
        None => {
            let san = position.write_san(mv);
            let events = explained_events(position, mv, words);
            let text = words.fill(words.word("legal"), &[("move", Slot::Name(san))]);
            Explanation { mv: Some(mv), rule: None, squares: vec![mv.from, mv.to], text, events }
        }
        Some(refusal) => {
            let text = sentence(position, mv, &refusal, words);
            let squares = refusal.squares.to_vec();
            Explanation { mv: Some(mv), rule: Some(refusal.reason.rule), squares, text, events: Vec::new() }
        }
    }
}

/// Returns the sentence of a refusal.
pub(crate) fn sentence<V: Variant>(position: &Position<V>, mv: Move, refusal: &Refusal, words: &Text) -> String {
    let template = words.refusal(&refusal.reason.to_string()).unwrap_or(refusal.reason.rule.0);
    fill(position, mv, template, (&refusal.squares, refusal.amount), words)
}

/// Returns the sentence of a cause.
pub(crate) fn cause_sentence<V: Variant>(position: &Position<V>, mv: Move, cause: &Cause, words: &Text) -> String {
    let template = words.cause(&cause.reason.to_string()).unwrap_or(cause.reason.rule.0);
    fill(position, mv, template, (&cause.squares, cause.amount), words)
}

/// Fills the slots of a sentence about a move, some squares, and a number.
fn fill<V: Variant>(
    position: &Position<V>,
    mv: Move,
    template: &str,
    (squares, amount): (&[Square], i32),
    words: &Text,
) -> String {
    let name = |square: Square| Slot::Name(V::Geometry::name(square));
    let board = position.board();
    let role = board.role_at(mv.from);
    let letter = role.filter(|role| *role != Role::Pawn).map(|role| role.letter().to_string()).unwrap_or_default();
    let choice = mv.choice.map(|choice| choice.sign().to_string()).unwrap_or_default();
    let written = format!("{letter}{}–{}{choice}", V::Geometry::name(mv.from), V::Geometry::name(mv.to));
    let mut slots = vec![
        ("move", Slot::Name(written.clone())),
        ("text", Slot::Name(written)),
        ("from", name(mv.from)),
        ("to", name(mv.to)),
        ("choice", Slot::Name(choice)),
        ("role", role.map_or(Slot::Name(String::new()), |role| Slot::Word(role_word(role)))),
        ("us", Slot::Word(position.turn().name())),
        ("them", Slot::Word((!position.turn()).name())),
        ("amount", Slot::Name(signed(amount))),
    ];
    for ((square_slot, standing), square) in
        [("a", "piece_a"), ("b", "piece_b"), ("c", "piece_c"), ("d", "piece_d")].into_iter().zip(squares)
    {
        let piece = board.piece_at(*square).map_or(Slot::Name(String::new()), piece_slot);
        slots.extend([(square_slot, name(*square)), (standing, piece)]);
    }
    words.fill(template, &slots)
}

/// Returns one sentence about the error in a move text.
pub(crate) fn complaint<V: Variant>(game: &Game<V>, error: &MoveTextError, words: &Text) -> String {
    let position = game.position();
    let explained = |text: &str| match explain(game, text, words) {
        Ok(Explanation { rule: Some(rule), text, .. }) => format!("{text} ({})", rule.0),
        _ => words.move_error_sentence(error),
    };
    match error {
        MoveTextError::Illegal { text, refusal } => match Position::<V>::parse_uci(text) {
            Ok(mv) => format!("{} ({})", sentence(position, mv, refusal, words), refusal.reason.rule.0),
            Err(_) => explained(text),
        },
        MoveTextError::NoSuch { text } | MoveTextError::Choice { text, .. } => explained(text),
        MoveTextError::Empty
        | MoveTextError::Short { .. }
        | MoveTextError::NoLevel { .. }
        | MoveTextError::OneSquare { .. }
        | MoveTextError::NoSquare { .. }
        | MoveTextError::Sign { .. }
        | MoveTextError::Unreadable { .. }
        | MoveTextError::NullMove { .. }
        | MoveTextError::Ambiguous { .. } => words.move_error_sentence(error),
    }
}

/// Returns the events of a legal move, with sentences.
pub(crate) fn explained_events<V: Variant>(position: &Position<V>, mv: Move, words: &Text) -> Vec<ExplainedEvent> {
    let explained = |(rule, event)| ExplainedEvent { rule, event, text: event_sentence::<V>(event, words) };
    position.events(mv).into_iter().map(explained).collect()
}

fn event_sentence<V: Variant>(event: Event, words: &Text) -> String {
    let name = |square: Square| Slot::Name(V::Geometry::name(square));
    let number = |amount: u16| Slot::Name(amount.to_string());
    let role_slot = |role| Slot::Word(role_word(role));
    let shift = |piece, from, to| vec![("piece", piece_slot(piece)), ("from", name(from)), ("to", name(to))];
    let change = |piece, role, at| vec![("piece", piece_slot(piece)), ("role", role_slot(role)), ("at", name(at))];
    let (kind, slots) = match event {
        Event::Moved { piece, from, to } => ("moved", shift(piece, from, to)),
        Event::Pushed { piece, from, to } => ("pushed", shift(piece, from, to)),
        Event::Pulled { piece, from, to } => ("pulled", shift(piece, from, to)),
        Event::Taken { piece, at } => ("taken", vec![("piece", piece_slot(piece)), ("at", name(at))]),
        Event::Removed { piece, at } => ("removed", vec![("piece", piece_slot(piece)), ("at", name(at))]),
        Event::Ejected { from, to, amount } => {
            let kind = match (from == to, amount) {
                (true, 1) => "stayed-one",
                (true, _) => "stayed",
                (false, 1) => "ejected-one",
                (false, _) => "ejected",
            };
            (kind, vec![("from", name(from)), ("to", name(to)), ("amount", number(amount))])
        }
        Event::Absorbed { at, amount } => ("absorbed", vec![("at", name(at)), ("amount", number(amount))]),
        Event::Transformed { piece, role, at } => {
            (if piece.role == role { "kept" } else { "transformed" }, change(piece, role, at))
        }
        Event::Promoted { piece, role, at } => ("promoted", change(piece, role, at)),
    };
    words.fill(words.event(kind).unwrap_or(kind), &slots)
}

/// Returns the effects on other pieces in the Magnetic club's notation: `c7c5`, `d4d1=Q`.
pub(crate) fn effects<V: Variant>(position: &Position<V>, mv: Move) -> Vec<String> {
    let name = V::Geometry::name;
    let mut effects: Vec<(Square, String)> = Vec::new();
    for (_, event) in position.events(mv) {
        match event {
            Event::Pushed { from, to, .. } | Event::Pulled { from, to, .. } => {
                effects.push((to, name(from) + &name(to)));
            }
            Event::Promoted { at, role, .. } => {
                if let Some((_, effect)) = effects.iter_mut().find(|(to, _)| *to == at) {
                    effect.push('=');
                    effect.push(role.letter());
                }
            }
            Event::Moved { .. }
            | Event::Taken { .. }
            | Event::Ejected { .. }
            | Event::Absorbed { .. }
            | Event::Transformed { .. }
            | Event::Removed { .. } => {}
        }
    }
    effects.into_iter().map(|(_, effect)| effect).collect()
}

const fn piece_slot(piece: Piece) -> Slot {
    Slot::Word(match (piece.color, piece.role) {
        (Color::White, Role::Pawn) => "white-pawn",
        (Color::White, Role::Knight) => "white-knight",
        (Color::White, Role::Bishop) => "white-bishop",
        (Color::White, Role::Rook) => "white-rook",
        (Color::White, Role::Queen) => "white-queen",
        (Color::White, Role::King) => "white-king",
        (Color::Black, Role::Pawn) => "black-pawn",
        (Color::Black, Role::Knight) => "black-knight",
        (Color::Black, Role::Bishop) => "black-bishop",
        (Color::Black, Role::Rook) => "black-rook",
        (Color::Black, Role::Queen) => "black-queen",
        (Color::Black, Role::King) => "black-king",
    })
}

/// Returns the English word for a role, such as `knight`.
pub const fn role_word(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

fn signed(amount: i32) -> String {
    if amount < 0 { format!("−{}", amount.unsigned_abs()) } else { amount.to_string() }
}
