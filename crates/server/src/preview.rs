//! Link previews of challenges and games, for messengers that read a page's HTML without running its scripts.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use axum::Router;
use axum::extract::{FromRef, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use faraday_play::{Terms, TimeMode};
use faraday_store::{ChallengeId, GameId};
use faraday_variants::find;

use crate::client::{ClientLimiter, ClientPermit};
use crate::play::Play;
use crate::problem::Problem;
use crate::static_files::{Site, knows};

/// The texts that a messenger shows with a link.
struct Preview {
    title: String,
    description: String,
}

/// Returns the routes of the addresses that people share.
pub fn router<S>() -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    Play: FromRef<S>,
    Site: FromRef<S>,
    Arc<ClientLimiter>: FromRef<S>,
{
    Router::new().route("/challenge/{id}", any(page)).route("/game/{id}", any(page))
}

async fn page(
    State(site): State<Site>,
    State(play): State<Play>,
    permit: Result<ClientPermit, Problem>,
    request: Request,
) -> Response {
    let preview = match permit {
        Ok(_) => Preview::of(&play, request.uri().path()).await,
        Err(_) => None,
    };
    answer(site, preview, &request)
}

/// Returns the web app with a preview, or without one if it cannot be made.
fn answer(site: Site, preview: Option<Preview>, request: &Request) -> Response {
    let (method, headers) = (request.method(), request.headers());
    let is_read = *method == Method::GET || *method == Method::HEAD;
    let (Some(preview), Some(html), true) = (preview, site.html(), is_read) else {
        return site.answer(method, request.uri().path(), headers);
    };
    let html = preview.written_into(html);
    let mut hasher = DefaultHasher::new();
    html.hash(&mut hasher);
    let tag = format!("\"{:016x}\"", hasher.finish());
    let kept = [
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (header::VARY, HeaderValue::from_static("accept-encoding")),
        (header::ETAG, HeaderValue::from_str(&tag).expect("a tag is made of digits")),
    ];
    if knows(headers, &tag) {
        return (StatusCode::NOT_MODIFIED, kept).into_response();
    }
    let html_type = [(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"))];
    (kept, html_type, html).into_response()
}

impl Preview {
    /// Returns the preview of a path, or None if nothing is found there.
    async fn of(play: &Play, path: &str) -> Option<Preview> {
        match path.split('/').collect::<Vec<_>>()[..] {
            ["", "challenge", id] => Preview::of_challenge(play, id).await,
            ["", "game", id] => Preview::of_game(play, id).await,
            _ => None,
        }
    }

    async fn of_challenge(play: &Play, id: &str) -> Option<Preview> {
        let challenge = play.store().challenge(ChallengeId::parse(id).ok()?).await.ok()??;
        if !challenge.is_open(play.now()) || challenge.new.opponent.is_some() {
            return None;
        }
        let new = &challenge.new;
        let name = play.store().names(&[new.maker]).await.ok()?.remove(&new.maker)?;
        let text = &find(&new.variant)?.text;
        Some(Preview {
            title: format!("{name} invites you to {}, {}", text.name, pace(new.terms)),
            description: text.tagline.join(" "),
        })
    }

    async fn of_game(play: &Play, id: &str) -> Option<Preview> {
        let game = play.store().game(GameId::parse(id).ok()?).await.ok()??;
        let people = game.seats.map(|seat| seat.who);
        let names = play.store().names(&people).await.ok()?;
        let [white, black] = people.map(|who| names.get(&who));
        let text = &find(&game.variant)?.text;
        Some(Preview {
            title: format!("{} – {}: {}, {}", white?, black?, text.name, pace(game.terms)),
            description: text.tagline.join(" "),
        })
    }

    fn written_into(&self, html: &str) -> String {
        let Preview { title, description } = self;
        let names = [("property=\"og:title\"", title), ("property=\"og:description\"", description)];
        names.into_iter().fold(html.to_owned(), |html, (name, text)| with_content(html, name, text))
    }
}

/// Replaces the content of one of the `meta` elements.
fn with_content(mut html: String, name: &str, text: &str) -> String {
    const CONTENT: &str = "content=\"";
    let start = html.find(name).and_then(|at| Some(at + html[at..].find(CONTENT)? + CONTENT.len()));
    if let Some((start, length)) = start.and_then(|start| Some((start, html[start..].find('"')?))) {
        html.replace_range(start..start + length, &escaped(text));
    }
    html
}

/// Returns the pace of a game in a few words.
fn pace(terms: Terms) -> String {
    match terms.time_mode {
        TimeMode::Clock(control) => {
            let (base, increment) = (control.base().as_secs_f64(), control.increment().as_secs_f64());
            let minutes = (base / 60.0 * 100.0).round() / 100.0;
            if base < 60.0 { format!("{base} s + {increment}") } else { format!("{minutes}+{increment}") }
        }
        TimeMode::Days(days) => match days.count() {
            1 => "1 day per move".to_owned(),
            days => format!("{days} days per move"),
        },
        TimeMode::Reserve(reserve) => format!("{}-day reserve", reserve.count()),
        TimeMode::Unlimited => "no time limit".to_owned(),
    }
}

/// Escapes a text for the value of an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use faraday_play::TimeControl;

    use super::*;

    #[test]
    fn a_preview_takes_the_place_of_the_pages_own() {
        let html = include_str!("../../../web/index.html");
        let preview = Preview { title: "A&B \"<C>\"".to_owned(), description: "D".to_owned() };
        let written = preview.written_into(html);
        assert!(written.contains("property=\"og:title\" content=\"A&amp;B &quot;&lt;C&gt;&quot;\""), "{written}");
        assert_eq!(written.matches("content=\"D\"").count(), 1);
        assert_eq!(written.matches("<meta").count(), html.matches("<meta").count());
    }

    #[test]
    fn clocks_are_named_as_players_name_them() {
        let clock = |base, increment| {
            let [base, increment] = [base, increment].map(Duration::from_secs);
            pace(Terms::timed(TimeControl::fischer(base, increment).unwrap()))
        };
        assert_eq!([clock(600, 5), clock(90, 0), clock(20, 1)], ["10+5", "1.5+0", "20 s + 1"]);
        assert_eq!(pace(Terms::UNLIMITED), "no time limit");
    }
}
