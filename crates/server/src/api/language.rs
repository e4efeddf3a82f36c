//! The language of the texts in a response, chosen by a request parameter.

use faraday_variants::Language;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::problem::{Kind, Problem};

/// The language parameter of a request.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct InLanguage {
    /// The language of the texts, as a BCP 47 tag such as `en` or `de-AT`; English if missing.
    language: Option<String>,
}

impl InLanguage {
    /// Returns the requested language.
    pub fn read(&self) -> Result<Language, Problem> {
        read(self.language.as_deref())
    }
}

/// Returns the language of a tag, or English if there is no tag.
pub fn read(tag: Option<&str>) -> Result<Language, Problem> {
    let Some(tag) = tag else { return Ok(Language::ENGLISH) };
    Language::find(tag).ok_or_else(|| {
        let known: Vec<&str> = Language::all().map(Language::code).collect();
        let detail = format!("there are no texts in the language `{tag}`, only in {}", known.join(", "));
        Problem::new(Kind::UnknownLanguage, detail).at("language")
    })
}
