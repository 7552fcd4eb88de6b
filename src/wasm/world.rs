//! The world of one call in JavaScript: the caller's `fetch`, the global timers, the key.

use crate::{Error, ErrorKind, KeySource, Request, Response, Timer, Transport, text::find};
use gloo_net::http::Request as GlooRequest;
use js_sys::{Function, Object, Promise, Reflect, Uint8Array};
use std::cell::Cell;
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, AbortSignal, RequestCredentials, RequestInit, RequestRedirect};

#[wasm_bindgen]
extern "C" {
    // Never through `window`, which workers and Node do not have.
    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(callback: &JsValue, ms: u32) -> JsValue;
    #[wasm_bindgen(js_name = clearTimeout)]
    fn clear_timeout(id: &JsValue);

    /// Whatever the host program gave: a member that is missing or throws is an error, not a trap.
    pub(super) type Foreign;
    #[wasm_bindgen(method, catch, js_name = getReader)]
    fn get_reader(this: &Foreign) -> Result<Foreign, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn read(this: &Foreign) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch, js_name = arrayBuffer)]
    fn array_buffer(this: &Foreign) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch, getter)]
    fn value(this: &Foreign) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch, getter)]
    fn status(this: &Foreign) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch, getter)]
    fn redirected(this: &Foreign) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch, getter, js_name = bodyUsed)]
    fn body_used(this: &Foreign) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch, getter)]
    fn done(this: &Foreign) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch, getter, js_name = byteLength)]
    fn byte_length(this: &Foreign) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch, getter)]
    fn body(this: &Foreign) -> Result<Foreign, JsValue>;
    #[wasm_bindgen(method, catch, getter)]
    fn headers(this: &Foreign) -> Result<Foreign, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn get(this: &Foreign, name: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch, getter)]
    fn cause(this: &Foreign) -> Result<Foreign, JsValue>;
    #[wasm_bindgen(method, catch, getter)]
    fn message(this: &Foreign) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch, getter)]
    pub(super) fn aborted(this: &Foreign) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch, getter)]
    pub(super) fn reason(this: &Foreign) -> Result<JsValue, JsValue>;
    /// A typed array, of whatever realm the bytes are.
    #[wasm_bindgen(js_name = Uint8Array)]
    type Bytes;
    #[wasm_bindgen(constructor, catch, js_class = "Uint8Array")]
    fn new(bytes: &JsValue) -> Result<Bytes, JsValue>;
    #[wasm_bindgen(method, catch, js_name = addEventListener)]
    fn add_event_listener(this: &Foreign, name: &str, listener: &JsValue) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch, js_name = removeEventListener)]
    fn remove_event_listener(this: &Foreign, name: &str, listener: &JsValue) -> Result<(), JsValue>;
}

/// What a call reaches outside, and what an `Error` of Rust cannot hold of it.
pub(super) struct World {
    pub(super) fetch: Function,
    pub(super) key: JsValue,
    /// The rejection behind an error.
    pub(super) cause: Cell<JsValue>,
    /// Status and headers of the answer, for `raw`.
    pub(super) status: Cell<u16>,
    pub(super) headers: Cell<JsValue>,
}

impl World {
    fn failed(&self, kind: ErrorKind, code: &'static str, message: &str, cause: JsValue) -> Error {
        self.cause.set(cause);
        Error::new(kind, code, message)
    }

    /// A rejected exchange. Node names a refused redirect; browsers tell nothing apart.
    fn broken(&self, cause: JsValue) -> Error {
        let why = cause.unchecked_ref::<Foreign>().cause().and_then(|inner| inner.message());
        if why.ok().and_then(|text| text.as_string()).is_some_and(|text| find(&text, "redirect").is_some()) {
            let message = "The service redirects, which is not followed: use the base URL it redirects to.";
            return self.failed(ErrorKind::RedirectBlocked, "redirect_blocked", message, cause);
        }
        let message = "No complete answer came: the service cannot be reached, broke off, redirects, or (in a browser) \
                       answered without CORS headers. `cause` holds what fetch said.";
        self.failed(ErrorKind::Network, "network", message, cause)
    }

    /// The body's bytes; none is taken over that exceeds the limit.
    async fn body(&self, answer: &Foreign, stream: Result<Foreign, JsValue>, limit: u32) -> Result<Vec<u8>, Error> {
        let mut body = Vec::new();
        // Not `Response::binary`: it has no limit, and it panics on a stand-in for a Response.
        let Ok(reader) = stream.and_then(|stream| stream.get_reader()) else {
            let buffer = self.settled(answer.array_buffer()).await?;
            return self.append(&mut body, &buffer, limit).map(|()| body);
        };
        let mut empty = 0;
        loop {
            let chunk = self.settled(reader.read()).await?.unchecked_into::<Foreign>();
            if chunk.done().map_err(|cause| self.broken(cause))?.is_truthy() {
                return Ok(body);
            }
            let value = chunk.value().map_err(|cause| self.broken(cause))?;
            let before = body.len();
            self.append(&mut body, &value, limit)?;
            empty += u32::from(body.len() == before);
            // Pieces without bytes that never end would keep every timer from firing.
            if empty > 1000 {
                return Err(self.broken("The body's pieces are empty.".into()));
            }
        }
    }

    fn append(&self, body: &mut Vec<u8>, bytes: &JsValue, limit: u32) -> Result<(), Error> {
        // An ArrayBuffer or a view of one, of whatever realm.
        let length = if bytes.is_object() { bytes.unchecked_ref::<Foreign>().byte_length().ok() } else { None };
        if length.and_then(|length| length.as_f64()).is_none() {
            return Err(self.broken("The body holds something other than bytes.".into()));
        }
        let bytes = Bytes::new(bytes).map_err(|cause| self.broken(cause))?.unchecked_into::<Uint8Array>();
        if u64::from(bytes.length()) + body.len() as u64 > u64::from(limit) {
            return Err(Error::too_large(limit));
        }
        body.extend_from_slice(&bytes.to_vec());
        Ok(())
    }

    /// A promise's value, or the value itself.
    async fn settled(&self, value: Result<JsValue, JsValue>) -> Result<JsValue, Error> {
        let settled = match value {
            Ok(value) => JsFuture::from(Promise::resolve(&value)).await,
            Err(cause) => Err(cause),
        };
        settled.map_err(|cause| self.broken(cause))
    }
}

/// Ends the exchange when dropped, which also frees its connection.
struct Exchange(AbortController);

impl Drop for Exchange {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// From a ready `web_sys::Request`: gloo-net's builder makes two of them and a URL, 2 kB (brotli) and half the time of a call.
fn build(request: &Request, signal: &AbortSignal) -> Result<GlooRequest, JsValue> {
    let init = RequestInit::new();
    init.set_credentials(RequestCredentials::Omit);
    init.set_signal(Some(signal));
    if let Some(key) = &request.api_key {
        let headers = Object::new();
        Reflect::set(&headers, &"x-api-key".into(), &key.into())?;
        init.set_headers(&headers);
        // A followed redirect would carry the key to wherever it points.
        init.set_redirect(RequestRedirect::Error);
    }
    web_sys::Request::new_with_str_and_init(&request.url, &init).map(GlooRequest::from)
}

impl Transport for World {
    async fn send(&self, request: &Request) -> Result<Response, Error> {
        let exchange = Exchange(AbortController::new().map_err(|cause| self.broken(cause))?);
        let built = build(request, &exchange.0.signal()).map_err(|cause| {
            let message = "`baseUrl` is refused by the host: no request can be made of it. `cause` says why.";
            let mut error = self.failed(ErrorKind::InvalidArgument, "invalid_argument", message, cause);
            error.parameter = Some("baseUrl");
            error
        })?;
        // Our own step between gloo-net's request and the answer: its `send` panics on foreign fetch functions.
        let sent = self.fetch.call1(&JsValue::UNDEFINED, &web_sys::Request::from(built));
        let answer = self.settled(sent).await?;
        let Head { status, redirected, used, body } = head(&answer);
        let answer = answer.unchecked_into::<Foreign>();
        let Some(status) = status else {
            return Err(self.broken("fetch gave no Response.".into()));
        };
        if used {
            return Err(self.broken("The body of fetch's Response was read before.".into()));
        }
        if request.api_key.is_some() && redirected {
            let message = "`fetch` followed a redirect, which may have carried the API key along.";
            return Err(Error::new(ErrorKind::RedirectBlocked, "redirect_blocked", message));
        }
        let headers = answer.headers().unwrap_or_else(Foreign::unchecked_from_js);
        let retry_after = headers.get("retry-after").ok().and_then(|text| text.as_string());
        self.status.set(status);
        self.headers.set(headers.into());
        let body = self.body(&answer, body, request.max_body_bytes).await?;
        Ok(Response { status, retry_after, body })
    }
}

/// What stands before an answer's bytes; the status is missing where it is no answer.
struct Head {
    status: Option<u16>,
    redirected: bool,
    used: bool,
    body: Result<Foreign, JsValue>,
}

/// Member by member, also from a Response of the host: gloo-net's getters trap when one throws or is no number.
fn head(answer: &JsValue) -> Head {
    let foreign = answer.unchecked_ref::<Foreign>();
    let status = if answer.is_object() { foreign.status().ok().and_then(|status| status.as_f64()) } else { None };
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let status = status.filter(|status| (100.0..1000.0).contains(status)).map(|status| status as u16);
    // One that throws is no answer to trust.
    let truth = |value: Result<JsValue, JsValue>| value.map(|value| value.is_truthy());
    match (truth(foreign.redirected()), truth(foreign.body_used())) {
        (Ok(redirected), Ok(used)) => Head { status, redirected, used, body: foreign.body() },
        _ => Head { status: None, redirected: false, used: false, body: foreign.body() },
    }
}

/// A running timer; stopped when dropped, so that it keeps no process alive.
struct Timeout {
    id: JsValue,
    resolve: JsValue,
}

impl Drop for Timeout {
    fn drop(&mut self) {
        clear_timeout(&self.id);
        settle(&self.resolve);
    }
}

/// Resolves a promise nobody waits for any more: a `JsFuture` keeps its callbacks until its promise settles.
fn settle(resolve: &JsValue) {
    let _ = resolve.unchecked_ref::<Function>().call0(&JsValue::UNDEFINED);
}

impl Timer for World {
    async fn sleep(&self, ms: u32) {
        let mut timeout = Timeout { id: JsValue::UNDEFINED, resolve: JsValue::UNDEFINED };
        let promise = Promise::new(&mut |resolve, _| {
            timeout.id = set_timeout(&resolve, ms);
            timeout.resolve = resolve.into();
        });
        let _ = JsFuture::from(promise).await;
    }
}

impl KeySource for World {
    async fn api_key(&self) -> Result<Option<String>, Error> {
        let failed = |cause| {
            let message = "`apiKey` is a function that failed; `cause` holds its error.";
            let mut error = self.failed(ErrorKind::InvalidArgument, "api_key_unavailable", message, cause);
            error.parameter = Some("apiKey");
            error
        };
        let value = match self.key.dyn_ref::<Function>() {
            Some(source) => {
                let given = source.call0(&JsValue::UNDEFINED).map_err(failed)?;
                JsFuture::from(Promise::resolve(&given)).await.map_err(failed)?
            }
            None => self.key.clone(),
        };
        match value.as_string() {
            Some(key) => Ok(Some(key)),
            None if value.is_undefined() || value.is_null() => Ok(None),
            None => Err(crate::client::bad_key()),
        }
    }
}

/// The caller's signal, listened to while a call is under way.
pub(super) struct Listening<'a> {
    signal: &'a Foreign,
    listener: JsValue,
}

impl<'a> Listening<'a> {
    /// Ends when the signal, if there is one, aborts; the listener goes with the second value.
    pub(super) fn to(signal: &'a Foreign) -> (JsFuture, Self) {
        let mut listener = JsValue::UNDEFINED;
        let promise = Promise::new(&mut |resolve, _| listener = resolve.into());
        if signal.is_object() {
            let _ = signal.add_event_listener("abort", &listener);
        }
        (JsFuture::from(promise), Self { signal, listener })
    }
}

impl Drop for Listening<'_> {
    fn drop(&mut self) {
        if self.signal.is_object() {
            let _ = self.signal.remove_event_listener("abort", &self.listener);
        }
        settle(&self.listener);
    }
}
