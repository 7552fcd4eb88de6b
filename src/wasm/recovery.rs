//! Exports for the recovery after a trap: the message of a panic, and a new instance.

#[cfg(feature = "client")]
use js_sys::Function;
#[cfg(feature = "client")]
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Calls `listener` with the message of a panic, just before the panic ends the instance. Only the client has this
/// export, because the hook would add 1.9 kB (brotli) to the helpers.
#[cfg(feature = "client")]
#[wasm_bindgen(js_name = setPanicListener)]
pub fn set_panic_listener(listener: Function) {
    std::panic::set_hook(Box::new(move |info| {
        // The instance ends even if the listener throws.
        let _ = listener.call1(&JsValue::UNDEFINED, &info.to_string().into());
    }));
}

/// Makes the next call of an export start a new instance.
#[wasm_bindgen(js_name = replaceInstance)]
pub fn replace_instance() {
    wasm_bindgen::handler::schedule_reinit();
}

/// Does nothing. The call starts the new instance that [`replace_instance`] asks for. The glue does so only after it
/// has written the arguments of a call to the memory of the old instance, so the first call must have no arguments.
#[wasm_bindgen(js_name = startInstance)]
pub fn start_instance() {}
