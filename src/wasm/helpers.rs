//! The pure helpers as exported. Every function that fails throws the text [`super::convert`] describes.

use super::{
    convert::{SEPARATOR, failure},
    values::{arg, args},
};
use crate::{
    Arg, Args, BaseUrl, Error,
    args::broken,
    endpoints::{RouteInput, granted, is_chain_id, stops},
    rules::{self, Rule},
    text::{join, split},
};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

/// A value that must be a string, a whole number or a `BigInt`.
const TEXT: Rule = Rule { words: "a string", canonical: |text| Some(text.to_owned()) };
const DECIMALS: Rule = Rule { words: "a whole number from 0 to 255", canonical: |text| rules::whole(text, 0, 255) };

fn decimals(text: &str) -> Result<u8, Error> {
    Ok(rules::number(&DECIMALS.of("decimals", &arg(text))?).unwrap_or_default() as u8)
}

fn thrown<T>(result: Result<T, Error>) -> Result<T, JsValue> {
    result.map_err(failure)
}

/// See [`crate::format_units`].
///
/// # Errors
/// The broken rule; so for every function here.
#[wasm_bindgen(js_name = formatUnits)]
pub fn format_units(value: &str, places: &str) -> Result<String, JsValue> {
    thrown(TEXT.of("value", &arg(value)).and_then(|value| crate::format_units(&value, decimals(places)?)))
}

/// See [`crate::parse_units`]; the result is decimal digits.
#[wasm_bindgen(js_name = parseUnits)]
pub fn parse_units(text: &str, places: &str) -> Result<String, JsValue> {
    thrown(TEXT.of("text", &arg(text)).and_then(|text| crate::parse_units(&text, decimals(places)?)))
}

/// See [`crate::checksum_address`].
#[wasm_bindgen(js_name = checksumAddress)]
pub fn checksum_address(address: &str) -> Result<String, JsValue> {
    thrown(TEXT.of("address", &arg(address)).and_then(|address| crate::checksum_address(&address)))
}

/// See [`crate::same_address`].
#[wasm_bindgen(js_name = sameAddress)]
pub fn same_address(a: &str, b: &str) -> bool {
    crate::same_address(a, b)
}

/// See [`crate::resolve_uri`]; one URL a line.
#[wasm_bindgen(js_name = resolveUri)]
pub fn resolve_uri(uri: &str, options: &str) -> Result<String, JsValue> {
    let resolve = || {
        let mut options = args(options);
        let id = options.by("id", &rules::TOKEN_ID)?;
        let (gateways, arweave) = (bases(&mut options, "gateways")?, bases(&mut options, "arweaveGateways")?);
        options.finish(&mut ["id, gateways, arweaveGateways"].into_iter())?;
        crate::resolve_uri(&TEXT.of("uri", &arg(uri))?, id.as_deref(), &borrowed(&gateways), &borrowed(&arweave))
    };
    thrown(resolve()).map(|urls| join(&urls, '\n'))
}

fn borrowed(list: &[String]) -> Vec<&str> {
    list.iter().map(String::as_str).collect()
}

/// A list of base URLs.
fn bases(options: &mut Args, name: &'static str) -> Result<Vec<String>, Error> {
    let mut out = Vec::new();
    match options.take(name) {
        Arg::Absent => {}
        Arg::Text(text) => {
            for base in split(&text, b',').filter(|base| !base.is_empty()) {
                out.push(BaseUrl::of(name, base)?.as_str().to_owned());
            }
        }
        other => return Err(broken(name, &other, "a list of base URLs")),
    }
    Ok(out)
}

/// See [`crate::can`]; takes what `auth` holds for the area.
#[wasm_bindgen]
pub fn can(area: &str, permission: Option<String>) -> bool {
    granted(&arg(area), permission.as_deref())
}

/// See [`crate::BridgeTransfer::steps`]. Takes status, chains, the four hashes, then name and hash of every recorded step;
/// gives kind, role, state, name, chain id and hash of every step.
#[wasm_bindgen(js_name = routeOf)]
pub fn route_of(record: &str) -> String {
    let mut fields = split(record, b'\0');
    let mut field = || fields.next().unwrap_or_default();
    let (status, from, to) = (field(), field(), field());
    let hashes = [field(), field(), field(), field()];
    let mut route = Vec::new();
    while let Some(name) = fields.next() {
        route.push((name, fields.next().unwrap_or_default()));
    }
    let mut out = Vec::new();
    for stop in stops(&RouteInput { status, from, to, hashes, route }) {
        let chain = if is_chain_id(stop.step) { stop.step } else { "" };
        out.extend([stop.kind.as_str(), stop.role.as_str(), stop.state.as_str(), stop.step, chain, stop.tx_hash]);
    }
    join(&out, SEPARATOR)
}
