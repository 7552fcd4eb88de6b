//! The world of one call: what `pkg/js/exchange.js` does for it, because only JavaScript can.

use crate::{Checked, Error, ErrorKind, Request, Response};
use gloo_net::http::Request as GlooRequest;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// `Exchange` of `pkg/js/exchange.js`.
    #[derive(Debug)]
    pub type Host;
    /// What the request of the attempt about to begin is made with, the key too; `strict` names options some hosts refuse.
    #[wasm_bindgen(method)]
    fn init(this: &Host, strict: bool) -> web_sys::RequestInit;
    /// Sends; an answer comes, or a [`Host::failure`].
    #[wasm_bindgen(method)]
    fn send(this: &Host, request: &web_sys::Request, timeout_ms: u32, max_body_bytes: u32);
    /// What failed, since it was waited for: a place in `WORDS` of `fault.js`, 0 for nothing.
    #[wasm_bindgen(method, getter)]
    pub(super) fn failure(this: &Host) -> u32;
    /// Status of the answer just received.
    #[wasm_bindgen(method, getter)]
    fn status(this: &Host) -> u16;
    /// Its header `retry-after`.
    #[wasm_bindgen(method, getter, js_name = retryAfter)]
    fn retry_after(this: &Host) -> Option<String>;
    /// Waits.
    #[wasm_bindgen(method)]
    pub(super) fn wait(this: &Host, ms: u32);
    /// Milliseconds since the call began.
    #[wasm_bindgen(method)]
    fn now(this: &Host) -> f64;
    /// Milliseconds since 1970.
    #[wasm_bindgen(method)]
    fn date(this: &Host) -> f64;
    #[wasm_bindgen(method)]
    pub(super) fn chance(this: &Host) -> u32;
    #[wasm_bindgen(method, getter)]
    pub(super) fn budget(this: &Host) -> u32;
    #[wasm_bindgen(method, setter)]
    pub(super) fn set_budget(this: &Host, tokens: u32);
    /// Whether anyone wants to know of drift.
    #[wasm_bindgen(method, getter, js_name = watchesDrift)]
    fn watches_drift(this: &Host) -> bool;
    #[wasm_bindgen(method)]
    fn drift(this: &Host, pointer: &str, expected: &str, found: &str);
    /// The end of a call: the text to parse, empty for none; where the body has the same text, -1 for nowhere; where the
    /// records of a list begin in it, four bytes each; whether its integers are marked; the next cursor, or empty.
    #[wasm_bindgen(method)]
    fn succeed(this: &Host, json: &[u8], place: i32, rows: &[u8], tagged: bool, cursor: &str);
    /// The other end.
    #[wasm_bindgen(method)]
    pub(super) fn fail(this: &Host, error: &str);
}

impl Host {
    /// Milliseconds since the call began.
    pub(super) fn passed(&self) -> u64 {
        self.now() as u64
    }

    /// Begins to send.
    pub(super) fn ask(&self, request: &Request) -> Result<(), Error> {
        // From a ready `web_sys::Request`: gloo-net's builder makes two of them and a URL, 2 kB (brotli) and half the time
        // of a call. Where there are no cookies, as in Cloudflare's workers, the options about them are errors.
        let build = |strict| {
            let init = self.init(strict);
            web_sys::Request::new_with_str_and_init(&request.url, &init).map(GlooRequest::from)
        };
        let Ok(built) = build(true).or_else(|_| build(false)) else {
            let message = "`baseUrl` is refused by the host: no request can be made of it.";
            return Err(Error::refused("baseUrl", message));
        };
        // Our own step between gloo-net's request and the answer: its `send` panics on foreign fetch functions.
        self.send(&web_sys::Request::from(built), request.timeout_ms, request.max_body_bytes);
        Ok(())
    }

    /// What the request came to, of which this is the body.
    pub(super) fn answer(&self, request: &Request, body: Vec<u8>) -> Result<Response, Error> {
        if let failure @ 1.. = self.failure() {
            return Err(broken(failure, request));
        }
        let retry_after = self.retry_after();
        Ok(Response {
            status: self.status(),
            received_ms: retry_after.as_ref().map_or(0, |_| self.date() as u64),
            retry_after,
            body,
        })
    }

    /// Ends the call with its answer.
    pub(super) fn give(&self, checked: &Checked) {
        if self.watches_drift() {
            for drift in checked.drift() {
                self.drift(&drift.pointer, drift.expected, &drift.found);
            }
        }
        let cursor = checked.next_cursor().unwrap_or_default();
        let json = checked.bytes().unwrap_or_default();
        let mut rows = Vec::new();
        for row in checked.rows() {
            rows.extend_from_slice(&(row as u32).to_le_bytes());
        }
        let place = checked.place().map_or(-1, |place| place as i32);
        self.succeed(&json, place, &rows, checked.is_tagged(), cursor);
    }
}

/// What nobody hears any more: every caller has left.
pub(super) fn ended() -> Error {
    Error::new(ErrorKind::Aborted, "aborted", "")
}

/// The error behind a place in `WORDS` of `fault.js`.
fn broken(failure: u32, request: &Request) -> Error {
    match failure {
        1 => Error::attempt_timeout(request.timeout_ms),
        2 => ended(),
        3 => Error::too_large(request.max_body_bytes),
        4 => {
            let message = "The service redirects: use the base URL it redirects to.";
            Error::new(ErrorKind::RedirectBlocked, "redirect_blocked", message)
        }
        _ => Error::network(
            "No complete answer came: the service cannot be reached, broke off, redirects, or (in a browser) sent no CORS \
             headers. `cause` is what fetch said.",
        ),
    }
}
