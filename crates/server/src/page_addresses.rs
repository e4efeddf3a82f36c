//! The paths of pages that the web app routes itself, without a file of their own.
//!
//! The list is `addresses.json`, which the web app reads as well (`routes.ts`).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use faraday_variants::find;
use percent_encoding::percent_decode_str;

/// A pattern is the list of its parts between slashes, as is an address.
type Pattern = Vec<String>;

static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    let text = include_str!("../../../web/src/base/addresses.json");
    let kinds: BTreeMap<String, Vec<String>> = serde_json::from_str(text).expect("the page's list is lists of texts");
    kinds.into_values().flatten().map(|pattern| parts(&pattern).map(str::to_owned).collect()).collect()
});

fn parts(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|part| !part.is_empty())
}

/// Returns true if the web app has a page at a path.
pub fn is_known(path: &str) -> bool {
    let path: Vec<&str> = parts(path).collect();
    let fits = |pattern: &&Pattern| {
        pattern.len() == path.len() && pattern.iter().zip(&path).all(|(form, part)| fits(form, part))
    };
    PATTERNS.iter().any(|pattern| fits(&pattern))
}

fn fits(form: &str, part: &str) -> bool {
    match form {
        "{variant}" => percent_decode_str(part).decode_utf8().is_ok_and(|id| find(&id).is_some()),
        // The number of a lesson.
        "{number}" => part.len() <= 2 && !part.starts_with('0') && part.bytes().all(|byte| byte.is_ascii_digit()),
        // The id of a puzzle.
        "{puzzle}" => (1..=16).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric()),
        // The profile of a member.
        "{member}" => percent_decode_str(part).decode_utf8().is_ok_and(|part| is_profile(&part)),
        // The id of a game or a challenge.
        "{id}" => part.len() == 8 && part.bytes().all(|byte| byte.is_ascii_alphanumeric()),
        word => word == part,
    }
}

fn is_profile(part: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    part.strip_prefix('@').is_some_and(|name| {
        (2..=20).contains(&name.len()) && name.bytes().all(is_allowed) && !name.starts_with(['-', '_'])
    })
}

#[cfg(test)]
mod tests {
    use faraday_variants::catalog;

    use super::*;

    #[test]
    fn every_variant_can_be_learned_played_and_analyzed() {
        for entry in catalog() {
            for area in ["learn", "play", "analyze", "puzzles"] {
                assert!(is_known(&format!("/{area}/{}", entry.id)), "{area} {}", entry.id);
                assert!(is_known(&format!("/{area}/{}/", entry.id.replace('+', "%2B"))), "{area} {}", entry.id);
            }
            assert!(is_known(&format!("/learn/{}/lesson/12", entry.id)));
            assert!(is_known(&format!("/puzzles/{}/x1b2c3", entry.id)));
            assert!(is_known(&format!("/friend/{}", entry.id)));
        }
    }

    #[test]
    fn games_between_people_challenges_and_links_to_other_devices_have_addresses() {
        assert!(is_known("/challenge/aB3dE6gH"));
        assert!(is_known("/game/aB3dE6gH"));
        assert!(is_known("/transfer"));
    }

    #[test]
    fn members_have_profiles() {
        for path in ["/@Ada", "/@Ada_L-1815", "/%40Ada"] {
            assert!(is_known(path), "{path}");
        }
        for path in
            ["/@", "/@a", "/@-ada", "/@_ada", "/@Zo%C3%AB", "/@Ada%20L", "/@aaaaaaaaaaaaaaaaaaaaa", "/Ada", "/@Ada/x"]
        {
            assert!(!is_known(path), "{path}");
        }
    }

    #[test]
    fn what_the_page_does_not_know_is_not_its_own() {
        for path in [
            "/anything",
            "/.git/config",
            "/etc/passwd",
            "/%00",
            "/play/%00",
            "/play/nothing",
            "/play/chess/more",
            "/about/us",
            "/learn/chess/lesson",
            "/learn/chess/lesson/0",
            "/learn/chess/lesson/123",
            "/learn/chess/lesson/x",
            "/puzzles/chess/x-1",
            "/puzzles/chess/x1b2c3/more",
            "/friend/nothing",
            "/challenge",
            "/challenge/short",
            "/challenge/aB3dE6g-",
            "/transfer/aB3dE6gH",
            "/game",
            "/game/aB3dE5g",
            "/game/aB3dE5g-",
            "/game/aB3dE5gH/more",
        ] {
            assert!(!is_known(path), "{path}");
        }
    }
}
