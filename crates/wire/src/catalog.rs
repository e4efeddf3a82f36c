//! The variants of the catalog: their names, boards, features, and rule books.

use faraday_variants::{Entry, Language};

use crate::Role;
use crate::learning::{self, Diagram};

wire_types! {
    /// A variant.
    pub struct Variant {
        /// The id in URLs, PGN, and UCI.
        pub id: String,
        /// The id of the variant that this one is an option of; otherwise its own id.
        pub family: String,
        /// The name for players.
        pub name: String,
        /// A summary of two lines, for a menu.
        pub tagline: Vec<String>,
        /// The inventor and the year.
        pub inventor: String,
        /// A note for players about the source of the rules, if there is one.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub note: Option<String>,
        /// The FEN of the starting position.
        pub start: String,
        /// The number of files of the board, or of each of its levels.
        pub files: u8,
        /// The number of ranks of the board, or of each of its levels.
        pub ranks: u8,
        /// The number of levels of the board.
        pub levels: u8,
        /// The overlays that the variant provides.
        pub overlays: Vec<OverlayName>,
        /// The state that positions may contain in addition to pieces.
        #[serde(rename = "means")]
        pub features: Vec<PositionFeature>,
        /// The values of pieces. The king has none.
        pub values: Vec<PieceValue>,
        /// The ratings of levels 1 to 9, on a scale on which random moves have 0. Ratings of different
        /// variants are not comparable.
        pub ratings: Vec<u16>,
    }

    /// The value of a kind of piece.
    #[derive(Copy, Eq)]
    pub struct PieceValue {
        /// The kind of piece.
        pub role: Role,
        /// The value in centipawns.
        pub value: i32,
    }

    /// An overlay of a variant.
    pub struct OverlayName {
        /// The id in requests.
        pub id: String,
        /// The name for players.
        pub name: String,
    }

    /// A kind of state that a position may contain in addition to pieces.
    #[derive(Copy, Eq)]
    pub enum PositionFeature {
        /// Castling rights.
        Castling,
        /// An en-passant square.
        EnPassant,
        /// Numbers on empty squares, in a seventh FEN field.
        Energies,
        /// Marks on pawns, `~` in FEN.
        Marks,
        /// Check, and with it checkmate.
        Check,
    }

    /// A rule of the rule book.
    pub struct Rule {
        /// The id, such as `MG.2`.
        pub id: String,
        /// The title, a few words.
        pub title: String,
        /// The text of the rule, in points.
        pub points: Vec<RulePoint>,
        /// Positions that illustrate the rule.
        pub diagrams: Vec<Diagram>,
    }

    /// A point of a rule.
    pub struct RulePoint {
        /// The origin of the point.
        pub status: Status,
        /// The text of the point.
        pub text: String,
        /// The reason, if it is a ruling with one.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub reason: Option<String>,
    }

    /// The origin of a point.
    #[derive(Copy, Eq)]
    pub enum Status {
        /// Stated by the inventor.
        Stated,
        /// Decided by Faraday, because the inventor is silent or unclear.
        Ruled,
    }

    /// A puzzle theme of one variant: a rule of its own that a solution may depend on.
    pub struct Theme {
        /// The id in puzzles: `<rule>.<name>`.
        pub id: String,
        /// The title, a few words.
        pub title: String,
    }

    /// A question that the inventor left open, with Faraday's decision.
    pub struct Ruling {
        /// The id of the rule that it belongs to.
        pub rule: String,
        /// The open question.
        pub question: String,
        /// The decision.
        pub decision: String,
        /// The source of the decision.
        pub source: String,
        /// The reason for the decision, if one is given.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub reason: Option<String>,
    }
}

/// Returns every variant in a language.
pub fn catalog(language: Language) -> Vec<Variant> {
    faraday_variants::catalog().iter().map(|entry| variant(entry, language)).collect()
}

/// Returns a variant in a language.
pub fn variant(entry: &Entry, language: Language) -> Variant {
    let text = entry.text_in(language);
    let (files, ranks, levels) = entry.size;
    let values = faraday_rules::Role::ALL.into_iter().filter(|role| *role != faraday_rules::Role::King);
    let overlay = |id: &&str| OverlayName { id: (*id).to_owned(), name: text.word(id).to_owned() };
    Variant {
        id: entry.id.to_owned(),
        family: entry.family.to_owned(),
        name: text.name.clone(),
        tagline: text.tagline.clone(),
        inventor: text.inventor.clone(),
        note: text.note.clone(),
        start: entry.start.to_owned(),
        files,
        ranks,
        levels,
        overlays: entry.overlays.iter().map(overlay).collect(),
        features: entry.features.iter().copied().map(PositionFeature::from).collect(),
        values: values.map(|role| PieceValue { role: role.into(), value: (entry.value)(role) }).collect(),
        ratings: entry.ladder.ratings.to_vec(),
    }
}

/// Returns the rules of a variant: its own, then the shared ones.
pub fn rules(entry: &Entry, language: Language) -> Vec<Rule> {
    let point = |point: &faraday_variants::RulePoint| RulePoint {
        status: point.status.into(),
        text: point.text.clone(),
        reason: point.reason.clone(),
    };
    let rule = |rule: faraday_variants::Rule| Rule {
        id: rule.id.to_owned(),
        title: rule.title.to_owned(),
        points: rule.points.iter().map(point).collect(),
        diagrams: learning::diagrams(entry, rule.id, language),
    };
    entry.text_in(language).rules().map(rule).collect()
}

/// Returns the puzzle themes that only this variant has.
pub fn themes(entry: &Entry, language: Language) -> Vec<Theme> {
    let theme = |(id, title): (&str, &str)| Theme { id: id.to_owned(), title: title.to_owned() };
    entry.text_in(language).themes().map(theme).collect()
}

/// Returns the rulings on a variant.
pub fn rulings(entry: &Entry, language: Language) -> Vec<Ruling> {
    let ruling = |ruling: &faraday_variants::Ruling| Ruling {
        rule: ruling.rule.clone(),
        question: ruling.question.clone(),
        decision: ruling.decision.clone(),
        source: ruling.source.clone(),
        reason: ruling.reason.clone(),
    };
    entry.text_in(language).rulings.iter().map(ruling).collect()
}

impl From<faraday_variants::PositionFeature> for PositionFeature {
    fn from(feature: faraday_variants::PositionFeature) -> PositionFeature {
        match feature {
            faraday_variants::PositionFeature::Castling => PositionFeature::Castling,
            faraday_variants::PositionFeature::EnPassant => PositionFeature::EnPassant,
            faraday_variants::PositionFeature::Amounts => PositionFeature::Energies,
            faraday_variants::PositionFeature::Marks => PositionFeature::Marks,
            faraday_variants::PositionFeature::Check => PositionFeature::Check,
        }
    }
}

mirror_enums! {
    faraday_variants::Status { Stated, Ruled }
}
