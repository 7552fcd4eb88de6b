//! The pure helpers as exported.

use super::convert::{arg, failure, set};
use crate::{
    Arg, Args, BaseUrl, Error,
    args::broken,
    endpoints::{RouteInput, granted, route_of_input},
    rules::{self, Rule},
};
use js_sys::{Array, Object};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

/// A value that must be a string, a whole number or a `BigInt`.
fn text(name: &'static str, value: JsValue) -> Result<String, Error> {
    let value = arg(&value);
    value.text().ok_or_else(|| broken(name, &value, "a string"))
}

const DECIMALS: Rule =
    Rule { words: "a whole number from 0 to 255", canonical: |text| rules::whole(text, 0, 255) };

/// `decimals`, 18 when absent.
fn decimals(value: JsValue) -> Result<u8, Error> {
    match arg(&value) {
        Arg::Absent => Ok(18),
        value => Ok(rules::number(&DECIMALS.of("decimals", &value)?).unwrap_or_default() as u8),
    }
}

fn thrown<T>(result: Result<T, Error>) -> Result<T, JsValue> {
    result.map_err(|error| failure(error, None))
}

/// See [`crate::format_units`].
///
/// # Errors
/// A plain object that describes the broken rule; so for every function here.
#[wasm_bindgen(js_name = formatUnits)]
pub fn format_units(value: JsValue, places: JsValue) -> Result<String, JsValue> {
    thrown(text("value", value).and_then(|value| crate::format_units(&value, decimals(places)?)))
}

/// See [`crate::parse_units`]; the result is decimal digits.
#[wasm_bindgen(js_name = parseUnits)]
pub fn parse_units(value: JsValue, places: JsValue) -> Result<String, JsValue> {
    thrown(text("text", value).and_then(|value| crate::parse_units(&value, decimals(places)?)))
}

/// See [`crate::checksum_address`].
#[wasm_bindgen(js_name = checksumAddress)]
pub fn checksum_address(address: JsValue) -> Result<String, JsValue> {
    thrown(text("address", address).and_then(|address| crate::checksum_address(&address)))
}

/// See [`crate::same_address`].
#[wasm_bindgen(js_name = sameAddress)]
pub fn same_address(a: JsValue, b: JsValue) -> bool {
    match (arg(&a), arg(&b)) {
        (Arg::Text(a), Arg::Text(b)) => crate::same_address(&a, &b),
        _ => false,
    }
}

/// See [`crate::resolve_uri`].
#[wasm_bindgen(js_name = resolveUri)]
pub fn resolve_uri(uri: JsValue, options: JsValue) -> Result<Vec<String>, JsValue> {
    let resolve = || {
        let mut options = super::convert::args(&options);
        let id = options.by("id", &rules::TOKEN_ID)?;
        let (gateways, arweave) = (bases(&mut options, "gateways")?, bases(&mut options, "arweaveGateways")?);
        options.finish("id, gateways, arweaveGateways")?;
        crate::resolve_uri(&text("uri", uri)?, id.as_deref(), &borrowed(&gateways), &borrowed(&arweave))
    };
    thrown(resolve())
}

fn borrowed(list: &[String]) -> Vec<&str> {
    list.iter().map(String::as_str).collect()
}

/// A list of base URLs.
fn bases(options: &mut Args, name: &'static str) -> Result<Vec<String>, Error> {
    let mut out = Vec::new();
    match options.take(name) {
        None => {}
        Some(Arg::List(items)) => {
            for item in items {
                out.push(BaseUrl::of(name, item.as_str().unwrap_or_default())?.as_str().to_owned());
            }
        }
        Some(other) => return Err(broken(name, &other, "a list of base URLs")),
    }
    Ok(out)
}

/// See [`crate::can`]; takes the permissions of a project.
#[wasm_bindgen]
pub fn can(auth: JsValue, area: JsValue, permission: JsValue) -> bool {
    match (arg(&area), arg(&permission)) {
        (Arg::Text(area), Arg::Absent) => granted(&arg(&auth), &area, None),
        (Arg::Text(area), Arg::Text(permission)) => granted(&arg(&auth), &area, Some(&permission)),
        _ => false,
    }
}

/// See [`crate::BridgeTransfer::steps`].
#[wasm_bindgen(js_name = routeOf)]
pub fn route_of(transfer: JsValue) -> Array {
    let record = arg(&transfer);
    let field = |name| record.get(name).text();
    let hash = |name| record.get(name).as_str().map(str::to_owned);
    let route = match record.get("route") {
        Arg::List(steps) => steps.as_slice(),
        _ => &[],
    };
    let step = |step: &Arg| (step.get("step").text().unwrap_or_default(), step.get("txHash").as_str().map(str::to_owned));
    let steps = route_of_input(RouteInput {
        status: field("status").unwrap_or_default(),
        from: field("fromChain").unwrap_or_default(),
        to: field("toChain").unwrap_or_default(),
        hashes: [hash("originTxnHash"), hash("whTxnHash"), hash("rbTxnHash"), hash("deliveryTxnHash")],
        route: route.iter().map(step).collect(),
    });
    let out = Array::new();
    for step in steps {
        let object = Object::new();
        set(&object, "kind", Some(step.kind.as_str()));
        set(&object, "role", Some(step.role.as_str()));
        set(&object, "state", Some(step.state.as_str()));
        set(&object, "chainId", step.chain_id());
        set(&object, "step", Some(step.step.as_str()));
        set(&object, "txHash", step.tx_hash.as_deref());
        out.push(&object);
    }
    out
}
