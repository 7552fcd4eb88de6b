//! The `Transport` and `Clock` of JavaScript. gloo-net sends the requests.
//!
//! gloo-net calls the `fetch` of the glue, which is `glueFetch` of `pkg/src/client/fetch.ts`.
//! `glueFetch` calls the option `fetch` of the client with `(url, init)`. Without this option,
//! `glueFetch` calls the current global `fetch`. If gloo-net called the global `fetch` itself, it
//! would lose the cause of a failure, and would panic when a mock rejects with a string or returns
//! a plain object.

use super::{abort::AbortGuard, arguments::insecure_base_url, error::JsCause, promise::settle};
use crate::{
    base_url::without_query,
    client::{Clock, HttpResponse, Request, Transport},
    error::Error,
    headers,
    text::quoted,
};
use gloo_net::http::{Headers, Request as GlooRequest, Response as GlooResponse};
use gloo_timers::future::TimeoutFuture;
use js_sys::{Date, Math, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};
use web_sys::{AbortSignal, RequestInit, RequestRedirect, ResponseType};

#[wasm_bindgen(typescript_custom_section)]
const FETCH: &str = r#"
/** The functions by which Rust uses the client's `fetch`. */
export interface FetchFunctions {
  /**
   * Sets the options with which the `fetch` of the glue sends a request. With `revalidates`, an
   * HTTP cache must ask the service before it uses a stored response.
   */
  prepare(request: Request, init: RequestInit, revalidates: boolean): void;
  /** Returns what `fetch` threw for a request. */
  failureOf(request: Request): unknown;
  /** Reads the first `maxBytes` of the body of a response. */
  readBody(response: Response, signal: AbortSignal, maxBytes: number): Promise<Uint8Array>;
}
"#;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;

    /// The functions by which Rust uses the client's `fetch`.
    #[wasm_bindgen(typescript_type = "FetchFunctions")]
    #[derive(Debug, Clone)]
    pub type FetchFunctions;
    #[wasm_bindgen(method)]
    fn prepare(
        this: &FetchFunctions,
        request: &web_sys::Request,
        init: &RequestInit,
        revalidates: bool,
    );
    #[wasm_bindgen(method, js_name = failureOf)]
    fn failure_of(this: &FetchFunctions, request: &web_sys::Request) -> JsValue;
    #[wasm_bindgen(method, js_name = readBody)]
    fn read_body(
        this: &FetchFunctions,
        response: &web_sys::Response,
        signal: &AbortSignal,
        max_bytes: u32,
    ) -> JsValue;

    /// A `Uint8Array`. The type of js-sys calls JavaScript four times to copy the bytes, and adds 0.7 kB to the module.
    type Bytes;
    // `valueOf` returns the array itself, which the glue then copies to a `Vec`.
    #[wasm_bindgen(method, js_name = valueOf)]
    fn to_vec(this: &Bytes) -> Vec<u8>;
}

/// Sends requests with the client's `fetch`.
#[derive(Debug)]
pub(crate) struct FetchTransport {
    fetch: FetchFunctions,
    /// Whether the header `authorization` may be sent.
    may_send_secrets: bool,
}

impl FetchTransport {
    pub(super) fn new(fetch: FetchFunctions, may_send_secrets: bool) -> Self {
        Self {
            fetch,
            may_send_secrets,
        }
    }
}

impl Transport for FetchTransport {
    type Response = FetchResponse;

    async fn send(&self, request: &Request) -> Result<FetchResponse, Error> {
        let guard = AbortGuard::new().map_err(network_error)?;
        if !self.may_send_secrets && request.headers.get("authorization").is_some() {
            return Err(insecure_base_url(&request.url, "the header authorization"));
        }
        let init = RequestInit::new();
        init.set_method("GET");
        init.set_headers(&header_object(&request.headers));
        // `Manual` instead of `Error`: with `Error`, most hosts report a redirect like a lost
        // connection.
        init.set_redirect(if request.may_redirect() {
            RequestRedirect::Follow
        } else {
            RequestRedirect::Manual
        });
        let js_request = web_sys::Request::new_with_str_and_init(&request.url, &init)
            .map_err(|_| refused(&request.url))?;
        // Only `init` has the signal: in Jest with jsdom, the constructor of Node.js's `Request`
        // refuses the `AbortSignal` of jsdom.
        init.set_signal(Some(&guard.signal));
        self.fetch.prepare(&js_request, &init, request.revalidates);
        // `js_request.clone()` would call the method `clone` of JavaScript.
        let response = GlooRequest::from(Clone::clone(&js_request)).send().await;
        // The error of gloo-net has only a text. `failure_of` returns the value that `fetch` threw.
        let response = response.map_err(|_| network_error(self.fetch.failure_of(&js_request)))?;
        if !request.may_redirect()
            && (response.redirected() || response.type_() == ResponseType::Opaqueredirect)
        {
            return Err(Error::redirect_blocked());
        }
        let (status, headers) = (response.status(), response.headers());
        Ok(FetchResponse {
            fetch: self.fetch.clone(),
            response: Some(response),
            status,
            headers,
            guard,
        })
    }
}

/// Returns headers as an object: a custom `fetch` need not know the class `Headers`.
fn header_object(headers: &headers::Headers) -> Object {
    let object = Object::new();
    for (name, value) in headers.iter() {
        // Setting a property of a new object cannot fail.
        let _ = Reflect::set(&object, &name.into(), &value.into());
    }
    object
}

/// Creates the error of a URL for which the host refuses to create a `Request`.
fn refused(url: &str) -> Error {
    Error::breaks_rule(
        "baseUrl",
        &quoted(without_query(url)),
        "a URL that the host accepts in a Request",
    )
}

/// A response of `fetch`. Dropping it before the end of its body aborts the request.
pub(crate) struct FetchResponse {
    fetch: FetchFunctions,
    /// `None` after the body was read.
    response: Option<GlooResponse>,
    status: u16,
    headers: Headers,
    guard: AbortGuard,
}

impl HttpResponse for FetchResponse {
    fn status(&self) -> u16 {
        self.status
    }

    fn header(&self, name: &str) -> Option<String> {
        self.headers.get(name)
    }

    fn headers(&self) -> Vec<(String, String)> {
        self.headers.entries().collect()
    }

    async fn read_chunk(&mut self, body: &mut Vec<u8>, max_body_bytes: u32) -> Result<bool, Error> {
        // The whole body is one chunk, because each crossing to JavaScript costs time.
        if let Some(response) = self.response.take() {
            // One byte more than the limit shows that the body is too large. The limit is at most
            // 2^31 - 1, so the sum is a `u32`.
            let max_bytes = max_body_bytes + 1;
            let bytes = self
                .fetch
                .read_body(&response.into(), &self.guard.signal, max_bytes);
            let bytes = settle(Ok(bytes)).await.map_err(network_error)?;
            *body = bytes.unchecked_into::<Bytes>().to_vec();
            if body.len() > max_body_bytes as usize {
                return Err(Error::too_large(max_body_bytes));
            }
            return Ok(true);
        }
        // The body has ended. For a status of failure, the guard stays armed: a custom `fetch` may
        // still be working on the request.
        if (200..300).contains(&self.status) {
            self.guard.disarm();
        }
        Ok(false)
    }
}

/// Converts a value that `fetch` or a stream threw to an error.
fn network_error(thrown: JsValue) -> Error {
    let message = "Network error: no complete response (unreachable, connection lost, or missing CORS headers).";
    Error::network(message).with_cause(JsCause(thrown))
}

impl Clock for FetchTransport {
    fn now_ms(&self) -> f64 {
        performance_now()
    }

    fn unix_ms(&self) -> u64 {
        Date::now() as u64
    }

    fn random(&self) -> u32 {
        // `Math.random()` is below 1, and 2^32 is the number of `u32` values.
        (Math::random() * 4_294_967_296.0) as u32
    }

    async fn sleep(&self, ms: u32) {
        TimeoutFuture::new(ms).await;
    }
}
