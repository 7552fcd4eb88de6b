//! Objects that stand in for a Response, with less than one has or with worse.

use super::{
    host::{Client, KEY, PROJECT, Service, TOKEN},
    js::{fails, has_fields, of, shown, text},
};
use wasm_bindgen_test::wasm_bindgen_test;

/// Each ends the call with a failure of kind network, and never leaves its promise pending.
const UNUSABLE: &[&str] = &[
    "return {};",
    "return [];",
    "return Object.create(null);",
    "return { body: new Response('{}').body };",
    "return { arrayBuffer: () => bytes.buffer };",
    "return { status: 'ok', arrayBuffer: () => bytes.buffer };",
    "return { status: 0, arrayBuffer: () => bytes.buffer };",
    "return { status: 65736, arrayBuffer: () => bytes.buffer };",
    "return { status: 200n, arrayBuffer: () => bytes.buffer };",
    "return { status: Symbol.iterator, arrayBuffer: () => bytes.buffer };",
    "return { status: 200, ok: true, headers: {} };",
    "return { status: 200, body: 'text' };",
    "return { status: 200, body: {} };",
    "return { status: 200, body: { getReader: () => null } };",
    "return { status: 200, body: { getReader: () => ({ read() {} }) } };",
    "return { status: 200, body: { getReader: () => ({ read() { throw 'cut'; } }) } };",
    "let n = 0;
     const read = async () => (n++ ? {} : { value: 'text' });
     return { status: 200, body: { getReader: () => ({ read }) } };",
    "return { status: 200, arrayBuffer: 7 };",
    "return { status: 200, arrayBuffer() { throw 'cut'; } };",
    "return { status: 200, arrayBuffer: () => Promise.reject(undefined) };",
    "return { status: 200, arrayBuffer: () => undefined };",
    "return { status: 200, arrayBuffer: () => 2 };",
    "return { status: 200, arrayBuffer: () => -1 };",
    "return { status: 200, arrayBuffer: () => Symbol.iterator };",
    "return { get status() { throw 'cut'; } };",
    "return Object.create(Response.prototype);",
    "return Object.defineProperty(new Response('{}'), 'status', { get() { throw 'cut'; } });",
    "return { status: 200, body: { getReader: () => ({ read: async () => ({ value: {} }) }) } };",
    "const read = async () => ({ value: new Uint8Array() }); return { status: 200, body: { getReader: () => ({ read }) } };",
    "return { status: 200, get body() { throw 'cut'; } };",
    "const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return Promise.resolve(proxy);",
    "const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return Promise.reject(proxy);",
    "return Promise.reject({ get cause() { throw 'cut'; } });",
];
const BYTES: &str = "const bytes = new TextEncoder().encode('{\"balance\":\"1\"}');";

#[wasm_bindgen_test]
async fn one_that_cannot_be_read_is_a_network_failure() {
    for statements in UNUSABLE {
        let service = Service::js(&format!("{BYTES} {statements}"));
        for ask in [TOKEN, PROJECT] {
            let outcome = Client::new(&service).call(&ask).await;
            let error = outcome.map_or_else(|error| error, |value| panic!("{statements} gave {}", shown(&value)));
            assert_eq!(text(&error, "kind"), "network", "{statements} {}", shown(&error));
            assert_eq!(text(&error, "endpoint"), ask.endpoint);
            has_fields(&error, "gaveUp");
        }
    }
    // `redirected` is looked at where a key went along.
    let service = Service::js("return { status: 200, get redirected() { throw 'cut'; } };");
    let outcome = Client::new(&service).call(&PROJECT).await;
    assert_eq!(text(&outcome.expect_err("a failure"), "kind"), "network");
}

#[wasm_bindgen_test]
async fn one_with_status_and_bytes_is_an_answer() {
    for statements in [
        "return { status: 200, arrayBuffer: () => bytes.buffer };",
        "return Promise.resolve({ status: 200, headers: new Map(), arrayBuffer: async () => bytes.buffer });",
        "return { status: 200, headers: { get() { throw 'cut'; } }, arrayBuffer: () => bytes.buffer };",
        "return { status: 200, get headers() { throw 'cut'; }, arrayBuffer: () => bytes.buffer };",
        "return { status: 200, headers: { get: () => Symbol.iterator }, arrayBuffer: () => bytes.buffer };",
        "return { status: 200, headers: { get: () => 7 }, arrayBuffer: () => bytes.buffer };",
        "return { status: 200, headers: { get: () => ({ length: 3 }) }, arrayBuffer: () => bytes.buffer };",
        "return { status: 200, body: new Response(bytes).body };",
        "return { then: (resolve) => resolve(new Response(bytes)) };",
    ] {
        let service = Service::js(&format!("{BYTES} {statements}"));
        for ask in [TOKEN, PROJECT] {
            assert_eq!(shown(&Client::new(&service).value(&ask).await), r#"{"balance":"1"}"#, "{statements}");
        }
    }
}

/// What was read before is missing: the rest may even be JSON.
#[wasm_bindgen_test]
async fn a_response_already_read_is_a_network_failure() {
    for statements in [
        "await answer.text();",
        "await answer.body.cancel();",
        "const reader = answer.body.getReader(); await reader.read(); reader.releaseLock();",
        "const reader = answer.body.getReader(); while (!(await reader.read()).done); reader.releaseLock();",
    ] {
        let service = Service::js(&format!(
            "return (async () => {{
                const pieces = ['{{\"a\":1}},', '{{\"balance\":\"1\"}}'].map((text) => new TextEncoder().encode(text));
                const pull = (body) => (pieces.length ? body.enqueue(pieces.shift()) : body.close());
                const answer = new Response(new ReadableStream({{ pull }}));
                {statements}
                return answer;
            }})();"
        ));
        let outcome = Client::new(&service).call(&PROJECT).await;
        let error = outcome.map_or_else(|error| error, |value| panic!("{statements} gave {}", shown(&value)));
        assert_eq!(text(&error, "kind"), "network", "{statements} {}", shown(&error));
    }
}

/// A `fetch` of an iframe, or of the program around a sandbox, brings bytes of another realm.
#[wasm_bindgen_test]
async fn bytes_of_another_realm_are_bytes() {
    let realm = "const realm = (() => {
            if (typeof document === 'undefined') return process.getBuiltinModule('vm').runInNewContext('globalThis');
            const frame = document.createElement('iframe');
            document.body.append(frame);
            return frame.contentWindow;
        })();
        const bytes = new realm.Uint8Array([...new TextEncoder().encode('{\"balance\":\"1\"}')]);
        if (bytes instanceof Uint8Array) throw new Error('the same realm');";
    for statements in [
        "return new Response(new ReadableStream({ start(body) { body.enqueue(bytes); body.close(); } }));",
        "return { status: 200, arrayBuffer: () => bytes.buffer };",
    ] {
        let service = Service::js(&format!("{realm} {statements}"));
        assert_eq!(shown(&Client::new(&service).value(&PROJECT).await), r#"{"balance":"1"}"#, "{statements}");
    }
}

/// The limit holds before a piece is copied: one as large as the memory would end the module.
#[wasm_bindgen_test]
async fn a_huge_piece_is_not_copied_into_the_module() {
    const SIZE: f64 = 67_108_864.0;
    let memory = || of(&wasm_bindgen::memory(), "it.buffer.byteLength").as_f64().expect("a length");
    let before = memory();
    for statements in [
        "return new Response(new ReadableStream({ start: (body) => body.enqueue(bytes) }));",
        "return { status: 200, arrayBuffer: () => bytes.buffer };",
    ] {
        let service = Service::js(&format!("const bytes = new Uint8Array({SIZE}); {statements}"));
        let error = Client::with(&service, KEY, r#"{"maxBodyBytes":1000}"#).error(&PROJECT).await;
        fails(&error, "response_too_large", "response_too_large");
        assert!(memory() - before < SIZE / 2.0, "{statements} grew the memory by {} bytes", memory() - before);
    }
}
