//! Serves the web app's static files, which are embedded in the binary, with encodings and caching.
//!
//! Must not know the API: requests below `/api` do not come here.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::encoding::Encoding;
use crate::page_addresses;
use crate::problem::{Kind, Problem};

/// A file of the web app, uncompressed and in those encodings that are shorter.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// The path, from `/`.
    pub path: &'static str,
    /// The hash of the contents.
    pub tag: &'static str,
    /// The contents, not compressed.
    pub plain: &'static [u8],
    /// The contents in Brotli, if that is shorter.
    pub brotli: Option<&'static [u8]>,
    /// The contents in gzip, if that is shorter.
    pub gzip: Option<&'static [u8]>,
}

/// The files of the web app.
#[derive(Clone, Copy, Debug)]
pub struct Site(pub &'static [File]);

const INDEX: &str = "/index.html";

/// The element of the HTML that names the preview image.
const PREVIEW: &str = "property=\"og:image\" content=\"/social.png\"";

/// The folder of files whose names contain a hash of their contents.
const HASHED: &str = "/assets/";

const MISSING: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Faraday</title>\
    <h1>The page is not built</h1><p>This binary was built without the page; the HTTP API works. \
    <code>make run</code> builds the page and the binary and serves both.</p></html>\n";

impl Site {
    /// Returns the web app in this binary.
    pub const fn embedded() -> Site {
        Site(include!(concat!(env!("OUT_DIR"), "/files.rs")))
    }

    /// Returns the web app with an absolute address of the preview image, because messengers ignore one without a host.
    /// The memory is never freed.
    #[must_use]
    pub fn found_at(self, origin: &str) -> Site {
        let found = |file: &File| match file.path {
            INDEX => file.found_at(origin),
            _ => *file,
        };
        Site(Box::leak(self.0.iter().map(found).collect()))
    }

    /// Returns true if the web app is in the binary.
    pub fn is_built(self) -> bool {
        self.file(INDEX).is_some()
    }

    /// Returns the HTML of the web app.
    pub fn html(self) -> Option<&'static str> {
        str::from_utf8(self.file(INDEX)?.plain).ok()
    }

    fn file(self, path: &str) -> Option<&'static File> {
        self.0.iter().find(|file| file.path == path)
    }

    /// Responds to a request for an address. An address that may be a page of the web app but is not known gets the web
    /// app with status 404, which then shows an error page.
    pub fn answer(self, method: &Method, path: &str, headers: &HeaderMap) -> Response {
        const ALLOWED: [(HeaderName, &str); 1] = [(header::ALLOW, "GET, HEAD, OPTIONS")];
        if method == Method::OPTIONS {
            return (StatusCode::NO_CONTENT, ALLOWED).into_response();
        }
        if method != Method::GET && method != Method::HEAD {
            let problem = Problem::new(Kind::MethodNotAllowed, format!("the page supports GET and HEAD, not {method}"));
            return (ALLOWED, problem).into_response();
        }
        if let Some(file) = self.file(path) {
            return file.answer(headers);
        }
        match self.file(INDEX) {
            _ if is_file(path) => not_found(path).into_response(),
            Some(index) if page_addresses::is_known(path) => index.answer(headers),
            Some(index) => index.answer_lost(headers),
            None => {
                let html = HeaderValue::from_static("text/html; charset=utf-8");
                (StatusCode::SERVICE_UNAVAILABLE, [(header::CONTENT_TYPE, html)], MISSING).into_response()
            }
        }
    }
}

/// Returns the problem for an unknown address.
pub fn not_found(path: &str) -> Problem {
    Problem::new(Kind::NotFound, format!("there is nothing at `{path}`"))
}

/// Returns true if a path is that of a file: one whose name contains a hash of its contents, or one with an extension.
fn is_file(path: &str) -> bool {
    path.starts_with(HASHED) || path.rsplit('/').next().unwrap_or_default().contains('.')
}

impl File {
    fn form(&self, encoding: Encoding) -> Option<&'static [u8]> {
        match encoding {
            Encoding::Brotli => self.brotli,
            Encoding::Gzip => self.gzip,
            Encoding::Plain => Some(self.plain),
        }
    }

    /// Returns the file with the preview image at an origin. It is too short to need compression.
    fn found_at(&self, origin: &str) -> File {
        let (Ok(text), mut hasher) = (str::from_utf8(self.plain), DefaultHasher::new()) else { return *self };
        let text = text.replace(PREVIEW, &PREVIEW.replace("/social", &format!("{origin}/social")));
        text.hash(&mut hasher);
        let tag = format!("{:016x}", hasher.finish());
        File { path: self.path, tag: tag.leak(), plain: text.leak().as_bytes(), brotli: None, gzip: None }
    }

    /// Responds with the file and status 404.
    fn answer_lost(&self, headers: &HeaderMap) -> Response {
        let mut headers = headers.clone();
        headers.remove(header::IF_NONE_MATCH);
        let mut response = self.answer(&headers);
        *response.status_mut() = StatusCode::NOT_FOUND;
        response.headers_mut().remove(header::ETAG);
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }

    fn answer(&self, headers: &HeaderMap) -> Response {
        let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
        let encoding = Encoding::choose(accepted, |encoding| self.form(encoding).is_some());
        let bytes = self.form(encoding).unwrap_or(self.plain);
        let tag = format!("\"{}-{}\"", self.tag, encoding.name());
        let kept = if self.path.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };

        let mut response = Response::new(Body::empty());
        let said = response.headers_mut();
        said.insert(header::CACHE_CONTROL, HeaderValue::from_static(kept));
        said.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        let is_known = knows(headers, &tag);
        said.insert(header::ETAG, HeaderValue::from_str(&tag).expect("a tag is made of letters and digits"));
        if is_known {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return response;
        }
        said.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type(self.path)));
        if encoding != Encoding::Plain {
            said.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding.name()));
        }
        *response.body_mut() = Body::from(bytes);
        response
    }
}

/// Returns true if the client has the representation with that tag.
pub fn knows(headers: &HeaderMap, tag: &str) -> bool {
    let lists = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let mut tags = lists.flat_map(|list| list.split(',')).map(str::trim);
    tags.any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "jsonl" => "application/jsonl",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "nnue" => "application/x-nnue",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "wav" => "audio/wav",
        "webm" => "video/webm",
        "pgn" => "application/vnd.chess-pgn",
        "txt" | "md" | "book" => "text/plain; charset=utf-8",
        "xml" => "application/xml",
        _ => "application/octet-stream",
    }
}
