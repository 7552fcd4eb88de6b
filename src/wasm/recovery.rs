//! Exports for the recovery after a trap, which needs a new instance.

use wasm_bindgen::prelude::wasm_bindgen;

/// Makes the next call of an export start a new instance.
#[wasm_bindgen(js_name = replaceInstance)]
pub fn replace_instance() {
    wasm_bindgen::handler::schedule_reinit();
}

/// Does nothing itself. The first call of an export after [`replace_instance`] makes the glue start
/// a new instance, but only after the glue has written the arguments to the memory of the old
/// instance. So the first call must be of an export without arguments, such as this one.
#[wasm_bindgen(js_name = startInstance)]
pub fn start_instance() {}
