//! The exported service in memory.

use super::error::js_error;
use crate::{
    Error,
    service::{Dataset, DatasetError, MemoryService, Request},
};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

/// The service over records in memory; `pkg/src/embedded.ts` wraps it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct EmbeddedService(MemoryService);

#[wasm_bindgen]
impl EmbeddedService {
    /// Takes in the records, each list as JSON array or NDJSON.
    ///
    /// # Errors
    /// An object with the fields of [`crate::ErrorDetails`], which names the record and what is wrong with it.
    #[wasm_bindgen(constructor)]
    pub fn new(tokens: &str, transfers: &str, ethereals: &str, keys: &str) -> Result<EmbeddedService, JsValue> {
        MemoryService::new(&Dataset { tokens, transfers, ethereals, keys }).map(Self).map_err(refused)
    }

    /// Takes in more records; see [`MemoryService::update`].
    ///
    /// # Errors
    /// As the constructor; nothing has changed then.
    pub fn update(&mut self, tokens: &str, transfers: &str, ethereals: &str) -> Result<(), JsValue> {
        self.0.update(&Dataset { tokens, transfers, ethereals, keys: "" }).map_err(refused)
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

/// The error a class of JavaScript throws for records that cannot be taken.
fn refused(error: DatasetError) -> JsValue {
    let parameter = if error.list == "keys" { "keys" } else { "dataset" };
    let message = ["Invalid ", parameter, ": ", error.text().trim_end_matches('.'), "."].concat();
    js_error(Error::invalid_argument(parameter, message))
}
