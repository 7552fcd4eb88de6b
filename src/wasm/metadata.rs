//! The metadata of tokens: documents in one form, and references to tokens.
//!
//! A document is read in place, as a value of JavaScript: that keeps `bigint`s, and copies only the fields that count.

use super::{
    arg::breaks_type_rule,
    error::js_error,
    js::{array_items, display_text, is_array, object_entries},
    resolver::read_resolver,
};
use crate::{
    Error, Standard,
    helpers::{MetadataValue, Node, normalize},
};
use js_sys::{Array, JsString, Reflect};
use serde::Serialize;
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};

/// Reads a document with [`crate::normalize_metadata`].
///
/// # Errors
/// An object with the fields of [`crate::ErrorDetails`], as for every function here.
#[wasm_bindgen(js_name = normalizeMetadata, unchecked_return_type = "any")]
pub fn normalize_metadata(document: &JsValue, options: &JsValue) -> Result<JsValue, JsValue> {
    let resolver = read_resolver(options).map_err(js_error)?;
    Ok(serde_wasm_bindgen::to_value(&normalize(document, &resolver))?)
}

/// `ParsedTokenRef` in JavaScript.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ParsedTokenRef {
    #[serde(skip_serializing_if = "Option::is_none")]
    chain_id: Option<f64>,
    address: String,
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    standard: Option<&'static str>,
}

/// Reads a token with [`crate::parse_token_ref`]. Returns `null` for any other text.
#[wasm_bindgen(js_name = parseTokenRef, unchecked_return_type = "any")]
pub fn parse_token_ref(text: &JsValue) -> Result<JsValue, JsValue> {
    let Some(string) = text.dyn_ref::<JsString>() else {
        let expectation = "a string";
        let missing = text.is_null_or_undefined().then(|| Error::missing("text", expectation));
        return Err(js_error(missing.unwrap_or_else(|| breaks_type_rule("text", text, expectation))));
    };
    // The length comes first, because the memory of the module cannot hold every string of JavaScript.
    let is_short = string.length() as usize <= crate::MAX_TOKEN_REF_BYTES;
    let Some(token) = is_short.then(|| crate::parse_token_ref(&String::from(string))).flatten() else {
        return Ok(JsValue::NULL);
    };
    Ok(serde_wasm_bindgen::to_value(&ParsedTokenRef {
        chain_id: token.chain_id.map(|id| id.get() as f64),
        address: token.address.as_str().to_owned(),
        id: token.id.to_decimal(),
        standard: token.standard.map(|standard| match standard {
            Standard::Erc721 => "ERC721",
            Standard::Erc1155 => "ERC1155",
        }),
    })?)
}

impl Node for JsValue {
    fn field(&self, name: &str) -> Option<Self> {
        if !self.is_object() || is_array(self) {
            return None;
        }
        // A getter or a proxy may throw.
        Reflect::get(self, &name.into()).ok().filter(|value| !value.is_null_or_undefined())
    }

    fn text(&self, limit: usize) -> Option<String> {
        Some(self.dyn_ref::<JsString>()?.slice(0, limit as u32).into())
    }

    fn number_or_boolean(&self) -> Option<MetadataValue> {
        if self.is_bigint() {
            return Some(MetadataValue::Text(display_text(self)));
        }
        let number = self.as_f64().filter(|number| number.is_finite()).map(MetadataValue::Number);
        number.or_else(|| self.as_bool().map(MetadataValue::Boolean))
    }

    fn children(&self, limit: usize) -> Vec<(Option<String>, Self)> {
        if is_array(self) {
            return array_items(self).take(limit).map(|item| (None, item)).collect();
        }
        let entries = if self.is_object() { object_entries(self).unwrap_or_default() } else { Array::new() };
        let read_entry = |entry: Self| {
            let entry: Array = entry.unchecked_into();
            (entry.get(0).text(crate::MAX_METADATA_TEXT), entry.get(1))
        };
        entries.iter().take(limit).map(read_entry).collect()
    }
}
