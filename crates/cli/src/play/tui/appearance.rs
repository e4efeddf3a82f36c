//! Display options: colors, characters, and piece style, from the environment and the player's preferences.

/// The capabilities of the terminal, and the player's preferences.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Appearance {
    pub colors: ColorSupport,
    pub charset: Charset,
    pub piece_style: PieceStyle,
}

/// The number of colors that the terminal supports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColorSupport {
    /// No colors, because of `NO_COLOR` or because the terminal has none.
    None,
    /// The sixteen colors of every terminal.
    Ansi16,
    /// The palette of 256 colors.
    Ansi256,
}

/// The characters that the terminal supports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Charset {
    Ascii,
    Unicode,
}

/// The way in which pieces are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceStyle {
    /// Letters as in FEN: capitals for White.
    Letters,
    /// Chess symbols: outlined for White, filled for Black.
    Symbols,
}

impl Appearance {
    /// Determines the appearance from environment variables.
    pub fn of(variable: impl Fn(&str) -> Option<String>) -> Appearance {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let locale = set("LC_ALL").or_else(|| set("LC_CTYPE")).or_else(|| set("LANG")).unwrap_or_default();
        let locale = locale.to_lowercase().replace('-', "");
        let charset = if locale.contains("utf8") { Charset::Unicode } else { Charset::Ascii };
        let terminal = set("TERM").unwrap_or_default();
        let colors = if set("NO_COLOR").is_some() || terminal == "dumb" {
            ColorSupport::None
        } else if set("COLORTERM").is_some() || terminal.contains("256color") || terminal.contains("kitty") {
            ColorSupport::Ansi256
        } else {
            ColorSupport::Ansi16
        };
        let piece_style = match charset {
            Charset::Ascii => PieceStyle::Letters,
            Charset::Unicode => PieceStyle::Symbols,
        };
        Appearance { colors, charset, piece_style }
    }
}

impl PieceStyle {
    /// Returns the other display.
    #[must_use]
    pub const fn other(self) -> PieceStyle {
        match self {
            PieceStyle::Letters => PieceStyle::Symbols,
            PieceStyle::Symbols => PieceStyle::Letters,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn appearance(variables: &[(&str, &str)]) -> Appearance {
        Appearance::of(|name| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn a_locale_without_utf8_gets_letters_and_ascii() {
        let plain = appearance(&[("LANG", "C"), ("TERM", "linux")]);
        assert_eq!(
            plain,
            Appearance { colors: ColorSupport::Ansi16, charset: Charset::Ascii, piece_style: PieceStyle::Letters }
        );
        let full = appearance(&[("LANG", "de_DE.UTF-8"), ("TERM", "xterm-256color")]);
        assert_eq!(
            full,
            Appearance { colors: ColorSupport::Ansi256, charset: Charset::Unicode, piece_style: PieceStyle::Symbols }
        );
        assert_eq!(appearance(&[("LANG", "en_US.UTF-8"), ("LC_ALL", "C")]).charset, Charset::Ascii);
    }

    #[test]
    fn no_color_goes_before_all_and_an_empty_one_is_none() {
        let colors = |no_color| {
            appearance(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("NO_COLOR", no_color)]).colors
        };
        assert_eq!([colors("1"), colors("")], [ColorSupport::None, ColorSupport::Ansi256]);
    }
}
