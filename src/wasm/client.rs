//! The class behind `Client`: one method for each endpoint.

use super::{
    convert::failure,
    values::{arg, args},
    world::{Foreign, Listening, World},
};
use crate::{
    Arg, Args, BaseUrl, BridgeTransferByHash, Call, Checked, Client, Endpoint, Error, ErrorKind, Ethereals, Limits,
    ProjectOfKey, TokenUri,
    args::broken,
    client::{bad_key, within},
    rules::{self, Rule},
};
use js_sys::{Array, Function, Promise};
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::future_to_promise;

/// What the client was made with.
#[derive(Debug)]
struct Settings {
    base: BaseUrl,
    limits: Limits,
    key: JsValue,
    fetch: Function,
    /// `(text, tagged) => value`: the host's `JSON.parse`, with tagged integers made `BigInt`s.
    parse: Function,
}

/// Turns a checked answer into what the promise resolves to.
type Encode = fn(&Settings, &World, &Checked) -> Result<JsValue, JsValue>;

/// The client as exported; `pkg/js/client.js` wraps it.
#[wasm_bindgen(js_name = Client)]
#[derive(Debug)]
pub struct WasmClient(Rc<Settings>);

#[wasm_bindgen(js_class = Client)]
impl WasmClient {
    /// Checks the options; sends nothing.
    ///
    /// # Errors
    /// The broken rule.
    #[wasm_bindgen(constructor)]
    pub fn new(
        base_url: &str,
        key: JsValue,
        fetch: Function,
        options: &str,
        parse: Function,
    ) -> Result<WasmClient, JsValue> {
        let settings = || {
            let base = match arg(base_url) {
                Arg::Text(text) => BaseUrl::parse(&text)?,
                other => return Err(broken("baseUrl", &other, "an absolute URL (string or URL)")),
            };
            let mut options = args(options);
            let limits = limits(&mut options, Limits::default())?;
            options.by("maxRetries", &NO_RETRIES)?;
            options.finish("baseUrl, apiKey, fetch, timeoutMs, deadlineMs, maxBodyBytes, maxRetries")?;
            let known = key.is_undefined() || key.is_null() || key.is_function();
            if !known && key.as_string().is_none_or(|key| (rules::API_KEY.canonical)(&key).is_none()) {
                return Err(bad_key());
            }
            Ok(Settings { base, limits, key, fetch, parse })
        };
        settings().map(|settings| Self(Rc::new(settings))).map_err(|error| failure(error, JsValue::UNDEFINED))
    }

    /// `GET /tokens/:address/:id/uri`; with option `raw` as `[text, document, status, headers]`.
    #[wasm_bindgen(js_name = tokenUri)]
    pub fn token_uri(&self, address: &str, id: &str, options: &str, signal: JsValue) -> Promise {
        let mut options = self.options(options);
        let raw = options.args.take("raw");
        let encode = if raw.is_true() { with_response } else { document };
        let known = match &raw {
            Arg::Absent => true,
            Arg::Other(shown) => raw.is_true() || shown == "false",
            Arg::Text(_) => false,
        };
        let call = TokenUri::new(&arg(address), &arg(id), options.args).map(|request| request.call());
        let call = if known { call } else { Err(broken("raw", &raw, "true or false")) };
        self.start(call, options.limits, signal, encode)
    }

    /// `GET /bridge/transfers/transactions/:hash`.
    #[wasm_bindgen(js_name = bridgeTransfer)]
    pub fn bridge_transfer(&self, hash: &str, options: &str, signal: JsValue) -> Promise {
        let options = self.options(options);
        let call = BridgeTransferByHash::new(&arg(hash), options.args).map(|request| request.call());
        self.start(call, options.limits, signal, document)
    }

    /// `GET /project`.
    pub fn project(&self, options: &str, signal: JsValue) -> Promise {
        let options = self.options(options);
        self.start(ProjectOfKey::new(options.args).map(|request| request.call()), options.limits, signal, document)
    }

    /// One page of `GET /ethereals`, as `[items, nextCursor]`.
    pub fn ethereals(&self, options: &str, signal: JsValue) -> Promise {
        let options = self.options(options);
        self.start(Ethereals::new(options.args).map(|request| request.call()), options.limits, signal, page)
    }

    fn options(&self, options: &str) -> Options {
        let mut args = args(options);
        let limits = limits(&mut args, self.0.limits);
        Options { args, limits }
    }

    /// Runs one call until its answer or the signal.
    fn start(
        &self,
        call: Result<Call, Error>,
        limits: Result<Limits, Error>,
        signal: JsValue,
        encode: Encode,
    ) -> Promise {
        let settings = Rc::clone(&self.0);
        future_to_promise(run(settings, call.and_then(|call| limits.map(|limits| (call, limits))), signal, encode))
    }
}

/// Options of a call: the limits, and those of its endpoint.
struct Options {
    args: Args,
    limits: Result<Limits, Error>,
}

/// The one future of every call.
async fn run(
    settings: Rc<Settings>,
    prepared: Result<(Call, Limits), Error>,
    signal: JsValue,
    encode: Encode,
) -> Result<JsValue, JsValue> {
    let (call, limits) = prepared.map_err(|error| failure(error, JsValue::UNDEFINED))?;
    let name = call.name;
    let signal: Foreign = signal.unchecked_into();
    let aborted = || {
        let mut error = Error::new(ErrorKind::Aborted, "aborted", "The caller's signal ended the call.");
        error.endpoint = Some(name);
        failure(error, signal.reason().unwrap_or_default())
    };
    if signal.is_object() && signal.aborted().is_ok_and(|aborted| aborted.is_truthy()) {
        return Err(aborted());
    }
    let world = World {
        fetch: settings.fetch.clone(),
        key: settings.key.clone(),
        cause: Default::default(),
        status: Default::default(),
        headers: Default::default(),
    };
    let client = Client { base: settings.base.clone(), limits, world };
    let (abort, _listening) = Listening::to(&signal);
    match within(client.call(&call), async { drop(abort.await) }).await.ok_or_else(aborted)? {
        Ok(checked) => encode(&settings, &client.world, &checked),
        Err(error) => Err(failure(error, client.world.cause.take())),
    }
}

/// A timer of JavaScript cannot wait longer.
const MILLISECONDS: Rule = Rule {
    words: "a whole number of milliseconds from 1 to 2^31-1",
    canonical: |text| rules::whole(text, 1, (1 << 31) - 1),
};
const BYTES: Rule = Rule { words: "a whole number of bytes from 1 to 2^31-1", canonical: MILLISECONDS.canonical };
const NO_RETRIES: Rule =
    Rule { words: "0: this version makes one attempt", canonical: |text| rules::one_of(text, &["0"]) };

/// The limits of a call or a client.
fn limits(options: &mut Args, default: Limits) -> Result<Limits, Error> {
    let mut limit = |name, rule, default| {
        let found = options.by(name, rule)?.and_then(|text| rules::number(&text));
        Ok(found.map_or(default, |n| n as u32))
    };
    Ok(Limits {
        timeout_ms: limit("timeoutMs", &MILLISECONDS, default.timeout_ms)?,
        deadline_ms: limit("deadlineMs", &MILLISECONDS, default.deadline_ms)?,
        max_body_bytes: limit("maxBodyBytes", &BYTES, default.max_body_bytes)?,
    })
}

/// The answer, built by the host's own `JSON.parse`; null when there is none.
fn document(settings: &Settings, _: &World, checked: &Checked) -> Result<JsValue, JsValue> {
    match checked.json() {
        Some(text) => settings.parse.call2(&JsValue::NULL, &(&*text).into(), &checked.is_tagged().into()),
        None => Ok(JsValue::NULL),
    }
}

/// The answer with its exact text, status and headers.
fn with_response(settings: &Settings, world: &World, checked: &Checked) -> Result<JsValue, JsValue> {
    let list = Array::of2(&checked.text().into(), &document(settings, world, checked)?);
    list.push(&world.status.get().into());
    list.push(&world.headers.take());
    Ok(list.into())
}

fn page(settings: &Settings, world: &World, checked: &Checked) -> Result<JsValue, JsValue> {
    let cursor = checked.next_cursor().map_or(JsValue::NULL, JsValue::from_str);
    Ok(Array::of2(&document(settings, world, checked)?, &cursor).into())
}
