//! The steps of a transfer, for the updates of a watch.

use super::{
    arg::{Arg, read_arg},
    js::{array_items, is_array},
};
use crate::endpoints::{RouteInput, is_chain_id, route_steps};
use js_sys::Reflect;
use serde::Serialize;
use wasm_bindgen::JsValue;

/// The maximal number of steps to read. An array of JavaScript may have billions of items.
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

/// Returns the steps of a record. With an unknown status, the steps are in an unknown state.
pub(super) fn steps_of(transfer: &JsValue) -> Vec<Step> {
    let field = |name: &str| field_text(transfer, name);
    let [status, from, to] = ["status", "fromChain", "toChain"].map(field);
    let hashes = ["originTxnHash", "whTxnHash", "rbTxnHash", "deliveryTxnHash"].map(field);
    let route = Reflect::get(transfer, &"route".into()).unwrap_or_default();
    let route: Vec<(String, String)> = if is_array(&route) {
        array_items(&route)
            .take(MAX_STEPS)
            .map(|step| (field_text(&step, "step"), field_text(&step, "txHash")))
            .collect()
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
    let steps = route_steps(&input).into_iter().map(|stop| Step {
        kind: stop.kind.as_str(),
        role: stop.role.as_str(),
        state: stop.state.as_str(),
        step: stop.step.to_owned(),
        chain_id: owned(stop.step).filter(|step| is_chain_id(step)),
        tx_hash: owned(stop.tx_hash),
    });
    steps.collect()
}

/// Returns a field as a text; empty when it is absent.
fn field_text(object: &JsValue, name: &str) -> String {
    match Reflect::get(object, &name.into()).map(|value| read_arg(&value)) {
        Ok(Arg::Text(text) | Arg::Other(text)) => text,
        Ok(Arg::Absent) | Err(_) => String::new(),
    }
}
