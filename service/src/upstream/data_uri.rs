//! Reads documents that the URI of a token contains: a `data:` URI (RFC 2397), or the text of JSON
//! or an SVG instead of a URI. Pure.

use super::{
    content::Content,
    failure::{FetchError, OtherContent},
    location::strip,
};
use base64::{
    Engine,
    alphabet::STANDARD,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use flate2::read::MultiGzDecoder;
use percent_encoding::percent_decode_str;
use std::{borrow::Cow, io::Read};

/// Reads base64 as contracts write it: with or without padding. The unused bits at the end can have
/// any value.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Whether a URI is the document itself.
pub(super) fn is_inline(uri: &str) -> bool {
    uri.starts_with(['{', '[', '<']) || strip(uri, "data:").is_some()
}

/// Returns the content that a URI contains. `None` if the URI leads to content elsewhere.
/// `max_bytes` limits the size of content after decompression.
pub(super) fn inline(uri: &str, max_bytes: usize) -> Option<Result<Content, FetchError>> {
    if !is_inline(uri) {
        return None;
    }
    let content = match strip(uri, "data:") {
        Some(rest) => decode(rest, max_bytes),
        None => Content::of(uri.as_bytes(), ""),
    };
    Some(content)
}

/// Decodes the text after `data:`. Everything after the first comma is data: a URL parser would cut
/// the text at the first `#`, but documents on a chain often have colours such as `#fff`.
fn decode(rest: &str, max_bytes: usize) -> Result<Content, FetchError> {
    let Some((mut media_type, mut data)) = rest.split_once(',') else {
        return Err(FetchError::NoDocument(OtherContent::Empty));
    };
    // Some contracts write the beginning of the `data:` URI twice. A hostile URI may repeat it many
    // times, so this is a loop: recursion would overflow the stack.
    while let Some(rest) = strip(data.trim_ascii(), "data:")
        && let Some(parts) = rest.split_once(',')
    {
        (media_type, data) = parts;
    }
    let unescaped: Vec<u8> = percent_decode_str(data).collect();
    // Some contracts write `:base64` instead of `;base64`.
    let mut parameters = media_type.split([';', ':']).skip(1);
    let is_base64 = parameters.any(|part| part.trim_ascii().eq_ignore_ascii_case("base64"));
    // Some contracts write `base64` but do not encode the text, so a failure to decode is not an
    // error.
    if is_base64 && let Some(bytes) = from_base64(&unescaped) {
        return Content::of(&decompressed(&bytes, max_bytes)?, media_type);
    }
    // Some contracts write text without percent-encoding. Unescaping can damage such a text, so the
    // raw text is tried too.
    Content::of(&unescaped, media_type).or_else(|error| {
        let raw = Content::of(data.as_bytes(), media_type);
        raw.map_err(|_| error)
    })
}

/// Decompresses gzip (RFC 1952). The first two bytes show whether the content is gzip, because no
/// text begins with these bytes. So the parameter `enc=gzip`, which contracts write, is not needed.
fn decompressed(bytes: &[u8], max_bytes: usize) -> Result<Cow<'_, [u8]>, FetchError> {
    if !bytes.starts_with(b"\x1f\x8b") {
        return Ok(bytes.into());
    }
    let mut content = Vec::new();
    // A byte more than allowed is enough to see that the content is too large.
    let limit = u64::try_from(max_bytes)
        .unwrap_or(u64::MAX)
        .saturating_add(1);
    MultiGzDecoder::new(bytes)
        .take(limit)
        .read_to_end(&mut content)
        .map_err(|_| FetchError::NoDocument(OtherContent::Coding))?;
    if content.len() > max_bytes {
        return Err(FetchError::TooLarge);
    }
    Ok(content.into())
}

/// Decodes base64 in the standard or the URL-safe alphabet (RFC 4648), with white space anywhere.
fn from_base64(text: &[u8]) -> Option<Vec<u8>> {
    let standard_alphabet = text
        .iter()
        .filter(|byte| !byte.is_ascii_whitespace())
        .map(|byte| match byte {
            b'-' => b'+',
            b'_' => b'/',
            other => *other,
        });
    LENIENT.decode(standard_alphabet.collect::<Vec<u8>>()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::engine::general_purpose::{STANDARD as PADDED, URL_SAFE_NO_PAD};
    use ethereal_query::service::record::DOCUMENT_DEPTH;
    use serde::Deserialize;
    use serde_json::value::RawValue;
    use std::io::Write;

    const MAX_BYTES: usize = 1 << 20;

    /// The text of the JSON document in a URI, or the kind of the media file in the URI.
    fn inline_text(uri: &str) -> Option<Result<String, FetchError>> {
        inline(uri, MAX_BYTES).map(|content| {
            content.map(|content| match content {
                Content::Json(text) => text.to_string(),
                Content::Media(media) => media.as_str().to_owned(),
            })
        })
    }

    fn read(uri: &str) -> Result<String, FetchError> {
        inline_text(uri).expect("a URI that contains its document")
    }

    /// The public corpus of documents that break readers.
    #[derive(Deserialize)]
    struct Corpus {
        entries: Vec<Entry>,
    }

    #[derive(Deserialize)]
    struct Entry {
        id: String,
        document: Box<RawValue>,
    }

    #[test]
    fn returns_each_document_of_the_corpus_unchanged() {
        // A corpus with fewer entries is incomplete.
        const MIN_ENTRIES: usize = 200;
        let text = include_str!("../../../tests/metadata/naughty-tokens.json");
        let corpus: Corpus = serde_json::from_str(text).expect("the corpus is valid");
        assert!(
            corpus.entries.len() >= MIN_ENTRIES,
            "{} documents",
            corpus.entries.len()
        );
        for Entry { id, document } in corpus.entries {
            let uri = [
                "data:application/json;base64,",
                &PADDED.encode(document.get()),
            ]
            .concat();
            assert_eq!(read(&uri).as_deref(), Ok(document.get()), "{id}");
        }
    }

    #[test]
    fn reads_a_megabyte_of_beginnings_without_a_stack_overflow() {
        let uri = ["data:,".repeat(MAX_BYTES / 6), "{}".into()].concat();
        assert_eq!(read(&uri).as_deref(), Ok("{}"));
    }

    #[test]
    fn reads_documents_within_a_uri() {
        let colour = r##"{"image":"<svg fill='#fff'>100%</svg>","a":"é"}"##;
        let table = [
            (r#"{ "a" : 1 }"#.to_owned(), r#"{ "a" : 1 }"#),
            ("[1,2]".into(), "[1,2]"),
            (format!("data:application/json,{colour}"), colour),
            (format!("data:application/json;utf8,{colour}"), colour),
            (format!("data:,{colour}"), colour),
            (
                format!("DATA:application/json;charset=UTF-8,{colour}"),
                colour,
            ),
            (
                "data:application/json,{\n\"a\":1\n}".into(),
                "{\n\"a\":1\n}",
            ),
            (
                "data:application/json,%7B%22a%22%3A%22%C3%A9%23%22%7D".into(),
                r##"{"a":"é#"}"##,
            ),
            // Percent-encoded JSON with a comma, and a `%` that begins no escape.
            (
                "data:application/json,%7B%22a%22:1,%22b%22:%22100%%22%7D".into(),
                r#"{"a":1,"b":"100%"}"#,
            ),
            // This text is not percent-encoded: `%22` belongs to the value.
            (
                r#"data:application/json,{"a":"%22"}"#.into(),
                r#"{"a":"%22"}"#,
            ),
            // Base64 of `{"a":1}`: with padding, without padding, with escaped padding, with white
            // space, and with other unused bits at the end (`R` instead of `Q`).
            (
                "data:application/json;base64,eyJhIjoxfQ==".into(),
                r#"{"a":1}"#,
            ),
            (
                "data:application/json;base64,eyJhIjoxfQ".into(),
                r#"{"a":1}"#,
            ),
            (
                "data:application/json;base64,eyJhIjoxfQ%3D%3D".into(),
                r#"{"a":1}"#,
            ),
            (
                "data:application/json;base64,eyJh IjoxfQ\r\n==".into(),
                r#"{"a":1}"#,
            ),
            (
                "data:application/json;base64,eyJhIjoxfR==".into(),
                r#"{"a":1}"#,
            ),
            // Other notations of the parameter `base64`.
            (
                "data:application/json; BASE64,eyJhIjoxfQ==".into(),
                r#"{"a":1}"#,
            ),
            (
                "data:application/json;base64;charset=utf-8,eyJhIjoxfQ==".into(),
                r#"{"a":1}"#,
            ),
            // The text is not base64.
            (
                r#"data:application/json;base64,{"a":1}"#.into(),
                r#"{"a":1}"#,
            ),
            (
                "data:application/json;base64,data:application/json;base64,eyJhIjoxfQ==".into(),
                r#"{"a":1}"#,
            ),
            (
                "data:application/json:base64,eyJhIjoxfQ==".into(),
                r#"{"a":1}"#,
            ),
            (
                "data:application/json;charset=iso-8859-1,[%22%E9%22]".into(),
                r#"["é"]"#,
            ),
        ];
        for (uri, text) in table {
            assert_eq!(read(&uri).as_deref(), Ok(text), "{uri}");
        }
    }

    #[test]
    fn decompresses_within_the_limit() {
        let compressed = |text: &str| {
            let mut encoder =
                flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
            encoder.write_all(text.as_bytes()).expect("memory has room");
            PADDED.encode(encoder.finish().expect("memory has room"))
        };
        let document = r#"{"name":"Agent #1"}"#;
        for start in [
            "data:application/json;enc=gzip;level=6;base64,",
            "data:application/json:base64,",
        ] {
            assert_eq!(
                read(&[start, &compressed(document)].concat()).as_deref(),
                Ok(document),
                "{start}"
            );
        }
        let bomb = compressed(&" ".repeat(100 * MAX_BYTES));
        assert_eq!(
            read(&["data:;base64,", &bomb].concat()),
            Err(FetchError::TooLarge)
        );
        let incomplete = &compressed(document)[..16];
        assert_eq!(
            read(&["data:;base64,", incomplete].concat()),
            Err(FetchError::NoDocument(OtherContent::Coding))
        );
    }

    #[test]
    fn reads_both_alphabets() {
        let text = r#"{"a":"???>>>~~~ÿÿÿ"}"#;
        let (padded, safe) = (PADDED.encode(text), URL_SAFE_NO_PAD.encode(text));
        assert!(padded.contains('/') && safe.contains('_'), "{padded}");
        assert_eq!(
            read(&format!("data:a/b;base64,{padded}")).as_deref(),
            Ok(text)
        );
        assert_eq!(
            read(&format!("data:a/b;base64,{safe}")).as_deref(),
            Ok(text)
        );
    }

    #[test]
    fn rejects_text_that_is_not_json() {
        for uri in [
            "{",
            "{]",
            "[1,]",
            "data:",
            "data:application/json",
            "data:application/json,",
            "data:application/json,<html>",
            "<html><svg/></html>",
            "data:application/json;base64,!!!!",
            // Base64 of `<html>`.
            "data:application/json;base64,PGh0bWw+",
            "data:application/json,%FF",
            "data:image/svg+xml;base64,",
            "data:,{\"a\":\"\u{1}\"}",
        ] {
            assert!(
                matches!(read(uri), Err(FetchError::NoDocument(_))),
                "{uri}: {:?}",
                read(uri)
            );
        }
    }

    #[test]
    fn ignores_uris_that_lead_elsewhere() {
        for uri in [
            "",
            "d",
            "data",
            "datá:x",
            "https://a.b/data:,1",
            "ipfs://x",
            " {}",
        ] {
            assert_eq!(inline_text(uri), None, "{uri}");
        }
    }

    #[test]
    fn finds_pictures_and_videos_within_a_uri() {
        for (uri, media) in [
            (
                "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAE=",
                "image",
            ),
            (
                "data:image/svg+xml,<svg fill='#fff' width='100%'/>",
                "image",
            ),
            ("data:image/svg+xml;utf8,%3Csvg/%3E", "image"),
            ("data:image/svg+xml;base64,PHN2Zy8+", "image"),
            (
                "data:image/svg+xml;base64,<svg viewBox='0 0 9 9'/>",
                "image",
            ),
            ("data:video/mp4;base64,AAAAIGZ0eXBpc29tAAACAA==", "video"),
            ("<svg xmlns='http://www.w3.org/2000/svg'/>", "image"),
            ("<?xml version='1.0'?><svg/>", "image"),
        ] {
            assert_eq!(read(uri).as_deref(), Ok(media), "{uri}");
        }
    }

    #[test]
    fn rejects_deep_nesting() {
        let nested = |levels| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        let max_levels = DOCUMENT_DEPTH as usize;
        let deepest = nested(max_levels);
        assert_eq!(read(&deepest), Ok(deepest));
        for levels in [max_levels + 1, 100_000] {
            let deep = nested(levels);
            for uri in [
                deep.clone(),
                format!("data:,{deep}"),
                format!("data:;base64,{}", PADDED.encode(&deep)),
            ] {
                assert_eq!(read(&uri), Err(FetchError::TooDeep), "{levels}");
            }
        }
    }
}
