//! Pictures, videos, sounds and models at the URI of a token, instead of a document. Pure.

use serde::{Deserialize, de::IgnoredAny};
use std::sync::Arc;

/// A kind of file that a page can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Media {
    Image,
    Video,
    Audio,
    Model,
}

impl Media {
    /// The name in the header `X-Token-Uri-Content`.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::Video => "video",
            Self::Audio => "audio",
            Self::Model => "model",
        }
    }

    /// A document for a token whose URI leads to such a file. `image` is of EIP-721 and EIP-1155; `animation_url`, and
    /// `image_data` for the text of an SVG, are of OpenSea.
    pub(super) fn document(self, uri: &str) -> Arc<str> {
        let name = match self {
            Self::Image if uri.starts_with('<') => "image_data",
            Self::Image => "image",
            Self::Video | Self::Audio | Self::Model => "animation_url",
        };
        serde_json::json!({ name: uri }).to_string().into()
    }

    /// The kind of a media type by its first part.
    fn of_type(media_type: &str) -> Option<Self> {
        let (first, _) = media_type.split_once('/')?;
        let all = [Self::Image, Self::Video, Self::Audio, Self::Model];
        all.into_iter()
            .find(|media| first.trim_ascii().eq_ignore_ascii_case(media.as_str()))
    }
}

/// The number of first bytes of a body that tell its kind.
pub(super) const HEAD: usize = 512;

/// The bytes by which each kind of file is recognised, and their offset (WHATWG MIME Sniffing §6; ISO/IEC 14496-12 for
/// `ftyp`; glTF 2.0 §4.4 for `glTF`). Those at offset 8 are the types of RIFF files, which begin with `RIFF`; any chunk
/// may follow the type. The first that fits counts.
const SIGNATURES: [(usize, &[u8], Media); 26] = [
    (0, b"\x89PNG\r\n\x1a\n", Media::Image),
    (0, b"\xff\xd8\xff", Media::Image), // JPEG
    (0, b"GIF8", Media::Image),
    (0, b"BM", Media::Image),
    (0, b"\0\0\x01\0", Media::Image), // ICO
    (0, b"II*\0", Media::Image),      // TIFF
    (0, b"MM\0*", Media::Image),
    (8, b"WEBPVP8", Media::Image),
    (4, b"ftypavi", Media::Image), // AVIF
    (4, b"ftyphei", Media::Image), // HEIC
    (4, b"ftypmif1", Media::Image),
    (4, b"ftypmsf1", Media::Image),
    (4, b"ftypM4A ", Media::Audio),
    (4, b"ftypM4B ", Media::Audio),
    (8, b"WAVE", Media::Audio),
    (0, b"ID3", Media::Audio), // MP3
    (0, b"\xff\xfb", Media::Audio),
    (0, b"\xff\xf3", Media::Audio),
    (0, b"\xff\xf2", Media::Audio),
    (0, b"fLaC", Media::Audio),
    (0, b"MThd\0", Media::Audio), // MIDI
    (4, b"ftyp", Media::Video),   // MP4 and its relatives
    (8, b"AVI ", Media::Video),
    (0, b"\x1a\x45\xdf\xa3", Media::Video), // WebM, Matroska
    (0, b"OggS\0", Media::Video),
    (0, b"glTF", Media::Model),
];

/// The kind of a file with these first bytes; `None` for most texts, and for other files. The media type decides about a
/// file with an unknown signature; it never makes a picture of a text, such as the page of an error.
pub(super) fn recognise(bytes: &[u8], media_type: &str) -> Option<Media> {
    let head = bytes.get(..HEAD).unwrap_or(bytes);
    let named = Media::of_type(media_type);
    if is_text(head) {
        return recognise_text(bytes, media_type, named);
    }
    let is_at = |offset: usize, bytes| {
        head.get(offset..)
            .is_some_and(|rest| rest.starts_with(bytes))
            && (offset != 8 || head.starts_with(b"RIFF"))
    };
    let signature = SIGNATURES
        .iter()
        .find(|(offset, bytes, _)| is_at(*offset, bytes));
    let Some((.., media)) = signature else {
        return named;
    };
    // The containers of videos have sounds too.
    if *media == Media::Video && named == Some(Media::Audio) {
        return named;
    }
    Some(*media)
}

/// The kind of a text: an SVG, a playlist of HTTP Live Streaming (RFC 8216 §4.3.1.1), or a model of glTF 2.0 as JSON.
fn recognise_text(bytes: &[u8], media_type: &str, named: Option<Media>) -> Option<Media> {
    let text = bytes
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(bytes)
        .trim_ascii_start();
    if is_svg(bytes) {
        Some(Media::Image)
    } else if text.starts_with(b"#EXTM3U") {
        Some(if named == Some(Media::Audio) {
            Media::Audio
        } else {
            Media::Video
        })
    } else if text.starts_with(b"{") && (is_gltf_type(media_type) || is_gltf(text)) {
        Some(Media::Model)
    } else {
        None
    }
}

/// Whether a media type is the one of glTF as JSON.
fn is_gltf_type(media_type: &str) -> bool {
    let name = media_type.split(';').next().unwrap_or_default();
    name.trim_ascii().eq_ignore_ascii_case("model/gltf+json")
}

/// The members of glTF that no metadata document has together (glTF 2.0 §5.17).
#[derive(Deserialize)]
struct Gltf {
    #[serde(rename = "asset")]
    _asset: GltfAsset,
    scenes: Option<IgnoredAny>,
    nodes: Option<IgnoredAny>,
    meshes: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct GltfAsset {
    #[serde(rename = "version")]
    _version: String,
}

/// Whether a JSON text is glTF.
fn is_gltf(text: &[u8]) -> bool {
    const ASSET: &[u8] = b"\"asset\"";
    if !text.windows(ASSET.len()).any(|bytes| bytes == ASSET) {
        return false;
    }
    let read = serde_json::from_slice::<Gltf>(text);
    read.is_ok_and(
        |Gltf {
             scenes,
             nodes,
             meshes,
             ..
         }| scenes.or(nodes).or(meshes).is_some(),
    )
}

/// Whether bytes are of a text: they have no control characters but white space (WHATWG MIME Sniffing §7.2).
fn is_text(bytes: &[u8]) -> bool {
    let utf16 = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    utf16
        || !bytes
            .iter()
            .any(|byte| matches!(byte, 0..=8 | 0x0b | 0x0e..=0x1a | 0x1c..=0x1f))
}

/// Whether a text is an SVG: its first element is `svg`, after an XML declaration, comments and a document type.
fn is_svg(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let mut rest = text.trim_start_matches('\u{feff}').trim_ascii_start();
    loop {
        let end = match rest.as_bytes() {
            [b'<', b'!', b'-', b'-', ..] => "-->",
            [b'<', b'?', ..] => "?>",
            [b'<', b'!', ..] if rest.find('[') < rest.find('>') && rest.contains('[') => "]>",
            [b'<', b'!', ..] => ">",
            _ => break,
        };
        let Some((_, after)) = rest.split_once(end) else {
            return false;
        };
        rest = after.trim_ascii_start();
    }
    let name_end = rest.get(4..).is_some_and(|rest| {
        rest.starts_with(|c: char| c.is_ascii_whitespace() || c == '>' || c == '/')
    });
    name_end
        && rest
            .get(..4)
            .is_some_and(|start| start.eq_ignore_ascii_case("<svg"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_files_by_their_first_bytes() {
        let table: [(&[u8], &str, Media); 23] = [
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "", Media::Image),
            (b"\x89PNG\r\n\x1a\n\0", "application/json", Media::Image),
            (b"\xff\xd8\xff\xe0\0\x10JFIF\0", "application/octet-stream", Media::Image),
            (b"GIF89a\x01\0", "", Media::Image),
            (b"RIFF\x01\0\0\0WEBPVP8 ", "", Media::Image),
            (b"RIFF\x01\0\0\0WAVEfmt ", "", Media::Audio),
            (b"RIFF\x01\0\0\0WAVEJUNK", "", Media::Audio),
            (b"RIFF\x01\0\0\0AVI JUNK", "", Media::Video),
            (b"\0\0\0\x1cftypavif\0", "", Media::Image),
            (b"\0\0\0\x20ftypisom\0", "", Media::Video),
            (b"\0\0\0\x20ftypqt  \0", "video/quicktime", Media::Video),
            (b"\0\0\0\x20ftypM4A \0", "", Media::Audio),
            (b"\x1a\x45\xdf\xa3\x01", "", Media::Video),
            (b"OggS\0\x02", "audio/ogg", Media::Audio),
            (b"OggS\0\x02", "", Media::Video),
            (b"ID3\x04\0", "", Media::Audio),
            (b"glTF\x02\0\0\0", "", Media::Model),
            (b"\xff\x0a\0\x10", "image/jxl", Media::Image),
            (b"<svg/>", "", Media::Image),
            (b"\xef\xbb\xbf\n<SVG xmlns='x'>", "text/plain", Media::Image),
            (b"<?xml version=\"1.0\"?>\n<!-- a > b --><!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"u\">\n<svg\n>", "", Media::Image),
            (b"<!DOCTYPE svg [<!ENTITY a \"b>\">]><svg>", "", Media::Image),
            (b"\xff\xfbP\0", "", Media::Audio),
        ];
        for (bytes, media_type, media) in table {
            assert_eq!(
                recognise(bytes, media_type),
                Some(media),
                "{}",
                String::from_utf8_lossy(bytes)
            );
        }
    }

    #[test]
    fn knows_playlists_and_models_that_are_text() {
        let model = r#"{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}]}"#;
        for (text, media_type, media) in [
            (
                "#EXTM3U\n#EXT-X-VERSION:3\n",
                "application/vnd.apple.mpegurl",
                Some(Media::Video),
            ),
            ("\u{feff}#EXTM3U\n", "text/plain", Some(Media::Video)),
            ("#EXTM3U\n", "audio/mpegurl", Some(Media::Audio)),
            (model, "", Some(Media::Model)),
            (model, "application/json", Some(Media::Model)),
            (
                "\n{\"extensionsUsed\":[",
                "model/gltf+json; charset=utf-8",
                Some(Media::Model),
            ),
            (
                "{\"asset\":{\"version\":\"2.0\"},\"name\":\"A\"}",
                "application/json",
                None,
            ),
            ("{\"asset\":\"gold\",\"nodes\":[]}", "", None),
            ("[{\"asset\":{\"version\":\"2.0\"},\"nodes\":[]}]", "", None),
            ("Not found", "model/gltf+json", None),
        ] {
            assert_eq!(
                recognise(text.as_bytes(), media_type),
                media,
                "{text} {media_type}"
            );
        }
    }

    #[test]
    fn a_text_is_no_picture_whatever_its_type_says() {
        for text in [
            "",
            "{}",
            "{\"image\":\"<svg>\"}",
            "Not found",
            "<html><svg></svg></html>",
            "<svgx>",
            "<!-- <svg>",
            "BM",
            "ID3",
            "<?xml?",
        ] {
            for media_type in ["image/png", "image/svg+xml", "video/mp4", ""] {
                assert_eq!(recognise(text.as_bytes(), media_type), None, "{text}");
            }
        }
        assert_eq!(recognise(b"\0\x01\x02", "application/json"), None);
        assert_eq!(recognise(b"FORM\x01\0\0\0WAVE", "application/json"), None);
    }

    #[test]
    fn writes_a_document_with_the_uri() {
        let document = |media: Media, uri: &str| media.document(uri).to_string();
        assert_eq!(
            document(Media::Image, "ipfs://Qm/1.png"),
            r#"{"image":"ipfs://Qm/1.png"}"#
        );
        assert_eq!(
            document(Media::Video, "a\"b"),
            r#"{"animation_url":"a\"b"}"#
        );
        assert_eq!(
            document(Media::Image, "<svg/>"),
            r#"{"image_data":"<svg/>"}"#
        );
    }
}
