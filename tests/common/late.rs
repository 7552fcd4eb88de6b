//! What comes after an attempt or a call is over: it must change nothing, and nobody must be left with a rejection.

use super::{
    abort::Controller,
    host::{Ask, Client, KEY, Noted, PROJECT, Service, TOKEN},
    js::{Chance, fails, function, get, holds, of, settled, shown, text, wait},
};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

/// The second attempt's answer; while its body comes, `late` brings what belongs to the first.
const SECOND: &str = r#"return new Response(new ReadableStream({ async pull(body) {
    globalThis.late();
    await new Promise((resolve) => setTimeout(resolve, 5));
    body.enqueue(bytes('["good"]'));
    body.close();
} }));"#;

/// A foreign fetch need not heed the signal of its request.
#[wasm_bindgen_test]
async fn an_attempt_that_is_over_changes_nothing_in_the_next() {
    let _chance = Chance::is(0.0);
    for first in [
        "return new Promise((resolve) => { globalThis.late = () =>
            resolve(new Response('[\"late\"]', { status: 418, headers: { 'x-request-id': 'late' } })); });",
        "return new Response(new ReadableStream({ start(body) { globalThis.late = () => {
            // Refused where the body has been cancelled, as it should be.
            try { body.enqueue(bytes('[\"late\"]')); body.close(); } catch {}
        }; } }), { headers: { 'x-request-id': 'late' } });",
        "return new Promise((_, reject) => { globalThis.late = () => reject('late'); });",
    ] {
        let (service, hook) = (Service::turns(&[first, SECOND]), Noted::js(""));
        let client =
            Client::over(&service, &of(hook.function(), "({ maxRetries: 1, timeoutMs: 200, onResponse: it })"));
        let ask = Ask { options: "{ chainId: 1, raw: true }", ..TOKEN };
        let value = client.value(&ask).await;
        holds(&value, "it.status === 200 && it.text === '[\"good\"]' && it.data[0] === 'good'");
        holds(&value, "it.headers['x-request-id'] === undefined");
        let heard: js_sys::Array = hook.calls().into_iter().collect();
        holds(&heard, "it.filter(([{ status }]) => status !== 200).length === 0");
        holds(&heard, "it.filter(([{ attempt }]) => attempt === 2).length === 1");
    }
    of(&JsValue::NULL, "delete globalThis.late");
}

/// Hosts report what nobody handles; Node ends the process.
fn unhandled() -> JsValue {
    let statements = "const seen = [];
        const host = typeof process === 'object' ? process : undefined;
        const note = (it) => { it.preventDefault?.(); seen.push(String(it?.reason ?? it)); };
        if (host) host.on('unhandledRejection', note);
        else addEventListener('unhandledrejection', note);
        const stop = () =>
            host ? host.off('unhandledRejection', note) : removeEventListener('unhandledrejection', note);
        return { seen, stop };";
    function("", statements).call0(&JsValue::NULL).expect("a listener")
}

/// What ends by itself does so when the test calls it, however slow the machine is.
const LATE: [&str; 6] = [
    "return new Promise((_, reject) => ends.push(() => reject('late')));",
    "return new Promise((resolve) => ends.push(() => resolve(42)));",
    "return new Promise((_, reject) => request.signal.addEventListener('abort', () => reject('heeded')));",
    "return new Response(new ReadableStream({ start: (body) => { ends.push(() => body.error('late')); } }));",
    "return { status: 200, arrayBuffer: () => new Promise((_, reject) => ends.push(() => reject('late'))) };",
    "return { status: 200, body: { getReader: () => ({
        read: () => new Promise((_, reject) => ends.push(() => reject('late'))),
        cancel: () => Promise.reject('late') }) } };",
];

#[wasm_bindgen_test]
async fn no_rejection_is_left_to_nobody() {
    let unhandled = unhandled();
    of(&JsValue::NULL, "globalThis.ends = []");
    for statements in LATE {
        let (service, controller) = (Service::js(statements), Controller::new());
        let error = Client::with(&service, KEY, "{ timeoutMs: 20 }").error(&PROJECT).await;
        fails(&error, "timeout", "attempt_timeout");
        let client = Client::new(&service);
        let calls = [(); 2].map(|()| client.start(&TOKEN, &controller.signal()));
        wait(5).await;
        controller.abort(&"left".into());
        for call in &calls {
            fails(&settled(call).await.expect_err("aborted"), "aborted", "aborted");
        }
    }
    let source = Noted::js("return new Promise((_, reject) => ends.push(() => reject('late')));");
    for options in ["{ deadlineMs: 20 }", "{}"] {
        let controller = Controller::new();
        let client = Client::with(&Service::hanging(), source.function().clone(), options);
        let call = client.start(&PROJECT, &controller.signal());
        wait(40).await;
        controller.abort(&"left".into());
        assert!(settled(&call).await.is_err());
    }
    // Each but the one that heeds its signal, by itself and shared by two calls; and the key, twice.
    assert_eq!(of(&JsValue::NULL, "ends.length"), 12);
    of(&JsValue::NULL, "ends.forEach((end) => end())");
    wait(100).await;
    of(&unhandled, "it.stop()");
    of(&JsValue::NULL, "delete globalThis.ends");
    assert_eq!(shown(&get(&unhandled, "seen")), "[]");
}

/// A limit that was broken stays the failure, also when the stream cannot be given up.
#[wasm_bindgen_test]
async fn a_stream_that_cannot_be_cancelled_keeps_the_failure() {
    for cancel in
        ["() => { throw 'cut'; }", "() => Promise.reject('cut')", "7", "undefined", "() => new Promise(() => {})"]
    {
        let service = Service::js(&format!(
            "const read = async () => ({{ value: new Uint8Array(10) }});
             return {{ status: 200, body: {{ getReader: () => ({{ read, cancel: {cancel} }}) }} }};"
        ));
        let error = Client::with(&service, KEY, "{ maxBodyBytes: 100 }").error(&PROJECT).await;
        assert_eq!(text(&error, "kind"), "response_too_large", "{cancel} {}", shown(&error));
    }
}

/// A body that is given up is told so.
#[wasm_bindgen_test]
async fn a_body_too_large_is_cancelled() {
    let service = Service::js(
        "const cancel = () => { request.cancelled = true; };
         return new Response(new ReadableStream({ pull: (body) => body.enqueue(new Uint8Array(10)), cancel }));",
    );
    Client::with(&service, KEY, "{ maxBodyBytes: 100 }").error(&PROJECT).await;
    holds(&service.request(), "it.cancelled === true && it.signal.aborted === true");
}
