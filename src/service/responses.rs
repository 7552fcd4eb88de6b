//! The responses with a page of records or the record of an API key. `record_request.rs` has the
//! responses with one record. A body holds the text of a record as it is stored, so no number or
//! key order changes.

use super::{cursor, http::Response, record::KeyRecord, route::PageRequest};
use crate::text::json_string;

/// The maximum age of a token's document in a cache, in seconds. The age is short, because some
/// collections replace the documents of all tokens at one moment, and owners then look at their
/// tokens.
///
/// ```
/// use ethereal_query::service::responses::TOKEN_MAX_AGE_S;
/// assert_eq!(TOKEN_MAX_AGE_S, 60);
/// ```
pub const TOKEN_MAX_AGE_S: u64 = 60;

/// The response with the record of an API key. `balance` is computed from `balanceWei`, so that the
/// two always agree.
///
/// ```
/// use ethereal_query::service::{KeyRecord, responses};
/// let record = KeyRecord::read(r#"{"requestOwner":"demo","auth":{},"balanceWei":"1000000000000000000"}"#)?;
/// assert!(responses::project(&record).body.contains(r#""balance":"1""#));
/// # Ok::<(), String>(())
/// ```
#[must_use]
pub fn project(key: &KeyRecord) -> Response {
    let mut body = [
        "{\"message\":\"Key details.\",\"requestOwner\":",
        &json_string(&key.request_owner),
    ]
    .concat();
    body.extend([",\"auth\":", &key.auth]);
    if let Some(account) = &key.sponsored_account {
        body.extend([",\"sponsoredAccount\":", &json_string(account)]);
    }
    if let Some((wei, whole)) = key.balance_wei.as_ref().zip(key.balance()) {
        body.extend([
            ",\"balanceWei\":",
            &json_string(wei),
            ",\"balance\":",
            &json_string(&whole),
        ]);
    }
    body.push('}');
    private_json(body)
}

/// The response with a page of `rows`, which are `(id, record)`. [`PageRequest::count`] decides how
/// many of the rows are on the page. If `rows` has more rows, there is a next page.
///
/// ```
/// use ethereal_query::{EtherealsQuery, service::{PageRequest, responses}};
/// let page = PageRequest::new(EtherealsQuery::default().page_size(std::num::NonZeroU32::MIN)).unwrap();
/// let response = responses::ethereals(&page, &[("a", r#"{"_id":"a"}"#)]);
/// assert_eq!(response.body, r#"{"etherealData":[{"_id":"a"}],"nextCursor":null}"#);
/// ```
#[must_use]
pub fn ethereals(request: &PageRequest, rows: &[(&str, &str)]) -> Response {
    let count = request.count(rows.iter().map(|(_, record)| record.len()));
    let page = rows.get(..count).unwrap_or(rows);
    let has_next_page = rows.len() > count;
    let next_cursor = match page.last() {
        Some((id, _)) if has_next_page => {
            ["\"", &cursor::encode(id, &request.filter), "\""].concat()
        }
        _ => "null".to_owned(),
    };
    // The parts borrow the records, which can have megabytes, so that each record is copied only
    // once.
    let mut parts = vec!["{\"etherealData\":["];
    for (index, (_, record)) in page.iter().enumerate() {
        if index > 0 {
            parts.push(",");
        }
        parts.push(record);
    }
    parts.extend(["],\"nextCursor\":", &next_cursor, "}"]);
    private_json(parts.concat())
}

/// The `cache-control` of a response that depends on the API key; shared caches must not store it.
const PRIVATE: &str = "private, no-cache";

pub(super) fn private_json(body: String) -> Response {
    Response::json(body).with_header("cache-control", PRIVATE)
}
