//! The caller's signal.

use super::{
    host::{Ask, Client, ETHEREALS, KEY, Noted, PROJECT, Service, TOKEN, TRANSFER},
    js::{Chance, Outcome, attempted, fails, function, get, has_fields, holds, of, settled, shown, text, wait},
};
use js_sys::Date;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

/// What signals are aborted with.
const REASONS: [&str; 5] = ["new Error('navigated away')", "'a plain string'", "null", "42", "({ code: 7 })"];
const BODIES: &str = r#"{"_id":"1","status":"done","etherealData":[]}"#;

/// A real controller whose signal notes the listeners it has, and how many were ever added.
pub(super) struct Controller(JsValue);

impl Controller {
    pub(super) fn new() -> Self {
        let statements = "const controller = Object.assign(new AbortController(), { listeners: [], added: 0 });
            const { signal, listeners } = controller;
            signal.addEventListener = function (...given) {
                listeners.push(given);
                controller.added += 1;
                return AbortSignal.prototype.addEventListener.apply(this, given);
            };
            signal.removeEventListener = function (...given) {
                const at = listeners.findIndex(([type, listener]) => type === given[0] && listener === given[1]);
                if (at >= 0) listeners.splice(at, 1);
                return AbortSignal.prototype.removeEventListener.apply(this, given);
            };
            return controller;";
        Self(function("", statements).call0(&JsValue::NULL).expect("a controller"))
    }

    pub(super) fn signal(&self) -> JsValue {
        get(&self.0, "signal")
    }

    pub(super) fn abort(&self, reason: &JsValue) {
        function("it, reason", "it.abort(reason);").call2(&JsValue::NULL, &self.0, reason).expect("aborted");
    }

    /// It is listened to by one listener now.
    #[track_caller]
    fn is_listened_to(&self) {
        holds(&self.0, "it.listeners.length === 1 && it.listeners[0][0] === 'abort'");
    }

    /// It was listened to `times` times, and is no longer.
    #[track_caller]
    fn is_left(&self, times: u32) {
        assert_eq!(
            (get(&self.0, "added").as_f64(), shown(&get(&self.0, "listeners"))),
            (Some(times.into()), "[]".into())
        );
    }
}

/// `attempts` as [`attempted`] has them.
#[track_caller]
fn aborted(outcome: Outcome, ask: &Ask<'_>, reason: &JsValue, attempts: &str) {
    let error = outcome.map_or_else(|error| error, |value| panic!("{} gave {}", ask.method, shown(&value)));
    fails(&error, "aborted", "aborted");
    assert_eq!(text(&error, "endpoint"), ask.endpoint);
    holds(&error, "it.retryable === false && Object.hasOwn(it, 'cause')");
    has_fields(&error, "");
    attempted(&error, attempts);
    assert!(&get(&error, "cause") == reason, "cause is {:?}, not {reason:?}", get(&error, "cause"));
}

#[wasm_bindgen_test]
async fn before_the_call_sends_nothing_and_asks_for_no_key() {
    for reason in REASONS {
        let reason = of(&JsValue::NULL, reason);
        let (service, source, controller) = (Service::hanging(), Noted::js("return 'key';"), Controller::new());
        let client = Client::with(&service, source.function().clone(), "{}");
        controller.abort(&reason);
        for ask in [TOKEN, TRANSFER, PROJECT, ETHEREALS] {
            aborted(settled(&client.start(&ask, &controller.signal())).await, &ask, &reason, "[]");
        }
        assert_eq!((service.calls().len(), source.calls().len()), (0, 0));
        holds(&controller.0, "it.listeners.length === 0");
    }
}

#[wasm_bindgen_test]
async fn during_fetch_ends_the_call_and_the_exchange() {
    for reason in REASONS {
        let reason = of(&JsValue::NULL, reason);
        for ask in [TOKEN, TRANSFER, PROJECT, ETHEREALS] {
            let (service, controller) = (Service::hanging(), Controller::new());
            let call = Client::new(&service).start(&ask, &controller.signal());
            wait(1).await;
            holds(&service.request(), "it.signal.aborted === false");
            controller.is_listened_to();
            controller.abort(&reason);
            aborted(settled(&call).await, &ask, &reason, "[{}]");
            holds(&service.request(), "it.signal.aborted === true");
            controller.is_left(1);
        }
    }
}

/// A fetch as the hosts' own: it rejects when the request's signal aborts. The reason is still the caller's.
#[wasm_bindgen_test]
async fn during_a_fetch_that_heeds_the_signal_the_cause_is_the_callers_reason() {
    let statements = "return new Promise((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason)); });";
    let (service, controller) = (Service::js(statements), Controller::new());
    let call = Client::new(&service).start(&PROJECT, &controller.signal());
    wait(1).await;
    controller.abort(&"a plain string".into());
    aborted(settled(&call).await, &PROJECT, &"a plain string".into(), "[{}]");
    controller.is_left(1);
}

#[wasm_bindgen_test]
async fn without_a_reason_the_cause_is_the_hosts_abort_error() {
    let (service, controller) = (Service::hanging(), Controller::new());
    let call = Client::new(&service).start(&TOKEN, &controller.signal());
    wait(1).await;
    of(&controller.0, "it.abort()");
    let reason = get(&controller.signal(), "reason");
    holds(&reason, "it instanceof DOMException && it.name === 'AbortError'");
    aborted(settled(&call).await, &TOKEN, &reason, "[{}]");
}

#[wasm_bindgen_test]
async fn during_the_key_nothing_is_sent() {
    let (service, controller) = (Service::says(200, "{}"), Controller::new());
    let source = Noted::js("return new Promise((resolve) => setTimeout(resolve, 30, 'key'));");
    let call = Client::with(&service, source.function().clone(), "{}").start(&PROJECT, &controller.signal());
    wait(1).await;
    assert_eq!(source.calls().len(), 1);
    controller.abort(&"too slow".into());
    aborted(settled(&call).await, &PROJECT, &"too slow".into(), "[]");
    wait(60).await;
    assert!(service.calls().is_empty());
    controller.is_left(1);
}

#[wasm_bindgen_test]
async fn during_the_body_ends_the_call_and_the_exchange() {
    for reason in REASONS {
        let reason = of(&JsValue::NULL, reason);
        let statements = r#"const first = new TextEncoder().encode('{"_id":"1",');
            request.answer = new Response(new ReadableStream({ start: (body) => body.enqueue(first) }));
            return request.answer;"#;
        for ask in [TOKEN, TRANSFER, PROJECT, ETHEREALS] {
            let (service, controller) = (Service::js(statements), Controller::new());
            let call = Client::new(&service).start(&ask, &controller.signal());
            wait(10).await;
            holds(&service.request(), "it.answer.body.locked === true && it.signal.aborted === false");
            controller.is_listened_to();
            controller.abort(&reason);
            aborted(settled(&call).await, &ask, &reason, r#"[{"status":200}]"#);
            holds(&service.request(), "it.signal.aborted === true");
            controller.is_left(1);
        }
    }
}

#[wasm_bindgen_test]
async fn during_the_wait_before_a_retry_ends_the_call_at_once() {
    let _chance = Chance::is(0.9);
    for reason in REASONS {
        let reason = of(&JsValue::NULL, reason);
        let answer = "return new Response('', { status: 503, headers: { 'Retry-After': '5' } });";
        let (service, controller) = (Service::js(answer), Controller::new());
        let client = Client::with(&service, KEY, "{ maxRetries: 2 }");
        let call = client.start(&TRANSFER, &controller.signal());
        wait(20).await;
        assert_eq!(service.calls().len(), 1);
        controller.is_listened_to();
        let start = Date::now();
        controller.abort(&reason);
        aborted(settled(&call).await, &TRANSFER, &reason, r#"[{"status":503,"delayMs":5000}]"#);
        assert!(Date::now() - start < 1000.0);
        controller.is_left(1);
    }
    let (service, controller) = (Service::says(503, ""), Controller::new());
    let call = Client::with(&service, KEY, "{ maxRetries: 2 }").start(&TOKEN, &controller.signal());
    wait(20).await;
    controller.abort(&"left".into());
    aborted(settled(&call).await, &TOKEN, &"left".into(), r#"[{"status":503,"delayMs":180}]"#);
    wait(200).await;
    assert_eq!(service.calls().len(), 1);
}

/// An end the caller asked for is no failure of the service: no retry is announced, and none is paid for.
#[wasm_bindgen_test]
async fn takes_nothing_from_the_retries_of_others() {
    let _chance = Chance::is(0.0);
    let hanging = of(&JsValue::NULL, "({ now: true })");
    let answer = "return value.now ? new Promise(() => {}) : new Response('', { status: 500 });";
    let (hook, service) = (Noted::js(""), Service::over(&hanging, answer));
    let options = of(hook.function(), "({ maxRetries: 1, onRetry: it })");
    let client = Client::over(&service, &options);
    for _ in 0..40 {
        let controller = Controller::new();
        let call = client.start(&PROJECT, &controller.signal());
        wait(0).await;
        controller.abort(&"enough".into());
        aborted(settled(&call).await, &PROJECT, &"enough".into(), "[{}]");
    }
    wait(5).await;
    assert_eq!((service.calls().len(), hook.calls().len()), (40, 0));
    of(&hanging, "it.now = false");
    assert_eq!(text(&client.error(&PROJECT).await, "gaveUp"), "attempts_used");
    assert_eq!((service.calls().len(), hook.calls().len()), (42, 1));
}

/// Whatever a call ends with, its listener is gone: one signal may serve a program's whole life.
#[wasm_bindgen_test]
async fn the_listener_is_removed_however_the_call_ends() {
    let controller = Controller::new();
    let good = Client::new(&Service::says(200, BODIES));
    for ask in [TOKEN, TRANSFER, PROJECT, ETHEREALS] {
        assert!(settled(&good.start(&ask, &controller.signal())).await.is_ok(), "{}", ask.method);
    }
    controller.is_left(4);
    for service in
        [Service::says(500, "{}"), Service::says(200, "<html>"), Service::js("throw 'boom';"), Service::hanging()]
    {
        let client = Client::with(&service, KEY, r#"{"timeoutMs":20}"#);
        assert!(settled(&client.start(&PROJECT, &controller.signal())).await.is_err());
    }
    controller.is_left(8);
    controller.abort(&"later".into());
    controller.is_left(8);
}

/// In the turn in which the call was made.
#[wasm_bindgen_test]
async fn at_once_sends_nothing() {
    for ask in [TOKEN, TRANSFER, PROJECT, ETHEREALS] {
        let (service, controller) = (Service::hanging(), Controller::new());
        let call = Client::new(&service).start(&ask, &controller.signal());
        controller.abort(&"never mind".into());
        aborted(settled(&call).await, &ask, &"never mind".into(), "[]");
        wait(5).await;
        assert!(service.calls().is_empty(), "{}", ask.method);
        controller.is_left(1);
    }
}

/// A program may end a call from within the function that gives its key.
#[wasm_bindgen_test]
async fn by_the_key_function_ends_the_call() {
    for statements in
        ["value.abort('no'); return 'key';", "return Promise.resolve('key').finally(() => value.abort('no'));"]
    {
        let (service, controller) = (Service::hanging(), Controller::new());
        let source = Noted::over(&controller.0, statements);
        let call = Client::with(&service, source.function().clone(), "{}").start(&PROJECT, &controller.signal());
        aborted(settled(&call).await, &PROJECT, &"no".into(), "[]");
        wait(5).await;
        assert!(service.calls().is_empty(), "{statements}");
    }
}

/// There is no moment at which a call does not listen.
#[wasm_bindgen_test]
async fn after_any_number_of_turns_ends_the_call_and_the_exchange() {
    for turns in 0..50 {
        for ask in [TOKEN, PROJECT] {
            let (service, controller) = (Service::hanging(), Controller::new());
            let call = Client::new(&service).start(&ask, &controller.signal());
            of(
                &controller.0,
                &format!("(async () => {{ for (let n = {turns}; n--; ) await null; it.abort('now'); }})()"),
            );
            let error = settled(&call).await.expect_err("aborted");
            fails(&error, "aborted", "aborted");
            wait(0).await;
            for given in service.calls() {
                holds(&given, "it[0].signal.aborted === true");
            }
            holds(&controller.0, "it.listeners.length === 0");
        }
    }
}
