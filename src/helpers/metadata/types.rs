//! The metadata document of a token in one form.

use serde::Serialize;

/// The metadata document of a token in one form. A field is absent when the document has no value of the right type.
///
/// ```
/// let document = serde_json::json!({ "name": "Tree #7", "traits": [{ "traitType": "Age", "value": 7 }] });
/// let token = ethereal_query::normalize_metadata(&document, None, &[], &[]);
/// assert_eq!((token.name.as_deref(), token.attributes.len()), (Some("Tree #7"), 1));
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct NormalizedMetadata {
    /// The name of the token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The description; it may have several lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The URLs of the image, best first: `http:`, `https:` and `data:image/…`.
    pub image: Vec<String>,
    /// The URLs of a video, a sound, a model or a page, best first: `http:`, `https:`, and `data:` of media.
    pub animation: Vec<String>,
    /// The web page of the token: an `http:` or `https:` URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub external_url: Option<String>,
    /// The background colour: `#` and 3, 6 or 8 hexadecimal digits in lower case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background_color: Option<String>,
    /// The attributes, as for EIP-721.
    pub attributes: Vec<MetadataAttribute>,
    /// The properties, as for EIP-1155.
    pub properties: Vec<MetadataAttribute>,
    /// The languages of the document (EIP-1155).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub localization: Option<MetadataLocalization>,
}

/// An attribute or a property of a token.
///
/// ```
/// use ethereal_query::{MetadataValue, normalize_metadata};
/// let document = serde_json::json!({ "attributes": { "Background": "Red" } });
/// let attribute = &normalize_metadata(&document, None, &[], &[]).attributes[0];
/// assert_eq!(attribute.name.as_deref(), Some("Background"));
/// assert_eq!(attribute.value, MetadataValue::Text("Red".to_owned()));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct MetadataAttribute {
    /// The name; `None` when the document has only a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The value.
    pub value: MetadataValue,
    /// How to show the value: `number`, `boost_number`, `boost_percentage`, `date` (Unix time in seconds), or any text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display_type: Option<String>,
    /// The maximum of a numeric value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_value: Option<MetadataValue>,
}

/// The value of an attribute.
///
/// ```
/// use ethereal_query::MetadataValue;
/// assert_eq!(serde_json::to_string(&MetadataValue::Boolean(true))?, "true");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum MetadataValue {
    /// A text. An integer beyond 2^53-1 is a text of decimal digits.
    Text(String),
    /// A number.
    Number(f64),
    /// A truth value.
    Boolean(bool),
}

/// The languages of a document (EIP-1155).
///
/// ```
/// let document = serde_json::json!({ "localization": { "uri": "https://a.io/{locale}.json", "locales": ["fr"] } });
/// let localization = ethereal_query::normalize_metadata(&document, None, &[], &[]).localization.unwrap_or_default();
/// assert_eq!((localization.uris.len(), localization.locales.len()), (1, 1));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[non_exhaustive]
pub struct MetadataLocalization {
    /// The URLs of the documents in other languages, best first; `{locale}` stands for the language.
    pub uris: Vec<String>,
    /// The language of this document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// The languages that exist.
    pub locales: Vec<String>,
}
