//! Token metadata in one form, from the spellings that collections use.

mod node;
mod types;

pub(crate) use node::Node;
pub use types::*;

use super::uri::{candidates, starts_with_scheme};
use crate::{
    TokenId,
    text::{COMPONENT, cut},
};
use percent_encoding::utf8_percent_encode;

/// The maximal length of a text, in characters; [`normalize_metadata`] cuts a longer one.
pub const MAX_METADATA_TEXT: usize = 10_000;
/// The maximal number of attributes, of properties and of locales; [`normalize_metadata`] leaves out the others.
pub const MAX_METADATA_ITEMS: usize = 1000;
/// The maximal length of a `data:` URI or of SVG text, in bytes; [`normalize_metadata`] leaves out a longer one.
pub const MAX_METADATA_DATA_URL: usize = 1 << 20;
/// The maximal length of another URI, in bytes; [`normalize_metadata`] leaves out a longer one.
pub const MAX_METADATA_URL: usize = 8192;

/// Reads a metadata document in the spellings that collections use. Any JSON document gives a result.
///
/// - `name` or `title`; `description`.
/// - `image`, `image_url`, `imageUrl`, `image_uri`, `imageURI` or `image_data`: a URI or SVG text. `animation_url`,
///   `animationUrl` or `animation`. [`resolve_uri`](crate::resolve_uri) resolves them, and `id` and the gateways mean
///   the same.
/// - `external_url`, `externalUrl`, `external_link` or `externalLink`; `background_color` or `backgroundColor`.
/// - `attributes` or `traits`, and `properties`: an array of objects or values, or an object of names and values. An
///   object has `trait_type`, `traitType` or `name`, and `value`, `display_type` and `max_value`. Each scalar of an
///   array is a value.
/// - `localization` with `uri`, `default` and `locales`.
///
/// A value of another type is left out, and so is a URI of another scheme, such as `javascript:`, and a `data:` URI
/// that is no image, sound, video or model. Texts have no control characters but line breaks and tabs. The constants
/// `MAX_METADATA_…` are the limits.
///
/// Sources: the metadata schemas of [EIP-721](https://eips.ethereum.org/EIPS/eip-721) and
/// [EIP-1155](https://eips.ethereum.org/EIPS/eip-1155#metadata), and the
/// [metadata standard of OpenSea](https://docs.opensea.io/docs/metadata-standards).
///
/// ```
/// let document = serde_json::json!({ "title": "Oak", "image_url": "ipfs://QmX/{id}.png", "background_color": "FFF" });
/// let token = ethereal_query::normalize_metadata(&document, Some(7.into()), &["https://gw.example"], &[]);
/// assert_eq!(token.image, [format!("https://gw.example/ipfs/QmX/{}7.png", "0".repeat(63))]);
/// assert_eq!(token.background_color.as_deref(), Some("#fff"));
/// ```
#[must_use]
pub fn normalize_metadata(
    document: &serde_json::Value,
    id: Option<TokenId>,
    gateways: &[&str],
    arweave_gateways: &[&str],
) -> NormalizedMetadata {
    let owned = |gateways: &[&str]| gateways.iter().map(|gateway| (*gateway).to_owned()).collect();
    let id = id.map(TokenId::to_decimal);
    normalize(&document, &Resolver { id, gateways: owned(gateways), arweave_gateways: owned(arweave_gateways) })
}

/// The token id and the gateways by which the URIs of a document are resolved.
pub(crate) struct Resolver {
    pub(crate) id: Option<String>,
    pub(crate) gateways: Vec<String>,
    pub(crate) arweave_gateways: Vec<String>,
}

/// [`normalize_metadata`] for any kind of document.
pub(crate) fn normalize<N: Node>(document: &N, resolver: &Resolver) -> NormalizedMetadata {
    let images = ["image", "image_url", "imageUrl", "image_uri", "imageURI", "image_data"];
    let animations = ["animation_url", "animationUrl", "animation"];
    let attributes = ["attributes", "traits"].iter().filter_map(|name| document.field(name));
    NormalizedMetadata {
        name: first_text(document, &["name", "title"]),
        description: first_text(document, &["description"]),
        image: resolver.urls(document, &images, &["data:image/"]),
        animation: resolver.urls(document, &animations, &["data:image/", "data:audio/", "data:video/", "data:model/"]),
        external_url: first_url(document, &["external_url", "externalUrl", "external_link", "externalLink"]),
        background_color: first_text(document, &["background_color", "backgroundColor"]).and_then(|text| color(&text)),
        attributes: attributes.map(|node| read_attributes(&node)).find(|list| !list.is_empty()).unwrap_or_default(),
        properties: document.field("properties").map_or_else(Vec::new, |node| read_attributes(&node)),
        localization: document.field("localization").and_then(|node| resolver.localization(&node)),
    }
}

impl Resolver {
    /// The URLs of the fields `names`, without duplicates. `data_urls` are the beginnings of the allowed `data:` URLs.
    fn urls<N: Node>(&self, object: &N, names: &[&str], data_urls: &[&str]) -> Vec<String> {
        let mut urls: Vec<String> = Vec::new();
        for name in names {
            let uri = object.field(name).and_then(|node| node.text(MAX_METADATA_DATA_URL + 1));
            for url in uri.map_or_else(Vec::new, |uri| self.resolve(&uri)) {
                let is_web = starts_with_scheme(&url, "https://") || starts_with_scheme(&url, "http://");
                let is_allowed = is_web || data_urls.iter().any(|start| starts_with_scheme(&url, start));
                if is_allowed && !urls.contains(&url) {
                    urls.push(url);
                }
            }
        }
        urls
    }

    fn resolve(&self, text: &str) -> Vec<String> {
        let text = text.trim_ascii();
        let is_svg = ["<svg", "<?xml"].iter().any(|start| starts_with_scheme(text, start));
        let is_data = is_svg || starts_with_scheme(text, "data:");
        if text.len() > if is_data { MAX_METADATA_DATA_URL } else { MAX_METADATA_URL } {
            return Vec::new();
        }
        if is_svg {
            let mut url = String::from("data:image/svg+xml,");
            url.extend(utf8_percent_encode(text, &COMPONENT));
            return vec![url];
        }
        // A URL parser ignores these three characters (WHATWG URL §4.4).
        let uri: String = text.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
        let (gateways, arweave_gateways) = (self.gateways.clone(), self.arweave_gateways.clone());
        candidates(&uri, self.id.as_deref(), gateways, arweave_gateways).unwrap_or_default()
    }

    /// The languages; `None` for a value that names none.
    fn localization<N: Node>(&self, node: &N) -> Option<MetadataLocalization> {
        let locales = node.field("locales").map_or_else(Vec::new, |list| list.children(MAX_METADATA_ITEMS));
        let localization = MetadataLocalization {
            uris: self.urls(node, &["uri"], &[]),
            default: first_text(node, &["default"]),
            locales: locales.iter().filter_map(|(_, locale)| read_text(locale)).collect(),
        };
        (localization != MetadataLocalization::default()).then_some(localization)
    }
}

/// The first text among the fields `names` that is not empty.
fn first_text<N: Node>(object: &N, names: &[&str]) -> Option<String> {
    names.iter().find_map(|name| read_text(&object.field(name)?).filter(|text| !text.is_empty()))
}

fn read_text<N: Node>(node: &N) -> Option<String> {
    node.text(MAX_METADATA_TEXT).map(|text| without_controls(&text))
}

fn without_controls(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect()
}

/// The first `http:` or `https:` URL among the fields `names`.
fn first_url<N: Node>(object: &N, names: &[&str]) -> Option<String> {
    let is_url = |url: &str| {
        let scheme = ["https://", "http://"].iter().find(|scheme| starts_with_scheme(url, scheme));
        let host = scheme.map_or("", |scheme| cut(url, scheme.len()).1);
        let has_host = host.bytes().next().is_some_and(|b| b > b' ' && b != b'/');
        has_host && url.len() <= MAX_METADATA_URL && !url.chars().any(char::is_control)
    };
    names.iter().find_map(|name| {
        let text = object.field(name)?.text(MAX_METADATA_URL + 1)?;
        Some(text.trim_ascii().to_owned()).filter(|url| is_url(url))
    })
}

fn color(text: &str) -> Option<String> {
    let digits = text.strip_prefix('#').unwrap_or(text);
    let is_color = matches!(digits.len(), 3 | 6 | 8) && digits.bytes().all(|b| b.is_ascii_hexdigit());
    is_color.then(|| ["#", &digits.to_ascii_lowercase()].concat())
}

fn read_attributes<N: Node>(node: &N) -> Vec<MetadataAttribute> {
    let mut attributes = Vec::new();
    for (key, item) in node.children(MAX_METADATA_ITEMS) {
        let name = first_text(&item, &["trait_type", "traitType", "name"]).or(key.map(|key| {
            let start: String = key.chars().take(MAX_METADATA_TEXT).collect();
            without_controls(&start)
        }));
        let display_type = first_text(&item, &["display_type", "displayType"]);
        let maximum = ["max_value", "maxValue"].iter().find_map(|name| item.field(name)?.number_or_boolean());
        let max_value = maximum.filter(|value| !matches!(value, MetadataValue::Boolean(_)));
        let values = match item.field("value") {
            Some(value) => read_values(&value),
            None => read_values(&item),
        };
        for value in values {
            let (name, display_type, max_value) = (name.clone(), display_type.clone(), max_value.clone());
            attributes.push(MetadataAttribute { name, value, display_type, max_value });
        }
        if attributes.len() >= MAX_METADATA_ITEMS {
            break;
        }
    }
    attributes.truncate(MAX_METADATA_ITEMS);
    attributes
}

/// A scalar, or the scalars of an array.
fn read_values<N: Node>(node: &N) -> Vec<MetadataValue> {
    let scalar = |node: &N| read_text(node).map(MetadataValue::Text).or_else(|| node.number_or_boolean());
    match scalar(node) {
        Some(value) => vec![value],
        None => node
            .children(MAX_METADATA_ITEMS)
            .iter()
            .filter_map(|(name, item)| if name.is_none() { scalar(item) } else { None })
            .collect(),
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
