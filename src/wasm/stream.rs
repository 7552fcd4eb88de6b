//! Records of a page on its way as exported; `pkg/js/stream.js` drives it.

use super::{
    convert::{SEPARATOR, thrown},
    values::Parts,
};
use crate::{endpoints::early, text::number_text};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

/// See [`early`]. Takes `1` when there were records before, and the text; gives how much of it is done with, then the
/// records.
///
/// # Errors
/// None: what is not there yet is no failure.
#[wasm_bindgen(js_name = recordsIn)]
pub fn records_in(given: &str) -> Result<JsValue, JsValue> {
    let mut given = Parts::new(given);
    let (begun, text) = (given.text() == "1", given.text());
    let (end, records) = early(text, begun);
    let mut out = number_text(end as u64);
    for record in records {
        out.push(SEPARATOR);
        out.push_str(&record);
    }
    thrown(Ok(out))
}
