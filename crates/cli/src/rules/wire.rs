//! The rule book as scripts read it.

use faraday_variants::{Entry, Language, Point, Rule, Ruling, Status, Text};
use serde::Serialize;

use super::Chapter;

#[derive(Serialize)]
pub struct VariantJson {
    id: &'static str,
    name: &'static str,
    tagline: &'static [String],
    inventor: &'static str,
    note: Option<&'static str>,
}

#[derive(Serialize)]
pub struct ChapterJson {
    #[serde(flatten)]
    variant: VariantJson,
    start: &'static str,
    overlays: &'static [&'static str],
    rules: Vec<RuleJson>,
    rulings: Vec<RulingJson>,
}

#[derive(Serialize)]
struct RuleJson {
    id: &'static str,
    title: &'static str,
    points: Vec<PointJson>,
}

#[derive(Serialize)]
struct PointJson {
    status: &'static str,
    text: &'static str,
    reason: Option<&'static str>,
}

#[derive(Serialize)]
struct RulingJson {
    rule: &'static str,
    question: &'static str,
    decision: &'static str,
    source: &'static str,
    reason: Option<&'static str>,
}

/// All variants, in short.
pub fn list(catalog: &'static [Entry], language: Language) -> Vec<VariantJson> {
    catalog.iter().map(|entry| variant(entry, entry.text_in(language))).collect()
}

/// A variant with its rules.
pub fn chapter(chapter: &Chapter) -> ChapterJson {
    ChapterJson {
        variant: variant(chapter.variant, chapter.text),
        start: chapter.variant.start,
        overlays: chapter.variant.overlays,
        rules: chapter.rules.iter().map(rule).collect(),
        rulings: chapter.rulings.iter().copied().map(ruling).collect(),
    }
}

/// The word for who says a point.
pub const fn status(status: Status) -> &'static str {
    match status {
        Status::Stated => "stated",
        Status::Ruled => "ruled",
    }
}

fn variant(entry: &'static Entry, text: &'static Text) -> VariantJson {
    VariantJson {
        id: entry.id,
        name: &text.name,
        tagline: &text.tagline,
        inventor: &text.inventor,
        note: text.note.as_deref(),
    }
}

fn rule(rule: &Rule<'static>) -> RuleJson {
    let point = |point: &'static Point| PointJson {
        status: status(point.status),
        text: &point.text,
        reason: point.reason.as_deref(),
    };
    RuleJson { id: rule.id, title: rule.title, points: rule.points.iter().map(point).collect() }
}

fn ruling(ruling: &'static Ruling) -> RulingJson {
    RulingJson {
        rule: &ruling.rule,
        question: &ruling.question,
        decision: &ruling.decision,
        source: &ruling.source,
        reason: ruling.reason.as_deref(),
    }
}
