//! The appearance of the screen, as far as the terminal supports it according to the environment.

/// The capabilities of the terminal, and the player's preferences.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    pub inks: Inks,
    pub script: Script,
    pub figures: Figures,
}

/// The number of colors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inks {
    /// No colors, because of `NO_COLOR` or because the terminal has none.
    Absent,
    /// The sixteen colors of every terminal.
    Sixteen,
    /// The palette of 256 colors.
    Many,
}

/// The characters that the terminal supports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Script {
    Ascii,
    Unicode,
}

/// The display of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Figures {
    /// Letters as in FEN: capitals for White.
    Letters,
    /// Chess symbols: outlined for White, filled for Black.
    Chessmen,
}

impl Look {
    /// Determines the appearance from environment variables.
    pub fn of(variable: impl Fn(&str) -> Option<String>) -> Look {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let locale = set("LC_ALL").or_else(|| set("LC_CTYPE")).or_else(|| set("LANG")).unwrap_or_default();
        let locale = locale.to_lowercase().replace('-', "");
        let script = if locale.contains("utf8") { Script::Unicode } else { Script::Ascii };
        let terminal = set("TERM").unwrap_or_default();
        let inks = if set("NO_COLOR").is_some() || terminal == "dumb" {
            Inks::Absent
        } else if set("COLORTERM").is_some() || terminal.contains("256color") || terminal.contains("kitty") {
            Inks::Many
        } else {
            Inks::Sixteen
        };
        let figures = match script {
            Script::Ascii => Figures::Letters,
            Script::Unicode => Figures::Chessmen,
        };
        Look { inks, script, figures }
    }
}

impl Figures {
    /// Returns the other display.
    #[must_use]
    pub const fn other(self) -> Figures {
        match self {
            Figures::Letters => Figures::Chessmen,
            Figures::Chessmen => Figures::Letters,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(variables: &[(&str, &str)]) -> Look {
        Look::of(|name| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn a_locale_without_utf8_gets_letters_and_ascii() {
        let plain = look(&[("LANG", "C"), ("TERM", "linux")]);
        assert_eq!(plain, Look { inks: Inks::Sixteen, script: Script::Ascii, figures: Figures::Letters });
        let full = look(&[("LANG", "de_DE.UTF-8"), ("TERM", "xterm-256color")]);
        assert_eq!(full, Look { inks: Inks::Many, script: Script::Unicode, figures: Figures::Chessmen });
        assert_eq!(look(&[("LANG", "en_US.UTF-8"), ("LC_ALL", "C")]).script, Script::Ascii);
    }

    #[test]
    fn no_color_goes_before_all_and_an_empty_one_is_none() {
        let inks =
            |no_color| look(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("NO_COLOR", no_color)]).inks;
        assert_eq!([inks("1"), inks("")], [Inks::Absent, Inks::Many]);
    }
}
