//! Documents within the URI of a token: `data:` URIs (RFC 2397), and JSON text in place of a URI. Pure.

use super::fetch_error::FetchError;
use base64::{
    Engine,
    alphabet::STANDARD,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use ethereal_query::{DecodeErrorKind, service::record::check_document};
use percent_encoding::percent_decode_str;
use std::sync::Arc;

/// Base64 as contracts write it: with or without padding, and with any unused bits in the last group.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// The document within a URI; `None` if it is elsewhere.
pub(super) fn inline(uri: &str) -> Option<Result<Arc<str>, FetchError>> {
    if uri.starts_with(['{', '[']) {
        return Some(json(uri.as_bytes()));
    }
    let (scheme, rest) = uri.split_at_checked(5)?;
    scheme.eq_ignore_ascii_case("data:").then(|| decode(rest))
}

/// Decodes the text after `data:`. A URL parser would cut it at the first `#`, but documents on a chain often have
/// colours such as `#fff`, so everything after the first comma counts.
fn decode(rest: &str) -> Result<Arc<str>, FetchError> {
    let (media_type, data) = rest.split_once(',').ok_or(FetchError::NotJson)?;
    let unescaped: Vec<u8> = percent_decode_str(data).collect();
    if media_type.split(';').skip(1).any(|part| part.trim_ascii().eq_ignore_ascii_case("base64")) {
        return json(&from_base64(&unescaped).ok_or(FetchError::NotJson)?);
    }
    // The author may not have escaped a text with `%` in it, so the raw text may be the document.
    json(&unescaped).or_else(|error| json(data.as_bytes()).map_err(|_| error))
}

/// Decodes base64 in either alphabet of RFC 4648, with white space anywhere.
fn from_base64(text: &[u8]) -> Option<Vec<u8>> {
    let standard = text.iter().filter(|byte| !byte.is_ascii_whitespace()).map(|byte| match byte {
        b'-' => b'+',
        b'_' => b'/',
        other => *other,
    });
    LENIENT.decode(standard.collect::<Vec<u8>>()).ok()
}

/// The text of a JSON document. It is unchanged except for a byte order mark, which RFC 8259 §8.1 forbids to send.
pub(super) fn json(bytes: &[u8]) -> Result<Arc<str>, FetchError> {
    let text = std::str::from_utf8(bytes).map_err(|_| FetchError::NotJson)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match check_document(text) {
        Ok(()) => Ok(text.into()),
        Err(error) if error.kind == DecodeErrorKind::Depth => Err(FetchError::TooDeep),
        Err(_) => Err(FetchError::NotJson),
    }
}

#[cfg(test)]
mod tests;
