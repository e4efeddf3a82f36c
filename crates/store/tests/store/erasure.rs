//! Tests of the erasure of accounts: its week of grace, what it deletes, and what stays.

use faraday_store::testing::begin_from;
use faraday_store::{
    AcceptResult, AccountRecovery, ChallengeId, Channels, ERASURE_GRACE_MS, ErasureResult, Factor, GameId,
    InviteResult, JobKind, Locale, MemberName, Merge, NewChallenge, NewDevice, NewGame, NewMember, NewNotice, NewSeek,
    NewSession, NoticeBody, NoticeKind, Origin, PersonId, PostSeekResult, Role, Seat, SignInResult, SignUpResult,
    Store, TokenHash,
};

use crate::seeks::{days, prepared};
use crate::support::{Place, in_both, ms, new_game, process};

in_both! {
    an_account_is_erased_after_a_week_and_nothing_of_it_is_left,
    a_sign_in_within_the_week_keeps_the_account,
    a_recovery_within_the_week_keeps_the_account_and_takes_the_games_of_the_guest,
    the_last_admin_is_not_erased,
    no_game_begins_with_a_closed_account,
    an_earlier_export_does_not_bring_an_erased_account_back,
    accounts_that_were_left_are_found,
}

const DAY: u64 = 24 * 3600 * 1000;
const NOW: u64 = 1000 * DAY;
const ENDPOINT: &str = "https://push.example/endpoint-of-ada";
const ADDRESS: &str = "lovelace@example.org";

fn name(text: &str) -> MemberName {
    MemberName { name: text.to_owned(), key: text.to_lowercase(), look: format!("look-{}", text.to_lowercase()) }
}

fn session(token: &str, now: u64) -> NewSession {
    let agent = format!("the browser of {token}");
    NewSession { token: TokenHash::of(token), agent, begins_at: ms(now), ends_at: ms(now + 180 * DAY) }
}

async fn member(store: &Store, text: &str, role: Role) -> PersonId {
    let new = NewMember { name: name(text), password: format!("hash of {text}"), role };
    match store.sign_up(None, &new, &session(text, NOW)).await.unwrap() {
        SignUpResult::Begun(session) => session.who,
        refused => panic!("{refused:?}"),
    }
}

async fn guest(store: &Store, name: &str) -> PersonId {
    store.add_guest(name, &TokenHash::of(name), "", [ms(NOW), ms(NOW + 180 * DAY)]).await.unwrap()
}

async fn game(store: &Store, seats: [PersonId; 2]) -> GameId {
    let new = NewGame { seats: seats.map(|who| Seat::new(who, None)), ..new_game() };
    begin_from(store, Origin::Challenge(ChallengeId::random()), &new).await.unwrap()
}

async fn close(store: &Store, who: PersonId) -> ErasureResult {
    store.begin_erasure(who, vec![], [ms(NOW), ms(NOW + ERASURE_GRACE_MS)]).await.unwrap()
}

async fn exported(store: &Store) -> Vec<String> {
    let mut export = store.export();
    let mut lines = Vec::new();
    while let Some(line) = export.next().await.unwrap() {
        lines.push(line);
    }
    lines
}

/// A member with something in every table, and the guest who has become the member.
async fn filled(store: &Store) -> (PersonId, GameId) {
    let ada = member(store, "Lovelace", Role::Member).await;
    let bo = member(store, "Bo", Role::Member).await;
    let earlier = guest(store, "Countess Lovelace").await;
    let kept = game(store, [earlier, bo]).await;
    // The opponent is the member, so this game stays with the guest.
    game(store, [earlier, ada]).await;
    let merge = Some(Merge { guest: earlier, keep_games: Some(true) });
    let signed_in = store.sign_in(ada, vec![], merge, None, &session("phone of lovelace", NOW)).await.unwrap();
    assert!(matches!(signed_in, SignInResult::Begun(_)));
    store.begin_totp(ada, "SECRETOFLOVELACE").await.unwrap();
    store.set_email(ada, ADDRESS, ms(NOW)).await.unwrap();
    assert!(store.verify_email(ada, ADDRESS, ms(NOW)).await.unwrap());
    assert_eq!(store.add_reset_emails("Lovelace@EXAMPLE.org", ms(NOW)).await.unwrap(), [ada]);
    store.set_locale(ada, &Locale { language: Some("de".to_owned()), time_zone: None }).await.unwrap();
    store.set_channels(ada, NoticeKind::Turn, Channels { app: true, push: true, mail: false }).await.unwrap();
    store.take_leave(ada, 3, ms(NOW)).await.unwrap();
    let device = NewDevice {
        who: ada,
        endpoint: ENDPOINT.to_owned(),
        p256dh: "p256dh".to_owned(),
        auth: "auth".to_owned(),
        agent: "the phone of lovelace".to_owned(),
        session: TokenHash::of("Lovelace"),
    };
    store.add_device(&device, ms(NOW)).await.unwrap();
    let notice = NewNotice {
        who: ada,
        key: "turn/1".to_owned(),
        kind: NoticeKind::Turn,
        game: Some(kept),
        at: ms(NOW),
        body: NoticeBody::default(),
        send_at: ms(NOW),
    };
    store.add_notices(vec![notice]).await.unwrap();
    let challenge = NewChallenge {
        maker: ada,
        variant: "chess".to_owned(),
        terms: new_game().terms,
        fen: None,
        side: None,
        process: None,
        made_at: ms(NOW),
        ends_at: ms(NOW + DAY),
        rematch_of: None,
        opponent: None,
    };
    store.add_challenge(&challenge).await.unwrap();
    let (session, games) = (TokenHash::of("Lovelace"), prepared(&[days()]));
    let seek = NewSeek {
        who: ada,
        session,
        games,
        side: None,
        wants_near: false,
        made_at: ms(NOW),
        last_opponent: None,
        ids: None,
    };
    assert!(matches!(store.post_seek(&seek).await.unwrap(), PostSeekResult::Waiting(_)));
    let cy = member(store, "Cy", Role::Member).await;
    store.block(ada, cy, ms(NOW)).await.unwrap();
    store.block(cy, ada, ms(NOW)).await.unwrap();
    (ada, kept)
}

async fn an_account_is_erased_after_a_week_and_nothing_of_it_is_left(place: Place) {
    let store = place.open().await;
    let (ada, kept) = filled(&store).await;
    let texts = ["lovelace", ENDPOINT, ADDRESS];
    let count = |lines: &[String]| {
        let found = |line: &&String| texts.iter().any(|text| line.to_lowercase().contains(&text.to_lowercase()));
        lines.iter().filter(found).count()
    };
    assert!(count(&exported(&store).await) >= 6, "the search finds what is there");
    assert_eq!(close(&store, ada).await, ErasureResult::Begun { erase_at: ms(NOW + ERASURE_GRACE_MS) });
    assert_eq!(store.session(&TokenHash::of("phone of lovelace"), ms(NOW)).await.unwrap(), None);
    assert!(store.devices(ada).await.unwrap().is_empty());
    // A session that begins within the week without a sign-in does not keep the account.
    let [link, tablet] = ["link", "tablet of lovelace"].map(TokenHash::of);
    store.add_one_time_token(ada, &link, ms(NOW + DAY)).await.unwrap();
    let times = [ms(NOW), ms(NOW + 30 * DAY)];
    assert!(store.redeem_one_time_token(&link, &tablet, "the tablet of lovelace", times).await.unwrap().is_some());
    let jobs = store.take_jobs(JobKind::Resign, &process("a", 1), ms(NOW), 8).await.unwrap();
    assert_eq!(jobs.iter().map(|job| job.key.as_str()).collect::<Vec<_>>(), [ada.as_str()]);
    store.finish_job(&jobs[0]).await.unwrap();
    let early = ms(NOW + ERASURE_GRACE_MS - 1);
    assert_eq!(store.due_erasures(early, 9).await.unwrap(), []);
    assert!(!store.erase(ada, early).await.unwrap());

    let late = ms(NOW + ERASURE_GRACE_MS);
    assert_eq!(store.due_erasures(late, 9).await.unwrap(), [ada]);
    assert!(store.erase(ada, late).await.unwrap());
    assert!(!store.erase(ada, late).await.unwrap(), "once");
    let lines = exported(&store).await;
    assert_eq!(count(&lines), 0, "{lines:#?}");
    let with_id = |line: &&String| line.contains(ada.as_str());
    let kinds = lines.iter().filter(with_id).map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let kinds: std::collections::BTreeSet<String> =
        kinds.map(|line| line["kind"].as_str().unwrap().to_owned()).collect();
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), ["challenge", "due", "game", "person"], "only ids of what stays");
    // The games stay, without the name.
    let seats = store.game(kept).await.unwrap().unwrap().seats.map(|seat| seat.who);
    let names = store.names(&seats).await.unwrap();
    assert_eq!(seats.map(|who| names[&who].as_str()), ["deleted", "Bo"]);
    assert_eq!(store.member(ada).await.unwrap(), None);
    assert_eq!(store.members().await.unwrap().len(), 2);
    // No one takes the name, or one that looks like it.
    for taken in [name("Lovelace"), MemberName { key: "other".to_owned(), ..name("LOVELACE") }] {
        assert!(store.is_name_taken(&taken).await.unwrap());
        let new = NewMember { name: taken.clone(), password: "hash".to_owned(), role: Role::Member };
        let again = store.sign_up(None, &new, &session("again", NOW)).await.unwrap();
        assert_eq!(again, SignUpResult::NameTaken);
        let invited = store.invite(Some(taken), Role::Member, &TokenHash::of("i"), [ms(NOW), ms(NOW + 1)]).await;
        assert_eq!(invited.unwrap(), InviteResult::NameTaken);
    }
    assert!(!store.is_name_taken(&name("Lovelac")).await.unwrap());
    // Games that began after the request are resigned as well.
    assert_eq!(store.take_jobs(JobKind::Resign, &process("a", 1), late, 8).await.unwrap().len(), 1);
    store.close().await;
}

async fn a_sign_in_within_the_week_keeps_the_account(place: Place) {
    let store = place.open().await;
    let ada = member(&store, "Ada", Role::Member).await;
    close(&store, ada).await;
    let closed = store.credentials("ada").await.unwrap().unwrap();
    assert_eq!(closed.erase_at, Some(ms(NOW + ERASURE_GRACE_MS)));
    assert_eq!(store.member(ada).await.unwrap().unwrap().erase_at, Some(ms(NOW + ERASURE_GRACE_MS)));
    assert!(store.is_leaving(ada).await.unwrap());
    let too_late = session("too late", NOW + ERASURE_GRACE_MS);
    assert_eq!(store.sign_in(ada, vec![], None, None, &too_late).await, Ok(SignInResult::Disabled));
    let again = store.sign_in(ada, vec![], None, None, &session("again", NOW)).await.unwrap();
    assert!(matches!(again, SignInResult::Begun(_)));
    assert!(!store.is_leaving(ada).await.unwrap());
    let jobs = store.take_jobs(JobKind::Resign, &process("a", 1), ms(NOW), 9).await.unwrap();
    assert!(jobs.is_empty(), "games that were not resigned yet go on: {jobs:?}");
    assert!(store.session(&TokenHash::of("again"), ms(NOW)).await.unwrap().is_some());
    let late = ms(NOW + 2 * ERASURE_GRACE_MS);
    assert_eq!(store.due_erasures(late, 9).await.unwrap(), []);
    assert!(!store.erase(ada, late).await.unwrap());
    store.close().await;
}

async fn a_recovery_within_the_week_keeps_the_account_and_takes_the_games_of_the_guest(place: Place) {
    let store = place.open().await;
    let ada = member(&store, "Ada", Role::Member).await;
    let [code, other] = ["code", "other"].map(TokenHash::of);
    assert!(store.replace_recovery_codes(ada, vec![], &[code.clone(), other], ms(NOW)).await.unwrap());
    close(&store, ada).await;
    let (cy, bo) = (guest(&store, "Cy").await, guest(&store, "Bo").await);
    let kept = game(&store, [cy, bo]).await;
    let recover = async |keep_games, token: &str| {
        let recovery = AccountRecovery {
            who: ada,
            password: "new hash".to_owned(),
            factors: vec![Factor::Recovery { hash: code.clone() }],
            merge: Some(Merge { guest: cy, keep_games }),
        };
        store.recover(recovery, &session(token, NOW)).await.unwrap()
    };
    assert_eq!(recover(None, "1").await, SignInResult::Undecided { games: 1 });
    assert!(matches!(recover(Some(true), "2").await, SignInResult::Begun(_)));
    assert_eq!(recover(Some(true), "3").await, SignInResult::WrongFactor, "each code works once");
    assert_eq!(store.game(kept).await.unwrap().unwrap().seats[0].who, ada);
    assert_eq!(store.credentials("ada").await.unwrap().unwrap().password.as_deref(), Some("new hash"));
    assert_eq!(store.due_erasures(ms(NOW + 2 * ERASURE_GRACE_MS), 9).await.unwrap(), []);
    assert_eq!(store.session(&TokenHash::of("Ada"), ms(NOW)).await.unwrap(), None, "all others have ended");
    assert!(store.session(&TokenHash::of("2"), ms(NOW)).await.unwrap().is_some());
    store.close().await;
}

async fn the_last_admin_is_not_erased(place: Place) {
    let store = place.open().await;
    let ada = member(&store, "Ada", Role::Admin).await;
    assert_eq!(close(&store, ada).await, ErasureResult::LastAdmin);
    assert!(store.session(&TokenHash::of("Ada"), ms(NOW)).await.unwrap().is_some(), "nothing has changed");
    let bo = member(&store, "Bo", Role::Admin).await;
    assert!(matches!(close(&store, ada).await, ErasureResult::Begun { .. }));
    assert_eq!(close(&store, bo).await, ErasureResult::LastAdmin, "one who leaves does not count");
    let cy = guest(&store, "Cy").await;
    assert_eq!(close(&store, cy).await, ErasureResult::Unknown);
    store.close().await;
}

async fn no_game_begins_with_a_closed_account(place: Place) {
    let store = place.open().await;
    let (ada, bo) = (member(&store, "Ada", Role::Member).await, guest(&store, "Bo").await);
    let challenge = |maker| NewChallenge {
        maker,
        variant: "chess".to_owned(),
        terms: new_game().terms,
        fen: None,
        side: None,
        process: None,
        made_at: ms(NOW),
        ends_at: ms(NOW + DAY),
        rematch_of: None,
        opponent: None,
    };
    let [own, other] =
        [store.add_challenge(&challenge(ada)).await.unwrap(), store.add_challenge(&challenge(bo)).await.unwrap()];
    assert!(!store.profile("ada").await.unwrap().unwrap().is_disabled);
    close(&store, ada).await;
    assert!(store.profile("ada").await.unwrap().unwrap().is_disabled, "others cannot play with the member");
    let seats = |white, black| NewGame { seats: [white, black].map(|who| Seat::new(who, None)), ..new_game() };
    let taken = store.accept(own, bo, &seats(ada, bo), ms(NOW + 1)).await.unwrap();
    assert_eq!(taken, AcceptResult::Over, "it was withdrawn");
    let taken = store.accept(other, ada, &seats(bo, ada), ms(NOW + 1)).await.unwrap();
    assert_eq!(taken, AcceptResult::Over);
    let cy = guest(&store, "Cy").await;
    let taken = store.accept(other, cy, &seats(bo, cy), ms(NOW + 1)).await.unwrap();
    assert!(matches!(taken, AcceptResult::Game(_)), "{taken:?}");
    store.close().await;
}

async fn an_earlier_export_does_not_bring_an_erased_account_back(place: Place) {
    let store = place.open().await;
    let (ada, _) = filled(&store).await;
    let earlier = exported(&store).await;
    close(&store, ada).await;
    assert!(store.erase(ada, ms(NOW + ERASURE_GRACE_MS)).await.unwrap());
    let erased = exported(&store).await;
    let mut import = store.import();
    for line in &earlier {
        import.line(line).await.unwrap();
    }
    import.finish().await.unwrap();
    let found: Vec<String> = exported(&store).await.into_iter().filter(|line| !erased.contains(line)).collect();
    // Jobs and the challenge have ids only, and a job without its person does nothing.
    assert!(found.iter().all(|line| !line.to_lowercase().contains("lovelace")), "{found:#?}");
    store.close().await;
}

async fn accounts_that_were_left_are_found(place: Place) {
    let store = place.open().await;
    let [ada, bo, cy] = [
        member(&store, "Ada", Role::Member).await,
        member(&store, "Bo", Role::Member).await,
        member(&store, "Cy", Role::Member).await,
    ];
    assert_eq!(store.left_after(ms(NOW - 1)).await.unwrap(), []);
    close(&store, ada).await;
    store.disable("bo", Some(ms(NOW))).await.unwrap();
    store.begin_erasure(cy, vec![], [ms(NOW), ms(NOW)]).await.unwrap();
    assert!(store.erase(cy, ms(NOW)).await.unwrap());
    let mut left = store.left_after(ms(NOW - 1)).await.unwrap();
    left.sort();
    let mut expected = vec![ada, bo, cy];
    expected.sort();
    assert_eq!(left, expected);
    assert_eq!(store.left_after(ms(NOW)).await.unwrap(), []);
    store.close().await;
}
