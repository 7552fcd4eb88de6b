//! The export of the client, with one method for each endpoint.

use super::{
    abort::unless_aborted,
    arguments::{Arguments, redacted},
    client_options::{new_client, read_limits},
    error::js_error,
    fetch::{FetchFunctions, FetchTransport},
    object::to_object,
};
use crate::{
    client::{self, CheckedResponse, PendingCall},
    endpoints::{
        Call, Endpoint, EtherealsQuery, GetProject, GetTokenUri, GetTransfer, Parameter, Presence,
        Route,
    },
    error::{Error, Secret},
    headers::Headers,
    rules::Rule,
    text::join,
};
use js_sys::{Object, Promise};
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
  /**
   * `json` with a string for each integer beyond 2^53-1; absent without such an integer, and
   * without `integers: "exact"`.
   */
  exactJson?: string;
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
    exact_json: Option<&'a str>,
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

#[wasm_bindgen(typescript_custom_section)]
const PARAMETERS: &str = include_str!("parameters.d.ts");

/// The client behind the `Client` class of the package. `call_id` is the number that the package
/// gives a call. Events and errors show this number.
///
/// A method throws for an argument that breaks its rule, and its promise rejects for every other
/// failure. The error is an object with the fields of [`crate::ErrorDetails`].
#[wasm_bindgen]
#[derive(Debug)]
pub struct Client(client::Client<FetchTransport>);

#[wasm_bindgen]
impl Client {
    /// Checks `options` and creates a client without sending a request.
    ///
    /// # Errors
    /// For an option that breaks its rule.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "ClientOptions")] options: &Arguments,
        fetch: FetchFunctions,
        hooks: &Object,
    ) -> Result<Client, JsValue> {
        let client = new_client(options, fetch, hooks);
        client
            .map(Self)
            .map_err(|error| js_error(redacted(Some(options), Secret::default(), error)))
    }

    /// `GET /tokens/:address/:id/uri`: requests the metadata of a token. With `raw`, the result has the response too.
    ///
    /// # Errors
    /// For an argument that breaks its rule.
    #[wasm_bindgen(js_name = tokenUri, unchecked_return_type = "Promise<CallResult>")]
    pub fn token_uri(
        &self,
        #[wasm_bindgen(unchecked_param_type = "TokenUriParameters & { raw?: Argument }")]
        parameters: &Arguments,
        #[wasm_bindgen(unchecked_param_type = "CallOptions | undefined")] options: Option<
            Arguments,
        >,
        signal: Option<AbortSignal>,
        call_id: u32,
    ) -> Result<Promise, JsValue> {
        self.start(GetTokenUri::ROUTE, parameters, options, signal, call_id)
    }

    /// `GET /bridge/transfers/transactions/:hash`: requests a transfer. `json` is absent when no transfer has the hash.
    ///
    /// # Errors
    /// For an argument that breaks its rule.
    #[wasm_bindgen(js_name = bridgeTransfer, unchecked_return_type = "Promise<CallResult>")]
    pub fn bridge_transfer(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BridgeTransferParameters")] parameters: &Arguments,
        #[wasm_bindgen(unchecked_param_type = "CallOptions | undefined")] options: Option<
            Arguments,
        >,
        signal: Option<AbortSignal>,
        call_id: u32,
    ) -> Result<Promise, JsValue> {
        self.start(GetTransfer::ROUTE, parameters, options, signal, call_id)
    }

    /// `GET /project`: requests the project of the API key.
    ///
    /// # Errors
    /// For an argument that breaks its rule.
    #[wasm_bindgen(unchecked_return_type = "Promise<CallResult>")]
    pub fn project(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ProjectParameters")] parameters: &Arguments,
        #[wasm_bindgen(unchecked_param_type = "CallOptions | undefined")] options: Option<
            Arguments,
        >,
        signal: Option<AbortSignal>,
        call_id: u32,
    ) -> Result<Promise, JsValue> {
        self.start(GetProject::ROUTE, parameters, options, signal, call_id)
    }

    /// `GET /ethereals`: requests one page.
    ///
    /// # Errors
    /// For an argument that breaks its rule.
    #[wasm_bindgen(unchecked_return_type = "Promise<CallResult>")]
    pub fn ethereals(
        &self,
        #[wasm_bindgen(unchecked_param_type = "EtherealsParameters")] parameters: &Arguments,
        #[wasm_bindgen(unchecked_param_type = "CallOptions | undefined")] options: Option<
            Arguments,
        >,
        signal: Option<AbortSignal>,
        call_id: u32,
    ) -> Result<Promise, JsValue> {
        self.start(EtherealsQuery::ROUTE, parameters, options, signal, call_id)
    }
}

impl Client {
    /// Sends the request that the parameters describe.
    fn start(
        &self,
        route: &'static Route,
        parameters: &Arguments,
        options: Option<Arguments>,
        signal: Option<AbortSignal>,
        call_id: u32,
    ) -> Result<Promise, JsValue> {
        let options = options.as_ref();
        let call = self.prepare(route, parameters, options, call_id);
        let call = call.map_err(|error| js_error(redacted(options, self.0.secret(), error)))?;
        // This error never shows a string, so it cannot contain a secret.
        let is_raw = parameters.flag("raw").map_err(js_error)?;
        Ok(call_promise(call, signal, is_raw))
    }

    /// Checks the parameters and the options of a call.
    fn prepare(
        &self,
        route: &'static Route,
        parameters: &Arguments,
        options: Option<&Arguments>,
        call_id: u32,
    ) -> Result<PendingCall<FetchTransport>, Error> {
        let (mut limits, mut headers) = (self.0.limits(), Headers::default());
        if let Some(options) = options {
            limits = read_limits(options, limits)?;
            // `with_options` adds the options of a call that become headers.
            headers = options
                .checked_headers()?
                .with_options(|header| options.checked(header.option, &header.rule))?;
        }
        let mut texts = Vec::new();
        for parameter in route.parameters {
            texts.push(parameter_text(parameters, parameter)?);
        }
        let call = Call::new(route, texts);
        Ok(self
            .0
            .call_with_id(call, limits, call_id)
            .with_headers(headers))
    }
}

/// Checks a parameter by its rule, and returns its text in the request; an empty text when it is
/// absent.
fn parameter_text(parameters: &Arguments, parameter: &Parameter) -> Result<String, Error> {
    let Parameter {
        name,
        presence,
        rule,
        ..
    } = parameter;
    if *presence == Presence::List {
        let items = parameters.items(name, rule.expectation)?;
        return list_text(name, rule, &items.unwrap_or_default());
    }
    match parameters.checked(name, rule)? {
        Some(text) => Ok(text),
        None if *presence == Presence::Required => Err(Error::missing(name, rule.expectation)),
        None => Ok(String::new()),
    }
}

/// Checks the items of a list by the rule, removes duplicates, and joins the items with commas.
fn list_text(name: &'static str, rule: &Rule, items: &[String]) -> Result<String, Error> {
    let mut texts = Vec::new();
    for item in items {
        let text = rule.check(name, item)?;
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    Ok(join(&texts, ','))
}

/// Sends the request of a call. Returns a promise that settles when the response is checked or the caller aborts.
fn call_promise(
    call: PendingCall<FetchTransport>,
    signal: Option<AbortSignal>,
    is_raw: bool,
) -> Promise {
    future_to_promise(async move {
        let response = match &signal {
            Some(signal) => unless_aborted(signal, &call).await,
            None => call.response().await,
        };
        response
            .map(|response| call_result(&response, is_raw))
            .map_err(js_error)
    })
}

/// Converts a response to the `CallResult` that JavaScript receives.
fn call_result(response: &CheckedResponse, is_raw: bool) -> JsValue {
    let CheckedResponse {
        checked,
        status,
        headers,
        ..
    } = response;
    let (json, exact_json) = (checked.json(), checked.exact_json());
    to_object(&CallResult {
        json: json.as_deref(),
        exact_json: exact_json.as_deref(),
        next_cursor: checked.next_cursor(),
        raw: is_raw.then(|| RawResult {
            text: checked.text(),
            status: *status,
            headers,
        }),
    })
}
