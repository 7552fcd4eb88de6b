//! The API key of a call: a fixed value, or the result of a function that is called for each call.

use crate::{error::Error, rules};
use std::{fmt, future::Future, pin::Pin, rc::Rc};

/// The future that a key function returns; `None` when the function has no key.
///
/// See the example of [`ApiKey`].
pub type ApiKeyFuture = Pin<Box<dyn Future<Output = Result<Option<String>, Error>>>>;

/// The source of a client's API key.
///
/// ```
/// use ethereal_query::ApiKey;
/// use std::rc::Rc;
/// let read_key = || async { Ok(std::env::var("ETHEREAL_API_KEY").ok()) };
/// let api_key = ApiKey::Provider(Rc::new(move || Box::pin(read_key())));
/// assert!(api_key.is_sent());
/// ```
#[derive(Clone, Default)]
pub enum ApiKey {
    /// No key. Calls that need a key fail with `invalid_argument`.
    #[default]
    None,
    /// One key for all calls.
    Value(String),
    /// A function that the client calls once for each call that needs a key. The time that the
    /// function takes counts towards the deadline of the call.
    Provider(Rc<dyn Fn() -> ApiKeyFuture>),
    /// No key, because a proxy at the base URL adds the key.
    AddedByProxy,
}

impl ApiKey {
    /// Returns whether the client sends a key.
    #[must_use]
    pub fn is_sent(&self) -> bool {
        matches!(self, Self::Value(_) | Self::Provider(_))
    }
}

impl fmt::Debug for ApiKey {
    /// Writes the variant without the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "None",
            Self::Value(_) => "Value(…)",
            Self::Provider(_) => "Provider(…)",
            Self::AddedByProxy => "AddedByProxy",
        })
    }
}

/// Returns `key` if a header can carry it.
///
/// # Errors
/// `invalid_argument`, parameter `apiKey`, when the key is missing or breaks [`rules::API_KEY`].
pub(super) fn validate(key: Option<String>) -> Result<String, Error> {
    match key {
        Some(key) if rules::API_KEY.accepts(&key) => Ok(key),
        Some(_) => Err(Error::unusable_api_key()),
        None => Err(Error::missing(
            "apiKey",
            "an API key for this call: pass apiKey to new Client, or proxied: true if a proxy adds the key",
        )),
    }
}

impl Error {
    /// Creates the error of a key that no header can carry. The message does not show the key.
    pub(crate) fn unusable_api_key() -> Self {
        Self::invalid_api_key(rules::API_KEY.expectation)
    }
}
