//! Tests of the notices that report changes of an account to its member.

use faraday_store::{
    AccountEvent, AccountRecovery, Channels, Factor, JobKind, NoticeKind, NoticeSelection, PersonId, Store, TokenHash,
};

use crate::accounts::{added, guest, session};
use crate::support::{Place, in_both, ms, process};

in_both! {
    each_change_of_an_account_is_reported,
    a_report_cannot_be_turned_off,
    a_former_address_learns_of_another_one,
}

const ADDRESS: &str = "ada@example.org";

/// Returns the changes that a person was notified of, oldest first.
async fn events(store: &Store, who: PersonId) -> Vec<AccountEvent> {
    let notices = store.notices(who, 100, None).await.unwrap();
    notices.into_iter().rev().filter_map(|notice| notice.body.account).collect()
}

async fn each_change_of_an_account_is_reported(place: Place) {
    use AccountEvent::{Email, EmailRemoved, NewRecoveryCodes, Password, RecoveryCode, Reset, TotpOff, TotpOn};
    let store = place.open().await;
    let ada = added(&store, "ada").await;
    assert_eq!(events(&store, ada).await, []);
    let codes = ["one", "two", "three"].map(TokenHash::of);
    let recovery = |number: usize| Factor::Recovery { hash: codes[number].clone() };
    store.begin_totp(ada, "SECRET").await.unwrap();
    store.confirm_totp(ada, 1, &codes, &session("a", 1)).await.unwrap();
    store.sign_in(ada, vec![Factor::Totp { step: 2 }], None, None, &session("b", 2)).await.unwrap();
    assert_eq!(events(&store, ada).await, [TotpOn]);
    store.sign_in(ada, vec![recovery(0)], None, None, &session("c", 3)).await.unwrap();
    store.set_password(ada, "new", vec![Factor::Totp { step: 3 }], &session("d", 4)).await.unwrap();
    let by_code = AccountRecovery { who: ada, password: "newer".to_owned(), factors: vec![recovery(1)], merge: None };
    store.recover(by_code, &session("e", 5)).await.unwrap();
    store.replace_recovery_codes(ada, vec![Factor::Totp { step: 4 }], &codes, ms(6)).await.unwrap();
    store.remove_totp(ada, vec![Factor::Totp { step: 5 }], &session("f", 7)).await.unwrap();
    let link = TokenHash::of("link");
    store.add_reset("ada", &link, ms(600)).await.unwrap();
    store.redeem_reset(&link, "newest", ms(8)).await.unwrap();
    store.set_email(ada, ADDRESS, ms(9)).await.unwrap();
    store.set_email(ada, ADDRESS, ms(10)).await.unwrap();
    store.delete_email(ada, ms(11)).await.unwrap();
    store.delete_email(ada, ms(12)).await.unwrap();
    let of_recovery = [Password, RecoveryCode];
    let mut found = events(&store, ada).await;
    found[3..5].sort_by_key(|event| event.as_str());
    let rest = [NewRecoveryCodes, TotpOff, Reset, Email, EmailRemoved];
    assert_eq!(found, [&[TotpOn, RecoveryCode, Password], &of_recovery[..], &rest[..]].concat());
    // A refused change is not reported.
    store.set_password(ada, "x", vec![recovery(0)], &session("g", 13)).await.unwrap();
    assert_eq!(events(&store, ada).await.len(), found.len());
    // Guests have no account.
    let bo = guest(&store, "Bo").await;
    store.set_email(bo, ADDRESS, ms(14)).await.unwrap();
    assert_eq!(events(&store, bo).await, []);
}

async fn a_report_cannot_be_turned_off(place: Place) {
    let store = place.open().await;
    let ada = added(&store, "ada").await;
    store.set_email(ada, ADDRESS, ms(1)).await.unwrap();
    store.verify_email(ada, ADDRESS, ms(2)).await.unwrap();
    let off = Channels { app: false, push: false, mail: false };
    store.set_channels(ada, NoticeKind::Security, off).await.unwrap();
    store.turn_mail_off(ada).await.unwrap();
    store.read_notices(ada, NoticeSelection::All, ms(2)).await.unwrap();
    store.sign_in(ada, vec![], None, None, &session("phone", 3)).await.unwrap();
    assert_eq!(store.unread_notices(ada).await.unwrap(), 0, "a new session");
    store.set_password(ada, "new", vec![], &session("new", 4)).await.unwrap();
    assert_eq!(store.unread_notices(ada).await.unwrap(), 1);
    assert_eq!(events(&store, ada).await, [AccountEvent::Email, AccountEvent::Password]);
    let jobs = jobs(&store).await;
    assert!(jobs.iter().any(|(key, _)| *key == format!("{ada}/notice/account/password/4")), "{jobs:?}");
    assert!(!jobs.iter().any(|(key, _)| key.contains("security/session")), "{jobs:?}");
}

async fn a_former_address_learns_of_another_one(place: Place) {
    let store = place.open().await;
    let ada = added(&store, "ada").await;
    store.set_email(ada, "unconfirmed@example.org", ms(1)).await.unwrap();
    store.set_email(ada, ADDRESS, ms(2)).await.unwrap();
    store.verify_email(ada, ADDRESS, ms(3)).await.unwrap();
    store.set_email(ada, "thief@example.org", ms(4)).await.unwrap();
    let mut former = jobs(&store).await;
    former.retain(|(key, _)| key.contains("/former/"));
    assert_eq!(former, [(format!("{ada}/former/email/4"), ADDRESS.to_owned())]);
}

/// Returns the keys and bodies of all jobs that send emails.
async fn jobs(store: &Store) -> Vec<(String, String)> {
    let taken = store.take_jobs(JobKind::Email, &process("a", 1), ms(100), 100).await.unwrap();
    taken.into_iter().map(|job| (job.key, job.body)).collect()
}
