//! Negotiation of the content encoding by `Accept-Encoding` (RFC 9110, 12.5.3).

/// A content encoding of a response.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    Brotli,
    Gzip,
    /// Not compressed.
    Plain,
}

impl Encoding {
    /// All encodings, the best compression first.
    const ALL: [Encoding; 3] = [Encoding::Brotli, Encoding::Gzip, Encoding::Plain];

    /// Returns the name in `Accept-Encoding` and `Content-Encoding`.
    pub const fn name(self) -> &'static str {
        match self {
            Encoding::Brotli => "br",
            Encoding::Gzip => "gzip",
            Encoding::Plain => "identity",
        }
    }

    /// Returns the available encoding that the client prefers, or the one with the best compression among equals. Plain
    /// if it accepts none.
    pub fn choose(accepted: Option<&str>, is_there: impl Fn(Encoding) -> bool) -> Encoding {
        let Some(accepted) = accepted else { return Encoding::Plain };
        let liked = |encoding: Encoding| (encoding, encoding.weight(accepted));
        let there = Encoding::ALL.into_iter().filter(|encoding| is_there(*encoding)).map(liked);
        let best = there.fold((Encoding::Plain, 0), |best, next| if next.1 > best.1 { next } else { best });
        best.0
    }

    /// Returns the client's weight of the encoding, in thousandths; 0 if it does not accept it.
    fn weight(self, accepted: &str) -> u16 {
        let named = weight_of(accepted, self.name());
        let weight = named.or_else(|| weight_of(accepted, "*"));
        weight.unwrap_or(match self {
            // An encoding that the header does not name is the last choice.
            Encoding::Plain => 1,
            Encoding::Brotli | Encoding::Gzip => 0,
        })
    }
}

fn weight_of(accepted: &str, name: &str) -> Option<u16> {
    accepted.split(',').find_map(|item| {
        let (coding, parameter) = item.split_once(';').unwrap_or((item, "q=1"));
        if !coding.trim().eq_ignore_ascii_case(name) {
            return None;
        }
        let (key, value) = parameter.split_once('=')?;
        let weight: f32 = value.trim().parse().ok()?;
        (key.trim().eq_ignore_ascii_case("q") && (0.0..=1.0).contains(&weight)).then_some((weight * 1000.0) as u16)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(accepted: &str) -> Encoding {
        Encoding::choose(Some(accepted), |_| true)
    }

    #[test]
    fn the_shortest_of_what_is_liked_best_is_chosen() {
        assert_eq!(choose("gzip, deflate, br, zstd"), Encoding::Brotli);
        assert_eq!(choose("gzip, deflate"), Encoding::Gzip);
        assert_eq!(choose("br;q=0.5, gzip;q=0.8"), Encoding::Gzip);
        assert_eq!(choose("BR ; Q=0.7,gzip;q=0.7"), Encoding::Brotli);
        assert_eq!(choose("*"), Encoding::Brotli);
        assert_eq!(choose("*;q=0.3, br;q=0"), Encoding::Gzip);
        assert_eq!(choose("identity, br;q=0.9"), Encoding::Plain);
    }

    #[test]
    fn plain_bytes_are_for_all_others() {
        assert_eq!(Encoding::choose(None, |_| true), Encoding::Plain);
        for accepted in ["", "deflate", "br;q=0", "identity", "br;q=2", "br;q=NaN", ";;;,==,q", "br;level=4"] {
            assert_eq!(choose(accepted), Encoding::Plain, "{accepted}");
        }
        assert_eq!(Encoding::choose(Some("br"), |encoding| encoding == Encoding::Plain), Encoding::Plain);
    }

    #[test]
    fn a_form_that_is_not_there_is_not_chosen() {
        assert_eq!(Encoding::choose(Some("br, gzip"), |encoding| encoding != Encoding::Brotli), Encoding::Gzip);
    }
}
