//! The texts about changes of an account, in the language of its member.

use faraday_store::AccountEvent;
use faraday_variants::Language;

/// The sentences of a language.
struct Sentences {
    language: &'static str,
    password: &'static str,
    reset: &'static str,
    recovery_code: &'static str,
    new_recovery_codes: &'static str,
    totp_on: &'static str,
    totp_off: &'static str,
    email: &'static str,
    email_removed: &'static str,
    hint: &'static str,
}

const ALL: [Sentences; 2] = [
    Sentences {
        language: "en",
        password: "Your password was changed",
        reset: "Your password was set with a reset link",
        recovery_code: "One of your recovery codes was used",
        new_recovery_codes: "Your recovery codes were replaced",
        totp_on: "Two-factor sign-in was turned on",
        totp_off: "Two-factor sign-in was turned off",
        email: "Your account has a new email address",
        email_removed: "Your email address was removed",
        hint: "If you did not do that, change your password now and sign out other devices in the settings. If you can \
            no longer sign in, ask an admin of the site.",
    },
    Sentences {
        language: "de",
        password: "Dein Passwort wurde geändert",
        reset: "Dein Passwort wurde mit einem Link neu gesetzt",
        recovery_code: "Einer deiner Wiederherstellungscodes wurde benutzt",
        new_recovery_codes: "Deine Wiederherstellungscodes wurden ersetzt",
        totp_on: "Die Zwei-Faktor-Anmeldung wurde eingeschaltet",
        totp_off: "Die Zwei-Faktor-Anmeldung wurde ausgeschaltet",
        email: "Dein Konto hat eine neue E-Mail-Adresse",
        email_removed: "Deine E-Mail-Adresse wurde entfernt",
        hint: "Falls du das nicht warst, ändere jetzt dein Passwort und melde in den Einstellungen andere Geräte ab. \
            Falls du dich nicht mehr anmelden kannst, wende dich an einen Admin der Website.",
    },
];

/// Returns the title and the text about a change of an account.
pub fn account_text(event: AccountEvent, language: Language) -> [&'static str; 2] {
    let words = ALL.iter().find(|sentences| sentences.language == language.code()).unwrap_or(&ALL[0]);
    let title = match event {
        AccountEvent::Password => words.password,
        AccountEvent::Reset => words.reset,
        AccountEvent::RecoveryCode => words.recovery_code,
        AccountEvent::NewRecoveryCodes => words.new_recovery_codes,
        AccountEvent::TotpOn => words.totp_on,
        AccountEvent::TotpOff => words.totp_off,
        AccountEvent::Email => words.email,
        AccountEvent::EmailRemoved => words.email_removed,
    };
    [title, words.hint]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_event_has_a_title_of_its_own_in_each_language() {
        let titles: BTreeSet<&str> = Language::all()
            .flat_map(|language| AccountEvent::ALL.map(|event| account_text(event, language)[0]))
            .collect();
        assert_eq!(titles.len(), Language::all().count() * AccountEvent::ALL.len());
    }
}
