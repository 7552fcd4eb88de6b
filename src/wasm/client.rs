//! The class behind `Client`: one method for each endpoint.

use super::{
    convert::{arg, args, failure, set},
    world::{Listening, World},
};
use crate::{
    Arg, Args, BaseUrl, BridgeTransferByHash, Call, Checked, Client, Endpoint, Error, ErrorKind, Ethereals, Limits,
    ProjectOfKey, TokenUri, client::bad_key, client::within, rules,
};
use js_sys::{Array, Function, Object, Promise, Reflect};
use std::rc::Rc;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
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
    /// A plain object that describes the broken rule.
    #[wasm_bindgen(constructor)]
    pub fn new(
        base_url: JsValue,
        key: JsValue,
        fetch: Function,
        options: JsValue,
        parse: Function,
    ) -> Result<WasmClient, JsValue> {
        let settings = || {
            let base = match arg(&base_url) {
                Arg::Text(text) => BaseUrl::parse(&text)?,
                other => return Err(crate::args::broken("baseUrl", &other, "an absolute URL (string or URL)")),
            };
            let mut options = args(&options);
            let limits = limits(&mut options, Limits::default())?;
            options.parse("maxRetries", "0: this version makes one attempt", |n| (n.text()? == "0").then_some(()))?;
            options.finish("baseUrl, apiKey, fetch, timeoutMs, deadlineMs, maxBodyBytes, maxRetries")?;
            let known = key.is_undefined() || key.is_null() || key.is_function();
            if !known && !key.as_string().is_some_and(|key| rules::api_key(&key)) {
                return Err(bad_key());
            }
            Ok(Settings { base, limits, key, fetch, parse })
        };
        settings().map(|settings| Self(Rc::new(settings))).map_err(|error| failure(error, None))
    }

    /// `GET /tokens/:address/:id/uri`.
    #[wasm_bindgen(js_name = tokenUri)]
    pub fn token_uri(&self, address: JsValue, id: JsValue, options: JsValue, signal: JsValue) -> Promise {
        let mut encode: Encode = document;
        self.start(options, signal, |mut options| {
            if options.parse("raw", "true or false", |raw| Some(*raw == Arg::Bool(true)))?.unwrap_or_default() {
                encode = with_response;
            }
            TokenUri::new(&arg(&address), &arg(&id), options).map(|request| (request.call(), encode))
        })
    }

    /// `GET /bridge/transfers/transactions/:hash`.
    #[wasm_bindgen(js_name = bridgeTransfer)]
    pub fn bridge_transfer(&self, hash: JsValue, options: JsValue, signal: JsValue) -> Promise {
        self.start(options, signal, |options| {
            BridgeTransferByHash::new(&arg(&hash), options).map(|request| (request.call(), document as Encode))
        })
    }

    /// `GET /project`.
    pub fn project(&self, options: JsValue, signal: JsValue) -> Promise {
        self.start(options, signal, |options| {
            ProjectOfKey::new(options).map(|request| (request.call(), document as Encode))
        })
    }

    /// One page of `GET /ethereals`, as `[items, nextCursor]`.
    pub fn ethereals(&self, options: JsValue, signal: JsValue) -> Promise {
        self.start(options, signal, |options| Ethereals::new(options).map(|request| (request.call(), page as Encode)))
    }

    /// Runs one call until its answer or the signal.
    fn start(
        &self,
        options: JsValue,
        signal: JsValue,
        request: impl FnOnce(Args) -> Result<(Call, Encode), Error>,
    ) -> Promise {
        let settings = Rc::clone(&self.0);
        let mut options = args(&options);
        let prepared = limits(&mut options, settings.limits)
            .and_then(|limits| request(options).map(|(call, encode)| (call, encode, limits)));
        future_to_promise(run(settings, prepared, signal))
    }
}

/// The one future of every call.
async fn run(
    settings: Rc<Settings>,
    prepared: Result<(Call, Encode, Limits), Error>,
    signal: JsValue,
) -> Result<JsValue, JsValue> {
    let (call, encode, limits) = prepared.map_err(|error| failure(error, None))?;
    let name = call.name;
    let aborted = || {
        let mut error = Error::new(ErrorKind::Aborted, "aborted", "The caller's signal ended the call.");
        error.endpoint = Some(name);
        failure(error, Reflect::get(&signal, &"reason".into()).ok())
    };
    if Reflect::get(&signal, &"aborted".into()).is_ok_and(|aborted| aborted.is_truthy()) {
        return Err(aborted());
    }
    let world = World {
        fetch: settings.fetch.clone(),
        key: settings.key.clone(),
        cause: Default::default(),
        answer: Default::default(),
    };
    let client = Client { base: settings.base.clone(), limits, world };
    let outcome = if signal.is_object() {
        let (abort, _listening) = Listening::to(&signal);
        within(client.call(&call), async { drop(abort.await) }).await.ok_or_else(aborted)?
    } else {
        client.call(&call).await
    };
    match outcome {
        Ok(checked) => encode(&settings, &client.world, &checked),
        Err(error) => Err(failure(error, client.world.cause.take())),
    }
}

/// The limits of a call or a client.
fn limits(options: &mut Args, default: Limits) -> Result<Limits, Error> {
    let ms = "a whole number of milliseconds from 1 to 2^31-1";
    let whole = |arg: &Arg| arg.text()?.parse().ok().filter(|n| (1..1 << 31).contains(n));
    Ok(Limits {
        timeout_ms: options.parse("timeoutMs", ms, whole)?.unwrap_or(default.timeout_ms),
        deadline_ms: options.parse("deadlineMs", ms, whole)?.unwrap_or(default.deadline_ms),
        max_body_bytes: options
            .parse("maxBodyBytes", "a whole number of bytes from 1 to 2^31-1", whole)?
            .unwrap_or(default.max_body_bytes),
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
    let object = Object::new();
    set(&object, "text", Some(checked.text()));
    set(&object, "data", Some(document(settings, world, checked)?));
    if let Some((status, headers)) = world.answer.take() {
        set(&object, "status", Some(status));
        set(&object, "headers", Some(Object::from_entries(&headers).unwrap_or_default()));
    }
    Ok(object.into())
}

fn page(settings: &Settings, world: &World, checked: &Checked) -> Result<JsValue, JsValue> {
    let cursor = checked.next_cursor().map_or(JsValue::NULL, JsValue::from_str);
    Ok(Array::of2(&document(settings, world, checked)?, &cursor).into())
}
