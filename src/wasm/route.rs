//! The steps of a transfer: the helper `routeOf`, and a part of every update of a watch.

use super::{
    arg::{Arg, arg},
    error::js_error,
    values::{breaks_type_rule, is_list, items},
};
use crate::endpoints::{RouteInput, is_chain_id, stops};
use js_sys::Reflect;
use serde::Serialize;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

/// More than any route has. An array of JavaScript may be longer than anyone can wait for.
const MAX_STEPS: usize = 10_000;

/// `TransferStep` in JavaScript.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Step {
    kind: &'static str,
    role: &'static str,
    state: &'static str,
    step: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    chain_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tx_hash: Option<String>,
}

/// See [`crate::BridgeTransfer::steps`].
///
/// # Errors
/// An object with the fields of [`crate::ErrorDetails`] for what is no record.
#[wasm_bindgen(js_name = routeOf, unchecked_return_type = "any[]")]
pub fn route_of(transfer: &JsValue) -> Result<JsValue, JsValue> {
    if !transfer.is_object() && !transfer.is_null_or_undefined() || is_list(transfer) {
        return Err(js_error(breaks_type_rule("transfer", transfer, "an object")));
    }
    Ok(serde_wasm_bindgen::to_value(&steps_of(transfer))?)
}

/// The steps of a record. An unknown status yields steps in an unknown state.
pub(super) fn steps_of(transfer: &JsValue) -> Vec<Step> {
    let field = |name: &str| text(transfer, name);
    let [status, from, to] = ["status", "fromChain", "toChain"].map(field);
    let hashes = ["originTxnHash", "whTxnHash", "rbTxnHash", "deliveryTxnHash"].map(field);
    let route = Reflect::get(transfer, &"route".into()).unwrap_or_default();
    let route: Vec<(String, String)> = if is_list(&route) {
        items(&route).take(MAX_STEPS).map(|step| (text(&step, "step"), text(&step, "txHash"))).collect()
    } else {
        Vec::new()
    };
    let input = RouteInput {
        status: &status,
        from: &from,
        to: &to,
        hashes: hashes.each_ref().map(String::as_str),
        route: route.iter().map(|(step, hash)| (step.as_str(), hash.as_str())).collect(),
    };
    let owned = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let steps = stops(&input).into_iter().map(|stop| Step {
        kind: stop.kind.as_str(),
        role: stop.role.as_str(),
        state: stop.state.as_str(),
        step: stop.step.to_owned(),
        chain_id: owned(stop.step).filter(|step| is_chain_id(step)),
        tx_hash: owned(stop.tx_hash),
    });
    steps.collect()
}

/// A field as text; empty when it is absent.
fn text(object: &JsValue, name: &str) -> String {
    match Reflect::get(object, &name.into()).map(|value| arg(&value)) {
        Ok(Arg::Text(text) | Arg::Other(text)) => text,
        Ok(Arg::Absent) | Err(_) => String::new(),
    }
}
