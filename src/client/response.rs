//! The response of a request, before and after the check of its body.

use crate::json::Checked;

/// A response whose body was read to its end, but not checked.
pub(super) struct RawResponse {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    pub(super) retry_after_ms: Option<u64>,
    /// Whether the service refuses retries, with the header [`crate::retry::SHOULD_RETRY`].
    pub(super) refuses_retry: bool,
    pub(super) body: Vec<u8>,
}

/// The result of a call: a response whose body matches its model.
///
/// ```no_run
/// use ethereal_query::{Client, Clock, Endpoint, Error, GetProject, Transport};
/// async fn print(client: &Client<impl Transport + Clock + 'static>) -> Result<(), Error> {
///     let response = client.call(GetProject.call(), client.limits()).response().await?;
///     println!("status {}: {}", response.status, response.checked.text());
///     Ok(())
/// }
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct CheckedResponse {
    /// The status code.
    pub status: u16,
    /// The headers, with names in lower case. Empty for every endpoint except token metadata.
    pub headers: Vec<(String, String)>,
    /// The body, checked against its model.
    pub checked: Checked,
}
