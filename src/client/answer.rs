//! What a request came to, before and after its body is checked.

use crate::json::Checked;

/// A response that was read to its end.
pub(super) struct Received {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    pub(super) retry_after_ms: Option<u64>,
    pub(super) body: Vec<u8>,
}

/// What a call resolves to.
#[derive(Debug)]
#[non_exhaustive]
pub struct Answer {
    /// Status of the response.
    pub status: u16,
    /// Headers of the response, names in lower case; of token metadata only.
    pub headers: Vec<(String, String)>,
    /// The body, checked against its model.
    pub checked: Checked,
}
