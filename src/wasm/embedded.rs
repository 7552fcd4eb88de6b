//! The export of the service in memory.

use super::{error::js_error, object::to_object};
use crate::{
    endpoints::ROUTES,
    error::Error,
    service::{Dataset, DatasetError, MemoryService, Request, Response, match_route},
    text::decimal_text,
};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

/// The service with its records in memory, which `pkg/src/embedded.ts` wraps.
#[wasm_bindgen]
#[derive(Debug)]
pub struct EmbeddedService(MemoryService);

#[wasm_bindgen]
impl EmbeddedService {
    /// Creates a service with records. `lists` has one list for each record kind, in the order of
    /// [`crate::service::RecordKind::ALL`]. Each list, and `keys`, is a JSON array or NDJSON.
    ///
    /// # Errors
    /// An object with the fields of [`crate::ErrorDetails`]. The message names the invalid record and the reason.
    #[wasm_bindgen(constructor)]
    pub fn new(lists: Vec<String>, keys: &str) -> Result<EmbeddedService, JsValue> {
        MemoryService::new(&Dataset {
            keys,
            ..dataset(&lists)
        })
        .map(Self)
        .map_err(dataset_error)
    }

    /// Adds or replaces records, as [`MemoryService::update`] does.
    ///
    /// # Errors
    /// The same as the constructor. The service then keeps its records.
    pub fn update(&mut self, lists: Vec<String>) -> Result<(), JsValue> {
        self.0.update(&dataset(&lists)).map_err(dataset_error)
    }

    /// Handles one request, with its headers `x-api-key` and `if-none-match`. Returns
    /// `{ status, headers: [[name, value]], body }`.
    #[must_use]
    pub fn handle(
        &self,
        method: &str,
        target: &str,
        api_key: Option<String>,
        if_none_match: Option<String>,
    ) -> JsValue {
        let request = Request {
            method,
            target,
            api_key: api_key.as_deref(),
        };
        let service = &self.0;
        let response = service.handle_if_none_match(&request, if_none_match.as_deref());
        to_object(&response)
    }
}

/// Returns the names of the endpoints, such as `GET /project`.
#[wasm_bindgen(js_name = endpointNames)]
#[must_use]
pub fn endpoint_names() -> Vec<String> {
    ROUTES.iter().map(|route| route.name.to_owned()).collect()
}

/// Returns the name of a request's endpoint; `undefined` when [`match_route`] finds none, for
/// example for an unknown path or a preflight request.
#[wasm_bindgen(js_name = endpointOf)]
#[must_use]
pub fn endpoint_of(method: &str, target: &str) -> Option<String> {
    match_route(&Request {
        method,
        target,
        api_key: None,
    })
    .ok()
    .map(|matched| matched.route.name.to_owned())
}

/// Returns an error response, as [`EmbeddedService::handle`] does. `retry_after` is in seconds.
#[wasm_bindgen(js_name = errorResponse)]
#[must_use]
pub fn error_response(
    method: &str,
    status: u16,
    message: &str,
    retry_after: Option<u32>,
) -> JsValue {
    let mut response = Response::error(status, message);
    if let Some(seconds) = retry_after {
        response = response.with_header("retry-after", &decimal_text(seconds.into()));
    }
    to_object(&response.for_method(method))
}

/// Returns a dataset without keys. `lists` has the order of [`crate::service::RecordKind::ALL`].
fn dataset(lists: &[String]) -> Dataset<'_> {
    Dataset::of(|kind| lists.get(kind as usize).map_or("", String::as_str))
}

/// Converts the error of an invalid record to an object with the fields of [`crate::ErrorDetails`].
fn dataset_error(error: DatasetError) -> JsValue {
    let parameter = if error.list == "keys" {
        "keys"
    } else {
        "dataset"
    };
    let message = ["Invalid ", parameter, ": ", &error.text()].concat();
    js_error(Error::invalid_argument(parameter, message))
}
