//! What variants there are, and what their rule books say.

use faraday_variants::{Entry, Language};

use crate::Role;
use crate::study::{self, Diagram};

shapes! {
    /// A variant.
    pub struct Variant {
        /// Its id in URLs, PGN and UCI.
        pub id: String,
        /// The id of the game whose option it is; its own if it is none.
        pub family: String,
        /// The name players know.
        pub name: String,
        /// Two lines for a menu.
        pub tagline: Vec<String>,
        /// Who invented it, and when.
        pub inventor: String,
        /// What a player must know of the source, where there is something.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub note: Option<String>,
        /// The FEN from which a game starts.
        pub start: String,
        /// Files of the board, and of each level of it.
        pub files: u8,
        /// Ranks.
        pub ranks: u8,
        /// Levels.
        pub levels: u8,
        /// Its computed layers.
        pub overlays: Vec<OverlayName>,
        /// What its positions may hold besides pieces.
        pub means: Vec<Means>,
        /// What its pieces are worth; a king cannot be counted.
        pub values: Vec<Worth>,
        /// What its levels 1 to 9 are rated where random moves are rated 0. Ratings of two variants do not compare.
        pub ratings: Vec<u16>,
    }

    /// What a piece is worth.
    #[derive(Copy, Eq)]
    pub struct Worth {
        /// What it is.
        pub role: Role,
        /// In hundredths of a pawn.
        pub value: i32,
    }

    /// A layer by name.
    pub struct OverlayName {
        /// As it is asked for.
        pub id: String,
        /// As it is shown.
        pub name: String,
    }

    /// What a position may hold or give besides pieces.
    #[derive(Copy, Eq)]
    pub enum Means {
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
        /// Its id, such as `MG.2`.
        pub id: String,
        /// A few words.
        pub title: String,
        /// What it says.
        pub points: Vec<Point>,
        /// Positions in which it can be seen.
        pub diagrams: Vec<Diagram>,
    }

    /// One point of a rule.
    pub struct Point {
        /// Who says it.
        pub status: Status,
        /// What it says.
        pub text: String,
        /// Why, if it is a ruling with a reason.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub reason: Option<String>,
    }

    /// Who says a point.
    #[derive(Copy, Eq)]
    pub enum Status {
        /// The inventor.
        Stated,
        /// Faraday, where the inventor is silent or unclear.
        Ruled,
    }

    /// A theme of puzzles of one game: a rule of its own on which a solution may rest.
    pub struct Theme {
        /// As puzzles name it: `<rule>.<name>`.
        pub id: String,
        /// A few words.
        pub title: String,
    }

    /// A question that the inventor left open, and the answer.
    pub struct Ruling {
        /// The rule that it belongs to.
        pub rule: String,
        /// What was open.
        pub question: String,
        /// What was decided.
        pub decision: String,
        /// Where the decision comes from.
        pub source: String,
        /// Why.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub reason: Option<String>,
    }
}

/// Every variant.
pub fn catalog(language: Language) -> Vec<Variant> {
    faraday_variants::catalog().iter().map(|entry| variant(entry, language)).collect()
}

/// A variant.
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
        means: entry.means.iter().copied().map(Means::from).collect(),
        values: values.map(|role| Worth { role: role.into(), value: (entry.value)(role) }).collect(),
        ratings: entry.ladder.ratings.to_vec(),
    }
}

/// The rules of a variant: its own, then those that all share.
pub fn rules(entry: &Entry, language: Language) -> Vec<Rule> {
    let point = |point: &faraday_variants::Point| Point {
        status: point.status.into(),
        text: point.text.clone(),
        reason: point.reason.clone(),
    };
    let rule = |rule: faraday_variants::Rule| Rule {
        id: rule.id.to_owned(),
        title: rule.title.to_owned(),
        points: rule.points.iter().map(point).collect(),
        diagrams: study::diagrams(entry, rule.id, language),
    };
    entry.text_in(language).rules().map(rule).collect()
}

/// The themes of puzzles that are a variant's own.
pub fn themes(entry: &Entry, language: Language) -> Vec<Theme> {
    let theme = |(id, title): (&str, &str)| Theme { id: id.to_owned(), title: title.to_owned() };
    entry.text_in(language).themes().map(theme).collect()
}

/// What had to be decided.
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

impl From<faraday_variants::Means> for Means {
    fn from(means: faraday_variants::Means) -> Means {
        match means {
            faraday_variants::Means::Castling => Means::Castling,
            faraday_variants::Means::EnPassant => Means::EnPassant,
            faraday_variants::Means::Amounts => Means::Energies,
            faraday_variants::Means::Marks => Means::Marks,
            faraday_variants::Means::Check => Means::Check,
        }
    }
}

mirrors! {
    faraday_variants::Status { Stated, Ruled }
}
