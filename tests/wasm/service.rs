//! A stand-in for the service: a `fetch` in Rust that counts requests and returns responses.

use super::support::object;
use ethereal_query::wasm::FetchFunctions;
use js_sys::{Function, Promise, Reflect};
use std::{cell::Cell, rc::Rc};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{Headers, Request, Response, ResponseInit};

pub(super) struct Service {
    count: Rc<Cell<usize>>,
    fetch: Closure<dyn FnMut(Request) -> Promise>,
}

impl Service {
    /// Responds to the requests with `replies` in turn, and to all later requests with the last
    /// reply.
    pub(super) fn new<const N: usize>(replies: [Reply; N]) -> Self {
        let count = Rc::new(Cell::new(0));
        let received = Rc::clone(&count);
        let fetch = Closure::new(move |_| {
            let index = received.get();
            received.set(index + 1);
            let Reply(make) = &replies[index.min(N - 1)];
            Promise::resolve(&make())
        });
        Self { count, fetch }
    }

    /// Responds to every request with status 200 and `body`.
    pub(super) fn with_body(body: &'static str) -> Self {
        Self::new([Reply::response(200, body)])
    }

    /// Returns the functions that the package passes to a client, and replaces the global `fetch`.
    ///
    /// The glue of a test does not have the `fetch` of the package, so gloo-net calls the global
    /// `fetch`, which all stand-ins share. `prepare(request)` therefore sets `request.respond` to
    /// this stand-in. Later, the global `fetch(request)` calls `request.respond(request)`.
    pub(super) fn fetch(&self) -> FetchFunctions {
        let global_fetch = Function::new_with_args("request", "return request.respond(request)");
        Reflect::set(&js_sys::global(), &"fetch".into(), &global_fetch)
            .expect("a test replaces the global fetch");
        let prepare = Function::new_with_args("respond, request", "request.respond = respond");
        let read = "return response.arrayBuffer().then((bytes) => new Uint8Array(bytes))";
        let functions = [
            // The first argument of `bind1` is `this`. The second argument becomes `respond`.
            (
                "prepare",
                prepare
                    .bind1(&JsValue::UNDEFINED, self.fetch.as_ref())
                    .into(),
            ),
            // Returns `undefined`: in these tests, `fetch` never throws.
            ("failureOf", Function::new_no_args("").into()),
            ("readBody", Function::new_with_args("response", read).into()),
        ];
        object(&functions).unchecked_into()
    }

    /// The number of requests until now.
    pub(super) fn count(&self) -> usize {
        self.count.get()
    }
}

/// The value that `fetch` returns.
pub(super) struct Reply(Box<dyn Fn() -> JsValue>);

impl Reply {
    /// Calls `make` for each request. `make` returns a response, or a promise of a response.
    pub(super) fn new<T: Into<JsValue>>(make: impl Fn() -> T + 'static) -> Self {
        Self(Box::new(move || make().into()))
    }

    /// A response with a new body each time.
    pub(super) fn response(status: u16, body: &'static str) -> Self {
        Self::response_with(status, &[], body)
    }

    /// A response with headers, with a new body each time.
    pub(super) fn response_with(
        status: u16,
        headers: &'static [(&'static str, &'static str)],
        body: &'static str,
    ) -> Self {
        Self::new(move || {
            let init = ResponseInit::new();
            init.set_status(status);
            let response_headers = Headers::new().unwrap();
            for (name, value) in headers {
                response_headers.append(name, value).unwrap();
            }
            init.set_headers(&response_headers);
            // A response with status 204 must not have a body, not even an empty text.
            let body = Some(body).filter(|body| !body.is_empty());
            Response::new_with_opt_str_and_init(body, &init).unwrap()
        })
    }

    /// Any value.
    pub(super) fn value(value: impl Into<JsValue>) -> Self {
        let value = value.into();
        Self::new(move || value.clone())
    }
}

/// A promise, and the function that resolves the promise.
pub(super) fn deferred() -> (Promise, Function) {
    let mut resolve = None;
    let promise = Promise::new(&mut |function, _| resolve = Some(function));
    (
        promise,
        resolve.expect("a promise calls its function at once"),
    )
}
