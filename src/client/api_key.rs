//! The API key of a call: fixed, or asked for anew at each call.

use crate::{Error, rules};
use std::{fmt, future::Future, pin::Pin, rc::Rc};

/// The answer of a key function; `None` where it has no key.
pub type ApiKeyFuture = Pin<Box<dyn Future<Output = Result<Option<String>, Error>>>>;

/// Where a client takes its API key from.
#[derive(Clone, Default)]
pub enum ApiKey {
    /// No key: calls that need one fail.
    #[default]
    None,
    /// One key for all calls.
    Value(String),
    /// A function that is called before each call that needs a key, within the deadline of the call.
    Provider(Rc<dyn Fn() -> ApiKeyFuture>),
    /// No key: a proxy at the base URL adds one.
    AddedByProxy,
}

impl ApiKey {
    /// Whether the client sends a key.
    #[must_use]
    pub fn is_sent(&self) -> bool {
        matches!(self, Self::Value(_) | Self::Provider(_))
    }
}

impl fmt::Debug for ApiKey {
    /// Never shows the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "None",
            Self::Value(_) => "Value(…)",
            Self::Provider(_) => "Provider(…)",
            Self::AddedByProxy => "AddedByProxy",
        })
    }
}

/// The key as it is sent.
///
/// # Errors
/// `invalid_argument`, parameter `apiKey`, when it is missing or cannot be the value of a header.
pub(super) fn usable(key: Option<String>) -> Result<String, Error> {
    match key {
        Some(key) if (rules::API_KEY.normalize)(&key).is_some() => Ok(key),
        Some(_) => Err(Error::unusable_api_key()),
        None => Err(Error::missing(
            "apiKey",
            "an API key for this call: pass apiKey to new Client, or proxied: true if a proxy adds the key",
        )),
    }
}

impl Error {
    /// The error for a key that no header can carry. It does not show the key.
    pub(crate) fn unusable_api_key() -> Self {
        Self::invalid_api_key(rules::API_KEY.expectation)
    }
}
