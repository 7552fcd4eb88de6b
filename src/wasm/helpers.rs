//! The pure helpers as exported; `can` and `sameAddress` are one comparison each, which costs less in JavaScript. Every function that fails throws the text [`super::convert`] describes.

use super::{
    convert::{SEPARATOR, thrown},
    values::Parts,
};
use crate::{
    BaseUrl, Error,
    args::{ArgRef, ArgsRef, broken},
    endpoints::{RouteInput, is_chain_id, stops},
    helpers::candidates,
    rules::{self, Rule},
    text::{join, split},
};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

/// A value that must be a string, a whole number or a `BigInt`.
const TEXT: Rule = Rule { words: "a string", canonical: |text| Some(text.to_owned()) };
const DECIMALS: Rule = Rule { words: "a whole number from 0 to 255", canonical: |text| rules::whole(text, 0, 255) };

fn decimals(value: ArgRef<'_>) -> Result<u8, Error> {
    Ok(rules::number(&DECIMALS.of("decimals", value)?).unwrap_or_default() as u8)
}

/// See [`crate::format_units`]; takes value and decimals.
///
/// # Errors
/// The broken rule; so for every function here.
#[wasm_bindgen(js_name = formatUnits)]
pub fn format_units(given: &str) -> Result<JsValue, JsValue> {
    let mut given = Parts::new(given);
    let value = TEXT.of("value", given.arg());
    thrown(value.and_then(|value| crate::format_units(&value, decimals(given.arg())?)))
}

/// See [`crate::parse_units`]; takes text and decimals, gives decimal digits.
#[wasm_bindgen(js_name = parseUnits)]
pub fn parse_units(given: &str) -> Result<JsValue, JsValue> {
    let mut given = Parts::new(given);
    let text = TEXT.of("text", given.arg());
    thrown(text.and_then(|text| crate::parse_units(&text, decimals(given.arg())?)))
}

/// See [`crate::checksum_address`].
#[wasm_bindgen(js_name = checksumAddress)]
pub fn checksum_address(given: &str) -> Result<JsValue, JsValue> {
    let address = TEXT.of("address", Parts::new(given).arg());
    thrown(address.and_then(|address| crate::checksum_address(&address)))
}

/// See [`crate::resolve_uri`]; takes URI and options, gives one URL a line.
#[wasm_bindgen(js_name = resolveUri)]
pub fn resolve_uri(given: &str) -> Result<JsValue, JsValue> {
    let resolve = || {
        let mut given = Parts::new(given);
        let uri = TEXT.of("uri", given.arg())?;
        let mut options = given.args();
        let id = options.by("id", &rules::TOKEN_ID)?;
        let (gateways, arweave) = (bases(&mut options, "gateways")?, bases(&mut options, "arweaveGateways")?);
        options.finish("id, gateways, arweaveGateways")?;
        candidates(&uri, id.as_deref(), gateways, arweave)
    };
    thrown(resolve().map(|urls| join(&urls, '\n')))
}

/// A list of base URLs.
fn bases(options: &mut ArgsRef<'_>, name: &'static str) -> Result<Vec<String>, Error> {
    let mut out = Vec::new();
    match options.take(name) {
        ArgRef::Absent => {}
        ArgRef::Text(text) => {
            for base in split(text, b',').filter(|base| !base.is_empty()) {
                out.push(BaseUrl::of(name, base)?.as_str().to_owned());
            }
        }
        other => return Err(broken(name, other, "a list of base URLs")),
    }
    Ok(out)
}

/// See [`crate::BridgeTransfer::steps`]. Takes status, chains, the four hashes, then name and hash of every recorded step;
/// gives kind, role, state, name, chain id and hash of every step.
///
/// # Errors
/// None: an unknown status gives steps in an unknown state.
#[wasm_bindgen(js_name = routeOf)]
pub fn route_of(record: &str) -> Result<JsValue, JsValue> {
    let mut fields = Parts::new(record);
    let (status, from, to) = (fields.text(), fields.text(), fields.text());
    let hashes = [fields.text(), fields.text(), fields.text(), fields.text()];
    let mut route = Vec::new();
    while let Some(name) = fields.next() {
        route.push((name, fields.text()));
    }
    let mut out = String::new();
    for stop in stops(&RouteInput { status, from, to, hashes, route }) {
        let chain = if is_chain_id(stop.step) { stop.step } else { "" };
        for field in [stop.kind.as_str(), stop.role.as_str(), stop.state.as_str(), stop.step, chain, stop.tx_hash] {
            out.push_str(field);
            out.push(SEPARATOR);
        }
    }
    thrown(Ok(out))
}
