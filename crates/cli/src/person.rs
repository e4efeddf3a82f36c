//! `faraday person`: invites people to a site and changes their accounts, also while the site is running.

use std::io::Write;

use anyhow::{anyhow, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use faraday_play::Timestamp;
use faraday_server::{Config, PublicUrl, SecurityEvent, parse_member_name, random_token};
use faraday_store::{
    AdminResult, ERASURE_GRACE_MS, ErasureResult, InviteResult, Member, MemberName, Options, Role, Store, StoreError,
    TokenHash,
};
use serde_json::json;
use tracing::Level;

use crate::database::DatabaseOption;
use crate::exit_status::Answer;
use crate::help;
use crate::output::diagnostic;
use crate::serve::log;

const DAY_MS: i64 = 24 * 3600 * 1000;

/// The time for which a link that invites an admin or resets a password is valid.
const SHORT_MS: i64 = DAY_MS;

/// The time for which any other invitation is valid.
const INVITATION_MS: i64 = 14 * DAY_MS;

/// Invite people to a site, and change their accounts
#[derive(Subcommand)]
#[command(after_help = help::examples(&[
    "person invite Ada --role admin --public-url https://chess.example",
    "person grant Ada organizer",
    "person list --database sqlite:/var/lib/faraday/games.db",
]))]
pub enum PersonCommand {
    /// Print an invitation link; without a name, the invited person chooses one
    Invite(InviteArguments),
    /// Give a member a role; the last admin cannot lose theirs
    Grant(GrantArguments),
    /// Disable an account: its sessions end, and the member cannot sign in
    Disable(MemberArguments),
    /// Enable a disabled account again
    Enable(MemberArguments),
    /// Print a link for a new password
    Reset(ResetArguments),
    /// Close an account: its games are resigned, and it is erased after 7 days unless its member signs in
    Erase(EraseArguments),
    /// List all members
    List(ListArguments),
}

#[derive(Args)]
pub struct InviteArguments {
    /// Name of the new member
    #[arg(value_name = "NAME", value_parser = parse_member_name)]
    name: Option<MemberName>,
    /// Role of the new member
    #[arg(long, value_name = "ROLE", default_value = "member", value_parser = role())]
    role: Role,
    #[command(flatten)]
    links: LinkOption,
    #[command(flatten)]
    database: DatabaseOption,
}

#[derive(Args)]
pub struct GrantArguments {
    /// Name of the member
    #[arg(value_name = "NAME")]
    name: String,
    /// Role: member, organizer, moderator, or admin
    #[arg(value_name = "ROLE", value_parser = role())]
    role: Role,
    #[command(flatten)]
    database: DatabaseOption,
}

#[derive(Args)]
pub struct MemberArguments {
    /// Name of the member
    #[arg(value_name = "NAME")]
    name: String,
    #[command(flatten)]
    database: DatabaseOption,
}

#[derive(Args)]
pub struct ResetArguments {
    #[command(flatten)]
    member: MemberArguments,
    #[command(flatten)]
    links: LinkOption,
}

#[derive(Args)]
pub struct EraseArguments {
    #[command(flatten)]
    member: MemberArguments,
    /// Erase the account at once; this cannot be undone
    #[arg(long)]
    now: bool,
}

#[derive(Args)]
pub struct ListArguments {
    /// Print JSON, one member per line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    database: DatabaseOption,
}

#[derive(Args)]
struct LinkOption {
    #[arg(long, value_name = "URL", env = "FARADAY_PUBLIC_URL", hide_env_values = true)]
    #[arg(help = "Public URL of the site, such as https://chess.example [default: the default address of \
        `faraday serve`]")]
    public_url: Option<PublicUrl>,
}

impl LinkOption {
    /// Prints the link to a page of the site, with a token.
    fn print(&self, page: &str, token: &str, out: &mut dyn Write) -> anyhow::Result<()> {
        if let Some(url) = &self.public_url {
            writeln!(out, "{url}/{page}#{token}")?;
        } else {
            writeln!(out, "http://{}/{page}#{token}", Config::default().listen)?;
            let text = "this link only works on this computer: set `--public-url` or FARADAY_PUBLIC_URL to the address \
                of the site";
            diagnostic("warning", text);
        }
        Ok(())
    }
}

/// Returns a parser for a role.
fn role() -> impl TypedValueParser<Value = Role> {
    PossibleValuesParser::new(Role::ALL.map(Role::as_str)).try_map(|name| Role::parse(&name).ok_or("unknown role"))
}

/// Runs a subcommand of `faraday person`.
pub fn run(command: &PersonCommand, out: &mut dyn Write) -> anyhow::Result<Answer> {
    log(Level::ERROR);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let option = match command {
            PersonCommand::Invite(arguments) => &arguments.database,
            PersonCommand::Grant(arguments) => &arguments.database,
            PersonCommand::Disable(arguments) | PersonCommand::Enable(arguments) => &arguments.database,
            PersonCommand::Reset(arguments) => &arguments.member.database,
            PersonCommand::Erase(arguments) => &arguments.member.database,
            PersonCommand::List(arguments) => &arguments.database,
        };
        let location = option.location()?;
        let opened = Store::open_beside(&location, &Options::default()).await;
        let store = opened.map_err(|error| option.explain(error.into()))?;
        let answer = work(command, &store, out).await;
        store.close().await;
        answer.map_err(|error| match error.downcast_ref::<StoreError>() {
            Some(_) => error.context(location.to_string()),
            None => error,
        })
    })
}

async fn work(command: &PersonCommand, store: &Store, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let now = store.now().await?;
    match command {
        PersonCommand::Invite(InviteArguments { name, role, links, .. }) => {
            let token = random_token();
            let lasts = if *role == Role::Admin { SHORT_MS } else { INVITATION_MS };
            match store.invite(name.clone(), *role, &TokenHash::of(&token), [now, after(now, lasts)]).await? {
                InviteResult::Invited => {
                    let member = match name {
                        Some(name) => store.member_named(&name.key).await?,
                        None => None,
                    };
                    SecurityEvent::InvitationMade.log_by_operator(member.map(|member| member.who));
                    links.print("invitation", &token, out)?;
                }
                InviteResult::NameTaken => {
                    let name = name.as_ref().map_or("", |name| name.name.as_str());
                    bail!("a member has the name `{name}`, or one that looks like it");
                }
            }
        }
        PersonCommand::Grant(GrantArguments { name, role, .. }) => {
            let Member { who, name, .. } = member_of(store, name).await?;
            let granted = store.grant(&key(&name), *role).await?;
            checked(granted, &name)?;
            SecurityEvent::RoleGranted.log_by_operator(Some(who));
            let role = role.as_str();
            write!(out, "the role of {name} is {role}")?;
            if granted == AdminResult::InvitationEnded {
                let again = format!("`faraday person invite {name} --role {role}`");
                write!(out, "; the invitation link no longer works: make a new one with {again}")?;
            }
            writeln!(out)?;
        }
        PersonCommand::Disable(MemberArguments { name, .. }) => {
            let Member { who, name, .. } = member_of(store, name).await?;
            checked(store.disable(&key(&name), Some(now)).await?, &name)?;
            SecurityEvent::Disabled.log_by_operator(Some(who));
            writeln!(out, "the account of {name} is disabled, and signed out everywhere")?;
        }
        PersonCommand::Enable(MemberArguments { name, .. }) => {
            let Member { who, name, .. } = member_of(store, name).await?;
            checked(store.disable(&key(&name), None).await?, &name)?;
            SecurityEvent::Enabled.log_by_operator(Some(who));
            writeln!(out, "the account of {name} is enabled")?;
        }
        PersonCommand::Reset(ResetArguments { member, links }) => {
            let Member { who, .. } = member_of(store, &member.name).await?;
            let token = random_token();
            if !store.add_reset(&key(&member.name), &TokenHash::of(&token), after(now, SHORT_MS)).await? {
                checked(AdminResult::Unknown, &member.name)?;
            }
            SecurityEvent::ResetMade.log_by_operator(Some(who));
            links.print("reset", &token, out)?;
        }
        PersonCommand::Erase(arguments) => erase(store, arguments, now, out).await?,
        PersonCommand::List(arguments) => {
            for member in store.members().await? {
                if arguments.json {
                    writeln!(out, "{}", json_of(&member))?;
                } else {
                    writeln!(out, "{}", line_of(&member))?;
                }
            }
        }
    }
    Ok(Answer::Yes)
}

/// Closes an account, and erases it at once if the arguments say so.
async fn erase(
    store: &Store,
    EraseArguments { member, now: at_once }: &EraseArguments,
    now: Timestamp,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let Member { who, name, .. } = member_of(store, &member.name).await?;
    let grace = if *at_once { 0 } else { ERASURE_GRACE_MS.cast_signed() };
    let erase_at = after(now, grace);
    match store.begin_erasure(who, Vec::new(), [now, erase_at]).await? {
        ErasureResult::Begun { .. } => {}
        ErasureResult::Unknown | ErasureResult::WrongFactor => checked(AdminResult::Unknown, &name)?,
        ErasureResult::LastAdmin => checked(AdminResult::LastAdmin, &name)?,
    }
    SecurityEvent::ErasureBegun.log_by_operator(Some(who));
    if *at_once && store.erase(who, now).await? {
        SecurityEvent::Erased.log_by_operator(Some(who));
        writeln!(out, "the account of {name} is erased")?;
    } else if *at_once {
        writeln!(out, "the account of {name} is closed, and the server erases it once its rated games are settled")?;
    } else {
        let date = erase_at.date().replace('.', "-");
        writeln!(
            out,
            "the account of {name} is closed, and will be erased on {date} unless {name} signs in before then"
        )?;
    }
    Ok(())
}

async fn member_of(store: &Store, name: &str) -> anyhow::Result<Member> {
    let found = store.member_named(&key(name)).await?;
    found.ok_or_else(|| anyhow!("no member has the name `{name}`"))
}

fn key(name: &str) -> String {
    name.to_ascii_lowercase()
}

fn after(now: Timestamp, millis: i64) -> Timestamp {
    Timestamp::from_millis(now.as_millis().saturating_add_signed(millis))
}

/// Turns a refused change into an error.
fn checked(result: AdminResult, name: &str) -> anyhow::Result<()> {
    match result {
        AdminResult::Changed | AdminResult::InvitationEnded => Ok(()),
        AdminResult::Unknown => bail!("no member has the name `{name}`"),
        AdminResult::LastAdmin => bail!("`{name}` is the last admin: make another member an admin first"),
    }
}

fn line_of(member: &Member) -> String {
    let mut notes = Vec::new();
    notes.extend((!member.has_password).then_some("invited"));
    notes.extend(member.has_totp.then_some("authenticator app"));
    notes.extend(member.disabled_at.map(|_| "disabled"));
    notes.extend(member.erase_at.map(|_| "closed"));
    let line =
        format!("{:20}  {:9}  {}  {}", member.name, member.role.as_str(), member.created_at.date(), notes.join(", "));
    line.trim_end().to_owned()
}

fn json_of(member: &Member) -> serde_json::Value {
    json!({
        "name": member.name,
        "role": member.role.as_str(),
        "createdAt": member.created_at.as_millis(),
        "hasPassword": member.has_password,
        "totp": member.has_totp,
        "recoveryCodes": member.recovery_codes,
        "disabled": member.disabled_at.is_some(),
        "eraseAt": member.erase_at.map(Timestamp::as_millis),
    })
}
