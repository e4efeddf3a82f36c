//! Web push (RFC 8030): encrypted messages to browsers, sent through the push services of their vendors.
//!
//! The services are an allow-list, because an endpoint comes from a client and the server connects to it. Must not know
//! games and people.

mod connect;
mod endpoint;
mod vapid;

use std::path::PathBuf;
use std::time::Duration;

use base64ct::{Base64UrlUnpadded, Encoding};
use faraday_store::{Store, StoreError};
use faraday_wire::live::DeliveryFailureKind;
use hyper::header::{AUTHORIZATION, HOST, RETRY_AFTER};
use hyper::{HeaderMap, Response, StatusCode};
use sha2::{Digest, Sha256};
use tokio::time::timeout;
use web_push_native::{Auth, WebPushBuilder, p256::PublicKey};

use crate::delivery_failure::DeliveryFailure;
use crate::public_url::PublicUrl;
use connect::Connector;
use vapid::VapidKey;

pub use endpoint::{Endpoint, EndpointError, PushHost, PushHostError};

/// The time for a message, from the lookup of the host to the end of the answer.
const TIME_LIMIT: Duration = Duration::from_secs(10);

/// The longest wait that a push service may ask for.
const LONGEST_WAIT: Duration = Duration::from_secs(24 * 3600);

/// The length of a topic in characters (RFC 8030, 5.4).
const TOPIC: usize = 32;

/// The keys of a subscription, with which messages to it are encrypted (RFC 8291).
#[derive(Clone, Debug)]
pub struct SubscriptionKeys {
    public: PublicKey,
    auth: Auth,
}

/// A message to a device.
#[derive(Clone, Debug)]
pub struct PushMessage {
    /// The content before encryption.
    pub payload: String,
    /// The time for which the service keeps it while the device is not reachable.
    pub ttl: Duration,
    /// The subject. A later message about it replaces an earlier one that was not delivered yet.
    pub subject: String,
}

/// The reason why a message was not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PushError {
    /// The subscription no longer exists.
    Gone,
    /// The service asks to wait.
    Wait(Duration),
    /// The service cannot be reached or does not accept the message.
    Failed(DeliveryFailure),
}

/// The sender of push messages.
pub struct PushSender {
    key: VapidKey,
    /// The contact for operators of push services.
    contact: String,
    extra_host: Option<PushHost>,
    connector: Connector,
}

impl SubscriptionKeys {
    /// Parses the keys of a subscription, in base64url.
    pub fn parse(p256dh: &str, auth: &str) -> Option<SubscriptionKeys> {
        let decoded = |text: &str| Base64UrlUnpadded::decode_vec(text.trim_end_matches('=')).ok();
        let public = PublicKey::from_sec1_bytes(&decoded(p256dh)?).ok()?;
        let auth: [u8; 16] = decoded(auth)?.try_into().ok()?;
        Some(SubscriptionKeys { public, auth: auth.into() })
    }
}

impl PushSender {
    /// Creates a sender with the stored key. None if browsers do not reach this site over TLS, because they then permit
    /// no subscription. A site with its own push service needs no TLS.
    pub async fn open(
        store: &Store,
        public: Option<&PublicUrl>,
        extra_host: Option<PushHost>,
        certificates: Option<PathBuf>,
    ) -> Result<Option<PushSender>, StoreError> {
        let contact = match (public.filter(|url| url.is_secure()), &extra_host) {
            (Some(url), _) => url.to_string(),
            (None, Some(host)) => format!("https://{host}"),
            (None, None) => return Ok(None),
        };
        let key = store.vapid_key(VapidKey::random().to_text()).await?;
        let key = VapidKey::parse(&key).ok_or_else(|| StoreError::Other("the key for push is damaged".to_owned()))?;
        Ok(Some(PushSender { key, contact, extra_host, connector: Connector::new(certificates) }))
    }

    /// Returns the public key, which browsers need for a subscription, in base64url.
    pub fn public_key(&self) -> String {
        self.key.public()
    }

    /// Parses and checks an endpoint.
    pub fn endpoint(&self, text: &str) -> Result<Endpoint, EndpointError> {
        Endpoint::parse(text, self.extra_host.as_ref())
    }

    /// Sends a message. Returns once the push service has accepted it.
    pub async fn send(
        &self,
        endpoint: &Endpoint,
        keys: &SubscriptionKeys,
        message: PushMessage,
    ) -> Result<(), PushError> {
        let failed = |error: &dyn ToString| failure(DeliveryFailureKind::Unknown, error.to_string());
        let builder = WebPushBuilder::new(endpoint.uri().clone(), keys.public, keys.auth);
        let request = builder.with_valid_duration(message.ttl).build(message.payload);
        let mut request = request.map_err(|error| failed(&error))?;
        let authorization = self.key.authorization(&endpoint.origin(), &self.contact);
        let topic = topic(&message.subject);
        // `urgency: normal` is the default, with which phones show a message soon.
        for (name, value) in [(AUTHORIZATION, &authorization), (HOST, &endpoint.authority())] {
            request.headers_mut().insert(name, value.parse().map_err(|error| failed(&error))?);
        }
        request.headers_mut().insert("topic", topic.parse().map_err(|error| failed(&error))?);
        *request.uri_mut() = endpoint.target().parse().map_err(|error| failed(&error))?;
        match timeout(TIME_LIMIT, self.connector.post(endpoint, request)).await {
            Ok(Ok(answer)) => result(&answer),
            Ok(Err(error)) => Err(PushError::Failed(error)),
            Err(_) => Err(failure(DeliveryFailureKind::TimedOut, "")),
        }
    }
}

fn failure(kind: DeliveryFailureKind, detail: impl Into<String>) -> PushError {
    PushError::Failed(DeliveryFailure::new(kind, detail))
}

/// Returns the topic of a subject, in the characters that the header allows.
fn topic(subject: &str) -> String {
    let mut topic = Base64UrlUnpadded::encode_string(&Sha256::digest(subject.as_bytes()));
    topic.truncate(TOPIC);
    topic
}

/// Returns the meaning of an answer. Redirects are not followed.
fn result(answer: &Response<String>) -> Result<(), PushError> {
    match answer.status() {
        status if status.is_success() => Ok(()),
        StatusCode::NOT_FOUND | StatusCode::GONE => Err(PushError::Gone),
        status => match retry_after(answer.headers()) {
            Some(time) if matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) => {
                Err(PushError::Wait(time))
            }
            _ => {
                let text = answer.body().split_whitespace().collect::<Vec<_>>().join(" ");
                let text: String = text.chars().filter(|char| !char.is_control()).take(120).collect();
                let answer = format!("{} {text}", status.as_u16());
                Err(failure(DeliveryFailureKind::Refused, answer.trim_end()))
            }
        },
    }
}

/// Returns the time in a `Retry-After` header, as seconds or as a date.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?;
    let time = match text.parse() {
        Ok(seconds) => Duration::from_secs(seconds),
        Err(_) => httpdate::parse_http_date(text).ok()?.duration_since(std::time::SystemTime::now()).ok()?,
    };
    Some(time.min(LONGEST_WAIT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_has_the_characters_and_the_length_that_are_allowed() {
        let topic = topic("game");
        assert_eq!(topic.len(), 32);
        assert!(topic.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)), "{topic}");
    }

    #[test]
    fn keys_of_a_subscription_are_a_point_and_a_secret() {
        let p256dh = "BLn9b-VR0ca83knDNZ32dCHGyjJp-1riX9ZTN40MqV8K_LpQmLqxC_DoHvqvFXO_nGdAB4W9dogZb_sM-uV4JbY";
        let auth = "_ordMnz7uTCmrpBTeUV4Bw";
        assert!(SubscriptionKeys::parse(p256dh, auth).is_some());
        assert!(SubscriptionKeys::parse(&format!("{p256dh}="), &format!("{auth}==")).is_some(), "padded");
        for (p256dh, auth) in [(auth, auth), (p256dh, p256dh), ("", ""), (&p256dh[1..], auth), (p256dh, "ä")] {
            assert!(SubscriptionKeys::parse(p256dh, auth).is_none(), "{p256dh} {auth}");
        }
        let not_on_the_curve = format!("B{}", "A".repeat(86));
        assert!(SubscriptionKeys::parse(&not_on_the_curve, auth).is_none());
    }

    #[test]
    fn answers_say_whether_to_try_again() {
        let answer = |status: u16, wait: &str| {
            let answer = Response::builder().status(status).header("retry-after", wait);
            result(&answer.body("<b>no\r\n luck</b>".to_owned()).unwrap())
        };
        assert_eq!(answer(201, ""), Ok(()));
        assert_eq!([answer(404, ""), answer(410, "5")], [Err(PushError::Gone), Err(PushError::Gone)]);
        assert_eq!(answer(429, "120"), Err(PushError::Wait(Duration::from_secs(120))));
        assert_eq!(answer(503, "99999999"), Err(PushError::Wait(LONGEST_WAIT)));
        for status in [302, 400, 429, 500] {
            let failed = failure(DeliveryFailureKind::Refused, format!("{status} <b>no luck</b>"));
            assert_eq!(answer(status, "soon"), Err(failed));
        }
    }
}
