//! Who refuses a request, and why: the service, or a gateway in front of it.

use crate::text::{BYTE_ORDER_MARK, find, readable};

/// The number of bytes at the start of a body that are searched for words, if the body has no
/// message.
const MAX_SEARCHED_BYTES: usize = 256;

/// The reason of a response with status 400, 401 or 403.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The service does not accept the API key.
    ApiKey,
    /// The service limits the rate. Some services send status 403 for it, GitHub among them.
    RateLimit,
    /// A firewall or a bot protection answered instead of the service: with a web page, or with a text.
    Firewall,
}

/// A response with a status of failure.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Refused<'a> {
    pub(crate) status: u16,
    pub(crate) body: &'a [u8],
    /// The message in the body.
    pub(crate) message: Option<&'a str>,
    /// Whether the response has a header `Retry-After`.
    pub(crate) has_retry_after: bool,
}

impl Refused<'_> {
    /// Returns the reason of the response to a call that needs an API key; `None` if the response
    /// does not show a reason. Services differ in the status for a bad key: 401, 403, or 400 with a
    /// message about a key. When `has_api_key` is false, the call goes through a proxy that adds
    /// the key, and status 401 or 403 is about the user of the page.
    pub(crate) fn reason(&self, has_api_key: bool) -> Option<Refusal> {
        let body = self
            .body
            .strip_prefix(BYTE_ORDER_MARK)
            .unwrap_or(self.body)
            .trim_ascii_start();
        let is_page = body.starts_with(b"<");
        let text = match self.message {
            Some(message) => message.to_owned(),
            // A web page may contain any words by chance, so the page is not searched.
            None if is_page => String::new(),
            None => readable(body, MAX_SEARCHED_BYTES),
        };
        // A service may also leave the body empty.
        let may_be_service = body.is_empty() || body.starts_with(b"{") || body.starts_with(b"[");
        match self.status {
            400 if self.message.is_some_and(mentions_api_key) => Some(Refusal::ApiKey),
            401 if has_api_key => Some(Refusal::ApiKey),
            403 if self.has_retry_after || mentions_rate_limit(&text) => Some(Refusal::RateLimit),
            // Neither JSON nor a text about the key: a gateway sent the body.
            403 if !may_be_service && !mentions_api_key(&text) => Some(Refusal::Firewall),
            403 if has_api_key => Some(Refusal::ApiKey),
            _ => None,
        }
    }
}

/// Returns whether a message has the word "key" or "apikey".
fn mentions_api_key(message: &str) -> bool {
    let mut words = message.as_bytes().split(|b| !b.is_ascii_alphanumeric());
    words.any(|word| word.eq_ignore_ascii_case(b"key") || word.eq_ignore_ascii_case(b"apikey"))
}

/// Returns whether a message says "rate limit" or "too many requests". Only its letters count, so
/// `Rate-limited` and `too_many_requests` match too.
pub(crate) fn mentions_rate_limit(message: &str) -> bool {
    let letters: String = message
        .to_ascii_lowercase()
        .chars()
        .filter(char::is_ascii_lowercase)
        .collect();
    find(&letters, "ratelimit").is_some() || find(&letters, "toomanyrequests").is_some()
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::{Refusal, Refused};

    /// Bodies of firewalls and bot protections. The first page has the word `key`, which must not
    /// count as a message about the API key.
    const FIREWALL_BODIES: [&str; 5] = [
        "<!DOCTYPE html><title>Just a moment...</title><script>window._cf_chl_opt = { key: 1 }</script>",
        "\u{feff}\r\n <html>",
        "error code: 1020",
        "Access Denied",
        "Request blocked.",
    ];

    /// The reason of a response without a header `Retry-After`.
    fn reason(
        status: u16,
        body: &str,
        message: Option<&str>,
        has_api_key: bool,
    ) -> Option<Refusal> {
        Refused {
            status,
            body: body.as_bytes(),
            message,
            has_retry_after: false,
        }
        .reason(has_api_key)
    }

    #[test]
    fn a_page_or_a_text_with_status_403_is_from_a_firewall() {
        for body in FIREWALL_BODIES {
            for has_api_key in [true, false] {
                assert_eq!(
                    reason(403, body, None, has_api_key),
                    Some(Refusal::Firewall),
                    "{body}"
                );
            }
        }
    }

    #[test]
    fn status_401_is_about_the_key_if_the_call_has_a_key() {
        for body in FIREWALL_BODIES {
            assert_eq!(
                reason(401, body, None, true),
                Some(Refusal::ApiKey),
                "{body}"
            );
            assert_eq!(reason(401, body, None, false), None, "{body}");
        }
    }

    #[test]
    fn status_403_of_the_service_itself_is_about_the_key() {
        for body in [
            "",
            " ",
            "{}",
            "[]",
            "Invalid API key",
            "Your apikey has expired.",
        ] {
            assert_eq!(
                reason(403, body, None, true),
                Some(Refusal::ApiKey),
                "{body}"
            );
        }
        assert_eq!(
            reason(403, "{}", Some("Forbidden"), true),
            Some(Refusal::ApiKey)
        );
    }

    #[test]
    fn status_403_of_the_service_itself_has_no_reason_if_the_call_has_no_key() {
        assert_eq!(
            reason(
                403,
                "{}",
                Some("This proxy does not allow GET /project."),
                false
            ),
            None
        );
        assert_eq!(reason(403, "", None, false), None);
    }

    #[test]
    fn a_rate_limit_with_status_403_is_not_about_the_key() {
        for text in [
            "API rate limit exceeded for 203.0.113.7.",
            "You have exceeded a secondary rate limit.",
            "Rate-limited",
            "TOO MANY REQUESTS",
            "error: too_many_requests for this key",
        ] {
            for has_api_key in [true, false] {
                assert_eq!(
                    reason(403, "{}", Some(text), has_api_key),
                    Some(Refusal::RateLimit),
                    "{text}"
                );
                assert_eq!(
                    reason(403, text, None, has_api_key),
                    Some(Refusal::RateLimit),
                    "{text}"
                );
            }
        }
        for body in ["", "{}", "<html>"] {
            let refused = Refused {
                status: 403,
                body: body.as_bytes(),
                message: None,
                has_retry_after: true,
            };
            assert_eq!(refused.reason(true), Some(Refusal::RateLimit), "{body}");
        }
    }
}
