//! How things may be drawn, by what the environment says of the terminal.

/// What the terminal can show, and what the player likes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// The colors.
    pub inks: Inks,
    /// The characters.
    pub script: Script,
    /// The pieces.
    pub figures: Figures,
}

/// How many colors there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inks {
    /// None, by `NO_COLOR` or for want of any.
    Absent,
    /// The sixteen of every terminal.
    Sixteen,
    /// The palette of 256.
    Many,
}

/// Which characters can be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Script {
    /// ASCII alone.
    Ascii,
    /// All.
    Unicode,
}

/// How pieces are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Figures {
    /// As in FEN: capitals for White.
    Letters,
    /// Outlined for White, filled for Black.
    Chessmen,
}

impl Look {
    /// Reads the environment.
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
    /// The other way.
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
