//! The exported client: one method for each endpoint.

use super::{
    abort::unless_aborted,
    error::js_error,
    fetch::FetchTransport,
    options::{self, CallOptions},
    stream::RecordObserver,
    values::{Options, arg},
};
use crate::{Answer, BridgeTransferByHash, Call, Endpoint, Error, Ethereals, ProjectOfKey, Route, TokenUri};
use js_sys::{Array, Function, Object, Promise, Uint8Array, Uint32Array};
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::future_to_promise;

#[wasm_bindgen(typescript_custom_section)]
const CALL_RESULT: &str = r#"
/** What a call resolves to. */
export interface CallResult {
  /** The text for `JSON.parse`; absent when the service knows no record. */
  json?: string;
  /** Whether strings in `json` stand for exact integers: those that begin with U+0001. */
  hasExactIntegers?: boolean;
  /** Of a list: the cursor of the next page. */
  nextCursor?: string;
  /** Of token metadata with `raw`: the body as received, the status, and the headers. */
  text?: string;
  status?: number;
  headers?: Record<string, string>;
}

/** What `openEthereals` resolves to. */
export interface OpenPageResult {
  /** The text of the records in UTF-8. */
  bytes: Uint8Array<ArrayBuffer>;
  /** Byte offsets at which the records begin. */
  offsets: Uint32Array;
  nextCursor?: string;
}
"#;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(extends = Object)]
    type CallResult;
    #[wasm_bindgen(method, setter)]
    fn set_json(this: &CallResult, json: &str);
    #[wasm_bindgen(method, setter, js_name = hasExactIntegers)]
    fn set_has_exact_integers(this: &CallResult, value: bool);
    #[wasm_bindgen(method, setter, js_name = nextCursor)]
    fn set_next_cursor(this: &CallResult, cursor: &str);
    #[wasm_bindgen(method, setter)]
    fn set_text(this: &CallResult, text: &str);
    #[wasm_bindgen(method, setter)]
    fn set_status(this: &CallResult, status: u16);
    #[wasm_bindgen(method, setter)]
    fn set_headers(this: &CallResult, headers: &Object);
    #[wasm_bindgen(method, setter)]
    fn set_bytes(this: &CallResult, bytes: &Uint8Array);
    #[wasm_bindgen(method, setter)]
    fn set_offsets(this: &CallResult, offsets: &Uint32Array);
}

/// The client behind the package's `Client` class.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Client(
    /// The error is that of every call.
    Result<crate::Client<FetchTransport>, Error>,
);

#[wasm_bindgen]
impl Client {
    /// Validates `options` and creates a client. Sends nothing.
    ///
    /// # Errors
    /// An object with the fields of [`crate::ErrorDetails`], as for every method here.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue) -> Result<Client, JsValue> {
        options::client(options).map(Self).map_err(js_error)
    }

    /// `GET /tokens/:address/:id/uri`
    #[wasm_bindgen(js_name = tokenUri, unchecked_return_type = "Promise<CallResult>")]
    pub fn token_uri(
        &self,
        address: &JsValue,
        id: &JsValue,
        token: &JsValue,
        options: &JsValue,
    ) -> Result<Promise, JsValue> {
        let mut options = self.options("token", token, options, TokenUri::ROUTE)?;
        let request = TokenUri::new(&arg(address), &arg(id), options.take_args()).map_err(js_error)?;
        self.send(request.call(), options, document_result)
    }

    /// `GET /bridge/transfers/transactions/:hash`. `json` is absent when no transfer has the hash.
    #[wasm_bindgen(js_name = bridgeTransfer, unchecked_return_type = "Promise<CallResult>")]
    pub fn bridge_transfer(&self, hash: &JsValue, query: &JsValue, options: &JsValue) -> Result<Promise, JsValue> {
        let mut options = self.options("query", query, options, BridgeTransferByHash::ROUTE)?;
        let request = BridgeTransferByHash::new(&arg(hash), options.take_args()).map_err(js_error)?;
        self.send(request.call(), options, call_result)
    }

    /// `GET /project`
    #[wasm_bindgen(unchecked_return_type = "Promise<CallResult>")]
    pub fn project(&self, options: &JsValue) -> Result<Promise, JsValue> {
        let mut options = self.options("query", &JsValue::UNDEFINED, options, ProjectOfKey::ROUTE)?;
        let request = ProjectOfKey::new(options.take_args()).map_err(js_error)?;
        self.send(request.call(), options, call_result)
    }

    /// `GET /ethereals`: one page.
    #[wasm_bindgen(unchecked_return_type = "Promise<CallResult>")]
    pub fn ethereals(&self, query: &JsValue, options: &JsValue) -> Result<Promise, JsValue> {
        let mut options = self.options("query", query, options, Ethereals::ROUTE)?;
        let request = Ethereals::new(options.take_args()).map_err(js_error)?;
        self.send(request.call(), options, call_result)
    }

    /// `GET /ethereals`: one page as bytes. `on_records` receives the records of the page while it arrives, see
    /// [`super::stream`].
    #[wasm_bindgen(js_name = openEthereals, unchecked_return_type = "Promise<OpenPageResult>")]
    pub fn open_ethereals(
        &self,
        query: &JsValue,
        options: &JsValue,
        on_records: Option<Function>,
    ) -> Result<Promise, JsValue> {
        let mut options = self.options("query", query, options, Ethereals::ROUTE)?;
        options.observer = on_records.map(|function| Rc::new(RecordObserver::new(function)) as _);
        let request = Ethereals::new(options.take_args()).map_err(js_error)?;
        self.send(request.call(), options, open_page_result)
    }

    /// Forgets the cached answers.
    #[wasm_bindgen(js_name = clearCache)]
    pub fn clear_cache(&self) {
        if let Ok(client) = &self.0 {
            client.clear_cache();
        }
    }

    /// Reads the query, which errors call `query_name`, and the options of a call.
    fn options(
        &self,
        query_name: &'static str,
        query: &JsValue,
        options: &JsValue,
        route: &Route,
    ) -> Result<CallOptions, JsValue> {
        let limits = self.client(route)?.limits();
        let options = Options::read(query_name, query).and_then(|query| query.and("options", options));
        options.and_then(|all| CallOptions::new(all, limits, route.keeps_headers)).map_err(js_error)
    }

    /// Sends a request, until its response is validated or the caller aborts.
    fn send(
        &self,
        call: Call,
        options: CallOptions,
        result: fn(&Answer, &CallOptions) -> JsValue,
    ) -> Result<Promise, JsValue> {
        let mut call = self.client(call.route)?.call(call, options.limits);
        if let Some(observer) = options.observer.clone() {
            call = call.with_observer(observer);
        }
        Ok(future_to_promise(async move {
            let answer = match &options.signal {
                Some(signal) => unless_aborted(signal, &call).await,
                None => call.answer().await,
            };
            answer.map(|answer| result(&answer, &options)).map_err(js_error)
        }))
    }

    /// The client of a call to `route`.
    fn client(&self, route: &Route) -> Result<&crate::Client<FetchTransport>, JsValue> {
        self.0.as_ref().map_err(|error| js_error(error.clone().of(route.name)))
    }
}

fn call_result(answer: &Answer, _options: &CallOptions) -> JsValue {
    value_result(answer).into()
}

/// Token metadata: with `raw`, the response as well.
fn document_result(answer: &Answer, options: &CallOptions) -> JsValue {
    let result = value_result(answer);
    if options.raw {
        result.set_text(answer.checked.text());
        result.set_status(answer.status);
        let pair = |(name, value): &(String, String)| Array::of2(&name.as_str().into(), &value.as_str().into());
        let headers: Array = answer.headers.iter().map(pair).collect();
        result.set_headers(&Object::from_entries(&headers).unwrap_or_default());
    }
    result.into()
}

fn value_result(answer: &Answer) -> CallResult {
    let result: CallResult = Object::new().unchecked_into();
    let checked = &answer.checked;
    if let Some(json) = checked.json() {
        result.set_json(&json);
    }
    if checked.is_tagged() {
        result.set_has_exact_integers(true);
    }
    if let Some(cursor) = checked.next_cursor() {
        result.set_next_cursor(cursor);
    }
    result
}

fn open_page_result(answer: &Answer, _options: &CallOptions) -> JsValue {
    let result: CallResult = Object::new().unchecked_into();
    let checked = &answer.checked;
    result.set_bytes(&Uint8Array::from(&*checked.bytes().unwrap_or_default()));
    let offsets: Vec<u32> = checked.rows().into_iter().map(|row| row as u32).collect();
    result.set_offsets(&Uint32Array::from(offsets.as_slice()));
    if let Some(cursor) = checked.next_cursor() {
        result.set_next_cursor(cursor);
    }
    result.into()
}
