//! The `Transport` and `Clock` of JavaScript: the client's `fetch`, with gloo-net's request and response.

use super::{abort::AbortGuard, arguments::insecure_base_url, error::JsCause, promise::settle};
use crate::{
    base_url::without_query,
    client::{Clock, HttpResponse, Request, Transport},
    error::Error,
    text::quoted,
};
use gloo_net::http::{Headers, Request as GlooRequest, Response as GlooResponse};
use gloo_timers::future::TimeoutFuture;
use js_sys::{ArrayBuffer, Date, Function, IteratorNext, Math, Uint8Array};
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::spawn_local;
use web_sys::{
    ReadableStreamDefaultReader, ReferrerPolicy, RequestCache, RequestCredentials, RequestRedirect, ResponseType,
};

/// The maximal number of empty chunks in a row. Without a limit, they could keep every timer from firing.
const MAX_EMPTY_CHUNKS: u32 = 1000;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;

    type Stream;
    // web-sys declares it without `catch`, but it throws for a stream that is locked. The constructor of the reader
    // cannot take its place, because some hosts, such as jest-fixed-jsdom, have no global of that name.
    #[wasm_bindgen(method, catch, js_name = getReader)]
    fn get_reader(this: &Stream) -> Result<ReadableStreamDefaultReader, JsValue>;
}

/// Sends requests with the client's `fetch`.
#[derive(Debug)]
pub(crate) struct FetchTransport {
    fetch: Function,
    /// Cookies are sent only to a proxy of the page's own origin, which may need to know the user.
    credentials: RequestCredentials,
    /// Whether the header `authorization` may be sent.
    may_send_secrets: bool,
}

impl FetchTransport {
    pub(super) fn new(fetch: Function, is_proxied: bool, may_send_secrets: bool) -> Self {
        let credentials = if is_proxied { RequestCredentials::SameOrigin } else { RequestCredentials::Omit };
        Self { fetch, credentials, may_send_secrets }
    }

    /// Calls the client's `fetch`. gloo-net's `send` calls only the global `fetch`, and panics on foreign responses. The
    /// signal is an argument of its own: a custom `fetch` gets this one, because Node.js collects that of a request with
    /// the request.
    async fn fetch(&self, request: &web_sys::Request, guard: &AbortGuard) -> Result<JsValue, JsValue> {
        settle(self.fetch.call2(&JsValue::UNDEFINED, request, &guard.signal())).await
    }

    /// Creates a `Request`. Without the options of browsers if the host refuses them, as Cloudflare's workers do.
    fn build(&self, request: &Request) -> Result<web_sys::Request, Error> {
        let built = self.build_with(request, true).or_else(|_| self.build_with(request, false));
        built.map(web_sys::Request::from).map_err(|_| {
            Error::breaks_rule(
                "baseUrl",
                &quoted(without_query(&request.url)),
                "a URL that the host accepts in a Request",
            )
        })
    }

    fn build_with(&self, request: &Request, is_browser: bool) -> Result<GlooRequest, gloo_net::Error> {
        let mut builder = GlooRequest::get(&request.url);
        if !request.may_redirect() {
            // Not `Error`, because most hosts do not tell a blocked redirect from a lost connection.
            builder = builder.redirect(RequestRedirect::Manual);
        }
        for (name, value) in request.headers.iter() {
            builder = builder.header(name, value);
        }
        if is_browser {
            builder = builder.credentials(self.credentials).referrer_policy(ReferrerPolicy::NoReferrer);
            if request.revalidates {
                builder = builder.cache(RequestCache::NoCache);
            }
        }
        builder.build()
    }
}

impl Transport for FetchTransport {
    type Response = FetchResponse;

    async fn send(&self, request: &Request) -> Result<FetchResponse, Error> {
        let guard = AbortGuard::new().map_err(network_error)?;
        let may_redirect = request.may_redirect();
        if !self.may_send_secrets && request.headers.get("authorization").is_some() {
            return Err(insecure_base_url(&request.url, "the header authorization"));
        }
        let request = self.build(request)?;
        let response = self.fetch(&request, &guard).await.map_err(network_error)?;
        let response =
            response.dyn_into::<web_sys::Response>().map_err(|_| invalid_response("fetch returned no Response."))?;
        let response = GlooResponse::from(response);
        if !may_redirect && (response.redirected() || response.type_() == ResponseType::Opaqueredirect) {
            return Err(Error::redirect_blocked());
        }
        if response.body_used() {
            return Err(invalid_response("The body of the Response was read before."));
        }
        let body = Body::open(&response)?;
        Ok(FetchResponse { status: response.status(), headers: response.headers(), body, guard })
    }
}

/// A response of `fetch`. Dropping it before its end aborts the request.
pub(crate) struct FetchResponse {
    body: Body,
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
        for _ in 0..MAX_EMPTY_CHUNKS {
            let Some(chunk) = self.body.next().await? else {
                // The guard aborts a failed attempt even at the end of its body: a custom `fetch` may still work on it.
                if (200..300).contains(&self.status) {
                    self.guard.disarm();
                }
                return Ok(false);
            };
            let start = body.len();
            let end = start + chunk.length() as usize;
            if end > max_body_bytes as usize {
                return Err(Error::too_large(max_body_bytes));
            }
            if end > start {
                body.resize(end, 0);
                chunk.copy_to(body.get_mut(start..).unwrap_or_default());
                return Ok(true);
            }
        }
        Err(invalid_response("The body has too many empty chunks."))
    }
}

/// The body of a response.
struct Body {
    /// `None` at the end of the body, and for a response without a body.
    reader: Option<ReadableStreamDefaultReader>,
}

impl Body {
    fn open(response: &GlooResponse) -> Result<Self, Error> {
        let reader = response.body().map(|stream| stream.unchecked_ref::<Stream>().get_reader()).transpose();
        Ok(Self { reader: reader.map_err(network_error)? })
    }

    /// Reads the next chunk; `None` at the end.
    async fn next(&mut self) -> Result<Option<Uint8Array>, Error> {
        let Some(reader) = &self.reader else { return Ok(None) };
        // The result of `read` has the form of an iterator's result.
        let result: IteratorNext = settle(Ok(reader.read().into())).await.map_err(network_error)?.unchecked_into();
        if result.done() {
            self.reader = None;
            return Ok(None);
        }
        bytes(&result.value()).map(Some)
    }
}

impl Drop for Body {
    /// Cancels the body, because Node.js continues to read the body of an aborted request.
    fn drop(&mut self) {
        if let Some(reader) = self.reader.take() {
            // The call has ended, so the outcome does not matter.
            spawn_local(async move {
                let _ = settle(Ok(reader.cancel().into())).await;
            });
        }
    }
}

/// Copies the bytes of a chunk, which may be of another realm. The length of a detached chunk is 0.
fn bytes(chunk: &JsValue) -> Result<Uint8Array, Error> {
    if ArrayBuffer::is_view(chunk) {
        // The usual chunk needs no view of its own.
        if let Some(bytes) = chunk.dyn_ref::<Uint8Array>() {
            return Ok(bytes.clone());
        }
        let view: &Uint8Array = chunk.unchecked_ref();
        return Ok(match view.byte_length() {
            0 => Uint8Array::new_with_length(0),
            length => Uint8Array::new_with_byte_offset_and_length(&view.buffer(), view.byte_offset(), length),
        });
    }
    match chunk.dyn_ref::<ArrayBuffer>() {
        Some(buffer) if buffer.byte_length() > 0 => Ok(Uint8Array::new(buffer)),
        Some(_) => Ok(Uint8Array::new_with_length(0)),
        None => Err(invalid_response("A chunk of the body is not bytes.")),
    }
}

/// Creates the error of an invalid response; its cause has `message`.
fn invalid_response(message: &str) -> Error {
    network_error(js_sys::Error::new(message).into())
}

/// Converts a value that `fetch` or a stream threw.
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
        (Math::random() * 4_294_967_296.0) as u32
    }

    async fn sleep(&self, ms: u32) {
        TimeoutFuture::new(ms).await;
    }
}
