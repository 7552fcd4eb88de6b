//! The export of the client, with one method for each endpoint.

use super::{
    abort::unless_aborted,
    arg::read_arg,
    client_options::{self, CallOptions},
    error::js_error,
    fetch::FetchTransport,
    options::Options,
};
use crate::{
    ChainType, Checked, CheckedResponse, Cursor, Endpoint, Error, EtherealsQuery, GetProject, GetTokenUri, GetTransfer,
    Integers, PendingCall, Route,
    parameters::Parameter,
    rules::{self, Rule, one_of},
};
use js_sys::{Array, Object, Promise, Reflect};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::future_to_promise;
use web_sys::AbortSignal;

#[wasm_bindgen(typescript_custom_section)]
const CALL_RESULT: &str = r#"
/** The result of a call. */
export interface CallResult {
  /** The text for `JSON.parse`; absent when the service knows no record. */
  json?: string;
  /** Whether strings in `json` that begin with U+0001 are exact integers. */
  hasExactIntegers?: boolean;
  /** The cursor of the next page; only for a list. */
  nextCursor?: string;
  /** The body as received, the status and the headers; only for token metadata with `raw`. */
  text?: string;
  status?: number;
  headers?: Record<string, string>;
}
"#;

/// The client that the `Client` class of the package wraps. It numbers the calls: `call_id` is in events and errors.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Client(
    /// The error, if there is one, is the error of every call (see [`super::base_url::read`]).
    Result<crate::Client<FetchTransport>, Error>,
);

#[wasm_bindgen]
impl Client {
    /// Validates `options` and creates a client without sending a request.
    ///
    /// # Errors
    /// An object with the fields of [`crate::ErrorDetails`], as with every method.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue) -> Result<Client, JsValue> {
        client_options::new_client(options).map(Self).map_err(js_error)
    }

    /// `GET /tokens/:address/:id/uri`: requests the metadata of a token.
    #[wasm_bindgen(js_name = tokenUri, unchecked_return_type = "Promise<CallResult>")]
    pub fn token_uri(
        &self,
        address: &JsValue,
        id: &JsValue,
        token: &JsValue,
        options: &JsValue,
        call_id: u32,
    ) -> Result<Promise, JsValue> {
        let call = self.prepare(GetTokenUri::ROUTE, "token", token, options, call_id, &|options| {
            let request = GetTokenUri {
                address: read_arg(address).parse("address")?,
                id: read_arg(id).parse("id")?,
                chain_id: options.take_required("chainId")?,
                standard: options.take_optional("standard")?,
                integers: options.take_optional("integers")?.unwrap_or(Integers::Rounded),
            };
            Ok(request.call())
        })?;
        let result = if call.raw { raw_result } else { call_result };
        Ok(call.send(result))
    }

    /// `GET /bridge/transfers/transactions/:hash`: requests a transfer. `json` is absent when no transfer has the hash.
    #[wasm_bindgen(js_name = bridgeTransfer, unchecked_return_type = "Promise<CallResult>")]
    pub fn bridge_transfer(
        &self,
        hash: &JsValue,
        query: &JsValue,
        options: &JsValue,
        call_id: u32,
    ) -> Result<Promise, JsValue> {
        let call = self.prepare(GetTransfer::ROUTE, "query", query, options, call_id, &|options| {
            let chain = options.take_checked("chain", &TRANSFER_CHAIN)?.map(ChainType::from_normalized);
            Ok(GetTransfer { hash: read_arg(hash).parse("hash")?, chain }.call())
        })?;
        Ok(call.send(call_result))
    }

    /// `GET /project`: requests the project of the API key.
    #[wasm_bindgen(unchecked_return_type = "Promise<CallResult>")]
    pub fn project(&self, options: &JsValue, call_id: u32) -> Result<Promise, JsValue> {
        let call = self
            .prepare(GetProject::ROUTE, "query", &JsValue::UNDEFINED, options, call_id, &|_| Ok(GetProject.call()))?;
        Ok(call.send(call_result))
    }

    /// `GET /ethereals`: requests one page.
    #[wasm_bindgen(unchecked_return_type = "Promise<CallResult>")]
    pub fn ethereals(&self, query: &JsValue, options: &JsValue, call_id: u32) -> Result<Promise, JsValue> {
        let call = self.prepare(EtherealsQuery::ROUTE, "query", query, options, call_id, &|options| {
            Ok(ethereals_query(options)?.call())
        })?;
        Ok(call.send(call_result))
    }

    /// Prepares a call of `route`. `request` takes the options of the endpoint. Errors name `query` by `query_name`.
    fn prepare(
        &self,
        route: &Route,
        query_name: &'static str,
        query: &JsValue,
        options: &JsValue,
        call_id: u32,
        request: &dyn Fn(&mut Options) -> Result<crate::Call, Error>,
    ) -> Result<Call, JsValue> {
        let prepare = || {
            let client = self.0.as_ref().map_err(|error| error.clone().for_endpoint(route.name))?;
            Options::read(query_name, query)?.and("options", options)?.read_secret(client.secret(), |mut options| {
                let CallOptions { signal, limits, headers, raw } =
                    CallOptions::take(&mut options, client.limits(), route.keeps_headers)?;
                let request = request(&mut options)?;
                options.finish()?;
                Ok(Call { pending: client.call_with_id(request, limits, call_id).with_headers(headers), signal, raw })
            })
        };
        prepare().map_err(js_error)
    }
}

/// The package replaces "auto" by the chain types in turn (`pkg/src/transfers/find-transfer.ts`).
const TRANSFER_CHAIN: Rule = Rule { expectation: "\"mainnet\", \"sepolia\" or \"auto\"", ..rules::CHAIN };
const ON_INVALID_RECORD: Rule =
    Rule { expectation: "\"error\" or \"skip\"", normalize: |text| one_of(text, &["error", "skip"]) };

fn ethereals_query(options: &mut Options) -> Result<EtherealsQuery, Error> {
    Ok(EtherealsQuery {
        chain: options.take_optional("chain")?,
        source_chains: options.take_list("sourceChains")?,
        source_contracts: options.take_list("sourceContracts")?,
        statuses: options.take_list("statuses")?,
        page_size: options.take_optional("pageSize")?,
        cursor: options.take_optional("cursor")?.filter(|cursor: &Cursor| !cursor.as_str().is_empty()),
        skip_invalid_records: options
            .take_checked("onInvalidRecord", &ON_INVALID_RECORD)?
            .is_some_and(|choice| choice == "skip"),
    })
}

/// A call that is ready to be sent.
struct Call {
    pending: PendingCall<FetchTransport>,
    signal: Option<AbortSignal>,
    /// Whether the result includes the response (token metadata only).
    raw: bool,
}

impl Call {
    /// Sends the request. The promise settles when the response is checked or the caller aborts.
    fn send(self, result: fn(&CheckedResponse) -> JsValue) -> Promise {
        future_to_promise(async move {
            let response = match &self.signal {
                Some(signal) => unless_aborted(signal, &self.pending).await,
                None => self.pending.send().await,
            };
            response.map(|response| result(&response)).map_err(js_error)
        })
    }
}

fn call_result(response: &CheckedResponse) -> JsValue {
    value_result(&response.checked).into()
}

/// Returns the document of a token with its response.
fn raw_result(response: &CheckedResponse) -> JsValue {
    let result = value_result(&response.checked);
    let pair = |(name, value): &(String, String)| Array::of2(&name.as_str().into(), &value.as_str().into());
    let headers: Array = response.headers.iter().map(pair).collect();
    set(&result, "text", JsValue::from(response.checked.text()));
    set(&result, "status", JsValue::from(response.status));
    set(&result, "headers", JsValue::from(Object::from_entries(&headers).unwrap_or_default()));
    result.into()
}

fn value_result(checked: &Checked) -> Object {
    let result = Object::new();
    if let Some(json) = checked.json() {
        set(&result, "json", JsValue::from(&*json));
    }
    if checked.is_tagged() {
        set(&result, "hasExactIntegers", JsValue::from(true));
    }
    if let Some(cursor) = checked.next_cursor() {
        set(&result, "nextCursor", JsValue::from(cursor));
    }
    result
}

/// Sets a property of a new object, which cannot fail.
fn set(object: &Object, name: &str, value: JsValue) {
    let _ = Reflect::set(object, &name.into(), &value);
}
