//! Recognises the content of a body or a `data:` URI: a JSON document, a media file such as a
//! picture, or neither. Pure.

use super::{
    failure::{FetchError, OtherContent},
    media::{self, Media},
};
use encoding_rs::{Encoding, UTF_8};
use ethereal_query::{DecodeErrorKind, service::record::check_document};
use std::{borrow::Cow, sync::Arc};

/// The content at the URI of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Content {
    /// The text of the document.
    Json(Arc<str>),
    Media(Media),
}

impl Content {
    /// Reads bytes with a media type such as `application/json; charset=utf-8`.
    pub(super) fn of(bytes: &[u8], media_type: &str) -> Result<Self, FetchError> {
        match media::recognise(bytes, media_type) {
            Some(media) => Ok(Self::Media(media)),
            None => json(&text(bytes, media_type)).map(Self::Json),
        }
    }
}

/// Checks that a text is a JSON document. Returns the unchanged text, but without a byte order
/// mark, which RFC 8259 §8.1 forbids to send.
pub(super) fn json(text: &str) -> Result<Arc<str>, FetchError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match check_document(text) {
        Ok(()) => Ok(text.into()),
        Err(error) if error.kind == DecodeErrorKind::Depth => Err(FetchError::TooDeep),
        Err(error) => Err(FetchError::NoDocument(other_content(text, error.offset))),
    }
}

/// Decodes a body to text. As in a browser, U+FFFD replaces bytes that are invalid in the encoding.
fn text<'a>(bytes: &'a [u8], media_type: &str) -> Cow<'a, str> {
    let (text, _, _) = encoding_of(bytes, media_type).decode(bytes);
    text
}

/// Returns the encoding of a body: by its byte order mark, otherwise by the charset of the media
/// type. Many servers name a charset that the file does not have, and JSON is UTF-8 (RFC 8259
/// §8.1). So the result is UTF-8 if the bytes are valid UTF-8, unless the charset is incompatible
/// with ASCII, as UTF-16 is.
fn encoding_of(bytes: &[u8], media_type: &str) -> &'static Encoding {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return encoding;
    }
    let charset = parameter(media_type, "charset").unwrap_or_default();
    let Some(named) = Encoding::for_label(charset.as_bytes()) else {
        return UTF_8;
    };
    // A text in UTF-16 can be valid UTF-8 too: each ASCII character only gets a zero byte. So this
    // check is only for encodings that are compatible with ASCII.
    if named.is_ascii_compatible() && std::str::from_utf8(bytes).is_ok() {
        return UTF_8;
    }
    named
}

/// The value of a parameter of a media type.
fn parameter<'a>(media_type: &'a str, name: &str) -> Option<&'a str> {
    for part in media_type.split(';').skip(1) {
        if let Some((key, value)) = part.split_once('=')
            && key.trim_ascii().eq_ignore_ascii_case(name)
        {
            return Some(value.trim_ascii().trim_matches('"'));
        }
    }
    None
}

/// The number of characters at the start of a text in which a tag of HTML must appear. A comment
/// may come before the tag.
const HTML_START: usize = 1024;

/// Finds out what a text is instead of JSON. `offset` is the byte offset of the first JSON error.
fn other_content(text: &str, offset: usize) -> OtherContent {
    let text = text.trim_ascii();
    let start: String = text
        .chars()
        .take(HTML_START)
        .collect::<String>()
        .to_ascii_lowercase();
    let is_html = text.starts_with('<')
        && ["<!doctype html", "<html", "<head", "<body"]
            .iter()
            .any(|tag| start.contains(tag));
    if text.is_empty() {
        OtherContent::Empty
    } else if is_html {
        OtherContent::Html
    } else if text.starts_with(['{', '[']) {
        OtherContent::InvalidJson(offset)
    } else {
        OtherContent::Text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: impl AsRef<[u8]>, media_type: &str) -> Result<String, FetchError> {
        Content::of(bytes.as_ref(), media_type).map(|content| match content {
            Content::Json(text) => text.to_string(),
            Content::Media(media) => format!("{media:?}"),
        })
    }

    #[test]
    fn keeps_json_text_unchanged() {
        // Two numbers that a double cannot hold exactly, a name that occurs twice, and half of a
        // surrogate pair.
        let text = "\t{\"z\": 1e400,\"a\": 123456789012345678901234567890, \"a\":\"\\ud800\"}\r\n";
        assert_eq!(read(text, "").as_deref(), Ok(text));
        assert_eq!(read("\u{feff}{}", "").as_deref(), Ok("{}"));
    }

    #[test]
    fn reads_other_charsets() {
        let latin = b"{\"name\":\"Caf\xe9\"}";
        let utf16: Vec<u8> = "{\"é\":1}"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        for (bytes, media_type, text) in [
            (
                &latin[..],
                "application/json; charset=ISO-8859-1",
                "{\"name\":\"Café\"}",
            ),
            (
                latin,
                "application/json;charset=\"latin1\"",
                "{\"name\":\"Café\"}",
            ),
            (
                b"{\"name\":\"\x93a\x94\"}",
                "text/plain; charset=windows-1252",
                "{\"name\":\"“a”\"}",
            ),
            (
                b"{\"name\":\"\x83\x65\"}",
                "application/json; charset=Shift_JIS",
                "{\"name\":\"テ\"}",
            ),
            (&utf16, "application/json; charset=utf-16le", "{\"é\":1}"),
            // The bytes begin with a byte order mark.
            (
                &[&[0xff, 0xfe], &utf16[..]].concat(),
                "application/json",
                "{\"é\":1}",
            ),
            // The server names a charset that the file does not have.
            (
                "{\"name\":\"Café\"}".as_bytes(),
                "application/json; charset=ISO-8859-1",
                "{\"name\":\"Café\"}",
            ),
            // No charset, the wrong charset, and an unknown charset.
            (latin, "application/json", "{\"name\":\"Caf\u{fffd}\"}"),
            (
                latin,
                "application/json; charset=utf-8",
                "{\"name\":\"Caf\u{fffd}\"}",
            ),
            (
                latin,
                "application/json; charset=klingon",
                "{\"name\":\"Caf\u{fffd}\"}",
            ),
        ] {
            assert_eq!(read(bytes, media_type).as_deref(), Ok(text), "{media_type}");
        }
    }

    #[test]
    fn describes_content_that_is_not_json() {
        for (bytes, expected) in [
            (&b""[..], OtherContent::Empty),
            (b" \n", OtherContent::Empty),
            // Only a byte order mark.
            (b"\xff\xfe", OtherContent::Empty),
            (b"{\"a\":1,}", OtherContent::InvalidJson(7)),
            (b"[1,]", OtherContent::InvalidJson(3)),
            (b"{} {}", OtherContent::InvalidJson(3)),
            (b"<!DOCTYPE html><title>No</title>", OtherContent::Html),
            (b"\n<!-- a --><HTML lang=en>", OtherContent::Html),
            (b"<Error><Code>NoSuchKey</Code></Error>", OtherContent::Text),
            (b"undefined", OtherContent::Text),
            (b"NaN", OtherContent::Text),
            (b"hello", OtherContent::Text),
        ] {
            assert_eq!(
                read(bytes, "application/json"),
                Err(FetchError::NoDocument(expected)),
                "{bytes:?}"
            );
        }
    }
}
