//! Documents that need no request: `data:` URIs (RFC 2397) and a URI that is the JSON text itself. Pure.

use super::miss::Miss;
use base64::{
    Engine,
    alphabet::STANDARD,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use ethereal_query::{DecodeErrorKind, service::record::check_document};
use percent_encoding::percent_decode_str;
use std::sync::Arc;

/// Base 64 as contracts write it: the last group with or without padding, its spare bits whatever they are.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// The document that a URI holds in itself; `None` for a URI that leads elsewhere.
pub(super) fn inline(uri: &str) -> Option<Result<Arc<str>, Miss>> {
    if uri.starts_with(['{', '[']) {
        return Some(json(uri.as_bytes()));
    }
    let (scheme, rest) = uri.split_at_checked(5)?;
    scheme.eq_ignore_ascii_case("data:").then(|| decoded(rest))
}

/// What follows `data:`. A URL parser would cut it at the first `#`, but documents written on the chain are full of
/// colours: everything after the first comma counts.
fn decoded(rest: &str) -> Result<Arc<str>, Miss> {
    let (kind, data) = rest.split_once(',').ok_or(Miss::NotJson)?;
    // A `%` before anything but two hexadecimal digits stays (WHATWG URL §1.3).
    let plain: Vec<u8> = percent_decode_str(data).collect();
    if kind.split(';').skip(1).any(|part| part.trim_ascii().eq_ignore_ascii_case("base64")) {
        return json(&from_base64(&plain).ok_or(Miss::NotJson)?);
    }
    // A raw `%` in a text that nobody escaped: the text as it stands may be the document.
    json(&plain).or_else(|miss| json(data.as_bytes()).map_err(|_| miss))
}

/// Either alphabet of RFC 4648, with white space anywhere.
fn from_base64(text: &[u8]) -> Option<Vec<u8>> {
    let standard = text.iter().filter(|byte| !byte.is_ascii_whitespace()).map(|byte| match byte {
        b'-' => b'+',
        b'_' => b'/',
        other => *other,
    });
    LENIENT.decode(standard.collect::<Vec<u8>>()).ok()
}

/// The text of a JSON document, unchanged but for a byte order mark, which RFC 8259 §8.1 forbids to send on.
pub(super) fn json(bytes: &[u8]) -> Result<Arc<str>, Miss> {
    let text = std::str::from_utf8(bytes).map_err(|_| Miss::NotJson)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match check_document(text) {
        Ok(()) => Ok(text.into()),
        Err(error) if error.kind == DecodeErrorKind::Depth => Err(Miss::TooDeep),
        Err(_) => Err(Miss::NotJson),
    }
}

#[cfg(test)]
mod tests;
