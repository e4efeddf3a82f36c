//! Standard Algebraic Notation (SAN), written strictly and parsed leniently (N.3).

use super::MoveTextError;
use crate::pgn::is_null_move;
use crate::{Choice, Each, EndReason, Geometry, Move, Position, Role, Set, SetOf, Square, Variant};

/// A parsed SAN text, not yet matched with a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SanText {
    /// The role that moves; `None` in long algebraic notation without letters, because the origin implies it.
    pub role: Option<Role>,
    /// The given parts of the origin: file, rank, or the whole square.
    pub origin: (Option<u8>, Option<u8>, Option<Square>),
    /// The square on which the piece lands.
    pub to: Square,
    /// The choice, if one is written.
    pub choice: Option<Choice>,
}

impl<V: Variant> Position<V> {
    /// Writes a legal move in SAN, with the check or mate suffix.
    ///
    /// ```
    /// use faraday_rules::Position;
    /// # use faraday_rules::{Flat, Variant};
    /// # #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    /// # struct Chess;
    /// # impl Variant for Chess {
    /// #     type Geometry = Flat;
    /// #     type State = ();
    /// #     const ID: &'static str = "chess";
    /// # }
    ///
    /// let position = Position::<Chess>::start();
    /// assert_eq!(position.write_san(position.read_uci("g1f3")?), "Nf3");
    /// # Ok::<(), faraday_rules::MoveTextError>(())
    /// ```
    pub fn write_san(&self, mv: Move) -> String {
        let mut san = match self.castle(mv).filter(|_| self.board().standing(mv.from) == Role::King) {
            Some(castle) => castle.san.to_owned(),
            None => self.write_body(mv),
        };
        match V::written_choice(self, mv) {
            None => {}
            Some(Choice::Scatter) => san.push('*'),
            Some(choice) => {
                san.push('=');
                san.push(choice.sign().to_ascii_uppercase());
            }
        }
        let after = self.after(mv);
        match after.ending().map(|ending| ending.reason) {
            Some(EndReason::Checkmate | EndReason::KingCaptured) => san.push('#'),
            _ if after.is_check() => san.push('+'),
            _ => {}
        }
        san
    }

    fn write_body(&self, mv: Move) -> String {
        let board = self.board();
        let role = board.standing(mv.from);
        let captures = board.occupied().has(mv.to) || role == Role::Pawn && self.en_passant_victim(mv).is_some();
        let mut rivals = SetOf::<V>::EMPTY;
        self.legal_to(
            SetOf::<V>::of(mv.to),
            &mut Each(|other: Move| {
                if other.from != mv.from && board.standing(other.from) == role {
                    rivals |= SetOf::<V>::of(other.from);
                }
            }),
        );
        let mut san = String::new();
        let target = V::Geometry::name(mv.to);
        if role != Role::Pawn {
            san.push(role.letter());
        }
        san.push_str(&origin::<V::Geometry>(mv.from, rivals, role, captures));
        if captures {
            san.push('x');
        }
        san + &target
    }

    /// Parses a SAN move that matches exactly one legal move.
    ///
    /// In addition to the canonical form it accepts `0-0`, `00`, castling as `Kg1`, missing or superfluous `x`, `+`,
    /// `#`, `!`, `?`, and `e.p.`. Long algebraic notation with or without letters, promotions without `=`, and the
    /// Magnetic club's effects in parentheses are accepted as well.
    ///
    /// # Errors
    ///
    /// If the text is not SAN, matches no legal move, matches several, or leaves a choice open.
    pub fn read_san(&self, text: &str) -> Result<Move, MoveTextError> {
        let said = self.parse_san(text)?;
        let fitting: Vec<Move> = self.legal_of(said);
        let chosen: Vec<Move> = fitting
            .iter()
            .copied()
            .filter(|mv| said.choice == V::written_choice(self, *mv) || said.choice == mv.choice)
            .collect();
        let text = || text.to_owned();
        let list = |moves: &[Move]| moves.iter().map(|mv| self.write_san(*mv)).collect::<Vec<_>>().join(", ");
        match (chosen.as_slice(), fitting.as_slice()) {
            ([mv], _) => Ok(*mv),
            ([], []) => Err(MoveTextError::NoSuch { text: text() }),
            ([], _) => Err(MoveTextError::Choice { text: text(), candidates: list(&fitting) }),
            _ => Err(MoveTextError::Ambiguous { text: text(), candidates: list(&chosen) }),
        }
    }

    fn legal_of(&self, said: SanText) -> Vec<Move> {
        let mut fitting = Vec::new();
        self.legal_to(
            SetOf::<V>::of(said.to),
            &mut Each(|mv: Move| {
                if said.fits::<V>(self, mv.from) {
                    fitting.push(mv);
                }
            }),
        );
        fitting
    }

    /// Returns the moves of the player's own pieces that a text may mean, legal or not, so that the
    /// refusal can be explained.
    pub fn meant_by(&self, said: SanText) -> Vec<Move> {
        let ours = self.board().color(self.turn());
        ours.squares()
            .filter(|from| said.fits::<V>(self, *from))
            .map(|from| Move { from, to: said.to, choice: said.choice })
            .collect()
    }

    /// Parses a SAN text without looking for a move that matches.
    ///
    /// # Errors
    ///
    /// If the text is not SAN.
    pub fn parse_san(&self, text: &str) -> Result<SanText, MoveTextError> {
        let trimmed = text.trim();
        if trimmed.is_empty() {
            return Err(MoveTextError::Empty);
        }
        if is_null_move(trimmed) {
            return Err(MoveTextError::NullMove { text: trimmed.to_owned() });
        }
        let unreadable = |part: &str| MoveTextError::Unreadable { text: text.trim().to_owned(), part: part.to_owned() };
        let (body, effects) = split_effects(trimmed);
        if let Some(at) = body.find(char::is_whitespace) {
            let rest = body[at..].trim();
            return if matches!(rest, "e.p." | "ep") { self.parse_san(&body[..at]) } else { Err(unreadable(rest)) };
        }
        let body = body.trim_end_matches(['+', '#', '!', '?']);
        let body = body.strip_suffix("e.p.").or_else(|| body.strip_suffix("ep")).unwrap_or(body);
        let (body, choice) = split_choice(body).map_err(unreadable)?;
        let choice = match (choice, effects) {
            (None, Some(effects)) => effect_choice(effects).map_err(unreadable)?,
            _ => choice,
        };
        let castles = match body.replace(['0', 'o'], "O").as_str() {
            "O-O" | "OO" => Some("O-O"),
            "O-O-O" | "OOO" => Some("O-O-O"),
            _ => None,
        };
        if let Some(castles) = castles {
            let said = self.castling_text(castles, choice);
            return said.ok_or_else(|| MoveTextError::NoSuch { text: trimmed.to_owned() });
        }
        parse_body::<V::Geometry>(body, choice, trimmed)
    }

    /// Parses a castling text; `None` if the variant does not have that castling.
    fn castling_text(&self, san: &str, choice: Option<Choice>) -> Option<SanText> {
        let castle = V::CASTLES.iter().find(|castle| castle.color == self.turn() && castle.san == san)?;
        let origin = (None, None, Some(castle.king.0));
        Some(SanText { role: Some(Role::King), origin, to: castle.king.1, choice })
    }
}

impl SanText {
    fn fits<V: Variant>(&self, position: &Position<V>, from: Square) -> bool {
        let (file, rank, square) = self.origin;
        position.board().color(position.turn()).has(from)
            && self.role.is_none_or(|role| position.board().role(role).has(from))
            && file.is_none_or(|file| V::Geometry::file(from) == file)
            && rank.is_none_or(|rank| V::Geometry::rank(from) == rank)
            && square.is_none_or(|square| square == from)
    }
}

/// Returns the part of the origin to write: nothing, file, rank, or the whole square.
fn origin<G: Geometry>(from: Square, rivals: G::Set, role: Role, captures: bool) -> String {
    let name = G::name(from);
    let shares = |same: fn(Square) -> u8| rivals.squares().any(|rival| same(rival) == same(from));
    let is_pawn_capture = role == Role::Pawn && captures;
    if G::LEVELS > 1 {
        return if is_pawn_capture || rivals.any() { name } else { String::new() };
    }
    if is_pawn_capture {
        return if shares(G::file) { name } else { name[..1].to_owned() };
    }
    if rivals.is_empty() {
        String::new()
    } else if !shares(G::file) {
        name[..1].to_owned()
    } else if !shares(G::rank) {
        name[1..].to_owned()
    } else {
        name
    }
}

/// Splits the Magnetic club's effects, or a promotion in parentheses, off the end.
fn split_effects(text: &str) -> (&str, Option<&str>) {
    let bare = text.trim_end_matches(['+', '#', '!', '?']);
    match (bare.strip_suffix(')'), bare.find('(')) {
        (Some(inside), Some(open)) => (&text[..open], inside.get(open + 1..)),
        _ => (text, None),
    }
}

fn effect_choice(effects: &str) -> Result<Option<Choice>, &str> {
    let letters = effects.split([',', ' ']).find_map(|effect| effect.split_once('=').map(|(_, letter)| letter));
    let single = (effects.len() == 1).then_some(effects);
    match letters.or(single) {
        None => Ok(None),
        Some(letter) => named_choice(letter).map(Some).ok_or(effects),
    }
}

fn named_choice(letter: &str) -> Option<Choice> {
    let mut letters = letter.chars();
    let first = letters.next()?.to_ascii_lowercase();
    Choice::from_sign(first).filter(|choice| letters.next().is_none() && *choice != Choice::Scatter)
}

/// Splits `=Q`, `/Q`, a bare `Q` or `q`, or `*` off the end.
fn split_choice(body: &str) -> Result<(&str, Option<Choice>), &str> {
    if let Some(rest) = body.strip_suffix('*') {
        return Ok((rest, Some(Choice::Scatter)));
    }
    if let Some((rest, letter)) = body.split_once(['=', '/']) {
        return match named_choice(letter) {
            Some(choice) => Ok((rest, Some(choice))),
            None => Err(&body[rest.len()..]),
        };
    }
    let follows_rank = |at: usize| body.as_bytes()[at - 1].is_ascii_digit();
    let is_letter = |at: usize, letter: char| {
        letter.is_ascii_uppercase() && letter != 'O' || letter.is_ascii_lowercase() && follows_rank(at)
    };
    let bare = body.char_indices().last().filter(|(at, letter)| *at > 1 && is_letter(*at, *letter));
    match bare.and_then(|(at, _)| Some((&body[..at], named_choice(&body[at..])?))) {
        Some((rest, choice)) => Ok((rest, Some(choice))),
        None => Ok((body, None)),
    }
}

/// Returns the error for a text that is too short to end with a square.
fn short<G: Geometry>(rest: &str, text: &str) -> MoveTextError {
    let text = text.to_owned();
    let levels: Vec<String> =
        (1..=G::LEVELS).map(|level| format!("{level}{rest}")).filter(|name| G::parse(name).is_some()).collect();
    if G::LEVELS > 1 && !levels.is_empty() {
        return MoveTextError::NoLevel { text, examples: levels.join(", ") };
    }
    MoveTextError::Short { text, example: G::EXAMPLE[G::NAME_LENGTH..].to_owned() }
}

fn parse_body<G: Geometry>(body: &str, choice: Option<Choice>, text: &str) -> Result<SanText, MoveTextError> {
    let unreadable = |part: &str| MoveTextError::Unreadable { text: text.to_owned(), part: part.to_owned() };
    let first = body.chars().next().ok_or_else(|| unreadable(text))?;
    let (letter, rest) = match Role::from_letter(first) {
        Some(role) => (Some(role), &body[1..]),
        None if first.is_ascii_uppercase() => return Err(unreadable(&first.to_string())),
        None => (None, body),
    };
    let role = letter.or(Some(Role::Pawn));
    let cut = rest.len().checked_sub(G::NAME_LENGTH).filter(|cut| rest.is_char_boundary(*cut));
    let Some(cut) = cut else { return Err(short::<G>(rest, text)) };
    let (origin, target) = rest.split_at(cut);
    let origin = origin.strip_suffix(['x', '-', ':', '–', '×']).unwrap_or(origin);
    let to =
        G::parse(target).ok_or_else(|| MoveTextError::NoSquare { text: text.to_owned(), part: target.to_owned() })?;
    let said = |origin| SanText { role, origin, to, choice };
    if origin.is_empty() {
        return Ok(said((None, None, None)));
    }
    if let Some(square) = G::parse(origin) {
        return Ok(SanText { role: letter, ..said((None, None, Some(square))) });
    }
    let &[byte] = origin.as_bytes() else { return Err(unreadable(origin)) };
    match byte {
        b'a'..=b'h' if byte - b'a' < G::FILES => Ok(said((Some(byte - b'a'), None, None))),
        b'1'..=b'8' if byte - b'1' < G::RANKS => Ok(said((None, Some(byte - b'1'), None))),
        _ => Err(unreadable(origin)),
    }
}
