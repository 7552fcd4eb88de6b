//! Exports for the recovery after a trap, which needs a new instance.

use wasm_bindgen::prelude::wasm_bindgen;

/// Makes the next call of an export start a new instance.
#[wasm_bindgen(js_name = replaceInstance)]
pub fn replace_instance() {
    wasm_bindgen::handler::schedule_reinit();
}

/// Does nothing. The call starts the new instance that [`replace_instance`] asks for. The glue does so only after it
/// has written the arguments of a call to the memory of the old instance, so the first call must have no arguments.
#[wasm_bindgen(js_name = startInstance)]
pub fn start_instance() {}
