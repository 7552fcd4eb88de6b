//! Functions of JavaScript that may throw. js-sys declares them without `catch`, but a getter or a proxy can throw in
//! each of them.

use js_sys::{Array, JsString, Reflect};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = Object, js_name = entries, catch)]
    pub(super) fn object_entries(object: &JsValue) -> Result<Array, JsValue>;
    #[wasm_bindgen(js_namespace = Array, js_name = isArray, catch)]
    pub(super) fn array_is_array(value: &JsValue) -> Result<bool, JsValue>;
    #[wasm_bindgen(js_name = String, catch)]
    fn display(value: &JsValue) -> Result<JsString, JsValue>;

    #[wasm_bindgen(js_name = URL)]
    pub(super) type Url;
    #[cfg(feature = "client")]
    #[wasm_bindgen(constructor, js_class = URL, catch)]
    pub(super) fn new(url: &str, base: &str) -> Result<Url, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    pub(super) fn href(this: &Url) -> Result<String, JsValue>;
}

/// Returns whether a value is an array; `false` for a proxy that throws.
pub(super) fn is_array(value: &JsValue) -> bool {
    array_is_array(value) == Ok(true)
}

/// Returns the items of an array. An item whose getter throws is `undefined`. An array whose length throws has one such
/// item.
pub(super) fn array_items(list: &JsValue) -> impl Iterator<Item = JsValue> {
    let length = Reflect::get(list, &"length".into()).ok().and_then(|length| length.as_f64()).unwrap_or(1.0);
    (0..length as u32).map(move |index| Reflect::get_u32(list, index).unwrap_or_default())
}

/// Returns `String(value)`.
pub(super) fn display_text(value: &JsValue) -> String {
    display(value).map_or_else(|_| "a value that cannot be shown".to_owned(), String::from)
}
