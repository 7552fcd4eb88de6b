//! The class behind `EmbeddedService`.

use super::convert::failure;
use crate::{
    Error,
    service::{Dataset, MemoryService, Request},
};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

/// The service over records in memory; `pkg/js/embedded.js` wraps it.
#[wasm_bindgen(js_name = EmbeddedService)]
#[derive(Debug)]
pub struct WasmService(MemoryService);

#[wasm_bindgen(js_class = EmbeddedService)]
impl WasmService {
    /// Takes in the records, each list as JSON array or NDJSON.
    ///
    /// # Errors
    /// A text that names the record and what is wrong with it.
    #[wasm_bindgen(constructor)]
    pub fn new(tokens: &str, transfers: &str, ethereals: &str, keys: &str) -> Result<WasmService, JsValue> {
        MemoryService::new(&Dataset { tokens, transfers, ethereals, keys }).map(Self).map_err(|e| {
            let parameter = if e.list == "keys" { "keys" } else { "dataset" };
            let message = ["The records cannot be used: ", e.to_string().trim_end_matches('.'), "."].concat();
            failure(Error::refused(parameter, message))
        })
    }

    /// Answers one request with `{ status, headers: [[name, value]], body }`.
    ///
    /// # Errors
    /// Never in practice: the answer is plain data.
    pub fn handle(&self, method: &str, target: &str, api_key: Option<String>) -> Result<JsValue, JsValue> {
        let response = self.0.handle(&Request { method, target, api_key: api_key.as_deref() });
        Ok(serde_wasm_bindgen::to_value(&response)?)
    }
}
