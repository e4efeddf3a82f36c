//! Tests of the people of a site: the search, invitations, roles, and disabled accounts.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use faraday_server::Config;
use faraday_wire::live::SignUpMode;
use reqwest::Method;
use serde_json::{Value, json};

use super::{Secured, server_with_admin};
use crate::accounts::{NOBODY, PASSWORD, begun, kind, refused};
use crate::client::Guest;

fn names(list: &Value) -> Vec<&str> {
    list["members"].as_array().unwrap().iter().map(|member| member["name"].as_str().unwrap()).collect()
}

fn token(link: &Value) -> &str {
    link["url"].as_str().unwrap().split_once("/invitation#").unwrap().1
}

#[tokio::test]
async fn a_list_of_names_becomes_links_and_each_is_redeemed_once() {
    let (server, Secured { member: ada, .. }) = server_with_admin(Config::default()).await;
    let list = json!({ "names": ["Bo", " Cy ", "=cmd|' /C calc'!A0", "bo", "Ada", "+1", "x"], "role": "organizer" });
    let (status, made) = ada.post(&server, "admin/invitations", &list).await;
    assert_eq!(status, StatusCode::CREATED, "{made}");
    let links = made["links"].as_array().unwrap();
    // The last link of a name is the valid one.
    assert_eq!(links.iter().map(|link| &link["name"]).collect::<Vec<_>>(), ["Bo", "Cy", "bo"]);
    let refused_names: Vec<_> =
        made["refused"].as_array().unwrap().iter().map(|name| (&name["name"], &name["kind"])).collect();
    assert_eq!(
        refused_names,
        [
            (&json!("=cmd|' /C calc'!A0"), &json!("bad-name")),
            (&json!("Ada"), &json!("name-taken")),
            (&json!("+1"), &json!("bad-name")),
            (&json!("x"), &json!("bad-name")),
        ]
    );
    let redeem = async |link: &Value| {
        NOBODY.post(&server, "invitations/redeem", &json!({ "token": token(link), "password": PASSWORD })).await
    };
    let cy = begun(redeem(&links[1]).await);
    assert_eq!(cy.identity(&server).await["role"], "organizer");
    assert_eq!(kind(&redeem(&links[1]).await), refused(410, "link-over"));
    assert_eq!(kind(&redeem(&links[0]).await), refused(410, "link-over"), "replaced by the second one for this name");
    begun(redeem(&links[2]).await);
    // Without names, the guest chooses one.
    let (_, made) = ada.post(&server, "admin/invitations", &json!({})).await;
    let link = &made["links"][0];
    assert_eq!(link.get("name"), None);
    let body = json!({ "token": token(link), "name": "Dee", "password": PASSWORD });
    begun(NOBODY.post(&server, "invitations/redeem", &body).await);
    for names in [json!([]), json!(vec!["Ada"; 201])] {
        let answer = ada.post(&server, "admin/invitations", &json!({ "names": names })).await;
        assert_eq!((kind(&answer), &answer.1["at"]), (refused(400, "bad-request"), &json!("names")));
    }
}

#[tokio::test]
async fn members_are_found_by_a_part_of_the_name_page_by_page() {
    let (server, Secured { member: ada, .. }) = server_with_admin(Config::default()).await;
    let list: Vec<String> = (10..70).map(|number| format!("Player_{number}")).collect();
    assert_eq!(ada.post(&server, "admin/invitations", &json!({ "names": list })).await.0, StatusCode::CREATED);
    let (mut seen, mut after) = (BTreeSet::new(), String::new());
    for page in 0.. {
        let (_, list) = ada.get(&server, &format!("admin/people?limit=25&after={after}")).await;
        seen.extend(names(&list).iter().map(|name| (*name).to_owned()));
        match list.get("more") {
            Some(more) => after = more.as_str().unwrap().to_owned(),
            None => {
                assert_eq!(page, 2);
                break;
            }
        }
    }
    assert_eq!(seen.len(), 61);
    for (part, found) in [("YER_1", 10), ("r_", 60), ("rx", 0), ("_6", 10), ("ada", 1), ("%25", 0), ("a%5C", 0)] {
        let (_, list) = ada.get(&server, &format!("admin/people?limit=200&name={part}")).await;
        assert_eq!(names(&list).len(), found, "{part}");
    }
    let (_, list) = ada.get(&server, "admin/people?name=ada").await;
    let shown = &list["members"][0];
    assert_eq!((&shown["role"], &shown["totp"], &shown["invited"]), (&json!("admin"), &json!(true), &json!(false)));
    assert!(shown["seenAt"].is_u64(), "{shown}");
    let (_, list) = ada.get(&server, "admin/people?name=player_10").await;
    assert_eq!((&list["members"][0]["invited"], list["members"][0].get("seenAt")), (&json!(true), None));
}

#[tokio::test]
async fn an_admin_changes_roles_and_disables_accounts_but_the_last_admin_stays() {
    let (server, Secured { member: ada, .. }) = server_with_admin(Config::default()).await;
    let bo = begun(NOBODY.sign_up(&server, "Bo").await);
    let change =
        async |name: &str, body: Value| ada.send(&server, Method::PATCH, &format!("admin/people/{name}"), &body).await;
    assert_eq!(change("BO", json!({ "role": "moderator" })).await.0, StatusCode::NO_CONTENT);
    assert_eq!(bo.identity(&server).await["role"], "moderator");
    assert_eq!(change("bo", json!({ "disabled": true })).await.0, StatusCode::NO_CONTENT);
    assert_eq!(kind(&bo.get(&server, "account").await), refused(401, "no-session"));
    assert_eq!(kind(&NOBODY.sign_in(&server, "Bo", PASSWORD).await), refused(403, "account-disabled"));
    assert_eq!(change("bo", json!({ "disabled": false })).await.0, StatusCode::NO_CONTENT);
    begun(NOBODY.sign_in(&server, "Bo", PASSWORD).await);
    for body in [json!({ "role": "member" }), json!({ "disabled": true })] {
        assert_eq!(kind(&change("ada", body).await), refused(409, "last-admin"));
    }
    assert_eq!(kind(&change("nobody", json!({ "role": "admin" })).await), refused(404, "not-found"));
    // Nothing else of a member can be set.
    for field in ["id", "name", "kind", "password", "totp", "createdAt", "nameKey"] {
        let answer = change("bo", json!({ "role": "admin", field: "x" })).await;
        assert_eq!(kind(&answer), refused(400, "bad-request"), "{field}");
    }
    assert_eq!(kind(&change("bo", json!({ "role": "king" })).await), refused(400, "bad-request"));
    let (_, list) = ada.get(&server, "admin/people?name=bo").await;
    assert_eq!(list["members"][0]["role"], "moderator");
}

#[tokio::test]
async fn a_reset_link_sets_a_new_password() {
    let (server, Secured { member: ada, .. }) = server_with_admin(Config::default()).await;
    let bo = begun(NOBODY.sign_up(&server, "Bo").await);
    let (status, link) = ada.post(&server, "admin/people/bo/reset", &Value::Null).await;
    assert_eq!((status, &link["name"]), (StatusCode::CREATED, &json!("Bo")));
    let token = link["url"].as_str().unwrap().split_once("/reset#").unwrap().1;
    let body = json!({ "token": token, "password": "acht alte Uhren" });
    assert_eq!(NOBODY.post(&server, "password-reset/redeem", &body).await.0, StatusCode::NO_CONTENT);
    assert_eq!(kind(&bo.get(&server, "account").await), refused(401, "no-session"));
    begun(NOBODY.sign_in(&server, "Bo", "acht alte Uhren").await);
    assert_eq!(kind(&ada.post(&server, "admin/people/nobody/reset", &Value::Null).await), refused(404, "not-found"));
}

#[tokio::test]
async fn invitations_work_on_a_site_for_invited_people() {
    let config = Config { sign_up: Some(SignUpMode::Open), ..Config::default() };
    let (server, Secured { member: ada, .. }) = server_with_admin(config).await;
    let (_, made) = ada.post(&server, "admin/invitations", &json!({ "names": ["Bo"], "role": "admin" })).await;
    let ends_at = made["links"][0]["endsAt"].as_u64().unwrap();
    let (_, made) = ada.post(&server, "admin/invitations", &json!({ "names": ["Cy"] })).await;
    let days = (made["links"][0]["endsAt"].as_u64().unwrap() - ends_at) / (24 * 3600 * 1000);
    assert_eq!(days, 13, "the link of an admin is for one day, others for fourteen");
    let body = json!({ "token": token(&made["links"][0]), "password": PASSWORD });
    let cy: Guest = begun(NOBODY.post(&server, "invitations/redeem", &body).await);
    assert_eq!(cy.identity(&server).await["role"], "member");
}

#[tokio::test]
async fn an_invitation_never_becomes_one_to_another_role_and_can_be_withdrawn() {
    let (server, Secured { member: ada, .. }) = server_with_admin(Config::default()).await;
    let invite = async |role: &str| {
        let (status, made) = ada.post(&server, "admin/invitations", &json!({ "names": ["Bo"], "role": role })).await;
        assert_eq!(status, StatusCode::CREATED, "{made}");
        made["links"][0].clone()
    };
    let look = async |link: &Value| NOBODY.post(&server, "invitations/look", &json!({ "token": token(link) })).await;
    let bo = async || ada.get(&server, "admin/people?name=bo").await.1["members"][0].clone();
    let long = invite("member").await;
    assert_eq!((&bo().await["invited"], &bo().await["invitedUntil"]), (&json!(true), &long["endsAt"]));
    // A link of two weeks must not make an admin.
    let granted = ada.send(&server, Method::PATCH, "admin/people/bo", &json!({ "role": "admin" })).await;
    assert_eq!(granted.0, StatusCode::NO_CONTENT);
    assert_eq!(kind(&look(&long).await), refused(410, "link-over"));
    assert_eq!((&bo().await["role"], bo().await.get("invitedUntil")), (&json!("admin"), None));
    let short = invite("admin").await;
    assert!(short["endsAt"].as_u64().unwrap() < long["endsAt"].as_u64().unwrap() - 12 * 86_400_000);
    assert_eq!(look(&short).await.1["role"], "admin");
    let withdraw =
        async |name: &str| ada.send(&server, Method::DELETE, &format!("admin/invitations/{name}"), &Value::Null).await;
    assert_eq!(withdraw("BO").await.0, StatusCode::NO_CONTENT);
    assert_eq!(kind(&look(&short).await), refused(410, "link-over"));
    assert_eq!(bo().await, Value::Null);
    for name in ["Bo", "Ada", "nobody"] {
        assert_eq!(kind(&withdraw(name).await), refused(404, "not-found"), "{name}");
    }
    begun(NOBODY.sign_up(&server, "Bo").await);
}
