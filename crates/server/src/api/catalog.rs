//! Handlers for the catalog: the variants with their rule books, diagrams, and languages.

use faraday_variants::{Entry, Language, find};
use faraday_wire as wire;
use serde::Serialize;
use utoipa::ToSchema;

use super::errors::{LanguageProblems, TextProblems};
use super::language::InLanguage;
use crate::problem::{Kind, Problem};
use crate::request::{Path, Query};

/// The variants and the languages of their texts.
#[derive(Serialize, ToSchema)]
pub struct Catalog {
    /// The variants.
    variants: Vec<wire::Variant>,
    /// The languages.
    languages: Vec<LanguageInfo>,
}

/// A language.
#[derive(Serialize, ToSchema)]
#[schema(as = Language)]
pub struct LanguageInfo {
    /// The BCP 47 code.
    code: &'static str,
    /// The name of the language in the language itself.
    name: &'static str,
}

impl From<Language> for LanguageInfo {
    fn from(language: Language) -> LanguageInfo {
        LanguageInfo { code: language.code(), name: language.name() }
    }
}

/// Returns the variant that a request names.
pub fn variant_of(id: &str) -> Result<&'static Entry, Problem> {
    find(id).ok_or_else(|| unknown(id, Kind::UnknownVariant).at("variant"))
}

/// Returns the variant of an address.
pub fn variant_at(id: &str) -> Result<&'static Entry, Problem> {
    find(id).ok_or_else(|| unknown(id, Kind::NotFound))
}

fn unknown(id: &str, kind: Kind) -> Problem {
    Problem::new(kind, format!("there is no variant `{id}`; {}/catalog lists them", super::ROOT))
}

/// List the variants and languages
#[utoipa::path(get, path = "/catalog", tag = "rules", params(InLanguage), responses(
    (status = 200, description = "The variants and languages", body = Catalog),
    LanguageProblems,
))]
pub async fn catalog(Query(language): Query<InLanguage>) -> Result<axum::Json<Catalog>, Problem> {
    let variants = wire::catalog(language.read()?);
    Ok(axum::Json(Catalog { variants, languages: Language::all().map(LanguageInfo::from).collect() }))
}

/// Get a variant
#[utoipa::path(get, path = "/variants/{id}", tag = "rules",
    params(("id" = String, Path, description = "The id of the variant"), InLanguage), responses(
    (status = 200, description = "The variant", body = wire::Variant),
    TextProblems,
))]
pub async fn variant(
    Path(id): Path<String>,
    Query(language): Query<InLanguage>,
) -> Result<axum::Json<wire::Variant>, Problem> {
    Ok(axum::Json(wire::variant(variant_at(&id)?, language.read()?)))
}

/// List the rules of a variant
///
/// The variant's own rules come first, then those that all variants share.
#[utoipa::path(get, path = "/variants/{id}/rules", tag = "rules",
    params(("id" = String, Path, description = "The id of the variant"), InLanguage), responses(
    (status = 200, description = "The rules in their order", body = Vec<wire::Rule>),
    TextProblems,
))]
pub async fn rules(
    Path(id): Path<String>,
    Query(language): Query<InLanguage>,
) -> Result<axum::Json<Vec<wire::Rule>>, Problem> {
    Ok(axum::Json(wire::rules(variant_at(&id)?, language.read()?)))
}

/// List the rulings of a variant
///
/// A ruling is Faraday's decision on a question that the inventor left open.
#[utoipa::path(get, path = "/variants/{id}/rulings", tag = "rules",
    params(("id" = String, Path, description = "The id of the variant"), InLanguage), responses(
    (status = 200, description = "The rulings", body = Vec<wire::Ruling>),
    TextProblems,
))]
pub async fn rulings(
    Path(id): Path<String>,
    Query(language): Query<InLanguage>,
) -> Result<axum::Json<Vec<wire::Ruling>>, Problem> {
    Ok(axum::Json(wire::rulings(variant_at(&id)?, language.read()?)))
}
