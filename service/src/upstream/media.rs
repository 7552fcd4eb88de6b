//! Recognises pictures, videos, sounds and models, which some token URIs have instead of a
//! document.

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
    /// The value of the header `X-Token-Uri-Content`.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::Video => "video",
            Self::Audio => "audio",
            Self::Model => "model",
        }
    }

    /// Makes a document for a token whose URI leads to such a file, or is the text of an SVG.
    /// EIP-721 and EIP-1155 define `image`. OpenSea defines `animation_url`, and `image_data` for
    /// the text of an SVG.
    pub(super) fn document(self, uri: &str) -> Arc<str> {
        let name = match self {
            Self::Image if uri.starts_with('<') => "image_data",
            Self::Image => "image",
            Self::Video | Self::Audio | Self::Model => "animation_url",
        };
        serde_json::json!({ name: uri }).to_string().into()
    }

    /// Returns the kind that the first part of a media type names, such as `image` in `image/png`.
    fn of_type(media_type: &str) -> Option<Self> {
        let (name, _) = media_type.split_once('/')?;
        let kinds = [Self::Image, Self::Video, Self::Audio, Self::Model];
        kinds
            .into_iter()
            .find(|media| name.trim_ascii().eq_ignore_ascii_case(media.as_str()))
    }
}

/// The number of bytes at the start of a body that are enough to recognise a binary file.
pub(super) const HEAD: usize = 512;

/// The offset of the type in a RIFF file. The file begins with `RIFF`.
const RIFF_TYPE: usize = 8;

/// The signatures of files: an offset, the bytes at the offset, and the kind of file (WHATWG MIME
/// Sniffing §6; ISO/IEC 14496-12 for `ftyp`; glTF 2.0 §4.4 for `glTF`). The first match counts.
const SIGNATURES: [(usize, &[u8], Media); 26] = [
    (0, b"\x89PNG\r\n\x1a\n", Media::Image),
    (0, b"\xff\xd8\xff", Media::Image), // JPEG
    (0, b"GIF8", Media::Image),
    (0, b"BM", Media::Image),         // BMP
    (0, b"\0\0\x01\0", Media::Image), // ICO
    (0, b"II*\0", Media::Image),      // TIFF
    (0, b"MM\0*", Media::Image),
    (RIFF_TYPE, b"WEBPVP8", Media::Image),
    (4, b"ftypavi", Media::Image), // AVIF
    (4, b"ftyphei", Media::Image), // HEIC
    (4, b"ftypmif1", Media::Image),
    (4, b"ftypmsf1", Media::Image),
    (4, b"ftypM4A ", Media::Audio),
    (4, b"ftypM4B ", Media::Audio),
    (RIFF_TYPE, b"WAVE", Media::Audio),
    (0, b"ID3", Media::Audio), // MP3
    (0, b"\xff\xfb", Media::Audio),
    (0, b"\xff\xf3", Media::Audio),
    (0, b"\xff\xf2", Media::Audio),
    (0, b"fLaC", Media::Audio),
    (0, b"MThd\0", Media::Audio), // MIDI
    (4, b"ftyp", Media::Video),   // MP4 and its relatives
    (RIFF_TYPE, b"AVI ", Media::Video),
    (0, b"\x1a\x45\xdf\xa3", Media::Video), // WebM, Matroska
    (0, b"OggS\0", Media::Video),
    (0, b"glTF", Media::Model),
];

/// Recognises the kind of a file by its first bytes. If the bytes are binary and have no known
/// signature, the media type decides. A text never becomes a picture because of its media type: it
/// could be an error page. `None` for most texts, and for binary files of an unknown kind.
pub(super) fn recognise(bytes: &[u8], media_type: &str) -> Option<Media> {
    let head = bytes.get(..HEAD).unwrap_or(bytes);
    let named_kind = Media::of_type(media_type);
    if is_text(head) {
        return recognise_text(bytes, media_type, named_kind);
    }
    let signature = SIGNATURES
        .iter()
        .find(|(offset, signature, _)| has_signature(head, *offset, signature));
    let Some((.., media)) = signature else {
        return named_kind;
    };
    // A video container can also have only sound.
    if *media == Media::Video && named_kind == Some(Media::Audio) {
        return named_kind;
    }
    Some(*media)
}

/// Whether the first bytes of a file have a signature at an offset. The signatures at [`RIFF_TYPE`]
/// count only in a RIFF file.
fn has_signature(head: &[u8], offset: usize, signature: &[u8]) -> bool {
    if offset == RIFF_TYPE && !head.starts_with(b"RIFF") {
        return false;
    }
    head.get(offset..)
        .is_some_and(|rest| rest.starts_with(signature))
}

/// Recognises the kind of a text: an SVG, a playlist of HTTP Live Streaming (RFC 8216 §4.3.1.1), or
/// a glTF 2.0 model as JSON. `named_kind` is the kind that the media type names.
fn recognise_text(bytes: &[u8], media_type: &str, named_kind: Option<Media>) -> Option<Media> {
    if is_svg(bytes) {
        return Some(Media::Image);
    }
    let without_bom = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = without_bom.trim_ascii_start();
    if text.starts_with(b"#EXTM3U") {
        return Some(if named_kind == Some(Media::Audio) {
            Media::Audio
        } else {
            Media::Video
        });
    }
    if text.starts_with(b"{") && (is_gltf_type(media_type) || is_gltf(text)) {
        return Some(Media::Model);
    }
    None
}

/// Whether a media type is the media type of glTF as JSON.
fn is_gltf_type(media_type: &str) -> bool {
    let name = media_type.split(';').next().unwrap_or_default();
    name.trim_ascii().eq_ignore_ascii_case("model/gltf+json")
}

/// The members of a glTF document (glTF 2.0 §5.17). No metadata document has `asset` together with
/// one of the other members.
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
    // Most texts need no parsing.
    if !text.windows(ASSET.len()).any(|bytes| bytes == ASSET) {
        return false;
    }
    let Ok(gltf) = serde_json::from_slice::<Gltf>(text) else {
        return false;
    };
    gltf.scenes.is_some() || gltf.nodes.is_some() || gltf.meshes.is_some()
}

/// Whether bytes are a text: they begin with a byte order mark of UTF-16, or have no binary data
/// bytes (WHATWG MIME Sniffing §7.2). Binary data bytes are the control characters except white
/// space and ESC.
fn is_text(bytes: &[u8]) -> bool {
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return true;
    }
    !bytes
        .iter()
        .any(|byte| matches!(byte, 0..=8 | 0x0b | 0x0e..=0x1a | 0x1c..=0x1f))
}

/// Whether a text is an SVG: its first element is `svg`. A byte order mark, white space, an XML
/// declaration, comments and a document type may come before the element.
fn is_svg(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let mut rest = text.trim_start_matches('\u{feff}').trim_ascii_start();
    loop {
        let end = if rest.starts_with("<!--") {
            "-->"
        } else if rest.starts_with("<?") {
            "?>"
        } else if rest.starts_with("<!") && has_internal_subset(rest) {
            "]>"
        } else if rest.starts_with("<!") {
            ">"
        } else {
            break;
        };
        let Some((_, after)) = rest.split_once(end) else {
            return false;
        };
        rest = after.trim_ascii_start();
    }
    let Some((start, after)) = rest.split_at_checked("<svg".len()) else {
        return false;
    };
    let is_name_end = |c: char| c.is_ascii_whitespace() || c == '>' || c == '/';
    start.eq_ignore_ascii_case("<svg") && after.starts_with(is_name_end)
}

/// Whether a document type has declarations in brackets, as in `<!DOCTYPE svg [<!ENTITY …>]>`.
fn has_internal_subset(doctype: &str) -> bool {
    match (doctype.find('['), doctype.find('>')) {
        (Some(bracket), Some(end)) => bracket < end,
        _ => false,
    }
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
            // No known signature: the media type decides.
            (b"\xff\x0a\0\x10", "image/jxl", Media::Image),
            // SVG is a text format.
            (b"<svg/>", "", Media::Image),
            (b"\xef\xbb\xbf\n<SVG xmlns='x'>", "text/plain", Media::Image),
            (b"<?xml version=\"1.0\"?>\n<!-- a > b --><!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"u\">\n<svg\n>", "", Media::Image),
            (b"<!DOCTYPE svg [<!ENTITY a \"b>\">]><svg>", "", Media::Image),
            // MP3 without an ID3 tag.
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
    fn a_text_is_not_a_picture_whatever_its_media_type() {
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
    }

    #[test]
    fn does_not_recognise_binary_files_of_an_unknown_kind() {
        assert_eq!(recognise(b"\0\x01\x02", "application/json"), None);
        // `WAVE` is a signature only in a file that begins with `RIFF`.
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
