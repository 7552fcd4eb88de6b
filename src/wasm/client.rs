//! The export of the client, with one method for each endpoint.

use super::{
    abort::unless_aborted,
    arguments::{Arguments, NamedValues},
    client_options::{new_client, read_limits},
    error::js_error,
    fetch::{FetchFunctions, FetchTransport},
    object::to_object,
};
use crate::{
    client::{self, CheckedResponse, PendingCall},
    endpoints::{self, EtherealsQuery, GetProject, GetTokenUri, GetTransfer, request::Declared},
    error::Error,
};
use js_sys::{Function, Object, Promise};
use serde::Serialize;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::future_to_promise;
use web_sys::AbortSignal;

#[wasm_bindgen(typescript_custom_section)]
const CALL_RESULT: &str = r#"
/** The result of a call. */
export interface CallResult {
  /** The text for `JSON.parse`; absent when the service knows no record. */
  json?: string;
  /** Whether strings in `json` that begin with U+0001 are exact integers; absent if none does. */
  hasExactIntegers?: true;
  /** The cursor of the next page; only for a list. */
  nextCursor?: string;
  /** The response; only for token metadata with `raw`. */
  raw?: RawResult;
}

/** The body as received, the status, and pairs of the names and values of headers. */
export interface RawResult {
  text: string;
  status: number;
  headers: [string, string][];
}
"#;

/// See the declaration in TypeScript above.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CallResult<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    json: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    has_exact_integers: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    raw: Option<RawResult<'a>>,
}

#[derive(Serialize)]
struct RawResult<'a> {
    text: &'a str,
    status: u16,
    headers: &'a [(String, String)],
}

/// The client behind the `Client` class of the package. `call_id` is the number that the package gives a call: events
/// and errors have it.
///
/// Every method throws and rejects with an object that has the fields of [`crate::ErrorDetails`].
#[wasm_bindgen]
#[derive(Debug)]
pub struct Client(client::Client<FetchTransport>);

#[wasm_bindgen]
impl Client {
    /// Checks `options` and creates a client without sending a request. `api_key` is the option of that name if it is a
    /// function.
    ///
    /// # Errors
    /// For an option that breaks its rule.
    #[wasm_bindgen(constructor)]
    pub fn new(
        options: &Arguments,
        fetch: FetchFunctions,
        hooks: &Object,
        api_key: Option<Function>,
    ) -> Result<Client, JsValue> {
        new_client(options, fetch, hooks, api_key).map(Self).map_err(js_error)
    }

    /// `GET /tokens/:address/:id/uri`: requests the metadata of a token.
    ///
    /// # Errors
    /// For an argument that breaks its rule.
    #[wasm_bindgen(js_name = tokenUri, unchecked_return_type = "Promise<CallResult>")]
    pub fn token_uri(
        &self,
        arguments: &Arguments,
        signal: Option<AbortSignal>,
        call_id: u32,
    ) -> Result<Promise, JsValue> {
        self.send::<GetTokenUri>(arguments, signal, call_id)
    }

    /// `GET /bridge/transfers/transactions/:hash`: requests a transfer. `json` is absent when no transfer has the hash.
    ///
    /// # Errors
    /// For an argument that breaks its rule.
    #[wasm_bindgen(js_name = bridgeTransfer, unchecked_return_type = "Promise<CallResult>")]
    pub fn bridge_transfer(
        &self,
        arguments: &Arguments,
        signal: Option<AbortSignal>,
        call_id: u32,
    ) -> Result<Promise, JsValue> {
        self.send::<GetTransfer>(arguments, signal, call_id)
    }

    /// `GET /project`: requests the project of the API key.
    ///
    /// # Errors
    /// For an argument that breaks its rule.
    #[wasm_bindgen(unchecked_return_type = "Promise<CallResult>")]
    pub fn project(
        &self,
        arguments: &Arguments,
        signal: Option<AbortSignal>,
        call_id: u32,
    ) -> Result<Promise, JsValue> {
        self.send::<GetProject>(arguments, signal, call_id)
    }

    /// `GET /ethereals`: requests one page.
    ///
    /// # Errors
    /// For an argument that breaks its rule.
    #[wasm_bindgen(unchecked_return_type = "Promise<CallResult>")]
    pub fn ethereals(
        &self,
        arguments: &Arguments,
        signal: Option<AbortSignal>,
        call_id: u32,
    ) -> Result<Promise, JsValue> {
        self.send::<EtherealsQuery>(arguments, signal, call_id)
    }
}

impl Client {
    /// Sends the request that the arguments describe.
    fn send<T: Declared>(
        &self,
        arguments: &Arguments,
        signal: Option<AbortSignal>,
        call_id: u32,
    ) -> Result<Promise, JsValue> {
        self.start(arguments, signal, call_id, |values| Ok(T::read(values)?.call()))
    }

    /// Is not generic, so that the module has this code once, and not once for each endpoint.
    fn start(
        &self,
        arguments: &Arguments,
        signal: Option<AbortSignal>,
        call_id: u32,
        to_call: fn(&NamedValues) -> Result<endpoints::Call, Error>,
    ) -> Result<Promise, JsValue> {
        let call = NamedValues::with(arguments, self.0.secret(), |values| {
            let limits = read_limits(values, self.0.limits())?;
            let headers = values.headers()?.with_options(|header| values.checked(header.option, &header.rule))?;
            // Only `tokenUri` has the option.
            let is_raw = values.flag("raw")?;
            Ok((self.0.call_with_id(to_call(values)?, limits, call_id).with_headers(headers), is_raw))
        });
        let (call, is_raw) = call.map_err(js_error)?;
        Ok(call_promise(call, signal, is_raw))
    }
}

/// Sends the request of a call. Returns a promise that settles when the response is checked or the caller aborts.
fn call_promise(call: PendingCall<FetchTransport>, signal: Option<AbortSignal>, is_raw: bool) -> Promise {
    future_to_promise(async move {
        let response = match &signal {
            Some(signal) => unless_aborted(signal, &call).await,
            None => call.response_without_events().await,
        };
        response.map(|response| call_result(&response, is_raw)).map_err(js_error)
    })
}

fn call_result(response: &CheckedResponse, is_raw: bool) -> JsValue {
    let CheckedResponse { checked, status, headers, .. } = response;
    let json = checked.json();
    to_object(&CallResult {
        json: json.as_deref(),
        has_exact_integers: checked.is_tagged().then_some(true),
        next_cursor: checked.next_cursor(),
        raw: is_raw.then(|| RawResult { text: checked.text(), status: *status, headers }),
    })
}
