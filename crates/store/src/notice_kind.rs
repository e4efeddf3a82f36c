//! The kinds of notices, and their names.

/// The kinds of notices.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NoticeKind {
    /// It is the person's turn in a correspondence game.
    Turn,
    /// Their time in a correspondence game is running out.
    Time,
    /// A correspondence game has ended.
    Ended,
    /// They are challenged.
    Challenge,
    /// Their challenge was accepted.
    Answered,
    /// Something has been given access to their account, or warnings of that no longer reach their email address.
    Security,
}

impl NoticeKind {
    /// All kinds of notices.
    pub const ALL: [NoticeKind; 6] = [
        NoticeKind::Turn,
        NoticeKind::Time,
        NoticeKind::Ended,
        NoticeKind::Challenge,
        NoticeKind::Answered,
        NoticeKind::Security,
    ];

    /// Returns the name in tables, metrics, and the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            NoticeKind::Turn => "turn",
            NoticeKind::Time => "time",
            NoticeKind::Ended => "ended",
            NoticeKind::Challenge => "challenge",
            NoticeKind::Answered => "answered",
            NoticeKind::Security => "security",
        }
    }

    /// Returns the kind with a name.
    pub fn parse(name: &str) -> Option<NoticeKind> {
        NoticeKind::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}
