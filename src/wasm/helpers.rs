//! The exported helpers. `can` and `sameAddress` are one comparison each, and TypeScript has them.

use super::{arg::read_arg, error::js_error, resolver::read_resolver};
use crate::{
    Error,
    helpers::{Resolver, candidates},
    rules::{self, Rule},
};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

/// A string, an integer or a `BigInt`.
const TEXT: Rule = Rule { expectation: "a string", normalize: |text| Some(text.to_owned()) };
const DECIMALS: Rule = Rule { expectation: "an integer from 0 to 255", normalize: |text| rules::integer(text, 0, 255) };

fn text(name: &'static str, value: &JsValue) -> Result<String, Error> {
    read_arg(value).check(name, &TEXT)
}

fn decimals(value: &JsValue) -> Result<u8, Error> {
    Ok(rules::number(&read_arg(value).check("decimals", &DECIMALS)?).unwrap_or_default() as u8)
}

/// Formats an amount with [`crate::format_units`].
///
/// # Errors
/// An object with the fields of [`crate::ErrorDetails`], as with every function of this file.
#[wasm_bindgen(js_name = formatUnits)]
pub fn format_units(value: &JsValue, decimal_places: &JsValue) -> Result<String, JsValue> {
    let text = text("value", value);
    text.and_then(|value| crate::format_units(&value, decimals(decimal_places)?)).map_err(js_error)
}

/// Parses an amount with [`crate::parse_units`]. Returns decimal digits.
#[wasm_bindgen(js_name = parseUnits)]
pub fn parse_units(value: &JsValue, decimal_places: &JsValue) -> Result<String, JsValue> {
    let text = text("text", value);
    text.and_then(|text| crate::parse_units(&text, decimals(decimal_places)?)).map_err(js_error)
}

/// Formats an address with [`crate::checksum_address`].
#[wasm_bindgen(js_name = checksumAddress)]
pub fn checksum_address(address: &JsValue) -> Result<String, JsValue> {
    text("address", address).and_then(|address| crate::checksum_address(&address)).map_err(js_error)
}

/// Returns the URLs of a URI from [`crate::resolve_uri`].
#[wasm_bindgen(js_name = resolveUri)]
pub fn resolve_uri(uri: &JsValue, options: &JsValue) -> Result<Vec<String>, JsValue> {
    let resolve = || {
        let uri = text("uri", uri)?;
        let Resolver { id, gateways, arweave_gateways } = read_resolver(options)?;
        candidates(&uri, id.as_deref(), gateways, arweave_gateways)
    };
    resolve().map_err(js_error)
}
