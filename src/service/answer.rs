//! Bodies, concatenated from the records' own text: nothing is parsed and written again, so nothing changes.

use super::{cursor, http::Response, record::KeyRecord, route::PageRequest};
use crate::{
    endpoints::{GetTokenUri, GetTransfer, Standard},
    text::json_string,
};

/// The document of a token, unchanged; 404 when there is none.
#[must_use]
pub fn token_uri(request: &GetTokenUri, document: Option<&str>) -> Response {
    if let Some(text) = document {
        // Anybody's, and seldom another.
        let caching = "public, max-age=300, stale-while-revalidate=86400";
        return Response::json(text.to_owned()).with("cache-control", caching);
    }
    let GetTokenUri { chain_id, address, id, standard, .. } = request;
    let standard = match standard.unwrap_or_default() {
        Standard::Erc721 => "ERC721, s=0",
        Standard::Erc1155 => "ERC1155, s=1",
    };
    let message = format!("There is no token {id} of the contract {address} on chain {chain_id} ({standard}).");
    Response::failure(404, &message)
}

/// One transfer in the envelope of the specification; 404 when there is none.
#[must_use]
pub fn bridge_transfer(request: &GetTransfer, record: Option<&str>) -> Response {
    let chain = request.chain.unwrap_or_default().as_str();
    match record {
        Some(text) => keyed(["{\"bridgeData\":{\"bridgeData\":[", text, "],\"nextCursor\":null}}"].concat()),
        None => Response::failure(404, &format!("There is no transfer with the hash {} on {chain}.", request.hash)),
    }
}

/// What a key may do; `balance` is derived from `balanceWei`, so the two cannot disagree.
#[must_use]
pub fn project(key: &KeyRecord) -> Response {
    let mut body = ["{\"message\":\"Key details.\",\"requestOwner\":", &json_string(&key.request_owner)].concat();
    body.extend([",\"auth\":", &key.auth]);
    if let Some(account) = &key.sponsored_account {
        body.extend([",\"sponsoredAccount\":", &json_string(account)]);
    }
    if let Some((wei, whole)) = key.balance_wei.as_ref().zip(key.balance()) {
        body.extend([",\"balanceWei\":", &json_string(wei), ",\"balance\":", &json_string(&whole)]);
    }
    body.push('}');
    keyed(body)
}

/// A page of `(id, record)` rows. `rows` may hold one more than the page: it only says that there is a next one.
#[must_use]
pub fn ethereals(request: &PageRequest, rows: &[(&str, &str)]) -> Response {
    let page = rows.get(..request.size).unwrap_or(rows);
    let next = page.last().filter(|_| rows.len() > page.len()).map(|(id, _)| cursor::encode(id, &request.filter));
    let records: Vec<&str> = page.iter().map(|(_, record)| *record).collect();
    let next = next.map_or("null".to_owned(), |cursor| ["\"", &cursor, "\""].concat());
    keyed(["{\"etherealData\":[", &records.join(","), "],\"nextCursor\":", &next, "}"].concat())
}

/// An answer that depends on the key is nobody else's.
fn keyed(body: String) -> Response {
    Response::json(body).with("cache-control", "private, no-cache")
}
