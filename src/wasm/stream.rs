//! Records of a page on its way as exported; `pkg/js/stream.js` drives it.

use super::values::Parts;
use crate::{endpoints::early, text::number_text};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

/// See [`early`]. Takes `1` when there were records before, and the text; gives the places of begin and end in turn, each
/// with a dot after it.
#[wasm_bindgen(js_name = recordsIn)]
pub fn records_in(given: &str) -> JsValue {
    let mut given = Parts::new(given);
    let (begun, text) = (given.text() == "1", given.text());
    let mut out = String::new();
    for place in early(text, begun).into_iter().flatten() {
        out.push_str(&number_text(place as u64));
        out.push('.');
    }
    JsValue::from_str(&out)
}
