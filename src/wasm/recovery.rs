//! What the package needs to survive a trap: the message of a panic, and a fresh instance.

#[cfg(feature = "client")]
use js_sys::Function;
#[cfg(feature = "client")]
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Calls `listener` with the message of a panic, just before the panic ends the instance. The other modules do without:
/// the hook is 1.9 kB (brotli) of the helpers.
#[cfg(feature = "client")]
#[wasm_bindgen(js_name = setPanicListener)]
pub fn set_panic_listener(listener: Function) {
    std::panic::set_hook(Box::new(move |info| {
        // The instance ends in any case.
        let _ = listener.call1(&JsValue::UNDEFINED, &info.to_string().into());
    }));
}

/// Makes the next call of any export begin in a fresh instance.
#[wasm_bindgen(js_name = replaceInstance)]
pub fn replace_instance() {
    wasm_bindgen::handler::schedule_reinit();
}
