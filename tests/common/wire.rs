//! How values cross between JavaScript and the module, as `pkg/js` does it: texts inwards, lists outwards. The tests
//! speak of values and errors as callers see them; this file alone knows the form.

use super::js::{function, of};
use wasm_bindgen::JsValue;

/// A value as text: what text cannot say begins with U+0001.
const VALUE: &str = r#"const value = (it) => Array.isArray(it) ? it.map(value).join()
        : typeof it === "string" || (Number.isSafeInteger(it) && it >= 0) ? String(it)
        : "\u0001" + (it !== null && typeof it === "object" ? "an object" : String(it));"#;

/// A JSON value as argument.
#[track_caller]
pub(super) fn value(json: &str) -> String {
    encoded(json, "value(JSON.parse(it))")
}

/// A JSON object as options: names and values in turn, without those that are absent.
#[track_caller]
pub(super) fn options(json: &str) -> String {
    let entries = "Object.entries(JSON.parse(it)).filter(([, inner]) => inner !== null)";
    encoded(json, &format!(r#"{entries}.flatMap(([name, inner]) => [name, value(inner)]).join("\0")"#))
}

#[track_caller]
fn encoded(json: &str, expression: &str) -> String {
    let encode = function("it", &format!("{VALUE} return {expression};"));
    encode.call1(&JsValue::NULL, &json.into()).ok().and_then(|text| text.as_string()).expect("JSON")
}

/// The fields of a failure, in their places.
const FAILURE: &str = r#"
    if (!Array.isArray(it)) return it;
    if (it.length !== 12) throw new TypeError(`a failure of ${it.length} places`);
    const [cause, kind, code, message, retryable, endpoint, parameter, status, pointer, ...rest] = it;
    const [bodySnippet, serverMessage, wait] = rest;
    const number = (text) => (text === undefined ? undefined : Number(text));
    const all = { kind, code, message, retryable: retryable === "true", endpoint, parameter, status: number(status),
        pointer, bodySnippet, serverMessage, retryAfterMs: number(wait), cause };
    return Object.fromEntries(Object.entries(all).filter(([, field]) => field !== undefined));"#;

/// What was thrown, as an object with the fields of an `EtherealQueryError`; anything but a failure stays as it is.
#[track_caller]
pub(super) fn thrown(it: &JsValue) -> JsValue {
    function("it", FAILURE).call1(&JsValue::NULL, it).expect("a failure")
}

/// `[text, document, status, headers]` as the object of option `raw`.
#[track_caller]
pub(super) fn raw(it: &JsValue) -> JsValue {
    of(it, "it.length === 4 && { text: it[0], data: it[1], status: it[2], headers: Object.fromEntries(it[3]) }")
}
